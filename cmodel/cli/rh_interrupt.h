// SPDX-License-Identifier: Apache-2.0
/** The wish to see the end of a long run: SIGINT, or `stop` of the console (rh_console.h). */
#ifndef RH_INTERRUPT_H
#define RH_INTERRUPT_H

#include <stdbool.h>

#include "rowhold/rh_request.h"

/** A stream that is at its end when one has come. */
struct rh_interrupt_gate {
    struct rh_stream stream; /**< to be read in place of the other */
    struct rh_stream *from;
};
void rh_interrupt_gate(struct rh_interrupt_gate *gate, struct rh_stream *from);

/** From now on the first SIGINT is noted, unless it is ignored; the second does what the first would have done. On a
 * console nothing is a signal: who waits there says when to stop. */
void rh_interrupt_catch(void);
/** Has there been one? */
bool rh_interrupt_came(void);
/** The same, as a member `stop`. */
bool rh_interrupt_stop(void *user);
/** End the program by it, if it came: behind all that was printed. */
void rh_interrupt_end(void);

#endif
