// SPDX-License-Identifier: Apache-2.0
// `row_sorter`: requests are sorted by row when they arrive, into up to four lists a bank. Each bank serves its lists
// in the order in which they began; column commands first, round robin over the banks.
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"

enum { EVERY_LIST = (1 << RH_ROW_LISTS) - 1 };

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    const struct rh_row_sorter_state *s = part;
    const struct rh_geometry *geometry = params;
    for (unsigned e = 0; e < geometry->queue; e++)
        mask[e / 64] |= (uint64_t)rh_wide_has(s->valid, e) << e % 64;
}

/* Of an entry that is the last of its list, and of one that is in none, `next` says nothing. */
static void live_next(const void *part, const void *params, uint64_t *mask) {
    const struct rh_row_sorter_state *s = part;
    const struct rh_geometry *geometry = params;
    live_entries(part, params, mask);
    if (s->fresh)
        mask[s->fresh_entry / 64] &= ~rh_bit(s->fresh_entry % 64);
    for (unsigned l = 0; l < geometry->banks * RH_ROW_LISTS; l++)
        if ((unsigned)s->used[l / RH_ROW_LISTS] >> l % RH_ROW_LISTS & 1)
            mask[s->tail[l] / 64] &= ~rh_bit(s->tail[l] % 64);
}

static void live_lists(const void *part, const void *params, uint64_t *mask) {
    const struct rh_row_sorter_state *s = part;
    const struct rh_geometry *geometry = params;
    for (unsigned l = 0; l < geometry->banks * RH_ROW_LISTS; l++)
        mask[l / 64] |= (uint64_t)((unsigned)s->used[l / RH_ROW_LISTS] >> l % RH_ROW_LISTS & 1) << l % 64;
}

/* An empty list that is next to be served still says which row is open. */
static void live_rows(const void *part, const void *params, uint64_t *mask) {
    const struct rh_row_sorter_state *s = part;
    const struct rh_geometry *geometry = params;
    live_lists(part, params, mask);
    for (unsigned b = 0; b < geometry->banks; b++)
        if (s->fits >> b & 1)
            mask[b * RH_ROW_LISTS / 64] |= (uint64_t)s->oldest[b] << b * RH_ROW_LISTS % 64;
}

static void live_fresh(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_row_sorter_state *)part)->fresh;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_backend_list(layout, base + offsetof(struct rh_row_sorter_state, backend), params);
#define ROW(m, count, width, live) RH_ROW(struct rh_row_sorter_state, m, count, width, live)
    ROW(valid, 1, p->queue, NULL);
    ROW(write, p->queue, 1, live_entries);
    ROW(column, p->queue, p->column_bits, live_entries);
    ROW(extra, p->queue, 3, live_entries);
    ROW(tag, p->queue, p->tag_bits, live_entries);
    ROW(next, p->queue, rh_log2_up(p->queue), live_next);
    ROW(fresh, 1, 1, NULL);
    ROW(fresh_bank, 1, rh_log2_up(p->banks), live_fresh);
    ROW(fresh_row, 1, p->row_bits, live_fresh);
    ROW(fresh_entry, 1, rh_log2_up(p->queue), live_fresh);
    ROW(row, p->banks * 4, p->row_bits, live_rows);
    ROW(head, p->banks * 4, rh_log2_up(p->queue), live_lists);
    ROW(tail, p->banks * 4, rh_log2_up(p->queue), live_lists);
    ROW(used, p->banks, 4, NULL);
    ROW(oldest, p->banks, 4, NULL);
    ROW(joined, p->banks, 5, NULL);
    ROW(done, p->banks, 3, NULL);
    ROW(fits, 1, p->banks, NULL);
    ROW(column_next, 1, rh_log2_up(p->banks), NULL);
    ROW(row_next, 1, rh_log2_up(p->banks), NULL);
#undef ROW
}

static void reset(struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    memset(s, 0, sizeof *s);
    for (unsigned b = 0; b < geometry->banks; b++)
        s->oldest[b] = 1;
}

/* The list that the bank serves. */
static unsigned served(const struct rh_row_sorter_state *s, unsigned b) {
    return b * RH_ROW_LISTS + rh_first_from(s->oldest[b], 0);
}

static unsigned head_entry(const struct rh_row_sorter_state *s, unsigned b) {
    return s->head[served(s, b)];
}

/* The banks with a request in a list, split by what the first one needs next, and by what is legal now. */
struct heads {
    rh_bank_set hit, miss, column_ok, row_ok;
};

static struct heads look_heads(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry,
                               const struct rh_view *view) {
    struct heads h = {0};
    for (unsigned b = 0; b < geometry->banks; b++) {
        rh_bank_set bit = rh_bit(b);
        if (!s->used[b])
            continue;
        if (s->backend.array.open & s->fits & bit) {
            h.hit |= bit;
            h.column_ok |= rh_backend_column_ok(&s->backend, geometry, view, b, s->write[head_entry(s, b)]) ? bit : 0;
        } else {
            h.miss |= bit;
            h.row_ok |= rh_backend_row_ok(&s->backend, geometry, view, b) ? bit : 0;
        }
    }
    return h;
}

/* For the stall ledger: without a list there is at most the request that came last. */
static void rank_first(const struct rh_row_sorter_state *s, const struct heads *h, struct rh_choice *choice) {
    choice->kept = h->hit;
    choice->first_hit = h->hit != 0;
    if (h->hit | h->miss) {
        unsigned b = h->hit ? rh_first_from(h->hit, s->column_next) : rh_first_from(h->miss, s->row_next);
        choice->first_bank = (uint8_t)b;
        choice->first_write = s->write[head_entry(s, b)];
    } else if (s->fresh) {
        choice->first_bank = s->fresh_bank;
    }
}

