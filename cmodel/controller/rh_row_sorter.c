// SPDX-License-Identifier: Apache-2.0
// `row_sorter`: each bank serves one request at a time. The others wait in order of age, and each knows whether its row
// is the one that its bank serves; those go first. Column commands first, in every second one the banks of the oldest
// that wait, else round robin.
#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"

/* Places of requests that wait: an eighth less than all, which are at their banks. */
static unsigned places(const struct rh_geometry *geometry) {
    return geometry->queue - geometry->queue / 8U;
}

static void live_waiting(const void *part, const void *params, uint64_t *mask) {
    const struct rh_row_sorter_state *s = part;
    const struct rh_geometry *geometry = params;
    rh_wide valid = s->valid & rh_wide_mask(places(geometry)); /* any numbers, as rh_live_ring says */
    mask[0] = (uint64_t)valid;
    if (places(geometry) > 64)
        mask[1] = (uint64_t)(valid >> 64);
}

static void live_served(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_row_sorter_state *)part)->served;
}

/* Without a request a bank still says which row it serves, while that is open. */
static void live_rows(const void *part, const void *params, uint64_t *mask) {
    const struct rh_row_sorter_state *s = part;
    (void)params;
    mask[0] = s->served | s->backend.array.open;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_paged_backend_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_row_sorter_state, m, count, width, live)
    ROW(valid, 1, (p->queue - p->queue / 8), NULL);
    ROW(same, 1, (p->queue - p->queue / 8), NULL);
    ROW(write, 1, (p->queue - p->queue / 8), NULL);
    ROW(in_bank, p->banks, (p->queue - p->queue / 8), NULL);
    ROW(bank, (p->queue - p->queue / 8), rh_log2_up(p->banks), live_waiting);
    ROW(row, (p->queue - p->queue / 8), p->row_bits, live_waiting);
    ROW(column, (p->queue - p->queue / 8), p->column_bits, live_waiting);
    ROW(len, (p->queue - p->queue / 8), 3, live_waiting);
    ROW(tag, (p->queue - p->queue / 8), p->tag_bits, live_waiting);
    ROW(stored, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(joined, p->banks, 5, NULL);
    ROW(left, p->banks, 3, NULL);
    ROW(at, 1, 3, NULL);
    ROW(served, 1, p->banks, NULL);
    ROW(served_write, 1, p->banks, NULL);
    ROW(served_row, p->banks, p->row_bits, live_rows);
    ROW(served_column, p->banks, p->column_bits, live_served);
    ROW(served_len, p->banks, 3, live_served);
    ROW(served_tag, p->banks, p->tag_bits, live_served);
    ROW(column_next, 1, rh_log2_up(p->banks), NULL);
    ROW(row_next, 1, rh_log2_up(p->banks), NULL);
    ROW(column_aged, 1, 1, NULL);
    ROW(row_aged, 1, 1, NULL);
#undef ROW
    rh_page_policy_list(layout, base + offsetof(struct rh_row_sorter_state, page), params);
}

static void reset(struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
}

/* What the banks are about, where these have an open row. */
struct banks {
    rh_bank_set miss;   /* its request waits for the ACT, or those that wait for it for another row */
    rh_bank_set takes;  /* it has no request and takes one of its row */
    rh_bank_set turns;  /* it is closed and takes any */
    rh_bank_set pinned; /* its row is open, and a request wants it, or it is not known yet whether one does */
};

static struct banks sort_banks(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry,
                               rh_bank_set open) {
    struct banks l = {.miss = s->served & ~open, .pinned = s->served & open};
    for (unsigned b = 0; b < geometry->banks; b++) {
        rh_bank_set bit = rh_bit(b);
        if (!s->in_bank[b] || (s->served & bit))
            continue;
        if (!(open & bit))
            l.turns |= bit;
        else if (s->left[b])
            l.pinned |= bit;
        else if (s->in_bank[b] & s->same)
            l.takes |= bit;
        else
            l.miss |= bit;
    }
    l.pinned |= l.takes;
    return l;
}

