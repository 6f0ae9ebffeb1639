// SPDX-License-Identifier: Apache-2.0
// `fgdram_channel`: grains behind one command channel. Each grain offers a column command of its banks' heads; on the
// column bus those that close their row go first, round robin over the grains; on the row bus the heads whose row is
// not open, round robin over the banks.
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_backend_list(layout, base + offsetof(struct rh_fgdram_channel_state, backend), params);
    rh_fgdram_grains_list(layout, base + offsetof(struct rh_fgdram_channel_state, grains), params);
    RH_ROW(struct rh_fgdram_channel_state, grain_next, 1, rh_log2_up(rh_power(p->grain_bits)), NULL);
    RH_ROW(struct rh_fgdram_channel_state, row_next, 1, rh_log2_up(p->banks), NULL);
}

static void reset(struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
}

/* What all grains show. */
struct looks {
    struct rh_fgdram_look grain[RH_MAX_GRAINS];
    rh_bank_set hit, miss;
    unsigned hits, offers, closes; /* sets of grains: with a head that hits, with an offer, with one that closes */
};

static void look_grains(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                        const struct rh_view *view, struct looks *all) {
    memset(all, 0, sizeof *all);
    for (unsigned n = 0; n < 1U << geometry->grain_bits; n++) {
        struct rh_fgdram_look *look = &all->grain[n];
        rh_fgdram_grain_look(&s->grains, &s->backend, geometry, view, n, look);
        all->hit |= look->hit;
        all->miss |= look->miss;
        all->hits |= look->hit ? 1U << n : 0;
        all->offers |= look->ready ? 1U << n : 0;
        all->closes |= look->close ? 1U << n : 0;
    }
}

static void choose_column(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                          const struct looks *all, struct rh_choice *choice) {
    const struct rh_fgdram_grains *g = &s->grains;
    const struct rh_fgdram_look *look =
        &all->grain[rh_first_from(all->closes ? all->closes : all->offers, s->grain_next)];
    unsigned b = look->bank;
    choice->column = true;
    choice->column_bank = (uint8_t)b;
    choice->write = look->writes;
    choice->last = look->last;
    choice->close = look->close;
    choice->column_number = (uint16_t)((g->column[b] + g->done[b]) & rh_mask(geometry->column_bits));
    choice->tag = g->tag[b];
}

/* What is legal if refresh leaves the row bus alone. A turn that moves by what was offered, and not by what went out,
 * needs it: in RTL the offer is made before it is known what refresh does. */
static struct rh_view without_refresh(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                                      const struct rh_view *view) {
    const struct rh_backend *backend = &s->backend;
    struct rh_view calm = *view;
    calm.pre = !backend->channel.act_bus;
    calm.act = calm.pre && (geometry->rank_bits || !rh_bank_array_window_full(&backend->array, 0));
    if (!rh_backend_is_split(geometry) &&
        rh_bank_array_waits(&backend->array, rh_place_of(geometry, 0), RH_SET_ACT, RH_OF_GRAIN))
        calm.act = false;
    return calm;
}

static void choose_row(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                       const struct rh_view *view, rh_bank_set miss, struct rh_choice *choice) {
    const struct rh_view calm = without_refresh(s, geometry, view);
    rh_bank_set ready = 0;
    for (rh_bank_set rest = miss; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        ready |= rh_backend_row_ok(&s->backend, geometry, &calm, b) ? rh_bit(b) : 0;
    }
    if (!ready)
        return;
    unsigned b = rh_fgdram_row_next(geometry, ready, s->row_next);
    choice->row = true;
    choice->row_bank = (uint8_t)b;
    choice->row_number = s->grains.row[b];
}

static void choose(const struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry,
                   const struct rh_view *view, const struct looks *all, struct rh_choice *choice) {
    const struct rh_fgdram_grains *g = &s->grains;
    choice->occupancy = (uint8_t)rh_fgdram_stored(g);
    if (!choice->occupancy)
        return;
    if (all->offers)
        choose_column(s, geometry, all, choice);
    choose_row(s, geometry, view, all->miss, choice);
    choice->kept = all->hit;
    choice->first_hit = all->hits != 0;
    choice->first_bank = choice->first_hit ? all->grain[rh_first_from(all->hits, s->grain_next)].first
                                           : (uint8_t)rh_fgdram_row_next(geometry, all->miss, s->row_next);
    choice->first_write = g->write[choice->first_bank];
}

static void step(struct rh_fgdram_channel_state *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view;
    struct looks all;
    struct rh_choice choice = {0};
    unsigned grains = 1U << geometry->grain_bits;
    rh_bank_set open = s->backend.array.open;
    rh_wide free = rh_fgdram_free(&s->grains, geometry);
    rh_backend_look(&s->backend, geometry, gaps, &view);
    look_grains(s, geometry, &view, &all);
    choose(s, geometry, &view, &all, &choice);
    bool offers_row = choice.row;
    choice.row = offers_row && view.refresh.cmd == RH_NOP;
    out->req_ready = rh_fgdram_has_room(&s->grains, geometry, in->req_bank);
    struct rh_row_issued row = rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);

    unsigned issued = choice.column ? rh_data_bus_of(geometry, choice.column_bank) : grains;
    for (unsigned n = 0; n < grains; n++)
        rh_fgdram_grain_clock(&s->grains, geometry, n, &all.grain[n], n == issued);
    if (choice.column)
        s->grain_next = (uint8_t)((issued + 1U) & (grains - 1U));
    if (row.taken && row.cmd == RH_ACT)
        rh_fgdram_grain_opened(&s->grains, row.bank);
    /* An ACT that gives way has had its turn, too: a row that stays open must not hold the other grains back. */
    if (offers_row && (geometry->buses == 2 || !choice.column))
        s->row_next = (uint8_t)((rh_fgdram_row_turn(geometry, choice.row_bank) + 1U) & (geometry->banks - 1U));
    if (in->req_valid && out->req_ready)
        rh_fgdram_grain_push(&s->grains, in, open, free);
}

RH_LEAPING_OPS(fgdram_channel, struct rh_fgdram_channel_state, list, rh_geometry_pooled, reset, step, RH_LEAP_FGDRAM);
