// SPDX-License-Identifier: Apache-2.0
// The N-activate window: a ring of N timers, one for each of the last N activates.
// Promise: clear_o is set only when fewer than N activates lie within the last tFAW clocks.
module rh_window #(
    parameter int unsigned TIMER_BITS = 8,
    parameter int unsigned DEPTH = 8  // greatest N; a power of two
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic                        act_i,
    input  logic [                 3:0] n_i,         // N, 1 to DEPTH
    input  logic [      TIMER_BITS-1:0] less_one_i,  // tFAW minus one
    input  logic                        load_i,      // state load: take load_window_i and load_next_i
    input  logic [DEPTH*TIMER_BITS-1:0] load_window_i,
    input  logic [   $clog2(DEPTH)-1:0] load_next_i,
    output logic                        clear_o,
    output logic [DEPTH*TIMER_BITS-1:0] window_o,
    output logic [   $clog2(DEPTH)-1:0] next_o       // the oldest timer
);
  rh_limits #(.TIMER_BITS(TIMER_BITS), .DEPTH(DEPTH)) u_limits ();
  localparam int unsigned W = $clog2(DEPTH);

  logic [W-1:0] next_d, next_q;
  logic [DEPTH-1:0] running;

  for (genvar k = 0; k < DEPTH; k++) begin : g_timer
    rh_timer #(.W(TIMER_BITS)) u_timer (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(act_i & (next_q == W'(k))), .less_one_i(less_one_i),
        .set_i(load_i), .set_count_i(load_window_i[k*TIMER_BITS+:TIMER_BITS]),
        .count_o(window_o[k*TIMER_BITS+:TIMER_BITS]), .running_o(running[k])
    );
  end

  assign clear_o = ~running[next_q];
  assign next_o  = next_q;

  always_comb begin
    next_d = next_q;
    if (act_i) next_d = ({1'b0, next_q} + 1'b1 == n_i[W:0]) ? '0 : next_q + W'(1);
  end

  logic unused_n;
  assign unused_n = ^n_i;  // a ring shorter than 8 looks at fewer bits

  always_ff @(posedge clk_i) begin
    if (!rst_ni) next_q <= '0;
    else if (load_i) next_q <= load_next_i;
    else next_q <= next_d;
  end
endmodule
