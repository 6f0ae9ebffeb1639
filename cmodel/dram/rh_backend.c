// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_backend.h"

#include <string.h>

static void live_responses(const void *part, const void *params, uint64_t *mask) {
    const struct rh_backend *s = part;
    rh_live_ring(mask, s->response_head, s->response_count, ((const struct rh_geometry *)params)->responses);
}

void rh_backend_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    size_t array = base + offsetof(struct rh_backend, array), channel = base + offsetof(struct rh_backend, channel);
#define ROW(m, count, width, live) RH_ROW(struct rh_backend, m, count, width, live)
    rh_bank_array_list(layout, array, p);
    rh_command_channel_list_data(layout, channel, p);
    rh_bank_array_list_window(layout, array, p);
    ROW(refresh_timer, 1, 16, NULL);
    ROW(refresh_busy, 1, 16, NULL);
    ROW(refresh_due, 1, 1, NULL);
    ROW(refresh_bank, 1, rh_log2_up(p->banks), NULL);
    rh_command_channel_list_row(layout, channel, p);
    ROW(response_tag, p->responses, p->tag_bits, live_responses);
    ROW(response_done, p->responses, p->timer_bits, live_responses);
    ROW(response_write, p->responses, 1, live_responses);
    ROW(response_head, 1, rh_log2_up(p->responses), NULL);
    ROW(response_count, 1, rh_log2_up(p->responses + 1), NULL);
    ROW(response_mature, 1, rh_log2_up(p->responses + 1), NULL);
    ROW(now, 1, p->timer_bits, NULL);
#undef ROW
    rh_command_register_list(layout, base + offsetof(struct rh_backend, command), p);
}

static unsigned mask_of(const struct rh_geometry *geometry, const struct rh_constraints *constraints) {
    return rh_refresh_mask((enum rh_refresh)constraints->refresh, geometry);
}

/* Banks that the waiting refresh closes and then refreshes. */
static rh_bank_set refresh_targets(const struct rh_backend *s, const struct rh_geometry *geometry, unsigned mask) {
    return s->refresh_due ? rh_refresh_banks(mask, geometry->banks, s->refresh_bank) : 0;
}

static rh_bank_set refresh_busy(const struct rh_backend *s, const struct rh_geometry *geometry, unsigned mask) {
    return s->refresh_busy ? rh_refresh_banks(mask, geometry->banks, s->refresh_bank - 1U) : 0;
}

/* The banks of the rank whose REF of one bank of every group waits for nothing but time. */
static rh_bank_set refresh_holds(const struct rh_backend *s, const struct rh_geometry *geometry,
                                 const struct rh_constraints *constraints, rh_bank_set targets) {
    if (constraints->refresh != RH_REFRESH_SAME_BANK || targets == 0 || (targets & s->array.open))
        return 0;
    return rh_refresh_banks(rh_refresh_mask(RH_REFRESH_ALL_BANK, geometry), geometry->banks, s->refresh_bank);
}

/* One-bank refreshes keep their distance to the ACTs of other banks: tRRD from ACT to REF, tRREFD from REF to ACT.
 * Since such a REF waits for rrd_s to run out, and an ACT waits for it anyway, rrd_s counts both. */
static bool refresh_spaced(const struct rh_constraints *constraints) {
    return constraints->refresh >= RH_REFRESH_PER_BANK && constraints->rrefd > 1;
}

/* PRE the lowest target that may be closed; REF once all are closed and ready to activate. */
static void query_refresh(const struct rh_backend *s, const struct rh_geometry *geometry,
                          const struct rh_constraints *constraints, rh_bank_set targets,
                          struct rh_refresh_command *refresh) {
    const struct rh_bank_array *array = &s->array;
    bool ready = s->refresh_busy == 0, spaced = refresh_spaced(constraints);
    for (unsigned b = 0; b < geometry->banks; b++) {
        if (!(targets >> b & 1))
            continue;
        struct rh_place at = rh_place_of(geometry, b);
        if (spaced && rh_bank_array_waits(array, at, RH_SET_REF_APART, RH_OF_ALL))
            ready = false;
        if (rh_bank_array_is_open(array, b)) {
            ready = false;
            if (rh_bank_array_stays_open(array, b) && !rh_bank_array_waits(array, at, RH_SET_PRE, RH_OF_ALL)) {
                *refresh = (struct rh_refresh_command){.cmd = RH_PRE, .bank = (uint8_t)b};
                return;
            }
        } else if (rh_bank_array_waits(array, at, RH_SET_REF, RH_OF_ALL)) {
            ready = false;
        }
    }
    bool all = constraints->refresh == RH_REFRESH_ALL_BANK;
    if (ready)
        *refresh = (struct rh_refresh_command){.cmd = RH_REF, .bank = s->refresh_bank, .all = all};
}

