// SPDX-License-Identifier: Apache-2.0
/** Synthetic request streams, the rows of tables/streams.def.
 *
 * They draw from rh_random.h, so one seed gives the same requests on every machine. Every request has
 * ceil(request_bytes / bytes a command) column commands, at most 8, starting at a multiple of that number, except in
 * `random`. Successive requests of a group (rand2, rand3) never leave their row. read_share is drawn for each request.
 *
 *  - several channels: a random stream draws the channel with the bank; stream and strided give one request to each in
 *    turn;
 *  - one_bank uses bank 0 only and refuses another banks_used than 1;
 *  - random draws 1 .. N column commands, N from request_bytes (0: 8), any column, row hits and conflicts alike (a
 *    quarter of the requests stay in the row before them), and is timed: bursts with pauses of up to 200 cycles;
 *  - phases is timed too: its requests arrive as fast as the preset's data bus could take them, then the bus may drain.
 */
#ifndef RH_SYNTHETIC_H
#define RH_SYNTHETIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_stream.h"

enum rh_synthetic_how {
    RH_SYNTHETIC_GROUP,
    RH_SYNTHETIC_WALK,
    RH_SYNTHETIC_HOT,
    RH_SYNTHETIC_RANDOM,
    RH_SYNTHETIC_PHASES
};

/** A row of tables/streams.def, which says what its members mean. */
struct rh_synthetic {
    const char *name, *meaning;
    const char *shadows; /**< a remark for the user, where a file has that name too */
    enum rh_synthetic_how how;
    uint8_t step, percent_reads, banks, commands;
    bool timed;
};

/** A row by index, NULL behind the last; by name, NULL when unknown; and all names in one line, with commas. */
const struct rh_synthetic *rh_synthetic_at(size_t index);
const struct rh_synthetic *rh_synthetic_find(const char *name);
const char *rh_synthetic_names(void);

/** Open setup->synthetic; rh_stream_open calls this. Errors name the option. */
struct rh_stream *rh_synthetic_open(const struct rh_stream_setup *given, const struct rh_preset *preset,
                                    struct rh_error *error);

/** Fill in the defaults of a synthetic stream, as rh_stream_resolve does. */
void rh_synthetic_resolve(struct rh_stream_setup *setup, const struct rh_preset *preset);

#endif
