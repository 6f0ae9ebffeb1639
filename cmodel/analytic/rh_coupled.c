// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_coupled.h"

#include <math.h>

static const double DAMPING = 0.5, TOLERANCE = 1e-3;
static const unsigned ROUNDS = 60;

bool rh_coupled_once(const struct rh_warp_machine *machine, const struct rh_warp_kernel *kernel,
                     const struct rh_coupled_memory *memory, struct rh_warp_run *run, struct rh_error *error) {
    struct rh_warp_machine whole = *machine;
    whole.memory_clocks = memory->memory_clocks;
    whole.departure_uncoalesced = memory->departure_uncoalesced;
    whole.departure_coalesced = memory->departure_coalesced;
    return rh_warp_model(&whole, kernel, -1, run, error);
}

/* f(x) */
static bool follow(const struct rh_coupled_setup *setup, double clocks, struct rh_coupled_run *result,
                   struct rh_error *error) {
    struct rh_warp_run *run = &result->run;
    if (!setup->memory(setup->user, clocks, &result->memory, error) ||
        !rh_coupled_once(setup->machine, setup->kernel, &result->memory, run, error))
        return false;
    run->total = fmax(run->total, run->compute * run->warps * run->rounds);
    return true;
}

bool rh_coupled_solve(const struct rh_coupled_setup *setup, struct rh_coupled_run *result, struct rh_error *error) {
    double damping = setup->damping > 0 ? setup->damping : DAMPING, before = 0;
    double tolerance = setup->tolerance > 0 ? setup->tolerance : TOLERANCE;
    unsigned rounds = setup->rounds != 0 ? setup->rounds : ROUNDS;
    *result = (struct rh_coupled_run){.rounds = 0};
    if (!follow(setup, INFINITY, result, error))
        return false;
    result->clocks = result->run.total;
    while (!result->converged && result->rounds < rounds) {
        if (!follow(setup, result->clocks, result, error))
            return false;
        double way = result->run.total - result->clocks;
        result->rounds++;
        result->converged = fabs(way) <= fmax(tolerance * result->clocks, setup->near);
        if (way * before < 0)
            damping /= 2;
        before = way;
        if (!result->converged)
            result->clocks += damping * way;
    }
    return true;
}
