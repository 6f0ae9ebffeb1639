// SPDX-License-Identifier: Apache-2.0
// What designs are made of: parts of the area, bits, whole systems.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cmodel/cli/area/rh_area_system.h"
#include "cmodel/cli/complexity/rh_complexity_print.h"
#include "cmodel/report/rh_report.h"
#include "cmodel/report/rh_svg.h"

static bool is_split(const struct rh_report_design *design) {
    return design->area != NULL && design->area->split_um2 > 0;
}

/* "banked_fifo 8", and in brackets what it stores where that is not its queue. */
static const char *label_of(const struct rh_report_design *design, char label[64]) {
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
    label_of(design, label);
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

void rh_report_parts(const struct rh_report *report, FILE *to) {
    enum { WIDTH = 460, ROW = 18 };
    struct rh_svg svg;
    char label[64];
    unsigned rows = 0;
    double most = 0, room = 0;
    for (unsigned i = 0; i < report->design_count; i++)
        if (is_split(&report->design[i])) {
            most = fmax(most, report->design[i].area->area_um2 / 1000);
            room = fmax(room, rh_svg_text_width(label_of(&report->design[i], label)));
            rows++;
        }
    if (rows == 0) {
        fputs("<p>The table of areas has no row of these designs.</p>\n", to);
        return;
    }
    fputs("<p class=\"legend\">", to);
    for (unsigned part = 0; part < RH_NETLIST_PARTS; part++)
        rh_report_legend(to, "s", part, rh_netlist_part_name(part));
    fputs("</p>\n<figure class=\"wide\">\n", to);
    rh_svg_open(&svg, to, WIDTH, 60 + ROW * rows, "Area of each design by what it is made of");
    svg.left = room;
    svg.x_most = most * 1.03;
    rh_svg_x_axis(&svg, "area, 1000 um2");
    for (unsigned i = 0, row = 0; i < report->design_count; i++)
        if (is_split(&report->design[i]))
            bar(&svg, &report->design[i], svg.top + ROW * row++ + 2, ROW - 5);
    rh_svg_close(&svg);
    fputs("<figcaption>Storage grows with the queue in every design; what the scheduler and its comparators add is the "
          "rest. In brackets: what a queue stores where its banks share it out.</figcaption>\n</figure>\n"
          "<p class=\"made\"><code>rowhold area</code></p>\n",
          to);
}

/* The value of --preset, or NULL. */
static const char *preset_of(const struct rh_report *report) {
    const struct rh_axes *axes = &report->sweep.axes;
    for (unsigned i = 0; i < axes->count; i++)
        if (strcmp(axes->axis[i].option->name, "preset") == 0)
            return axes->axis[i].values[0];
    return NULL;
}

bool rh_report_bits(const struct rh_report *report, FILE *to) {
    const struct rh_complexity_system *s = &report->system, thesis = rh_complexity_thesis();
    struct rh_counter counter = {.table = &report->area};
    struct rh_complexity_lines lines;
    struct rh_error error;
    struct rh_table *table = NULL;
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
        rh_report_html(table, NULL, 0, to);
    rh_table_close(table);
    fprintf(to, "<p class=\"made\"><code>rowhold complexity --queue %" PRIu32, s->queue);
    if (preset_of(report) != NULL) {
        fputs(" --preset ", to);
        rh_svg_escape(to, preset_of(report));
    }
    fputs("</code></p>\n", to);
    return table != NULL;
}

void rh_report_systems(const struct rh_report *report, FILE *to) {
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
    rh_report_html(table, NULL, 0, to);
    fprintf(to, "<p class=\"made\"><code>rowhold area --system%s%s%s</code></p>\n",
            report->settings[0] != '\0' ? " '" : "", report->settings, report->settings[0] != '\0' ? "'" : "");
    rh_table_close(table);
}
