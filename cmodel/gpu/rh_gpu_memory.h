// SPDX-License-Identifier: Apache-2.0
/* The memory behind a GPU as the model of warp parallelism sees it (rh_coupled.h), by this project's own models: the
 * time lines of the controllers (rh_timeline.h, rh_grain_lines.h) on the requests that the kernel makes
 * (rh_gpu_traffic.h), stretched over the time that it takes.
 *
 *     way       core clocks of a read outside the controllers: load/store unit, routers, links, partition
 *     latency   way + the mean time from a read's arrival at its controller to its data
 *     most      no more requests are in flight than the warps that run at once wait for, so by Little's law latency <=
 *               (requests in flight) x clocks / requests
 *     busy      the clocks that the busiest part needs for all requests: a controller that is never without one, by
 *               its time line; a cluster's or controller's port, in either network, of a flit a clock; a core, one
 *               request a clock
 *     interval  busy / requests of a core that loads make: the departure delay of a transaction; that of a coalesced
 *               access is as many times as long as it has requests
 */
#ifndef RH_GPU_MEMORY_H
#define RH_GPU_MEMORY_H

#include "cmodel/gpu/rh_gpu_traffic.h"
#include "rowhold/rh_coupled.h"

struct rh_gpu_memory {
    const struct rh_loop *loop;
    const struct rh_gpu_traffic *traffic;
    double way, busy, interval; /* core clocks; busy: of the requests that are kept */
    double coalesced;           /* requests of a coalesced access */
    double in_flight;           /* requests of all cores, at most */
    double cores;               /* that have a CTA */
    double of_kept;             /* kept requests' share of the kernel's clocks */
};

/* What the warp model takes of a machine: the bandwidth is that of its memory's data buses. Its memory is not set. */
void rh_gpu_warp_machine(const struct rh_gpu_machine *machine, const struct rh_loop *loop,
                         struct rh_warp_machine *warp);
/* What it takes of a kernel that has run. `waiting`: of accesses those alone that warps wait for, where there are any;
 * stores count as other instructions then, and their requests in the departure delays of loads. */
void rh_gpu_warp_kernel(const struct rh_gpu_traffic *traffic, bool waiting, struct rh_warp_kernel *kernel);

/* Of a kernel with requests; the traffic must outlive it. False with an error: there are no time lines of this
 * controller. */
bool rh_gpu_memory_start(struct rh_gpu_memory *memory, const struct rh_loop *loop, const struct rh_gpu_traffic *traffic,
                         struct rh_error *error);
/* As rh_coupled_setup.memory; `user` is a struct rh_gpu_memory. */
bool rh_gpu_memory_at(void *user, double clocks, struct rh_coupled_memory *memory, struct rh_error *error);

#endif
