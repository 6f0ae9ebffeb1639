// SPDX-License-Identifier: Apache-2.0
// prove: requests QUEUE=4 BANKS=2 SOURCE_BITS=1 REQUESTS=1 bmc=8 induction=1 cover=10 asserts=39 covers=11 fast=3 fastcover=0
// prove: policy QUEUE=4 BANKS=2 SOURCE_BITS=1 POLICY=1 bmc=8 induction=1 cover=16 asserts=38 covers=14 fast=3 fastcover=0
// prove: drain QUEUE=4 BANKS=2 SOURCE_BITS=1 WRITE_DRAIN=1 POLICY=1 bmc=8 induction=1 cover=16 asserts=46 covers=20
// prove: policy_sources QUEUE=4 BANKS=2 SOURCE_BITS=2 POLICY=1 bmc=6 induction=1 cover=14 asserts=38 covers=14
// prove: policy_two_buses QUEUE=4 BANKS=2 BUSES=2 SOURCE_BITS=1 POLICY=1 bmc=6 induction=1 cover=14 asserts=38 covers=14
// prove: rules QUEUE=4 BANKS=4 GROUPS=2 SOURCE_BITS=1 RULES=1 bmc=6 induction=1 cover=12 asserts=35 covers=3
// prove: parts QUEUE=4 BANKS=4 GROUPS=2 BUSES=2 GRAIN_BITS=1 SUBARRAY_GROUP_BITS=1 SUBARRAY_BITS=1 SOURCE_BITS=1 RULES=1 bmc=5 induction=1 cover=12 asserts=35 covers=3
`define ROWHOLD_DUT rh_atlas
module fv_rh_atlas #(
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
    localparam int unsigned COLUMNS_RANKED = 2,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned S = rh_pkg::max(1, SOURCE_BITS),
    localparam int unsigned R = S + 1
) (
    input logic clk_i,
    input logic rst_ni
);
`include "observe_atlas.svh"
`include "controller.svh"
`include "age_controller.svh"

  assign {unseen, searched, capped} = '0;
  assign upper        = ~behind_q;
  assign ranks        = column_ranks;
  for (genvar k = 0; k < QUEUE; k++) begin : g_rank  // that of its bank
    assign column_ranks[k*R+:R] = ~bank_rank_q[32'(bank_q[k*BANK_BITS+:BANK_BITS])*R+:R];
  end
  if (POLICY) begin : g_service
    mon_service #(
        .QUEUE(QUEUE), .BANKS(BANKS), .SOURCE_BITS(SOURCE_BITS), .TIMER_BITS(TIMER_BITS)
    ) u_service (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .burst_i(constraints[rh_pkg::T_BURST*T+:T]),
        .rp_i(constraints[rh_pkg::T_RP*T+:T]), .rcd_i(constraints[rh_pkg::T_RCD_RD*T+:T]), .quantum_i(quantum_i),
        .history_i(service_history_i), .threshold_i(waiting_threshold_i), .valid_i(valid), .wants_i(next_hits),
        .served_i(served),
        .banks_i(bank_q), .sources_i(source_q), .column_i(col_cmd != rh_pkg::CMD_NOP), .last_i(col_last),
        .bank_i(col_bank), .act_i(row_cmd == rh_pkg::CMD_ACT), .act_bank_i(row_bank), .entry_ranks_i(entry_rank_q),
        .bank_ranks_i(bank_rank_q), .aged_i(aged_q), .behind_i(behind_q), .unsettled_i(unsettled_q),
        .settle_next_i(settle_next_q),
        .period_left_i(period_left_q), .quantum_left_i(quantum_left_q), .ranking_i(ranking_q), .turn_i(turn_q),
        .held_i(held_q), .lesser_i(lesser_q),
        .source_ranks_i(source_rank_q), .services_i(service_q), .opened_i(opened_q), .charge_i(charge_q),
        .charge_source_i(charge_source_q)
    );
  end
endmodule
