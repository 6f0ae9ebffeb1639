// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 SOURCE_BITS=1 REQUESTS=1 bmc=8 induction=1 cover=10 asserts=39 covers=11 fast=3 fastcover=0
// prove: policy QUEUE=4 BANKS=2 SOURCE_BITS=1 POLICY=1 bmc=8 induction=1 cover=12 asserts=34 covers=13 fast=3 fastcover=0
// prove: drain QUEUE=4 BANKS=2 SOURCE_BITS=1 WRITE_DRAIN=1 POLICY=1 bmc=6 induction=1 cover=14 asserts=42 covers=19
// prove: policy_sources QUEUE=4 BANKS=2 SOURCE_BITS=2 POLICY=1 bmc=6 induction=1 cover=12 asserts=34 covers=13
// prove: policy_two_buses QUEUE=4 BANKS=2 BUSES=2 SOURCE_BITS=1 POLICY=1 bmc=6 induction=1 cover=12 asserts=34 covers=13
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 SOURCE_BITS=1 RULES=1 bmc=6 induction=1 cover=12 asserts=35 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 SOURCE_BITS=1 RULES=1 bmc=5 induction=1 cover=12 asserts=35 covers=3
`define ROWHOLD_DUT rh_par_bs
module fv_rh_par_bs #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned TIMER_BITS = 3,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned GRAIN_BITS = 0,
    parameter int unsigned RANK_BITS = 0,
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned SOURCE_BITS = 0,
    parameter int unsigned STACKED = 0,
    parameter int unsigned WRITE_DRAIN = 0,
    parameter int unsigned CLOSES = 0,
    parameter bit RULES = 1'b0,
    parameter bit REQUESTS = 1'b0,
    parameter bit POLICY = 1'b0,
    parameter bit PROGRESS = 1'b0,
    localparam bit SERIAL = 1'b0,
    localparam int unsigned ORDER = 0,
    localparam bit COLUMNS_RANKED = 1'b1,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned SOURCE_RANK = rh_pkg::log2_up(rh_pkg::min(QUEUE, rh_pkg::power(SOURCE_BITS))),
    localparam int unsigned R = SOURCE_RANK + 1
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_par_bs.svh"
`include "controller.svh"
`include "age_controller.svh"

  assign {unseen, searched, capped} = '0;
  for (genvar k = 0; k < QUEUE; k++) begin : g_rank
    logic [SOURCE_RANK-1:0] goodness;
    assign goodness = ~source_rank_q[k*SOURCE_RANK+:SOURCE_RANK];
    assign ranks[k*R+:R] = {upper[k], goodness};
    assign column_ranks[k*R+:R] = {1'b0, goodness};
  end
  logic kinds, left_write;  // reads and writes are counted apart
  if (WRITE_DRAIN != 0) begin : g_kinds
    assign {kinds, left_write} = {|write_high_i, left_write_q};
  end else begin : g_no_kinds
    assign {kinds, left_write} = '0;
  end
  if (POLICY) begin : g_batch
    mon_batch #(
        .QUEUE(QUEUE), .BANKS(BANKS), .SOURCE_BITS(SOURCE_BITS), .WRITE_DRAIN(WRITE_DRAIN)
    ) u_batch (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .cap_i(marking_cap_i), .valid_i(valid),
        .wants_i(next_hits),
        .writes_i(write_q), .served_i(served), .kinds_i(kinds), .left_write_i(left_write),
        .banks_i(bank_q), .sources_i(source_q), .leaves_i(col_cmd != rh_pkg::CMD_NOP && col_last), .bank_i(col_bank),
        .ahead_i(ahead_q), .marked_i(marked_q), .ranked_i(ranked_q), .ranks_i(source_rank_q), .left_bank_i(left_bank_q),
        .left_source_i(left_source_q), .left_ahead_i(left_ahead_q), .counts_i(counts_q), .places_i(places_q),
        .turn_i(turn_q), .load_i(load_q), .taken_i(taken_q), .loads_i(loads_q), .marked_o(upper)
    );
  end else begin : g_no_batch
    assign upper = marked_q;
  end
endmodule
