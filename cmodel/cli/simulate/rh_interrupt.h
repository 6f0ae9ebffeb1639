// SPDX-License-Identifier: Apache-2.0
/** SIGINT as the wish to see what a long run has so far: its stream ends, and what is under way is answered. */
#ifndef RH_INTERRUPT_H
#define RH_INTERRUPT_H

#include "rowhold/rh_request.h"

/** From now on the first SIGINT is noted, unless it is ignored; the second does what the first would have done. */
void rh_interrupt_catch(void);
/** Has there been one? */
bool rh_interrupt_came(void);
/** As a member `stop`. */
bool rh_interrupt_stop(void *user);
/** End the program by it, if it came: behind all that was printed. */
void rh_interrupt_end(void);

/** A stream that is at its end when one has come. */
struct rh_interrupt_gate {
    struct rh_stream stream; /**< to be read in place of the other */
    struct rh_stream *from;
};
void rh_interrupt_gate(struct rh_interrupt_gate *gate, struct rh_stream *from);

#endif
