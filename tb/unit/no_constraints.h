// SPDX-License-Identifier: Apache-2.0
/* For literals of constraints: what a test does not name holds nothing back, whatever the table has. A later
 * initializer wins.
 *
 *     static const struct rh_constraints constraints = {
 *     #define RH_CONSTRAINT RH_NO_CONSTRAINT
 *     #include "tables/controller_config.def"
 *         .rcd_rd = 10,
 *         ...
 */
#ifndef NO_CONSTRAINTS_H
#define NO_CONSTRAINTS_H

#define RH_NO_CONSTRAINT(name, clocks, attributed_to, meaning) .name = 1,
#pragma GCC diagnostic ignored "-Woverride-init"

#endif
