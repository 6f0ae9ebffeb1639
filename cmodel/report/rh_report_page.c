// SPDX-License-Identifier: Apache-2.0
// The page of a report: page.html with its places filled by facts, tables and charts, each with the command that makes
// it.
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/area/rh_area_system.h"
#include "cmodel/cli/complexity/rh_complexity_print.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/rh_table.h"
#include "cmodel/embedding/rh_run_report.h"
#include "cmodel/report/rh_report_page.h"

/* --- the colours, as the style of the page: each stands out in light and in dark --- */

/* The colours of the controllers, for a light and a dark page. */
static const struct rh_ink controllers[] = {
    {"#2a78d6", "#6aa9f0"}, {"#d2571b", "#f0895a"}, {"#12855a", "#4cc493"}, {"#8a4fc7", "#bd92ec"},
    {"#b8860b", "#e0b64a"}, {"#c2347a", "#ee7fb2"}, {"#0e8a9a", "#4fc3d1"}, {"#666e78", "#a9b1bb"},
    {"#6d9a00", "#b9dd4e"}, {"#7a4a2b", "#c99a76"}, {"#1f3f9e", "#93a5ff"}, {"#c8102e", "#ff7a85"},
    {"#1f2730", "#eef2f6"}, {"#dd86b4", "#ffd0e6"}, {"#4f6b52", "#9fc0a3"}, {"#94a3e6", "#cdd6ff"},
};
_Static_assert(sizeof controllers / sizeof controllers[0] == RH_REPORT_COLOURS, "a colour each");

_Static_assert((int)RH_NETLIST_PARTS <= (int)RH_INK_PARTS, "parts of an area have the first of these colours");

static struct rh_ink ink_of(char kind, unsigned i) {
    return kind == 'c' ? controllers[i] : rh_ink_part(i);
}

static void put_values(unsigned count, char kind, bool dark, FILE *to) {
    for (unsigned i = 0; i < count; i++)
        fprintf(to, " --%c%u: %s;", kind, i, dark ? ink_of(kind, i).dark : ink_of(kind, i).light);
}

static void put_root(bool dark, FILE *to) {
    fputs(":root {", to);
    put_values(RH_REPORT_COLOURS, 'c', dark, to);
    put_values(RH_INK_PARTS, 's', dark, to);
    fputs(" }\n", to);
}

static void put_rules(unsigned count, char kind, FILE *to) {
    for (unsigned i = 0; i < count; i++)
        fprintf(to, ".%c%u { fill: var(--%c%u); background: var(--%c%u); }\n", kind, i, kind, i, kind, i);
}

static void put_palette(FILE *to) {
    put_root(false, to);
    fputs("@media (prefers-color-scheme: dark) { ", to);
    put_root(true, to);
    fputs("}\n", to);
    put_rules(RH_REPORT_COLOURS, 'c', to);
    put_rules(RH_INK_PARTS, 's', to);
    for (unsigned i = 0; i < RH_REPORT_COLOURS; i++)
        fprintf(to, ".l%u { stroke: var(--c%u); }\n", i, i);
}

/* --- tables and lines --- */

static bool is_text(const struct rh_column *column) {
    return column->kind == RH_CELL_TEXT;
}

static void put_head(const struct rh_column *column, FILE *to) {
    fprintf(to, "<th scope=\"col\"%s", is_text(column) ? " class=\"text\"" : "");
    if (column->meaning != NULL) {
        fputs(" title=\"", to);
        rh_svg_escape(to, column->meaning);
        fputc('"', to);
    }
    fputs("><button type=\"button\">", to);
    rh_svg_escape(to, column->heading);
    fputs("</button></th>", to);
}

