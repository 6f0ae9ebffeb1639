// SPDX-License-Identifier: Apache-2.0
// Which signals there are, when they hold meaning, and how a view groups them.
#include "rowhold/rh_command.h"
#include "tb/lockstep/rh_system_wave.h"

typedef struct rh_system_wave_params params_type;
typedef struct rh_system_wave_in in_type;
typedef struct rh_system_wave_out out_type;
typedef struct rh_system_wave_state state_type;

static void list_config(struct rh_layout *layout, size_t base, const void *params) {
    (void)layout, (void)base, (void)params;
}

#define PORT(type, m, n, bits, meaning, live) RH_PORT(type, m, n, bits, 0, meaning, live)
static void list_in(struct rh_layout *layout, size_t base, const void *params) {
    const params_type *p = params;
    PORT(in_type, core_valid, 1, p->cores, "cores that offer a request", NULL);
    PORT(in_type, core_controller, p->cores, rh_log2_up(p->controllers), "for this controller", NULL);
    PORT(in_type, core_bank, p->cores, rh_log2_up(p->banks), "its bank", NULL);
    PORT(in_type, core_row, p->cores, p->row_bits, "its row", NULL);
    PORT(in_type, core_column, p->cores, p->column_bits, "its column", NULL);
    PORT(in_type, core_write, 1, p->cores, "it is a write", NULL);
    PORT(in_type, core_extra, p->cores, 3, "its column commands less one", NULL);
    PORT(in_type, core_slot, p->cores, 6, "its number among the core's requests in flight", NULL);
}

static void live_reply(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const out_type *)part)->reply_valid;
}

/* What a condition of the table looks at, of one controller. */
struct looked_at {
    uint8_t rsp_valid, active, booked;
};
#define RH_OUT(name, type, count, width, enumeration, meaning)
#define RH_OUT_WHILE(name, type, count, width, enumeration, condition, meaning)                                        \
    static void live_##name(const void *part, const void *params, uint64_t *mask) {                                    \
        const out_type *all = part;                                                                                    \
        for (unsigned k = 0; k < ((const params_type *)params)->controllers; k++) {                                    \
            const struct looked_at one = {all->rsp_valid[k], all->active[k], all->booked[k]}, *o = &one;               \
            mask[0] |= (uint64_t)((condition) != 0) << k;                                                              \
        }                                                                                                              \
    }
#include "tables/controller_ports.def"

