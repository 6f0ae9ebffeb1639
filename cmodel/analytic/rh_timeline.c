// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_timeline.h"

#include <string.h>

#include "cmodel/analytic/rh_timeline_ledger.h"
#include "cmodel/analytic/rh_timeline_queue.h"

enum { NONE = RH_TIMELINE_NONE };

static const struct rh_timeline_policy policies[] = {
    {.name = "fifo", .one_at_a_time = true},
    {.name = "banked_fifo", .banked = true},
    {.name = "fr_fcfs", .merges = true},
    {.name = "most_pending", .merges = true, .most_pending = true},
};

const struct rh_timeline_policy *rh_timeline_find(const char *controller) {
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++)
        if (strcmp(policies[i].name, controller) == 0)
            return &policies[i];
    return NULL;
}

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

void rh_timeline_start(struct rh_timeline *t, const struct rh_timeline_setup *setup) {
    const struct rh_geometry *geometry = &setup->geometry;
    memset(t, 0, sizeof *t);
    t->setup = *setup;
    t->depth = (uint16_t)(setup->policy->banked ? rh_geometry_bank_depth(geometry) : geometry->queue);
    t->refresh = setup->gaps.refresh != RH_REFRESH_OFF ? setup->gaps.refi : UINT64_MAX;
    rh_timeline_queue_start(t);
    for (unsigned n = 0; n < RH_MAX_COMMANDS; n++)
        t->pattern[n] =
            (n > 0 ? t->pattern[n - 1] : 0) | (n * setup->gaps.ccd_l < 64 ? UINT64_C(1) << n * setup->gaps.ccd_l : 0);
    for (unsigned b = 0; b < geometry->banks; b++)
        t->bank[b].group = (uint8_t)(b / (geometry->banks / geometry->groups));
}

/* The bank's next request is the oldest of its open row's. */
static void next_hit(struct rh_timeline *t, struct rh_timeline_bank *bank, uint64_t from) {
    const struct rh_gaps *gaps = &t->setup.gaps;
    const struct rh_timeline_request *request = &t->request[t->run[bank->hits].oldest];
    bank->write = request->write;
    bank->enter = request->enter;
    bank->ready = later(bank->act + (bank->write ? gaps->rcd_wr : gaps->rcd_rd), later(from, request->enter + 1));
    t->column_known = false;
}

static uint64_t act_of(const struct rh_timeline *t, const struct rh_timeline_bank *bank) {
    return later(bank->ready, later(t->act, t->group_act[bank->group]));
}

/* Clock `at` of the command bus: is it taken, and take it. */
static bool is_taken(const struct rh_timeline *t, uint64_t at) {
    return at < t->bus_end && t->bus_end - at <= 64 && (t->bus_taken >> (t->bus_end - 1 - at) & 1) != 0;
}

static void take(struct rh_timeline *t, uint64_t at) {
    if (at >= t->bus_end) {
        uint64_t further = at + 1 - t->bus_end;
        t->bus_taken = further < 64 ? t->bus_taken << further : 0;
        t->bus_end = at + 1;
    }
    if (t->bus_end - at <= 64)
        t->bus_taken |= UINT64_C(1) << (t->bus_end - 1 - at);
}

/* The PRE gets the first clock that is free. */
static void take_pre(struct rh_timeline *t, struct rh_timeline_bank *bank) {
    bank->closed = true;
    while (is_taken(t, bank->pre))
        bank->pre++;
    take(t, bank->pre);
    bank->ready = later(bank->ready, bank->pre + t->setup.gaps.rp);
}

/* What the bank does next, for requests that are looked at from `from` on. */
static void wake(struct rh_timeline *t, unsigned b, uint64_t from) {
    struct rh_timeline_bank *bank = &t->bank[b];
    const struct rh_gaps *gaps = &t->setup.gaps;
    uint64_t bit = UINT64_C(1) << b;
    if ((t->turn_banks & bit) != 0 && b == t->act_bank)
        t->act_known = false;
    if ((t->hit_banks & bit) != 0)
        t->column_known = false;
    t->hit_banks &= ~bit;
    t->turn_banks &= ~bit;
    bank->phase = RH_TIMELINE_REST;
    if (bank->hits != NONE) {
        next_hit(t, bank, from);
        t->hit_banks |= bit;
        bank->phase = RH_TIMELINE_HIT;
        return;
    }
    if (bank->oldest == NONE)
        return;
    bank->pre = bank->open ? later(bank->may_pre, from) : 0;
    bank->open_why = bank->pre_why;
    bank->closed = !bank->open;
    uint64_t closed = bank->open ? bank->pre + gaps->rp : from;
    bank->act_why = closed >= bank->may_act ? RH_CAUSE_TRP : RH_CAUSE_TRAS_TRC;
    bank->ready = later(bank->may_act, closed);
    if (bank->open && t->setup.geometry.buses > 1)
        take_pre(t, bank);
    t->turn_banks |= bit;
    bank->phase = RH_TIMELINE_TURN;
    if (t->act_known && act_of(t, bank) <= t->next_act)
        t->act_known = false;
}

