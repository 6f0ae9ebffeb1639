// SPDX-License-Identifier: Apache-2.0
/** What `rowhold energy` prints, writes and draws. */
#ifndef RH_ENERGY_TABLE_H
#define RH_ENERGY_TABLE_H

#include "cmodel/cli/energy/rh_energy_run.h"
#include "cmodel/cli/rh_table.h"

struct rh_energy_view {
    const struct rh_energy_options *options;
    const char *source; /**< the stream or the command trace; NULL: `accesses` were stated */
    double accesses;
    double power;    /**< W that limit the bandwidth */
    unsigned stacks; /**< of DRAM */
    bool limited;    /**< --power-limit was given */
    const struct rh_energy_row *rows;
    unsigned count;
};

/** Fill a result of rh_form_energy. False without memory. */
bool rh_energy_fill(struct rh_table_result *result, const struct rh_energy_view *view);
void rh_energy_print(FILE *to, const struct rh_energy_view *view, const struct rh_table_result *result);
/** The pJ/b that the power allows over bandwidth, and each kind where all its stacks are at their peak. */
bool rh_energy_plot(const struct rh_energy_view *view, const char *file, struct rh_error *error);

/** `rowhold energy --published` and `rowhold area --dram`, whole. */
bool rh_energy_published_write(const struct rh_table_options *options, struct rh_error *error);
bool rh_dram_area_write(const struct rh_table_options *options, struct rh_error *error);

#endif
