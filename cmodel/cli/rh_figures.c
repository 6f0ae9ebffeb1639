// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_figures.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 256 }; /* columns at first; it grows */

bool rh_figures_open(struct rh_figures *figures, unsigned rows) {
    *figures = (struct rh_figures){.rows = rows, .room = ROOM};
    figures->names = calloc(ROOM, sizeof *figures->names);
    figures->real = calloc(ROOM, sizeof *figures->real);
    figures->cells = calloc((size_t)rows * ROOM, sizeof *figures->cells);
    return figures->names != NULL && figures->real != NULL && figures->cells != NULL;
}

void rh_figures_close(struct rh_figures *figures) {
    for (unsigned i = 0; i < figures->columns; i++)
        free(figures->names[i]);
    free(figures->names);
    free(figures->real);
    free(figures->cells);
    *figures = (struct rh_figures){.rows = 0};
}

unsigned rh_figures_find(const struct rh_figures *figures, const char *name) {
    unsigned i = 0;
    while (i < figures->columns && strcmp(figures->names[i], name) != 0)
        i++;
    return i;
}

struct rh_figure rh_figures_at(const struct rh_figures *figures, unsigned row, unsigned column) {
    return figures->cells[(size_t)row * figures->room + column];
}

/* Room for as many columns again, each row moved to its new place. */
static bool grow(struct rh_figures *figures) {
    unsigned room = 2 * figures->room;
    struct rh_figure *cells = calloc((size_t)figures->rows * room, sizeof *cells);
    char **names = cells == NULL ? NULL : realloc(figures->names, room * sizeof *names);
    if (names != NULL)
        figures->names = names;
    bool *real = names == NULL ? NULL : realloc(figures->real, room * sizeof *real);
    if (real == NULL) {
        free(cells);
        return false;
    }
    figures->real = real;
    memset(real + figures->room, 0, (room - figures->room) * sizeof *real);
    for (unsigned row = 0; row < figures->rows; row++)
        memcpy(cells + (size_t)row * room, figures->cells + (size_t)row * figures->room, figures->room * sizeof *cells);
    free(figures->cells);
    figures->cells = cells;
    figures->room = room;
    return true;
}

bool rh_figures_name(struct rh_figures *figures, const char *name) {
    if (rh_figures_find(figures, name) < figures->columns)
        return true;
    char *copy = strdup(name);
    if (copy == NULL || (figures->columns == figures->room && !grow(figures))) {
        free(copy);
        return false;
    }
    figures->names[figures->columns++] = copy;
    return true;
}

static bool put(struct rh_figures *figures, unsigned row, const char *name, const json_t *value) {
    if (!json_is_number(value))
        return true;
    if (!rh_figures_name(figures, name))
        return false;
    unsigned column = rh_figures_find(figures, name);
    bool real = json_is_real(value);
    figures->real[column] |= real;
    figures->cells[(size_t)row * figures->room + column] = (struct rh_figure){
        .there = true,
        .real = real,
        .count = real ? 0 : (uint64_t)json_integer_value(value),
        .value = json_number_value(value),
    };
    return true;
}

/* What stands before the names of an object's figures; NULL: it is not read. */
static const char *prefix_of(const char *name) {
    static const char *const prefixes[][2] = {{"stall_cycles", "stall_"},
                                              {"energy_pj_per_bit", "energy_"},
                                              {"network", "network_"},
                                              {"kernel", "kernel_"},
                                              {"stalls", "stall_"} /* of a kernel */};
    for (unsigned i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strcmp(name, prefixes[i][0]) == 0)
            return prefixes[i][1];
    return NULL;
}

/* The figures of an object, and of those in it that are read. */
static bool put_object(struct rh_figures *figures, unsigned row, const char *before, json_t *object) {
    const char *name;
    json_t *value;
    bool good = true;
    json_object_foreach(object, name, value) {
        char key[64];
        const char *prefix = prefix_of(name);
        (void)snprintf(key, sizeof key, "%s%s", before, prefix != NULL ? prefix : name);
        good = good && (prefix != NULL ? put_object(figures, row, key, value) : put(figures, row, key, value));
    }
    return good;
}

bool rh_figures_read(struct rh_figures *figures, unsigned row, const char *file, char hash[32],
                     struct rh_error *error) {
    json_error_t fault;
    FILE *input = fopen(file, "rb");
    if (input == NULL)
        return rh_error_set(error, "%s: found no readable file (%s), expected a result of `rowhold simulate --stats`",
                            file, strerror(errno));
    json_t *root = json_loadf(input, 0, &fault);
    (void)fclose(input);
    json_t *total = json_object_get(root, "total");
    const char *schema = json_string_value(json_object_get(root, "schema"));
    bool good = json_object_size(total) > 0 && schema != NULL && strcmp(schema, "rowhold-simulate") == 0;
    if (!good) {
        bool json = root != NULL;
        rh_error_set(error, "%s:%d: found %s, expected a result of `rowhold simulate --stats`", file,
                     json ? 1 : fault.line, json ? "another JSON file" : fault.text);
        json_decref(root);
        return false;
    }
    const char *text = json_string_value(json_object_get(root, "configuration_hash"));
    (void)snprintf(hash, 32, "%s", text != NULL ? text : "");
    good = put(figures, row, RH_FIGURES_CHANNELS, json_object_get(json_object_get(root, "configuration"), "channels"));
    good = good && put_object(figures, row, "", total);
    json_decref(root);
    return good || rh_error_set(error, "%s: found no memory, expected enough", file);
}

bool rh_figures_put(struct rh_figures *figures, unsigned row, const char *name, const json_t *value) {
    return put(figures, row, name, value);
}
