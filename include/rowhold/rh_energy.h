// SPDX-License-Identifier: Apache-2.0
/** Energy of a DRAM a bit that it moves, by component, from what was counted: activates, bits, and how busy the data
 * were. The values of each kind of DRAM are rows of tables/energy.def (FGDRAM paper, O'Connor et al., MICRO 2017, table
 * 3).
 *
 *  - activation: energy of an activate with its precharge, in proportion to the bytes that it opens;
 *  - pre_gsa: no matter which data, for these lines are precharged to half before each bit;
 *  - post_gsa: in proportion to the lines of the internal bus that toggle from beat to beat;
 *  - io: in proportion to the lines that toggle, or, where lines are terminated, to the ones on them.
 *
 * Refresh, standby and the command bus are in none of them: the paper's table has no numbers for these.
 */
#ifndef RH_ENERGY_H
#define RH_ENERGY_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_preset.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
#define RH_ENERGY_COMPONENT(name, meaning) RH_ENERGY_##name,
#include "tables/energy.def"
    RH_ENERGY_COMPONENTS
};
const char *rh_energy_component(unsigned component);
const char *rh_energy_meaning(unsigned component);

/** What moving data takes; all but the name could as well come from a file. pJ/b that depend on data: at 50 %. */
struct rh_energy {
    const char *name, *title;
    bool io_ones;          /**< the I/O takes energy by ones, else by toggles */
    double activation_pj;  /**< of an activate with its precharge */
    double row_bytes;      /**< that it opens */
    double pre_gsa_pj;     /**< a bit */
    double post_gsa_pj;    /**< a bit */
    double io_pj;          /**< a bit */
    unsigned bus_banks;    /**< banks next to one another that share an internal data bus; 0: all of a channel */
    unsigned bus_bits;     /**< lines of one of them */
    unsigned io_bits;      /**< data pins of one of them */
    double stack_gb_per_s; /**< peak of a stack, 10^9 bytes a second */
};

/** By index, NULL behind the last; by name, which is that of the built-in preset that has it, NULL where none has. */
const struct rh_energy *rh_energy_at(unsigned index);
const struct rh_energy *rh_energy_find(const char *name);

/** How busy data were: shares of the bits that were moved. */
struct rh_energy_activity {
    double toggles; /**< lines of the internal bus that toggled from one beat to the next */
    double io;      /**< toggles or ones on the I/O's lines, that of data-bus inversion included */
};
#define RH_ENERGY_DEFAULT_ACTIVITY 0.5

/** Data-bus inversion: of eight lines and one more that says so, at most four cost something. `costly` of 8 data bits
 * would cost without it, by toggles or by ones; returns what does with it, the ninth line included.
 *
 * Ones (DC): a byte with more than four ones is sent inverted, and its ninth line is one. Toggles (AC): a beat is sent
 * inverted where that toggles fewer of the nine lines: min(k, 9 - k) of them, if k data bits differ from the beat
 * before, whichever way that one was sent. */
unsigned rh_energy_inverted(unsigned costly);
/** Its expectation a data bit where each costs with probability `share`, independently: exact, over the binomial. */
double rh_energy_inverted_share(double share);

/** Where nothing is known of the data but these shares. */
struct rh_energy_activity rh_energy_stated(const struct rh_energy *energy, double toggle_rate, double ones_share,
                                           bool inverted);

struct rh_energy_counts {
    uint64_t activates;
    double row_bytes; /**< that each of them opened */
    uint64_t bits;    /**< read and written */
};
/** Of a run on a preset: an activate opens a row of every chip. */
struct rh_energy_counts rh_energy_counts_of(const struct rh_preset *preset, uint64_t activates,
                                            uint64_t column_commands);
/** pJ a bit, by component; all 0 where no bit was moved. */
void rh_energy_per_bit(const struct rh_energy *energy, const struct rh_energy_counts *counts,
                       const struct rh_energy_activity *activity, double pj[RH_ENERGY_COMPONENTS]);
double rh_energy_total(const double pj[RH_ENERGY_COMPONENTS]);
/** Power in W at so many 10^9 bytes a second, and the other way round: what a power allows. */
double rh_energy_power(double pj_per_bit, double gb_per_s);
double rh_energy_bandwidth(double pj_per_bit, double watts);
/** The pJ/b that a power allows at a bandwidth. */
double rh_energy_allowed(double watts, double gb_per_s);

#ifdef __cplusplus
}
#endif

#endif
