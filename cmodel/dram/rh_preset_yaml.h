// SPDX-License-Identifier: Apache-2.0
/** Presets from YAML files. */
#ifndef RH_PRESET_YAML_H
#define RH_PRESET_YAML_H

#include "rowhold/rh_preset.h"

/** Read and check a preset; false with "FILE:LINE:COLUMN: KEY: found ..., expected ..." on the first fault. The keys:
 *
 *     name: my_dram            letters, digits, '_', '-' and '.'; up to 63
 *     source: where it is from optional
 *     base: gddr3              optional: a built-in preset that gives every value left out
 *     tck_ps: 1250             command clock period
 *     atom_bytes: 16           optional: must be bus_bytes x burst_length
 *     organisation:            channels banks groups buses rows row_bytes bus_bytes burst_length chips data_rate
 *                              auto_precharge (true, false), refresh (off, all_bank, per_bank)
 *     timing:                  the rows of tables/timing.def, in clocks (12) or in ns (13.75 ns), which are rounded up to
 *                              clocks, tREFI down
 *
 * Without `base` every key but the optional ones must be there. */
bool rh_preset_yaml_load(const char *file, struct rh_preset *preset, struct rh_error *error);

#endif
