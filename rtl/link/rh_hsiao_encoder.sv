// SPDX-License-Identifier: Apache-2.0
// Check bits of a word: include/tables/hsiao.def.
// Promise: check_o[c] is the parity of the data under mask c.
module rh_hsiao_encoder (
    input  logic [63:0] data_i,
    output logic [ 7:0] check_o
);
  for (genvar c = 0; c < 8; c++) begin : g_check
    assign check_o[c] = ^(data_i & rh_pkg::HSIAO_ROWS[c*64+:64]);
  end
endmodule
