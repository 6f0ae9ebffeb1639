// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_closed_loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/channel/rh_channel_state.h"
#include "cmodel/system/rh_loop_state.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_default.h"

unsigned rh_packet_flits(const struct rh_loop_setup *setup, unsigned commands) {
    unsigned bytes = commands * rh_preset_command_bytes(setup->preset), flit = setup->flit_bytes;
    return (setup->head_flits != 0 ? setup->head_flits : 1U) + (bytes + flit - 1) / flit;
}

enum { CORES = 28, CONTROLLERS = 8, MOST_TAG_BITS = 16, MOST_LIMIT = UINT8_MAX /* of an injector */ };

static const uint64_t MOST_GAP = UINT64_C(1000000000);

static unsigned or_else(unsigned value, unsigned defaults) {
    return value != 0 ? value : defaults;
}

static uint32_t divisor(uint32_t a, uint32_t b) {
    while (b != 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* In the time of 10^6 clocks of the memory cores and networks have MHz times the period in ps. */
static bool fill_clocks(struct rh_loop *loop, struct rh_error *error) {
    struct rh_loop_setup *s = &loop->setup;
    const struct {
        const char *name;
        uint16_t *mhz, defaults;
    } clocks[] = {{"core_mhz", &s->core_mhz, 325}, {"network_mhz", &s->network_mhz, 650}};
    for (unsigned k = 0; k < 2; k++) {
        *clocks[k].mhz = (uint16_t)or_else(*clocks[k].mhz, clocks[k].defaults);
        if (*clocks[k].mhz > RH_LOOP_MOST_MHZ)
            return rh_error_field(error, clocks[k].name, "found %u, expected at most %u", *clocks[k].mhz,
                                  (unsigned)RH_LOOP_MOST_MHZ);
    }
    uint32_t core = s->core_mhz * s->preset->tck_ps, network = s->network_mhz * s->preset->tck_ps, memory = 1000000;
    uint32_t common = divisor(divisor(core, network), memory);
    uint32_t fastest = core > network ? core : network;
    fastest = fastest > memory ? fastest : memory;
    loop->rates = (struct rh_loop_rates){core / common, network / common, memory / common, fastest / common};
    loop->stats.core_mhz = s->core_mhz;
    loop->stats.network_mhz = s->network_mhz;
    loop->stats.memory_mhz = 1e6 / s->preset->tck_ps;
    return true;
}

unsigned rh_loop_most_outstanding(unsigned cores, bool l2) {
    unsigned most = 1U << (MOST_TAG_BITS - RH_LOOP_LEN_BITS - rh_log2_up(cores + l2));
    return most < RH_LOOP_MOST_SLOTS ? most : RH_LOOP_MOST_SLOTS;
}

/* The tag is the loop's, whatever the caller says; the payload holds it beside column and direction. */
static bool fill_widths(struct rh_loop *loop, struct rh_error *error) {
    struct rh_loop_setup *s = &loop->setup;
    loop->core_bits = rh_log2_up(s->cores + rh_loop_has_l2(loop));
    loop->slot_bits = rh_log2_up(s->outstanding);
    loop->slot_bits = loop->slot_bits < RH_LOOP_SLOT_BITS ? RH_LOOP_SLOT_BITS : loop->slot_bits;
    s->geometry.tag_bits = (uint8_t)(loop->slot_bits + loop->core_bits + RH_LOOP_LEN_BITS);
    if (s->geometry.tag_bits > MOST_TAG_BITS)
        return rh_error_field(error, "outstanding", "found %u on %u cores, expected at most %u", s->outstanding,
                              s->cores, rh_loop_most_outstanding(s->cores, rh_loop_has_l2(loop)));
    if (!rh_default_fill(s->preset, &s->geometry, &s->constraints, error))
        return false;
    unsigned payload = s->geometry.tag_bits + 1U + s->geometry.column_bits;
    unsigned flits = rh_packet_flits(&loop->setup, RH_MAX_COMMANDS);
    if (payload > RH_INJECTOR_MOST_payload_bits)
        return rh_error_field(error, "network", "found %u bits of column, direction and tag, expected at most %u",
                              payload, (unsigned)RH_INJECTOR_MOST_payload_bits);
    if (flits > RH_INJECTOR_MOST_most_flits)
        return rh_error_field(error, "flit_bytes", "found packets of up to %u flits, expected at most %u", flits,
                              (unsigned)RH_INJECTOR_MOST_most_flits);
    s->network.payload_bits = (uint8_t)payload;
    s->network.banks = s->geometry.banks;
    s->network.row_bits = s->geometry.row_bits;
    s->network.most_flits = (uint8_t)flits;
    return true;
}

static bool check_partition(const struct rh_partition_setup *p, struct rh_error *error) {
    enum { MOST_QUEUE = 256, MOST_DELAY = 10000 };
    const unsigned l2 = p->l2_lines != 0;
    const struct {
        const char *name;
        unsigned value, least, most;
    } values[] = {{"queue", p->queue, 0, MOST_QUEUE},           {"port", p->port, 1, MOST_QUEUE},
                  {"accept", p->accept, 1, p->queue},           {"delay", p->delay, 0, MOST_DELAY},
                  {"dram_delay", p->dram_delay, 0, MOST_DELAY}, {"most", p->most, 1, UINT16_MAX},
                  {"l2_lines", p->l2_lines, 0, RH_LRU_LINES},   {"l2_ways", p->l2_ways, l2, RH_LRU_LINES},
                  {"l2_misses", p->l2_misses, l2, UINT16_MAX},  {"l2_merges", p->l2_merges, l2, RH_CACHE_MERGES}};
    for (unsigned k = 0; k < sizeof values / sizeof values[0] && p->queue != 0; k++)
        if (values[k].value < values[k].least || values[k].value > values[k].most)
            return rh_error_field(error, "partition", "found %s %u, expected %u to %u", values[k].name, values[k].value,
                                  values[k].least, values[k].most);
    return true;
}

static bool fill(struct rh_loop *loop, struct rh_error *error) {
    struct rh_loop_setup *s = &loop->setup;
    s->cores = (uint8_t)or_else(s->cores, CORES);
    s->controllers = (uint8_t)or_else(s->controllers, CONTROLLERS);
    s->outstanding = (uint16_t)or_else(s->outstanding, RH_LOOP_SLOTS);
    const struct rh_topology_traits *traits = rh_topology_traits(s->topology);
    if (traits == NULL)
        return rh_error_field(error, "topology", "found %u, expected less than %d", (unsigned)s->topology,
                              RH_TOPOLOGIES);
    s->flit_bytes = (uint8_t)or_else(s->flit_bytes, traits->flit_bytes);
    if (s->outstanding > RH_LOOP_MOST_SLOTS)
        return rh_error_field(error, "outstanding", "found %u, expected at most %u", s->outstanding,
                              (unsigned)RH_LOOP_MOST_SLOTS);
    if (s->ops == NULL)
        s->ops = rh_controller_find(RH_DEFAULT_CONTROLLER);
    if (s->preset == NULL) {
        s->preset = &loop->defaults;
        if (!rh_preset_find(NULL, &loop->defaults, error))
            return false;
    }
    if (s->network.allocator == NULL)
        s->network.allocator = rh_allocator_find(RH_DEFAULT_ALLOCATOR);
    /* Slots limit as well. */
    s->network.outstanding_limit = (uint8_t)(s->outstanding <= MOST_LIMIT ? s->outstanding : 0);
    return rh_topology_make(&s->network.topology, s->topology, s->cores, s->controllers, s->columns, false, error) &&
           fill_clocks(loop, error) && fill_widths(loop, error) && check_partition(&s->partition, error);
}

static bool open_networks(struct rh_loop *loop, struct rh_error *error) {
    struct rh_loop_setup *s = &loop->setup;
    struct rh_network_setup replies = s->network;
    if (!rh_topology_make(&replies.topology, s->topology, s->cores, s->controllers, s->columns, true, error))
        return false;
    replies.stays_given = false;
    replies.hold = replies.hold_limit = replies.row_affine = replies.outstanding_limit = 0;
    replies.banks = replies.row_bits = 1;
    replies.payload_bits = s->geometry.tag_bits;
    loop->requests = rh_network_direct_open(&s->network, error);
    loop->replies = loop->requests != NULL ? rh_network_direct_open(&replies, error) : NULL;
    return loop->replies != NULL;
}

static bool open_workers(struct rh_loop *loop, struct rh_error *error) {
    const struct rh_loop_setup *s = &loop->setup;
    bool good = true;
    loop->system = (struct rh_system_setup){.type = &rh_model_worker,
                                            .preset = s->preset,
                                            .ops = s->ops,
                                            .geometry = s->geometry,
                                            .constraints = s->constraints,
                                            .warmup = s->warmup,
                                            .judge = s->judge,
                                            .cycle_by_cycle = s->cycle_by_cycle || s->watch != NULL,
                                            .surrounded = true,
                                            .no_warps = !s->warps,
                                            .unwatched = s->unwatched,
                                            .sink = s->sink,
                                            .sink_user = s->sink_user,
                                            .request = rh_loop_observed,
                                            .request_user = loop,
                                            .epoch = s->epoch,
                                            .epoch_end = s->epoch_end,
                                            .epoch_user = s->epoch_user};
    for (unsigned k = 0; good && k < s->controllers; k++) {
        loop->worker[k].setup = &loop->system;
        loop->worker[k].number = k;
        good = rh_channel_worker_open(&loop->worker[k], error);
    }
    return good;
}

static struct rh_request *request_of(void *user, uint16_t tag) {
    return &rh_loop_outstanding_of(user, tag)->request;
}

/* The slices of the L2, each with its share of the tags. */
static bool open_l2(struct rh_loop *loop, struct rh_error *error) {
    const struct rh_loop_setup *s = &loop->setup;
    unsigned numbers = 1U << (loop->slot_bits + RH_LOOP_LEN_BITS), share = numbers / s->controllers;
    unsigned command = rh_preset_command_bytes(s->preset), blocks = s->partition.l2_line / command;
    share = share < RH_PARTITION_OWN ? share : RH_PARTITION_OWN;
    if (blocks == 0 || blocks > RH_CACHE_BLOCKS || s->partition.l2_line % command != 0)
        return rh_error_field(error, "partition", "found lines of %u bytes in the L2, expected 1 to %u times %u",
                              s->partition.l2_line, (unsigned)RH_CACHE_BLOCKS, command);
    loop->own = calloc(numbers, sizeof *loop->own);
    bool good = loop->own != NULL;
    for (unsigned k = 0; good && k < s->controllers; k++) {
        struct rh_l2_slice l2 = {.tags = 1U << (loop->slot_bits + loop->core_bits),
                                 .channel = (uint16_t)k,
                                 .banks = s->geometry.banks,
                                 .columns = 1U << s->geometry.column_bits};
        for (unsigned i = 0; i < share; i++)
            l2.tag[i] = (uint16_t)rh_loop_own_tag(loop, k * share + i);
        good = rh_partition_open_l2(&loop->controller[k].partition, &l2, blocks, share,
                                    (unsigned)s->cores << loop->slot_bits);
    }
    return good || rh_error_set(error, "closed loop: found no memory, expected enough");
}

static bool open_parts(struct rh_loop *loop, struct rh_error *error) {
    const struct rh_loop_setup *s = &loop->setup;
    loop->source = calloc(s->cores, sizeof *loop->source);
    loop->outstanding = calloc((size_t)s->cores << loop->slot_bits, sizeof *loop->outstanding);
    loop->before = rh_locality_open(s->controllers, s->geometry.banks);
    loop->after = rh_locality_open(s->controllers, s->geometry.banks);
    bool good = loop->source != NULL && loop->outstanding != NULL && loop->before != NULL && loop->after != NULL;
    for (unsigned k = 0; good && k < s->controllers; k++) {
        loop->controller[k].row_hit_run = rh_row_hit_run_open(s->geometry.banks, s->cta_warps);
        loop->controller[k].partition.request = request_of;
        loop->controller[k].partition.user = loop;
        good = loop->controller[k].row_hit_run != NULL &&
               (s->partition.queue == 0 || rh_partition_open(&loop->controller[k].partition, &s->partition,
                                                             (unsigned)s->cores << loop->slot_bits));
    }
    if (!good)
        return rh_error_set(error, "closed loop: found no memory, expected enough");
    if (!open_workers(loop, error) || (rh_loop_has_l2(loop) && !open_l2(loop, error)))
        return false;
    for (unsigned k = 0; k < s->cores; k++) {
        struct rh_loop_source *source = &loop->source[k];
        for (unsigned w = 0; w < s->outstanding; w += 64)
            source->free[w / 64] = rh_mask(s->outstanding - w < 64 ? s->outstanding - w : 64);
        source->slots = s->outstanding;
        source->outstanding = &loop->outstanding[(size_t)k << loop->slot_bits];
        source->due = RH_LOOP_NEVER;
    }
    loop->awake = rh_mask(s->controllers);
    loop->left = loop->free = rh_mask(s->cores);
    loop->watchdog = rh_channel_watchdog(&s->constraints) + 4032 +
                     64 * (uint64_t)loop->rates.memory / loop->rates.network +
                     (uint64_t)(s->partition.delay + s->partition.dram_delay) * loop->rates.memory / loop->rates.core;
    loop->epoch_end = s->epoch != 0 ? s->warmup + s->epoch : UINT64_MAX;
    loop->bank_depth = rh_controller_bank_depth(s->ops, &s->geometry);
    rh_loop_wait_open(loop);
    return true;
}

struct rh_loop *rh_loop_open(const struct rh_loop_setup *setup, struct rh_error *error) {
    struct rh_loop *loop = calloc(1, sizeof *loop);
    if (loop == NULL) {
        rh_error_set(error, "closed loop: found no memory, expected enough");
        return NULL;
    }
    loop->setup = *setup;
    if (fill(loop, error) && open_networks(loop, error) && open_parts(loop, error))
        return loop;
    rh_loop_close(loop);
    return NULL;
}

void rh_loop_close(struct rh_loop *loop) {
    if (loop == NULL)
        return;
    for (unsigned k = 0; k < RH_TOPOLOGY_MOST_NODES; k++) {
        rh_row_hit_run_close(loop->controller[k].row_hit_run);
        rh_partition_close(&loop->controller[k].partition);
        rh_channel_worker_close(&loop->worker[k]);
    }
    rh_network_direct_close(loop->requests);
    rh_network_direct_close(loop->replies);
    rh_locality_close(loop->before);
    rh_locality_close(loop->after);
    free(loop->source);
    free(loop->outstanding);
    free(loop->own);
    free(loop);
}

/* True when the loop is drained, at the end of a clock of the memory. */
static bool is_drained(const struct rh_loop *loop) {
    uint64_t gap;
    if (loop->fastest_cycle != 0 && !loop->ticks.memory)
        return false;
    if (loop->others != NULL)
        return loop->others->is_done(loop->others->user);
    if (loop->in_flight != 0)
        return false;
    for (unsigned k = 0; k < loop->setup.cores; k++)
        if (rh_core_streams_front(loop->streams, k, &gap) != NULL)
            return false;
    return true;
}

bool rh_loop_check_streams(const struct rh_loop *loop, struct rh_core_streams *streams, struct rh_error *error) {
    uint64_t gap;
    rh_core_streams_rewind(streams);
    for (unsigned k = 0; k < loop->setup.cores; k++)
        for (const struct rh_request *r; (r = rh_core_streams_front(streams, k, &gap)) != NULL;
             rh_core_streams_take(streams, k)) {
            if (gap > MOST_GAP)
                return rh_error_field(error, "load",
                                      "found a gap of %llu core clocks on core %u, expected at most %llu, for every "
                                      "clock is run",
                                      (unsigned long long)gap, k, (unsigned long long)MOST_GAP);
            if (!rh_loop_check(loop, r, error))
                return false;
        }
    rh_core_streams_rewind(streams);
    return true;
}

/* Waiting for a stream's gap is no lack of progress. */
static bool is_stuck(struct rh_loop *loop) {
    if (loop->cycle - loop->progress <= loop->watchdog)
        return false;
    bool due = false;
    for (unsigned k = 0; k < loop->setup.cores; k++)
        due |= loop->source[k].due <= loop->core_cycle;
    if (loop->in_flight == 0 && !due)
        loop->progress = loop->cycle;
    return loop->in_flight != 0 || due;
}

static struct rh_cache_counts l2_counts(const struct rh_loop *loop) {
    struct rh_cache_counts sum = {0};
    for (unsigned k = 0; k < loop->setup.controllers; k++)
        rh_cache_counts_add(&sum, &loop->controller[k].partition.l2.cache.count);
    return sum;
}

/* The warm-up ends: what networks count from their start on. */
static void leave_out(struct rh_loop *loop) {
    const struct rh_network_counts *to = rh_network_direct_counts(loop->requests);
    loop->flits_before = to->flits;
    loop->replies_before = rh_network_direct_counts(loop->replies)->flits;
    loop->granted_before = to->granted;
    loop->held_before = to->held;
    loop->l2_before = l2_counts(loop);
    if (loop->others != NULL && loop->others->warmed_up != NULL)
        loop->others->warmed_up(loop->others->user);
}

/* Copies the present counts of the networks and other parts into the loop's statistics. */
static void count_all(struct rh_loop *loop) {
    const struct rh_network_counts *to = rh_network_direct_counts(loop->requests);
    struct rh_loop_stats *stats = &loop->stats;
    struct rh_loop_counts *count = &stats->count;
    struct rh_row_hit_run_count all = {0};
    memset(stats->wait, 0, sizeof stats->wait);
    for (unsigned k = 0; k < loop->setup.controllers; k++) {
        rh_row_hit_run_merge(&all, rh_row_hit_run_counts(loop->controller[k].row_hit_run));
        for (unsigned w = 0; w < RH_LOOP_WAITS; w++)
            stats->wait[w] += loop->controller[k].wait[w];
    }
    const struct rh_cache_counts l2 = l2_counts(loop);
    count->l2_hits = l2.hits - loop->l2_before.hits;
    count->l2_misses = l2.misses - loop->l2_before.misses;
    count->l2_merges = l2.merges - loop->l2_before.merges;
    count->l2_writes = l2.writes - loop->l2_before.writes;
    count->l2_evictions = l2.evictions - loop->l2_before.evictions;
    count->l2_writebacks = l2.writebacks - loop->l2_before.writebacks;
    count->request_flits = to->flits - loop->flits_before;
    count->reply_flits = rh_network_direct_counts(loop->replies)->flits - loop->replies_before;
    count->granted = to->granted - loop->granted_before;
    count->held = to->held - loop->held_before;
    count->row_hit_runs = all.row_hit_runs;
    count->row_hit_runs_broken = all.broken;
    count->stranded = all.stranded;
    count->row_hit_runs_other_core = all.broken_by[RH_ROW_HIT_RUN_OTHER_CORE];
    count->row_hit_runs_other_cta = all.broken_by[RH_ROW_HIT_RUN_OTHER_CTA];
    count->row_hit_runs_same_cta = all.broken_by[RH_ROW_HIT_RUN_SAME_CTA];
    count->row_hit_runs_same_warp = all.broken_by[RH_ROW_HIT_RUN_SAME_WARP];
}

/* How the loop's counts stand. */
static struct rh_loop_epoch stand(struct rh_loop *loop) {
    const struct rh_loop_stats *stats = &loop->stats;
    count_all(loop);
    struct rh_loop_epoch now = {.number = loop->epoch.number + 1, .cycles = stats->cycles, .count = stats->count};
    now.round_trip = (struct rh_epoch_latency){stats->round_trip.count, stats->round_trip.sum};
    memcpy(now.part, stats->part, sizeof now.part);
    memcpy(now.wait, stats->wait, sizeof now.wait);
    return now;
}

/* An epoch has ended, unless it is empty. */
static enum rh_system_end end_epoch(struct rh_loop *loop, struct rh_error *error) {
    enum rh_system_end end = RH_SYSTEM_DONE;
    struct rh_loop_epoch *mark = &loop->epoch;
    uint64_t now[sizeof *mark / sizeof(uint64_t)], before[sizeof now / sizeof now[0]]; /* the number, then counts */
    if (loop->setup.epoch == 0 || loop->stats.cycles == mark->cycles)
        return end;
    for (unsigned k = 0; end == RH_SYSTEM_DONE && k < loop->setup.controllers; k++) {
        end = rh_loop_wake(loop, k, error);
        rh_channel_end_epoch(loop->worker[k].channel);
    }
    struct rh_loop_epoch stands = stand(loop), added;
    memcpy(now, &stands, sizeof now);
    memcpy(before, mark, sizeof before);
    now[0] = mark->number;
    for (unsigned i = 1; i < sizeof now / sizeof now[0]; i++)
        now[i] -= before[i];
    memcpy(&added, now, sizeof added);
    *mark = stands;
    loop->setup.loop_epoch_end(loop->setup.epoch_user, &added);
    return end;
}

static bool is_watched(struct rh_loop *loop, bool behind, struct rh_error *error) {
    const struct rh_loop_setup *s = &loop->setup;
    return s->watch == NULL || s->watch(s->watch_user, behind) ||
           rh_error_set(error, "%s: stopped by who watches it", s->ops->name);
}

static enum rh_system_end clock_once(struct rh_loop *loop, struct rh_error *error) {
    if (!is_watched(loop, false, error))
        return RH_SYSTEM_BROKEN;
    enum rh_system_end end = rh_loop_clock(loop, error);
    if (end != RH_SYSTEM_DONE)
        return end;
    if (!is_watched(loop, true, error))
        return RH_SYSTEM_BROKEN;
    if (loop->ticks.memory && loop->cycle == loop->setup.warmup)
        leave_out(loop);
    if (loop->ticks.memory && loop->cycle == loop->epoch_end) {
        end = end_epoch(loop, error);
        loop->epoch_end += loop->setup.epoch;
    }
    return end;
}

static enum rh_system_end run(struct rh_loop *loop, struct rh_error *error) {
    const struct rh_loop_setup *s = &loop->setup;
    while (s->cycles == 0 || loop->cycle < s->cycles) {
        if (is_drained(loop))
            break;
        if (loop->others == NULL)
            rh_loop_skip(loop);
        enum rh_system_end end = clock_once(loop, error);
        if (end != RH_SYSTEM_DONE)
            return end;
        if (is_stuck(loop)) {
            rh_error_set(error,
                         "closed loop: cycle %llu: found %llu requests in flight and nothing that moved for %llu "
                         "clocks, expected an answer",
                         (unsigned long long)loop->cycle, (unsigned long long)loop->in_flight,
                         (unsigned long long)loop->watchdog);
            return RH_SYSTEM_BROKEN;
        }
        if (loop->cycle % RH_LOOP_PROGRESS != 0)
            continue;
        if (s->progress != NULL)
            s->progress(s->progress_user, loop->stats.count.answered);
        if (s->stop != NULL && s->stop(s->stop_user))
            break;
    }
    return RH_SYSTEM_DONE;
}

static enum rh_system_end finish(struct rh_loop *loop, struct rh_error *error) {
    struct rh_loop_core *cores = calloc(loop->setup.cores, sizeof *cores);
    enum rh_system_end end = end_epoch(loop, error);
    count_all(loop);
    loop->stats.before = rh_locality_total(loop->before);
    loop->stats.after = rh_locality_total(loop->after);
    for (unsigned k = 0; cores != NULL && k < loop->setup.cores; k++)
        cores[k] = loop->source[k].stats;
    if (cores != NULL)
        loop->stats.jain_index = rh_loop_jain(cores, loop->setup.cores);
    free(cores);
    for (unsigned k = 0; end == RH_SYSTEM_DONE && k < loop->setup.controllers; k++) {
        struct rh_channel_worker *worker = &loop->worker[k];
        end = rh_loop_wake(loop, k, error);
        rh_channel_worker_judge_end(worker);
        rh_stats_merge(&worker->stats, rh_channel_stats(worker->channel)); /* a copy would touch whole histograms */
        rh_stats_finish(&worker->stats, loop->stats.cycles);
        rh_stats_merge(&loop->total, &worker->stats);
    }
    return end;
}

enum rh_system_end rh_loop_run(struct rh_loop *loop, struct rh_core_streams *streams, struct rh_error *error) {
    loop->streams = streams;
    loop->others = NULL;
    loop->sleeps = loop->setup.watch == NULL && !loop->setup.cycle_by_cycle;
    if (!rh_loop_check_streams(loop, streams, error))
        return RH_SYSTEM_ERROR;
    enum rh_system_end end = run(loop, error);
    return end == RH_SYSTEM_DONE ? rh_loop_end(loop, error) : end;
}

enum rh_system_end rh_loop_run_cores(struct rh_loop *loop, const struct rh_loop_cores *others, struct rh_error *error) {
    loop->others = others;
    loop->sleeps = loop->setup.watch == NULL && !loop->setup.cycle_by_cycle;
    enum rh_system_end end = run(loop, error);
    return end == RH_SYSTEM_DONE ? rh_loop_end(loop, error) : end;
}

bool rh_loop_run_cycle(struct rh_loop *loop, const struct rh_loop_cores *cores, struct rh_error *error) {
    loop->others = cores;
    bool good = clock_once(loop, error) == RH_SYSTEM_DONE;
    loop->others = NULL; /* they are the caller's, and may be gone before the next clock */
    return good;
}

enum rh_system_end rh_loop_end(struct rh_loop *loop, struct rh_error *error) {
    enum rh_system_end end = finish(loop, error);
    return end != RH_SYSTEM_DONE ? end : rh_channel_workers_verdict(loop->worker, loop->setup.controllers, error);
}

uint64_t rh_loop_cycle(const struct rh_loop *loop) {
    return loop->cycle;
}

const struct rh_loop_rates *rh_loop_rates_of(const struct rh_loop *loop) {
    return &loop->rates;
}

const struct rh_loop_setup *rh_loop_setup_of(const struct rh_loop *loop) {
    return &loop->setup;
}

const struct rh_loop_stats *rh_loop_stats_of(const struct rh_loop *loop) {
    return &loop->stats;
}

const struct rh_loop_core *rh_loop_core_of(const struct rh_loop *loop, unsigned core) {
    return &loop->source[core].stats;
}

const struct rh_stats *rh_loop_channel(const struct rh_loop *loop, unsigned channel) {
    return &loop->worker[channel].stats;
}

const struct rh_stats *rh_loop_total(const struct rh_loop *loop) {
    return &loop->total;
}

const uint64_t *rh_loop_waits(const struct rh_loop *loop, unsigned channel) {
    return loop->controller[channel].wait;
}

uint64_t rh_loop_link_waits(const struct rh_loop *loop, unsigned router, unsigned output) {
    return loop->link_wait[router][output];
}

const struct rh_topology *rh_loop_topology(const struct rh_loop *loop) {
    return &loop->setup.network.topology;
}

struct rh_locality_count rh_loop_locality(const struct rh_loop *loop, unsigned channel) {
    struct rh_locality_count after = rh_locality_channel(loop->after, channel);
    after.changes_before = rh_locality_channel(loop->before, channel).changes_before;
    return after;
}

uint64_t rh_loop_judged(const struct rh_loop *loop, uint64_t *checks) {
    return rh_channel_workers_judged(loop->worker, loop->setup.controllers, checks);
}

uint64_t rh_loop_rules_broken(const struct rh_loop *loop) {
    return rh_channel_workers_rules_broken(loop->worker, loop->setup.controllers);
}
