// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/sweep/rh_sweep_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/sweep/rh_sweep.h"
#include "cmodel/core/rh_near.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_command.h"
#include "rowhold/rh_cores.h"
#include "rowhold/rh_energy.h"
#include "rowhold/rh_gpu.h"
#include "rowhold/rh_stats.h"

/*  */

static bool put_latency(struct rh_figures *figures, const char *name) {
    char full[96];
    bool good = true;
    for (unsigned i = 0; good && i < RH_PERCENTILES + 2; i++) {
        const char *end = i == 0 ? "mean" : i > RH_PERCENTILES ? "max" : rh_percentile_name(i - 1);
        (void)snprintf(full, sizeof full, "latency%s%s_%s", name[0] == '\0' ? "" : "_", name, end);
        good = rh_figures_name(figures, full);
    }
    return good;
}

static bool put_network(struct rh_figures *figures) {
    char full[96];
    bool good = true;
    for (unsigned i = 0; good && i < RH_LOOP_COUNTS; i++) {
        (void)snprintf(full, sizeof full, "network_%s", rh_loop_count_name(i));
        good = rh_figures_name(figures, full);
    }
    for (unsigned i = 0; good && i < RH_LOOP_PARTS; i++) {
        (void)snprintf(full, sizeof full, "network_latency_%s_mean", rh_loop_part_name(i));
        good = rh_figures_name(figures, full);
    }
    for (unsigned i = 0; good && i < RH_LOOP_FIGURES; i++) {
        (void)snprintf(full, sizeof full, "network_%s", rh_loop_figure_name(i));
        good = rh_figures_name(figures, full);
    }
    return good;
}

static bool put_kernel(struct rh_figures *figures) {
    char full[96];
    bool good = true;
    for (unsigned i = 0; good && i < RH_GPU_COUNTS + RH_GPU_FIGURES; i++) {
        (void)snprintf(full, sizeof full, "kernel_%s",
                       i < RH_GPU_COUNTS ? rh_gpu_count_name(i) : rh_gpu_figure_name(i - RH_GPU_COUNTS));
        good = rh_figures_name(figures, full);
    }
    for (unsigned i = 0; good && i < RH_WARP_OPS; i++) {
        (void)snprintf(full, sizeof full, "kernel_%s_instructions", rh_warp_op_name((enum rh_warp_op)i));
        good = rh_figures_name(figures, full);
    }
    for (unsigned i = 0; good && i < RH_WARP_SPACES; i++) {
        (void)snprintf(full, sizeof full, "kernel_%s_accesses", rh_warp_space_name((enum rh_warp_space)i));
        good = rh_figures_name(figures, full);
    }
    for (unsigned i = 0; good && i < RH_GPU_STALLS; i++) {
        (void)snprintf(full, sizeof full, "kernel_stall_%s", rh_gpu_stall_name(i));
        good = rh_figures_name(figures, full);
    }
    return good;
}

bool rh_sweep_names(const struct rh_sweep *sweep, struct rh_figures *figures, struct rh_error *error) {
    bool slowdown = rh_axes_have(&sweep->axes, "slowdown");
    bool good = rh_figures_open(figures, 1) && rh_figures_name(figures, RH_FIGURES_CHANNELS);
    for (unsigned i = 0; good && i < RH_STATS; i++)
        good = rh_figures_name(figures, rh_stats_name(i));
    for (unsigned i = 0; good && i < RH_FIGURES; i++)
        good = rh_figures_name(figures, rh_stats_figure_name(i));
    good = good && rh_figures_name(figures, "row_access_locality_before_network") &&
           rh_figures_name(figures, "row_access_locality_after_network") &&
           rh_figures_name(figures, "offered_gb_per_s") && put_latency(figures, "");
    for (unsigned i = 0; good && i < RH_LATENCIES; i++)
        good = put_latency(figures, rh_stats_latency_name(i));
    for (unsigned i = 0; good && slowdown && i < RH_FAIRNESS_FIGURES; i++)
        good = rh_figures_name(figures, rh_fairness_name(i));
    for (unsigned i = 0; good && i < RH_CAUSES; i++) {
        char full[64];
        (void)snprintf(full, sizeof full, "stall_%s", rh_cause_key(i));
        good = rh_figures_name(figures, full);
    }
    for (unsigned i = 0; good && i < RH_ENERGY_COMPONENTS; i++) {
        char full[64];
        (void)snprintf(full, sizeof full, "energy_%s", rh_energy_component(i));
        good = rh_figures_name(figures, full);
    }
    good = good && rh_figures_name(figures, "energy_total");
    bool kernels = rh_axes_have(&sweep->axes, "kernel");
    if (kernels || rh_axes_have(&sweep->axes, "network"))
        good = good && put_network(figures);
    if (kernels)
        good = good && put_kernel(figures);
    return good || rh_error_set(error, "sweep: found no memory, expected enough");
}

