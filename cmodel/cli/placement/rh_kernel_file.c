// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/placement/rh_kernel_file.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_config.h"
#include "cmodel/cli/rh_option.h"
#include "rowhold/rh_near.h"

/* A number of a struct. */
struct value {
    const char *name;
    uint64_t least, most;
    size_t at;
};
#define VALUE(type, name_, least_, most_)                                                                              \
    { .name = #name_, .least = least_, .most = most_, .at = offsetof(type, name_) }
static const struct value kernel_values[] = {
#define RH_KERNEL_VALUE(name, unit, least, most, usual, meaning) VALUE(struct rh_kernel, name, least, most),
#include "tables/placement.def"
    {.name = NULL},
};
static const struct value array_values[] = {
#define RH_ARRAY_VALUE(name, unit, least, most, usual, meaning) VALUE(struct rh_kernel_array, name, least, most),
#include "tables/placement.def"
    {.name = NULL},
};
static const struct value sm_values[] = {
#define RH_SM_VALUE(name, unit, least, most, usual, meaning) VALUE(struct rh_sm, name, least, most),
#include "tables/placement.def"
    {.name = NULL},
};

struct reader {
    const char *file;
    const struct rh_config_entry *entry;
    struct rh_error *error;
};

static bool fail_value(const struct reader *r, const char *expected) {
    return rh_error_set(r->error, "%s:%u:%u: %s: found '%s', expected %s", r->file, r->entry->value_line,
                        r->entry->value_column, r->entry->key, r->entry->value, expected);
}

static bool fail_key(const struct reader *r, const struct rh_near *near, const char *expected) {
    char text[RH_NEAR_TEXT];
    return rh_error_set(r->error, "%s:%u:%u: found '%s', expected %s%s", r->file, r->entry->line, r->entry->column,
                        r->entry->key, expected, rh_near_text(near, text));
}

/* A number by name: 1 read, 0 no such name, -1 an error. */
static int read_value(const struct reader *r, const struct value *values, const char *name, void *into,
                      struct rh_near *near) {
    char place[512];
    uint64_t number;
    for (; values->name != NULL && strcmp(values->name, name) != 0; values++)
        rh_near_offer(near, values->name);
    if (values->name == NULL)
        return 0;
    (void)snprintf(place, sizeof place, "%s:%u:%u: %s", r->file, r->entry->value_line, r->entry->value_column,
                   r->entry->key);
    if (!rh_option_number(place, r->entry->value, values->least, values->most, &number, r->error))
        return -1;
    memcpy((char *)into + values->at, &number, sizeof number);
    return 1;
}

static bool read_when(const struct reader *r, struct rh_kernel_array *array) {
    static const char *const words[] = {"every", "first", "last"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], r->entry->value) == 0) {
            array->when = (enum rh_kernel_when)i;
            return true;
        }
    return fail_value(r, "every, first or last");
}

static bool read_store(const struct reader *r, struct rh_kernel_array *array) {
    array->store = strcmp(r->entry->value, "true") == 0;
    return array->store || strcmp(r->entry->value, "false") == 0 || fail_value(r, "true or false");
}

static bool read_memory(const struct reader *r, struct rh_kernel_array *array) {
    const char *word = r->entry->value;
    array->spaces = 0;
    for (size_t length = 0; word[0] != '\0'; word += length + (word[length] == ',')) {
        unsigned space = 0;
        length = strcspn(word, ",");
        while (space < RH_SPACES &&
               (strlen(rh_space_name(space)) != length || strncmp(rh_space_name(space), word, length) != 0))
            space++;
        if (space == RH_SPACES)
            return fail_value(r, "some of global, texture, constant, shared");
        array->spaces |= (uint8_t)(1U << space);
    }
    return true;
}

static bool read_member(const struct reader *r, const char *member, struct rh_kernel_array *array) {
    struct rh_near near = {.word = member};
    if (strcmp(member, "when") == 0)
        return read_when(r, array);
    if (strcmp(member, "store") == 0)
        return read_store(r, array);
    if (strcmp(member, "memory") == 0)
        return read_memory(r, array);
    int got = read_value(r, array_values, member, array, &near);
    return got > 0 || (got == 0 && fail_key(r, &near,
                                            "arrays.NAME.MEMBER with a value of an array, store, when or "
                                            "memory"));
}

/* "arrays.NAME.MEMBER" */
static bool read_array(const struct reader *r, const char *name, struct rh_kernel *kernel) {
    const char *member = strchr(name, '.');
    size_t length = member == NULL ? 0 : (size_t)(member - name);
    unsigned a = 0;
    if (length == 0 || length >= RH_KERNEL_NAME)
        return fail_key(r, &(struct rh_near){.word = ""}, "arrays.NAME.MEMBER with a name of 1 to 31 letters");
    while (a < kernel->arrays &&
           (strncmp(kernel->array[a].name, name, length) != 0 || kernel->array[a].name[length] != '\0'))
        a++;
    if (a == RH_KERNEL_ARRAYS)
        return fail_key(r, &(struct rh_near){.word = ""}, "at most 8 arrays");
    if (a == kernel->arrays) {
        kernel->array[a] = rh_kernel_array_usual();
        memcpy(kernel->array[a].name, name, length);
        kernel->arrays++;
    }
    return read_member(r, member + 1, &kernel->array[a]);
}

static bool read_entry(const struct reader *r, struct rh_kernel *kernel) {
    static const char arrays[] = "arrays.";
    struct rh_near near = {.word = r->entry->key};
    if (strncmp(r->entry->key, arrays, sizeof arrays - 1) == 0)
        return read_array(r, r->entry->key + sizeof arrays - 1, kernel);
    int got = read_value(r, kernel_values, r->entry->key, kernel, &near);
    return got > 0 || (got == 0 && fail_key(r, &near, "a value of a kernel, or arrays"));
}

bool rh_kernel_load(const char *file, struct rh_kernel *kernel, struct rh_error *error) {
    struct rh_config config;
    struct rh_error fault;
    *kernel = rh_kernel_usual();
    if (!rh_config_load_tree(file, &config, error))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < config.count; i++)
        good = read_entry(&(struct reader){file, &config.entries[i], error}, kernel);
    rh_config_free(&config);
    return good && (rh_kernel_check(kernel, &fault) || rh_error_set(error, "%s: %s", file, fault.text));
}

bool rh_sm_load(const char *file, struct rh_sm *sm, struct rh_error *error) {
    struct rh_config config;
    if (!rh_config_load_tree(file, &config, error))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < config.count; i++) {
        const struct reader r = {file, &config.entries[i], error};
        struct rh_near near = {.word = r.entry->key};
        int got = read_value(&r, sm_values, r.entry->key, sm, &near);
        good = got > 0 || (got == 0 && fail_key(&r, &near, "a value of an SM"));
    }
    rh_config_free(&config);
    return good;
}
