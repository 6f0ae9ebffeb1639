// SPDX-License-Identifier: Apache-2.0
// What designs are made of: parts of the area, bits, whole systems.
#include <math.h>

#include "cmodel/cli/rh_area_system.h"
#include "cmodel/cli/rh_complexity_print.h"
#include "cmodel/report/rh_report.h"
#include "cmodel/report/rh_svg.h"

static bool is_split(const struct rh_report_design *design) {
    return design->area != NULL && design->area->split_um2 > 0;
}

/* One bar: the parts of a design's area. */
static void bar(const struct rh_svg *svg, const struct rh_report_design *design, double y, double height) {
    char tip[160], name[16], label[64];
    double at = 0;
    (void)snprintf(label, sizeof label, "%s %u", design->controller, design->queue);
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
    enum { WIDE = 640, ROW = 18 };
    struct rh_svg svg;
    unsigned rows = 0;
    double most = 0;
    for (unsigned i = 0; i < report->design_count; i++)
        if (is_split(&report->design[i])) {
            most = fmax(most, report->design[i].area->area_um2 / 1000);
            rows++;
        }
    if (rows == 0) {
        fputs("<p>No design of these sizes is split in the table of areas.</p>\n", to);
        return;
    }
    fputs("<p class=\"legend\">", to);
    for (unsigned part = 0; part < RH_NETLIST_PARTS; part++)
        rh_report_legend(to, "s", part, rh_netlist_part_name(part));
    fputs("</p>\n<figure class=\"wide\">\n", to);
    rh_svg_open(&svg, to, WIDE, 60 + ROW * rows, "Area of each design by what it is made of");
    svg.left = 130;
    svg.x_most = most * 1.03;
    rh_svg_x_axis(&svg, "area, 1000 um2");
    for (unsigned i = 0, row = 0; i < report->design_count; i++)
        if (is_split(&report->design[i]))
            bar(&svg, &report->design[i], svg.top + ROW * row++ + 2, ROW - 5);
    rh_svg_close(&svg);
    fputs("<figcaption>Storage grows with the queue in every design; what the scheduler and its comparators add is the "
          "rest. <code>rowhold area</code></figcaption>\n</figure>\n",
          to);
}

bool rh_report_bits(const struct rh_report *report, FILE *to) {
    const struct rh_complexity_system thesis = rh_complexity_thesis();
    struct rh_counter counter = {.table = &report->area};
    struct rh_complexity_lines lines;
    struct rh_error error;
    struct rh_table *table = NULL;
    if (rh_complexity_lines_make(&lines, &thesis, NULL, &counter, &error))
        table = rh_complexity_table(&lines);
    rh_complexity_lines_close(&lines);
    rh_counter_close(&counter);
    if (table != NULL)
        rh_report_html(table, "rowhold complexity", to);
    rh_table_close(table);
    return table != NULL;
}

bool rh_report_systems(const struct rh_report *report, FILE *to) {
    struct rh_error none;
    struct rh_table *table = rh_area_system_table(&report->area, NULL, &none);
    if (table != NULL)
        rh_report_html(table, "rowhold area --system", to);
    else
        fputs("<p>The table of areas has no row of the controllers and allocators of such a system.</p>\n", to);
    rh_table_close(table);
    return true;
}
