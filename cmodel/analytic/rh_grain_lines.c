// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_grain_lines.h"

#include <string.h>

#include "cmodel/analytic/rh_grain_lines_inside.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_variant.h"

static enum rh_grain_policy policy_of(const char *controller) {
    const struct rh_traits *traits = rh_controller_traits(controller);
    if (traits == NULL || traits->most_pending || traits->searches || traits->in_turn)
        return RH_GRAIN_POLICIES;
    return traits->grains   ? RH_GRAIN_CHANNEL
           : traits->banked ? RH_GRAIN_BANKED
           : traits->merges ? RH_GRAIN_MERGES
                            : RH_GRAIN_POLICIES;
}

bool rh_grain_lines_covers(const char *controller, const struct rh_geometry *geometry, const struct rh_gaps *gaps) {
    enum rh_grain_policy policy = policy_of(controller);
    bool grains = geometry->grain_bits != 0 || geometry->part_bits != 0;
    if (geometry->rank_bits != 0)
        return false;
    return policy == RH_GRAIN_CHANNEL || (grains && policy == RH_GRAIN_BANKED) ||
           (grains && policy == RH_GRAIN_MERGES && gaps->age_cap == 0);
}

static void start_banks(struct rh_grain_lines *t) {
    const struct rh_geometry *geometry = &t->setup.geometry;
    bool channel = t->policy == RH_GRAIN_CHANNEL;
    for (unsigned b = 0; b < geometry->banks; b++) {
        struct rh_grain_bank *bank = &t->bank[b];
        bank->end = &bank->first;
        bank->open = RH_GRAIN_NO_ROW;
        bank->number = (uint8_t)b;
        bank->place = (uint8_t)(channel ? b % t->grain_banks * t->grains + b / t->grain_banks : b);
        bank->grain = (uint8_t)(b / t->grain_banks);
        bank->group = (uint8_t)(b / (geometry->banks / geometry->groups));
    }
    unsigned entries = channel                        ? rh_geometry_pooled(geometry)
                       : t->policy == RH_GRAIN_MERGES ? t->depth
                                                      : t->depth * geometry->banks;
    for (unsigned i = 0; i < entries; i++)
        t->request[i].next = i + 1 < entries ? &t->request[i + 1] : NULL;
    t->free = t->request;
}

void rh_grain_lines_start(struct rh_grain_lines *t, const struct rh_grain_lines_setup *setup) {
    memset(t, 0, sizeof *t);
    t->setup = *setup;
    t->policy = policy_of(setup->controller);
    t->depth = t->policy == RH_GRAIN_CHANNEL  ? rh_geometry_pool(&setup->geometry)
               : t->policy == RH_GRAIN_MERGES ? setup->geometry.queue
                                              : rh_geometry_bank_depth(&setup->geometry);
    t->grains = 1U << setup->geometry.grain_bits;
    t->grain_banks = setup->geometry.banks / t->grains;
    t->refresh = setup->gaps.refresh != RH_REFRESH_OFF ? setup->gaps.refi : UINT64_MAX;
    t->columns_changed = t->rows_changed = true;
    start_banks(t);
}

/* Refreshes of a pause are all the same: jump to the last ones, which come to every bank once more. */
static void skip_refreshes(struct rh_grain_lines *t, uint64_t to) {
    uint64_t banks = t->setup.geometry.banks, refi = t->setup.gaps.refi;
    if (t->refresh == UINT64_MAX || t->waiting != 0 || t->refresh + (2 * banks + 2) * refi >= to)
        return;
    uint64_t n = (to - t->refresh) / refi - banks - 2;
    n -= n % banks;
    t->refresh += n * refi;
    t->stats.refreshes += n;
}

