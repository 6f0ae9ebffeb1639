// SPDX-License-Identifier: Apache-2.0
/** Presets from YAML files, beside the built-in ones of rh_preset.h. Of librowhold_presets, which needs libyaml. */
#ifndef RH_PRESET_FILE_H
#define RH_PRESET_FILE_H

#include "rowhold/rh_preset.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Would it be read from a file? */
bool rh_preset_is_file(const char *name_or_file);
/** Load a built-in preset by name, or a YAML file (a path with a '/' or ending in .yaml or .yml); checked and linted.
 * False with "preset: found ..." for an unknown name, "FILE:LINE:COLUMN: KEY: found ..., expected ..." in a line for
 * each missing and wrong key of a file. The keys of a file:
 *
 *     name: my_dram            letters, digits, '_', '-' and '.'; up to 63; no built-in preset's
 *     source: where it is from optional
 *     base: gddr3              optional: a built-in preset that gives every value left out
 *     tck_ps: 1250             command clock period
 *     map: row:column:bank     optional: the address map that it is made for (rh_map.h)
 *     atom_bytes: 16           optional: must be bus_bytes x burst_length
 *     organisation:            channels banks groups buses rows row_bytes bus_bytes burst_length chips data_rate
 *                              auto_precharge (true, false), refresh (off, all_bank, per_bank, same_bank)
 *     timing:                  the rows of tables/timing.def, in clocks (12) or as a time (13.75 ns, 7.8 us), which
 *                              is rounded up to clocks, tREFI down
 *
 * Without `base` every key but the optional ones must be there. tRC and tRTW that reach their sums (tRAS + tRP,
 * CL - WL + tBURST) in ns are raised to the sums of the clocks. */
bool rh_preset_load(const char *name_or_file, struct rh_preset *preset, struct rh_error *error);

/** rh_preset_load, and every value with its history, `count` of them: the organisation's, then the timing's. */
bool rh_preset_load_values(const char *name_or_file, struct rh_preset *preset,
                           struct rh_preset_value values[RH_PRESET_VALUES], unsigned *count, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
