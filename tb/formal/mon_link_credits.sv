// SPDX-License-Identifier: Apache-2.0
// Places of a link's buffer as the registers of both ends have them: credits of the sender, a flit on the link, flits
// in the buffer, a credit on its way back. They are DEPTH in every clock.
module mon_link_credits #(
    parameter int unsigned DEPTH = 2,
    localparam int unsigned B = rh_pkg::log2_up(DEPTH + 1)
) (
    input  logic [B-1:0] credits_i,
    input  logic         leaves_i,
    input  logic [B-1:0] count_i,
    input  logic         back_i,
    output logic         conserved_o
);
  localparam int unsigned N = B + 2;
  assign conserved_o = N'(credits_i) + N'(leaves_i) + N'(count_i) + N'(back_i) == N'(DEPTH);
endmodule
