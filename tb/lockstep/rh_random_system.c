// SPDX-License-Identifier: Apache-2.0
// A closed loop with the RTL's parameters, and a random stream for its cores: requests in phases, crowded or sparse, to
// one controller or all, of few rows or many. And what happened: a run that matched proves nothing of what it did not
// meet.
#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_random_timing.h"
#include "tb/lockstep/rh_random_top.h"
#include "tb/lockstep/rh_request_system.h"

/* --- the stream --- */

enum { CHANCE = 64, PHASE = 40 /* requests a core, at most */ };

struct random_stream {
    struct rh_stream stream; /* first */
    const struct rh_system_params *params;
    uint64_t random, left;
    uint64_t until;    /* requests that the phase still has */
    uint64_t now;      /* core clocks */
    unsigned gap;      /* between two requests of a core, at most */
    unsigned hot, at;  /* chance of CHANCE that a request goes to controller `at` */
    unsigned rows;     /* of a bank */
    unsigned writes;   /* chance of CHANCE */
    unsigned commands; /* at most */
};

static void new_phase(struct random_stream *s) {
    s->until = (1 + rh_random_below(&s->random, PHASE)) * (uint64_t)s->params->cores;
    s->gap = rh_random_one_of(&s->random, 0, 2, 12, 60);
    s->hot = rh_random_one_of(&s->random, 0, 0, CHANCE / 2, CHANCE);
    s->at = rh_random_below(&s->random, s->params->controllers);
    s->rows = rh_random_one_of(&s->random, 1, 2, 4, 1U << s->params->row_bits);
    s->writes = rh_random_one_of(&s->random, 0, CHANCE / 4, CHANCE / 2, CHANCE);
    s->commands = rh_random_one_of(&s->random, 1, 1, 2, RH_MAX_COMMANDS);
}

static int next(struct rh_stream *stream, struct rh_request *r, struct rh_error *error) {
    struct random_stream *s = (struct random_stream *)stream;
    const struct rh_system_params *p = s->params;
    (void)error;
    if (s->left == 0)
        return 0;
    s->left--;
    if (s->until-- == 0)
        new_phase(s);
    unsigned columns = 1U << p->column_bits, most = s->commands < columns ? s->commands : columns;
    *r = (struct rh_request){.created = s->now + rh_random_below(&s->random, s->gap + 1), .warp = 0xffff};
    r->core = (uint16_t)rh_random_below(&s->random, p->cores);
    r->channel =
        (uint16_t)(rh_random_below(&s->random, CHANCE) < s->hot ? s->at : rh_random_below(&s->random, p->controllers));
    r->bank = (uint8_t)rh_random_below(&s->random, p->banks);
    r->row = rh_random_below(&s->random, s->rows < 1U << p->row_bits ? s->rows : 1U << p->row_bits);
    r->write = rh_random_below(&s->random, CHANCE) < s->writes;
    r->commands = (uint8_t)(1 + rh_random_below(&s->random, most));
    r->column = (uint16_t)rh_random_below(&s->random, columns - r->commands + 1);
    if (rh_random_below(&s->random, p->cores) == 0) /* as often as a core has one */
        s->now += rh_random_below(&s->random, s->gap + 1);
    return 1;
}

static void close_stream(struct rh_stream *stream) {
    free(stream);
}

static struct rh_stream *open_stream(const struct rh_system_params *params, uint64_t seed, uint64_t requests) {
    struct random_stream *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->stream.next = next;
    s->stream.close = close_stream;
    s->stream.channels = params->controllers;
    s->params = params;
    s->random = rh_random_start(seed, 2);
    s->left = requests;
    new_phase(s);
    return &s->stream;
}

/* --- the loop --- */

struct events {
    uint64_t commands[RH_COMMANDS];         /* by kind */
    uint64_t granted, held, flits, credits; /* of both networks */
    uint64_t issued, turned_away, replies;  /* requests of the cores */
    uint64_t waited, blocked;               /* clocks of requests at controllers, of responses there */
};

struct system {
    struct rh_random_setup setup;
    struct rh_whole *whole;
    struct rh_system_params params; /* the RTL's */
    struct rh_preset preset;
    struct rh_constraints constraints;
    struct rh_core_streams *streams;
    struct rh_loop *loop;
    struct rh_system_blocks blocks;
    uint64_t random;
    struct events events;
};

