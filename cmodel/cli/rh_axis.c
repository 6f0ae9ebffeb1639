// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_axis.h"

#include <glob.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_json.h"
#include "cmodel/core/rh_near.h"

enum { MOST_STRUCT = 1024 /* of the command, up to its last row's member */ };

static void axis_free(struct rh_axis *axis) {
    for (unsigned i = 0; i < axis->count; i++)
        free(axis->values[i]);
    free(axis->values);
    axis->values = NULL;
    axis->count = 0;
}

void rh_axes_free(struct rh_axes *axes) {
    for (unsigned i = 0; i < axes->count; i++)
        axis_free(&axes->axis[i]);
    axes->count = 0;
}

/* One value, checked as the option itself would. */
static bool add(struct rh_axis *axis, const char *place, const char *text, struct rh_error *error) {
    _Alignas(max_align_t) char scratch[MOST_STRUCT] = {0};
    if (axis->count == RH_AXIS_VALUES)
        return rh_error_set(error, "%s: found more than %d values, expected at most so many", place, RH_AXIS_VALUES);
    if (!rh_option_store(axis->option, place, text, scratch, error))
        return false;
    for (unsigned i = 0; i < axis->count; i++)
        if (strcmp(axis->values[i], text) == 0)
            return rh_error_set(error, "%s: found '%s' again, expected each value once", place, text);
    char **values = realloc(axis->values, (axis->count + 1) * sizeof *values);
    if (values == NULL)
        return rh_error_set(error, "%s: found no memory, expected enough", place);
    axis->values = values;
    values[axis->count] = strdup(text);
    return values[axis->count++] != NULL || rh_error_set(error, "%s: found no memory, expected enough", place);
}

static bool add_all(struct rh_axis *axis, const char *place, struct rh_error *error) {
    for (unsigned i = 0; axis->option->word(i) != NULL; i++)
        if (!add(axis, place, axis->option->word(i), error))
            return false;
    return true;
}

static bool add_files(struct rh_axis *axis, const char *place, const char *pattern, struct rh_error *error) {
    glob_t found;
    int code = glob(pattern, GLOB_ERR, NULL, &found);
    if (code != 0)
        return rh_error_set(error, "%s: found no file '%s', expected at least one", place, pattern);
    bool good = true;
    for (size_t i = 0; good && i < found.gl_pathc; i++)
        good = add(axis, place, found.gl_pathv[i], error);
    globfree(&found);
    return good;
}

/* "FROM:TO", "FROM:TO:STEP", or "FROM:TO:xFACTOR"; of powers of two the next is the double. */
static bool add_range(struct rh_axis *axis, const char *place, const char *text, struct rh_error *error) {
    const struct rh_option *option = axis->option;
    char word[3][32] = {"", "", "1"};
    uint64_t number[3], most = option->kind == RH_OPTION_REAL ? UINT64_C(1) << 53 : option->most;
    unsigned words = 0, colons = 0;
    for (const char *at = text; *at != '\0'; at++)
        colons += *at == ':';
    if (colons > 2)
        return rh_error_set(error, "%s: found '%s', expected FROM:TO, FROM:TO:STEP or FROM:TO:xFACTOR", place, text);
    for (const char *at = text; words < 3; words++) {
        size_t length = strcspn(at, ":");
        if (length >= sizeof word[0])
            return rh_error_set(
                error,
                "%s: found '%s', expected FROM:TO, FROM:TO:STEP or FROM:TO:xFACTOR in numbers of up to %zu "
                "digits",
                place, text, sizeof word[0] - 1);
        (void)snprintf(word[words], sizeof word[0], "%.*s", (int)length, at);
        at += length;
        if (*at++ == '\0') {
            words++;
            break;
        }
    }
    bool times = word[2][0] == 'x';
    for (unsigned i = 0; i < 3; i++)
        if (!rh_option_number(place, word[i] + (i == 2 && times),
                              i < 2   ? option->least
                              : times ? 2
                                      : 1,
                              most, &number[i], error))
            return false;
    if (option->power && words < 3) {
        times = true;
        number[2] = 2;
    }
    if (number[0] > number[1])
        return rh_error_set(error, "%s: found '%s', expected a range that rises", place, text);
    for (uint64_t n = number[0]; n <= number[1];) {
        char value[24];
        (void)snprintf(value, sizeof value, "%" PRIu64, n);
        if (!add(axis, place, value, error))
            return false;
        uint64_t next = times ? n * number[2] : n + number[2];
        if (next <= n || (times && n > number[1] / number[2]))
            break;
        n = next;
    }
    return true;
}

