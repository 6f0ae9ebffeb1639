// SPDX-License-Identifier: Apache-2.0
/** The ports of a request system in one clock: what a closed loop shows and offers there, the RTL driven by it, and the
 * comparison of the two. Whoever steps both calls, in each clock,
 *
 *     rh_system_ports_show         before the loop's clock: the RTL gets the cores' requests, and settles
 *     rh_system_ports_cores        clock enables, cores' ready and replies
 *     rh_loop_clock                or whatever clocks the loop
 *     rh_system_ports_controllers  the outputs of controllers
 *     api->edge
 */
#ifndef RH_SYSTEM_PORTS_H
#define RH_SYSTEM_PORTS_H

#include "cmodel/run/rh_loop_state.h"
#include "tb/lockstep/rh_system_rtl.h"

struct rh_system_ports {
    const struct rh_loop *loop;
    const struct rh_system_api *api;
    void *rtl;
    struct rh_layout controller;    /**< of its outputs */
    struct rh_system_config config; /**< of the RTL */
    /* What the loop shows in this clock, before its edge. */
    struct rh_loop_ticks ticks;
    bool ready[RH_TOPOLOGY_MOST_NODES], reply[RH_TOPOLOGY_MOST_NODES];
    uint32_t tag[RH_TOPOLOGY_MOST_NODES]; /**< of the reply */
    struct rh_system_offer offer[RH_TOPOLOGY_MOST_NODES];
    const struct rh_system_offer
        *given; /**< of all cores, in place of those of the loop's streams; NULL: the streams */
};

/** An output that differs. */
struct rh_system_port_difference {
    const char *block; /**< "core", "controller", "clock" */
    unsigned number;   /**< which */
    const char *port;
    uint64_t model, rtl;
};

/** The module's parameters for this loop. False with an error: what no RTL has. */
bool rh_system_params_of(const struct rh_loop *loop, struct rh_system_params *params, struct rh_error *error);
/** Its configuration. */
void rh_system_config_of(const struct rh_loop *loop, struct rh_system_config *config);

/** `rtl`, an instance of the caller's, beside the loop: it gets the configuration. A reset comes next. */
void rh_system_ports_open(struct rh_system_ports *ports, const struct rh_loop *loop, const struct rh_system_api *api,
                          void *rtl);
/** One clock of reset, with inputs that are random numbers: reset must win. */
void rh_system_ports_reset(struct rh_system_ports *ports, uint64_t *random);

/** What the loop shows at its cores; of `ports` only `loop` is looked at. */
void rh_system_ports_look(struct rh_system_ports *ports);
/** The same; then the RTL gets what the cores offer, and settles. */
void rh_system_ports_show(struct rh_system_ports *ports);
/** False at a difference. */
bool rh_system_ports_cores(const struct rh_system_ports *ports, struct rh_system_port_difference *difference);
bool rh_system_ports_controllers(const struct rh_system_ports *ports, struct rh_system_port_difference *difference);

/** Behind the loop's clock: the RTL's outputs of a controller, those that hold no meaning as the loop has them. */
void rh_system_ports_controller(const struct rh_system_ports *ports, unsigned k, struct rh_controller_out *rtl);

#endif
