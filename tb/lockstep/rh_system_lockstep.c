// SPDX-License-Identifier: Apache-2.0
// Order within a clock: registers as the last edge left them; what cores offer, in both; the RTL's outputs; the model's
// clock, whose outputs they must be; the RTL's edge.
#include "tb/lockstep/rh_system_lockstep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_number_options.h"
#include "tb/lockstep/rh_system_events.h"
#include "tb/lockstep/rh_system_model.h"

enum { NODES = RH_TOPOLOGY_MOST_NODES };

/* What the model shows before its edge. */
struct shown {
    bool core_tick, network_tick;
    bool ready[NODES], reply[NODES];
    uint32_t tag[NODES];
};

struct run {
    uint64_t clocks;
    struct rh_system_choice choice;
    uint64_t core_rate, network_rate, memory_rate, hold_limit, flight_limit;
    const struct rh_system_params *params;
    struct rh_system_model model;
    void *rtl;
    struct rh_system_offer offer[NODES];
    struct shown shown;
    uint64_t random, clock;
    struct rh_system_events events;
    struct rh_error error;
};

static bool open_run(struct run *run) {
    struct rh_system_config *c = &run->choice.config;
    run->params = rh_system_rtl_params();
    run->random = rh_random_start(run->choice.seed, 1);
    run->choice.requests = run->clocks * run->params->controllers / 4 + UINT64_C(64) * run->params->cores;
    c->core_rate = (uint16_t)run->core_rate;
    c->network_rate = (uint16_t)run->network_rate;
    c->memory_rate = (uint16_t)run->memory_rate;
    c->hold_limit = (uint8_t)run->hold_limit;
    c->flight_limit = (uint8_t)run->flight_limit;
    if (!rh_system_model_open(&run->model, run->params, &run->choice, &run->error))
        return false;
    unsigned bits = 32 * rh_network_registers_words(run->model.registers);
    if (bits != rh_system_rtl_bits())
        return rh_error_set(&run->error, "found %u bits of observation, expected the C models' %u",
                            rh_system_rtl_bits(), bits);
    run->rtl = rh_system_rtl_open(run->choice.seed);
    if (run->rtl == NULL)
        return rh_error_set(&run->error, "found no memory, expected enough");
    rh_system_rtl_configure(run->rtl, c);
    return true;
}

static void close_run(struct run *run) {
    rh_system_rtl_close(run->rtl);
    rh_system_model_close(&run->model);
}

static bool differ(const struct run *run, const char *name, unsigned number, const char *port, uint64_t model,
                   uint64_t rtl) {
    printf("MISMATCH: clock %" PRIu64 ", output of %s%u, %s: C model 0x%" PRIx64 ", RTL 0x%" PRIx64 "\n", run->clock,
           name, number, port, model, rtl);
    return false;
}

static bool compare_registers(struct run *run) {
    return rh_network_registers_compare(run->model.registers, rh_system_rtl_observation(run->rtl), run->clock);
}

/* What the model shows in this clock. */
static void look(struct run *run) {
    const struct rh_loop *loop = run->model.loop;
    const struct rh_loop_setup *s = &loop->setup;
    struct rh_clock_enable core = loop->core_clock, network = loop->network_clock;
    struct shown *shown = &run->shown;
    shown->core_tick = rh_clock_enable_step(&core, s->core_rate, s->memory_rate);
    shown->network_tick = rh_clock_enable_step(&network, s->network_rate, s->memory_rate);
    for (unsigned k = 0; k < s->cores; k++) {
        const struct rh_packet_ejector_state *e = rh_network_direct_ejector(loop->replies, k);
        shown->ready[k] = shown->core_tick && rh_network_direct_is_ready(loop->requests, k);
        shown->reply[k] = e->message_valid;
        shown->tag[k] = e->message_payload;
    }
}

/* The request that core `k` of the model would issue if it were ready, in the RTL, too. */
static void offer(struct run *run, unsigned k) {
    const struct rh_loop *loop = run->model.loop;
    const struct rh_loop_source *s = &loop->source[k];
    struct rh_system_offer *offer = &run->offer[k];
    uint64_t gap, free = s->free | (run->shown.reply[k] ? rh_bit(rh_loop_slot_of(run->shown.tag[k])) : 0);
    const struct rh_request *r = rh_core_streams_front(run->model.streams, k, &gap);
    bool was = offer->valid;
    offer->valid = r != NULL && free != 0 && loop->core_cycle >= (s->due == RH_LOOP_NEVER ? s->clock + gap : s->due);
    if (offer->valid) {
        offer->controller = (uint8_t)r->channel;
        offer->bank = r->bank;
        offer->row = r->row;
        offer->column = r->column;
        offer->write = r->write;
        offer->extra = (uint8_t)(r->commands - 1);
        offer->slot = (uint8_t)__builtin_ctzll(free);
    }
    if (was || offer->valid)
        rh_system_rtl_offer(run->rtl, k, offer);
    run->events.issued += offer->valid && run->shown.ready[k];
    run->events.turned_away += offer->valid && run->shown.core_tick && !run->shown.ready[k];
}

