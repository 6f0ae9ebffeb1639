// SPDX-License-Identifier: Apache-2.0
// Order within a clock: registers as the last edge left them, then the outputs on both sides, then the edge.
#include "tb/lockstep/rh_network_lockstep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_network.h"
#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_network_registers.h"
#include "tb/lockstep/rh_network_rtl.h"
#include "tb/lockstep/rh_network_wave.h"
#include "tb/lockstep/rh_number_options.h"

enum { NODES = RH_TOPOLOGY_MOST_NODES, PARTS = 4 * NODES, CHANCE = 64, PHASE = 300, PERIOD_PS = 1000 /* in waves */ };

/* Traffic stays of a kind for some clocks; chances of CHANCE. */
struct phase {
    uint64_t until;
    unsigned offer, take, enable, done;
    unsigned hot;   /* chance that a message goes to sink `where` */
    unsigned where; /* whether it is full or not */
    unsigned rows, flits;
};

struct run {
    uint64_t clocks, seed, hold_limit, outstanding_limit;
    const struct rh_network_params *params;
    struct rh_network network;
    struct rh_assembly *assembly;
    struct rh_machine *machine;
    struct rh_model models[PARTS];
    unsigned parts;
    struct rh_network_registers *registers;
    void *rtl;
    unsigned sources, sinks;
    struct rh_injector_in *source[NODES]; /* in the machine */
    struct rh_ejector_in *sink[NODES];
    const struct rh_injector_out *source_out[NODES];
    const struct rh_ejector_out *sink_out[NODES];
    unsigned in_flight[NODES];
    bool touched[NODES]; /* sources whose inputs changed */
    struct phase phase;
    uint64_t random, clock;
    uint64_t sent, delivered, turned_away, waited, paused;
    const char *wave_file; /* NULL: no wave */
    uint64_t wave_from, wave_clocks;
    struct rh_wave *wave;
    struct rh_block wave_block;
    struct rh_network_wave_params wave_params;
    struct rh_network_wave_in wave_in;
    struct rh_network_wave_out wave_out[2]; /* of the model, of the RTL */
    struct rh_network_wave_state wave_state[2];
    struct rh_error error;
};

/* A part's C model, whose registers are compared. */
static struct rh_unit make_unit(void *user, const char *name, const struct rh_block *block, const void *config,
                                struct rh_error *error) {
    struct run *run = user;
    struct rh_unit none = {.step = NULL};
    if (run->parts == PARTS ||
        !rh_model_open(&run->models[run->parts], block->kind, block->ops, block->params, config)) {
        rh_error_set(error, "part %s: found no memory, expected enough", name);
        return none;
    }
    struct rh_model *model = &run->models[run->parts++];
    if (!rh_network_registers_add(run->registers, name, block, model->state)) {
        rh_error_set(error, "part %s: found no memory, expected enough", name);
        return none;
    }
    return rh_model_unit(model);
}

static bool open_model(struct run *run) {
    const struct rh_network_params *p = run->params;
    struct rh_network_setup setup = {.allocator = rh_allocator_at(p->allocator),
                                     .vcs = p->vcs,
                                     .static_vcs = p->static_vcs != 0,
                                     .depth = p->depth,
                                     .queue = p->queue,
                                     .most_flits = p->most_flits,
                                     .banks = p->banks,
                                     .row_bits = p->row_bits,
                                     .payload_bits = p->payload_bits,
                                     .iterations = p->iterations,
                                     .hash_bits = p->hash_bits,
                                     .hold = p->hold,
                                     .hold_limit = (uint8_t)run->hold_limit,
                                     .stay = p->stay,
                                     .outstanding_limit = (uint8_t)run->outstanding_limit};
    if (!rh_topology_make(&setup.topology, (enum rh_topology_kind)p->topology, p->cores, p->controllers, p->columns,
                          p->replies != 0, &run->error))
        return false;
    run->registers = rh_network_registers_open();
    run->assembly = rh_assembly_open();
    if (run->registers == NULL || run->assembly == NULL)
        return rh_error_set(&run->error, "found no memory, expected enough");
    rh_network_add(run->assembly, &setup, "net", &run->network);
    run->machine = rh_assembly_build(run->assembly, make_unit, run, NULL, NULL, &run->error);
    if (run->machine == NULL)
        return false;
    rh_network_route(&run->network, run->machine);
    run->sources = rh_topology_sources(&setup.topology);
    run->sinks = rh_topology_sinks(&setup.topology);
    for (unsigned k = 0; k < run->sources; k++) {
        run->source[k] = rh_machine_in(run->machine, run->network.injector[k]);
        run->source_out[k] = rh_machine_out(run->machine, run->network.injector[k]);
    }
    for (unsigned k = 0; k < run->sinks; k++) {
        run->sink[k] = rh_machine_in(run->machine, run->network.ejector[k]);
        run->sink_out[k] = rh_machine_out(run->machine, run->network.ejector[k]);
    }
    return true;
}

