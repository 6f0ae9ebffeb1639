// SPDX-License-Identifier: Apache-2.0
// The section of a report on streams whose cores share the controllers: how much each slows the others down, and what
// it costs to be fair.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_table.h"
#include "cmodel/cli/sweep/rh_sweep_table.h"
#include "cmodel/report/rh_report_page.h"

static const struct rh_axis *controllers_of(const struct rh_report *report) {
    return &report->shared.axes.axis[report->shared.axes.count - 2];
}

/* Mean over the streams of a statistic of a controller; NAN: a stream has none. */
static double mean_of(const struct rh_report *report, const struct rh_figures *figures, unsigned controller,
                      const char *name) {
    const uint64_t step = controllers_of(report)->count;
    unsigned column = rh_figures_find(figures, name);
    double sum = 0;
    for (uint64_t point = controller; point < report->shared.count; point += step) {
        struct rh_figure figure = {.there = false};
        if (column < figures->columns)
            figure = rh_figures_at(figures, (unsigned)point, column);
        sum += figure.there ? figure.value : NAN;
    }
    return sum / (double)(report->shared.count / step);
}

/* Of the shown size; NAN: the table of areas does not have it. */
static double area_of(const struct rh_report *report, unsigned controller) {
    const struct rh_report_design *design = rh_report_shown(report, controllers_of(report)->values[controller]);
    return design != NULL && design->area != NULL ? design->area->area_um2 / 1000 : NAN;
}

/* A dot a controller. */
static void scatter(const struct rh_report *report, const struct rh_figures *figures, const char *name,
                    const char *meaning, FILE *to) {
    const struct rh_axis *axis = controllers_of(report);
    struct rh_svg svg;
    double widest = 0, most = 0;
    char title[160], tip[256], mark[16];
    for (unsigned k = 0; k < axis->count; k++) {
        double area = area_of(report, k), value = mean_of(report, figures, k, name);
        if (isnan(area) || isnan(value))
            continue;
        widest = fmax(widest, area);
        most = fmax(most, value);
    }
    if (widest <= 0 || most <= 0)
        return;
    (void)snprintf(title, sizeof title, "%s over area", meaning);
    rh_page_open_figure(to, false);
    rh_svg_open(&svg, to, RH_PAGE_WIDTH, RH_PAGE_HEIGHT, title);
    svg.x_most = widest * 1.05;
    svg.y_most = most * 1.1;
    rh_svg_x_axis(&svg, "area (1000 um2)");
    rh_svg_y_axis(&svg, meaning);
    for (unsigned k = 0; k < axis->count; k++) {
        double area = area_of(report, k), value = mean_of(report, figures, k, name);
        if (isnan(area) || isnan(value))
            continue;
        (void)snprintf(tip, sizeof tip, "%s: %s %.3f, %.4g thousand um2", axis->values[k], name, value, area);
        (void)snprintf(mark, sizeof mark, "c%u", k % RH_REPORT_COLOURS);
        rh_svg_dot(&svg, rh_svg_x(&svg, area), rh_svg_y(&svg, value), 5, mark, tip);
    }
    rh_svg_close(&svg);
    (void)snprintf(title, sizeof title, "%s, mean over the streams.", meaning);
    rh_page_close_figure(to, title);
}

/* What is the network's need not be said in each heading, and a heading may have several lines. */
static void shorten_headings(struct rh_table *table) {
    static const char prefix[] = "network_";
    for (unsigned i = 0; i < table->count; i++) {
        char *heading = (char *)table->columns[i].heading; /* the table's own */
        if (strncmp(heading, prefix, sizeof prefix - 1) == 0)
            memmove(heading, heading + sizeof prefix - 1, strlen(heading) - sizeof prefix + 2);
        for (char *at = heading; (at = strchr(at, '_')) != NULL;)
            *at = '\n';
    }
}

bool rh_page_fairness(const struct rh_report *report, FILE *to) {
    static const struct rh_sweep_view view = {
        .show = "",
        .columns = "stream,controller,weighted_speedup,slowdown_max,unfairness,network_jain_index,"
                   "network_throughput,network_latency_mean"};
    struct rh_figures figures = {.rows = 0};
    struct rh_error error;
    uint64_t failed;
    if (report->shared.count == 0)
        return true;
    struct rh_table *table = rh_sweep_table(&report->shared, &view, &failed, &error);
    bool good = table != NULL && rh_sweep_figures(&report->shared, &figures, NULL, &error);
    fprintf(to,
            "<section id=\"fairness\">\n<h2>Cores that share</h2>\n<p>Queue of %u, behind a crossbar. Each core's "
            "requests ran alone, too: how much longer they took beside the others.</p>\n",
            rh_report_queue(report));
    if (good) {
        shorten_headings(table);
        rh_page_table(table, NULL, 0, to);
        rh_page_controllers(report, false, to);
        fputs("<div class=\"charts\">\n", to);
        scatter(report, &figures, "slowdown_max", "greatest slowdown of a core", to);
        scatter(report, &figures, "weighted_speedup", "weighted speedup, cores", to);
        scatter(report, &figures, "network_throughput", "requests a memory clock", to);
        fputs("</div>\n", to);
    }
    rh_table_close(table);
    rh_figures_close(&figures);
    char *options = rh_report_sweep_options(&report->shared);
    fputs("<p class=\"made\"><code>rowhold sweep", to);
    rh_svg_escape(to, options != NULL ? options : "");
    fputs("</code></p>\n</section>\n", to);
    free(options);
    return good;
}
