// SPDX-License-Identifier: Apache-2.0
// One bank: its open row and the timers of its own rules.
// Promise: *_ok_o is set only when the rules of this bank alone allow the command (group, channel and bus come on top).
module rh_bank #(
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned TIMER_BITS = 8
) (
    input  logic                               clk_i,
    input  logic                               rst_ni,
    input  logic [(rh_pkg::GAP_WTP+1)*TIMER_BITS-1:0] less_i, // the gaps of one bank, minus one
    input  logic                               act_i,     // commands to this bank in this clock
    input  logic                               pre_i,
    input  logic                               rd_i,
    input  logic                               wr_i,
    input  logic [               ROW_BITS-1:0] row_i,     // row of the ACT
    output logic                               open_o,
    output logic [               ROW_BITS-1:0] row_o,     // meaningful while open
    output logic                               rd_ok_o,
    output logic                               wr_ok_o,
    output logic                               act_ok_o,
    output logic                               pre_ok_o,
    output logic [             TIMER_BITS-1:0] rcd_rd_o,  // timers, for observation
    output logic [             TIMER_BITS-1:0] rcd_wr_o,
    output logic [             TIMER_BITS-1:0] ras_o,
    output logic [             TIMER_BITS-1:0] rc_o,
    output logic [             TIMER_BITS-1:0] rp_o,
    output logic [             TIMER_BITS-1:0] rtp_o,
    output logic [             TIMER_BITS-1:0] wtp_o
);
  rh_limits #(.ROW_BITS(ROW_BITS), .TIMER_BITS(TIMER_BITS)) u_limits ();
  localparam int unsigned T = TIMER_BITS;

  logic open_d, open_q;
  logic [ROW_BITS-1:0] row_q;
  logic rcd_rd, rcd_wr, ras, rc, rp, rtp, wtp;

  rh_timer #(.W(T)) u_rcd_rd (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(act_i), .less_one_i(less_i[rh_pkg::GAP_RCD_RD*T+:T]),
      .count_o(rcd_rd_o), .running_o(rcd_rd)
  );
  rh_timer #(.W(T)) u_rcd_wr (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(act_i), .less_one_i(less_i[rh_pkg::GAP_RCD_WR*T+:T]),
      .count_o(rcd_wr_o), .running_o(rcd_wr)
  );
  rh_timer #(.W(T)) u_ras (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(act_i), .less_one_i(less_i[rh_pkg::GAP_RAS*T+:T]),
      .count_o(ras_o), .running_o(ras)
  );
  rh_timer #(.W(T)) u_rc (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(act_i), .less_one_i(less_i[rh_pkg::GAP_RC*T+:T]),
      .count_o(rc_o), .running_o(rc)
  );
  rh_timer #(.W(T)) u_rp (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(pre_i), .less_one_i(less_i[rh_pkg::GAP_RP*T+:T]),
      .count_o(rp_o), .running_o(rp)
  );
  rh_timer #(.W(T)) u_rtp (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(rd_i), .less_one_i(less_i[rh_pkg::GAP_RTP*T+:T]),
      .count_o(rtp_o), .running_o(rtp)
  );
  rh_timer #(.W(T)) u_wtp (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(wr_i), .less_one_i(less_i[rh_pkg::GAP_WTP*T+:T]),
      .count_o(wtp_o), .running_o(wtp)
  );

  assign open_o   = open_q;
  assign row_o    = row_q;
  assign rd_ok_o  = open_q & ~rcd_rd;
  assign wr_ok_o  = open_q & ~rcd_wr;
  assign act_ok_o = ~open_q & ~rp & ~rc;
  assign pre_ok_o = open_q & ~ras & ~rtp & ~wtp;

  always_comb begin
    open_d = open_q;
    if (act_i) open_d = 1'b1;
    else if (pre_i) open_d = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b0;
    else open_q <= open_d;
  end

  always_ff @(posedge clk_i) if (act_i) row_q <= row_i;
endmodule
