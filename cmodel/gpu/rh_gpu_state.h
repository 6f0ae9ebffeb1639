// SPDX-License-Identifier: Apache-2.0
/* The state of a GPU's cores, for the files that run them (rh_gpu.h). */
#ifndef RH_GPU_STATE_H
#define RH_GPU_STATE_H

#include "cmodel/workload/rh_cache.h"
#include "rowhold/rh_coalescer.h"
#include "rowhold/rh_gpu.h"

enum {
    RH_GPU_MOST_WARPS = 64,
    RH_GPU_MOST_CTAS = 32,
    RH_GPU_MOST_SCHEDULERS = 4,
    RH_GPU_MOST_LSU = 16,
    RH_GPU_MOST_REQUESTS = RH_COALESCER_MOST, /* of an access */
    RH_GPU_MOST_CODE = 16,                    /* lines of an instruction cache that are on their way */
    RH_GPU_NO_WARP = 255
};
/* Where GPGPU-Sim 4.2 puts programs (gpgpu_sim.h, PROGRAM_MEM_START). */
#define RH_GPU_CODE_BASE UINT64_C(0xf0000000)
#define RH_GPU_COMPUTED  0x8000U /* of a pending count: the result of a computation is due */

/* The caches of a core. */
enum rh_gpu_cache { RH_GPU_CODE, RH_GPU_TEXTURE, RH_GPU_CONSTANT, RH_GPU_DATA, RH_GPU_CACHES };

/* A request on its way, and who waits for it. */
struct rh_gpu_packet {
    struct rh_request request;
    uint64_t block;     /* of a cache that waits for it and those behind it, `blocks` of them */
    uint64_t sent;      /* core clock in which the network took it */
    uint16_t core, reg; /* reg: of a load; 0: nobody waits for it but the warp's end */
    uint8_t warp;
    uint8_t cache; /* RH_GPU_CACHES: none, the warp itself waits */
    uint8_t blocks;
    uint8_t flits;
    bool atomic; /* a read that the core follows with a write */
};

/* The requests of a cluster that wait for the network. */
struct rh_gpu_port {
    struct rh_gpu_packet *packet;
    unsigned first, count, room; /* room: a power of two */
    unsigned flits, most_flits;
};

struct rh_gpu_warp {
    struct rh_warp_cta *cta;
    uint32_t number; /* in its CTA */
    uint16_t name;   /* of the requests: CTA x warps of a CTA + number, modulo */
    uint8_t slot;    /* of its CTA */
    uint8_t fetched; /* instructions */
    uint32_t left;   /* of the front's count */
    uint32_t due;    /* results, and requests that are not back */
    uint32_t reads;  /* of its own, on their way */
    uint64_t age;
    struct rh_warp_instruction front;
    uint16_t pending[RH_WARP_REGISTERS]; /* by register: requests that are due, and RH_GPU_COMPUTED */
    uint64_t split[RH_WARP_REGISTERS];   /* by register: when the first of several was back, while others are due */
};

struct rh_gpu_cta {
    struct rh_warp_cta *cta; /* NULL: none */
    uint64_t number;
    uint32_t warps, waiting; /* that have not ended; of these, at the barrier */
};

/* An access in the load/store unit. */
struct rh_gpu_access {
    uint64_t from;          /* core clock from which it may leave */
    bool atomic, performed; /* by the core; in the memory partition */
    bool on_chip;           /* of shared memory: its result is due when it leaves the unit */
    uint16_t reg;
    uint8_t warp;
    unsigned clocks; /* that it still keeps the unit, at least */
    unsigned next, count;
    unsigned banks; /* distinct, of its requests that have left: bank + controller x 256 */
    uint16_t bank[RH_GPU_MOST_REQUESTS];
    struct rh_request request[RH_GPU_MOST_REQUESTS];
    /* What it still looks up in a cache, line by line; there the sectors of a transaction are blocks. The requests are
     * then those of the line looked up last, for these blocks. */
    uint8_t cache;
    unsigned line, lines;
    struct rh_warp_transaction transaction[RH_COALESCER_MOST];
    uint64_t block[RH_GPU_MOST_REQUESTS];
    uint8_t blocks[RH_GPU_MOST_REQUESTS];
};