/* The cell as people read it, and beside it the value that it is sorted by. */
static void put_cell(const struct rh_table *table, unsigned row, unsigned column, FILE *to) {
    char buffer[RH_TABLE_BUFFER];
    const struct rh_column *c = &table->columns[column];
    const struct rh_cell *cell = rh_table_cell(table, row, column);
    const char *shown = rh_table_shown(table, row, column, buffer);
    bool bad = is_text(c) && !cell->none && strcmp(cell->text, "DIFFERED") == 0;
    fprintf(to, "<td%s", bad ? " class=\"text bad\"" : is_text(c) ? " class=\"text\"" : "");
    if (!cell->none) {
        fputs(" data-value=\"", to);
        if (is_text(c))
            rh_svg_escape(to, cell->text);
        else if (c->kind == RH_CELL_REAL)
            fprintf(to, "%.6f", cell->real);
        else
            fprintf(to, "%" PRIu64, cell->count);
        fputc('"', to);
    }
    fputc('>', to);
    for (const char *part = shown; *part != '\0';) { /* a long name is broken behind its joints */
        size_t length = strcspn(part, "+/");
        length += part[length] != '\0';
        char text[256];
        (void)snprintf(text, sizeof text, "%.*s", (int)length, part);
        rh_svg_escape(to, text);
        part += strlen(text);
        fputs(*part != '\0' ? "<wbr>" : "", to);
    }
    fputs("</td>", to);
}

static bool is_shown(const struct rh_column *column, const char *columns) {
    if (columns == NULL)
        return !column->hidden;
    size_t length = strlen(column->name);
    for (const char *at = columns; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, column->name, length) == 0)
            return true;
    return false;
}

static bool has_size(const struct rh_table *table, unsigned row, unsigned queue) {
    for (unsigned c = 0; queue != 0 && c < table->count; c++)
        if (strcmp(table->columns[c].name, "queue") == 0)
            return rh_table_cell(table, row, c)->count == queue;
    return true;
}

/* A table that a press on a heading sorts. `columns`: the names of those that are shown, with commas between; NULL: all
 * that are not hidden. `queue`: rows of this size alone; 0: all. */
void rh_page_table(const struct rh_table *table, const char *columns, unsigned queue, FILE *to) {
    fputs("<div class=\"scroll\" tabindex=\"0\"><table class=\"sortable\">\n<thead><tr>", to);
    for (unsigned c = 0; c < table->count; c++)
        if (is_shown(&table->columns[c], columns))
            put_head(&table->columns[c], to);
    fputs("</tr></thead>\n<tbody>\n", to);
    for (unsigned row = 0; row < rh_table_rows(table); row++) {
        if (!has_size(table, row, queue))
            continue;
        fputs("<tr>", to);
        for (unsigned c = 0; c < table->count; c++)
            if (is_shown(&table->columns[c], columns))
                put_cell(table, row, c, to);
        fputs("</tr>\n", to);
    }
    fputs("</tbody>\n</table></div>\n", to);
}

/* The command that makes what stands above it: its name, the lists of the report, the rest. */
static void put_command(const struct rh_report *report, const char *command, bool shown, const char *rest, FILE *to) {
    char *options = rh_report_options(report, shown);
    fprintf(to, "<p class=\"made\"><code>rowhold %s", command);
    rh_svg_escape(to, options != NULL ? options : "");
    fprintf(to, "%s</code></p>\n", rest);
    free(options);
}

/* The value of --preset, or NULL. */
static const char *preset_of(const struct rh_report *report) {
    const struct rh_axes *axes = &report->sweep.axes;
    for (unsigned i = 0; i < axes->count; i++)
        if (strcmp(axes->axis[i].option->name, "preset") == 0)
            return axes->axis[i].values[0];
    return NULL;
}

/* A command that asks for the DRAM's preset alone. */
static void put_preset_command(const struct rh_report *report, const char *command, FILE *to) {
    fprintf(to, "<p class=\"made\"><code>rowhold %s", command);
    if (preset_of(report) != NULL) {
        fputs(" --preset ", to);
        rh_svg_escape(to, preset_of(report));
    }
    fputs("</code></p>\n", to);
}

