// SPDX-License-Identifier: Apache-2.0
// Refresh as seen from one bank: when one falls due is counted here, downwards, from the configuration alone. A REF
// names its first bank: of all banks of a rank the rank's, of one bank of each group the one of the first group.
module mon_refresh #(
    parameter  int unsigned BANKS = 4,
    parameter  int unsigned GROUPS = 1,
    parameter  int unsigned RANK_BITS = 0,
    parameter  bit          COVERS = 1'b1,
    parameter  bit          DEEP = 1'b0,  // also covers that lie many clocks in
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic                    started_i,
    input  logic [   BANK_BITS-1:0] bank_i,      // the bank watched, constant
    input  logic [             1:0] refresh_i,
    input  logic [            15:0] refi_i,
    input  logic [            15:0] rfc_i,
    input  logic                    touch_i,     // ACT or column command to the bank
    input  logic                    ref_i,       // REF
    input  logic [   BANK_BITS-1:0] ref_bank_i,
    input  logic                    ref_all_i,
    input  logic                    ready_i,     // the bank is closed, tRP and tRC over
    // the block's registers
    input  logic [            15:0] timer_i,
    input  logic [            15:0] busy_i,
    input  logic                    due_i,
    input  logic [   BANK_BITS-1:0] turn_i,
    output logic                   next_o,      // the next REF is the bank's
    output logic                   blocked_o    // it waits for a REF, or is in one
);
  localparam int unsigned PER_GROUP = BANKS / GROUPS;
  localparam int unsigned RANKS = 2 ** RANK_BITS;
  localparam int unsigned PER_RANK = BANKS / RANKS;
  localparam logic [BANK_BITS-1:0] LAST_PLACE = BANK_BITS'(PER_GROUP - 1);  // of a bank in its group
  localparam logic [BANK_BITS-1:0] OF_RANK = BANK_BITS'(BANKS - PER_RANK);     // bits of a bank's number that say it
  localparam logic [BANK_BITS-1:0] OTHER_RANK = BANK_BITS'(PER_RANK);       // on to the first bank of the next rank
  logic all, one, same, live;
  logic [BANK_BITS-1:0] rank, mine;  // first bank of the rank of the bank watched; of the REF that refreshes it
  assign all  = refresh_i == 2'd1;
  assign one  = refresh_i >= 2'd2;
  assign same = refresh_i == 2'd3;  // one bank of every group of a rank
  assign rank = bank_i & OF_RANK;
  assign mine = all ? rank : same ? rank | (bank_i & LAST_PLACE) : bank_i;
  assign live = started_i & rst_ni;

  // clocks left until the next refresh falls due; refreshes that wait; whose turn
  logic [15:0] left;
  logic due, falls_due;
  logic [BANK_BITS-1:0] turn;
  assign falls_due = (all | one) & (left == 16'd0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left <= refi_i - 16'd1;
      due  <= 1'b0;
      turn <= '0;
    end else begin
      if (all | one) left <= falls_due ? refi_i - 16'd1 : left - 16'd1;
      if (falls_due) due <= 1'b1;
      else if (ref_i) due <= 1'b0;
      if (ref_i) turn <= after;
    end
  end

  // a round: place by place, then rank by rank
  logic [BANK_BITS-1:0] former, after;
  always_comb begin
    after  = turn + BANK_BITS'(1);
    former = turn - BANK_BITS'(1);
    if (all || (same && (turn & LAST_PLACE) == LAST_PLACE)) after = (turn & OF_RANK) + OTHER_RANK;
    if (all || (same && (turn & LAST_PLACE) == '0)) former = turn - OTHER_RANK + (same ? LAST_PLACE : '0);
  end

  logic ref_here, concerned;
  logic [15:0] age, any_age;
  assign ref_here  = ref_i & (ref_all_i ? (ref_bank_i & OF_RANK) == rank : ref_bank_i == mine);
  assign concerned = due & (turn == mine);
  assign next_o    = turn == mine;
  assign blocked_o = concerned | (mine == former && any_age < rfc_i);
  mon_age #(.W(16)) u_age (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(ref_here), .age_o(age));
  mon_age #(.W(16)) u_any (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(ref_i), .age_o(any_age));

  always_comb begin
    if (live) begin
      refresh_due_A: assert (!(concerned && touch_i));
      rfc_A: assert (!(touch_i || ref_here) || age >= rfc_i);
      refresh_ready_A: assert (!ref_here || ready_i);
      refresh_early_A: assert (!ref_i || due);
      refresh_kind_A: assert (!ref_i || (ref_all_i ? all : one));
      refresh_turn_A: assert (!ref_i || ref_bank_i == turn);
    end
  end
  if (COVERS) begin : g_covers
    always_comb begin
      one_C: cover (live && ref_here && one && !same);
      other_bank_C: cover (live && touch_i && one && !same && due && turn != bank_i);
    end
  end
  if (DEEP) begin : g_deep
    always_comb begin
      all_C: cover (live && ref_here && all);
      rfc_C: cover (live && touch_i && all && age == rfc_i && rfc_i > 16'd1);
      again_C: cover (live && ref_here && one && !same && bank_i == BANK_BITS'(1));
      tick_C: cover (live && ref_i && falls_due);
    end
  end
  if (DEEP && GROUPS > 1) begin : g_same
    always_comb begin
      same_C: cover (live && ref_here && same && bank_i == BANK_BITS'(BANKS - 1));
      same_other_C: cover (live && touch_i && same && due && turn != mine);
      same_rfc_C: cover (live && touch_i && same && age == rfc_i && bank_i == BANK_BITS'(PER_GROUP) && rfc_i > 16'd1);
    end
  end

  if (DEEP && RANK_BITS != 0) begin : g_ranks
    always_comb begin
      rank_all_C: cover (live && touch_i && all && any_age < rfc_i && age > any_age);
      rank_due_C: cover (live && touch_i && all && due && turn != mine);
      rank_round_C: cover (live && ref_here && all && age != '1 && rank != '0);
    end
  end

  // they agree
  always_comb begin
    if (started_i) begin
      inv_refresh_timer_A: assert (refresh_i == 2'd0 ? timer_i == 16'd0 && left == refi_i - 16'd1
                                                     : timer_i == refi_i - 16'd1 - left && left < refi_i);
      inv_refresh_busy_A: assert (busy_i == ((any_age < rfc_i) ? rfc_i - any_age : 16'd0));
      inv_refresh_due_A: assert (due_i == due && (refresh_i != 2'd0 || !due));
      inv_refresh_bank_A: assert (turn_i == turn && (refresh_i != 2'd0 || turn == '0)
          && (!all || turn % PER_RANK == '0) && (!same || turn % PER_RANK < PER_GROUP));
      inv_refresh_age_A: assert (any_age != 16'd0 && any_age <= age
          && (age >= rfc_i || (any_age == age && mine == former)));
    end
  end
endmodule
