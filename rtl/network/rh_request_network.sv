// SPDX-License-Identifier: Apache-2.0
// A whole request network: an injector a source, routers with an allocator each, an ejector a sink, joined as a
// crossbar, a mesh, a ring or a torus. Model: cmodel/system/rh_network.c. Nodes, links, ways and crossings follow from
// the parameters by the rules of include/rowhold/rh_topology.h (cmodel/network/rh_topology.c).
// Promise: it is the blocks of rh_network.h, register by register (tb/lockstep/test_request_network.sh).
module rh_request_network #(
    parameter int unsigned TOPOLOGY = 0,       // a row of topologies.def: 0 crossbar, 1 mesh, 2 ring, 3 torus
    parameter int unsigned CORES = 4,
    parameter int unsigned CONTROLLERS = 2,
    parameter int unsigned COLUMNS = 0,        // of a grid; 0: as wide as high, or one column wider
    parameter int unsigned REPLIES = 0,        // 1: controllers send, cores receive
    parameter int unsigned ALLOCATOR = 3,      // 0 pim, 1 islip, 2 wavefront, 3 separable
    parameter int unsigned VCS = 2,            // virtual channels of a link
    parameter int unsigned STATIC_VCS = 0,     // 1: a packet's channel follows from its destination
    parameter int unsigned SPECULATIVE = 0,    // 1: a packet may leave a router with its grant
    parameter int unsigned DEPTH = 8,          // flits of a channel's buffer
    parameter int unsigned QUEUE = 8,          // messages that wait at a source
    parameter int unsigned MOST_FLITS = 5,     // flits of a packet, at most
    parameter int unsigned BANKS = 4,          // banks of a destination
    parameter int unsigned ROW_BITS = 12,      // bits of a row number
    parameter int unsigned PAYLOAD_BITS = 32,  // bits of a message that the network carries unseen
    parameter int unsigned ITERATIONS = 1,     // of an allocator
    parameter int unsigned HASH_BITS = 4,      // bits of a row's hash
    parameter int unsigned ROW_AFFINE = 0,     // of the ejectors: tails in a row that may go before the one in turn
    parameter int unsigned HOLD = 0,           // 0 none, 1 hold_grant, 2 row_match_hold_grant, 3 hash_match_hold_grant
    parameter int unsigned STAYS = rh_pkg::hold_stays(HOLD),  // of the routers: packets in a row for a last output
    parameter bit OBSERVE = 1'b0,              // 0: without what is for observation alone
    localparam int unsigned SOURCES = (REPLIES == 1) ? CONTROLLERS : CORES,
    localparam int unsigned SINKS = (REPLIES == 1) ? CORES : CONTROLLERS,
    localparam int unsigned NODES = CORES + CONTROLLERS,
    localparam int unsigned WIDTH = (COLUMNS != 0) ? COLUMNS : rh_pkg::topology_width(NODES),  // of a grid
    localparam int unsigned ROUTERS = rh_pkg::topology_routers(TOPOLOGY, NODES, WIDTH),
    localparam int unsigned PORTS = rh_pkg::topology_ports(TOPOLOGY),  // of a node's router; 0: one router joins all
    localparam bit SHARED = PORTS != 0,
    localparam int unsigned INPUTS = SHARED ? PORTS : SOURCES,  // of a router
    localparam int unsigned OUTPUTS = SHARED ? PORTS : SINKS,
    localparam int unsigned DESTINATION_BITS = rh_pkg::log2_up(SINKS),
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),
    localparam int unsigned FLITS_BITS = rh_pkg::log2_up(MOST_FLITS + 1),
    localparam int unsigned VC_BITS = rh_pkg::log2_up(VCS),
    // bits of the blocks' registers, as their own OBS_BITS
    localparam int unsigned SAID = BANK_BITS + ROW_BITS + PAYLOAD_BITS,  // what a flit says
    localparam int unsigned PLACES = rh_pkg::log2_up(DEPTH) + rh_pkg::log2_up(DEPTH + 1),  // of a buffer
    localparam int unsigned CREDIT_BITS = rh_pkg::log2_up(DEPTH + 1),
    localparam int unsigned INJECTOR_BITS =
        QUEUE * (DESTINATION_BITS + SAID + FLITS_BITS) + rh_pkg::log2_up(QUEUE) + rh_pkg::log2_up(QUEUE + 1)
        + FLITS_BITS + 8 + VCS * CREDIT_BITS + 2 + VC_BITS + DESTINATION_BITS + SAID,
    localparam int unsigned ROUTER_BITS =
        INPUTS * VCS * (DEPTH * (1 + DESTINATION_BITS + SAID) + PLACES + 2 * OUTPUTS + VC_BITS + 4)
        + INPUTS * (rh_pkg::log2_up(OUTPUTS) + 3 * VC_BITS + 5) + OUTPUTS * VCS * (2 + CREDIT_BITS)
        + OUTPUTS * (rh_pkg::log2_up(INPUTS) + 2 + VC_BITS + DESTINATION_BITS + SAID),
    localparam int unsigned CHANNELS_BITS =
        rh_pkg::hold_bits(INPUTS, OUTPUTS, HOLD, SINKS, BANKS, ROW_BITS, HASH_BITS)
        + ((ALLOCATOR == 0) ? (INPUTS + OUTPUTS) * rh_pkg::LFSR_BITS
            : (ALLOCATOR == 2) ? rh_pkg::log2_up(rh_pkg::max(INPUTS, OUTPUTS))
            : INPUTS * rh_pkg::log2_up(OUTPUTS) + OUTPUTS * rh_pkg::log2_up(INPUTS)),
    localparam int unsigned EJECTOR_BITS =
        VCS * (DEPTH * (1 + SAID) + PLACES + 1 + SAID) + 3 * VC_BITS + 3 + SAID
        + ((ROW_AFFINE != 0) ? BANKS * ROW_BITS + BANKS + rh_pkg::log2_up(ROW_AFFINE + 1) : 0),
    // where they stand in obs_o: each block begins at a word of 32 bits
    localparam int unsigned INJECTOR_SIZE = (INJECTOR_BITS + 31) / 32 * 32,
    localparam int unsigned ROUTER_SIZE = (ROUTER_BITS + 31) / 32 * 32,
    localparam int unsigned CHANNELS_SIZE = (CHANNELS_BITS + 31) / 32 * 32,
    localparam int unsigned EJECTOR_SIZE = (EJECTOR_BITS + 31) / 32 * 32,
    localparam int unsigned ROUTERS_AT = SOURCES * INJECTOR_SIZE,
    localparam int unsigned SINKS_AT = ROUTERS_AT + ROUTERS * (ROUTER_SIZE + CHANNELS_SIZE),
    localparam int unsigned OBS_BITS = SINKS_AT + SINKS * EJECTOR_SIZE
) (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic [                         7:0] hold_limit_i,          // of the allocators
    input  logic [                         7:0] outstanding_limit_i,        // of the injectors
    input  logic                                enable_i,              // a clock of the network
    input  logic [                 SOURCES-1:0] message_valid_i,       // of source k at k
    input  logic [SOURCES*DESTINATION_BITS-1:0] message_destination_i, // sinks
    input  logic [       SOURCES*BANK_BITS-1:0] message_bank_i,
    input  logic [        SOURCES*ROW_BITS-1:0] message_row_i,
    input  logic [    SOURCES*PAYLOAD_BITS-1:0] message_payload_i,
    input  logic [      SOURCES*FLITS_BITS-1:0] message_flits_i,
    input  logic [                 SOURCES-1:0] done_i,
    output logic [                 SOURCES-1:0] message_ready_o,
    input  logic [                   SINKS-1:0] sink_ready_i,          // of sink k at k: it takes the message
    output logic [                   SINKS-1:0] sink_valid_o,
    output logic [         SINKS*BANK_BITS-1:0] sink_bank_o,
    output logic [          SINKS*ROW_BITS-1:0] sink_row_o,
    output logic [      SINKS*PAYLOAD_BITS-1:0] sink_payload_o,
    output logic [                OBS_BITS-1:0] obs_o                  // injectors; routers, each with its allocator;
                                                                       // ejectors: the first lowest
);
  rh_network_limits #(
      .TOPOLOGY(TOPOLOGY), .CORES(CORES), .CONTROLLERS(CONTROLLERS), .COLUMNS(COLUMNS), .REPLIES(REPLIES),
      .ALLOCATOR(ALLOCATOR), .VCS(VCS), .STATIC_VCS(STATIC_VCS), .SPECULATIVE(SPECULATIVE), .DEPTH(DEPTH),
      .QUEUE(QUEUE), .MOST_FLITS(MOST_FLITS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS),
      .ITERATIONS(ITERATIONS), .HASH_BITS(HASH_BITS), .HOLD(HOLD), .STAYS(STAYS), .ROW_AFFINE(ROW_AFFINE)
  ) u_limits ();

  // --- places of sources and sinks: constants ---
  localparam int unsigned NONE = rh_pkg::NO_PORT;
  localparam int unsigned CLASSES = rh_pkg::topology_classes(TOPOLOGY);
  localparam int unsigned OUTPUT_BITS = rh_pkg::log2_up(OUTPUTS);

  // The node of a controller, of a core; the controller, the core of a node: NONE if there is none.
  function automatic int unsigned controller_node(input int unsigned controller);
    controller_node = rh_pkg::topology_place(TOPOLOGY, NODES, CONTROLLERS, WIDTH,
                                             (2 * controller + 1) * NODES / (2 * CONTROLLERS));
  endfunction
  function automatic int unsigned controller_at(input int unsigned node);
    controller_at = NONE;
    for (int unsigned k = 0; k < CONTROLLERS; k = k + 1) if (controller_node(k) == node) controller_at = k;
  endfunction
  function automatic int unsigned core_at(input int unsigned node);
    core_at = (node < NODES) ? node : NONE;
    for (int unsigned k = 0; k < CONTROLLERS; k = k + 1) begin
      if (controller_node(k) == node) core_at = NONE;
      else if (controller_node(k) < node && node < NODES) core_at = core_at - 1;
    end
    if (controller_at(node) != NONE) core_at = NONE;
  endfunction
  function automatic int unsigned core_node(input int unsigned core);
    core_node = NONE;
    for (int unsigned node = 0; node < NODES; node = node + 1) if (core_at(node) == core) core_node = node;
  endfunction

  // The source at a router's input, the sink at its output.
  function automatic int unsigned source_at(input int unsigned router, input int unsigned at_port);
    if (!SHARED) source_at = at_port;
    else if (at_port != 0) source_at = NONE;
    else source_at = (REPLIES == 1) ? controller_at(router) : core_at(router);
  endfunction
  function automatic int unsigned sink_at(input int unsigned router, input int unsigned at_port);
    if (!SHARED) sink_at = at_port;
    else if (at_port != 0) sink_at = NONE;
    else sink_at = (REPLIES == 1) ? core_at(router) : controller_at(router);
  endfunction

  // The output of the way from a router to a sink.
  function automatic int unsigned way(input int unsigned router, input int unsigned sink);
    way = SHARED ? rh_pkg::topology_route(TOPOLOGY, ROUTERS, WIDTH, router,
                                          (REPLIES == 1) ? core_node(sink) : controller_node(sink)) : sink;
  endfunction

  // --- links ---
  localparam int unsigned VC = 1, TAIL = VC + VC_BITS, TO = TAIL + 1, BANK = TO + DESTINATION_BITS;  // valid is at 0
  localparam int unsigned ROW = BANK + BANK_BITS, PAYLOAD = ROW + ROW_BITS, FLIT = PAYLOAD + PAYLOAD_BITS;
  localparam int unsigned BACK = 1 + VC_BITS;  // {channel, valid}

  logic [SOURCES*FLIT-1:0] sent;  // by sources, and the places freed behind these links
  logic [SOURCES*BACK-1:0] sent_back;
  logic [ROUTERS*INPUTS*FLIT-1:0] arrive;  // at the routers' inputs
  logic [ROUTERS*INPUTS*BACK-1:0] back;
  logic [ROUTERS*OUTPUTS*FLIT-1:0] leave;  // from their outputs
  logic [ROUTERS*OUTPUTS*BACK-1:0] credit;
  logic [SINKS*FLIT-1:0] got;  // by sinks
  logic [SINKS*BACK-1:0] got_back;
  logic [OBS_BITS-1:0] obs;

  for (genvar r = 0; r < ROUTERS; r++) begin : g_links
    for (genvar i = 0; i < INPUTS; i++) begin : g_input
      localparam int unsigned SOURCE = source_at(r, i), AT = r * INPUTS + i;
      localparam int unsigned FROM = rh_pkg::topology_behind(TOPOLOGY, ROUTERS, WIDTH, r, i);
      if (SOURCE != NONE) begin : g_source
        assign arrive[AT*FLIT+:FLIT]         = sent[SOURCE*FLIT+:FLIT];
        assign sent_back[SOURCE*BACK+:BACK] = back[AT*BACK+:BACK];
      end else if (FROM != NONE) begin : g_router
        assign arrive[AT*FLIT+:FLIT] = leave[FROM*FLIT+:FLIT];
      end else begin : g_nothing
        assign arrive[AT*FLIT+:FLIT] = FLIT'(0);
      end
    end
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
      localparam int unsigned SINK = sink_at(r, o), AT = r * OUTPUTS + o;
      localparam int unsigned INTO = rh_pkg::topology_behind(TOPOLOGY, ROUTERS, WIDTH, r, o);
      if (SINK != NONE) begin : g_sink
        assign got[SINK*FLIT+:FLIT]  = leave[AT*FLIT+:FLIT];
        assign credit[AT*BACK+:BACK] = got_back[SINK*BACK+:BACK];
      end else if (INTO != NONE) begin : g_router
        assign credit[AT*BACK+:BACK] = back[INTO*BACK+:BACK];
      end else begin : g_nothing
        assign credit[AT*BACK+:BACK] = BACK'(0);
      end
    end
  end

  // --- sources ---
  for (genvar k = 0; k < SOURCES; k++) begin : g_injector
    logic [INJECTOR_BITS-1:0] state;
    assign obs[k*INJECTOR_SIZE+:INJECTOR_SIZE] = INJECTOR_SIZE'(state);
    rh_packet_injector #(
        .VCS(VCS), .CLASSES(CLASSES), .STATIC_VCS(STATIC_VCS), .DEPTH(DEPTH), .DESTINATIONS(SINKS), .BANKS(BANKS),
        .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .QUEUE(QUEUE), .MOST_FLITS(MOST_FLITS), .OBSERVE(OBSERVE)
    ) u_injector (
        .clk_i(clk_i), .rst_ni(rst_ni), .outstanding_limit_i(outstanding_limit_i), .enable_i(enable_i),
        .message_valid_i(message_valid_i[k]),
        .message_destination_i(message_destination_i[k*DESTINATION_BITS+:DESTINATION_BITS]),
        .message_bank_i(message_bank_i[k*BANK_BITS+:BANK_BITS]), .message_row_i(message_row_i[k*ROW_BITS+:ROW_BITS]),
        .message_payload_i(message_payload_i[k*PAYLOAD_BITS+:PAYLOAD_BITS]),
        .message_flits_i(message_flits_i[k*FLITS_BITS+:FLITS_BITS]), .done_i(done_i[k]),
        .credit_valid_i(sent_back[k*BACK]), .credit_vc_i(sent_back[k*BACK+1+:VC_BITS]),
        .message_ready_o(message_ready_o[k]), .leave_valid_o(sent[k*FLIT]),
        .leave_vc_o(sent[k*FLIT+VC+:VC_BITS]), .leave_tail_o(sent[k*FLIT+TAIL]),
        .leave_destination_o(sent[k*FLIT+TO+:DESTINATION_BITS]), .leave_bank_o(sent[k*FLIT+BANK+:BANK_BITS]),
        .leave_row_o(sent[k*FLIT+ROW+:ROW_BITS]), .leave_payload_o(sent[k*FLIT+PAYLOAD+:PAYLOAD_BITS]),
        .load_i(1'b0), .load_state_i(state), .obs_o(state)
    );
  end

  // --- routers, an allocator beside each ---
  for (genvar r = 0; r < ROUTERS; r++) begin : g_router
    localparam int unsigned OBS_AT = ROUTERS_AT + r * (ROUTER_SIZE + CHANNELS_SIZE);
    logic [OUTPUTS-1:0] crosses, second_outputs;
    logic [INPUTS-1:0] second_inputs;
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_crosses
      assign crosses[o] = rh_pkg::topology_closes(TOPOLOGY, ROUTERS, WIDTH, r, o);
      assign second_outputs[o] = rh_pkg::topology_second(TOPOLOGY, o);
    end
    for (genvar i = 0; i < INPUTS; i++) begin : g_second
      assign second_inputs[i] = rh_pkg::topology_second(TOPOLOGY, i);
    end
    logic [ROUTER_BITS-1:0] state;
    logic [CHANNELS_BITS-1:0] channels;
    logic [SINKS*OUTPUT_BITS-1:0] route;
    logic [INPUTS-1:0] arrive_valid, arrive_tail, back_valid;
    logic [INPUTS*VC_BITS-1:0] arrive_vc, back_vc;
    logic [INPUTS*DESTINATION_BITS-1:0] arrive_destination, destination;
    logic [INPUTS*BANK_BITS-1:0] arrive_bank, bank;
    logic [INPUTS*ROW_BITS-1:0] arrive_row, row;
    logic [INPUTS*PAYLOAD_BITS-1:0] arrive_payload;
    logic [OUTPUTS-1:0] credit_valid, ready, leave_valid, leave_tail, held;
    logic [OUTPUTS*VC_BITS-1:0] credit_vc, leave_vc;
    logic [OUTPUTS*DESTINATION_BITS-1:0] leave_destination;
    logic [OUTPUTS*BANK_BITS-1:0] leave_bank;
    logic [OUTPUTS*ROW_BITS-1:0] leave_row;
    logic [OUTPUTS*PAYLOAD_BITS-1:0] leave_payload;
    logic [INPUTS*OUTPUTS-1:0] request, grant;
    assign obs[OBS_AT+:ROUTER_SIZE]               = ROUTER_SIZE'(state);
    assign obs[OBS_AT+ROUTER_SIZE+:CHANNELS_SIZE] = CHANNELS_SIZE'(channels);

    for (genvar d = 0; d < SINKS; d++) begin : g_way
      localparam int unsigned WAY = way(r, d);
      assign route[d*OUTPUT_BITS+:OUTPUT_BITS] = OUTPUT_BITS'(WAY);
    end
    for (genvar i = 0; i < INPUTS; i++) begin : g_input
      localparam int unsigned AT = r * INPUTS + i;
      assign {
        arrive_payload[i*PAYLOAD_BITS+:PAYLOAD_BITS], arrive_row[i*ROW_BITS+:ROW_BITS],
        arrive_bank[i*BANK_BITS+:BANK_BITS], arrive_destination[i*DESTINATION_BITS+:DESTINATION_BITS],
        arrive_tail[i], arrive_vc[i*VC_BITS+:VC_BITS], arrive_valid[i]
      } = arrive[AT*FLIT+:FLIT];
      assign back[AT*BACK+:BACK] = {back_vc[i*VC_BITS+:VC_BITS], back_valid[i]};
    end
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
      localparam int unsigned AT = r * OUTPUTS + o;
      assign leave[AT*FLIT+:FLIT] = {
        leave_payload[o*PAYLOAD_BITS+:PAYLOAD_BITS], leave_row[o*ROW_BITS+:ROW_BITS],
        leave_bank[o*BANK_BITS+:BANK_BITS], leave_destination[o*DESTINATION_BITS+:DESTINATION_BITS], leave_tail[o],
        leave_vc[o*VC_BITS+:VC_BITS], leave_valid[o]
      };
      assign {credit_vc[o*VC_BITS+:VC_BITS], credit_valid[o]} = credit[AT*BACK+:BACK];
    end
    rh_vc_router #(
        .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .CLASSES(CLASSES), .STATIC_VCS(STATIC_VCS),
        .SPECULATIVE(SPECULATIVE), .STAYS(STAYS), .DEPTH(DEPTH), .DESTINATIONS(SINKS), .BANKS(BANKS),
        .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .OBSERVE(OBSERVE)
    ) u_router (
        .clk_i(clk_i), .rst_ni(rst_ni), .crosses_i(crosses), .second_inputs_i(second_inputs),
        .second_outputs_i(second_outputs), .enable_i(enable_i), .route_i(route),
        .arrive_valid_i(arrive_valid), .arrive_vc_i(arrive_vc), .arrive_tail_i(arrive_tail),
        .arrive_destination_i(arrive_destination), .arrive_bank_i(arrive_bank), .arrive_row_i(arrive_row),
        .arrive_payload_i(arrive_payload), .credit_valid_i(credit_valid), .credit_vc_i(credit_vc), .grant_i(grant),
        .request_o(request), .ready_o(ready), .destination_o(destination), .bank_o(bank), .row_o(row),
        .leave_valid_o(leave_valid), .leave_vc_o(leave_vc), .leave_tail_o(leave_tail),
        .leave_destination_o(leave_destination), .leave_bank_o(leave_bank), .leave_row_o(leave_row),
        .leave_payload_o(leave_payload), .back_valid_o(back_valid), .back_vc_o(back_vc), .load_i(1'b0),
        .load_state_i(state), .obs_o(state)
    );
    if (ALLOCATOR == 0) begin : g_pim
      rh_pim #(
          .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .HOLD(HOLD), .DESTINATIONS(SINKS),
          .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_BITS(HASH_BITS), .OBSERVE(OBSERVE)
      ) u_channels (
          .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(hold_limit_i), .request_i(request), .ready_i(ready),
          .destination_i(destination), .bank_i(bank), .row_i(row), .grant_o(grant), .held_o(held), .load_i(1'b0),
          .load_state_i(channels), .obs_o(channels)
      );
    end else if (ALLOCATOR == 1) begin : g_islip
      rh_islip #(
          .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .HOLD(HOLD), .DESTINATIONS(SINKS),
          .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_BITS(HASH_BITS), .OBSERVE(OBSERVE)
      ) u_channels (
          .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(hold_limit_i), .request_i(request), .ready_i(ready),
          .destination_i(destination), .bank_i(bank), .row_i(row), .grant_o(grant), .held_o(held), .load_i(1'b0),
          .load_state_i(channels), .obs_o(channels)
      );
    end else if (ALLOCATOR == 2) begin : g_wavefront
      rh_wavefront #(
          .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .HOLD(HOLD), .DESTINATIONS(SINKS),
          .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_BITS(HASH_BITS), .OBSERVE(OBSERVE)
      ) u_channels (
          .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(hold_limit_i), .request_i(request), .ready_i(ready),
          .destination_i(destination), .bank_i(bank), .row_i(row), .grant_o(grant), .held_o(held), .load_i(1'b0),
          .load_state_i(channels), .obs_o(channels)
      );
    end else begin : g_separable
      rh_separable #(
          .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .HOLD(HOLD), .DESTINATIONS(SINKS),
          .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_BITS(HASH_BITS), .OBSERVE(OBSERVE)
      ) u_channels (
          .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(hold_limit_i), .request_i(request), .ready_i(ready),
          .destination_i(destination), .bank_i(bank), .row_i(row), .grant_o(grant), .held_o(held), .load_i(1'b0),
          .load_state_i(channels), .obs_o(channels)
      );
    end
    logic unused_held;
    assign unused_held = &{1'b0, held};
  end

  // --- sinks ---
  for (genvar k = 0; k < SINKS; k++) begin : g_ejector
    logic [EJECTOR_BITS-1:0] state;
    assign obs[SINKS_AT+k*EJECTOR_SIZE+:EJECTOR_SIZE] = EJECTOR_SIZE'(state);
    rh_packet_ejector #(
        .VCS(VCS), .DEPTH(DEPTH), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS),
        .ROW_AFFINE(ROW_AFFINE), .OBSERVE(OBSERVE)
    ) u_ejector (
        .clk_i(clk_i), .rst_ni(rst_ni), .enable_i(enable_i), .arrive_valid_i(got[k*FLIT]),
        .arrive_vc_i(got[k*FLIT+VC+:VC_BITS]), .arrive_tail_i(got[k*FLIT+TAIL]),
        .arrive_bank_i(got[k*FLIT+BANK+:BANK_BITS]), .arrive_row_i(got[k*FLIT+ROW+:ROW_BITS]),
        .arrive_payload_i(got[k*FLIT+PAYLOAD+:PAYLOAD_BITS]), .message_ready_i(sink_ready_i[k]),
        .message_valid_o(sink_valid_o[k]), .message_bank_o(sink_bank_o[k*BANK_BITS+:BANK_BITS]),
        .message_row_o(sink_row_o[k*ROW_BITS+:ROW_BITS]),
        .message_payload_o(sink_payload_o[k*PAYLOAD_BITS+:PAYLOAD_BITS]), .back_valid_o(got_back[k*BACK]),
        .back_vc_o(got_back[k*BACK+1+:VC_BITS]), .load_i(1'b0), .load_state_i(state), .obs_o(state)
    );
  end

  assign obs_o = obs;

  logic unused_signals;  // an ejector needs no destination, and not every port has a link
  assign unused_signals = &{1'b0, got, leave, back};
endmodule
