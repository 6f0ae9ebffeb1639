// SPDX-License-Identifier: Apache-2.0
// rh_io_crc: any one transfer is followed from the sender to the receiver. It comes out once, in its turn and as it was
// sent, provided that no error hits the pins but what the CRC detects (fv_rh_crc.sv says what it does); with bypass any
// error may hit, and only the data suffer. After so many clocks without an error, in which the receiver is ready, it
// has come out: BUFFER + 2.
// prove: two BUFFER=2 bmc=10 induction=1 cover=14 asserts=19 covers=6
// prove: three BUFFER=3 bmc=7 induction=1 cover=14 asserts=19 covers=6
`define ROWHOLD_DUT rh_io_crc
module fv_rh_io_crc #(
    parameter int unsigned BUFFER = 2,
    localparam int unsigned WORDS = 1,
    localparam int unsigned CRC_BITS = 4,
    localparam int unsigned DATA_BITS = WORDS * 64
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 send_valid_i,
    input logic [DATA_BITS-1:0] send_data_i,
    input logic [DATA_BITS-1:0] error_data_i,
    input logic [ CRC_BITS-1:0] error_crc_i,
    input logic                 receive_ready_i,
    input logic                 pick_i            // follow this transfer
);
  localparam int unsigned C = rh_pkg::log2_up(BUFFER + 1);
  localparam int unsigned N = C + 3;  // for sums
  logic [WORDS*8-1:0] error_ecc_i;
  assign error_ecc_i = '0;
`include "observe_io_crc.svh"
`include "dut_link.svh"

  logic [CRC_BITS-1:0] error_syndrome, wire_crc;
  rh_crc #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_error (.data_i(error_data_i), .crc_o(error_syndrome));
  rh_crc #(.WORDS(WORDS), .CRC_BITS(CRC_BITS)) u_wire (.data_i(wire_data_q), .crc_o(wire_crc));

  logic started, live, hit, picked, follow, out, mine, counted;
  logic [DATA_BITS-1:0] mine_data;
  logic [N-1:0] stored, ahead, calm;  // sent and not delivered; of these, ahead of mine; clocks without an error
  logic [15:0] rejected;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live   = started & rst_ni;
  assign hit    = error_data_i != '0 || error_crc_i != '0;
  assign out    = receive_valid & receive_ready_i;
  assign picked = send_valid_i & send_ready & pick_i & ~follow;
  assign mine   = follow & (ahead == '0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      follow   <= 1'b0;
      stored   <= '0;
      counted  <= 1'b0;
      rejected <= '0;
    end else begin
      stored  <= stored + N'(send_valid_i & send_ready) - N'(out);
      counted <= wire_valid_q & (~waiting_q | wire_restart_q) & hit & ~bypass;
      if (counted & (rejected != '1)) rejected <= rejected + 16'd1;
      if (picked) follow <= 1'b1;
      else if (mine & out) follow <= 1'b0;
    end
    if (picked) begin
      ahead     <= stored - N'(out);
      mine_data <= send_data_i;
      calm      <= '0;
    end else begin
      if (out & follow & (ahead != '0)) ahead <= ahead - N'(1);
      calm <= (receive_ready_i & ~hit) ? calm + N'(calm != '1) : '0;
    end
  end

  // places in the rings, from the oldest entry, and from the head of what is kept
  function automatic int unsigned place(input int unsigned from, input int unsigned by);
    place = (from + by) % BUFFER;
  endfunction
  logic [N-1:0] at, arrived, delay, left;
  logic on_wire, in_kept;
  assign at      = ahead + N'(taken_q);                   // of mine
  assign arrived = N'(accepted_q) + N'(accept_q);         // entries that the receiver has had
  assign on_wire = follow & wire_valid_q & (N'(sent_q) == at + N'(1));
  assign in_kept = at < arrived;
  assign delay   = waiting_q ? N'(reject_q) : N'(!wire_valid_q);
  always_comb begin  // clocks until mine is delivered, if no error hits
    left = ahead;
    if (!in_kept && at - arrived + delay + N'(1) > ahead) left = at - arrived + delay + N'(1);
  end
  logic [DATA_BITS-1:0] stored_mine, kept_mine;
  assign stored_mine = stored_q[place(32'(oldest_q), 32'(at))*DATA_BITS+:DATA_BITS];
  assign kept_mine   = kept_q[place(32'(kept_head_q), 32'(ahead))*DATA_BITS+:DATA_BITS];

  always_comb begin
    reset_M: assume (started || !rst_ni);
    class_M: assume (bypass || !hit || error_syndrome != error_crc_i);
    if (live) begin
      right_A: assert (!(mine && receive_valid && !bypass) || receive_data == mine_data);
      none_A: assert (!receive_valid || stored != '0);
      progress_A: assert (!follow || calm <= N'(BUFFER + 1));
      retries_A: assert (retries == rejected);
      ready_A: assert (send_ready || stored != '0);
      flags_A: assert (corrected == '0 && failed == '0);
      retry_C: cover (mine && out && retries == 16'd2 && receive_data[63]);
      full_C: cover (!send_ready && receive_valid);
      stream_C: cover (out && accept_q && send_valid_i && send_ready && mine);
      slow_C: cover (follow && calm == N'(BUFFER + 1) && retries == 16'd1);
      restart_C: cover (wire_restart_q && hit && follow && !bypass);
      bypass_C: cover (mine && out && bypass && receive_data != mine_data);
    end
  end
  always_comb
    if (started) begin
      inv_inside_A: assert (stored == N'(count_q) - N'(taken_q) && count_q <= C'(BUFFER) && stored <= N'(BUFFER));
      inv_kept_A: assert (N'(kept_count_q) == arrived - N'(taken_q) && arrived >= N'(taken_q));
      inv_sent_A: assert (N'(sent_q) == (waiting_q
          ? N'(accepted_q) + N'(1) + N'(reject_q & wire_valid_q) : arrived + N'(wire_valid_q)));
      inv_order_A: assert (sent_q <= count_q && arrived <= N'(count_q) && N'(taken_q) <= N'(accepted_q));
      inv_waiting_A: assert (waiting_q ? (!accept_q && (reject_q ? !wire_restart_q : wire_restart_q && wire_valid_q))
          : (!reject_q && !wire_restart_q));
      inv_counted_A: assert (counted == reject_q);
      inv_ahead_A: assert (!follow || ahead < stored);
      inv_stored_A: assert (!follow || stored_mine == mine_data);
      inv_wire_A: assert (!on_wire || wire_data_q == mine_data);
      inv_crc_A: assert (!wire_valid_q || wire_crc_q == wire_crc);
      inv_mine_A: assert (!(follow && in_kept && !bypass) || kept_mine == mine_data);
      inv_places_A: assert (32'(oldest_q) < BUFFER && 32'(kept_head_q) < BUFFER);
      inv_left_A: assert (!follow || (left <= N'(BUFFER + 1) && calm <= N'(BUFFER + 1) - left));
    end
endmodule
