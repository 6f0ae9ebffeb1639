// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_warp_fit.h"

#include <math.h>

static const double FIRST = 1.5, LAST = 1.0005, NARROW = 1.01, WORSE = 1e-3, LEAST_ERROR = 1e-3;
static const double SMALLEST = 1e-3, LARGEST = 1e6;
enum { VALUES = 3, BELOW = 16, ABOVE = 12, STEPS = BELOW + 1 + ABOVE };

struct search {
    const struct rh_warp_machine *machine;
    struct rh_warp_point *points;
    size_t count;
    struct rh_error *error;
    bool failed;
};

static double *value_of(struct rh_coupled_memory *memory, unsigned value) {
    double *const values[VALUES] = {&memory->memory_clocks, &memory->departure_uncoalesced,
                                    &memory->departure_coalesced};
    return values[value];
}

/* Works the points out: the mean of log^2, or of |log|. */
static double distance(struct search *s, const struct rh_coupled_memory *memory, bool square) {
    double sum = 0;
    for (size_t i = 0; i < s->count && !s->failed; i++) {
        struct rh_warp_run run;
        s->failed = !rh_coupled_once(s->machine, &s->points[i].kernel, memory, &run, s->error);
        s->points[i].model = s->failed ? 1 : run.cpi;
        double ratio = log(s->points[i].model / s->points[i].cpi);
        sum += square ? ratio * ratio : fabs(ratio);
    }
    return sum / (double)s->count;
}

static bool in_range(double value, unsigned which) {
    return value >= (which == 0 ? 1 : SMALLEST) && value <= LARGEST;
}

/* Start times a power of the root of 2: the start itself, then step by step further away, the smaller first. */
static double on_grid(double start, unsigned k) {
    unsigned pairs = BELOW < ABOVE ? BELOW : ABOVE;
    double step = k <= 2 * pairs ? (k + 1) / 2 : k - pairs;
    bool down = k <= 2 * pairs ? k % 2 == 1 : BELOW > ABOVE;
    return start * pow(2, (down ? -step : step) / 2);
}

/* The nearest of a grid; of equals the one that is nearer to the start. */
static double scan(struct search *s, const struct rh_coupled_memory *start, struct rh_coupled_memory *memory) {
    double best = distance(s, start, true);
    *memory = *start;
    for (unsigned k = 0; k < STEPS * STEPS * STEPS && !s->failed; k++) {
        struct rh_coupled_memory tried = {on_grid(start->memory_clocks, k / (STEPS * STEPS)),
                                          on_grid(start->departure_uncoalesced, k / STEPS % STEPS),
                                          on_grid(start->departure_coalesced, k % STEPS)};
        double far = tried.memory_clocks >= 1 ? distance(s, &tried, true) : best;
        if (far < best) {
            best = far;
            *memory = tried;
        }
    }
    return best;
}

/* One round over the values with a factor. True: it came nearer. */
static bool explore(struct search *s, struct rh_coupled_memory *memory, double factor, double *best) {
    bool nearer = false;
    for (unsigned v = 0; v < VALUES; v++)
        for (unsigned up = 0; up < 2; up++) {
            struct rh_coupled_memory tried = *memory;
            *value_of(&tried, v) *= up != 0 ? factor : 1 / factor;
            double far = in_range(*value_of(&tried, v), v) ? distance(s, &tried, true) : *best;
            if (far < *best) {
                *memory = tried;
                *best = far;
                nearer = true;
                break;
            }
        }
    return nearer;
}

static double reach(struct search *s, const struct rh_coupled_memory *memory, unsigned v, double factor, double most) {
    struct rh_coupled_memory tried = *memory;
    double *value = value_of(&tried, v), last = *value;
    while (in_range(*value *= factor, v) && distance(s, &tried, false) <= most)
        last = *value;
    return last;
}

bool rh_warp_fit(const struct rh_warp_machine *machine, struct rh_warp_point *points, size_t count,
                 const struct rh_coupled_memory *start, struct rh_warp_fit *fit, struct rh_error *error) {
    struct search s = {.machine = machine, .points = points, .count = count, .error = error};
    if (count == 0)
        return rh_error_set(error, "fit: found no measurement, expected one at least");
    double best = scan(&s, start, &fit->memory);
    for (double factor = FIRST; factor > LAST && !s.failed;)
        if (!explore(&s, &fit->memory, factor, &best))
            factor = sqrt(factor);
    double most = distance(&s, &fit->memory, false) + WORSE, log_sum = 0;
    fit->least = fit->most = fit->memory;
    for (unsigned v = 0; v < VALUES && !s.failed; v++) {
        *value_of(&fit->least, v) = reach(&s, &fit->memory, v, 1 / NARROW, most);
        *value_of(&fit->most, v) = reach(&s, &fit->memory, v, NARROW, most);
    }
    (void)distance(&s, &fit->memory, false);
    fit->error = 0;
    for (size_t i = 0; i < count; i++) {
        double off = fabs(points[i].model / points[i].cpi - 1);
        fit->error += off / (double)count;
        log_sum += log(fmax(off, LEAST_ERROR));
    }
    fit->geometric = exp(log_sum / (double)count);
    return !s.failed;
}
