// SPDX-License-Identifier: Apache-2.0
// The section of a report on GPU programs: what their schedulers waited for, and what that made of the DRAM.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_table.h"
#include "cmodel/cli/sweep/rh_sweep_table.h"
#include "cmodel/report/rh_report_page.h"
#include "rowhold/rh_gpu.h"

/* The row of a program in a chart: what differs between programs. */
static const char *program_label(const struct rh_report *report, uint64_t program, char label[RH_PAGE_LABEL]) {
    const struct rh_axes *axes = &report->programs.axes;
    char all[256] = "";
    for (unsigned i = 0; i + 2 < axes->count; i++)
        if (axes->axis[i].count > 1 || strcmp(axes->axis[i].option->name, "kernel") == 0) {
            const char *value = rh_axis_value(axes, i, program * axes->axis[axes->count - 2].count);
            const char *slash = strrchr(value, '/');
            size_t used = strlen(all);
            (void)snprintf(all + used, sizeof all - used, "%s%s", used != 0 ? " " : "",
                           slash != NULL ? slash + 1 : value);
        }
    (void)snprintf(label, RH_PAGE_LABEL, "%.*s%s", strlen(all) < RH_PAGE_LABEL ? RH_PAGE_LABEL - 1 : RH_PAGE_LABEL - 4,
                   all, strlen(all) < RH_PAGE_LABEL ? "" : "...");
    return label;
}

static double program_room(const struct rh_report *report, uint64_t programs) {
    char label[RH_PAGE_LABEL];
    double room = 0;
    for (uint64_t p = 0; p < programs; p++)
        room = fmax(room, rh_svg_text_width(program_label(report, p, label)));
    return room;
}

/* NAN: the point has none. */
static double program_figure(const struct rh_figures *figures, uint64_t point, const char *name) {
    unsigned column = rh_figures_find(figures, name);
    struct rh_figure f = {.there = false};
    if (column < figures->columns)
        f = rh_figures_at(figures, (unsigned)point, column);
    return f.there ? f.value : NAN;
}

/* Of the schedulers' clocks: issues, then each stall. */
static double slot_share(const struct rh_figures *figures, uint64_t point, unsigned part) {
    char name[64] = "kernel_warp_instructions";
    if (part != 0)
        (void)snprintf(name, sizeof name, "kernel_stall_%s", rh_gpu_stall_name(part - 1));
    double share = program_figure(figures, point, name) / program_figure(figures, point, "kernel_scheduler_cycles");
    return isnan(share) ? 0 : 100 * share;
}

static const char *slot_name(unsigned part) {
    return part == 0 ? "issue" : rh_gpu_stall_name(part - 1);
}

enum { SLOT_PARTS = RH_GPU_STALLS + 1 };
_Static_assert((int)SLOT_PARTS <= (int)RH_INK_PARTS, "a colour each");

