// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/sweep/rh_sweep.h"

#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/cli/rh_machine_file.h"
#include "cmodel/cli/simulate/rh_run_network.h"
#include "cmodel/cli/simulate/rh_simulate.h"
#include "cmodel/embedding/rh_run_report.h"
#include "cmodel/files/rh_source.h"
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/trace/rh_trace.h"
#include "cmodel/trace/rh_trace_array.h"
#include "rowhold/rh_hash.h"
#include "rowhold/rh_synthetic.h"

/*  */

struct part {
    char *file;
    json_t *root, *rows;
    unsigned number;
};

struct rh_sweep_merge {
    struct part *parts; /* part 1 first, when all are read */
    unsigned count;
    const struct rh_axes *axes;
};

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static unsigned number_of(const json_t *object, const char *name) {
    json_int_t number = json_integer_value(json_object_get(object, name));
    return number < 0 || number > UINT32_MAX ? 0 : (unsigned)number;
}

static bool read_part(struct part *part, const char *file, struct rh_error *error) {
    json_error_t fault;
    part->file = strdup(file);
    FILE *input = fopen(file, "rb");
    if (input == NULL || part->file == NULL) {
        rh_error_set(error, "%s: found no readable file (%s), expected a part of a sweep", file, strerror(errno));
        if (input != NULL)
            (void)fclose(input);
        return false;
    }
    part->root = json_loadf(input, JSON_REJECT_DUPLICATES, &fault);
    (void)fclose(input);
    part->rows = json_object_get(part->root, "rows");
    part->number = number_of(part->root, "part");
    bool good = strcmp(text_of(part->root, "schema"), "rowhold-sweep") == 0 && json_is_array(part->rows) &&
                part->number >= 1 && part->number <= number_of(part->root, "parts");
    return good ||
           rh_error_set(error, "%s:%d: found %s, expected a result of `rowhold sweep --part K/N --json`", file,
                        part->root == NULL ? fault.line : 1, part->root == NULL ? fault.text : "another JSON file");
}

/* By this program, of one sweep with `first`, and no part twice. */
static bool fits(const struct rh_sweep_merge *merge, const struct part *part, struct rh_error *error) {
    const struct part *first = &merge->parts[0];
    const json_t *program = json_object_get(part->root, "program");
    if (strcmp(text_of(program, "version"), rh_result_version()) != 0 ||
        strcmp(text_of(program, "commit"), rh_result_commit()) != 0)
        return rh_error_set(error, "%s: found a part by rowhold %s (commit %s), expected one by this program, %s (%s)",
                            part->file, text_of(program, "version"), text_of(program, "commit"), rh_result_version(),
                            rh_result_commit());
    unsigned parts = number_of(part->root, "parts"), expected = number_of(first->root, "parts");
    if (parts != expected)
        return rh_error_set(error, "%s: found part %u of %u, expected one of %u as in %s", part->file, part->number,
                            parts, expected, first->file);
    if (strcmp(text_of(part->root, "configuration_hash"), text_of(first->root, "configuration_hash")) != 0)
        return rh_error_set(error, "%s: found a part of another sweep, expected the configuration of %s", part->file,
                            first->file);
    for (const struct part *other = first; other < part; other++)
        if (other->number == part->number)
            return rh_error_set(error, "%s: found part %u of %u, which is %s too, expected each once", part->file,
                                part->number, parts, other->file);
    return true;
}

static int by_number(const void *a, const void *b) {
    unsigned x = ((const struct part *)a)->number, y = ((const struct part *)b)->number;
    return (x > y) - (x < y);
}

static bool read_all(struct rh_sweep_merge *merge, const char *pattern, struct rh_error *error) {
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0)
        return rh_error_set(error, "--merge: found no file '%s', expected the parts of a sweep", pattern);
    merge->parts = calloc(found.gl_pathc, sizeof *merge->parts);
    bool good = merge->parts != NULL || rh_error_set(error, "--merge: found no memory, expected enough");
    while (good && merge->count < found.gl_pathc) {
        struct part *part = &merge->parts[merge->count];
        good = read_part(part, found.gl_pathv[merge->count++], error) && fits(merge, part, error);
    }
    globfree(&found);
    if (!good)
        return false;
    qsort(merge->parts, merge->count, sizeof *merge->parts, by_number);
    unsigned parts = number_of(merge->parts[0].root, "parts"), missing = 1;
    while (missing <= merge->count && merge->parts[missing - 1].number == missing)
        missing++;
    return missing > parts ||
           rh_error_set(error, "--merge: found %u of %u parts, expected part %u too", merge->count, parts, missing);
}