/* A DRAM with the controllers' organisation: one command is one beat of one chip. */
static void make_preset(struct rh_preset *preset, const struct rh_system_params *p) {
    preset->banks = p->banks;
    preset->groups = p->groups;
    preset->buses = (uint8_t)p->buses;
    preset->ranks = (uint16_t)(1U << p->rank_bits);
    preset->grains = (uint16_t)(1U << p->grain_bits);
    preset->subarray_group = (uint16_t)(1U << p->subarray_group_bits);
    preset->subarrays = (uint16_t)(1U << p->subarray_bits);
    preset->stacked = (uint8_t)p->stacked;
    preset->rows = 1U << p->row_bits;
    preset->row_bytes = (uint32_t)p->command_bytes << p->column_bits;
    preset->bus_bytes = p->command_bytes;
    preset->burst_length = 1;
    preset->chips = 1;
}

static bool make_constraints(struct system *s, const struct rh_geometry *geometry, struct rh_error *error) {
    struct rh_preset *preset = &s->preset;
    uint64_t timing = s->setup.timing;
    if (timing != 0 && !rh_random_timing(timing, geometry, true, &preset->timing, &preset->refresh, error))
        return false;
    if (!rh_timing_lint(&preset->timing, preset->refresh, geometry, NULL, 0, error))
        return false;
    s->constraints = rh_constraints_from_timing(&preset->timing, preset->refresh, geometry);
    if (timing != 0)
        rh_random_policy(timing, &s->constraints);
    if (geometry->write_drain != 0)
        rh_random_drain(timing, geometry, &s->constraints);
    if (geometry->closes)
        s->constraints.page = timing != 0 ? (uint32_t)(timing % RH_PAGES) : RH_PAGE_ADAPTIVE;
    return true;
}

static bool open_loop(struct system *s, struct rh_error *error) {
    const struct rh_system_params *p = &s->params;
    struct rh_geometry geometry = rh_request_system_geometry(p);
    if (!rh_preset_find(NULL, &s->preset, error))
        return false;
    make_preset(&s->preset, p);
    if (!make_constraints(s, &geometry, error))
        return false;
    const struct rh_loop_setup setup = {.preset = &s->preset,
                                        .ops = rh_controller_at(p->variant),
                                        .geometry = geometry,
                                        .constraints = s->constraints,
                                        .topology = (enum rh_topology_kind)p->topology,
                                        .cores = (uint8_t)p->cores,
                                        .controllers = (uint8_t)p->controllers,
                                        .columns = (uint8_t)p->columns,
                                        .network = {.allocator = rh_allocator_at(p->allocator),
                                                    .vcs = (uint8_t)p->vcs,
                                                    .static_vcs = p->static_vcs != 0,
                                                    .speculative = p->speculative != 0,
                                                    .depth = (uint8_t)p->depth,
                                                    .queue = (uint8_t)p->injection_queue,
                                                    .iterations = (uint8_t)p->iterations,
                                                    .hash_bits = (uint8_t)p->hash_bits,
                                                    .hold = (uint8_t)p->hold,
                                                    .stays_given = true,
                                                    .stays = (uint8_t)p->stays,
                                                    .hold_limit = s->setup.hold_limit,
                                                    .row_affine = (uint8_t)p->row_affine},
                                        .outstanding = s->setup.outstanding_limit,
                                        .flit_bytes = (uint8_t)p->flit_bytes,
                                        .cycle_by_cycle = true,
                                        .core_mhz = s->setup.core_mhz,
                                        .network_mhz = s->setup.network_mhz};
    struct rh_stream *stream =
        open_stream(p, s->setup.seed, s->setup.clocks * p->controllers / 4 + UINT64_C(64) * p->cores);
    if (stream == NULL)
        return rh_error_set(error, "found no memory, expected enough");
    s->streams = rh_core_streams_open(stream, p->cores, 0, true, error);
    s->loop = s->streams != NULL ? rh_loop_open(&setup, error) : NULL;
    if (s->loop == NULL)
        return false;
    s->loop->streams = s->streams;
    return true;
}

static void close_loop(struct system *s) {
    rh_loop_close(s->loop);
    rh_core_streams_close(s->streams);
    s->loop = NULL;
    s->streams = NULL;
}

