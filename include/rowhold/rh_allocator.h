// SPDX-License-Identifier: Apache-2.0
/** The contract of every allocator of the request network.
 *
 * A matrix of requests goes in, a matrix of grants with at most one a row (input) and one a column (output) comes out,
 * in the same clock. One clock is one call of `cycle`: the outputs come from the state before the edge and this clock's
 * inputs, then the state moves. The state is a plain struct that the caller owns; it is complete, and shaped like the
 * hardware.
 *
 * A request is *eligible* while its output is ready; no other is looked at. The hold rule (rh_hold.h) may clear
 * eligible requests before the allocator sees them; those are *turned away*.
 *
 * Promises (each has a proof in tb/formal and a unit test):
 *  - at most one grant a row and a column, only to eligible requests;
 *  - a held pair that asks again is granted again (nothing else of its row and column can be then);
 *  - a pair that is the only eligible request of its input and of its output is granted;
 *  - wavefront: no eligible request is left whose input and output are both free (the matching is maximal);
 *  - a request waits no longer than the bound that the allocator's page states, where it states one.
 */
#ifndef RH_ALLOCATOR_H
#define RH_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_block.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_LEAST_inputs, RH_MOST_inputs, ...: the range of each parameter. */
enum {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning)                      \
    RH_LEAST_##name = (least), RH_MOST_##name = (greatest),
#include "tables/allocator_params.def"
};

/** RH_HOLD_none, RH_HOLD_hold_grant, ...: values of the parameter `hold`. */
enum rh_hold_rule {
#define RH_HOLD_RULE(name, stays, meaning) RH_HOLD_##name,
#include "tables/hold_rules.def"
#undef RH_HOLD_RULE
    RH_HOLD_RULES
};

/** Parameters; SystemVerilog has them in capitals. */
struct rh_allocator_params {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) type name;
#include "tables/allocator_params.def"
};

/** Configuration registers: they do not change between resets. */
struct rh_allocator_config {
#define RH_CONFIG(name, type, bits, meaning) type name;
#include "tables/allocator_config.def"
};

/** Ports with one element for each input are arrays of the size of the largest parameters. */
typedef uint64_t rh_inputs_u64[RH_MOST_inputs];
typedef uint32_t rh_inputs_u32[RH_MOST_inputs];
typedef uint8_t rh_inputs_u8[RH_MOST_inputs];

/** Inputs of one clock; elements at and beyond `inputs` are not looked at. */
struct rh_allocator_in {
#define RH_IN(name, type, count, width, enumeration, meaning) type name;
#include "tables/allocator_ports.def"
};

/** Outputs of one clock. */
struct rh_allocator_out {
#define RH_OUT(name, type, count, width, enumeration, meaning) type name;
#include "tables/allocator_ports.def"
};

/** An allocator's `ops` take the structs above. */
extern const struct rh_kind rh_allocator_kind;

/** Every parameter in its range, else an error that names it. */
bool rh_allocator_check(const struct rh_allocator_params *params, struct rh_error *error);

/** The parameters of a router's allocator, which are the default of bench and views: 5 inputs, 5 outputs, hold_grant,
 * and otherwise the default parameters. */
struct rh_allocator_params rh_allocator_router(void);
enum { RH_ALLOCATOR_PERIOD_PS = 1000 /**< of a clock in waves: a network has no DRAM's clock */ };

/** The allocators of the registry: how many, one by index, one by name (NULL when there is none). */
size_t rh_allocator_count(void);
const struct rh_block_ops *rh_allocator_at(size_t index);
const struct rh_block_ops *rh_allocator_find(const char *name);

#define RH_DEFAULT_ALLOCATOR "islip"

/** Clears every grant and returns the set of inputs that request something. A step does this before its `match`. */
uint64_t rh_allocator_asks(const struct rh_allocator_params *params, const struct rh_allocator_in *in,
                           struct rh_allocator_out *out);

/** Hold rules of tables/hold_rules.def by number and by name. */
const char *rh_hold_rule_name(unsigned rule);
bool rh_hold_rule_find(const char *name, uint8_t *rule);
/** What a network's routers have for `stays` where it says nothing (rh_router.h). */
uint8_t rh_hold_rule_stays(unsigned rule);

#ifdef __cplusplus
}
#endif

#endif