static bool read_axes(const struct rh_sweep_merge *merge, const struct rh_cli *cli, struct rh_axes *axes,
                      struct rh_error *error) {
    const struct part *first = &merge->parts[0];
    const char *name;
    json_t *values, *value;
    size_t i;
    json_object_foreach(json_object_get(first->root, "configuration"), name, values) {
        const struct rh_option_table *table;
        const struct rh_option *option = rh_cli_option(cli, name, strlen(name), &table);
        if (option == NULL || table->store != rh_axis_store || json_array_size(values) == 0)
            return rh_error_set(error, "%s: found axis '%s', expected an option of `simulate` with its values",
                                first->file, name);
        json_array_foreach(values, i, value) {
            char place[64];
            const char *text = json_string_value(value);
            if (!rh_axis_append(axes, option, rh_option_spelling(option, place), text != NULL ? text : "", error))
                return false;
        }
    }
    return axes->count > 0 || rh_error_set(error, "%s: found no axis, expected a sweep", first->file);
}

/* Each part has its rows: one for each of its points. */
static bool check_rows(const struct rh_sweep_merge *merge, struct rh_error *error) {
    uint64_t points = rh_axes_points(merge->axes);
    for (unsigned i = 0; i < merge->count; i++) {
        const struct part *part = &merge->parts[i];
        uint64_t expected = (points + merge->count - part->number) / merge->count;
        if (json_array_size(part->rows) != expected)
            return rh_error_set(error, "%s: found %zu rows, expected %" PRIu64, part->file, json_array_size(part->rows),
                                expected);
    }
    return true;
}

/* NULL is harmless */
static void sweep_merge_close(struct rh_sweep_merge *merge) {
    if (merge == NULL)
        return;
    for (unsigned i = 0; i < merge->count; i++) {
        free(merge->parts[i].file);
        json_decref(merge->parts[i].root);
    }
    free(merge->parts);
    free(merge);
}

struct rh_sweep_merge *rh_sweep_merge_open(const char *pattern, const struct rh_cli *cli, struct rh_axes *axes,
                                           struct rh_error *error) {
    struct rh_sweep_merge *merge = calloc(1, sizeof *merge);
    if (merge == NULL) {
        rh_error_set(error, "--merge: found no memory, expected enough");
        return NULL;
    }
    merge->axes = axes;
    if (read_all(merge, pattern, error) && read_axes(merge, cli, axes, error) && check_rows(merge, error))
        return merge;
    sweep_merge_close(merge);
    return NULL;
}

const char *rh_sweep_merge_file(const struct rh_sweep_merge *merge, unsigned index) {
    return merge != NULL && index < merge->count ? merge->parts[index].file : NULL;
}

static unsigned axis_of(const struct rh_axes *axes, const char *name) {
    unsigned i = 0;
    while (i < axes->count && strcmp(axes->axis[i].option->name, name) != 0)
        i++;
    return i;
}

bool rh_sweep_merge_read(const struct rh_sweep_merge *merge, uint64_t point, struct rh_figures *figures, char hash[32],
                         struct rh_error *error) {
    static const char counted[] = "counted_"; /* before a figure that has the name of an axis */
    const struct part *part = &merge->parts[point % merge->count];
    json_t *row = json_array_get(part->rows, (size_t)(point / merge->count)), *value;
    const char *name;
    (void)snprintf(hash, 32, "%s", text_of(row, "configuration_hash"));
    json_object_foreach(row, name, value) {
        unsigned axis = axis_of(merge->axes, name);
        if (axis < merge->axes->count) {
            const char *expected = rh_axis_value(merge->axes, axis, point), *found = text_of(row, name);
            if (strcmp(found, expected) != 0)
                return rh_error_set(error, "%s: found %s '%s' in row %" PRIu64 ", expected '%s'", part->file, name,
                                    found, point / merge->count + 1, expected);
            continue;
        }
        bool renamed = strncmp(name, counted, sizeof counted - 1) == 0 &&
                       axis_of(merge->axes, name + sizeof counted - 1) < merge->axes->count;
        if (!rh_figures_put(figures, (unsigned)point, renamed ? name + sizeof counted - 1 : name, value))
            return rh_error_set(error, "--merge: found no memory, expected enough");
    }
    return true;
}