/* The banks for which one of the oldest that wait is. */
static rh_wide oldest_places(const struct rh_geometry *geometry) {
    return rh_wide_mask((places(geometry) + RH_ROW_AGED - 1U) / RH_ROW_AGED);
}

static rh_bank_set aged_banks(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    rh_bank_set aged = 0;
    for (rh_wide rest = s->valid & oldest_places(geometry); rest; rest &= rest - 1)
        aged |= rh_bit(s->bank[rh_wide_first(rest)]);
    return aged;
}

/* The aged banks go first, unless the command before went because its bank is aged. */
static rh_bank_set aged_columns(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    return s->column_aged ? 0 : aged_banks(s, geometry);
}

static rh_bank_set aged_rows(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    return s->row_aged ? 0 : aged_banks(s, geometry);
}

/* The bank of `set` whose turn it is: among those that go by age, if there are any. */
static unsigned turn(rh_bank_set set, rh_bank_set aged, unsigned next) {
    return rh_first_from((set & aged) ? set & aged : set, next);
}

static void query(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    const struct banks l = sort_banks(s, geometry, s->backend.array.open);
    (void)banks;
    next_commands->column = s->served & s->backend.array.open & ~s->backend.array.closing;
    next_commands->write = s->served_write & next_commands->column;
    next_commands->row = l.miss;
    next_commands->other = l.pinned;
}

static void choose(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    choice->pinned = next_commands->other;
    if (column_ok) {
        unsigned b = turn(column_ok, aged_columns(s, geometry), s->column_next);
        choice->column = true;
        choice->column_bank = (uint8_t)b;
        choice->write = s->served_write >> b & 1;
        choice->last = s->served_len[b] == 0;
        choice->column_number = s->served_column[b];
        choice->tag = s->served_tag[b];
    }
    if (row_ok) {
        unsigned b = turn(row_ok, aged_rows(s, geometry), s->row_next);
        choice->row = true;
        choice->row_bank = (uint8_t)b;
        choice->row_number = s->served_row[b];
    }
}

/* Where no bank has a request or is to close, the oldest of those that wait. */
static void rank(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    if (next_commands->column | next_commands->row) {
        unsigned b = next_commands->column ? turn(next_commands->column, aged_columns(s, geometry), s->column_next)
                                           : turn(next_commands->row, aged_rows(s, geometry), s->row_next);
        choice->first_hit = next_commands->column != 0;
        choice->first_bank = (uint8_t)b;
        choice->first_write = s->served_write >> b & 1;
    } else if (s->valid) {
        unsigned e = rh_wide_first(s->valid);
        choice->first_bank = s->bank[e];
        choice->first_write = rh_wide_has(s->write, e);
        choice->first_hit = s->backend.array.open >> s->bank[e] & 1;
    }
}

static unsigned stored(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    return s->stored;
}

/* The place whose request goes to its bank in this clock: the oldest of those that banks without a request take; -1. */
static int mover(const struct rh_row_sorter_state *s, const struct banks *l) {
    rh_wide able = 0;
    for (rh_bank_set left = l->takes; left; left &= left - 1)
        able |= s->in_bank[rh_first_from(left, 0)] & s->same;
    for (rh_bank_set left = l->turns; left; left &= left - 1)
        able |= s->in_bank[rh_first_from(left, 0)];
    return able ? (int)rh_wide_first(able) : -1;
}

static rh_wide free_places(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    return rh_wide_mask(places(geometry)) & ~s->valid;
}

static bool has_room(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry, struct rh_offer *offer,
                     const struct rh_choice *choice) {
    (void)offer;
    if (s->stored == geometry->queue && !(choice->column && choice->last))
        return false;
    if (free_places(s, geometry))
        return true;
    const struct banks l = sort_banks(s, geometry, s->backend.array.open);
    return mover(s, &l) >= 0;
}

/* Of this clock's part the places whose row is that of their bank. The next part begins with this one's last place, for
 * that may sink by one meanwhile. */
