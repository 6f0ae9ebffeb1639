// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/kernel/rh_kernel_fit.h"

#include <stdio.h>

#include "cmodel/cli/rh_forms.h"
#include "rowhold/rh_warp_fit.h"

/* Mixes of the microbenchmarks with loads, and warps of a core. Coalesced: one alone, as many CTAs of four as a core
 * takes, half as many; not coalesced, where few keep the memory busy: one, two, four. */
enum { PATTERNS = 2, FIRST_MIX = 2, LAST_MIX = 8, OCCUPANCIES = 3, CTA_WARPS = 4 };
enum { POINTS = PATTERNS * (LAST_MIX - FIRST_MIX + 1) * OCCUPANCIES };
static const char *const patterns[PATTERNS] = {"micro_uncoalesced", "micro_coalesced"};
static const uint64_t CLOCKS = 24000; /* that a microbenchmark runs, unless it is said */
static const unsigned BEGINNING = 4;  /* the first quarter, in which warps come into step, does not count */
/* Where the search begins: the paper's constants. */
static const struct rh_coupled_memory START = {420, 10, 4};

struct fit {
    struct rh_warp_machine machine;
    struct rh_coupled_memory own;
    struct rh_warp_point point[POINTS];
    struct place {
        unsigned pattern, mix, warps;
        double latency;
    } place[POINTS];
    unsigned points;
    struct rh_warp_fit result;
};

static const struct rh_column configuration[] = {
    {.name = "machine", .kind = RH_CELL_TEXT},
    {.name = "preset", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --preset"},
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .kind = RH_CELL_COUNT},
    {.name = "memory_latency",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "core clocks of a memory in place of network and DRAM"},
    {.name = "core_cycles",
     .kind = RH_CELL_COUNT,
     .meaning = "that each microbenchmark runs; the first quarter of them does not count"},
    {.name = "seed", .kind = RH_CELL_COUNT, .meaning = "of generated input"},
};
static const struct rh_column members[] = {
    {.name = "error", .kind = RH_CELL_REAL, .meaning = "mean of the model's CPI relative to the measured one"},
    {.name = "geometric_error", .kind = RH_CELL_REAL, .meaning = "geometric mean of it, below 0.1 % as 0.1 %"},
};
static const struct rh_column columns[] = {
    {.name = "value", .kind = RH_CELL_TEXT, .meaning = "of the machine, as `rowhold kernel` has it"},
    {.name = "fitted", .kind = RH_CELL_REAL, .digits = 2, .meaning = "core clocks"},
    {.name = "least", .kind = RH_CELL_REAL, .digits = 2, .meaning = "that fits as well, with 0.1 % more error"},
    {.name = "most", .kind = RH_CELL_REAL, .digits = 2, .meaning = "that fits as well, with 0.1 % more error"},
    {.name = "own",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .meaning = "by the machine's own latencies, idle or at its most"},
};
static const struct rh_column more[] = {
    {.name = "kernel", .kind = RH_CELL_TEXT},
    {.name = "mix", .kind = RH_CELL_COUNT, .meaning = "of loads and arithmetic"},
    {.name = "warps", .kind = RH_CELL_COUNT, .meaning = "of a core"},
    {.name = "latency", .kind = RH_CELL_REAL, .digits = 1, .meaning = "measured, core clocks of a request"},
    {.name = "measured", .heading = "measured\nCPI", .kind = RH_CELL_REAL, .digits = 2, .meaning = "CPI"},
    {.name = "model", .heading = "model\nCPI", .kind = RH_CELL_REAL, .digits = 2, .meaning = "CPI with what is fitted"},
    {.name = "error", .heading = "error\n%", .kind = RH_CELL_REAL, .digits = 1, .scale = 100, .meaning = "of the CPI"},
};

const struct rh_form rh_form_kernel_fit = {
    .name = "kernel-fit",
    .command = "rowhold kernel --fit MACHINE --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the options that were given"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("rows", columns, "one for each value of the memory"),
    .more = RH_FORM_PART("points", more, "one for each microbenchmark"),
};

