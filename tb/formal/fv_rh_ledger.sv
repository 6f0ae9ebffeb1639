// SPDX-License-Identifier: Apache-2.0
// prove: one_bus BUSES=1 bmc=2 induction=1 cover=2 asserts=2 covers=16 fast=2
// prove: two_buses BUSES=2 bmc=2 induction=1 cover=2 asserts=2 covers=16 fast=2
module fv_rh_ledger #(
    parameter int unsigned BUSES = 1
) (
    input logic active_i, booked_i, rd_i, wr_i, pre_i, act_i, blocked_i, slot_i, window_i, turns_i, subarray_i,
    input logic row_issued_i, row_own_i,
    // what the timers blame, and each only for the commands that it holds back
    input logic turnaround_i, tccd_i, trcd_i, trp_i, tras_i, twr_i, trrd_i
);
  logic [rh_pkg::SETS-1:0] next;
  logic [rh_pkg::CAUSES-1:0] attribution;
  logic [3:0] cause;
  logic column;
  assign column = rd_i | wr_i;
  always_comb begin
    next = '0;
    next[rh_pkg::SET_RD]  = rd_i;
    next[rh_pkg::SET_WR]  = wr_i;
    next[rh_pkg::SET_PRE] = pre_i;
    next[rh_pkg::SET_ACT] = act_i;
    attribution = '0;
    attribution[rh_pkg::CAUSE_TURNAROUND] = column & turnaround_i;
    attribution[rh_pkg::CAUSE_TCCD]       = column & tccd_i;
    attribution[rh_pkg::CAUSE_TRCD]       = column & trcd_i;
    attribution[rh_pkg::CAUSE_TRP]        = act_i & trp_i;
    attribution[rh_pkg::CAUSE_TRAS_TRC]   = ~column & tras_i;
    attribution[rh_pkg::CAUSE_TWR_TRTP]   = pre_i & twr_i;
    attribution[rh_pkg::CAUSE_TRRD]       = act_i & trrd_i;
  end

  rh_ledger #(.BUSES(BUSES)) u_dut (
      .active_i(active_i), .booked_i(booked_i), .next_i(next), .attribution_i(attribution), .blocked_i(blocked_i),
      .slot_i(slot_i), .window_i(window_i), .turns_i(turns_i), .subarray_i(subarray_i),
      .row_issued_i(row_issued_i), .row_own_i(row_own_i), .cause_o(cause)
  );

  // the rules that hold back the next command, one bit a row of the order of attribution
  logic stall;
  logic [12:0] applies;
  assign stall = active_i & ~booked_i;
  assign applies = {
    1'b1,                                                                    // POLICY
    row_issued_i & ~(row_own_i & ~column) & ~(column & (BUSES == 2)),        // BUS
    act_i & subarray_i,                                                      // SUBARRAY
    act_i & trrd_i, act_i & window_i, pre_i & twr_i, ~column & tras_i,
    (act_i & trp_i) | (pre_i & row_own_i),                                   // TRP, the PRE's own clock included
    (column & trcd_i) | (act_i & row_own_i),                                 // TRCD, the ACT's own clock included
    column & tccd_i, column & (turnaround_i | turns_i), column & ~slot_i, blocked_i
  };

  always_comb begin
    // a request waits for one command
    next_M: assume ({rd_i, wr_i, pre_i, act_i} == 4'd1 || {rd_i, wr_i, pre_i, act_i} == 4'd2
        || {rd_i, wr_i, pre_i, act_i} == 4'd4 || {rd_i, wr_i, pre_i, act_i} == 4'd8);
    // a command to the bank is one of those issued; auto-precharge closes no bank that waits for its ACT
    own_M: assume (!row_own_i || row_issued_i || !act_i);

    // the first rule of the order that applies, and no other
    first_A: assert (!stall || (applies & ((13'd2 << cause) - 13'd1)) == (13'd1 << cause));
    idle_A: assert (stall ? cause < 4'd13 : cause == 4'd0);

    refresh_C: cover (stall && blocked_i && cause == rh_pkg::CAUSE_REFRESH);
    response_C: cover (stall && cause == rh_pkg::CAUSE_RESPONSE);
    turnaround_C: cover (stall && cause == rh_pkg::CAUSE_TURNAROUND);
    rank_C: cover (stall && cause == rh_pkg::CAUSE_TURNAROUND && !turnaround_i);
    tccd_C: cover (stall && cause == rh_pkg::CAUSE_TCCD);
    trcd_C: cover (stall && cause == rh_pkg::CAUSE_TRCD);
    trp_C: cover (stall && cause == rh_pkg::CAUSE_TRP);
    tras_C: cover (stall && cause == rh_pkg::CAUSE_TRAS_TRC);
    twr_C: cover (stall && cause == rh_pkg::CAUSE_TWR_TRTP);
    window_C: cover (stall && cause == rh_pkg::CAUSE_WINDOW);
    trrd_C: cover (stall && cause == rh_pkg::CAUSE_TRRD);
    subarray_C: cover (stall && cause == rh_pkg::CAUSE_SUBARRAY && row_issued_i);
    own_C: cover (stall && cause == rh_pkg::CAUSE_TRP && pre_i && row_own_i && !row_issued_i);
    bus_C: cover (stall && cause == rh_pkg::CAUSE_BUS);
    policy_C: cover (stall && cause == rh_pkg::CAUSE_POLICY);
    idle_C: cover (active_i && booked_i);
  end
endmodule
