// SPDX-License-Identifier: Apache-2.0
// rh_command_channel under any policy that respects row_free_o, rd_free_o and wr_free_o, and a refresh that respects
// act_bus_o, and may come in any clock of the policy's choice. With ranks: bursts of two that follow each other lie
// tRTRS clocks apart, whatever CL and WL are.
// prove: one_bus BUSES=1 DATA_BUSES=1 T=3 bmc=6 induction=1 cover=10 asserts=14 covers=10 fast=4
// prove: two_buses BUSES=2 DATA_BUSES=1 T=3 bmc=6 induction=1 cover=10 asserts=14 covers=11
// prove: data_buses BUSES=2 DATA_BUSES=2 T=4 bmc=6 induction=1 cover=10 asserts=14 covers=12 fast=4
// prove: data_buses_each BUSES=1 DATA_BUSES=4 T=3 bmc=6 induction=1 cover=10 asserts=14 covers=11
// prove: ranks BUSES=1 DATA_BUSES=1 RANKS=2 T=4 bmc=6 induction=1 cover=12 asserts=17 covers=14 fast=3 fastcover=0
// prove: ranks_each BUSES=2 DATA_BUSES=1 RANKS=4 T=3 bmc=6 induction=1 cover=12 asserts=17 covers=15
module fv_rh_command_channel #(
    parameter int unsigned BUSES = 1,
    parameter int unsigned DATA_BUSES = 1,
    parameter int unsigned RANKS = 1,
    parameter int unsigned T = 3,
    localparam int unsigned BANKS = 4,
    localparam int unsigned PER_BUS = BANKS / DATA_BUSES,
    localparam int unsigned PER_RANK = BANKS / RANKS
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic             refresh_pre_i,
    input logic             refresh_ref_i,
    input logic             refresh_all_i,
    input logic [      1:0] refresh_bank_i,
    input logic             col_valid_i,
    input logic             col_write_i,
    input logic             col_last_i,
    input logic             col_close_i,
    input logic [      1:0] col_number_i,
    input logic [      1:0] col_column_i,
    input logic [      2:0] col_tag_i,
    input logic             row_valid_i,
    input logic [      1:0] row_number_i,
    input logic [      1:0] row_row_i,
    input logic             row_idle_i,
    input logic [BANKS-1:0] open_i
);
  localparam logic [T-1:0] LONG = {T{1'b1}};
  (* anyconst *) logic [T-1:0] act_clocks, burst_gap, rank_rd, rank_wr, rank_rtw, rank_wtr;
  (* anyconst *) logic [1:0] x;

  logic act_bus, row_free, column_grant, row_taken, row_issued, col_last, row_all, booked;
  logic [BANKS-1:0] rd_free, wr_free, rd_turns, wr_turns, row_own, act, pre;
  logic rd, wr, close;
  logic [2:0] col_cmd, col_reason, row_cmd, row_reason, col_tag;
  logic [1:0] col_bank, col_column, row_bank, row_row;
  logic [DATA_BUSES*T-1:0] burst;
  logic [rh_pkg::log2_up(RANKS)-1:0] rank_shown;
  logic [T-1:0] rd_left, wr_left;
  rh_command_channel #(
      .BANKS(BANKS), .BUSES(BUSES), .DATA_BUSES(DATA_BUSES), .RANKS(RANKS), .ROW_BITS(2), .COLUMN_BITS(2), .TAG_BITS(3),
      .TIMER_BITS(T)
  ) u_dut (
      .load_i(1'b0), .load_act_bus_i(act_bus), .load_burst_i(burst), .load_rank_i(rank_shown), .load_rank_rd_i(rd_left),
      .load_rank_wr_i(wr_left),
      .clk_i(clk_i), .rst_ni(rst_ni), .act_less_i(act_clocks - T'(1)), .burst_less_i(burst_gap - T'(1)),
      .rank_rd_less_i(rank_rd - T'(1)), .rank_wr_less_i(rank_wr - T'(1)), .rank_rtw_less_i(rank_rtw - T'(1)),
      .rank_wtr_less_i(rank_wtr - T'(1)),
      .refresh_pre_i(BANKS'(refresh_pre_i) << refresh_bank_i), .refresh_ref_i(refresh_ref_i),
      .refresh_all_i(refresh_all_i), .refresh_bank_i(refresh_bank_i), .col_valid_i(col_valid_i),
      .col_write_i(col_write_i), .col_last_i(col_last_i), .col_close_i(col_close_i),
      .col_bank_i(BANKS'(1) << col_number_i),
      .col_column_i(col_column_i), .col_tag_i(col_tag_i), .row_valid_i(row_valid_i),
      .row_bank_i(BANKS'(1) << row_number_i), .row_row_i(row_row_i), .row_idle_i(row_idle_i), .open_i(open_i),
      .act_bus_o(act_bus), .row_free_o(row_free), .rd_free_o(rd_free), .wr_free_o(wr_free),
      .rd_turns_o(rd_turns), .wr_turns_o(wr_turns), .column_grant_o(column_grant), .row_taken_o(row_taken),
      .row_issued_o(row_issued), .row_own_o(row_own), .act_o(act), .pre_o(pre), .rd_o(rd), .wr_o(wr), .close_o(close),
      .col_cmd_o(col_cmd), .col_bank_o(col_bank), .col_column_o(col_column), .col_tag_o(col_tag),
      .col_last_o(col_last), .col_reason_o(col_reason), .row_cmd_o(row_cmd), .row_bank_o(row_bank),
      .row_row_o(row_row), .row_all_o(row_all), .row_reason_o(row_reason), .booked_o(booked), .burst_o(burst),
      .rank_o(rank_shown), .rank_rd_o(rd_left), .rank_wr_o(wr_left)
  );

  logic started, live;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;

  // --- what the buses showed before: ages of the last ACT, and of the last column command on the data bus of bank x
  // ---
  logic act_seen, col_seen, row_seen, mine;
  logic [T-1:0] act_age, mine_age, col_age;
  assign col_seen = col_cmd != rh_pkg::CMD_NOP;
  assign row_seen = row_cmd != rh_pkg::CMD_NOP;
  assign act_seen = row_cmd == rh_pkg::CMD_ACT;
  assign mine     = col_seen && col_bank / PER_BUS == x / PER_BUS;
  mon_age #(.W(T)) u_act (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act_seen), .age_o(act_age));
  mon_age #(.W(T)) u_mine (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(mine), .age_o(mine_age));
  mon_age #(.W(T)) u_col (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(col_seen), .age_o(col_age));

  // the last column command on any data bus: its rank, its direction, and whether the bus still turns from it to bank x
  logic [1:0] last_rank;
  logic last_write, to_rd, to_wr;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) last_rank <= 2'd0;
    else if (col_seen) last_rank <= col_bank / PER_RANK;
    if (!rst_ni) last_write <= 1'b0;
    else if (col_seen) last_write <= wr;
  end
  assign to_rd = RANKS > 1 && last_rank != x / PER_RANK && col_age < (last_write ? rank_wtr : rank_rd);
  assign to_wr = RANKS > 1 && last_rank != x / PER_RANK && col_age < (last_write ? rank_wr : rank_rtw);

  function automatic logic [BANKS-1:0] one(input logic valid, input logic [1:0] bank);
    one = BANKS'(valid) << bank;
  endfunction

  always_comb begin
    reset_M: assume (started || !rst_ni);
    constraints_M: assume ((act_clocks == T'(1) || act_clocks == T'(2)) && burst_gap != '0);
    refresh_M: assume (!(refresh_pre_i && refresh_ref_i) && !(act_bus && (refresh_pre_i || refresh_ref_i)));
    ranks_M: assume (rank_rd != '0 && rank_wr != '0 && rank_rtw != '0 && rank_wtr != '0);
    column_M: assume (!col_valid_i || (col_write_i ? wr_free[col_number_i] : rd_free[col_number_i]));
    row_M: assume (!row_valid_i || row_free);
    if (live) begin
      // one command a clock and bus, and none behind an ACT of two clocks
      command_bus_A: assert (BUSES == 2 || !col_seen || !row_seen);
      act_bus_A: assert (act_age >= act_clocks || (!row_seen && (BUSES == 2 || !col_seen)));
      // no burst begins while its data bus is booked; another one's does not matter
      data_bus_A: assert (!mine || mine_age >= burst_gap);
      // exact: free as soon as nothing but refresh holds it
      row_free_A: assert (row_free == (act_age >= act_clocks));
      column_free_A: assert (rd_free[x] == ((BUSES == 2 || row_free) && mine_age >= burst_gap && !to_rd)
          && wr_free[x] == ((BUSES == 2 || row_free) && mine_age >= burst_gap && !to_wr));
      // refresh goes first, then a column command, then the policy's row command
      refresh_first_A: assert (!(refresh_pre_i || refresh_ref_i)
          || (row_cmd == (refresh_ref_i ? rh_pkg::CMD_REF : rh_pkg::CMD_PRE)
          && row_reason == rh_pkg::REASON_REFRESH && row_all == (refresh_ref_i && refresh_all_i)
          && row_bank == refresh_bank_i));
      column_first_A: assert (col_seen == (col_valid_i && (BUSES == 2 || !(refresh_pre_i || refresh_ref_i)))
          && (!col_valid_i || column_grant == col_seen));
      // what goes out is what was chosen
      column_A: assert (!col_seen
          || (col_cmd == (col_write_i ? (col_close_i ? rh_pkg::CMD_WRA : rh_pkg::CMD_WR)
          : (col_close_i ? rh_pkg::CMD_RDA : rh_pkg::CMD_RD)) && col_bank == col_number_i
          && col_column == col_column_i && col_tag == col_tag_i && col_last == col_last_i
          && col_reason == rh_pkg::REASON_HIT));
      row_A: assert (row_taken == (row_valid_i && !(refresh_pre_i || refresh_ref_i) && (BUSES == 2 || !col_valid_i))
          && (!row_taken || (row_cmd == (open_i[row_number_i] ? rh_pkg::CMD_PRE : rh_pkg::CMD_ACT)
          && row_bank == row_number_i && row_row == (open_i[row_number_i] ? 2'd0 : row_row_i)
          && row_reason == (row_idle_i ? rh_pkg::REASON_IDLE
          : open_i[row_number_i] ? rh_pkg::REASON_CONFLICT : rh_pkg::REASON_OPEN))));
      silent_A: assert ((col_seen || {col_bank, col_column, col_tag, col_last, col_reason} == '0)
          && (row_seen || {row_bank, row_row, row_all, row_reason} == '0));
      // the banks see what goes out
      banks_A: assert (rd == (col_cmd == rh_pkg::CMD_RD || col_cmd == rh_pkg::CMD_RDA)
          && wr == (col_cmd == rh_pkg::CMD_WR || col_cmd == rh_pkg::CMD_WRA)
          && close == (col_cmd == rh_pkg::CMD_RDA || col_cmd == rh_pkg::CMD_WRA)
          && act == one(act_seen, row_bank) && pre == one(row_cmd == rh_pkg::CMD_PRE, row_bank)
          && row_own == (act | pre) && row_issued == (row_seen || act_age < act_clocks));
      // one data bus: it is booked from the column command to the end of its burst; several: a clock that books one
      booked_A: assert (booked == (col_seen || (DATA_BUSES == 1 && mine_age < burst_gap)));
      act_bus_C: cover (act_age == T'(2) && act_clocks == T'(2) && row_cmd == rh_pkg::CMD_PRE);
      data_bus_C: cover (mine && mine_age == burst_gap && burst_gap > T'(2) && burst_gap != LONG);
      refresh_C: cover (refresh_pre_i && row_bank == 2'd3);
      ref_C: cover (refresh_ref_i && !refresh_all_i && row_bank == 2'd2);
      ref_all_C: cover (refresh_ref_i && refresh_all_i && refresh_bank_i == 2'd2);
      yield_C: cover (refresh_pre_i && col_valid_i && row_valid_i && col_number_i == 2'd1 && row_number_i == 2'd2);
      open_C: cover (act_seen && row_bank == 2'd2 && row_row == 2'd3);
      rda_C: cover (col_cmd == rh_pkg::CMD_RDA && col_bank == 2'd3);
      wra_C: cover (col_cmd == rh_pkg::CMD_WRA && mine && mine_age == burst_gap && burst_gap > T'(2));
      close_C: cover (row_reason == rh_pkg::REASON_CONFLICT && row_bank == 2'd1);
    end
    if (started) begin
      inv_act_A: assert (act_bus == (act_age < act_clocks));
      inv_burst_A: assert (burst[x/PER_BUS*T+:T] == ((mine_age < burst_gap) ? burst_gap - mine_age : '0)
          && mine_age >= col_age && act_age != '0 && mine_age != '0);
    end
  end
  // --- ranks: what the constraints promise of the data, CL or WL clocks behind their command ---
  if (RANKS > 1) begin : g_ranks
    localparam int unsigned S = T + 2;  // room for any sum here
    (* anyconst *) logic [T-1:0] cl, wl, rtrs;
    function automatic logic [T-1:0] left(input logic [T-1:0] distance);
      left = (col_age < distance) ? distance - col_age : '0;
    endfunction
    logic [S-1:0] former, begins, apart;  // to the data of the last command, of this clock's; between them
    logic switch;
    assign former = last_write ? S'(wl) : S'(cl);
    assign begins = S'(col_age) + (wr ? S'(wl) : S'(cl));
    assign apart  = S'(burst_gap) + S'(rtrs);
    assign switch = live && col_seen && col_bank / PER_RANK != last_rank;
    always_comb begin
      apart_M: assume (S'(rank_rd) == apart && S'(rank_wr) == apart);
      rtw_M: assume (S'(rank_rtw) == ((S'(cl) + apart > S'(wl)) ? S'(cl) + apart - S'(wl) : S'(1)));
      wtr_M: assume (S'(rank_wtr) == ((S'(wl) + apart > S'(cl)) ? S'(wl) + apart - S'(cl) : S'(1)));
      if (live) begin
        turns_A: assert (rd_turns[x] == to_rd && wr_turns[x] == to_wr);
        rank_switch_A: assert (!switch || begins >= former + apart);
        rd_switch_C: cover (switch && !wr && !last_write && col_age == rank_rd && rtrs != '0);
        rtw_switch_C: cover (switch && wr && !last_write && col_age == rank_rtw && rank_rtw < rank_rd
            && rank_rtw > burst_gap);
        wtr_switch_C: cover (switch && !wr && last_write && col_age == rank_wtr && rank_wtr > rank_rd);
        stays_C: cover (!switch && col_seen && col_age == burst_gap && rd_left > T'(1) && wr_left > T'(1));
      end
      if (started) begin
        inv_rank_A: assert (2'(rank_shown) == last_rank
            && rd_left == left(last_write ? rank_wtr : rank_rd) && wr_left == left(last_write ? rank_wr : rank_rtw));
      end
    end
  end
  if (BUSES == 2) begin : g_both
    always_comb both_C: cover (live && col_seen && act_seen);
  end
  if (DATA_BUSES > 1) begin : g_apart
    always_comb apart_C: cover (live && mine && mine_age == LONG && col_age == T'(1) && burst_gap == T'(4));
  end
endmodule
