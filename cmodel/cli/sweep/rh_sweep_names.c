// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "cmodel/cli/sweep/rh_sweep_table.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_command.h"
#include "rowhold/rh_cores.h"
#include "rowhold/rh_energy.h"
#include "rowhold/rh_stats.h"

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
    if (rh_axes_have(&sweep->axes, "network"))
        good = good && put_network(figures);
    return good || rh_error_set(error, "sweep: found no memory, expected enough");
}
