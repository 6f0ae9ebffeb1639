// SPDX-License-Identifier: Apache-2.0
// Ejector `packet_ejector`: a buffer a virtual channel, one message register. Model:
// cmodel/network/rh_packet_ejector.c. Promises: include/rowhold/rh_ejector.h.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_packet_ejector #(
    parameter int unsigned VCS = 1,            // virtual channels of the link
    parameter int unsigned DEPTH = 8,          // flits of a virtual channel's buffer
    parameter int unsigned BANKS = 4,          // banks of this destination
    parameter int unsigned ROW_BITS = 12,      // bits of a row number
    parameter int unsigned PAYLOAD_BITS = 32,  // bits of a flit that the network carries unseen
    parameter int unsigned ROW_AFFINE = 0,     // tails in a row that may go before the one in turn
    parameter bit OBSERVE = 1'b0,              // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,                 // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),  // bits of a bank number
    localparam int unsigned VC_BITS = rh_pkg::log2_up(VCS),      // bits of a virtual channel's number
    localparam int unsigned OBS_BITS =
          VCS * DEPTH                                                  // tail
        + VCS * DEPTH * BANK_BITS                                      // bank
        + VCS * DEPTH * ROW_BITS                                       // row
        + VCS * DEPTH * PAYLOAD_BITS                                   // payload
        + VCS * rh_pkg::log2_up(DEPTH)                                 // first
        + VCS * rh_pkg::log2_up(DEPTH + 1)                             // count
        + VCS                                                          // open
        + VCS * BANK_BITS                                              // held_bank
        + VCS * ROW_BITS                                               // held_row
        + VCS * PAYLOAD_BITS                                           // held_payload
        + VC_BITS                                                      // turn
        + VC_BITS                                                      // tail_turn
        + 1                                                            // tail_last
        + 1                                                            // message_valid
        + BANK_BITS                                                    // message_bank
        + ROW_BITS                                                     // message_row
        + PAYLOAD_BITS                                                 // message_payload
        + 1                                                            // back_valid
        + VC_BITS                                                      // back_vc
        + (ROW_AFFINE != 0 ? BANKS : 0) * ROW_BITS                     // last_row
        + (ROW_AFFINE != 0 ? 1 : 0) * BANKS                            // known
        + (ROW_AFFINE != 0 ? 1 : 0) * rh_pkg::log2_up(ROW_AFFINE + 1)  // stayed
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic                    enable_i,           // a clock of the network; 0: its side stands still
    input  logic                    arrive_valid_i,     // a flit arrives
    input  logic [     VC_BITS-1:0] arrive_vc_i,        // its virtual channel
    input  logic                    arrive_tail_i,      // it is the last of its packet
    input  logic [   BANK_BITS-1:0] arrive_bank_i,      // the packet's bank
    input  logic [    ROW_BITS-1:0] arrive_row_i,       // its row
    input  logic [PAYLOAD_BITS-1:0] arrive_payload_i,   // the rest of the flit
    input  logic                    message_ready_i,    // the message is taken
    output logic                    message_valid_o,    // a message waits to be taken
    output logic [   BANK_BITS-1:0] message_bank_o,     // its bank
    output logic [    ROW_BITS-1:0] message_row_o,      // its row
    output logic [PAYLOAD_BITS-1:0] message_payload_o,  // the rest of its packet's first flit
    output logic                    back_valid_o,       // a place in a buffer was freed
    output logic [     VC_BITS-1:0] back_vc_o,          // of this virtual channel
    input  logic                    load_i,             // the registers take load_state_i at the edge
    input  logic [    OBS_BITS-1:0] load_state_i,       // as obs_o
    output logic [    OBS_BITS-1:0] obs_o               // the registers, the first of the sum lowest
);
  logic loads;  // the registers take load_state_i at this clock's edge
  assign loads = LOAD & load_i;
  rh_ejector_contract #(
      .VCS(VCS), .DEPTH(DEPTH), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS),
      .ROW_AFFINE(ROW_AFFINE)
  ) u_contract (.forget_i(loads), .*);
