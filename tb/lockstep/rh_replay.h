// SPDX-License-Identifier: Apache-2.0
/** The last clocks of a lockstep once more, with waves: a lockstep of its own is entered with a state that the model
 * was in (docs/cycle_contract.md, State load), as one of --from there would be. Cycle 0 is the reset itself. */
#ifndef RH_REPLAY_H
#define RH_REPLAY_H

#include "tb/lockstep/rh_lockstep.h"

struct rh_replay {
    uint64_t from, clocks; /**< that were gone through again */
    bool reset;            /**< both sides were reset before the first of them */
    bool differs;          /**< a clock did, ... */
    uint64_t at;           /**< ... this one, which ends the wave */
};

/** Of a lockstep that differs, on a plug-in that can load: writes them into the file, as FST or VCD by its name. False
 * with an error, and then there is no file. */
bool rh_replay_write(const struct rh_lockstep *lockstep, const char *file, uint32_t period_ps, struct rh_replay *replay,
                     struct rh_error *error);

#endif
