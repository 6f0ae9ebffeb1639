// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_cores.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 256, PAGES = (RH_NO_CORE + 1) / PAGE };

/* Cores in a row, made when the first of them has a request to the channel. */
struct page {
    struct rh_core_stats core[PAGE];
};

struct rh_cores {
    unsigned channels;
    struct page *page[]; /* PAGES of each channel */
};

struct rh_cores *rh_cores_open(unsigned channels) {
    struct rh_cores *cores = calloc(1, sizeof *cores + (size_t)channels * PAGES * sizeof cores->page[0]);
    if (cores != NULL)
        cores->channels = channels;
    return cores;
}

void rh_cores_close(struct rh_cores *cores) {
    for (unsigned i = 0; cores != NULL && i < cores->channels * PAGES; i++)
        free(cores->page[i]);
    free(cores);
}

bool rh_cores_add(struct rh_cores *cores, const struct rh_request *request) {
    struct page **page = &cores->page[request->channel * PAGES + request->core / PAGE];
    if (*page == NULL && request->core != RH_NO_CORE)
        *page = calloc(1, sizeof **page);
    return *page != NULL || request->core == RH_NO_CORE;
}

#define SUM(into, from)      (into) + (from)
#define LONGEST(into, from)  (into) > (from) ? (into) : (from)
#define EARLIEST(into, from) (into) < (from) ? (into) : (from)

/* Merges the statistics of two parts of a core's requests, neither of which is empty. */
static void merge(struct rh_core_stats *into, const struct rh_core_stats *from) {
#define RH_CORE(name, merge, when, unit, meaning) into->name = merge(into->name, from->name);
#include "tables/stats.def"
}

static void add(struct rh_core_stats *into, const struct rh_core_stats *from) {
    if (from->requests == 0)
        return;
    if (into->requests == 0)
        *into = *from;
    else
        merge(into, from);
}

void rh_cores_done(struct rh_cores *cores, const struct rh_observed *request) {
    if (request->core == RH_NO_CORE)
        return;
    const struct rh_core_stats one = {.requests = 1,
                                      .reads = !request->write,
                                      .latency_cycles = request->done - request->accepted,
                                      .latency_max = request->done - request->accepted,
                                      .first_arrival = request->arrival,
                                      .last_data = request->done};
    add(&cores->page[request->channel * PAGES + request->core / PAGE]->core[request->core % PAGE], &one);
}

static void total(const struct rh_cores *cores, unsigned core, struct rh_core_stats *stats) {
    for (unsigned i = 0; i < cores->channels; i++) {
        const struct page *page = cores->page[i * PAGES + core / PAGE];
        if (page != NULL)
            add(stats, &page->core[core % PAGE]);
    }
}

static bool has_page(const struct rh_cores *cores, unsigned page) {
    for (unsigned i = 0; i < cores->channels; i++)
        if (cores->page[i * PAGES + page] != NULL)
            return true;
    return false;
}

unsigned rh_cores_list(const struct rh_cores *cores, struct rh_core *list, unsigned room) {
    unsigned count = 0;
    for (unsigned core = 0; core < RH_NO_CORE; core++) {
        struct rh_core found = {.core = (uint16_t)core};
        if (core % PAGE == 0 && !has_page(cores, core / PAGE)) {
            core += PAGE - 1;
            continue;
        }
        total(cores, core, &found.shared);
        if (found.shared.requests == 0)
            continue;
        if (count < room)
            list[count] = found;
        count++;
    }
    return count;
}

const char *rh_core_name(unsigned count, bool *needs_times) {
    enum { ALWAYS = false, TIMED = true };
    static const struct {
        const char *name;
        bool needs_times;
    } rows[] = {
#define RH_CORE(name, merge, when, unit, meaning) {#name, when},
#include "tables/stats.def"
    };
    *needs_times = rows[count].needs_times;
    return rows[count].name;
}

uint64_t rh_core_count(const struct rh_core_stats *stats, unsigned count) {
    uint64_t value;
    memcpy(&value, (const char *)stats + count * sizeof value, sizeof value);
    return value;
}

const char *rh_core_figure_name(unsigned figure, bool *needs_alone) {
    enum { NOTHING = false, ALONE = true };
    static const struct {
        const char *name;
        bool needs_alone;
    } rows[] = {
#define RH_CORE_FIGURE(name, needs, unit, meaning, value) {#name, needs},
#include "tables/stats.def"
    };
    *needs_alone = rows[figure].needs_alone;
    return rows[figure].name;
}

/* From the first arrival to the end of the last data beat. It is never 0, for a command takes clocks. */
static double clocks(const struct rh_core_stats *stats) {
    return (double)(stats->last_data - stats->first_arrival);
}

static double mean_latency(const struct rh_core_stats *stats) {
    return (double)stats->latency_cycles / (double)stats->requests;
}

double rh_core_figure(unsigned figure, const struct rh_core *core) {
    switch (figure) {
#define RH_CORE_FIGURE(name, needs, unit, meaning, value)                                                              \
    case RH_CORE_FIGURE_##name:                                                                                        \
        return value;
#include "tables/stats.def"
    default:
        return 0.0;
    }
}

const char *rh_fairness_name(unsigned figure) {
    static const char *const names[] = {
#define RH_FAIRNESS(name, unit, meaning, value) #name,
#include "tables/stats.def"
    };
    return names[figure];
}

/* Sums and extremes over the cores. */
struct slowdowns {
    double cores, sum, least, greatest;
    double speedups; /* 1 / slowdown, summed */
};

static struct slowdowns measure(const struct rh_core *cores, unsigned count) {
    struct slowdowns all = {.cores = count};
    for (unsigned i = 0; i < count; i++) {
        double slowdown = rh_core_figure(RH_CORE_FIGURE_slowdown, &cores[i]);
        all.sum += slowdown;
        all.speedups += 1 / slowdown;
        if (i == 0 || slowdown < all.least)
            all.least = slowdown;
        if (slowdown > all.greatest)
            all.greatest = slowdown;
    }
    return all;
}

double rh_fairness(unsigned figure, const struct rh_core *cores, unsigned count) {
    const struct slowdowns all = measure(cores, count), *s = &all;
    switch (figure) {
#define RH_FAIRNESS(name, unit, meaning, value)                                                                        \
    case RH_FAIRNESS_##name:                                                                                           \
        return value;
#include "tables/stats.def"
    default:
        return 0.0;
    }
}
