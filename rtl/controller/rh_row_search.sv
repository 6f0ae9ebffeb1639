// SPDX-License-Identifier: Apache-2.0
// The search of `fr_fcfs_serial` and `row_sorter`: which requests of a queue that sinks want the row of their bank.
// Rows are compared a part of the places a clock, from the lowest part on and around, as long as any bank is searched;
// a bank is for the PARTS clocks behind begin_i. Models: those of the two controllers.
// Promise: while its bank is searched each request that stays is compared, though places may sink by one a clock.
module rh_row_search #(
    parameter int unsigned N = 32,         // places
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned PARTS = 8,
    localparam int unsigned AT_BITS = $clog2(PARTS),
    localparam int unsigned LEFT_BITS = $clog2(PARTS + 1)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    input  logic [          BANKS-1:0] begin_i,      // the bank is searched from the next clock on
    input  logic [          BANKS-1:0] known_i,      // it has a row to compare with
    input  logic [ BANKS*ROW_BITS-1:0] bank_row_i,   // that row
    input  logic [        BANKS*N-1:0] in_bank_i,    // bank b's places at [b*N +: N]
    input  logic [     N*ROW_BITS-1:0] row_i,        // of each place
    // state load: take the state that left_o and at_o show
    input  logic                       load_i,
    input  logic [BANKS*LEFT_BITS-1:0] load_left_i,
    input  logic [        AT_BITS-1:0] load_at_i,
    output logic [          BANKS-1:0] searched_o,
    output logic [              N-1:0] found_o,      // places that are compared, and equal
    output logic [BANKS*LEFT_BITS-1:0] left_o,       // clocks until the bank's search is over
    output logic [        AT_BITS-1:0] at_o          // part that is compared in this clock
);
  rh_limits #(.N(N), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PARTS(PARTS)) u_limits ();
  localparam int unsigned PART = (N + PARTS - 1) / PARTS;
  localparam int unsigned W = BANKS + ROW_BITS;
  logic [BANKS*LEFT_BITS-1:0] left_q;
  logic [AT_BITS-1:0] at_d, at_q;
  logic [PARTS-1:0] part;
  logic [PART:0] equal;

  assign part = PARTS'(1) << at_q;
  assign at_d = !(|searched_o) || at_q == AT_BITS'(PARTS - 1) ? '0 : at_q + AT_BITS'(1);

  for (genvar b = 0; b < BANKS; b++) begin : g_left
    logic [LEFT_BITS-1:0] left_d;
    assign searched_o[b] = |left_q[b*LEFT_BITS+:LEFT_BITS];
    assign left_d = begin_i[b] ? LEFT_BITS'(PARTS) : left_q[b*LEFT_BITS+:LEFT_BITS] - LEFT_BITS'(searched_o[b]);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) left_q[b*LEFT_BITS+:LEFT_BITS] <= '0;
      else if (load_i) left_q[b*LEFT_BITS+:LEFT_BITS] <= load_left_i[b*LEFT_BITS+:LEFT_BITS];
      else left_q[b*LEFT_BITS+:LEFT_BITS] <= left_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) at_q <= '0;
    else if (load_i) at_q <= load_at_i;
    else at_q <= at_d;
  end

  // the next part begins with this one's last place, for a request there may sink by one meanwhile
  for (genvar j = 0; j <= PART; j++) begin : g_compare
    logic [PARTS*W-1:0] offered;  // the j-th place of each part: its bank, one-hot, and its row
    logic [BANKS-1:0] bank;
    logic [ROW_BITS-1:0] row, wanted;
    for (genvar p = 0; p < PARTS; p++) begin : g_part
      if (p * PART + j < N) begin : g_place
        for (genvar b = 0; b < BANKS; b++) begin : g_in
          assign offered[p*W+ROW_BITS+b] = in_bank_i[b*N+p*PART+j];
        end
        assign offered[p*W+:ROW_BITS] = row_i[(p*PART+j)*ROW_BITS+:ROW_BITS];
      end else begin : g_none
        assign offered[p*W+:W] = '0;
      end
    end
    rh_onehot_mux #(.N(PARTS), .W(W)) u_place (.select_i(part), .data_i(offered), .data_o({bank, row}));
    rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_wanted (.select_i(bank), .data_i(bank_row_i), .data_o(wanted));
    assign equal[j] = (|(bank & searched_o & known_i)) & (row == wanted);
  end

  for (genvar k = 0; k < N; k++) begin : g_found
    localparam int unsigned P = k / PART;
    localparam int unsigned J = k % PART;
    if (J == 0 && P > 0) begin : g_twice
      assign found_o[k] = (part[P] & equal[0]) | (part[P-1] & equal[PART]);
    end else begin : g_once
      assign found_o[k] = part[P] & equal[J];
    end
  end

  assign left_o = left_q;
  assign at_o   = at_q;
endmodule
