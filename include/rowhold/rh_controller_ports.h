// SPDX-License-Identifier: Apache-2.0
/** The ports of every memory controller: a clock's inputs and outputs, which the backend drives as well. */
#ifndef RH_CONTROLLER_PORTS_H
#define RH_CONTROLLER_PORTS_H

#include <stdint.h>

#include "rowhold/rh_command.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Inputs of one clock; tables/controller_ports.def says what each means. */
struct rh_controller_in {
#define RH_IN(name, type, count, width, enumeration, meaning) type name;
#include "tables/controller_ports.def"
};

/** Outputs of one clock. */
struct rh_controller_out {
#define RH_OUT(name, type, count, width, enumeration, meaning) type name;
#include "tables/controller_ports.def"
};

#ifdef __cplusplus
}
#endif

#endif
