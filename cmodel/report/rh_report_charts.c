// SPDX-License-Identifier: Apache-2.0
// The charts of a report. Each names the command that makes its figures.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/report/rh_report.h"
#include "cmodel/report/rh_svg.h"

enum { COLOURS = 8, WIDTH = 460, HEIGHT = 330, WIDE = 640 };

/* Which colour a design has: that of its controller. */
static unsigned colour(const struct rh_report *report, const struct rh_report_design *design) {
    const struct rh_axis *axis = &report->sweep.axes.axis[report->controllers];
    unsigned i = 0;
    while (i + 1 < axis->count && strcmp(axis->values[i], design->controller) != 0)
        i++;
    return i % COLOURS;
}

static const struct rh_report_design *shown(const struct rh_report *report, unsigned *next) {
    while (*next < report->design_count) {
        const struct rh_report_design *design = &report->design[(*next)++];
        if (design->queue == rh_report_queue(report))
            return design;
    }
    return NULL;
}

static void open_figure(FILE *to, bool wide) {
    fputs(wide ? "<figure class=\"wide\">\n" : "<figure>\n", to);
}

/* Caption, and the command that makes the figures: its name, the lists of the report (or one design of it), the
 * rest. */
static void close_figure(const struct rh_report *report, FILE *to, const char *caption, const char *command,
                         const struct rh_report_design *one, const char *rest) {
    char *options = rh_report_options(report, one);
    fprintf(to, "<figcaption>%s <code>rowhold %s", caption, command);
    rh_svg_escape(to, options != NULL ? options : "");
    fprintf(to, "%s</code></figcaption>\n</figure>\n", rest);
    free(options);
}

/* Colours and what they stand for, each once. */
void rh_report_legend(FILE *to, const char *kind, unsigned index, const char *text) {
    fprintf(to, "<span><i class=\"%s%u\"></i>", kind, index);
    rh_svg_escape(to, text);
    fputs("</span>", to);
}

static void controllers_legend(const struct rh_report *report, FILE *to) {
    const struct rh_axis *axis = &report->sweep.axes.axis[report->controllers];
    fputs("<p class=\"legend\">", to);
    for (unsigned i = 0; i < axis->count; i++)
        rh_report_legend(to, "c", i % COLOURS, axis->values[i]);
    fputs("</p>\n", to);
}

/* --- throughput against a cost --- */

struct cost {
    const char *name, *unit;
    double scale;
};
enum { BITS, AREA, PATH, COSTS };
static const struct cost costs[COSTS] = {{"address bits compared, counted in the netlist", "bits", 1},
                                         {"area", "1000 um2", 1e-3},
                                         {"critical path", "ns", 1}};

static double cost_of(const struct rh_report_design *d, unsigned cost) {
    return costs[cost].scale * (cost == BITS   ? (double)d->area->address_bits
                                : cost == AREA ? d->area->area_um2
                                               : d->area->critical_ns);
}

static bool priced(const struct rh_report_design *d) {
    return d->area != NULL && d->measured > 0;
}

/* No other design costs less, or the same, and moves more. */
static bool on_front(const struct rh_report *report, const struct rh_report_design *d, unsigned cost) {
    for (unsigned i = 0; i < report->design_count; i++) {
        const struct rh_report_design *other = &report->design[i];
        if (!priced(other) || other == d)
            continue;
        double saved = cost_of(d, cost) - cost_of(other, cost), won = other->efficiency - d->efficiency;
        if (saved >= 0 && won >= 0 && (saved > 0 || won > 0))
            return false;
    }
    return true;
}

