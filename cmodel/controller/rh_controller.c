// SPDX-License-Identifier: Apache-2.0
// The kind `controller`: parameters, configuration, ports, views. The controllers of the registry.
#include "rowhold/rh_controller.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/controller/rh_data_bus.h"
#include "cmodel/core/rh_near.h"
#include "cmodel/dram/rh_backend.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_variant.h"

#define RH_KIND_TYPE(what) rh_controller_##what
#define RH_PARAMS_TABLE    "tables/controller_params.def"
#define RH_CONFIG_TABLE    "tables/controller_config.def"
#define RH_PORTS_TABLE     "tables/controller_ports.def"
#include "cmodel/core/rh_kind_tables.h"

static bool check(const void *geometry, struct rh_error *error) {
    return rh_geometry_check(geometry, error);
}

/* Parts that share subarrays lie in one bank group; side by side there are two. */
static bool check_parts(const struct rh_geometry *g, struct rh_error *error) {
    unsigned parts = 1U << g->subarray_group_bits;
    if (parts > (unsigned)g->banks / g->groups || (parts > 2 && !g->stacked))
        return rh_error_set(error, "geometry: found subarray_group_bits %u, expected at most %s",
                            (unsigned)g->subarray_group_bits,
                            g->stacked ? "log2 of the banks of a group" : "1 where parts are not stacked");
    if (g->subarray_bits > g->row_bits || (parts > 1) != (g->subarray_bits != 0) || (g->stacked && parts == 1))
        return rh_error_set(
            error,
            "geometry: found subarray_bits %u, subarray_group_bits %u, stacked %u, expected 1 to row_bits "
            "subarray_bits with parts, and 0 of all three without",
            (unsigned)g->subarray_bits, (unsigned)g->subarray_group_bits, (unsigned)g->stacked);
    return true;
}

bool rh_geometry_check(const struct rh_geometry *g, struct rh_error *error) {
    if (!rh_params_check(param_rows, PARAM_ROWS, g, "geometry", error))
        return false;
    if (g->groups > g->banks / 2)
        return rh_error_set(error, "geometry: found groups %u with banks %u, expected at most banks / 2 = %u",
                            (unsigned)g->groups, (unsigned)g->banks, g->banks / 2U);
    if (1U << g->grain_bits > g->groups)
        return rh_error_set(error, "geometry: found grain_bits %u with groups %u, expected at most log2 of groups",
                            (unsigned)g->grain_bits, (unsigned)g->groups);
    if (1U << g->rank_bits > g->groups || (g->rank_bits && g->grain_bits))
        return rh_error_set(error,
                            "geometry: found rank_bits %u with groups %u and grain_bits %u, expected at most log2 of "
                            "groups, and 0 with grains",
                            (unsigned)g->rank_bits, (unsigned)g->groups, (unsigned)g->grain_bits);
    return check_parts(g, error);
}

static const struct rh_port_group port_groups[] = {
    {"req_", "request port", RH_GREEN, false},  {"col_", "column command", RH_GREEN, false},
    {"row_", "row command", RH_ORANGE, false},  {"rsp_", "response port", RH_GREEN, true},
    {"forward", "forwarding", RH_GREEN, false}, {"", "data bus and stall ledger", RH_VIOLET, false},
};

static bool asked(const void *in, const void *out, unsigned index) {
    (void)out;
    (void)index;
    return ((const struct rh_controller_in *)in)->req_valid;
}

static bool column_goes(const void *in, const void *out, unsigned index) {
    (void)in;
    (void)index;
    return ((const struct rh_controller_out *)out)->col_cmd != RH_NOP;
}

static bool row_goes(const void *in, const void *out, unsigned index) {
    (void)in;
    (void)index;
    return ((const struct rh_controller_out *)out)->row_cmd != RH_NOP &&
           !((const struct rh_controller_out *)out)->row_all;
}

static bool activates(const void *in, const void *out, unsigned index) {
    (void)in;
    (void)index;
    return ((const struct rh_controller_out *)out)->row_cmd == RH_ACT;
}

static bool forwards(const void *in, const void *out, unsigned index) {
    (void)in;
    (void)index;
    return ((const struct rh_controller_out *)out)->forward;
}

static const struct rh_shown shown[] = {
    {"req_write", asked},
    {"req_bank", asked},
    {"req_row", asked},
    {"req_column", asked},
    {"req_len", asked},
    {"req_tag", asked},
    {"col_bank", column_goes},
    {"col_column", column_goes},
    {"col_tag", column_goes},
    {"row_bank", row_goes},
    {"row_row", activates},
    {"forward_tag", forwards},
    {NULL, NULL},
};
static const char *const set_widths[] = {"p->queue", "p->banks", "rh_max(1, p->queue / p->banks)", NULL};
static const char *const choice[] = {"col_cmd",        "col_bank",    "col_reason", "row_cmd",     "row_bank",
                                     "row_reason",     "cause",       "occupancy",  "open",        "hit",
                                     "just_activated", "column_next", "row_next",   "refresh_due", NULL};
