// SPDX-License-Identifier: Apache-2.0
// Body of a controller's proof: the block `ROWHOLD_DUT in any configuration, rules and requests. Stands behind the
// observe_*.svh that declares the registers of rh_backend; its module has the parameters of fv_rh_fifo.
`ifndef ROWHOLD_AUTO
`define ROWHOLD_AUTO 1'b0  // 1: the block uses RDA and WRA
`endif
localparam int unsigned T = TIMER_BITS;
`include "dut_controller.svh"

logic started;
initial started = 1'b0;
always_ff @(posedge clk_i) started <= 1'b1;
always_comb reset_M: assume (started || !rst_ni);

mon_lint #(.BANKS(BANKS), .GROUPS(GROUPS), .RANK_BITS(RANK_BITS), .TIMER_BITS(T)) u_lint (
    .constraints_i(constraints), .faw_n_i(faw_n), .refresh_i(refresh), .refi_i(refi), .rfc_i(rfc)
);

if (RULES) begin : g_rules
  logic [T-1:0] age_rd, age_wr;
  mon_rules #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .AUTO(`ROWHOLD_AUTO), .COVERS(1'b0)
  ) u_rules (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .constraints_i(constraints), .faw_n_i(faw_n),
      .refresh_i(refresh), .refi_i(refi), .rfc_i(rfc), .col_cmd_i(col_cmd), .col_bank_i(col_bank), .row_cmd_i(row_cmd),
      .row_bank_i(row_bank), .row_all_i(row_all), .obs_i(backend_obs), .age_rd_o(age_rd), .age_wr_o(age_wr)
  );
end

// the two requests followed
logic [BANKS-1:0] open;
logic [BANKS*ROW_BITS-1:0] rows;
logic behind, bound;
logic [7:0] stored, flying, left;
logic [2*TAG_BITS-1:0] tag;
logic [1:0] waiting, write, over;
logic [2*BANK_BITS-1:0] bank;
logic [2*ROW_BITS-1:0] row;
logic [2*COLUMN_BITS-1:0] next;
logic [2*T-1:0] clocks;

// with reads that no command answers all responses take as long as those that take longest
logic [T-1:0] rd_done, wr_done;
if (WRITE_DRAIN > 1) begin : g_longest
  assign rd_done = (constraints[rh_pkg::T_RD_DONE*T+:T] > constraints[rh_pkg::T_WR_DONE*T+:T])
      ? constraints[rh_pkg::T_RD_DONE*T+:T] : constraints[rh_pkg::T_WR_DONE*T+:T];
  assign wr_done = rd_done;
end else begin : g_own
  assign rd_done = constraints[rh_pkg::T_RD_DONE*T+:T];
  assign wr_done = constraints[rh_pkg::T_WR_DONE*T+:T];
end

if (REQUESTS) begin : g_requests
  logic [2*$clog2(RESPONSES)-1:0] slot;
  mon_requests #(
      .ORDER(WRITE_DRAIN != 0 ? 3 : ORDER), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .T(T)
  ) u_requests (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .req_valid_i(req_valid_i), .req_ready_i(req_ready),
      .req_write_i(req_write_i), .req_bank_i(req_bank_i), .req_row_i(req_row_i), .req_column_i(req_column_i),
      .req_len_i(req_len_i), .req_tag_i(req_tag_i), .forward_i(forward), .col_cmd_i(col_cmd), .col_bank_i(col_bank),
      .col_column_i(col_column), .col_tag_i(col_tag), .col_last_i(col_last), .row_cmd_i(row_cmd),
      .row_bank_i(row_bank), .row_row_i(row_row), .rsp_valid_i(rsp_valid), .rsp_ready_i(rsp_ready_i),
      .rsp_write_i(rsp_write), .rsp_tag_i(rsp_tag), .rd_done_i(rd_done), .wr_done_i(wr_done),
      .open_o(open), .rows_o(rows), .behind_o(behind), .bound_o(bound),
      .stored_o(stored), .flying_o(flying), .tag_o(tag), .left_o(left), .waiting_o(waiting), .write_o(write),
      .bank_o(bank), .row_o(row), .next_o(next), .clocks_o(clocks), .over_o(over)
  );

  for (genvar k = 0; k < 2; k++) begin : g_slots
    mon_slots #(.RESPONSES(RESPONSES), .TAG_BITS(TAG_BITS), .T(T)) u_slots (
        .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .waiting_i(waiting[k]), .write_i(write[k]),
        .clocks_i(clocks[k*T+:T]), .over_i(over[k]), .rd_done_i(rd_done),
        .wr_done_i(wr_done), .slot_tags_i(response_tag_q), .slot_dones_i(response_done_q),
        .slot_writes_i(response_write_q), .head_i(response_head_q), .count_i(response_count_q),
        .mature_i(response_mature_q), .now_i(now_q),
        .place_o(slot[k*$clog2(RESPONSES)+:$clog2(RESPONSES)])
    );
  end

  // what the queue holds and the response FIFO holds is all that is under way
  logic [BANKS-1:0] same;
  for (genvar b = 0; b < BANKS; b++) begin : g_row
    assign same[b] = ~open[b] | (open_row_q[b*ROW_BITS+:ROW_BITS] == rows[b*ROW_BITS+:ROW_BITS]);
  end
  always_comb
    if (started) begin
      occupancy_A: assert (8'(occupancy) == stored);
      lost_A: assert (flying == stored + 8'(response_count_q));
      inv_slots_A: assert (response_mature_q <= response_count_q && 32'(response_count_q) <= RESPONSES
          && 32'(response_head_q) < RESPONSES);
      inv_rows_A: assert ((open_q & ~closing_q) == open && &same);
    end
  if (WRITE_DRAIN > 1) begin : g_forward
    mon_forward #(
        .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES)
    ) u_forward (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .req_valid_i(req_valid_i), .req_ready_i(req_ready),
        .req_write_i(req_write_i), .req_bank_i(req_bank_i), .req_row_i(req_row_i), .req_column_i(req_column_i),
        .req_len_i(req_len_i), .req_tag_i(req_tag_i), .forward_i(forward), .forward_tag_i(forward_tag),
        .ends_i(col_cmd != rh_pkg::CMD_NOP && col_last), .rsp_valid_i(rsp_valid), .rsp_ready_i(rsp_ready_i),
        .rsp_tag_i(rsp_tag), .tag_i(tag), .left_i(left), .waiting_i(waiting), .write_i(write), .bank_i(bank),
        .row_i(row), .next_i(next), .behind_i(behind), .slot_i(slot)
    );
  end
end else begin : g_no_requests
  assign {open, rows, behind, bound, stored, flying, left, tag, waiting, write, over, bank, row, next, clocks} = '0;
end
