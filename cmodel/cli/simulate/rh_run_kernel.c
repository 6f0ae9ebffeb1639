// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_run_kernel.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/cli/rh_kernel_file.h"
#include "cmodel/cli/rh_machine_file.h"
#include "cmodel/files/rh_files.h"
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/trace/rh_accelsim.h"
#include "cmodel/trace/rh_recorded_warps.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_coalescer.h"
#include "rowhold/rh_hash.h"

static const char *machine_word(unsigned index) {
    return index < rh_gpu_presets() ? rh_gpu_preset(index)->name : NULL;
}

const char *rh_run_kernel_word(unsigned index) {
    const struct rh_simt_program *program = rh_kernels_at(index);
    return program != NULL ? program->name : NULL;
}

static const char *coalescing_word(unsigned index) {
    return index < RH_COALESCINGS ? rh_coalescing_name((enum rh_coalescing)index) : NULL;
}

/* By the machine's `greedy`. */
static const char *const schedulers[] = {"lrr", "gto"};

static const char *scheduler_word(unsigned index) {
    return index < sizeof schedulers / sizeof schedulers[0] ? schedulers[index] : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_run_kernel_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_run_kernel_rows[RH_RUN_KERNEL_ROWS] = {
    ROW(INPUT, "kernel", "NAME|FILE", kernel, .group = "GPU programs", .word = rh_run_kernel_word, .others = true,
        .help = "run a GPU program in place of a stream: one of `rowhold kernels`, a kernel of yours (.yaml), recorded "
                "warp streams (.csv), an Accel-Sim trace (.traceg, kernelslist.g)"),
    ROW(INPUT, "machine", "NAME|FILE", machine, .word = machine_word, .others = true,
        .help = "GPU that runs it, or a YAML file with one (default quadro_fx5800)"),
    ROW(TEXT, "grid", "X[,Y[,Z]]", grid, .help = "CTAs of a kernel that ships; also XxYxZ, as a list of them needs"),
    ROW(REAL, "scale", "F", scale, .given = offsetof(struct rh_run_kernel_options, scale_given),
        .help = "of its default grid's last dimension (default 1)"),
    ROW(NUMBER, "size", "N", size, .least = 1, .most = UINT32_MAX, .help = "of what its grid does not give"),
    ROW(NUMBER, "core_cycles", "N", core_cycles, .least = 1, .most = UINT64_C(1000000000000),
        .help = "end at this clock of the cores (default: at the program's end)"),
    ROW(NUMBER, "ctas", "N", ctas, .least = 1, .most = 32, .help = "resident on a core, at most"),
    ROW(NUMBER, "resources", "PERCENT", resources, .least = 1, .most = 800,
        .help = "of the machine's threads, CTAs, registers and shared memory that a core has (default 100)"),
    ROW(TEXT, "coalesce", "RULE", coalesce, .word = coalescing_word,
        .help = "how a warp's global and local accesses become requests (default: the machine's)"),
    ROW(TEXT, "warp_scheduler", "NAME", scheduler, .word = scheduler_word,
        .help = "which warp issues: lrr, loose round robin: the next in turn that can; gto: greedy, then the oldest "
                "(default: the machine's)"),
    ROW(NUMBER, "memory_latency", "N", memory_latency, .most = 1000000,
        .given = offsetof(struct rh_run_kernel_options, latency_given),
        .help = "--network none: core clocks that the memory takes (default 0)"),
};

static bool is_of_kernel(const struct rh_option *option) {
    for (unsigned k = 0; k < RH_RUN_KERNEL_ROWS; k++)
        if (option == &rh_run_kernel_rows[k])
            return true;
    return false;
}

bool rh_run_kernel_apply(const struct rh_axes *axes, uint64_t point, struct rh_run_kernel_options *options,
                         struct rh_options *common, struct rh_error *error) {
    for (unsigned i = 0; i < axes->count; i++) {
        char place[64];
        const struct rh_option *option = axes->axis[i].option;
        void *into = is_of_kernel(option) ? (void *)options : (void *)common;
        if (!rh_option_store(option, rh_option_spelling(option, place), rh_axis_value(axes, i, point), into, error))
            return false;
    }
    return true;
}

static bool is_none(const struct rh_options *common) {
    return common->loop.network != NULL && strcmp(common->loop.network, "none") == 0;
}

bool rh_run_kernel_is_alone(const struct rh_run_kernel_options *options, const struct rh_options *common) {
    return options->kernel != NULL && is_none(common);
}

static bool differs(const void *options, const void *defaults, const struct rh_option *row) {
    return memcmp((const char *)options + row->at, (const char *)defaults + row->at, row->size) != 0;
}

static bool is_absent(const struct rh_run_kernel_options *options, struct rh_error *error) {
    static const struct rh_run_kernel_options none;
    for (unsigned k = 1; k < RH_RUN_KERNEL_ROWS; k++) {
        const struct rh_option *row = &rh_run_kernel_rows[k];
        char text[64];
        bool given = row->given != 0 && *((const char *)options + row->given) != 0;
        if (given || differs(options, &none, row))
            return rh_option_lacks(error, rh_option_spelling(row, text), "--kernel");
    }
    return true;
}

/* An option of a stream that a program has a use for. */
static bool is_shared(const struct rh_option *row) {
    static const char *const names[] = {"map", "channels", "seed"};
    for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)
        if (strcmp(row->name, names[k]) == 0)
            return true;
    return false;
}

