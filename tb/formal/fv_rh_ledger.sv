// SPDX-License-Identifier: Apache-2.0
// prove: one_bus BUSES=1 bmc=2 induction=1 cover=2 asserts=2 covers=13 fast=2
// prove: two_buses BUSES=2 bmc=2 induction=1 cover=2 asserts=2 covers=13 fast=2
module fv_rh_ledger #(
    parameter int unsigned BUSES = 1
) (
    input logic active_i, booked_i, blocked_i, open_i, hit_i, write_i, slot_i, rtw_i, wtr_i, ccd_i, rcd_rd_i, rcd_wr_i,
    input logic ras_i, rc_i, rp_i, to_pre_i, window_i, rrd_i, row_issued_i, row_own_i
);
  logic [3:0] cause;

  rh_ledger #(.BUSES(BUSES)) u_dut (
      .active_i(active_i), .booked_i(booked_i), .blocked_i(blocked_i), .open_i(open_i), .hit_i(hit_i),
      .write_i(write_i), .slot_i(slot_i), .rtw_i(rtw_i), .wtr_i(wtr_i), .ccd_i(ccd_i), .rcd_rd_i(rcd_rd_i),
      .rcd_wr_i(rcd_wr_i), .ras_i(ras_i), .rc_i(rc_i), .rp_i(rp_i), .to_pre_i(to_pre_i), .window_i(window_i),
      .rrd_i(rrd_i), .row_issued_i(row_issued_i), .row_own_i(row_own_i), .cause_o(cause)
  );

  // the rules that hold back the next command, one bit a row of the order of blame
  logic stall, column, pre, act, held;
  logic [11:0] applies;
  assign stall  = active_i & ~booked_i;
  assign column = hit_i;
  assign pre    = ~hit_i & open_i;
  assign act    = ~hit_i & ~open_i;
  assign held   = blocked_i | (pre & (ras_i | to_pre_i)) | (act & (rp_i | rc_i | window_i | rrd_i));
  assign applies = {
    1'b1,                                                                    // POLICY
    row_issued_i & ~(row_own_i & ~column) & ~(column & (BUSES == 2)),        // BUS
    act & rrd_i, act & window_i, pre & to_pre_i, (pre & ras_i) | (act & rc_i),
    (act & rp_i) | (pre & row_own_i),                                        // TRP, the PRE's own clock included
    (column & (write_i ? rcd_wr_i : rcd_rd_i)) | (act & row_own_i),          // TRCD, the ACT's own clock included
    column & ccd_i, column & (write_i ? rtw_i : wtr_i), column & ~slot_i, blocked_i
  };

  always_comb begin
    // a row command goes out only where no rule forbids it, and is one of those issued; it is not a hit's
    own_M: assume (!row_own_i || (row_issued_i && !held && !hit_i));

    // the first rule of the order that applies, and no other
    first_A: assert (!stall || (applies & ((12'd2 << cause) - 12'd1)) == (12'd1 << cause));
    idle_A: assert (stall ? cause < 4'd12 : cause == 4'd0);

    refresh_C: cover (stall && blocked_i && cause == rh_pkg::CAUSE_REFRESH);
    response_C: cover (stall && cause == rh_pkg::CAUSE_RESPONSE);
    turnaround_C: cover (stall && cause == rh_pkg::CAUSE_TURNAROUND);
    tccd_C: cover (stall && cause == rh_pkg::CAUSE_TCCD);
    trcd_C: cover (stall && cause == rh_pkg::CAUSE_TRCD);
    trp_C: cover (stall && cause == rh_pkg::CAUSE_TRP);
    tras_C: cover (stall && cause == rh_pkg::CAUSE_TRAS_TRC);
    twr_C: cover (stall && cause == rh_pkg::CAUSE_TWR_TRTP);
    window_C: cover (stall && cause == rh_pkg::CAUSE_WINDOW);
    trrd_C: cover (stall && cause == rh_pkg::CAUSE_TRRD);
    bus_C: cover (stall && cause == rh_pkg::CAUSE_BUS);
    policy_C: cover (stall && cause == rh_pkg::CAUSE_POLICY);
    idle_C: cover (active_i && booked_i);
  end
endmodule