static bool open_wave(struct run *run) {
    const struct rh_network_params *p = run->params;
    const struct rh_topology *t = &run->network.topology;
    run->wave_params = (struct rh_network_wave_params){.sources = (uint8_t)run->sources,
                                                       .sinks = (uint8_t)run->sinks,
                                                       .routers = t->routers,
                                                       .inputs = t->inputs,
                                                       .outputs = t->outputs,
                                                       .queue = p->queue,
                                                       .banks = p->banks,
                                                       .row_bits = p->row_bits,
                                                       .payload_bits = p->payload_bits,
                                                       .most_flits = p->most_flits};
    rh_block_make(&run->wave_block, &rh_network_wave_kind, &rh_network_wave_ops, &run->wave_params);
    if (run->wave_file == NULL)
        return true;
    run->wave = rh_wave_open(run->wave_file, &run->wave_block, PERIOD_PS, true, &run->error);
    if (run->wave == NULL)
        return false;
    rh_wave_window(run->wave, run->wave_from, run->wave_clocks);
    return true;
}

static bool open_run(struct run *run) {
    run->params = rh_network_rtl_params();
    run->random = rh_random_start(run->seed, 1);
    if (!open_model(run))
        return false;
    unsigned bits = 32 * rh_network_registers_words(run->registers);
    if (bits != rh_network_rtl_bits())
        return rh_error_set(&run->error, "found %u bits of observation, expected the C models' %u",
                            rh_network_rtl_bits(), bits);
    run->rtl = rh_network_rtl_open(run->seed);
    if (run->rtl == NULL)
        return rh_error_set(&run->error, "found no memory, expected enough");
    rh_network_rtl_configure(run->rtl, (uint8_t)run->hold_limit, (uint8_t)run->outstanding_limit);
    return open_wave(run);
}

/* A wave is worth most where they differ. */
static bool close_wave(struct run *run) {
    struct rh_wave *wave = run->wave;
    run->wave = NULL;
    return wave == NULL || rh_wave_close(wave, &run->error);
}

static void close_run(struct run *run) {
    rh_wave_discard(run->wave);
    rh_network_rtl_close(run->rtl);
    rh_machine_close(run->machine);
    rh_assembly_close(run->assembly);
    for (unsigned i = 0; i < run->parts; i++)
        rh_model_close(&run->models[i]);
    rh_network_registers_close(run->registers);
}

static unsigned below(struct run *run, unsigned n) {
    return rh_random_below(&run->random, n);
}

/* One of these chances. */
static unsigned one_of(struct run *run, unsigned a, unsigned b, unsigned c, unsigned d) {
    const unsigned chances[] = {a, b, c, d};
    return chances[below(run, 4)];
}

static void new_phase(struct run *run) {
    run->phase = (struct phase){.until = run->clock + 1 + below(run, PHASE),
                                .offer = one_of(run, 64, 64, 20, 3),
                                .take = one_of(run, 64, 48, 8, 0),
                                .enable = one_of(run, 64, 64, 52, 20),
                                .done = one_of(run, 64, 32, 8, 1),
                                .hot = one_of(run, 0, 0, 32, 64),
                                .where = below(run, run->sinks),
                                .rows = one_of(run, 1, 2, 2, 64),
                                .flits = 1 + below(run, run->params->most_flits)};
    if (run->phase.take == 0) /* nobody takes anything: not for long, or all stands still */
        run->phase.until = run->clock + 1 + below(run, PHASE / 3);
}

