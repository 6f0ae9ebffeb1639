// SPDX-License-Identifier: Apache-2.0
// The page policy: which banks' last hit closes its row (close_o), and which idle bank gets a PRE when no request has a
// row command (idle_o). Both come from flip-flops, beside the choice of commands; so does what the queue says of each
// bank, whether a request wants its row (wanted_i), and whether another one than that of its column command does
// (more_hits_i). page_i: 0 rows stay open, 1 the last hit closes its row, 2 a row closes page_timeout_i clocks after
// its last column command, 3 a counter of the bank says whether the last hit closes its row. Model:
// cmodel/controller/rh_page_policy.c.
// Promises: close_o has no bank of more_hits_i, idle_o none of wanted_i; a bank of idle_o has had no column command for
// page_timeout_i clocks.
module rh_page_policy #(
    parameter int unsigned BANKS = 4,
    localparam int unsigned OBS_BITS = rh_pkg::page_policy_bits(BANKS, 1)
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic [            1:0] page_i,
    input  logic [           15:0] page_timeout_i,
    // from the queue and the backend; sets of banks are one bit a bank
    input  logic [      BANKS-1:0] wanted_i,        // none of them is closed when idle
    input  logic [      BANKS-1:0] more_hits_i,     // of account where a column command goes
    input  logic [      BANKS-1:0] open_i,
    input  logic [      BANKS-1:0] row_ok_i,
    // what goes out
    input  logic [      BANKS-1:0] issued_bank_i,   // one-hot: gets a column command; or 0
    input  logic [      BANKS-1:0] leaving_bank_i,  // one-hot: it is the last one of its request; or 0
    input  logic [      BANKS-1:0] act_i,
    input  logic [      BANKS-1:0] pre_i,
    input  logic                   reopens_i,       // the ACT is of the row that its bank had open last
    input  logic                   conflict_i,      // the PRE is for a request to another row of its bank
    // state load: take the state that obs_o shows
    input  logic                   load_i,
    input  logic [   OBS_BITS-1:0] load_state_i,
    output logic [      BANKS-1:0] close_o,         // their last hit closes the row
    output logic [      BANKS-1:0] idle_o,          // one-hot: its row may be closed; or 0
    output logic [   OBS_BITS-1:0] obs_o
);
  rh_limits #(.BANKS(BANKS)) u_limits ();
  localparam logic [1:0] CLOSED = 2'd1, TIMEOUT = 2'd2, ADAPTIVE = 2'd3;

  logic [BANKS*16-1:0] idle_left_d, idle_left_q, load_idle_left;
  logic [BANKS-1:0] timed_out_d, timed_out_q, unjudged_d, unjudged_q, load_timed_out, load_unjudged;
  logic [BANKS*2-1:0] tendency_d, tendency_q, load_tendency;
  logic [BANKS-1:0] idle;
  assign {load_unjudged, load_tendency, load_timed_out, load_idle_left} = load_state_i;

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    assign close_o[b] = ~more_hits_i[b] & ((page_i == CLOSED) | ((page_i == ADAPTIVE) & tendency_q[2*b+1]));

    // --- timeout: a counter runs down behind each column command ---
    logic [15:0] left;
    assign left = idle_left_q[b*16+:16];
    always_comb begin
      idle_left_d[b*16+:16] = left - 16'(|left);
      timed_out_d[b]        = timed_out_q[b] | (left == 16'd1);
      if (issued_bank_i[b] & (page_i == TIMEOUT)) begin
        idle_left_d[b*16+:16] = page_timeout_i;
        timed_out_d[b]        = page_timeout_i == 16'd0;
      end else if (pre_i[b]) begin
        idle_left_d[b*16+:16] = 16'd0;
        timed_out_d[b]        = 1'b0;
      end
    end
    assign idle[b] = timed_out_q[b] & open_i[b] & ~wanted_i[b] & row_ok_i[b];

    // --- adaptive: what comes next says whether the last decision was right ---
    logic [1:0] tendency, up, down, if_reopened, if_not;
    assign tendency = tendency_q[2*b+:2];
    assign up       = tendency + 2'(tendency != 2'd3);
    assign down     = tendency - 2'(tendency != 2'd0);
    always_comb begin
      if_reopened = tendency;
      if_not      = tendency;
      if (unjudged_q[b] & issued_bank_i[b]) {if_reopened, if_not} = {down, down};
      if (unjudged_q[b] & pre_i[b] & conflict_i) {if_reopened, if_not} = {up, up};
      if (unjudged_q[b] & act_i[b]) {if_reopened, if_not} = {down, up};
    end
    // the row that opens is known last
    assign tendency_d[2*b+:2] = reopens_i ? if_reopened : if_not;
    assign unjudged_d[b] = (unjudged_q[b] & ~(issued_bank_i[b] | act_i[b] | pre_i[b]))
        | (leaving_bank_i[b] & ~more_hits_i[b] & (page_i == ADAPTIVE));
  end

  rh_first #(.N(BANKS)) u_idle (.set_i(idle), .first_o(idle_o));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {unjudged_q, tendency_q, timed_out_q, idle_left_q} <= '0;
    else if (load_i)
      {unjudged_q, tendency_q, timed_out_q, idle_left_q} <= {
        load_unjudged, load_tendency, load_timed_out, load_idle_left
      };
    else {unjudged_q, tendency_q, timed_out_q, idle_left_q} <= {unjudged_d, tendency_d, timed_out_d, idle_left_d};
  end

  assign obs_o = {unjudged_q, tendency_q, timed_out_q, idle_left_q};
endmodule
