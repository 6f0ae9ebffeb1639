// SPDX-License-Identifier: Apache-2.0
// Refuses at elaboration a request network that rh_topology_make does not make, or whose blocks refuse their parameters
// (rh_injector_limits, rh_router_limits, rh_allocator_limits, rh_ejector_limits ask the rest); no logic.
module rh_network_limits #(
    parameter int unsigned TOPOLOGY = 0,
    parameter int unsigned CORES = 2,
    parameter int unsigned CONTROLLERS = 2,
    parameter int unsigned COLUMNS = 0,
    parameter int unsigned REPLIES = 0,
    parameter int unsigned ALLOCATOR = 0,
    parameter int unsigned VCS = 2,
    parameter int unsigned STATIC_VCS = 0,
    parameter int unsigned SPECULATIVE = 0,
    parameter int unsigned DEPTH = 2,
    parameter int unsigned QUEUE = 2,
    parameter int unsigned MOST_FLITS = 1,
    parameter int unsigned BANKS = 1,
    parameter int unsigned ROW_BITS = 1,
    parameter int unsigned PAYLOAD_BITS = 1,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HASH_BITS = 1,
    parameter int unsigned HOLD = 0,
    parameter int unsigned STAYS = rh_pkg::hold_stays(HOLD),
    parameter int unsigned ROW_AFFINE = 0
) ();
  localparam int unsigned NODES = CORES + CONTROLLERS;
  localparam bit SHARED = rh_pkg::topology_ports(TOPOLOGY) != 0;
  localparam bit GRID = rh_pkg::topology_columns(TOPOLOGY);
  localparam int unsigned LEAST = SHARED ? 1 : 2;
  localparam int unsigned CLASSES = rh_pkg::topology_classes(TOPOLOGY);
  localparam int unsigned WIDTH = (COLUMNS == 0) ? 1 : COLUMNS;  // 0 makes it as wide as high: it fits if its nodes do

  if (TOPOLOGY >= rh_pkg::TOPOLOGIES) begin : g_topology
    $error("TOPOLOGY: expected the number of a row of topologies.def");
  end
  if (CORES < LEAST || CORES > 64) begin : g_cores
    $error("CORES: expected 1 to 64, 2 at least in a crossbar");
  end
  if (CONTROLLERS < LEAST || CONTROLLERS > 64) begin : g_controllers
    $error("CONTROLLERS: expected 1 to 64, 2 at least in a crossbar");
  end
  if (SHARED && NODES > 64) begin : g_nodes
    $error("CORES: expected at most 64 with CONTROLLERS");
  end
  if (COLUMNS == 1 || COLUMNS > 64 || (GRID && COLUMNS > NODES) ||
      (GRID && rh_pkg::topology_routers(TOPOLOGY, NODES, WIDTH) > 64)) begin : g_columns
    $error("COLUMNS: expected 0 or 2 to 64, at most 64 routers");
  end
  if (REPLIES > 1) begin : g_replies
    $error("REPLIES: expected at most 1");
  end
  if (ALLOCATOR > 3) begin : g_allocator
    $error("ALLOCATOR: expected at most 3");
  end
  rh_injector_limits #(
      .VCS(VCS), .CLASSES(CLASSES), .STATIC_VCS(STATIC_VCS), .DEPTH(DEPTH), .BANKS(BANKS),
      .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .QUEUE(QUEUE), .MOST_FLITS(MOST_FLITS)
  ) u_injector ();
  rh_router_limits #(.SPECULATIVE(SPECULATIVE), .STAYS(STAYS)) u_router ();
  rh_allocator_limits #(.ITERATIONS(ITERATIONS), .HASH_BITS(HASH_BITS), .HOLD(HOLD)) u_allocator ();
  rh_ejector_limits #(
      .VCS(VCS), .DEPTH(DEPTH), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .ROW_AFFINE(ROW_AFFINE)
  ) u_ejector ();
  if (STAYS == 0 && HOLD > 1) begin : g_stays  // the rule compares the row of the one packet that asks
    $error("STAYS: expected at least 1 with a hold rule of rows");
  end
  if (VCS < CLASSES) begin : g_classes
    $error("VCS: expected at least as many as the topology has classes");
  end
endmodule
