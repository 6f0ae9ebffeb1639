// SPDX-License-Identifier: Apache-2.0
// One clock of a closed loop. Whatever goes from one part to another was there before the edge, but what a controller
// answers within the clock: so cores and controllers come first, the networks last.
#include <stdio.h>
#include <string.h>

#include "cmodel/run/rh_loop_state.h"
#include "rowhold/rh_bits.h"

static bool is_counted(const struct rh_loop *loop) {
    return loop->cycle >= loop->setup.warmup;
}

/* The next request of a core, if it may be issued in this core clock, and its slot. */
static const struct rh_request *due(struct rh_loop *loop, unsigned core, unsigned *slot) {
    struct rh_loop_source *s = &loop->source[core];
    const struct rh_loop_cores *others = loop->others;
    uint64_t gap;
    *slot = s->free != 0 ? (unsigned)__builtin_ctzll(s->free) : 0;
    if (others != NULL)
        return s->free != 0 && rh_network_direct_is_ready(loop->requests, core) ? others->next(others->user, core, slot)
                                                                                : NULL;
    const struct rh_request *next = rh_core_streams_front(loop->streams, core, &gap);
    if (next == NULL)
        return NULL;
    if (s->due == RH_LOOP_NEVER)
        s->due = s->clock + gap;
    return loop->core_cycle >= s->due && s->free != 0 && rh_network_direct_is_ready(loop->requests, core) ? next : NULL;
}

/* Streams were checked before the first clock. */
static bool is_possible(const struct rh_loop *loop, unsigned core, const struct rh_request *request, unsigned slot,
                        struct rh_error *error) {
    if (loop->others == NULL)
        return true;
    if (slot >= RH_LOOP_SLOTS || !(loop->source[core].free >> slot & 1))
        return rh_error_set(error, "core %u: found slot %u for a request, expected one that is not in flight", core,
                            slot);
    return rh_loop_check(loop, request, error);
}

static bool issue(struct rh_loop *loop, unsigned core, const struct rh_request *request, unsigned slot,
                  struct rh_error *error) {
    struct rh_loop_source *s = &loop->source[core];
    unsigned extra = request->commands - 1U;
    unsigned tag = rh_loop_tag(loop, core, slot, extra), column_bits = loop->setup.geometry.column_bits;
    const struct rh_network_message message = {
        .destination = (uint8_t)request->channel,
        .bank = request->bank,
        .row = request->row,
        .payload = (tag << 1 | request->write) << column_bits | request->column,
        .flits = (uint8_t)rh_loop_flits(loop, request->write ? request->commands : 0),
    };
    rh_network_direct_offer(loop->requests, core, &message);
    s->free &= ~rh_bit(slot);
    struct rh_loop_outstanding *f = &s->outstanding[slot];
    *f = (struct rh_loop_outstanding){
        .request = *request, .issued = loop->cycle, .left = RH_LOOP_NEVER, .counted = is_counted(loop)};
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
    struct rh_loop_outstanding *f = &s->outstanding[rh_loop_slot_of(tag)];
    s->free |= rh_bit(rh_loop_slot_of(tag));
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
    const struct rh_loop_controller *c = user;
    struct rh_loop_outstanding *f = rh_loop_outstanding_of(c->loop, request->tag);
    f->seen = *request;
    rh_row_hit_run_serve(c->row_hit_run, request->bank, request->tag, request->first);
    if (f->counted && c->loop->setup.request != NULL)
        c->loop->setup.request(c->loop->setup.request_user, request);
}