static void slots(const struct rh_report *report, const struct rh_figures *figures, unsigned controller,
                  uint64_t programs, FILE *to) {
    enum { ROW = 20 };
    const struct rh_axis *axis = &report->programs.axes.axis[report->programs.axes.count - 2];
    struct rh_svg svg;
    char title[160], tip[256], name[16], label[RH_PAGE_LABEL];
    (void)snprintf(title, sizeof title, "What the schedulers did in front of %s, by program", axis->values[controller]);
    rh_page_open_figure(to, false);
    fprintf(to, "<h3>%s</h3>\n", axis->values[controller]);
    rh_svg_open(&svg, to, RH_PAGE_WIDTH, 60 + ROW * (double)programs, title);
    svg.left = program_room(report, programs);
    svg.x_most = 100;
    rh_svg_x_axis(&svg, "share of the schedulers' clocks, %");
    for (uint64_t p = 0; p < programs; p++) {
        double at = 0, y = svg.top + ROW * (double)p + 3;
        rh_svg_text(&svg, svg.left - 6, y + 11, "end", program_label(report, p, label));
        for (unsigned part = 0; part < SLOT_PARTS; part++) {
            double share = slot_share(figures, p * axis->count + controller, part);
            (void)snprintf(tip, sizeof tip, "%s, %s: %.1f %% %s", axis->values[controller], label, share,
                           slot_name(part));
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

/* A bar a controller for each program. */
static void program_bars(const struct rh_report *report, const struct rh_figures *figures, const char *figure,
                         const char *title, const char *unit, uint64_t programs, FILE *to) {
    enum { BAR = 9, GAP = 8 };
    const struct rh_axis *axis = &report->programs.axes.axis[report->programs.axes.count - 2];
    struct rh_svg svg;
    double most = 0;
    unsigned row = BAR * axis->count + GAP;
    for (uint64_t point = 0; point < report->programs.count; point++)
        most = fmax(most, program_figure(figures, point, figure)); /* fmax leaves out NAN */
    rh_svg_open(&svg, to, RH_PAGE_WIDTH, 60 + row * (double)programs, title);
    svg.left = program_room(report, programs);
    svg.x_most = most > 0 ? most * 1.05 : 1;
    rh_svg_x_axis(&svg, unit);
    for (uint64_t p = 0; p < programs; p++) {
        double y = svg.top + row * (double)p + GAP / 2;
        char label[RH_PAGE_LABEL], tip[256], name[16];
        rh_svg_text(&svg, svg.left - 6, y + row / 2.0, "end", program_label(report, p, label));
        for (unsigned k = 0; k < axis->count; k++) {
            double value = program_figure(figures, p * axis->count + k, figure);
            if (isnan(value))
                continue;
            (void)snprintf(tip, sizeof tip, "%s, %s: %.3g %s", axis->values[k], label, value, unit);
            (void)snprintf(name, sizeof name, "c%u", k % RH_REPORT_COLOURS);
            rh_svg_box(&svg, svg.left, y + BAR * k, fmax(rh_svg_x(&svg, value) - svg.left, 0.5), BAR - 1, name, tip);
        }
    }
    rh_svg_close(&svg);
}

static bool put_program_table(const struct rh_report *report, FILE *to) {
    static const char prefix[] = "kernel_";
    char columns[512] = "";
    struct rh_sweep_view view = {.show = "", .columns = columns};
    struct rh_error error;
    uint64_t failed;
    for (unsigned i = 0; i < report->programs.axes.count; i++) {
        const struct rh_axis *axis = &report->programs.axes.axis[i];
        size_t used = strlen(columns);
        if (axis->count > 1 || strcmp(axis->option->name, "kernel") == 0)
            (void)snprintf(columns + used, sizeof columns - used, "%s,", axis->option->name);
    }
    (void)snprintf(columns + strlen(columns), sizeof columns - strlen(columns),
                   "kernel_ipc,kernel_ipc_weighted,kernel_core_cycles,kernel_occupancy,dram_efficiency,"
                   "row_access_locality,latency_mean");
    struct rh_table *table = rh_sweep_table(&report->programs, &view, &failed, &error);
    if (table == NULL)
        return false;
    for (unsigned i = 0; i < table->count; i++) {
        char *heading = (char *)table->columns[i].heading; /* the table's own */
        if (strncmp(heading, prefix, sizeof prefix - 1) == 0)
            memmove(heading, heading + sizeof prefix - 1, strlen(heading) - sizeof prefix + 2);
    }
    rh_page_table(table, NULL, 0, to);
    rh_table_close(table);
    return true;
}

static void put_program_charts(const struct rh_report *report, const struct rh_figures *figures, FILE *to) {
    const struct rh_axis *axis = &report->programs.axes.axis[report->programs.axes.count - 2];
    const uint64_t programs = report->programs.count / axis->count;
    rh_page_controllers(report, false, to);
    rh_page_open_figure(to, true);
    program_bars(report, figures, "kernel_ipc", "Instructions a core clock, by program and controller",
                 "instructions of threads a core clock, of all cores", programs, to);
    rh_page_close_figure(to, "IPC of the whole GPU, to the end of its last core.");
    rh_page_open_figure(to, true);
    program_bars(report, figures, "kernel_occupancy", "Occupancy, by program and controller",
                 "share of the warps that fit", programs, to);
    rh_page_close_figure(to, "How full of warps the cores were, over the whole run.");
    fputs("<p class=\"legend\">", to);
    for (unsigned part = 0; part < SLOT_PARTS; part++)
        rh_page_legend(to, "s", part, slot_name(part));
    fputs("</p>\n<div class=\"charts\">\n", to);
    for (unsigned k = 0; k < axis->count; k++)
        slots(report, figures, k, programs, to);
    fputs("</div>\n", to);
}

bool rh_page_programs(const struct rh_report *report, FILE *to) {
    struct rh_figures figures = {.rows = 0};
    struct rh_error error;
    if (report->programs.count == 0)
        return true;
    bool good = rh_sweep_figures(&report->programs, &figures, NULL, &error);
    fprintf(to,
            "<section id=\"programs\">\n<h2>GPU programs</h2>\n<p>Queue of %u. The cores' clocks, what their "
            "schedulers waited for, and what that made of the DRAM.</p>\n",
            rh_report_queue(report));
    good = good && put_program_table(report, to);
    if (good)
        put_program_charts(report, &figures, to);
    rh_figures_close(&figures);
    char *options = rh_report_sweep_options(&report->programs);
    fputs("<p class=\"made\"><code>rowhold sweep", to);
    rh_svg_escape(to, options != NULL ? options : "");
    fputs("</code></p>\n</section>\n", to);
    free(options);
    return good;
}
