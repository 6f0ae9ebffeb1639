// SPDX-License-Identifier: Apache-2.0
/** Waves: an FST file (GTKWave's format) written from layouts, with or without RTL.
 *
 * Scopes under the block's name: `in` (clk, cycle, the input ports), `rtl` and `model` (output ports and registers,
 * elements of an array as name[0], name[1], ...) and `diff` (rtl XOR model of everything that is compared, and
 * `differs`). Without RTL only `in` and `model`. Values of an enumeration carry their names. What holds no meaning (the
 * tag while there is no response, a register of an empty entry) is z; the RTL's registers are shown as they are.
 * Clock n fills the time from n to n + 1 clock periods: its state, inputs and outputs; clk rises where it begins.
 * The same run writes the same bytes. docs/rh_wave.md shows how to read them.
 */
#ifndef RH_WAVE_H
#define RH_WAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_model.h"

struct rh_wave;

/** Start FILE, a plain one, for a block (which is copied; its parameters must live on); it appears under its name when
 * it is closed (see rh_temporary.h). `period_ps`: one clock; `rtl`: both sides are written. NULL with an error: no FST
 * writer in this build, or the file can't be made. */
struct rh_wave *rh_wave_open(const char *file, const struct rh_block *block, uint32_t period_ps, bool rtl,
                             struct rh_error *error);

/** One side of a clock. */
struct rh_wave_side {
    const void *out;   /**< struct of the output table */
    const void *state; /**< struct of the register table, before the edge */
};

/** Write one clock; cycles ascend. `rtl` is NULL in a wave without RTL. */
void rh_wave_clock(struct rh_wave *wave, uint64_t cycle, const void *in, const struct rh_wave_side *model,
                   const struct rh_wave_side *rtl);
/** Clocks written so far. */
uint64_t rh_wave_clocks(const struct rh_wave *wave);

/** Finish the file and give it its name; frees the wave in any case. */
bool rh_wave_close(struct rh_wave *wave, struct rh_error *error);
/** Throw the unfinished file away. NULL is allowed. */
void rh_wave_discard(struct rh_wave *wave);

/** Writes the wave of a C model: clocks from `from` on, `clocks` of them (0: all). `cycle` begins at 0. */
struct rh_wave_tap {
    struct rh_wave *wave;
    uint64_t from, clocks, cycle;
};
/** Before rh_model_unit; the tap must outlive the run. */
void rh_wave_tap_watch(struct rh_wave_tap *tap, struct rh_model *model);

#endif
