// SPDX-License-Identifier: Apache-2.0
// The command channel of a bank array: which of the commands that refresh asks for and the policy chooses go out, and
// the command ports. BUSES: one command bus for all, or one for row commands (ACT, PRE, REF) and one for column
// commands (RD, WR, RDA, WRA). Refresh has the highest priority; on the one bus a column command has priority over the
// policy's row command. Whether refresh takes the bus is known late: it is no part of *_free_o, and the choice is
// dropped after it was made. DATA_BUSES: the banks share them evenly, neighbours the same one. Model:
// cmodel/dram/rh_command_channel.c.
// Promise: at most one command goes out in a clock on each bus, none while an ACT holds the row bus, and no column
// command while its data bus is booked.
module rh_command_channel #(
    parameter  int unsigned BANKS = 4,
    parameter  int unsigned BUSES = 1,       // command buses: 1, or 2 (row and column)
    parameter  int unsigned DATA_BUSES = 1,
    parameter  int unsigned RANKS = 1,       // that share the data bus; 1 where there are several
    parameter  int unsigned ROW_BITS = 12,
    parameter  int unsigned COLUMN_BITS = 8,
    parameter  int unsigned TAG_BITS = 8,
    parameter  int unsigned TIMER_BITS = 8,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned RANK_BITS = rh_pkg::log2_up(RANKS),
    localparam int unsigned T = TIMER_BITS
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic [           T-1:0] act_less_i,      // clocks of an ACT, minus one: 0 or 1
    input  logic [           T-1:0] burst_less_i,    // data bus clocks of a column command, minus one
    // another rank's RD behind a RD, WR behind a WR, WR behind a RD, RD behind a WR: clocks, minus one
    input  logic [           T-1:0] rank_rd_less_i,
    input  logic [           T-1:0] rank_wr_less_i,
    input  logic [           T-1:0] rank_rtw_less_i,
    input  logic [           T-1:0] rank_wtr_less_i,
    // state load: take the state that act_bus_o, burst_o and rank*_o show
    input  logic                    load_i,
    input  logic                    load_act_bus_i,
    input  logic [DATA_BUSES*T-1:0] load_burst_i,
    input  logic [   RANK_BITS-1:0] load_rank_i,
    input  logic [           T-1:0] load_rank_rd_i,
    input  logic [           T-1:0] load_rank_wr_i,
    // what refresh asks for
    input  logic [       BANKS-1:0] refresh_pre_i,   // one-hot
    input  logic                    refresh_ref_i,
    input  logic                    refresh_all_i,
    input  logic [   BANK_BITS-1:0] refresh_bank_i,
    // the policy's choice, but for refresh: column commands only where rd_free_o or wr_free_o is set, row commands
    // only with row_free_o
    input  logic                    col_valid_i,
    input  logic                    col_write_i,
    input  logic                    col_last_i,
    input  logic                    col_close_i,     // with auto-precharge: RDA or WRA
    input  logic [       BANKS-1:0] col_bank_i,      // one-hot
    input  logic [ COLUMN_BITS-1:0] col_column_i,
    input  logic [    TAG_BITS-1:0] col_tag_i,
    input  logic                    row_valid_i,
    input  logic [       BANKS-1:0] row_bank_i,      // one-hot
    input  logic [    ROW_BITS-1:0] row_row_i,
    input  logic                    row_idle_i,      // it is the PRE of a row that nobody wants
    input  logic [       BANKS-1:0] open_i,          // a row command closes these, and opens the others
    // the commands that the buses allow, if refresh does not take the bus
    output logic                    act_bus_o,       // the second clock of an ACT: no row command, refresh's included
    output logic                    row_free_o,
    output logic [       BANKS-1:0] rd_free_o,       // the buses allow a RD of the bank
    output logic [       BANKS-1:0] wr_free_o,
    output logic [       BANKS-1:0] rd_turns_o,      // the data bus still turns to the bank's rank
    output logic [       BANKS-1:0] wr_turns_o,
    // what goes out
    output logic                    column_grant_o,  // a column command that is chosen
    output logic                    row_taken_o,     // the policy's row command
    output logic                    row_issued_o,    // any row command, or the rest of one
    output logic [       BANKS-1:0] row_own_o,       // bank of an ACT or a PRE, one-hot
    output logic [       BANKS-1:0] act_o,
    output logic [       BANKS-1:0] pre_o,
    output logic                    rd_o,            // to col_bank_i
    output logic                    wr_o,
    output logic                    close_o,         // the RD or WR is an RDA or WRA
    output logic [             2:0] col_cmd_o,
    output logic [   BANK_BITS-1:0] col_bank_o,
    output logic [ COLUMN_BITS-1:0] col_column_o,
    output logic [    TAG_BITS-1:0] col_tag_o,
    output logic                    col_last_o,
    output logic [             2:0] col_reason_o,
    output logic [             2:0] row_cmd_o,
    output logic [   BANK_BITS-1:0] row_bank_o,
    output logic [    ROW_BITS-1:0] row_row_o,
    output logic                    row_all_o,
    output logic [             2:0] row_reason_o,
    output logic                    booked_o,        // one data bus: it is booked; several: a column command goes out
    output logic [DATA_BUSES*T-1:0] burst_o,         // observation: clocks that each stays booked
    output logic [   RANK_BITS-1:0] rank_o,          // of the last column command
    output logic [           T-1:0] rank_rd_o,       // clocks until another rank's RD, WR may follow it
    output logic [           T-1:0] rank_wr_o
);
  rh_limits #(
      .BANKS(BANKS), .BUSES(BUSES), .DATA_BUSES(DATA_BUSES), .RANKS(RANKS), .ROW_BITS(ROW_BITS),
      .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .TIMER_BITS(TIMER_BITS)
  ) u_limits ();
  localparam int unsigned PER_BUS = BANKS / DATA_BUSES;
  localparam int unsigned PER_RANK = BANKS / RANKS;

  logic refresh_cmd, column, row_open, act_left;
  logic [DATA_BUSES-1:0] burst_runs;
  logic [BANKS-1:0] column_free;
  logic [BANK_BITS-1:0] row_index;

  // --- which buses are free ---
  assign refresh_cmd = refresh_ref_i | (|refresh_pre_i);
  assign row_free_o  = ~act_bus_o;

  rh_timer #(.W(1)) u_act_bus (
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(|act_o), .less_one_i(|act_less_i), .set_i(load_i),
      .set_count_i(load_act_bus_i), .count_o(act_left), .running_o(act_bus_o)
  );
  logic unused_left;
  assign unused_left = act_left;  // of one bit: it is act_bus_o

  for (genvar d = 0; d < DATA_BUSES; d++) begin : g_data_bus
    rh_timer #(.W(T)) u_burst (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(column & (|col_bank_i[d*PER_BUS+:PER_BUS])),
        .less_one_i(burst_less_i), .set_i(load_i), .set_count_i(load_burst_i[d*T+:T]),
        .count_o(burst_o[d*T+:T]), .running_o(burst_runs[d])
    );
    assign column_free[d*PER_BUS+:PER_BUS] = {PER_BUS{((BUSES == 2) | row_free_o) & ~burst_runs[d]}};
  end
  assign booked_o = column | ((DATA_BUSES == 1) & (|burst_runs));

  // --- the data bus turns from rank to rank: the last column command's rank waits for none of this ---
  if (RANKS > 1) begin : g_ranks
    logic [RANKS-1:0] to_rank;
    logic [RANK_BITS-1:0] rank_d, rank_q;
    logic rd_runs, wr_runs;

    rh_timer #(.W(T)) u_rank_rd (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(column),
        .less_one_i(col_write_i ? rank_wtr_less_i : rank_rd_less_i), .set_i(load_i), .set_count_i(load_rank_rd_i),
        .count_o(rank_rd_o), .running_o(rd_runs)
    );
    rh_timer #(.W(T)) u_rank_wr (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(column),
        .less_one_i(col_write_i ? rank_wr_less_i : rank_rtw_less_i), .set_i(load_i), .set_count_i(load_rank_wr_i),
        .count_o(rank_wr_o), .running_o(wr_runs)
    );
    rh_onehot_index #(.N(RANKS)) u_rank (.onehot_i(to_rank), .index_o(rank_d));
    for (genvar r = 0; r < RANKS; r++) begin : g_rank
      assign to_rank[r] = column & (|col_bank_i[r*PER_RANK+:PER_RANK]);
      assign rd_turns_o[r*PER_RANK+:PER_RANK] = {PER_RANK{rd_runs & (rank_q != RANK_BITS'(r))}};
      assign wr_turns_o[r*PER_RANK+:PER_RANK] = {PER_RANK{wr_runs & (rank_q != RANK_BITS'(r))}};
    end
    assign rank_o = rank_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) rank_q <= '0;
      else if (load_i) rank_q <= load_rank_i;
      else if (column) rank_q <= rank_d;
    end
  end else begin : g_one_rank
    logic unused_constraints;
    assign unused_constraints = ^{rank_rd_less_i, rank_wr_less_i, rank_rtw_less_i, rank_wtr_less_i, load_rank_i,
        load_rank_rd_i, load_rank_wr_i};
    assign rank_o      = '0;
    assign rank_rd_o   = '0;
    assign rank_wr_o   = '0;
    assign rd_turns_o  = '0;
    assign wr_turns_o  = '0;
  end
  assign rd_free_o = column_free & ~rd_turns_o;
  assign wr_free_o = column_free & ~wr_turns_o;

  // --- what is issued ---
  assign column_grant_o = (BUSES == 2) | ~refresh_cmd;
  assign column         = col_valid_i & column_grant_o;
  assign rd_o           = column & ~col_write_i;
  assign wr_o           = column & col_write_i;
  assign close_o        = column & col_close_i;
  assign row_taken_o    = row_valid_i & ~refresh_cmd & ((BUSES == 2) | ~col_valid_i);
  assign row_open       = |(row_bank_i & open_i);
  assign act_o          = row_bank_i & {BANKS{row_taken_o & ~row_open}};
  assign pre_o          = refresh_pre_i | (row_bank_i & {BANKS{row_taken_o & row_open}});
  assign row_own_o      = (|refresh_pre_i) ? refresh_pre_i : row_bank_i & {BANKS{row_taken_o}};
  assign row_issued_o   = refresh_cmd | row_taken_o | act_bus_o;

  rh_onehot_index #(.N(BANKS)) u_col_bank (
      .onehot_i(col_bank_i & {BANKS{column}}), .index_o(col_bank_o)
  );
  rh_onehot_index #(.N(BANKS)) u_row_bank (.onehot_i(row_own_o), .index_o(row_index));

  always_comb begin
    col_cmd_o = rh_pkg::CMD_NOP;
    if (rd_o) col_cmd_o = col_close_i ? rh_pkg::CMD_RDA : rh_pkg::CMD_RD;
    if (wr_o) col_cmd_o = col_close_i ? rh_pkg::CMD_WRA : rh_pkg::CMD_WR;
    col_reason_o = column ? rh_pkg::REASON_HIT : rh_pkg::REASON_NONE;
    col_column_o = col_column_i & {COLUMN_BITS{column}};
    col_tag_o    = col_tag_i & {TAG_BITS{column}};
    col_last_o   = col_last_i & column;

    row_cmd_o    = rh_pkg::CMD_NOP;
    row_reason_o = rh_pkg::REASON_NONE;
    row_row_o    = row_row_i & {ROW_BITS{row_taken_o & ~row_open}};
    row_bank_o   = row_index;
    row_all_o    = refresh_ref_i & refresh_all_i;
    if (refresh_cmd) begin
      row_cmd_o    = refresh_ref_i ? rh_pkg::CMD_REF : rh_pkg::CMD_PRE;
      row_reason_o = rh_pkg::REASON_REFRESH;
      if (refresh_ref_i) row_bank_o = refresh_bank_i;
    end else if (row_taken_o) begin
      row_cmd_o    = row_open ? rh_pkg::CMD_PRE : rh_pkg::CMD_ACT;
      row_reason_o = row_open ? rh_pkg::REASON_CONFLICT : rh_pkg::REASON_OPEN;
      if (row_idle_i) row_reason_o = rh_pkg::REASON_IDLE;
    end
  end
endmodule
