// SPDX-License-Identifier: Apache-2.0
// Ranks on one data bus: where the data of a column command lie is counted here, from the commands alone. Data come in
// the order of their commands, and those of two ranks lie tRTRS clocks apart. Seen from one rank, and from all.
// The second half ties the channel's registers to what was seen: that makes the rules inductive.
module mon_ranks #(
    parameter  int unsigned RANK_BITS = 1,
    parameter  int unsigned T = 3,
    parameter  bit          COVERS = 1'b1,
    localparam int unsigned RANKS = 2 ** RANK_BITS
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      started_i,
    input  logic [rh_pkg::T_COUNT*T-1:0] constraints_i,
    input  logic                      col_i,      // a column command, of any rank
    input  logic                      write_i,
    input  logic [     RANK_BITS-1:0] rank_i,     // its rank
    input  logic [     RANK_BITS-1:0] watched_i,  // the rank watched, constant
    // the block's registers
    input  logic [     RANK_BITS-1:0] last_i,
    input  logic [             T-1:0] rank_rd_i,
    input  logic [             T-1:0] rank_wr_i,
    input  logic [       RANKS*T-1:0] wtr_s_i,
    input  logic [       RANKS*T-1:0] rtw_i,
    output logic [             T-1:0] age_o       // clocks since the last column command
);
  localparam int unsigned S = T + 2;  // room for any sum here
  localparam logic [T-1:0] LONG = {T{1'b1}};

  logic [T-1:0] rtw, wtr_s, rank_rd, rank_wr, rank_rtw, rank_wtr;
  logic [S-1:0] burst, rd_done, wr_done, rtrs;
  assign rtw      = constraints_i[rh_pkg::T_RTW*T+:T];
  assign wtr_s    = constraints_i[rh_pkg::T_WTR_S*T+:T];
  assign rank_rd  = constraints_i[rh_pkg::T_RANK_RD*T+:T];
  assign rank_wr  = constraints_i[rh_pkg::T_RANK_WR*T+:T];
  assign rank_rtw = constraints_i[rh_pkg::T_RANK_RTW*T+:T];
  assign rank_wtr = constraints_i[rh_pkg::T_RANK_WTR*T+:T];
  assign burst    = S'(constraints_i[rh_pkg::T_BURST*T+:T]);
  assign rd_done  = S'(constraints_i[rh_pkg::T_RD_DONE*T+:T]);
  assign wr_done  = S'(constraints_i[rh_pkg::T_WR_DONE*T+:T]);
  assign rtrs     = S'(rank_rd) - burst;

  // the last column command, and the last of another rank than the one watched
  logic other, write, other_write;
  logic [RANK_BITS-1:0] rank;
  logic [T-1:0] age, other_age;
  assign other = col_i & (rank_i != watched_i);
  assign age_o = age;
  mon_age #(.W(T)) u_age (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(col_i), .age_o(age));
  mon_age #(.W(T)) u_other (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(other), .age_o(other_age));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {rank, write, other_write} <= '0;
    else begin
      if (col_i) {rank, write} <= {rank_i, write_i};
      if (other) other_write <= write_i;
    end
  end

  function automatic logic [T-1:0] left(input logic [T-1:0] distance);
    left = (age < distance) ? distance - age : '0;
  endfunction

  // data of a command end `done` clocks behind it, and take `burst` of them
  logic [S-1:0] done, last_done, other_done;
  logic switch;
  assign done       = write_i ? wr_done : rd_done;
  assign last_done  = write ? wr_done : rd_done;
  assign other_done = other_write ? wr_done : rd_done;
  assign switch     = col_i & (rank_i != rank);

  always_comb begin
    if (started_i && rst_ni) begin
      data_order_A: assert (!col_i || done + S'(age) >= last_done + burst + (switch ? rtrs : '0));
      rank_switch_A: assert (!col_i || other || done + S'(other_age) >= other_done + burst + rtrs);
    end
    if (started_i) begin
      inv_rank_A: assert (last_i == rank && rank_rd_i == left(write ? rank_wtr : rank_rd)
          && rank_wr_i == left(write ? rank_wr : rank_rtw));
      inv_turn_A: assert (write ? wtr_s_i[rank*T+:T] == left(wtr_s) : rtw_i[rank*T+:T] == left(rtw));
      inv_other_A: assert (age != '0 && ((rank != watched_i) ? other_age == age && other_write == write
          : other_age == LONG || last_done + S'(other_age) >= other_done + S'(age) + burst + rtrs));
    end
  end
  if (COVERS) begin : g_covers
    always_comb begin
      rank_rd_C: cover (switch && !write_i && !write && age == rank_rd && rtrs != '0 && age != LONG);
      rank_wr_C: cover (switch && write_i && write && age == rank_wr && rtrs != '0 && age != LONG);
      rank_rtw_C: cover (switch && write_i && !write && age == rank_rtw && rank_rtw < rtw && S'(rank_rtw) > burst);
      rank_wtr_C: cover (switch && !write_i && write && age == rank_wtr && rank_wtr < wtr_s && S'(rank_wtr) > burst);
    end
  end
endmodule
