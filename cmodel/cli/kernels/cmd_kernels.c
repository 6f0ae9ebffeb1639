// SPDX-License-Identifier: Apache-2.0
// `rowhold kernels`: the GPU kernels that ship, and what their warps execute and ask of the memory, without timing.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/simulate/rh_run_kernel.h"
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_warp_count.h"
#include "rowhold/rh_coalescer.h"

struct arguments {
    struct rh_table_options table;
    const char *name;
    struct rh_run_kernel_options run;
    uint64_t seed;
};

static const struct rh_column configuration[] = {
    {.name = "name", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "the kernel that is asked for"},
    {.name = "grid", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "CTAs, of --grid"},
    {.name = "scale", .kind = RH_CELL_REAL, .meaning = "of the default grid's last dimension"},
    {.name = "size", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "of --size"},
    {.name = "seed", .kind = RH_CELL_COUNT, .meaning = "of generated input"},
    {.name = "machine", .kind = RH_CELL_TEXT, .meaning = "whose transactions are counted"},
    {.name = "coalesce", .kind = RH_CELL_TEXT, .meaning = "rule of global and local accesses"},
};
static const struct rh_column columns[] = {
    {.name = "name", .kind = RH_CELL_TEXT},
    {.name = "source", .kind = RH_CELL_TEXT, .hidden = true, .meaning = "of the default grid and CTA"},
    {.name = "meaning", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "kernels", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "one after the other"},
    {.name = "grid", .kind = RH_CELL_TEXT, .meaning = "CTAs in each dimension, of the first kernel"},
    {.name = "cta",
     .heading = "CTA",
     .kind = RH_CELL_TEXT,
     .meaning = "threads in each dimension, of the first kernel"},
    {.name = "size", .kind = RH_CELL_COUNT, .maybe = true, .hidden = true, .meaning = "what --size sets"},
    {.name = "size_is", .kind = RH_CELL_TEXT, .maybe = true, .hidden = true, .meaning = "what the size counts"},
    {.name = "registers", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of a thread, the most of a kernel"},
    {.name = "shared_bytes", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of a CTA, the most of a kernel"},
    {.name = "ctas", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of all kernels"},
    {.name = "warps", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of all kernels"},
    {.name = "spaces", .kind = RH_CELL_TEXT, .meaning = "letters of the memory spaces that are accessed"},
    {.name = "warp_instructions", .heading = "warp\ninstr.", .kind = RH_CELL_COUNT},
    {.name = "thread_instructions",
     .heading = "thread\ninstr.",
     .kind = RH_CELL_COUNT,
     .meaning = "warp instructions times their active lanes"},
    {.name = "accesses", .kind = RH_CELL_COUNT, .meaning = "warp instructions that load, store or do both"},
    {.name = "transactions",
     .kind = RH_CELL_COUNT,
     .hidden = true,
     .meaning = "of accesses off-chip, by the machine's rule, in front of its caches"},
    {.name = "transactions_an_access",
     .heading = "trans. an\naccess",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "of those that are not to shared memory; null: there is none"},
#define RH_WARP_OP(NAME, name_, meaning_)                                                                              \
    {.name = #name_ "_instructions", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "warp instructions: " meaning_},
#define RH_WARP_SPACE(NAME, name_, letter, stores, meaning_)                                                           \
    {.name = #name_ "_accesses", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "warp instructions: " meaning_},
#include "tables/warps.def"
};

const struct rh_form rh_form_kernels = {
    .name = "kernels",
    .command = "rowhold kernels --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the options that were given"),
    .rows = RH_FORM_PART("kernels", columns, "one for each kernel that ships, or for each kernel of the one asked for"),
};

/* What a row is about: a program, or one of its kernels. */
struct entry {
    const struct rh_simt_run *run;
    const char *name;
    uint32_t grid[3], cta[2], registers, shared;
    struct rh_warp_count count;
};

static const char *shape(char text[64], const uint32_t *size, unsigned dimensions) {
    while (dimensions > 1 && size[dimensions - 1] == 1)
        dimensions--;
    int length = snprintf(text, 64, "%" PRIu32, size[0]);
    for (unsigned d = 1; d < dimensions; d++)
        length += snprintf(text + length, 64 - (size_t)length, "x%" PRIu32, size[d]);
    return text;
}

static bool add_entry(struct rh_table *table, const struct entry *e) {
    const struct rh_simt_program *program = e->run->program;
    char grid[64], cta[64], spaces[RH_WARP_SPACES + 1] = "";
    uint64_t accesses = 0, off_chip = 0;
    unsigned letters = 0;
    for (unsigned s = 0; s < RH_WARP_SPACES; s++) {
        uint64_t of = rh_warp_count_accesses(&e->count, (enum rh_warp_space)s);
        if (of != 0)
            spaces[letters++] = rh_warp_space_letter((enum rh_warp_space)s);
        accesses += of;
        off_chip += s != RH_WARP_SPACE_SHARED ? of : 0;
    }
    bool good = rh_table_text(table, e->name) && rh_table_text(table, program->source) &&
                rh_table_text(table, program->meaning) && rh_table_count(table, e->count.kernels) &&
                rh_table_text(table, shape(grid, e->grid, 3)) && rh_table_text(table, shape(cta, e->cta, 2)) &&
                (program->size_is != NULL ? rh_table_count(table, e->run->size) : rh_table_none(table)) &&
                rh_table_text(table, program->size_is) && rh_table_count(table, e->registers) &&
                rh_table_count(table, e->shared) && rh_table_count(table, e->count.ctas) &&
                rh_table_count(table, e->count.warps) && rh_table_text(table, spaces) &&
                rh_table_count(table, e->count.warp_instructions) &&
                rh_table_count(table, e->count.thread_instructions) && rh_table_count(table, accesses) &&
                rh_table_count(table, e->count.transactions) &&
                rh_table_maybe(table, off_chip != 0, (double)e->count.transactions / (double)off_chip) &&
                rh_table_counts(table, e->count.of, RH_WARP_OPS);
    for (unsigned s = 0; good && s < RH_WARP_SPACES; s++)
        good = rh_table_count(table, rh_warp_count_accesses(&e->count, (enum rh_warp_space)s));
    return good;
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static unsigned transactions_of(const void *machine, const struct rh_warp_instruction *access) {
    return rh_gpu_transactions(machine, access);
}

/* One row for the program, or one for each of its kernels. */
static bool count_program(const struct rh_simt_program *program, const struct rh_simt_options *options,
                          const struct rh_gpu_machine *machine, bool each, struct rh_table *table,
                          struct rh_error *error) {
    const struct rh_warp_count none = {.transactions_of = transactions_of, .user = machine};
    struct rh_warp_source *source = rh_simt_open(program, options, error);
    struct rh_kernel_launch launch;
    int status = 0;
    if (source == NULL)
        return false;
    const struct rh_simt_run *run = rh_simt_run_of(source);
    struct entry e = {.run = run, .name = program->name, .count = none};
    bool good = true;
    while (good && (status = source->next_kernel(source, &launch, error)) == 1) {
        const struct rh_simt_kernel *kernel = rh_simt_kernel_of(source);
        if (each)
            e = (struct entry){.run = run, .name = launch.name, .count = none};
        if (e.count.kernels == 0) {
            memcpy(e.grid, kernel->grid, sizeof e.grid);
            memcpy(e.cta, kernel->cta, sizeof e.cta);
        }
        e.registers = larger(e.registers, kernel->registers);
        e.shared = larger(e.shared, kernel->shared);
        good = rh_warp_count_kernel(source, &launch, &e.count, error);
        if (good && each && !add_entry(table, &e))
            good = rh_table_no_memory(&rh_form_kernels, error);
    }
    good = good && status == 0;
    if (good && !each && !add_entry(table, &e))
        good = rh_table_no_memory(&rh_form_kernels, error);
    source->close(source);
    return good;
}

static bool put_configuration(struct rh_table *table, const struct arguments *a, const struct rh_run_kernel *run) {
    const struct rh_run_kernel_options *o = &a->run;
    return rh_table_text(table, a->name) && rh_table_text(table, o->grid) &&
           rh_table_real(table, o->scale_given ? o->scale : 1) &&
           (o->size != 0 ? rh_table_count(table, o->size) : rh_table_none(table)) && rh_table_count(table, a->seed) &&
           rh_table_text(table, run->preset->name) &&
           rh_table_text(table, rh_coalescing_name((enum rh_coalescing)run->machine.coalescing));
}

static bool report(const struct arguments *a, struct rh_error *error) {
    struct rh_run_kernel run;
    struct rh_simt_options options;
    struct rh_table_result result;
    if (!rh_run_kernel_machine(&run, &a->run, error) || !rh_run_kernel_shape(&a->run, &options, error))
        return false;
    options.seed = a->seed;
    if (!rh_table_result_open(&result, &rh_form_kernels, error))
        return false;
    bool good = put_configuration(result.configuration, a, &run) || rh_table_no_memory(&rh_form_kernels, error);
    const struct rh_simt_program *program;
    for (unsigned i = 0; good && (program = rh_kernels_at(i)) != NULL; i++)
        if (a->name == NULL || strcmp(a->name, program->name) == 0)
            good = count_program(program, &options, &run.machine, a->name != NULL, result.rows, error);
    good = good && rh_table_write(&result, &a->table, error);
    if (good && !rh_table_options_stdout(&a->table)) {
        if (a->name != NULL && (program = rh_kernels_find(a->name)) != NULL)
            printf("%s (%s)\n\n", program->meaning, program->source);
        rh_table_print(result.rows, "", stdout);
    }
    rh_table_result_close(&result);
    return good;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.name = NULL};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_kernels, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (a.name == NULL && (a.run.size != 0 || a.run.grid != NULL)) {
        rh_option_lacks(&error, a.run.grid != NULL ? "--grid" : "--size", "NAME");
        return rh_cli_fail(&error);
    }
    return rh_table_options_apart(&a.table, NULL, 0, &error) && report(&a, &error) ? 0 : rh_cli_fail(&error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "NAME", NULL, name, .argument = true, .word = rh_run_kernel_word,
        .help = "this one, with a row for each of its kernels"),
    ROW(NUMBER, "seed", "N", seed, .group = "options", .most = INT64_MAX, .help = "of generated input (default 0)"),
};

const struct rh_cli rh_cli_kernels = {
    .name = "kernels",
    .meaning = "the GPU kernels that ship: grids, memory spaces, instructions, transactions",
    .about = "The GPU kernels that ship, each a CUDA program's algorithm written in C: its grid and CTAs, the memory "
             "spaces that it accesses, what its warps execute, and the transactions that a machine makes of their "
             "accesses, counted without timing.",
    .examples = "kernels --scale 0.1\n"
                "kernels matrix_multiply --grid 2,2\n"
                "kernels transpose_naive --machine gt200 --coalesce line\n"
                "kernels --csv kernels.csv",
    .exits = "0 done, 2 usage error",
    .tables = {RH_OPTION_TABLE(own, 0),
               RH_OPTION_PART(rh_run_kernel_rows + RH_RUN_KERNEL_MACHINE_AT, 1, offsetof(struct arguments, run), 0,
                              NULL),
               RH_OPTION_PART(rh_run_kernel_rows + RH_RUN_KERNEL_COALESCE_AT, 1, offsetof(struct arguments, run), 0,
                              NULL),
               RH_OPTION_PART(rh_run_kernel_rows + RH_RUN_KERNEL_GRID_AT, 3, offsetof(struct arguments, run), 0, NULL),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
