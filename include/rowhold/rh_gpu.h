// SPDX-License-Identifier: Apache-2.0
/** A GPU's cores in front of the closed loop: they run the warps of a source (rh_warp_source.h), and their misses are
 * the requests of the loop (rh_closed_loop.h), whose `cores` are this GPU's clusters.
 *
 * **Core.** Each of a core's schedulers issues at most one instruction of one of its warps in a clock. A warp issues in
 * order, and only while no register that its next instruction reads or writes has a result due. A result is due for so
 * many clocks as its class of instruction takes, that of a load until all of its transactions are back. A warp that has
 * no instruction left in its buffer waits for the fetch, which serves a warp a clock, in turn, through an instruction
 * cache.
 *
 * **Load/store unit.** Accesses go through it in order, one transaction a clock, and stay until the last one is in the
 * cluster's port; so nothing issues to it while it is full. A store holds up its warp only at the warp's end.
 *
 * **CTAs** go to cores as these have room for their warps, threads, registers and shared memory. A kernel begins when
 * the one before has ended.
 *
 * Deterministic: the same machine and source give the same clocks.
 */
#ifndef RH_GPU_H
#define RH_GPU_H

#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_warp_source.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Requests name their warp: CTA modulo RH_GPU_CTA_NAMES times RH_GPU_CTA_WARPS, and the warp in its CTA. */
enum { RH_GPU_CTA_WARPS = 64, RH_GPU_CTA_NAMES = 1023 };

struct rh_gpu_machine {
#define RH_MACHINE_VALUE(name, unit, least, most, meaning) uint32_t name;
#include "tables/machines.def"
};
/** The rows RH_MACHINE_VALUE, in the order of the members. */
struct rh_gpu_value {
    const char *name;
    uint32_t least, most;
};
enum { RH_GPU_VALUES = sizeof(struct rh_gpu_machine) / sizeof(uint32_t) };
extern const struct rh_gpu_value rh_gpu_values[RH_GPU_VALUES];
/** A machine that is known by name. */
struct rh_gpu_preset {
    const char *name, *source, *memory; /**< memory: a preset's name */
    enum rh_topology_kind network;
    const char *allocator;
    struct rh_gpu_machine machine;
};
unsigned rh_gpu_presets(void);
const struct rh_gpu_preset *rh_gpu_preset(unsigned number);
/** NULL with an error that lists the names. */
const struct rh_gpu_preset *rh_gpu_preset_find(const char *name, struct rh_error *error);
/** The transactions of an access that the machine makes of its lanes' addresses, in front of its caches; of shared
 * memory none. */
unsigned rh_gpu_transactions(const struct rh_gpu_machine *machine, const struct rh_warp_instruction *access);
/** Every value in its range, clusters of whole cores. */
bool rh_gpu_machine_check(const struct rh_gpu_machine *machine, struct rh_error *error);

enum rh_gpu_limit {
#define RH_GPU_LIMIT(name, meaning) RH_GPU_LIMIT_##name,
#include "tables/gpu.def"
    RH_GPU_LIMITS
};
/** The CTAs that each limit lets a core hold; UINT32_MAX: any number. */
void rh_gpu_room(const struct rh_gpu_machine *machine, const struct rh_kernel_launch *launch,
                 uint32_t room[RH_GPU_LIMITS]);
/** CTAs of a kernel that a core holds at once, and what limits them. 0: it has no room for one. */
unsigned rh_gpu_resident(const struct rh_gpu_machine *machine, const struct rh_kernel_launch *launch,
                         enum rh_gpu_limit *limit);
const char *rh_gpu_limit_name(enum rh_gpu_limit limit);

struct rh_gpu_setup {
    struct rh_gpu_machine machine;
    struct rh_warp_source *source; /**< rewound; the caller closes it */
    struct rh_map map;             /**< of the memory's addresses; it wraps */
    uint32_t command_bytes;        /**< of a column command */
    uint32_t flit_bytes;           /**< of data */
    uint32_t ctas;                 /**< resident on a core, at most; 0: as many as there is room for */
    uint64_t cycles;               /**< end at this core clock; 0: run the source to its end */
};

struct rh_gpu_counts {
#define RH_GPU_COUNT(name, unit, meaning) uint64_t name;
#include "tables/gpu.def"
};
enum {
#define RH_GPU_COUNT(name, unit, meaning) RH_GPU_COUNT_##name,
#include "tables/gpu.def"
    RH_GPU_COUNTS
};
enum rh_gpu_stall {
#define RH_GPU_STALL(name, meaning) RH_GPU_STALL_##name,
#include "tables/gpu.def"
    RH_GPU_STALLS
};
enum {
#define RH_GPU_FIGURE(name, unit, meaning, value) RH_GPU_FIGURE_##name,
#include "tables/gpu.def"
    RH_GPU_FIGURES
};