/* The request is accepted in clock `at`. */
static void join(struct rh_grain_lines *t, const struct rh_request *request, uint64_t at) {
    struct rh_grain_bank *bank = &t->bank[request->bank];
    struct rh_grain_request *entry = t->free;
    if (t->waiting == 0 && at + 1 > t->busy) {
        t->stats.idle_cycles += at + 1 - t->busy;
        t->busy = at + 1;
    }
    t->free = entry->next;
    *entry = (struct rh_grain_request){
        .age = t->age++, .row = request->row, .left = request->commands, .write = request->write};
    bool looks = bank->hit == NULL; /* else what is next stays next */
    if (bank->first == NULL || (looks && request->row == bank->open))
        bank->from = rh_grain_later(bank->from, at + 1);
    *bank->end = entry;
    bank->end = &entry->next;
    bank->count++;
    t->waiting++;
    t->waits |= rh_grain_bit(bank);
    if (looks)
        rh_grain_find_hit(t, bank);
    t->rows_changed |= looks;
    t->columns_changed |= looks || t->policy == RH_GRAIN_CHANNEL; /* the head may finish its row now */
    t->port = at + 1;
    t->clock = rh_grain_later(t->clock, at);
    t->entered[request->write] += at;
    t->writes += request->write;
    t->commands += request->commands;
}

/* There is no entry for a request of the bank. In fgdram_channel the oldest of each bank stands beside the pool. */
static bool full(const struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    if (t->policy == RH_GRAIN_BANKED)
        return bank->count >= t->depth;
    if (t->policy == RH_GRAIN_MERGES)
        return t->waiting >= t->depth;
    return bank->first != NULL && t->waiting - (unsigned)__builtin_popcountll(t->waits) >= t->depth;
}

void rh_grain_lines_request(struct rh_grain_lines *t, const struct rh_request *request) {
    const struct rh_grain_bank *bank = &t->bank[request->bank];
    uint64_t at = t->port, step = UINT64_MAX;
    if (t->setup.timed) {
        at = rh_grain_later(at, request->cycle);
        t->arrived += request->cycle;
    }
    while (full(t, bank)) {
        (void)rh_grain_step(t, UINT64_MAX);
        step = rh_grain_later(t->last[0], t->last[1]) + (t->policy == RH_GRAIN_CHANNEL);
    }
    at = step != UINT64_MAX ? rh_grain_later(at, step) : at;
    do
        skip_refreshes(t, at);
    while (rh_grain_step(t, at));
    join(t, request, at);
}

static void end_latencies(struct rh_grain_lines *t) {
    struct rh_stats *stats = &t->stats;
    const struct rh_gaps *gaps = &t->setup.gaps;
    uint64_t sum = 0;
    for (unsigned write = 0; write < 2; write++) {
        struct rh_latency *latency = write ? &stats->write : &stats->read;
        uint64_t data = (uint64_t)(write ? gaps->wr_done : gaps->rd_done) + t->setup.geometry.registered;
        latency->count = write ? t->writes : t->age - t->writes;
        latency->sum = t->left[write] + latency->count * data - t->entered[write];
        sum += t->left[write] + latency->count * data;
    }
    if (t->setup.timed) {
        stats->from_arrival.count = t->age;
        stats->from_arrival.sum = sum - t->arrived;
    }
}

void rh_grain_lines_end(struct rh_grain_lines *t) {
    struct rh_stats *stats = &t->stats;
    while (t->waiting != 0)
        (void)rh_grain_step(t, UINT64_MAX);
    end_latencies(t);
    stats->reads = stats->read.count;
    stats->writes = stats->write.count;
    stats->requests = t->age;
    stats->occupancy_sum = t->left[0] + t->left[1] - t->entered[0] - t->entered[1];
    stats->precharges = stats->activates;
    for (unsigned b = 0; b < t->setup.geometry.banks; b++)
        stats->precharges -= t->bank[b].open != RH_GRAIN_NO_ROW;
    stats->column_commands = t->commands;
    stats->data_bus_busy_cycles = t->commands * (t->grains > 1 ? 1 : t->setup.gaps.burst);
    stats->cycles = t->answer + 1;
    stats->active_cycles = t->busy - stats->idle_cycles;
    stats->idle_cycles = stats->cycles - stats->active_cycles;
    stats->row_hits = stats->requests - stats->activates;
}