static void list_out(struct rh_layout *layout, size_t base, const void *params) {
    const params_type *p = params;
    PORT(out_type, core_tick, 1, 1, "a clock of the cores", NULL);
    PORT(out_type, network_tick, 1, 1, "a clock of the networks", NULL);
    PORT(out_type, memory_tick, 1, 1, "a clock of the memory", NULL);
    PORT(out_type, core_ready, 1, p->cores, "cores whose request is taken", NULL);
    PORT(out_type, reply_valid, 1, p->cores, "cores with a reply", NULL);
    PORT(out_type, reply_tag, p->cores, p->tag_bits, "its tag", live_reply);
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    RH_PORT(out_type, name, p->controllers, width, enumeration, meaning, NULL);
#define RH_OUT_WHILE(name, type, count, width, enumeration, condition, meaning)                                        \
    RH_PORT(out_type, name, p->controllers, width, enumeration, meaning, live_##name);
#include "tables/controller_ports.def"
}

static void live_request_links(const void *part, const void *params, uint64_t *mask) {
    const params_type *p = params;
    rh_network_wave_live(&((const state_type *)part)->requests, p->routers, p->request_outputs, mask);
}

static void live_reply_links(const void *part, const void *params, uint64_t *mask) {
    const params_type *p = params;
    rh_network_wave_live(&((const state_type *)part)->replies, p->routers, p->reply_outputs, mask);
}

/* A member of a network, under its own name. */
#define ROW(title, network, m, n, bits, live_fn)                                                                       \
    rh_layout_add(layout, &(const struct rh_field){.name = title,                                                      \
                                                   .live = (live_fn),                                                  \
                                                   .count_text = #n,                                                   \
                                                   .width_text = #bits,                                                \
                                                   .offset = (uint32_t)(base + offsetof(state_type, network.m)),       \
                                                   .part = (uint32_t)base,                                             \
                                                   .count = (uint16_t)(n),                                             \
                                                   .width = (uint8_t)(bits),                                           \
                                                   .size = RH_ELEMENT_BYTES(struct rh_network_wave_state, m),          \
                                                   .array = true})
static void list_state(struct rh_layout *layout, size_t base, const void *params) {
    const params_type *p = params;
    RH_ROW(state_type, core_sum, 1, 32, NULL);
    RH_ROW(state_type, network_sum, 1, 32, NULL);
    RH_ROW(state_type, memory_sum, 1, 32, NULL);
    RH_ROW(state_type, requests_in_flight, p->cores, 8, NULL);
    ROW("requests_queued", requests, queued, p->cores, rh_log2_up(p->injection_queue + 1), NULL);
    ROW("requests_granted", requests, granted, p->routers, p->request_outputs, NULL);
    ROW("requests_flits", requests, flits, p->routers, p->request_outputs, NULL);
    ROW("requests_to", requests, to, p->routers * p->request_outputs, rh_log2_up(p->controllers), live_request_links);
    ROW("requests_credits", requests, credits, p->routers, p->request_inputs, NULL);
    ROW("requests_waiting", requests, waiting, p->controllers, 1, NULL);
    ROW("replies_queued", replies, queued, p->controllers, rh_log2_up(p->injection_queue + 1), NULL);
    ROW("replies_granted", replies, granted, p->routers, p->reply_outputs, NULL);
    ROW("replies_flits", replies, flits, p->routers, p->reply_outputs, NULL);
    ROW("replies_to", replies, to, p->routers * p->reply_outputs, rh_log2_up(p->cores), live_reply_links);
    ROW("replies_credits", replies, credits, p->routers, p->reply_inputs, NULL);
}

static bool offers(const void *in, const void *out, unsigned index) {
    (void)out;
    return ((const in_type *)in)->core_valid >> index & 1;
}

static bool commands_column(const void *in, const void *out, unsigned index) {
    (void)in;
    return ((const out_type *)out)->col_cmd[index] != RH_NOP;
}

static bool commands_row(const void *in, const void *out, unsigned index) {
    (void)in;
    return ((const out_type *)out)->row_cmd[index] != RH_NOP;
}

static const struct rh_shown shown[] = {
    {"core_controller", offers},   {"core_bank", offers},
    {"core_row", offers},          {"core_column", offers},
    {"core_extra", offers},        {"core_slot", offers},
    {"col_bank", commands_column}, {"col_column", commands_column},
    {"col_tag", commands_column},  {"col_reason", commands_column},
    {"row_bank", commands_row},    {"row_row", commands_row},
    {"row_reason", commands_row},  {NULL, NULL},
};
static const struct rh_port_group port_groups[] = {
    {"core_tick", "clocks of the cores", RH_ORANGE, false},
    {"network_tick", "clocks of the networks", RH_ORANGE, false},
    {"memory_tick", "clocks of the memory", RH_ORANGE, false},
    {"core_valid", "cores that offer a request", RH_GREEN, false},
    {"core_ready", "cores whose request is taken", RH_GREEN, false},
    {"reply_valid", "cores with a reply", RH_GREEN, false},
    {"col_cmd", "column commands of the controllers", RH_ORANGE, false},
    {"row_cmd", "row commands", RH_ORANGE, false},
    {"occupancy", "requests in the controllers", RH_GREEN, false},
    {"cause", "why their data buses idle", RH_VIOLET, false},
    {"core_", "the requests on offer", RH_GREEN, false},
    {"reply_", "the replies", RH_GREEN, false},
    {"col_", "the column commands", RH_PLAIN, false},
    {"row_", "the row commands", RH_PLAIN, false},
    {"rsp_", "responses of the controllers", RH_GREEN, false},
    {"", "other outputs of the controllers", RH_PLAIN, false},
};
static const struct rh_register_group register_groups[] = {
    {"p->routers", NULL, "routers", "router", true},
    {"p->cores", NULL, "cores", "core", true},
    {"p->controllers", NULL, "controllers", "controller", true},
    {"p->routers * p->request_outputs", NULL, "flits of requests", "link", false},
    {"p->routers * p->reply_outputs", NULL, "flits of replies", "link", false},
};
static const char *const set_widths[] = {"p->cores",         "p->request_outputs", "p->request_inputs",
                                         "p->reply_outputs", "p->reply_inputs",    NULL};
static const char *const choice[] = {
    "core_tick",      "network_tick",     "core_valid",      "core_ready",    "reply_valid", "requests_granted",
    "requests_flits", "requests_waiting", "replies_granted", "replies_flits", NULL};

const struct rh_kind rh_system_wave_kind = {
    .name = "system",
    .params_size = sizeof(params_type),
    .in_size = sizeof(in_type),
    .out_size = sizeof(out_type),
    .list_config = list_config,
    .list_in = list_in,
    .list_out = list_out,
    .port_groups = port_groups,
    .shown = shown,
    .register_groups = register_groups,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
    .set_widths = set_widths,
    .choice = choice,
};
const struct rh_block_ops rh_system_wave_ops = {
    .name = "request_system", .state_size = sizeof(state_type), .list = list_state};
