// SPDX-License-Identifier: Apache-2.0
// What summary and JSON of a run work out alike.
#include "cmodel/run/rh_run_report.h"

unsigned rh_run_capacity(const struct rh_run_report *report) {
    return report->setup->ops->entries(&report->setup->geometry);
}

struct rh_stats_scale rh_run_scale(const struct rh_run_report *report, const struct rh_run_figures *figures) {
    const struct rh_preset *preset = &report->setup->preset;
    return (struct rh_stats_scale){.channels = figures->channels,
                                   .entries = rh_run_capacity(report),
                                   .command_bytes = rh_preset_command_bytes(preset),
                                   .burst = preset->timing.tBURST,
                                   .tck_ps = preset->tck_ps};
}

double rh_run_locality(uint64_t requests, uint64_t changes) {
    return changes == 0 ? 0.0 : (double)requests / (double)changes;
}
