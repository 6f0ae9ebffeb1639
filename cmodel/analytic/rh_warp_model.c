// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_warp_model.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    struct rh_warp_machine machine;
} machines[] = {
#define RH_GPU(name, sms, ghz, gb, memory, uncoalesced, coalesced, warps, registers, ...)                              \
    {#name, {sms, ghz, gb, 32, 4, memory, uncoalesced, coalesced, warps, 8, registers, 16384}},
#include "tables/warp_machines.def"
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
    static const char names[] =
#include "tables/warp_machines.def"
        ;
    return rh_error_field(error, "machine", "found '%s', expected one of%s", name, names);
}

struct rh_warp_kernel rh_warp_kernel_default(void) {
    return (struct rh_warp_kernel){
#define RH_KERNEL(name, unit, least, most, defaults, meaning) .name = defaults,
#include "tables/warp_model.def"
    };
}

/* Checks a range; a value that is not a number fails too. */
static bool in_range(const char *name, double value, double least, double most, struct rh_error *error) {
    if (value < 0)
        return rh_error_field(error, name, "found nothing, expected %g to %g", least, most);
    return (value >= least && value <= most) ||
           rh_error_field(error, name, "found %g, expected %g to %g", value, least, most);
}

static bool ranges(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, struct rh_error *error) {
#define RH_MACHINE(name, unit, least, most, meaning)                                                                   \
    if (!in_range(#name, m->name, least, most, error))                                                                 \
        return false;
#define RH_KERNEL(name, unit, least, most, defaults, meaning)                                                          \
    if (!in_range(#name, k->name, least, most, error))                                                                 \
        return false;
#include "tables/warp_model.def"
    return true;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

/* Blocks that an SM has room for. */
static double room(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, double warps) {
    double blocks = least(m->blocks_most, floor(m->warps_most / warps));
    if (k->registers > 0)
        blocks = least(blocks, floor(m->registers_most / (k->registers * k->threads)));
    if (k->shared_bytes > 0)
        blocks = least(blocks, floor(m->shared_most / k->shared_bytes));
    return blocks;
}

/* Works out on how many SMs the blocks run, and how many on each. */
static bool occupancy(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, double warps,
                      struct rh_warp_run *r, struct rh_error *error) {
    double most = room(m, k, warps);
    r->blocks = k->blocks > 0 ? k->blocks : ceil(k->elements / k->threads);
    if (r->blocks < 1)
        return rh_error_field(error, "blocks", "found neither blocks nor elements, expected one of them");
    if (k->blocks > 0 && k->elements > 0)
        return rh_error_field(error, "elements", "found %g beside %g blocks, expected one of them", k->elements,
                              k->blocks);
    if (most < 1)
        return rh_error_field(error, "threads",
                              "found a block of %g, %g registers each and %g bytes, expected one that fits an SM: %g "
                              "warps, %g registers, %g bytes",
                              k->threads, k->registers, k->shared_bytes, m->warps_most, m->registers_most,
                              m->shared_most);
    if (k->active_blocks > most)
        return rh_error_field(error, "active_blocks", "found %g, expected at most the %g that an SM has room for",
                              k->active_blocks, most);
    if (k->active_sms > m->sms)
        return rh_error_field(error, "active_sms", "found %g, expected at most the %g of the machine", k->active_sms,
                              m->sms);
    r->active_sms = k->active_sms > 0 ? k->active_sms : least(m->sms, r->blocks);
    r->active_blocks = k->active_blocks;
    if (r->active_blocks <= 0)
        r->active_blocks = least(most, floor(r->blocks / r->active_sms) > 1 ? floor(r->blocks / r->active_sms) : 1);
    if (r->active_blocks * r->active_sms > r->blocks)
        return rh_error_field(error, "active_blocks", "found %g on each of %g SMs, expected no more than the %g of all",
                              r->active_blocks, r->active_sms, r->blocks);
    r->warps = warps * r->active_blocks;
    return true;
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
static bool parallelism(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, int digits,
                        struct rh_warp_run *r, struct rh_error *error) {
    double a_warp = m->clock_ghz * k->load_bytes / r->latency;
    r->mwp_without_bandwidth = least(r->latency / r->departure, r->warps);
    r->mwp_bandwidth = m->bandwidth_gb_per_s / (a_warp * r->active_sms);
    r->mwp = least(least(r->mwp_without_bandwidth, r->mwp_bandwidth), r->warps);
    double rounded = digits >= 0 ? round(r->mwp * pow(10, digits)) / pow(10, digits) : r->mwp;
    if (rounded <= 0)
        return rh_error_field(error, "digits", "found %d, expected more: MWP %g is rounded to 0", digits, r->mwp);
    r->mwp = rounded;
    r->cwp_full = (r->memory + r->compute) / r->compute;
    r->cwp = least(r->cwp_full, r->warps);
    return true;
}

bool rh_warp_model(const struct rh_warp_machine *m, const struct rh_warp_kernel *k, int digits, struct rh_warp_run *r,
                   struct rh_error *error) {
    if (!ranges(m, k, error))
        return false;
    double all = k->computation + k->uncoalesced + k->coalesced, warps = ceil(k->threads / m->warp_threads);
    *r = (struct rh_warp_run){.warps = 0};
    if (k->uncoalesced + k->coalesced <= 0)
        return rh_error_field(error, "coalesced", "found no memory instruction, expected one at least");
    if (!occupancy(m, k, warps, r, error))
        return false;
    accesses(m, k, r);
    if (!parallelism(m, k, digits, r, error))
        return false;
    r->rounds = r->blocks / (r->active_blocks * r->active_sms);
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
    r->synchronisation = r->departure * (r->mwp - 1) * k->synchronisations * r->active_blocks * r->rounds;
    r->total = r->execution + r->synchronisation;
    r->microseconds = r->total / m->clock_ghz * 1e-3;
    r->cpi = r->execution / (all * warps * (r->blocks / r->active_sms));
    return true;
}
