// SPDX-License-Identifier: Apache-2.0
// Follows one request, known by its tag, from acceptance over its column commands, if it has any, to its response. No
// other request may carry the tag meanwhile: controllers never look at tags, so this only names the request.
module mon_track #(
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned T = 3,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      live_i,       // out of reset
    input  logic [      TAG_BITS-1:0] tag_i,        // constant
    input  logic                      req_valid_i,
    input  logic                      req_ready_i,
    input  logic                      req_write_i,
    input  logic [     BANK_BITS-1:0] req_bank_i,
    input  logic [      ROW_BITS-1:0] req_row_i,
    input  logic [   COLUMN_BITS-1:0] req_column_i,
    input  logic [               2:0] req_len_i,
    input  logic [      TAG_BITS-1:0] req_tag_i,
    input  logic                      forward_i,    // the request that is taken is answered, by no command
    input  logic                      rd_i,         // column command
    input  logic                      wr_i,
    input  logic [     BANK_BITS-1:0] col_bank_i,
    input  logic [   COLUMN_BITS-1:0] col_column_i,
    input  logic [      TAG_BITS-1:0] col_tag_i,
    input  logic                      col_last_i,
    input  logic [         BANKS-1:0] open_i,       // of the DRAM, before this clock
    input  logic [BANKS*ROW_BITS-1:0] rows_i,
    input  logic                      rsp_valid_i,
    input  logic                      rsp_ready_i,
    input  logic                      rsp_write_i,
    input  logic [      TAG_BITS-1:0] rsp_tag_i,
    input  logic [             T-1:0] rd_done_i,
    input  logic [             T-1:0] wr_done_i,
    output logic                      taken_o,      // accepted in this clock
    output logic                      column_o,     // a column command in this clock
    output logic [               3:0] left_o,       // column commands to come
    output logic                      waiting_o,    // for its response
    output logic                      write_o,
    output logic [     BANK_BITS-1:0] bank_o,
    output logic [      ROW_BITS-1:0] row_o,
    output logic [   COLUMN_BITS-1:0] next_o,       // next column
    output logic [             T-1:0] clocks_o,     // since its last column command, modulo 2^T
    output logic                      over_o        // its data are over
);
  logic [3:0] left;
  logic waiting, write;
  logic [BANK_BITS-1:0] bank;
  logic [ROW_BITS-1:0] row;
  logic [COLUMN_BITS-1:0] next;
  logic [T-1:0] age, clocks;
  logic taken, mine, column, finish, ends, response;

  assign taken    = live_i & req_valid_i & req_ready_i & (req_tag_i == tag_i);
  assign column   = live_i & (rd_i | wr_i) & (col_tag_i == tag_i);
  assign finish   = column & (left == 4'd1);
  assign ends     = finish | (taken & forward_i);  // nothing but its response is to come
  assign response = live_i & rsp_valid_i & (rsp_tag_i == tag_i);
  assign mine     = waiting | (left != 4'd0);

  mon_age #(.W(T)) u_age (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(ends), .age_o(age));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left    <= 4'd0;
      waiting <= 1'b0;
    end else begin
      if (taken) left <= forward_i ? 4'd0 : {1'b0, req_len_i} + 4'd1;
      else if (column) left <= left - 4'd1;
      if (ends) waiting <= 1'b1;
      else if (response & rsp_ready_i) waiting <= 1'b0;
    end
    if (taken) begin
      write <= req_write_i;
      bank  <= req_bank_i;
      row   <= req_row_i;
      next  <= req_column_i;
    end else if (column) next <= next + COLUMN_BITS'(1);
    clocks <= ends ? T'(1) : clocks + T'(1);
  end

  logic [T-1:0] done;
  assign done = write ? wr_done_i : rd_done_i;

  always_comb begin
    if (live_i) begin
      tag_M: assume (!(req_valid_i && req_tag_i == tag_i && mine));
      // as many column commands as asked for, no more; none before acceptance
      invented_A: assert (!column || left != 4'd0);
      last_A: assert (!column || col_last_i == (left == 4'd1));
      column_A: assert (!column || (col_bank_i == bank && col_column_i == next && wr_i == write));
      row_A: assert (!column || (open_i[bank] && rows_i[bank*ROW_BITS+:ROW_BITS] == row));
      // one response, behind the last column command and its data
      response_A: assert (!response || (waiting && rsp_write_i == write));
      early_A: assert (!response || age >= done);
      one_C: cover (response && rsp_ready_i);
      three_C: cover (column && left == 4'd2 && next == COLUMN_BITS'(1) && write);
      held_C: cover (response && !rsp_ready_i && age > done + T'(1));
      prompt_C: cover (response && age == done);
    end
  end

  assign taken_o   = taken;
  assign column_o  = column;
  assign left_o    = left;
  assign waiting_o = waiting;
  assign write_o   = write;
  assign bank_o    = bank;
  assign row_o     = row;
  assign next_o    = next;
  assign clocks_o  = clocks;
  assign over_o    = age >= done;

  always_comb
    if (live_i) begin
      inv_left_A: assert (left <= 4'd8 && !(waiting && left != 4'd0));
      inv_clocks_A: assert (!waiting || age == clocks || age == {T{1'b1}});
    end
endmodule
