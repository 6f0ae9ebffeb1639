// SPDX-License-Identifier: Apache-2.0
// The charts of a report. Each names the command that makes its figures.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_plot.h"
#include "cmodel/report/rh_report.h"
#include "cmodel/report/rh_svg.h"

enum { WIDTH = 460, HEIGHT = 330, LABEL = 24 };

/* Which colour a design has: that of its controller. */
static unsigned colour(const struct rh_report *report, const struct rh_report_design *design) {
    const struct rh_axis *axis = &report->sweep.axes.axis[report->controllers];
    unsigned i = 0;
    while (i + 1 < axis->count && strcmp(axis->values[i], design->controller) != 0)
        i++;
    return i % RH_REPORT_COLOURS;
}

static const struct rh_report_design *shown(const struct rh_report *report, unsigned *next) {
    while (*next < report->design_count) {
        const struct rh_report_design *design = &report->design[(*next)++];
        if (design->queue == rh_report_queue(report))
            return design;
    }
    return NULL;
}

/* A stream as a chart has room for it: the end of a file's name, and what is cut is said. */
static const char *label_of(const struct rh_report *report, unsigned stream, char label[LABEL]) {
    const char *name = rh_report_stream(report, stream), *slash = strrchr(name, '/');
    name = slash != NULL ? slash + 1 : name;
    size_t length = strlen(name), cut = length < LABEL ? length : LABEL - 4;
    while (cut < length && cut > 0 && ((unsigned char)name[cut] & 0xc0) == 0x80) /* no half letter of UTF-8 */
        cut--;
    (void)snprintf(label, LABEL, "%.*s%s", (int)cut, name, cut < length ? "..." : "");
    return label;
}

/* Room beside a chart for the streams' names. */
static double label_room(const struct rh_report *report) {
    char label[LABEL];
    double room = 0;
    for (unsigned s = 0; s < report->stream_count; s++)
        room = fmax(room, rh_svg_text_width(label_of(report, s, label)));
    return room;
}

static void open_figure(FILE *to, bool wide) {
    fputs(wide ? "<figure class=\"wide\">\n" : "<figure>\n", to);
}

static void close_figure(FILE *to, const char *caption) {
    fprintf(to, "<figcaption>%s</figcaption>\n</figure>\n", caption);
}

/* Colours and what they stand for, each once. */
void rh_report_legend(FILE *to, const char *kind, unsigned index, const char *text) {
    fprintf(to, "<span><i class=\"%s%u\"></i>", kind, index);
    rh_svg_escape(to, text);
    fputs("</span>", to);
}

/* `size`: of designs of the shown size, with what they store. */
static void controllers_legend(const struct rh_report *report, bool size, FILE *to) {
    const struct rh_axis *axis = &report->sweep.axes.axis[report->controllers];
    char name[RH_REPORT_NAME];
    fputs("<p class=\"legend\">", to);
    for (unsigned i = 0; i < axis->count; i++) {
        const struct rh_report_design *design = size ? rh_report_shown(report, axis->values[i]) : NULL;
        rh_report_legend(to, "c", i % RH_REPORT_COLOURS,
                         design != NULL ? rh_report_name(design, false, name) : axis->values[i]);
    }
    fputs("</p>\n", to);
}

/* --- throughput against a cost --- */

enum { NETLIST, FORMULA, AREA, PATH, COSTS };
static const struct cost {
    const char *name, *unit;
    bool logarithmic; /* the greatest is hundreds of times the least */
} costs[COSTS] = {{"address bits compared, counted in the netlist", "bits", true},
                  {"address bits compared, by formula", "bits", true},
                  {"area", "1000 um2", false},
                  {"critical path", "ns", false}};

/* NAN: it is not known. */
static double cost_of(const struct rh_report_design *d, unsigned cost) {
    if (cost == FORMULA)
        return d->formula > 0 ? (double)d->formula : NAN;
    if (d->area == NULL)
        return NAN;
    return cost == NETLIST ? (double)d->area->address_bits
           : cost == AREA  ? d->area->area_um2 / 1000
                           : d->area->critical_ns;
}