static rh_wide found(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    unsigned n = places(geometry), part = (n + RH_ROW_PARTS - 1U) / RH_ROW_PARTS, from = s->at * part;
    rh_wide equal = 0;
    for (unsigned e = from; e <= from + part && e < n; e++)
        if (rh_wide_has(s->valid, e) && s->left[s->bank[e]] && s->served_row[s->bank[e]] == s->row[e])
            equal |= rh_wide_bit(e);
    return equal;
}

/* A search goes on. A bank that serves no row (`serves`: those that do) has none to compare with. */
static bool search_on(struct rh_row_sorter_state *s, const struct rh_geometry *geometry, rh_bank_set serves) {
    bool searches = false;
    s->same |= found(s, geometry);
    for (unsigned b = 0; b < geometry->banks; b++)
        if (!(serves >> b & 1))
            s->same &= ~s->in_bank[b];
    for (unsigned b = 0; b < geometry->banks; b++) {
        searches |= s->left[b] != 0;
        s->left[b] = (uint8_t)(s->left[b] - (s->left[b] != 0));
    }
    s->at = searches ? (uint8_t)((s->at + 1U) % RH_ROW_PARTS) : 0;
    return searches;
}

/* The request of place `e` goes to its bank, which begins with its row or goes on. */
static void move(struct rh_row_sorter_state *s, unsigned e, bool begins) {
    unsigned b = s->bank[e];
    rh_wide others = ~rh_wide_bit(e);
    if (begins) {
        s->joined[b] = 0;
        s->left[b] = (uint8_t)RH_ROW_PARTS;
    }
    s->served |= rh_bit(b);
    s->served_write |= rh_wide_has(s->write, e) ? rh_bit(b) : 0;
    s->served_row[b] = s->row[e];
    s->served_column[b] = s->column[e];
    s->served_len[b] = s->len[e];
    s->served_tag[b] = s->tag[e];
    s->valid &= others;
    s->same &= others;
    s->write &= others;
    s->in_bank[b] &= others;
}

/* Those above the lowest free place move down by one; false: there are none. */
static bool sink(struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    rh_wide free = free_places(s, geometry);
    if (!free || !(s->valid >> rh_wide_first(free)))
        return false;
    unsigned hole = rh_wide_first(free);
    struct rh_age_queue_move move = {.from = (uint8_t)(hole + 1), .sank = (uint8_t)(rh_wide_last(s->valid) - hole)};
    s->valid = rh_wide_without(s->valid, hole);
    s->same = rh_wide_without(s->same, hole);
    s->write = rh_wide_without(s->write, hole);
    for (unsigned b = 0; b < geometry->banks; b++)
        s->in_bank[b] = rh_wide_without(s->in_bank[b], hole);
    RH_AGE_QUEUE_SINK(s->bank, &move);
    RH_AGE_QUEUE_SINK(s->row, &move);
    RH_AGE_QUEUE_SINK(s->column, &move);
    RH_AGE_QUEUE_SINK(s->len, &move);
    RH_AGE_QUEUE_SINK(s->tag, &move);
    return true;
}

static void arrive(struct rh_row_sorter_state *s, const struct rh_geometry *geometry, const struct rh_controller_in *in,
                   bool same) {
    unsigned e = places(geometry) - 1U;
    rh_wide place = rh_wide_bit(e);
    s->valid |= place;
    s->in_bank[in->req_bank] |= place;
    if (same)
        s->same |= place;
    if (in->req_write & 1)
        s->write |= place;
    s->bank[e] = in->req_bank;
    s->row[e] = in->req_row;
    s->column[e] = in->req_column;
    s->len[e] = in->req_len;
    s->tag[e] = in->req_tag;
}

