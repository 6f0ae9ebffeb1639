// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim --block NAME`: any block of the registry under what its kind brings to the bench; and
// `rowhold cosim --allocator NAME`, which has options of its own.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_settings.h"
#include "cmodel/files/rh_files.h"
#include "cmodel/files/rh_output.h"
#include "tb/lockstep/rh_allocator_bench.h"
#include "tb/lockstep/rh_cosim_options.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_mismatch.h"

enum { CYCLES = 10000, ALLOCATOR_CYCLES = 20000, PERIOD_PS = RH_ALLOCATOR_PERIOD_PS /* of every block */ };

struct run {
    const struct rh_cosim_options *given;
    bool allocator; /* --allocator and its options, else --block NAME --set --configure */
    struct rh_wave_options waves;
    struct rh_bench_setup setup;
    struct rh_block block;
    void *params, *config;
    struct rh_cosim_wave wave;
    struct rh_rtl rtl;
    struct rh_bench *bench;
    struct rh_output events_file;
};

/* The variant, of a kind that comes to the bench. */
static bool find_variant(const char *name, const struct rh_variant **variant, struct rh_error *error) {
    for (unsigned kind = 0; kind < RH_KINDS; kind++) {
        *variant = rh_variant_find((enum rh_kind_code)kind, name);
        if (*variant != NULL && rh_bench_kind_of((enum rh_kind_code)kind)->inputs == NULL)
            return rh_error_set(error, "--block: found %s '%s', expected --%s %s",
                                rh_kind_of((enum rh_kind_code)kind)->name, name,
                                rh_kind_of((enum rh_kind_code)kind)->name, name);
        if (*variant != NULL)
            return true;
    }
    return rh_error_set(error, "--block: found '%s', expected a variant of `rowhold list`", name);
}

static bool set_config(const struct run *run, struct rh_error *error) {
    const struct rh_layout *layout = &run->block.config;
    char name[64];
    uint64_t value;
    for (const char *text = run->given->configure; text != NULL && *text != '\0';) {
        if (!rh_settings_next("--configure", &text, name, &value, error))
            return false;
        unsigned i = 0;
        while (i < layout->count && strcmp(layout->fields[i].name, name) != 0)
            i++;
        if (i == layout->count)
            return rh_error_set(error, "--configure: found '%s', expected a register of kind %s", name,
                                run->block.kind->name);
        if (value >> layout->fields[i].width != 0)
            return rh_error_set(error, "--configure: found %s=%" PRIu64 ", expected a number of %u bits", name, value,
                                layout->fields[i].width);
        rh_field_set(&layout->fields[i], run->config, 0, value);
    }
    return true;
}

static bool make_block(struct run *run, enum rh_kind_code code, const struct rh_block_ops *ops,
                       struct rh_error *error) {
    const struct rh_kind *kind = rh_kind_of(code)->kind;
    run->setup.kind = rh_bench_kind_of(code);
    run->params = calloc(1, kind->params_size);
    run->config = calloc(1, kind->config_size);
    if (run->params == NULL || run->config == NULL)
        return rh_error_set(error, "cosim: found no memory, expected enough");
    if (!run->allocator && !rh_settings_params("--set", run->given->set, kind, NULL, run->params, error))
        return false;
    rh_block_make(&run->block, kind, ops, run->params);
    return true;
}

static bool resolve(struct run *run, struct rh_error *error) {
    const struct rh_variant *variant;
    if (!run->allocator)
        return find_variant(run->given->block, &variant, error) && make_block(run, variant->kind, variant->ops, error);
    const struct rh_block_ops *ops;
    struct rh_allocator_params params = rh_allocator_router();
    struct rh_allocator_config config = {0};
    const struct rh_loop_options *shared = &run->given->options.loop;
    struct rh_allocator_options options = run->given->sizes;
    options.allocator = shared->allocator;
    options.hold = shared->hold;
    options.limit = (uint8_t)shared->hold_limit;
    options.params.iterations = (uint8_t)shared->iterations;
    options.params.hash_bits = (uint8_t)shared->hash_bits;
    if (!rh_allocator_options_resolve(&options, &ops, &params, &config, error) ||
        !make_block(run, RH_KIND_allocator, ops, error))
        return false;
    *(struct rh_allocator_params *)run->params = params;
    *(struct rh_allocator_config *)run->config = config;
    rh_block_make(&run->block, run->block.kind, ops, run->params);
    return true;
}