static bool priced(const struct rh_report_design *d, unsigned cost) {
    return d->measured > 0 && !isnan(cost_of(d, cost));
}

/* Designs that were measured, or of those, the ones whose cost is known. */
static unsigned count_priced(const struct rh_report *report, unsigned cost) {
    unsigned count = 0;
    for (unsigned i = 0; i < report->design_count; i++)
        count += cost == COSTS ? report->design[i].measured > 0 : priced(&report->design[i], cost);
    return count;
}

/* No other design costs less, or the same, and moves more. */
static bool on_front(const struct rh_report *report, const struct rh_report_design *d, unsigned cost) {
    for (unsigned i = 0; i < report->design_count; i++) {
        const struct rh_report_design *other = &report->design[i];
        if (!priced(other, cost) || other == d)
            continue;
        double saved = cost_of(d, cost) - cost_of(other, cost), won = other->efficiency - d->efficiency;
        if (saved >= 0 && won >= 0 && (saved > 0 || won > 0))
            return false;
    }
    return true;
}

/* Ranges and axes around all designs that have this cost. */
static void pareto_axes(const struct rh_report *report, unsigned cost, struct rh_svg *svg) {
    double most = 0, cheapest = INFINITY, least = 1, best = 0;
    char title[160];
    for (unsigned i = 0; i < report->design_count; i++) {
        const struct rh_report_design *d = &report->design[i];
        if (!priced(d, cost))
            continue;
        most = fmax(most, cost_of(d, cost));
        cheapest = fmin(cheapest, cost_of(d, cost));
        least = fmin(least, d->efficiency);
        best = fmax(best, d->efficiency);
    }
    svg->log_x = costs[cost].logarithmic;
    svg->x_least = svg->log_x ? cheapest / 1.2 : 0;
    svg->x_most = svg->log_x ? most * 1.2 : most * 1.05;
    svg->y_least = 10 * floor(10 * least);
    svg->y_most = fmax(svg->y_least + 10, 10 * ceil(10 * best));
    (void)snprintf(title, sizeof title, "%s (%s)", costs[cost].name, costs[cost].unit);
    rh_svg_x_axis(svg, title);
    rh_svg_y_axis(svg, "DRAM efficiency, %");
}

static void pareto(const struct rh_report *report, unsigned cost, FILE *to) {
    struct rh_svg svg;
    char title[160], tip[256];
    (void)snprintf(title, sizeof title, "DRAM efficiency over %s", costs[cost].name);
    open_figure(to, false);
    rh_svg_open(&svg, to, WIDTH, HEIGHT, title);
    pareto_axes(report, cost, &svg);
    for (unsigned i = 1; i < report->design_count; i++) {
        const struct rh_report_design *d = &report->design[i], *last = d - 1;
        char name[16];
        (void)snprintf(name, sizeof name, "l%u", colour(report, d));
        if (priced(d, cost) && priced(last, cost) && strcmp(last->controller, d->controller) == 0)
            rh_svg_line(&svg, rh_svg_x(&svg, cost_of(last, cost)), rh_svg_y(&svg, 100 * last->efficiency),
                        rh_svg_x(&svg, cost_of(d, cost)), rh_svg_y(&svg, 100 * d->efficiency), name);
    }
    for (unsigned i = 0; i < report->design_count; i++) {
        const struct rh_report_design *d = &report->design[i];
        char mark[32], name[RH_REPORT_NAME];
        if (!priced(d, cost))
            continue;
        bool front = on_front(report, d, cost);
        (void)snprintf(mark, sizeof mark, "c%u%s", colour(report, d), front ? " front" : "");
        (void)snprintf(tip, sizeof tip, "%s: %.1f %%, %.4g %s%s", rh_report_name(d, true, name), 100 * d->efficiency,
                       cost_of(d, cost), costs[cost].unit, front ? "; no design costs less and moves more" : "");
        rh_svg_dot(&svg, rh_svg_x(&svg, cost_of(d, cost)), rh_svg_y(&svg, 100 * d->efficiency), front ? 6 : 4, mark,
                   tip);
    }
    rh_svg_close(&svg);
    (void)snprintf(title, sizeof title,
                   "Mean DRAM efficiency of the suite over %s. Ringed: no design costs less and "
                   "moves more.",
                   costs[cost].name);
    close_figure(to, title);
}

