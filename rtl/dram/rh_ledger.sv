// SPDX-License-Identifier: Apache-2.0
// The stall ledger (observation only): the cause that holds back the request that the policy ranks first.
// Promise: an active clock without a booked data bus has one cause, the first in the order of blame that applies.
module rh_ledger #(
    parameter int unsigned BUSES = 1
) (
    input  logic       active_i,
    input  logic       booked_i,
    input  logic       blocked_i,    // the first request's bank: in a refresh
    input  logic       open_i,       // its bank has an open row
    input  logic       hit_i,        // its next command is a column command
    input  logic       write_i,
    input  logic       slot_i,       // a response slot is free
    input  logic       rtw_i,        // timers that run, of its bank, group and the channel
    input  logic       wtr_i,
    input  logic       ccd_i,
    input  logic       rcd_rd_i,
    input  logic       rcd_wr_i,
    input  logic       ras_i,
    input  logic       rc_i,
    input  logic       rp_i,
    input  logic       to_pre_i,     // tRTP or tWR
    input  logic       window_i,
    input  logic       rrd_i,
    input  logic       row_issued_i, // a row command goes out in this clock
    input  logic       row_own_i,    // to its bank
    output logic [3:0] cause_o
);
  rh_limits #(.BUSES(BUSES)) u_limits ();
  logic [3:0] column, pre, act, bus;

  always_comb begin
    bus = row_issued_i ? rh_pkg::CAUSE_BUS : rh_pkg::CAUSE_POLICY;

    column = rh_pkg::CAUSE_POLICY;
    if (row_issued_i & (BUSES == 1)) column = rh_pkg::CAUSE_BUS;
    if (write_i ? rcd_wr_i : rcd_rd_i) column = rh_pkg::CAUSE_TRCD;
    if (ccd_i) column = rh_pkg::CAUSE_TCCD;
    if (write_i ? rtw_i : wtr_i) column = rh_pkg::CAUSE_TURNAROUND;
    if (~slot_i) column = rh_pkg::CAUSE_RESPONSE;

    pre = row_own_i ? rh_pkg::CAUSE_TRP : bus;
    if (to_pre_i) pre = rh_pkg::CAUSE_TWR_TRTP;
    if (ras_i) pre = rh_pkg::CAUSE_TRAS_TRC;

    act = row_own_i ? rh_pkg::CAUSE_TRCD : bus;
    if (rrd_i) act = rh_pkg::CAUSE_TRRD;
    if (window_i) act = rh_pkg::CAUSE_WINDOW;
    if (rc_i) act = rh_pkg::CAUSE_TRAS_TRC;
    if (rp_i) act = rh_pkg::CAUSE_TRP;

    cause_o = '0;
    if (active_i & ~booked_i) begin
      if (blocked_i) cause_o = rh_pkg::CAUSE_REFRESH;
      else if (hit_i) cause_o = column;
      else if (open_i) cause_o = pre;
      else cause_o = act;
    end
  end
endmodule