static void close_system(void *self) {
    close_loop(self);
    free(self);
}

static void *open_system(const struct rh_random_setup *setup, struct rh_whole *whole, struct rh_error *error) {
    struct system *s = calloc(1, sizeof *s);
    if (s == NULL) {
        rh_error_set(error, "found no memory, expected enough");
        return NULL;
    }
    s->setup = *setup;
    s->whole = whole;
    s->params = *(const struct rh_system_params *)whole->rtl->params;
    s->random = rh_random_start(setup->seed, 1);
    return s;
}

/* What the networks of this loop have counted. */
static void count_networks(struct system *s) {
    const struct rh_network_direct *const networks[] = {s->loop->requests, s->loop->replies};
    for (unsigned n = 0; n < 2; n++) {
        const struct rh_network_counts *counts = rh_network_direct_counts(networks[n]);
        s->events.granted += counts->granted;
        s->events.held += counts->held;
        s->events.flits += counts->flits;
    }
}

/* Each time with another stream; the RTL comes from where it was. */
static bool reset(void *self, struct rh_error *error) {
    struct system *s = self;
    if (s->loop != NULL) {
        s->setup.seed++;
        count_networks(s);
        close_loop(s);
    }
    return open_loop(s, error) && rh_request_system_begin(s->whole, &s->blocks, s->loop, error) &&
           rh_request_system_reset(s->whole, &s->random, error);
}

static void drive(void *self) {
    struct system *s = self;
    struct rh_system_out *out = s->whole->model;
    struct rh_system_in *in = s->whole->in;
    rh_request_system_query(s->loop, out);
    rh_request_system_offer(s->loop, out, in);
    s->events.issued += (unsigned)__builtin_popcountll(in->core_valid & out->core_ready);
    s->events.turned_away += out->core_tick ? (unsigned)__builtin_popcountll(in->core_valid & ~out->core_ready) : 0;
    s->events.replies += (unsigned)__builtin_popcountll(out->reply_valid);
}

static uint64_t credits_of(const struct rh_network_direct *network) {
    uint64_t credits = 0;
    for (unsigned r = 0; r < rh_network_direct_topology(network)->routers; r++)
        credits += (unsigned)__builtin_popcountll(rh_network_direct_router(network, r)->back_valid);
    return credits;
}

static void count(struct system *s) {
    const struct rh_loop *loop = s->loop;
    for (unsigned k = 0; loop->ticks.memory && k < loop->setup.controllers; k++) {
        const struct rh_loop_controller *c = &loop->controller[k];
        const struct rh_controller_out *out = rh_loop_out(loop, k);
        s->events.commands[out->col_cmd]++;
        s->events.commands[out->row_cmd]++;
        s->events.waited += c->offer != NULL && !out->req_ready;
        s->events.blocked += out->rsp_valid && !c->ready;
    }
    if (loop->ticks.network) /* else the links stay as they were */
        s->events.credits += credits_of(loop->requests) + credits_of(loop->replies);
}

static bool cycle(void *self, struct rh_error *error) {
    struct system *s = self;
    if (rh_loop_clock(s->loop, error) != RH_SYSTEM_DONE)
        return false;
    count(s);
    rh_request_system_controllers(s->loop, s->whole->model);
    return true;
}

static void print_events(void *self, FILE *to) {
    const struct events *e = &((struct system *)self)->events;
    count_networks(self);
    fprintf(to,
            "events: %" PRIu64 " issued, %" PRIu64 " turned away, %" PRIu64 " replies, %" PRIu64 " granted, %" PRIu64
            " held, %" PRIu64 " flits, %" PRIu64 " credits, %" PRIu64 " waited, %" PRIu64 " blocked",
            e->issued, e->turned_away, e->replies, e->granted, e->held, e->flits, e->credits, e->waited, e->blocked);
    for (unsigned command = RH_NOP + 1; command < RH_COMMANDS; command++)
        fprintf(to, ", %" PRIu64 " %s", e->commands[command], rh_command_name(command));
    fprintf(to, "\n");
}

const struct rh_random_top rh_random_system = {.top = &rh_system_top,
                                               .outstanding_limit = RH_LOOP_SLOTS,
                                               .open = open_system,
                                               .close = close_system,
                                               .reset = reset,
                                               .drive = drive,
                                               .cycle = cycle,
                                               .events = print_events};
