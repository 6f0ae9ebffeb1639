// SPDX-License-Identifier: Apache-2.0
// rh_vc_router: any one flit of any virtual channel of an input is followed from its arrival to its link, and any one
// virtual channel of an output is watched. A flit leaves in its turn, at its packet's output, as it came; in a channel
// the flits of a packet are not mixed with others; no flit leaves without a place behind the link. The payload of a
// flit says which virtual channel it arrived in, and whether it is the first of its packet; its lowest bit is free.
// prove: bare bmc=11 induction=none cover=10 asserts=9 covers=5 fast=7 fastcover=0
// bounded bare: what a buffer may hold behind a packet that has begun is not written down as an invariant
// prove: vcs VCS=2 bmc=8 induction=none cover=10 asserts=9 covers=5
// bounded vcs: as bare
// prove: ring VCS=2 CLASSES=2 bmc=8 induction=none cover=10 asserts=9 covers=5
// bounded ring: as bare
`define ROWHOLD_DUT rh_vc_router
module fv_rh_vc_router #(
    parameter int unsigned VCS = 1,
    parameter int unsigned CLASSES = 1,
    localparam int unsigned INPUTS = 2,
    localparam int unsigned OUTPUTS = 2,
    localparam int unsigned STATIC_VCS = 0,
    localparam int unsigned DEPTH = 2,
    localparam int unsigned DESTINATIONS = 2,
    localparam int unsigned BANKS = 1,
    localparam int unsigned ROW_BITS = 1,
    localparam int unsigned V = rh_pkg::log2_up(VCS),
    localparam int unsigned C = INPUTS * VCS,
    localparam int unsigned ID = rh_pkg::log2_up(C),
    localparam int unsigned PAYLOAD_BITS = ID + 2  // number, first, free
) (
    input logic                           clk_i,
    input logic                           rst_ni,
    input logic                           enable_i,
    input logic [             INPUTS-1:0] arrive_valid_i,
    input logic [           INPUTS*V-1:0] arrive_vc_i,
    input logic [             INPUTS-1:0] arrive_tail_i,
    input logic [             INPUTS-1:0] arrive_destination_i,
    input logic [             INPUTS-1:0] arrive_bank_i,
    input logic [             INPUTS-1:0] arrive_row_i,
    input logic [INPUTS*PAYLOAD_BITS-1:0] arrive_payload_i,
    input logic [            OUTPUTS-1:0] credit_valid_i,
    input logic [          OUTPUTS*V-1:0] credit_vc_i,
    input logic [     INPUTS*OUTPUTS-1:0] grant_i,
    input logic                           pick_i               // follow this flit of the channel that is followed
);
  localparam int unsigned N = 4;  // for counts
  (* anyconst *) logic [DESTINATIONS-1:0] route_i;
  (* anyconst *) logic [ID-1:0] source;      // the virtual channel that is followed
  (* anyconst *) logic watched_output;       // the one that is watched
  (* anyconst *) logic [V-1:0] watched_vc;
`include "observe_vc_router.svh"
`include "dut_router.svh"

  logic started, live;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;

  // --- who sends: one packet behind the other in a channel, no flit without a credit ---
  logic [C-1:0] arrives, frees, open, legal;
  logic [C*N-1:0] inside;
  for (genvar c = 0; c < C; c++) begin : g_channel
    localparam int unsigned I = c / VCS;
    logic destination;
    assign arrives[c] = enable_i & arrive_valid_i[I] & ((VCS == 1) | (arrive_vc_i[I*V+:V] == V'(c % VCS)));
    assign frees[c]   = enable_i & back_valid[I] & ((VCS == 1) | (back_vc[I*V+:V] == V'(c % VCS)));
    assign legal[c] = !arrives[c] || (inside[c*N+:N] < N'(DEPTH)
        && arrive_payload_i[I*PAYLOAD_BITS+:PAYLOAD_BITS-1] == {!open[c], ID'(c)}
        && (!open[c] || arrive_destination_i[I] == destination));
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        open[c] <= 1'b0;
        inside[c*N+:N] <= '0;
      end else begin
        inside[c*N+:N] <= inside[c*N+:N] + N'(arrives[c]) - N'(frees[c]);
        if (arrives[c]) open[c] <= !arrive_tail_i[I];
      end
      if (arrives[c]) destination <= arrive_destination_i[I];
    end
  end

  // --- the allocator: of what is asked for at most one a row and a column ---
  logic [OUTPUTS-1:0] column;
  assign column = grant_i[1:0] & grant_i[3:2];

  // --- the flit that is followed ---
  logic follow, mine_tail, mine_destination, mine, picked;
  logic [PAYLOAD_BITS-1:0] mine_payload, source_payload;
  logic [N-1:0] ahead;
  logic source_tail, source_destination;
  assign picked             = arrives[source] & pick_i & ~follow;
  assign source_payload     = arrive_payload_i[(32'(source)/VCS)*PAYLOAD_BITS+:PAYLOAD_BITS];
  assign source_tail        = arrive_tail_i[32'(source)/VCS];
  assign source_destination = arrive_destination_i[32'(source)/VCS];
  assign mine               = follow & frees[source] & (ahead == '0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) follow <= 1'b0;
    else if (picked) follow <= 1'b1;
    else if (mine) follow <= 1'b0;
    if (picked) begin
      ahead            <= inside[source*N+:N] - N'(frees[source]);
      mine_tail        <= source_tail;
      mine_destination <= source_destination;
      mine_payload     <= source_payload;
    end else if (follow & frees[source]) ahead <= ahead - N'(1);
  end
  logic mine_output;
  assign mine_output = route_i[mine_destination];

  // --- the channel that is watched ---
  logic shows, passes, freed, mid, first;
  logic [ID-1:0] owner, from;
  logic [PAYLOAD_BITS-1:0] shown;
  logic [N-1:0] places;
  assign shows  = leave_valid[watched_output] & ((VCS == 1) | (leave_vc[watched_output*V+:V] == watched_vc));
  assign passes = shows & enable_i;
  assign freed  = enable_i & credit_valid_i[watched_output]
      & ((VCS == 1) | (credit_vc_i[watched_output*V+:V] == watched_vc));
  assign shown = leave_payload[watched_output*PAYLOAD_BITS+:PAYLOAD_BITS];
  assign from  = shown[ID-1:0];
  assign first = shown[ID];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      places <= '0;
      mid    <= 1'b0;
    end else begin
      places <= places + N'(passes) - N'(freed);
      if (passes) mid <= !leave_tail[watched_output];
    end
    if (passes) owner <= from;
  end
  logic upper, from_upper;  // of two classes
  assign upper      = (CLASSES == 2) & watched_vc[0];
  assign from_upper = (CLASSES == 2) & (from[0] | crosses[watched_output]);

  always_comb begin
    reset_M: assume (started || !rst_ni);
    sender_M: assume (&legal);
    vcs_M: assume ((VCS == 2) || (arrive_vc_i == '0 && credit_vc_i == '0 && watched_vc == '0));
    grant_M: assume ((grant_i & ~(request & {INPUTS{ready}})) == '0 && column == '0);
    credit_M: assume (!freed || places != '0);
    if (live) begin
      out_A: assert (!mine || leave_valid[mine_output]);
      right_A: assert (!mine || (leave_payload[mine_output*PAYLOAD_BITS+:PAYLOAD_BITS] == mine_payload
          && leave_tail[mine_output] == mine_tail && leave_destination[mine_output] == mine_destination));
      mixed_A: assert (!shows || mid == !first);
      owner_A: assert (!(shows && mid) || from == owner);
      places_A: assert (!shows || places < N'(DEPTH));
      class_A: assert (!(shows && first) || upper == from_upper);
      one_A: assert ((request[1:0] & (request[1:0] - 2'd1)) == '0 && (request[3:2] & (request[3:2] - 2'd1)) == '0);
      asks_A: assert ((enable_i || (request == '0 && ready == '0)) && (request[1:0] & ~ready) == '0);
      none_A: assert (!frees[source] || inside[source*N+:N] != '0);
      mine_C: cover (mine && !mine_tail && ahead == '0 && leave_payload[mine_output*PAYLOAD_BITS+PAYLOAD_BITS-1]);
      full_C: cover (places == N'(DEPTH) && inside[source*N+:N] == N'(DEPTH));
      wait_C: cover (heir_q != '0 && turn_q != active_q);
      next_C: cover (next_q != '0);
      stream_C: cover (shows && first && leave_tail[watched_output] && places != '0 && freed);
    end
  end
endmodule
