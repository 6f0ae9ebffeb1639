// SPDX-License-Identifier: Apache-2.0
/** Active standby, found out from a channel's commands: the clocks in which a rank has a bank open, summed over its
 * ranks, and those in which a bank is open, summed over banks. In the others the rank stands by precharged, refresh
 * included.
 *
 * A bank is open from its ACT until the clock before its PRE. RDA and WRA close it as soon as a PRE would be allowed.
 */
#ifndef RH_STANDBY_H
#define RH_STANDBY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/dram/rh_scope.h"
#include "rowhold/rh_command.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_energy.h"
#include "rowhold/rh_stats.h"

struct rh_standby {
    struct rh_stats *stats;            /**< gets open_cycles and open_bank_cycles; NULL: nothing is counted */
    uint64_t at;                       /**< clocks before it are counted */
    rh_bank_set open;                  /**< banks that nothing has closed yet */
    uint64_t banks;                    /**< how many these are */
    rh_bank_set closing;               /**< those whose automatic precharge is to come */
    rh_bank_set asleep;                /**< banks of ranks in power-down or self-refresh */
    uint8_t sleep[RH_MAX_RANKS];       /**< which of them, of each such rank: RH_STANDBY_ACT_DOWN ... */
    uint64_t slept[RH_STANDBY_SLEEPS]; /**< their clocks, which are in none of the two others */
    uint64_t opened[RH_MAX_BANKS];
    uint64_t closes[RH_MAX_BANKS]; /**< the clock in which it does */
};

/** Counts up to `cycle`; commands of that clock come behind it. */
void rh_standby_count(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle);
/** ACT, PRE, REF or RFM; `all` of a PRE: of every bank of the rank. REF and RFM find their banks closed. */
void rh_standby_row(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle, unsigned command,
                    unsigned bank, bool all);
/** PDE, PDX, SRE or SRX of the rank of a bank. */
void rh_standby_power(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle, unsigned command,
                      unsigned bank);
/** RD, WR, RDA or WRA. */
void rh_standby_column(struct rh_standby *s, const struct rh_geometry *geometry,
                       const struct rh_constraints *constraints, uint64_t cycle, unsigned command, unsigned bank);
/** Every bank is closed, as behind a reset; what is counted stays. */
void rh_standby_flush(struct rh_standby *s);

#endif
