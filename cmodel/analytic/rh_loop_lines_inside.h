// SPDX-License-Identifier: Apache-2.0
/* What the parts of rh_loop_lines share: packets on the links and buffers of a network. */
#ifndef RH_LOOP_LINES_INSIDE_H
#define RH_LOOP_LINES_INSIDE_H

#include "rowhold/rh_loop_lines.h"

enum { RH_LOOP_ROUTER = 3 /* network clocks from one router, injector or ejector to the next */ };

static inline double rh_latest(double a, double b) {
    return a > b ? a : b;
}

/* A packet at the first router of its way. */
struct rh_loop_packet {
    unsigned source, sink, flits;
    double entered;                /* it came into the buffer */
    struct rh_loop_buffer *buffer; /* that it is in */
};

struct rh_loop_way {
    double first;                /* it has passed its first router */
    double reached;              /* its first flit leaves for its sink */
    double arrived;              /* its last flit is there */
    unsigned output;             /* of its first router: router x outputs + output */
    struct rh_loop_buffer *sink; /* the buffer of its ejector */
};

/* Router by router to the ejector; `lay`: it goes, else it only would. */
struct rh_loop_way rh_loop_way(const struct rh_loop_lines *l, struct rh_loop_line_network *network,
                               const struct rh_loop_packet *packet, bool lay);

/* The virtual channel that a packet takes in a class: a static one, or the one that is free first. */
unsigned rh_loop_lane(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned class, unsigned sink);
/* The clock, `at` or later, in which the packet's first `flits` flits have room in a buffer. */
double rh_loop_room(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, unsigned flits, double at);
/* A packet that came into a buffer at `entered` stands at its front from then on. One that goes to another output than
 * the one before it asks a clock later (rh_router.h). */
double rh_loop_head(const struct rh_loop_lines *l, const struct rh_loop_buffer *b, double entered, unsigned output);
/* A packet that came into a buffer at `entered` has left it at `left`. */
void rh_loop_leave(struct rh_loop_buffer *b, unsigned flits, double entered, double left, unsigned output);

#endif
