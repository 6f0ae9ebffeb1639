// SPDX-License-Identifier: Apache-2.0
// The kind `injector`: parameters, configuration, ports, views.
#include "rowhold/rh_injector.h"

#define RH_KIND_TYPE(what) struct rh_injector_##what
#define RH_PARAMS_TABLE    "tables/injector_params.def"
#define RH_CONFIG_TABLE    "tables/injector_config.def"
#define RH_PORTS_TABLE     "tables/injector_ports.def"
#include "cmodel/core/rh_kind_tables.h"

bool rh_injector_check(const struct rh_injector_params *params, struct rh_error *error) {
    if (!rh_params_check(param_rows, PARAM_ROWS, params, "injector", error))
        return false;
    return params->classes <= params->vcs ||
           rh_error_set(error, "injector: found classes %u, expected at most the %u virtual channels (vcs)",
                        params->classes, params->vcs);
}

static bool check(const void *params, struct rh_error *error) {
    return rh_injector_check(params, error);
}

static const struct rh_port_group port_groups[] = {
    {"message", "messages", RH_GREEN, false},
    {"leave", "flits that leave", RH_GREEN, true},
    {"credit", "credits that arrive", RH_ORANGE, false},
    {"", "clock and messages that are done", RH_ORANGE, true},
};

static bool offered(const void *in, const void *out, unsigned index) {
    (void)out;
    (void)index;
    return ((const struct rh_injector_in *)in)->message_valid != 0;
}

static bool leaves(const void *in, const void *out, unsigned index) {
    (void)in;
    (void)index;
    return ((const struct rh_injector_out *)out)->leave_valid != 0;
}

static bool frees(const void *in, const void *out, unsigned index) {
    (void)out;
    (void)index;
    return ((const struct rh_injector_in *)in)->credit_valid != 0;
}

static const struct rh_shown shown[] = {
    {"message_destination", offered}, {"message_bank", offered},  {"message_row", offered},
    {"message_payload", offered},     {"message_flits", offered}, {"leave_vc", leaves},
    {"leave_destination", leaves},    {"leave_bank", leaves},     {"leave_row", leaves},
    {"leave_payload", leaves},        {"credit_vc", frees},       {NULL, NULL},
};
static const char *const choice[] = {"message_valid", "message_ready", "leave_valid", "leave_vc",  "leave_tail",
                                     "count",         "sent",          "credits",     "in_flight", NULL};
static const struct rh_register_group register_groups[] = {
    {"p->vcs", NULL, "virtual channels", "channel", true},
    {"p->queue", NULL, "messages", "place", false},
};

const struct rh_kind rh_injector_kind = {
    .name = "injector",
    RH_KIND_TABLES,
    .check = check,
    .port_groups = port_groups,
    .register_groups = register_groups,
    .shown = shown,
    .choice = choice,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
};
