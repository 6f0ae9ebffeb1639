// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_fgdram_grain.h"

#include <string.h>

_Static_assert(RH_FGDRAM_TURN < 1 << RH_FGDRAM_TURN_BITS && RH_FGDRAM_TURN_BITS == 4, "as the list below spells it");

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    const struct rh_fgdram_grains *g = part;
    const struct rh_geometry *geometry = params;
    unsigned depth = rh_geometry_bank_depth(geometry);
    for (unsigned b = 0; b < geometry->banks; b++)
        for (unsigned i = 0; i < g->count[b] && i < depth; i++) { /* any numbers, as rh_live_ring says */
            unsigned e = b * depth + rh_ring_add(g->head[b] != 0 ? rh_first_from(g->head[b], 0) : 0, i, depth);
            mask[e / 64] |= rh_bit(e % 64);
        }
}

void rh_fgdram_grains_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_fgdram_grains, m, count, width, live)
    ROW(write, rh_max(1, p->queue / p->banks) * p->banks, 1, live_entries);
    ROW(row, rh_max(1, p->queue / p->banks) * p->banks, p->row_bits, live_entries);
    ROW(same, rh_max(1, p->queue / p->banks) * p->banks, 1, live_entries);
    ROW(column, rh_max(1, p->queue / p->banks) * p->banks, p->column_bits, live_entries);
    ROW(extra, rh_max(1, p->queue / p->banks) * p->banks, 3, live_entries);
    ROW(tag, rh_max(1, p->queue / p->banks) * p->banks, p->tag_bits, live_entries);
    ROW(head, p->banks, rh_max(1, p->queue / p->banks), NULL);
    ROW(tail, p->banks, rh_max(1, p->queue / p->banks), NULL);
    ROW(count, p->banks, rh_log2_up(rh_max(1, p->queue / p->banks) + 1), NULL);
    ROW(done, p->banks, 3, NULL);
    ROW(own, 1, p->banks, NULL);
    ROW(writes, rh_power(p->grain_bits), 1, NULL);
    ROW(passed, rh_power(p->grain_bits), 4, NULL);
    ROW(column_next, rh_power(p->grain_bits), rh_log2_up(p->banks / rh_power(p->grain_bits)), NULL);
#undef ROW
}

void rh_fgdram_grains_reset(struct rh_fgdram_grains *g, const struct rh_geometry *geometry) {
    memset(g, 0, sizeof *g);
    for (unsigned b = 0; b < geometry->banks; b++)
        g->head[b] = g->tail[b] = 1;
}

/* Of the grain's banks those of `set`, the lowest first, and the one of them that is next in turn. */
static unsigned in_turn(rh_bank_set set, unsigned base, unsigned from) {
    return base + rh_first_from(set >> base, from);
}

/* The heads of the grain: those that hit, by what they want to do. */
static void look_heads(const struct rh_fgdram_grains *g, const struct rh_backend *backend, unsigned base,
                       unsigned banks, unsigned depth, struct rh_fgdram_look *look, rh_bank_set hit[2]) {
    for (unsigned b = base; b < base + banks; b++) {
        if (!g->count[b])
            continue;
        if (rh_bank_array_stays_open(&backend->array, b) && (g->own >> b & 1))
            hit[g->write[rh_fgdram_head(g, depth, b)]] |= rh_bit(b);
        else
            look->miss |= rh_bit(b);
    }
    look->hit = hit[0] | hit[1];
}

void rh_fgdram_grain_look(const struct rh_fgdram_grains *g, const struct rh_backend *backend,
                          const struct rh_geometry *geometry, const struct rh_view *view, unsigned grain,
                          struct rh_fgdram_look *look) {
    unsigned depth = rh_geometry_bank_depth(geometry), banks = rh_fgdram_grain_banks(geometry), base = grain * banks;
    rh_bank_set hit[2] = {0};
    bool writes = g->writes[grain];
    memset(look, 0, sizeof *look);
    look_heads(g, backend, base, banks, depth, look, hit);
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
        closes |= rh_fgdram_finishes(g, depth, b) ? rh_bit(b) : 0;
    }
    if (!look->ready)
        return;
    look->close = closes != 0;
    look->bank = (uint8_t)in_turn(closes ? closes : look->ready, base, g->column_next[grain]);
    look->last = rh_fgdram_is_last(g, depth, look->bank);
}

void rh_fgdram_grain_clock(struct rh_fgdram_grains *g, const struct rh_geometry *geometry, unsigned grain,
                           const struct rh_fgdram_look *look, bool issued) {
    unsigned depth = rh_geometry_bank_depth(geometry), banks = rh_fgdram_grain_banks(geometry);
    g->writes[grain] = look->writes;
    g->passed[grain] = look->passes ? (uint8_t)((look->turns ? 0 : g->passed[grain]) + issued) : 0;
    if (!issued)
        return;
    g->column_next[grain] = (uint8_t)((look->bank + 1U) & (banks - 1U));
    rh_fgdram_serve(g, depth, look->bank, look->last);
}

void rh_fgdram_grain_opened(struct rh_fgdram_grains *g, unsigned bank) {
    g->own |= rh_bit(bank);
}

void rh_fgdram_grain_push(struct rh_fgdram_grains *g, const struct rh_geometry *geometry,
                          const struct rh_controller_in *in, rh_bank_set open) {
    unsigned depth = rh_geometry_bank_depth(geometry), b = in->req_bank;
    unsigned place = rh_first_from(g->tail[b], 0), e = b * depth + place;
    unsigned youngest = b * depth + rh_ring_add(place, depth - 1, depth);
    /* nobody before it and no row open: there may be no youngest one yet */
    bool same = (g->count[b] || (open >> b & 1)) && g->row[youngest] == in->req_row;
    if (!g->count[b])
        g->own = same ? g->own | rh_bit(b) : g->own & ~rh_bit(b);
    g->write[e] = in->req_write;
    g->row[e] = in->req_row;
    g->same[e] = same;
    g->column[e] = in->req_column;
    g->extra[e] = in->req_extra;
    g->tag[e] = in->req_tag;
    g->tail[b] = (uint64_t)rh_wide_turn(g->tail[b], depth);
    g->count[b]++;
}
