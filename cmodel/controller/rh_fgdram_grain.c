// SPDX-License-Identifier: Apache-2.0
#include "cmodel/controller/rh_fgdram_grain.h"

#include <string.h>

_Static_assert(RH_FGDRAM_TURN < 1 << RH_FGDRAM_TURN_BITS && RH_FGDRAM_TURN_BITS == 4, "as the list below spells it");

static void live_heads(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_fgdram_grains *)part)->some;
}

static void live_links(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_fgdram_grains *)part)->more;
}

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    const struct rh_fgdram_grains *g = part;
    for (unsigned e = 0; e < rh_geometry_pool(params); e++)
        mask[e / 64] |= (uint64_t)rh_wide_has(g->used, e) << e % 64;
}

/* Behind a tail there is nobody. */
static void live_pool_links(const void *part, const void *params, uint64_t *mask) {
    const struct rh_fgdram_grains *g = part;
    live_entries(part, params, mask);
    for (rh_bank_set rest = g->more; rest; rest &= rest - 1) {
        unsigned e = g->tail[rh_first_from(rest, 0)];
        mask[e / 64] &= ~rh_bit(e % 64);
    }
}

void rh_fgdram_grains_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_fgdram_grains, m, count, width, live)
    ROW(some, 1, p->banks, NULL);
    ROW(write, p->banks, 1, live_heads);
    ROW(row, p->banks, p->row_bits, live_heads);
    ROW(column, p->banks, p->column_bits, live_heads);
    ROW(len, p->banks, 3, live_heads);
    ROW(tag, p->banks, p->tag_bits, live_heads);
    ROW(done, p->banks, 3, NULL);
    ROW(own, 1, p->banks, NULL);
    ROW(more, 1, p->banks, NULL);
    ROW(next, p->banks, rh_log2_up(rh_max(p->queue, p->banks + 1) - p->banks), live_links);
    ROW(same, p->banks, 1, live_links);
    ROW(tail, p->banks, rh_log2_up(rh_max(p->queue, p->banks + 1) - p->banks), live_links);
    ROW(used, 1, rh_max(p->queue, p->banks + 1) - p->banks, NULL);
    ROW(pool_write, (rh_max(p->queue, p->banks + 1) - p->banks), 1, live_entries);
    ROW(pool_row, (rh_max(p->queue, p->banks + 1) - p->banks), p->row_bits, live_entries);
    ROW(pool_column, (rh_max(p->queue, p->banks + 1) - p->banks), p->column_bits, live_entries);
    ROW(pool_len, (rh_max(p->queue, p->banks + 1) - p->banks), 3, live_entries);
    ROW(pool_tag, (rh_max(p->queue, p->banks + 1) - p->banks), p->tag_bits, live_entries);
    ROW(pool_next, (rh_max(p->queue, p->banks + 1) - p->banks), rh_log2_up(rh_max(p->queue, p->banks + 1) - p->banks),
        live_pool_links);
    ROW(pool_same, (rh_max(p->queue, p->banks + 1) - p->banks), 1, live_pool_links);
    ROW(writes, rh_power(p->grain_bits), 1, NULL);
    ROW(passed, rh_power(p->grain_bits), 4, NULL);
    ROW(column_next, rh_power(p->grain_bits), rh_log2_up(p->banks / rh_power(p->grain_bits)), NULL);
#undef ROW
}

struct rh_fgdram_turn rh_fgdram_grain_turn(const struct rh_fgdram_grains *g, const struct rh_geometry *geometry,
                                           unsigned grain, rh_bank_set hit) {
    unsigned banks = rh_fgdram_grain_banks(geometry);
    rh_bank_set of[2] = {0};
    bool writes = g->writes[grain];
    for (rh_bank_set rest = hit & rh_mask(banks) << grain * banks; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        of[g->write[b] & 1] |= rh_bit(b);
    }
    struct rh_fgdram_turn turn = {.turns = of[!writes] && (!of[writes] || g->passed[grain] == RH_FGDRAM_TURN)};
    turn.writes = writes != turn.turns;
    turn.serves = of[turn.writes];
    turn.passes = of[!turn.writes] != 0;
    return turn;
}

void rh_fgdram_grain_clock(struct rh_fgdram_grains *g, unsigned grain, const struct rh_fgdram_turn *turn, bool issued) {
    g->writes[grain] = turn->writes;
    g->passed[grain] = turn->passes ? (uint8_t)((turn->turns ? 0 : g->passed[grain]) + issued) : 0;
}

void rh_fgdram_grain_opened(struct rh_fgdram_grains *g, unsigned bank) {
    g->own |= rh_bit(bank);
}

/* It becomes the head of its bank, which nobody waits for. */
static void put_head(struct rh_fgdram_grains *g, const struct rh_controller_in *in) {
    unsigned b = in->req_bank;
    g->some |= rh_bit(b);
    g->write[b] = in->req_write;
    g->row[b] = in->req_row;
    g->column[b] = in->req_column;
    g->len[b] = in->req_len;
    g->tag[b] = in->req_tag;
}

/* It waits in entry `e`, behind the youngest of its bank. */
static void put_behind(struct rh_fgdram_grains *g, const struct rh_controller_in *in, bool same, unsigned e) {
    unsigned b = in->req_bank, tail = g->tail[b];
    if (g->more >> b & 1) {
        g->pool_next[tail] = (uint8_t)e;
        g->pool_same[tail] = same;
    } else {
        g->next[b] = (uint8_t)e;
        g->same[b] = same;
    }
    g->more |= rh_bit(b);
    g->tail[b] = (uint8_t)e;
    g->used |= rh_wide_bit(e);
    g->pool_write[e] = in->req_write;
    g->pool_row[e] = in->req_row;
    g->pool_column[e] = in->req_column;
    g->pool_len[e] = in->req_len;
    g->pool_tag[e] = in->req_tag;
}

void rh_fgdram_grain_push(struct rh_fgdram_grains *g, const struct rh_controller_in *in, rh_bank_set open,
                          rh_wide free) {
    unsigned b = in->req_bank;
    rh_bank_set bit = rh_bit(b);
    uint32_t youngest = g->more & bit ? g->pool_row[g->tail[b]] : g->row[b];
    /* nobody before it and no row open: there may be no youngest one yet */
    bool same = ((g->some | open) & bit) && youngest == in->req_row;
    if (g->some & bit) {
        put_behind(g, in, same, rh_wide_first(free));
        return;
    }
    g->own = same ? g->own | bit : g->own & ~bit;
    put_head(g, in);
}
