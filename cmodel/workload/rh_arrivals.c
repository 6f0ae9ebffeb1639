// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_arrivals.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_random.h"

struct arrivals {
    struct rh_stream base;
    struct rh_stream *from;
    struct rh_arrivals_setup setup;
    uint64_t random, made;
    double now;
};

/* An exponentially distributed number in units of 2^-32. The whole part counts runs of falling draws of an even length;
 * the fraction is the first draw of the run that ends it. */
static uint64_t exponential(uint64_t *random) {
    for (uint64_t whole = 0;; whole++) {
        uint32_t first = (uint32_t)(rh_random_draw(random) >> 32), last = first, next;
        unsigned length = 1;
        while ((next = (uint32_t)(rh_random_draw(random) >> 32)) < last) {
            last = next;
            length++;
        }
        if (length % 2 == 1)
            return whole << 32 | first;
    }
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct arrivals *a = (struct arrivals *)stream;
    int got = a->from->next(a->from, request, error);
    if (got <= 0)
        return got;
    if (a->setup.how == RH_ARRIVALS_STRETCHED)
        a->now = (double)request->cycle * a->setup.clocks;
    else if (a->setup.how == RH_ARRIVALS_EVEN)
        a->now = (double)a->made++ * a->setup.clocks;
    else
        a->now += (double)exponential(&a->random) * 0x1p-32 * a->setup.clocks;
    if (a->now > (double)stream->latest) {
        rh_error_set(error, "arrivals: found one in clock %.6g, expected at most %" PRIu64 ", %s", a->now,
                     stream->latest, stream->latest_why);
        return -1;
    }
    request->cycle = (uint64_t)a->now;
    return 1;
}

static void close_arrivals(struct rh_stream *stream) {
    struct arrivals *a = (struct arrivals *)stream;
    a->from->close(a->from);
    free(a);
}

struct rh_stream *rh_arrivals_open(struct rh_stream *from, const struct rh_arrivals_setup *setup,
                                   struct rh_error *error) {
    struct arrivals *a = calloc(1, sizeof *a);
    if (a == NULL) {
        from->close(from);
        rh_error_set(error, "arrivals: found no memory, expected enough");
        return NULL;
    }
    a->base = *from;
    a->base.next = next;
    a->base.close = close_arrivals;
    a->base.timed = true;
    if (a->base.latest_why == NULL) {
        a->base.latest = UINT64_C(1) << 62;
        a->base.latest_why = "for clocks are 63-bit numbers";
    }
    a->from = from;
    a->setup = *setup;
    a->random = rh_random_start(setup->seed, 1);
    return &a->base;
}