/* A file's content; 0 with an error. */
static uint64_t hash_once(struct rh_sweep *sweep, const char *path, struct rh_error *error) {
    for (unsigned i = 0; i < sweep->known_count; i++)
        if (strcmp(sweep->known[i].path, path) == 0)
            return sweep->known[i].hash;
    const struct rh_trace_array *array = rh_trace_array_find(path);
    uint64_t hash = array != NULL                   ? rh_trace_array_hash(array)
                    : rh_options_again(path, error) ? rh_files_hash(path, error)
                                                    : 0;
    struct rh_sweep_file *place = &sweep->known[sweep->known_count % 64];
    if (hash != 0 && strlen(path) < sizeof place->path) {
        (void)snprintf(place->path, sizeof place->path, "%s", path);
        place->hash = hash;
        sweep->known_count += sweep->known_count < 63;
    }
    return hash;
}

static uint64_t hash_next(void *sweep, const char *path, struct rh_error *error) {
    return hash_once(sweep, path, error);
}

uint64_t rh_sweep_point(const struct rh_sweep *sweep, uint64_t index) {
    return index * sweep->parts + sweep->part - 1;
}

void rh_sweep_text(const struct rh_sweep *sweep, uint64_t index, char *text, size_t size) {
    rh_axes_text(&sweep->axes, rh_sweep_point(sweep, index), text, size);
}

bool rh_sweep_options(const struct rh_sweep *sweep, uint64_t index, struct rh_sweep_point *point,
                      struct rh_error *error) {
    *point = (struct rh_sweep_point){.options = rh_options_default()};
    point->options.quiet = true;
    point->options.stats = sweep->files[index];
    return rh_run_kernel_apply(&sweep->axes, rh_sweep_point(sweep, index), &point->kernel, &point->options, error);
}

int rh_sweep_run(const struct rh_sweep *sweep, uint64_t index, struct rh_error *error) {
    struct rh_sweep_point point;
    if (!rh_sweep_options(sweep, index, &point, error))
        return 2;
    const struct rh_simulate_own own = {.kernel = point.kernel};
    return rh_simulate_run(&point.options, &own, NULL, error);
}

/* All folders of a path. */
static bool make_folders(char *path, struct rh_error *error) {
    for (char *slash = path + 1;; slash++) {
        slash += strcspn(slash, "/");
        char end = *slash;
        *slash = '\0';
        struct stat status;
        bool there = mkdir(path, 0777) == 0;
        if (!there && errno == EEXIST) {
            there = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
            errno = ENOTDIR;
        }
        if (!there)
            return rh_error_set(error, "--cache: found no way to make %s (%s), expected a folder", path,
                                strerror(errno));
        *slash = end;
        if (end == '\0')
            return true;
    }
}

/* The folder of the results, which the caller frees; NULL with an error. */
static char *cache_folder(const struct rh_sweep *sweep, struct rh_error *error) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *path = NULL;
    int length;
    if (sweep->cache != NULL)
        length = asprintf(&path, "%s", sweep->cache);
    else if (cache != NULL && cache[0] == '/')
        length = asprintf(&path, "%s/rowhold/sweep", cache);
    else if (home != NULL)
        length = asprintf(&path, "%s/.cache/rowhold/sweep", home);
    else {
        rh_error_set(error, "--cache: found neither it nor HOME, expected a folder");
        return NULL;
    }
    if (length < 0) {
        rh_error_set(error, "sweep: found no memory, expected enough");
        return NULL;
    }
    if (make_folders(path, error))
        return path;
    free(path);
    return NULL;
}

/* `of`: the struct that the rows are of. */
static uint64_t hash_values(uint64_t hash, const struct rh_option *rows, unsigned count, const void *of) {
    for (unsigned i = 0; i < count; i++) {
        const char *at = (const char *)of + rows[i].at;
        bool text = rows[i].kind == RH_OPTION_TEXT || rows[i].kind == RH_OPTION_INPUT;
        const char *word = text ? *(const char *const *)at : NULL;
        if (!rh_option_swept(&rows[i]))
            continue;
        hash = text ? rh_hash(hash, word != NULL ? word : "", word != NULL ? strlen(word) + 1 : 0)
                    : rh_hash(hash, at, rows[i].size);
        if (rows[i].given != 0) /* a seed is refused where it means nothing, though it be the usual one */
            hash = rh_hash(hash, (const char *)of + rows[i].given, sizeof(bool));
        hash = rh_hash(hash, rows[i].name, strlen(rows[i].name)); /* a value ends where the name begins */
    }
    return hash;
}

/* The key of a result: all that it depends on. The axes' text is not enough, for a default that is spelled out means
 * the same; the options themselves are. */
