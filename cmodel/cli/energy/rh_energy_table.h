// SPDX-License-Identifier: Apache-2.0
/** What `rowhold energy` prints, writes and draws. */
#ifndef RH_ENERGY_TABLE_H
#define RH_ENERGY_TABLE_H

#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_table.h"
#include "rowhold/rh_energy.h"

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
void rh_energy_print(FILE *to, const struct rh_energy_view *view);
/** The pJ/b that the power allows over bandwidth, and each kind where all its stacks are at their peak. */
bool rh_energy_plot(const struct rh_energy_view *view, const char *file, struct rh_error *error);

/** `rowhold energy --published` and `rowhold area --dram`, whole. */
bool rh_energy_published_write(const struct rh_table_options *options, struct rh_error *error);
bool rh_dram_area_write(const struct rh_table_options *options, struct rh_error *error);

/** Energy a bit of a DRAM: counted in a run of the C model or in a command trace, or stated. */
/** What the data do, and which energies count. */
struct rh_energy_options {
    const char *kind; /**< --kind; NULL: that of the preset's name */
    double toggle_rate, ones_share;
    bool inverted; /**< --dbi */
    bool stated;   /**< one of the three was given */
};

struct rh_energy_row {
    const struct rh_energy *energy;
    bool counted; /**< what follows was counted; else only `accesses` is known */
    char preset[64];
    char hash[32]; /**< of the run's configuration, as `simulate` has it; "": it was a command trace */
    uint64_t activates, column_commands;
    uint64_t open_clocks, clocks; /**< with a bank of the rank open, and all; summed over ranks and channels */
    double gb_per_s;
    double accesses; /**< an activate; 0: there was none */
    double known;    /**< share of the bits whose data the trace gives */
    struct rh_energy_activity activity;
    double pj[RH_ENERGY_COMPONENTS];
};

/** The energies of --kind, or of the built-in preset `device` that the preset `name` is. NULL with an error. */
const struct rh_energy *rh_energy_choose(const struct rh_energy_options *options, const char *name, const char *device,
                                         struct rh_error *error);

/** Run the C model on the stream. 0; 1 where the judge or the contract found a fault, 2 where nothing could be run,
 * with an error. `note`: print what the stream has to say. */
int rh_energy_run(const struct rh_options *options, const struct rh_energy_options *energy, bool note,
                  struct rh_energy_row *row, struct rh_error *error);
/** Count a command trace of the preset. */
bool rh_energy_trace(const struct rh_options *options, const struct rh_energy_options *energy, const char *file,
                     struct rh_energy_row *row, struct rh_error *error);
/** So many accesses of 32 bytes an activate of the kind's own row; not of a kind by currents. */
void rh_energy_state(const struct rh_energy *kind, const struct rh_energy_options *energy, double accesses,
                     struct rh_energy_row *row);

#endif
