// SPDX-License-Identifier: Apache-2.0
// The commands that are legal in this clock, a bit a bank, read from the timers in rh_backend's observation vector.
// That the timers are what is left of the constraints is proven by mon_rules.
module mon_legal #(
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
    localparam int unsigned T = TIMER_BITS,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned OBS_BITS = rh_pkg::backend_bits(
        QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
        GRAIN_BITS, RANK_BITS)
) (
    input  logic [         1:0] refresh_i,
    input  logic                refreshes_i,  // refresh has the row bus
    input  logic [OBS_BITS-1:0] obs_i,
    output logic [   BANKS-1:0] settled_o,    // no constraint from the last ACT runs that is at least two clocks
    output logic [   BANKS-1:0] rd_ok_o,
    output logic [   BANKS-1:0] wr_ok_o,
    output logic [   BANKS-1:0] act_ok_o,
    output logic [   BANKS-1:0] pre_ok_o
);
`define TIMING_LEGAL
`include "observe_backend.svh"
`include "timing.svh"
`undef TIMING_LEGAL
  assign backend_obs = obs_i;

  logic rows_free, bus, slot;
  assign rows_free = !refreshes_i && !act_bus_q;  // the second clock of an ACT on the row bus
  assign bus       = BUSES == 2 || rows_free;
  assign slot      = 32'(response_count_q) < RESPONSES;

  // bits of a bank's number that the banks of one REF have in common, and that say their turn in a round
  localparam int unsigned PER_RANK = BANKS / 2 ** RANK_BITS;
  localparam logic [BANK_BITS-1:0] RANK = BANK_BITS'(BANKS - PER_RANK);
  logic [BANK_BITS-1:0] round, previous;
  logic [BANKS-1:0] in_turn;
  assign round    = (refresh_i == 2'd1) ? RANK : (refresh_i == 2'd3) ? RANK | BANK_BITS'(BANKS / GROUPS - 1) : '1;
  assign previous = refresh_bank_q - BANK_BITS'(1);
  // a REF of one bank of every group keeps tRRD from an ACT of any group: none once those banks are closed
  logic hold;
  assign hold = refresh_i == 2'd3 && refresh_due_q && (in_turn & open_q) == '0;

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    localparam int unsigned N = b / (BANKS / 2 ** (GRAIN_BITS + RANK_BITS));
    localparam int unsigned D = (RANK_BITS == 0) ? N : 0;  // data bus
    localparam int unsigned R = (RANK_BITS == 0) ? 0 : N;  // rank
    logic free, data, here, apart, former, held;
    assign in_turn[b] = ((BANK_BITS'(b) ^ refresh_bank_q) & round) == '0;
    assign former     = ((BANK_BITS'(b) ^ previous) & round) == '0;
    assign held       = hold && ((BANK_BITS'(b) ^ refresh_bank_q) & RANK) == '0;
    assign apart = window_q[R*8*T+window_next_q[R*3+:3]*T+:T] == '0;  // the N-th last ACT's
    assign here  = RANK_BITS == 0 || 32'(rank_q) == R;     // the last column command was the rank's
    assign free  = !(refresh_due_q && in_turn[b]) && !(refresh_busy_q != '0 && former);
    assign data  = free && bus && slot && open_q[b] && burst_q[D*T+:T] == '0;
    assign settled_o[b] = rcd_rd_q[b*T+:T] == '0 || rcd_wr_q[b*T+:T] == '0 || ras_q[b*T+:T] == '0;
    assign rd_ok_o[b]   = data && rd_timed[b] && (here || rank_rd_q == '0);
    assign wr_ok_o[b]   = data && wr_timed[b] && (here || rank_wr_q == '0);
    assign act_ok_o[b]  = free && rows_free && !open_q[b] && act_timed[b] && apart && !held;
    assign pre_ok_o[b]  = free && rows_free && open_q[b] && pre_timed[b];
  end
endmodule
