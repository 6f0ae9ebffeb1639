// SPDX-License-Identifier: Apache-2.0
/** All of the SystemC face: rh_sc::controller, rh_sc::router and whatever other kinds there are, with their bundles of
 * signals, rh_sc::request_system, rh_sc::target, rh_sc::network_target and rh_sc::gpu. Link the CMake target
 * rh_systemc. docs/rh_systemc.md shows how.
 */
#ifndef RH_SYSTEMC_H
#define RH_SYSTEMC_H

#include "rh_sc_kinds.h"
#include "tb/systemc/rh_sc_request_system.h"
#include "tb/systemc/rh_tlm_gpu.h"
#include "tb/systemc/rh_tlm_network.h"
#include "tb/systemc/rh_tlm_pool.h"
#include "tb/systemc/rh_tlm_target.h"

#endif
