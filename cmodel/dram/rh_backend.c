// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_backend.h"

#include <string.h>

/* The first byte behind a member of the timers. */
#define BEHIND(m)                                                                                                      \
    (offsetof(struct rh_backend, m) - offsetof(struct rh_backend, timers) + sizeof((struct rh_backend *)0)->m)
_Static_assert(BEHIND(act_bus) <= RH_BACKEND_TIMERS && BEHIND(act_bus) + 16 > RH_BACKEND_TIMERS,
               "timers[] covers every timer");

static void live_rows(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_backend *)part)->open;
}

static void live_responses(const void *part, const void *params, uint64_t *mask) {
    const struct rh_backend *s = part;
    rh_live_ring(mask, s->response_head, s->response_count, ((const struct rh_geometry *)params)->responses);
}

/* The timers of one scope. */
static void list_timers(struct rh_layout *layout, size_t base, const struct rh_geometry *p, enum rh_scope scope) {
    static const char *const count_text[] = {
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) #instances,
#include "tables/scopes.def"
    };
    unsigned count = rh_scope_instances(p, scope);
#define RH_TIMER(timer, timer_scope, loaded_by, forbids, cause, shown)                                                 \
    if (RH_SCOPE_##timer_scope == scope)                                                                               \
        rh_layout_add(layout, &(struct rh_field){.name = #timer,                                                       \
                                                 .count_text = count_text[scope],                                      \
                                                 .width_text = "p->timer_bits",                                        \
                                                 .offset = (uint32_t)(base + offsetof(struct rh_backend, timer)),      \
                                                 .part = (uint32_t)base,                                               \
                                                 .count = (uint16_t)count,                                             \
                                                 .width = p->timer_bits,                                               \
                                                 .size = 1,                                                            \
                                                 .array = scope != RH_SCOPE_channel});
#include "tables/timers.def"
}

void rh_backend_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_backend, m, count, width, live)
    list_timers(layout, base, p, RH_SCOPE_bank);
    ROW(open, 1, p->banks, NULL);
    ROW(open_row, p->banks, p->row_bits, live_rows);
    for (enum rh_scope scope = RH_SCOPE_bank + 1; scope < RH_SCOPES; scope++)
        list_timers(layout, base, p, scope);
    ROW(burst, 1, p->timer_bits, NULL);
    ROW(window, RH_MAX_WINDOW, p->timer_bits, NULL);
    ROW(window_next, 1, 3, NULL);
    ROW(refresh_timer, 1, 16, NULL);
    ROW(refresh_busy, 1, 16, NULL);
    ROW(refresh_due, 1, 1, NULL);
    ROW(refresh_bank, 1, rh_log2_up(p->banks), NULL);
    ROW(act_bus, 1, 1, NULL);
    ROW(response_tag, p->responses, p->tag_bits, live_responses);
    ROW(response_done, p->responses, p->timer_bits, live_responses);
    ROW(response_write, p->responses, 1, live_responses);
    ROW(response_head, 1, rh_log2_up(p->responses), NULL);
    ROW(response_count, 1, rh_log2_up(p->responses + 1), NULL);
    ROW(response_mature, 1, rh_log2_up(p->responses + 1), NULL);
    ROW(now, 1, p->timer_bits, NULL);
#undef ROW
}

/* Banks that the waiting refresh closes and then refreshes. */
static uint32_t refresh_targets(const struct rh_backend *s, const struct rh_geometry *geometry,
                                const struct rh_gaps *gaps) {
    if (!s->refresh_due)
        return 0;
    return gaps->refresh == RH_REFRESH_ALL_BANK ? (uint32_t)rh_mask(geometry->banks) : UINT32_C(1) << s->refresh_bank;
}

static uint32_t refresh_busy(const struct rh_backend *s, const struct rh_geometry *geometry,
                             const struct rh_gaps *gaps) {
    if (!s->refresh_busy)
        return 0;
    if (gaps->refresh == RH_REFRESH_ALL_BANK)
        return (uint32_t)rh_mask(geometry->banks);
    return UINT32_C(1) << ((s->refresh_bank + geometry->banks - 1U) % geometry->banks);
}

