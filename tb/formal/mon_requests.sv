// SPDX-License-Identifier: Apache-2.0
// The promises about requests, for two symbolic ones, `a` and `b`: nothing lost, duplicated or invented, order kept,
// nothing dropped under back-pressure.
module mon_requests #(
    // column commands in order of arrival: 0 in a row of a bank, 1 in a bank, 2 all, 3 where they share a column
    parameter int unsigned ORDER = 0,
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned T = 3,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      started_i,
    input  logic                      req_valid_i,
    input  logic                      req_ready_i,
    input  logic                      req_write_i,
    input  logic [     BANK_BITS-1:0] req_bank_i,
    input  logic [      ROW_BITS-1:0] req_row_i,
    input  logic [   COLUMN_BITS-1:0] req_column_i,
    input  logic [               2:0] req_len_i,
    input  logic [      TAG_BITS-1:0] req_tag_i,
    input  logic                      forward_i,   // the request that is offered is answered, by no command
    input  logic [               2:0] col_cmd_i,
    input  logic [     BANK_BITS-1:0] col_bank_i,
    input  logic [   COLUMN_BITS-1:0] col_column_i,
    input  logic [      TAG_BITS-1:0] col_tag_i,
    input  logic                      col_last_i,
    input  logic [               2:0] row_cmd_i,
    input  logic [     BANK_BITS-1:0] row_bank_i,
    input  logic [      ROW_BITS-1:0] row_row_i,
    input  logic                      rsp_valid_i,
    input  logic                      rsp_ready_i,
    input  logic                      rsp_write_i,
    input  logic [      TAG_BITS-1:0] rsp_tag_i,
    input  logic [             T-1:0] rd_done_i,
    input  logic [             T-1:0] wr_done_i,
    output logic [         BANKS-1:0] open_o,      // rows of the DRAM
    output logic [BANKS*ROW_BITS-1:0] rows_o,
    output logic                      behind_o,    // b came behind a, and a has column commands to come
    output logic                      bound_o,     // that is why b has to wait
    output logic [               7:0] stored_o,    // accepted, last column command to come
    output logic [               7:0] flying_o,    // accepted, not responded
    // a, b: see mon_track
    output logic [    2*TAG_BITS-1:0] tag_o,
    output logic [               7:0] left_o,
    output logic [               1:0] waiting_o,
    output logic [               1:0] write_o,
    output logic [   2*BANK_BITS-1:0] bank_o,
    output logic [    2*ROW_BITS-1:0] row_o,
    output logic [ 2*COLUMN_BITS-1:0] next_o,
    output logic [           2*T-1:0] clocks_o,
    output logic [               1:0] over_o
);
  (* anyconst *) logic [TAG_BITS-1:0] tag_a, tag_b;
  assign tag_o = {tag_b, tag_a};

  logic live, rd, wr, close;
  assign live  = started_i & rst_ni;
  assign close = col_cmd_i == rh_pkg::CMD_RDA || col_cmd_i == rh_pkg::CMD_WRA;
  assign rd    = live & (col_cmd_i == rh_pkg::CMD_RD || col_cmd_i == rh_pkg::CMD_RDA);
  assign wr    = live & (col_cmd_i == rh_pkg::CMD_WR || col_cmd_i == rh_pkg::CMD_WRA);

  // --- the rows that are open to column commands: none after an RDA or a WRA ---
  logic [BANKS-1:0] open;
  logic [BANKS*ROW_BITS-1:0] rows;
  for (genvar k = 0; k < BANKS; k++) begin : g_bank
    logic here;
    assign here = live & (row_bank_i == BANK_BITS'(k));
    always_ff @(posedge clk_i) begin
      if (!rst_ni) open[k] <= 1'b0;
      else if (here & (row_cmd_i == rh_pkg::CMD_ACT)) open[k] <= 1'b1;
      else if (here & (row_cmd_i == rh_pkg::CMD_PRE)) open[k] <= 1'b0;
      else if (live & close & (col_bank_i == BANK_BITS'(k))) open[k] <= 1'b0;
      if (here & (row_cmd_i == rh_pkg::CMD_ACT)) rows[k*ROW_BITS+:ROW_BITS] <= row_row_i;
    end
  end
  assign open_o = open;
  assign rows_o = rows;

  // --- two requests ---
  logic [1:0] taken, column;
  for (genvar k = 0; k < 2; k++) begin : g_track
    mon_track #(
        .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .T(T)
    ) u_track (
        .clk_i(clk_i), .rst_ni(rst_ni), .live_i(live), .tag_i(tag_o[k*TAG_BITS+:TAG_BITS]), .req_valid_i(req_valid_i),
        .req_ready_i(req_ready_i), .req_write_i(req_write_i), .req_bank_i(req_bank_i), .req_row_i(req_row_i),
        .req_column_i(req_column_i), .req_len_i(req_len_i), .req_tag_i(req_tag_i), .forward_i(forward_i), .rd_i(rd),
        .wr_i(wr),
        .col_bank_i(col_bank_i), .col_column_i(col_column_i), .col_tag_i(col_tag_i), .col_last_i(col_last_i),
        .open_i(open), .rows_i(rows), .rsp_valid_i(rsp_valid_i), .rsp_ready_i(rsp_ready_i),
        .rsp_write_i(rsp_write_i), .rsp_tag_i(rsp_tag_i), .rd_done_i(rd_done_i), .wr_done_i(wr_done_i),
        .taken_o(taken[k]), .column_o(column[k]), .left_o(left_o[k*4+:4]), .waiting_o(waiting_o[k]),
        .write_o(write_o[k]), .bank_o(bank_o[k*BANK_BITS+:BANK_BITS]), .row_o(row_o[k*ROW_BITS+:ROW_BITS]),
        .next_o(next_o[k*COLUMN_BITS+:COLUMN_BITS]), .clocks_o(clocks_o[k*T+:T]), .over_o(over_o[k])
    );
  end

  // --- order ---
  logic behind, bound, finish_a, share;  // share: both have a command to come for a column
  logic [COLUMN_BITS-1:0] next_a, next_b;
  assign next_a   = next_o[0+:COLUMN_BITS];
  assign next_b   = next_o[COLUMN_BITS+:COLUMN_BITS];
  assign share    = (32'(COLUMN_BITS'(next_b - next_a)) < 32'(left_o[3:0]))
      | (32'(COLUMN_BITS'(next_a - next_b)) < 32'(left_o[7:4]));
  assign finish_a = column[0] & (left_o[3:0] == 4'd1);
  assign bound    = behind & ((ORDER != 3) | share)
      & ((ORDER == 2) | (bank_o[0+:BANK_BITS] == bank_o[BANK_BITS+:BANK_BITS]))
      & ((ORDER == 1) | (ORDER == 2) | (row_o[0+:ROW_BITS] == row_o[ROW_BITS+:ROW_BITS]));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) behind <= 1'b0;
    else if (taken[1]) behind <= (left_o[3:0] != 4'd0) & ~finish_a & ~forward_i;
    else if (finish_a) behind <= 1'b0;
  end
  assign behind_o = behind;
  assign bound_o  = bound;

  // --- counts; a response that is not taken stays ---
  logic accept, last, answer, held, held_write;
  logic [7:0] stored, flying;
  logic [TAG_BITS-1:0] held_tag;
  assign accept = live & req_valid_i & req_ready_i;
  assign last   = (rd | wr) & col_last_i;
  assign answer = live & rsp_valid_i & rsp_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stored <= 8'd0;
      flying <= 8'd0;
      held   <= 1'b0;
    end else begin
      stored <= stored + 8'(accept & ~forward_i) - 8'(last);
      flying <= flying + 8'(accept) - 8'(answer);
      held   <= rsp_valid_i & ~rsp_ready_i;
    end
    held_tag   <= rsp_tag_i;
    held_write <= rsp_write_i;
  end
  assign stored_o = stored;
  assign flying_o = flying;

  always_comb begin
    two_M: assume (tag_a != tag_b);
    if (live) begin
      order_A: assert (!(bound && column[1]));
      held_A: assert (!held || (rsp_valid_i && rsp_tag_i == held_tag && rsp_write_i == held_write));
      answered_A: assert (!answer || flying != 8'd0);
      refused_C: cover (req_valid_i && !req_ready_i);
      order_C: cover (bound && column[0] && write_o[0] && !write_o[1] && req_valid_i && !req_ready_i);
      twice_C: cover (rsp_valid_i && rsp_ready_i && waiting_o == 2'b11);
    end
  end
  if (ORDER == 3) begin : g_columns
    always_comb
      if (live) begin
        passes_C: cover (behind && column[1] && col_bank_i == bank_o[0+:BANK_BITS]
            && row_o[0+:ROW_BITS] == row_o[ROW_BITS+:ROW_BITS] && left_o[3:0] == 4'd2);
      end
  end
endmodule
