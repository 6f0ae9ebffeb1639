// SPDX-License-Identifier: Apache-2.0
/* A clock of a controller whose choice is a policy (rh_policy.h), and what makes one of its functions. */
#ifndef RH_POLICY_CYCLE_H
#define RH_POLICY_CYCLE_H

#include "cmodel/controller/rh_controller_states.h"
#include "cmodel/controller/rh_page_policy.h"
#include "cmodel/controller/rh_policy.h"
#include "rowhold/rh_block.h"

/* Of the banks that want a command, those that may have it. A refresh that takes the row bus does not matter to a row
 * command: what it displaces has been offered all the same, as in RTL. */
static inline rh_bank_set rh_policy_column_ok(const struct rh_backend *backend, const struct rh_geometry *geometry,
                                              const struct rh_view *view,
                                              const struct rh_next_commands *next_commands) {
    rh_bank_set ok = 0;
    if (!(view->rd || view->wr))
        return 0;
    for (rh_bank_set rest = next_commands->column; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        ok |= rh_backend_column_ok(backend, geometry, view, b, next_commands->write >> b & 1) ? rh_bit(b) : 0;
    }
    return ok;
}

static inline rh_bank_set rh_policy_row_ok(const struct rh_backend *backend, const struct rh_geometry *geometry,
                                           const struct rh_view *view, const struct rh_next_commands *next_commands) {
    rh_bank_set ok = 0;
    for (rh_bank_set rest = next_commands->row; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        ok |= rh_backend_row_ok(backend, geometry, view, b) ? rh_bit(b) : 0;
    }
    return ok;
}

static inline __attribute__((always_inline)) void rh_policy_cycle(const struct rh_policy *policy, void *state,
                                                                  const struct rh_geometry *geometry,
                                                                  const struct rh_constraints *constraints,
                                                                  const struct rh_controller_in *in,
                                                                  struct rh_controller_out *out) {
    struct rh_backend *backend = state;
    struct rh_view view;
    struct rh_next_commands next_commands = {0};
    struct rh_choice choice = {0};
    policy->query(state, geometry, rh_mask(geometry->banks), &next_commands);
    rh_backend_query(backend, geometry, constraints, &view);
    choice.pinned = next_commands.column;
    choice.page = (uint8_t)constraints->page;
    policy->choose(state, geometry, &next_commands, rh_policy_column_ok(backend, geometry, &view, &next_commands),
                   rh_policy_row_ok(backend, geometry, &view, &next_commands), &choice);
    choice.occupancy = (uint8_t)policy->stored(state, geometry);
    if (choice.occupancy && !rh_command_channel_booked(&backend->channel, rh_backend_data_buses(geometry), &choice))
        policy->rank(state, geometry, &next_commands, &choice); /* only then does the ledger ask */
    struct rh_offer offer = {.bank = in->req_bank,
                             .source = in->req_source,
                             .write = in->req_write & 1,
                             .len = in->req_len,
                             .column = in->req_column,
                             .row = in->req_row,
                             .slot = view.slot};
    out->req_ready = policy->has_room(state, geometry, &offer, &choice);
    out->forward = in->req_valid && offer.forwards;
    out->forward_tag = offer.forward_tag;
    choice.forward = out->forward && out->req_ready;
    struct rh_edge edge = {.choice = &choice,
                           .in = in,
                           .arrives = in->req_valid && out->req_ready && !choice.forward,
                           .open = backend->array.open};
    edge.row = rh_backend_clock(backend, geometry, constraints, &view, in, &choice, out);
    (void)policy->advance(state, geometry, constraints, &next_commands, &edge);
}

/* Defines rh_<design>_ops of the functions query, choose, stored, has_room and advance of this file, which take the
 * state as what it is, as `rank_fn` does; `still_fn` and `pass_fn` may be NULL. */
#define RH_POLICY_OPS(design, state_type, list_fn, entries_fn, reset_fn, rank_fn, still_fn, pass_fn)                   \
    RH_TWO_POLICIES_OPS(design, state_type, list_fn, entries_fn, reset_fn, rank_fn, still_fn, pass_fn, NULL, NULL, NULL)