static void choose(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry, const struct rh_view *view,
                   struct rh_choice *choice) {
    struct heads h = look_heads(s, geometry, view);
    choice->occupancy =
        (uint8_t)(__builtin_popcountll((uint64_t)s->valid) + __builtin_popcountll((uint64_t)(s->valid >> 64)));
    if (h.column_ok) {
        unsigned b = rh_first_from(h.column_ok, s->column_next), e = head_entry(s, b);
        choice->column = true;
        choice->column_bank = (uint8_t)b;
        choice->write = s->write[e];
        choice->last = s->extra[e] == s->done[b];
        choice->column_number = (uint16_t)((s->column[e] + s->done[b]) & rh_mask(geometry->column_bits));
        choice->tag = s->tag[e];
    }
    if (h.row_ok) {
        unsigned b = rh_first_from(h.row_ok, s->row_next);
        choice->row = true;
        choice->row_bank = (uint8_t)b;
        choice->row_number = s->row[served(s, b)];
    }
    rank_first(s, &h, choice);
}

/* Where the request that came last goes: into the list of its row, or into one that begins. */
struct sorting {
    bool joins, begins, first; /* first: the bank had none */
    unsigned bank, place;      /* of the list, in its bank */
};

static struct sorting sort(const struct rh_row_sorter_state *s) {
    struct sorting to = {.bank = s->fresh_bank};
    if (!s->fresh)
        return to;
    unsigned used = s->used[to.bank], oldest = s->oldest[to.bank], same = 0;
    for (unsigned i = 0; i < RH_ROW_LISTS; i++)
        same |= (unsigned)(s->row[to.bank * RH_ROW_LISTS + i] == s->fresh_row) << i;
    same &= used & ~(s->joined[to.bank] == RH_ROW_JOINS ? oldest : 0);
    to.joins = same != 0;
    to.begins = !to.joins && used != EVERY_LIST;
    to.first = used == 0;
    to.place = rh_first_from(to.joins ? same : to.begins ? ~used & EVERY_LIST : 1, rh_first_from(oldest, 0));
    return to;
}

static void put(struct rh_row_sorter_state *s, const struct sorting *to) {
    unsigned b = to->bank, l = b * RH_ROW_LISTS + to->place;
    if (to->joins) {
        s->next[s->tail[l]] = s->fresh_entry;
        if (s->oldest[b] >> to->place & 1 && s->used[b] != s->oldest[b])
            s->joined[b]++;
    } else {
        if (to->first && s->row[l] != s->fresh_row)
            s->fits &= ~rh_bit(b);
        s->used[b] |= (uint8_t)(1U << to->place);
        s->row[l] = s->fresh_row;
        s->head[l] = s->fresh_entry;
    }
    s->tail[l] = s->fresh_entry;
    s->fresh = 0;
}

/* The first request of bank `b` leaves; the one that came last is in its list. An empty list keeps its place while no
 * other waits: its row is the open one. */
static void leave(struct rh_row_sorter_state *s, unsigned b) {
    unsigned l = served(s, b), e = s->head[l];
    s->valid &= ~rh_wide_bit(e);
    if (e != s->tail[l]) {
        s->head[l] = s->next[e];
        return;
    }
    s->used[b] &= (uint8_t)~s->oldest[b];
    if (s->used[b]) {
        s->oldest[b] = (uint8_t)rh_wide_turn(s->oldest[b], RH_ROW_LISTS);
        s->joined[b] = 0;
        s->fits &= ~rh_bit(b);
    }
}

static void arrive(struct rh_row_sorter_state *s, const struct rh_controller_in *in, unsigned e) {
    s->valid |= rh_wide_bit(e);
    s->write[e] = in->req_write;
    s->column[e] = in->req_column;
    s->extra[e] = in->req_extra;
    s->tag[e] = in->req_tag;
    s->fresh = 1;
    s->fresh_bank = in->req_bank;
    s->fresh_row = in->req_row;
    s->fresh_entry = (uint8_t)e;
}

static void step(struct rh_row_sorter_state *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view;
    struct rh_choice choice = {0};
    unsigned bank_mask = geometry->banks - 1U;
    rh_backend_look(&s->backend, geometry, gaps, &view);
    choose(s, geometry, &view, &choice);
    struct sorting to = sort(s);
    bool sorted = to.joins || to.begins, leaves = choice.column && choice.last;
    rh_wide empty = rh_wide_mask(geometry->queue) & ~s->valid;
    out->req_ready = (empty || leaves) && (!s->fresh || sorted);
    struct rh_row_issued row = rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);

    /* a full queue's arriving request takes the entry that becomes free */
    unsigned entry = empty ? rh_wide_first(empty) : head_entry(s, choice.column_bank);
    if (sorted)
        put(s, &to);
    if (choice.column) {
        unsigned b = choice.column_bank;
        s->done[b] = leaves ? 0 : (uint8_t)((s->done[b] + 1U) & 7U);
        s->column_next = (uint8_t)((b + 1U) & bank_mask);
        if (leaves)
            leave(s, b);
    }
    if (in->req_valid && out->req_ready)
        arrive(s, in, entry);
    if (row.cmd == RH_ACT)
        s->fits |= rh_bit(row.bank);
    if (row.taken)
        s->row_next = (uint8_t)((choice.row_bank + 1U) & bank_mask);
}

RH_BLOCK_OPS(row_sorter, struct rh_row_sorter_state, list, rh_geometry_queue, reset, step);
