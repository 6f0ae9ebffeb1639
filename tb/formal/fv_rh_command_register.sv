// SPDX-License-Identifier: Apache-2.0
// prove: w5 W=5 bmc=6 induction=1 cover=6 asserts=2 covers=2 fast=6
// prove: w71 W=71 bmc=6 induction=1 cover=6 asserts=2 covers=2
module fv_rh_command_register #(
    parameter int unsigned W = 5
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic [W-1:0] chosen_i
);
  logic [W-1:0] shown;
  rh_command_register #(.W(W)) u_dut (
      .load_i(1'b0), .load_shown_i(shown), .clk_i(clk_i), .rst_ni(rst_ni), .chosen_i(chosen_i), .shown_o(shown)
  );

  logic started, was_reset;
  logic [W-1:0] former;  // what went in
  initial started = 1'b0;
  always_ff @(posedge clk_i) begin
    started   <= 1'b1;
    was_reset <= !rst_ni;
    former    <= chosen_i;
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    if (started) begin
      later_A: assert (was_reset || shown == former);
      reset_A: assert (!was_reset || shown == '0);
      later_C: cover (!was_reset && former != chosen_i && shown != '0 && shown[W-1]);
      reset_C: cover (was_reset && former == '1);
    end
  end
endmodule
