// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_sc_system.h"

#include <stdlib.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_request_system.h"

struct rh_sc_system {
    struct rh_loop_setup setup;
    enum rh_sc_how how;
    struct rh_loop *loop;
    struct rh_system_blocks blocks;
    struct rh_whole whole; /* of the RTL and the lockstep */
    uint64_t random;
    const struct rh_system_in *in; /* in a step */
    struct rh_request request;
};

static const struct rh_request *next(void *user, unsigned core, unsigned *slot) {
    struct rh_sc_system *s = user;
    const struct rh_system_in *in = s->in;
    if ((in->core_valid >> core & 1) == 0)
        return NULL;
    *slot = in->core_slot[core];
    s->request = (struct rh_request){.channel = in->core_controller[core],
                                     .bank = in->core_bank[core],
                                     .write = in->core_write >> core & 1,
                                     .row = in->core_row[core],
                                     .column = in->core_column[core],
                                     .commands = (uint8_t)(in->core_len[core] + 1),
                                     .core = (uint16_t)core,
                                     .warp = UINT16_MAX};
    return &s->request;
}

static bool reply(void *user, unsigned core, unsigned slot) {
    (void)user;
    (void)core;
    (void)slot;
    return true; /* a core takes its reply in the clock in which it shows */
}

/* What goes with a loop: each reset has a new one. */
static bool open_loop(struct rh_sc_system *s, struct rh_error *error) {
    rh_loop_close(s->loop);
    s->loop = rh_loop_open(&s->setup, error);
    return s->loop != NULL;
}

struct rh_sc_system *rh_sc_system_open(const struct rh_sc_system_setup *setup, struct rh_error *error) {
    struct rh_sc_system *s = calloc(1, sizeof *s);
    if (s == NULL) {
        rh_error_set(error, "systemc: found no memory, expected enough");
        return NULL;
    }
    s->setup = *setup->loop;
    s->setup.cycle_by_cycle = true; /* every clock is looked at */
    s->how = setup->how;
    s->random = rh_random_start(setup->seed, 1);
    bool good =
        open_loop(s, error) &&
        (s->how == RH_SC_MODEL || rh_request_system_load(&s->whole, s->loop, setup->plugin, true, setup->seed, error));
    if (good)
        return s;
    rh_sc_system_close(s);
    return NULL;
}

void rh_sc_system_close(struct rh_sc_system *s) {
    if (s == NULL)
        return;
    rh_whole_close(&s->whole);
    rh_loop_close(s->loop);
    free(s);
}

const struct rh_loop_setup *rh_sc_system_setup_of(const struct rh_sc_system *s) {
    return rh_loop_setup_of(s->loop);
}

bool rh_sc_system_reset(struct rh_sc_system *s, struct rh_error *error) {
    return open_loop(s, error) &&
           (s->how == RH_SC_MODEL || (rh_request_system_begin(&s->whole, &s->blocks, s->loop, error) &&
                                      rh_request_system_reset(&s->whole, &s->random, error)));
}

void rh_sc_system_query(struct rh_sc_system *s, const struct rh_system_in *in, struct rh_system_out *out) {
    if (s->how != RH_SC_MODEL) {
        s->whole.rtl->peek(s->whole.instance, in, out);
        return;
    }
    rh_request_system_query(s->loop, out);
    for (unsigned k = 0; k < s->loop->setup.controllers; k++) {
        struct rh_controller_out shows;
        rh_loop_peek(s->loop, k, &shows);
        rh_request_system_put_controller(out, k, &shows);
    }
}

bool rh_sc_system_cycle(struct rh_sc_system *s, const struct rh_system_in *in, struct rh_error *error) {
    const struct rh_loop_cores cores = {.next = next, .reply = reply, .user = s};
    s->in = in;
    if (s->how == RH_SC_MODEL)
        return rh_loop_run_cycle(s->loop, &cores, error);
    if (s->how == RH_SC_RTL) {
        s->whole.rtl->cycle(s->whole.instance, in, s->whole.out, NULL);
        return true;
    }
    *(struct rh_system_in *)s->whole.in = *in;
    rh_request_system_query(s->loop, s->whole.model);
    rh_whole_before(&s->whole);
    if (!rh_loop_run_cycle(s->loop, &cores, error))
        return false;
    rh_request_system_controllers(s->loop, s->whole.model);
    return rh_whole_behind(&s->whole) || rh_error_set(error, "%s", s->whole.difference);
}