/* The files must be apart before any is opened. */
static bool check_files(struct run *run, struct rh_error *error) {
    char *view;
    if (!rh_wave_options_check(&run->waves, &view, error))
        return false;
    const struct rh_file_use files[] = {
        {"--plugin", run->given->plugin, false}, {"--config", run->given->options.config, false},
        {"--events", run->given->events, true},  {"--evidence", run->given->evidence, true},
        {"--wave", run->waves.file, true},       {"the view of --wave", view, true}};
    bool apart = rh_files_apart(files, sizeof files / sizeof files[0], error);
    free(view);
    return apart && rh_wave_options_ready(&run->waves, error) &&
           rh_cosim_wave_take(&run->wave, &run->waves, run->given->whole, run->given->options.quiet, error);
}

static void progress(void *user, uint64_t clocks) {
    const struct run *run = user;
    fprintf(stderr, "\r%3u %%, %" PRIu64 " clocks equal", (unsigned)(clocks * 100 / run->setup.cycles), clocks);
}

static bool open_run(struct run *run, struct rh_error *error) {
    struct rh_bench_setup *s = &run->setup;
    if (!resolve(run, error))
        return false;
    if (s->reset_at >= s->cycles)
        return rh_error_set(error, "--reset-at: found %" PRIu64 ", expected less than --cycles %" PRIu64, s->reset_at,
                            s->cycles);
    if (!check_files(run, error) || !set_config(run, error) ||
        !rh_rtl_load(&run->rtl, &run->block, run->given->plugin, run->given->options.quiet, error) ||
        !rh_lockstep_check_load(s->load_every, run->rtl.api, &run->block, error))
        return false;
    if (run->given->events != NULL && !rh_output_open(&run->events_file, run->given->events, error))
        return false;
    if (!rh_cosim_wave_open(&run->wave, run->block.kind, run->block.ops, run->params, PERIOD_PS, error))
        return false;
    s->block = &run->block;
    s->config = run->config;
    s->rtl = run->rtl.api;
    s->wave = run->wave.wave;
    s->from = rh_cosim_wave_begin(&run->wave, s->rtl, &s->cycles);
    s->count_registers = run->given->events != NULL || run->allocator; /* whose summary says what was seen of them */
    if (run->allocator && !run->given->options.quiet && isatty(STDERR_FILENO)) {
        s->progress = progress;
        s->progress_user = run;
    }
    run->bench = rh_bench_open(s, error);
    return run->bench != NULL;
}

static void configuration(const struct run *run, char *text, size_t size) {
    const struct rh_allocator_params *p = run->params;
    if (run->allocator)
        (void)snprintf(
            text, size,
            "%s, %u x %u, %u iteration%s, hold %s, limit %u, %u destinations with %u banks, rows of %u bits, "
            "hashes of %u, seed %" PRIu64,
            run->block.ops->name, p->inputs, p->outputs, p->iterations, p->iterations == 1 ? "" : "s",
            rh_hold_rule_name(p->hold), ((const struct rh_allocator_config *)run->config)->hold_limit, p->destinations,
            p->banks, p->row_bits, p->hash_bits, run->setup.seed);
    else
        (void)rh_rtl_parameters(run->block.kind, run->params, text, size);
}

static void tell_mismatch(const struct run *run) {
    char words[512], repeat[4096];
    struct rh_cosim_again again;
    const struct rh_lockstep *lockstep = rh_bench_lockstep(run->bench);
    struct rh_mismatch_context context = {words, NULL, repeat, "", run->setup.kind->past, again.line};
    rh_cosim_wave_again(&run->wave, lockstep, PERIOD_PS, &again);
    configuration(run, words, sizeof words);
    (void)rh_cosim_repeat(run->given->argc, run->given->argv, &again, rh_lockstep_clock_of(lockstep)->cycle, 0, repeat,
                          sizeof repeat);
    rh_mismatch_print(lockstep, &context, stderr);
}

static const struct rh_allocator_counts *counts_of(const struct run *run) {
    return &((const struct rh_allocator_bench_state *)rh_bench_state(run->bench))->counts;
}

static void tell_allocator(const struct run *run, FILE *to) {
    const struct rh_allocator_counts *c = counts_of(run);
    unsigned known, seen;
    rh_allocator_events_seen(&c->events, rh_bench_registers(run->bench), &run->block, &known, &seen);
    fprintf(to,
            "  packets      %" PRIu64 ", %" PRIu64 " in streams; %" PRIu64 " grants, %" PRIu64
            " held; drained in %" PRIu64 " clocks\n",
            c->packets, c->streamed, c->grants, c->held, rh_bench_drained(run->bench));
    fprintf(to,
            "  pressure     requests turned away in %" PRIu64 " clocks; longest wait %" PRIu64
            " clocks, longest block of an output %" PRIu64 "\n",
            c->away, c->longest_wait, c->longest_block);
    fprintf(to, "  events       %u of %u kinds happened: matrices, matches, pairs, registers\n", seen, known);
    if (run->setup.reset_at != 0 && run->setup.reset_at < run->setup.cycles)
        fprintf(to,
                "  reset        before cycle %" PRIu64 ", with %" PRIu64 " requests waiting and %" PRIu64
                " pairs remembered\n",
                run->setup.reset_at, c->interrupted, c->forgotten);
}

