// SPDX-License-Identifier: Apache-2.0
/** A machine: blocks on one clock, joined port to port, each in C, in RTL or both in lockstep (rh_unit.h).
 *
 * A wire carries an output, or a part of one, to an input within the clock. What an output waits for is in its kind's
 * paths (RH_PATH in the port tables): a part is stepped once all its inputs have come. Where parts feed each other, one
 * of them first shows (peek) the outputs that do not wait; its state stays, and it is stepped when its inputs are
 * there. So the order of parts and wires changes nothing, and a ring needs a register in it: a loop through paths alone
 * is refused.
 *
 * Inputs without a wire are the caller's. A driver sets them before each clock from what it saw in the clocks before,
 * so it is a register, too. What must answer within the clock is a part.
 *
 * A machine of one part is that part and its driver. Independent channels (rh_system.h) are that, with rh_channel.h as
 * driver, and step their unit themselves: the same bytes (tb/unit/test_machine_channel.c) without the copies of the
 * ports in each clock, which are 5 to 15 % of the instructions of a request.
 */
#ifndef RH_MACHINE_H
#define RH_MACHINE_H

#include "rowhold/rh_block.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_unit.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_machine_part {
    const char *name;             /**< its own in the machine: letters, digits, '_' */
    const struct rh_block *block; /**< its ports; must live as long as the machine */
    struct rh_unit unit;          /**< with `step` and `reset`; `peek` where a ring needs it */
};

/** "part.output" to "part.input". An array is joined whole, or by the element "part.port[2]"; of a number or an element
 * some bits may be meant, "part.port[3]" or "part.port[5:4]", "part.port[2][5:4]". */
struct rh_machine_wire {
    const char *from, *to;
};

struct rh_machine;

struct rh_machine_setup {
    const struct rh_machine_part *parts;
    unsigned part_count;
    const struct rh_machine_wire *wires;
    unsigned wire_count;
    /** Called by rh_machine_run before each clock: sets the inputs without a wire (rh_machine_in), from what the clocks
     * before showed (rh_machine_out). Returns for how many clocks, this one included, it would set the same if the
     * outputs stay as they are; 0 and 1: for this clock. NULL: the inputs stay as the caller left them. */
    uint64_t (*drive)(void *user, struct rh_machine *machine);
    void *drive_user;
};

/** Every part after reset. NULL with an error: an unknown name, ends of different width, count or enumeration, an input
 * with two drivers, a combinational loop, a ring in which no unit can peek, no memory. */
struct rh_machine *rh_machine_open(const struct rh_machine_setup *setup, struct rh_error *error);
void rh_machine_close(struct rh_machine *machine); /**< NULL is harmless */

/** The structs of a part, by its place in the setup: what it gets (a wire overwrites what the caller sets), what it
 * showed last. */
void *rh_machine_in(struct rh_machine *machine, unsigned part);
const void *rh_machine_out(const struct rh_machine *machine, unsigned part);

/** One clock with the inputs as they stand. False when a part's unit ended the run, or showed something else than
 * before. */
bool rh_machine_step(struct rh_machine *machine);
/** So many clocks, driven. Clocks in which nothing can change are skipped: when the driver holds its inputs and every
 * part says (unit.idle) that it would show the same again. False when a part's unit ended the run. */
bool rh_machine_run(struct rh_machine *machine, uint64_t clocks);
/** Reset every part, in whatever state it is; the clock goes on. */
void rh_machine_reset(struct rh_machine *machine);

uint64_t rh_machine_cycle(const struct rh_machine *machine);   /**< clocks stepped or skipped */
uint64_t rh_machine_skipped(const struct rh_machine *machine); /**< of these, skipped */
/** Why a step returned false, one line with the part; else empty. */
const char *rh_machine_text(const struct rh_machine *machine);
/** That part, or NULL. */
const struct rh_machine_part *rh_machine_stopped(const struct rh_machine *machine);

/** The machine as a unit that has the ports of one part: who steps it drives that part's inputs, where they have no
 * wire. */
struct rh_unit rh_machine_unit(struct rh_machine *machine, unsigned part);

#ifdef __cplusplus
}
#endif

#endif
