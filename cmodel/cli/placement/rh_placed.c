// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/placement/rh_placed.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_kernel_file.h"
#include "cmodel/cli/rh_option.h"
#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_agreement.h"
#include "rowhold/rh_kernel.h"
#include "rowhold/rh_timeline.h"

static const struct rh_file_value sm_values[] = {
#define RH_SM_VALUE(name, unit, least, most, defaults, meaning) RH_FILE_VALUE(struct rh_sm, name, least, most),
#include "tables/placement.def"
    {.name = NULL},
};

/* Values of a machine in place of those that `sm` has: `name: value` lines. */
static bool sm_load(const char *file, struct rh_sm *sm, struct rh_error *error) {
    struct rh_config config;
    if (!rh_config_load_tree(file, &config, error))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < config.count; i++) {
        const struct rh_file_reader r = {file, &config.entries[i], error};
        struct rh_near near = {.word = r.entry->key};
        int got = rh_file_value(&r, sm_values, r.entry->key, sm, &near);
        good = got > 0 || (got == 0 && rh_file_fail_key(&r, &near, "a value of an SM"));
    }
    rh_config_free(&config);
    return good;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_placed_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_placed_options_rows[RH_PLACED_OPTIONS_ROWS] = {
    ROW(INPUT, "sm", "FILE", sm, .group = "machine",
        .help = "YAML file with values of an SM (include/tables/placement.def)"),
    ROW(INPUT, "preset", "NAME|FILE", preset, .word = rh_preset_word, .others = true,
        .help = "DRAM preset, or a YAML file with one (default gddr3)"),
    RH_OPTION_CHIPS(struct rh_placed_options),
    ROW(TEXT, "refresh", "MODE", refresh, .word = rh_refresh_word, .help = "default: the preset's"),
    ROW(NUMBER, "channels", "N", channels, .least = 1, .most = 256, .power = true,
        .help = "memory channels of an SM (default 1)"),
    ROW(TEXT, "map", "MAP", map, .help = "address map (default: 256 bytes to a channel before the next)"),
    ROW(TEXT, "controller", "NAME", controller, .word = rh_controller_word,
        .help = "memory controller of the run (default fr_fcfs)"),
    ROW(NUMBER, "queue", "N", queue, .least = RH_LEAST_QUEUE, .most = RH_MAX_QUEUE,
        .help = "requests the controller stores (default 32)"),
    ROW(TEXT, "form", "NAME", form, .word = rh_queueing_form_name,
        .help = "of the wait for a bank: kingman or printed (default kingman)"),
    ROW(NUMBER, "window", "N", window, .most = RH_MAX_QUEUE, .given = offsetof(struct rh_placed_options, windowed),
        .help = "a row opened fewer than N requests ago still counts as open; 0: order of arrival (default: the queue, "
                "where the controller serves a row's requests together)"),
};

struct rh_placed_options rh_placed_options_default(void) {
    return (struct rh_placed_options){
        .preset = "gddr3", .controller = "fr_fcfs", .form = "kingman", .channels = 1, .queue = 32};
}

bool rh_placed_machine(const struct rh_placed_options *options, struct rh_placed_machine *machine,
                       struct rh_error *error) {
    machine->options = *options;
    machine->sm = rh_sm_default();
    machine->form = strcmp(options->form, "printed") == 0 ? RH_QUEUEING_PRINTED : RH_QUEUEING_KINGMAN;
    machine->window = options->windowed ? options->window : rh_timeline_window(options->controller, options->queue);
    if ((options->sm != NULL && !sm_load(options->sm, &machine->sm, error)) ||
        !rh_options_preset(options->preset, options->chips, options->refresh, &machine->preset, error))
        return false;
    const struct rh_map_shape shape = rh_map_shape_of(&machine->preset, options->channels);
    return rh_map_parse(&machine->map, rh_map_text(options->map, &machine->preset), &shape, error);
}

bool rh_placed_list(const char *place, const char *text, struct rh_axes *files, struct rh_error *error) {
    struct file {
        const char *name;
    };
    static const struct rh_option row = RH_OPTION_ROW(struct file, INPUT, "KERNEL", NULL, name, .argument = true);
    return rh_axis_store(&row, place, text, files, error);
}

static bool load_kernel(struct rh_placed_kernel *kernel, struct rh_error *error) {
    struct rh_kernel_file file;
    if (!rh_kernel_file_load(kernel->file, NULL, &file, error))
        return false;
    kernel->kernel = file.kernel;
    memcpy(kernel->name, file.name, sizeof kernel->name);
    rh_warp_program_close(file.program);
    return file.program == NULL ||
           rh_error_set(error,
                        "%s:%u:%u: found a program, expected steps and arrays alone: placements are predicted of "
                        "these",
                        kernel->file, file.line, file.column);
}

