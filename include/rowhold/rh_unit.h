// SPDX-License-Identifier: Apache-2.0
/** One instance of a block that runs, however it runs: its C model (rh_model.h), its RTL, or both in lockstep
 * (tb/lockstep).
 *
 * Who steps a unit (rh_channel.h, rh_machine.h) can't tell them apart. Inputs and outputs are structs of the block's
 * kind. Members that a unit does not have are NULL; `step` is always there.
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
    struct rh_model *model; /**< a C model that nobody watches: its state may be moved in other ways (rh_leap.h) */
    /** One clock. False ends the run (the unit knows why). */
    bool (*step)(void *self, const void *in, void *out);
    /** The outputs that a clock with these inputs would show; nothing moves. */
    void (*peek)(void *self, const void *in, void *out);
    /** Into the state after reset. */
    void (*reset)(void *self);
    /** For how many clocks from now on these inputs would bring the outputs that it writes to `out`, the same in each,
     * while nothing moves but what `skip_clocks` moves. 0: it can't tell of any. */
    uint64_t (*idle)(void *self, const void *in, void *out);
    /** Right after `idle`: move over so many of these clocks. Afterwards all is as if each had been stepped. */
    void (*skip_clocks)(void *self, uint64_t clocks);
    /** With `begin` the unit remembers where it stands; without, true when it stands there again, so that the same
     * inputs would bring the same once more. */
    bool (*idle_round)(void *self, bool begin);
    /** Where it stands again after a round, move over so many clocks of such rounds. */
    void (*skip_rounds)(void *self, uint64_t clocks);
};

#ifdef __cplusplus
}
#endif

#endif