/* Counts of a warp alone, and what is measured with so many warps and CTAs on each core. */
static bool add_point(struct fit *fit, const struct rh_kernel_program_options *options, unsigned pattern, unsigned mix,
                      unsigned warps, unsigned ctas, const struct rh_warp_kernel *alone, struct rh_error *error) {
    struct rh_kernel_program_options o = *options;
    struct rh_warp_point *point = &fit->point[fit->points];
    struct rh_kernel_figures measured;
    char grid[64];
    (void)snprintf(grid, sizeof grid, "%u,%u", warps, ctas * (unsigned)fit->machine.sms);
    o.run.grid = grid;
    o.run.kernel = patterns[pattern];
    o.run.size = mix;
    struct rh_kernel_figures beginning;
    if (!rh_kernel_measure(&o, &measured, error))
        return false;
    o.run.core_cycles /= BEGINNING;
    if (!rh_kernel_measure(&o, &beginning, error))
        return false;
    point->kernel = *alone;
    point->kernel.threads = warps * fit->machine.warp_threads;
    point->kernel.blocks = ctas * fit->machine.sms;
    point->kernel.active_blocks = ctas;
    point->kernel.active_sms = fit->machine.sms;
    point->cpi = measured.cpi;
    if (measured.instructions > beginning.instructions)
        point->cpi =
            (measured.clocks - beginning.clocks) * fit->machine.sms / (measured.instructions - beginning.instructions);
    fit->place[fit->points++] = (struct place){pattern, mix, warps * ctas, measured.memory.memory_clocks};
    return true;
}

static bool add_mix(struct fit *fit, const struct rh_kernel_program_options *options, unsigned pattern, unsigned mix,
                    struct rh_error *error) {
    struct rh_kernel_program_options o = *options;
    struct rh_warp_kernel alone;
    struct rh_coupled_memory own;
    o.run.grid = "1,1";
    o.run.kernel = patterns[pattern];
    o.run.size = mix;
    if (!rh_kernel_first(&o, &fit->machine, &alone, &own, error))
        return false;
    unsigned by_warps = (unsigned)fit->machine.warps_most / CTA_WARPS, most = (unsigned)fit->machine.blocks_most;
    const unsigned warps[PATTERNS][OCCUPANCIES] = {{1, 2, CTA_WARPS}, {1, CTA_WARPS, CTA_WARPS}};
    const unsigned full = most < by_warps ? most : by_warps;
    const unsigned ctas[PATTERNS][OCCUPANCIES] = {{1, 1, 1}, {1, (full + 1) / 2, full}};
    bool good = true;
    for (unsigned k = 0; good && k < OCCUPANCIES; k++)
        good = add_point(fit, options, pattern, mix, warps[pattern][k], ctas[pattern][k], &alone, error);
    return good;
}

/* The machine's own latency, and its departures where every core loads. */
static bool add_own(struct fit *fit, const struct rh_kernel_program_options *options, struct rh_error *error) {
    struct rh_coupled_memory own[PATTERNS];
    for (unsigned pattern = 0; pattern < PATTERNS; pattern++) {
        struct rh_kernel_program_options o = *options;
        struct rh_warp_kernel kernel;
        char grid[64];
        (void)snprintf(grid, sizeof grid, "1,%u", (unsigned)fit->machine.sms);
        o.run.grid = grid;
        o.run.kernel = patterns[pattern];
        o.run.size = FIRST_MIX;
        if (!rh_kernel_first(&o, &fit->machine, &kernel, &own[pattern], error))
            return false;
    }
    fit->own = own[1];
    fit->own.departure_uncoalesced = own[0].departure_uncoalesced;
    if (options->perfect) /* the load/store unit remains: a request a clock */
        fit->own = (struct rh_coupled_memory){rh_gpu_preset_find(options->run.machine, error)->machine.lsu_delay + 3.0 +
                                                  options->memory_latency,
                                              1, own[1].departure_coalesced / own[1].departure_uncoalesced};
    return true;
}

