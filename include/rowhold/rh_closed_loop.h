// SPDX-License-Identifier: Apache-2.0
/** The whole system in closed loop: cores, a network of requests, controllers with their DRAM, a network of replies.
 *
 *   core ──► injector ──► routers ──► ejector ──► controller
 *     ◄──── ejector ◄──── routers ◄──── injector ◄────
 *
 * **Cores.** Each core issues the requests of its stream (rh_core_streams.h) in order: at most one in a core clock,
 * none earlier after the previous one than the stream says, and at most `flight` outstanding. A request therefore waits
 * while the core's injection queue is full or too many replies are due, and the requests behind it wait too.
 *
 * **Packets.** A read request is one flit, a write request one and its data; a read reply is one and its data, a write
 * reply one flit; data fill flits of `flit_bytes` (spec of the thesis: 32 bytes, 64 on the ring). Bank and row are
 * fields of a flit, for the hold rules; the rest of the request is its payload: column, read or write, tag. The tag
 * says core, slot (which of the core's requests in flight) and column commands, so that a controller's response alone
 * says where the reply goes and how long it is.
 *
 * **Clocks.** Cores and networks have clocks of so many MHz, the memory that of its preset. The loop steps through the
 * clocks of the fastest of the three; each ticks in some of these (rh_clock_enable.h). Times and figures are DRAM
 * command clocks: what happens between two of them counts in the later one. Everything that joins a controller to a
 * network is wires: a request leaves its ejector in the clock in which the controller takes it, a response goes into
 * its injector in that in which it shows.
 *
 * Runs are deterministic: the same setup and streams give the same bytes.
 */
#ifndef RH_CLOSED_LOOP_H
#define RH_CLOSED_LOOP_H

#include "rowhold/rh_core_streams.h"
#include "rowhold/rh_epoch.h"
#include "rowhold/rh_locality.h"
#include "rowhold/rh_network_direct.h"
#include "rowhold/rh_observer.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_row_hit_run.h"
#include "rowhold/rh_stats.h"
#include "rowhold/rh_system.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RH_LOOP_SLOTS = 64,       /**< outstanding requests of a core, by default; the most of one of streams */
    RH_LOOP_MOST_SLOTS = 512, /**< the most of one that another program provides */
    RH_LOOP_MOST_MHZ = 10000  /**< of cores and networks */
};

/** A request whose reply is back at its core. All times are DRAM clocks. */
struct rh_loop_trip {
    uint64_t replied;        /**< the reply was back */
    uint64_t issued;         /**< the injection queue took it */
    uint64_t left;           /**< its packet's first flit left that for a router */
    struct rh_observed seen; /**< by the controller; its arrival is its issue */
};

/** Delays and queues between the networks and each controller, as a GPU's memory partition has them
 * (docs/rh_gpu.md). */
struct rh_partition_setup {
    uint16_t queue;      /**< entries of each queue, up to 256; 0: there is no partition */
    uint16_t port;       /**< requests that wait behind the network */
    uint16_t accept;     /**< they go on while the first queue holds fewer; at most `queue` */
    uint16_t delay;      /**< core clocks from there to the first queue */
    uint16_t dram_delay; /**< core clocks from the last queue to the controller */
    uint16_t most;       /**< requests between the last queue and their responses, at most */
    /** A slice of an L2 cache behind the first queue: it answers what it has, and asks the memory for single column
     * commands. */
    uint16_t l2_lines, l2_ways; /**< lines, 0: there is none; of a set */
    uint16_t l2_line;           /**< bytes of a line; 1 to 8 column commands */
    uint16_t l2_hit;            /**< core clocks from the last block of a hit to its reply */
    uint16_t l2_misses;         /**< blocks that it has asked for, at most */
    uint16_t l2_merges;         /**< requests that wait for one of these, at most 64 */
};

struct rh_loop_epoch;

