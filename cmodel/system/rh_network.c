// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_network.h"

#include <stdio.h>
#include <string.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_ejector.h"
#include "rowhold/rh_injector.h"
#include "rowhold/rh_variant.h"

/* While a network is added. */
struct adding {
    struct rh_assembly *assembly;
    const struct rh_network_setup *setup;
    const char *name;
    struct rh_network *network;
    struct rh_network_blocks params;
};

static unsigned or_else(unsigned value, unsigned defaults) {
    return value != 0 ? value : defaults;
}

static const struct rh_block_ops *only(enum rh_kind_code kind) {
    return rh_variant_at(kind, 0)->ops;
}

static unsigned part(const struct adding *a, const struct rh_kind *kind, const struct rh_block_ops *ops,
                     const void *params, const void *config, const char *what, unsigned number) {
    char name[RH_ASSEMBLY_NAME];
    snprintf(name, sizeof name, "%s_%s%%u", a->name, what);
    return rh_assembly_part(a->assembly, kind, ops, params, config, name, number);
}

/* One end of a wire: "NAME_WHAT%u.PORT" with "[%u]" behind it where it is an element. */
struct end {
    const char *what;
    unsigned number;
    const char *port;
    bool element;
    unsigned index;
};

static void wire(const struct adding *a, struct end from, struct end to) {
    char text[2][RH_ASSEMBLY_NAME];
    const struct end *ends[2] = {&from, &to};
    for (unsigned k = 0; k < 2; k++)
        snprintf(text[k], sizeof text[k], "%s_%s%%u.%s%s", a->name, ends[k]->what, ends[k]->port,
                 ends[k]->element ? "[%u]" : "");
    rh_assembly_wire(a->assembly, text[0], from.number, from.index, text[1], to.number, to.index);
}

bool rh_network_check(const struct rh_network_setup *s, struct rh_error *error) {
    bool rows = s->hold >= RH_HOLD_row_match_hold_grant; /* of the one packet that an input asks for */
    return !rows || !s->stays_given || s->stays != 0 ||
           rh_error_set(error, "network: found stays 0 with hold %s, expected at least 1", rh_hold_rule_name(s->hold));
}

void rh_network_blocks_of(const struct rh_network_setup *s, struct rh_network_blocks *params) {
    const struct rh_topology *t = &s->topology;
    struct rh_router_params *router = &params->router;
    struct rh_allocator_params *channels = &params->channels;
    rh_params_default(&rh_router_kind, router);
    rh_params_default(&rh_allocator_kind, channels);
    router->inputs = channels->inputs = t->inputs;
    router->outputs = channels->outputs = t->outputs;
    router->destinations = channels->destinations = (uint8_t)rh_topology_sinks(t);
    router->classes = rh_topology_traits(t->kind)->classes;
    router->vcs = (uint8_t)or_else(s->vcs, router->classes);
    router->static_vcs = s->static_vcs;
    router->speculative = s->speculative;
    router->stays = s->stays_given ? s->stays : rh_hold_rule_stays(s->hold);
    router->depth = (uint8_t)or_else(s->depth, router->depth);
    router->banks = channels->banks = (uint8_t)or_else(s->banks, 1);
    router->row_bits = channels->row_bits = (uint8_t)or_else(s->row_bits, 1);
    router->payload_bits = (uint8_t)or_else(s->payload_bits, router->payload_bits);
    channels->iterations = (uint8_t)or_else(s->iterations, channels->iterations);
    channels->hash_bits = (uint8_t)or_else(s->hash_bits, channels->hash_bits);
    channels->hold = s->hold;
    rh_params_default(&rh_injector_kind, &params->injector);
    rh_params_default(&rh_ejector_kind, &params->ejector);
    struct rh_injector_params *injector = &params->injector;
    injector->classes = router->classes;
    injector->static_vcs = router->static_vcs;
    injector->destinations = router->destinations;
    injector->vcs = params->ejector.vcs = router->vcs;
    injector->depth = params->ejector.depth = router->depth;
    injector->banks = params->ejector.banks = router->banks;
    injector->row_bits = params->ejector.row_bits = router->row_bits;
    injector->payload_bits = params->ejector.payload_bits = router->payload_bits;
    params->ejector.row_affine = s->row_affine;
    injector->queue = (uint8_t)or_else(s->queue, injector->queue);
    injector->most_flits = (uint8_t)or_else(s->most_flits, injector->most_flits);
}

