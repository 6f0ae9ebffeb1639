// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_warp_model.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    struct rh_warp_machine machine;
} machines[] = {
#define RH_GPU(name, sms, ghz, gb, memory, uncoalesced, coalesced, warps, blocks)                                      \
    {#name, {sms, ghz, gb, 32, 4, memory, uncoalesced, coalesced, warps, blocks}},
#include "tables/warp_model.def"
};
enum { MACHINES = sizeof machines / sizeof machines[0] };

const char *rh_warp_machine_name(unsigned index) {
    return index < MACHINES ? machines[index].name : NULL;
}

bool rh_warp_machine_find(const char *name, struct rh_warp_machine *machine, struct rh_error *error) {
    for (unsigned i = 0; i < MACHINES; i++)
        if (strcmp(machines[i].name, name) == 0) {
            *machine = machines[i].machine;
            return true;
        }
#define RH_GPU(name, ...) " " #name
    return rh_error_field(error, "machine", "found '%s', expected one of%s", name,
#include "tables/warp_model.def"
    );
}

struct rh_warp_kernel rh_warp_kernel_usual(void) {
    return (struct rh_warp_kernel){
#define RH_KERNEL(name, unit, least, most, usual, meaning) .name = usual,
#include "tables/warp_model.def"
    };
}

/* Not a number fails, too. */
static bool in_range(const char *name, double value, double least, double most, struct rh_error *error) {
    return (value >= least && value <= most) ||
           rh_error_field(error, name, "found %g, expected %g to %g", value, least, most);
}

static bool ranges(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, struct rh_error *error) {
#define RH_MACHINE(name, unit, least, most, meaning)                                                                   \
    if (!in_range(#name, m->name, least, most, error))                                                                 \
        return false;
#define RH_KERNEL(name, unit, least, most, usual, meaning)                                                             \
    if (!in_range(#name, k->name, least, most, error))                                                                 \
        return false;
#include "tables/warp_model.def"
    return true;
}

static bool occupancy(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, double sms, double warps,
                      struct rh_error *error) {
    if (warps > m->warps_most)
        return rh_error_field(error, "active_blocks",
                              "found %g blocks of %g threads, which are %g warps, expected at most the %g that an SM "
                              "holds",
                              k->active_blocks, k->threads, warps, m->warps_most);
    if (k->active_blocks > m->blocks_most)
        return rh_error_field(error, "active_blocks", "found %g, expected at most the %g that an SM holds",
                              k->active_blocks, m->blocks_most);
    if (sms > m->sms)
        return rh_error_field(error, "active_sms", "found %g, expected at most the %g of the machine", sms, m->sms);
    if (k->active_blocks * sms > k->blocks)
        return rh_error_field(error, "active_blocks", "found %g on each of %g SMs, expected no more than the %g of all",
                              k->active_blocks, sms, k->blocks);
    if (k->uncoalesced + k->coalesced <= 0)
        return rh_error_field(error, "coalesced", "found no memory instruction, expected one at least");
    return true;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

/* Equations 10 to 15: an access of a warp, and the distance to the next one. */
static void accesses(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, struct rh_warp_run *r) {
    double all = k->uncoalesced + k->coalesced, share = k->uncoalesced / all;
    double uncoalesced = m->memory_clocks + (k->transactions - 1) * m->departure_uncoalesced;
    r->latency = uncoalesced * share + m->memory_clocks * (1 - share);
    r->departure = m->departure_uncoalesced * k->transactions * share + m->departure_coalesced * (1 - share);
    r->memory = uncoalesced * k->uncoalesced + m->memory_clocks * k->coalesced;
    r->compute = m->issue_clocks * (k->computation + all);
}

/* Equations 5 to 9, 16, 17: how many warps overlap. */
static void parallelism(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, double sms, int digits,
                        struct rh_warp_run *r) {
    double a_warp = m->clock_ghz * k->load_bytes / r->latency;
    r->mwp_without_bandwidth = least(r->latency / r->departure, r->warps);
    r->mwp_bandwidth = m->bandwidth_gb_per_s / (a_warp * sms);
    r->mwp = least(least(r->mwp_without_bandwidth, r->mwp_bandwidth), r->warps);
    if (digits >= 0)
        r->mwp = round(r->mwp * pow(10, digits)) / pow(10, digits);
    r->cwp_full = (r->memory + r->compute) / r->compute;
    r->cwp = least(r->cwp_full, r->warps);
}

bool rh_warp_model(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, int digits, struct rh_warp_run *r,
                   struct rh_error *error) {
    if (!ranges(m, k, error))
        return false;
    double all = k->computation + k->uncoalesced + k->coalesced;
    double sms = k->active_sms > 0 ? k->active_sms : least(m->sms, floor(k->blocks / k->active_blocks));
    double warps = ceil(k->threads / m->warp_threads);
    if (!occupancy(m, k, sms, warps * k->active_blocks, error))
        return false;
    *r = (struct rh_warp_run){.warps = warps * k->active_blocks};
    accesses(m, k, r);
    parallelism(m, k, sms, digits, r);
    r->rounds = k->blocks / (k->active_blocks * sms);
    double between = r->compute / (k->uncoalesced + k->coalesced); /* two accesses of a warp */
    if (r->mwp >= r->warps && r->cwp >= r->warps) {
        r->which = 'e';
        r->execution = r->memory + r->compute + between * (r->mwp - 1);
    } else if (r->cwp >= r->mwp || r->compute > r->memory) {
        r->which = 'm';
        r->execution = r->memory * r->warps / r->mwp + between * (r->mwp - 1);
    } else {
        r->which = 'c';
        r->execution = r->latency + r->compute * r->warps;
    }
    r->execution *= r->rounds;
    r->synchronisation = r->departure * (r->mwp - 1) * k->synchronisations * k->active_blocks * r->rounds;
    r->total = r->execution + r->synchronisation;
    r->microseconds = r->total / m->clock_ghz * 1e-3;
    r->cpi = r->execution / (all * warps * (k->blocks / sms));
    return true;
}
