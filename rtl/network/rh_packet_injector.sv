// SPDX-License-Identifier: Apache-2.0
// Injector `packet_injector`: a queue of messages; each leaves as the flits of a packet, as credits allow. Model:
// cmodel/network/rh_packet_injector.c. Promises: include/rowhold/rh_injector.h.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_packet_injector #(
    parameter int unsigned VCS = 1,            // virtual channels of the link
    parameter int unsigned CLASSES = 1,        // of virtual channels: packets begin in the lower
    parameter int unsigned STATIC_VCS = 0,
    parameter int unsigned DEPTH = 8,          // flits of a virtual channel's buffer behind the link
    parameter int unsigned DESTINATIONS = 8,   // places that a packet can go to
    parameter int unsigned BANKS = 4,          // banks of a destination
    parameter int unsigned ROW_BITS = 12,      // bits of a row number
    parameter int unsigned PAYLOAD_BITS = 32,  // bits of a flit that the network carries unseen
    parameter int unsigned QUEUE = 8,          // messages that wait
    parameter int unsigned MOST_FLITS = 5,     // flits of a packet, at most
    parameter bit OBSERVE = 1'b0,              // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,                 // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned DESTINATION_BITS = rh_pkg::log2_up(DESTINATIONS),  // bits of a destination
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),                // bits of a bank number
    localparam int unsigned VC_BITS = rh_pkg::log2_up(VCS),                    // bits of a virtual channel's number
    localparam int unsigned FLITS_BITS = rh_pkg::log2_up(MOST_FLITS + 1),      // bits of a number of flits
    localparam int unsigned OBS_BITS =
          QUEUE * DESTINATION_BITS          // to
        + QUEUE * BANK_BITS                 // bank
        + QUEUE * ROW_BITS                  // row
        + QUEUE * PAYLOAD_BITS              // payload
        + QUEUE * FLITS_BITS                // flits
        + rh_pkg::log2_up(QUEUE)            // first
        + rh_pkg::log2_up(QUEUE + 1)        // count
        + FLITS_BITS                        // sent
        + 8                                 // in_flight
        + VCS * rh_pkg::log2_up(DEPTH + 1)  // credits
        + 1                                 // leave_valid
        + 1                                 // leave_tail
        + VC_BITS                           // leave_vc
        + DESTINATION_BITS                  // leave_destination
        + BANK_BITS                         // leave_bank
        + ROW_BITS                          // leave_row
        + PAYLOAD_BITS                      // leave_payload
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic [                 7:0] outstanding_limit_i,
    input  logic                        enable_i,               // a clock of the network; 0: its side stays as it is
    input  logic                        message_valid_i,        // a message is offered
    input  logic [DESTINATION_BITS-1:0] message_destination_i,  // where it goes
    input  logic [       BANK_BITS-1:0] message_bank_i,         // its bank there
    input  logic [        ROW_BITS-1:0] message_row_i,          // its row
    input  logic [    PAYLOAD_BITS-1:0] message_payload_i,      // what each of its flits carries
    input  logic [      FLITS_BITS-1:0] message_flits_i,        // its flits, from 1 on
    input  logic                        done_i,                 // one of the messages in flight is done
    input  logic                        credit_valid_i,         // a place behind the link was freed
    input  logic [         VC_BITS-1:0] credit_vc_i,            // of this virtual channel
    output logic                        message_ready_o,        // the offered message is taken
    output logic                        leave_valid_o,          // a flit is on the link
    output logic [         VC_BITS-1:0] leave_vc_o,             // its virtual channel
    output logic                        leave_tail_o,           // it is the last of its packet
    output logic [DESTINATION_BITS-1:0] leave_destination_o,    // where the packet goes
    output logic [       BANK_BITS-1:0] leave_bank_o,           // its bank there
    output logic [        ROW_BITS-1:0] leave_row_o,            // its row
    output logic [    PAYLOAD_BITS-1:0] leave_payload_o,        // the rest of the flit
    input  logic                        load_i,                 // the registers take load_state_i at the edge
    input  logic [        OBS_BITS-1:0] load_state_i,           // as obs_o
    output logic [        OBS_BITS-1:0] obs_o                   // the registers, the first of the sum lowest
);
  rh_injector_limits #(
      .VCS(VCS), .CLASSES(CLASSES), .STATIC_VCS(STATIC_VCS), .DEPTH(DEPTH), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS),
      .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .QUEUE(QUEUE), .MOST_FLITS(MOST_FLITS)
  ) u_limits ();
  logic loads;  // the registers take load_state_i at this clock's edge
  assign loads = LOAD & load_i;
