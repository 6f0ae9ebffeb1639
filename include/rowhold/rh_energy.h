// SPDX-License-Identifier: Apache-2.0
/** Energy of a DRAM a bit that it moves, by component, from what was counted. The values of each kind of DRAM are rows
 * of tables/energy.def. There are two sorts of kinds.
 *
 * Kinds of a paper have the energies of the FGDRAM paper (O'Connor et al., MICRO 2017, table 3):
 *
 *  - activation: energy of an activate with its precharge, in proportion to the bytes that it opens;
 *  - pre_gsa: no matter which data, for these lines are precharged to half before each bit;
 *  - post_gsa: in proportion to the lines of the internal bus that toggle from beat to beat;
 *  - io: in proportion to the lines that toggle, or, where lines are terminated, to the ones on them.
 *
 * Refresh, standby and the command bus are in none of them: the paper's table has no numbers for these.
 *
 * Kinds by currents have those of a data sheet, for each supply. A device draws IDD2N while no bank is open and IDD3N
 * while all are. Of the difference a share rho comes with the first bank, the rest with each in equal parts: I1 is what
 * it draws with one bank open. What a command takes is what the sheet measures with it, less that:
 *
 *  - activation: (IDD0 tRC - I1 tRAS - IDD2N (tRC - tRAS)) V, an ACT with its PRE;
 *  - read, write: (IDD4R - IDD3N) tBURST V, (IDD4W - IDD3N) tBURST V;
 *  - refresh: (IDD5 - IDD2N) tRFC V, for a REF finds its banks closed; of a part of the banks with the current and the
 *    tRFCpb of that, or the share of an all-bank REF where no document has the current;
 *  - act_standby, pre_standby: what it draws while a bank is open, and while none is, clock by clock;
 *  - power_down, self_refresh: IDD3P or IDD2P from PDE to PDX, with a bank open or none, and IDD6 from SRE to SRX, in
 *    place of standby.
 *
 * The I/O's own supply and termination are in none of them.
 */
#ifndef RH_ENERGY_H
#define RH_ENERGY_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_preset.h"
#include "rowhold/rh_stats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where a rank may be but in standby: power-down with a bank open, with none, and self-refresh. */
enum { RH_STANDBY_ACT_DOWN, RH_STANDBY_PRE_DOWN, RH_STANDBY_SELF_REFRESH, RH_STANDBY_SLEEPS };

enum {
#define RH_ENERGY_COMPONENT(name, of, meaning) RH_ENERGY_##name,
#include "tables/energy.def"
    RH_ENERGY_COMPONENTS
};
const char *rh_energy_component(unsigned component);
const char *rh_energy_meaning(unsigned component);

/** A supply of a device: V and mA. */
struct rh_energy_supply {
    double volts;  /**< 0: there is no such supply */
    double i0;     /**< a bank opens and closes all the time, every tRC */
    double i2n;    /**< standby, all banks precharged */
    double i3n;    /**< standby, banks open */
    double i2p;    /**< power-down, all banks precharged */
    double i3p;    /**< power-down, banks open */
    double i6;     /**< self-refresh */
    double i4r;    /**< one RD behind the other */
    double i4w;    /**< one WR behind the other */
    double i5;     /**< one all-bank REF behind the other, every tRFC */
    double i5_one; /**< one REF of a bank, or of one in every group, behind the other; 0: no document has it */
};
enum { RH_ENERGY_VDD, RH_ENERGY_VPP, RH_ENERGY_SUPPLIES };

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
    double stack_gb_per_s; /**< peak of a stack, 10^9 bytes a second; 0: there are no stacks */
    double devices;        /**< that a chip of the preset is, by currents; 0: a kind of the paper */
    double rho;            /**< of IDD3N - IDD2N, what the first open bank draws; the rest all banks alike */
    struct rh_energy_supply supply[RH_ENERGY_SUPPLIES];
};

/** By index, NULL behind the last; by name, which is that of the built-in preset that has it, NULL where none has; of a
 * preset, those of the built-in one whose device it is. */
const struct rh_energy *rh_energy_at(unsigned index);
const struct rh_energy *rh_energy_find(const char *name);
const struct rh_energy *rh_energy_of(const struct rh_preset *preset);
/** Why a built-in preset has none; NULL: nobody says. */
const char *rh_energy_none(const char *preset);
bool rh_energy_by_currents(const struct rh_energy *energy);
/** Does the kind have the component? Else it is 0, which says nothing. */
bool rh_energy_has(const struct rh_energy *energy, unsigned component);

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
    /* what kinds by currents ask for besides */
    uint64_t read_commands, write_commands, refreshes;
    uint64_t open_clocks, clocks;      /**< with a bank open, and all; both summed over ranks */
    uint64_t slept[RH_STANDBY_SLEEPS]; /**< in power-down and self-refresh, summed over ranks */
    uint64_t open_bank_clocks;         /**< with a bank open, summed over banks */
    const struct rh_preset *preset;    /**< its timing, chips and refresh */
};
/** Of a run of so many channels on a preset: an activate opens a row of every chip. */
struct rh_energy_counts rh_energy_counts_of(const struct rh_preset *preset, const struct rh_stats *stats,
                                            unsigned channels);
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
