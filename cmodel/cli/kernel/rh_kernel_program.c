// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/kernel/rh_kernel_program.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/gpu/rh_gpu_memory.h"

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_kernel_program_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_kernel_program_rows[RH_KERNEL_PROGRAM_ROWS] = {
    ROW(TEXT, "controller", "NAME", common.controller, .group = "memory of the program", .word = rh_controller_word,
        .help = "memory controller (default fr_fcfs)"),
    ROW(INPUT, "preset", "NAME|FILE", common.preset, .word = rh_preset_word, .others = true,
        .given = offsetof(struct rh_kernel_program_options, common.preset_given),
        .help = "DRAM preset, or a YAML file with one (default: the machine's)"),
    ROW(NUMBER, "queue", "N", common.queue, .least = RH_LEAST_QUEUE, .most = RH_MAX_QUEUE,
        .help = "requests the controller stores (default 32)"),
    ROW(NUMBER, "seed", "N", common.stream.seed, .most = INT64_MAX,
        .given = offsetof(struct rh_kernel_program_options, common.seeded), .help = "of generated input (default 0)"),
    ROW(NUMBER, "most", "N", most, .least = 1, .most = UINT64_C(100000000),
        .help = "requests of a kernel that the memory's model looks at (default 262144)"),
    ROW(FLAG, "no_measure", NULL, no_measure, .help = "predict alone: the closed loop is not run"),
};

/* A loop with the program in front of it. */
struct loop {
    struct rh_options common;
    struct rh_setup setup;
    struct rh_run_loop run;
};

static bool open_loop(struct loop *loop, const struct rh_kernel_program_options *o, struct rh_error *error) {
    const struct rh_loop_setup none = {.unwatched = true};
    *loop = (struct loop){.common = o->common};
    struct rh_run_kernel *kernel = &loop->run.kernel;
    if (!rh_run_kernel_check(kernel, &o->run, &loop->common, error) ||
        !rh_options_resolve(&loop->common, &loop->setup, error))
        return false;
    rh_run_kernel_memory(kernel, &loop->common, &loop->setup.preset);
    return rh_run_network_open(&loop->run, &loop->common, &o->run, &loop->setup, NULL, kernel->machine.controllers,
                               &none, error);
}

/* Means are sums of products with the clocks until `finish`. */
static void add(struct rh_kernel_figures *f, const struct rh_coupled_memory *memory, const struct rh_warp_run *run) {
    f->there = true;
    f->clocks += run->total;
    f->memory.memory_clocks += memory->memory_clocks * run->total;
    f->memory.departure_uncoalesced += memory->departure_uncoalesced * run->total;
    f->memory.departure_coalesced += memory->departure_coalesced * run->total;
    f->mwp += run->mwp * run->total;
    f->cwp += run->cwp * run->total;
}

static void finish(struct rh_kernel_figures *f, double cores, double instructions) {
    double clocks = f->clocks;
    f->memory.memory_clocks /= clocks;
    f->memory.departure_uncoalesced /= clocks;
    f->memory.departure_coalesced /= clocks;
    f->mwp /= clocks;
    f->cwp /= clocks;
    f->cpi = clocks * cores / instructions;
}

/* One kernel that has run without a memory: both predictions. Without an access off the chip it takes what its
 * instructions take. */
static bool predict_kernel(struct rh_kernel_program *r, const struct loop *loop, const struct rh_gpu_traffic *t,
                           const struct rh_coupled_memory *constant, struct rh_error *error) {
    struct rh_warp_machine machine;
    struct rh_warp_kernel kernel, waiting;
    struct rh_warp_run run;
    struct rh_gpu_memory memory;
    struct rh_coupled_run coupled;
    rh_gpu_warp_machine(&loop->run.kernel.machine, loop->run.loop, &machine);
    rh_gpu_warp_kernel(t, false, &kernel);
    rh_gpu_warp_kernel(t, true, &waiting);
    if (t->count == 0) {
        run = (struct rh_warp_run){
            .total = machine.issue_clocks * (double)t->instructions / kernel.active_sms, .mwp = 1, .cwp = 1};
        add(&r->way[RH_KERNEL_CONSTANT], constant, &run);
        add(&r->way[RH_KERNEL_COUPLED], constant, &run);
        return true;
    }
    const struct rh_coupled_setup setup = {
        .machine = &machine, .kernel = &waiting, .memory = rh_gpu_memory_at, .user = &memory, .near = 1};
    if (!rh_coupled_once(&machine, &kernel, constant, &run, error) ||
        !rh_gpu_memory_start(&memory, loop->run.loop, t, error) || !rh_coupled_solve(&setup, &coupled, error))
        return false;
    add(&r->way[RH_KERNEL_CONSTANT], constant, &run);
    add(&r->way[RH_KERNEL_COUPLED], &coupled.memory, &coupled.run);
    r->rounds = coupled.rounds > r->rounds ? coupled.rounds : r->rounds;
    r->open += !coupled.converged;
    return true;
}

