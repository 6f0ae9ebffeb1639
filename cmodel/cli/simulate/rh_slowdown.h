// SPDX-License-Identifier: Apache-2.0
/** Each core of a stream alone on the system that the cores share: `simulate --slowdown`.
 *
 * While the shared run reads the stream, its requests are kept by core in a temporary file (32 bytes each), so the
 * stream is read once, and standard input will do. Then each core's requests run on a system of their own: the same in
 * all, arrivals included, but that the requests of the others are not there.
 */
#ifndef RH_SLOWDOWN_H
#define RH_SLOWDOWN_H

#include "cmodel/trace/rh_spool.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_cores.h"
#include "rowhold/rh_system.h"

struct rh_slowdown {
    struct rh_stream stream; /**< to be run in place of the one it reads; not to be closed */
    struct rh_stream *from;
    struct rh_spool *spool; /**< by core; NULL: not open */
};

/** Every request of `from` must name its core: one that does not is an error of the stream. */
bool rh_slowdown_open(struct rh_slowdown *slowdown, struct rh_stream *from, struct rh_error *error);
void rh_slowdown_close(struct rh_slowdown *slowdown); /**< harmless when not open */
/** After the shared run: fills in `alone` of each core. `setup` is that of the shared run; its `progress` is called
 * with the requests of the cores that are done. DONE, or how the run of a core ended, with an error that names it. */
enum rh_system_end rh_slowdown_run(struct rh_slowdown *slowdown, const struct rh_system_setup *setup,
                                   struct rh_core *cores, unsigned count, struct rh_error *error);

/** As rh_cores_list, of a loop: the cores with an answer. First issues, last replies and round trips stand in the place
 * of arrivals, data and latencies. */
unsigned rh_slowdown_loop_list(const struct rh_loop *loop, struct rh_core *list, unsigned room);
/** As rh_slowdown_run, behind a loop that ran `streams`: each of its cores runs alone on a loop of its own. */
enum rh_system_end rh_slowdown_loop(const struct rh_loop *shared, struct rh_core_streams *streams,
                                    struct rh_core *cores, unsigned count, struct rh_error *error);

#endif