static void sleep(struct rh_timeline *t, unsigned b) {
    uint64_t bit = UINT64_C(1) << b;
    t->hit_banks &= ~bit;
    t->turn_banks &= ~bit;
    t->column_known = t->act_known = false;
    t->bank[b].phase = RH_TIMELINE_REST;
}

/* A PRE that is on its way has gone: what comes now does not hit. */
static void close_row(struct rh_timeline *t, struct rh_timeline_bank *bank) {
    bank->open = false;
    bank->hits = NONE;
    bank->may_act = later(bank->may_act, bank->pre + t->setup.gaps.rp);
    t->stats.precharges++;
}

/* The column commands that end at `last`, which is later than all before. */
static void take_columns(struct rh_timeline *t, uint64_t last, unsigned n) {
    uint64_t further = last + 1 - t->bus_end;
    t->bus_taken = (further < 64 ? t->bus_taken << further : 0) | t->pattern[n - 1];
    t->bus_end = last + 1;
}

/* Earlier in the order in which the policy looks at banks whose ACT may go in the same clock. */
static bool turns_first(const struct rh_timeline *t, unsigned a, unsigned b) {
    const struct rh_timeline_policy *policy = t->setup.policy;
    unsigned banks = t->setup.geometry.banks;
    if (policy->banked)
        return (a + banks - t->row_turn) % banks < (b + banks - t->row_turn) % banks;
    const struct rh_timeline_run *run_a = &t->run[rh_timeline_queue_pick(t, a)],
                                 *run_b = &t->run[rh_timeline_queue_pick(t, b)];
    if (policy->most_pending && run_a->count != run_b->count)
        return run_a->count > run_b->count;
    return t->request[run_a->oldest].enter < t->request[run_b->oldest].enter;
}

static void find_act(struct rh_timeline *t) {
    t->act_known = true;
    t->next_act = UINT64_MAX;
    for (uint64_t left = t->turn_banks; left != 0; left &= left - 1) {
        unsigned b = (unsigned)__builtin_ctzll(left);
        const struct rh_timeline_bank *bank = &t->bank[b];
        uint64_t at = act_of(t, bank);
        if (at < t->next_act || (at == t->next_act && turns_first(t, b, t->act_bank))) {
            t->next_act = at;
            t->act_bank = b;
        }
    }
}

/* The clocks that PRE and ACT find on the command bus, where column commands go first. False: the ACT comes later than
 * it was to. */
static bool on_the_bus(struct rh_timeline *t, struct rh_timeline_bank *bank) {
    if (!bank->closed)
        take_pre(t, bank);
    while (is_taken(t, later(bank->ready, t->next_act)))
        bank->ready = later(bank->ready, t->next_act) + 1;
    t->act_known = bank->ready <= t->next_act;
    return t->act_known;
}

static void activate(struct rh_timeline *t) {
    unsigned b = t->act_bank;
    const struct rh_gaps *gaps = &t->setup.gaps;
    struct rh_timeline_bank *bank = &t->bank[b];
    uint64_t at = t->next_act;
    if (!on_the_bus(t, bank))
        return;
    for (unsigned i = 0; i < gaps->act_bus; i++)
        take(t, at + i);
    if (bank->open)
        close_row(t, bank);
    if (at > bank->ready)
        bank->act_why = t->act >= t->group_act[bank->group] && t->activates >= gaps->faw_n &&
                                t->act == t->window[t->activates % gaps->faw_n]
                            ? RH_CAUSE_WINDOW
                            : RH_CAUSE_TRRD;
    t->now = at;
    t->stats.activates++;
    bank->open = true;
    bank->act = at;
    bank->may_act = at + gaps->rc;
    bank->may_pre = at + gaps->ras;
    bank->pre_why = RH_CAUSE_TRAS_TRC;
    t->group_act[bank->group] = at + gaps->rrd_l;
    t->window[t->activates++ % gaps->faw_n] = at + gaps->faw;
    t->act = at + gaps->rrd_s;
    if (t->activates >= gaps->faw_n)
        t->act = later(t->act, t->window[t->activates % gaps->faw_n]);
    t->row_turn = (b + 1) % t->setup.geometry.banks;
    rh_timeline_queue_open(t, b, rh_timeline_queue_pick(t, b));
    wake(t, b, at + 1);
}

