// SPDX-License-Identifier: Apache-2.0
// Clocks since an event: 1 in the clock behind it, the greatest number when long ago or never.
module mon_age #(
    parameter int unsigned W = 4
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         event_i,
    output logic [W-1:0] age_o
);
  logic [W-1:0] age;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) age <= '1;
    else if (event_i) age <= W'(1);
    else if (age != '1) age <= age + W'(1);
  end

  assign age_o = age;
endmodule