void rh_backend_query(const struct rh_backend *s, const struct rh_geometry *geometry,
                      const struct rh_constraints *constraints, struct rh_view *view) {
    view->blocked = 0;
    view->holds = 0;
    view->refresh = (struct rh_refresh_command){.cmd = RH_NOP};
    if (s->refresh_due || s->refresh_busy) {
        unsigned mask = mask_of(geometry, constraints);
        rh_bank_set targets = refresh_targets(s, geometry, mask);
        view->blocked = targets | refresh_busy(s, geometry, mask);
        view->holds = refresh_holds(s, geometry, constraints, targets);
        if (targets && !s->channel.act_bus)
            query_refresh(s, geometry, constraints, targets, &view->refresh);
    }
    view->slot = s->response_count < geometry->responses;
    const struct rh_bank_array *array = &s->array;
    view->pre = !s->channel.act_bus;
    view->act = view->pre && (geometry->rank_bits || !rh_bank_array_window_full(array, 0));
    view->rd = view->wr =
        view->slot && (geometry->buses == 2 || rh_command_channel_row_free(&s->channel, &view->refresh));
    if (rh_backend_is_split(geometry)) /* each bank is asked for its grain's, or its rank's */
        return;
    struct rh_place any = rh_place_of(geometry, 0);
    bool column = view->slot && rh_command_channel_column_free(&s->channel, &view->refresh, geometry->buses, 0);
    view->rd = column && !rh_bank_array_waits(array, any, RH_SET_RD, RH_OF_GRAIN);
    view->wr = column && !rh_bank_array_waits(array, any, RH_SET_WR, RH_OF_GRAIN);
    view->act = view->act && !rh_bank_array_waits(array, any, RH_SET_ACT, RH_OF_GRAIN);
    view->pre = view->pre && !rh_bank_array_waits(array, any, RH_SET_PRE, RH_OF_GRAIN);
}

/* The effects of the edge other than the commands that go out. */
struct edge {
    rh_bank_set auto_precharged; /* banks that auto-precharge closes */
    bool gives_way;              /* the ACT that was chosen waits for a neighbour's row */
};

/* An ACT that a neighbour's open row forbids gives way to the neighbour's PRE, if that may be. */
static bool give_way(const struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_view *view,
                     struct rh_choice *choice) {
    if (!choice->row || view->refresh.cmd != RH_NOP || rh_bank_array_is_open(&s->array, choice->row_bank))
        return false;
    unsigned conflict = rh_subarray_conflict(&s->array, geometry, choice->row_bank, choice->row_number);
    if (conflict == RH_SUBARRAY_FREE)
        return false;
    choice->row = !(choice->pinned >> conflict & 1) && rh_backend_pre_ok(s, geometry, view, conflict);
    choice->row_bank = (uint8_t)conflict;
    return true;
}

/* The ledger: why the request ranked first issues no column command. Of all that hold back its next command the first
 * in the order of tables/causes.def is blamed. A command of the bank itself in this clock is the wait that it
 * begins. */