/* With --network none: an option of what is not there, the network, the controllers, the DRAM. */
static bool is_of_memory(const struct rh_option *row) {
    static const char *const others[] = {"stream", "preset", "chips",   "map",   "channels", "seed",
                                         "stats",  "config", "threads", "quiet", "network",  "outstanding"};
    for (unsigned k = 0; k < sizeof others / sizeof others[0]; k++)
        if (strcmp(row->name, others[k]) == 0)
            return false;
    return !row->argument;
}

static bool excludes_memory(const struct rh_options *common, struct rh_error *error) {
    const struct rh_options defaults = rh_options_default();
    const struct {
        const struct rh_option *row;
        unsigned count;
    } tables[] = {{rh_options_rows, RH_OPTIONS_ROWS},
                  {rh_run_options_rows, RH_RUN_OPTIONS_ROWS},
                  {rh_loop_options_rows, RH_LOOP_OPTIONS_ROWS}};
    for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (unsigned k = 0; k < tables[t].count; k++) {
            const struct rh_option *row = &tables[t].row[k];
            char text[64];
            if (is_of_memory(row) && differs(common, &defaults, row))
                return rh_option_excludes(error, rh_option_spelling(row, text), "--network none");
        }
    return true;
}

static bool excludes(const struct rh_options *common, struct rh_error *error) {
    const struct rh_options defaults = rh_options_default();
    const size_t stream = offsetof(struct rh_options, stream);
    const struct {
        bool given;
        const char *option;
    } others[] = {
        {common->slowdown, "--slowdown"},
        {common->loop.load != NULL, "--load"},
        {common->loop.cores != 0, "--cores"},
        {common->loop.cta_warps != 0, "--cta-warps"},
    };
    for (unsigned k = 0; k < RH_OPTIONS_ROWS; k++) {
        const struct rh_option *row = &rh_options_rows[k];
        char text[64];
        bool of_stream =
            row->at >= stream && row->at < stream + sizeof defaults.stream && !row->argument && !is_shared(row);
        if (of_stream && differs(common, &defaults, row))
            return rh_option_excludes(error, rh_option_spelling(row, text), "--kernel");
    }
    for (unsigned k = 0; k < sizeof others / sizeof others[0]; k++)
        if (others[k].given)
            return rh_option_excludes(error, others[k].option, "--kernel");
    return true;
}

/* What limits how many CTAs are resident on a core. */
static bool scale_resources(struct rh_gpu_machine *machine, unsigned percent, struct rh_error *error) {
    uint32_t *const resources[] = {&machine->warps, &machine->threads, &machine->ctas, &machine->registers,
                                   &machine->shared_bytes};
    for (unsigned k = 0; k < sizeof resources / sizeof resources[0]; k++) {
        const struct rh_gpu_value *value = &rh_gpu_values[resources[k] - (const uint32_t *)machine];
        uint64_t scaled = (uint64_t)*resources[k] * percent / 100;
        if (scaled < value->least || scaled > value->most)
            return rh_error_set(error,
                                "--resources: found %u, which leaves %" PRIu64
                                " %s of a core, expected a percentage that leaves %u to %u",
                                percent, scaled, value->name, value->least, value->most);
        *resources[k] = (uint32_t)scaled;
    }
    return true;
}

/* "8,32", "8,32,1" or, where commas are between values, "8x32". */
static bool read_grid(const char *text, uint32_t grid[3], struct rh_error *error) {
    char copy[64];
    unsigned n = 0;
    (void)snprintf(copy, sizeof copy, "%s", text);
    for (char *at = copy, *comma; at != NULL; at = comma) {
        uint64_t value;
        if ((comma = strpbrk(at, ",x")) != NULL)
            *comma++ = '\0';
        if (n == 3)
            return rh_error_set(error, "--grid: found '%s', expected CTAs in x, y and z: 8,32,1", text);
        if (!rh_option_number("--grid", at, 1, INT32_MAX, &value, error))
            return false;
        grid[n++] = (uint32_t)value;
    }
    return true;
}

