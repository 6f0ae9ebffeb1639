// SPDX-License-Identifier: Apache-2.0
/** Divides one request stream into a stream for each core, for cores that wait for their answers.
 *
 * A trace lists requests as they arrived somewhere; a core makes them in the order of `created`. So the requests of a
 * core come in that order, those of one clock (and all of a stream without `created`) in the order of the stream.
 *
 * Core c of the stream goes to core c modulo `cores`: on 28 cores, cores 28 and 29 of a stream of 30 join cores 0 and
 * 1, one request after the other by `created`. Its requests still name the core of the stream.
 *
 * Everything is kept in memory, 40 bytes a request.
 */
#ifndef RH_CORE_STREAMS_H
#define RH_CORE_STREAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_core_streams;

/** Reads `from` to its end (at most `most` requests; 0: all) and closes it, also where that fails. `paced`: the gaps
 * of `created` count; else all gaps are 0. NULL with an error: no cores, a request that names none, a paced stream
 * without any `created`, no memory, or what `from` says. */
struct rh_core_streams *rh_core_streams_open(struct rh_stream *from, unsigned cores, uint64_t most, bool paced,
                                             struct rh_error *error);
void rh_core_streams_close(struct rh_core_streams *streams); /**< NULL is harmless */

/** The next request of a core, NULL at the end of its stream. *gap is the number of core clocks after the core's
 * previous request (for the first one: after clock 0) before which it must not be issued. */
const struct rh_request *rh_core_streams_front(const struct rh_core_streams *streams, unsigned core, uint64_t *gap);
/** Moves on to the core's next request. The core must have a front. */
void rh_core_streams_take(struct rh_core_streams *streams, unsigned core);
/** Starts every core from its first request again. */
void rh_core_streams_rewind(struct rh_core_streams *streams);
/** From the next rewind on, only `core` has requests, and the others are at their ends. RH_CORE_STREAMS_ALL gives all
 * cores their requests again. */
enum { RH_CORE_STREAMS_ALL = UINT16_MAX };
void rh_core_streams_only(struct rh_core_streams *streams, unsigned core);

/** The number of requests of a core, and of all cores, taken or not. */
uint64_t rh_core_streams_count(const struct rh_core_streams *streams, unsigned core);
uint64_t rh_core_streams_total(const struct rh_core_streams *streams);
/** 1 + the greatest core that the stream named, before joining; 0 without requests. */
unsigned rh_core_streams_most_cores(const struct rh_core_streams *streams);

#ifdef __cplusplus
}
#endif

#endif