static void new_message(struct run *run, struct rh_injector_in *in) {
    const struct rh_network_params *p = run->params;
    uint64_t bits = rh_random_draw(&run->random);
    in->message_destination =
        (uint8_t)((bits & (CHANCE - 1)) < run->phase.hot ? run->phase.where : below(run, run->sinks));
    in->message_bank = (uint8_t)(bits >> 6 & (p->banks - 1U));
    in->message_row = (uint32_t)((bits >> 12 & 63) % run->phase.rows & rh_mask(p->row_bits));
    in->message_payload = (uint32_t)(bits >> 32 & rh_mask(p->payload_bits));
    in->message_flits = (uint8_t)(1 + (bits >> 20 & 63) % run->phase.flits);
}

/* What source `k` offers, from what the last clock showed: a message stays until it is taken. */
static void drive_source(struct run *run, unsigned k, uint64_t chances) {
    struct rh_injector_in *in = run->source[k];
    bool taken = in->message_valid && run->source_out[k]->message_ready;
    uint8_t done = run->in_flight[k] != 0 && (chances & (CHANCE - 1)) < run->phase.done;
    run->touched[k] = taken || in->done != done || !in->message_valid;
    if (taken)
        in->message_valid = 0;
    in->done = done;
    run->in_flight[k] -= done;
    if (!in->message_valid && (chances >> 8 & (CHANCE - 1)) < run->phase.offer) {
        new_message(run, in);
        in->message_valid = 1;
    }
    if (run->touched[k])
        rh_network_rtl_source(run->rtl, k, in);
}

static void drive(struct run *run) {
    if (run->clock == run->phase.until)
        new_phase(run);
    bool enable = below(run, CHANCE) < run->phase.enable;
    run->paused += !enable;
    run->wave_in.enable = enable;
    rh_network_enable(&run->network, run->machine, enable);
    rh_network_rtl_enable(run->rtl, enable);
    for (unsigned k = 0; k < run->sources; k++)
        drive_source(run, k, rh_random_draw(&run->random));
    uint64_t chances = 0;
    for (unsigned k = 0; k < run->sinks; k++, chances >>= 8) {
        if (k % 8 == 0)
            chances = rh_random_draw(&run->random);
        run->sink[k]->message_ready = (chances & (CHANCE - 1)) < run->phase.take;
        rh_network_rtl_sink(run->rtl, k, run->sink[k]);
    }
}

static bool differ(const struct run *run, const char *name, unsigned number, const char *port, uint64_t model,
                   uint64_t rtl) {
    printf("MISMATCH: clock %" PRIu64 ", output of net_%s%u, %s: C model 0x%" PRIx64 ", RTL 0x%" PRIx64 "\n",
           run->clock, name, number, port, model, rtl);
    return false;
}

static bool compare_sink(struct run *run, unsigned k) {
    const struct rh_ejector_out *model = run->sink_out[k];
    struct rh_ejector_out rtl;
    rh_network_rtl_message(run->rtl, k, &rtl);
    if (rtl.message_valid != model->message_valid)
        return differ(run, "out", k, "message_valid", model->message_valid, rtl.message_valid);
    if (!model->message_valid)
        return true;
    run->delivered += run->sink[k]->message_ready;
    run->waited += !run->sink[k]->message_ready;
    if (rtl.message_bank != model->message_bank)
        return differ(run, "out", k, "message_bank", model->message_bank, rtl.message_bank);
    if (rtl.message_row != model->message_row)
        return differ(run, "out", k, "message_row", model->message_row, rtl.message_row);
    return rtl.message_payload == model->message_payload ||
           differ(run, "out", k, "message_payload", model->message_payload, rtl.message_payload);
}

static bool compare_outputs(struct run *run) {
    for (unsigned k = 0; k < run->sources; k++) {
        bool ready = run->source_out[k]->message_ready, rtl = rh_network_rtl_ready(run->rtl, k);
        if (ready != rtl)
            return differ(run, "in", k, "message_ready", ready, rtl);
        bool taken = run->source[k]->message_valid && ready;
        run->in_flight[k] += taken;
        run->sent += taken;
        run->turned_away += run->source[k]->message_valid && !ready;
    }
    for (unsigned k = 0; k < run->sinks; k++)
        if (!compare_sink(run, k))
            return false;
    return true;
}

static bool compare_registers(struct run *run) {
    return rh_network_registers_compare(run->registers, rh_network_rtl_observation(run->rtl), run->clock);
}