bool rh_run_kernel_shape(const struct rh_run_kernel_options *options, struct rh_simt_options *simt,
                         struct rh_error *error) {
    *simt = (struct rh_simt_options){.scale = options->scale, .size = (uint32_t)options->size};
    return (options->grid == NULL || read_grid(options->grid, simt->grid, error)) &&
           (!options->scale_given || options->scale > 0 || /* which the kernels take for their default */
            rh_error_set(error, "--scale: found %g, expected a number above 0 up to 1000", options->scale));
}

/* --grid, --scale and --size, of a kernel that ships. */
static bool check_shape(const struct rh_run_kernel_options *options, struct rh_error *error) {
    struct rh_simt_options simt;
    const char *given = options->grid != NULL  ? "--grid"
                        : options->scale_given ? "--scale"
                        : options->size != 0   ? "--size"
                                               : NULL;
    if (given != NULL && rh_kernels_find(options->kernel) == NULL)
        return rh_option_conflict(error, given, "--kernel", options->kernel, "a kernel that ships");
    if (options->grid != NULL && options->scale_given)
        return rh_option_excludes(error, "--scale", "--grid");
    return rh_run_kernel_shape(options, &simt, error);
}

bool rh_run_kernel_machine(struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                           struct rh_error *error) {
    bool file = options->machine != NULL && rh_machine_is_file(options->machine);
    if (file && !rh_machine_file_load(options->machine, &run->of_file, error))
        return false;
    struct rh_error why;
    run->preset = file                       ? &run->of_file
                  : options->machine != NULL ? rh_gpu_preset_find(options->machine, &why)
                                             : rh_gpu_preset(0);
    if (run->preset == NULL)
        return rh_error_set(error, "--%s, or a file with .yaml at its end", why.text);
    run->machine = run->preset->machine;
    if (options->resources != 0 && !scale_resources(&run->machine, options->resources, error))
        return false;
    if (options->coalesce != NULL)
        run->machine.coalescing = rh_coalescing_of(options->coalesce);
    if (options->scheduler != NULL)
        run->machine.greedy = strcmp(options->scheduler, schedulers[1]) == 0;
    return run->machine.coalescing != RH_COALESCINGS ||
           rh_error_set(error, "--coalesce: found '%s', expected a rule that --help lists", options->coalesce);
}

bool rh_run_kernel_check(struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                         struct rh_options *common, struct rh_error *error) {
    if (options->kernel == NULL)
        return is_absent(options, error) && (!is_none(common) || rh_option_lacks(error, "--network none", "--kernel"));
    const bool alone = rh_run_kernel_is_alone(options, common);
    if (!excludes(common, error) || (alone && !excludes_memory(common, error)) || !check_shape(options, error))
        return false;
    if (common->seeded &&
        (rh_trace_has_extension(options->kernel, ".traceg") || rh_trace_has_extension(options->kernel, ".g") ||
         rh_trace_has_extension(options->kernel, ".csv")))
        return rh_option_conflict(error, "--seed", "--kernel", options->kernel,
                                  "a kernel that ships, or a YAML file: a trace draws nothing");
    if (!alone && options->latency_given)
        return rh_option_lacks(error, "--memory-latency", "--network none");
    if (!rh_run_kernel_machine(run, options, error))
        return false;
    if (alone && common->loop.outstanding != 0)
        run->machine.outstanding = common->loop.outstanding;
    if (!common->preset_given)
        common->preset = run->preset->memory;
    if (common->loop.network == NULL)
        common->loop.network = rh_topology_name(run->preset->network);
    if (common->loop.allocator == NULL)
        common->loop.allocator = run->preset->allocator;
    return true;
}

void rh_run_kernel_memory(const struct rh_run_kernel *run, const struct rh_options *common, struct rh_preset *memory) {
    if (run->preset != NULL && run->machine.memory_mhz != 0 && !common->preset_given)
        memory->tck_ps = (1000000 + run->machine.memory_mhz / 2) / run->machine.memory_mhz;
}

void rh_run_kernel_fill(const struct rh_run_kernel *run, struct rh_loop_setup *loop) {
    rh_gpu_fill_loop(&run->machine, loop);
}

static struct rh_warp_source *open_source(const struct rh_run_kernel_options *options, const struct rh_options *common,
                                          struct rh_error *error) {
    if (rh_kernels_find(options->kernel) != NULL) {
        struct rh_simt_options simt;
        if (!rh_run_kernel_shape(options, &simt, error))
            return NULL;
        simt.seed = common->seeded ? common->stream.seed : 0;
        return rh_kernels_open(options->kernel, &simt, error);
    }
    if (rh_trace_has_extension(options->kernel, ".traceg") || rh_trace_has_extension(options->kernel, ".g"))
        return rh_accelsim_open(options->kernel, error);
    if (rh_trace_has_extension(options->kernel, ".yaml") || rh_trace_has_extension(options->kernel, ".yml"))
        return rh_kernel_file_open(options->kernel, common->seeded ? &common->stream.seed : NULL, error);
    return rh_recorded_warps_open(options->kernel, error);
}