static void pareto(const struct rh_report *report, unsigned cost, FILE *to) {
    struct rh_svg svg;
    char title[160], tip[256];
    double most = 0, least = 1, best = 0;
    for (unsigned i = 0; i < report->design_count; i++) {
        const struct rh_report_design *d = &report->design[i];
        if (!priced(d))
            continue;
        most = fmax(most, cost_of(d, cost));
        least = fmin(least, d->efficiency);
        best = fmax(best, d->efficiency);
    }
    if (most == 0)
        return;
    (void)snprintf(title, sizeof title, "DRAM efficiency over %s", costs[cost].name);
    open_figure(to, false);
    rh_svg_open(&svg, to, WIDTH, HEIGHT, title);
    svg.x_most = most * 1.05;
    svg.y_least = 10 * floor(10 * least);
    svg.y_most = fmax(svg.y_least + 10, 10 * ceil(10 * best));
    (void)snprintf(title, sizeof title, "%s (%s)", costs[cost].name, costs[cost].unit);
    rh_svg_x_axis(&svg, title);
    rh_svg_y_axis(&svg, "DRAM efficiency, %");
    for (unsigned i = 0; i < report->design_count; i++) {
        const struct rh_report_design *d = &report->design[i], *last = i > 0 ? d - 1 : d;
        char name[16];
        if (!priced(d))
            continue;
        double x = rh_svg_x(&svg, cost_of(d, cost)), y = rh_svg_y(&svg, 100 * d->efficiency);
        (void)snprintf(name, sizeof name, "l%u", colour(report, d));
        if (i > 0 && priced(last) && strcmp(last->controller, d->controller) == 0)
            rh_svg_line(&svg, rh_svg_x(&svg, cost_of(last, cost)), rh_svg_y(&svg, 100 * last->efficiency), x, y, name);
    }
    for (unsigned i = 0; i < report->design_count; i++) {
        const struct rh_report_design *d = &report->design[i];
        char name[32];
        if (!priced(d))
            continue;
        bool front = on_front(report, d, cost);
        (void)snprintf(name, sizeof name, "c%u%s", colour(report, d), front ? " front" : "");
        (void)snprintf(tip, sizeof tip, "%s, queue %u: %.1f %%, %.4g %s%s", d->controller, d->queue,
                       100 * d->efficiency, cost_of(d, cost), costs[cost].unit,
                       front ? "; no design costs less and moves more" : "");
        rh_svg_dot(&svg, rh_svg_x(&svg, cost_of(d, cost)), rh_svg_y(&svg, 100 * d->efficiency), front ? 6 : 4, name,
                   tip);
    }
    rh_svg_close(&svg);
    (void)snprintf(title, sizeof title,
                   "Mean DRAM efficiency of the suite over %s. Ringed: no design costs less and "
                   "moves more.",
                   costs[cost].name);
    close_figure(report, to, title, "sweep", NULL, " --over stream; rowhold area");
}

void rh_report_pareto(const struct rh_report *report, FILE *to) {
    controllers_legend(report, to);
    fputs("<div class=\"charts\">\n", to);
    for (unsigned cost = 0; cost < COSTS; cost++)
        pareto(report, cost, to);
    fputs("</div>\n", to);
}

/* --- where the clocks go --- */

enum { PARTS = RH_CAUSES + 2, DATA = 0, NO_WORK = PARTS - 1 };

static const char *part_name(unsigned part) {
    return part == DATA ? "data" : part == NO_WORK ? "no work" : rh_cause_key(part - 1);
}

static double part_of(const struct rh_report_run *run, unsigned part) {
    double all = run->booked + run->idle, value = part == DATA ? run->booked : run->idle;
    for (unsigned i = 0; i < RH_CAUSES; i++)
        all += run->stall[i];
    if (part != DATA && part != NO_WORK)
        value = run->stall[part - 1];
    return all > 0 ? value / all : 0;
}

/* Parts that some run shows. */
static bool part_there(const struct rh_report *report, unsigned part) {
    for (unsigned d = 0; d < report->design_count; d++)
        for (unsigned s = 0; s < report->stream_count; s++)
            if (report->design[d].queue == rh_report_queue(report) && part_of(&report->design[d].run[s], part) >= 5e-4)
                return true;
    return part == DATA;
}

static void stack(const struct rh_report *report, const struct rh_report_design *design, FILE *to) {
    enum { ROW = 20 };
    struct rh_svg svg;
    char title[160], tip[160], name[16];
    (void)snprintf(title, sizeof title, "What the data bus of %s did, by stream", design->controller);
    open_figure(to, false);
    fprintf(to, "<h3>%s</h3>\n", design->controller);
    rh_svg_open(&svg, to, WIDTH, 60 + ROW * report->stream_count, title);
    svg.left = 90;
    svg.x_most = 100;
    rh_svg_x_axis(&svg, "share of all clocks, %");
    for (unsigned s = 0; s < report->stream_count; s++) {
        double at = 0, y = svg.top + ROW * s + 3;
        rh_svg_text(&svg, svg.left - 6, y + 11, "end", rh_report_stream(report, s));
        for (unsigned part = 0; part < PARTS; part++) {
            double share = 100 * part_of(&design->run[s], part);
            (void)snprintf(tip, sizeof tip, "%s, %s: %.1f %% %s", design->controller, rh_report_stream(report, s),
                           share, part_name(part));
            (void)snprintf(name, sizeof name, "s%u", part);
            if (share > 0)
                rh_svg_box(&svg, rh_svg_x(&svg, at), y, rh_svg_x(&svg, at + share) - rh_svg_x(&svg, at), ROW - 6, name,
                           tip);
            at += share;
        }
    }
    rh_svg_close(&svg);
    close_figure(report, to, "", "sweep", design, " --csv -");
}