static const struct rh_register_group register_groups[] = {
    {"p->queue", "rh_max(1, p->queue / p->banks) * p->banks", "queue", "entry", true},
    {"p->banks", NULL, "bank timers and rows", "bank", true},
    {"p->responses", NULL, "response FIFO", "slot", false},
};

/* Quiet as far as the backend, first in every state, knows: cheap to ask, so that most idle clocks under a running
 * timer are not tried. Up to the next refresh, or to the end of the one that runs. */
static uint64_t idle_limit(const void *state, const void *params, const void *config) {
    const struct rh_backend *backend = state;
    const struct rh_constraints *constraints = config;
    uint64_t clocks = UINT64_MAX;
    if (constraints->refresh != RH_REFRESH_OFF)
        clocks = constraints->refi - 1U - backend->refresh_timer;
    if (backend->refresh_busy != 0 && clocks > backend->refresh_busy)
        clocks = backend->refresh_busy;
    if (backend->refresh_due || backend->response_count)
        return 0;
    if (backend->channel.rank_rd != 0 || backend->channel.rank_wr != 0)
        return 0;
    return rh_bank_array_runs(&backend->array, params) ? 0 : clocks;
}

static void idle_turn(void *state, const void *params, uint64_t clocks) {
    struct rh_backend *backend = state;
    const struct rh_geometry *geometry = params;
    backend->now = (uint8_t)((backend->now + clocks) & rh_mask(geometry->timer_bits));
}

static void idle_move(void *state, const void *params, const void *config, uint64_t clocks) {
    struct rh_backend *backend = state;
    const struct rh_constraints *constraints = config;
    idle_turn(state, params, clocks);
    if (constraints->refresh != RH_REFRESH_OFF)
        backend->refresh_timer = (uint16_t)(backend->refresh_timer + clocks);
    if (backend->refresh_busy != 0)
        backend->refresh_busy = (uint16_t)(backend->refresh_busy - clocks);
}

/* Only responses in flight look at `now`. */
static void idle_clear(void *state) {
    struct rh_backend *backend = state;
    if (backend->response_count == 0)
        backend->now = 0;
}

static const struct rh_idle counters = {idle_limit, idle_move, idle_clear, idle_turn};

const struct rh_kind rh_controller_kind = {
    .name = "controller",
    RH_KIND_TABLES,
    .idle = &counters,
    .check = check,
    .port_groups = port_groups,
    .shown = shown,
    .set_widths = set_widths,
    .choice = choice,
    .derived = &rh_data_bus_derived,
    .register_groups = register_groups,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
};

size_t rh_controller_count(void) {
    return rh_variant_count(RH_KIND_controller);
}

const struct rh_block_ops *rh_controller_at(size_t index) {
    const struct rh_variant *variant = rh_variant_at(RH_KIND_controller, index);
    return variant != NULL ? variant->ops : NULL;
}

const struct rh_block_ops *rh_controller_find(const char *name) {
    const struct rh_variant *variant = rh_variant_find(RH_KIND_controller, name);
    return variant != NULL ? variant->ops : NULL;
}

const struct rh_traits *rh_controller_traits(const char *name) {
    const struct rh_variant *variant = rh_variant_find(RH_KIND_controller, name);
    return variant != NULL ? &variant->traits : NULL;
}

const struct rh_block_ops *rh_controller_for(const char *name, const struct rh_preset *preset, struct rh_error *error) {
    const struct rh_block_ops *ops = rh_controller_find(name != NULL ? name : RH_DEFAULT_CONTROLLER), *known;
    if (ops != NULL && (preset->auto_precharge || !rh_controller_closes_rows(ops)))
        return ops;
    if (ops != NULL) {
        rh_error_field(error, "controller", "found %s, expected one that needs no auto-precharge, which %.40s has not",
                       ops->name, preset->name);
        return NULL;
    }
    char names[512] = "", near_names[RH_NEAR_TEXT];
    struct rh_near near = {.word = name};
    for (size_t i = 0, used = 0; (known = rh_controller_at(i)) != NULL && used < sizeof names; i++) {
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ", known->name);
        rh_near_offer(&near, known->name);
    }
    rh_error_field(error, "controller", "found '%.40s', expected one of %s%s", name, names,
                   rh_near_text(&near, near_names));
    return NULL;
}

bool rh_controller_closes_rows(const struct rh_block_ops *ops) {
    const struct rh_traits *traits = rh_controller_traits(ops->name);
    return traits != NULL && traits->closes_rows;
}

const struct rh_policy_setting rh_policy_settings[RH_POLICIES] = {
#define POLICY(name, bits, value, word, drain)                                                                         \
    {#name, value, (1U << (bits)) - 1U, offsetof(struct rh_constraints, name), offsetof(struct rh_traits, name),       \
     word,  drain},
#define RH_POLICY(name, bits, value, meaning)             POLICY(name, bits, value, NULL, false)
#define RH_DRAIN(name, bits, value, meaning)              POLICY(name, bits, value, NULL, true)
#define RH_POLICY_WORD(name, bits, value, names, meaning) POLICY(name, bits, value, names, false)
#include "tables/controller_config.def"
};

