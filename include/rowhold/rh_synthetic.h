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
 *  - stream, strided, the walks of phases, core_stride, core_stencil, core_transpose and core_camping walk through
 *    addresses. These are in the order row : bank : column : channel, a request at a time (core_stride: R requests,
 *    which are 256 bytes, but at least one and at most a row), and the places below are the addresses' own, unless
 *    there is a map: the setup's, or the one that the preset is made for (not where banks_used leaves out banks, or
 *    channels are no power of two). A request that the map takes apart becomes several. The others say banks and rows
 *    by themselves, and no map changes that;
 *  - random draws 1 .. N column commands, N from request_bytes (0: 8), any column, row hits and conflicts alike (a
 *    quarter of the requests stay in the row before them), and is timed: bursts with pauses of up to 200 cycles;
 *  - phases is timed too: its requests arrive as fast as the preset's data bus could take them, then the bus may drain.
 *
 * The streams core_... name a core for every request, cores 0 .. stream_cores - 1 in turn, and the core clock in which
 * it was made (`created`): once at random in each round of so many clocks that all cores together ask for half of what
 * the data buses of the channels can carry, with 13 core clocks in 32 of the DRAM. They have no arrival cycles. Request
 * n of core c, in units of whole requests, with S of them in a row:
 *
 *  - core_stride: the core's own rows are rows / cores of each bank from c x (rows / cores) on. R requests along the
 *    row of channel c modulo channels, R in the next one, and so on round the channels and along their rows as far as
 *    whole R fit, then bank after bank from c / channels on, then the next row;
 *  - core_stencil: a grid of lines of channels x S places, one row of bank (line modulo banks) in every channel; for
 *    place x of line y it reads lines y - 1, y, y + 1 there, and writes the same place of a second grid, in the upper
 *    half of the rows. Core c begins at place c of line c and goes round its line, then on by as many lines as there
 *    are cores. With another read_share than its own the direction is drawn, as anywhere else;
 *  - core_random: channel, bank, row and place in it are drawn;
 *  - core_hot_bank: so are they, then one of two is sent to bank 0 of channel 0;
 *  - core_shared_rows: four neighbouring cores take the places of a row in turn, S / 4 each, then go on to another
 *    channel, bank and row, which the seed says;
 *  - core_transpose: a matrix of lines of W = channels x (S / 4) places, four lines in a row of every channel, the rows
 *    in bank after bank. A tile is one place of sixteen lines; core c has the tiles c, c + cores, ... of all, W of them
 *    in sixteen lines. Tile x of line y of the tiles is read from place x of lines 16 y .. 16 y + 15 and written to
 *    place y modulo W of lines 16 x .. 16 x + 15 of a second matrix, in the upper half of the rows, behind whose end
 *    another one follows. Its reads and writes are its own as those of core_stencil are;
 *  - core_camping: odd requests are those of core_stride with an R of 1. Even ones go down columns of a matrix like the
 *    second one of core_transpose: core c asks for lines c, c + cores, ... (64 of them, then for the next column) at
 *    place 0, or, where c is odd, at place channels / 2.
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
    RH_SYNTHETIC_PHASES,
    RH_SYNTHETIC_CORES
};

/** A row of tables/streams.def, which says what its members mean. */
struct rh_synthetic {
    const char *name, *meaning;
    const char *shadows;  /**< a remark for the user, where a file has that name too */
    const char *unmapped; /**< a remark where a map is given, and the stream draws its places; NULL: it walks */
    enum rh_synthetic_how how;
    uint8_t step, percent_reads, banks, commands;
    bool timed;
};

#define RH_DEFAULT_STREAM "rand2"

enum { RH_MOST_STREAM_CORES = 64 };

/** A stream to open; all zero: the usual one. rh_stream.h says what the members mean for a trace file. */
struct rh_stream_setup {
    /** Name of the synthetic stream, or the trace file (./NAME is always a file); NULL: RH_DEFAULT_STREAM, unless
     * `synthetic` is set. */
    const char *stream;
    /** Its row (rh_synthetic_find); NULL: for rh_stream_open `stream` is a file, for rh_synthetic_open a row's name. */
    const struct rh_synthetic *synthetic;
    const char *format; /**< trace format name, or NULL: header, contents and file name decide */
    const char *map;    /**< address map (see rh_map.h), or NULL: the preset's own, or RH_DEFAULT_MAP for a trace */
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
    const char *trace_clock;    /**< trace with cycles: the clock that they count (rh_trace_clock_parse), which are then
                                     turned into the preset's; NULL: what the file says, else they are the preset's */
    bool wrap;                  /**< trace: addresses beyond the memory are folded back into it; else refused */
    uint64_t seed;              /**< synthetic */
    uint32_t stride;            /**< strided: bytes from one request to the next; 0: a quarter of a row */
    uint16_t stream_cores;      /**< core_...: cores that make requests, up to RH_MOST_STREAM_CORES; 0: 28 */
};

/** A row by index, NULL behind the last; by name, NULL when unknown; and all names in one line, with commas. */
const struct rh_synthetic *rh_synthetic_at(size_t index);
const struct rh_synthetic *rh_synthetic_find(const char *name);
const char *rh_synthetic_names(void);
bool rh_synthetic_has_cores(const struct rh_synthetic *row); /**< its requests name a core, and when it made them */

/** The map of an open stream that walks through addresses, with all widths; NULL: none. Lives as long as the stream. */
const char *rh_synthetic_map(const struct rh_stream *stream);

/** Open a synthetic stream for a preset (NULL: RH_DEFAULT_PRESET); NULL with an error, which names the member. */
struct rh_stream *rh_synthetic_open(const struct rh_stream_setup *given, const struct rh_preset *preset,
                                    struct rh_error *error);

/** Fill in the defaults of a synthetic stream, as rh_stream_resolve does. */
void rh_synthetic_resolve(struct rh_stream_setup *setup, const struct rh_preset *preset);

#ifdef __cplusplus
}
#endif

#endif