static void count(struct rh_kernel_program *r, const struct rh_gpu_traffic *t) {
    r->kernels++;
    r->ctas += t->launch.ctas;
    r->warps += t->warps;
    r->instructions += t->instructions;
    r->barriers += t->barriers;
    r->uncoalesced += t->accesses[RH_GPU_UNCOALESCED];
    r->coalesced += t->accesses[RH_GPU_COALESCED];
    r->requests += t->requests[RH_GPU_UNCOALESCED] + t->requests[RH_GPU_COALESCED];
}

static bool predict(struct rh_kernel_program *r, const struct loop *loop, uint64_t most,
                    const struct rh_coupled_memory *constant, struct rh_error *error) {
    struct rh_gpu_traffic traffic;
    int status = rh_gpu_traffic_open(&traffic, loop->run.kernel.gpu, most != 0 ? most : RH_KERNEL_MOST, error) ? 1 : -1;
    while (status == 1 && (status = rh_gpu_traffic_next(&traffic, error)) == 1) {
        count(r, &traffic);
        if (!predict_kernel(r, loop, &traffic, constant, error))
            status = -1;
    }
    rh_gpu_traffic_close(&traffic);
    if (status == 0 && r->instructions == 0)
        return rh_error_set(error, "--kernel: found a program without an instruction, expected one at least");
    return status == 0;
}

static bool run_loop(const struct loop *loop, const struct rh_kernel_program_options *o, struct rh_kernel_figures *f,
                     struct rh_error *error) {
    struct rh_gpu *gpu = loop->run.kernel.gpu;
    enum rh_system_end end = RH_SYSTEM_DONE;
    if (!o->perfect)
        end = rh_loop_run_cores(loop->run.loop, rh_gpu_cores(gpu), error);
    else if (!rh_gpu_run_perfect(gpu, o->memory_latency, NULL, NULL, error))
        return false;
    if (end != RH_SYSTEM_DONE)
        return end == RH_SYSTEM_ERROR
                   ? false
                   : rh_error_set(error, "kernel: found a controller that broke its contract, expected none");
    const struct rh_gpu_stats *stats = rh_gpu_stats_of(gpu);
    *f = (struct rh_kernel_figures){.there = true, .clocks = (double)stats->count.core_cycles};
    f->memory.memory_clocks =
        stats->count.read_requests != 0 ? (double)stats->count.read_cycles / (double)stats->count.read_requests : 0;
    f->instructions = (double)stats->count.warp_instructions;
    f->cpi = f->clocks * stats->machine.cores / f->instructions;
    return true;
}

bool rh_kernel_measure(const struct rh_kernel_program_options *o, struct rh_kernel_figures *figures,
                       struct rh_error *error) {
    struct loop loop;
    bool good = open_loop(&loop, o, error) && run_loop(&loop, o, figures, error);
    rh_run_network_close(&loop.run);
    return good;
}

bool rh_kernel_first(const struct rh_kernel_program_options *o, struct rh_warp_machine *machine,
                     struct rh_warp_kernel *kernel, struct rh_coupled_memory *own, struct rh_error *error) {
    struct loop loop;
    struct rh_gpu_traffic traffic = {.gpu = NULL};
    struct rh_gpu_memory memory;
    bool good = open_loop(&loop, o, error) &&
                rh_gpu_traffic_open(&traffic, loop.run.kernel.gpu, o->most != 0 ? o->most : RH_KERNEL_MOST, error) &&
                rh_gpu_traffic_next(&traffic, error) == 1;
    if (good) {
        rh_gpu_warp_machine(&loop.run.kernel.machine, loop.run.loop, machine);
        rh_gpu_warp_kernel(&traffic, true, kernel);
        good = rh_gpu_memory_start(&memory, loop.run.loop, &traffic, error) &&
               rh_gpu_memory_at(&memory, INFINITY, own, error);
    }
    rh_gpu_traffic_close(&traffic);
    rh_run_network_close(&loop.run);
    return good;
}

