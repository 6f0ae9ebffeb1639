// SPDX-License-Identifier: Apache-2.0
// `sms`: a FIFO a source forms batches of one row; a batch scheduler picks one after the other, of the source with the
// fewest requests or of the next in turn; a FIFO a bank serves its requests in order (Ausavarungnirun et al., ISCA
// 2012: the staged memory scheduler).
#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"
#include "cmodel/network/rh_lfsr.h"

static void live_at_banks(const void *part, const void *params, uint64_t *mask) {
    const struct rh_geometry *geometry = params;
    rh_bank_fifos_live(part, geometry->banks, rh_geometry_staged_depth(geometry), 0, mask);
}

static void live_behind(const void *part, const void *params, uint64_t *mask) {
    const struct rh_geometry *geometry = params;
    rh_bank_fifos_live(part, geometry->banks, rh_geometry_staged_depth(geometry), 1, mask);
}

static void live_owners(const void *part, const void *params, uint64_t *mask) {
    live_at_banks(&((const struct rh_sms_state *)part)->banks, params, mask);
}

static unsigned fifos(const struct rh_geometry *geometry) {
    return rh_source_fifos(geometry->queue, geometry->source_bits);
}

static unsigned source_depth(const struct rh_geometry *geometry) {
    return rh_source_depth(geometry->queue, geometry->source_bits);
}

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    const struct rh_sms_state *s = part;
    const struct rh_geometry *geometry = params;
    unsigned depth = source_depth(geometry);
    for (unsigned f = 0; f < fifos(geometry); f++)
        for (unsigned i = 0; i < s->source_count[f] && i < depth; i++) { /* any numbers, as rh_live_ring says */
            unsigned first = s->source_head[f] != 0 ? rh_first_from(s->source_head[f], 0) : 0;
            unsigned e = f * depth + rh_ring_add(first, i, depth);
            mask[e / 64] |= UINT64_C(1) << e % 64;
        }
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_paged_backend_list(layout, base, params);
#define BANK_DEPTH rh_max(1, p->queue / 2 / p->banks)
    base += offsetof(struct rh_sms_state, banks);
    RH_BANK_FIFOS_LIST(BANK_DEPTH, live_at_banks);
    RH_BANK_FIFOS_LIST_SAME(BANK_DEPTH, live_behind);
    rh_page_policy_list(layout, base - offsetof(struct rh_sms_state, banks) + offsetof(struct rh_sms_state, page),
                        params);
    RH_BANK_FIFOS_LIST_TURNS();
    base -= offsetof(struct rh_sms_state, banks);
#define FIFOS                      rh_source_fifos(p->queue, p->source_bits)
#define DEPTH                      rh_source_depth(p->queue, p->source_bits)
#define ROW(m, count, width, live) RH_ROW(struct rh_sms_state, m, count, width, live)
    ROW(owner, BANK_DEPTH * p->banks, rh_log2_up(FIFOS), live_owners);
    ROW(source_write, FIFOS * DEPTH, 1, live_entries);
    ROW(source_bank, FIFOS * DEPTH, rh_log2_up(p->banks), live_entries);
    ROW(source_row, FIFOS * DEPTH, p->row_bits, live_entries);
    ROW(source_column, FIFOS * DEPTH, p->column_bits, live_entries);
    ROW(source_len, FIFOS * DEPTH, 3, live_entries);
    ROW(source_tag, FIFOS * DEPTH, p->tag_bits, live_entries);
    ROW(source_head, FIFOS, DEPTH, NULL);
    ROW(source_tail, FIFOS, DEPTH, NULL);
    ROW(ends, FIFOS, DEPTH, NULL);
    ROW(source_count, FIFOS, rh_log2_up(DEPTH + 1), NULL);
    ROW(age_left, FIFOS, 8, NULL);
    ROW(requests, FIFOS, rh_log2_up(rh_max(p->queue, p->banks) + 1), NULL);
    ROW(stored, 1, rh_log2_up(rh_max(p->queue, p->banks) + 1), NULL);
    ROW(drains, 1, FIFOS, NULL);
    ROW(turn, 1, rh_log2_up(FIFOS), NULL);
    ROW(random, 1, RH_LFSR_BITS, NULL);
#undef ROW
}

static void reset(struct rh_sms_state *s, const struct rh_geometry *geometry) {
    memset(s, 0, sizeof *s);
    rh_bank_fifos_reset(&s->banks, geometry->banks);
    for (unsigned f = 0; f < fifos(geometry); f++)
        s->source_head[f] = s->source_tail[f] = 1;
    s->random = rh_lfsr_reset(RH_LFSR_SEED, 0);
}

static unsigned head_of(const struct rh_sms_state *s, const struct rh_geometry *geometry, unsigned fifo) {
    return fifo * source_depth(geometry) + rh_first_from(s->source_head[fifo], 0);
}

static void query(const struct rh_sms_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_bank_fifos_query(&s->banks, &s->backend.array, geometry, rh_geometry_staged_depth(geometry), banks,
                        next_commands);
}

