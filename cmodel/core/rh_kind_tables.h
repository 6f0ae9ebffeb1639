// SPDX-License-Identifier: Apache-2.0
/* What a kind makes of its tables; for the one C file of a kind, which says what they are:
 *   RH_KIND_TYPE(what)   the kind's struct for `what`: params, config, in, out
 *   RH_PARAMS_TABLE, RH_CONFIG_TABLE, RH_PORTS_TABLE
 * It gets the parameter rows `param_rows`, and RH_KIND_TABLES for its struct rh_kind. */
#include "rowhold/rh_block.h"

static const struct rh_param param_rows[] = {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning)                      \
    {#name,    #parameter, #key[0],  meaning, offsetof(RH_KIND_TYPE(params), name), sizeof(type), power,               \
     defaults, least,      greatest, smallest},
#include RH_PARAMS_TABLE
};
static const struct rh_dim dim_rows[] = {
#define RH_DIM(name, expression, meaning) {#name, #expression, meaning},
#include RH_PARAMS_TABLE
    {NULL, NULL, NULL},
};
enum { PARAM_ROWS = sizeof param_rows / sizeof param_rows[0] };

static void list_config(struct rh_layout *layout, size_t base, const void *params) {
    const RH_KIND_TYPE(params) *p = params;
    (void)p;
    (void)layout; /* a kind may have no register */
    (void)base;
#define RH_CONSTRAINT(name, clocks, attributed_to, meaning)                                                            \
    RH_REGISTER(RH_KIND_TYPE(config), name, p->timer_bits, meaning, true);
#define RH_SETTING(name, width, value, meaning) RH_REGISTER(RH_KIND_TYPE(config), name, width, meaning, false);
#define RH_CONFIG(name, type, width, meaning)   RH_REGISTER(RH_KIND_TYPE(config), name, width, meaning, false);
#include RH_CONFIG_TABLE
}

static void list_in(struct rh_layout *layout, size_t base, const void *params) {
    const RH_KIND_TYPE(params) *p = params;
    (void)p;
#define RH_IN(name, type, count, width, enumeration, meaning)                                                          \
    RH_PORT(RH_KIND_TYPE(in), name, count, width, enumeration, meaning, NULL);
#include RH_PORTS_TABLE
}

#define RH_OUT_WHILE(name, type, count, width, enumeration, condition, meaning)                                        \
    static void live_##name(const void *part, const void *params, uint64_t *mask) {                                    \
        const RH_KIND_TYPE(out) *o = part;                                                                             \
        (void)params;                                                                                                  \
        mask[0] = (condition) ? 1 : 0;                                                                                 \
    }
#define RH_OUT_EACH(name, type, count, width, enumeration, set, meaning)                                               \
    static void live_##name(const void *part, const void *params, uint64_t *mask) {                                    \
        const RH_KIND_TYPE(out) *o = part;                                                                             \
        (void)params;                                                                                                  \
        mask[0] = (set);                                                                                               \
    }
#include RH_PORTS_TABLE
#undef RH_OUT_EACH

static void list_out(struct rh_layout *layout, size_t base, const void *params) {
    const RH_KIND_TYPE(params) *p = params;
    (void)p;
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    RH_PORT(RH_KIND_TYPE(out), name, count, width, enumeration, meaning, NULL);
#define RH_OUT_WHILE(name, type, count, width, enumeration, condition, meaning)                                        \
    RH_PORT(RH_KIND_TYPE(out), name, count, width, enumeration, meaning, live_##name);
#define RH_OUT_EACH(name, type, count, width, enumeration, set, meaning)                                               \
    RH_PORT(RH_KIND_TYPE(out), name, count, width, enumeration, meaning, live_##name);
#include RH_PORTS_TABLE
#undef RH_OUT_EACH
}

static const struct rh_path path_rows[] = {
#define RH_PATH(output, input) {#output, #input},
#include RH_PORTS_TABLE
#undef RH_PATH
    {NULL, NULL}, /* a kind may have no path */
};
static const char *const observed_rows[] = {
#define RH_OBSERVED(output) #output,
#include RH_PORTS_TABLE
#undef RH_OBSERVED
    NULL,
};
static const struct rh_handshake handshake_rows[] = {
#define RH_HANDSHAKE(port, stays) {#port, stays},
#include RH_PORTS_TABLE
#undef RH_HANDSHAKE
    {NULL, false},
};

#define RH_KIND_TABLES                                                                                                 \
    .params = param_rows, .param_count = PARAM_ROWS, .dims = dim_rows, .params_size = sizeof(RH_KIND_TYPE(params)),    \
    .config_size = sizeof(RH_KIND_TYPE(config)), .in_size = sizeof(RH_KIND_TYPE(in)),                                  \
    .out_size = sizeof(RH_KIND_TYPE(out)), .list_config = list_config, .list_in = list_in, .list_out = list_out,       \
    .paths = path_rows, .path_count = sizeof path_rows / sizeof path_rows[0] - 1, .observed = observed_rows,           \
    .handshakes = handshake_rows