static bool load(struct rh_placed_suite *suite, const struct rh_axis *files, struct rh_error *error) {
    suite->kernels = calloc(files->count, sizeof *suite->kernels);
    suite->placed = calloc(RH_PLACED_MOST, sizeof *suite->placed);
    if (suite->kernels == NULL || suite->placed == NULL)
        return rh_error_set(error, "placement: found no memory, expected enough");
    for (; suite->kernel_count < files->count; suite->kernel_count++) {
        struct rh_placed_kernel *kernel = &suite->kernels[suite->kernel_count];
        kernel->file = files->values[suite->kernel_count];
        if (!load_kernel(kernel, error))
            return false;
    }
    return true;
}

/* The next one, the last array fastest; false past the last. */
static bool advance(const struct rh_kernel *kernel, rh_placement_of place) {
    unsigned a = kernel->arrays;
    while (a > 0 && ++place[a - 1] == RH_SPACES)
        place[--a] = 0;
    return a > 0;
}

static bool append(struct rh_placed_suite *suite, unsigned kernel, const rh_placement_of place,
                   struct rh_error *error) {
    if (suite->count == RH_PLACED_MOST)
        return rh_error_set(error,
                            "%s: found more than %d placements, expected at most so many; `memory` of an array, "
                            "or --placement, narrows them",
                            suite->kernels[kernel].file, RH_PLACED_MOST);
    suite->placed[suite->count] = (struct rh_placed){.kernel = kernel};
    memcpy(suite->placed[suite->count++].place, place, sizeof(rh_placement_of));
    return true;
}

static bool list_all(struct rh_placed_suite *suite, unsigned k, struct rh_error *error) {
    const struct rh_kernel *kernel = &suite->kernels[k].kernel;
    unsigned before = suite->count;
    rh_placement_of place = {0};
    struct rh_error unfit = {""};
    do {
        if (rh_kernel_fits(kernel, &suite->machine->sm, place, &unfit) && !append(suite, k, place, error))
            return false;
    } while (advance(kernel, place));
    return suite->count > before ||
           rh_error_set(error, "%s: found no placement, expected one that fits; of the last, %s",
                        suite->kernels[k].file, unfit.text);
}

/* "GTS,GGG" */
static bool list_named(struct rh_placed_suite *suite, unsigned k, const char *letters, struct rh_error *error) {
    const struct rh_kernel *kernel = &suite->kernels[k].kernel;
    unsigned first = suite->count;
    while (letters[0] != '\0') {
        size_t length = strcspn(letters, ",");
        rh_placement_of place = {0};
        struct rh_error unfit;
        bool good = length == kernel->arrays;
        for (unsigned a = 0; good && a < kernel->arrays; a++) {
            while (place[a] < RH_SPACES && rh_space_letter(place[a]) != letters[a])
                place[a]++;
            good = place[a] < RH_SPACES;
        }
        if (!good)
            return rh_error_set(error,
                                "--placement: found '%.*s', expected a letter of G, T, C, S for each of the %u "
                                "arrays of %s",
                                (int)length, letters, kernel->arrays, suite->kernels[k].file);
        if (!rh_kernel_fits(kernel, &suite->machine->sm, place, &unfit))
            return rh_error_set(error, "--placement %.*s: %s: %s", (int)length, letters, suite->kernels[k].file,
                                unfit.text);
        for (unsigned i = first; i < suite->count; i++)
            if (memcmp(suite->placed[i].place, place, sizeof place) == 0)
                return rh_error_set(error, "--placement: found '%.*s' again, expected each placement once", (int)length,
                                    letters);
        if (!append(suite, k, place, error))
            return false;
        letters += length + (letters[length] == ',');
    }
    return true;
}

static bool count(struct rh_placed_suite *suite, struct rh_placed *placed, struct rh_error *error) {
    const struct rh_placed_machine *m = suite->machine;
    struct rh_error fault;
    struct rh_placement_setup setup = {.kernel = &suite->kernels[placed->kernel].kernel,
                                       .sm = &m->sm,
                                       .preset = &m->preset,
                                       .map = &m->map,
                                       .form = m->form,
                                       .window = m->window};
    memcpy(setup.place, placed->place, sizeof setup.place);
    placed->counted = rh_placement_count(&setup, &fault);
    return placed->counted != NULL || rh_error_set(error, "%s: %s", suite->kernels[placed->kernel].file, fault.text);
}