static void choose(const struct rh_sms_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    rh_bank_fifos_choose(&s->banks, geometry, rh_geometry_staged_depth(geometry), column_ok, row_ok, choice);
}

/* FIFOs that hold requests. */
static unsigned waiting(const struct rh_sms_state *s, const struct rh_geometry *geometry) {
    unsigned set = 0;
    for (unsigned f = 0; f < fifos(geometry); f++)
        set |= s->source_count[f] ? 1U << f : 0;
    return set;
}

/* Where no bank has a request, the head of the FIFO that drains, else of the next in turn, is ranked first. No timer of
 * a PRE is what it waits for, so that an open bank counts as its hit. */
static void rank(const struct rh_sms_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    if (next_commands->column || next_commands->row) {
        rh_bank_fifos_rank(&s->banks, rh_geometry_staged_depth(geometry), next_commands, choice);
        return;
    }
    unsigned f = rh_first_from(s->drains ? s->drains : waiting(s, geometry), s->turn), e = head_of(s, geometry, f);
    choice->first_bank = s->source_bank[e];
    choice->first_hit = rh_bank_array_is_open(&s->backend.array, choice->first_bank);
    choice->first_write = s->source_write[e];
}

static unsigned stored(const struct rh_sms_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    return s->stored;
}

/* FIFOs whose oldest request finds room at its bank. What leaves in this clock makes none yet. */
static unsigned fits(const struct rh_sms_state *s, const struct rh_geometry *geometry) {
    unsigned set = 0;
    for (unsigned rest = waiting(s, geometry); rest; rest &= rest - 1) {
        unsigned f = rh_first_from(rest, 0), bank = s->source_bank[head_of(s, geometry, f)];
        set |= s->banks.count[bank] < rh_geometry_staged_depth(geometry) ? 1U << f : 0;
    }
    return set;
}

static unsigned fifo_of(const struct rh_geometry *geometry, unsigned source) {
    return source & (fifos(geometry) - 1U);
}

static bool has_room(const struct rh_sms_state *s, const struct rh_geometry *geometry, struct rh_offer *offer,
                     const struct rh_choice *choice) {
    unsigned f = fifo_of(geometry, offer->source);
    (void)choice;
    return s->source_count[f] < source_depth(geometry) || (s->drains & fits(s, geometry)) >> f & 1;
}

/* Of these, FIFOs that have a closed batch. One that another row has not closed is closed by its age, by a full FIFO,
 * or because there are few requests. */
static unsigned ready(const struct rh_sms_state *s, const struct rh_geometry *geometry,
                      const struct rh_constraints *constraints) {
    unsigned set = 0, depth = source_depth(geometry);
    bool rush = s->stored < constraints->batch_rush;
    for (unsigned rest = fits(s, geometry); rest; rest &= rest - 1) {
        unsigned f = rh_first_from(rest, 0);
        bool closed = rush || s->ends[f] || s->age_left[f] == 0 || s->source_count[f] == depth;
        set |= closed ? 1U << f : 0;
    }
    return set;
}

/* Of these FIFOs those whose sources have the fewest requests. */
static unsigned shortest(const struct rh_sms_state *s, unsigned set) {
    unsigned best = 0, least = UINT8_MAX;
    for (; set; set &= set - 1) {
        unsigned f = rh_first_from(set, 0);
        best = s->requests[f] < least ? 1U << f : s->requests[f] == least ? best | 1U << f : best;
        least = rh_min(least, s->requests[f]);
    }
    return best;
}

/* Every third bit of the register: two numbers in a row have no bit in common. */
static unsigned chance(uint32_t random) {
    unsigned number = 0;
    for (unsigned i = 0; i < RH_LFSR_BITS / 3; i++)
        number |= (random >> 3 * i & 1) << i;
    return number;
}

/* The youngest entry of a FIFO, as a set of one. */
static uint64_t youngest(const struct rh_sms_state *s, unsigned depth, unsigned fifo) {
    uint64_t tail = s->source_tail[fifo];
    return tail & 1 ? rh_bit(depth - 1) : tail >> 1;
}

/* While none drains, one of the FIFOs that are ready is picked; its batch is closed now if it was not. */
static void pick(struct rh_sms_state *s, const struct rh_geometry *geometry, const struct rh_constraints *constraints) {
    unsigned set = s->drains ? 0 : ready(s, geometry, constraints);
    if (!set)
        return;
    bool by_length = constraints->shortest_first != 0 && chance(s->random) <= constraints->shortest_first;
    unsigned f = rh_first_from(by_length ? shortest(s, set) : set, s->turn);
    s->drains = 1U << f;
    if (!by_length)
        s->turn = (uint8_t)((f + 1) & (fifos(geometry) - 1U));
    if (!s->ends[f])
        s->ends[f] = youngest(s, source_depth(geometry), f);
    s->random = rh_lfsr_step(s->random, RH_LFSR_POLYNOMIAL);
}

