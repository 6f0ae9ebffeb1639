// SPDX-License-Identifier: Apache-2.0
// The kind `ejector`: parameters, ports, views.
#include "rowhold/rh_ejector.h"

#define RH_KIND_TYPE(what) struct rh_ejector_##what
#define RH_PARAMS_TABLE    "tables/ejector_params.def"
#define RH_CONFIG_TABLE    "tables/ejector_config.def"
#define RH_PORTS_TABLE     "tables/ejector_ports.def"
#include "cmodel/core/rh_kind_tables.h"

static bool check(const void *params, struct rh_error *error) {
    return rh_params_check(param_rows, PARAM_ROWS, params, "ejector", error);
}

static const struct rh_port_group port_groups[] = {
    {"arrive", "flits that arrive", RH_GREEN, false},
    {"back", "credits that leave", RH_ORANGE, true},
    {"message", "messages", RH_GREEN, true},
    {"", "clock of the network", RH_PLAIN, false},
};

static bool arrives(const void *in, const void *out, unsigned index) {
    (void)out;
    (void)index;
    return ((const struct rh_ejector_in *)in)->arrive_valid != 0;
}

static bool waits(const void *in, const void *out, unsigned index) {
    (void)in;
    (void)index;
    return ((const struct rh_ejector_out *)out)->message_valid != 0;
}

static bool freed(const void *in, const void *out, unsigned index) {
    (void)in;
    (void)index;
    return ((const struct rh_ejector_out *)out)->back_valid != 0;
}

static const struct rh_shown shown[] = {
    {"arrive_vc", arrives},      {"arrive_tail", arrives},
    {"arrive_bank", arrives},    {"arrive_row", arrives},
    {"arrive_payload", arrives}, {"message_bank", waits},
    {"message_row", waits},      {"message_payload", waits},
    {"back_vc", freed},          {NULL, NULL},
};
static const char *const choice[] = {"enable",        "arrive_valid", "arrive_vc", "arrive_tail", "message_valid",
                                     "message_ready", "count",        "open",      "turn",        "tail_turn",
                                     "tail_last",     "back_valid",   "back_vc",   NULL};
static const char *const set_widths[] = {"p->vcs", NULL};
static const struct rh_register_group register_groups[] = {
    {"p->vcs", NULL, "virtual channels", "channel", true},
    {"p->vcs * p->depth", NULL, "flits", "place", false},
};

const struct rh_kind rh_ejector_kind = {
    .name = "ejector",
    RH_KIND_TABLES,
    .check = check,
    .port_groups = port_groups,
    .register_groups = register_groups,
    .shown = shown,
    .set_widths = set_widths,
    .choice = choice,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
};
