// SPDX-License-Identifier: Apache-2.0
// rh_crc: an error in one bit, or any within CRC_BITS places in a row, changes the remainder; with 10 bits so does any
// of two bits. A code word is data and CRC; an error of the code word is seen exactly as it is without data, so that
// this is asked of errors alone; `linear` says why that will do, for one word. What three errors do is counted one by
// one in tb/unit/test_protection.c.
// prove: four WORDS=4 CRC_BITS=4 LINEAR=0 bmc=2 induction=1 cover=2 asserts=2 covers=3 fast=2
// prove: ten WORDS=4 CRC_BITS=10 LINEAR=0 bmc=2 induction=1 cover=2 asserts=3 covers=3
// prove: linear WORDS=1 CRC_BITS=4 LINEAR=1 bmc=2 induction=1 cover=2 asserts=1 covers=1
module fv_rh_crc #(
    parameter int unsigned WORDS = 4,
    parameter int unsigned CRC_BITS = 4,
    parameter int unsigned LINEAR = 0,
    localparam int unsigned PLACES = WORDS * 64 + CRC_BITS,
    localparam int unsigned P = $clog2(PLACES)
) (
    input logic [WORDS*64-1:0] data_i,
    input logic [       P-1:0] first_i,
    input logic [       P-1:0] second_i,
    input logic [CRC_BITS-1:0] pattern_i
);
  logic [PLACES-1:0] burst, two;
  logic [CRC_BITS-1:0] burst_crc, two_crc, data_crc, sum_crc;
  assign burst = PLACES'(pattern_i) << first_i;
  assign two   = (PLACES'(1) << first_i) | (PLACES'(1) << second_i);
  rh_crc #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_burst (.data_i(burst[PLACES-1:CRC_BITS]), .crc_o(burst_crc));
  rh_crc #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_two (.data_i(two[PLACES-1:CRC_BITS]), .crc_o(two_crc));
  rh_crc #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_data (.data_i(data_i), .crc_o(data_crc));
  rh_crc #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_sum (
      .data_i(data_i ^ burst[PLACES-1:CRC_BITS]), .crc_o(sum_crc)
  );

  always_comb places_M: assume (32'(first_i) < PLACES && 32'(second_i) < PLACES);
  if (LINEAR != 0) begin : g_linear
    always_comb begin
      linear_A: assert (sum_crc == (data_crc ^ burst_crc));
      linear_C: cover (data_crc != '0 && burst_crc != '0);
    end
  end else begin : g_errors
    always_comb begin
      one_A: assert (PLACES'(1) << first_i != burst || burst_crc != burst[CRC_BITS-1:0]);
      burst_A: assert (burst == '0 || burst_crc != burst[CRC_BITS-1:0]);
      last_C: cover (burst[PLACES-1] && burst[PLACES-2]);
      seam_C: cover (burst[CRC_BITS] && burst[CRC_BITS-1]);
      two_C: cover (first_i == '0 && 32'(second_i) == PLACES - 1);
    end
    if (CRC_BITS == 10) begin : g_ten
      always_comb two_A: assert (first_i == second_i || two_crc != two[CRC_BITS-1:0]);
    end
  end
endmodule
