// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_system_model.h"

enum { CHANCE = 64, PHASE = 40 /* requests a core, at most */ };

struct random_stream {
    struct rh_stream stream; /* first */
    const struct rh_system_params *params;
    uint64_t random, left;
    uint64_t until;    /* requests that the phase still has */
    uint64_t now;      /* core clocks */
    unsigned gap;      /* between two requests of a core, at most */
    unsigned hot, at;  /* chance of CHANCE that a request goes to controller `at` */
    unsigned rows;     /* of a bank */
    unsigned writes;   /* chance of CHANCE */
    unsigned commands; /* at most */
};

static unsigned below(struct random_stream *s, unsigned n) {
    return rh_random_below(&s->random, n);
}

static unsigned one_of(struct random_stream *s, unsigned a, unsigned b, unsigned c, unsigned d) {
    const unsigned choices[] = {a, b, c, d};
    return choices[below(s, 4)];
}

static void new_phase(struct random_stream *s) {
    s->until = (1 + below(s, PHASE)) * (uint64_t)s->params->cores;
    s->gap = one_of(s, 0, 2, 12, 60);
    s->hot = one_of(s, 0, 0, CHANCE / 2, CHANCE);
    s->at = below(s, s->params->controllers);
    s->rows = one_of(s, 1, 2, 4, 1U << s->params->row_bits);
    s->writes = one_of(s, 0, CHANCE / 4, CHANCE / 2, CHANCE);
    s->commands = one_of(s, 1, 1, 2, RH_MAX_COMMANDS);
}

static int next(struct rh_stream *stream, struct rh_request *r, struct rh_error *error) {
    struct random_stream *s = (struct random_stream *)stream;
    const struct rh_system_params *p = s->params;
    (void)error;
    if (s->left == 0)
        return 0;
    s->left--;
    if (s->until-- == 0)
        new_phase(s);
    unsigned columns = 1U << p->column_bits, most = s->commands < columns ? s->commands : columns;
    *r = (struct rh_request){.created = s->now + below(s, s->gap + 1), .warp = 0xffff};
    r->core = (uint16_t)below(s, p->cores);
    r->channel = (uint16_t)(below(s, CHANCE) < s->hot ? s->at : below(s, p->controllers));
    r->bank = (uint8_t)below(s, p->banks);
    r->row = below(s, s->rows < 1U << p->row_bits ? s->rows : 1U << p->row_bits);
    r->write = below(s, CHANCE) < s->writes;
    r->commands = (uint8_t)(1 + below(s, most));
    r->column = (uint16_t)below(s, columns - r->commands + 1);
    if (below(s, p->cores) == 0) /* as often as a core has one */
        s->now += below(s, s->gap + 1);
    return 1;
}

static void close(struct rh_stream *stream) {
    free(stream);
}

struct rh_stream *rh_system_stream(const struct rh_system_params *params, uint64_t seed, uint64_t requests) {
    struct random_stream *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->stream.next = next;
    s->stream.close = close;
    s->stream.channels = params->controllers;
    s->params = params;
    s->random = rh_random_start(seed, 2);
    s->left = requests;
    new_phase(s);
    return &s->stream;
}
