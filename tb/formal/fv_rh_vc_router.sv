// SPDX-License-Identifier: Apache-2.0
// rh_vc_router: any one flit of any virtual channel of an input is followed from its arrival to its link, and any one
// virtual channel of an output is watched. A flit leaves in its turn, at its packet's output, as it came; in a channel
// the flits of a packet are not mixed with others; no flit leaves without a place behind the link. The payload of a
// flit says which virtual channel it arrived in, and whether it is the first of its packet; its lowest bit is free.
// Every turn is looked at: which virtual channel of an input asks and which sends, which input sends to an output; and
// with SPECULATIVE, which flits leave with the grant: those and no others.
// prove: bare bmc=9 induction=1 cover=10 asserts=36 covers=5
// prove: vcs VCS=2 bmc=9 induction=1 cover=10 asserts=40 covers=17
// prove: ring VCS=2 CLASSES=2 bmc=5 induction=1 cover=10 asserts=40 covers=17
// prove: once SPECULATIVE=1 bmc=9 induction=1 cover=10 asserts=37 covers=7
// prove: once_vcs VCS=2 SPECULATIVE=1 bmc=9 induction=1 cover=10 asserts=41 covers=19
// prove: all VCS=2 STAYS=0 bmc=9 induction=1 cover=10 asserts=39 covers=18
// prove: once_all VCS=2 SPECULATIVE=1 STAYS=0 bmc=9 induction=1 cover=10 asserts=40 covers=20
`define ROWHOLD_DUT rh_vc_router
module fv_rh_vc_router #(
    parameter int unsigned VCS = 1,
    parameter int unsigned CLASSES = 1,
    parameter int unsigned SPECULATIVE = 0,
    parameter int unsigned STAYS = 15,
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
  logic [C*N-1:0] stored;
  for (genvar c = 0; c < C; c++) begin : g_channel
    localparam int unsigned I = c / VCS;
    logic destination;
    assign arrives[c] = enable_i & arrive_valid_i[I] & ((VCS == 1) | (arrive_vc_i[I*V+:V] == V'(c % VCS)));
    assign frees[c]   = enable_i & back_valid[I] & ((VCS == 1) | (back_vc[I*V+:V] == V'(c % VCS)));
    assign legal[c] = !arrives[c] || (stored[c*N+:N] < N'(DEPTH)
        && arrive_payload_i[I*PAYLOAD_BITS+:PAYLOAD_BITS-1] == {!open[c], ID'(c)}
        && (!open[c] || arrive_destination_i[I] == destination));
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        open[c] <= 1'b0;
        stored[c*N+:N] <= '0;
      end else begin
        stored[c*N+:N] <= stored[c*N+:N] + N'(arrives[c]) - N'(frees[c]);
        if (arrives[c]) open[c] <= !arrive_tail_i[I];
      end
      if (arrives[c]) destination <= arrive_destination_i[I];
    end
  end

  // --- the allocator: of what is asked for at most one a row and a column ---
  logic [OUTPUTS-1:0] column;
  logic row_of_two;
  assign column = grant_i[1:0] & grant_i[3:2];
  assign row_of_two = (&grant_i[1:0]) | (&grant_i[3:2]);

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
      ahead            <= stored[source*N+:N] - N'(frees[source]);
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
  // Does a packet of channel c take the upper one behind an output?
  function automatic logic takes_upper(input logic [ID-1:0] c, input logic to_output);
    takes_upper = (c[0] & !(second_inputs[32'(c) / VCS] ^ second_outputs[to_output])) | crosses[to_output];
  endfunction
  assign from_upper = (CLASSES == 2) & takes_upper(from, watched_output);

  always_comb begin
    reset_M: assume (started || !rst_ni);
    sender_M: assume (&legal);
    vcs_M: assume ((VCS == 2) || (arrive_vc_i == '0 && credit_vc_i == '0 && watched_vc == '0));
    grant_M: assume ((grant_i & ~(request & {INPUTS{ready}})) == '0 && column == '0 && !row_of_two);
    credit_M: assume (!freed || places != '0);
    if (live) begin
      out_A: assert (!mine || leave_valid[mine_output]);
      right_A: assert (!mine || (leave_payload[mine_output*PAYLOAD_BITS+:PAYLOAD_BITS] == mine_payload
          && leave_tail[mine_output] == mine_tail && leave_destination[mine_output] == mine_destination));
      mixed_A: assert (!shows || mid == !first);
      owner_A: assert (!(shows && mid) || from == owner);
      places_A: assert (!shows || places < N'(DEPTH));
      class_A: assert (!(shows && first) || upper == from_upper);
      asks_A: assert ((enable_i || (request == '0 && ready == '0)) && (request[1:0] & ~ready) == '0);
      none_A: assert (!frees[source] || stored[source*N+:N] != '0);
      mine_C: cover (mine && !mine_tail && ahead == '0 && leave_payload[mine_output*PAYLOAD_BITS+PAYLOAD_BITS-1]);
      full_C: cover (places == N'(DEPTH) && stored[source*N+:N] == N'(DEPTH));
      wait_C: cover (heir_q != '0 && turn_q != active_q);
      next_C: cover (next_q != '0);
      stream_C: cover (shows && first && leave_tail[watched_output] && places != '0 && freed);
    end
  end

  // --- what holds between the registers: of each virtual channel of an input, its buffer from the front on ---
  localparam int unsigned B = rh_pkg::log2_up(DEPTH + 1);
  logic [C-1:0] back, begun, filled, ordered, numbered, given, ahead_right, class_right, active_right, next_right;
  logic [C-1:0] ends_right, asked_right;  // what is kept of the flits at the front
  logic [C*OUTPUTS*VCS-1:0] pairs;  // channel of an output that it has
  logic mine_kept;
  for (genvar c = 0; c < C; c++) begin : g_invariant
    localparam int unsigned I = c / VCS;
    logic [N-1:0] count;
    logic [DEPTH-1:0] tails, firsts, tos;  // from the front on
    logic [DEPTH*PAYLOAD_BITS-1:0] loads;
    logic [OUTPUTS-1:0] wants;
    logic out_vc, output_there, going;
    assign count = N'(count_q[c*B+:B]);
    assign back[c] = back_valid[I] & ((VCS == 1) | (back_vc[I*V+:V] == V'(c % VCS)));
    for (genvar k = 0; k < DEPTH; k++) begin : g_place
      logic at;  // DEPTH is 2
      assign at = first_q[c] ^ (k != 0);
      assign tails[k] = tail_q[c*DEPTH+32'(at)];
      assign tos[k] = to_q[c*DEPTH+32'(at)];
      assign loads[k*PAYLOAD_BITS+:PAYLOAD_BITS] = payload_q[(c*DEPTH+32'(at))*PAYLOAD_BITS+:PAYLOAD_BITS];
      assign firsts[k] = loads[k*PAYLOAD_BITS+ID];
    end
    assign begun[c] = (count != '0) ? !firsts[0] : open[c];
    assign going = (count != '0) ? tos[0] : g_channel[c].destination;
    assign filled[c] = count <= N'(DEPTH) && stored[c*N+:N] == count + N'(back[c]);
    assign numbered[c] = (count == '0 || loads[0+:ID] == ID'(c))
        && (count < N'(2) || loads[PAYLOAD_BITS+:ID] == ID'(c));
    assign ordered[c] = (count < N'(2) || (firsts[1] == tails[0] && (tails[0] || tos[1] == tos[0])))
        && (count == '0 || (open[c] == !tails[count[0] ? 0 : 1]
            && (!open[c] || g_channel[c].destination == tos[count[0] ? 0 : 1])));
    assign output_there = output_q[c*OUTPUTS+1];
    assign out_vc = (VCS == 1) ? 1'b0 : out_vc_q[c];
    for (genvar k = 0; k < OUTPUTS * VCS; k++) begin : g_pair
      assign pairs[c*OUTPUTS*VCS+k] = active_q[c] && 32'(output_there) == k / VCS && 32'(out_vc) == k % VCS;
    end
    assign given[c] = (!turn_q[c] || active_q[c]) && (!begun[c] || turn_q[c]) && (!next_q[c] || turn_q[c]);
    assign active_right[c] = !active_q[c] || ((count != '0 || open[c]) 
        && output_q[c*OUTPUTS+:OUTPUTS] == OUTPUTS'(1) << route_i[going]);
    assign class_right[c] = !active_q[c] || CLASSES == 1 || out_vc == takes_upper(ID'(c), output_there);
    assign next_right[c] = !next_q[c] || (count == N'(2) && tails[0] && output_there == route_i[tos[1]]);
    assign ends_right[c] = ends_q[c] == (count != '0 && tails[0]);
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_asked
      assign wants[o] = asked_q[c*OUTPUTS+o] == ((active_q[c] ? count > N'(1) && 32'(output_there) == o
          : count != '0) && 32'(route_i[tos[active_q[c]]]) == o);
    end
    assign asked_right[c] = &wants;
    logic [N-1:0] place;
    logic there;
    assign place = ahead - N'(back[c]);
    assign there = place[0];
    assign ahead_right[c] = source != ID'(c) || !follow || (ahead < stored[c*N+:N] && ((back[c] && ahead == '0)
        ? (leave_valid[mine_output] && leave_tail[mine_output] == mine_tail
           && leave_destination[mine_output] == mine_destination
           && leave_payload[mine_output*PAYLOAD_BITS+:PAYLOAD_BITS] == mine_payload)
        : (tails[there] == mine_tail && tos[there] == mine_destination
           && loads[there*PAYLOAD_BITS+:PAYLOAD_BITS] == mine_payload)));
  end

  // --- whose turn it is: who may ask and who may send, from the registers alone ---
  logic [C-1:0] asks, may_send, to;  // to: the output of the packet that may ask
  logic [C-1:0] may_at_once;  // it would begin in a channel with a credit
  logic [OUTPUTS*VCS-1:0] ends, gives;
  for (genvar k = 0; k < OUTPUTS * VCS; k++) begin : g_gives
    logic [C-1:0] tail_there;
    for (genvar c = 0; c < C; c++) begin : g_of
      assign tail_there[c] = pairs[c*OUTPUTS*VCS+k] && turn_q[c] && g_invariant[c].count != '0
          && g_invariant[c].tails[0];
    end
    assign ends[k]  = |tail_there;
    assign gives[k] = !taken_q[k] || (ends[k] && !heir_q[k]);
  end
  for (genvar c = 0; c < C; c++) begin : g_may
    logic [VCS-1:0] candidate_vcs, of_class, own;
    logic [OUTPUTS*VCS-1:0] credit;
    assign to[c] = route_i[active_q[c] ? g_invariant[c].tos[1] : g_invariant[c].tos[0]];
    for (genvar v = 0; v < VCS; v++) begin : g_vc
      assign of_class[v] = CLASSES == 1 || (v != 0) == takes_upper(ID'(c), to[c]);
      assign own[v]      = !active_q[c] || 32'(g_invariant[c].out_vc) == v;
      assign candidate_vcs[v]    = of_class[v] & own[v] & gives[32'(to[c])*VCS+v];
    end
    for (genvar k = 0; k < OUTPUTS * VCS; k++) begin : g_credit
      assign credit[k] = pairs[c*OUTPUTS*VCS+k] && credits_q[k*B+:B] != '0;
    end
    assign asks[c] = candidate_vcs != '0 && (active_q[c]
        ? g_invariant[c].count > N'(1) && to[c] == output_q[c*OUTPUTS+1] : g_invariant[c].count != '0);
    assign may_send[c] = turn_q[c] && g_invariant[c].count != '0 && credit != '0;
    always_comb begin
      may_at_once[c] = 1'b0;
      for (int unsigned v = VCS; v > 0; v--)  // the first free one counts
        if (candidate_vcs[v-1] && !taken_q[32'(to[c])*VCS+v-1])
          may_at_once[c] = SPECULATIVE != 0 && !active_q[c] && credits_q[(32'(to[c])*VCS+v-1)*B+:B] != '0;
    end
  end

  // --- an input: stays for STAYS packets that pass others over; then, and of what wants the same, it is the next in
  // turn. With STAYS 0 it asks for every output, and a turn is over with the packet that had it. It sends from
  // the next in turn, and does so when it is that input's turn at the output. ---
  logic moves_q;  // the clock before had enable, and no reset
  logic seen;  // the clock before was no reset
  always_ff @(posedge clk_i) seen <= live;
  always_ff @(posedge clk_i) moves_q <= live & enable_i;
  logic [INPUTS-1:0] inputs_right, given_right, row_affine_right, wants_any, aims, aims_q, sends_q;
  logic [INPUTS-1:0] sends, once, once_to, once_q, once_to_q, once_right;  // a flit leaves in its turn, with its grant
  logic [OUTPUTS-1:0] used;
  logic [INPUTS*OUTPUTS-1:0] in_turn;
  for (genvar i = 0; i < INPUTS; i++) begin : g_turns
    logic [VCS-1:0] asking, again, chosen, chosen_q, nearest, given, given_q, aside, begun_before, send, sent;
    logic [OUTPUTS-1:0] wanted, grant;
    logic stays, stays_q, granted_q, aim, destination_right, last_before;
    logic [3:0] stayed_before;
    assign asking = asks[i*VCS+:VCS];
    assign again  = asking & ~(to[i*VCS+:VCS] ^ {VCS{last_q[i]}});
    assign stays  = STAYS != 0 && again != '0 && again != asking && stayed_q[i*4+:4] != 4'(STAYS);
    assign grant  = grant_i[i*OUTPUTS+:OUTPUTS];
    mon_turn #(.N(VCS)) u_ask (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .set_i(stays ? again : asking),
        .from_i(ask_vc_q[i*V+:V]), .served_i(given_q & chosen_q & {VCS{granted_q}}), .keeps_i(stays_q)
    );
    mon_nearest #(.N(VCS)) u_chosen (
        .set_i(stays ? again : asking), .from_i(ask_vc_q[i*V+:V]), .nearest_o(chosen)
    );
    mon_nearest #(.N(VCS)) u_given (.set_i(aside), .from_i(ask_vc_q[i*V+:V]), .nearest_o(nearest));
    assign given = (STAYS == 0) ? nearest : chosen;
    always_comb begin
      aim               = 1'b0;
      wanted            = '0;
      destination_right = 1'b1;
      for (int unsigned v = 0; v < VCS; v++) begin
        if (send[v]) aim = output_q[(i*VCS+v)*OUTPUTS+1];
        if (STAYS == 0 ? asking[v] : chosen[v]) wanted[to[i*VCS+v]] = 1'b1;
        aside[v] = asking[v] & grant[to[i*VCS+v]];
        if (chosen[v] && route_i[destination[i]] != to[i*VCS+v]) destination_right = 1'b0;
      end
    end
    assign inputs_right[i] = !enable_i || (request[i*OUTPUTS+:OUTPUTS] == wanted && destination_right);
    assign given_right[i] = (!granted_q || once_q[i] || (given_q & ~active_q[i*VCS+:VCS]) == '0)
        && ((active_q[i*VCS+:VCS] | next_q[i*VCS+:VCS]) & ~begun_before & ~(given_q & {VCS{granted_q}})) == '0;
    assign sends[i] = in_turn[i] | in_turn[INPUTS+i];
    always_comb begin
      once[i]    = live && (grant & wanted & ~used) != '0 && !sends[i] && enable_i
          && (given & may_at_once[i*VCS+:VCS]) != '0;
      once_to[i] = grant[1];
    end
    assign once_right[i] = !once_q[i] || (back_valid[i] && leave_valid[once_to_q[i]]
        && (given_q & back[i*VCS+:VCS]) != '0);
    assign row_affine_right[i]  = granted_q ? stayed_q[i*4+:4] == (stays_q ? stayed_before + 4'd1 : 4'd0)
        : stayed_q[i*4+:4] == stayed_before && last_q[i] == last_before;
    mon_turn #(.N(VCS)) u_send (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .set_i(may_send[i*VCS+:VCS]),
        .from_i(send_vc_q[i*V+:V]), .served_i(sent), .keeps_i(1'b0)
    );
    mon_nearest #(.N(VCS)) u_sends (
        .set_i(may_send[i*VCS+:VCS]), .from_i(send_vc_q[i*V+:V]), .nearest_o(send)
    );
    for (genvar v = 0; v < VCS; v++) begin : g_sent
      assign sent[v] = moves_q & back[i*VCS+v] & ~once_q[i];
    end
    assign aims[i]      = aim;
    assign wants_any[i] = may_send[i*VCS+:VCS] != '0 && enable_i;
    always_ff @(posedge clk_i) begin
      granted_q     <= live & ((grant & request[i*OUTPUTS+:OUTPUTS]) != '0);
      stays_q       <= stays;
      chosen_q      <= chosen;
      given_q       <= given;
      begun_before  <= active_q[i*VCS+:VCS] | next_q[i*VCS+:VCS];
      stayed_before <= stayed_q[i*4+:4];
      last_before   <= last_q[i];
      aims_q[i]     <= aim;
      once_q[i]     <= once[i];
      once_to_q[i]  <= once_to[i];
    end
    assign sends_q[i] = moves_q & back_valid[i] & ~once_q[i];
  end
  if (STAYS == 0) begin : g_all
    always_comb
      if (live && seen) begin
        aside_C: cover (g_turns[0].granted_q && g_turns[0].given_q != g_turns[0].chosen_q);
      end
  end else begin : g_one
    always_comb if (live) one_A: assert (!((&request[1:0]) || (&request[3:2])));
  end
  logic [OUTPUTS-1:0] goes_right;
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output_turns
    logic [INPUTS-1:0] contend, went;
    logic any_q;
    assign contend = wants_any & ~(aims ^ {INPUTS{1'(o)}});
    assign went    = sends_q & ~(aims_q ^ {INPUTS{1'(o)}});
    assign used[o] = contend != '0;
    mon_nearest #(.N(INPUTS)) u_in_turn (
        .set_i(contend), .from_i(send_input_q[o]), .nearest_o(in_turn[o*INPUTS+:INPUTS])
    );
    mon_turn #(.N(INPUTS), .COVERS(VCS > 1)) u_input (  // a channel has one packet at a time
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .set_i(contend), .from_i(send_input_q[o]),
        .served_i(went), .keeps_i(1'b0)
    );
    always_ff @(posedge clk_i) any_q <= live & (contend != '0);
    assign goes_right[o] = !(live && moves_q)
        || (leave_valid[o] == (any_q || (once_q & ~(once_to_q ^ {INPUTS{1'(o)}})) != '0) && any_q == (went != '0));
  end
  always_comb
    if (live) begin
      asked_A: assert (&inputs_right);
      given_A: assert (!seen || (&given_right));
      stay_A: assert (!seen || (&row_affine_right));
      goes_A: assert (&goes_right);
    end
  if (SPECULATIVE != 0) begin : g_at_once
    always_comb
      if (live && seen) begin
        once_A: assert (&once_right);
        once_C: cover (once_q != '0 && leave_tail != '0);
        begins_C: cover (once_q != '0 && turn_q != '0 && leave_tail == '0);
      end
  end

  // --- of each channel of an output: one packet has it, one at most waits ---
  logic [OUTPUTS*VCS-1:0] held;
  for (genvar k = 0; k < OUTPUTS * VCS; k++) begin : g_held
    logic [C-1:0] has, waits, follows;
    for (genvar c = 0; c < C; c++) begin : g_of
      assign has[c]     = pairs[c*OUTPUTS*VCS+k] & turn_q[c];
      assign waits[c]   = pairs[c*OUTPUTS*VCS+k] & ~turn_q[c];
      assign follows[c] = pairs[c*OUTPUTS*VCS+k] & next_q[c];
    end
    assign held[k] = taken_q[k] == (|has) && (has & (has - C'(1))) == '0 && heir_q[k] == (|waits | |follows)
        && (waits & (waits - C'(1))) == '0 && (follows & (follows - C'(1))) == '0 && !(|waits && |follows)
        && (!heir_q[k] || taken_q[k]);
  end
  logic [C-1:0] begun_here;
  logic mid_next;
  logic [ID-1:0] owner_next;
  localparam int unsigned L = rh_pkg::log2_up(OUTPUTS * VCS);
  logic [L-1:0] watched;
  assign watched    = (VCS == 1) ? L'(watched_output) : L'({watched_output, watched_vc});
  assign mid_next   = shows ? !leave_tail[watched_output] : mid;
  assign owner_next = shows ? from : owner;
  logic [C-1:0] owned;
  for (genvar c = 0; c < C; c++) begin : g_begun
    assign begun_here[c] = begun[c] & pairs[c*OUTPUTS*VCS+32'(watched)];
    assign owned[c]      = !begun_here[c] || owner_next == ID'(c);
  end

  always_comb
    if (started) begin
      inv_filled_A: assert (&filled);
      inv_numbered_A: assert (&numbered);
      inv_ordered_A: assert (&ordered);
      inv_given_A: assert (&given);
      inv_active_A: assert (&active_right);
      inv_class_A: assert (&class_right);
      inv_next_A: assert (&next_right);
      inv_ends_A: assert (&ends_right);
      inv_asked_A: assert (&asked_right);
      inv_held_A: assert (&held);
      inv_credits_A: assert (N'(credits_q[32'(watched)*B+:B]) + places + N'(shows) == N'(DEPTH) && places <= N'(DEPTH));
      inv_mid_A: assert (mid_next == (|begun_here));
      inv_owned_A: assert (&owned);
      inv_mine_A: assert (&ahead_right);
      inv_shows_A: assert (!shows || (mid == !first && (!mid || from == owner) && (!first || upper == from_upper)));
    end
endmodule
