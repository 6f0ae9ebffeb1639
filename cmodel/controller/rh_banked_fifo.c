// SPDX-License-Identifier: Apache-2.0
// `banked_fifo`: one queue a bank; each bank's head may issue, column commands first, round robin over the banks.
#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    const struct rh_geometry *geometry = params;
    rh_bank_fifos_live(part, geometry->banks, rh_geometry_bank_depth(geometry), 0, mask);
}

static void live_behind(const void *part, const void *params, uint64_t *mask) {
    const struct rh_geometry *geometry = params;
    rh_bank_fifos_live(part, geometry->banks, rh_geometry_bank_depth(geometry), 1, mask);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    const size_t page = base + offsetof(struct rh_banked_fifo_state, page);
    rh_paged_backend_list(layout, base, params);
    base += offsetof(struct rh_banked_fifo_state, fifos);
#define DEPTH rh_max(1, p->queue / p->banks)
    RH_BANK_FIFOS_LIST(DEPTH, live_entries);
    RH_BANK_FIFOS_LIST_SAME(DEPTH, live_behind);
    rh_page_policy_list(layout, page, params);
    RH_BANK_FIFOS_LIST_TURNS();
}

static void reset(struct rh_banked_fifo_state *s, const struct rh_geometry *geometry) {
    memset(s, 0, sizeof *s);
    rh_bank_fifos_reset(&s->fifos, geometry->banks);
}

static void query(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_bank_fifos_query(&s->fifos, &s->backend.array, geometry, rh_geometry_bank_depth(geometry), banks, next_commands);
}

static void choose(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    rh_bank_fifos_choose(&s->fifos, geometry, rh_geometry_bank_depth(geometry), column_ok, row_ok, choice);
}

static void rank(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    rh_bank_fifos_rank(&s->fifos, rh_geometry_bank_depth(geometry), next_commands, choice);
}

static unsigned stored(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry) {
    return rh_bank_fifos_stored(&s->fifos, geometry->banks);
}

static bool has_room(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry, struct rh_offer *offer,
                     const struct rh_choice *choice) {
    return rh_bank_fifos_has_room(&s->fifos, rh_geometry_bank_depth(geometry), offer->bank, choice);
}

static rh_bank_set advance(struct rh_banked_fifo_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    unsigned depth = rh_geometry_bank_depth(geometry);
    rh_bank_set banks = rh_bank_fifos_advance(&s->fifos, geometry, depth, edge);
    (void)constraints, (void)next_commands;
    if (edge->arrives) {
        rh_bank_fifos_push(&s->fifos, geometry, depth, edge->in);
        banks |= rh_bit(edge->in->req_bank);
    }
    return banks;
}

/* A bank without a command has no request, so nobody wants its row. */
static rh_bank_set unwanted(const void *state, const struct rh_geometry *geometry, rh_bank_set banks) {
    (void)state, (void)geometry;
    return banks;
}

/* Those behind the next request don't matter: while it wants another row, that one closes this row before theirs. */
static bool has_more(const struct rh_banked_fifo_state *s, const struct rh_geometry *geometry,
                     const struct rh_choice *choice) {
    return rh_bank_fifos_has_more(&s->fifos, rh_geometry_bank_depth(geometry), choice->column_bank);
}

RH_PAGED_POLICY_OPS(banked_fifo, struct rh_banked_fifo_state, list, rh_geometry_banked, reset, rank, NULL, NULL, NULL,
                    NULL, unwanted, has_more);
