// SPDX-License-Identifier: Apache-2.0
/** Names of nets, numbered from 0 in the order in which they are first seen. */
#ifndef RH_NETLIST_NETS_H
#define RH_NETLIST_NETS_H

#include <stdbool.h>
#include <stdint.h>

struct rh_nets;

struct rh_nets *rh_nets_open(void); /**< NULL: out of memory */
void rh_nets_close(struct rh_nets *nets);
/** The number of a name, new or known; false: out of memory. */
bool rh_nets_number(struct rh_nets *nets, const char *name, uint32_t *number);
uint32_t rh_nets_count(const struct rh_nets *nets);
const char *rh_nets_name(const struct rh_nets *nets, uint32_t number);

#endif