static enum rh_cause attribute(const struct rh_backend *s, const struct rh_geometry *geometry,
                               const struct rh_view *view, const struct rh_choice *choice, const struct edge *edge,
                               const struct rh_controller_out *out) {
    const struct rh_bank_array *array = &s->array;
    unsigned b = choice->first_bank, held = 1U << RH_CAUSE_POLICY;
    struct rh_place at = rh_place_of(geometry, b);
    bool row = out->row_cmd != RH_NOP, own = row && out->row_cmd != RH_REF && out->row_bank == b;
    bool issued = row || s->channel.act_bus; /* the row bus is taken */
    if (view->blocked >> b & 1)
        return RH_CAUSE_REFRESH;
    if (choice->first_hit) {
        held |= choice->first_write ? rh_bank_array_attribution(array, at, RH_SET_WR)
                                    : rh_bank_array_attribution(array, at, RH_SET_RD);
        if (rh_command_channel_turns(&s->channel, rh_rank_of(geometry, b), choice->first_write))
            held |= 1U << RH_CAUSE_TURNAROUND;
        if (!view->slot)
            held |= 1U << RH_CAUSE_RESPONSE;
        issued = issued && geometry->buses == 1;
    } else if (rh_bank_array_is_open(array, b)) {
        held |= rh_bank_array_attribution(array, at, RH_SET_PRE);
        if (own || edge->auto_precharged >> b & 1)
            held |= 1U << RH_CAUSE_TRP;
    } else {
        held |= rh_bank_array_attribution(array, at, RH_SET_ACT);
        if (view->holds >> b & 1)
            held |= 1U << RH_CAUSE_REFRESH;
        if (rh_bank_array_window_full(array, rh_rank_of(geometry, b)))
            held |= 1U << RH_CAUSE_WINDOW;
        if (own)
            held |= 1U << RH_CAUSE_TRCD;
        if (edge->gives_way && choice->row_bank == b)
            held |= 1U << RH_CAUSE_SUBARRAY;
    }
    if (issued)
        held |= 1U << RH_CAUSE_BUS;
    return (enum rh_cause)__builtin_ctz(held);
}

static void observe(const struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_view *view,
                    const struct rh_choice *choice, const struct edge *edge, struct rh_controller_out *out) {
    out->booked = rh_command_channel_booked(&s->channel, rh_backend_data_buses(geometry), choice);
    out->active = out->booked || choice->occupancy;
    out->cause = 0;
    if (out->active && !out->booked)
        out->cause = (uint8_t)attribute(s, geometry, view, choice, edge, out);
    out->occupancy = choice->occupancy;
    out->timers = rh_bank_array_shows(&s->array, geometry);
}

static void respond(const struct rh_backend *s, struct rh_controller_out *out) {
    out->rsp_valid = s->response_mature != 0;
    out->rsp_tag = s->response_tag[s->response_head];
    out->rsp_write = s->response_write[s->response_head];
}

static void clock_row(struct rh_backend *s, const struct rh_geometry *geometry,
                      const struct rh_constraints *constraints, const struct rh_controller_out *out) {
    struct rh_place at = rh_place_of(geometry, out->row_bank);
    if (out->row_cmd == RH_ACT) {
        rh_bank_array_activate(&s->array, constraints, at, rh_rank_of(geometry, out->row_bank), out->row_row);
    } else if (out->row_cmd == RH_PRE) {
        rh_bank_array_precharge(&s->array, constraints, at);
    } else if (out->row_cmd == RH_REF) {
        unsigned mask = mask_of(geometry, constraints);
        rh_bank_set rest = refresh_spaced(constraints) ? rh_refresh_banks(mask, geometry->banks, s->refresh_bank) : 0;
        for (; rest; rest &= rest - 1)
            rh_bank_array_refresh_apart(&s->array, constraints, rh_place_of(geometry, rh_first_from(rest, 0)));
        s->refresh_busy = (uint16_t)(constraints->rfc - 1U);
        s->refresh_due = 0;
        s->refresh_bank = rh_refresh_next(mask, s->refresh_bank);
    }
}

/* Clocks from a column command until its data are over. Those of two grains may end in another order than their
 * commands came; responses come in the order of the commands, so with grains each waits for the longer of the two
 * kinds. So it is with reads that are answered from the queue, which wait for no turn of the bus: each takes its place
 * in that order as a read. */