/* The column command of a bank's request, the row command of a bank: what they do to the turns, and to the request. */
static void take_commands(struct rh_row_sorter_state *s, const struct rh_geometry *geometry,
                          const struct rh_edge *edge) {
    const struct rh_choice *choice = edge->choice;
    unsigned bank_mask = geometry->banks - 1U, b = choice->column_bank;
    bool column_aged = choice->column && (aged_columns(s, geometry) >> b & 1),
         row_aged = edge->row.taken && (aged_rows(s, geometry) >> choice->row_bank & 1);
    if (choice->column) {
        s->column_aged = column_aged;
        if (!column_aged)
            s->column_next = (uint8_t)((b + 1U) & bank_mask);
        s->served_column[b] = (uint16_t)((s->served_column[b] + 1U) & rh_mask(geometry->column_bits));
        s->served_len[b] = (uint8_t)((s->served_len[b] - 1U) & 7U);
    }
    if (choice->column && choice->last) {
        s->served &= ~rh_bit(b);
        s->served_write &= ~rh_bit(b);
    }
    if (edge->row.taken) {
        s->row_aged = row_aged;
        if (!row_aged)
            s->row_next = (uint8_t)((choice->row_bank + 1U) & bank_mask);
    }
}

static rh_bank_set advance(struct rh_row_sorter_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct banks l = sort_banks(s, geometry, edge->open);
    int e = mover(s, &l);
    /* a closed bank without a request serves no row */
    rh_bank_set serves = s->served | edge->open;
    unsigned at = edge->in->req_bank & (geometry->banks - 1U);
    bool same = (serves >> at & 1) && s->served_row[at] == edge->in->req_row && s->joined[at] < RH_ROW_JOINS;
    bool passes = same && (s->in_bank[at] & ~s->same);
    (void)constraints, (void)next_commands;
    take_commands(s, geometry, edge);
    s->stored = (uint8_t)(s->stored + edge->arrives - (edge->choice->column && edge->choice->last));
    (void)search_on(s, geometry, serves);
    if (e >= 0)
        move(s, (unsigned)e, l.turns >> s->bank[e] & 1);
    (void)sink(s, geometry);
    if (edge->arrives) {
        arrive(s, geometry, edge->in, same);
        s->joined[at] = (uint8_t)(s->joined[at] + passes);
    }
    return UINT64_MAX;
}

/* Clocks until sinking brings the next request among the oldest. */
static uint64_t until_aged(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    rh_wide oldest = oldest_places(geometry), above = s->valid & ~oldest;
    if (!above || !(oldest & ~s->valid))
        return UINT64_MAX;
    return rh_wide_first(above) - rh_wide_last(oldest);
}

static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    const struct rh_row_sorter_state *s = state;
    const struct banks l = sort_banks(s, geometry, s->backend.array.open);
    if (l.takes | l.turns)
        return 1;
    uint64_t clocks = until_aged(s, geometry);
    for (unsigned b = 0; b < geometry->banks; b++)
        if (s->left[b] && s->left[b] < clocks)
            clocks = s->left[b];
    return clocks;
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_row_sorter_state *s = state;
    const struct banks l = sort_banks(s, geometry, s->backend.array.open);
    (void)constraints;
    for (bool moves = true; clocks != 0 && moves; clocks--) {
        int e = mover(s, &l); /* which `still` leaves to one clock */
        moves = search_on(s, geometry, s->served | s->backend.array.open);
        if (e >= 0)
            move(s, (unsigned)e, l.turns >> s->bank[e] & 1);
        moves |= sink(s, geometry);
    }
    return UINT64_MAX;
}

/* Of these banks those for which none waits. */
static rh_bank_set unwanted(const void *state, const struct rh_geometry *geometry, rh_bank_set banks) {
    const struct rh_row_sorter_state *s = state;
    rh_bank_set unwanted = 0;
    (void)geometry;
    for (rh_bank_set rest = banks; rest; rest &= rest - 1)
        unwanted |= s->in_bank[rh_first_from(rest, 0)] ? 0 : rest & (~rest + 1);
    return unwanted;
}

/* One that waits is of the row, or it is not known yet whether one is. */
static bool has_more(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry,
                     const struct rh_choice *choice) {
    unsigned b = choice->column_bank;
    (void)geometry;
    return s->in_bank[b] && (s->left[b] || (s->in_bank[b] & s->same));
}

RH_PAGED_POLICY_OPS(row_sorter, struct rh_row_sorter_state, list, rh_geometry_queue, reset, rank, still, pass, NULL,
                    NULL, unwanted, has_more);
