// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_system_lockstep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_number_options.h"
#include "tb/lockstep/rh_system_events.h"
#include "tb/lockstep/rh_system_model.h"
#include "tb/lockstep/rh_system_pair.h"

struct run {
    uint64_t clocks;
    struct rh_system_choice choice;
    uint64_t core_mhz, network_mhz, hold_limit, outstanding_limit;
    const struct rh_system_api *api;
    struct rh_system_model model;
    void *rtl;
    struct rh_system_pair pair;
    uint64_t random, clock;
    struct rh_system_events events;
    struct rh_error error;
};

/* The RTL has the model's parameters, as the model would have them made. */
static bool check_params(struct run *run) {
    struct rh_system_params expected;
    if (!rh_system_params_of(run->model.loop, &expected, &run->error))
        return false;
    if (run->api->params->columns == 0)
        expected.columns = 0;
    return memcmp(&expected, run->api->params, sizeof expected) == 0 ||
           rh_error_set(&run->error, "found other parameters in the RTL than the C model says, expected the same");
}

static bool open_model(struct run *run) {
    return rh_system_model_open(&run->model, run->api->params, &run->choice, &run->error) && check_params(run) &&
           rh_system_pair_open(&run->pair, run->model.loop, run->api, run->rtl, &run->error);
}

static void close_model(struct run *run) {
    rh_system_pair_close(&run->pair);
    rh_system_model_close(&run->model);
}

static bool open_run(struct run *run) {
    struct rh_system_config *c = &run->choice.config;
    run->random = rh_random_start(run->choice.seed, 1);
    run->choice.requests = run->clocks * run->api->params->controllers / 4 + UINT64_C(64) * run->api->params->cores;
    run->choice.core_mhz = (uint16_t)run->core_mhz;
    run->choice.network_mhz = (uint16_t)run->network_mhz;
    c->hold_limit = (uint8_t)run->hold_limit;
    c->outstanding_limit = (uint8_t)run->outstanding_limit;
    run->rtl = run->api->open(run->choice.seed);
    if (run->rtl == NULL)
        return rh_error_set(&run->error, "found no memory, expected enough");
    return open_model(run);
}

static void close_run(struct run *run) {
    close_model(run);
    run->api->close(run->rtl);
}

/* What the cores did in this clock. */
static void count_cores(struct run *run) {
    const struct rh_system_ports *ports = &run->pair.ports;
    for (unsigned k = 0; k < run->api->params->cores; k++) {
        bool valid = ports->offer[k].valid;
        run->events.issued += valid && ports->ready[k];
        run->events.turned_away += valid && ports->ticks.core && !ports->ready[k];
        run->events.replies += ports->reply[k];
    }
}

static bool run_clock(struct run *run) {
    struct rh_loop *loop = run->model.loop;
    if (!rh_system_pair_before(&run->pair))
        return false;
    count_cores(run);
    if (!rh_loop_clock(loop, &run->error))
        return run->error.text[0] == '\0' && rh_error_set(&run->error, "%s", loop->text);
    rh_system_events_clock(&run->events, loop);
    return rh_system_pair_behind(&run->pair);
}

/* Both, with another stream; the RTL comes from where it was. */
static bool reset(struct run *run) {
    run->choice.seed++;
    rh_system_events_end(&run->events, run->model.loop);
    close_model(run);
    if (!open_model(run))
        return false;
    run->pair.begun = run->clock;
    rh_system_ports_reset(&run->pair.ports, &run->random);
    return true;
}

static bool run_clocks(struct run *run) {
    rh_system_ports_reset(&run->pair.ports, &run->random);
    for (; run->clock < run->clocks; run->clock++) {
        if (run->clock == run->clocks / 3 && run->clock != 0 && !reset(run))
            return false;
        if (!run_clock(run))
            return false;
    }
    return rh_system_pair_registers(&run->pair);
}

static void say(struct run *run, double rate) {
    printf("MATCHED: %" PRIu64 " clocks, %u blocks, %u register bits; %.1f k clocks a second\n", run->clock,
           run->pair.blocks.parts + RH_SYSTEM_CLOCKS, rh_network_registers_bits(run->pair.blocks.registers),
           rate / 1000);
    rh_system_events_end(&run->events, run->model.loop);
    rh_system_events_print(&run->events);
}

int rh_system_lockstep(const struct rh_system_api *api, int argc, char **argv) {
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return 2;
    run->api = api;
    run->clocks = 20000;
    run->choice.seed = 1;
    run->outstanding_limit = RH_LOOP_SLOTS;
    const struct rh_number_option options[] = {
        {"--clocks", &run->clocks, 0, UINT64_C(1) << 40},
        {"--seed", &run->choice.seed, 0, UINT64_MAX},
        {"--timing", &run->choice.timing, 0, UINT64_MAX},
        {"--core-mhz", &run->core_mhz, 1, RH_LOOP_MOST_MHZ},
        {"--network-mhz", &run->network_mhz, 1, RH_LOOP_MOST_MHZ},
        {"--hold-limit", &run->hold_limit, 0, UINT8_MAX},
        {"--outstanding-limit", &run->outstanding_limit, 1, RH_LOOP_SLOTS},
    };
    bool same = false;
    if (rh_number_options(options, sizeof options / sizeof options[0], argc, argv, &run->error) && open_run(run)) {
        double start = rh_number_seconds();
        same = run_clocks(run);
        if (same)
            say(run, (double)run->clock / (rh_number_seconds() - start));
    }
    if (run->pair.difference[0] != '\0')
        printf("%s\n", run->pair.difference);
    bool failed = run->error.text[0] != '\0';
    if (failed)
        fprintf(stderr, "request_system: %s\n", run->error.text);
    close_run(run);
    free(run);
    return failed ? 2 : same ? 0 : 1;
}