/* A colour and what it stands for: class `kind` and `index`. */
void rh_page_legend(FILE *to, const char *kind, unsigned index, const char *text) {
    fprintf(to, "<span><i class=\"%s%u\"></i>", kind, index);
    rh_svg_escape(to, text);
    fputs("</span>", to);
}

/* --- charts --- */

/* Which colour a design has: that of its controller. */
static unsigned colour(const struct rh_report *report, const struct rh_report_design *design) {
    const struct rh_axis *axis = &report->sweep.axes.axis[report->controllers];
    unsigned i = 0;
    while (i + 1 < axis->count && strcmp(axis->values[i], design->controller) != 0)
        i++;
    return i % RH_REPORT_COLOURS;
}

static const struct rh_report_design *next_shown(const struct rh_report *report, unsigned *next) {
    while (*next < report->design_count) {
        const struct rh_report_design *design = &report->design[(*next)++];
        if (design->queue == rh_report_queue(report))
            return design;
    }
    return NULL;
}

/* A stream as a chart has room for it: the end of a file's name, and what is cut is said. */
static const char *label_of(const struct rh_report *report, unsigned stream, char label[RH_PAGE_LABEL]) {
    const char *name = rh_report_stream(report, stream), *slash = strrchr(name, '/');
    name = slash != NULL ? slash + 1 : name;
    size_t length = strlen(name), cut = length < RH_PAGE_LABEL ? length : RH_PAGE_LABEL - 4;
    while (cut < length && cut > 0 && ((unsigned char)name[cut] & 0xc0) == 0x80) /* no half letter of UTF-8 */
        cut--;
    (void)snprintf(label, RH_PAGE_LABEL, "%.*s%s", (int)cut, name, cut < length ? "..." : "");
    return label;
}

/* Room beside a chart for the streams' names. */
static double label_room(const struct rh_report *report) {
    char label[RH_PAGE_LABEL];
    double room = 0;
    for (unsigned s = 0; s < report->stream_count; s++)
        room = fmax(room, rh_svg_text_width(label_of(report, s, label)));
    return room;
}

void rh_page_open_figure(FILE *to, bool wide) {
    fputs(wide ? "<figure class=\"wide\">\n" : "<figure>\n", to);
}

void rh_page_close_figure(FILE *to, const char *caption) {
    fprintf(to, "<figcaption>%s</figcaption>\n</figure>\n", caption);
}