static void find_column(struct rh_timeline *t) {
    uint64_t best = UINT64_MAX, first = UINT64_MAX;
    t->column_known = true;
    for (uint64_t left = t->hit_banks; left != 0; left &= left - 1) {
        unsigned b = (unsigned)__builtin_ctzll(left);
        const struct rh_timeline_bank *bank = &t->bank[b];
        uint64_t at = later(bank->ready, later(t->bus[bank->write], t->group_bus[bank->group][bank->write]));
        uint64_t order = bank->enter;
        if (t->setup.policy->banked)
            order = b + (b < t->column_turn ? RH_MAX_BANKS : 0);
        if (at < best || (at == best && order < first)) {
            best = at;
            first = order;
            t->column_bank = b;
        }
    }
    t->next_column = best;
}

/* Column commands of the request that is next: all, where nothing else fits between. */
static void columns(struct rh_timeline *t) {
    unsigned b = t->column_bank;
    const struct rh_gaps *gaps = &t->setup.gaps;
    struct rh_timeline_bank *bank = &t->bank[b];
    struct rh_timeline_request *request = &t->request[t->run[bank->hits].oldest];
    bool write = bank->write;
    unsigned n = gaps->ccd_l == gaps->ccd_s ? request->left : 1;
    uint64_t at = t->next_column, last = at + (uint64_t)(n - 1) * gaps->ccd_l;
    rh_timeline_blame(t, at);
    if (t->setup.geometry.buses == 1)
        take_columns(t, last, n);
    t->now = last;
    t->bus[write] = last + gaps->ccd_s;
    t->turned[!write] = last + (write ? gaps->wtr_s : gaps->rtw);
    t->bus[!write] = later(t->bus[!write], t->turned[!write]);
    t->group_bus[bank->group][write] = last + gaps->ccd_l;
    if (write) {
        t->group_turned[bank->group] = last + gaps->wtr_l;
        t->group_bus[bank->group][0] = later(t->group_bus[bank->group][0], last + gaps->wtr_l);
    } else
        t->group_bus[bank->group][1] = later(t->group_bus[bank->group][1], last + gaps->ccd_l);
    uint64_t may_pre = last + (write ? gaps->wtp : gaps->rtp);
    if (may_pre >= bank->may_pre) {
        bank->may_pre = may_pre;
        bank->pre_why = RH_CAUSE_TWR_TRTP;
    }
    t->column_turn = (b + 1) % t->setup.geometry.banks;
    t->booked = last + gaps->burst;
    t->busy = t->booked;
    t->stats.data_bus_busy_cycles += (uint64_t)n * gaps->burst;
    t->stats.column_commands += n;
    t->column_known = false;
    request->left = (uint8_t)(request->left - n);
    if (request->left != 0) {
        bank->ready = last + gaps->ccd_l;
        return;
    }
    uint64_t latency = last + (write ? gaps->wr_done : gaps->rd_done) + t->setup.geometry.registered - request->enter;
    struct rh_latency *sums = write ? &t->stats.write : &t->stats.read;
    sums->count++;
    sums->sum += latency;
    t->done = later(t->done, latency + request->enter);
    t->stats.occupancy_sum += last - request->enter;
    if (t->setup.timed)
        t->stats.from_arrival.sum += latency + request->enter - request->arrival;
    rh_timeline_queue_remove(t, b);
    if (t->setup.policy->one_at_a_time) {
        sleep(t, b);
        if (++t->first != t->last)
            wake(t, t->order[t->first % RH_TIMELINE_ENTRIES], last + 1);
    } else if (bank->hits != NONE)
        next_hit(t, bank, last + 1);
    else
        wake(t, b, last + 1);
}

