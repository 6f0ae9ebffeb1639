// SPDX-License-Identifier: Apache-2.0
/** The RTL of one block without its model beside it, as a unit (rh_unit.h). */
#ifndef RH_RTL_ALONE_H
#define RH_RTL_ALONE_H

#include "rowhold/rh_unit.h"
#include "tb/lockstep/rh_rtl.h"

struct rh_rtl_alone;

/** After one clock of reset; NULL without memory. `seed`: of the registers' initial values. `rtl`, `block` and `config`
 * must live as long. */
struct rh_rtl_alone *rh_rtl_alone_open(const struct rh_rtl_api *rtl, const struct rh_block *block, const void *config,
                                       uint64_t seed);
void rh_rtl_alone_close(struct rh_rtl_alone *alone); /**< NULL is harmless */
/** Its reset drives the configuration as it is by then. It can't skip: nothing tells whether an edge would change a
 * register. */
struct rh_unit rh_rtl_alone_unit(struct rh_rtl_alone *alone);

#endif
