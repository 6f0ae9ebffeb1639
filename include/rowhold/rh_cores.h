// SPDX-License-Identifier: Apache-2.0
/** What each core got of the memory, where every request of a stream names its core; and how fair that was.
 *
 * A slowdown compares two runs of the same requests on the same system: shared, and each core's alone. It is the time
 * from the core's first arrival (clock 0 in a stream without times) to the end of its last data beat, shared / alone.
 * The figures over all cores are those of the literature, with the time alone / shared in place of IPC shared / alone,
 * since the work of a core is the same in both runs:
 *  - weighted speedup: A. Snavely, D. M. Tullsen, "Symbiotic jobscheduling for a simultaneous multithreaded processor",
 *    ASPLOS 2000;
 *  - harmonic speedup: K. Luo, J. Gummaraju, M. Franklin, "Balancing throughput and fairness in SMT processors",
 *    ISPASS 2001;
 *  - unfairness as largest / smallest slowdown: O. Mutlu, T. Moscibroda, "Stall-time fair memory access scheduling for
 *    chip multiprocessors", MICRO 2007;
 *  - largest slowdown: Y. Kim, D. Han, O. Mutlu, M. Harchol-Balter, "ATLAS: a scalable and high-performance scheduling
 *    algorithm for multiple memory controllers", HPCA 2010.
 *
 * All rows: tables/stats.def.
 */
#ifndef RH_CORES_H
#define RH_CORES_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_observer.h"
#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_NO_CORE = 0xffff, RH_MOST_CORES = RH_NO_CORE };

struct rh_core_stats {
#define RH_CORE(name, merge, when, unit, meaning) uint64_t name;
#include "tables/stats.def"
};

struct rh_core {
    struct rh_core_stats shared;
    struct rh_core_stats alone; /**< its requests without those of the others; all 0: not run */
    uint16_t core;
};

enum {
#define RH_CORE(name, merge, when, unit, meaning) RH_CORE_##name,
#include "tables/stats.def"
    RH_CORE_STATS
};
enum {
#define RH_CORE_FIGURE(name, needs, unit, meaning, value) RH_CORE_FIGURE_##name,
#include "tables/stats.def"
    RH_CORE_FIGURES
};
enum {
#define RH_FAIRNESS(name, unit, meaning, value) RH_FAIRNESS_##name,
#include "tables/stats.def"
    RH_FAIRNESS_FIGURES
};
/** `needs_times`: it means something only where requests have times. */
const char *rh_core_name(unsigned count, bool *needs_times);
uint64_t rh_core_count(const struct rh_core_stats *stats, unsigned count);
/** `needs_alone`: it means something only where the core was run alone. */
const char *rh_core_figure_name(unsigned figure, bool *needs_alone);
double rh_core_figure(unsigned figure, const struct rh_core *core);
/** Over cores that were all run alone, at least one. */
const char *rh_fairness_name(unsigned figure);
double rh_fairness(unsigned figure, const struct rh_core *cores, unsigned count);

struct rh_cores;
struct rh_cores *rh_cores_open(unsigned channels); /**< NULL without memory */
void rh_cores_close(struct rh_cores *cores);       /**< NULL is harmless */
/** The next request of the stream: makes room for its core. False without memory. May run beside rh_cores_done. */
bool rh_cores_add(struct rh_cores *cores, const struct rh_request *request);
/** A request for which room was made has issued its last column command. Calls for different channels may overlap. */
void rh_cores_done(struct rh_cores *cores, const struct rh_observed *request);
/** The cores with requests that are done, in order, `shared` filled in and `alone` zeroed; as many as there is room
 * for. Their number. */
unsigned rh_cores_list(const struct rh_cores *cores, struct rh_core *list, unsigned room);

#ifdef __cplusplus
}
#endif

#endif
