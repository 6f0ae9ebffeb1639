// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_kernel_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_option.h"

static const char items[] = "program";

static const struct rh_file_value kernel_values[] = {
#define RH_KERNEL_VALUE(name, unit, least, most, defaults, meaning) RH_FILE_VALUE(struct rh_kernel, name, least, most),
#include "tables/placement.def"
    {.name = NULL},
};
static const struct rh_file_value array_values[] = {
#define RH_ARRAY_VALUE(name, unit, least, most, defaults, meaning)                                                     \
    RH_FILE_VALUE(struct rh_kernel_array, name, least, most),
#include "tables/placement.def"
    {.name = NULL},
};

/* What a file with a program has. */
struct head {
#define RH_PROGRAM_VALUE(name, unit, least, most, defaults, meaning) uint64_t name;
#include "tables/warp_program.def"
    uint32_t grid[3], cta[3];
};
struct array {
    char name[RH_WARP_PROGRAM_NAME];
#define RH_PROGRAM_ARRAY(name, unit, least, most, defaults, meaning) uint64_t name;
#include "tables/warp_program.def"
    enum rh_warp_space space;
};
static const struct rh_file_value head_values[] = {
#define RH_PROGRAM_VALUE(name, unit, least, most, defaults, meaning) RH_FILE_VALUE(struct head, name, least, most),
#include "tables/warp_program.def"
    {.name = NULL},
};
static const struct rh_file_value member_values[] = {
#define RH_PROGRAM_ARRAY(name, unit, least, most, defaults, meaning) RH_FILE_VALUE(struct array, name, least, most),
#include "tables/warp_program.def"
    {.name = NULL},
};

static bool fail_value(const struct rh_file_reader *r, const char *expected) {
    return rh_error_set(r->error, "%s:%u:%u: %s: found '%s', expected %s", r->file, r->entry->value_line,
                        r->entry->value_column, r->entry->key, r->entry->value, expected);
}

/* A fault of a value, "NAME: ...", at the first line that gives it: of NAME, or with `group` "arrays." of that
 * array. */
static bool fail_at(const char *file, const struct rh_config *config, const char *group, const struct rh_error *fault,
                    struct rh_error *error) {
    size_t front = strlen(group), length = strcspn(fault->text, ":");
    for (size_t i = 0; i < config->count; i++) {
        const struct rh_config_entry *entry = &config->entries[i];
        if (entry->depth != 0 || strncmp(entry->key, group, front) != 0)
            continue;
        const char *name = entry->key + front;
        if (strncmp(name, fault->text, length) == 0 && (name[length] == '\0' || name[length] == '.'))
            return rh_error_set(error, "%s:%u:%u: %s%s", file, entry->line, entry->column, group, fault->text);
    }
    return rh_error_set(error, "%s: %s%s", file, group, fault->text);
}

bool rh_file_fail_key(const struct rh_file_reader *r, const struct rh_near *near, const char *expected) {
    char text[RH_NEAR_TEXT];
    return rh_error_set(r->error, "%s:%u:%u: found '%s', expected %s%s", r->file, r->entry->line, r->entry->column,
                        r->entry->key, expected, rh_near_text(near, text));
}

int rh_file_value(const struct rh_file_reader *r, const struct rh_file_value *values, const char *name, void *into,
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

static bool read_when(const struct rh_file_reader *r, struct rh_kernel_array *array) {
    static const char *const words[] = {"every", "first", "last"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], r->entry->value) == 0) {
            array->when = (enum rh_kernel_when)i;
            return true;
        }
    return fail_value(r, "every, first or last");
}

static bool read_store(const struct rh_file_reader *r, struct rh_kernel_array *array) {
    array->store = strcmp(r->entry->value, "true") == 0;
    return array->store || strcmp(r->entry->value, "false") == 0 || fail_value(r, "true or false");
}