static bool add_item(struct rh_axis *axis, const char *place, const char *text, struct rh_error *error) {
    const struct rh_option *option = axis->option;
    if (option->word != NULL && strcmp(text, "all") == 0)
        return add_all(axis, place, error);
    if (option->kind == RH_OPTION_INPUT && strpbrk(text, "*?[") != NULL)
        return add_files(axis, place, text, error);
    if ((option->kind == RH_OPTION_NUMBER || option->kind == RH_OPTION_REAL) && strchr(text, ':') != NULL)
        return add_range(axis, place, text, error);
    return add(axis, place, text, error);
}

/* The axis of an option, a new one at the end; NULL with an error. */
static struct rh_axis *axis_of(struct rh_axes *axes, const struct rh_option *option, const char *place,
                               struct rh_error *error) {
    unsigned i = 0;
    while (i < axes->count && axes->axis[i].option != option)
        i++;
    if (i == RH_AXES) {
        rh_error_set(error, "%s: found more than %d axes, expected at most so many", place, RH_AXES);
        return NULL;
    }
    if (i == axes->count)
        axes->count++;
    axes->axis[i].option = option;
    return &axes->axis[i];
}

bool rh_axis_append(struct rh_axes *axes, const struct rh_option *option, const char *place, const char *text,
                    struct rh_error *error) {
    struct rh_axis *axis = axis_of(axes, option, place, error);
    return axis != NULL && add(axis, place, text, error);
}

bool rh_axis_store(const struct rh_option *option, const char *place, const char *text, void *into,
                   struct rh_error *error) {
    struct rh_axis *axis = axis_of(into, option, place, error);
    if (axis == NULL)
        return false;
    axis_free(axis);
    char *copy = strdup(text), *next = copy;
    bool good = copy != NULL || rh_error_set(error, "%s: found no memory, expected enough", place);
    while (good && next != NULL)
        good = add_item(axis, place, strsep(&next, ","), error);
    free(copy);
    return good;
}

uint64_t rh_axes_points(const struct rh_axes *axes) {
    uint64_t points = 1;
    for (unsigned i = 0; i < axes->count; i++)
        points = points > UINT32_MAX ? points : points * axes->axis[i].count;
    return points;
}

uint64_t rh_axes_stride(const struct rh_axes *axes, unsigned axis) {
    uint64_t stride = 1;
    for (unsigned i = axis + 1; i < axes->count; i++)
        stride *= axes->axis[i].count;
    return stride;
}

const char *rh_axis_value(const struct rh_axes *axes, unsigned axis, uint64_t point) {
    return axes->axis[axis].values[point / rh_axes_stride(axes, axis) % axes->axis[axis].count];
}

void rh_axes_text(const struct rh_axes *axes, uint64_t point, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < axes->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s=%s", i == 0 ? "" : " ", axes->axis[i].option->name,
                                 rh_axis_value(axes, i, point));
}

bool rh_axes_have(const struct rh_axes *axes, const char *name) {
    unsigned i = 0;
    while (i < axes->count && strcmp(axes->axis[i].option->name, name) != 0)
        i++;
    return i < axes->count;
}

unsigned rh_axes_find(const struct rh_axes *axes, const char *place, const char *name, struct rh_error *error) {
    char text[RH_NEAR_TEXT];
    struct rh_near near = {.word = name};
    for (unsigned i = 0; i < axes->count; i++) {
        if (rh_option_is(axes->axis[i].option, name, strlen(name)))
            return i;
        rh_near_offer(&near, axes->axis[i].option->name);
    }
    rh_error_set(error, "%s: found '%s', expected an axis of this sweep%s", place, name, rh_near_text(&near, text));
    return axes->count;
}

bool rh_axes_apply(const struct rh_axes *axes, uint64_t point, void *into, struct rh_error *error) {
    for (unsigned i = 0; i < axes->count; i++) {
        char place[64];
        const struct rh_option *option = axes->axis[i].option;
        if (!rh_option_store(option, rh_option_spelling(option, place), rh_axis_value(axes, i, point), into, error))
            return false;
    }
    return true;
}

char *rh_axes_json(const struct rh_axes *axes) {
    json_t *object = json_object();
    for (unsigned i = 0; i < axes->count; i++) {
        const struct rh_axis *axis = &axes->axis[i];
        json_t *values = json_array();
        for (unsigned v = 0; v < axis->count; v++)
            rh_json_append(&values, rh_json_text(axis->values[v]));
        rh_json_set(&object, axis->option->name, values);
    }
    char *text = rh_json_line(object);
    json_decref(object);
    return text;
}