/* One-bank refreshes keep their distance to the ACTs of other banks: tRRD from ACT to REF, tRREFD from REF to ACT. Since such a REF
 * waits for rrd_s to run out, and an ACT waits for it anyway, rrd_s counts both. */
static bool refresh_spaced(const struct rh_gaps *gaps) {
    return gaps->refresh == RH_REFRESH_PER_BANK && gaps->rrefd > 1;
}

/* PRE the lowest target that may be closed; REF once all are closed and ready to activate. */
static void look_refresh(const struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                         uint32_t targets, struct rh_view *view) {
    enum { ALL = RH_OF_BANK | RH_OF_CHANNEL };
    bool ready = s->refresh_busy == 0;
    if (refresh_spaced(gaps) && rh_backend_waits(s, rh_place_of(geometry, s->refresh_bank), RH_SET_REF_APART, ALL))
        ready = false;
    for (unsigned b = 0; b < geometry->banks; b++) {
        if (!(targets >> b & 1))
            continue;
        struct rh_place at = rh_place_of(geometry, b);
        if (s->open >> b & 1) {
            ready = false;
            if (!rh_backend_waits(s, at, RH_SET_PRE, ALL)) {
                view->refresh_cmd = RH_PRE;
                view->refresh_cmd_bank = (uint8_t)b;
                return;
            }
        } else if (rh_backend_waits(s, at, RH_SET_REF, ALL)) {
            ready = false;
        }
    }
    if (ready)
        view->refresh_cmd = RH_REF;
}

void rh_backend_look(const struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                     struct rh_view *view) {
    view->blocked = 0;
    view->refresh_cmd = RH_NOP;
    view->refresh_cmd_bank = 0;
    if (s->refresh_due || s->refresh_busy) {
        uint32_t targets = refresh_targets(s, geometry, gaps);
        view->blocked = targets | refresh_busy(s, geometry, gaps);
        if (targets && !s->act_bus)
            look_refresh(s, geometry, gaps, targets, view);
        if (view->refresh_cmd == RH_REF && gaps->refresh == RH_REFRESH_PER_BANK)
            view->refresh_cmd_bank = s->refresh_bank;
    }
    bool row_free = view->refresh_cmd == RH_NOP && !s->act_bus;
    bool column_free = geometry->buses == 2 || row_free;
    view->slot = s->response_count < geometry->responses;
    struct rh_place any = rh_place_of(geometry, 0); /* of one channel */
    bool column = column_free && view->slot && !s->burst;
    view->rd = column && !rh_backend_waits(s, any, RH_SET_RD, RH_OF_CHANNEL);
    view->wr = column && !rh_backend_waits(s, any, RH_SET_WR, RH_OF_CHANNEL);
    view->act = row_free && !rh_backend_waits(s, any, RH_SET_ACT, RH_OF_CHANNEL) && !s->window[s->window_next];
    view->pre = row_free && !rh_backend_waits(s, any, RH_SET_PRE, RH_OF_CHANNEL);
}

/* One bit a cause: those of the timers that forbid a command of `set` at `at`. */
static inline unsigned held_by_timers(const struct rh_backend *s, struct rh_place at, unsigned set) {
    unsigned held = 0;
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (((forbids)&set) && s->name[at.scope])                                                                          \
        held |= 1U << RH_CAUSE_##cause;
#include "tables/timers.def"
    return held;
}

/* The ledger: why the request ranked first issues no column command. Of all that hold back its next command the first in the order of
 * tables/causes.def is blamed. A command of the bank itself in this clock is the wait that it begins. */
