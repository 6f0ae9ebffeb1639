// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_timeline.h"

#include <string.h>

#include "cmodel/analytic/rh_timeline_events.h"
#include "cmodel/controller/rh_age_queue.h"
#include "cmodel/controller/rh_row_sorter.h"
#include "rowhold/rh_controller.h"

/* Ways of choosing that the code is made for. */
enum { OLDEST, IN_BANKS, IN_SLOTS, MERGED, CAPPED, FULLEST, SORTED, WAYS };
static const struct rh_traits ways_known[WAYS] = {
    [OLDEST] = {.one_at_a_time = true},           [IN_BANKS] = {.banked = true},
    [IN_SLOTS] = {.banked = true, .slots = true}, [MERGED] = {.merges = true},
    [CAPPED] = {.merges = true, .hit_cap = true}, [FULLEST] = {.merges = true, .most_pending = true},
    [SORTED] = {.merges = true, .in_turn = true}};

static unsigned way_of(const struct rh_traits *traits) {
    return traits->one_at_a_time   ? OLDEST
           : traits->slots         ? IN_SLOTS
           : traits->banked        ? IN_BANKS
           : !traits->merges       ? WAYS /* grains have lines of their own; nobody knows FIFOs of sources */
           : traits->ranks_sources ? WAYS /* no line knows sources */
           : traits->in_turn       ? SORTED
           : traits->most_pending  ? FULLEST
           : traits->hit_cap       ? CAPPED
                                   : MERGED;
}

const struct rh_traits *rh_timeline_find(const char *controller) {
    const struct rh_traits *traits = rh_controller_traits(controller);
    return traits != NULL && way_of(traits) != WAYS ? traits : NULL;
}

unsigned rh_timeline_window(const char *controller, unsigned queue) {
    const struct rh_traits *policy = rh_timeline_find(controller);
    return policy != NULL && policy->merges ? queue : 0;
}

bool rh_timeline_covers(const char *controller, const struct rh_geometry *geometry,
                        const struct rh_constraints *constraints) {
    const struct rh_traits *policy = rh_timeline_find(controller);
    unsigned in_flight = constraints->rd_done > constraints->wr_done ? constraints->rd_done : constraints->wr_done;
    return policy != NULL && geometry->write_drain == 0 && geometry->grain_bits == 0 && geometry->rank_bits == 0 &&
           geometry->subarray_group_bits == 0 && geometry->closes == 0 &&
           (constraints->age_cap == 0 || !rh_by_age(policy)) &&
           (!policy->slots || constraints->refresh <= RH_REFRESH_ALL_BANK) &&
           geometry->responses * constraints->ccd_s >= in_flight + 2U;
}

static const char *const mechanisms[][2] = {
#define RH_MECHANISM(name, meaning) {#name, meaning},
#include "tables/mechanisms.def"
};

const char *rh_timeline_mechanism(unsigned mechanism, const char **meaning) {
    if (mechanism >= RH_TIMELINE_MECHANISMS)
        return NULL;
    *meaning = mechanisms[mechanism][1];
    return mechanisms[mechanism][0];
}

static bool is_left_out(const struct rh_timeline *t, enum rh_timeline_mechanism mechanism) {
    return (t->setup.without >> mechanism & 1) != 0;
}

/* A mechanism is left out by constraints that never bind. */
static void leave_out(struct rh_timeline *t) {
    struct rh_constraints *constraints = &t->setup.constraints;
    if (is_left_out(t, RH_TIMELINE_BIT_activates))
        constraints->rrd_s = constraints->rrd_l = constraints->faw = 1;
    if (is_left_out(t, RH_TIMELINE_BIT_groups)) {
        constraints->rrd_l = constraints->rrd_s;
        constraints->ccd_l = constraints->ccd_s;
        constraints->wtr_l = constraints->wtr_s;
    }
    if (is_left_out(t, RH_TIMELINE_BIT_turnaround)) {
        constraints->rtw = constraints->wtr_s = constraints->ccd_s;
        constraints->wtr_l = constraints->ccd_l;
    }
    if (is_left_out(t, RH_TIMELINE_BIT_refresh))
        constraints->refresh = RH_REFRESH_OFF;
    if (is_left_out(t, RH_TIMELINE_BIT_occupancy))
        t->setup.timed = false;
    if (is_left_out(t, RH_TIMELINE_BIT_bus))
        t->setup.geometry.buses = 1;
    t->hold = is_left_out(t, RH_TIMELINE_BIT_hits) ? 0 : UINT64_MAX;
}

