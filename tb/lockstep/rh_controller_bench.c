// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_controller_bench.h"

#include <inttypes.h>

#include "cmodel/dram/rh_backend.h"

static bool start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    (void)block;
    (void)seed;
    ((struct rh_controller_bench_state *)state)->constraints = config;
    return true;
}

/* The model's side: wrong RTL may name a level or a cause that does not exist. */
static void sample(void *state, const void *model_state) {
    const struct rh_backend *backend = model_state; /* first in every state */
    ((struct rh_controller_bench_state *)state)->responses = backend->response_count;
}

static void count(void *state, const struct rh_lockstep_clock *clock) {
    struct rh_controller_bench_state *s = state;
    struct rh_controller_counts *counts = &s->counts;
    const struct rh_controller_in *in = clock->in;
    const struct rh_controller_out *out = clock->rtl_out;
    bool held = in->req_valid && !out->req_ready;
    if (clock->reset)
        s->past.commands = 0;
    counts->commands += (uint64_t)(out->col_cmd != RH_NOP) + (uint64_t)(out->row_cmd != RH_NOP);
    counts->requests_held += held;
    counts->responses_held += out->rsp_valid && !in->rsp_ready;
    counts->fills += held && !s->was_held;
    counts->drains += out->occupancy == 0 && s->was_occupied;
    rh_events_clock(&counts->events, &s->past, s->constraints, clock->model_out, s->responses);
    s->was_held = held;
    s->was_occupied = out->occupancy != 0;
}

/* "RD 3" or "-": the commands of a clock in short. */
static void short_command(unsigned command, unsigned bank, char *text, size_t size) {
    if (command == RH_NOP)
        (void)snprintf(text, size, "-");
    else
        (void)snprintf(text, size, "%s %u", rh_command_name(command), bank);
}

/* The last clocks' inputs and the RTL's commands. */
static void past(const struct rh_lockstep *lockstep, FILE *to) {
    const struct rh_layout *in = &rh_lockstep_setup_of(lockstep)->block->in;
    fprintf(to, "  last inputs, and the RTL's commands with their banks (newest marked)\n    %12s", "cycle");
    for (unsigned i = 0; i < in->count; i++)
        fprintf(to, " %10s", in->fields[i].name);
    fprintf(to, " %8s %8s\n", "column", "row");
    for (unsigned back = RH_LOCKSTEP_HISTORY; back-- > 0;) {
        struct rh_lockstep_clock clock;
        if (!rh_lockstep_past_of(lockstep, back, &clock))
            continue;
        const struct rh_controller_out *out = clock.rtl_out;
        char column[16], row[16];
        short_command(out->col_cmd, out->col_bank, column, sizeof column);
        short_command(out->row_cmd, out->row_bank, row, sizeof row);
        if (clock.reset)
            fprintf(to, "    %12s\n", "-- reset --");
        fprintf(to, "    %12" PRIu64, clock.cycle);
        for (unsigned i = 0; i < in->count; i++)
            fprintf(to, " %10" PRIu64, rh_field_get(&in->fields[i], clock.in, 0));
        fprintf(to, " %8s %8s%s\n", column, row, back == 0 ? "   <-- newest" : "");
    }
}

const struct rh_bench_kind rh_controller_bench = {.state_size = sizeof(struct rh_controller_bench_state),
                                                  .start = start,
                                                  .sample = sample,
                                                  .count = count,
                                                  .past = past};