static void tell_match(const struct run *run) {
    const struct rh_lockstep_tally *t = rh_lockstep_tally_of(rh_bench_lockstep(run->bench));
    FILE *to = rh_output_is_stdout(run->given->events) || rh_output_is_stdout(run->given->evidence) ? stderr : stdout;
    char words[512];
    configuration(run, words, sizeof words);
    if (run->allocator)
        fprintf(to, "%s\n", words);
    fprintf(to, "MATCHED: RTL and C model of rh_%s were equal in %" PRIu64 " clocks\n", run->block.ops->name,
            t->clocks);
    rh_cosim_bits(t, run->setup.from, to);
    if (run->allocator)
        tell_allocator(run, to);
    else if (run->setup.kind->said != NULL)
        run->setup.kind->said(rh_bench_state(run->bench), to);
    if (run->setup.reset_at >= run->setup.cycles)
        fprintf(to, "  reset        before cycle %" PRIu64 ", behind the window\n", run->setup.reset_at);
    if (run->allocator)
        fprintf(to, "  contract     kept in every clock\n");
}

static void print_event(void *user, const struct rh_event *e) {
    const struct run *run = user;
    fprintf(run->events_file.file, "%s,%s,%s,%s,%" PRIu64 "\n", run->block.ops->name, e->event, e->first, e->second,
            e->count);
}

static bool write_events(struct run *run, struct rh_error *error) {
    if (run->given->events == NULL)
        return true;
    if (run->allocator)
        rh_allocator_events_csv(&counts_of(run)->events, rh_bench_registers(run->bench), &run->block,
                                run->events_file.file);
    else {
        fprintf(run->events_file.file, "block,event,first,second,count\n");
        rh_register_events_each(rh_bench_registers(run->bench), &run->block.state, print_event, run);
    }
    return rh_output_commit(&run->events_file, error);
}

static bool write_evidence(const struct run *run, struct rh_error *error) {
    struct rh_evidence evidence = {.clocks = 0};
    if (run->given->evidence == NULL)
        return true;
    configuration(run, evidence.run, sizeof evidence.run);
    rh_cosim_evidence(&evidence, &run->block, &run->rtl, rh_lockstep_tally_of(rh_bench_lockstep(run->bench)),
                      run->setup.from);
    return rh_evidence_write(run->given->evidence, &evidence, error);
}

static int cosim(struct run *run, struct rh_error *error) {
    struct rh_error trouble = {""};
    if (!open_run(run, error))
        return 2;
    enum rh_bench_end end = rh_bench_run(run->bench, error);
    if (run->setup.progress != NULL)
        fprintf(stderr, "\r%78s\r", "");
    if (end == RH_BENCH_MISMATCH)
        tell_mismatch(run);
    if ((end == RH_BENCH_MATCHED && !(write_events(run, &trouble) && write_evidence(run, &trouble))) ||
        !rh_cosim_wave_close(&run->wave, &trouble)) {
        *error = trouble;
        return 2;
    }
    if (end != RH_BENCH_MATCHED)
        return 1;
    if (!run->given->options.quiet)
        tell_match(run);
    return 0;
}

static int run_bench(const struct rh_cosim_options *given, bool allocator, uint64_t cycles, struct rh_error *error) {
    struct run run = {.given = given,
                      .allocator = allocator,
                      .waves = given->options.wave,
                      .setup = {.seed = given->options.stream.seed,
                                .cycles = given->cycles != 0 ? given->cycles : cycles,
                                .reset_at = given->reset_at,
                                .compare_state = given->compare_state,
                                .load_every = given->load_every}};
    int code = cosim(&run, error);
    rh_bench_close(run.bench);
    rh_wave_discard(run.wave.wave);
    rh_output_drop(&run.events_file);
    rh_rtl_unload(&run.rtl);
    free(run.params);
    free(run.config);
    return code;
}

int rh_cosim_block(const struct rh_cosim_options *options, struct rh_error *error) {
    return run_bench(options, false, CYCLES, error);
}

int rh_cosim_allocator(const struct rh_cosim_options *options, struct rh_error *error) {
    return run_bench(options, true, ALLOCATOR_CYCLES, error);
}
