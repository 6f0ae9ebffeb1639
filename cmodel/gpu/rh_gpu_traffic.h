// SPDX-License-Identifier: Apache-2.0
/* What the kernels of a program ask of the memory, by functional run (rh_gpu.h): of each kernel the counts that the
 * model of warp parallelism takes (rh_warp_model.h), and its requests in the order in which a memory without latency
 * would get them. */
#ifndef RH_GPU_TRAFFIC_H
#define RH_GPU_TRAFFIC_H

#include <stddef.h>

#include "rowhold/rh_gpu.h"

/* A coalesced access makes one request, or no more than one for each 64 bytes that its lanes ask for: of a recorded
 * one, a word each. */
enum rh_gpu_access_kind { RH_GPU_UNCOALESCED, RH_GPU_COALESCED, RH_GPU_ACCESS_KINDS };

struct rh_gpu_traffic {
    struct rh_gpu *gpu;
    uint64_t most;                 /* requests of a kernel that are kept */
    struct rh_gpu_functional *run; /* private */
    /* Of the kernel: */
    struct rh_kernel_launch launch;
    unsigned resident;            /* CTAs of a core at once, at most */
    uint64_t warps, instructions; /* of warps */
    uint64_t barriers;            /* instructions of warps */
    uint64_t accesses[RH_GPU_ACCESS_KINDS], requests[RH_GPU_ACCESS_KINDS];
    uint64_t loads[RH_GPU_ACCESS_KINDS], load_requests[RH_GPU_ACCESS_KINDS]; /* of these: what warps wait for */
    uint64_t bytes;                                                          /* of these, in column commands */
    uint64_t clocks;                                                         /* core clocks until the last core ends */
    struct rh_request *request; /* `created` says when, in core clocks; cores are named, in this order */
    size_t count, room;         /* of those that are kept: the first ones */
    uint64_t kept_clocks;       /* `clocks`, or where the last one that is kept stands */
};

/* In front of the first kernel of a GPU that has not run. False without memory; closing is due all the same. */
bool rh_gpu_traffic_open(struct rh_gpu_traffic *traffic, struct rh_gpu *gpu, uint64_t most, struct rh_error *error);
void rh_gpu_traffic_close(struct rh_gpu_traffic *traffic);
/* Runs the next kernel. 1: its counts and requests are there; 0: there is none; -1 with an error. */
int rh_gpu_traffic_next(struct rh_gpu_traffic *traffic, struct rh_error *error);

#endif
