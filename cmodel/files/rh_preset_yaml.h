// SPDX-License-Identifier: Apache-2.0
/** Presets from YAML files. */
#ifndef RH_PRESET_YAML_H
#define RH_PRESET_YAML_H

#include "rowhold/rh_preset_file.h"

/** rh_preset_load_values() of a file; rh_preset.h lists the keys. */
bool rh_preset_yaml_load(const char *file, struct rh_preset *preset, struct rh_preset_value values[RH_PRESET_VALUES],
                         struct rh_error *error);

#endif
