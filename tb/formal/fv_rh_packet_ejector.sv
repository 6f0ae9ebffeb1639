// SPDX-License-Identifier: Apache-2.0
// rh_packet_ejector: any one packet of any virtual channel is followed from its first flit to its message. It becomes
// that flit's message, in the order of its channel; a message stays until it is taken; each flit gives one credit back;
// what can be taken is, in turn: it is passed over 2 VCS - 1 times at most, a tail 2 VCS (ROW_AFFINE + 1) - 1 times.
// Of tails and of other flits the next in turn is taken, of both kinds the one that was not last. The payload of a flit
// says which virtual channel it arrived in, and whether it is the first of its packet; its highest bit, bank and row
// are free.
// prove: bare bmc=9 induction=1 cover=10 asserts=22 covers=4 fast=6 fastcover=0
// prove: deep DEPTH=3 bmc=8 induction=1 cover=10 asserts=22 covers=4
// prove: vcs VCS=2 bmc=8 induction=1 cover=10 asserts=24 covers=9
// prove: four VCS=4 bmc=6 induction=1 cover=10 asserts=24 covers=9
// prove: stay VCS=2 ROW_AFFINE=1 bmc=8 induction=1 cover=10 asserts=25 covers=10
// prove: stays VCS=4 ROW_AFFINE=1 bmc=8 induction=1 cover=10 asserts=25 covers=10
`define ROWHOLD_DUT rh_packet_ejector
module fv_rh_packet_ejector #(
    parameter int unsigned VCS = 1,
    parameter int unsigned DEPTH = 2,
    parameter int unsigned ROW_AFFINE = 0,
    localparam int unsigned BANKS = 2,
    localparam int unsigned ROW_BITS = 1,
    localparam int unsigned V = rh_pkg::log2_up(VCS),
    localparam int unsigned PAYLOAD_BITS = V + 2,  // number, first, free
    localparam int unsigned SAID = PAYLOAD_BITS + 2
) (
    input logic                    clk_i,
    input logic                    rst_ni,
    input logic                    enable_i,
    input logic                    arrive_valid_i,
    input logic [           V-1:0] arrive_vc_i,
    input logic                    arrive_tail_i,
    input logic                    arrive_bank_i,
    input logic                    arrive_row_i,
    input logic [PAYLOAD_BITS-1:0] arrive_payload_i,
    input logic                    message_ready_i,
    input logic                    pick_i             // follow the packet that begins in the channel that is followed
);
  localparam int unsigned N = 5;  // for counts
  localparam int unsigned I = rh_pkg::log2_up(DEPTH);
  localparam int unsigned B = rh_pkg::log2_up(DEPTH + 1);
  (* anyconst *) logic [V-1:0] source;  // the virtual channel that is followed
`include "observe_packet_ejector.svh"
`include "dut_ejector.svh"

  logic started, live;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;

  // --- who sends: one packet behind the other in a channel, no flit without a credit; who takes messages ---
  logic taken;
  logic [VCS-1:0] arrives, frees, takes, open, legal;
  logic [VCS*N-1:0] stored, waiting;  // flits without a credit, whole packets without a message that was taken
  logic [V-1:0] from;
  assign taken = message_valid & message_ready_i;
  assign from  = message_payload[V-1:0];
  for (genvar c = 0; c < VCS; c++) begin : g_channel
    assign arrives[c] = enable_i & arrive_valid_i & ((VCS == 1) | (arrive_vc_i == V'(c)));
    assign frees[c]   = enable_i & back_valid & ((VCS == 1) | (back_vc == V'(c)));
    assign takes[c]   = taken & (from == V'(c));
    assign legal[c]   = !arrives[c] || (stored[c*N+:N] < N'(DEPTH) && arrive_payload_i[V:0] == {!open[c], V'(c)});
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        open[c] <= 1'b0;
        stored[c*N+:N] <= '0;
        waiting[c*N+:N] <= '0;
      end else begin
        stored[c*N+:N] <= stored[c*N+:N] + N'(arrives[c]) - N'(frees[c]);
        waiting[c*N+:N] <= waiting[c*N+:N] + N'(arrives[c] & arrive_tail_i) - N'(takes[c]);
        if (arrives[c]) open[c] <= !arrive_tail_i;
      end
    end
  end

  // --- the packet that is followed ---
  logic follow, gone, mine, mine_tail, picked;
  logic [SAID-1:0] mine_said, said;
  logic [N-1:0] ahead, former;  // packets whose messages come before its own; flits before its first
  assign said   = {message_payload, message_row, message_bank};
  assign picked = arrives[source] & ~open[source] & pick_i & ~follow;
  assign mine   = follow & takes[source] & (ahead == '0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) follow <= 1'b0;
    else if (picked) follow <= 1'b1;
    else if (mine) follow <= 1'b0;
    if (picked) begin
      ahead     <= waiting[source*N+:N] - N'(takes[source]);
      former    <= stored[source*N+:N] - N'(frees[source]);
      gone      <= 1'b0;
      mine_tail <= arrive_tail_i;
      mine_said <= {arrive_payload_i, arrive_row_i, arrive_bank_i};
    end else begin
      if (takes[source]) ahead <= ahead - N'(1);
      if (frees[source] & (former == '0)) gone <= 1'b1;
      else if (frees[source]) former <= former - N'(1);
    end
  end

  // --- each channel's buffer from the front on ---
  logic [VCS*DEPTH-1:0] tails, firsts;
  logic [VCS*DEPTH*SAID-1:0] flits;
  logic [VCS-1:0] can;
  for (genvar c = 0; c < VCS; c++) begin : g_buffer
    for (genvar k = 0; k < DEPTH; k++) begin : g_place
      logic [31:0] sum, at;
      assign sum = 32'(first_q[c*I+:I]) + k;
      assign at  = c * DEPTH + (sum >= DEPTH ? sum - DEPTH : sum);
      assign tails[c*DEPTH+k] = tail_q[at];
      assign flits[(c*DEPTH+k)*SAID+:SAID] = {payload_q[at*PAYLOAD_BITS+:PAYLOAD_BITS], row_q[at], bank_q[at]};
      assign firsts[c*DEPTH+k] = flits[(c*DEPTH+k)*SAID+2+V];
    end
    assign can[c] = count_q[c*B+:B] != '0 && (!message_valid || message_ready_i || !tails[c*DEPTH]);
  end

  // --- what the clock before left ---
  logic stood, could, fresh, source_could, source_there, took, was_taken;
  logic [SAID-1:0] stood_said;
  logic [N-1:0] passed, passed_now;  // times that the flit at the front could be taken, and another was
  assign took       = back_valid & ((VCS == 1) | (back_vc == source));
  assign passed_now = !fresh ? passed : (!source_there || took) ? '0 : passed + N'(source_could);
  always_ff @(posedge clk_i) begin
    stood        <= rst_ni & message_valid & ~message_ready_i;
    stood_said   <= said;
    was_taken    <= rst_ni & taken;
    fresh        <= rst_ni & enable_i;
    could        <= rst_ni & enable_i & (|can);
    source_could <= can[source];
    source_there <= count_q[source*B+:B] != '0;
    passed       <= rst_ni ? passed_now : '0;
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    sender_M: assume (&legal);
    vcs_M: assume ((VCS > 1) || (arrive_vc_i == '0 && source == '0));
    if (live) begin
      right_A: assert (!mine || said == mine_said);
      first_A: assert (!message_valid || message_payload[V]);
      whole_A: assert (!message_valid || waiting[from*N+:N] != '0);
      lost_A: assert (stored[source*N+:N] != '0 || waiting[source*N+:N] == N'(message_valid && from == source));
      stays_A: assert (!stood || (message_valid && said == stood_said));
      none_A: assert (!frees[source] || stored[source*N+:N] != '0);
      goes_A: assert (!could || back_valid);
      turn_A: assert (passed_now < (front_tail ? N'(2 * VCS * (ROW_AFFINE + 1)) : N'(2 * VCS)));
      mine_C: cover (mine && !mine_tail && stood);
      full_C: cover (stored[source*N+:N] == N'(DEPTH) && stood && tails[source*DEPTH]);
      stream_C: cover (taken && was_taken);
      vanish_C: cover (stood && fresh && back_valid && message_valid);
    end
  end
  if (VCS > 1) begin : g_other
    always_comb if (live) beside_C: cover (stood && fresh && took && passed == '0 && tails[0] && count_q[0] && |source);
  end

  // --- what holds between the registers ---
  logic [VCS-1:0] filled, numbered, ordered, kept, counted;
  for (genvar c = 0; c < VCS; c++) begin : g_invariant
    logic [N-1:0] count, ends;
    logic [DEPTH-1:0] there, chained, own;
    assign count = N'(count_q[c*B+:B]);
    assign filled[c] = count <= N'(DEPTH) && 32'(first_q[c*I+:I]) < DEPTH
        && stored[c*N+:N] == count + N'(back_valid & ((VCS == 1) | (back_vc == V'(c))));
    for (genvar k = 0; k < DEPTH; k++) begin : g_place
      assign there[k] = N'(k) < count;
      assign own[k]   = !there[k] || flits[(c*DEPTH+k)*SAID+2+:V] == V'(c);
      // behind a tail a packet begins, and nowhere else; what arrives next goes on behind the last
      if (k == 0) begin : g_front
        assign chained[k] = there[k] ? firsts[c*DEPTH] == !open_q[c] : open[c] == open_q[c];
      end else begin : g_behind
        assign chained[k] = !there[k-1] || (there[k] ? firsts[c*DEPTH+k] : !open[c]) == tails[c*DEPTH+k-1];
      end
    end
    always_comb begin
      ends = '0;
      for (int unsigned k = 0; k < DEPTH; k++) ends = ends + N'(there[k] & tails[c*DEPTH+k]);
    end
    assign ordered[c] = (&chained) && (count != N'(DEPTH) || open[c] == !tails[c*DEPTH+DEPTH-1]);
    assign numbered[c] = &own;
    assign kept[c] = !open_q[c] || held_payload_q[c*PAYLOAD_BITS+:V+1] == {1'b1, V'(c)};
    assign counted[c] = waiting[c*N+:N] == ends + N'(message_valid && from == V'(c));
  end

  // --- whose turn it is: of tails that can be taken, of others; with ROW_AFFINE tails to their bank's last row first
  // ---
  logic [VCS-1:0] tail_set, other_set, tail_from, fits, tail_first, served;
  logic moves_q, tail_goes, tail_goes_q, stays, stays_q;
  assign served    = (moves_q & back_valid) ? VCS'(1) << back_vc : '0;
  assign tail_goes = tail_set != '0 && (!tail_last_q || other_set == '0);
  for (genvar c = 0; c < VCS; c++) begin : g_turn
    assign tail_set[c]  = enable_i && can[c] && tails[c*DEPTH];
    assign other_set[c] = enable_i && can[c] && !tails[c*DEPTH];
    if (ROW_AFFINE != 0) begin : g_fits
      logic bank, row;
      assign bank    = open_q[c] ? held_bank_q[c] : flits[c*DEPTH*SAID];
      assign row     = open_q[c] ? held_row_q[c] : flits[c*DEPTH*SAID+1];
      assign fits[c] = tail_set[c] && known_q[bank] && last_row_q[bank] == row;
    end else begin : g_none
      assign fits[c] = 1'b0;
    end
  end
  if (ROW_AFFINE != 0) begin : g_stays
    assign stays = fits != '0 && (fits & tail_first) == '0 && 32'(stayed_q) != ROW_AFFINE;
  end else begin : g_never
    assign stays = 1'b0;
  end
  mon_turn #(.N(VCS)) u_other (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .set_i(other_set), .from_i(turn_q),
      .served_i(served & {VCS{~tail_goes_q}}), .keeps_i(1'b0)
  );
  mon_turn #(.N(VCS)) u_tail (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .set_i(stays ? fits : tail_set), .from_i(tail_turn_q),
      .served_i(served & {VCS{tail_goes_q}}), .keeps_i(stays_q)
  );
  mon_nearest #(.N(VCS)) u_first (.set_i(tail_set), .from_i(tail_turn_q), .nearest_o(tail_first));
  always_ff @(posedge clk_i) begin
    moves_q     <= live & enable_i;
    tail_goes_q <= tail_goes;
    stays_q     <= stays;
  end
  always_comb if (live) kind_A: assert (served == '0 || tail_last_q == tail_goes_q);

  // --- where the packet is that is followed: in the buffer, beside it, or in the message register ---
  logic left, mine_waits;
  logic [N-1:0] place, ends_before;
  logic [SAID-1:0] mine_flit, mine_held;
  logic mine_ends;
  assign left       = gone || (back_valid && ((VCS == 1) || back_vc == source) && former == '0);
  assign place      = former - N'(back_valid && ((VCS == 1) || back_vc == source));
  assign mine_waits = message_valid && from == source;
  assign mine_flit  = flits[(source*DEPTH+32'(place))*SAID+:SAID];
  assign mine_ends  = tails[source*DEPTH+32'(place)];
  assign mine_held  = {held_payload_q[source*PAYLOAD_BITS+:PAYLOAD_BITS], held_row_q[source], held_bank_q[source]};
  always_comb begin
    ends_before = '0;
    for (int unsigned k = 0; k < DEPTH; k++)
      ends_before = ends_before + N'(N'(k) < place && tails[source*DEPTH+k]);
  end
  // --- how often the flit at the front can still be passed over: before each turn of its kind once by the other ---
  logic [N-1:0] still, turns;
  logic front_tail;
  assign turns = N'(V'(source - (front_tail ? tail_turn_q : turn_q)));
  assign front_tail = tails[source*DEPTH] & (count_q[source*B+:B] != '0);
  assign still = ((front_tail ? turns * N'(ROW_AFFINE + 1) + N'(ROW_AFFINE) - N'(stayed_q) : turns) << 1)
      + N'(front_tail == tail_last_q);
  always_comb
    if (started) begin
      inv_filled_A: assert (&filled);
      inv_ordered_A: assert (&ordered);
      inv_numbered_A: assert (&numbered);
      inv_kept_A: assert (&kept);
      inv_counted_A: assert (&counted);
      inv_message_A: assert (!message_valid || (message_payload[V] && 32'(from) < VCS));
      inv_mine_A: assert (!follow || mine_said[2+:V+1] == {1'b1, source});
      inv_buffer_A: assert (!follow || left || (place < N'(count_q[source*B+:B]) && mine_flit == mine_said
          && mine_ends == mine_tail && ahead == ends_before + N'(mine_waits)));
      inv_waits_A: assert (!follow || !left || !mine_waits || ahead != '0 || said == mine_said);
      inv_held_A: assert (!follow || !left || (mine_waits && ahead == '0)
          || (open_q[source] && mine_held == mine_said && ahead == N'(mine_waits)));
      inv_turn_A: assert (passed_now + still < (front_tail ? N'(2 * VCS * (ROW_AFFINE + 1)) : N'(2 * VCS))
          && 32'(turn_q) < VCS && 32'(tail_turn_q) < VCS);
    end
  if (ROW_AFFINE != 0) begin : g_row_affine
    always_comb
      if (started) begin
        inv_stayed_A: assert (32'(stayed_q) <= ROW_AFFINE);
        stays_C: cover (live && 32'(stayed_q) == ROW_AFFINE && took && mine);
      end
  end
endmodule