static bool configure(const struct rh_kernel_program_options *o, struct rh_table *table) {
    return rh_table_text(table, o->run.machine) &&
           rh_table_text(table, o->common.preset_given ? o->common.preset : NULL) &&
           rh_table_text(table, o->common.controller) && rh_table_count(table, o->common.queue) &&
           rh_table_known(table, o->perfect ? (int64_t)o->memory_latency : -1) &&
           rh_table_count(table, o->run.core_cycles) &&
           rh_table_count(table, o->common.seeded ? o->common.stream.seed : 0);
}

static bool add_rows(const struct fit *fit, struct rh_table *table) {
    static const char *const names[] = {"memory_clocks", "departure_uncoalesced", "departure_coalesced"};
    const struct rh_coupled_memory *const columns_of[] = {&fit->result.memory, &fit->result.least, &fit->result.most,
                                                          &fit->own};
    bool good = true;
    for (unsigned v = 0; good && v < 3; v++) {
        good = rh_table_text(table, names[v]);
        for (unsigned c = 0; good && c < 4; c++) {
            const double values[] = {columns_of[c]->memory_clocks, columns_of[c]->departure_uncoalesced,
                                     columns_of[c]->departure_coalesced};
            good = rh_table_real(table, values[v]);
        }
    }
    return good;
}

static bool add_points(const struct fit *fit, struct rh_table *table) {
    bool good = true;
    for (unsigned i = 0; good && i < fit->points; i++) {
        const struct rh_warp_point *point = &fit->point[i];
        const struct place *place = &fit->place[i];
        good = rh_table_text(table, patterns[place->pattern]) && rh_table_count(table, place->mix) &&
               rh_table_count(table, place->warps) && rh_table_real(table, place->latency) &&
               rh_table_real(table, point->cpi) && rh_table_real(table, point->model) &&
               rh_table_real(table, point->model / point->cpi - 1);
    }
    return good;
}

static bool run_all(struct fit *fit, const struct rh_kernel_program_options *o, struct rh_error *error) {
    const struct rh_gpu_preset *preset = rh_gpu_preset_find(o->run.machine, error);
    if (preset == NULL)
        return false;
    fit->machine.sms = preset->machine.cores;
    if (!add_own(fit, o, error))
        return false;
    for (unsigned pattern = 0; pattern < PATTERNS; pattern++)
        for (unsigned mix = FIRST_MIX; mix <= LAST_MIX; mix++)
            if (!add_mix(fit, o, pattern, mix, error))
                return false;
    return rh_warp_fit(&fit->machine, fit->point, fit->points, &START, &fit->result, error);
}

bool rh_kernel_fit_report(const struct rh_kernel_program_options *options, const struct rh_table_options *tables,
                          struct rh_error *error) {
    struct rh_kernel_program_options o = *options;
    struct fit fit = {.points = 0};
    struct rh_table_result result;
    o.run.core_cycles = o.run.core_cycles != 0 ? o.run.core_cycles : CLOCKS;
    if (!rh_table_options_apart(tables, NULL, 0, error) || !run_all(&fit, &o, error) ||
        !rh_table_result_open(&result, &rh_form_kernel_fit, error))
        return false;
    bool good = (configure(&o, result.configuration) && rh_table_real(result.members, fit.result.error) &&
                 rh_table_real(result.members, fit.result.geometric) && add_rows(&fit, result.rows) &&
                 add_points(&fit, result.more)) ||
                rh_table_no_memory(&rh_form_kernel_fit, error);
    good = good && rh_table_write(&result, tables, error);
    if (good && !rh_table_options_stdout(tables)) {
        printf("%s: %u microbenchmarks, %.1f %% off in the mean, %.1f %% in the geometric mean\n\n", o.run.machine,
               fit.points, 100 * fit.result.error, 100 * fit.result.geometric);
        rh_table_print(result.rows, "  ", stdout);
        printf("\n");
        rh_table_print(result.more, "  ", stdout);
    }
    rh_table_result_close(&result);
    return good;
}
