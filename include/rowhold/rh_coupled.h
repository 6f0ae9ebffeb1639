// SPDX-License-Identifier: Apache-2.0
/** The model of warp parallelism (rh_warp_model.h) with a model of the memory in the loop: how long the memory takes
 * hangs on how often it is asked, which hangs on how long the kernel runs, which hangs on how long the memory takes.
 *
 * The run time x is looked for that gives itself: x = f(x), where f asks the memory for its latency and departure
 * delays while the kernel takes x clocks, and the warp model for the clocks that the kernel then takes. It begins at
 * f(infinity), an idle memory. Each round goes a part of the way:
 *
 *     x <- x + damping (f(x) - x)
 *
 * A kernel takes no less than its instructions take to issue, where the equation for kernels that are bound by memory
 * gives less.
 *
 * f falls as x grows, so the solution lies between x and f(x), and a change of sign of f(x) - x says that the step was
 * too long: damping is halved then. The end is |f(x) - x| <= tolerance x, or `near`. The equations of the warp model
 * jump where its cases meet; a solution may lie in such a jump, where no x gives itself. After `rounds` it is not
 * `converged`, and the run is that of the x found so far. */
#ifndef RH_COUPLED_H
#define RH_COUPLED_H

#include "rowhold/rh_warp_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a machine says of its memory, all in clocks of its SMs. */
struct rh_coupled_memory {
    double memory_clocks;         /**< Mem_LD */
    double departure_uncoalesced; /**< between two transactions of an uncoalesced access */
    double departure_coalesced;   /**< between two coalesced accesses */
};

struct rh_coupled_setup {
    const struct rh_warp_machine *machine; /**< its memory is not looked at */
    const struct rh_warp_kernel *kernel;
    /** The memory while the kernel takes so many clocks of an SM; INFINITY: it is idle. False with an error. */
    bool (*memory)(void *user, double clocks, struct rh_coupled_memory *memory, struct rh_error *error);
    void *user;
    double damping;   /**< at first; 0: 1/2 */
    double tolerance; /**< 0: 0.001 */
    double near;      /**< clocks */
    unsigned rounds;  /**< at most; 0: 60 */
};

struct rh_coupled_run {
    struct rh_warp_run run;          /**< of the last round */
    struct rh_coupled_memory memory; /**< that it was worked out with */
    double clocks;                   /**< x */
    unsigned rounds;                 /**< that it took */
    bool converged;
};

/** False with an error of the memory or of the warp model. */
bool rh_coupled_solve(const struct rh_coupled_setup *setup, struct rh_coupled_run *result, struct rh_error *error);
/** The warp model with this memory. */
bool rh_coupled_once(const struct rh_warp_machine *machine, const struct rh_warp_kernel *kernel,
                     const struct rh_coupled_memory *memory, struct rh_warp_run *run, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
