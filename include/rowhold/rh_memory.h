// SPDX-License-Identifier: Apache-2.0
/** A memory system to embed in a simulator: send a request, tick, be called back when it is done.
 *
 *     static void done(void *self, const struct rh_memory_done *d) { ... d->user ... }
 *
 *     struct rh_memory_setup setup = {.preset = "hbm2", .controller = "fr_fcfs", .done = done, .self = me};
 *     struct rh_error error;
 *     struct rh_memory *memory = rh_memory_open(&setup, &error);
 *     ...
 *     if (rh_memory_send(memory, address, write, user)) ...   taken; else try again in a later clock
 *     if (!rh_memory_tick(memory)) puts(rh_memory_text(memory));
 *     ...
 *     rh_memory_finish(memory, &error);
 *     rh_memory_json(memory, stdout);
 *     rh_memory_close(memory);
 *
 * One tick is one DRAM command clock (rh_memory_tck_ps) of all channels. It steps the same blocks as
 * `rowhold simulate`: a stream that is sent as fast as it is taken, each channel for itself, gives the same figures to
 * the byte.
 *
 * Sending. Each channel has one place in front of its controller, or `waiting` of them. One is filled by a send; the
 * first is offered from the next tick on, and free again in the tick in which the controller takes its request (full
 * queue, no tag free: it waits). A send that finds no free place returns false and changes nothing. A request that the
 * map spreads over several rows or channels goes in whole or not at all: it fills a place in each of its channels until
 * its last row there is taken, and is done when all of it is.
 *
 * Time. A request sent between tick n - 1 and tick n is offered in clock n. `done` is called at the end of the tick in
 * which the last response is taken, after all channels were run, in order of channels; it may send, not
 * tick. A read's data is there at that time; a write's last beat has left. There are no data. Clocks are 63-bit
 * numbers.
 *
 * Idle channels are not run: their clock catches up, refreshes and all, when their next request comes.
 * So a channel's figures end with its last answer, `cycles` aside, as those of `simulate` do.
 *
 * A memory belongs to one thread at a time; there are no globals, so any number may run beside each other.
 */
#ifndef RH_MEMORY_H
#define RH_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rowhold/rh_channel.h"
#include "rowhold/rh_cores.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_request.h"
#include "rowhold/rh_stats.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RH_MEMORY_MOST_COMMANDS = 64, /**< column commands of one request */
    RH_MEMORY_MOST_WAITING = 4096 /**< requests in front of a controller */
};

/** A request that is done. */
struct rh_memory_done {
    void *user;       /**< as sent */
    uint64_t address; /**< as sent; of a placed request 0 */
    uint64_t sent;    /**< clock before which it was sent, in which it is offered unless others wait before it */
    uint64_t done;    /**< clock in which its last response was taken */
    bool write;
};
typedef void rh_memory_callback(void *self, const struct rh_memory_done *done);

/** The setup of a memory. All zero is valid: the default controller on all channels of the default preset. */
struct rh_memory_setup {
    const char *preset;          /**< name of a built-in one; NULL: RH_DEFAULT_PRESET */
    const struct rh_preset *own; /**< not NULL: this one, for example of a YAML file (rh_preset_file.h) */
    const char *controller;      /**< NULL: RH_DEFAULT_CONTROLLER */
    const char *refresh;         /**< "off", "all_bank", "per_bank"; NULL: the preset's */
    /** Address map (rh_map.h); NULL: the preset's, or RH_DEFAULT_MAP. Every map needs powers of two, for example of
     * banks; otherwise only placed requests can be sent. */
    const char *map;
    unsigned queue; /**< entries of a controller; 0: 32 */
    /** The settings of its policy: age_cap, ... (tables/constraints.md), numbers or names; 0 and NULL: their
     * defaults. */
#define RH_POLICY(name, bits, value, meaning)             uint32_t name;
#define RH_POLICY_WORD(name, bits, value, names, meaning) const char *name;
#include "tables/controller_config.def"
    unsigned responses;       /**< entries of its response FIFO; 0: 16 */
    unsigned waiting;         /**< requests that may wait in front of it; 0: 1 */
    unsigned channels;        /**< 0: the preset's */
    unsigned chips;           /**< ganged on a channel; 0: the preset's */
    unsigned request_bytes;   /**< of rh_memory_send; 0: 64 */
    bool forward;             /**< a read of what a waiting write writes is answered with its data */
    bool registered;          /**< commands leave flip-flops, one clock later */
    bool no_judge;            /**< the commands are not checked against the DRAM's rules: a little faster */
    bool cycle_by_cycle;      /**< run clock by clock, not from event to event (rh_event_run.h) */
    rh_memory_callback *done; /**< may be NULL */
    void *self;               /**< first argument of `done` */
    rh_command_sink *sink;    /**< sees every command; those of idle channels come late. May be NULL */
    void *sink_user;
};

