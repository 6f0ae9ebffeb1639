// SPDX-License-Identifier: Apache-2.0
/** Request streams by name or file: synthetic generators and trace readers behind one door. */
#ifndef RH_STREAM_H
#define RH_STREAM_H

#include "rowhold/rh_preset.h"
#include "rowhold/rh_request.h"

struct rh_stream_setup {
    const char *stream;    /**< a synthetic name (rand1, rand2, rand3, one_bank, stream, strided, hot_rows, mixed, random) or a trace file */
    const char *format;    /**< trace format name, or NULL: told from header, contents and file name */
    const char *map;       /**< address map for byte addresses (see rh_map.h), or NULL: the preset's default */
    uint64_t requests;     /**< synthetic: how many; trace: at most that many; 0: the default (synthetic 100000) / all */
    uint16_t channels;     /**< channels the stream may use; synthetic streams use this many; 0: 1 for synthetic, the trace's own for a trace */
    uint16_t banks_used;   /**< synthetic: banks 0 .. n-1; 0: all */
    double read_share;     /**< synthetic: share of reads, 0 .. 1 */
    uint32_t request_bytes;/**< synthetic: bytes a request; 0: 64 */
    uint64_t seed;         /**< synthetic */
};

/** Open a stream for a preset; NULL with an error. Every request fits the preset's organisation: a longer or straddling one is
 * split into several (1 to 8 column commands in one row), coordinates that do not fit are mapped or refused with their line. */
struct rh_stream *rh_stream_open(const struct rh_stream_setup *setup, const struct rh_preset *preset, struct rh_error *error);

/** Names of the synthetic streams, NULL-terminated, and one line of meaning each. */
extern const char *const rh_stream_names[];
const char *rh_stream_meaning(const char *name);
/** Channels a just opened stream will use. */
unsigned rh_stream_channels(const struct rh_stream *stream);

#endif