/** The setup of a loop. A member that is 0 or NULL has its default. */
struct rh_loop_setup {
    const struct rh_preset *preset;    /**< NULL: RH_DEFAULT_PRESET */
    const struct rh_block_ops *ops;    /**< of the controllers; NULL: RH_DEFAULT_CONTROLLER */
    struct rh_geometry geometry;       /**< of a controller; its tag_bits are the loop's */
    struct rh_constraints constraints; /**< all 0: the preset's */
    enum rh_topology_kind topology;    /**< of both networks */
    uint8_t cores, controllers;        /**< 0: 28, 8 */
    uint8_t columns;                   /**< of a mesh; 0: as wide as high, or one wider */
    struct rh_network_setup network;   /**< of requests: allocator, hold rule, channels, depths. The rest is the loop's;
                                          replies have the same without a hold rule */
    uint16_t outstanding;              /**< outstanding requests of a core, at most; 0: RH_LOOP_SLOTS */
    uint8_t flit_bytes;                /**< 0: 32, on the ring 64 */
    uint8_t head_flits;                /**< of a packet besides its data; 0: 1 */
    bool warps;                        /**< requests name their warps to the controllers, as the networks' messages in
                                          rh_request_system.sv do not */
    uint16_t cta_warps;                /**< warps of a CTA, for the classes of row-hit run breakers; 0: 1 */
    uint16_t core_mhz, network_mhz;    /**< clocks of cores and of both networks; 0: 325, 650 */
    struct rh_partition_setup partition;
    uint64_t cycles;       /**< stop at this DRAM clock; 0: run until all requests are answered */
    uint64_t warmup;       /**< DRAM clocks that the statistics leave out */
    bool judge, unwatched; /**< as in rh_system_setup */
    bool cycle_by_cycle;   /**< controllers run clock by clock and no idle clock is passed over; so with `watch` */
    /** As in rh_system_setup; may be NULL. */
    rh_command_sink *sink;
    void *sink_user;
    void (*request)(void *user, const struct rh_observed *request);
    void *request_user;
    /** Called for every request of the statistics when its reply is back; may be NULL. */
    void (*replied)(void *user, const struct rh_loop_trip *trip);
    void *replied_user;
    uint64_t epoch; /**< DRAM clocks of an epoch (rh_epoch.h); 0: none */
    /** Called for every epoch of the run up to the last clock: for each controller, then for the loop. */
    void (*epoch_end)(void *user, const struct rh_epoch *epoch);
    void (*loop_epoch_end)(void *user, const struct rh_loop_epoch *epoch);
    void *epoch_user;
    /** Called every so often with the requests answered so far; may be NULL. */
    void (*progress)(void *user, uint64_t requests);
    void *progress_user;
    /** Called as often as `progress`; true ends the run as `cycles` does. May be NULL. */
    bool (*stop)(void *user);
    void *stop_user;
    /** Called twice in each clock of the fastest of the three: before anything of the clock has happened, and after it
     * (`behind`). False ends the run, which is then BROKEN. May be NULL. */
    bool (*watch)(void *user, bool behind);
    /** Called in each clock when all that goes into the networks is there, before their edge. May be NULL. */
    void (*edge)(void *user);
    void *watch_user; /**< of both */
};
/** The number of flits of a packet with the data of so many column commands; 0: a packet without data. */
unsigned rh_packet_flits(const struct rh_loop_setup *setup, unsigned commands);

/** The rates of the three clocks. Of any `fastest` consecutive clocks of the fastest, so many are clocks of the cores,
 * of the networks and of the memory. The rates are in lowest terms and below 2^31. */
struct rh_loop_rates {
    uint32_t core, network, memory, fastest;
};
/** The clocks that tick in one clock of the fastest. */
struct rh_loop_ticks {
    bool core, network, memory;
};

struct rh_loop_counts {
#define RH_LOOP(name, unit, meaning) uint64_t name;
#include "tables/loop.def"
};
enum {
#define RH_LOOP(name, unit, meaning) RH_LOOP_##name,
#include "tables/loop.def"
    RH_LOOP_COUNTS
};
enum {
#define RH_LOOP_PART(name, meaning) RH_LOOP_PART_##name,
#include "tables/loop.def"
    RH_LOOP_PARTS
};
enum {
#define RH_LOOP_FIGURE(name, unit, meaning, value) RH_LOOP_FIGURE_##name,
#include "tables/loop.def"
    RH_LOOP_FIGURES
};
enum rh_loop_wait {
#define RH_LOOP_WAIT(name, meaning) RH_LOOP_WAIT_##name,
#include "tables/loop.def"
    RH_LOOP_WAITS
};
enum {
#define RH_LOOP_CORE(name, unit, meaning) RH_LOOP_CORE_##name,
#include "tables/loop.def"
    RH_LOOP_CORE_COUNTS
};

struct rh_loop_core {
#define RH_LOOP_CORE(name, unit, meaning) uint64_t name;
#include "tables/loop.def"
};

struct rh_loop_stats {
    double core_mhz, network_mhz, memory_mhz;
    uint64_t cycles; /**< DRAM clocks, without the warm-up */
    struct rh_loop_counts count;
    uint64_t part[RH_LOOP_PARTS]; /**< of answered requests, summed */
    struct rh_latency round_trip;
    struct rh_locality_count before, after; /**< in the order of issue, of arrival */
    double jain_index;
    uint64_t wait[RH_LOOP_WAITS]; /**< clocks of controllers without work, by what they waited for */
};
/** What one epoch added to the statistics. */
struct rh_loop_epoch {
    uint64_t number; /**< from 0; the first one begins behind the warm-up */
    uint64_t cycles;
    struct rh_loop_counts count;
    uint64_t part[RH_LOOP_PARTS];
    struct rh_epoch_latency round_trip;
    uint64_t wait[RH_LOOP_WAITS];
};
const char *rh_loop_count_name(unsigned count);
uint64_t rh_loop_count(const struct rh_loop_stats *stats, unsigned count);
const char *rh_loop_part_name(unsigned part);
const char *rh_loop_figure_name(unsigned figure);
double rh_loop_figure(unsigned figure, const struct rh_loop_stats *stats);
const char *rh_loop_wait_name(unsigned wait);
const char *rh_loop_core_name(unsigned count);
uint64_t rh_loop_core_count(const struct rh_loop_core *core, unsigned count);
/** Jain's index of the cores' rates, answered / (last_reply - first_issue); cores without an answer do not count; 0
 * where none has one (R. Jain, D. Chiu, W. Hawe, "A quantitative measure of fairness", DEC TR-301, 1984). */
