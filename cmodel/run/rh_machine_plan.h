// SPDX-License-Identifier: Apache-2.0
/* What a machine does in a clock: worked out once from the names and paths of its parts. */
#ifndef RH_MACHINE_PLAN_H
#define RH_MACHINE_PLAN_H

#include "rowhold/rh_machine.h"

/** One end of a wire: elements of a port, or bits of one element. */
struct rh_wire_end {
    unsigned part, port;          /**< port: index in the layout */
    const struct rh_field *field; /**< of the port */
    unsigned first, count;        /**< elements */
    unsigned low, width;          /**< bits */
};

struct rh_wire {
    struct rh_wire_end from, to;
};

/** RH_HOLD_TO: what was copied before its part's clock must be what that clock shows. */
enum rh_act { RH_STEP, RH_PEEK, RH_COPY, RH_HOLD_TO };
struct rh_action {
    enum rh_act act;
    unsigned index; /**< of the part, or of the wire */
};

struct rh_machine_plan {
    struct rh_wire *wires;
    unsigned wire_count;
    struct rh_action *actions; /**< of a clock, in order */
    unsigned action_count;
};

/** Resolve the names. False with an error; rh_plan_free is due in any case. */
bool rh_plan_wires(struct rh_machine_plan *plan, const struct rh_machine_setup *setup, struct rh_error *error);
/** Order the clock; behind rh_plan_wires. */
bool rh_plan_order(struct rh_machine_plan *plan, const struct rh_machine_setup *setup, struct rh_error *error);
void rh_plan_free(struct rh_machine_plan *plan);

#endif