/* The bank's own entries. */
static void start_ring(struct rh_timeline *t, struct rh_timeline_bank *bank) {
    struct rh_timeline_request *first = &t->request[(size_t)bank->number * t->depth];
    for (unsigned i = 0; i < t->depth; i++)
        first[i].next = i + 1 < t->depth ? &first[i + 1] : first;
    bank->list.first = first;
    bank->list.end = &first[t->depth - 1].next;
}

static void start_lists(struct rh_timeline *t) {
    unsigned entries = t->depth * (t->setup.policy->banked ? t->setup.geometry.banks : 1U);
    for (unsigned i = 0; i < entries; i++) {
        t->free[i] = &t->request[i];
        t->run[i].next = i + 1 < entries ? &t->run[i + 1] : NULL;
    }
    t->end_free = t->entries = (uint8_t)entries;
    t->free_run = &t->run[0];
    t->older[RH_TIMELINE_ENTRIES] = t->younger[RH_TIMELINE_ENTRIES] = RH_TIMELINE_ENTRIES;
    t->oldest_places = (uint8_t)((t->depth - t->depth / 8 + RH_ROW_AGED - 1) / RH_ROW_AGED);
    t->list.end = &t->list.first;
    t->hits.next = t->hits.before = &t->hits;
    t->all_banks = UINT64_MAX >> (64 - t->setup.geometry.banks);
    t->turns.next = t->turns.before = &t->turns;
    t->hits.age = UINT64_MAX;
    t->column_bank = t->act_bank = &t->bank[0];
    t->oldest = &t->bank[0];
    for (unsigned b = 0; b < t->setup.geometry.banks; b++) {
        struct rh_timeline_bank *bank = &t->bank[b];
        bank->number = (uint8_t)b;
        bank->group = (uint8_t)(b / (t->setup.geometry.banks / t->setup.geometry.groups));
        bank->list.end = &bank->list.first;
        if (t->setup.policy->banked)
            start_ring(t, bank);
        bank->youngest = &bank->oldest;
        bank->open = RH_TIMELINE_NO_ROW;
        bank->age = UINT64_MAX;
        bank->waits = t->setup.policy->most_pending ? 0 : UINT64_MAX;
    }
}

/* The constraints as they are asked for. With one group those within it hold everywhere. A bank that is searched takes
 * no command. */
static void start_constraints(struct rh_timeline *t) {
    struct rh_constraints *constraints = &t->setup.constraints;
    leave_out(t);
    if (t->setup.policy->searches) {
        const uint16_t searched = RH_SEARCH_CLOCKS + 1;
        constraints->rcd_rd = constraints->rcd_rd < searched ? searched : constraints->rcd_rd;
        constraints->rcd_wr = constraints->rcd_wr < searched ? searched : constraints->rcd_wr;
        constraints->ras = constraints->ras < searched ? searched : constraints->ras;
    }
    if (t->setup.geometry.groups == 1) {
        constraints->ccd_s = constraints->ccd_l;
        constraints->rrd_s = constraints->rrd_l;
        constraints->wtr_s = constraints->wtr_l;
    }
    t->grouped = constraints->ccd_s != constraints->ccd_l || constraints->rrd_s != constraints->rrd_l ||
                 constraints->wtr_s != constraints->wtr_l;
    t->row_gap = constraints->ccd_l;
    t->burst = constraints->burst;
    t->dense = constraints->ccd_l == constraints->burst && t->hold != 0;
    t->column_turn = t->row_turn = UINT64_MAX;
    t->column_ready[0] = constraints->rcd_rd;
    t->column_ready[1] = constraints->rcd_wr;
    t->gap[0][0] = t->gap[1][1] = constraints->ccd_s;
    t->gap[0][1] = constraints->rtw;
    t->gap[1][0] = constraints->wtr_s;
    t->turns_in_group = constraints->rtw < constraints->ccd_l;
    t->pre_gap[0] = constraints->rtp;
    t->pre_gap[1] = constraints->wtp;
    t->window_binds = constraints->faw > constraints->faw_n * constraints->rrd_s;
    t->refresh = constraints->refresh != RH_REFRESH_OFF ? constraints->refi : UINT64_MAX;
    t->refreshed = UINT64_MAX;
    for (unsigned n = 0; n < 64; n += constraints->ccd_l) {
        t->pattern |= is_left_out(t, RH_TIMELINE_BIT_bus) ? 0 : UINT64_C(1) << (63 - n);
        t->longest = n;
    }
    t->least_ready = constraints->rcd_rd < constraints->rcd_wr ? constraints->rcd_rd : constraints->rcd_wr;
}

