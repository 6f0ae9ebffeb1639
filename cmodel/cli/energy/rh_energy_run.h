// SPDX-License-Identifier: Apache-2.0
/** Energy a bit of a DRAM: counted in a run of the C model or in a command trace, or stated. */
#ifndef RH_ENERGY_RUN_H
#define RH_ENERGY_RUN_H

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_energy.h"

/** What the data do, and which energies count. */
struct rh_energy_options {
    const char *kind; /**< --kind; NULL: that of the preset's name */
    double toggle_rate, ones_share;
    bool inverted; /**< --dbi */
};

struct rh_energy_row {
    const struct rh_energy *energy;
    bool counted; /**< what follows was counted; else only `accesses` is known */
    char preset[64];
    char hash[32]; /**< of the run's configuration, as `simulate` has it; "": it was a command trace */
    uint64_t activates, column_commands;
    double gb_per_s;
    double accesses; /**< an activate; 0: there was none */
    double known;    /**< share of the bits whose data the trace gives */
    struct rh_energy_activity activity;
    double pj[RH_ENERGY_COMPONENTS];
};

/** The energies that a preset has, or those of --kind. NULL with an error. */
const struct rh_energy *rh_energy_choose(const struct rh_energy_options *options, const char *preset,
                                         struct rh_error *error);

/** Run the C model on the stream. 0; 1 where the judge or the contract found a fault, 2 where nothing could be run,
 * with an error. `note`: print what the stream has to say. */
int rh_energy_run(const struct rh_options *options, const struct rh_energy_options *energy, bool note,
                  struct rh_energy_row *row, struct rh_error *error);
/** Count a command trace of the preset. */
bool rh_energy_trace(const struct rh_options *options, const struct rh_energy_options *energy, const char *file,
                     struct rh_energy_row *row, struct rh_error *error);
/** So many accesses of 32 bytes an activate of the kind's own row. */
void rh_energy_state(const struct rh_energy *kind, const struct rh_energy_options *energy, double accesses,
                     struct rh_energy_row *row);

#endif