struct rh_memory;

/** NULL with an error that names the member. */
struct rh_memory *rh_memory_open(const struct rh_memory_setup *setup, struct rh_error *error);
void rh_memory_close(struct rh_memory *memory); /**< NULL is harmless */

/** Sends a request for request_bytes from `address` on, counted from the column command that holds its first byte.
 * False when it cannot be taken now. An address outside the memory (rh_memory_bytes) is an error of the caller that
 * ends the run: the function then returns false for good, and rh_memory_text says why. */
bool rh_memory_send(struct rh_memory *memory, uint64_t address, bool write, void *user);
/** Sends a request that has its coordinates already (channel, bank, row, column, commands, core); its `cycle` is
 * ignored. */
bool rh_memory_send_placed(struct rh_memory *memory, const struct rh_request *request, void *user);
/** True when a send to this address would be taken now. */
bool rh_memory_can_send(const struct rh_memory *memory, uint64_t address);
/** Requests that this channel would take now, placed or not; 0 where there is no such channel. */
unsigned rh_memory_places(const struct rh_memory *memory, unsigned channel);

/** Runs one clock. False when the run has ended, because a controller broke its contract or got stuck, or because of a
 * wrong request; rh_memory_text says why. */
bool rh_memory_tick(struct rh_memory *memory);
/** Ticks until clock `cycle`; idle clocks cost no time. */
bool rh_memory_tick_until(struct rh_memory *memory, uint64_t cycle);
/** True when no request is outstanding. */
bool rh_memory_idle(const struct rh_memory *memory);
/** One line that says why the run ended; empty while it has not. */
const char *rh_memory_text(const struct rh_memory *memory);

/** Clocks ticked so far. */
uint64_t rh_memory_cycle(const struct rh_memory *memory);
uint32_t rh_memory_tck_ps(const struct rh_memory *memory);
/** The size of the whole memory in bytes; addresses go from 0 to one less. */
uint64_t rh_memory_bytes(const struct rh_memory *memory);
unsigned rh_memory_channels(const struct rh_memory *memory);
/** The preset with chips and refresh as the setup has them. */
const struct rh_preset *rh_memory_preset(const struct rh_memory *memory);

/** Ends a run with the judge's last checks. False when a rule was broken, or when the run had ended with an error
 * before. */
bool rh_memory_finish(struct rh_memory *memory, struct rh_error *error);
/** The statistics so far, of one channel or of all. An event-driven channel is brought up to the present clock first,
 * which may send commands to the sink and may end the run. False where the run has ended with an error (rh_memory_text
 * says which; the figures go up to there), and, with all figures 0, where there is no such channel. */
bool rh_memory_stats(const struct rh_memory *memory, unsigned channel, struct rh_stats *stats);
void rh_memory_total(const struct rh_memory *memory, struct rh_stats *stats);
/** Lists the cores that placed requests name, in order (rh_cores.h), at most `room` of them; `alone` stays zero.
 * Returns the number of cores; 0 once a request named none. */
unsigned rh_memory_cores(const struct rh_memory *memory, struct rh_core *cores, unsigned room);
/** Writes the results as JSON, as `rowhold simulate --stats` does, with `stream` null. False without memory; write
 * errors stay with the file (ferror). */
bool rh_memory_json(const struct rh_memory *memory, FILE *file);

#ifdef __cplusplus
}
#endif

#endif
