// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_preset_file.h"

#include <string.h>

#include "cmodel/files/rh_preset_yaml.h"

bool rh_preset_is_file(const char *name) {
    const char *dot = strrchr(name, '.');
    if (rh_preset_is_built_in(name))
        return false;
    return strchr(name, '/') != NULL || (dot != NULL && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0));
}

bool rh_preset_load(const char *name_or_file, struct rh_preset *preset, struct rh_error *error) {
    if (rh_preset_is_file(name_or_file))
        return rh_preset_yaml_load(name_or_file, preset, error);
    if (rh_preset_is_built_in(name_or_file))
        return rh_preset_find(name_or_file, preset, error);
    char names[256];
    rh_preset_names(names, sizeof names);
    return rh_error_field(error, "preset", "found '%.100s', expected one of %s, or a file ending in .yaml or .yml",
                          name_or_file, names);
}