uint64_t rh_run_kernel_hash(const char *path, uint64_t (*hash_of)(void *user, const char *path, struct rh_error *error),
                            void *user, struct rh_error *error) {
    static const char *const suffixes[] = {"", ".xz", ".gz", ".zst"};
    uint64_t hash = hash_of(user, path, error);
    FILE *list = hash != 0 && rh_trace_has_extension(path, ".g") ? fopen(path, "r") : NULL;
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash + 1 - path) : 0;
    char line[512], file[1024];
    while (list != NULL && hash != 0 && fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, " \t\r\n")] = '\0';
        for (unsigned k = 0; line[0] != '\0' && k < sizeof suffixes / sizeof suffixes[0]; k++) {
            (void)snprintf(file, sizeof file, "%.*s%s%s", folder, path, line, suffixes[k]);
            uint64_t one = access(file, R_OK) == 0 ? hash_of(user, file, error) : 0;
            hash = one != 0 ? rh_hash(hash, &one, sizeof one) : hash;
        }
    }
    if (list != NULL)
        (void)fclose(list);
    return hash;
}

static uint64_t hash_plainly(void *user, const char *path, struct rh_error *error) {
    (void)user;
    return rh_files_hash(path, error);
}

bool rh_run_kernel_describe(const struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                            const struct rh_options *common, struct rh_run_program *program, struct rh_error *error) {
    struct stat status;
    *program = (struct rh_run_program){
        .name = options->kernel, .machine = run->preset->name, .ctas = options->ctas, .cycles = options->core_cycles};
    program->seeded = common->seeded || rh_kernels_find(options->kernel) != NULL;
    program->seed = common->seeded ? common->stream.seed : 0;
    if (rh_kernels_find(options->kernel) != NULL) {
        const struct rh_simt_run *simt = rh_simt_run_of(run->source);
        memcpy(program->grid, simt->grid, sizeof program->grid);
        program->size = simt->size;
        return true;
    }
    if (stat(options->kernel, &status) != 0 || !S_ISREG(status.st_mode)) /* what comes through a pipe is gone */
        return true;
    program->content_hash = rh_run_kernel_hash(options->kernel, hash_plainly, NULL, error);
    return program->content_hash != 0;
}

/* `run` keeps the source. */
static bool set_up(struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                   const struct rh_options *common, const struct rh_preset *preset, unsigned controllers,
                   struct rh_gpu_setup *setup, struct rh_error *error) {
    *setup = (struct rh_gpu_setup){.machine = run->machine,
                                   .command_bytes = rh_preset_command_bytes(preset),
                                   .ctas = options->ctas,
                                   .cycles = options->core_cycles};
    const struct rh_map_shape shape = rh_map_shape_of(preset, controllers);
    if (!rh_map_parse(&setup->map, rh_map_text(common->stream.map, preset), &shape, error))
        return false;
    setup->map.wrap = true;
    run->source = setup->source = open_source(options, common, error);
    return run->source != NULL;
}

bool rh_run_kernel_open(struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                        const struct rh_options *common, const struct rh_preset *preset, unsigned controllers,
                        unsigned flit_bytes, struct rh_error *error) {
    struct rh_gpu_setup setup;
    if (!set_up(run, options, common, preset, controllers, &setup, error))
        return false;
    setup.flit_bytes = flit_bytes;
    run->gpu = rh_gpu_open(&setup, error);
    return run->gpu != NULL;
}

struct rh_gpu_functional *rh_run_kernel_functional(struct rh_run_kernel *run,
                                                   const struct rh_run_kernel_options *options,
                                                   const struct rh_options *common, const struct rh_preset *preset,
                                                   unsigned controllers, struct rh_error *error) {
    struct rh_gpu_setup setup;
    if (!set_up(run, options, common, preset, controllers, &setup, error))
        return NULL;
    return rh_gpu_functional_open(&setup, error);
}

void rh_run_kernel_close(struct rh_run_kernel *run) {
    rh_gpu_close(run->gpu);
    if (run->source != NULL)
        run->source->close(run->source);
}

static int no_request(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    (void)stream;
    (void)request;
    (void)error;
    return 0;
}

static void close_nothing(struct rh_stream *stream) {
    (void)stream;
}

struct rh_stream *rh_run_kernel_stream(void) {
    static _Thread_local struct rh_stream none;
    none = (struct rh_stream){.next = no_request, .close = close_nothing, .latest = UINT64_MAX};
    return &none;
}