bool rh_controller_reads(const struct rh_block_ops *ops, const struct rh_policy_setting *setting) {
    const struct rh_traits *traits = rh_controller_traits(ops->name);
    return traits != NULL && *(const bool *)((const char *)traits + setting->trait);
}

bool rh_policy_find(const struct rh_policy_setting *setting, const char *word, uint32_t *value,
                    struct rh_error *error) {
    char names[128] = "", near_names[RH_NEAR_TEXT];
    struct rh_near near = {.word = word};
    for (size_t i = 0, used = 0; setting->word((unsigned)i) != NULL && used < sizeof names; i++) {
        *value = (uint32_t)i;
        if (strcmp(setting->word((unsigned)i), word) == 0)
            return true;
        used +=
            (size_t)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ", setting->word((unsigned)i));
        rh_near_offer(&near, setting->word((unsigned)i));
    }
    return rh_error_field(error, setting->name, "found '%.40s', expected one of %s%s", word, names,
                          rh_near_text(&near, near_names));
}

bool rh_controller_take_page(const struct rh_block_ops *ops, const struct rh_preset *preset,
                             const struct rh_constraints *constraints, struct rh_geometry *geometry,
                             struct rh_error *error) {
    bool by_itself = constraints->page == RH_PAGE_CLOSED || constraints->page == RH_PAGE_ADAPTIVE;
    geometry->closes =
        constraints->page != RH_PAGE_OPEN && rh_controller_reads(ops, &rh_policy_settings[RH_POLICY_page]);
    if (!geometry->closes || !by_itself || preset->auto_precharge)
        return true;
    return rh_error_field(error, "page", "found %s, expected open or timeout, for %.40s has no auto-precharge",
                          rh_page_name(constraints->page), preset->name);
}

bool rh_controller_asks_sources(const struct rh_block_ops *ops) {
    const struct rh_traits *traits = rh_controller_traits(ops->name);
    return traits != NULL && traits->sources;
}

bool rh_controller_asks_warps(const struct rh_block_ops *ops) {
    const struct rh_traits *traits = rh_controller_traits(ops->name);
    return traits != NULL && traits->warps;
}

unsigned rh_controller_source_bits(const struct rh_block_ops *ops) {
    return rh_controller_asks_warps(ops) ? RH_MAX_SOURCE_BITS : RH_DEFAULT_SOURCE_BITS;
}

bool rh_controller_orders_sources(const struct rh_block_ops *ops) {
    const struct rh_traits *traits = rh_controller_traits(ops->name);
    return traits != NULL && traits->staged;
}

bool rh_write_drain_settle(const struct rh_block_ops *ops, struct rh_geometry *geometry,
                           struct rh_constraints *constraints, bool forward, const char *high, const char *queue,
                           struct rh_error *error) {
    unsigned own = constraints->write_queue, most = own != 0 ? own : geometry->queue;
    geometry->write_drain = 0;
    if (!rh_controller_reads(ops, &rh_policy_settings[RH_POLICY_write_high])) {
        constraints->write_high = constraints->write_low = constraints->write_queue = 0;
        return true;
    }
    if (forward)
        geometry->write_drain = 2;
    else if ((constraints->write_high | constraints->write_low | constraints->write_queue) != 0)
        geometry->write_drain = 1;
    if (own >= geometry->queue)
        return rh_error_set(error, "%s: found %u places for writes, expected fewer than the %u of the queue", queue,
                            own, geometry->queue);
    if (constraints->write_high > most)
        return rh_error_set(error, "%s: found %u writes that begin a drain, expected at most %u, %s", high,
                            constraints->write_high, most,
                            own != 0 ? "the places for writes" : "the places of the queue");
    return constraints->write_high > constraints->write_low ||
           (constraints->write_high | constraints->write_low) == 0 ||
           rh_error_set(error, "%s: found %u writes that begin a drain and %u that end it, expected fewer to end it",
                        high, constraints->write_high, constraints->write_low);
}

const char *rh_policy_text(const struct rh_block_ops *ops, const struct rh_constraints *constraints, char *text,
                           size_t size) {
    struct rh_constraints own = *constraints;
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < RH_POLICIES && used + 2 < size; i++) {
        const struct rh_policy_setting *setting = &rh_policy_settings[i];
        unsigned value = *rh_policy_value(&own, setting);
        if (value == setting->defaults || !rh_controller_reads(ops, setting))
            continue;
        size_t from = used;
        int n = setting->word != NULL
                    ? snprintf(text + used, size - used, ", %s %s", setting->name, setting->word(value))
                    : snprintf(text + used, size - used, ", %s %u", setting->name, value);
        used += n > 0 ? (size_t)n : 0;
        for (size_t k = from; k < used && k < size; k++)
            if (text[k] == '_')
                text[k] = ' ';
    }
    return text;
}

unsigned rh_controller_bank_depth(const struct rh_block_ops *ops, const struct rh_geometry *geometry) {
    return ops->entries == rh_geometry_banked ? rh_geometry_bank_depth(geometry) : 0;
}
