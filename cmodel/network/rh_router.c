// SPDX-License-Identifier: Apache-2.0
// The kind `router`: parameters, configuration, ports, views.
#include "rowhold/rh_router.h"

#define RH_KIND_TYPE(what) struct rh_router_##what
#define RH_PARAMS_TABLE    "tables/router_params.def"
#define RH_CONFIG_TABLE    "tables/router_config.def"
#define RH_PORTS_TABLE     "tables/router_ports.def"
#include "cmodel/core/rh_kind_tables.h"

_Static_assert((int)RH_ROUTER_MOST_inputs == (int)RH_MOST_inputs && (int)RH_ROUTER_MOST_outputs == (int)RH_MOST_outputs,
               "a router has the ports of its allocator");

bool rh_router_check(const struct rh_router_params *params, struct rh_error *error) {
    if (!rh_params_check(param_rows, PARAM_ROWS, params, "router", error))
        return false;
    return params->classes <= params->vcs ||
           rh_error_set(error, "router: found classes %u, expected at most the %u virtual channels (vcs)",
                        params->classes, params->vcs);
}

static bool check(const void *params, struct rh_error *error) {
    return rh_router_check(params, error);
}

static const struct rh_port_group port_groups[] = {
    {"arrive", "flits that arrive", RH_GREEN, false},    {"leave", "flits that leave", RH_GREEN, true},
    {"credit", "credits that arrive", RH_ORANGE, false}, {"back", "credits that leave", RH_ORANGE, true},
    {"", "the allocator's side", RH_VIOLET, true},
};

static bool arrives(const void *in, const void *out, unsigned index) {
    (void)out;
    return (((const struct rh_router_in *)in)->arrive_valid >> index & 1) != 0;
}

static bool leaves(const void *in, const void *out, unsigned index) {
    (void)in;
    return (((const struct rh_router_out *)out)->leave_valid >> index & 1) != 0;
}

static bool frees(const void *in, const void *out, unsigned index) {
    (void)out;
    return (((const struct rh_router_in *)in)->credit_valid >> index & 1) != 0;
}

static bool freed(const void *in, const void *out, unsigned index) {
    (void)in;
    return (((const struct rh_router_out *)out)->back_valid >> index & 1) != 0;
}

static bool asks(const void *in, const void *out, unsigned index) {
    (void)in;
    return ((const struct rh_router_out *)out)->request[index] != 0;
}

static const struct rh_shown shown[] = {
    {"arrive_vc", arrives},
    {"arrive_destination", arrives},
    {"arrive_bank", arrives},
    {"arrive_row", arrives},
    {"arrive_payload", arrives},
    {"leave_vc", leaves},
    {"leave_destination", leaves},
    {"leave_bank", leaves},
    {"leave_row", leaves},
    {"leave_payload", leaves},
    {"credit_vc", frees},
    {"back_vc", freed},
    {"destination", asks},
    {"bank", asks},
    {"row", asks},
    {NULL, NULL},
};
static const char *const choice[] = {"request", "ready",  "grant",  "arrive_valid", "leave_valid", "count",
                                     "active",  "turn",   "next",   "taken",        "heir",        "credits",
                                     "last",    "ask_vc", "stayed", "send_vc",      "send_input",  NULL};
static const char *const set_widths[] = {"p->inputs", "p->outputs", "p->vcs", NULL};
static const struct rh_register_group register_groups[] = {
    {"p->inputs", NULL, "inputs", "input", true},
    {"p->inputs * p->vcs", NULL, "virtual channels of the inputs", "channel", true},
    {"p->outputs", NULL, "outputs", "output", true},
    {"p->outputs * p->vcs", NULL, "virtual channels of the outputs", "channel", true},
    {"p->inputs * p->vcs * p->depth", NULL, "flits", "place", false},
};

const struct rh_kind rh_router_kind = {
    .name = "router",
    RH_KIND_TABLES,
    .check = check,
    .port_groups = port_groups,
    .register_groups = register_groups,
    .shown = shown,
    .set_widths = set_widths,
    .choice = choice,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
};