/* `size`: of designs of the shown size, with what they store. */
void rh_page_controllers(const struct rh_report *report, bool size, FILE *to) {
    const struct rh_axis *axis = &report->sweep.axes.axis[report->controllers];
    char name[RH_REPORT_NAME];
    fputs("<p class=\"legend\">", to);
    for (unsigned i = 0; i < axis->count; i++) {
        const struct rh_report_design *design = size ? rh_report_shown(report, axis->values[i]) : NULL;
        rh_page_legend(to, "c", i % RH_REPORT_COLOURS,
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
    rh_page_open_figure(to, false);
    rh_svg_open(&svg, to, RH_PAGE_WIDTH, RH_PAGE_HEIGHT, title);
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
    rh_page_close_figure(to, title);
}

static void put_pareto(const struct rh_report *report, FILE *to) {
    unsigned all = count_priced(report, COSTS), counted = count_priced(report, NETLIST);
    rh_page_controllers(report, false, to);
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
    put_command(report, "sweep", false, " --over stream", to);
    put_preset_command(report, "area", to);
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
    char title[160], tip[512], name[16], label[RH_PAGE_LABEL], own[RH_REPORT_NAME];
    (void)snprintf(title, sizeof title, "What the data bus of %s did, by stream", design->controller);
    rh_page_open_figure(to, false);
    fprintf(to, "<h3>%s</h3>\n", rh_report_name(design, false, own));
    rh_svg_open(&svg, to, RH_PAGE_WIDTH, 60 + ROW * report->stream_count, title);
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

static void put_stalls(const struct rh_report *report, FILE *to) {
    const struct rh_report_design *design;
    fputs("<p class=\"legend\">", to);
    for (unsigned part = 0; part < PARTS; part++)
        if (part_there(report, part))
            rh_page_legend(to, "s", part, part_name(part));
    fputs("</p>\n<div class=\"charts\">\n", to);
    for (unsigned next = 0; (design = next_shown(report, &next)) != NULL;)
        stack(report, design, to);
    fputs("</div>\n", to);
    put_command(report, "sweep", true, " --csv -", to);
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
    for (unsigned next = 0; (design = next_shown(report, &next)) != NULL; count++)
        for (unsigned s = 0; s < report->stream_count; s++) {
            double v = value(&design->run[s]);
            least = fmin(least, isnan(v) ? zero : v);
            most = fmax(most, isnan(v) ? zero : v);
        }
    struct rh_svg svg;
    unsigned row = BAR * count + GAP;
    rh_svg_open(&svg, to, RH_PAGE_WIDTH, 60 + row * report->stream_count, title);
    svg.left = label_room(report);
    double range = most > least ? most - least : 1;
    svg.log_x = ratio;
    svg.x_least = ratio ? least : least < 0 ? least - range / 20 : 0;
    svg.x_most = ratio ? most * 1.1 : most + range / 20;
    rh_svg_x_axis(&svg, unit);
    for (unsigned s = 0; s < report->stream_count; s++) {
        double y = svg.top + row * s + GAP / 2;
        char label[RH_PAGE_LABEL];
        rh_svg_text(&svg, svg.left - 6, y + row / 2.0, "end", label_of(report, s, label));
        unsigned k = 0;
        for (unsigned next = 0; (design = next_shown(report, &next)) != NULL; k++) {
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

static void put_locality(const struct rh_report *report, FILE *to) {
    rh_page_controllers(report, true, to);
    rh_page_open_figure(to, true);
    bars(report, locality, true, "Requests an activate, by stream and controller", "requests an ACT", to);
    rh_page_close_figure(to, "How many requests each opened row serves. <code>fifo</code> has the order of arrival.");
    put_command(report, "sweep", true, " --show row_access_locality", to);
}

static void put_errors(const struct rh_report *report, FILE *to) {
    rh_page_controllers(report, true, to);
    rh_page_open_figure(to, true);
    bars(report, error_of, false, "Error of the predicted DRAM efficiency, by stream and controller",
         "points, predicted - measured", to);
    rh_page_close_figure(to, "How far the analytic model is off.");
    put_command(report, "predict", true, " --model rowhold", to);
}

/* --- what designs are made of --- */

static bool is_split(const struct rh_report_design *design) {
    return design->area != NULL && design->area->split_um2 > 0;
}

/* "banked_fifo 8", and in brackets what it stores where that is not its queue. */
static const char *size_label(const struct rh_report_design *design, char label[64]) {
    char stored[32] = "";
    if (design->stored >= 0 && design->stored != design->queue)
        (void)snprintf(stored, sizeof stored, " (%" PRId64 ")", design->stored);
    (void)snprintf(label, 64, "%s %u%s", design->controller, design->queue, stored);
    return label;
}

/* One bar: the parts of a design's area. */
static void bar(const struct rh_svg *svg, const struct rh_report_design *design, double y, double height) {
    char tip[160], name[16], label[64];
    double at = 0;
    size_label(design, label);
    rh_svg_text(svg, svg->left - 6, y + height - 2, "end", label);
    for (unsigned part = 0; part < RH_NETLIST_PARTS; part++) {
        double share = design->area->part_um2[part] / 1000;
        (void)snprintf(tip, sizeof tip, "%s: %.1f thousand um2 %s, %.1f a point of DRAM efficiency", label, share,
                       rh_netlist_part_name(part), design->efficiency > 0 ? share / (100 * design->efficiency) : 0);
        (void)snprintf(name, sizeof name, "s%u", part);
        if (share > 0)
            rh_svg_box(svg, rh_svg_x(svg, at), y, rh_svg_x(svg, at + share) - rh_svg_x(svg, at), height, name, tip);
        at += share;
    }
}

static void put_parts(const struct rh_report *report, FILE *to) {
    enum { ROW = 18 };
    struct rh_svg svg;
    char label[64];
    unsigned rows = 0;
    double most = 0, room = 0;
    for (unsigned i = 0; i < report->design_count; i++)
        if (is_split(&report->design[i])) {
            most = fmax(most, report->design[i].area->area_um2 / 1000);
            room = fmax(room, rh_svg_text_width(size_label(&report->design[i], label)));
            rows++;
        }
    if (rows == 0) {
        fputs("<p>The table of areas does not say what these designs are made of.</p>\n", to);
        return;
    }
    fputs("<p class=\"legend\">", to);
    for (unsigned part = 0; part < RH_NETLIST_PARTS; part++)
        rh_page_legend(to, "s", part, rh_netlist_part_name(part));
    fputs("</p>\n<figure class=\"wide\">\n", to);
    rh_svg_open(&svg, to, RH_PAGE_WIDTH, 60 + ROW * rows, "Area of each design by what it is made of");
    svg.left = room;
    svg.x_most = most * 1.03;
    rh_svg_x_axis(&svg, "area, 1000 um2");
    for (unsigned i = 0, row = 0; i < report->design_count; i++)
        if (is_split(&report->design[i]))
            bar(&svg, &report->design[i], svg.top + ROW * row++ + 2, ROW - 5);
    rh_svg_close(&svg);
    fputs("<figcaption>Storage grows with the queue in every design; what the scheduler and its comparators add is the "
          "rest. In brackets: what a queue stores where its banks share it out.</figcaption>\n</figure>\n",
          to);
    put_preset_command(report, "area", to);
}

/* The tables of `rowhold complexity` and, below, of `rowhold area --system`. False without memory. */
static bool put_bits(const struct rh_report *report, FILE *to) {
    const struct rh_complexity_system *s = &report->system, thesis = rh_complexity_thesis();
    struct rh_counter counter = {.table = &report->area};
    struct rh_complexity_lines lines;
    struct rh_error error;
    struct rh_table *table = NULL;
    char command[48];
    if (rh_complexity_lines_make(&lines, s, NULL, report->settings, &counter, &error))
        table = rh_complexity_table(&lines);
    rh_complexity_lines_close(&lines);
    rh_counter_close(&counter);
    fprintf(to,
            "<p>By formula, as published and as counted in the netlist, for %" PRIu32 " cores and %" PRIu32
            " controllers of %" PRIu32 " entries before %" PRIu32 " banks of %" PRIu32 " rows each. %s</p>\n",
            s->cores, s->controllers, s->queue, s->banks, s->rows,
            memcmp(s, &thesis, sizeof thesis) == 0 ? "That is the thesis' machine."
                                                   : "Published bits are of the thesis' machine, another one.");
    if (table != NULL)
        rh_page_table(table, NULL, 0, to);
    rh_table_close(table);
    (void)snprintf(command, sizeof command, "complexity --queue %" PRIu32, s->queue);
    put_preset_command(report, command, to);
    return table != NULL;
}

static void put_systems(const struct rh_report *report, FILE *to) {
    struct rh_error none;
    struct rh_table *table = rh_area_system_table(&report->area, report->settings, &none);
    if (table == NULL) {
        fprintf(to,
                "<p>The table of areas has no system of controllers with <code>%s</code>; "
                "<code>rowhold area --system</code> prints the thesis' machine, which is another one.</p>\n",
                report->settings);
        return;
    }
    fprintf(to,
            "<p>%" PRIu32 " controllers of this geometry and the allocators of the request network of %" PRIu32
            " cores before them; per cent: more than <code>fr_fcfs</code> behind the same allocator without a hold "
            "rule, and more than its controllers alone.</p>\n",
            report->system.controllers, report->system.cores);
    rh_page_table(table, NULL, 0, to);
    fprintf(to, "<p class=\"made\"><code>rowhold area --system%s%s%s</code></p>\n",
            report->settings[0] != '\0' ? " '" : "", report->settings, report->settings[0] != '\0' ? "'" : "");
    rh_table_close(table);
}

/* --- the page --- */

static const char page_html[] = {
#include "cmodel/report/rh_page_html.inc"
};
static const char page_css[] = {
#include "cmodel/report/rh_page_css.inc"
};
static const char page_js[] = {
#include "cmodel/report/rh_page_js.inc"
};

struct page {
    const struct rh_report *report;
    const struct rh_table_result *result;
    FILE *to;
};

/* What a design keeps of fr_fcfs, and what it saves: the question of the thesis. */
static void put_answer(const struct page *page, const char *controller) {
    const struct rh_report_design *design = rh_report_shown(page->report, controller);
    const struct rh_report_design *associative = rh_report_shown(page->report, "fr_fcfs");
    if (design == NULL || associative == NULL || design->relative <= 0)
        return;
    fprintf(page->to,
            "<li>With a queue of %u, <code>%s</code> reaches %.1f %% of the throughput of "
            "<code>fr_fcfs</code>",
            design->queue, controller, 100 * design->relative);
    if (design->stored >= 0 && design->stored != associative->stored)
        fprintf(page->to, ", storing %" PRId64 " requests where that stores %" PRId64, design->stored,
                associative->stored);
    if (design->area != NULL && associative->area != NULL)
        fprintf(page->to,
                ", with %.1f %% of its compared address bits, %.1f %% of its area and %.1f %% of its critical "
                "path",
                100.0 * design->area->address_bits / associative->area->address_bits,
                100 * design->area->area_um2 / associative->area->area_um2,
                100 * design->area->critical_ns / associative->area->critical_ns);
    fputs(".</li>\n", page->to);
}

static void put_checks(const struct page *page) {
    const struct rh_report *report = page->report;
    double error = 0, worst = 0;
    unsigned runs = 0, matched = 0, differed = 0;
    uint64_t clocks = 0;
    for (unsigned d = 0; d < report->design_count; d++) {
        const struct rh_report_design *design = &report->design[d];
        matched += design->lockstep == RH_REPORT_MATCHED;
        differed += design->lockstep == RH_REPORT_DIFFERED;
        clocks += design->lockstep == RH_REPORT_MATCHED ? design->evidence.clocks : 0;
        for (unsigned s = 0; s < report->stream_count; s++) {
            const struct rh_report_run *run = &design->run[s];
            double points = 100 * (run->predicted_efficiency - run->efficiency);
            if (!run->measured || !run->predicted)
                continue;
            points = points < 0 ? -points : points;
            error += points;
            worst = points > worst ? points : worst;
            runs++;
        }
    }
    if (runs > 0)
        fprintf(page->to,
                "<li>The analytic model is off by %.2f points of DRAM efficiency in the mean of %u runs, by "
                "%.2f at worst.</li>\n",
                error / runs, runs, worst);
    if (matched > 0)
        fprintf(page->to, "<li>RTL and C model were equal in all %" PRIu64 " clocks of %u co-simulations.</li>\n",
                clocks, matched);
    if (differed > 0)
        fprintf(page->to, "<li>RTL and C model <strong>differed</strong> in %u co-simulation%s.</li>\n", differed,
                differed == 1 ? "" : "s");
}

static void put_facts(const struct page *page) {
    fputs("<ul class=\"facts\">\n", page->to);
    put_answer(page, "banked_fifo");
    put_answer(page, "fr_fcfs_serial");
    put_checks(page);
    fputs("</ul>\n", page->to);
}

static void put_hash(const struct page *page) {
    char hash[32];
    if (rh_table_result_hash(page->result, hash))
        fputs(hash, page->to);
}

static void put_designs(const struct page *page) {
    rh_page_table(page->result->rows,
                  "controller,queue,queue_stored,dram_efficiency,predicted_dram_efficiency,prediction_error_points,"
                  "throughput_over_fr_fcfs,latency_mean,latency_p99",
                  0, page->to);
    put_command(page->report, "report", false, " --csv -", page->to);
}

static void put_runs(const struct page *page) {
    rh_page_table(page->result->more, NULL, 0, page->to);
    put_command(page->report, "predict", false, " --model rowhold", page->to);
}

/* One place of the template. False: it has no such place. */
static bool put_place(const struct page *page, const char *name) {
    const struct rh_report *r = page->report;
    FILE *to = page->to;
    if (strcmp(name, "css") == 0) {
        fputs(page_css, to);
        put_palette(to);
    } else if (strcmp(name, "js") == 0)
        fputs(page_js, to);
    else if (strcmp(name, "version") == 0)
        rh_svg_escape(to, rh_result_version());
    else if (strcmp(name, "commit") == 0)
        rh_svg_escape(to, rh_result_commit());
    else if (strcmp(name, "hash") == 0)
        put_hash(page);
    else if (strcmp(name, "command") == 0)
        rh_svg_escape(to, r->command);
    else if (strcmp(name, "facts") == 0)
        put_facts(page);
    else if (strcmp(name, "streams") == 0)
        fprintf(to, "%u stream%s", r->stream_count, r->stream_count == 1 ? "" : "s");
    else if (strcmp(name, "queue") == 0)
        fprintf(to, "%u", rh_report_queue(r));
    else if (strcmp(name, "designs") == 0)
        put_designs(page);
    else if (strcmp(name, "costs") == 0)
        rh_page_table(page->result->rows,
                      "controller,queue,queue_stored,dram_efficiency,compared_formula,compared_published,"
                      "compared_netlist,flops,area_um2,critical_ns",
                      0, to);
    else if (strcmp(name, "checks") == 0)
        rh_page_table(page->result->rows, "controller,lockstep,lockstep_clocks,proofs,proofs_held,proofs_stale",
                      rh_report_queue(r), to);
    else if (strcmp(name, "runs") == 0)
        put_runs(page);
    else if (strcmp(name, "machine") == 0)
        rh_svg_escape(to, r->dram);
    else if (strcmp(name, "pareto") == 0)
        put_pareto(r, to);
    else if (strcmp(name, "stalls") == 0)
        put_stalls(r, to);
    else if (strcmp(name, "locality") == 0)
        put_locality(r, to);
    else if (strcmp(name, "errors") == 0)
        put_errors(r, to);
    else if (strcmp(name, "parts") == 0)
        put_parts(r, to);
    else if (strcmp(name, "bits") == 0)
        return put_bits(r, to);
    else if (strcmp(name, "systems") == 0)
        put_systems(r, to);
    else if (strcmp(name, "programs") == 0)
        return rh_page_programs(r, to);
    else if (strcmp(name, "fairness") == 0)
        return rh_page_fairness(r, to);
    else
        return false;
    return true;
}

bool rh_report_page(const struct rh_report *report, const struct rh_table_result *result, FILE *to) {
    const struct page page = {report, result, to};
    const char *rest = page_html;
    for (const char *open; (open = strstr(rest, "{{")) != NULL;) {
        char name[32];
        const char *close = strstr(open, "}}");
        (void)snprintf(name, sizeof name, "%.*s", (int)(close - open - 2), open + 2);
        (void)fwrite(rest, 1, (size_t)(open - rest), to);
        if (!put_place(&page, name))
            return false;
        rest = close + 2;
    }
    fputs(rest, to);
    return true;
}