RH_TIMELINE_INLINE bool is_empty(const struct rh_timeline *t, const struct rh_traits *policy) {
    return policy->banked ? t->age == t->gone : (uint8_t)(t->end_free - t->first_free) == t->entries;
}

/* Refreshes of a pause are all the same: jump to the last ones, which come to every bank once more. */
static void skip_refreshes(struct rh_timeline *t, uint64_t to) {
    uint64_t banks = t->setup.geometry.banks, refi = t->setup.constraints.refi;
    if (t->refresh == UINT64_MAX || t->refresh + (2 * banks + 2) * refi >= to || !is_empty(t, t->setup.policy))
        return;
    uint64_t n = (to - t->refresh) / refi - banks - 2;
    n -= n % banks;
    t->refresh += n * refi;
    t->stats.refreshes += n;
}

/* The request is accepted in clock `at`. True if its bank has to start on it. */
RH_TIMELINE_INLINE bool join(struct rh_timeline *t, const struct rh_traits *policy, const struct rh_request *request,
                             uint64_t at) {
    rh_timeline_row row = request->row * RH_MAX_BANKS + request->bank;
    struct rh_timeline_bank *bank = &t->bank[request->bank];
    struct rh_timeline_request *new = policy->banked ? *bank->list.end : t->free[t->first_free];
    uint64_t taken = policy->slots ? t->taken : at + 1;
    t->entered[request->write] += taken - 1;
    if (at + 1 > t->busy && is_empty(t, policy)) {
        taken = rh_later(taken, t->busy);
        t->stats.idle_cycles += taken - t->busy;
        t->stats.stall_cycles[RH_CAUSE_POLICY] += at + 1 - taken; /* it goes to its slot */
        t->busy = at + 1;
    }
    if (!policy->banked)
        t->first_free++;
    if (policy->slots)
        t->moved[t->age % t->setup.geometry.queue] = at;
    t->port = at + 1;
    t->writes += request->write;
    t->commands += request->commands;
    if (!policy->banked)
        new->next = NULL;
    if (policy->merges)
        new->age = t->age;
    t->age++;
    new->left = request->commands;
    new->write = request->write;
    if (!policy->merges || policy->in_turn)
        new->row = row;
    if (policy->in_turn)
        rh_queue_enter(t, new);
    if (policy->one_at_a_time) {
        rh_queue_append(&t->list, new);
        return t->list.first == new;
    }
    if (policy->merges) {
        if (row == bank->open && bank->phase == RH_TIMELINE_TURN && bank->pre <= at)
            rh_close_row(t, bank);
        bool passes = policy->in_turn && bank->oldest != NULL; /* requests to other rows */
        if (row != bank->open || (passes && bank->count == RH_ROW_JOINS) || (policy->hit_cap && bank->capped)) {
            rh_queue_wait(t, policy, bank, new, row);
            return bank->phase == RH_TIMELINE_REST;
        }
        bank->count = (uint8_t)(bank->count + passes);
    }
    if (policy->banked)
        bank->list.end = &new->next;
    else
        rh_queue_append(&bank->list, new);
    if (policy->banked || policy->most_pending)
        bank->count++;
    return policy->banked ? bank->phase == RH_TIMELINE_REST : bank->phase != RH_TIMELINE_HIT && bank->list.first == new;
}

/* The bank of the request that has just joined. */
RH_TIMELINE_INLINE void wake(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                             const struct rh_request *request) {
    struct rh_timeline_bank *bank = &t->bank[request->bank];
    if (policy->one_at_a_time) /* what went before may still be going */
        rh_begin(t, policy, grouped, t->list.first, rh_later(t->port, t->last[t->direction] + 1));
    else if (policy->banked)
        rh_begin(t, policy, grouped, bank->list.first, t->port);
    else if (bank->list.first == NULL)
        rh_turn(t, policy, grouped, bank, t->port + (policy->in_turn && bank->open == RH_TIMELINE_NO_ROW));
    else {
        if (bank->phase == RH_TIMELINE_TURN) { /* its row does not close */
            rh_turns_remove(t, policy, bank);
            rh_find_act(t, policy, grouped, RH_NEVER_TAKEN);
        }
        rh_hit(t, policy, grouped, bank, bank->list.first, t->port + policy->in_turn, true);
    }
}

