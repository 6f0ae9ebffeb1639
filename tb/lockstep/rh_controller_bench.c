// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_controller_bench.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/dram/rh_backend.h"
#include "tb/lockstep/rh_bench.h"

struct rh_controller_bench {
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    struct rh_block block;
    struct rh_lockstep *lockstep;
    struct rh_controller_counts counts;
    bool was_held, was_occupied;
    struct rh_events_past past_commands;
    struct rh_register_past past_registers;
    bool count_registers;
    unsigned responses; /* slots taken before the clock, on the model's side */
};

/* The model's side: wrong RTL may name a level or a cause that does not exist. */
static void look(void *user, const void *model_state) {
    const struct rh_backend *backend = model_state; /* first in every state */
    ((struct rh_controller_bench *)user)->responses = backend->response_count;
}

static void count(void *user, const struct rh_lockstep_clock *clock) {
    struct rh_controller_bench *bench = user;
    struct rh_controller_counts *counts = &bench->counts;
    const struct rh_controller_in *in = clock->in;
    const struct rh_controller_out *out = clock->rtl_out;
    if (clock->cycle < rh_lockstep_setup_of(bench->lockstep)->from)
        return; /* the model alone */
    bool held = in->req_valid && !out->req_ready;
    if (clock->reset)
        bench->past_commands.commands = 0;
    counts->commands += (uint64_t)(out->col_cmd != RH_NOP) + (uint64_t)(out->row_cmd != RH_NOP);
    counts->requests_held += held;
    counts->responses_held += out->rsp_valid && !in->rsp_ready;
    counts->fills += held && !bench->was_held;
    counts->drains += out->occupancy == 0 && bench->was_occupied;
    rh_events_clock(&counts->events, &bench->past_commands, &bench->constraints, clock->model_out, bench->responses);
    if (bench->count_registers)
        rh_register_events_clock(&counts->events.registers, &bench->past_registers, &bench->block, clock);
    bench->was_held = held;
    bench->was_occupied = out->occupancy != 0;
}

struct rh_controller_bench *rh_controller_bench_open(const struct rh_controller_bench_setup *setup,
                                                     struct rh_error *error) {
    struct rh_controller_bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        rh_error_set(error, "cosim: found no memory for the lockstep, expected enough");
        return NULL;
    }
    bench->geometry = setup->geometry;
    bench->constraints = setup->constraints;
    rh_block_make(&bench->block, &rh_controller_kind, setup->ops, &bench->geometry);
    struct rh_lockstep_setup pair = {.block = &bench->block,
                                     .config = &bench->constraints,
                                     .rtl = setup->rtl,
                                     .seed = setup->seed,
                                     .compare_state = setup->compare_state,
                                     .wave = setup->wave,
                                     .from = setup->from,
                                     .load_every = setup->load_every,
                                     .look = look,
                                     .count = count,
                                     .keeps_state = setup->count_registers,
                                     .user = bench};
    bench->count_registers = setup->count_registers;
    if (!rh_register_past_open(&bench->past_registers, &bench->block))
        rh_error_set(error, "cosim: found no memory for the lockstep, expected enough");
    else if ((bench->lockstep = rh_lockstep_open(&pair, error)) != NULL)
        return bench;
    rh_controller_bench_close(bench);
    return NULL;
}

void rh_controller_bench_close(struct rh_controller_bench *bench) {
    if (bench == NULL)
        return;
    rh_lockstep_close(bench->lockstep);
    rh_register_past_close(&bench->past_registers);
    free(bench);
}

struct rh_unit rh_controller_bench_unit(struct rh_controller_bench *bench) {
    return rh_lockstep_unit(bench->lockstep);
}

struct rh_lockstep *rh_controller_bench_lockstep(struct rh_controller_bench *bench) {
    return bench->lockstep;
}

const struct rh_controller_counts *rh_controller_bench_counts(const struct rh_controller_bench *bench) {
    return &bench->counts;
}

/* "RD 3" or "-": the commands of a clock in short. */
static void short_command(unsigned command, unsigned bank, char *text, size_t size) {
    if (command == RH_NOP)
        (void)snprintf(text, size, "-");
    else
        (void)snprintf(text, size, "%s %u", rh_command_name(command), bank);
}

void rh_controller_bench_past(const struct rh_lockstep *lockstep, FILE *to) {
    const struct rh_layout *in = &rh_lockstep_setup_of(lockstep)->block->in;
    fprintf(to, "  last inputs, and the RTL's commands with their banks (newest marked)\n    %12s", "cycle");
    for (unsigned i = 0; i < in->count; i++)
        fprintf(to, " %10s", in->fields[i].name);
    fprintf(to, " %8s %8s\n", "column", "row");
    for (unsigned back = RH_LOCKSTEP_HISTORY; back-- > 0;) {
        struct rh_lockstep_clock past;
        if (!rh_lockstep_past_of(lockstep, back, &past))
            continue;
        const struct rh_controller_out *out = past.rtl_out;
        char column[16], row[16];
        short_command(out->col_cmd, out->col_bank, column, sizeof column);
        short_command(out->row_cmd, out->row_bank, row, sizeof row);
        if (past.reset)
            fprintf(to, "    %12s\n", "-- reset --");
        fprintf(to, "    %12" PRIu64, past.cycle);
        for (unsigned i = 0; i < in->count; i++)
            fprintf(to, " %10" PRIu64, rh_field_get(&in->fields[i], past.in, 0));
        fprintf(to, " %8s %8s%s\n", column, row, back == 0 ? "   <-- newest" : "");
    }
}

/* No state: requests come from streams, through workers, and the judge is asked; the caller drives. */
const struct rh_bench_kind rh_controller_bench = {0};
