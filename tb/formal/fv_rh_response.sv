// SPDX-License-Identifier: Apache-2.0
// rh_response: any one pushed slot is followed by the number of slots ahead of it. Pushes keep the order of data that
// the timing lint guarantees.
// prove: four RESPONSES=4 T=3 bmc=12 induction=1 cover=14 asserts=11 covers=5
// prove: five RESPONSES=5 T=3 bmc=12 induction=1 cover=16 asserts=11 covers=5
// prove: eight RESPONSES=8 T=4 bmc=10 induction=1 cover=16 asserts=11 covers=5
module fv_rh_response #(
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned T = 3,
    localparam int unsigned TAG_BITS = 3,
    localparam int unsigned I = $clog2(RESPONSES),
    localparam int unsigned C = $clog2(RESPONSES + 1)
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic                push_i,
    input logic                write_i,
    input logic [TAG_BITS-1:0] tag_i,
    input logic                pick_i,  // follow this push
    input logic                ready_i
);
  (* anyconst *) logic [T-1:0] rd_less, wr_less;
  logic slot, valid, write;
  logic [TAG_BITS-1:0] tag;
  logic [RESPONSES*TAG_BITS-1:0] tags;
  logic [RESPONSES*T-1:0] dones;
  logic [RESPONSES-1:0] writes;
  logic [I-1:0] head;
  logic [C-1:0] count, mature;
  logic [T-1:0] now;

  rh_response #(.RESPONSES(RESPONSES), .TAG_BITS(TAG_BITS), .TIMER_BITS(T)) u_dut (
      .load_i(1'b0), .load_tags_i(tags), .load_done_i(dones), .load_writes_i(writes), .load_head_i(head),
      .load_count_i(count), .load_mature_i(mature), .load_now_i(now),
      .clk_i(clk_i), .rst_ni(rst_ni), .push_i(push_i), .write_i(write_i), .tag_i(tag_i), .rd_less_i(rd_less),
      .wr_less_i(wr_less), .slot_o(slot), .valid_o(valid), .ready_i(ready_i), .tag_o(tag), .write_o(write),
      .tags_o(tags), .done_o(dones), .writes_o(writes), .head_o(head), .count_o(count), .mature_o(mature), .now_o(now)
  );

  logic started, live, pop;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;
  assign pop  = valid & ready_i;

  // slots in use, clocks until the data of the last push are over, the slot followed
  logic [T-1:0] less, ends, clocks;
  logic [C-1:0] used, ahead;
  logic follow, picked, over, mine_write;
  logic [TAG_BITS-1:0] mine_tag;
  assign less   = write_i ? wr_less : rd_less;
  assign picked = push_i & pick_i & ~follow;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used   <= '0;
      ends   <= '0;
      follow <= 1'b0;
      over   <= 1'b0;
    end else begin
      used <= used + C'(push_i) - C'(pop);
      if (push_i) ends <= less - T'(1);
      else if (ends != '0) ends <= ends - T'(1);
      if (picked) follow <= 1'b1;
      else if (pop & (ahead == '0)) follow <= 1'b0;
      if (picked) over <= 1'b0;
      else if (clocks == '0) over <= 1'b1;
    end
    if (picked) begin
      ahead      <= used - C'(pop);
      clocks     <= less - T'(1);  // until the data are over
      mine_tag   <= tag_i;
      mine_write <= write_i;
    end else begin
      if (pop & (ahead != '0)) ahead <= ahead - C'(1);
      if (clocks != '0) clocks <= clocks - T'(1);
    end
  end

  // data over in the clocks before
  logic mine;
  assign mine = follow & (ahead == '0);

  // --- every slot whose data are not over: in order, the last as far away as the last push says ---
  logic [RESPONSES-1:0] sorted, last_right;
  logic [I-1:0] mine_place;
  // the place some steps behind the head
  function automatic [I-1:0] behind(input [C-1:0] steps);
    behind = I'(((C + 1)'(head) + (C + 1)'(steps)) % (C + 1)'(RESPONSES));
  endfunction
  assign mine_place = behind(ahead);
  for (genvar k = 0; k < RESPONSES; k++) begin : g_slot
    logic [I-1:0] here, following;
    logic [T-1:0] left_here, left_following;
    assign here           = behind(C'(k));
    assign following      = behind(C'(k + 1));
    assign left_here      = dones[here*T+:T] - now;
    assign left_following = dones[following*T+:T] - now;
    assign sorted[k]      = (C'(k) < mature) | (C'(k + 1) >= count) | (left_here < left_following);
    assign last_right[k]  = (C'(k) < mature) | (C'(k + 1) != count) | (left_here == ends);
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    less_M: assume (rd_less != '0 && wr_less != '0);  // the longest constraint, registered, is all ones
    if (live) begin
      slot_M: assume (!push_i || slot);
      order_M: assume (!push_i || less > ends);
      slot_A: assert (slot == (used < C'(RESPONSES)));
      empty_A: assert (!valid || used != '0);
      // in order of the pushes, each once; not before its data are over, and in the very next clock when first
      same_A: assert (!(valid && mine) || (tag == mine_tag && write == mine_write));
      prompt_A: assert (!mine || valid == over);
      full_C: cover (!slot && ready_i && !valid);
      turn_C: cover (valid && mine && mine_write && used == C'(RESPONSES));
      prompt_C: cover (valid && mine && ready_i && push_i);
      late_C: cover (valid && mine && used == C'(1) && !mine_write);
      short_C: cover (push_i && less == T'(1) && used == C'(1) && !valid);
    end
  end
  always_comb
    if (started) begin
      inv_count_A: assert (count == used && mature <= count && count <= C'(RESPONSES)
          && 32'(head) < RESPONSES);
      inv_ahead_A: assert (!follow || ahead < used);
      inv_mine_A: assert (!follow
          || (tags[mine_place*TAG_BITS+:TAG_BITS] == mine_tag && writes[mine_place] == mine_write));
      inv_over_A: assert (!follow || over == (ahead < mature));
      inv_clocks_A: assert (!follow || over || dones[mine_place*T+:T] - now == clocks);
      inv_sorted_A: assert (&sorted);
      inv_last_A: assert (&last_right);
    end
endmodule
