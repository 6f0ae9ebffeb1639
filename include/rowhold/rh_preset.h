// SPDX-License-Identifier: Apache-2.0
/** DRAM presets: the organisation and the timing of a DRAM. Each timing value has its ns, its clocks, the rounding
 * between them, and its source. */
#ifndef RH_PRESET_H
#define RH_PRESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_geometry.h"
#include "rowhold/rh_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RH_DEFAULT_PRESET "gddr3"

struct rh_preset {
    char name[64];
    char source[256];
    char device[64];         /**< built-in preset whose device it is: itself, or one that it is like; empty: none */
    char map[256];           /**< address map that it is made for (rh_map.h); empty: RH_DEFAULT_MAP */
    uint32_t tck_ps;         /**< command clock period */
    uint16_t channels;       /**< memory channels of the reference system */
    uint16_t banks, groups;  /**< a channel */
    uint8_t buses;           /**< command buses */
    uint16_t ranks;          /**< ranks of a channel, which share its data bus; `banks` and `groups` are those of all */
    uint16_t grains;         /**< grains of a channel, each with its own data bus; 1: none */
    uint16_t subarray_group; /**< banks that share subarrays (rh_subarray.h); 1: none do */
    uint16_t subarrays;      /**< subarrays of such a bank; 1 where none are shared */
    uint8_t stacked;         /**< such banks lie one on the other: subarray-level parallelism */
    uint32_t rows;           /**< a bank */
    uint32_t row_bytes;      /**< a row and chip */
    uint16_t bus_bytes;      /**< a chip */
    uint16_t burst_length;   /**< beats a column command */
    uint16_t chips;          /**< chips ganged on one channel (--chips) */
    uint8_t data_rate; /**< beats a command clock: 2 at double data rate, 4 where the data clock runs twice as fast */
    uint8_t auto_precharge;  /**< RDA and WRA exist */
    enum rh_refresh refresh; /**< default mode */
    struct rh_timing timing; /**< command clocks */
};

/** Bytes of one column command: chips x bus bytes x burst length. */
uint32_t rh_preset_command_bytes(const struct rh_preset *preset);
/** Column commands of a row: chips x row bytes / command bytes. */
uint32_t rh_preset_columns(const struct rh_preset *preset);
/** True when banks share subarrays side by side, so that their rows are compared before an ACT. */
bool rh_preset_shares(const struct rh_preset *preset);
/** Peak bandwidth of a channel in GB/s: grains x command bytes / (tBURST x tCK). */
double rh_preset_peak_gb_per_s(const struct rh_preset *preset);
/** The geometry of a controller for the preset: row and column bits come from the organisation; 8 tag bits, 16
 * responses and 8 timer bits are the default. */
struct rh_geometry rh_preset_geometry(const struct rh_preset *preset, unsigned queue);
/** The timing constraints of such a controller, with the preset's refresh. */
struct rh_constraints rh_preset_constraints(const struct rh_preset *preset);

/** Number and names of the built-in presets. */
unsigned rh_preset_count(void);
const char *rh_preset_name(unsigned index);
/** "gddr3, ddr4_2400, ..." for messages. */
void rh_preset_names(char *text, size_t size);
bool rh_preset_is_built_in(const char *name);
/** Gets a built-in preset by name; NULL: RH_DEFAULT_PRESET. False with an error "preset: found ..., expected ..." for
 * an unknown name. rh_preset_file.h reads presets from files. */
bool rh_preset_find(const char *name, struct rh_preset *preset, struct rh_error *error);
/** Checks the organisation and lints the timing for a geometry with `timer_bits` 8. */
bool rh_preset_check(const struct rh_preset *preset, struct rh_error *error);

/** One value of a preset with its rounding and source, for printing. */
struct rh_preset_value {
    const char *name;
    double ns; /**< below 0: no time; given in clocks: what they come to */
    unsigned cycles;
    const char *rounding; /**< "count", "given in clocks", "ceil", "floor", "ceil, raised to ...", "left out" */
    const char *source;   /**< "this file" of what a file gives */
};
enum { RH_PRESET_VALUES = 64 /**< more than there are */ };
/** Value `index` of a built-in preset; false past the last. */
bool rh_preset_value(const char *preset_name, unsigned index, struct rh_preset_value *value);
#ifdef __cplusplus
}
#endif

#endif
