// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_sc_system.h"

#include <stdlib.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_system_load.h"
#include "tb/lockstep/rh_system_pair.h"

struct rh_sc_system {
    struct rh_loop_setup setup;
    enum rh_sc_how how;
    struct rh_loop *loop;
    struct rh_system_plugin plugin; /* not of the model */
    void *rtl;
    struct rh_system_pair pair; /* of the lockstep; of the others its ports alone */
    uint64_t random;
    const struct rh_system_offer *offers; /* in a step */
    struct rh_request request;
    void *scratch; /* registers of a controller */
};

static const struct rh_request *next(void *user, unsigned core, unsigned *slot) {
    struct rh_sc_system *s = user;
    const struct rh_system_offer *o = &s->offers[core];
    if (!o->valid)
        return NULL;
    *slot = o->slot;
    s->request = (struct rh_request){.channel = o->controller,
                                     .bank = o->bank,
                                     .write = o->write,
                                     .row = o->row,
                                     .column = o->column,
                                     .commands = (uint8_t)(o->extra + 1),
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

static bool open_rtl(struct rh_sc_system *s, const struct rh_sc_system_setup *setup, struct rh_error *error) {
    struct rh_system_params params;
    if (setup->how == RH_SC_MODEL)
        return true;
    if (!rh_system_params_of(s->loop, &params, error) ||
        !rh_system_load(&s->plugin, &params, setup->plugin, true, error))
        return false;
    s->rtl = s->plugin.api->open(setup->seed);
    return s->rtl != NULL || rh_error_set(error, "systemc: found no memory, expected enough");
}

/* What goes with a loop: each reset has a new one. */
static bool open_loop(struct rh_sc_system *s, struct rh_error *error) {
    rh_system_pair_close(&s->pair);
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
    s->how = setup->how;
    s->random = rh_random_start(setup->seed, 1);
    bool good = open_loop(s, error) && open_rtl(s, setup, error);
    s->scratch = good ? malloc(rh_loop_setup_of(s->loop)->ops->state_size) : NULL;
    if (s->scratch != NULL)
        return s;
    if (good)
        rh_error_set(error, "systemc: found no memory, expected enough");
    rh_sc_system_close(s);
    return NULL;
}

void rh_sc_system_close(struct rh_sc_system *s) {
    if (s == NULL)
        return;
    rh_system_pair_close(&s->pair);
    if (s->rtl != NULL)
        s->plugin.api->close(s->rtl);
    rh_system_unload(&s->plugin);
    rh_loop_close(s->loop);
    free(s->scratch);
    free(s);
}

const struct rh_loop_setup *rh_sc_system_setup_of(const struct rh_sc_system *s) {
    return rh_loop_setup_of(s->loop);
}

bool rh_sc_system_reset(struct rh_sc_system *s, struct rh_error *error) {
    if (!open_loop(s, error))
        return false;
    s->pair = (struct rh_system_pair){.ports = {.loop = s->loop}};
    if (s->how == RH_SC_RTL)
        rh_system_ports_open(&s->pair.ports, s->loop, s->plugin.api, s->rtl);
    if (s->how == RH_SC_LOCKSTEP && !rh_system_pair_open(&s->pair, s->loop, s->plugin.api, s->rtl, error))
        return false;
    if (s->how != RH_SC_MODEL)
        rh_system_ports_reset(&s->pair.ports, &s->random);
    return true;
}

/* The RTL settles with these inputs. */
static void drive(struct rh_sc_system *s, const struct rh_system_offer *offers) {
    s->pair.ports.given = offers;
    rh_system_ports_show(&s->pair.ports);
}

static void look_rtl(const struct rh_sc_system *s, struct rh_sc_system_out *out) {
    const struct rh_system_api *api = s->plugin.api;
    out->ticks = api->ticks(s->rtl);
    for (unsigned k = 0; k < s->loop->setup.cores; k++) {
        out->ready[k] = api->ready(s->rtl, k);
        out->reply[k] = api->reply(s->rtl, k, &out->tag[k]);
    }
    for (unsigned k = 0; k < s->loop->setup.controllers; k++)
        api->controller(s->rtl, k, &out->controller[k]);
}

static void look_model(struct rh_sc_system *s, struct rh_sc_system_out *out) {
    struct rh_system_ports *ports = &s->pair.ports;
    rh_system_ports_look(ports);
    out->ticks = ports->ticks;
    for (unsigned k = 0; k < s->loop->setup.cores; k++) {
        out->ready[k] = ports->ready[k];
        out->reply[k] = ports->reply[k];
        out->tag[k] = ports->tag[k];
    }
    for (unsigned k = 0; k < s->loop->setup.controllers; k++)
        rh_loop_peek(s->loop, k, s->scratch, &out->controller[k]);
}

void rh_sc_system_look(struct rh_sc_system *s, const struct rh_system_offer *offers, struct rh_sc_system_out *out) {
    if (s->how == RH_SC_MODEL) {
        look_model(s, out);
        return;
    }
    drive(s, offers);
    look_rtl(s, out);
}

bool rh_sc_system_step(struct rh_sc_system *s, const struct rh_system_offer *offers, struct rh_error *error) {
    const struct rh_loop_cores cores = {next, reply, s};
    s->offers = offers;
    if (s->how == RH_SC_RTL) {
        drive(s, offers);
        s->plugin.api->edge(s->rtl);
        return true;
    }
    if (s->how == RH_SC_MODEL)
        return rh_loop_step(s->loop, &cores, error);
    s->pair.ports.given = offers;
    bool same = rh_system_pair_before(&s->pair);
    if (same && !rh_loop_step(s->loop, &cores, error))
        return false;
    same = same && rh_system_pair_behind(&s->pair);
    return same || rh_error_set(error, "%s", s->pair.difference);
}
