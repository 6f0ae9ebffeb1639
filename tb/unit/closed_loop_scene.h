// SPDX-License-Identifier: Apache-2.0
/* A closed loop on a list of requests, for the tests of it. */
#ifndef CLOSED_LOOP_SCENE_H
#define CLOSED_LOOP_SCENE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_random.h"

enum { MOST = 4000 };

/* A stream out of a list. */
struct list {
    struct rh_stream stream;
    struct rh_request request[MOST];
    unsigned n, at;
};

static inline int next_of_list(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct list *list = (struct list *)stream;
    (void)error;
    if (list->at == list->n)
        return 0;
    *request = list->request[list->at++];
    return 1;
}

static inline void close_list(struct rh_stream *stream) {
    (void)stream;
}

struct scene {
    struct list list;
    struct rh_preset preset;
    struct rh_loop_setup setup;
    struct rh_core_streams *streams;
    struct rh_loop *loop;
    struct rh_error error;
    unsigned observed;
    struct rh_observed last;
    struct rh_loop_trip trip; /* of the last reply */
};

static inline void observe(void *user, const struct rh_observed *request) {
    struct scene *s = user;
    s->observed++;
    s->last = *request;
}

static inline void note_reply(void *user, const struct rh_loop_trip *trip) {
    struct scene *s = user;
    s->trip = *trip;
}

static inline struct scene *open_scene(void) {
    struct scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_true(rh_preset_find("gddr3", &s->preset, &s->error));
    s->list.stream = (struct rh_stream){.next = next_of_list, .close = close_list, .channels = 8, .latest = UINT64_MAX};
    s->setup = (struct rh_loop_setup){.preset = &s->preset,
                                      .cores = 4,
                                      .controllers = 2,
                                      .core_mhz = 800, /* gddr3's */
                                      .network_mhz = 800,
                                      .judge = true,
                                      .request = observe,
                                      .request_user = s,
                                      .replied = note_reply,
                                      .replied_user = s};
    return s;
}

static inline struct rh_request *add(struct scene *s, unsigned core, unsigned channel, bool write) {
    struct rh_request *r = &s->list.request[s->list.n++];
    *r = (struct rh_request){.core = (uint16_t)core,
                             .channel = (uint16_t)channel,
                             .bank = 1,
                             .row = 5,
                             .column = 8,
                             .commands = 1,
                             .write = write,
                             .warp = 0xffff};
    return r;
}

static inline enum rh_system_end run(struct scene *s, bool paced) {
    s->streams = rh_core_streams_open(&s->list.stream, s->setup.cores, 0, paced, &s->error);
    assert_string_equal(s->error.text, "");
    s->loop = rh_loop_open(&s->setup, &s->error);
    assert_string_equal(s->error.text, "");
    return rh_loop_run(s->loop, s->streams, &s->error);
}

static inline void close_scene(struct scene *s) {
    rh_loop_close(s->loop);
    rh_core_streams_close(s->streams);
    free(s);
}

static inline void fill(struct scene *s, unsigned cores, unsigned channels, unsigned n) {
    uint64_t random = rh_random_start(5, 0);
    for (unsigned k = 0; k < n; k++) {
        struct rh_request *r = add(s, (unsigned)rh_random_below(&random, cores),
                                   (unsigned)rh_random_below(&random, channels), rh_random_below(&random, 3) == 0);
        r->bank = (uint8_t)rh_random_below(&random, 4);
        r->row = (uint32_t)rh_random_below(&random, 6);
        r->column = (uint16_t)rh_random_below(&random, 60);
        r->commands = (uint8_t)(1 + rh_random_below(&random, 4));
        r->created = k / 4;
    }
}

#endif