static bool key_of(struct rh_sweep *sweep, const struct rh_sweep_point *point, uint64_t *key, struct rh_error *error) {
    const struct rh_options *o = &point->options;
    const char *kernel = point->kernel.kernel;
    uint64_t files[5] = {sweep->program, 0, 0, 0, 0};
    bool traced = rh_synthetic_find(o->stream.stream) == NULL;
    if (kernel != NULL && rh_kernels_find(kernel) == NULL &&
        (files[3] = rh_run_kernel_hash(kernel, hash_next, sweep, error)) == 0)
        return false;
    if (point->kernel.machine != NULL && rh_machine_is_file(point->kernel.machine) &&
        (files[4] = hash_once(sweep, point->kernel.machine, error)) == 0)
        return false;
    if ((traced && (files[1] = hash_once(sweep, o->stream.stream, error)) == 0) ||
        (rh_preset_is_file(o->preset) && (files[2] = hash_once(sweep, o->preset, error)) == 0))
        return false;
    *key = rh_hash(RH_HASH_START, files, sizeof files);
    *key = hash_values(*key, rh_options_rows, RH_OPTIONS_ROWS, o);
    *key = hash_values(*key, rh_run_options_rows, RH_RUN_OPTIONS_ROWS, o);
    *key = hash_values(*key, rh_loop_options_rows, RH_LOOP_OPTIONS_ROWS, o);
    *key = hash_values(*key, rh_run_kernel_rows, RH_RUN_KERNEL_ROWS, &point->kernel);
    return true;
}

/* What a closed loop refuses, before any point runs; with a kernel the options become those of its machine. */
static bool check_network(struct rh_sweep_point *point, struct rh_error *error) {
    struct rh_options *options = &point->options;
    struct rh_run_kernel kernel = {.preset = NULL};
    struct rh_loop_setup loop = {.cores = 0};
    struct rh_topology topology;
    if (!rh_run_kernel_check(&kernel, &point->kernel, options, error))
        return false;
    if (rh_run_kernel_is_alone(&point->kernel, options))
        return true;
    if (!rh_run_network_check(options, error) ||
        (options->loop.network != NULL && !rh_loop_options_resolve(&options->loop, &loop, error)))
        return false;
    if (kernel.preset == NULL)
        return true;
    rh_run_kernel_fill(&kernel, &loop);
    unsigned channels = options->stream.channels;
    return rh_topology_make(&topology, loop.topology, loop.cores, channels != 0 ? channels : loop.controllers,
                            loop.columns, false, error);
}

static bool name_point(struct rh_sweep *sweep, uint64_t index, const char *folder, struct rh_error *error) {
    struct rh_sweep_point point;
    struct rh_setup setup;
    struct rh_error fault;
    uint64_t key = 0;
    bool good = rh_sweep_options(sweep, index, &point, &fault);
    point.options.stream.synthetic = rh_synthetic_find(point.options.stream.stream);
    good = good && check_network(&point, &fault) && rh_options_resolve(&point.options, &setup, &fault) &&
           key_of(sweep, &point, &key, &fault);
    if (!good) {
        char text[512];
        rh_sweep_text(sweep, index, text, sizeof text);
        return rh_error_set(error, "sweep: %s: %.1000s", text, fault.text);
    }
    return asprintf(&sweep->files[index], "%s/%016" PRIx64 ".json", folder, key) >= 0 ||
           rh_error_set(error, "sweep: found no memory, expected enough");
}

bool rh_sweep_open(struct rh_sweep *sweep, struct rh_error *error) {
    enum { MOST = 1000000 };
    uint64_t points = rh_axes_points(&sweep->axes);
    if (points > MOST)
        return rh_error_set(error, "sweep: found %" PRIu64 " points, expected at most %d", points, MOST);
    sweep->count = (points + sweep->parts - sweep->part) / sweep->parts;
    sweep->files = calloc(sweep->count + 1, sizeof *sweep->files);
    if (sweep->files == NULL)
        return rh_error_set(error, "sweep: found no memory, expected enough");
    char self[RH_SOURCE_PATH];
    sweep->program = rh_files_hash(rh_source_program(self), error);
    char *folder = sweep->program == 0 ? NULL : cache_folder(sweep, error);
    bool good = folder != NULL;
    for (uint64_t i = 0; good && i < sweep->count; i++)
        good = name_point(sweep, i, folder, error);
    free(folder);
    return good;
}

void rh_sweep_close(struct rh_sweep *sweep) {
    for (uint64_t i = 0; sweep->files != NULL && i < sweep->count; i++)
        free(sweep->files[i]);
    free(sweep->files);
    sweep_merge_close(sweep->merge);
    rh_axes_free(&sweep->axes);
}
