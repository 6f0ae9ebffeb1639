// SPDX-License-Identifier: Apache-2.0
/** Synthetic request streams, the rows of tables/streams.def.
 *
 * The generator is the project's own (splitmix64), integer only: one seed gives the same requests on every machine. Every
 * request has ceil(request_bytes / bytes a command) column commands, at most 8, starting at a multiple of that number,
 * except in `random`. Successive requests of a group (rand2, rand3) never leave their row. read_share is drawn for each request.
 *
 *  - several channels: a random stream draws the channel with the bank; stream and strided give one request to each in turn;
 *  - one_bank uses bank 0 only and refuses another banks_used than 1;
 *  - random draws 1 .. N column commands, N from request_bytes (0: 8), any column, row hits and conflicts alike (a quarter of
 *    the requests stay in the row before them), and is timed: bursts with pauses of up to 200 cycles;
 *  - phases is timed too: its requests arrive as fast as the preset's data bus could take them, then the bus may drain.
 */
#ifndef RH_SYNTHETIC_H
#define RH_SYNTHETIC_H

#include "rowhold/rh_stream.h"

/** Is it the name of a synthetic stream? */
bool rh_synthetic_knows(const char *name);
/** Open one; rh_stream_open calls this. Errors name the option. */
struct rh_stream *rh_synthetic_open(const struct rh_stream_setup *given, const struct rh_preset *preset,
                                    struct rh_error *error);

/** Fill in the defaults of a synthetic stream, as rh_stream_resolve does. */
void rh_synthetic_resolve(struct rh_stream_setup *setup, const struct rh_preset *preset);

/** The generator: next of 2^64 values. */
uint64_t rh_synthetic_draw(uint64_t *state);

#endif
