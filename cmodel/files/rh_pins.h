// SPDX-License-Identifier: Apache-2.0
/** Command traces on the pins of a DDR3 or DDR4 chip, for a vendor's Verilog model: power-up, mode registers, then each
 * command.
 *
 * JESD79-3 and JESD79-4: RESET_n low for 200 us, CKE low for 500 us more, tXPR, the mode registers tMRD apart, tMOD,
 * ZQCL, and tZQinit and tDLLK before the first command. Mode registers: burst of 8 in sequence, CL, CWL and tCCD_L of
 * the preset, the least write recovery and tRTP that cover it, DLL on and reset, no additive latency, no termination,
 * no write levelling, 1x refresh, preambles of one clock. All chips of a rank get the same pins.
 */
#ifndef RH_PINS_H
#define RH_PINS_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_command.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_preset.h"

/** The pins in one clock. In a clock without a line CS_n is high and the rest stays. */
struct rh_pins_line {
    uint64_t clock;
    uint8_t reset_n, cke, cs_n, act_n, ras_n, cas_n,
        we_n; /**< DDR3: act_n is 1; DDR4: an ACT has A16 A15 A14 on the three */
    uint8_t bg, ba;
    uint32_t a; /**< A17 to A0, A16 to A14 also where other pins carry them */
};

enum { RH_PINS_START = 12 /**< most lines of a power-up */ };

struct rh_pins {
    bool ddr4;
    const struct rh_preset *preset;
    uint64_t first; /**< clock of the trace's cycle 0 */
};

/** Prepares the pins for chips of `kind` ("ddr3" or "ddr4"). False with an error when the preset's chips cannot be of
 * that kind, because of their organisation or because a timing has no code in the mode registers. The preset must
 * outlive `pins`. */
bool rh_pins_open(struct rh_pins *pins, const char *kind, const struct rh_preset *preset, struct rh_error *error);
/** Writes the power-up and returns the number of lines. */
unsigned rh_pins_start(const struct rh_pins *pins, struct rh_pins_line lines[RH_PINS_START]);
/** Writes one command. Returns NULL, or the text of what was expected in its place (a REF of one bank, or a coordinate
 * that does not exist). */
const char *rh_pins_command(const struct rh_pins *pins, const struct rh_command_record *record,
                            struct rh_pins_line *line);

#endif
