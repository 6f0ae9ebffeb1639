// SPDX-License-Identifier: Apache-2.0
/** Synthetic request streams, the rows of tables/streams.def.
 *
 * They draw from rh_random.h, so one seed gives the same requests on every machine. Every request has
 * ceil(request_bytes / bytes a command) column commands, at most 8, starting at a multiple of that number, except in
 * `random`. Successive requests of a group (rand2, rand3) never leave their row. read_share is drawn for each request.
 *
 *  - several channels: a random stream draws the channel with the bank; stream, strided and starve give one request to
 *    each in turn;
 *  - one_bank and starve use bank 0 only and refuse another banks_used than 1;
 *  - random draws 1 .. N column commands, N from request_bytes (0: 8), any column, row hits and conflicts alike (a
 *    quarter of the requests stay in the row before them), and is timed: bursts with pauses of up to 200 cycles;
 *  - phases is timed too: its requests arrive as fast as the preset's data bus could take them, then the bus may drain.
 */
#ifndef RH_SYNTHETIC_H
#define RH_SYNTHETIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_preset.h"
#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_synthetic_how {
    RH_SYNTHETIC_GROUP,
    RH_SYNTHETIC_WALK,
    RH_SYNTHETIC_HOT,
    RH_SYNTHETIC_STARVE,
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

#define RH_USUAL_STREAM "rand2"

/** A stream to open; all zero: the usual one. rh_stream.h says what the members mean for a trace file. */
struct rh_stream_setup {
    /** Name of the synthetic stream, or the trace file (./NAME is always a file); NULL: RH_USUAL_STREAM, unless
     * `synthetic` is set. */
    const char *stream;
    /** Its row (rh_synthetic_find); NULL: for rh_stream_open `stream` is a file, for rh_synthetic_open a row's name. */
    const struct rh_synthetic *synthetic;
    const char *format; /**< trace format name, or NULL: header, contents and file name decide */
    const char *map;    /**< address map for byte addresses (see rh_map.h), or NULL: rh_map_default */
    uint64_t requests;  /**< synthetic: how many; trace: at most that many; 0: the default (synthetic 100000) / all */
    uint16_t
        channels; /**< channels the stream may use; synthetic streams use this many; 0: 1 for synthetic, the trace's own
                                for coordinates, the preset's for addresses */
    uint16_t banks_used;    /**< synthetic: banks 0 .. n-1; 0: all */
    double read_share;      /**< synthetic: share of reads, up to 1; 0 or below: the stream's own, see rh_synthetic.h */
    bool all_writes;        /**< synthetic: no reads at all; read_share is 0 then */
    uint32_t request_bytes; /**< bytes a request (synthetic, or trace without them); 0: 64, or as said above */
    uint32_t bubbles_per_clock; /**< trace with bubbles and without cycles: a request arrives in the DRAM clock
                                     (bubbles up to it) / this; 0: as fast as accepted */
    bool wrap;                  /**< trace: addresses beyond the memory are folded back into it; else refused */
    uint64_t seed;              /**< synthetic */
    uint32_t stride;            /**< strided: bytes from one request to the next; 0: a quarter of a row */
};

/** A row by index, NULL behind the last; by name, NULL when unknown; and all names in one line, with commas. */
const struct rh_synthetic *rh_synthetic_at(size_t index);
const struct rh_synthetic *rh_synthetic_find(const char *name);
const char *rh_synthetic_names(void);

/** Open a synthetic stream for a preset (NULL: RH_USUAL_PRESET); NULL with an error, which names the member. */
struct rh_stream *rh_synthetic_open(const struct rh_stream_setup *given, const struct rh_preset *preset,
                                    struct rh_error *error);

/** Fill in the defaults of a synthetic stream, as rh_stream_resolve does. */
void rh_synthetic_resolve(struct rh_stream_setup *setup, const struct rh_preset *preset);

#ifdef __cplusplus
}
#endif

#endif