static unsigned data_over(const struct rh_geometry *geometry, const struct rh_constraints *constraints, bool write) {
    unsigned done = write ? constraints->wr_done : constraints->rd_done;
    if (geometry->grain_bits || rh_geometry_forwards(geometry))
        done = rh_max(constraints->wr_done, constraints->rd_done);
    return done + geometry->registered;
}

static void clock_responses(struct rh_backend *s, const struct rh_geometry *geometry,
                            const struct rh_constraints *constraints, const struct rh_controller_in *in,
                            const struct rh_choice *choice) {
    unsigned slots = geometry->responses;
    unsigned next = rh_ring_add(s->response_head, s->response_mature, slots),
             tail = rh_ring_add(s->response_head, s->response_count, slots);
    bool matures = s->response_mature != s->response_count && s->response_done[next] == s->now;
    bool pop = s->response_mature && in->rsp_ready, push = (choice->column && choice->last) || choice->forward;
    if (push) {
        bool write = choice->write && !choice->forward;
        s->response_tag[tail] = choice->forward ? in->req_tag : choice->tag;
        s->response_done[tail] =
            (uint8_t)((s->now + data_over(geometry, constraints, write) - 1U) & rh_mask(geometry->timer_bits));
        s->response_write[tail] = write;
    }
    s->response_head = (uint8_t)rh_ring_add(s->response_head, pop, slots);
    s->response_count = (uint8_t)(s->response_count + push - pop);
    s->response_mature = (uint8_t)(s->response_mature + matures - pop);
    s->now = (uint8_t)((s->now + 1U) & rh_mask(geometry->timer_bits));
}

/* True when a refresh falls due with this edge. */
static bool clock_refresh_timer(struct rh_backend *s, const struct rh_constraints *constraints) {
    bool tick = constraints->refresh != RH_REFRESH_OFF && s->refresh_timer == constraints->refi - 1U;
    if (s->refresh_busy)
        s->refresh_busy--;
    if (constraints->refresh != RH_REFRESH_OFF)
        s->refresh_timer = (uint16_t)(tick ? 0 : s->refresh_timer + 1U);
    return tick;
}

struct rh_row_issued rh_backend_clock(struct rh_backend *s, const struct rh_geometry *geometry,
                                      const struct rh_constraints *constraints, const struct rh_view *view,
                                      const struct rh_controller_in *in, const struct rh_choice *choice,
                                      struct rh_controller_out *out) {
    struct rh_choice instead;
    const struct rh_choice *issued = choice;
    struct edge edge = {.auto_precharged = s->array.closing ? rh_bank_array_auto_precharged(&s->array, geometry) : 0};
    if (geometry->subarray_group_bits) {
        instead = *choice;
        issued = &instead;
        edge.gives_way = give_way(s, geometry, view, &instead);
    }
    struct rh_place column = rh_place_of(geometry, choice->column_bank);
    rh_command_channel_drive(geometry->buses, &view->refresh, s->array.open, issued, out);
    respond(s, out);
    observe(s, geometry, view, choice, &edge, out);
    rh_bank_array_count(&s->array, geometry);
    rh_command_channel_clock(&s->channel, constraints, rh_backend_data_buses(geometry),
                             rh_data_bus_of(geometry, choice->column_bank), rh_power(geometry->rank_bits),
                             rh_rank_of(geometry, choice->column_bank), out);
    bool due = clock_refresh_timer(s, constraints);
    clock_responses(s, geometry, constraints, in, choice);
    if (choice->column)
        rh_bank_array_column(&s->array, constraints, column, choice->write, choice->close);
    for (rh_bank_set rest = edge.auto_precharged; rest; rest &= rest - 1)
        rh_bank_array_auto_precharge(&s->array, constraints, rh_place_of(geometry, rh_first_from(rest, 0)));
    if (out->row_cmd != RH_NOP)
        clock_row(s, geometry, constraints, out);
    if (due) /* even if this clock's REF served the one before */
        s->refresh_due = 1;
    struct rh_row_issued row = {.taken = out->row_cmd != RH_NOP && view->refresh.cmd == RH_NOP && !edge.gives_way,
                                .cmd = out->row_cmd,
                                .bank = out->row_bank};
    if (geometry->registered)
        rh_command_register_clock(&s->command, out);
    return row;
}
