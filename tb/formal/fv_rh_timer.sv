// SPDX-License-Identifier: Apache-2.0
// prove: w4 W=4 bmc=20 induction=1 cover=20 asserts=4 covers=4 fast=8
// prove: w8 W=8 bmc=20 induction=1 cover=20 asserts=4 covers=4
module fv_rh_timer #(
    parameter int unsigned W = 4
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         load_i,
    input logic [W-1:0] distance_i
);
  logic [W-1:0] count;
  logic running;

  rh_timer #(.W(W)) u_dut (
      .set_i(1'b0), .set_count_i(count),
      .clk_i(clk_i), .rst_ni(rst_ni), .load_i(load_i), .less_one_i(distance_i - W'(1)), .count_o(count),
      .running_o(running)
  );

  logic started;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  // the last command: its constraint, and the clocks since (never more than counted in W bits, and one)
  logic [W:0] age;
  logic [W-1:0] distance;
  logic loaded;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) loaded <= 1'b0;
    else if (load_i) loaded <= 1'b1;
    if (load_i) begin
      age <= (W + 1)'(1);
      distance <= distance_i;
    end else if (!age[W]) age <= age + (W + 1)'(1);
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    distance_M: assume (distance_i != '0);
    if (started) begin
      // the timer runs exactly while the distance is not over
      runs_A: assert (running == (loaded && age < {1'b0, distance}));
      count_A: assert (count == ((loaded && age < {1'b0, distance}) ? distance - age[W-1:0] : '0));
      age_A: assert (!loaded || age != '0);
      distance_A: assert (!loaded || distance != '0);
      over_C: cover (loaded && age == {1'b0, distance} && distance == W'(9));
      again_C: cover (rst_ni && running && load_i && distance_i > distance);
      shortest_C: cover (loaded && distance == W'(1) && age == (W + 1)'(1));
      restart_C: cover (rst_ni && loaded && running && !load_i && age == (W + 1)'(5));
    end
  end
endmodule
