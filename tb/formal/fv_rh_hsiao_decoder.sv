// SPDX-License-Identifier: Apache-2.0
// rh_hsiao_encoder and rh_hsiao_decoder: any word, any error of one bit or of two, wherever they are.
// prove: word bmc=2 induction=1 cover=2 asserts=5 covers=4
module fv_rh_hsiao_decoder (
    input logic [63:0] data_i,
    input logic [ 6:0] first_i,   // place of an error: data, then check bits
    input logic [ 6:0] second_i,
    input logic [ 1:0] errors_i   // how many there are
);
  logic [ 7:0] check;
  logic [63:0] data;
  logic [71:0] error;
  logic corrected, failed;

  rh_hsiao_encoder u_encoder (.data_i(data_i), .check_o(check));
  rh_hsiao_decoder u_dut (
      .data_i(data_i ^ error[63:0]), .check_i(check ^ error[71:64]), .data_o(data), .corrected_o(corrected),
      .failed_o(failed)
  );

  for (genvar k = 0; k < 72; k++) begin : g_error
    assign error[k] = (errors_i != 2'd0 && first_i == 7'(k)) || (errors_i == 2'd2 && second_i == 7'(k));
  end

  always_comb begin
    errors_M: assume (errors_i <= 2'd2);
    places_M: assume (first_i < 7'd72 && second_i < 7'd72 && first_i != second_i);
    none_A: assert (errors_i != 2'd0 || (data == data_i && !corrected && !failed));
    one_A: assert (errors_i != 2'd1 || (corrected && !failed));
    right_A: assert (errors_i != 2'd1 || data == data_i);
    two_A: assert (errors_i != 2'd2 || failed);
    either_A: assert (!(corrected && failed));
    none_C: cover (errors_i == 2'd0 && data_i[63] && !data_i[0]);
    data_C: cover (errors_i == 2'd1 && first_i == 7'd63 && corrected);
    check_C: cover (errors_i == 2'd1 && first_i == 7'd71 && corrected);
    two_C: cover (errors_i == 2'd2 && first_i == 7'd64 && second_i == 7'd3 && failed);
  end
endmodule
