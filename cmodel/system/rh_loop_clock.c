// SPDX-License-Identifier: Apache-2.0
// One clock of a closed loop. Whatever goes from one part to another was there before the edge, but what a controller
// answers within the clock: so cores and controllers come first, the networks last.
#include "cmodel/system/rh_loop_state.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_default.h"

static uint64_t sooner(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static bool is_counted(const struct rh_loop *loop) {
    return loop->cycle >= loop->setup.warmup;
}

/* The next request of a core that may issue, if it is due in this core clock, and its slot. */
static const struct rh_request *due(struct rh_loop *loop, unsigned core, unsigned *slot) {
    struct rh_loop_source *s = &loop->source[core];
    const struct rh_loop_cores *others = loop->others;
    uint64_t gap;
    *slot = rh_loop_first_slot(s);
    if (others != NULL)
        return others->next(others->user, core, slot);
    if (s->due != RH_LOOP_NEVER && s->due > loop->core_cycle)
        return NULL;
    const struct rh_request *next = rh_core_streams_front(loop->streams, core, &gap);
    if (next == NULL) {
        loop->left &= ~rh_bit(core);
        return NULL;
    }
    s->due = s->clock + gap;
    return loop->core_cycle >= s->due ? next : NULL;
}

bool rh_loop_check(const struct rh_loop *loop, const struct rh_request *request, struct rh_error *error) {
    if (request->channel >= loop->setup.controllers)
        return rh_error_field(error, "channels", "found a request to channel %u, expected channels below %u",
                              request->channel, loop->setup.controllers);
    return rh_default_request(request, loop->setup.preset, &loop->setup.geometry, error);
}

/* Streams were checked before the first clock. */
static bool is_possible(const struct rh_loop *loop, unsigned core, const struct rh_request *request, unsigned slot,
                        struct rh_error *error) {
    if (loop->others == NULL)
        return true;
    if (!rh_loop_is_free(&loop->source[core], slot))
        return rh_error_set(error, "core %u: found slot %u for a request, expected one that is not in flight", core,
                            slot);
    return rh_loop_check(loop, request, error);
}

static bool issue(struct rh_loop *loop, unsigned core, const struct rh_request *request, unsigned slot,
                  struct rh_error *error) {
    struct rh_loop_source *s = &loop->source[core];
    unsigned len = request->commands - 1U;
    unsigned tag = rh_loop_tag(loop, core, slot, len), column_bits = loop->setup.geometry.column_bits;
    const struct rh_network_message message = {
        .destination = (uint8_t)request->channel,
        .bank = request->bank,
        .row = request->row,
        .payload = (tag << 1 | request->write) << column_bits | request->column,
        .flits = (uint8_t)rh_packet_flits(&loop->setup, request->write || request->atomic ? request->commands : 0),
    };
    rh_network_direct_offer(loop->requests, core, &message);
    s->free[slot / 64] &= ~rh_bit(slot % 64);
    loop->free &= ~((uint64_t)(--s->slots == 0) << core);
    struct rh_loop_outstanding *f = &s->outstanding[slot];
    *f = (struct rh_loop_outstanding){
        .request = *request, .issued = loop->cycle, .left = RH_LOOP_NEVER, .counted = is_counted(loop)};
    if (loop->others == NULL || loop->others->clock == NULL)
        f->request.core = (uint16_t)core;
    if (f->counted) {
        loop->stats.count.issued++;
        s->stats.first_issue = s->begun ? s->stats.first_issue : loop->cycle;
        s->begun = true;
        if (!rh_locality_add(loop->before, &f->request))
            return rh_error_set(error, "closed loop: found no memory for localities, expected enough");
    }
    loop->issuing |= rh_bit(core);
    s->to = request->channel;
    s->clock = loop->core_cycle;
    s->due = RH_LOOP_NEVER;
    loop->in_flight++;
    loop->controller[request->channel].waiting++;
    loop->progress = loop->cycle;
    if (loop->others == NULL)
        rh_core_streams_take(loop->streams, core);
    return true;
}

/* A reply is back. */
static void receive(struct rh_loop *loop, unsigned core, unsigned tag) {
    struct rh_loop_source *s = &loop->source[core];
    unsigned slot = rh_loop_slot_of(loop, tag);
    struct rh_loop_outstanding *f = &s->outstanding[slot];
    s->free[slot / 64] |= rh_bit(slot % 64);
    s->slots++;
    loop->free |= rh_bit(core);
    loop->in_flight--;
    loop->progress = loop->cycle;
    if (!f->counted)
        return;
    const struct rh_observed *seen = &f->seen;
    const uint64_t part[RH_LOOP_PARTS] = {f->left - f->issued,          seen->accepted - f->left,
                                          seen->first - seen->accepted, seen->last - seen->first,
                                          seen->done - seen->last,      loop->cycle - seen->done};
    uint64_t all = loop->cycle - f->issued;
    for (unsigned k = 0; k < RH_LOOP_PARTS; k++)
        loop->stats.part[k] += part[k];
    rh_latency_add(&loop->stats.round_trip, all);
    loop->stats.count.answered++;
    s->stats.answered++;
    s->stats.reads += !f->request.write;
    s->stats.latency_cycles += all;
    s->stats.latency_max = all > s->stats.latency_max ? all : s->stats.latency_max;
    s->stats.last_reply = loop->cycle;
    struct rh_loop_trip trip = {loop->cycle, f->issued, f->left, *seen};
    trip.seen.arrival = f->issued;
    if (loop->setup.replied != NULL)
        loop->setup.replied(loop->setup.replied_user, &trip);
}

void rh_loop_observed(void *user, const struct rh_observed *request) {
    const struct rh_loop *loop = user;
    struct rh_loop_outstanding *f = rh_loop_outstanding_of(loop, request->tag);
    f->seen = *request;
    rh_row_hit_run_serve(loop->controller[request->channel].row_hit_run, request->bank, request->tag, request->first);
    if (f->counted && loop->setup.request != NULL)
        loop->setup.request(loop->setup.request_user, request);
}

static bool is_taken(const struct rh_loop *loop, unsigned core, unsigned tag) {
    const struct rh_loop_cores *others = loop->others;
    return others == NULL || others->reply(others->user, core, rh_loop_slot_of(loop, tag));
}

static void receive_replies(struct rh_loop *loop) {
    for (uint64_t set = rh_network_direct_messages(loop->replies); set != 0; set &= set - 1) {
        unsigned core = (unsigned)__builtin_ctzll(set);
        const struct rh_packet_ejector_state *e = rh_network_direct_ejector(loop->replies, core);
        if (!is_taken(loop, core, e->message_payload))
            continue;
        rh_network_direct_take(loop->replies, core);
        rh_network_direct_done(loop->requests, core);
        receive(loop, core, e->message_payload);
    }
}

static bool has_partitions(const struct rh_loop *loop) {
    return loop->setup.partition.queue != 0;
}

static uint16_t tag_at_ejector(const struct rh_loop *loop, unsigned number) {
    const struct rh_packet_ejector_state *e = rh_network_direct_ejector(loop->requests, number);
    return (uint16_t)(e->message_payload >> (loop->setup.geometry.column_bits + 1U));
}

/* The request that a controller is offered, by its ejector or its partition, and its tag; NULL: none. */
static const struct rh_request *offered(const struct rh_loop *loop, unsigned number, uint16_t *tag) {
    *tag = 0;
    if (has_partitions(loop)) {
        const struct rh_partition_entry *entry =
            rh_partition_offer(&loop->controller[number].partition, loop->core_cycle);
        if (entry == NULL)
            return NULL;
        *tag = entry->tag;
    } else if (rh_network_direct_messages(loop->requests) >> number & 1)
        *tag = tag_at_ejector(loop, number);
    else
        return NULL;
    return &rh_loop_outstanding_of(loop, *tag)->request;
}

static bool may_respond(const struct rh_loop *loop, unsigned number) {
    return has_partitions(loop) ? rh_partition_takes_response(&loop->controller[number].partition)
                                : rh_network_direct_is_ready(loop->replies, number);
}

void rh_loop_peek(const struct rh_loop *loop, unsigned number, struct rh_controller_out *out) {
    uint16_t tag;
    const struct rh_request *request = offered(loop, number, &tag);
    rh_channel_peek(loop->worker[number].channel, request, tag, may_respond(loop, number), out);
}

/* A request comes to the queue of its bank, or leaves it. */
static void count_queued(const struct rh_loop *loop, struct rh_loop_controller *c, unsigned bank, int change) {
    uint16_t *queued = &c->queued[bank];
    *queued = (uint16_t)(*queued + change);
    c->used += (unsigned)change;
    c->full = *queued >= loop->bank_depth ? c->full | rh_bit(bank) : c->full & ~rh_bit(bank);
}

/* What a clock with a request on offer adds: it is taken or not, and why not. */
static struct rh_loop_offer offer_of(const struct rh_loop *loop, const struct rh_loop_controller *c, bool refused) {
    const unsigned banks = loop->setup.geometry.banks;
    if (!refused || loop->bank_depth == 0)
        return (struct rh_loop_offer){.offered = 1, .refused = refused};
    return (struct rh_loop_offer){
        .offered = 1,
        .refused = 1,
        .bank_full = 1,
        .free_banks = banks - (unsigned)__builtin_popcountll(c->full | rh_bit(c->offer->bank)),
        .free_places = banks * loop->bank_depth - c->used,
    };
}

static void add_offers(struct rh_loop *loop, const struct rh_loop_offer *offer) {
    struct rh_loop_counts *count = &loop->stats.count;
    count->offered += offer->offered;
    count->refused += offer->refused;
    count->refused_bank_full += offer->bank_full;
    count->refused_free_banks += offer->free_banks;
    count->refused_free_places += offer->free_places;
}

/* What leaves in this clock has made room. */
static void count_offer(struct rh_loop *loop, struct rh_loop_controller *c, const struct rh_controller_out *out) {
    if (loop->bank_depth != 0 && out->col_cmd != RH_NOP && out->col_last)
        count_queued(loop, c, out->col_bank, -1);
    if (c->offer == NULL)
        return;
    if (loop->bank_depth != 0 && out->req_ready)
        count_queued(loop, c, c->offer->bank, 1);
    if (is_counted(loop)) {
        const struct rh_loop_offer offer = offer_of(loop, c, !out->req_ready);
        add_offers(loop, &offer);
    }
}

static bool accept(struct rh_loop *loop, unsigned number, uint16_t tag, struct rh_error *error) {
    struct rh_loop_controller *c = &loop->controller[number];
    struct rh_loop_outstanding *f = rh_loop_outstanding_of(loop, tag);
    if (has_partitions(loop))
        rh_partition_accepted(&c->partition);
    else
        rh_network_direct_take(loop->requests, number);
    c->waiting--;
    loop->progress = loop->cycle;
    if (rh_loop_is_own(loop, tag))
        f->counted = is_counted(loop);
    bool good = !f->counted || rh_locality_add(loop->after, &f->request);
    good = good && (!is_counted(loop) || rh_row_hit_run_accept(c->row_hit_run, loop->cycle, tag, &f->request));
    return good || rh_error_set(error, "closed loop: found no memory for localities, expected enough");
}

static void respond(struct rh_loop *loop, unsigned number, unsigned tag, bool write) {
    unsigned len = tag >> (loop->slot_bits + loop->core_bits);
    const struct rh_network_message message = {
        .destination = (uint8_t)rh_loop_core_of_tag(loop, tag),
        .payload = tag,
        .flits = (uint8_t)rh_packet_flits(&loop->setup, write ? 0 : len + 1),
    };
    rh_network_direct_offer(loop->replies, number, &message);
    loop->progress = loop->cycle;
}

static enum rh_system_end check_worker(struct rh_channel_worker *worker, struct rh_error *error) {
    enum rh_system_end end = rh_channel_worker_check(worker, worker->channel, worker->end);
    if (end != RH_SYSTEM_DONE)
        *error = worker->error;
    return end;
}

/* In a clock in which nothing happened: the controller rests if the next one is like it. */
static void begin_rest(struct rh_loop *loop, unsigned number, const struct rh_controller_out *out,
                       const struct rh_request *refused) {
    struct rh_loop_controller *c = &loop->controller[number];
    struct rh_loop_rest *rest = &loop->rest;
    if (!loop->sleeps || !(loop->awake >> number & 1))
        return;
    uint64_t bit = rh_bit(number), next = loop->cycle + 1;
    uint64_t until = rh_channel_rest(loop->worker[number].channel, refused, c->ready);
    if (until <= next)
        return;
    c->rests = until;
    c->adds = refused != NULL ? offer_of(loop, c, true) : (struct rh_loop_offer){0};
    rest->until = rest->who != 0 ? sooner(rest->until, until) : until;
    rest->who |= bit;
    rest->refused |= refused != NULL ? bit : 0;
    rest->responds |= out->rsp_valid && !c->ready ? bit : 0;
    rest->inactive |= !out->active ? bit : 0;
    rest->adds.offered += c->adds.offered;
    rest->adds.refused += c->adds.refused;
    rest->adds.bank_full += c->adds.bank_full;
    rest->adds.free_banks += c->adds.free_banks;
    rest->adds.free_places += c->adds.free_places;
}

static void end_rest(struct rh_loop *loop, unsigned number) {
    const struct rh_loop_offer *adds = &loop->controller[number].adds;
    struct rh_loop_rest *rest = &loop->rest;
    uint64_t others = ~rh_bit(number);
    rest->who &= others;
    rest->refused &= others;
    rest->responds &= others;
    rest->inactive &= others;
    rest->adds.offered -= adds->offered;
    rest->adds.refused -= adds->refused;
    rest->adds.bank_full -= adds->bank_full;
    rest->adds.free_banks -= adds->free_banks;
    rest->adds.free_places -= adds->free_places;
    rh_channel_pass_rest(loop->worker[number].channel, loop->cycle);
}

/* A clock of the controllers that rest: who is due, or has other inputs, does not any more; of the others it is like
 * the one before. */
static void clock_resting(struct rh_loop *loop) {
    struct rh_loop_rest *rest = &loop->rest;
    uint64_t ends = ((rh_network_direct_messages(loop->requests) ^ rest->refused) |
                     (rh_network_direct_ready(loop->replies) & rest->responds)) &
                    rest->who;
    if (loop->cycle >= rest->until) {
        rest->until = RH_LOOP_NEVER;
        for (uint64_t set = rest->who; set != 0; set &= set - 1) {
            unsigned k = (unsigned)__builtin_ctzll(set);
            if (loop->controller[k].rests <= loop->cycle)
                ends |= rh_bit(k);
            else
                rest->until = sooner(rest->until, loop->controller[k].rests);
        }
    }
    for (; ends != 0; ends &= ends - 1)
        end_rest(loop, (unsigned)__builtin_ctzll(ends));
    if (is_counted(loop)) {
        add_offers(loop, &rest->adds);
        loop->idle |= rest->inactive;
    }
}

enum rh_system_end rh_loop_wake(struct rh_loop *loop, unsigned number, struct rh_error *error) {
    struct rh_channel_worker *worker = &loop->worker[number];
    if (loop->rest.who >> number & 1)
        end_rest(loop, number);
    if (loop->awake >> number & 1)
        return RH_SYSTEM_DONE;
    loop->awake |= rh_bit(number);
    worker->end = rh_channel_pass_idle(worker->channel, loop->cycle);
    return check_worker(worker, error);
}

static enum rh_system_end clock_controller(struct rh_loop *loop, unsigned number, struct rh_error *error) {
    struct rh_loop_controller *c = &loop->controller[number];
    struct rh_channel_worker *worker = &loop->worker[number];
    uint16_t tag;
    if (!(loop->awake >> number & 1) && rh_loop_wake(loop, number, error) != RH_SYSTEM_DONE)
        return RH_SYSTEM_BROKEN;
    c->offer = offered(loop, number, &tag);
    c->ready = may_respond(loop, number);
    struct rh_request seen; /* the controller's source is the input of the network: a cluster, where cores share it */
    bool shares = c->offer != NULL && c->offer->core != rh_loop_core_of_tag(loop, tag);
    if (shares) {
        seen = *c->offer;
        seen.core = (uint16_t)rh_loop_core_of_tag(loop, tag);
    }
    const struct rh_request *offer = shares ? &seen : c->offer;
    worker->end = rh_channel_clock(worker->channel, offer, tag, c->ready);
    if (worker->end != RH_CHANNEL_HUNGRY)
        return check_worker(worker, error);
    const struct rh_controller_out *out = rh_channel_out(worker->channel);
    count_offer(loop, c, out);
    if (!out->active) {
        loop->idle |= (uint64_t)is_counted(loop) << number;
        loop->awake &= ~((uint64_t)(loop->sleeps && rh_channel_is_idle(worker->channel)) << number);
    }
    if (out->col_cmd != RH_NOP)
        loop->progress = loop->cycle;
    if (out->rsp_valid && c->ready && has_partitions(loop))
        rh_partition_respond(&c->partition, out->rsp_tag, out->rsp_write);
    else if (out->rsp_valid && c->ready)
        respond(loop, number, out->rsp_tag, out->rsp_write);
    bool refused = c->offer != NULL && !out->req_ready;
    bool good = c->offer == NULL || refused || accept(loop, number, tag, error);
    if (has_partitions(loop))
        rh_partition_memory_clock(&c->partition, loop->core_cycle, refused);
    else
        begin_rest(loop, number, out, refused ? offer : NULL);
    return good ? RH_SYSTEM_DONE : RH_SYSTEM_ERROR;
}

/* The L2 has answered, in place of a controller. */
static void note_answer(struct rh_loop *loop, unsigned tag) {
    struct rh_loop_outstanding *f = rh_loop_outstanding_of(loop, tag);
    f->seen = (struct rh_observed){.accepted = loop->cycle,
                                   .first = loop->cycle,
                                   .last = loop->cycle,
                                   .done = loop->cycle,
                                   .channel = f->request.channel,
                                   .tag = (uint16_t)tag};
}

/* What goes between the networks and the partitions in a clock of the networks. Gets the set of partitions that are not
 * empty. */
static uint64_t clock_partitions(struct rh_loop *loop) {
    uint64_t messages = rh_network_direct_messages(loop->requests), busy = 0;
    for (unsigned k = 0; k < loop->setup.controllers; k++) {
        struct rh_partition *p = &loop->controller[k].partition;
        const struct rh_partition_entry *reply = rh_partition_reply(p);
        bool arrives = messages >> k & 1 && rh_partition_is_open(p);
        if (loop->ticks.network && reply != NULL && rh_network_direct_is_ready(loop->replies, k)) {
            if (rh_loop_has_l2(loop))
                note_answer(loop, reply->tag);
            respond(loop, k, reply->tag, reply->write);
            rh_partition_replied(p);
        }
        if (loop->ticks.network && arrives) {
            rh_partition_arrive(p, tag_at_ejector(loop, k));
            rh_network_direct_take(loop->requests, k);
            loop->progress = loop->cycle;
        }
        if (loop->ticks.network)
            rh_partition_network_clock(p, loop->core_cycle);
        loop->controller[k].waiting += (uint64_t)(int64_t)p->passed;
        p->passed = 0;
        busy |= (uint64_t)!rh_partition_is_empty(p) << k;
    }
    return busy;
}

/* First flits that the injectors put on their links in this clock. */
static void note_leaving(struct rh_loop *loop) {
    for (uint64_t set = rh_network_direct_leaving(loop->requests); set != 0; set &= set - 1) {
        const struct rh_packet_injector_state *s =
            rh_network_direct_injector(loop->requests, (unsigned)__builtin_ctzll(set));
        struct rh_loop_outstanding *f =
            rh_loop_outstanding_of(loop, s->leave_payload >> (loop->setup.geometry.column_bits + 1U));
        if (f->left == RH_LOOP_NEVER)
            f->left = loop->cycle;
    }
}

static void count_clocks(struct rh_loop *loop, uint64_t fastest, uint64_t core, uint64_t network, uint64_t memory) {
    loop->core_cycle += core;
    if (is_counted(loop)) {
        loop->stats.count.core_cycles += core;
        loop->stats.count.network_cycles += network;
        loop->stats.cycles += memory;
    }
    loop->cycle += memory;
    loop->fastest_cycle += fastest;
}

/* The clocks of the fastest in which nothing happens: short of the next issue, and of the next memory clock in which
 * there is something to do besides. */
static uint64_t idle_clocks(const struct rh_loop *loop) {
    const struct rh_loop_setup *s = &loop->setup;
    const struct rh_loop_rates *r = &loop->rates;
    uint64_t last = loop->cycle | (RH_LOOP_PROGRESS - 1);
    if (!loop->sleeps || loop->in_flight != 0 || loop->awake != 0 || loop->core_cycle >= loop->due ||
        loop->due == RH_LOOP_NEVER || !rh_network_direct_is_quiet(loop->requests) ||
        !rh_network_direct_is_quiet(loop->replies))
        return 0;
    if (loop->cycle < s->warmup)
        last = sooner(last, s->warmup - 1);
    last = sooner(sooner(last, loop->epoch_end - 1), s->cycles - 1); /* cycles 0: no end */
    if (last == loop->cycle)
        return 0;
    return sooner(rh_clock_enable_clocks(&loop->clocks.memory, r->memory, r->fastest, last - loop->cycle),
                  rh_clock_enable_clocks(&loop->clocks.core, r->core, r->fastest, loop->due - loop->core_cycle));
}

void rh_loop_skip(struct rh_loop *loop) {
    const struct rh_loop_rates *r = &loop->rates;
    uint64_t clocks = idle_clocks(loop);
    if (clocks == 0)
        return;
    uint64_t core = rh_clock_enable_skip(&loop->clocks.core, r->core, r->fastest, clocks);
    uint64_t network = rh_clock_enable_skip(&loop->clocks.network, r->network, r->fastest, clocks);
    uint64_t memory = rh_clock_enable_skip(&loop->clocks.memory, r->memory, r->fastest, clocks);
    loop->idle = is_counted(loop) ? rh_mask(loop->setup.controllers) : 0;
    rh_loop_wait_query(loop);
    rh_loop_wait_count(loop, network != 0, memory);
    rh_network_direct_idle(loop->requests, network != 0, clocks);
    rh_network_direct_idle(loop->replies, network != 0, clocks);
    count_clocks(loop, clocks, core, network, memory);
    loop->progress = loop->cycle; /* waiting for a gap is no lack of it */
}

/* Cores issue, each at most one request in a core clock. */
static bool issue_all(struct rh_loop *loop, struct rh_error *error) {
    const bool clocked = loop->others != NULL && loop->others->clock != NULL;
    const uint64_t offers = clocked ? loop->others->offers : loop->left;
    const uint64_t may = offers & loop->free & rh_network_direct_ready(loop->requests);
    uint64_t next = loop->others == NULL && may == loop->left ? RH_LOOP_NEVER : loop->core_cycle;
    loop->gaps = 0;
    for (uint64_t set = may; set != 0; set &= set - 1) {
        unsigned k = (unsigned)__builtin_ctzll(set), slot;
        const struct rh_request *request = due(loop, k, &slot);
        if (request != NULL && !(is_possible(loop, k, request, slot, error) && issue(loop, k, request, slot, error)))
            return false;
        next = sooner(next, request != NULL ? loop->core_cycle : loop->source[k].due);
    }
    loop->due = next;
    return true;
}

enum rh_system_end rh_loop_clock(struct rh_loop *loop, struct rh_error *error) {
    loop->ticks = rh_loop_clocks_cycle(&loop->clocks, &loop->rates);
    const struct rh_loop_cores *clocked = loop->others != NULL && loop->others->clock != NULL ? loop->others : NULL;
    loop->idle = loop->issuing = 0;
    receive_replies(loop);
    if (clocked != NULL && loop->ticks.core && !clocked->clock(clocked->user, error))
        return RH_SYSTEM_ERROR;
    bool issues = loop->ticks.core || (clocked != NULL && loop->ticks.network);
    if (issues && loop->core_cycle >= loop->due && !issue_all(loop, error))
        return RH_SYSTEM_ERROR;
    uint64_t awake =
        loop->awake | (has_partitions(loop) ? clock_partitions(loop) : rh_network_direct_messages(loop->requests));
    if (loop->ticks.memory && is_counted(loop))
        loop->idle = rh_mask(loop->setup.controllers) & ~awake;
    if (loop->ticks.memory && loop->rest.who != 0)
        clock_resting(loop);
    for (uint64_t set = loop->ticks.memory ? awake & ~loop->rest.who : 0; set != 0; set &= set - 1) {
        enum rh_system_end end = clock_controller(loop, (unsigned)__builtin_ctzll(set), error);
        if (end != RH_SYSTEM_DONE)
            return end;
    }
    if (loop->idle != 0)
        rh_loop_wait_query(loop);
    if (loop->setup.edge != NULL)
        loop->setup.edge(loop->setup.watch_user);
    rh_network_direct_clock(loop->requests, loop->ticks.network);
    rh_network_direct_clock(loop->replies, loop->ticks.network);
    if (loop->idle != 0)
        rh_loop_wait_count(loop, loop->ticks.network, 1);
    if (loop->ticks.network)
        note_leaving(loop);
    count_clocks(loop, 1, loop->ticks.core, loop->ticks.network, loop->ticks.memory);
    return RH_SYSTEM_DONE;
}
