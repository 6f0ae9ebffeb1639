// SPDX-License-Identifier: Apache-2.0
/** A memory system to embed in a simulator, with the networks between its cores and its controllers: send a request
 * from a core, tick, be called back when the reply is back at the core. It is the closed loop of rh_closed_loop.h with
 * the simulator's cores in place of streams.
 *
 *     struct rh_network_memory_setup setup = {.memory = {.preset = "hbm2", .done = done, .self = me},
 *                                             .loop = {.cores = 16, .topology = RH_TOPOLOGY_MESH}};
 *     struct rh_error error;
 *     struct rh_network_memory *memory = rh_network_memory_open(&setup, &error);
 *     ...
 *     if (rh_network_memory_send(memory, core, address, write, user)) ...   taken; else try again in a later clock
 *     if (!rh_network_memory_tick(memory)) puts(rh_network_memory_text(memory));
 *     ...
 *     rh_network_memory_finish(memory, &error);
 *     rh_network_memory_json(memory, stdout);
 *     rh_network_memory_close(memory);
 *
 * Setup, addresses, callbacks and errors are those of rh_memory.h, but that requests wait in front of a core's
 * injection queue, in one place or `waiting` of them, not in front of a controller: a core sends in order. A request
 * that the map spreads over rows or channels becomes as many packets, and is done when all their replies are back.
 *
 * Time. One tick is one DRAM command clock, with the clocks of cores and networks that fall into it. A core issues at
 * most one packet in a core clock, from the first core clock behind the send on, while its injection queue has room and
 * fewer than `outstanding` of its packets are without a reply. Every clock is run, an idle one, too.
 */
#ifndef RH_NETWORK_MEMORY_H
#define RH_NETWORK_MEMORY_H

#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/** All zero is valid: 28 cores before a crossbar of the default preset's channels. */
struct rh_network_memory_setup {
    struct rh_memory_setup memory; /**< `channels` are the controllers */
    /** Cores, topology, networks, clocks, partitions and who watches them. Preset, controllers and judge are those of
     * `memory`, and `cycles` is 0: the simulator ends the run. */
    struct rh_loop_setup loop;
};

struct rh_network_memory;

/** NULL with an error that names the member. */
struct rh_network_memory *rh_network_memory_open(const struct rh_network_memory_setup *setup, struct rh_error *error);
void rh_network_memory_close(struct rh_network_memory *memory); /**< NULL is harmless */

/** Sends a request of a core. False when it cannot be taken now, and for good where a wrong core or address has ended
 * the run. */
bool rh_network_memory_send(struct rh_network_memory *memory, unsigned core, uint64_t address, bool write, void *user);
/** Sends a request that has its coordinates already; its core is `core`. */
bool rh_network_memory_send_placed(struct rh_network_memory *memory, unsigned core, const struct rh_request *request,
                                   void *user);
/** Requests that this core's port would take now; 0 where there is no such core. */
unsigned rh_network_memory_places(const struct rh_network_memory *memory, unsigned core);
bool rh_network_memory_tick(struct rh_network_memory *memory);
bool rh_network_memory_idle(const struct rh_network_memory *memory);
const char *rh_network_memory_text(const struct rh_network_memory *memory);

uint64_t rh_network_memory_cycle(const struct rh_network_memory *memory);
uint32_t rh_network_memory_tck_ps(const struct rh_network_memory *memory);
uint64_t rh_network_memory_bytes(const struct rh_network_memory *memory);

/** Ends a run and works out its figures, with the judge's last checks. False when a rule was broken, or when the run
 * had ended with an error before. */
bool rh_network_memory_finish(struct rh_network_memory *memory, struct rh_error *error);
/** The loop with all its figures, which are worked out once the run is finished. */
const struct rh_loop *rh_network_memory_loop(const struct rh_network_memory *memory);
/** Writes the results of a finished run as JSON, as `rowhold simulate --network --stats` does, with `stream` null.
 * False without memory. */
bool rh_network_memory_json(const struct rh_network_memory *memory, FILE *file);

#ifdef __cplusplus
}
#endif

#endif
