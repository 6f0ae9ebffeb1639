// SPDX-License-Identifier: Apache-2.0
/** Every public header of librowhold, which are those that `cmake --install` installs. The others belong to the
 * designs' insides, and to what lies in front of the library: files, traces, waves, the command line. C11 and C++17.
 */
#ifndef RH_ROWHOLD_H
#define RH_ROWHOLD_H

#include "rowhold/rh_agreement.h"        // how well predictions agree with measurements
#include "rowhold/rh_allocator.h"        // the contract of every allocator
#include "rowhold/rh_arrivals.h"         // arrival times for a stream
#include "rowhold/rh_assembly.h"         // blocks and wires collected for a machine
#include "rowhold/rh_bits.h"             // small integer functions
#include "rowhold/rh_block.h"            // any design: kind, parameters, layouts, reset, step
#include "rowhold/rh_bounds.h"           // what share of its data interfaces a DRAM can keep busy
#include "rowhold/rh_channel.h"          // one channel: offers requests, takes responses, counts
#include "rowhold/rh_channel_worker.h"   // one channel of a system
#include "rowhold/rh_closed_loop.h"      // cores, request network, controllers, replies
#include "rowhold/rh_cluster.h"          // clusters of numbers on a line
#include "rowhold/rh_command.h"          // DRAM commands
#include "rowhold/rh_contract.h"         // watches a controller's ports
#include "rowhold/rh_controller.h"       // the contract of every controller
#include "rowhold/rh_controller_ports.h" // its inputs and outputs
#include "rowhold/rh_core_streams.h"     // a stream cut into one a core
#include "rowhold/rh_cores.h"            // what each core got, and how fair that was
#include "rowhold/rh_coupled.h"          // a kernel's run time with a model of the memory in the loop
#include "rowhold/rh_crc.h"              // the CRC of a transfer
#include "rowhold/rh_default.h"          // what a setup that leaves something out stands for
#include "rowhold/rh_ejector.h"          // the contract of every ejector
#include "rowhold/rh_energy.h"           // pJ a bit, by component
#include "rowhold/rh_epoch.h"            // what is counted, over time
#include "rowhold/rh_error.h"            // how every function here refuses
#include "rowhold/rh_field.h"            // ports and registers, packed and by name
#include "rowhold/rh_geometry.h"         // the sizes with which a controller is built
#include "rowhold/rh_gf2.h"              // linear algebra over GF(2)
#include "rowhold/rh_grain_lines.h"      // predicts where there are grains or shared subarrays
#include "rowhold/rh_hash.h"             // the hash of configurations and files
#include "rowhold/rh_hold.h"             // hold rules of allocators
#include "rowhold/rh_hsiao.h"            // the SECDED code of a word
#include "rowhold/rh_injector.h"         // the contract of every injector
#include "rowhold/rh_judge.h"            // checks commands against the DRAM's rules
#include "rowhold/rh_kernel.h"           // a GPU kernel: its loop, arrays and where they lie
#include "rowhold/rh_latency.h"          // a histogram of latencies
#include "rowhold/rh_least_squares.h"    // linear regression
#include "rowhold/rh_link.h"             // the contract of every link
#include "rowhold/rh_locality.h"         // row locality of a stream
#include "rowhold/rh_loop_bounds.h"      // what throughput a closed loop can have at most
#include "rowhold/rh_loop_lines.h"       // predicts a closed loop
#include "rowhold/rh_lru.h"              // the caches of an SM
#include "rowhold/rh_machine.h"          // units on one clock, joined port to port
#include "rowhold/rh_map.h"              // addresses to channel, bank, row, column
#include "rowhold/rh_map_detect.h"       // finds an address map from latencies
#include "rowhold/rh_map_spaces.h"       // what of an address map latencies can show
#include "rowhold/rh_memory.h"           // a memory system to embed: send, tick, call back; start here
#include "rowhold/rh_memory_probe.h"     // latencies of two reads in the cycle model
#include "rowhold/rh_model.h"            // the C model of a design as a unit
#include "rowhold/rh_moments.h"          // mean and spread
#include "rowhold/rh_network.h"          // a request network as blocks of a machine
#include "rowhold/rh_network_direct.h"   // a request network that runs fast
#include "rowhold/rh_network_memory.h"   // a memory behind request networks to embed
#include "rowhold/rh_observer.h"         // what a controller's ports show of each request
#include "rowhold/rh_open_loop.h"        // a request network under load: throughput, latency
#include "rowhold/rh_packet_ejector.h"   // an ejector: registers and ports
#include "rowhold/rh_packet_injector.h"  // an injector: registers and ports
#include "rowhold/rh_placement.h"        // run time of a kernel by where its arrays lie
#include "rowhold/rh_prediction.h"       // every model of what a controller does with a stream
#include "rowhold/rh_preset.h"           // DRAMs: organisation and timing
#include "rowhold/rh_protection.h"       // what protections of the data pins find
#include "rowhold/rh_queueing.h"         // what requests wait for their bank
#include "rowhold/rh_random.h"           // random numbers that are the same everywhere
#include "rowhold/rh_request.h"          // requests, and streams of them
#include "rowhold/rh_router.h"           // the contract of every router
#include "rowhold/rh_row_hit_run.h"      // row-hit runs and who breaks them
#include "rowhold/rh_sm_run.h"           // a kernel clock by clock on one SM and its memory
#include "rowhold/rh_stats.h"            // what is counted
#include "rowhold/rh_switch.h"           // an input-queued switch around an allocator
#include "rowhold/rh_synthetic.h"        // synthetic streams
#include "rowhold/rh_system.h"           // all channels on one stream, as `rowhold simulate` runs them
#include "rowhold/rh_timeline.h"         // predicts what a controller does with a stream
#include "rowhold/rh_timing.h"           // timing values, timing constraints, their lint
#include "rowhold/rh_topology.h"         // crossbar, mesh, ring, torus: what is joined to what
#include "rowhold/rh_traffic.h"          // patterns of traffic in a network, and their bounds
#include "rowhold/rh_unit.h"             // anything that takes one clock of inputs and gives one of outputs
#include "rowhold/rh_variant.h"          // the registry: every design by kind and name
#include "rowhold/rh_vc_router.h"        // vc_router in two halves, for who joins routers
#include "rowhold/rh_warp_access.h"      // what an access of a warp costs in a memory
#include "rowhold/rh_warp_fit.h"         // finds its machine by microbenchmarks
#include "rowhold/rh_warp_model.h"       // run time of a GPU kernel from its parallelism
#include "rowhold/rh_window_profile.h"   // the hybrid model of DRAM efficiency

#endif
