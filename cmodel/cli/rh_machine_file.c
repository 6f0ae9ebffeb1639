// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_machine_file.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_config.h"
#include "cmodel/cli/rh_option.h"
#include "cmodel/core/rh_near.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_topology.h"

bool rh_machine_is_file(const char *name) {
    return rh_trace_has_extension(name, ".yaml") || rh_trace_has_extension(name, ".yml");
}

/* The name of a value as a key of the file, in which - and _ are the same. */
static bool is_key(const char *name, const char *key) {
    const struct rh_option option = {.name = name};
    return rh_option_is(&option, key, strlen(key));
}

/* A word of a list; NULL with an error that offers the nearest one. */
static const char *word_of(const char *place, const char *word, const char *(*word_at)(unsigned), const char *what,
                           struct rh_error *error) {
    struct rh_near near = {.word = word};
    char text[RH_NEAR_TEXT];
    for (unsigned i = 0; word_at(i) != NULL; i++) {
        if (strcmp(word_at(i), word) == 0)
            return word_at(i);
        rh_near_offer(&near, word_at(i));
    }
    rh_error_set(error, "%s: found '%.40s', expected %s%s", place, word, what, rh_near_text(&near, text));
    return NULL;
}

static const char *machine_at(unsigned i) {
    return i < rh_gpu_presets() ? rh_gpu_preset(i)->name : NULL;
}

static const char *preset_at(unsigned i) {
    return i < rh_preset_count() ? rh_preset_name(i) : NULL;
}

static const char *allocator_at(unsigned i) {
    return rh_allocator_at(i) != NULL ? rh_allocator_at(i)->name : NULL;
}

static bool take_value(const char *file, const struct rh_config_entry *entry, const char *place,
                       struct rh_gpu_machine *machine, struct rh_error *error) {
    struct rh_near near = {.word = entry->key};
    char text[RH_NEAR_TEXT];
    unsigned n = 0;
    while (n < RH_GPU_VALUES && !is_key(rh_gpu_values[n].name, entry->key))
        rh_near_offer(&near, rh_gpu_values[n++].name);
    if (n == RH_GPU_VALUES)
        return rh_error_set(error,
                            "%s:%u:%u: found '%s', expected base, memory, network, allocator or a value of a machine%s",
                            file, entry->line, entry->column, entry->key, rh_near_text(&near, text));
    uint64_t value;
    if (!rh_option_number(place, entry->value, rh_gpu_values[n].least, rh_gpu_values[n].most, &value, error))
        return false;
    uint32_t number = (uint32_t)value;
    memcpy((char *)machine + n * sizeof number, &number, sizeof number);
    return true;
}

/* Of an entry that is no base. */
static bool take_entry(const char *file, const struct rh_config_entry *entry, struct rh_gpu_preset *machine,
                       struct rh_error *error) {
    char place[512];
    (void)snprintf(place, sizeof place, "%s:%u:%u: %s", file, entry->value_line, entry->value_column, entry->key);
    if (strcmp(entry->key, "memory") == 0)
        return (machine->memory = word_of(place, entry->value, preset_at, "a built-in preset", error)) != NULL;
    if (strcmp(entry->key, "allocator") == 0)
        return (machine->allocator = word_of(place, entry->value, allocator_at, "an allocator", error)) != NULL;
    if (strcmp(entry->key, "network") != 0)
        return take_value(file, entry, place, &machine->machine, error);
    const char *network = word_of(place, entry->value, rh_topology_name, "a topology", error);
    for (unsigned k = 0; network != NULL && rh_topology_name(k) != NULL; k++)
        if (rh_topology_name(k) == network)
            machine->network = (enum rh_topology_kind)k;
    return network != NULL;
}

/* What does not go together: at the entry of the member that the check names, if the file has it. */
static bool refuse(const char *file, const struct rh_config *config, const struct rh_error *why,
                   struct rh_error *error) {
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)rh_error_member(why), why->text);
    for (size_t i = 0; i < config->count; i++)
        if (is_key(name, config->entries[i].key))
            return rh_error_set(error, "%s:%u:%u: %s", file, config->entries[i].value_line,
                                config->entries[i].value_column, why->text);
    return rh_error_set(error, "%s: %s", file, why->text);
}

static bool take_entries(const char *file, const struct rh_config *config, struct rh_gpu_preset *machine,
                         struct rh_error *error) {
    const char *base = rh_gpu_preset(0)->name;
    char place[512];
    for (size_t i = 0; i < config->count; i++) {
        const struct rh_config_entry *entry = &config->entries[i];
        if (strcmp(entry->key, "base") != 0)
            continue;
        (void)snprintf(place, sizeof place, "%s:%u:%u: base", file, entry->value_line, entry->value_column);
        if ((base = word_of(place, entry->value, machine_at, "a machine that is known by name", error)) == NULL)
            return false;
    }
    *machine = *rh_gpu_preset_find(base, error);
    machine->name = file;
    for (size_t i = 0; i < config->count; i++)
        if (strcmp(config->entries[i].key, "base") != 0 && !take_entry(file, &config->entries[i], machine, error))
            return false;
    struct rh_error why;
    return rh_gpu_machine_check(&machine->machine, &why) || refuse(file, config, &why, error);
}

bool rh_machine_file_load(const char *file, struct rh_gpu_preset *machine, struct rh_error *error) {
    struct rh_config config;
    if (!rh_config_load(file, &config, error))
        return false;
    bool good = take_entries(file, &config, machine, error);
    rh_config_free(&config);
    return good;
}
