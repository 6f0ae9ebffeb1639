// SPDX-License-Identifier: Apache-2.0
/** The contract of every memory controller.
 *
 * One clock is one call of `step`: the outputs come from the state before the edge and this clock's inputs, then the state
 * moves. The state is a plain struct that the caller owns (`state_size` bytes, any alignment of malloc); it is complete:
 * copying it copies the controller. A controller keeps no globals, allocates nothing and does no I/O. A policy reads none of
 * `now`, `refresh_timer` and `refresh_busy` of its backend: they alone move while a controller idles, which is how idle clocks
 * are skipped (that a refresh blocks a bank is told by the view).
 *
 * Promises. Each has a unit test, and a proof without bound in time for every controller of the registry: for all streams and
 * all timing sets that pass the lint, at a small geometry (tb/formal/fv_rh_<name>.sv; docs/verification.md names the property).
 * Configuration `requests` proves the first three, `rules` the last:
 *  - a request is taken exactly when req_valid and req_ready are both set, and leaves on its last column command; a full
 *    queue takes one in the clock in which one leaves, so `queue` entries are `queue` requests under saturation;
 *  - nothing is lost, duplicated or invented: one response a request, with its tag, after its last data beat;
 *  - requests to one (bank, row) issue their column commands in order of arrival;
 *  - at most one command a clock and command bus, none that breaks a gap.
 * That a request is served within some time is not promised; lockstep ends a run without progress as failed.
 */
#ifndef RH_CONTROLLER_H
#define RH_CONTROLLER_H

#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_command.h"
#include "rowhold/rh_field.h"
#include "rowhold/rh_geometry.h"
#include "rowhold/rh_timing.h"

/** Inputs of one clock; tables/ports.def says what each means. */
struct rh_controller_in {
#define RH_IN(name, type, width, enumeration, meaning) type name;
#define RH_OUT(name, type, width, enumeration, meaning)
#include "tables/ports.def"
#undef RH_IN
#undef RH_OUT
};

/** Outputs of one clock. */
struct rh_controller_out {
#define RH_IN(name, type, width, enumeration, meaning)
#define RH_OUT(name, type, width, enumeration, meaning) type name;
#include "tables/ports.def"
#undef RH_IN
#undef RH_OUT
};

/** One row of the registry, as code. */
struct rh_controller_ops {
    const char *name;
    size_t state_size;             /**< bytes of the state; a struct rh_backend comes first in it */
    const struct rh_field *fields; /**< registers, in the order of the RTL's observation vector */
    size_t field_count;
    /** The state after reset. */
    void (*reset)(void *state, const struct rh_geometry *geometry);
    /** One clock. `gaps` must have passed rh_timing_lint for this geometry. */
    void (*step)(void *state, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out);
};

extern const struct rh_field rh_controller_in_fields[];
extern const size_t rh_controller_in_field_count;
extern const struct rh_field rh_controller_out_fields[];
extern const size_t rh_controller_out_field_count;

/** The controllers of the registry: how many, one by index, one by name (NULL when there is none). */
size_t rh_controller_count(void);
const struct rh_controller_ops *rh_controller_at(size_t index);
const struct rh_controller_ops *rh_controller_find(const char *name);

#endif