// end generated

  localparam int unsigned HALF = VCS / CLASSES;  // packets begin in the lower half of the channels
  localparam int unsigned HALF_BITS = (HALF > 1) ? $clog2(HALF) : 1;
  localparam int unsigned INDEX_BITS = rh_pkg::log2_up(QUEUE);
  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(QUEUE + 1);
  localparam int unsigned CREDIT_BITS = rh_pkg::log2_up(DEPTH + 1);
  localparam int unsigned HEAD = DESTINATION_BITS + BANK_BITS + ROW_BITS + PAYLOAD_BITS;
  localparam int unsigned W = HEAD + FLITS_BITS;  // a message: its flits lowest

  // --- registers, and the state to load: the twin of obs_o ---
  logic [QUEUE*DESTINATION_BITS-1:0] goes_to, load_to;
  logic [QUEUE*BANK_BITS-1:0] banks, load_banks;
  logic [QUEUE*ROW_BITS-1:0] rows, load_rows;
  logic [QUEUE*PAYLOAD_BITS-1:0] payloads, load_payloads;
  logic [QUEUE*FLITS_BITS-1:0] flits, load_flits;
  logic [INDEX_BITS-1:0] first, load_first;
  logic [COUNT_BITS-1:0] count, load_count;
  logic [FLITS_BITS-1:0] sent_d, sent_q, load_sent;
  logic [7:0] in_flight_d, in_flight_q, load_in_flight;
  logic [VCS*CREDIT_BITS-1:0] credits_d, credits_q, load_credits;
  logic leave_valid_q, load_leave_valid, leave_tail_q, load_leave_tail;
  logic [VC_BITS-1:0] leave_vc_d, leave_vc_q, load_leave_vc;
  logic [DESTINATION_BITS-1:0] leave_destination_q, load_leave_destination;
  logic [BANK_BITS-1:0] leave_bank_q, load_leave_bank;
  logic [ROW_BITS-1:0] leave_row_q, load_leave_row;
  logic [PAYLOAD_BITS-1:0] leave_payload_q, load_leave_payload;
  assign {
    load_leave_payload, load_leave_row, load_leave_bank, load_leave_destination, load_leave_vc, load_leave_tail,
    load_leave_valid, load_credits, load_in_flight, load_sent, load_count, load_first, load_flits, load_payloads,
    load_rows, load_banks, load_to
  } = load_state_i;

  // --- the queue ---
  logic has, full, taken, leaves, ends, last;
  logic [QUEUE*W-1:0] messages, load_messages;
  logic [W-1:0] front;
  logic [DESTINATION_BITS-1:0] destination;
  for (genvar k = 0; k < QUEUE; k++) begin : g_message
    assign {
      payloads[k*PAYLOAD_BITS+:PAYLOAD_BITS], rows[k*ROW_BITS+:ROW_BITS], banks[k*BANK_BITS+:BANK_BITS],
      goes_to[k*DESTINATION_BITS+:DESTINATION_BITS], flits[k*FLITS_BITS+:FLITS_BITS]
    } = messages[k*W+:W];
    assign load_messages[k*W+:W] = {
      load_payloads[k*PAYLOAD_BITS+:PAYLOAD_BITS], load_rows[k*ROW_BITS+:ROW_BITS],
      load_banks[k*BANK_BITS+:BANK_BITS], load_to[k*DESTINATION_BITS+:DESTINATION_BITS],
      load_flits[k*FLITS_BITS+:FLITS_BITS]
    };
  end
  rh_injector_queue #(
      .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .QUEUE(QUEUE),
      .MOST_FLITS(MOST_FLITS)
  ) u_queue (
      .clk_i(clk_i), .rst_ni(rst_ni), .push_i(taken),
      .message_i({message_payload_i, message_row_i, message_bank_i, message_destination_i, message_flits_i}),
      .pop_i(ends), .load_i(loads), .load_messages_i(load_messages), .load_first_i(load_first),
      .load_count_i(load_count), .has_o(has), .full_o(full), .front_o(front), .messages_o(messages), .first_o(first),
      .count_o(count)
  );
  assign destination = front[FLITS_BITS+:DESTINATION_BITS];

  // --- messages in flight ---
  assign message_ready_o = ~full & ((outstanding_limit_i == '0) | (in_flight_q < outstanding_limit_i));
  assign taken           = message_valid_i & message_ready_o;
  assign in_flight_d     = in_flight_q + 8'(taken) - 8'(done_i);

  // --- the channel: the packet's; a first flit's own, or the lowest that is empty behind the link, or has a credit ---
  logic [VCS-1:0] credit, empty, begins, goes_on, out_vc, freed, left;
  logic [HALF-1:0] chosen;
  if (STATIC_VCS == 1 && HALF > 1) begin : g_static
    logic [HALF_BITS-1:0] residue;
    assign residue = HALF_BITS'(destination);
    for (genvar v = 0; v < HALF; v++) begin : g_chosen
      assign chosen[v] = residue == HALF_BITS'(v);
    end
  end else if (HALF > 1) begin : g_free
    logic [HALF-1:0] set;
    assign set = (|empty[HALF-1:0]) ? empty[HALF-1:0] : credit[HALF-1:0];
    rh_first #(.N(HALF)) u_chosen (.set_i(set), .first_o(chosen));
  end else begin : g_only
    assign chosen = 1'b1;
  end
  assign begins = VCS'(chosen);
  for (genvar v = 0; v < VCS; v++) begin : g_channel
    if (VCS == 1) begin : g_one
      assign goes_on[v] = 1'b1;
      assign freed[v]   = enable_i & credit_valid_i;
    end else begin : g_many
      assign goes_on[v] = leave_vc_q == VC_BITS'(v);
      assign freed[v]   = enable_i & credit_valid_i & (credit_vc_i == VC_BITS'(v));
    end
    assign left[v]   = leaves & out_vc[v];
    assign credit[v] = credits_q[v*CREDIT_BITS+:CREDIT_BITS] != '0;
    assign empty[v]  = credits_q[v*CREDIT_BITS+:CREDIT_BITS] == CREDIT_BITS'(DEPTH);
    assign credits_d[v*CREDIT_BITS+:CREDIT_BITS] =
        credits_q[v*CREDIT_BITS+:CREDIT_BITS] + CREDIT_BITS'(freed[v]) - CREDIT_BITS'(left[v]);
`ifndef SYNTHESIS
    rh_contract_credits #(.N(DEPTH)) u_credit_contract (
        .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(loads), .credits_i(credits_q[v*CREDIT_BITS+:CREDIT_BITS]),
        .send_i(left[v]), .back_i(freed[v])
    );
`endif
  end
  assign out_vc = (sent_q == '0) ? begins : goes_on;
  rh_onehot_index #(.N(VCS)) u_vc (.onehot_i(out_vc), .index_o(leave_vc_d));

  // --- the flit that leaves ---
  assign leaves = enable_i & has & (|(out_vc & credit));
  assign last   = (FLITS_BITS + 1)'(sent_q) + (FLITS_BITS + 1)'(1) >= (FLITS_BITS + 1)'(front[FLITS_BITS-1:0]);
  assign ends   = leaves & last;
  always_comb begin
    sent_d = sent_q;
    if (ends) sent_d = '0;
    else if (leaves) sent_d = sent_q + FLITS_BITS'(1);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sent_q        <= '0;
      in_flight_q   <= '0;
      credits_q     <= {VCS{CREDIT_BITS'(DEPTH)}};
      leave_valid_q <= 1'b0;
      leave_tail_q  <= 1'b0;
    end else if (loads) begin
      sent_q        <= load_sent;
      in_flight_q   <= load_in_flight;
      credits_q     <= load_credits;
      leave_valid_q <= load_leave_valid;
      leave_tail_q  <= load_leave_tail;
    end else begin
      sent_q    <= sent_d;
      credits_q <= credits_d;
      if (outstanding_limit_i != '0) in_flight_q <= in_flight_d;
      if (enable_i) leave_valid_q <= leaves;
      if (enable_i) leave_tail_q <= ends;
    end
    if (loads) begin
      leave_vc_q          <= load_leave_vc;
      leave_destination_q <= load_leave_destination;
      leave_bank_q        <= load_leave_bank;
      leave_row_q         <= load_leave_row;
      leave_payload_q     <= load_leave_payload;
    end else if (leaves) begin
      leave_vc_q <= leave_vc_d;
      {leave_payload_q, leave_row_q, leave_bank_q, leave_destination_q} <= front[W-1:FLITS_BITS];
    end
  end
  assign leave_valid_o       = leave_valid_q;
  assign leave_vc_o          = leave_vc_q;
  assign leave_tail_o        = leave_tail_q;
  assign leave_destination_o = leave_destination_q;
  assign leave_bank_o        = leave_bank_q;
  assign leave_row_o         = leave_row_q;
  assign leave_payload_o     = leave_payload_q;

  if (OBSERVE) begin : g_observe
    assign obs_o = {
      leave_payload_q, leave_row_q, leave_bank_q, leave_destination_q, leave_vc_q, leave_tail_q, leave_valid_q,
      credits_q, in_flight_q, sent_q, count, first, flits, payloads, rows, banks, goes_to
    };
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);  // '0 of so many bits makes Verilator doubt
  end

  logic unused_signals;
  assign unused_signals = &{1'b0, credit_vc_i, empty, destination, payloads, rows, banks, goes_to, flits, first, count};
endmodule
