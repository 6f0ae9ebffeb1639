// SPDX-License-Identifier: Apache-2.0
// prove: w3 W=3 bmc=10 induction=1 cover=14 asserts=5 covers=4 fast=8
// prove: w4 W=4 bmc=10 induction=1 cover=14 asserts=5 covers=4
module fv_rh_clock_enable #(
    parameter int unsigned W = 4
) (
    input logic clk_i,
    input logic rst_ni,
    input logic mark_i
);
  (* anyconst *) logic [W-1:0] rate;
  (* anyconst *) logic [W-1:0] fastest;
  logic tick;
  logic [W-1:0] sum;

  rh_clock_enable #(.W(W)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .rate_i(rate), .fastest_i(fastest), .tick_o(tick), .obs_o(sum)
  );

  logic started;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  // clocks in a row, from a marked one on, never more than `fastest`; the sum when they began, and their ticks
  logic counts;
  logic [W-1:0] clocks, ticks, begun;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) counts <= 1'b0;
    else if (mark_i) begin
      counts <= 1'b1;
      clocks <= W'(1);
      ticks  <= W'(tick);
      begun  <= sum;
    end else if (counts && clocks < fastest) begin
      clocks <= clocks + W'(1);
      ticks  <= ticks + W'(tick);
    end else counts <= 1'b0;
  end

  // what they owe, and what the ticks paid
  localparam int unsigned PRODUCT = 2 * W + 1;
  logic [PRODUCT-1:0] owed, paid;
  assign owed = PRODUCT'(begun) + PRODUCT'(clocks) * PRODUCT'(rate);
  assign paid = PRODUCT'(sum) + PRODUCT'(ticks) * PRODUCT'(fastest);

  always_comb begin
    reset_M: assume (started || !rst_ni);
    rate_M: assume (rate != '0 && rate <= fastest);
    if (started) begin
      sum_A: assert (sum < fastest);
      clocks_A: assert (!counts || (clocks != '0 && clocks <= fastest && ticks <= clocks));
      begun_A: assert (!counts || begun < fastest);
      share_A: assert (!counts || owed == paid);
      // the promise: of any `fastest` clocks in a row exactly `rate` are ticks
      whole_A: assert (!counts || clocks != fastest || ticks == rate);
      whole_C: cover (counts && clocks == fastest && fastest == W'(7) && rate == W'(5) && begun != '0);
      seldom_C: cover (counts && clocks == fastest && fastest == W'(6) && rate == W'(1));
      always_C: cover (counts && clocks == fastest && rate == fastest && fastest == W'(3));
      again_C: cover (rst_ni && counts && mark_i && tick);
    end
  end
endmodule
