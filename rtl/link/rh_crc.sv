// SPDX-License-Identifier: Apache-2.0
// The CRC of a transfer, all bits at once: include/tables/crc.def. CRC bit b is the parity of the data bits k for which
// x^(CRC_BITS + k), divided by the generator, leaves a remainder with x^b.
// Promise: crc_o is the remainder of the data, times x^CRC_BITS.
module rh_crc #(
    parameter int unsigned WORDS = 4,
    parameter int unsigned CRC_BITS = 10,
    localparam int unsigned DATA_BITS = WORDS * 64,
    localparam bit [CRC_BITS-1:0] POLYNOMIAL = CRC_BITS'(rh_pkg::crc_polynomial(CRC_BITS))
) (
    input  logic [DATA_BITS-1:0] data_i,
    output logic [ CRC_BITS-1:0] crc_o
);
  rh_link_limits #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_limits ();
  if (POLYNOMIAL == '0 && CRC_BITS >= 4 && CRC_BITS <= 10) begin : g_generator  // beyond these the limits refuse
    $error("CRC_BITS: expected 4 or 10");
  end

  // the data bits that CRC bit b is the parity of at [b * DATA_BITS +: DATA_BITS]
  function automatic bit [CRC_BITS*DATA_BITS-1:0] masks();
    bit [CRC_BITS-1:0] power;  // x^(CRC_BITS + k)
    power = POLYNOMIAL;
    masks = '0;
    for (int unsigned k = 0; k < DATA_BITS; k++) begin
      for (int unsigned b = 0; b < CRC_BITS; b++) masks[b*DATA_BITS+k] = power[b];
      power = {power[CRC_BITS-2:0], 1'b0} ^ (power[CRC_BITS-1] ? POLYNOMIAL : '0);
    end
  endfunction
  localparam bit [CRC_BITS*DATA_BITS-1:0] MASKS = masks();

  for (genvar b = 0; b < CRC_BITS; b++) begin : g_bit
    assign crc_o[b] = ^(data_i & MASKS[b*DATA_BITS+:DATA_BITS]);
  end
endmodule
