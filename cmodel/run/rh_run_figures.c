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
                                   .data_buses = preset->grains,
                                   .tck_ps = preset->tck_ps};
}

bool rh_run_offered(const struct rh_run_report *report, double *gb_per_s) {
    const struct rh_offered *o = report->offered;
    const struct rh_preset *preset = &report->setup->preset;
    if (o == NULL || o->last == o->first)
        return false;
    double bytes = (double)o->column_commands * rh_preset_command_bytes(preset) / (double)o->requests;
    double ps = (double)(o->last - o->first) * preset->tck_ps / (double)(o->requests - 1);
    *gb_per_s = bytes * 1000 / ps;
    return true;
}

bool rh_run_energy(const struct rh_run_report *report, const struct rh_stats *stats, double pj[RH_ENERGY_COMPONENTS]) {
    const struct rh_preset *preset = &report->setup->preset;
    const struct rh_energy *energy = rh_energy_find(preset->name);
    if (energy == NULL)
        return false;
    const struct rh_energy_counts counts = rh_energy_counts_of(preset, stats->activates, stats->column_commands);
    const struct rh_energy_activity activity =
        rh_energy_stated(energy, RH_ENERGY_DEFAULT_ACTIVITY, RH_ENERGY_DEFAULT_ACTIVITY, false);
    rh_energy_per_bit(energy, &counts, &activity, pj);
    return true;
}

double rh_run_locality(uint64_t requests, uint64_t changes) {
    return changes == 0 ? 0.0 : (double)requests / (double)changes;
}