/* Results on their way that take as long each, in order. */
struct rh_gpu_results {
    struct rh_gpu_result {
        uint64_t at;
        uint16_t reg;
        uint8_t warp;
    } * result;
    unsigned first, count, room; /* room: a power of two */
};
/* RH_GPU_HIT: of a load that is looked up nowhere; RH_GPU_FOUND: of a block that a cache had, or of shared memory. */
enum { RH_GPU_HIT = RH_WARP_SPECIAL + 1, RH_GPU_FOUND, RH_GPU_LATENCIES };

/* What a core had, summed over clocks up to `until`. */
struct rh_gpu_account {
    uint64_t until;                /* core clock */
    uint64_t busy, ctas;           /* clocks with a CTA; CTAs */
    uint64_t memory, memory_warps; /* clocks with a warp whose read is on its way; such warps */
};

struct rh_gpu_core {
    struct rh_gpu *gpu;
    struct rh_gpu_account account;
    unsigned reading; /* warps with a read on its way */
    uint16_t number;
    struct rh_gpu_warp warp[RH_GPU_MOST_WARPS];
    struct rh_gpu_cta cta[RH_GPU_MOST_CTAS];
    unsigned ctas;
    /* Sets of warps: resident; without an instruction left; of these, with nothing due; at a barrier; whose next
     * instruction's registers are ready; that wait for a load; with an instruction in their buffers; on their way
     * through the fetch. */
    uint64_t resident, ended, finished, barrier, ready, on_memory, fetched, fetching;
    uint64_t access, doubles, specials; /* by their next instruction */
    uint64_t ages;
    uint8_t last[RH_GPU_MOST_SCHEDULERS]; /* warp that issued last */
    uint64_t simd_free[RH_GPU_MOST_SCHEDULERS], double_free[RH_GPU_MOST_SCHEDULERS],
        special_free[RH_GPU_MOST_SCHEDULERS]; /* core clocks */
    struct rh_gpu_results results[RH_GPU_LATENCIES];
    uint64_t next_result;
    struct rh_gpu_access lsu[RH_GPU_MOST_LSU];
    unsigned lsu_first, lsu_count;
    struct rh_cache cache[RH_GPU_CACHES];
    struct rh_gpu_packet *atomic; /* writes of atomics that are not yet in the port; machine.outstanding of them */
    unsigned atomic_first, atomics;
    uint64_t code_missed[RH_GPU_MOST_CODE];      /* lines of code that are not yet in the port */
    unsigned codes_missed, code_part;            /* code_part: requests of the first of them that are in the port */
    uint8_t fetch_last, fetch_warp, fetch_count; /* the fetch's turn; the warp that it serves, and with how many */
    struct rh_gpu_packet reply, taken;
    bool has_reply; /* the one that its cluster has handed it in this clock */
    bool has_taken;
    /* Core clock before which nothing happens, unless a reply or a CTA comes or a packet leaves the port. */
    uint64_t wake;
    uint8_t stall[RH_GPU_MOST_SCHEDULERS]; /* of its last clock, and of those meanwhile */
    uint64_t instructions, last_issue;     /* of threads; core clock */
    uint64_t instructions_before;          /* when the warm-up ended */
};

struct rh_gpu_cluster {
    struct rh_gpu_port port;
    struct rh_gpu_packet *reply; /* machine.replies of them */
    unsigned first, count;
    unsigned last_core;
};

struct rh_gpu {
    struct rh_gpu_setup setup;
    struct rh_gpu_stats stats, shown; /* of the whole run; without the warm-up */
    struct {
        struct rh_gpu_stats stats;
        uint64_t cycle, running;
    } before; /* when the warm-up ended */
    struct rh_loop_cores cores;
    struct rh_gpu_core *core;
    struct rh_gpu_cluster *cluster;
    struct rh_gpu_packet *sent; /* by cluster and slot */
    struct rh_kernel_launch launch;
    unsigned resident; /* CTAs of a core, at most */
    uint64_t next_cta, running;
    uint64_t cycle;
    unsigned last_cluster, per_cluster;
    uint64_t warps; /* resident on all cores */
    bool done;
};