/* How the values of a group are made one. */
enum { MEAN, SPREAD, LEAST, GREATEST, WAYS };
static const char *const suffixes[WAYS] = {"", "_sd", "_least", "_greatest"};

struct build {
    const struct rh_sweep *sweep;
    const struct rh_sweep_view *view;
    struct rh_figures figures; /* by point of the part */
    char (*hashes)[32];
    unsigned over; /* axis; axes.count: none */
    unsigned ways;
    struct rh_column *columns; /* axes but for `over`, the hash unless there is an `over`, figures by way */
    unsigned count;
    unsigned *picked; /* columns of the table, in its order */
    unsigned picks;
};

static bool is_listed(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

/* Every name of the list is a figure. */
static bool check_list(const struct build *build, struct rh_error *error) {
    for (const char *at = build->view->show; *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        char name[64], text[RH_NEAR_TEXT];
        (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        if (rh_figures_find(&build->figures, name) < build->figures.columns)
            continue;
        struct rh_near near = {.word = name};
        for (unsigned i = 0; i < build->figures.columns; i++)
            rh_near_offer(&near, build->figures.names[i]);
        return rh_error_set(error, "--show: found '%s', expected statistics of `simulate --stats`%s", name,
                            rh_near_text(&near, text));
    }
    return true;
}

bool rh_sweep_figures(const struct rh_sweep *sweep, struct rh_figures *figures, char (*hashes)[32],
                      struct rh_error *error) {
    if (!rh_figures_open(figures, (unsigned)sweep->count))
        return rh_error_set(error, "sweep: found no memory, expected enough");
    for (unsigned i = 0; i < sweep->count; i++) {
        char hash[32] = "";
        if (sweep->merge != NULL
                ? !rh_sweep_merge_read(sweep->merge, i, figures, hash, error)
                : access(sweep->files[i], F_OK) == 0 && !rh_figures_read(figures, i, sweep->files[i], hash, error))
            return false;
        if (hashes != NULL)
            memcpy(hashes[i], hash, sizeof hash);
    }
    return true;
}

bool rh_sweep_one_memory(const struct rh_sweep *sweep, const struct rh_figures *figures, unsigned over,
                         struct rh_error *error) {
    const struct rh_axes *axes = &sweep->axes;
    unsigned column = rh_figures_find(figures, RH_FIGURES_CHANNELS), stride = (unsigned)rh_axes_stride(axes, over);
    if (over == axes->count || column == figures->columns ||
        strcmp(axes->axis[over].option->name, RH_FIGURES_CHANNELS) == 0)
        return true;
    for (unsigned point = 0; point < sweep->count; point++) {
        unsigned first = point - point / stride % axes->axis[over].count * stride;
        struct rh_figure a = rh_figures_at(figures, first, column), b = rh_figures_at(figures, point, column);
        if (a.there && b.there && a.count != b.count)
            return rh_error_set(error,
                                "--over: found %" PRIu64 " channel%s with %s and %" PRIu64 " with %s in one row, "
                                "expected one memory (--channels, or a sweep each)",
                                a.count, a.count == 1 ? "" : "s", rh_axis_value(axes, over, first), b.count,
                                rh_axis_value(axes, over, point));
    }
    return true;
}

static bool read_all(struct build *build, uint64_t *failed, struct rh_error *error) {
    const struct rh_sweep *sweep = build->sweep;
    *failed = 0;
    build->hashes = calloc(sweep->count + 1, sizeof *build->hashes);
    if (build->hashes == NULL)
        return rh_error_set(error, "sweep: found no memory, expected enough");
    if (!rh_sweep_figures(sweep, &build->figures, build->hashes, error))
        return false;
    for (unsigned i = 0; i < sweep->count; i++)
        *failed += build->hashes[i][0] == '\0';
    return true;
}

static bool find_over(struct build *build, struct rh_error *error) {
    const struct rh_axes *axes = &build->sweep->axes;
    const char *over = build->view->over;
    build->over = over == NULL ? axes->count : rh_axes_find(axes, "--over", over, error);
    build->ways = over == NULL ? 1 : WAYS;
    return over == NULL || build->over < axes->count;
}

/* The text shows the channels where they differ: they may come from the streams. */
static bool is_shown(const struct build *build, unsigned figure) {
    if (is_listed(build->view->show, build->figures.names[figure]))
        return true;
    bool differ = false;
    for (unsigned i = 1; i < build->figures.rows; i++) {
        struct rh_figure a = rh_figures_at(&build->figures, i - 1, figure),
                         b = rh_figures_at(&build->figures, i, figure);
        differ = differ || (a.there && b.there && a.count != b.count);
    }
    return differ && strcmp(build->figures.names[figure], RH_FIGURES_CHANNELS) == 0;
}

/* Axes, the configuration's hash, then each figure in one way or four. */
static bool make_columns(struct build *build, struct rh_error *error) {
    const struct rh_axes *axes = &build->sweep->axes;
    build->columns = calloc(axes->count + 1 + (size_t)build->figures.columns * build->ways, sizeof *build->columns);
    if (build->columns == NULL)
        return rh_error_set(error, "sweep: found no memory, expected enough");
    for (unsigned i = 0; i < axes->count; i++)
        if (i != build->over)
            build->columns[build->count++] = (struct rh_column){
                .name = strdup(axes->axis[i].option->name), .kind = RH_CELL_TEXT, .hidden = axes->axis[i].count == 1};
    if (build->over == axes->count)
        build->columns[build->count++] =
            (struct rh_column){.name = strdup("configuration_hash"), .kind = RH_CELL_TEXT, .hidden = true};
    for (unsigned i = 0; i < build->figures.columns; i++)
        for (unsigned way = 0; way < build->ways; way++) {
            char name[96];
            bool real = build->figures.real[i] || build->ways > 1;
            bool taken = rh_axes_have(axes, build->figures.names[i]); /* an axis has the name */
            (void)snprintf(name, sizeof name, "%s%s%s", taken ? "counted_" : "", build->figures.names[i],
                           suffixes[way]);
            build->columns[build->count++] =
                (struct rh_column){.name = strdup(name),
                                   .kind = real ? RH_CELL_REAL : RH_CELL_COUNT,
                                   .digits = strcmp(build->figures.names[i], "queue_stored") == 0 ? 0
                                             : build->figures.real[i]                             ? 4
                                                                                                  : 1,
                                   .hidden = !is_shown(build, i) || way == LEAST || way == GREATEST};
        }
    return true;
}

/* One figure of the points whose axis `over` differs, all else as in `first`. */
static void combine(const struct build *build, unsigned first, unsigned stride, unsigned column, double way[WAYS],
                    bool *there) {
    const struct rh_axes *axes = &build->sweep->axes;
    unsigned values = build->over == axes->count ? 1 : axes->axis[build->over].count;
    double sum = 0, squares = 0;
    *there = true;
    for (unsigned v = 0; v < values; v++) {
        struct rh_figure figure = rh_figures_at(&build->figures, first + v * stride, column);
        *there &= figure.there;
        sum += figure.value;
        way[LEAST] = v == 0 || figure.value < way[LEAST] ? figure.value : way[LEAST];
        way[GREATEST] = v == 0 || figure.value > way[GREATEST] ? figure.value : way[GREATEST];
    }
    way[MEAN] = sum / values;
    for (unsigned v = 0; v < values; v++) {
        double off = rh_figures_at(&build->figures, first + v * stride, column).value - way[MEAN];
        squares += off * off;
    }
    way[SPREAD] = values > 1 ? sqrt(squares / (values - 1)) : 0;
}

static bool put_figure(const struct build *build, struct rh_table *table, unsigned point, unsigned stride,
                       unsigned column) {
    unsigned figure_at = column / build->ways;
    struct rh_figure figure = rh_figures_at(&build->figures, point, figure_at);
    double way[WAYS] = {0};
    bool there = figure.there;
    if (build->ways > 1)
        combine(build, point, stride, figure_at, way, &there);
    if (!there)
        return rh_table_none(table);
    if (build->ways == 1 && !build->figures.real[figure_at])
        return rh_table_count(table, figure.count);
    return rh_table_real(table, build->ways > 1 ? way[column % build->ways] : figure.value);
}

static bool put_cell(const struct build *build, struct rh_table *table, unsigned point, unsigned stride,
                     unsigned column) {
    const struct rh_sweep *sweep = build->sweep;
    unsigned axes = sweep->axes.count - (build->over < sweep->axes.count); /* shown */
    bool hash = build->over == sweep->axes.count;
    if (column < axes)
        return rh_table_text(
            table, rh_axis_value(&sweep->axes, column + (column >= build->over), rh_sweep_point(sweep, point)));
    if (hash && column == axes)
        return rh_table_text(table, build->hashes[point]);
    return put_figure(build, table, point, stride, column - axes - hash);
}

static unsigned find_column(const struct build *build, const char *name, size_t length) {
    unsigned i = 0;
    while (i < build->count && (strncmp(build->columns[i].name, name, length) != 0 || build->columns[i].name[length]))
        i++;
    return i;
}

/* The columns that the list names, else all. Where every point failed there are no statistics to be found. */
static bool pick(struct build *build, bool failed, struct rh_error *error) {
    const char *list = build->view->columns;
    build->picked = calloc(build->count + (list != NULL ? strlen(list) : 0), sizeof *build->picked);
    if (build->picked == NULL)
        return rh_error_set(error, "sweep: found no memory, expected enough");
    for (unsigned i = 0; list == NULL && i < build->count; i++)
        build->picked[build->picks++] = i;
    for (const char *at = list; list != NULL && *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        char name[96], text[RH_NEAR_TEXT];
        (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        unsigned column = find_column(build, name, strlen(name));
        struct rh_near near = {.word = name};
        for (unsigned i = 0; i < build->count; i++)
            rh_near_offer(&near, build->columns[i].name);
        if (column == build->count && !failed)
            return rh_error_set(error, "--columns: found '%s', expected axes and statistics of this sweep%s", name,
                                rh_near_text(&near, text));
        for (unsigned i = 0; i < build->picks; i++)
            if (build->picked[i] == column)
                return rh_error_set(error, "--columns: found '%s' twice, expected it once", name);
        if (column < build->count) {
            build->columns[column].hidden = false;
            build->picked[build->picks++] = column;
        }
    }
    return build->picks > 0 || rh_error_set(error, "--columns: found no name, expected axes and statistics");
}

static struct rh_table *open_table(const struct build *build) {
    struct rh_column *columns = calloc(build->picks, sizeof *columns);
    for (unsigned i = 0; columns != NULL && i < build->picks; i++)
        columns[i] = build->columns[build->picked[i]];
    struct rh_table *table = columns != NULL ? rh_table_open(columns, build->picks) : NULL;
    free(columns);
    return table;
}

static struct rh_table *fill(struct build *build, struct rh_error *error) {
    const struct rh_axes *axes = &build->sweep->axes;
    struct rh_table *table = open_table(build);
    unsigned stride = (unsigned)rh_axes_stride(axes, build->over);
    unsigned values = build->over == axes->count ? 1 : axes->axis[build->over].count;
    bool good = table != NULL;
    for (unsigned point = 0; good && point < build->sweep->count; point++)
        for (unsigned i = 0; good && i < build->picks && (values == 1 || point / stride % values == 0); i++)
            good = put_cell(build, table, point, stride, build->picked[i]);
    if (good)
        return table;
    rh_table_close(table);
    rh_error_set(error, "sweep: found no memory, expected enough");
    return NULL;
}

static void close_build(struct build *build) {
    for (unsigned i = 0; i < build->count; i++)
        free((char *)build->columns[i].name);
    free(build->columns);
    free(build->picked);
    rh_figures_close(&build->figures);
    free(build->hashes);
}

bool rh_sweep_columns_check(const struct rh_sweep *sweep, const struct rh_sweep_view *view, struct rh_error *error) {
    struct build build = {.sweep = sweep, .view = view};
    bool good = rh_sweep_names(sweep, &build.figures, error) && find_over(&build, error) && check_list(&build, error) &&
                make_columns(&build, error) && pick(&build, false, error);
    close_build(&build);
    return good;
}

struct rh_table *rh_sweep_table(const struct rh_sweep *sweep, const struct rh_sweep_view *view, uint64_t *failed,
                                struct rh_error *error) {
    struct build build = {.sweep = sweep, .view = view};
    struct rh_table *table = NULL;
    if (read_all(&build, failed, error) && find_over(&build, error) &&
        (*failed == sweep->count || check_list(&build, error)) &&
        rh_sweep_one_memory(sweep, &build.figures, build.over, error) && make_columns(&build, error) &&
        pick(&build, *failed == sweep->count, error))
        table = fill(&build, error);
    close_build(&build);
    return table;
}
