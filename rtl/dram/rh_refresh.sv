// SPDX-License-Identifier: Apache-2.0
// Refresh: when a refresh falls due, its banks are blocked, closed as soon as that is legal, and refreshed. It has the
// highest priority on the command bus. Promise: from the clock in which a refresh falls due until tRFC after its REF,
// its banks get no ACT and no column command.
module rh_refresh #(
    parameter  int unsigned BANKS = 4,
    parameter  int unsigned GROUPS = 1,
    parameter  int unsigned RANK_BITS = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic [          1:0] refresh_i,  // 0 off, 1 all banks of a rank, 2 one bank, 3 one of each of its groups
    input  logic [         15:0] refi_i,
    input  logic [         15:0] rfc_i,
    input  logic [    BANKS-1:0] open_i,
    input  logic [    BANKS-1:0] act_ok_i,   // may be refreshed: closed, tRP and tRC over
    input  logic [    BANKS-1:0] pre_ok_i,   // may be closed: open, tRAS, tRTP, tWR over
    // state load: take the state that timer_o, busy_o, due_o and bank_o show
    input  logic                 load_i,
    input  logic [         15:0] load_timer_i,
    input  logic [         15:0] load_busy_i,
    input  logic                 load_due_i,
    input  logic [BANK_BITS-1:0] load_bank_i,
    output logic [    BANKS-1:0] blocked_o,  // banks that wait for a refresh, or are in one
    output logic [    BANKS-1:0] hold_o,     // no ACT now: one of any group would hold off a same-bank REF
    output logic [    BANKS-1:0] pre_o,      // one-hot: PRE in this clock
    output logic                 ref_o,      // REF in this clock, of turn_o
    output logic                 all_o,      // of all banks of a rank
    output logic [BANK_BITS-1:0] bank_o,     // first bank of the next REF
    output logic [    BANKS-1:0] turn_o,     // banks of the next REF
    output logic [         15:0] timer_o,    // observation
    output logic [         15:0] busy_o,
    output logic                 due_o
);
  rh_limits #(.BANKS(BANKS), .GROUPS(GROUPS), .RANK_BITS(RANK_BITS)) u_limits ();
  localparam logic [1:0] ALL_BANK = 2'd1, SAME_BANK = 2'd3;
  // bits of a bank's number that say its rank, and its place in a group
  localparam logic [BANK_BITS-1:0] OF_RANK = BANK_BITS'(BANKS - BANKS / 2 ** RANK_BITS);
  localparam logic [BANK_BITS-1:0] OF_GROUP = BANK_BITS'(BANKS / GROUPS - 1);

  logic [15:0] timer_d, timer_q, busy_d, busy_q;
  logic due_d, due_q;
  logic [BANK_BITS-1:0] bank_d, bank_q, in_round, previous;
  logic tick, all_banks, same;
  logic [BANKS-1:0] turn, last, rank;
  logic [BANKS-1:0] targets, busy, closable;

  assign all_banks  = refresh_i == ALL_BANK;
  assign same = refresh_i == SAME_BANK;
  assign tick = (refresh_i != 2'd0) & (timer_q == refi_i - 16'd1);

  // the bits that the banks of one REF have in common; the others stay 0, and a round counts across them
  assign in_round = all_banks ? OF_RANK : same ? OF_RANK | OF_GROUP : '1;
  assign previous = bank_q - BANK_BITS'(1);
  for (genvar b = 0; b < BANKS; b++) begin : g_turn
    assign turn[b] = ((bank_q ^ BANK_BITS'(b)) & in_round) == '0;
    assign last[b] = ((previous ^ BANK_BITS'(b)) & in_round) == '0;
    assign rank[b] = ((bank_q ^ BANK_BITS'(b)) & OF_RANK) == '0;
  end
  assign targets = turn & {BANKS{due_q}};
  assign busy    = last & {BANKS{busy_q != 16'd0}};

  assign closable  = targets & open_i & pre_ok_i;
  assign blocked_o = targets | busy;
  assign hold_o    = rank & {BANKS{due_q & same & (turn & open_i) == '0}};
  assign ref_o     = due_q & (busy_q == 16'd0) & ((targets & ~act_ok_i) == '0);
  assign all_o     = all_banks;
  assign bank_o    = bank_q;
  assign turn_o    = turn;
  assign timer_o   = timer_q;
  assign busy_o    = busy_q;
  assign due_o     = due_q;

  rh_first #(.N(BANKS)) u_close (.set_i(closable), .first_o(pre_o));

  always_comb begin
    timer_d = timer_q;
    if (refresh_i != 2'd0) timer_d = tick ? 16'd0 : timer_q + 16'd1;
    busy_d = busy_q;
    if (ref_o) busy_d = rfc_i - 16'd1;
    else if (busy_q != 16'd0) busy_d = busy_q - 16'd1;
    due_d = tick | (due_q & ~ref_o);
    bank_d = bank_q;
    if (ref_o) bank_d = ((bank_q | ~in_round) + BANK_BITS'(1)) & in_round;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      timer_q <= '0;
      busy_q  <= '0;
      due_q   <= 1'b0;
      bank_q  <= '0;
    end else if (load_i) begin
      timer_q <= load_timer_i;
      busy_q  <= load_busy_i;
      due_q   <= load_due_i;
      bank_q  <= load_bank_i;
    end else begin
      timer_q <= timer_d;
      busy_q  <= busy_d;
      due_q   <= due_d;
      bank_q  <= bank_d;
    end
  end
endmodule