static void add_router(const struct adding *a, unsigned number) {
    const struct rh_network_setup *s = a->setup;
    const struct rh_topology *t = &s->topology;
    const struct rh_router_config config = rh_topology_config(t, number);
    const struct rh_allocator_config limit = {.hold_limit = s->hold_limit};
    a->network->router[number] =
        part(a, &rh_router_kind, only(RH_KIND_router), &a->params.router, &config, "router", number);
    a->network->channels[number] =
        part(a, &rh_allocator_kind, s->allocator != NULL ? s->allocator : rh_allocator_find(RH_DEFAULT_ALLOCATOR),
             &a->params.channels, &limit, "channels", number);
    static const char *const asks[] = {"request", "ready", "destination", "bank", "row"};
    for (unsigned k = 0; k < sizeof asks / sizeof asks[0]; k++)
        wire(a, (struct end){"router", number, asks[k], false, 0}, (struct end){"channels", number, asks[k], false, 0});
    wire(a, (struct end){"channels", number, "grant", false, 0}, (struct end){"router", number, "grant", false, 0});
}

static void add_injector(const struct adding *a, unsigned source) {
    const struct rh_injector_config config = {.outstanding_limit = a->setup->outstanding_limit};
    a->network->injector[source] =
        part(a, &rh_injector_kind, only(RH_KIND_injector), &a->params.injector, &config, "in", source);
}

static void add_ejector(const struct adding *a, unsigned sink) {
    const struct rh_ejector_config config = {0};
    a->network->ejector[sink] =
        part(a, &rh_ejector_kind, only(RH_KIND_ejector), &a->params.ejector, &config, "out", sink);
}

/* A link: its flits one way, its credits the other. `from` and `to` name no port yet; a router's end is an element. */
static void link_up(const struct adding *a, struct end from, struct end to) {
    static const char *const flit[] = {"valid", "vc", "tail", "bank", "row", "payload", "destination"};
    static const char *const credit[] = {"valid", "vc"};
    unsigned fields = strcmp(to.what, "out") == 0 ? 6 : 7; /* an ejector needs no destination */
    char leave[24], arrive[24];
    for (unsigned k = 0; k < fields; k++) {
        snprintf(leave, sizeof leave, "leave_%s", flit[k]);
        snprintf(arrive, sizeof arrive, "arrive_%s", flit[k]);
        from.port = leave;
        to.port = arrive;
        wire(a, from, to);
    }
    for (unsigned k = 0; k < 2; k++) {
        snprintf(leave, sizeof leave, "credit_%s", credit[k]);
        snprintf(arrive, sizeof arrive, "back_%s", credit[k]);
        from.port = leave;
        to.port = arrive;
        wire(a, to, from);
    }
}

static struct end router_end(struct rh_topology_port port) {
    return (struct end){"router", port.router, NULL, true, port.port};
}

static void add_links(const struct adding *a) {
    const struct rh_topology *t = &a->setup->topology;
    for (unsigned k = 0; k < rh_topology_sources(t); k++)
        link_up(a, (struct end){"in", k, NULL, false, 0}, router_end(rh_topology_source(t, k)));
    for (unsigned k = 0; k < rh_topology_sinks(t); k++)
        link_up(a, router_end(rh_topology_sink(t, k)), (struct end){"out", k, NULL, false, 0});
    for (unsigned r = 0; r < t->routers; r++)
        for (unsigned o = 0; o < t->outputs; o++) {
            struct rh_topology_port to = rh_topology_link(t, r, o);
            if (to.router != RH_TOPOLOGY_NONE)
                link_up(a, router_end((struct rh_topology_port){(uint8_t)r, (uint8_t)o}), router_end(to));
        }
}

void rh_network_add(struct rh_assembly *assembly, const struct rh_network_setup *setup, const char *name,
                    struct rh_network *network) {
    struct adding a = {assembly, setup, name, network, {.router = {0}}};
    rh_network_blocks_of(setup, &a.params);
    memset(network, 0, sizeof *network);
    network->topology = setup->topology;
    for (unsigned k = 0; k < rh_topology_sources(&setup->topology); k++)
        add_injector(&a, k);
    for (unsigned r = 0; r < setup->topology.routers; r++)
        add_router(&a, r);
    for (unsigned k = 0; k < rh_topology_sinks(&setup->topology); k++)
        add_ejector(&a, k);
    add_links(&a);
}

void rh_network_route(const struct rh_network *network, struct rh_machine *machine) {
    const struct rh_topology *t = &network->topology;
    for (unsigned r = 0; r < t->routers; r++) {
        struct rh_router_in *in = rh_machine_in(machine, network->router[r]);
        for (unsigned k = 0; k < rh_topology_sinks(t); k++)
            in->route[k] = (uint8_t)rh_topology_route(t, r, k);
    }
}

void rh_network_enable(const struct rh_network *network, struct rh_machine *machine, bool enable) {
    const struct rh_topology *t = &network->topology;
    for (unsigned k = 0; k < rh_topology_sources(t); k++)
        ((struct rh_injector_in *)rh_machine_in(machine, network->injector[k]))->enable = enable;
    for (unsigned r = 0; r < t->routers; r++)
        ((struct rh_router_in *)rh_machine_in(machine, network->router[r]))->enable = enable;
    for (unsigned k = 0; k < rh_topology_sinks(t); k++)
        ((struct rh_ejector_in *)rh_machine_in(machine, network->ejector[k]))->enable = enable;
}