/* Before the machine's clock: registers and inputs. */
static void wave_before(struct run *run) {
    rh_network_registers_update(run->registers, rh_network_rtl_observation(run->rtl));
    for (unsigned side = 0; side < 2; side++)
        (void)rh_network_wave_put(&run->wave_state[side], run->registers, &run->network.topology, 0, side == 1);
    for (unsigned k = 0; k < run->sources; k++)
        rh_network_wave_source(&run->wave_in, k, run->source[k]);
    run->wave_in.sink_ready = 0;
    for (unsigned k = 0; k < run->sinks; k++)
        run->wave_in.sink_ready |= (uint64_t)run->sink[k]->message_ready << k;
}

/* Behind it, before the RTL's edge: outputs. */
static void wave_behind(struct run *run) {
    struct rh_network_wave_out *model = &run->wave_out[0], *rtl = &run->wave_out[1];
    model->message_ready = rtl->message_ready = 0;
    for (unsigned k = 0; k < run->sources; k++) {
        model->message_ready |= (uint64_t)run->source_out[k]->message_ready << k;
        rtl->message_ready |= (uint64_t)rh_network_rtl_ready(run->rtl, k) << k;
    }
    for (unsigned k = 0; k < run->sinks; k++) {
        struct rh_ejector_out out;
        rh_network_rtl_message(run->rtl, k, &out);
        rh_network_wave_sink(model, k, run->sink_out[k]);
        rh_network_wave_sink(rtl, k, &out);
    }
    rh_wave_clock(run->wave, run->clock, &run->wave_in, &(struct rh_wave_side){model, &run->wave_state[0]},
                  &(struct rh_wave_side){rtl, &run->wave_state[1]});
}

/* Inputs at random, for reset must win. */
static void reset(struct run *run) {
    new_phase(run);
    drive(run);
    rh_network_rtl_reset(run->rtl);
    rh_machine_reset(run->machine);
    for (unsigned k = 0; k < run->sources; k++) {
        run->in_flight[k] = 0;
        run->source[k]->message_valid = 0;
    }
}

static bool run_clocks(struct run *run) {
    reset(run);
    for (; run->clock < run->clocks; run->clock++) {
        if (run->clock == run->clocks / 3)
            reset(run);
        bool same = compare_registers(run), waved = rh_wave_shows(run->wave, run->clock);
        drive(run);
        rh_network_rtl_settle(run->rtl);
        if (waved)
            wave_before(run);
        if (!rh_machine_step(run->machine))
            return rh_error_set(&run->error, "%s", rh_machine_text(run->machine));
        same = same && compare_outputs(run);
        if (waved)
            wave_behind(run);
        if (!same)
            return false;
        rh_network_rtl_edge(run->rtl);
    }
    return compare_registers(run);
}

int rh_network_lockstep(int argc, char **argv) {
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return 2;
    run->clocks = 20000;
    run->seed = 1;
    bool same = false;
    const struct rh_number_option options[] = {
        {"--clocks", &run->clocks, 0, UINT64_MAX},
        {"--seed", &run->seed, 0, UINT64_MAX},
        {"--hold-limit", &run->hold_limit, 0, UINT8_MAX},
        {"--outstanding-limit", &run->outstanding_limit, 0, UINT8_MAX},
        {"--from", &run->wave_from, 0, UINT64_MAX},
        {"--for", &run->wave_clocks, 1, UINT64_MAX},
    };
    if (rh_number_word("--wave", &argc, argv, &run->wave_file, &run->error) &&
        rh_number_options(options, sizeof options / sizeof options[0], argc, argv, &run->error) && open_run(run)) {
        double start = rh_number_seconds();
        same = run_clocks(run);
        double rate = (double)run->clock / (rh_number_seconds() - start);
        if (same)
            printf("MATCHED: %" PRIu64 " clocks, %u blocks, %u register bits; %" PRIu64 " messages sent, %" PRIu64
                   " delivered, %" PRIu64 " turned away, %" PRIu64 " clocks of waiting at sinks, %" PRIu64
                   " paused; %.1f k clocks a second\n",
                   run->clock, run->parts, rh_network_registers_bits(run->registers), run->sent, run->delivered,
                   run->turned_away, run->waited, run->paused, rate / 1000);
    }
    (void)close_wave(run);
    bool failed = run->error.text[0] != '\0';
    if (failed)
        fprintf(stderr, "request_network: %s\n", run->error.text);
    close_run(run);
    free(run);
    return failed ? 2 : same ? 0 : 1;
}