static bool compare_cores(struct run *run) {
    const struct shown *shown = &run->shown;
    bool tick = rh_system_rtl_core_tick(run->rtl), network = rh_system_rtl_network_tick(run->rtl);
    if (tick != shown->core_tick)
        return differ(run, "clock", 0, "core_tick", shown->core_tick, tick);
    if (network != shown->network_tick)
        return differ(run, "clock", 1, "network_tick", shown->network_tick, network);
    for (unsigned k = 0; k < run->params->cores; k++) {
        uint32_t tag;
        bool ready = rh_system_rtl_ready(run->rtl, k), reply = rh_system_rtl_reply(run->rtl, k, &tag);
        if (ready != shown->ready[k])
            return differ(run, "core", k, "core_ready", shown->ready[k], ready);
        if (reply != shown->reply[k])
            return differ(run, "core", k, "reply_valid", shown->reply[k], reply);
        if (reply && tag != shown->tag[k])
            return differ(run, "core", k, "reply_tag", shown->tag[k], tag);
        run->events.replies += reply;
    }
    return true;
}

/* After the model's clock. */
static bool compare_controller(struct run *run, unsigned k) {
    const struct rh_loop_controller *c = &run->model.loop->controller[k];
    const struct rh_layout *layout = &run->model.controller.out;
    struct rh_controller_out rtl;
    uint64_t live[64];
    unsigned field, index;
    rh_system_rtl_controller(run->rtl, k, &rtl);
    if (!c->in.req_valid) /* it is asked of a bank that nobody named */
        rtl.req_ready = c->out.req_ready;
    rh_layout_live(layout, &c->out, live);
    if (!rh_layout_differs(layout, live, &c->out, &rtl, &field, &index))
        return true;
    const struct rh_field *f = &layout->fields[field];
    return differ(run, "controller", k, f->name, rh_field_get(f, &c->out, index), rh_field_get(f, &rtl, index));
}

static bool run_clock(struct run *run) {
    struct rh_loop *loop = run->model.loop;
    look(run);
    for (unsigned k = 0; k < run->params->cores; k++)
        offer(run, k);
    rh_system_rtl_settle(run->rtl);
    if (!compare_cores(run))
        return false;
    if (!rh_loop_clock(loop, &run->error))
        return run->error.text[0] == '\0' && rh_error_set(&run->error, "%s", loop->text);
    for (unsigned k = 0; k < run->params->controllers; k++)
        if (!compare_controller(run, k))
            return false;
    rh_system_events_clock(&run->events, loop, run->shown.network_tick);
    rh_system_rtl_edge(run->rtl);
    return true;
}

/* Inputs at random, for reset must win. */
static void reset_rtl(struct run *run) {
    for (unsigned k = 0; k < run->params->cores; k++) {
        uint64_t bits = rh_random_draw(&run->random);
        run->offer[k] = (struct rh_system_offer){.valid = bits & 1,
                                                 .controller = (uint8_t)((bits >> 8 & 63) % run->params->controllers),
                                                 .write = bits >> 1 & 1};
        rh_system_rtl_offer(run->rtl, k, &run->offer[k]);
    }
    rh_system_rtl_reset(run->rtl);
}

/* Both, with another stream. */
static bool reset(struct run *run) {
    run->choice.seed++;
    rh_system_events_end(&run->events, run->model.loop);
    rh_system_model_close(&run->model);
    if (!rh_system_model_open(&run->model, run->params, &run->choice, &run->error))
        return false;
    reset_rtl(run);
    return true;
}

static bool run_clocks(struct run *run) {
    reset_rtl(run);
    for (; run->clock < run->clocks; run->clock++) {
        if (run->clock == run->clocks / 3 && run->clock != 0 && !reset(run))
            return false;
        if (!compare_registers(run) || !run_clock(run))
            return false;
    }
    return compare_registers(run);
}

static void say(struct run *run, double rate) {
    printf("MATCHED: %" PRIu64 " clocks, %u blocks, %u register bits; %.1f k clocks a second\n", run->clock,
           run->model.parts + 2, rh_network_registers_bits(run->model.registers), rate / 1000);
    rh_system_events_end(&run->events, run->model.loop);
    rh_system_events_print(&run->events);
}

int rh_system_lockstep(int argc, char **argv) {
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return 2;
    run->clocks = 20000;
    run->choice.seed = 1;
    run->core_rate = 325;
    run->network_rate = 650;
    run->memory_rate = 800;
    run->flight_limit = RH_LOOP_SLOTS;
    const struct rh_number_option options[] = {
        {"--clocks", &run->clocks, 0, UINT64_C(1) << 40},      {"--seed", &run->choice.seed, 0, UINT64_MAX},
        {"--timing", &run->choice.timing, 0, UINT64_MAX},      {"--core-rate", &run->core_rate, 1, UINT16_MAX},
        {"--network-rate", &run->network_rate, 1, UINT16_MAX}, {"--memory-rate", &run->memory_rate, 1, UINT16_MAX},
        {"--hold-limit", &run->hold_limit, 0, UINT8_MAX},      {"--flight-limit", &run->flight_limit, 1, RH_LOOP_SLOTS},
    };
    bool same = false;
    if (rh_number_options(options, sizeof options / sizeof options[0], argc, argv, &run->error) && open_run(run)) {
        double start = rh_number_seconds();
        same = run_clocks(run);
        if (same)
            say(run, (double)run->clock / (rh_number_seconds() - start));
    }
    bool failed = run->error.text[0] != '\0';
    if (failed)
        fprintf(stderr, "request_system: %s\n", run->error.text);
    close_run(run);
    free(run);
    return failed ? 2 : same ? 0 : 1;
}
