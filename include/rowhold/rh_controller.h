// SPDX-License-Identifier: Apache-2.0
/** The contract of every memory controller.
 *
 * One clock is one call of `cycle`: the outputs come from the state before the edge and this clock's inputs, then the
 * state moves. The state is a plain struct that the caller owns (`state_size` bytes, any alignment of malloc); it is
 * complete: copying it copies the controller. A controller keeps no globals, allocates nothing and does no I/O. A
 * policy reads none of `now`, `refresh_timer` and `refresh_busy` of its backend: they alone move while a controller
 * idles, which is how idle clocks are skipped (the view shows that a refresh blocks a bank).
 *
 * Promises. Each has a unit test, and a proof without bound in time for every controller of the registry: for all
 * streams and all timing sets that pass the lint, at a small geometry (tb/formal/fv_rh_<name>.sv; docs/verification.md
 * names the property). Configuration `requests` proves the first three, `rules` the last:
 *  - a request is taken exactly when req_valid and req_ready are both set, and leaves on its last column command; a
 *    full queue takes one in the clock in which one leaves, so `queue` entries are `queue` requests under saturation;
 *    a read that is taken while `forward` is set (with `write_drain` 2) is not stored: whoever keeps the data of writes
 *    gives it those of the write with the tag `forward_tag`, which is answered later than the read;
 *  - nothing is lost, duplicated or invented: one response a request, with its tag, after its last data beat;
 *  - requests to one (bank, row) issue their column commands in order of arrival; where reads and writes are served in
 *    turn (`write_drain`) those to one column of it do; of `sms` those of one source to a bank do, and two sources that
 *    want one row are not waited for;
 *  - at most one command goes out in a clock on each command bus, and none breaks a timing constraint.
 * Only `fr_fcfs` and `most_pending` with an age cap (rh_age_queue.h) promise to serve a request within some time.
 * Lockstep ends a run without progress as failed.
 */
#ifndef RH_CONTROLLER_H
#define RH_CONTROLLER_H

#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_block.h"
#include "rowhold/rh_controller_ports.h"
#include "rowhold/rh_geometry.h"
#include "rowhold/rh_request.h"
#include "rowhold/rh_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kind's structs under the names that its tables use. */
typedef struct rh_geometry rh_controller_params;
typedef struct rh_constraints rh_controller_config;
typedef struct rh_controller_in rh_controller_in;
typedef struct rh_controller_out rh_controller_out;

/** A controller's `ops` take a struct rh_geometry, a struct rh_constraints that has passed rh_timing_lint for it, and
 * the structs above; a struct rh_backend comes first in the state. */
extern const struct rh_kind rh_controller_kind;

/** The source of a request is its core, modulo the sources that the geometry tells apart; that of a request whose core
 * is not known is 0. `warps`: it is its warp, if that is known: core and warp folded into all bits but the highest, so
 * that two warps that happen to share a number are taken for one; the highest says that more of its instruction
 * follow. */
static inline uint8_t rh_controller_source(const struct rh_request *request, const struct rh_geometry *geometry,
                                           bool warps) {
    unsigned bits = geometry->source_bits, source = request->core == UINT16_MAX ? 0 : request->core;
    if (warps && request->warp != UINT16_MAX && bits > 1) {
        source = (source << (bits - 1) / 2 ^ request->warp ^ request->warp >> 5U) & ((1U << (bits - 1)) - 1);
        source |= (unsigned)(request->more & 1) << (bits - 1);
    }
    return (uint8_t)(source & rh_mask(bits));
}

/** Offers a request at the request port. */
static inline void rh_controller_offer(struct rh_controller_in *in, const struct rh_request *request, unsigned tag,
                                       const struct rh_geometry *geometry, bool warps) {
    in->req_valid = 1;
    in->req_write = request->write;
    in->req_bank = request->bank;
    in->req_row = request->row;
    in->req_column = request->column;
    in->req_len = (uint8_t)(request->commands - 1U);
    in->req_tag = (uint16_t)tag;
    in->req_source = rh_controller_source(request, geometry, warps);
}

#define RH_DEFAULT_CONTROLLER "fr_fcfs"

