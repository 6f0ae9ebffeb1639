// SPDX-License-Identifier: Apache-2.0
// prove: t4 T=4 bmc=10 induction=1 cover=12 asserts=4 covers=4
// prove: t6 T=6 bmc=10 induction=1 cover=12 asserts=4 covers=4
module fv_rh_window #(
    parameter int unsigned T = 4
) (
    input logic clk_i,
    input logic rst_ni,
    input logic act_i
);
  (* anyconst *) logic [3:0] n;
  (* anyconst *) logic [T-1:0] distance;
  logic clear;
  logic [8*T-1:0] window;
  logic [2:0] next;

  rh_window #(.TIMER_BITS(T), .DEPTH(8)) u_dut (
      .load_i(1'b0), .load_window_i(window), .load_next_i(next),
      .clk_i(clk_i), .rst_ni(rst_ni), .act_i(act_i), .n_i(n), .less_one_i(distance - T'(1)), .clear_o(clear),
      .window_o(window), .next_o(next)
  );

  logic started, open;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  mon_window #(.T(T)) u_window (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .act_i(act_i & started & rst_ni), .n_i(n),
      .distance_i(distance),
      .window_i(window), .next_i(next), .open_o(open)
  );

  always_comb begin
    reset_M: assume (started || !rst_ni);
    n_M: assume (n >= 4'd1 && n <= 4'd8);
    distance_M: assume (distance != '0);
    if (started) begin
      clear_M: assume (!act_i || clear);
      // exact: clear as soon as the N-th last activate lies a window back
      clear_A: assert (clear == open);
      full_C: cover (rst_ni && !clear && n == 4'd8);
      one_C: cover (rst_ni && act_i && n == 4'd1 && distance == T'(3));
    end
  end
endmodule
