// SPDX-License-Identifier: Apache-2.0
/** Active standby, found out from a channel's commands: the clocks in which a rank has a bank open, summed over its
 * ranks. In the others the rank stands by precharged, refresh included.
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

struct rh_standby {
    uint64_t *clocks; /**< gets the count; NULL: nothing is counted */
    uint64_t at;      /**< clocks before it are counted */
    rh_bank_set open; /**< banks that nothing has closed yet */
    uint64_t opened[RH_MAX_BANKS];
    uint64_t closes[RH_MAX_RANKS]; /**< the clock in which the last automatic precharge of the rank closes its bank */
};

/** Counts up to `cycle`; commands of that clock come behind it. */
void rh_standby_count(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle);
/** ACT, PRE or REF; `all` of a PRE: of every bank of the rank. A REF finds its banks closed. */
void rh_standby_row(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle, unsigned command,
                    unsigned bank, bool all);
/** RD, WR, RDA or WRA. */
void rh_standby_column(struct rh_standby *s, const struct rh_geometry *geometry,
                       const struct rh_constraints *constraints, uint64_t cycle, unsigned command, unsigned bank);
/** Every bank is closed, as behind a reset; what is counted stays. */
void rh_standby_flush(struct rh_standby *s);

#endif
