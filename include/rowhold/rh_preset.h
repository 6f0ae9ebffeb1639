// SPDX-License-Identifier: Apache-2.0
/** DRAM presets: organisation and timing with ns, cycles, rounding and source per value; built in, or from YAML. */
#ifndef RH_PRESET_H
#define RH_PRESET_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_geometry.h"
#include "rowhold/rh_timing.h"

struct rh_preset {
    char name[64];
    char source[256];
    uint32_t tck_ps;        /**< command clock period */
    uint16_t channels;      /**< memory channels of the reference system */
    uint16_t banks, groups; /**< a channel */
    uint8_t buses;          /**< command buses */
    uint32_t rows;          /**< a bank */
    uint32_t row_bytes;     /**< a row and chip */
    uint16_t bus_bytes;     /**< a chip */
    uint16_t burst_length;  /**< beats a column command */
    uint16_t chips;         /**< chips ganged on one channel (--chips) */
    uint8_t data_rate; /**< beats a command clock: 2 at double data rate, 4 where the data clock runs twice as fast */
    uint8_t auto_precharge;  /**< RDA and WRA exist */
    enum rh_refresh refresh; /**< default mode */
    struct rh_timing timing; /**< command clocks */
};

/** Bytes of one column command: chips x bus bytes x burst length. */
uint32_t rh_preset_command_bytes(const struct rh_preset *preset);
/** Column commands of a row: chips x row bytes / command bytes. */
uint32_t rh_preset_columns(const struct rh_preset *preset);
/** Peak bandwidth of a channel in GB/s: command bytes / (tBURST x tCK). */
double rh_preset_peak_gb_per_s(const struct rh_preset *preset);
/** Geometry of a controller for it (row and column bits from the organisation; 8 tag bits, 16 responses, 8 timer
 * bits). */
struct rh_geometry rh_preset_geometry(const struct rh_preset *preset, unsigned queue);

/** Number and names of the built-in presets. */
unsigned rh_preset_count(void);
const char *rh_preset_name(unsigned index);
/** Would it be read from a file? */
bool rh_preset_is_file(const char *name_or_file);
/** Load a built-in preset by name, or a YAML file (a path with a '/' or ending in .yaml or .yml); checked and linted.
 * False with "--preset: found ..." for an unknown name, "FILE:LINE:COLUMN: KEY: found ..., expected ..." for the first
 * fault of a file. The keys of a file:
 *
 *     name: my_dram            letters, digits, '_', '-' and '.'; up to 63; no built-in preset's
 *     source: where it is from optional
 *     base: gddr3              optional: a built-in preset that gives every value left out
 *     tck_ps: 1250             command clock period
 *     atom_bytes: 16           optional: must be bus_bytes x burst_length
 *     organisation:            channels banks groups buses rows row_bytes bus_bytes burst_length chips data_rate
 *                              auto_precharge (true, false), refresh (off, all_bank, per_bank)
 * timing:                  the rows of tables/timing.def, in clocks (12) or in ns (13.75 ns), which are rounded up to
 *                              clocks, tREFI down
 *
 * Without `base` every key but the optional ones must be there. */
bool rh_preset_load(const char *name_or_file, struct rh_preset *preset, struct rh_error *error);
/** Organisation check and timing lint for a geometry with `timer_bits` 8. */
bool rh_preset_check(const struct rh_preset *preset, struct rh_error *error);

/** One value with its history, for printing; false past the last. ns < 0: not given in ns. */
struct rh_preset_value {
    const char *name;
    double ns;
    unsigned cycles;
    const char *rounding, *source;
};
bool rh_preset_value(const char *preset_name, unsigned index, struct rh_preset_value *value);

#endif