static bool is_taken(const struct rh_loop *loop, unsigned core, unsigned tag) {
    const struct rh_loop_cores *others = loop->others;
    return others == NULL || others->reply(others->user, core, rh_loop_slot_of(tag));
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

/* The inputs of a controller: what waits at its ejector, and whether its injector takes a response. */
static void inputs_of(const struct rh_loop *loop, unsigned number, struct rh_controller_in *in) {
    const struct rh_packet_ejector_state *e = rh_network_direct_ejector(loop->requests, number);
    unsigned column_bits = loop->setup.geometry.column_bits;
    *in = (struct rh_controller_in){.rsp_ready = rh_network_direct_is_ready(loop->replies, number)};
    if (!e->message_valid)
        return;
    uint32_t above = e->message_payload >> column_bits;
    in->req_valid = 1;
    in->req_write = above & 1;
    in->req_bank = e->message_bank;
    in->req_row = e->message_row;
    in->req_column = (uint16_t)(e->message_payload & rh_mask(column_bits));
    in->req_tag = (uint16_t)(above >> 1);
    in->req_extra = (uint8_t)(in->req_tag >> (RH_LOOP_SLOT_BITS + loop->core_bits));
}

void rh_loop_peek(const struct rh_loop *loop, unsigned number, void *scratch, struct rh_controller_out *out) {
    const struct rh_loop_setup *setup = &loop->setup;
    struct rh_controller_in in;
    memcpy(scratch, loop->controller[number].state, setup->ops->state_size);
    inputs_of(loop, number, &in);
    setup->ops->step(scratch, &setup->geometry, &setup->gaps, &in, out);
}

static void offer(const struct rh_loop *loop, struct rh_loop_controller *c, unsigned number) {
    inputs_of(loop, number, &c->in);
    if (!c->in.req_valid)
        return;
    if (!c->offered)
        rh_observer_offer(c->observer, c->in.req_tag, &rh_loop_outstanding_of(loop, c->in.req_tag)->request);
    c->offered = true;
}

/* A request comes to the queue of its bank, or leaves it. */
static void count_queued(const struct rh_loop *loop, struct rh_loop_controller *c, unsigned bank, int change) {
    uint16_t *queued = &c->queued[bank];
    *queued = (uint16_t)(*queued + change);
    c->used += (unsigned)change;
    c->full = *queued >= loop->bank_depth ? c->full | rh_bit(bank) : c->full & ~rh_bit(bank);
}

/* A request on offer is taken or not, and why not: what leaves in this clock has made room. */
static void count_offer(struct rh_loop *loop, struct rh_loop_controller *c) {
    const struct rh_geometry *geometry = &loop->setup.geometry;
    struct rh_loop_counts *count = &loop->stats.count;
    bool refused = c->in.req_valid && !c->out.req_ready;
    if (loop->bank_depth != 0 && c->out.col_cmd != RH_NOP && c->out.col_last)
        count_queued(loop, c, c->out.col_bank, -1);
    if (loop->bank_depth != 0 && c->in.req_valid && c->out.req_ready)
        count_queued(loop, c, c->in.req_bank, 1);
    if (!is_counted(loop))
        return;
    count->offered += c->in.req_valid;
    count->refused += refused;
    if (!refused || loop->bank_depth == 0)
        return;
    count->refused_bank_full++;
    count->refused_free_banks += geometry->banks - (unsigned)__builtin_popcountll(c->full | rh_bit(c->in.req_bank));
    count->refused_free_places += geometry->banks * loop->bank_depth - c->used;
}

static bool accept(struct rh_loop *loop, struct rh_loop_controller *c, unsigned number, struct rh_error *error) {
    struct rh_loop_outstanding *f = rh_loop_outstanding_of(loop, c->in.req_tag);
    rh_network_direct_take(loop->requests, number);
    c->offered = false;
    c->waiting--;
    loop->progress = loop->cycle;
    bool good = !f->counted || rh_locality_add(loop->after, &f->request);
    good =
        good && (!is_counted(loop) || rh_row_hit_run_accept(c->row_hit_run, loop->cycle, c->in.req_tag, &f->request));
    return good || rh_error_set(error, "closed loop: found no memory for localities, expected enough");
}

static void respond(struct rh_loop *loop, const struct rh_loop_controller *c, unsigned number) {
    unsigned tag = c->out.rsp_tag, extra = tag >> (RH_LOOP_SLOT_BITS + loop->core_bits);
    const struct rh_network_message message = {
        .destination = (uint8_t)rh_loop_core_of_tag(loop, tag),
        .payload = tag,
        .flits = (uint8_t)rh_loop_flits(loop, c->out.rsp_write ? 0 : extra + 1),
    };
    rh_network_direct_offer(loop->replies, number, &message);
    loop->progress = loop->cycle;
}

/* Commands go to the judge and to who listens. */
static void command(const struct rh_loop *loop, struct rh_loop_controller *c) {
    struct rh_command_record record[2];
    unsigned n = rh_observer_commands(c->observer, loop->cycle, &c->out, record);
    for (unsigned k = 0; k < n; k++) {
        if (c->judge != NULL)
            c->rules_broken += rh_judge_command(c->judge, &record[k], c->rules_broken == 0 ? &c->first : NULL);
        if (loop->setup.sink != NULL)
            loop->setup.sink(loop->setup.sink_user, &record[k]);
    }
}

static bool clock_controller(struct rh_loop *loop, unsigned number, struct rh_error *error) {
    const struct rh_loop_setup *setup = &loop->setup;
    struct rh_loop_controller *c = &loop->controller[number];
    offer(loop, c, number);
    setup->ops->step(c->state, &setup->geometry, &setup->gaps, &c->in, &c->out);
    if (c->contract != NULL && !rh_contract_clock(c->contract, loop->cycle, &c->in, &c->out)) {
        snprintf(loop->text, sizeof loop->text, "controller %u, %s", number, rh_contract_text(c->contract));
        return false;
    }
    if (c->out.col_cmd != RH_NOP || c->out.row_cmd != RH_NOP)
        command(loop, c);
    count_offer(loop, c);
    loop->idle |= (uint64_t)(is_counted(loop) && !c->out.active) << number;
    rh_observer_clock(c->observer, loop->cycle, &c->in, &c->out, false, is_counted(loop), &c->stats);
    if (c->out.col_cmd != RH_NOP)
        loop->progress = loop->cycle;
    if (c->out.rsp_valid && c->in.rsp_ready)
        respond(loop, c, number);
    return !(c->in.req_valid && c->out.req_ready) || accept(loop, c, number, error);
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

static void count_clocks(struct rh_loop *loop) {
    loop->core_cycle += loop->ticks.core;
    if (is_counted(loop)) {
        loop->stats.count.core_cycles += loop->ticks.core;
        loop->stats.count.network_cycles += loop->ticks.network;
        loop->stats.cycles += loop->ticks.memory;
    }
    loop->cycle += loop->ticks.memory;
    loop->fastest_cycle++;
}

bool rh_loop_clock(struct rh_loop *loop, struct rh_error *error) {
    const struct rh_loop_setup *setup = &loop->setup;
    loop->ticks = rh_loop_clocks_step(&loop->clocks, &loop->rates);
    loop->idle = loop->issuing = 0;
    receive_replies(loop);
    for (unsigned k = 0; loop->ticks.core && k < setup->cores; k++) {
        unsigned slot;
        const struct rh_request *request = due(loop, k, &slot);
        if (request != NULL && !(is_possible(loop, k, request, slot, error) && issue(loop, k, request, slot, error)))
            return false;
    }
    for (unsigned k = 0; loop->ticks.memory && k < setup->controllers; k++)
        if (!clock_controller(loop, k, error))
            return false;
    if (loop->idle != 0)
        rh_loop_wait_look(loop);
    rh_network_direct_clock(loop->requests, loop->ticks.network);
    rh_network_direct_clock(loop->replies, loop->ticks.network);
    if (loop->idle != 0)
        rh_loop_wait_count(loop, loop->ticks.network);
    if (loop->ticks.network)
        note_leaving(loop);
    count_clocks(loop);
    return true;
}