static enum rh_cause blame(const struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_view *view,
                           const struct rh_choice *choice, const struct rh_controller_out *out) {
    unsigned b = choice->first_bank, held = 1U << RH_CAUSE_POLICY;
    struct rh_place at = rh_place_of(geometry, b);
    bool row = out->row_cmd != RH_NOP, own = row && out->row_cmd != RH_REF && out->row_bank == b;
    bool issued = row || s->act_bus; /* the row bus is taken */
    if (view->blocked >> b & 1)
        return RH_CAUSE_REFRESH;
    if (choice->first_hit) {
        held |= choice->first_write ? held_by_timers(s, at, RH_SET_WR) : held_by_timers(s, at, RH_SET_RD);
        if (!view->slot)
            held |= 1U << RH_CAUSE_RESPONSE;
        issued = issued && geometry->buses == 1;
    } else if (s->open >> b & 1) {
        held |= held_by_timers(s, at, RH_SET_PRE);
        if (own)
            held |= 1U << RH_CAUSE_TRP;
    } else {
        held |= held_by_timers(s, at, RH_SET_ACT);
        if (s->window[s->window_next])
            held |= 1U << RH_CAUSE_WINDOW;
        if (own)
            held |= 1U << RH_CAUSE_TRCD;
    }
    if (issued)
        held |= 1U << RH_CAUSE_BUS;
    return (enum rh_cause)__builtin_ctz(held);
}

static bool shown_timers_run(const struct rh_backend *s) {
    uint8_t sum = 0;
    for (unsigned i = 0; i < RH_BACKEND_SHOWN; i++)
        sum = (uint8_t)(sum | s->timers[i]);
    return sum != 0;
}

static void observe(const struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_view *view,
                    const struct rh_choice *choice, struct rh_controller_out *out) {
    out->booked = choice->column || s->burst;
    out->active = out->booked || choice->occupancy;
    out->cause = 0;
    if (out->active && !out->booked)
        out->cause = (uint8_t)blame(s, geometry, view, choice, out);
    out->occupancy = choice->occupancy;
    out->timers = shown_timers_run(s);
}

static void drive(const struct rh_geometry *geometry, const struct rh_gaps *gaps, const struct rh_backend *s,
                  const struct rh_view *view, const struct rh_choice *choice, struct rh_controller_out *out) {
    out->col_cmd = choice->column ? (choice->write ? RH_WR : RH_RD) : RH_NOP;
    out->col_bank = choice->column ? choice->column_bank : 0;
    out->col_column = choice->column ? choice->column_number : 0;
    out->col_tag = choice->column ? choice->tag : 0;
    out->col_last = choice->column && choice->last;
    out->col_reason = choice->column ? RH_REASON_HIT : RH_REASON_NONE;
    out->row_cmd = RH_NOP;
    out->row_bank = 0;
    out->row_row = 0;
    out->row_all = 0;
    out->row_reason = RH_REASON_NONE;
    if (view->refresh_cmd != RH_NOP) {
        out->row_cmd = view->refresh_cmd;
        out->row_bank = view->refresh_cmd_bank;
        out->row_all = view->refresh_cmd == RH_REF && gaps->refresh == RH_REFRESH_ALL_BANK;
        out->row_reason = RH_REASON_REFRESH;
    } else if (choice->row && (geometry->buses == 2 || !choice->column)) {
        bool open = s->open >> choice->row_bank & 1;
        out->row_cmd = open ? RH_PRE : RH_ACT;
        out->row_bank = choice->row_bank;
        out->row_row = open ? 0 : choice->row_number;
        out->row_reason = open ? RH_REASON_CONFLICT : RH_REASON_OPEN;
    }
    out->rsp_valid = s->response_mature != 0;
    out->rsp_tag = s->response_tag[s->response_head];
    out->rsp_write = s->response_write[s->response_head];
}

static uint8_t gap_timer(uint16_t gap) {
    return (uint8_t)(gap - 1U);
}

/* Load the timers that a command to the bank at `at` loads. */
static inline void load_timers(struct rh_backend *s, const struct rh_gaps *gaps, struct rh_place at, unsigned set) {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if ((loaded_by)&set)                                                                                               \
        s->name[at.scope] = gap_timer(gaps->name);
#define RH_TIMER_ALSO(name, scope, loaded_by, gap)                                                                     \
    if ((loaded_by)&set)                                                                                               \
        s->name[at.scope] = gap_timer(gaps->gap);
#include "tables/timers.def"
}

