// SPDX-License-Identifier: Apache-2.0
/* A closed loop of gddr3 whose clocks are all alike, for the tests of its models. */
#ifndef RH_LOOP_SCENE_H
#define RH_LOOP_SCENE_H

#include <stdlib.h>

#include "rowhold/rh_closed_loop.h"

enum { RH_LOOP_SCENE_MOST = 4000, RD_DONE = 9 + 2, WR_DONE = 4 + 2 /* CL, WL, and tBURST of gddr3 */ };

struct rh_loop_scene {
    struct rh_stream stream; /* first: reads what follows */
    struct rh_request request[RH_LOOP_SCENE_MOST];
    unsigned n, at;
    struct rh_preset preset;
    struct rh_loop_setup setup;
    struct rh_core_streams *streams;
    struct rh_loop *loop;
    struct rh_error error;
};

static int rh_loop_scene_next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct rh_loop_scene *s = (struct rh_loop_scene *)stream;
    (void)error;
    if (s->at == s->n)
        return 0;
    *request = s->request[s->at++];
    return 1;
}

static void rh_loop_scene_left(struct rh_stream *stream) {
    (void)stream;
}

/* 32 bytes a column command and a flit. */
static struct rh_loop_scene *rh_loop_scene_open(enum rh_topology_kind topology, unsigned cores, unsigned controllers) {
    struct rh_loop_scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_true(rh_preset_find("gddr3", &s->preset, &s->error));
    s->preset.chips = 2;
    s->stream = (struct rh_stream){
        .next = rh_loop_scene_next, .close = rh_loop_scene_left, .channels = 8, .latest = UINT64_MAX};
    s->setup = (struct rh_loop_setup){.preset = &s->preset,
                                      .topology = topology,
                                      .cores = (uint8_t)cores,
                                      .controllers = (uint8_t)controllers,
                                      .flit_bytes = 32,
                                      .core_mhz = 800, /* gddr3's */
                                      .network_mhz = 800};
    return s;
}

static struct rh_request *rh_loop_scene_add(struct rh_loop_scene *s, unsigned core, unsigned channel, unsigned bank,
                                            unsigned row) {
    struct rh_request *r = &s->request[s->n++];
    *r = (struct rh_request){.core = (uint16_t)core,
                             .channel = (uint16_t)channel,
                             .bank = (uint8_t)bank,
                             .row = row,
                             .commands = 1,
                             .warp = 0xffff};
    return r;
}

/* Returns the setup with all that is filled in. */
static const struct rh_loop_setup *rh_loop_scene_ready(struct rh_loop_scene *s, bool paced) {
    s->streams = rh_core_streams_open(&s->stream, s->setup.cores, 0, paced, &s->error);
    assert_string_equal(s->error.text, "");
    s->loop = rh_loop_open(&s->setup, &s->error);
    assert_string_equal(s->error.text, "");
    return rh_loop_setup_of(s->loop);
}

static void rh_loop_scene_close(struct rh_loop_scene *s) {
    rh_loop_close(s->loop);
    rh_core_streams_close(s->streams);
    free(s);
}

#endif
