// SPDX-License-Identifier: Apache-2.0
// prove: w4 W=4 bmc=20 induction=1 cover=20 asserts=4 covers=4 fast=8
// prove: w8 W=8 bmc=20 induction=1 cover=20 asserts=4 covers=4
module fv_rh_timer #(
    parameter int unsigned W = 4
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         load_i,
    input logic [W-1:0] gap_i
);
  logic [W-1:0] count;
  logic running;

  rh_timer #(.W(W)) u_dut (
      .set_i(1'b0), .set_count_i(count),
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(load_i), .less_one_i(gap_i - W'(1)), .count_o(count), .running_o(running)
  );

  logic started;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  // the last command: its gap, and the clocks since (never more than counted in W bits, and one)
  logic [W:0] age;
  logic [W-1:0] gap;
  logic loaded;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) loaded <= 1'b0;
    else if (load_i) loaded <= 1'b1;
    if (load_i) begin
      age <= (W + 1)'(1);
      gap <= gap_i;
    end else if (!age[W]) age <= age + (W + 1)'(1);
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    gap_M: assume (gap_i != '0);
    if (started) begin
      // the timer runs exactly while the gap is not over
      runs_A: assert (running == (loaded && age < {1'b0, gap}));
      count_A: assert (count == ((loaded && age < {1'b0, gap}) ? gap - age[W-1:0] : '0));
      age_A: assert (!loaded || age != '0);
      gap_A: assert (!loaded || gap != '0);
      over_C: cover (loaded && age == {1'b0, gap} && gap == W'(9));
      again_C: cover (rst_ni && running && load_i && gap_i > gap);
      shortest_C: cover (loaded && gap == W'(1) && age == (W + 1)'(1));
      restart_C: cover (rst_ni && loaded && running && !load_i && age == (W + 1)'(5));
    end
  end
endmodule
