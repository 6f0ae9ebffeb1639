// SPDX-License-Identifier: Apache-2.0
// The contract of every allocator (include/rowhold/rh_allocator.h), for any one pair, from the ports alone; the
// invariants tie the registers of the hold rule to what the ports showed.
module mon_allocator #(
    parameter int unsigned INPUTS = 3,
    parameter int unsigned OUTPUTS = 3,
    parameter int unsigned HOLD = 0,  // hold_grant, or none
    parameter int unsigned MAXIMAL = 0,
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,
    localparam int unsigned IW = $clog2(INPUTS),
    localparam int unsigned OW = $clog2(OUTPUTS)
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic               started_i,
    input  logic [        7:0] hold_limit_i,
    input  logic [  PAIRS-1:0] request_i,
    input  logic [OUTPUTS-1:0] ready_i,
    input  logic [  PAIRS-1:0] grant_i,
    input  logic [OUTPUTS-1:0] held_i,
    input  logic [  PAIRS-1:0] pair_i,    // registers
    input  logic [        7:0] waited_i,
    input  logic [OUTPUTS-1:0] pending_release_i,
    input  logic [     IW-1:0] input_i,   // the pair: any constants
    input  logic [     OW-1:0] output_i,
    output logic [OUTPUTS-1:0] row_o,     // eligible requests of its input
    output logic               granted_o,
    output logic [        7:0] run_o      // clocks in a row that turned a request away
);
  (* anyconst *) logic [IW-1:0] other_input;
  (* anyconst *) logic [OW-1:0] other_output;
  logic [PAIRS-1:0] eligible, away;
  logic [OUTPUTS-1:0] row, row_given;
  logic [INPUTS-1:0] column, column_given;
  logic asks, live;

  assign eligible  = request_i & {INPUTS{ready_i}};
  assign row       = eligible[input_i*OUTPUTS+:OUTPUTS];
  assign row_given = grant_i[input_i*OUTPUTS+:OUTPUTS];
  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    assign column[i]       = eligible[i*OUTPUTS+output_i];
    assign column_given[i] = grant_i[i*OUTPUTS+output_i];
    // turned away: not granted, for the sake of a held grant of its output or of its input
    assign away[i*OUTPUTS+:OUTPUTS] = eligible[i*OUTPUTS+:OUTPUTS] & ~grant_i[i*OUTPUTS+:OUTPUTS]
        & (held_i | {OUTPUTS{|(grant_i[i*OUTPUTS+:OUTPUTS] & held_i)}});
  end
  assign asks      = row[output_i];
  assign row_o     = row;
  assign granted_o = row_given[output_i];
  assign live      = started_i & rst_ni;

  always_comb begin
    pair_M: assume (32'(input_i) < INPUTS && 32'(output_i) < OUTPUTS);
    other_M: assume (32'(other_input) < INPUTS && 32'(other_output) < OUTPUTS);
    if (live) begin
      member_A: assert ((grant_i & ~eligible) == '0);
      row_A: assert (!(granted_o && other_output != output_i && row_given[other_output]));
      column_A: assert (!(granted_o && other_input != input_i && column_given[other_input]));
      lone_A: assert (!(asks && (row & (row - 1'b1)) == '0 && (column & (column - 1'b1)) == '0) || granted_o);
      granted_C: cover (granted_o && row != row_given && column != column_given);
    end
  end

  if (MAXIMAL != 0) begin : g_maximal
    always_comb
      if (live) begin
        maximal_A: assert (!asks || row_given != '0 || column_given != '0);
        blocked_C: cover (asks && !granted_o && row_given != '0 && column_given != '0);
      end
  end

  if (HOLD != 0) begin : g_hold
    logic mine, free;
    logic [7:0] waited, passed, run;
    logic [OUTPUTS-1:0] owed;
    logic [INPUTS-1:0] one_in_row;  // of the registers, at most
    logic [OUTPUTS-1:0] one_in_column;
    for (genvar i = 0; i < INPUTS; i++) begin : g_row
      assign one_in_row[i] = (pair_i[i*OUTPUTS+:OUTPUTS] & (pair_i[i*OUTPUTS+:OUTPUTS] - 1'b1)) == '0;
    end
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_column
      logic [INPUTS-1:0] pairs;
      for (genvar i = 0; i < INPUTS; i++) begin : g_turn
        assign pairs[i] = pair_i[i*OUTPUTS+o];
      end
      assign one_in_column[o] = (pairs & (pairs - 1'b1)) == '0;
    end
    assign free  = (row & owed) != '0;
    assign run_o = run;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        mine   <= 1'b0;
        waited <= '0;
        owed   <= '0;
        passed <= '0;
        run    <= '0;
      end else begin
        mine <= granted_o | (mine & ~ready_i[output_i] & (row_given == '0));
        owed <= owed & ~ready_i;
        run  <= '0;
        if (hold_limit_i != '0 && away != '0) begin
          run    <= run + 8'd1;
          waited <= waited + 8'd1;
          if (waited == hold_limit_i - 8'd1) begin
            waited <= '0;
            owed   <= '1;
          end
        end
        // of the clocks in which the pair asks and its output is ready, those in a row that turned it away
        if (!request_i[input_i*OUTPUTS+output_i] || (asks && !away[input_i*OUTPUTS+output_i])) passed <= '0;
        else if (asks && hold_limit_i != '0) passed <= passed + 8'd1;
      end
    end
    always_comb
      if (live) begin
        // held exactly when it had the output, asks, and its input asks for nothing that is owed
        held_A: assert (!(mine && asks && !free) || (granted_o && held_i[output_i]));
        only_A: assert (!(granted_o && held_i[output_i]) || (mine && !free));
        nobody_A: assert (!held_i[output_i] || column_given != '0);
        held_C: cover (held_i[output_i] && granted_o && column != column_given && row != row_given);
        free_C: cover (free && mine && asks && !granted_o && hold_limit_i == 8'd2);
        blocked_pair_C: cover (mine && !ready_i[output_i] && row_given != '0);
      end
    always_comb
      if (started_i) begin
        inv_pair_A: assert (pair_i[input_i*OUTPUTS+output_i] == mine);
        inv_rows_A: assert (&one_in_row);
        inv_columns_A: assert (&one_in_column);
        inv_waited_A: assert (waited_i == waited && pending_release_i == owed);
        inv_limit_A: assert (hold_limit_i == '0 || waited < hold_limit_i);
        inv_passed_A: assert (passed <= waited || (owed[output_i] && passed <= hold_limit_i));
        inv_run_A: assert (run <= waited || ((&owed) && run <= hold_limit_i));
        limit_A: assert (hold_limit_i == '0 || (passed <= hold_limit_i && run <= hold_limit_i));
      end
  end else begin : g_bare
    always_comb if (live) none_A: assert (held_i == '0);
    logic unused_registers;
    assign unused_registers = &{1'b0, pair_i, waited_i, pending_release_i, away};
    assign run_o = '0;
  end
endmodule