/* Entries that stay empty: an eighth of all are reserved for the requests that banks serve. */
RH_TIMELINE_INLINE unsigned spare(const struct rh_timeline *t, const struct rh_traits *policy) {
    if (!policy->in_turn)
        return 0;
    unsigned busy = (unsigned)__builtin_popcountll(t->hit_banks | t->turn_banks), own = t->depth / 8;
    return own > busy ? own - busy : 0;
}

RH_TIMELINE_INLINE bool is_full(const struct rh_timeline *t, const struct rh_traits *policy,
                                const struct rh_request *request) {
    return policy->banked ? t->bank[request->bank].count >= t->depth
                          : (uint8_t)(t->end_free - t->first_free) <= spare(t, policy);
}

/* The request asks for an entry from clock `asks` on, and there is one. Returns the clock in which it gets it. */
RH_TIMELINE_INLINE uint64_t room(const struct rh_timeline *t, const struct rh_traits *policy,
                                 const struct rh_request *request, uint64_t asks) {
    return rh_later(
        asks, (policy->banked ? *t->bank[request->bank].list.end : t->free[(uint8_t)(t->first_free + spare(t, policy))])
                  ->age);
}

/* The clock from which on the request, which is offered in clock `offered`, asks for an entry. For a slot it asks at
 * the head of the queue, which takes one as soon as the one so many before has moved. */
RH_TIMELINE_INLINE uint64_t asks_from(struct rh_timeline *t, const struct rh_traits *policy, uint64_t offered) {
    if (policy->slots)
        offered = t->taken = 1 + rh_later(rh_later(t->taken, offered), t->moved[t->age % t->setup.geometry.queue]);
    return rh_later(t->port, offered);
}

/* Let everything happen until there is an entry for the request. Returns the clock in which it gets it. */
RH_TIMELINE_INLINE uint64_t let_in(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                   const struct rh_request *request) {
    const struct rh_timeline_bank *full = &t->bank[request->bank];
    do
        rh_step(t, policy, grouped, UINT64_MAX, full);
    while (is_full(t, policy, request));
    return room(t, policy, request, asks_from(t, policy, 0));
}

/* The same of a request that says when it arrives: also what happens until that clock. */
RH_TIMELINE_INLINE uint64_t let_in_at_its_time(struct rh_timeline *t, const struct rh_traits *policy, bool grouped,
                                               const struct rh_request *request) {
    const struct rh_timeline_bank *full;
    uint64_t asks = asks_from(t, policy, request->cycle), at;
    t->arrived += request->cycle;
    do {
        skip_refreshes(t, asks);
        full = is_full(t, policy, request) ? &t->bank[request->bank] : NULL;
        at = full != NULL ? UINT64_MAX : room(t, policy, request, asks);
    } while (rh_step(t, policy, grouped, at, full));
    return at;
}

/* The way of a request: one copy of the code for each policy, with bank groups and without, with arrival times and
 * without; the short one where there is an entry at once. */
#define WAY(name, policy, grouped)                                                                                     \
    static __attribute__((noinline)) void wake_##name(struct rh_timeline *t, const struct rh_request *request) {       \
        wake(t, policy, grouped, request);                                                                             \
    }                                                                                                                  \
    static __attribute__((noinline)) void wait_##name(struct rh_timeline *t, const struct rh_request *request) {       \
        if (join(t, policy, request, let_in(t, policy, grouped, request)))                                             \
            wake_##name(t, request);                                                                                   \
    }                                                                                                                  \
    static void arrive_##name(struct rh_timeline *t, const struct rh_request *request) {                               \
        if (join(t, policy, request, let_in_at_its_time(t, policy, grouped, request)))                                 \
            wake_##name(t, request);                                                                                   \
    }                                                                                                                  \
    static void take_##name(struct rh_timeline *t, const struct rh_request *request) {                                 \
        if (is_full(t, policy, request))                                                                               \
            wait_##name(t, request);                                                                                   \
        else if (join(t, policy, request, room(t, policy, request, asks_from(t, policy, 0))))                          \
            wake_##name(t, request);                                                                                   \
    }
