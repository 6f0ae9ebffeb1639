// SPDX-License-Identifier: Apache-2.0
/** GTKWave views (.gtkw) from layouts: clock and request port, commands, response port, stall ledger, then queue,
 * banks, other registers, the same of the model, differences. Every wave has one beside it that fits its run
 * (rh_wave_close); waves/rh_<variant>.gtkw are overviews for the default parameters.
 */
#ifndef RH_WAVE_VIEW_H
#define RH_WAVE_VIEW_H

#include <stdio.h>

#include "cmodel/wave/rh_wave.h"

struct rh_wave_view {
    const struct rh_block *block;
    bool rtl;           /**< the wave has both sides */
    bool overview;      /**< the RTL's ports and its groups of few registers (banks) alone: a page, not a whole queue */
    uint32_t period_ps; /**< one clock */
    uint64_t from;      /**< the wave's first clock */
    /** NULL, or of the wave: with a difference, the window and the marker are on it, what differs stands on top, then
     * the kind's choice; all else is folded. */
    const struct rh_wave_difference *difference;
};

/** The number of clocks in the window: as many as leave room for the longest name or number of a port. */
unsigned rh_wave_view_clocks(const struct rh_block *block);

/** The name of the view beside a wave, FILE.gtkw. The caller frees it; NULL without memory. */
char *rh_wave_view_name(const char *wave_file);
/** Prints the view. */
void rh_wave_view_print(const struct rh_wave_view *view, FILE *to);
/** Print a translate filter file (value and name a line) of an enumeration: "rh_command", "rh_reason", "rh_cause",
 * "rh_bank_state". */
void rh_wave_view_filter(const char *enum_name, FILE *to);

/** True when GTKWave can be started: it is in PATH, and there is a display. Otherwise the error is one line. */
bool rh_wave_view_ready(struct rh_error *error);
/** True when a view can show a file of this format. Otherwise the error is one line: VCD has no names for values. */
bool rh_wave_view_fits(const char *wave_file, struct rh_error *error);
/** Starts GTKWave on a wave and the view beside it, and does not wait for it to end. */
bool rh_wave_view_start(const char *wave_file, struct rh_error *error);

#endif