/* The same of a policy in which something moves in every clock, `closing_policy` in its place where the geometry says
 * `closes`. */
#define RH_TWO_POLICIES_OPS(design, state_type, list_fn, entries_fn, reset_fn, rank_fn, still_fn, pass_fn, tick_fn,    \
                            level_fn, closing_policy)                                                                  \
    static void untyped_query(const void *state, const struct rh_geometry *geometry, rh_bank_set banks,                \
                              struct rh_next_commands *next_commands) {                                                \
        query(state, geometry, banks, next_commands);                                                                  \
    }                                                                                                                  \
    static void untyped_choose(const void *state, const struct rh_geometry *geometry,                                  \
                               const struct rh_next_commands *next_commands, rh_bank_set column_ok,                    \
                               rh_bank_set row_ok, struct rh_choice *choice) {                                         \
        choose(state, geometry, next_commands, column_ok, row_ok, choice);                                             \
    }                                                                                                                  \
    static void untyped_rank(const void *state, const struct rh_geometry *geometry,                                    \
                             const struct rh_next_commands *next_commands, struct rh_choice *choice) {                 \
        rank_fn(state, geometry, next_commands, choice);                                                               \
    }                                                                                                                  \
    static unsigned untyped_stored(const void *state, const struct rh_geometry *geometry) {                            \
        return stored(state, geometry);                                                                                \
    }                                                                                                                  \
    static bool untyped_has_room(const void *state, const struct rh_geometry *geometry, struct rh_offer *offer,        \
                                 const struct rh_choice *choice) {                                                     \
        return has_room(state, geometry, offer, choice);                                                               \
    }                                                                                                                  \
    static rh_bank_set untyped_advance(void *state, const struct rh_geometry *geometry,                                \
                                       const struct rh_constraints *constraints,                                       \
                                       const struct rh_next_commands *next_commands, const struct rh_edge *edge) {     \
        return advance(state, geometry, constraints, next_commands, edge);                                             \
    }                                                                                                                  \
    static void untyped_cycle(void *state, const void *params, const void *config, const void *in, void *out);         \
    static const struct rh_policy policy = {.query = untyped_query,                                                    \
                                            .choose = untyped_choose,                                                  \
                                            .rank = untyped_rank,                                                      \
                                            .stored = untyped_stored,                                                  \
                                            .has_room = untyped_has_room,                                              \
                                            .advance = untyped_advance,                                                \
                                            .still = (still_fn),                                                       \
                                            .pass = (pass_fn),                                                         \
                                            .tick = (tick_fn),                                                         \
                                            .level = (level_fn),                                                       \
                                            .closing = (closing_policy),                                               \
                                            .cycle = untyped_cycle};                                                   \
    static void untyped_cycle(void *state, const void *params, const void *config, const void *in, void *out) {        \
        const struct rh_geometry *geometry = params;                                                                   \
        if (policy.closing != NULL && geometry->closes != 0)                                                           \
            rh_policy_cycle(policy.closing, state, geometry, config, in, out);                                         \
        else                                                                                                           \
            rh_policy_cycle(&policy, state, geometry, config, in, out);                                                \
    }                                                                                                                  \
    static void untyped_reset(void *state, const void *params) {                                                       \
        reset_fn(state, params);                                                                                       \
    }                                                                                                                  \
    const struct rh_block_ops rh_##design##_ops = {                                                                    \
        .name = #design,                                                                                               \
        .state_size = sizeof(state_type),                                                                              \
        .list = (list_fn),                                                                                             \
        .entries = (entries_fn),                                                                                       \
        .reset = untyped_reset,                                                                                        \
        .cycle = untyped_cycle,                                                                                        \
        .policy = &policy,                                                                                             \
    }

/* The same of one with a page policy, whose state begins as a struct rh_paged. What this adds to its functions stands
 * here, for any queue. `unwanted_fn`: of some banks without a command that a request may have, those whose row none
 * wants; `more_fn`: another request than that of the column command is a hit of its bank. */