/* Clocks from the issue of an instruction that computes to its result. */
unsigned rh_gpu_latency(const struct rh_gpu_machine *machine, enum rh_warp_op op);
/* One core clock. False with an error of the source. */
bool rh_gpu_core_clock(struct rh_gpu_core *core, struct rh_error *error);
/* Has the core room for a CTA of this kernel? */
bool rh_gpu_core_has_room(const struct rh_gpu_core *core);
/* Starts a CTA there. False with an error of the source. */
bool rh_gpu_core_start_cta(struct rh_gpu_core *core, uint64_t number, struct rh_error *error);
/* Brings its account up to now: in front of whatever changes its CTAs or reads, and of who looks at it. */
const struct rh_gpu_account *rh_gpu_core_account(struct rh_gpu_core *core);
/* A turn of a functional run: what a warp executed, and where it ended with an access, that one's requests. */
struct rh_gpu_turn {
    struct rh_gpu_access access;
    enum rh_warp_space space;
    uint64_t cta;
    uint64_t at, slots; /* clocks of all schedulers: before the access, of the turn */
    bool stores;        /* nobody waits for the access */
    unsigned asked;     /* bytes of its lanes */
    unsigned reads;     /* its requests without the writes of an atomic: these stand behind them */
};
/* Is there a warp that is not at a barrier? */
bool rh_gpu_core_has_turn(const struct rh_gpu_core *core);
/* Runs the next such warp up to and with its next access that asks for something, to a barrier or to its end. */
bool rh_gpu_core_turn(struct rh_gpu_core *core, struct rh_gpu_turn *turn, struct rh_error *error);
/* Gives CTAs to cores as one clock does. False with an error of the source. */
bool rh_gpu_distribute(struct rh_gpu *gpu, struct rh_error *error);
/* A kernel begins: but for the code of its own program, the caches are empty. */
void rh_gpu_core_start_kernel(struct rh_gpu_core *core);
/* Opens a core's caches. False without memory; closing is due all the same. */
bool rh_gpu_core_open_caches(struct rh_gpu_core *core);
void rh_gpu_core_close_caches(struct rh_gpu_core *core);
/* A functional run of a GPU that has not run and stays the caller's. It is closed by its stream. */
struct rh_gpu_functional *rh_gpu_functional_of(struct rh_gpu *gpu, struct rh_error *error);
/* Begins its next kernel in the core clock `*clock`, when all cores have ended the one before; `done` of the GPU: there
 * is none. False with an error. */
bool rh_gpu_functional_begin(struct rh_gpu_functional *functional, uint64_t *clock, struct rh_error *error);
/* The kernel's next request, as the stream has it. 1: there is one, and the turn that made it; 0: the kernel has ended;
 * -1 with an error. */
int rh_gpu_functional_request(struct rh_gpu_functional *functional, struct rh_request *request,
                              const struct rh_gpu_turn **turn, struct rh_error *error);
/* The core clock that the furthest core has reached. */
uint64_t rh_gpu_functional_end(const struct rh_gpu_functional *functional);
/* The source's next kernel is about to run; `done`: there is none. False with an error. */
bool rh_gpu_start_kernel(struct rh_gpu *gpu, struct rh_error *error);
/* Flits of a request's packet in the port, where the clocks that `head_flits` adds on links take no place. */
uint8_t rh_gpu_flits(const struct rh_gpu *gpu, const struct rh_request *request);
/* Puts a request into the port of a core's cluster, if there is place; an empty one takes any. */
bool rh_gpu_port_put(struct rh_gpu_port *port, const struct rh_gpu_packet *packet);
/* Cuts the bytes from an address on into requests, behind `count` others. Gets their number; 0: they are too many. */
unsigned rh_gpu_requests(const struct rh_gpu *gpu, uint64_t address, uint32_t bytes, bool write, unsigned count,
                         struct rh_request request[RH_GPU_MOST_REQUESTS]);

#endif