/* The head of this FIFO goes to its bank. Returns the bank, as a set. */
static rh_bank_set move_head(struct rh_sms_state *s, const struct rh_geometry *geometry, unsigned fifo) {
    unsigned f = rh_first_from(fifo, 0), e = head_of(s, geometry, f);
    unsigned depth = rh_geometry_staged_depth(geometry), b = s->source_bank[e];
    struct rh_controller_in in = {.req_write = s->source_write[e],
                                  .req_bank = s->source_bank[e],
                                  .req_row = s->source_row[e],
                                  .req_column = s->source_column[e],
                                  .req_len = s->source_len[e],
                                  .req_tag = s->source_tag[e]};
    s->owner[rh_bank_fifos_tail(&s->banks, depth, b)] = (uint8_t)f;
    rh_bank_fifos_push(&s->banks, geometry, depth, &in);
    if (s->ends[f] & s->source_head[f])
        s->drains = 0;
    s->ends[f] &= ~s->source_head[f];
    s->source_head[f] = (uint64_t)rh_wide_turn(s->source_head[f], source_depth(geometry));
    s->source_count[f]--;
    return rh_bit(b);
}

/* A request comes: to the youngest batch if this is of its row and takes requests, else it closes it. Returns whether
 * it begins a batch. */
static bool push(struct rh_sms_state *s, const struct rh_geometry *geometry, const struct rh_controller_in *in) {
    unsigned depth = source_depth(geometry), f = fifo_of(geometry, in->req_source);
    unsigned e = f * depth + rh_first_from(s->source_tail[f], 0);
    uint64_t last = youngest(s, depth, f);
    unsigned of_last = f * depth + rh_first_from(last, 0);
    bool takes = s->source_count[f] && !(s->ends[f] & last) && s->age_left[f] != 0;
    bool begins = !takes || s->source_bank[of_last] != in->req_bank || s->source_row[of_last] != in->req_row;
    if (begins && s->source_count[f])
        s->ends[f] |= last;
    s->source_write[e] = in->req_write;
    s->source_bank[e] = in->req_bank;
    s->source_row[e] = in->req_row;
    s->source_column[e] = in->req_column;
    s->source_len[e] = in->req_len;
    s->source_tag[e] = in->req_tag;
    s->source_tail[f] = (uint64_t)rh_wide_turn(s->source_tail[f], depth);
    s->source_count[f]++;
    s->requests[f]++;
    return begins;
}

static void grow_old(struct rh_sms_state *s, unsigned set, uint64_t clocks) {
    for (; set; set &= set - 1) {
        unsigned f = rh_first_from(set, 0);
        s->age_left[f] = (uint8_t)(s->age_left[f] > clocks ? s->age_left[f] - clocks : 0);
    }
}

static rh_bank_set advance(struct rh_sms_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_choice *choice = edge->choice;
    unsigned depth = rh_geometry_staged_depth(geometry), b = choice->column_bank, aging = waiting(s, geometry);
    unsigned moves = s->drains & fits(s, geometry);
    bool leaves = choice->column && choice->last;
    unsigned owner = leaves ? s->owner[rh_bank_fifos_head(&s->banks, depth, b)] : 0;
    (void)next_commands;
    pick(s, geometry, constraints);
    rh_bank_set banks = rh_bank_fifos_advance(&s->banks, geometry, depth, edge);
    banks |= moves ? move_head(s, geometry, moves) : 0;
    s->requests[owner] = (uint8_t)(s->requests[owner] - leaves);
    s->stored = (uint8_t)(s->stored + edge->arrives - leaves);
    if (edge->arrives && push(s, geometry, edge->in)) {
        unsigned f = fifo_of(geometry, edge->in->req_source);
        s->age_left[f] = (uint8_t)constraints->batch_age;
        aging &= ~(1U << f);
    }
    grow_old(s, aging, 1);
    return banks;
}

/* For ever while what is to go to a bank finds no room there. */
static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    const struct rh_sms_state *s = state;
    return (s->drains ? s->drains : UINT32_MAX) & fits(s, geometry) ? 1 : UINT64_MAX;
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_sms_state *s = state;
    unsigned aging = waiting(s, geometry);
    unsigned moves = s->drains & fits(s, geometry); /* none, of several clocks */
    pick(s, geometry, constraints);
    grow_old(s, aging, clocks);
    return moves ? move_head(s, geometry, moves) : 0;
}

/* What stands at a bank is what the page policy sees: a bank without a command has nothing there. */
static rh_bank_set unwanted(const void *state, const struct rh_geometry *geometry, rh_bank_set banks) {
    (void)state, (void)geometry;
    return banks;
}

static bool has_more(const struct rh_sms_state *s, const struct rh_geometry *geometry, const struct rh_choice *choice) {
    return rh_bank_fifos_has_more(&s->banks, rh_geometry_staged_depth(geometry), choice->column_bank);
}

RH_PAGED_POLICY_OPS(sms, struct rh_sms_state, list, rh_geometry_staged, reset, rank, still, pass, NULL, NULL, unwanted,
                    has_more);