static bool measure(struct rh_placed_suite *suite, struct rh_placed *placed, struct rh_error *error) {
    const struct rh_placed_machine *m = suite->machine;
    const struct rh_kernel *kernel = &suite->kernels[placed->kernel].kernel;
    struct rh_sm_run_setup setup = {.kernel = kernel,
                                    .sm = &m->sm,
                                    .preset = &m->preset,
                                    .controller = m->options.controller,
                                    .map = m->options.map,
                                    .channels = m->options.channels,
                                    .queue = m->options.queue};
    memcpy(setup.place, placed->place, sizeof setup.place);
    if (kernel->synchronisation + kernel->special + kernel->divergence > 0)
        return true; /* the run has none of these */
    return rh_sm_run(&setup, &placed->measured, error);
}

bool rh_placed_open(struct rh_placed_suite *suite, const struct rh_placed_machine *machine, const struct rh_axis *files,
                    const char *letters, bool measured, struct rh_error *error) {
    *suite = (struct rh_placed_suite){.machine = machine};
    if (!load(suite, files, error))
        return false;
    for (unsigned k = 0; k < suite->kernel_count; k++)
        if (!(letters != NULL ? list_named(suite, k, letters, error) : list_all(suite, k, error)))
            return false;
    for (unsigned i = 0; i < suite->count; i++)
        if (!count(suite, &suite->placed[i], error) || (measured && !measure(suite, &suite->placed[i], error)))
            return false;
    return true;
}

void rh_placed_close(struct rh_placed_suite *suite) {
    for (unsigned i = 0; i < suite->count; i++)
        rh_placement_close(suite->placed[i].counted);
    free(suite->placed);
    free(suite->kernels);
}

void rh_placed_predict(struct rh_placed_suite *suite, const double coefficients[RH_OVERLAPS]) {
    for (unsigned i = 0; i < suite->count; i++)
        rh_placement_time(suite->placed[i].counted, coefficients, &suite->placed[i].figures);
}

static int by_time(const void *a, const void *b) {
    const struct rh_placed *one = a, *other = b;
    double x = one->figures.predicted, y = other->figures.predicted;
    return one->kernel != other->kernel ? (one->kernel < other->kernel ? -1 : 1)
           : x != y                     ? (x < y ? -1 : 1)
                                        : memcmp(one->place, other->place, sizeof one->place);
}

void rh_placed_sort(struct rh_placed_suite *suite) {
    qsort(suite->placed, suite->count, sizeof *suite->placed, by_time);
}

const char *rh_placed_letters(const struct rh_placed_suite *suite, const struct rh_placed *placed,
                              char text[RH_KERNEL_ARRAYS + 1]) {
    unsigned arrays = suite->kernels[placed->kernel].kernel.arrays;
    for (unsigned a = 0; a < arrays; a++)
        text[a] = rh_space_letter(placed->place[a]);
    text[arrays] = '\0';
    return text;
}

double rh_placed_error(const struct rh_placed *placed) {
    return placed->figures.predicted / (double)placed->measured.clocks - 1;
}

/* One kernel's placements, in `agreement`, and the loss by its best predicted one. */
static double add_kernel(const struct rh_placed_suite *suite, unsigned kernel, struct rh_agreement agreement[2]) {
    const struct rh_placed *best = NULL;
    double sum = 0, least = INFINITY;
    unsigned all = 0;
    for (unsigned i = 0; i < suite->count; i++) {
        const struct rh_placed *p = &suite->placed[i];
        if (p->kernel != kernel)
            continue;
        double measured = (double)p->measured.clocks;
        best = best == NULL || p->figures.predicted < best->figures.predicted ? p : best;
        least = measured < least ? measured : least;
        sum += measured;
        all++;
        rh_agreement_add(&agreement[0], p->figures.predicted / measured, 1);
    }
    for (unsigned i = 0; i < suite->count; i++)
        if (suite->placed[i].kernel == kernel)
            rh_agreement_add(&agreement[1], suite->placed[i].figures.predicted * all / sum,
                             (double)suite->placed[i].measured.clocks * all / sum);
    return best != NULL ? (double)best->measured.clocks / least - 1 : 0;
}

struct rh_placed_agreement rh_placed_agreement(const struct rh_placed_suite *suite) {
    struct rh_agreement agreement[2] = {{.count = 0}, {.count = 0}};
    struct rh_placed_agreement result = {.placements = suite->count};
    for (unsigned k = 0; k < suite->kernel_count; k++)
        result.loss += add_kernel(suite, k, agreement) / suite->kernel_count;
    result.error = rh_agreement_mean_absolute_error(&agreement[0]);
    result.worst = agreement[0].worst;
    if (!rh_agreement_polarity(&agreement[0], &result.polarity))
        result.polarity = NAN;
    if (!rh_agreement_correlation(&agreement[1], &result.correlation))
        result.correlation = NAN;
    return result;
}

const char *rh_placed_text(double value, int digits, char text[RH_PLACED_TEXT]) {
    (void)snprintf(text, RH_PLACED_TEXT, isnan(value) ? "-" : "%.*f", digits, value);
    return text;
}