struct rh_gpu_stats {
    struct rh_gpu_machine machine;
    struct rh_gpu_counts count;
    uint64_t stall[RH_GPU_STALLS];      /**< clocks of schedulers that issue nothing, by what they wait for */
    uint64_t instructions[RH_WARP_OPS]; /**< of warps, by class */
    uint64_t accesses[RH_WARP_SPACES];  /**< instructions of warps, by memory space */
    double ipc_weighted;                /**< see the figure */
    enum rh_gpu_limit limit;            /**< of the last kernel */
    uint32_t room[RH_GPU_LIMITS];       /**< CTAs of it that each limit lets a core hold; UINT32_MAX: any number */
};
const char *rh_gpu_count_name(unsigned count);
uint64_t rh_gpu_count(const struct rh_gpu_stats *stats, unsigned count);
const char *rh_gpu_stall_name(unsigned stall);
const char *rh_gpu_figure_name(unsigned figure);
double rh_gpu_figure(unsigned figure, const struct rh_gpu_stats *stats);
/** IPC weighted by cycle (Yuan 2009, section 5.1): the cores' own IPCs, each weighted by the clock in which its core
 * issued its last instruction, times the cores. 0 where nothing was issued. */
double rh_gpu_ipc_weighted(const uint64_t *instructions, const uint64_t *last_clock, unsigned cores);

struct rh_gpu;

/** The requests of a program without a memory, by functional run. Each core runs its resident warps in turn, each up to
 * and with its next access that goes to the memory, to a barrier or to its end. An instruction takes the clocks that it
 * holds its scheduler, an access those that it keeps the load/store unit, with one request a clock; nothing waits for a
 * result. Requests come in the order of these clocks, their `created`, and of one clock in the order of cores. CTAs go
 * to cores as in a run of the machine, and the cores' caches are its own, whose lines are there at once; code is not
 * fetched. `cycles` ends the stream. */
struct rh_gpu_functional;
/** NULL with an error; closed by its stream. */
struct rh_gpu_functional *rh_gpu_functional_open(const struct rh_gpu_setup *setup, struct rh_error *error);
struct rh_stream *rh_gpu_functional_stream(struct rh_gpu_functional *functional);
/** Of the stream's last request: the CTA in its grid, the memory space. */
uint64_t rh_gpu_functional_cta(const struct rh_gpu_functional *functional);
enum rh_warp_space rh_gpu_functional_space(const struct rh_gpu_functional *functional);
/** Instructions, accesses and requests so far. */
const struct rh_gpu_stats *rh_gpu_functional_stats(const struct rh_gpu_functional *functional);

/** What the loop has to be for this machine: clusters, controllers, partition, warps of a CTA, and of clocks, depths
 * and limits those that are 0. The rest of the setup stays as it is. */
void rh_gpu_fill_loop(const struct rh_gpu_machine *machine, struct rh_loop_setup *loop);
/** A GPU in front of the source's first kernel. NULL with an error. */
struct rh_gpu *rh_gpu_open(const struct rh_gpu_setup *setup, struct rh_error *error);
void rh_gpu_close(struct rh_gpu *gpu); /**< NULL is harmless */
/** What rh_loop_run_cores is called with. */
const struct rh_loop_cores *rh_gpu_cores(struct rh_gpu *gpu);
/** Runs a GPU to its end in front of a perfect memory: a request that it takes in a core clock, as many as there are
 * and `outstanding` of the machine allows, is answered `latency` clocks behind the next one. `stop`, where it is not
 * NULL, is asked every so often and ends the run. False with an error. */
bool rh_gpu_run_perfect(struct rh_gpu *gpu, uint32_t latency, bool (*stop)(void *user), void *user,
                        struct rh_error *error);
/** Behind the run, without its warm-up: CTAs and kernels that began, loads whose data came behind it. */
const struct rh_gpu_stats *rh_gpu_stats_of(struct rh_gpu *gpu);
/** What its source lacks, and has besides. */
struct rh_warp_source_notes rh_gpu_notes(const struct rh_gpu *gpu);
/** CTAs so far, without the warm-up. */
struct rh_gpu_ctas {
    uint64_t launched, finished;
    uint64_t resident_cycles, cycles; /**< CTAs on all cores, summed over core clocks; these */
};
struct rh_gpu_ctas rh_gpu_ctas_of(struct rh_gpu *gpu);

#ifdef __cplusplus
}
#endif

#endif
