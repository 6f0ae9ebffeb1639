// SPDX-License-Identifier: Apache-2.0
/** Waves are written from layouts, with or without RTL, as an FST (GTKWave's format) or VCD file; the ending of the
 * name decides which.
 *
 * Scopes under the block's name: `in` (clk, cycle, the input ports), `rtl` and `model` (output ports and registers,
 * elements of an array as name[0], name[1], ...) and `diff` (rtl XOR model of everything that is compared, and
 * `differs`). Without RTL only `in` and `model`. In FST values of an enumeration carry their names. A value without
 * meaning is z, each side by its own state: the tag while there is no request or response, a register of an empty
 * entry, the row of a closed bank, the bank beside a NOP (if it is the 0 that it should be). The bits of a set of
 * states, such as `open`, follow it one by one with their names: `bank_state[0]`, ...
 * `derived`: what the kind works out from the model's ports, such as the data on a channel's buses, with
 * rh_wave_config. It follows from clocks before, too, so a wave that begins late is given those (rh_wave_window).
 * Behind a clock that differs, the last of a run, everything is z.
 * Clock n fills the time from n to n + 1 clock periods: its state, inputs and outputs; clk rises where it begins.
 * The same run writes the same bytes. docs/rh_wave.md shows how to read them.
 */
#ifndef RH_WAVE_H
#define RH_WAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_model.h"

struct rh_wave;

/** Start FILE, a plain one that ends in .fst or .vcd, for a block (which is copied; its parameters must live on), and
 * its view, FILE.gtkw; both appear under their names when it is closed (see rh_temporary.h). `period_ps`: one clock;
 * `rtl`: both sides are written. NULL with an error: another ending, no FST writer in this build, or a file can't be
 * made. */
struct rh_wave *rh_wave_open(const char *file, const struct rh_block *block, uint32_t period_ps, bool rtl,
                             struct rh_error *error);

/** The configuration registers that the block runs with; they must live as long as the wave. Without them the signals
 * of the scope `derived` are z. */
void rh_wave_config(struct rh_wave *wave, const void *config);

/** Restricts the wave to `clocks` clocks from `from` on (0: all that come). Without this call every clock is
 * written. */
void rh_wave_window(struct rh_wave *wave, uint64_t from, uint64_t clocks);
/** True when this clock is inside the window; false for NULL. */
bool rh_wave_shows(const struct rh_wave *wave, uint64_t cycle);
/** The first clock from which the derived signals of clock `cycle` follow; for a kind without derived signals it is
 * `cycle`. */
uint64_t rh_wave_since(const struct rh_kind *kind, uint64_t cycle);

/** One side of a clock. */
struct rh_wave_side {
    const void *out;   /**< struct of the output table */
    const void *state; /**< struct of the register table, before the edge */
};

/** One clock; cycles ascend. `rtl` is NULL in a wave without RTL. Of a clock before the window only the model's outputs
 * are looked at, for what is derived later; the window needs those from rh_wave_since on. */
void rh_wave_clock(struct rh_wave *wave, uint64_t cycle, const void *in, const struct rh_wave_side *model,
                   const struct rh_wave_side *rtl);
/** The number of clocks written so far. */
uint64_t rh_wave_clocks(const struct rh_wave *wave);

enum { RH_WAVE_DIFFERENCES = 12 };
/** An element of an output or of a register, by the number of its field in the block's layout. */
struct rh_wave_element {
    bool out;
    uint8_t field;
    uint16_t index;
};
/** The first clock of a wave in which RTL and model differ. */
struct rh_wave_difference {
    uint64_t cycle;
    unsigned count; /**< elements that differ then, 0: none in the whole wave; the first of them: */
    struct rh_wave_element element[RH_WAVE_DIFFERENCES];
};
const struct rh_wave_difference *rh_wave_difference(const struct rh_wave *wave);

/** True when a wave can have this name. Otherwise the error is that of rh_wave_open, which would come much later. */
bool rh_wave_check(const char *file, struct rh_error *error);
/** The name of the bits of a set of states in waves, such as "bank_state". Each takes two bits, because GTKWave draws
 * names for vectors alone. */
enum { RH_WAVE_BIT_WIDTH = 2 };
static inline const char *rh_wave_bit_name(const struct rh_field *field) {
    return field->bit_enum + strlen("rh_");
}
/** The name of an element in waves, such as "row[3]". A register with the name of an output, as registered commands
 * have them, ends in _q as it does in the RTL: both stand in one scope. */
void rh_wave_element_name(const struct rh_block *block, const struct rh_field *field, unsigned index, char *text,
                          size_t size);

/** Finishes the file and its view (rh_wave_view.h) and gives them their names. The wave is freed in any case. */
bool rh_wave_close(struct rh_wave *wave, struct rh_error *error);
/** Removes the unfinished file and frees the wave. NULL is allowed. */
void rh_wave_discard(struct rh_wave *wave);

/** Writes the wave of a C model. `cycle` begins at 0. */
struct rh_wave_tap {
    struct rh_wave *wave;
    uint64_t cycle;
};
/** Attaches the tap; called before rh_model_unit. The tap must outlive the run. */
void rh_wave_tap_watch(struct rh_wave_tap *tap, struct rh_model *model);

#endif
