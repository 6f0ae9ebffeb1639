// SPDX-License-Identifier: Apache-2.0
// Corrects one error in a word and its check bits, flags two. A syndrome that is the column of a data bit inverts that
// bit; one with a single bit says that the check bit is wrong.
// Promise: data_o is as sent after no error (neither flag) or one (corrected_o); after two, failed_o.
module rh_hsiao_decoder (
    input  logic [63:0] data_i,
    input  logic [ 7:0] check_i,
    output logic [63:0] data_o,
    output logic        corrected_o,
    output logic        failed_o
);
  logic [7:0] check, syndrome;
  logic [63:0] wrong;

  rh_hsiao_encoder u_encoder (.data_i(data_i), .check_o(check));
  assign syndrome = check ^ check_i;

  for (genvar d = 0; d < 64; d++) begin : g_bit
    logic [7:0] column;
    for (genvar c = 0; c < 8; c++) begin : g_check
      assign column[c] = rh_pkg::HSIAO_ROWS[c*64+d];
    end
    assign wrong[d] = syndrome == column;
  end

  assign data_o      = data_i ^ wrong;
  assign corrected_o = (|wrong) | ((syndrome != '0) & ((syndrome & (syndrome - 8'd1)) == '0));
  assign failed_o    = (syndrome != '0) & ~corrected_o;
endmodule
