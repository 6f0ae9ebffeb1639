// SPDX-License-Identifier: Apache-2.0
// `fr_fcfs_serial`: as `fr_fcfs`; after an ACT the rows are compared a few entries a clock. The bank takes no command
// until its search is over, so nothing differs where tRCD and tRAS are longer than a search.
#include "cmodel/controller/rh_age_policy.h"

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_age_policy_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_fr_fcfs_serial_state, m, count, width, live)
    ROW(at, 1, 3, NULL);
    ROW(left, p->banks, 4, NULL);
#undef ROW
}

static rh_bank_set searched(const struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry) {
    rh_bank_set banks = 0;
    for (unsigned b = 0; b < geometry->banks; b++)
        banks |= s->left[b] ? rh_bit(b) : 0;
    return banks;
}

/* Of this clock's part the entries whose row is open, that of a bank which an ACT opens in this very clock aside. The
 * next part begins with this one's last entry, for that may sink by one meanwhile. */
static rh_wide found(const struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry, rh_bank_set opens) {
    unsigned part = (geometry->queue + RH_SEARCH_CLOCKS - 1U) / RH_SEARCH_CLOCKS, from = s->at * part;
    const struct rh_age_queue *q = &s->queue;
    const struct rh_bank_array *array = &s->backend.array;
    rh_wide hits = 0;
    for (unsigned e = from; e <= from + part && e < geometry->queue; e++)
        if (rh_wide_has(q->valid, e) && (array->open & ~array->closing & ~opens) >> q->bank[e] & 1 &&
            array->open_row[q->bank[e]] == q->row[e])
            hits |= rh_wide_bit(e);
    return hits;
}

static void search_on(struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry, bool searches,
                      rh_bank_set opens) {
    s->at = searches ? (uint8_t)((s->at + 1U) % RH_SEARCH_CLOCKS) : 0;
    for (unsigned b = 0; b < geometry->banks; b++)
        s->left[b] = (uint8_t)(s->left[b] - (s->left[b] != 0));
    if (opens)
        s->left[rh_first_from(opens, 0)] = RH_SEARCH_CLOCKS;
}

/* A bank that is searched wants nothing: it waits. */
static void query(const struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_age_queue_query(&s->queue, geometry, s->queue.hit, banks, next_commands);
    next_commands->other = searched(s, geometry);
    next_commands->column &= ~next_commands->other;
    next_commands->row &= ~next_commands->other;
}

static void choose(const struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    rh_age_queue_choose_column(&s->queue, geometry, column_ok, choice);
    if (row_ok)
        rh_age_queue_choose_row(&s->queue, rh_wide_first(rh_age_queue_of(&s->queue, row_ok)), choice);
    choice->pinned |= next_commands->other;
}

/* The row of the oldest request that may go is the one that was opened, found or not. */
static void rank(const struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    (void)geometry;
    rh_age_queue_rank_first(&s->queue, rh_wide_first(rh_age_queue_able(&s->queue, s->queue.valid)), choice);
    if (next_commands->other & s->backend.array.open & rh_bit(choice->first_bank))
        choice->first_hit = true;
}

static rh_bank_set advance(struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    rh_bank_set opens = edge->row.cmd == RH_ACT ? rh_bit(edge->row.bank) : 0;
    rh_wide hits = next_commands->other ? found(s, geometry, opens) : 0;
    rh_bank_set banks = rh_age_queue_advance(&s->queue, &s->backend.array, geometry, constraints, edge, hits).banks;
    search_on(s, geometry, next_commands->other != 0, opens);
    return banks | next_commands->other;
}

/* Up to the end of a search. */
static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    const struct rh_fr_fcfs_serial_state *s = state;
    uint64_t clocks = rh_age_queue_still(&s->queue);
    for (unsigned b = 0; b < geometry->banks; b++)
        if (s->left[b] && s->left[b] < clocks)
            clocks = s->left[b];
    return clocks;
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_fr_fcfs_serial_state *s = state;
    struct rh_age_queue_move move;
    rh_bank_set banks = searched(s, geometry), searches = banks;
    for (bool sinks = true; clocks != 0 && (searches || sinks); clocks--) {
        banks |= rh_age_queue_pass(&s->queue, constraints, searches ? found(s, geometry, 0) : 0, 1);
        sinks = rh_age_queue_sink(&s->queue, geometry, &move);
        search_on(s, geometry, searches != 0, 0);
        searches = searched(s, geometry);
    }
    return clocks != 0 ? banks | rh_age_queue_pass(&s->queue, constraints, 0, clocks) : banks;
}

RH_AGE_POLICY_OPS(fr_fcfs_serial, list, rank, still, pass);
