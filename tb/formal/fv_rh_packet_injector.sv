// SPDX-License-Identifier: Apache-2.0
// rh_packet_injector: any one message is followed from the clock in which it is taken to its tail on the link, and the
// places behind every channel are counted. A message leaves in its turn, as it came, as its flits, with the tail on the
// last; a packet stays in a channel of the lower class; no flit leaves without a place, and one leaves when it can. A
// message is taken while the queue has a place and the limit allows it.
// prove: bare bmc=8 induction=1 cover=12 asserts=14 covers=6 fast=5 fastcover=0
// prove: three QUEUE=3 bmc=10 induction=1 cover=12 asserts=14 covers=6
// prove: free VCS=2 bmc=7 induction=1 cover=12 asserts=17 covers=6
// prove: static VCS=2 STATIC_VCS=1 bmc=7 induction=1 cover=12 asserts=19 covers=6
// prove: ring VCS=2 CLASSES=2 bmc=7 induction=1 cover=12 asserts=19 covers=6
// prove: four VCS=4 CLASSES=2 STATIC_VCS=1 bmc=6 induction=1 cover=12 asserts=21 covers=6
`define ROWHOLD_DUT rh_packet_injector
module fv_rh_packet_injector #(
    parameter int unsigned VCS = 1,
    parameter int unsigned CLASSES = 1,
    parameter int unsigned STATIC_VCS = 0,
    parameter int unsigned QUEUE = 2,
    localparam int unsigned DEPTH = 2,
    localparam int unsigned DESTINATIONS = 4,
    localparam int unsigned BANKS = 2,
    localparam int unsigned ROW_BITS = 1,
    localparam int unsigned PAYLOAD_BITS = 1,
    localparam int unsigned MOST_FLITS = 3,
    localparam int unsigned V = rh_pkg::log2_up(VCS)
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         enable_i,
    input logic         message_valid_i,
    input logic [  1:0] message_destination_i,
    input logic         message_bank_i,
    input logic         message_row_i,
    input logic         message_payload_i,
    input logic [  1:0] message_flits_i,
    input logic         done_i,
    input logic         credit_valid_i,
    input logic [V-1:0] credit_vc_i,
    input logic         pick_i                  // follow this message
);
  localparam int unsigned N = 4;  // for counts
  localparam int unsigned HALF = VCS / CLASSES;
  localparam int unsigned HEAD = 7;  // bits of a message
`include "observe_packet_injector.svh"
`include "dut_injector.svh"

  logic started, live;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;

  // --- messages, as the ports show them: inside until the tail has passed, held until it is on the link ---
  logic taken, passes, ending, behind;
  logic [N-1:0] stored, held, seen;
  logic [8:0] outstanding;
  assign taken  = message_valid_i & message_ready;
  assign passes = leave_valid & enable_i;
  assign ending = leave_valid & leave_tail;
  assign held   = stored - N'(ending);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stored <= '0;
      outstanding <= '0;
      seen   <= '0;
      behind <= 1'b0;
    end else begin
      stored <= stored + N'(taken) - N'(passes & leave_tail);
      if (outstanding_limit != '0) outstanding <= outstanding + 9'(taken) - 9'(done_i);
      if (passes) seen <= leave_tail ? '0 : seen + N'(1);  // flits of a packet that have passed
      behind <= passes & leave_tail;
    end
  end

  // --- the message that is followed ---
  logic follow, picked, front, shows;
  logic [HEAD-1:0] mine;  // flits lowest
  logic [N-1:0] ahead, waits;
  assign picked = taken & pick_i & ~follow;
  assign shows  = follow & (ahead == '0) & leave_valid;
  assign waits  = ahead - N'(ending);  // messages before it in the queue
  assign front  = follow & (waits == '0) & ~(shows & leave_tail);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) follow <= 1'b0;
    else if (picked) follow <= 1'b1;
    else if (shows & passes & leave_tail) follow <= 1'b0;
    if (picked) begin
      ahead <= stored - N'(passes & leave_tail);
      mine  <= {message_payload_i, message_row_i, message_bank_i, message_destination_i, message_flits_i};
    end else if (passes & leave_tail) ahead <= ahead - N'(1);
  end

  // --- places behind the link, and the channel that a flit takes ---
  logic [VCS*N-1:0] places;
  logic [VCS-1:0] spare, empty, here, freed, filled, counted;
  for (genvar v = 0; v < VCS; v++) begin : g_channel
    assign here[v]   = leave_valid & ((VCS == 1) | (leave_vc == V'(v)));
    assign freed[v]  = enable_i & credit_valid_i & ((VCS == 1) | (credit_vc_i == V'(v)));
    assign filled[v] = places[v*N+:N] == '0;  // of what can be freed nothing is left
    assign spare[v]  = places[v*N+:N] + N'(here[v]) < N'(DEPTH);
    assign empty[v]  = places[v*N+:N] == '0 && !here[v];
    assign counted[v] = places[v*N+:N] <= N'(DEPTH)
        && N'(credits_q[v*2+:2]) + places[v*N+:N] + N'(here[v]) == N'(DEPTH);
    always_ff @(posedge clk_i)
      if (!rst_ni) places[v*N+:N] <= '0;
      else places[v*N+:N] <= places[v*N+:N] + N'(here[v] & enable_i) - N'(freed[v]);
  end
  logic under, known, due;
  logic [V-1:0] out_vc, lowest, last_vc, own, due_vc;
  logic [VCS-1:0] out_vc_spare;
  always_comb begin
    lowest = '0;
    for (int unsigned v = HALF; v > 0; v--) if (spare[v-1] && empty[HALF-1:0] == '0) lowest = V'(v - 1);
    for (int unsigned v = HALF; v > 0; v--) if (empty[v-1]) lowest = V'(v - 1);
  end
  assign under      = leave_valid ? ~leave_tail : seen != '0;  // a packet is under way
  assign own        = V'(32'(mine[3:2]) % HALF);
  assign out_vc       = under ? (leave_valid ? leave_vc : last_vc) : (STATIC_VCS == 1) ? own : lowest;
  assign out_vc_spare = spare >> ((VCS == 1) ? 0 : 32'(out_vc));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      known <= 1'b1;
      due   <= 1'b0;
    end else if (enable_i) begin
      known  <= (held == '0) | under | (STATIC_VCS == 0) | front;
      due    <= (held != '0) & out_vc_spare[0];
      due_vc <= out_vc;
    end
    if (passes) last_vc <= leave_vc;
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    flits_M: assume (message_flits_i != '0);
    done_M: assume (!done_i || outstanding_limit == '0 || outstanding != '0);
    vcs_M: assume (VCS > 1 || credit_vc_i == '0);
    credit_M: assume ((freed & filled) == '0);
    if (live) begin
      ready_A: assert (message_ready == (held < N'(QUEUE) &&
                                         (outstanding_limit == '0 || outstanding < 9'(outstanding_limit))));
      limit_A: assert (outstanding_limit == '0 || outstanding <= 9'(outstanding_limit));
      right_A: assert (!shows || {leave_payload, leave_row, leave_bank, leave_destination} == mine[HEAD-1:2]);
      tail_A: assert (!shows || leave_tail == (seen + N'(1) == N'(mine[1:0])));
      some_A: assert (!leave_valid || stored != '0);
      places_A: assert ((here & ~(here - VCS'(1))) == here && counted == {VCS{1'b1}});
      leaves_A: assert (!known || leave_valid == due);
      stream_C: cover (behind && leave_valid && leave_tail && shows);
      full_C: cover (held == N'(QUEUE) && !message_ready);
      dry_C: cover (held != '0 && !leave_valid && spare == '0 && CLASSES == 1 || CLASSES == 2 && !leave_valid && known
          && held != '0 && !due);
      limit_C: cover (outstanding_limit == 8'd1 && outstanding == 9'd1 && stored == '0 && enable_i);
      long_C: cover (shows && leave_tail && seen == N'(MOST_FLITS - 1));
      other_C: cover (leave_valid && (HALF == 1 || leave_vc == V'(1)) && seen != '0);
    end
  end

  // --- what holds between the registers ---
  logic [QUEUE*HEAD-1:0] messages;
  logic [HEAD-1:0] head, waiting;
  for (genvar k = 0; k < QUEUE; k++) begin : g_message
    assign messages[k*HEAD+:HEAD] = {payload_q[k], row_q[k], bank_q[k], to_q[k*2+:2], flits_q[k*2+:2]};
  end
  logic [N-1:0] sum, place;
  assign sum     = N'(first_q) + waits;
  assign place   = (sum >= N'(QUEUE)) ? sum - N'(QUEUE) : sum;
  assign head    = messages[32'(first_q)*HEAD+:HEAD];
  assign waiting = messages[32'(place)*HEAD+:HEAD];
  always_comb
    if (started) begin
      inv_count_A: assert (N'(count_q) == held && N'(count_q) <= N'(QUEUE) && N'(first_q) < N'(QUEUE));
      inv_tail_A: assert (!leave_tail || leave_valid);
      inv_sent_A: assert (N'(sent_q) == (leave_valid ? (leave_tail ? '0 : seen + N'(1)) : seen)
          && N'(sent_q) < N'(MOST_FLITS) && seen < N'(MOST_FLITS));
      inv_held_A: assert (sent_q == '0 || count_q != '0);
      inv_outstanding_A: assert (9'(in_flight_q) == outstanding &&
                                 (outstanding_limit == '0 || outstanding <= 9'(outstanding_limit)));
      inv_mine_A: assert (!follow || (ahead < stored && mine[1:0] != '0 && ((shows && leave_tail) || waiting == mine)));
      inv_front_A: assert (!front || N'(sent_q) < N'(mine[1:0]));
    end
  if (VCS > 1) begin : g_many
    always_comb begin
      if (live) apart_A: assert (!leave_valid || seen == '0 || leave_vc == last_vc);
      if (live) out_vc_A: assert (!known || !leave_valid || leave_vc == due_vc);
      if (started) inv_vc_A: assert (leave_valid || sent_q == '0 || leave_vc == last_vc);
    end
  end
  if (HALF < VCS) begin : g_class
    always_comb begin
      if (live) class_A: assert (!leave_valid || 32'(leave_vc) < HALF);
      if (started) inv_class_A: assert (sent_q == '0 || 32'(leave_vc) < HALF);
    end
  end
  if (STATIC_VCS == 1) begin : g_static
    always_comb begin
      if (live) static_A: assert (!leave_valid || 32'(leave_vc) == 32'(leave_destination) % HALF);
      if (started) inv_static_A: assert (sent_q == '0 || 32'(leave_vc) == 32'(head[3:2]) % HALF);
    end
  end
endmodule