void rh_report_stalls(const struct rh_report *report, FILE *to) {
    const struct rh_report_design *design;
    fputs("<p class=\"legend\">", to);
    for (unsigned part = 0; part < PARTS; part++)
        if (part_there(report, part))
            rh_report_legend(to, "s", part, part_name(part));
    fputs("</p>\n<div class=\"charts\">\n", to);
    for (unsigned next = 0; (design = shown(report, &next)) != NULL;)
        stack(report, design, to);
    fputs("</div>\n", to);
}

/* --- bars by stream, one a controller --- */

/* A figure of a run; NAN: it has none. */
typedef double value_of(const struct rh_report_run *run);

static void bars(const struct rh_report *report, value_of *value, bool ratio, const char *title, const char *unit,
                 FILE *to) {
    enum { BAR = 9, GAP = 8 };
    const struct rh_report_design *design;
    unsigned count = 0;
    double least = ratio ? 1 : 0, most = ratio ? 2 : 0, zero = ratio ? 1 : 0;
    for (unsigned next = 0; (design = shown(report, &next)) != NULL; count++)
        for (unsigned s = 0; s < report->stream_count; s++) {
            double v = value(&design->run[s]);
            least = fmin(least, isnan(v) ? zero : v);
            most = fmax(most, isnan(v) ? zero : v);
        }
    struct rh_svg svg;
    unsigned row = BAR * count + GAP;
    rh_svg_open(&svg, to, WIDE, 60 + row * report->stream_count, title);
    svg.left = 90;
    double range = most > least ? most - least : 1;
    svg.log_x = ratio;
    svg.x_least = ratio ? least : least < 0 ? least - range / 20 : 0;
    svg.x_most = ratio ? most * 1.1 : most + range / 20;
    rh_svg_x_axis(&svg, unit);
    for (unsigned s = 0; s < report->stream_count; s++) {
        double y = svg.top + row * s + GAP / 2;
        rh_svg_text(&svg, svg.left - 6, y + row / 2.0, "end", rh_report_stream(report, s));
        unsigned k = 0;
        for (unsigned next = 0; (design = shown(report, &next)) != NULL; k++) {
            char tip[200], name[16];
            double v = value(&design->run[s]), from, to_x;
            if (isnan(v))
                continue;
            from = rh_svg_x(&svg, fmin(v, zero));
            to_x = rh_svg_x(&svg, fmax(v, zero));
            (void)snprintf(tip, sizeof tip, "%s, %s: %.3g %s", design->controller, rh_report_stream(report, s), v,
                           unit);
            (void)snprintf(name, sizeof name, "c%u", colour(report, design));
            rh_svg_box(&svg, from, y + BAR * k, fmax(to_x - from, 0.5), BAR - 1, name, tip);
        }
    }
    rh_svg_close(&svg);
}

static double locality(const struct rh_report_run *run) {
    return run->measured && run->locality > 0 ? run->locality : NAN;
}

static double error_of(const struct rh_report_run *run) {
    return run->measured && run->predicted ? 100 * (run->predicted_efficiency - run->efficiency) : NAN;
}

void rh_report_locality(const struct rh_report *report, FILE *to) {
    controllers_legend(report, to);
    open_figure(to, true);
    bars(report, locality, true, "Requests an activate, by stream and controller", "requests an ACT", to);
    close_figure(report, to, "How many requests each opened row serves. <code>fifo</code> has the order of arrival.",
                 "sweep", NULL, " --show row_access_locality");
}

void rh_report_errors(const struct rh_report *report, FILE *to) {
    controllers_legend(report, to);
    open_figure(to, true);
    bars(report, error_of, false, "Error of the predicted DRAM efficiency, by stream and controller",
         "points, predicted - measured", to);
    close_figure(report, to, "How far the analytic model is off.", "predict", NULL, " --model rowhold");
}