static void clock_column(struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                         const struct rh_choice *choice) {
    struct rh_place at = rh_place_of(geometry, choice->column_bank);
    s->burst = gap_timer(gaps->burst);
    if (choice->write)
        load_timers(s, gaps, at, RH_SET_WR);
    else
        load_timers(s, gaps, at, RH_SET_RD);
}

static void clock_row(struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                      const struct rh_controller_out *out) {
    unsigned b = out->row_bank;
    struct rh_place at = rh_place_of(geometry, b);
    if (out->row_cmd == RH_ACT) {
        load_timers(s, gaps, at, RH_SET_ACT);
        s->open = (uint16_t)(s->open | 1U << b);
        s->open_row[b] = out->row_row;
        s->act_bus = gap_timer(gaps->act_bus);
        s->window[s->window_next] = gap_timer(gaps->faw);
        s->window_next = (uint8_t)(s->window_next + 1 == gaps->faw_n ? 0 : (s->window_next + 1) % RH_MAX_WINDOW);
    } else if (out->row_cmd == RH_PRE) {
        load_timers(s, gaps, at, RH_SET_PRE);
        s->open = (uint16_t)(s->open & ~(1U << b));
    } else if (out->row_cmd == RH_REF) {
        load_timers(s, gaps, at, RH_SET_REF);
        s->refresh_busy = (uint16_t)(gaps->rfc - 1U);
        s->refresh_due = 0;
        if (refresh_spaced(gaps))
            load_timers(s, gaps, at, RH_SET_REF_APART);
        if (gaps->refresh == RH_REFRESH_PER_BANK)
            s->refresh_bank = (uint8_t)((s->refresh_bank + 1U) % geometry->banks);
    }
}

static void clock_responses(struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                            const struct rh_controller_in *in, const struct rh_choice *choice) {
    unsigned slots = geometry->responses;
    unsigned next = (s->response_head + s->response_mature) % slots,
             tail = (s->response_head + s->response_count) % slots;
    bool matures = s->response_mature != s->response_count && s->response_done[next] == s->now;
    bool pop = s->response_mature && in->rsp_ready, push = choice->column && choice->last;
    if (push) {
        s->response_tag[tail] = choice->tag;
        unsigned done = choice->write ? gaps->wr_done : gaps->rd_done;
        s->response_done[tail] = (uint8_t)((s->now + done - 1U) & rh_mask(geometry->timer_bits));
        s->response_write[tail] = choice->write;
    }
    s->response_head = (uint8_t)((s->response_head + pop) % slots);
    s->response_count = (uint8_t)(s->response_count + push - pop);
    s->response_mature = (uint8_t)(s->response_mature + matures - pop);
    s->now = (uint8_t)((s->now + 1U) & rh_mask(geometry->timer_bits));
}

/* True when a refresh falls due with this edge. */
static bool clock_refresh_timer(struct rh_backend *s, const struct rh_gaps *gaps) {
    bool tick = gaps->refresh != RH_REFRESH_OFF && s->refresh_timer == gaps->refi - 1U;
    if (s->refresh_busy)
        s->refresh_busy--;
    if (gaps->refresh != RH_REFRESH_OFF)
        s->refresh_timer = (uint16_t)(tick ? 0 : s->refresh_timer + 1U);
    return tick;
}

bool rh_backend_clock(struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                      const struct rh_view *view, const struct rh_controller_in *in, const struct rh_choice *choice,
                      struct rh_controller_out *out) {
    drive(geometry, gaps, s, view, choice, out);
    observe(s, geometry, view, choice, out);
    for (unsigned i = 0; i < sizeof s->timers; i++)
        s->timers[i] = (uint8_t)(s->timers[i] - (s->timers[i] != 0));
    bool due = clock_refresh_timer(s, gaps);
    clock_responses(s, geometry, gaps, in, choice);
    if (choice->column)
        clock_column(s, geometry, gaps, choice);
    if (out->row_cmd != RH_NOP)
        clock_row(s, geometry, gaps, out);
    if (due) /* even if this clock's REF served the one before */
        s->refresh_due = 1;
    return out->row_cmd != RH_NOP && view->refresh_cmd == RH_NOP;
}