void rh_report_pareto(const struct rh_report *report, FILE *to) {
    unsigned all = count_priced(report, COSTS), counted = count_priced(report, NETLIST);
    controllers_legend(report, false, to);
    fputs("<div class=\"charts\">\n", to);
    for (unsigned cost = 0; cost < COSTS; cost++)
        if (count_priced(report, cost) > 0 && (cost != FORMULA || counted < all))
            pareto(report, cost, to);
    fputs("</div>\n", to);
    if (counted < all)
        fprintf(to,
                "<p>The table of areas has no row of %u of these %u designs. <code>scripts/area --rows FILE.csv NAME "
                "'%s'</code> adds one, and <code>--area FILE.csv</code> has it read.</p>\n",
                all - counted, all, report->settings);
    rh_report_command(report, "sweep", false, " --over stream; rowhold area", to);
}

/* --- where the clocks go --- */

enum { PARTS = RH_INK_PARTS, DATA = 0, NO_WORK = PARTS - 1 };

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
    char title[160], tip[512], name[16], label[LABEL], own[RH_REPORT_NAME];
    (void)snprintf(title, sizeof title, "What the data bus of %s did, by stream", design->controller);
    open_figure(to, false);
    fprintf(to, "<h3>%s</h3>\n", rh_report_name(design, false, own));
    rh_svg_open(&svg, to, WIDTH, 60 + ROW * report->stream_count, title);
    svg.left = label_room(report);
    svg.x_most = 100;
    rh_svg_x_axis(&svg, "share of all clocks, %");
    for (unsigned s = 0; s < report->stream_count; s++) {
        double at = 0, y = svg.top + ROW * s + 3;
        rh_svg_text(&svg, svg.left - 6, y + 11, "end", label_of(report, s, label));
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
    fputs("</figure>\n", to);
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
    rh_report_command(report, "sweep", true, " --csv -", to);
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
    rh_svg_open(&svg, to, WIDTH, 60 + row * report->stream_count, title);
    svg.left = label_room(report);
    double range = most > least ? most - least : 1;
    svg.log_x = ratio;
    svg.x_least = ratio ? least : least < 0 ? least - range / 20 : 0;
    svg.x_most = ratio ? most * 1.1 : most + range / 20;
    rh_svg_x_axis(&svg, unit);
    for (unsigned s = 0; s < report->stream_count; s++) {
        double y = svg.top + row * s + GAP / 2;
        char label[LABEL];
        rh_svg_text(&svg, svg.left - 6, y + row / 2.0, "end", label_of(report, s, label));
        unsigned k = 0;
        for (unsigned next = 0; (design = shown(report, &next)) != NULL; k++) {
            char tip[512], name[16];
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
    controllers_legend(report, true, to);
    open_figure(to, true);
    bars(report, locality, true, "Requests an activate, by stream and controller", "requests an ACT", to);
    close_figure(to, "How many requests each opened row serves. <code>fifo</code> has the order of arrival.");
    rh_report_command(report, "sweep", true, " --show row_access_locality", to);
}

void rh_report_errors(const struct rh_report *report, FILE *to) {
    controllers_legend(report, true, to);
    open_figure(to, true);
    bars(report, error_of, false, "Error of the predicted DRAM efficiency, by stream and controller",
         "points, predicted - measured", to);
    close_figure(to, "How far the analytic model is off.");
    rh_report_command(report, "predict", true, " --model rowhold", to);
}