double rh_loop_jain(const struct rh_loop_core *cores, unsigned count);

struct rh_loop;

/** The most `outstanding` of so many cores, in front of slices of an L2 or without. */
unsigned rh_loop_most_outstanding(unsigned cores, bool l2);

/** A new loop with every block after reset. NULL with an error that says what does not fit. */
struct rh_loop *rh_loop_open(const struct rh_loop_setup *setup, struct rh_error *error);
void rh_loop_close(struct rh_loop *loop); /**< NULL is harmless */

/** True when the loop can take every request of the streams (one for each core). The streams are rewound. */
bool rh_loop_check_streams(const struct rh_loop *loop, struct rh_core_streams *streams, struct rh_error *error);
/** Runs the streams, one for each core, to their end or to `cycles`. BROKEN: a controller broke its contract, or
 * nothing moved for longer than all timing constraints explain. */
enum rh_system_end rh_loop_run(struct rh_loop *loop, struct rh_core_streams *streams, struct rh_error *error);

/** Cores that another program provides in place of streams, as a TLM initiator or a simulator does. */
struct rh_loop_cores {
    /** In a core clock, of a core whose injection queue has room and that has a slot free: its request, which is issued
     * in slot `*slot`, the first free one if it leaves it as it is; NULL: none in this clock. With `clock` in each
     * clock of cores or networks; the request names its core, of which several may share a port. */
    const struct rh_request *(*next)(void *user, unsigned core, unsigned *slot);
    /** Called when the reply to the request in `slot` has arrived. False leaves it in the network for this clock. */
    bool (*reply)(void *user, unsigned core, unsigned slot);
    void *user;
    /** Cores that have a clock of their own and a port that keeps their requests: one clock of them, in each core
     * clock, behind the replies and before the requests of this clock. False with an error. NULL: `next` alone. */
    bool (*clock)(void *user, struct rh_error *error);
    /** With `clock`: no core has anything left to do or to wait for. */
    bool (*is_done)(void *user);
    /** The warm-up ends with this clock. NULL: they count nothing. */
    void (*warmed_up)(void *user);
    uint64_t offers; /**< with `clock`: the set of cores for which `next` has a request */
};

/** Runs cores that have a clock of their own to their end or to `cycles`, as rh_loop_run does streams. */
enum rh_system_end rh_loop_run_cores(struct rh_loop *loop, const struct rh_loop_cores *others, struct rh_error *error);
/** Runs one clock of the fastest with such cores, in place of rh_loop_run. False with an error: a request that no
 * channel could take, a slot that is already outstanding, or a contract that a controller broke. */
bool rh_loop_run_cycle(struct rh_loop *loop, const struct rh_loop_cores *cores, struct rh_error *error);
/** Called once after the last step: works out the figures over the whole run, and returns the judge's verdict as
 * rh_loop_run does. */
enum rh_system_end rh_loop_end(struct rh_loop *loop, struct rh_error *error);

uint64_t rh_loop_cycle(const struct rh_loop *loop); /**< DRAM clocks so far */
const struct rh_loop_rates *rh_loop_rates_of(const struct rh_loop *loop);
const struct rh_loop_setup *rh_loop_setup_of(const struct rh_loop *loop); /**< filled in */
const struct rh_loop_stats *rh_loop_stats_of(const struct rh_loop *loop);
const struct rh_loop_core *rh_loop_core_of(const struct rh_loop *loop, unsigned core);
/** The statistics of one controller, and of all controllers together. */
const struct rh_stats *rh_loop_channel(const struct rh_loop *loop, unsigned channel);
const struct rh_stats *rh_loop_total(const struct rh_loop *loop);
/** The clocks in which a controller had no work, by what it waited for: RH_LOOP_WAITS numbers, which add up to its
 * idle_cycles. */
const uint64_t *rh_loop_waits(const struct rh_loop *loop, unsigned channel);
/** Clocks of controllers without work that waited for a request on its way to, or on, the link behind an output of a
 * router of the network of requests. */
uint64_t rh_loop_link_waits(const struct rh_loop *loop, unsigned router, unsigned output);
/** The topology of the network of requests. */
const struct rh_topology *rh_loop_topology(const struct rh_loop *loop);
struct rh_locality_count rh_loop_locality(const struct rh_loop *loop, unsigned channel);
uint64_t rh_loop_judged(const struct rh_loop *loop, uint64_t *checks);
uint64_t rh_loop_rules_broken(const struct rh_loop *loop);

#ifdef __cplusplus
}
#endif

#endif
