// SPDX-License-Identifier: Apache-2.0
/** A machine: blocks on one clock, joined port to port, each in C, in RTL or both in lockstep (rh_unit.h).
 *
 * A wire carries an output, or a part of one, to an input within the clock. The paths of a kind (RH_PATH in the port
 * tables) say which inputs an output waits for, and a part is run once all its inputs have come. Where
 * parts feed each other, one of them first shows (peek) the outputs that do not wait; its state stays, and it is run
 * cycle by cycle when its inputs have come. The order of parts and wires therefore does not matter. A ring needs a
 * register in it: a loop through combinational paths alone is refused.
 *
 * Inputs without a wire are set by the caller. A driver sets them before each clock from what it saw in the clocks
 * before, so it acts as a register too. A block that must answer within the clock has to be a part.
 *
 * A machine of one part is that part and its driver. Independent channels (rh_system.h) are such machines, with
 * rh_channel.h as the driver. They step their unit themselves, with the same bytes as result
 * (tb/unit/test_machine_channel.c), which saves the copies of the ports in each clock: 5 to 15 % of the instructions of
 * a request.
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
    const char *name;             /**< unique in the machine: letters, digits, '_' */
    const struct rh_block *block; /**< its ports; must live as long as the machine */
    struct rh_unit unit;          /**< with `cycle` and `reset`; `peek` where a ring needs it */
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

/** A machine with every part after reset. NULL with an error: an unknown name, ends of different width, count or
 * enumeration, an input with two drivers, a combinational loop, a ring in which no unit can peek, no memory. */
struct rh_machine *rh_machine_open(const struct rh_machine_setup *setup, struct rh_error *error);
void rh_machine_close(struct rh_machine *machine); /**< NULL is harmless */

/** The structs of a part, by its place in the setup: its inputs (a wire overwrites what the caller sets), and the
 * outputs that it showed last. */
void *rh_machine_in(struct rh_machine *machine, unsigned part);
const void *rh_machine_out(const struct rh_machine *machine, unsigned part);

/** One clock with the inputs as they stand. False when a part's unit ended the run, or showed something else than
 * before. */
bool rh_machine_run_cycle(struct rh_machine *machine);
/** Runs so many clocks with the driver. Clocks in which nothing can change are skipped, when the driver holds its
 * inputs and every part says (unit.idle) that it would show the same outputs again. False when a part's unit ended the
 * run. */
bool rh_machine_run(struct rh_machine *machine, uint64_t clocks);
/** Reset every part, in whatever state it is; the clock goes on. */
void rh_machine_reset(struct rh_machine *machine);

uint64_t rh_machine_cycle(const struct rh_machine *machine);   /**< clocks stepped or skipped */
uint64_t rh_machine_skipped(const struct rh_machine *machine); /**< of these, skipped */
/** One line that says why a step returned false, and in which part; otherwise empty. */
const char *rh_machine_text(const struct rh_machine *machine);
/** The part that ended the run, or NULL. */
const struct rh_machine_part *rh_machine_stopped(const struct rh_machine *machine);

/** The machine as a unit that has the ports of one part: its inputs are those of that part that have no wire. */
struct rh_unit rh_machine_unit(struct rh_machine *machine, unsigned part);

#ifdef __cplusplus
}
#endif

#endif
