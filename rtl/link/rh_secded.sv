// SPDX-License-Identifier: Apache-2.0
// Link `secded`: the host adds check bits to every word and corrects or flags what arrives. Model:
// cmodel/link/rh_secded.c. Promises: include/rowhold/rh_link.h.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_secded #(
    parameter int unsigned WORDS = 4,      // data words of 64 bits in a transfer
    parameter int unsigned CRC_BITS = 10,  // io_crc: bits of the CRC, a row of crc.def
    parameter int unsigned BUFFER = 4,     // io_crc: transfers in the retry buffer; below 4 the pins idle
    parameter bit OBSERVE = 1'b0,          // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,             // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned DATA_BITS = WORDS * 64,  // data bits of a transfer
    localparam int unsigned OBS_BITS =
          1          // wire_valid
        + DATA_BITS  // wire_data
        + WORDS * 8  // wire_check
        + 1          // arrived_valid
        + DATA_BITS  // arrived_data
        + WORDS      // corrected
        + WORDS      // failed
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 bypass_i,         // 1: what arrives is delivered as it is, nothing is checked
    input  logic                 send_valid_i,     // a transfer is offered
    input  logic [DATA_BITS-1:0] send_data_i,      // its data
    input  logic [DATA_BITS-1:0] error_data_i,     // pins: data bits that are inverted in this clock
    input  logic [  WORDS*8-1:0] error_ecc_i,      // the same of secded's check bits
    input  logic [ CRC_BITS-1:0] error_crc_i,      // the same of io_crc's CRC
    input  logic                 receive_ready_i,  // a delivered transfer is taken
    output logic                 send_ready_o,     // the offered transfer is taken
    output logic                 receive_valid_o,  // a transfer is delivered
    output logic [DATA_BITS-1:0] receive_data_o,   // its data
    output logic [    WORDS-1:0] corrected_o,      // secded: words in which one error was corrected
    output logic [    WORDS-1:0] failed_o,         // secded: words with errors that it can't correct
    output logic [         15:0] retries_o,        // io_crc: transfers sent again since the reset; stays at 65535
    input  logic                 load_i,           // the registers take load_state_i at the edge
    input  logic [ OBS_BITS-1:0] load_state_i,     // as obs_o
    output logic [ OBS_BITS-1:0] obs_o             // the registers, the first of the sum lowest
);
  logic loads;  // the registers take load_state_i at this clock's edge
  assign loads = LOAD & load_i;
  rh_link_contract #(
      .WORDS(WORDS), .CRC_BITS(CRC_BITS), .BUFFER(BUFFER)
  ) u_contract (.forget_i(loads), .*);
// end generated

  logic [WORDS*8-1:0] check, wire_check_d, wire_check_q;
  logic [DATA_BITS-1:0] pins, decoded, wire_data_d, wire_data_q, arrived_data_d, arrived_data_q;
  logic [WORDS-1:0] one, more, corrected_d, corrected_q, failed_d, failed_q;
  logic wire_valid_d, wire_valid_q, arrived_valid_d, arrived_valid_q, load, deliver;

  // the state to load: the twin of obs_o
  logic [DATA_BITS-1:0] load_wire_data, load_arrived_data;
  logic [WORDS*8-1:0] load_wire_check;
  logic [WORDS-1:0] load_corrected, load_failed;
  logic load_wire_valid, load_arrived_valid;
  assign {
    load_failed, load_corrected, load_arrived_data, load_arrived_valid, load_wire_check, load_wire_data,
    load_wire_valid
  } = load_state_i;

  assign pins = wire_data_q ^ error_data_i;
  for (genvar w = 0; w < WORDS; w++) begin : g_word
    rh_hsiao_encoder u_encoder (.data_i(send_data_i[w*64+:64]), .check_o(check[w*8+:8]));
    rh_hsiao_decoder u_decoder (
        .data_i(pins[w*64+:64]), .check_i(wire_check_q[w*8+:8] ^ error_ecc_i[w*8+:8]), .data_o(decoded[w*64+:64]),
        .corrected_o(one[w]), .failed_o(more[w])
    );
  end

  assign deliver = ~arrived_valid_q | receive_ready_i;
  assign load    = ~wire_valid_q | deliver;

  always_comb begin
    wire_valid_d    = load ? send_valid_i : wire_valid_q;
    wire_data_d     = load ? send_data_i : wire_data_q;
    wire_check_d    = load ? check : wire_check_q;
    arrived_valid_d = deliver ? wire_valid_q : arrived_valid_q;
    arrived_data_d  = arrived_data_q;
    corrected_d     = corrected_q;
    failed_d        = failed_q;
    if (deliver) begin
      arrived_data_d = bypass_i ? pins : decoded;
      corrected_d    = bypass_i ? '0 : one;
      failed_d       = bypass_i ? '0 : more;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wire_valid_q    <= 1'b0;
      arrived_valid_q <= 1'b0;
    end else if (loads) begin
      wire_valid_q    <= load_wire_valid;
      arrived_valid_q <= load_arrived_valid;
    end else begin
      wire_valid_q    <= wire_valid_d;
      arrived_valid_q <= arrived_valid_d;
    end
    wire_data_q    <= wire_data_d;
    wire_check_q   <= wire_check_d;
    arrived_data_q <= arrived_data_d;
    corrected_q    <= corrected_d;
    failed_q       <= failed_d;
    if (loads) begin
      wire_data_q    <= load_wire_data;
      wire_check_q   <= load_wire_check;
      arrived_data_q <= load_arrived_data;
      corrected_q    <= load_corrected;
      failed_q       <= load_failed;
    end
  end

  assign send_ready_o    = load;
  assign receive_valid_o = arrived_valid_q;
  assign receive_data_o  = arrived_data_q;
  assign corrected_o     = corrected_q;
  assign failed_o        = failed_q;
  assign retries_o       = '0;

  if (OBSERVE) begin : g_observe
    assign obs_o = {
      failed_q, corrected_q, arrived_data_q, arrived_valid_q, wire_check_q, wire_data_q, wire_valid_q
    };
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, error_crc_i};
endmodule
