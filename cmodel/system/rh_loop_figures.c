// SPDX-License-Identifier: Apache-2.0
// What a closed loop counts, by name.
#include <stddef.h>

#include "rowhold/rh_closed_loop.h"

static double over(double a, double b) {
    return b == 0 ? 0 : a / b;
}
#define over(a, b) over((double)(a), (double)(b))

static const char *const count_names[] = {
#define RH_LOOP(name, unit, meaning) #name,
#include "tables/loop.def"
};
static const char *const part_names[] = {
#define RH_LOOP_PART(name, meaning) #name,
#include "tables/loop.def"
};
static const char *const figure_names[] = {
#define RH_LOOP_FIGURE(name, unit, meaning, value) #name,
#include "tables/loop.def"
};
static const char *const wait_names[] = {
#define RH_LOOP_WAIT(name, meaning) #name,
#include "tables/loop.def"
};
static const char *const core_names[] = {
#define RH_LOOP_CORE(name, unit, meaning) #name,
#include "tables/loop.def"
};
static const size_t count_at[] = {
#define RH_LOOP(name, unit, meaning) offsetof(struct rh_loop_counts, name),
#include "tables/loop.def"
};
static const size_t core_at[] = {
#define RH_LOOP_CORE(name, unit, meaning) offsetof(struct rh_loop_core, name),
#include "tables/loop.def"
};

const char *rh_loop_count_name(unsigned count) {
    return count < RH_LOOP_COUNTS ? count_names[count] : NULL;
}

uint64_t rh_loop_count(const struct rh_loop_stats *stats, unsigned count) {
    return *(const uint64_t *)((const char *)&stats->count + count_at[count]);
}

const char *rh_loop_part_name(unsigned part) {
    return part < RH_LOOP_PARTS ? part_names[part] : NULL;
}

const char *rh_loop_wait_name(unsigned wait) {
    return wait < RH_LOOP_WAITS ? wait_names[wait] : NULL;
}

const char *rh_loop_core_name(unsigned count) {
    return count < RH_LOOP_CORE_COUNTS ? core_names[count] : NULL;
}

uint64_t rh_loop_core_count(const struct rh_loop_core *core, unsigned count) {
    return *(const uint64_t *)((const char *)core + core_at[count]);
}

const char *rh_loop_figure_name(unsigned figure) {
    return figure < RH_LOOP_FIGURES ? figure_names[figure] : NULL;
}

double rh_loop_figure(unsigned figure, const struct rh_loop_stats *s) {
    switch (figure) {
#define RH_LOOP_FIGURE(name, unit, meaning, value)                                                                     \
    case RH_LOOP_FIGURE_##name:                                                                                        \
        return value;
#include "tables/loop.def"
    default:
        return 0;
    }
}

double rh_loop_jain(const struct rh_loop_core *cores, unsigned count) {
    double sum = 0, squares = 0;
    unsigned n = 0;
    for (unsigned k = 0; k < count; k++) {
        if (cores[k].answered == 0)
            continue;
        double rate = (double)cores[k].answered / (double)(cores[k].last_reply - cores[k].first_issue);
        sum += rate;
        squares += rate * rate;
        n++;
    }
    return over(sum * sum, n * squares);
}
