// SPDX-License-Identifier: Apache-2.0
// Six clocks at the three contracts of ports, kept but for what +breach=N breaks (test_contracts.sh).
module contracts_top;
  logic clk = 1'b0, rst_n = 1'b0;
  logic valid = 1'b1, ready = 1'b0, push = 1'b0, place = 1'b1, pop = 1'b0, some = 1'b1, send = 1'b0, back = 1'b0;
  logic [3:0] offer = 4'd5;
  logic [1:0] credits = 2'd1;
  int breach = 0;

  rh_contract_offer #(.W(4), .STAYS(1'b1)) u_offer (
      .clk_i(clk), .rst_ni(rst_n), .forget_i(1'b0), .valid_i(valid), .ready_i(ready), .offer_i(offer)
  );
  rh_contract_places u_places (
      .clk_i(clk), .rst_ni(rst_n), .forget_i(1'b0), .push_i(push), .place_i(place), .pop_i(pop), .some_i(some)
  );
  rh_contract_credits #(.N(2)) u_credits (
      .clk_i(clk), .rst_ni(rst_n), .forget_i(1'b0), .credits_i(credits), .send_i(send), .back_i(back)
  );

  initial begin
    void'($value$plusargs("breach=%d", breach));
    for (int k = 0; k < 6; k++) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      rst_n = 1'b1;
      {push, pop, send, back} = {4{k > 2}};
      if (k == 3) case (breach)
        1: offer = 4'd6;
        2: valid = 1'b0;
        3: place = 1'b0;
        4: some = 1'b0;
        5: credits = 2'd0;
        6: credits = 2'd2;
        default: ;
      endcase
    end
    $finish;
  end
endmodule
