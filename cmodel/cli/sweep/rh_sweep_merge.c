// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/sweep/rh_sweep_merge.h"

#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/run/rh_result.h"

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
    rh_sweep_merge_close(merge);
    return NULL;
}

void rh_sweep_merge_close(struct rh_sweep_merge *merge) {
    if (merge == NULL)
        return;
    for (unsigned i = 0; i < merge->count; i++) {
        free(merge->parts[i].file);
        json_decref(merge->parts[i].root);
    }
    free(merge->parts);
    free(merge);
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
