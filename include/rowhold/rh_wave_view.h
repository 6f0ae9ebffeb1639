// SPDX-License-Identifier: Apache-2.0
/** GTKWave views (.gtkw) from layouts: clock and request port, commands, response port, stall ledger, then differences,
 * queue, banks, other registers. waves/rh_<controller>.gtkw are made by this, with what every geometry has (four banks,
 * eight queue entries); `--view` makes one that fits its run.
 */
#ifndef RH_WAVE_VIEW_H
#define RH_WAVE_VIEW_H

#include <stdio.h>

#include "rowhold/rh_wave.h"

struct rh_wave_view {
    const struct rh_block *block;
    bool rtl;            /**< the wave has both sides */
    unsigned most;       /**< elements shown of an array; 0: all */
    const char *filters; /**< folder of the translate filter files, or NULL: names come from the wave's own tables */
    uint64_t from_ps;    /**< left edge of the window */
    uint64_t window_ps;  /**< its width; 0: GTKWave's choice */
};

/** Print the view. */
void rh_wave_view_print(const struct rh_wave_view *view, FILE *to);
/** Print a translate filter file (value and name a line) of an enumeration: "rh_command", "rh_reason", "rh_cause". */
void rh_wave_view_filter(const char *enum_name, FILE *to);

/** Can GTKWave be started: is it in PATH, and is there a display? One line if not. */
bool rh_wave_view_ready(struct rh_error *error);
/** Write the view beside the wave (FILE.gtkw) and start GTKWave on both; does not wait for it. */
bool rh_wave_view_start(const char *wave_file, const struct rh_wave_view *view, struct rh_error *error);

#endif