/** The controllers of the registry: how many, one by index, one by name (NULL when there is none). */
size_t rh_controller_count(void);
const struct rh_block_ops *rh_controller_at(size_t index);
const struct rh_block_ops *rh_controller_find(const char *name);
struct rh_preset;
/** The controller of that name (NULL: RH_DEFAULT_CONTROLLER), if it can serve the preset. NULL with an error that names
 * the member `controller` and lists the known names. */
const struct rh_block_ops *rh_controller_for(const char *name, const struct rh_preset *preset, struct rh_error *error);
struct rh_traits;
/** Those of its row of the registry (rh_variant.h), by name; NULL: there is no such controller. */
const struct rh_traits *rh_controller_traits(const char *name);
/** Does its policy close rows by RDA and WRA? A DRAM without auto-precharge can't take it. */
bool rh_controller_closes_rows(const struct rh_block_ops *ops);

/** A setting of a policy: a row RH_POLICY of tables/controller_config.def. */
struct rh_policy_setting {
    const char *name;
    uint32_t defaults, greatest;
    size_t at;                           /**< of its uint32_t in struct rh_constraints */
    size_t trait;                        /**< of its bool in struct rh_traits */
    const char *(*word)(unsigned value); /**< the name of a value; NULL: values are numbers */
    bool drain;                          /**< it counts with the parameter write_drain alone */
};
enum {
#define RH_POLICY(name, bits, value, meaning) RH_POLICY_##name,
#include "tables/controller_config.def"
    RH_POLICIES
};
extern const struct rh_policy_setting rh_policy_settings[RH_POLICIES];
/** Does the controller's policy read it? False of one that the registry does not have. */
bool rh_controller_reads(const struct rh_block_ops *ops, const struct rh_policy_setting *setting);
/** The value of that name of a setting that has names. False with an error. */
bool rh_policy_find(const struct rh_policy_setting *setting, const char *word, uint32_t *value, struct rh_error *error);
/** Gives the geometry the parameter `closes` where these settings make the controller close rows that no queued request
 * wants. False with an error where that takes an auto-precharge that the DRAM has not. */
bool rh_controller_take_page(const struct rh_block_ops *ops, const struct rh_preset *preset,
                             const struct rh_constraints *constraints, struct rh_geometry *geometry,
                             struct rh_error *error);
/** Does it ask for the source of a request? False, too, of one that the registry does not have. */
bool rh_controller_asks_sources(const struct rh_block_ops *ops);
/** Are its sources warps, where these are known? */
bool rh_controller_asks_warps(const struct rh_block_ops *ops);
/** The source bits that it is best given: RH_DEFAULT_SOURCE_BITS, for warps as many as there may be. */
unsigned rh_controller_source_bits(const struct rh_block_ops *ops);
/** Does it keep the order of requests of one source to a bank, and no order between sources? */
bool rh_controller_orders_sources(const struct rh_block_ops *ops);
/** Gives the geometry write_drain where a setting of it is not 0, or reads may be answered from the queue (`forward`),
 * and the controller reads it; else these settings are 0. False with an error that begins with `high` or `queue`, the
 * name of write_high or of write_queue, where they don't fit each other and the queue. */
bool rh_write_drain_settle(const struct rh_block_ops *ops, struct rh_geometry *geometry,
                           struct rh_constraints *constraints, bool forward, const char *high, const char *queue,
                           struct rh_error *error);
/** A setting's value. */
static inline uint32_t *rh_policy_value(struct rh_constraints *constraints, const struct rh_policy_setting *setting) {
    return (uint32_t *)((char *)constraints + setting->at);
}
/** Writes the settings that the controller reads and that differ from their defaults as ", age cap 64": at most `size`
 * bytes. Returns `text`. */
const char *rh_policy_text(const struct rh_block_ops *ops, const struct rh_constraints *constraints, char *text,
                           size_t size);
/** The number of entries of each bank's queue; 0 where the banks share one queue. */
unsigned rh_controller_bank_depth(const struct rh_block_ops *ops, const struct rh_geometry *geometry);

#ifdef __cplusplus
}
#endif

#endif