bool rh_kernel_program(const struct rh_kernel_program_options *o, const struct rh_coupled_memory *constant,
                       struct rh_kernel_program *r, struct rh_error *error) {
    struct loop loop;
    *r = (struct rh_kernel_program){.kernels = 0};
    bool good = open_loop(&loop, o, error) && predict(r, &loop, o->most, constant, error);
    double cores = loop.run.kernel.machine.cores;
    rh_run_network_close(&loop.run);
    for (unsigned way = 0; good && way < RH_KERNEL_MEASURED; way++)
        finish(&r->way[way], cores, (double)r->instructions);
    return good && (o->no_measure || rh_kernel_measure(o, &r->way[RH_KERNEL_MEASURED], error));
}

/* Tables. */

static const struct rh_column configuration[] = {
    {.name = "kernel", .kind = RH_CELL_TEXT},
    {.name = "machine", .kind = RH_CELL_TEXT},
    {.name = "preset", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --preset"},
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .kind = RH_CELL_COUNT},
    {.name = "grid", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "CTAs, of --grid"},
    {.name = "scale", .kind = RH_CELL_REAL, .maybe = true, .meaning = "of the default grid's last dimension"},
    {.name = "size", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "of --size"},
    {.name = "ctas", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "resident on a core, of --ctas"},
    {.name = "resources", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "per cent, of --resources"},
    {.name = "coalesce", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --coalesce"},
    {.name = "seed", .kind = RH_CELL_COUNT, .meaning = "of generated input"},
};
static const struct rh_column members[] = {
    {.name = "kernels", .kind = RH_CELL_COUNT, .meaning = "one after the other"},
    {.name = "ctas", .kind = RH_CELL_COUNT},
    {.name = "warps", .kind = RH_CELL_COUNT},
    {.name = "warp_instructions", .kind = RH_CELL_COUNT},
    {.name = "barriers", .kind = RH_CELL_COUNT, .meaning = "instructions of warps"},
    {.name = "uncoalesced", .kind = RH_CELL_COUNT, .meaning = "accesses off the chip"},
    {.name = "coalesced", .kind = RH_CELL_COUNT, .meaning = "accesses off the chip"},
    {.name = "requests", .kind = RH_CELL_COUNT, .meaning = "of these"},
    {.name = "rounds", .kind = RH_CELL_COUNT, .meaning = "until latency and run time agree, the most of a kernel"},
    {.name = "without_fixed_point", .kind = RH_CELL_COUNT, .meaning = "kernels whose latency and run time don't"},
};
static const struct rh_column columns[] = {
    {.name = "memory", .kind = RH_CELL_TEXT, .meaning = "constant, coupled or measured"},
    {.name = "latency", .kind = RH_CELL_REAL, .digits = 1, .meaning = "core clocks of a transaction (Mem_LD)"},
    {.name = "departure_uncoalesced",
     .heading = "departure\nuncoal.",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "core clocks between two transactions of an uncoalesced access"},
    {.name = "departure_coalesced",
     .heading = "departure\ncoal.",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "core clocks between two coalesced accesses"},
    {.name = "mwp", .heading = "MWP", .kind = RH_CELL_REAL, .digits = 2, .maybe = true},
    {.name = "cwp", .heading = "CWP", .kind = RH_CELL_REAL, .digits = 2, .maybe = true},
    {.name = "clocks", .kind = RH_CELL_REAL, .digits = 0, .meaning = "core clocks of the program"},
    {.name = "cpi",
     .heading = "CPI",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .meaning = "core clocks x cores / instructions of warps"},
    {.name = "error",
     .heading = "error\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .maybe = true,
     .meaning = "of the CPI, relative to the measured one"},
};

const struct rh_form rh_form_kernel_program = {
    .name = "kernel-program",
    .command = "rowhold kernel --kernel NAME --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the options that were given"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("rows", columns, "by constants, with the memory's model in the loop, and measured"),
};

static bool configure(const struct rh_kernel_program_options *o, struct rh_table *table) {
    const struct rh_run_kernel_options *run = &o->run;
    return rh_table_text(table, run->kernel) &&
           rh_table_text(table, run->machine != NULL ? run->machine : rh_gpu_preset(0)->name) &&
           rh_table_text(table, o->common.preset_given ? o->common.preset : NULL) &&
           rh_table_text(table, o->common.controller) && rh_table_count(table, o->common.queue) &&
           rh_table_text(table, run->grid) && rh_table_maybe(table, run->scale_given, run->scale) &&
           rh_table_known(table, run->size != 0 ? (int64_t)run->size : -1) &&
           rh_table_known(table, run->ctas != 0 ? (int64_t)run->ctas : -1) &&
           rh_table_known(table, run->resources != 0 ? (int64_t)run->resources : -1) &&
           rh_table_text(table, run->coalesce) && rh_table_count(table, o->common.seeded ? o->common.stream.seed : 0);
}

static bool add_members(const struct rh_kernel_program *r, struct rh_table *table) {
    const uint64_t values[] = {r->kernels,     r->ctas,      r->warps,    r->instructions, r->barriers,
                               r->uncoalesced, r->coalesced, r->requests, r->rounds,       r->open};
    return rh_table_counts(table, values, sizeof values / sizeof values[0]);
}

static bool add_rows(const struct rh_kernel_program *r, struct rh_table *table) {
    static const char *const names[] = {"constant", "coupled", "measured"};
    const struct rh_kernel_figures *measured = &r->way[RH_KERNEL_MEASURED];
    bool good = true;
    for (unsigned way = 0; good && way < RH_KERNEL_WAYS; way++) {
        const struct rh_kernel_figures *f = &r->way[way];
        bool predicted = way != RH_KERNEL_MEASURED;
        if (f->there)
            good = rh_table_text(table, names[way]) && rh_table_real(table, f->memory.memory_clocks) &&
                   rh_table_maybe(table, predicted, f->memory.departure_uncoalesced) &&
                   rh_table_maybe(table, predicted, f->memory.departure_coalesced) &&
                   rh_table_maybe(table, predicted, f->mwp) && rh_table_maybe(table, predicted, f->cwp) &&
                   rh_table_real(table, f->clocks) && rh_table_real(table, f->cpi) &&
                   rh_table_maybe(table, predicted && measured->there, f->cpi / measured->cpi - 1);
    }
    return good;
}

static void say(const struct rh_kernel_program_options *o, const struct rh_kernel_program *r,
                const struct rh_table *rows) {
    printf("%s on %s: %" PRIu64 " kernel%s, %" PRIu64 " CTAs, %" PRIu64 " instructions of warps; %" PRIu64
           " accesses off the chip, %" PRIu64 " of them uncoalesced\n\n",
           o->run.kernel, o->run.machine != NULL ? o->run.machine : rh_gpu_preset(0)->name, r->kernels,
           r->kernels == 1 ? "" : "s", r->ctas, r->instructions, r->uncoalesced + r->coalesced, r->uncoalesced);
    rh_table_print(rows, "  ", stdout);
    if (r->open == 0)
        printf("\nlatency and run time agree after %u rounds\n", r->rounds);
}

bool rh_kernel_program_report(const struct rh_kernel_program_options *o, const struct rh_coupled_memory *constant,
                              const struct rh_table_options *tables, struct rh_error *error) {
    struct rh_kernel_program r;
    struct rh_table_result result;
    if (!rh_table_options_apart(tables, NULL, 0, error) || !rh_kernel_program(o, constant, &r, error) ||
        !rh_table_result_open(&result, &rh_form_kernel_program, error))
        return false;
    bool good = (configure(o, result.configuration) && add_members(&r, result.members) && add_rows(&r, result.rows)) ||
                rh_table_no_memory(&rh_form_kernel_program, error);
    good = good && rh_table_write(&result, tables, error);
    if (good && !rh_table_options_stdout(tables))
        say(o, &r, result.rows);
    if (good && r.open != 0)
        fprintf(stderr,
                "note: latency and run time do not agree within 0.1 %% and a clock in %u of %" PRIu64
                " kernels: the run times are those of the last round\n",
                r.open, r.kernels);
    rh_table_result_close(&result);
    return good;
}