static bool read_memory(const struct rh_file_reader *r, struct rh_kernel_array *array) {
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

static bool read_member(const struct rh_file_reader *r, const char *member, struct rh_kernel_array *array) {
    struct rh_near near = {.word = member};
    if (strcmp(member, "when") == 0)
        return read_when(r, array);
    if (strcmp(member, "store") == 0)
        return read_store(r, array);
    if (strcmp(member, "memory") == 0)
        return read_memory(r, array);
    int got = rh_file_value(r, array_values, member, array, &near);
    return got > 0 || (got == 0 && rh_file_fail_key(r, &near,
                                                    "arrays.NAME.MEMBER with a value of an array, store, when or "
                                                    "memory"));
}

/* "arrays.NAME.MEMBER" */
static bool read_array(const struct rh_file_reader *r, const char *name, struct rh_kernel *kernel) {
    const char *member = strchr(name, '.');
    size_t length = member == NULL ? 0 : (size_t)(member - name);
    unsigned a = 0;
    if (length == 0 || length >= RH_KERNEL_NAME)
        return rh_file_fail_key(r, &(struct rh_near){.word = ""}, "arrays.NAME.MEMBER with a name of 1 to 31 letters");
    while (a < kernel->arrays &&
           (strncmp(kernel->array[a].name, name, length) != 0 || kernel->array[a].name[length] != '\0'))
        a++;
    if (a == RH_KERNEL_ARRAYS)
        return rh_file_fail_key(r, &(struct rh_near){.word = ""}, "at most 8 arrays");
    if (a == kernel->arrays) {
        kernel->array[a] = rh_kernel_array_default();
        memcpy(kernel->array[a].name, name, length);
        kernel->arrays++;
    }
    return read_member(r, member + 1, &kernel->array[a]);
}

static bool read_entry(const struct rh_file_reader *r, struct rh_kernel *kernel) {
    static const char arrays[] = "arrays.";
    struct rh_near near = {.word = r->entry->key};
    if (strncmp(r->entry->key, arrays, sizeof arrays - 1) == 0)
        return read_array(r, r->entry->key + sizeof arrays - 1, kernel);
    if (strcmp(r->entry->key, "grid") == 0 || strcmp(r->entry->key, "cta") == 0)
        return rh_file_fail_key(r, &(struct rh_near){.word = ""}, "a program in the file beside it");
    int got = rh_file_value(r, kernel_values, r->entry->key, kernel, &near);
    return got > 0 || (got == 0 && rh_file_fail_key(r, &near, "a value of a kernel, or arrays"));
}

/* A file with a program. */

/* "8" or "8,32,1" of a list. */
static bool read_shape(const struct rh_file_reader *r, uint64_t most, uint32_t shape[3]) {
    const char *at = r->entry->value;
    unsigned n = 0;
    for (; at != NULL; n++) {
        char *end, place[512], number[32];
        size_t length = strcspn(at, ",");
        uint64_t value;
        if (n == 3 || length >= sizeof number)
            return fail_value(r, "one to three whole numbers");
        memcpy(number, at, length);
        number[length] = '\0';
        (void)snprintf(place, sizeof place, "%s:%u:%u: %s", r->file, r->entry->value_line, r->entry->value_column,
                       r->entry->key);
        if (!rh_option_number(place, number, 1, most, &value, r->error))
            return false;
        shape[n] = (uint32_t)value;
        end = strchr(at, ',');
        at = end != NULL ? end + 1 : NULL;
    }
    return true;
}

static bool read_space(const struct rh_file_reader *r, enum rh_warp_space *space) {
    for (unsigned s = 0; s < RH_WARP_SPACES; s++)
        if (s != RH_WARP_SPACE_PARAMETER && strcmp(rh_warp_space_name((enum rh_warp_space)s), r->entry->value) == 0) {
            *space = (enum rh_warp_space)s;
            return true;
        }
    return fail_value(r, "one of global, local, texture, constant, shared");
}

static bool read_program_array(const struct rh_file_reader *r, const char *name, struct array *array,
                               unsigned *arrays) {
    const char *member = strchr(name, '.');
    size_t length = member == NULL ? 0 : (size_t)(member - name);
    unsigned a = 0;
    if (length == 0 || length >= RH_WARP_PROGRAM_NAME)
        return rh_file_fail_key(r, &(struct rh_near){.word = ""}, "arrays.NAME.MEMBER with a name of 1 to 31 letters");
    while (a < *arrays && (strncmp(array[a].name, name, length) != 0 || array[a].name[length] != '\0'))
        a++;
    if (a == RH_WARP_PROGRAM_ARRAYS)
        return rh_file_fail_key(r, &(struct rh_near){.word = ""}, "at most 32 arrays");
    if (a == *arrays) {
        array[a] = (struct array){
#define RH_PROGRAM_ARRAY(name, unit, least, most, defaults, meaning) .name = defaults,
#include "tables/warp_program.def"
        };
        memcpy(array[a].name, name, length);
        ++*arrays;
    }
    struct rh_near near = {.word = ++member};
    if (strcmp(member, "memory") == 0)
        return read_space(r, &array[a].space);
    int got = rh_file_value(r, member_values, member, &array[a], &near);
    return got > 0 ||
           (got == 0 && rh_file_fail_key(r, &near, "elements, bytes, columns or memory of a program's array"));
}

static bool read_program_entry(const struct rh_file_reader *r, struct head *head, struct array *array,
                               unsigned *arrays) {
    static const char prefix[] = "arrays.";
    struct rh_near near = {.word = r->entry->key};
    if (strcmp(r->entry->key, "grid") == 0)
        return read_shape(r, INT32_MAX, head->grid);
    if (strcmp(r->entry->key, "cta") == 0)
        return read_shape(r, 1024, head->cta);
    if (strncmp(r->entry->key, prefix, sizeof prefix - 1) == 0)
        return read_program_array(r, r->entry->key + sizeof prefix - 1, array, arrays);
    int got = rh_file_value(r, head_values, r->entry->key, head, &near);
    return got > 0 ||
           (got == 0 && rh_file_fail_key(r, &near, "grid, cta, registers, active_blocks, seed or arrays of a program"));
}

static bool add_arrays(struct rh_warp_program *program, const struct array *array, unsigned arrays,
                       struct rh_error *error) {
    for (unsigned a = 0; a < arrays; a++) {
        struct rh_warp_program_array one = {.space = array[a].space,
                                            .bytes = (uint32_t)array[a].bytes,
                                            .elements = array[a].elements,
                                            .columns = (uint32_t)array[a].columns};
        memcpy(one.name, array[a].name, sizeof one.name);
        if (one.elements == 0)
            return rh_error_set(error, "%s: found no elements, expected their number", one.name);
        if (!rh_warp_program_array(program, &one, error))
            return false;
    }
    return true;
}

static bool add_instructions(const char *file, struct rh_warp_program *program, const struct rh_config *config,
                             struct rh_error *error) {
    for (size_t i = 0; i < config->count; i++) {
        const struct rh_config_entry *entry = &config->entries[i];
        const struct rh_warp_program_place place = {file, entry->line, entry->column};
        if (entry->depth != 0 && !rh_warp_program_add(program, entry->value, entry->depth, entry->list, &place, error))
            return false;
    }
    return true;
}

static bool read_program(const char *file, const struct rh_config *config, const uint64_t *seed,
                         struct rh_kernel_file *kernel, struct rh_error *error) {
    struct head head = {
#define RH_PROGRAM_VALUE(name, unit, least, most, defaults, meaning) .name = defaults,
#include "tables/warp_program.def"
    };
    struct array array[RH_WARP_PROGRAM_ARRAYS];
    unsigned arrays = 0;
    struct rh_error fault;
    for (size_t i = 0; i < config->count; i++)
        if (config->entries[i].depth == 0 &&
            !read_program_entry(&(struct rh_file_reader){file, &config->entries[i], error}, &head, array, &arrays))
            return false;
    if (head.grid[0] == 0 || head.cta[0] == 0)
        return rh_error_set(error, "%s:%u:%u: found a program without %s, expected it in the file", file, kernel->line,
                            kernel->column, head.grid[0] == 0 ? "grid" : "cta");
    struct rh_warp_program_setup setup = {.registers = (uint32_t)head.registers,
                                          .resident = (uint32_t)head.active_blocks,
                                          .seed = seed != NULL ? *seed : head.seed};
    memcpy(setup.name, kernel->name, sizeof kernel->name);
    for (unsigned d = 0; d < 3; d++) {
        setup.grid[d] = head.grid[d] + (head.grid[d] == 0);
        setup.cta[d] = head.cta[d] + (head.cta[d] == 0);
    }
    kernel->program = rh_warp_program_open(&setup, &fault);
    if (kernel->program == NULL)
        return fail_at(file, config, "", &fault, error);
    if (!add_arrays(kernel->program, array, arrays, &fault))
        return fail_at(file, config, "arrays.", &fault, error);
    return add_instructions(file, kernel->program, config, error);
}

/* "a/b/name.yaml" */
static void name_kernel(struct rh_kernel_file *kernel, const char *file) {
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    (void)snprintf(kernel->name, sizeof kernel->name, "%.*s", (int)strcspn(name, "."), name);
}

static bool read_steps(const char *file, const struct rh_config *config, const uint64_t *seed, struct rh_kernel *kernel,
                       struct rh_error *error) {
    struct rh_error fault;
    bool good = true;
    *kernel = rh_kernel_default();
    for (size_t i = 0; good && i < config->count; i++)
        good = read_entry(&(struct rh_file_reader){file, &config->entries[i], error}, kernel);
    kernel->seed = seed != NULL ? *seed : kernel->seed;
    return good && (rh_kernel_check(kernel, &fault) || fail_at(file, config, "", &fault, error));
}

bool rh_kernel_file_load(const char *file, const uint64_t *seed, struct rh_kernel_file *kernel,
                         struct rh_error *error) {
    struct rh_config config;
    *kernel = (struct rh_kernel_file){.program = NULL};
    name_kernel(kernel, file);
    if (!rh_config_load_items(file, items, &config, error))
        return false;
    const struct rh_config_entry *first = NULL;
    for (size_t i = 0; first == NULL && i < config.count; i++)
        first = config.entries[i].depth != 0 ? &config.entries[i] : NULL;
    bool good;
    if (first != NULL) {
        kernel->line = first->line;
        kernel->column = first->column;
        good = read_program(file, &config, seed, kernel, error);
    } else
        good = read_steps(file, &config, seed, &kernel->kernel, error);
    rh_config_free(&config);
    if (!good) {
        rh_warp_program_close(kernel->program);
        kernel->program = NULL;
    }
    return good;
}

/* For each array the first memory of its list in which it can lie; false when there is none. */
static bool place_arrays(const struct rh_kernel *kernel, rh_placement_of place, struct rh_error *fault) {
    for (unsigned a = 0; a < kernel->arrays; a++) {
        const struct rh_kernel_array *array = &kernel->array[a];
        while ((array->spaces != 0 && (array->spaces >> place[a] & 1U) == 0) ||
               (array->store && rh_space_stores((enum rh_space)place[a]) == 0))
            if (++place[a] == RH_SPACES)
                return rh_error_set(fault, "%s: found no memory of its list that a kernel can write, expected one",
                                    array->name);
    }
    return true;
}

struct rh_warp_source *rh_kernel_file_open(const char *file, const uint64_t *seed, struct rh_error *error) {
    struct rh_kernel_file kernel;
    struct rh_error fault;
    struct rh_config config;
    if (!rh_kernel_file_load(file, seed, &kernel, error))
        return NULL;
    if (kernel.program != NULL)
        return rh_warp_program_source(kernel.program, error);
    rh_placement_of place = {0};
    const char *group = "arrays.";
    struct rh_warp_source *source = NULL;
    if (place_arrays(&kernel.kernel, place, &fault)) {
        group = "";
        source = rh_warp_program_of_kernel(kernel.name, &kernel.kernel, place, &fault);
    }
    if (source == NULL && rh_config_load_items(file, items, &config, error)) {
        (void)fail_at(file, &config, group, &fault, error);
        rh_config_free(&config);
    }
    return source;
}
