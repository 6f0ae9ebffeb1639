// SPDX-License-Identifier: Apache-2.0
// The kind `link`: parameters, configuration, ports, views.
#include "rowhold/rh_link.h"

#include "rowhold/rh_crc.h"

#define RH_KIND_TYPE(what) struct rh_link_##what
#define RH_PARAMS_TABLE    "tables/link_params.def"
#define RH_CONFIG_TABLE    "tables/link_config.def"
#define RH_PORTS_TABLE     "tables/link_ports.def"
#include "cmodel/core/rh_kind_tables.h"

static bool check(const void *params, struct rh_error *error) {
    const struct rh_link_params *p = params;
    if (!rh_params_check(param_rows, PARAM_ROWS, params, "link", error))
        return false;
    return rh_crc_polynomial(p->crc_bits) != 0 ||
           rh_error_set(error, "link: found crc_bits %u, expected a row of crc.def: 4 or 10", p->crc_bits);
}

static const struct rh_port_group port_groups[] = {
    {"send", "sender", RH_GREEN, false},
    {"error", "errors of the pins", RH_RED, false},
    {"receive", "receiver", RH_GREEN, false},
    {"", "what was found", RH_ORANGE, true},
};

static bool offered(const void *in, const void *out, unsigned index) {
    (void)out;
    (void)index;
    return ((const struct rh_link_in *)in)->send_valid != 0;
}

static bool delivered(const void *in, const void *out, unsigned index) {
    (void)in;
    (void)index;
    return ((const struct rh_link_out *)out)->receive_valid != 0;
}

static const struct rh_shown shown[] = {
    {"send_data", offered}, {"receive_data", delivered}, {"corrected", delivered}, {"failed", delivered}, {NULL, NULL},
};
static const char *const choice[] = {"send_valid",    "send_ready", "receive_valid", "receive_ready", "wire_valid",
                                     "wire_restart",  "accept",     "reject",        "taken",         "waiting",
                                     "arrived_valid", "corrected",  "failed",        "retries",       NULL};
static const char *const set_widths[] = {"p->words", NULL};

const struct rh_kind rh_link_kind = {
    .name = "link",
    RH_KIND_TABLES,
    .check = check,
    .port_groups = port_groups,
    .shown = shown,
    .set_widths = set_widths,
    .choice = choice,
};
