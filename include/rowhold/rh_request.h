// SPDX-License-Identifier: Apache-2.0
/** A memory request, and the stream that yields them one after the other. */
#ifndef RH_REQUEST_H
#define RH_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One memory transaction, already placed: 1 to 8 column commands of one row. */
struct rh_request {
    uint64_t cycle;   /**< DRAM clock of arrival at the controller; 0 in a stream without times */
    uint64_t created; /**< core cycle in which it was made; 0 if unknown */
    uint16_t channel;
    uint8_t bank; /**< flat: bank group x banks per group + bank in the group */
    uint8_t write;
    uint32_t row;
    uint16_t column;  /**< first column, in column commands */
    uint8_t commands; /**< column commands, 1 to 8 */
    uint16_t core;    /**< 0xffff if unknown */
    uint16_t warp;    /**< 0xffff if unknown */
    uint8_t more;     /**< others of its warp's instruction follow to its channel */
    uint8_t atomic;   /**< a read that a memory partition follows with a write of the same (rh_closed_loop.h) */
};

/** A source of requests. `next` returns 1 with a request, 0 at the end, -1 on an error, which `error` holds.
 *
 * `fill` may give many at once: *n of them, at most `room`, and 1, or what `next` would have returned behind them.
 * NULL: it can't. It holds only as long as `next` is `fills_for`, so a copy of a stream that has a `next` of its own
 * needs no care; rh_request_fill uses it where it may. */
struct rh_stream {
    int (*next)(struct rh_stream *stream, struct rh_request *request, struct rh_error *error);
    int (*fill)(struct rh_stream *stream, struct rh_request *requests, size_t room, size_t *n, struct rh_error *error);
    int (*fills_for)(struct rh_stream *stream, struct rh_request *request, struct rh_error *error);
    void (*close)(struct rh_stream *stream); /**< frees it */
    bool timed;                              /**< requests carry arrival cycles; else as fast as accepted */
    uint16_t channels;                       /**< requests name channels 0 .. channels - 1 */
    uint64_t latest;                         /**< arrival cycles above are refused */
    const char *latest_why;                  /**< "for ...", of that refusal */
    const char *note;                        /**< one line for the user (e.g. how coordinates were mapped), or NULL */
};

/** Up to `room` requests, at least one, unless the stream is at its end or fails: *n of them, and 1, or 0 or -1 when
 * the stream said so behind them. */
static inline int rh_request_fill(struct rh_stream *stream, struct rh_request *requests, size_t room, size_t *n,
                                  struct rh_error *error) {
    if (stream->fill != NULL && stream->fills_for == stream->next)
        return stream->fill(stream, requests, room, n, error);
    int status = 1;
    for (*n = 0; *n < room && (status = stream->next(stream, &requests[*n], error)) > 0;)
        ++*n;
    return status;
}

#ifdef __cplusplus
}
#endif

#endif