// end generated

  localparam int unsigned INDEX_BITS = rh_pkg::log2_up(DEPTH);
  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1);
  localparam int unsigned SAID = BANK_BITS + ROW_BITS + PAYLOAD_BITS;  // {payload, row, bank}: what a first flit says
  localparam int unsigned STAYED_BITS = rh_pkg::log2_up(ROW_AFFINE + 1);
  // no vector is empty
  localparam int unsigned ROW_AFFINE_BITS = (ROW_AFFINE != 0) ? BANKS * ROW_BITS + BANKS + STAYED_BITS : 1;
  // of obs_o, without those of ROW_AFFINE
  localparam int unsigned FIRST_BITS = OBS_BITS - ((ROW_AFFINE != 0) ? ROW_AFFINE_BITS : 0);
  localparam int unsigned FLIT = 2 + SAID;  // {what it says, destination 0, tail}, as rh_flit_buffer has it

  // --- registers, and the state to load: the twin of obs_o ---
  logic [VCS*DEPTH-1:0] tail, load_tail;
  logic [VCS*DEPTH*BANK_BITS-1:0] banks, load_banks;
  logic [VCS*DEPTH*ROW_BITS-1:0] rows, load_rows;
  logic [VCS*DEPTH*PAYLOAD_BITS-1:0] payload, load_payload;
  logic [VCS*INDEX_BITS-1:0] first, load_first;
  logic [VCS*COUNT_BITS-1:0] count, load_count;
  logic [VCS-1:0] open_d, open_q, load_open;
  logic [VCS*BANK_BITS-1:0] held_bank, load_held_bank;
  logic [VCS*ROW_BITS-1:0] held_row, load_held_row;
  logic [VCS*PAYLOAD_BITS-1:0] held_payload, load_held_payload;
  logic [VC_BITS-1:0] turn_d, turn_q, load_turn, tail_turn_d, tail_turn_q, load_tail_turn;
  logic [VC_BITS-1:0] back_vc_d, back_vc_q, load_back_vc;
  logic tail_last_d, tail_last_q, load_tail_last;
  logic message_valid_d, message_valid_q, load_message_valid, back_valid_d, back_valid_q, load_back_valid;
  logic [SAID-1:0] message_d, message_q, load_message;
  assign {
    load_back_vc, load_back_valid, load_message, load_message_valid, load_tail_last, load_tail_turn, load_turn,
    load_held_payload, load_held_row, load_held_bank, load_open, load_count, load_first, load_payload, load_rows,
    load_banks, load_tail
  } = load_state_i[FIRST_BITS-1:0];

  // --- virtual channels: whose front can be taken, and what its packet's first flit says ---
  logic room;  // for a message
  logic [VCS-1:0] tails, rest, takes, ends;  // fronts that can be taken; of them, what is, and is a tail
  logic [VCS*SAID-1:0] said;
  assign room = !message_valid_q | message_ready_i;
  for (genvar v = 0; v < VCS; v++) begin : g_vc
    logic [DEPTH*FLIT-1:0] flits, load_flits;
    logic [FLIT-1:0] front, second, third;
    logic [SAID-1:0] held_q;
    logic here;
    if (VCS == 1) begin : g_one
      assign here = 1'b1;
    end else begin : g_many
      assign here = arrive_vc_i == VC_BITS'(v);
    end
    rh_flit_buffer #(
        .DEPTH(DEPTH), .DESTINATIONS(1), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
    ) u_buffer (
        .clk_i(clk_i), .rst_ni(rst_ni), .push_i(enable_i & arrive_valid_i & here),
        .flit_i({arrive_payload_i, arrive_row_i, arrive_bank_i, 1'b0, arrive_tail_i}), .pop_i(takes[v]),
        .load_i(loads), .load_flits_i(load_flits), .load_first_i(load_first[v*INDEX_BITS+:INDEX_BITS]),
        .load_count_i(load_count[v*COUNT_BITS+:COUNT_BITS]), .front_o(front), .second_o(second),
        .third_o(third), .flits_o(flits), .first_o(first[v*INDEX_BITS+:INDEX_BITS]),
        .count_o(count[v*COUNT_BITS+:COUNT_BITS])
    );
    for (genvar k = 0; k < DEPTH; k++) begin : g_flit
      localparam int unsigned P = v * DEPTH + k;
      assign {
        payload[P*PAYLOAD_BITS+:PAYLOAD_BITS], rows[P*ROW_BITS+:ROW_BITS], banks[P*BANK_BITS+:BANK_BITS]
      } = flits[k*FLIT+2+:SAID];
      assign tail[P] = flits[k*FLIT];
      assign load_flits[k*FLIT+:FLIT] = {
        load_payload[P*PAYLOAD_BITS+:PAYLOAD_BITS], load_rows[P*ROW_BITS+:ROW_BITS],
        load_banks[P*BANK_BITS+:BANK_BITS], 1'b0, load_tail[P]
      };
    end

    logic there;
    assign there              = (count[v*COUNT_BITS+:COUNT_BITS] != '0) & enable_i;
    assign tails[v]           = there & front[0] & room;
    assign rest[v]          = there & !front[0];
    assign ends[v]            = takes[v] & front[0];
    assign open_d[v]          = takes[v] ? !front[0] : open_q[v];
    assign said[v*SAID+:SAID] = open_q[v] ? held_q : front[FLIT-1:2];
    always_ff @(posedge clk_i)
      if (loads)
        held_q <= {
          load_held_payload[v*PAYLOAD_BITS+:PAYLOAD_BITS], load_held_row[v*ROW_BITS+:ROW_BITS],
          load_held_bank[v*BANK_BITS+:BANK_BITS]
        };
      else if (takes[v] & !open_q[v]) held_q <= front[FLIT-1:2];
    assign {
      held_payload[v*PAYLOAD_BITS+:PAYLOAD_BITS], held_row[v*ROW_BITS+:ROW_BITS], held_bank[v*BANK_BITS+:BANK_BITS]
    } = held_q;

    logic unused_flit;  // its destination, and the flit behind it
    assign unused_flit = ^{second, third, front[1], flits};
  end

  // --- the next in turn: among tails, among others; of the kinds that can be taken, the one that was not last ---
  logic [VC_BITS-1:0] turn_next;
  logic [VCS-1:0] tail_pick, other_pick, in_turn;
  logic tail_goes, stays;  // a tail; one before that in turn
  assign tail_goes = (|tails) & (!tail_last_q | !(|rest));
  assign takes     = tail_goes ? tail_pick : other_pick;
  rh_round_robin #(.N(VCS)) u_tail (.set_i(tails), .from_i(tail_turn_q), .grant_o(in_turn));
  rh_round_robin #(.N(VCS)) u_other (.set_i(rest), .from_i(turn_q), .grant_o(other_pick));
  rh_next_index #(.N(VCS)) u_turn (.onehot_i(takes), .next_o(turn_next));
  rh_onehot_index #(.N(VCS)) u_back (.onehot_i(takes), .index_o(back_vc_d));
  rh_onehot_mux #(.N(VCS), .W(SAID)) u_message (.select_i(takes), .data_i(said), .data_o(message_d));
  always_comb begin
    turn_d          = ((|rest) & !tail_goes) ? turn_next : turn_q;
    tail_turn_d     = (tail_goes & !stays) ? turn_next : tail_turn_q;
    tail_last_d     = (|takes) ? tail_goes : tail_last_q;
    back_valid_d    = |takes;
    message_valid_d = (|ends) | (message_valid_q & !message_ready_i);
  end

  // --- with ROW_AFFINE: tails to the row of their bank's last message go first, ROW_AFFINE times in a row at most ---
  logic [ROW_AFFINE_BITS-1:0] row_affine_obs;
  if (ROW_AFFINE != 0) begin : g_row_affine
    logic [BANKS*ROW_BITS-1:0] last_row_q, load_last_row;
    logic [BANKS-1:0] known_q, load_known;
    logic [STAYED_BITS-1:0] stayed_q, load_stayed;
    logic [VCS-1:0] fits, fit_pick;
    assign {load_stayed, load_known, load_last_row} = load_state_i[OBS_BITS-1:FIRST_BITS];
    assign row_affine_obs = {stayed_q, known_q, last_row_q};
    for (genvar v = 0; v < VCS; v++) begin : g_fits
      logic [BANKS-1:0] bank;
      logic [ROW_BITS-1:0] last_row;
      for (genvar b = 0; b < BANKS; b++) begin : g_bank
        assign bank[b] = (BANKS == 1) | (said[v*SAID+:BANK_BITS] == BANK_BITS'(b));
      end
      rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_row (.select_i(bank), .data_i(last_row_q), .data_o(last_row));
      assign fits[v] = tails[v] & (|(bank & known_q)) & (last_row == said[v*SAID+BANK_BITS+:ROW_BITS]);
    end
    rh_round_robin #(.N(VCS)) u_fits (.set_i(fits), .from_i(tail_turn_q), .grant_o(fit_pick));
    assign stays     = (|fits) & !(|(fits & in_turn)) & (stayed_q != STAYED_BITS'(ROW_AFFINE));
    assign tail_pick = stays ? fit_pick : in_turn;
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      logic here;
      assign here = (|ends) & ((BANKS == 1) | (message_d[BANK_BITS-1:0] == BANK_BITS'(b)));
      always_ff @(posedge clk_i) begin
        if (!rst_ni) known_q[b] <= 1'b0;
        else if (loads) known_q[b] <= load_known[b];
        else if (here) known_q[b] <= 1'b1;
        if (loads) last_row_q[b*ROW_BITS+:ROW_BITS] <= load_last_row[b*ROW_BITS+:ROW_BITS];
        else if (here) last_row_q[b*ROW_BITS+:ROW_BITS] <= message_d[BANK_BITS+:ROW_BITS];
      end
    end
    always_ff @(posedge clk_i)
      if (!rst_ni) stayed_q <= '0;
      else if (loads) stayed_q <= load_stayed;
      else if (tail_goes) stayed_q <= stays ? stayed_q + STAYED_BITS'(1) : '0;
  end else begin : g_turn
    assign stays     = 1'b0;
    assign tail_pick = in_turn;
    assign row_affine_obs  = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q          <= '0;
      turn_q          <= '0;
      tail_turn_q     <= '0;
      tail_last_q     <= 1'b0;
      message_valid_q <= 1'b0;
      back_valid_q    <= 1'b0;
    end else if (loads) begin
      open_q          <= load_open;
      turn_q          <= load_turn;
      tail_turn_q     <= load_tail_turn;
      tail_last_q     <= load_tail_last;
      message_valid_q <= load_message_valid;
      back_valid_q    <= load_back_valid;
    end else begin
      open_q          <= open_d;
      turn_q          <= turn_d;
      tail_turn_q     <= tail_turn_d;
      tail_last_q     <= tail_last_d;
      message_valid_q <= message_valid_d;
      if (enable_i) back_valid_q <= back_valid_d;
    end
    if (loads) begin
      message_q <= load_message;
      back_vc_q <= load_back_vc;
    end else begin
      if (|ends) message_q <= message_d;
      if (enable_i) back_vc_q <= back_vc_d;
    end
  end
  assign message_valid_o = message_valid_q;
  assign back_valid_o    = back_valid_q;
  assign back_vc_o       = back_vc_q;
  assign {message_payload_o, message_row_o, message_bank_o} = message_q;

  if (OBSERVE) begin : g_observe
    assign obs_o[FIRST_BITS-1:0] = {
      back_vc_q, back_valid_q, message_q, message_valid_q, tail_last_q, tail_turn_q, turn_q, held_payload, held_row,
      held_bank, open_q, count, first, payload, rows, banks, tail
    };
    if (ROW_AFFINE != 0) begin : g_stayed
      assign obs_o[OBS_BITS-1:FIRST_BITS] = row_affine_obs;
    end
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);  // '0 of so many bits makes Verilator doubt
  end

  logic unused_signals;
  assign unused_signals = &{
    1'b0, arrive_vc_i, payload, rows, banks, tail, first, held_payload, held_row, held_bank, row_affine_obs
  };
endmodule
