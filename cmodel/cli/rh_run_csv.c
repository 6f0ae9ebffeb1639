// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_run_csv.h"

#include <inttypes.h>

void rh_histogram_csv(FILE *file, const struct rh_run_report *report) {
    const struct rh_stats *s = report->total.stats;
    fprintf(file, "clocks_from,clocks_to,reads,writes,from_arrival\n");
    for (unsigned i = 0; i < RH_LATENCY_BUCKETS; i++) {
        uint64_t least, greatest;
        rh_latency_bucket(i, &least, &greatest);
        if (s->read.bucket[i] == 0 && s->write.bucket[i] == 0 && s->from_arrival.bucket[i] == 0)
            continue;
        fprintf(file, "%" PRIu64 ",", least);
        if (greatest != UINT64_MAX)
            fprintf(file, "%" PRIu64, greatest);
        fprintf(file, ",%" PRIu64 ",%" PRIu64 ",", s->read.bucket[i], s->write.bucket[i]);
        if (report->timed)
            fprintf(file, "%" PRIu64, s->from_arrival.bucket[i]);
        fputc('\n', file);
    }
}

void rh_cores_csv(FILE *file, const struct rh_run_report *report) {
    bool needs_times, needs_alone;
    fputs("core", file);
    for (unsigned i = 0; i < RH_CORE_STATS; i++)
        fprintf(file, ",%s", rh_core_name(i, &needs_times));
    for (unsigned i = 0; i < RH_CORE_FIGURES; i++)
        fprintf(file, ",%s", rh_core_figure_name(i, &needs_alone));
    for (unsigned c = 0; c < report->core_count; c++) {
        const struct rh_core *core = &report->core[c];
        fprintf(file, "\n%u", core->core);
        for (unsigned i = 0; i < RH_CORE_STATS; i++) {
            (void)rh_core_name(i, &needs_times);
            fputc(',', file);
            if (!needs_times || report->timed)
                fprintf(file, "%" PRIu64, rh_core_count(&core->shared, i));
        }
        for (unsigned i = 0; i < RH_CORE_FIGURES; i++) {
            (void)rh_core_figure_name(i, &needs_alone);
            fputc(',', file);
            if (!needs_alone || report->slowdown)
                fprintf(file, "%.6f", rh_core_figure(i, core));
        }
    }
    fputc('\n', file);
}
