// SPDX-License-Identifier: Apache-2.0
// rh_secded: any one transfer is followed from the sender to the receiver: it comes out once, in its turn, and as it
// was sent or flagged, provided that at most two bits of each word and its check bits are hit. The pins are hit in any
// clock; with bypass the data are those that left the pins.
// prove: link WORDS=1 bmc=5 induction=1 cover=10 asserts=11 covers=6
`define ROWHOLD_DUT rh_secded
module fv_rh_secded #(
    parameter int unsigned WORDS = 1
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic                send_valid_i,
    input logic [WORDS*64-1:0] send_data_i,
    input logic [ WORDS*7-1:0] first_i,          // of each word: the places of two errors, 127: none
    input logic [ WORDS*7-1:0] second_i,
    input logic                receive_ready_i,
    input logic                pick_i            // follow this transfer
);
  localparam int unsigned CRC_BITS = 4, BUFFER = 2, DATA_BITS = WORDS * 64;
  logic [DATA_BITS-1:0] error_data_i;
  logic [WORDS*8-1:0] error_ecc_i;
  logic [CRC_BITS-1:0] error_crc_i;
`include "observe_secded.svh"
`include "dut_link.svh"

  assign error_crc_i = '0;
  logic [WORDS*2-1:0] hits;  // errors of each word in this clock
  logic [WORDS-1:0] pair;
  for (genvar w = 0; w < WORDS; w++) begin : g_error
    logic [6:0] first, second;
    logic [127:0] error;
    assign first              = first_i[w*7+:7];
    assign second             = second_i[w*7+:7];
    assign error              = (128'd1 << first) | (128'd1 << second);
    assign error_data_i[w*64+:64] = error[63:0];
    assign error_ecc_i[w*8+:8]    = error[71:64];
    assign hits[w*2+:2] = 2'(first < 7'd72) + 2'(second < 7'd72);
    assign pair[w] = (first < 7'd72 || first == 7'd127) && (second < 7'd72 || second == 7'd127)
        && (first != second || first == 7'd127);
  end

  logic started, live, picked, follow, on_wire, mine, out;
  logic [DATA_BITS-1:0] mine_data, wrong;  // as sent; XOR of what was on the pins when it left them
  logic [WORDS*2-1:0] mine_hits;
  logic [1:0] stored;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live   = started & rst_ni;
  assign out    = receive_valid & receive_ready_i;
  assign picked = send_valid_i & send_ready & pick_i & ~follow;
  assign mine   = follow & ~on_wire;  // it is what is delivered
  logic leaves;
  assign leaves = ~receive_valid | receive_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      follow <= 1'b0;
      stored <= '0;
    end else begin
      stored <= stored + 2'(send_valid_i & send_ready) - 2'(out);
      if (picked) follow <= 1'b1;
      else if (mine & out) follow <= 1'b0;
    end
    if (picked) begin
      on_wire   <= 1'b1;
      mine_data <= send_data_i;
    end else if (on_wire & leaves) begin
      on_wire   <= 1'b0;
      mine_hits <= hits;
      wrong     <= error_data_i;
    end
  end

  logic [WORDS-1:0] right, sure, checked;
  for (genvar w = 0; w < WORDS; w++) begin : g_word
    assign right[w] = receive_data[w*64+:64] == mine_data[w*64+:64];
    // one error is corrected, two are flagged, none is neither
    assign sure[w] = corrected[w] == (mine_hits[w*2+:2] == 2'd1) && failed[w] == (mine_hits[w*2+:2] == 2'd2)
        && (right[w] || failed[w]);
  end
  // the check bits on the pins are those of the data there
  for (genvar w = 0; w < WORDS; w++) begin : g_check
    logic [7:0] check;
    rh_hsiao_encoder u_check (.data_i(wire_data_q[w*64+:64]), .check_o(check));
    assign checked[w] = check == wire_check_q[w*8+:8];
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    pair_M: assume (&pair);
    if (live) begin
      sure_A: assert (!(mine && receive_valid && !bypass) || (&sure));
      bypass_A: assert (!(mine && receive_valid && bypass)
          || (receive_data == (mine_data ^ wrong) && corrected == '0 && failed == '0));
      order_A: assert (!mine || receive_valid);
      none_A: assert (!receive_valid || stored != '0);
      prompt_A: assert (!receive_ready_i || send_ready);
      room_A: assert (send_ready || stored == 2'd2);
      one_C: cover (mine && receive_valid && corrected == '1 && right == '1);
      two_C: cover (mine && receive_valid && failed == '1 && right == '0);
      full_C: cover (stored == 2'd2 && !send_ready);
      stream_C: cover (mine && out && send_valid_i && send_ready && wire_valid_q);
      check_C: cover (mine && corrected == '1 && mine_data == receive_data && wrong == '0);
      bypass_C: cover (mine && bypass && wrong != '0);
    end
  end
  always_comb
    if (started) begin
      inv_inside_A: assert (stored == 2'(wire_valid_q) + 2'(arrived_valid_q));
      inv_wire_A: assert (!(follow && on_wire) || (wire_valid_q && wire_data_q == mine_data));
      inv_mine_A: assert (!(follow && !on_wire) || arrived_valid_q);
      inv_check_A: assert (!wire_valid_q || (&checked));
      inv_shown_A: assert (receive_valid == arrived_valid_q && corrected == corrected_q && failed == failed_q
          && receive_data == arrived_data_q);
    end
endmodule
