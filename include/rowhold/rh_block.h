// SPDX-License-Identifier: Apache-2.0
/** A block: a hardware design of any kind, as the bench sees it.
 *
 * One clock is one call of `cycle`: the outputs come from the state before the edge and this clock's inputs, then the
 * state moves. The state is a plain struct that the caller owns (`state_size` bytes, any alignment of malloc); it is
 * complete: copying it copies the block. A block keeps no globals, allocates nothing and does no I/O.
 *
 * Lockstep, the mismatch report, waves, views and random inputs know a block by this alone; what a kind's structs are
 * called and what they mean stands in rh_<kind>.h.
 */
#ifndef RH_BLOCK_H
#define RH_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_field.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_policy;

/** One parameter of a kind: a row of its parameter table. */
struct rh_param {
    const char *name, *parameter; /**< in C and on the command line; in SystemVerilog */
    char key;                     /**< in the names of plug-ins: "q" of q32 */
    const char *meaning;
    uint16_t offset; /**< in the kind's parameter struct */
    uint8_t size;
    bool power;           /**< powers of two only */
    uint32_t defaults;    /**< the SystemVerilog default */
    uint32_t least, most; /**< range of a run */
    uint32_t smallest;    /**< the hardware goes down to this, for small proofs */
};

/** A row RH_DIM of a kind's parameter table: what generated SystemVerilog calls an expression over the parameters. */
struct rh_dim {
    const char *name, *text, *meaning; /**< BANK_BITS, "rh_log2_up(p->banks)", ... */
};

/** Colours of a view, as GTKWave numbers them. */
enum rh_colour { RH_PLAIN = 0, RH_RED = 1, RH_ORANGE = 2, RH_YELLOW = 3, RH_GREEN = 4, RH_VIOLET = 7 };

/** How a view groups ports: those whose name starts with `start`, of all that no earlier group has. */
struct rh_port_group {
    const char *start, *title;
    enum rh_colour colour; /**< of its outputs */
    bool outputs_first;
};

/** How a view groups registers: those whose count is written `count`, or `other`, an element at a time. */
struct rh_register_group {
    const char *count, *other; /**< `other` may be NULL */
    const char *title, *one;   /**< heading of the group, and of one element */
    bool open;
};

/** A port that says something only while other ports do: waves show nothing in other clocks. An output is compared in
 * every clock all the same, and shown if it is not the 0 that it should be. */
struct rh_shown {
    const char *port;
    bool (*says)(const void *in, const void *out, unsigned index); /**< element `index` of the port */
};

/** A port with PORT_valid and PORT_ready; its other PORT_* that go the way of valid are offered. An offer that was not
 * taken comes again as it was (rtl/core/rh_contract_offer.sv). */
struct rh_handshake {
    const char *port;
    bool stays; /**< who offers has the block's clock and does not pause */
};

/** A combinational path: the output depends on the input of the same clock, in some variant with some parameters. */
struct rh_path {
    const char *output, *input;
};

/** How a variant of a kind idles: counters that move in every clock, and that no output and no other register looks at
 * while nothing happens. They are what rh_model.h moves when clocks are skipped; all else must stand still by
 * itself. */
struct rh_idle {
    /** Clocks up to the next in which one of the counters does something; 0: busy, so don't try. */
    uint64_t (*limit)(const void *state, const void *params, const void *config);
    /** Move the counters by so many clocks, at most the limit. */
    void (*move)(void *state, const void *params, const void *config, uint64_t clocks);
    /** Clear the counters that nothing looks at in this state, however often they wrap. */
    void (*clear)(void *state);
    /** Move those counters by so many clocks, as often as they wrap. */
    void (*turn)(void *state, const void *params, uint64_t clocks);
};

/** Signals that a wave shows beside a block's own: worked out, clock by clock, from what its ports show. Nobody
 * compares them, and no block keeps them. */
struct rh_derived {
    const char *title; /**< of their group in a view */
    size_t size;       /**< bytes of what is kept, 0 at first */
    unsigned reach;    /**< a clock's signals follow from it and so many clocks before it, at most */
    rh_list_fn *list;  /**< the signals in it */
    /** One clock; `out` are the outputs in it. */
    void (*clock)(void *derived, const void *params, const void *config, uint64_t cycle, const void *out);
};

/** What the variants of a kind share. */
struct rh_kind {
    const char *name;
    const struct rh_param *params;
    unsigned param_count;
    const struct rh_dim *dims;                          /**< ended by a NULL name */
    size_t params_size, config_size, in_size, out_size; /**< bytes of its structs */
    rh_list_fn *list_config, *list_in, *list_out;
    const struct rh_path *paths; /**< every other output depends on the state alone */
    unsigned path_count;
    const char *const *observed;           /**< outputs that are 0 without the parameter OBSERVE; ends with NULL */
    const struct rh_handshake *handshakes; /**< ends with NULL */
    const struct rh_idle *idle;            /**< NULL: no counter moves while a variant idles */
    /** Every parameter in its range and fitting the others, else an error that names it; NULL: any will do. */
    bool (*check)(const void *params, struct rh_error *error);
    const struct rh_port_group *port_groups; /**< the last starts with "" */
    const struct rh_shown *shown;            /**< ended by a NULL port; or NULL */
    const struct rh_register_group *register_groups;
    unsigned register_group_count;
    /** Widths, as they are written in the lists, of fields that are sets: views show them as bits. NULL, or ends with
     * NULL. */
    const char *const *set_widths;
    /** Ports and registers in which a variant's choice and its reasons show: the view of a mismatch has them on top,
     * those that the variant has. NULL, or ends with NULL. */
    const char *const *choice;
    const struct rh_derived *derived; /**< NULL: none */
};

