// SPDX-License-Identifier: Apache-2.0
// `row_sorter`: each bank serves one request at a time. The others wait in order of age, and each knows whether its row
// is the one that its bank serves; those go first. Column commands first, in every second one the banks of the oldest
// that wait, else round robin.
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"

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
    rh_backend_list(layout, base + offsetof(struct rh_row_sorter_state, backend), params);
#define ROW(m, count, width, live) RH_ROW(struct rh_row_sorter_state, m, count, width, live)
    ROW(valid, 1, (p->queue - p->queue / 8), NULL);
    ROW(same, 1, (p->queue - p->queue / 8), NULL);
    ROW(write, 1, (p->queue - p->queue / 8), NULL);
    ROW(in_bank, p->banks, (p->queue - p->queue / 8), NULL);
    ROW(bank, (p->queue - p->queue / 8), rh_log2_up(p->banks), live_waiting);
    ROW(row, (p->queue - p->queue / 8), p->row_bits, live_waiting);
    ROW(column, (p->queue - p->queue / 8), p->column_bits, live_waiting);
    ROW(extra, (p->queue - p->queue / 8), 3, live_waiting);
    ROW(tag, (p->queue - p->queue / 8), p->tag_bits, live_waiting);
    ROW(stored, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(joined, p->banks, 5, NULL);
    ROW(left, p->banks, 3, NULL);
    ROW(at, 1, 3, NULL);
    ROW(served, 1, p->banks, NULL);
    ROW(served_write, 1, p->banks, NULL);
    ROW(served_row, p->banks, p->row_bits, live_rows);
    ROW(served_column, p->banks, p->column_bits, live_served);
    ROW(served_extra, p->banks, 3, live_served);
    ROW(served_tag, p->banks, p->tag_bits, live_served);
    ROW(column_next, 1, rh_log2_up(p->banks), NULL);
    ROW(row_next, 1, rh_log2_up(p->banks), NULL);
    ROW(column_aged, 1, 1, NULL);
    ROW(row_aged, 1, 1, NULL);
#undef ROW
}

static void reset(struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
}

/* What the banks are about. */
struct banks {
    rh_bank_set hit;   /* its request wants the open row */
    rh_bank_set miss;  /* its request waits for the ACT, or those that wait for it for another row */
    rh_bank_set takes; /* it has no request and takes one of its row */
    rh_bank_set turns; /* it is closed and takes any */
    rh_bank_set aged;  /* one of the oldest that wait is its */
    rh_bank_set kept;  /* its row is open, and a request wants it, or it is not known yet whether one does */
};

static struct banks look(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    struct banks l = {.hit = s->served & s->backend.array.open, .miss = s->served & ~s->backend.array.open};
    l.kept = l.hit;
    rh_wide oldest = rh_wide_mask((places(geometry) + RH_ROW_AGED - 1U) / RH_ROW_AGED);
    for (unsigned b = 0; b < geometry->banks; b++) {
        rh_bank_set bit = rh_bit(b);
        if (s->in_bank[b] & oldest)
            l.aged |= bit;
        if (!s->in_bank[b] || (s->served & bit))
            continue;
        if (!(s->backend.array.open & bit))
            l.turns |= bit;
        else if (s->left[b])
            l.kept |= bit;
        else if (s->in_bank[b] & s->same)
            l.takes |= bit;
        else
            l.miss |= bit;
    }
    l.kept |= l.takes;
    return l;
}

/* The bank of `set` whose turn it is: among those that go by age, if there are any and the command before did not. */
static unsigned turn(rh_bank_set set, rh_bank_set aged, unsigned next) {
    return rh_first_from((set & aged) ? set & aged : set, next);
}

static rh_bank_set aged_columns(const struct rh_row_sorter_state *s, const struct banks *l) {
    return s->column_aged ? 0 : l->aged;
}

static rh_bank_set aged_rows(const struct rh_row_sorter_state *s, const struct banks *l) {
    return s->row_aged ? 0 : l->aged;
}

/* For the stall ledger: where no bank has a request or is to close, the oldest of those that wait. */
static void rank_first(const struct rh_row_sorter_state *s, const struct banks *l, struct rh_choice *choice) {
    choice->first_hit = l->hit != 0;
    if (l->hit | l->miss) {
        unsigned b =
            l->hit ? turn(l->hit, aged_columns(s, l), s->column_next) : turn(l->miss, aged_rows(s, l), s->row_next);
        choice->first_bank = (uint8_t)b;
        choice->first_write = s->served_write >> b & 1;
    } else if (s->valid) {
        unsigned e = rh_wide_first(s->valid);
        choice->first_bank = s->bank[e];
        choice->first_write = rh_wide_has(s->write, e);
        choice->first_hit = s->backend.array.open >> s->bank[e] & 1;
    }
}

