// SPDX-License-Identifier: Apache-2.0
// The timer of a timing constraint of g clocks. Behind a command at clock t, with load_i and less_one_i = g - 1,
// running_o is set at t+1 .. t+g-1. Promise: the next command that waits for !running_o comes at t + g or later.
module rh_timer #(
    parameter int unsigned W = 8
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         load_i,
    input  logic [W-1:0] less_one_i,  // the constraint minus one
    input  logic         set_i,       // state load: take set_count_i
    input  logic [W-1:0] set_count_i,
    output logic [W-1:0] count_o,     // clocks left
    output logic         running_o
);
  rh_limits #(.W(W)) u_limits ();
  localparam int unsigned ONE_BITS = W > 0 ? W : 1;  // a width of 0 is refused in the words of the limits
  logic [W-1:0] count_d, count_q;

  assign count_o   = count_q;
  assign running_o = |count_q;

  always_comb begin
    count_d = count_q - ONE_BITS'(running_o);  // at 0 it stays
    if (load_i) count_d = less_one_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= '0;
    else if (set_i) count_q <= set_count_i;
    else count_q <= count_d;
  end
endmodule