/** A variant as code. */
struct rh_block_ops {
    const char *name;
    size_t state_size;
    rh_list_fn *list; /**< registers, in the order of the RTL's observation vector */
    /** Requests that it queues; NULL where the kind has no queue. */
    unsigned (*entries)(const void *params);
    /** The state after reset. */
    void (*reset)(void *state, const void *params);
    /** One clock. `config` must have passed its kind's lint for these parameters. */
    void (*cycle)(void *state, const void *params, const void *config, const void *in, void *out);
    /** A controller: what its `cycle` is made of (rh_policy.h), by which it runs from event to event, too. NULL where
     * `cycle` is all there is. */
    const struct rh_policy *policy;
    /** An allocator: `cycle` where no input beyond the set `asks` requests anything. It reads the requests of these
     * alone, returns the set of inputs that it grants, and writes the grants of these alone, in less time. NULL for
     * other kinds. */
    uint64_t (*match)(void *state, const void *params, const void *config, uint64_t asks, const void *in, void *out);
    /** An allocator: the state after so many clocks in which nothing is asked for and `ready` are the outputs that
     * could take a grant. What `cycle` would make of it, in less time. NULL for other kinds. */
    void (*idle)(void *state, const void *params, uint64_t ready, uint64_t clocks);
    bool draws; /**< an allocator whose state moves in every clock; others rest after one */
};

#define RH_BLOCK_SHELLS(reset_fn, cycle_fn)                                                                            \
    static void untyped_reset(void *state, const void *params) {                                                       \
        reset_fn(state, params);                                                                                       \
    }                                                                                                                  \
    static void untyped_cycle(void *state, const void *params, const void *config, const void *in, void *out) {        \
        cycle_fn(state, params, config, in, out);                                                                      \
    }
/** Defines rh_<design>_ops. `reset_fn` and `cycle_fn` take the kind's own types; they are called through inlined
 * shells. */
#define RH_BLOCK_OPS(design, state_type, list_fn, entries_fn, reset_fn, cycle_fn)                                      \
    RH_BLOCK_SHELLS(reset_fn, cycle_fn)                                                                                \
    const struct rh_block_ops rh_##design##_ops = {                                                                    \
        .name = #design,                                                                                               \
        .state_size = sizeof(state_type),                                                                              \
        .list = (list_fn),                                                                                             \
        .entries = (entries_fn),                                                                                       \
        .reset = untyped_reset,                                                                                        \
        .cycle = untyped_cycle,                                                                                        \
    }
/** The same of an allocator: a step is its `match` with all that ask. */
#define RH_ALLOCATOR_OPS(design, state_type, list_fn, reset_fn, match_fn, idle_fn, each_clock)                         \
    static void match_all(state_type *state, const struct rh_allocator_params *params,                                 \
                          const struct rh_allocator_config *config, const struct rh_allocator_in *in,                  \
                          struct rh_allocator_out *out) {                                                              \
        (void)match_fn(state, params, config, rh_allocator_asks(params, in, out), in, out);                            \
    }                                                                                                                  \
    RH_BLOCK_SHELLS(reset_fn, match_all)                                                                               \
    static uint64_t untyped_match(void *state, const void *params, const void *config, uint64_t asks, const void *in,  \
                                  void *out) {                                                                         \
        return match_fn(state, params, config, asks, in, out);                                                         \
    }                                                                                                                  \
    static void untyped_idle(void *state, const void *params, uint64_t ready, uint64_t clocks) {                       \
        idle_fn(state, params, ready, clocks);                                                                         \
    }                                                                                                                  \
    const struct rh_block_ops rh_##design##_ops = {                                                                    \
        .name = #design,                                                                                               \
        .state_size = sizeof(state_type),                                                                              \
        .list = (list_fn),                                                                                             \
        .reset = untyped_reset,                                                                                        \
        .cycle = untyped_cycle,                                                                                        \
        .match = untyped_match,                                                                                        \
        .idle = untyped_idle,                                                                                          \
        .draws = (each_clock),                                                                                         \
    }

/** A variant with parameters: its layouts, worked out once. */
struct rh_block {
    const struct rh_kind *kind;
    const struct rh_block_ops *ops;
    const void *params; /**< the caller's; must live as long as the block */
    struct rh_layout config, in, out, state, derived;
};
void rh_block_make(struct rh_block *block, const struct rh_kind *kind, const struct rh_block_ops *ops,
                   const void *params);

/** A parameter's value. */
unsigned rh_param_get(const struct rh_param *param, const void *params);
void rh_param_set(const struct rh_param *param, void *params, unsigned value);
/** Parameters by their SystemVerilog defaults. */
void rh_params_default(const struct rh_kind *kind, void *params);
/** Parameters that are 0 become the SystemVerilog defaults. */
void rh_params_fill(const struct rh_kind *kind, void *params);
/** Every parameter in its range, else an error of `kind` (its name, or what users call its parameters). */
bool rh_params_check(const struct rh_param *params, unsigned count, const void *values, const char *what,
                     struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
