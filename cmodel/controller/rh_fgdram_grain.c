// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_fgdram_grain.h"

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
    ROW(extra, p->banks, 3, live_heads);
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
    ROW(pool_extra, (rh_max(p->queue, p->banks + 1) - p->banks), 3, live_entries);
    ROW(pool_tag, (rh_max(p->queue, p->banks + 1) - p->banks), p->tag_bits, live_entries);
    ROW(pool_next, (rh_max(p->queue, p->banks + 1) - p->banks), rh_log2_up(rh_max(p->queue, p->banks + 1) - p->banks),
        live_pool_links);
    ROW(pool_same, (rh_max(p->queue, p->banks + 1) - p->banks), 1, live_pool_links);
    ROW(writes, rh_power(p->grain_bits), 1, NULL);
    ROW(passed, rh_power(p->grain_bits), 4, NULL);
    ROW(column_next, rh_power(p->grain_bits), rh_log2_up(p->banks / rh_power(p->grain_bits)), NULL);
#undef ROW
}

/* Of the grain's banks those of `set`, the lowest first, and the one of them that is next in turn. */
static unsigned in_turn(rh_bank_set set, unsigned base, unsigned from) {
    return base + rh_first_from(set >> base, from);
}

/* The heads of the grain: those that hit, by what they want to do. */
static void look_heads(const struct rh_fgdram_grains *g, const struct rh_backend *backend, unsigned base,
                       unsigned banks, struct rh_fgdram_look *look, rh_bank_set hit[2]) {
    for (unsigned b = base; b < base + banks; b++) {
        if (!(g->some >> b & 1))
            continue;
        if (rh_bank_array_stays_open(&backend->array, b) && (g->own >> b & 1))
            hit[g->write[b]] |= rh_bit(b);
        else
            look->miss |= rh_bit(b);
    }
    look->hit = hit[0] | hit[1];
}

void rh_fgdram_grain_look(const struct rh_fgdram_grains *g, const struct rh_backend *backend,
                          const struct rh_geometry *geometry, const struct rh_view *view, unsigned grain,
                          struct rh_fgdram_look *look) {
    unsigned banks = rh_fgdram_grain_banks(geometry), base = grain * banks;
    rh_bank_set hit[2] = {0};
    bool writes = g->writes[grain];
    memset(look, 0, sizeof *look);
    look_heads(g, backend, base, banks, look, hit);
    look->turns = hit[!writes] && (!hit[writes] || g->passed[grain] == RH_FGDRAM_TURN);
    look->writes = writes != look->turns;
    look->passes = hit[!look->writes] != 0;
    rh_bank_set serves = hit[look->writes];
    if (!serves)
        return;
    look->first = (uint8_t)in_turn(serves, base, g->column_next[grain]);
    rh_bank_set closes = 0;
    for (rh_bank_set rest = serves; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        if (!rh_backend_column_ok(backend, geometry, view, b, look->writes))
            continue;
        look->ready |= rh_bit(b);
        closes |= rh_fgdram_finishes(g, b) ? rh_bit(b) : 0;
    }
    if (!look->ready)
        return;
    look->close = closes != 0;
    look->bank = (uint8_t)in_turn(closes ? closes : look->ready, base, g->column_next[grain]);
    look->last = rh_fgdram_is_last(g, look->bank);
}

void rh_fgdram_grain_clock(struct rh_fgdram_grains *g, const struct rh_geometry *geometry, unsigned grain,
                           const struct rh_fgdram_look *look, bool issued) {
    g->writes[grain] = look->writes;
    g->passed[grain] = look->passes ? (uint8_t)((look->turns ? 0 : g->passed[grain]) + issued) : 0;
    if (!issued)
        return;
    g->column_next[grain] = (uint8_t)((look->bank + 1U) & (rh_fgdram_grain_banks(geometry) - 1U));
    rh_fgdram_serve(g, look->bank, look->last);
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
    g->extra[b] = in->req_extra;
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
    g->pool_extra[e] = in->req_extra;
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