WAY(oldest, &ways_known[OLDEST], false)
WAY(oldest_grouped, &ways_known[OLDEST], true)
WAY(in_banks, &ways_known[IN_BANKS], false)
WAY(in_banks_grouped, &ways_known[IN_BANKS], true)
WAY(in_slots, &ways_known[IN_SLOTS], false)
WAY(in_slots_grouped, &ways_known[IN_SLOTS], true)
WAY(merged, &ways_known[MERGED], false)
WAY(merged_grouped, &ways_known[MERGED], true)
WAY(capped, &ways_known[CAPPED], false)
WAY(capped_grouped, &ways_known[CAPPED], true)
WAY(fullest, &ways_known[FULLEST], false)
WAY(fullest_grouped, &ways_known[FULLEST], true)
WAY(sorted, &ways_known[SORTED], false)
WAY(sorted_grouped, &ways_known[SORTED], true)
static void (*const ways[])(struct rh_timeline *, const struct rh_request *) = {
#define BOTH(policy) take_##policy, take_##policy##_grouped, arrive_##policy, arrive_##policy##_grouped
    BOTH(oldest), BOTH(in_banks), BOTH(in_slots), BOTH(merged), BOTH(capped), BOTH(fullest), BOTH(sorted)};

void rh_timeline_start(struct rh_timeline *t, const struct rh_timeline_setup *setup) {
    memset(t, 0, sizeof *t);
    t->setup = *setup;
    t->depth = setup->policy->slots    ? 1
               : setup->policy->banked ? rh_geometry_bank_depth(&setup->geometry)
                                       : setup->geometry.queue;
    t->next_column = t->next_act = t->second_act = UINT64_MAX;
    start_lists(t);
    start_constraints(t);
    t->take = ways[4 * way_of(setup->policy) + (t->setup.timed ? 2 : 0) + t->grouped];
}

void rh_timeline_request(struct rh_timeline *t, const struct rh_request *request) {
    t->take(t, request);
}

uint64_t rh_timeline_accepted(const struct rh_timeline *t) {
    return (t->setup.policy->slots ? t->taken : t->port) - 1;
}

unsigned rh_timeline_waiting(const struct rh_timeline *t) {
    return t->setup.policy->banked ? (unsigned)(t->age - t->gone)
                                   : t->entries - (unsigned)(uint8_t)(t->end_free - t->first_free);
}

void rh_timeline_end(struct rh_timeline *t) {
    struct rh_stats *stats = &t->stats;
    const struct rh_constraints *constraints = &t->setup.constraints;
    while (!is_empty(t, t->setup.policy))
        rh_step(t, t->setup.policy, t->grouped, UINT64_MAX, NULL);
    uint64_t done = 0, sum = 0;
    for (unsigned write = 0; write < 2; write++) {
        struct rh_latency *latency = write ? &stats->write : &stats->read;
        uint64_t data = (uint64_t)(write ? constraints->wr_done : constraints->rd_done) + t->setup.geometry.registered;
        latency->count = write ? t->writes : t->age - t->writes;
        latency->sum = t->left[write] + latency->count * data - t->entered[write];
        sum += t->left[write] + latency->count * data;
        if (latency->count != 0)
            done = rh_later(done, t->last[write] + data);
    }
    stats->occupancy_sum = t->left[0] + t->left[1] - t->entered[0] - t->entered[1];
    stats->reads = stats->read.count;
    stats->writes = stats->write.count;
    stats->requests = stats->reads + stats->writes;
    stats->precharges = stats->activates;
    for (unsigned b = 0; b < t->setup.geometry.banks; b++)
        stats->precharges -= t->bank[b].open != RH_TIMELINE_NO_ROW;
    stats->column_commands = t->commands;
    stats->data_bus_busy_cycles = t->commands * constraints->burst;
    if (t->setup.timed) {
        stats->from_arrival.count = stats->requests;
        stats->from_arrival.sum = sum - t->arrived;
    }
    stats->cycles = done + 1; /* the clock of the answer */
    stats->active_cycles = t->busy - stats->idle_cycles;
    if (constraints->ccd_l > constraints->burst) { /* what is left lies between column commands that went together */
        uint64_t known = stats->data_bus_busy_cycles;
        for (unsigned cause = 0; cause < RH_CAUSES; cause++)
            known += stats->stall_cycles[cause];
        stats->stall_cycles[RH_CAUSE_TCCD] += stats->active_cycles - known;
    }
    stats->idle_cycles = stats->cycles - stats->active_cycles;
    stats->row_hits = stats->requests - stats->activates;
}