#define RH_PAGED_POLICY_OPS(design, state_type, list_fn, entries_fn, reset_fn, rank_fn, still_fn, pass_fn, tick_fn,    \
                            level_fn, unwanted_fn, more_fn)                                                            \
    static const struct rh_policy closing;                                                                             \
    RH_TWO_POLICIES_OPS(design, state_type, list_fn, entries_fn, reset_fn, rank_fn, still_fn, pass_fn, tick_fn,        \
                        level_fn, &closing);                                                                           \
    static void closing_query(const void *state, const struct rh_geometry *geometry, rh_bank_set banks,                \
                              struct rh_next_commands *next_commands) {                                                \
        rh_bank_set due = rh_page_policy_due(state) & banks, asked;                                                    \
        next_commands->row &= ~next_commands->idle;                                                                    \
        query(state, geometry, banks, next_commands);                                                                  \
        asked = next_commands->column | next_commands->row;                                                            \
        next_commands->idle = (next_commands->idle & ~banks) | unwanted_fn(state, geometry, due & ~asked);             \
        next_commands->row |= next_commands->idle;                                                                     \
    }                                                                                                                  \
    static void closing_choose(const void *state, const struct rh_geometry *geometry,                                  \
                               const struct rh_next_commands *next_commands, rh_bank_set column_ok,                    \
                               rh_bank_set row_ok, struct rh_choice *choice) {                                         \
        choose(state, geometry, next_commands, column_ok, row_ok & ~next_commands->idle, choice);                      \
        choice->last_hit = choice->column && choice->last && !more_fn(state, geometry, choice);                        \
        rh_page_policy_choose(state, row_ok & next_commands->idle, choice);                                            \
    }                                                                                                                  \
    static void closing_rank(const void *state, const struct rh_geometry *geometry,                                    \
                             const struct rh_next_commands *next_commands, struct rh_choice *choice) {                 \
        struct rh_next_commands asked = *next_commands;                                                                \
        asked.row &= ~asked.idle;                                                                                      \
        rank_fn(state, geometry, &asked, choice);                                                                      \
    }                                                                                                                  \
    static rh_bank_set closing_advance(void *state, const struct rh_geometry *geometry,                                \
                                       const struct rh_constraints *constraints,                                       \
                                       const struct rh_next_commands *next_commands, const struct rh_edge *edge) {     \
        struct rh_paged *s = state;                                                                                    \
        rh_bank_set banks = rh_page_policy_advance(&s->page, geometry, constraints, edge);                             \
        struct rh_edge own = *edge;                                                                                    \
        own.row.taken = edge->row.taken && !edge->choice->idle; /* nobody's turn */                                    \
        return banks | advance(state, geometry, constraints, next_commands, &own);                                     \
    }                                                                                                                  \
    static uint64_t closing_still(const void *state, const struct rh_geometry *geometry) {                             \
        const struct rh_paged *s = state;                                                                              \
        uint64_t clocks = policy.still != NULL ? policy.still(state, geometry) : UINT64_MAX;                           \
        uint64_t page = rh_page_policy_still(&s->page, geometry);                                                      \
        return page < clocks ? page : clocks;                                                                          \
    }                                                                                                                  \
    static rh_bank_set closing_pass(void *state, const struct rh_geometry *geometry,                                   \
                                    const struct rh_constraints *constraints, uint64_t clocks) {                       \
        struct rh_paged *s = state;                                                                                    \
        rh_bank_set banks = policy.pass != NULL ? policy.pass(state, geometry, constraints, clocks) : 0;               \
        return banks | rh_page_policy_pass(&s->page, geometry, clocks);                                                \
    }                                                                                                                  \
    static const struct rh_policy closing = {.query = closing_query,                                                   \
                                             .choose = closing_choose,                                                 \
                                             .rank = closing_rank,                                                     \
                                             .stored = untyped_stored,                                                 \
                                             .has_room = untyped_has_room,                                             \
                                             .advance = closing_advance,                                               \
                                             .still = closing_still,                                                   \
                                             .pass = closing_pass,                                                     \
                                             .tick = (tick_fn),                                                        \
                                             .level = (level_fn),                                                      \
                                             .cycle = untyped_cycle}

#endif
