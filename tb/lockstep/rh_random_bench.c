// SPDX-License-Identifier: Apache-2.0
// What a kind brings to the bench that takes any inputs: every bit is drawn anew in every clock.
#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_bench.h"

struct state {
    const struct rh_layout *layout;
    uint64_t random;
    void *in;
};

static bool start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    struct state *s = state;
    (void)config;
    *s = (struct state){&block->in, rh_random_start(seed, 0), calloc(1, block->kind->in_size)};
    return s->in != NULL;
}

static void stop(void *state) {
    free(((struct state *)state)->in);
}

/* By a coin a clock also with bits that are mostly 0: what is crowded and what is sparse. */
static const void *inputs(void *state) {
    struct state *s = state;
    bool sparse = (rh_random_draw(&s->random) >> 63) != 0;
    for (unsigned i = 0; i < s->layout->count; i++)
        for (unsigned e = 0; e < s->layout->fields[i].count; e++) {
            uint64_t bits = rh_random_draw(&s->random);
            if (sparse)
                bits &= rh_random_draw(&s->random) & rh_random_draw(&s->random);
            rh_field_set(&s->layout->fields[i], s->in, e, bits >> (64 - s->layout->fields[i].width));
        }
    return s->in;
}

void rh_bench_past_inputs(const struct rh_lockstep *lockstep, FILE *to) {
    const struct rh_layout *in = &rh_lockstep_setup_of(lockstep)->block->in;
    fprintf(to, "  last inputs (newest marked)\n");
    for (unsigned back = RH_LOCKSTEP_HISTORY; back-- > 0;) {
        struct rh_lockstep_clock clock;
        if (!rh_lockstep_past_of(lockstep, back, &clock))
            continue;
        fprintf(to, "%s    %12" PRIu64, clock.reset ? "       -- reset --\n" : "", clock.cycle);
        for (unsigned i = 0; i < in->count; i++) {
            fprintf(to, " %s", in->fields[i].name);
            for (unsigned e = 0; e < in->fields[i].count; e++)
                fprintf(to, "%c%" PRIx64, e == 0 ? ' ' : ',', rh_field_get(&in->fields[i], clock.in, e));
        }
        fprintf(to, "%s\n", back == 0 ? "   <-- newest" : "");
    }
}

const struct rh_bench_kind rh_random_bench = {
    .state_size = sizeof(struct state),
    .start = start,
    .stop = stop,
    .inputs = inputs,
    .past = rh_bench_past_inputs,
};
