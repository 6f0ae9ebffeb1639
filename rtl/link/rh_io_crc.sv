// SPDX-License-Identifier: Apache-2.0
// Link `io_crc`: a CRC a transfer; what arrives wrong is sent again. Model: cmodel/link/rh_io_crc.c. Promises:
// include/rowhold/rh_link.h.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_io_crc #(
    parameter int unsigned WORDS = 4,      // data words of 64 bits in a transfer
    parameter int unsigned CRC_BITS = 10,  // io_crc: bits of the CRC, a row of crc.def
    parameter int unsigned BUFFER = 4,     // io_crc: transfers in the retry buffer; below 4 the pins idle
    parameter bit OBSERVE = 1'b0,          // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,             // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned DATA_BITS = WORDS * 64,  // data bits of a transfer
    localparam int unsigned OBS_BITS =
          BUFFER * DATA_BITS           // stored
        + rh_pkg::log2_up(BUFFER)      // oldest
        + rh_pkg::log2_up(BUFFER + 1)  // count
        + rh_pkg::log2_up(BUFFER + 1)  // accepted
        + rh_pkg::log2_up(BUFFER + 1)  // sent
        + 16                           // retries
        + 1                            // wire_valid
        + 1                            // wire_restart
        + DATA_BITS                    // wire_data
        + CRC_BITS                     // wire_crc
        + BUFFER * DATA_BITS           // kept
        + rh_pkg::log2_up(BUFFER)      // kept_head
        + rh_pkg::log2_up(BUFFER + 1)  // kept_count
        + 1                            // waiting
        + 1                            // accept
        + 1                            // reject
        + 1                            // taken
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

  localparam int unsigned INDEX_BITS = rh_pkg::log2_up(BUFFER);
  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(BUFFER + 1);

  logic [BUFFER*DATA_BITS-1:0] stored, kept;
  logic [DATA_BITS-1:0] wire_data;
  logic [CRC_BITS-1:0] wire_crc;
  logic [INDEX_BITS-1:0] oldest, kept_head;
  logic [COUNT_BITS-1:0] count, accepted, sent, kept_count;
  logic wire_valid, wire_restart, accept, rejects, taken, waiting;

  // the state to load: the twin of obs_o
  logic [BUFFER*DATA_BITS-1:0] load_stored, load_kept;
  logic [DATA_BITS-1:0] load_wire_data;
  logic [CRC_BITS-1:0] load_wire_crc;
  logic [15:0] load_retries;
  logic [INDEX_BITS-1:0] load_oldest, load_kept_head;
  logic [COUNT_BITS-1:0] load_count, load_accepted, load_sent, load_kept_count;
  logic load_wire_valid, load_wire_restart, load_accept, load_reject, load_taken, load_waiting;
  assign {
    load_taken, load_reject, load_accept, load_waiting, load_kept_count, load_kept_head, load_kept, load_wire_crc,
    load_wire_data, load_wire_restart, load_wire_valid, load_retries, load_sent, load_accepted, load_count,
    load_oldest, load_stored
  } = load_state_i;

  rh_retry_sender #(.WORDS(WORDS), .CRC_BITS(CRC_BITS), .BUFFER(BUFFER)) u_sender (
      .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(send_valid_i), .data_i(send_data_i), .ready_o(send_ready_o),
      .accept_i(accept), .reject_i(rejects), .taken_i(taken), .load_i(loads),
      .load_wire_valid_i(load_wire_valid), .load_wire_restart_i(load_wire_restart), .load_wire_data_i(load_wire_data),
      .load_wire_crc_i(load_wire_crc), .load_retries_i(load_retries), .load_stored_i(load_stored),
      .load_oldest_i(load_oldest), .load_count_i(load_count), .load_accepted_i(load_accepted), .load_sent_i(load_sent),
      .wire_valid_o(wire_valid), .wire_restart_o(wire_restart),
      .wire_data_o(wire_data), .wire_crc_o(wire_crc), .retries_o(retries_o), .stored_o(stored), .oldest_o(oldest),
      .count_o(count), .accepted_o(accepted), .sent_o(sent)
  );

  rh_retry_receiver #(.WORDS(WORDS), .CRC_BITS(CRC_BITS), .BUFFER(BUFFER)) u_receiver (
      .clk_i(clk_i), .rst_ni(rst_ni), .bypass_i(bypass_i), .pins_valid_i(wire_valid), .pins_restart_i(wire_restart),
      .pins_data_i(wire_data ^ error_data_i), .pins_crc_i(wire_crc ^ error_crc_i), .valid_o(receive_valid_o),
      .data_o(receive_data_o), .ready_i(receive_ready_i), .load_i(loads),
      .load_kept_i(load_kept), .load_kept_head_i(load_kept_head), .load_kept_count_i(load_kept_count),
      .load_waiting_i(load_waiting), .load_accept_i(load_accept), .load_reject_i(load_reject),
      .load_taken_i(load_taken), .accept_o(accept), .reject_o(rejects), .taken_o(taken),
      .kept_o(kept), .kept_head_o(kept_head), .kept_count_o(kept_count), .waiting_o(waiting)
  );

  assign corrected_o = '0;
  assign failed_o    = '0;

  if (OBSERVE) begin : g_observe
    assign obs_o = {
      taken, rejects, accept, waiting, kept_count, kept_head, kept, wire_crc, wire_data, wire_restart, wire_valid,
      retries_o, sent, accepted, count, oldest, stored
    };
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);
  end

  logic unused_signals;
  assign unused_signals = &{
    1'b0, error_ecc_i, stored, oldest, count, accepted, sent, kept, kept_head, kept_count, waiting
  };
endmodule
