// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_preset_file.h"

#include <string.h>

#include "cmodel/dram/rh_preset_field.h"
#include "cmodel/files/rh_preset_yaml.h"
#include "rowhold/rh_near.h"

bool rh_preset_is_file(const char *name) {
    const char *dot = strrchr(name, '.');
    if (rh_preset_is_built_in(name))
        return false;
    return strchr(name, '/') != NULL || (dot != NULL && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0));
}

bool rh_preset_load(const char *name_or_file, struct rh_preset *preset, struct rh_error *error) {
    struct rh_preset_value values[RH_PRESET_VALUES];
    if (rh_preset_is_file(name_or_file))
        return rh_preset_yaml_load(name_or_file, preset, values, error);
    if (rh_preset_is_built_in(name_or_file))
        return rh_preset_find(name_or_file, preset, error);
    char names[256], text[RH_NEAR_TEXT];
    struct rh_near near = {.word = name_or_file};
    for (unsigned i = 0; i < rh_preset_count(); i++)
        rh_near_offer(&near, rh_preset_name(i));
    rh_preset_names(names, sizeof names);
    return rh_error_field(error, "preset", "found '%.100s', expected one of %s, or a file ending in .yaml or .yml%s",
                          name_or_file, names, rh_near_text(&near, text));
}

bool rh_preset_load_values(const char *name_or_file, struct rh_preset *preset,
                           struct rh_preset_value values[RH_PRESET_VALUES], unsigned *count, struct rh_error *error) {
    struct rh_preset_value value;
    *count = (unsigned)rh_preset_field_count;
    if (rh_preset_is_file(name_or_file))
        return rh_preset_yaml_load(name_or_file, preset, values, error);
    if (!rh_preset_load(name_or_file, preset, error))
        return false;
    for (size_t i = 0; i < rh_preset_field_count; i++) /* those that the preset leaves out */
        values[i] = rh_preset_left_out(preset, &rh_preset_fields[i]);
    for (unsigned i = 0; rh_preset_value(name_or_file, i, &value); i++)
        values[rh_preset_field_find(value.name) - rh_preset_fields] = value;
    return true;
}