/* The refresh that is due. */
static void refresh(struct rh_timeline *t) {
    const struct rh_gaps *gaps = &t->setup.gaps;
    uint64_t due = t->refresh, at = due;
    unsigned first = 0, end = t->setup.geometry.banks;
    if (gaps->refresh == RH_REFRESH_PER_BANK) {
        first = t->refresh_bank;
        end = first + 1;
        t->refresh_bank = end % t->setup.geometry.banks;
    }
    for (unsigned b = first; b < end; b++) {
        struct rh_timeline_bank *bank = &t->bank[b];
        if (bank->open) {
            if (bank->phase != RH_TIMELINE_TURN)
                bank->pre = later(bank->may_pre, due);
            close_row(t, bank);
        }
        at = later(at, bank->may_act);
    }
    for (unsigned b = first; b < end; b++) {
        struct rh_timeline_bank *bank = &t->bank[b];
        bank->may_act = at + gaps->rfc;
        bank->act_why = bank->pre_why = RH_CAUSE_REFRESH;
        if (bank->phase != RH_TIMELINE_REST)
            wake(t, b, due);
    }
    t->stats.refreshes++;
    t->refresh += gaps->refi;
}

/* When the next thing happens. */
static uint64_t next_event(struct rh_timeline *t) {
    if (!t->column_known)
        find_column(t);
    if (!t->act_known)
        find_act(t);
    return t->next_column <= t->next_act ? t->next_column : t->next_act;
}

/* Let it happen, but refreshes up to it, or to `until`, first. */
static bool advance(struct rh_timeline *t, uint64_t until) {
    uint64_t next = next_event(t);
    if (t->refresh <= next && (t->refresh <= until && (until != UINT64_MAX || next != UINT64_MAX))) {
        refresh(t);
        return true;
    }
    if (next > until || next == UINT64_MAX)
        return false;
    if (t->next_column <= t->next_act)
        columns(t);
    else
        activate(t);
    return true;
}

/* Refreshes of a pause are all the same: jump to the last. */
static void skip_refreshes(struct rh_timeline *t, uint64_t to) {
    if (t->waiting != 0 || t->refresh == UINT64_MAX || t->refresh + UINT64_C(4) * t->setup.gaps.refi >= to)
        return;
    uint64_t banks = t->setup.geometry.banks, n = (to - t->refresh) / t->setup.gaps.refi - 2;
    n -= n % banks;
    t->refresh += n * t->setup.gaps.refi;
    t->stats.refreshes += n;
}

static bool is_full(const struct rh_timeline *t, const struct rh_request *request) {
    return (t->setup.policy->banked ? t->bank[request->bank].count : t->waiting) >= t->depth;
}

void rh_timeline_request(struct rh_timeline *t, const struct rh_request *request) {
    uint64_t at = t->setup.timed ? later(request->cycle, t->port) : t->port;
    skip_refreshes(t, at);
    if (t->setup.timed || !is_full(t, request))
        while (advance(t, at))
            ;
    while (is_full(t, request)) {
        advance(t, UINT64_MAX);
        at = later(at, t->now);
    }
    struct rh_timeline_bank *bank = &t->bank[request->bank];
    if (bank->phase == RH_TIMELINE_TURN && bank->open && bank->pre <= at)
        close_row(t, bank);
    bool first = t->waiting == 0;
    if (first)
        t->busy = later(t->busy, at + 1);
    if (first && t->busy > t->booked)
        t->stats.idle_cycles += t->busy - t->booked;
    rh_timeline_queue_add(t, request, at);
    t->port = at + 1;
    if (t->setup.policy->one_at_a_time)
        t->order[t->last++ % RH_TIMELINE_ENTRIES] = request->bank;
    if (t->setup.policy->one_at_a_time
            ? first
            : bank->phase == RH_TIMELINE_REST || (bank->phase == RH_TIMELINE_TURN && bank->hits != NONE))
        wake(t, request->bank, at + 1);
}

void rh_timeline_end(struct rh_timeline *t) {
    while (advance(t, UINT64_MAX))
        ;
    t->stats.reads = t->stats.read.count;
    t->stats.writes = t->stats.write.count;
    t->stats.requests = t->stats.reads + t->stats.writes;
    t->stats.from_arrival.count = t->setup.timed ? t->stats.requests : 0;
    t->stats.cycles = t->done + 1; /* the clock of the answer */
    t->stats.active_cycles = t->booked - t->stats.idle_cycles;
    t->stats.idle_cycles = t->stats.cycles - t->stats.active_cycles;
    t->stats.row_hits = t->stats.requests - t->stats.activates;
}
