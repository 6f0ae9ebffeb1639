// SPDX-License-Identifier: Apache-2.0
/** A unit is one running instance of a block: its C model (rh_model.h), its RTL, or both in lockstep (tb/lockstep).
 *
 * A channel (rh_channel.h) or a machine (rh_machine.h) steps all of them in the same way. Inputs and outputs are
 * structs of the block's kind. Members that a unit does not have are NULL; every unit has `cycle`.
 */
#ifndef RH_UNIT_H
#define RH_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rh_model;

struct rh_unit {
    void *self;
    struct rh_model *model; /**< a C model that nobody watches: its state may be moved in other ways (rh_event_run.h) */
    /** Runs one clock. False ends the run (the unit can say why). */
    bool (*cycle)(void *self, const void *in, void *out);
    /** Gets the outputs that a clock with these inputs would show; the state does not change. */
    void (*peek)(void *self, const void *in, void *out);
    /** Puts the unit into the state after reset. */
    void (*reset)(void *self);
    /** Returns for how many clocks from now on these inputs would bring the same outputs, which it writes to `out`,
     * while nothing changes but the counters that `skip_clocks` moves. 0: it cannot say so of any clock. */
    uint64_t (*idle)(void *self, const void *in, void *out);
    /** Called right after `idle`: passes over so many of these clocks. Afterwards the state is as if each had been
     * stepped. */
    void (*skip_clocks)(void *self, uint64_t clocks);
    /** With `begin` the unit remembers its state. Without, it returns true when it is in that state again, so that the
     * same inputs would bring the same outputs once more. */
    bool (*idle_round)(void *self, bool begin);
    /** Called in the remembered state after a round: passes over so many clocks of such rounds. */
    void (*skip_rounds)(void *self, uint64_t clocks);
};

#ifdef __cplusplus
}
#endif

#endif
