// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_run_csv.h"

/* Written, or not for lack of memory; closed anyway. */
static bool finish(FILE *file, struct rh_table *table, bool good, const char *option, struct rh_error *error) {
    if (good)
        rh_table_csv(table, file);
    rh_table_close(table);
    return good || rh_error_set(error, "%s: found no memory, expected enough", option);
}

static const struct rh_column histogram[] = {
    {.name = "clocks_from", .kind = RH_CELL_COUNT, .meaning = "least latency of the bucket"},
    {.name = "clocks_to", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "greatest; the last bucket has none"},
    {.name = "reads", .kind = RH_CELL_COUNT, .meaning = "reads with such a latency from their acceptance"},
    {.name = "writes", .kind = RH_CELL_COUNT, .meaning = "writes"},
    {.name = "from_arrival",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "requests with such a latency from their arrival, where the stream has times"},
};
const struct rh_form_part rh_histogram_columns = RH_FORM_PART("histogram", histogram, "a latency");

static bool add_bucket(struct rh_table *table, const struct rh_run_report *report, unsigned i) {
    const struct rh_stats *s = report->total.stats;
    uint64_t least, greatest;
    rh_latency_bucket(i, &least, &greatest);
    if (s->read.bucket[i] == 0 && s->write.bucket[i] == 0 && s->from_arrival.bucket[i] == 0)
        return true;
    return rh_table_count(table, least) &&
           (greatest != UINT64_MAX ? rh_table_count(table, greatest) : rh_table_none(table)) &&
           rh_table_count(table, s->read.bucket[i]) && rh_table_count(table, s->write.bucket[i]) &&
           (report->timed ? rh_table_count(table, s->from_arrival.bucket[i]) : rh_table_none(table));
}

bool rh_histogram_csv(FILE *file, const struct rh_run_report *report, struct rh_error *error) {
    struct rh_table *table = rh_table_open(histogram, sizeof histogram / sizeof histogram[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < RH_LATENCY_BUCKETS; i++)
        good = add_bucket(table, report, i);
    return finish(file, table, good, "--histogram", error);
}

static bool add_core(struct rh_table *table, const struct rh_run_report *report, const struct rh_core *core) {
    bool needs, good = rh_table_count(table, core->core);
    for (unsigned i = 0; good && i < RH_CORE_STATS; i++) {
        (void)rh_core_name(i, &needs);
        good = !needs || report->timed || report->network != NULL
                   ? rh_table_count(table, rh_core_count(&core->shared, i))
                   : rh_table_none(table);
    }
    for (unsigned i = 0; good && i < RH_CORE_FIGURES; i++) {
        (void)rh_core_figure_name(i, &needs);
        good = !needs || report->slowdown ? rh_table_real(table, rh_core_figure(i, core)) : rh_table_none(table);
    }
    return good && (report->network == NULL ||
                    rh_table_count(table, rh_loop_core_of(report->network->loop, core->core)->awaited));
}

bool rh_cores_csv(FILE *file, const struct rh_run_report *report, struct rh_error *error) {
    enum { AWAITED = 1 + RH_CORE_STATS + RH_CORE_FIGURES };
    struct rh_column columns[AWAITED + 1] = {{.name = "core", .kind = RH_CELL_COUNT}};
    bool needs;
    for (unsigned i = 0; i < RH_CORE_STATS; i++)
        columns[1 + i] = (struct rh_column){.name = rh_core_name(i, &needs), .kind = RH_CELL_COUNT};
    for (unsigned i = 0; i < RH_CORE_FIGURES; i++)
        columns[1 + RH_CORE_STATS + i] =
            (struct rh_column){.name = rh_core_figure_name(i, &needs), .kind = RH_CELL_REAL};
    columns[AWAITED] = (struct rh_column){.name = "awaited", .kind = RH_CELL_COUNT};
    struct rh_table *table = rh_table_open(columns, report->network != NULL ? AWAITED + 1 : AWAITED);
    bool good = table != NULL;
    for (unsigned c = 0; good && c < report->core_count; c++)
        good = add_core(table, report, &report->core[c]);
    return finish(file, table, good, "--cores", error);
}
