// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_recent.h"

#include <stdlib.h>
#include <string.h>

/** What is known of a clock beside its ports. */
struct mark {
    uint64_t cycle;
    bool reset;
};

struct rh_recent {
    const struct rh_block *block;
    uint64_t clocks; /* so many were added */
    uint64_t kept;   /* so many at most are still there, a power of two */
    struct mark *mark;
    unsigned char *ports;  /* of each clock its inputs, then its outputs */
    uint64_t older, newer; /* clocks before which the model stood in ... */
    unsigned char *older_state, *newer_state;
};

struct rh_recent *rh_recent_open(const struct rh_block *block) {
    struct rh_recent *recent = calloc(1, sizeof *recent);
    if (recent == NULL)
        return NULL;
    recent->block = block;
    recent->kept = RH_RECENT_CLOCKS;
    while (block->kind->derived != NULL && recent->kept < RH_RECENT_CLOCKS + block->kind->derived->reach)
        recent->kept *= 2;
    recent->mark = calloc(recent->kept, sizeof *recent->mark);
    recent->ports = calloc(recent->kept, block->kind->in_size + block->kind->out_size);
    recent->older_state = calloc(1, block->ops->state_size);
    recent->newer_state = calloc(1, block->ops->state_size);
    if (recent->mark != NULL && recent->ports != NULL && recent->older_state != NULL && recent->newer_state != NULL)
        return recent;
    rh_recent_close(recent);
    return NULL;
}

void rh_recent_close(struct rh_recent *recent) {
    if (recent == NULL)
        return;
    free(recent->mark);
    free(recent->ports);
    free(recent->older_state);
    free(recent->newer_state);
    free(recent);
}

void rh_recent_begin(struct rh_recent *recent, uint64_t cycle, const void *state) {
    recent->older = recent->newer = cycle;
    memcpy(recent->older_state, state, recent->block->ops->state_size);
    memcpy(recent->newer_state, state, recent->block->ops->state_size);
}

void rh_recent_state(struct rh_recent *recent, uint64_t cycle, const void *state) {
    unsigned char *spare = recent->older_state;
    recent->older_state = recent->newer_state;
    recent->older = recent->newer;
    recent->newer_state = spare;
    recent->newer = cycle;
    memcpy(spare, state, recent->block->ops->state_size);
}

static unsigned char *ports_of(const struct rh_recent *recent, uint64_t clock) {
    const struct rh_kind *kind = recent->block->kind;
    return recent->ports + (clock & (recent->kept - 1)) * (kind->in_size + kind->out_size);
}

const void *rh_recent_clock(struct rh_recent *recent, uint64_t cycle, bool reset, const void *in, const void *out) {
    const struct rh_kind *kind = recent->block->kind;
    unsigned char *ports = ports_of(recent, recent->clocks);
    recent->mark[recent->clocks & (recent->kept - 1)] = (struct mark){cycle, reset};
    memcpy(ports, in, kind->in_size);
    memcpy(ports + kind->in_size, out, kind->out_size);
    recent->clocks++;
    return ports;
}

bool rh_recent_past(const struct rh_recent *recent, unsigned back, struct rh_recent_clock *past) {
    if (back >= recent->kept || back >= recent->clocks)
        return false;
    uint64_t clock = recent->clocks - 1 - back;
    const struct mark *mark = &recent->mark[clock & (recent->kept - 1)];
    const unsigned char *ports = ports_of(recent, clock);
    *past = (struct rh_recent_clock){mark->cycle, mark->reset, ports, ports + recent->block->kind->in_size};
    return true;
}

const void *rh_recent_first(const struct rh_recent *recent, uint64_t *cycle) {
    *cycle = recent->older;
    return recent->older_state;
}

const void *rh_recent_inputs(const struct rh_recent *recent, uint64_t cycle) {
    struct rh_recent_clock newest;
    if (!rh_recent_past(recent, 0, &newest) || cycle < recent->older || cycle > newest.cycle)
        return NULL;
    return ports_of(recent, recent->clocks - 1 - (newest.cycle - cycle));
}