static void choose(const struct rh_row_sorter_state *s, const struct rh_geometry *geometry, const struct rh_view *view,
                   const struct banks *l, struct rh_choice *choice) {
    rh_bank_set column_ok = 0, row_ok = 0;
    for (rh_bank_set left = l->hit; left; left &= left - 1) {
        unsigned b = rh_first_from(left, 0);
        column_ok |= rh_backend_column_ok(&s->backend, geometry, view, b, s->served_write >> b & 1) ? rh_bit(b) : 0;
    }
    for (rh_bank_set left = l->miss; left; left &= left - 1) {
        unsigned b = rh_first_from(left, 0);
        row_ok |= rh_backend_row_ok(&s->backend, geometry, view, b) ? rh_bit(b) : 0;
    }
    choice->occupancy = s->stored;
    choice->kept = l->kept;
    if (column_ok) {
        unsigned b = turn(column_ok, aged_columns(s, l), s->column_next);
        choice->column = true;
        choice->column_bank = (uint8_t)b;
        choice->write = s->served_write >> b & 1;
        choice->last = s->served_extra[b] == 0;
        choice->column_number = s->served_column[b];
        choice->tag = s->served_tag[b];
    }
    if (row_ok) {
        unsigned b = turn(row_ok, aged_rows(s, l), s->row_next);
        choice->row = true;
        choice->row_bank = (uint8_t)b;
        choice->row_number = s->served_row[b];
    }
    rank_first(s, l, choice);
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

static void search_on(struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    bool searches = false;
    for (unsigned b = 0; b < geometry->banks; b++) {
        searches |= s->left[b] != 0;
        s->left[b] = (uint8_t)(s->left[b] - (s->left[b] != 0));
    }
    s->at = searches ? (uint8_t)((s->at + 1U) % RH_ROW_PARTS) : 0;
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
    s->served_extra[b] = s->extra[e];
    s->served_tag[b] = s->tag[e];
    s->valid &= others;
    s->same &= others;
    s->write &= others;
    s->in_bank[b] &= others;
}

/* Those above the lowest free place move down by one. */
static void sink(struct rh_row_sorter_state *s, const struct rh_geometry *geometry) {
    rh_wide free = rh_wide_mask(places(geometry)) & ~s->valid;
    if (!free || !(s->valid >> rh_wide_first(free)))
        return;
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
    RH_AGE_QUEUE_SINK(s->extra, &move);
    RH_AGE_QUEUE_SINK(s->tag, &move);
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
    s->extra[e] = in->req_extra;
    s->tag[e] = in->req_tag;
}

static void step(struct rh_row_sorter_state *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view;
    struct rh_choice choice = {0};
    unsigned bank_mask = geometry->banks - 1U;
    struct banks l = look(s, geometry);
    rh_backend_look(&s->backend, geometry, gaps, &view);
    choose(s, geometry, &view, &l, &choice);
    int e = mover(s, &l);
    bool room = (rh_wide_mask(places(geometry)) & ~s->valid) || e >= 0, leaves = choice.column && choice.last;
    out->req_ready = room && (s->stored < geometry->queue || leaves);
    bool arrives = in->req_valid && out->req_ready;
    /* a closed bank without a request serves no row */
    rh_bank_set serves = s->served | s->backend.array.open;
    unsigned at = in->req_bank & bank_mask;
    bool same = (serves >> at & 1) && s->served_row[at] == in->req_row && s->joined[at] < RH_ROW_JOINS;
    bool passes = same && (s->in_bank[at] & ~s->same);
    struct rh_row_issued row = rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);

    if (choice.column) {
        unsigned b = choice.column_bank;
        s->column_aged = aged_columns(s, &l) >> b & 1;
        if (!s->column_aged)
            s->column_next = (uint8_t)((b + 1U) & bank_mask);
        s->served_column[b] = (uint16_t)((s->served_column[b] + 1U) & rh_mask(geometry->column_bits));
        s->served_extra[b] = (uint8_t)((s->served_extra[b] - 1U) & 7U);
        if (leaves) {
            s->served &= ~rh_bit(b);
            s->served_write &= ~rh_bit(b);
        }
    }
    if (row.taken) {
        s->row_aged = aged_rows(s, &l) >> choice.row_bank & 1;
        if (!s->row_aged)
            s->row_next = (uint8_t)((choice.row_bank + 1U) & bank_mask);
    }
    s->stored = (uint8_t)(s->stored + arrives - leaves);

    s->same |= found(s, geometry);
    for (unsigned b = 0; b < geometry->banks; b++)
        if (!(serves >> b & 1))
            s->same &= ~s->in_bank[b];
    search_on(s, geometry);
    if (e >= 0)
        move(s, (unsigned)e, l.turns >> s->bank[e] & 1);
    sink(s, geometry);
    if (arrives) {
        arrive(s, geometry, in, same);
        s->joined[at] = (uint8_t)(s->joined[at] + passes);
    }
}

RH_BLOCK_OPS(row_sorter, struct rh_row_sorter_state, list, rh_geometry_queue, reset, step);
