// SPDX-License-Identifier: Apache-2.0
// Router `vc_router`. Model: cmodel/network/rh_vc_router.c. Promises: include/rowhold/rh_router.h.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_vc_router #(
    parameter int unsigned INPUTS = 5,         // inputs
    parameter int unsigned OUTPUTS = 5,        // outputs
    parameter int unsigned VCS = 1,            // virtual channels of a link
    parameter int unsigned CLASSES = 1,        // of virtual channels: 2 where a link closes a ring
    parameter int unsigned STATIC_VCS = 0,
    parameter int unsigned SPECULATIVE = 0,    // 1: a packet may leave in the clock in which it is given a channel
    parameter int unsigned STAYS = 15,
    parameter int unsigned DEPTH = 8,          // flits of a virtual channel's buffer, here and behind a link
    parameter int unsigned DESTINATIONS = 8,   // places that a packet can go to
    parameter int unsigned BANKS = 4,          // banks of a destination
    parameter int unsigned ROW_BITS = 12,      // bits of a row number
    parameter int unsigned PAYLOAD_BITS = 32,  // bits of a flit that the router carries unseen
    parameter bit OBSERVE = 1'b0,              // 0: without what is for observation alone
    parameter bit LOAD = 1'b0,                 // 1: the registers can be loaded; 0: load_i is ignored
    localparam int unsigned DESTINATION_BITS = rh_pkg::log2_up(DESTINATIONS),  // bits of a destination
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),                // bits of a bank number
    localparam int unsigned OUTPUT_BITS = rh_pkg::log2_up(OUTPUTS),            // bits of an output's number
    localparam int unsigned VC_BITS = rh_pkg::log2_up(VCS),                    // bits of a virtual channel's number
    localparam int unsigned PAIRS = INPUTS * OUTPUTS,                          // pair (i, o) at i * OUTPUTS + o
    localparam int unsigned OBS_BITS =
          INPUTS * VCS * DEPTH                        // tail
        + INPUTS * VCS * DEPTH * DESTINATION_BITS     // to
        + INPUTS * VCS * DEPTH * BANK_BITS            // bank
        + INPUTS * VCS * DEPTH * ROW_BITS             // row
        + INPUTS * VCS * DEPTH * PAYLOAD_BITS         // payload
        + INPUTS * VCS * rh_pkg::log2_up(DEPTH)       // first
        + INPUTS * VCS * rh_pkg::log2_up(DEPTH + 1)   // count
        + INPUTS * VCS * OUTPUTS                      // output
        + INPUTS * VCS * VC_BITS                      // out_vc
        + INPUTS * VCS * OUTPUTS                      // asked
        + INPUTS * VCS                                // ends
        + INPUTS * VCS                                // active
        + INPUTS * VCS                                // turn
        + INPUTS * VCS                                // next
        + INPUTS * OUTPUT_BITS                        // last
        + INPUTS * VC_BITS                            // ask_vc
        + INPUTS * 4                                  // stayed
        + INPUTS * VC_BITS                            // send_vc
        + OUTPUTS * VCS                               // taken
        + OUTPUTS * VCS                               // heir
        + OUTPUTS * VCS * rh_pkg::log2_up(DEPTH + 1)  // credits
        + OUTPUTS * rh_pkg::log2_up(INPUTS)           // send_input
        + OUTPUTS                                     // leave_valid
        + OUTPUTS                                     // leave_tail
        + OUTPUTS * VC_BITS                           // leave_vc
        + OUTPUTS * DESTINATION_BITS                  // leave_destination
        + OUTPUTS * BANK_BITS                         // leave_bank
        + OUTPUTS * ROW_BITS                          // leave_row
        + OUTPUTS * PAYLOAD_BITS                      // leave_payload
        + INPUTS                                      // back_valid
        + INPUTS * VC_BITS                            // back_vc
) (
    input  logic                                clk_i,
    input  logic                                rst_ni,
    input  logic [                 OUTPUTS-1:0] crosses_i,
    input  logic [                  INPUTS-1:0] second_inputs_i,
    input  logic [                 OUTPUTS-1:0] second_outputs_i,
    input  logic                                enable_i,              // a clock of the network; 0: nothing moves
    input  logic [DESTINATIONS*OUTPUT_BITS-1:0] route_i,
    input  logic [                  INPUTS-1:0] arrive_valid_i,        // inputs at which a flit arrives
    input  logic [          INPUTS*VC_BITS-1:0] arrive_vc_i,           // its virtual channel
    input  logic [                  INPUTS-1:0] arrive_tail_i,         // it is the last of its packet
    input  logic [ INPUTS*DESTINATION_BITS-1:0] arrive_destination_i,  // where the packet goes
    input  logic [        INPUTS*BANK_BITS-1:0] arrive_bank_i,         // its bank there
    input  logic [         INPUTS*ROW_BITS-1:0] arrive_row_i,          // its row
    input  logic [     INPUTS*PAYLOAD_BITS-1:0] arrive_payload_i,      // the rest of the flit
    input  logic [                 OUTPUTS-1:0] credit_valid_i,        // outputs behind whose links a place was freed
    input  logic [         OUTPUTS*VC_BITS-1:0] credit_vc_i,           // of this virtual channel
    input  logic [                   PAIRS-1:0] grant_i,
    output logic [                   PAIRS-1:0] request_o,
    output logic [                 OUTPUTS-1:0] ready_o,
    output logic [ INPUTS*DESTINATION_BITS-1:0] destination_o,         // of the packet that asks
    output logic [        INPUTS*BANK_BITS-1:0] bank_o,                // its bank
    output logic [         INPUTS*ROW_BITS-1:0] row_o,                 // its row
    output logic [                 OUTPUTS-1:0] leave_valid_o,         // outputs with a flit on their link
    output logic [         OUTPUTS*VC_BITS-1:0] leave_vc_o,            // its virtual channel
    output logic [                 OUTPUTS-1:0] leave_tail_o,          // it is the last of its packet
    output logic [OUTPUTS*DESTINATION_BITS-1:0] leave_destination_o,   // where the packet goes
    output logic [       OUTPUTS*BANK_BITS-1:0] leave_bank_o,          // its bank there
    output logic [        OUTPUTS*ROW_BITS-1:0] leave_row_o,           // its row
    output logic [    OUTPUTS*PAYLOAD_BITS-1:0] leave_payload_o,       // the rest of the flit
    output logic [                  INPUTS-1:0] back_valid_o,          // inputs in whose buffers a place was freed
    output logic [          INPUTS*VC_BITS-1:0] back_vc_o,             // of this virtual channel
    input  logic                                load_i,                // the registers take load_state_i at the edge
    input  logic [                OBS_BITS-1:0] load_state_i,          // as obs_o
    output logic [                OBS_BITS-1:0] obs_o                  // the registers, the first of the sum lowest
);
  rh_router_limits #(
      .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .CLASSES(CLASSES), .STATIC_VCS(STATIC_VCS),
      .SPECULATIVE(SPECULATIVE), .STAYS(STAYS), .DEPTH(DEPTH), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS),
      .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
  ) u_limits ();
  logic loads;  // the registers take load_state_i at this clock's edge
  assign loads = LOAD & load_i;
// end generated

  localparam int unsigned C = INPUTS * VCS;  // virtual channel v of input i is c = i * VCS + v
  localparam int unsigned INPUT_VCS = OUTPUTS * VCS;  // v of output o is o * VCS + v
  localparam int unsigned INPUT_BITS = rh_pkg::log2_up(INPUTS);
  localparam int unsigned INDEX_BITS = rh_pkg::log2_up(DEPTH);
  localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1);
  localparam int unsigned TO = 1;  // places in a flit; the tail's bit is 0
  localparam int unsigned BANK = TO + DESTINATION_BITS;
  localparam int unsigned ROW = BANK + BANK_BITS;
  localparam int unsigned PAYLOAD = ROW + ROW_BITS;
  localparam int unsigned FLIT = PAYLOAD + PAYLOAD_BITS;
  localparam int unsigned HEAD = PAYLOAD - TO;  // destination, bank and row

  // --- registers, and the state to load: the twin of obs_o ---
  logic [C*DEPTH-1:0] tail, load_tail;
  logic [C*DEPTH*DESTINATION_BITS-1:0] goes_to, load_to;
  logic [C*DEPTH*BANK_BITS-1:0] banks, load_banks;
  logic [C*DEPTH*ROW_BITS-1:0] rows, load_rows;
  logic [C*DEPTH*PAYLOAD_BITS-1:0] payload, load_payload;
  logic [C*INDEX_BITS-1:0] first, load_first;
  logic [C*COUNT_BITS-1:0] count, load_count;
  logic [C*OUTPUTS-1:0] output_port, load_output;
  logic [C*VC_BITS-1:0] out_vc, load_out_vc;
  logic [C*OUTPUTS-1:0] asked, load_asked;  // registers of what each channel wants, and of tails at the front
  logic [C-1:0] ends, load_ends, active, load_active, turn, load_turn, has_next, load_next;
  logic [INPUTS*OUTPUT_BITS-1:0] last_d, last_q, load_last;
  logic [INPUTS*VC_BITS-1:0] ask_vc_d, ask_vc_q, load_ask_vc, send_vc_d, send_vc_q, load_send_vc;
  logic [INPUTS*4-1:0] stayed_d, stayed_q, load_stayed;
  logic [INPUT_VCS-1:0] taken, load_taken, heir, load_heir;
  logic [INPUT_VCS*COUNT_BITS-1:0] credits, load_credits;
  logic [OUTPUTS*INPUT_BITS-1:0] send_input_d, send_input_q, load_send_input;
  logic [OUTPUTS-1:0] leave_valid_d, leave_valid_q, load_leave_valid, leave_tail_d, leave_tail_q, load_leave_tail;
  logic [OUTPUTS*VC_BITS-1:0] leave_vc_d, leave_vc_q, load_leave_vc;
  logic [OUTPUTS*DESTINATION_BITS-1:0] leave_destination_d, leave_destination_q, load_leave_destination;
  logic [OUTPUTS*BANK_BITS-1:0] leave_bank_d, leave_bank_q, load_leave_bank;
  logic [OUTPUTS*ROW_BITS-1:0] leave_row_d, leave_row_q, load_leave_row;
  logic [OUTPUTS*PAYLOAD_BITS-1:0] leave_payload_d, leave_payload_q, load_leave_payload;
  logic [INPUTS-1:0] back_valid_d, back_valid_q, load_back_valid;
  logic [INPUTS*VC_BITS-1:0] back_vc_d, back_vc_q, load_back_vc;
  assign {
    load_back_vc, load_back_valid, load_leave_payload, load_leave_row, load_leave_bank, load_leave_destination,
    load_leave_vc, load_leave_tail, load_leave_valid, load_send_input, load_credits, load_heir, load_taken,
    load_send_vc, load_stayed, load_ask_vc, load_last, load_next, load_turn, load_active, load_ends, load_asked,
    load_out_vc, load_output,
    load_count, load_first, load_payload, load_rows, load_banks, load_to, load_tail
  } = load_state_i;

  // --- what a destination's way is, once for all: output o at [d*OUTPUTS + o] ---
  logic [DESTINATIONS*OUTPUTS-1:0] ways;
  for (genvar d = 0; d < DESTINATIONS; d++) begin : g_way
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
      assign ways[d*OUTPUTS+o] = route_i[d*OUTPUT_BITS+:OUTPUT_BITS] == OUTPUT_BITS'(o);
    end
  end

  logic [C*FLIT-1:0] fronts;
  logic [C*HEAD-1:0] heads;
  logic [C-1:0] asks, given, has, ready, sends, send_pick, at_once;
  logic [C*OUTPUTS-1:0] at;
  logic [C*INPUT_VCS-1:0] begins, waits, pairs, offers;
  logic [INPUT_VCS-1:0] gives, credit, passes, left;  // of the outputs' channels
  logic [INPUTS*OUTPUTS-1:0] request, wants, may_at_once;  // a packet may leave with its grant
  logic [INPUTS-1:0] granted, sent, stays;
  logic [INPUTS*FLIT-1:0] input_front;
  logic [OUTPUTS-1:0] used;  // a flit leaves in its turn

  // --- inputs ---
  for (genvar i = 0; i < INPUTS; i++) begin : g_input
    logic [VCS-1:0] again, set, pick, may, send;
    logic [OUTPUTS-1:0] last_at;
    logic [HEAD-1:0] head;
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_last
      assign last_at[o] = last_q[i*OUTPUT_BITS+:OUTPUT_BITS] == OUTPUT_BITS'(o);
    end
    for (genvar v = 0; v < VCS; v++) begin : g_vc
      localparam int unsigned K = i * VCS + v;
      logic [DEPTH*FLIT-1:0] flits, load_flits;
      logic here;
      logic [OUTPUTS-1:0] upper;  // behind which its packets are in the upper of two classes
      if (VCS == 1) begin : g_one
        assign here = 1'b1;
      end else begin : g_many
        assign here = arrive_vc_i[i*VC_BITS+:VC_BITS] == VC_BITS'(v);
      end
      assign upper = crosses_i | ({OUTPUTS{v >= VCS / CLASSES}} & ~({OUTPUTS{second_inputs_i[i]}} ^ second_outputs_i));
      rh_router_vc #(
          .OUTPUTS(OUTPUTS), .VCS(VCS), .CLASSES(CLASSES), .STATIC_VCS(STATIC_VCS), .DEPTH(DEPTH),
          .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
      ) u_vc (
          .clk_i(clk_i), .rst_ni(rst_ni), .upper_i(upper), .push_i(enable_i & arrive_valid_i[i] & here),
          .flit_i({
            arrive_payload_i[i*PAYLOAD_BITS+:PAYLOAD_BITS], arrive_row_i[i*ROW_BITS+:ROW_BITS],
            arrive_bank_i[i*BANK_BITS+:BANK_BITS], arrive_destination_i[i*DESTINATION_BITS+:DESTINATION_BITS],
            arrive_tail_i[i]
          }),
          .pop_i(sends[K] | at_once[K]), .ways_i(ways), .gives_i(gives), .taken_i(taken),
          .grant_i(given[K]), .passes_i(passes), .load_i(loads), .load_flits_i(load_flits),
          .load_first_i(load_first[K*INDEX_BITS+:INDEX_BITS]), .load_count_i(load_count[K*COUNT_BITS+:COUNT_BITS]),
          .load_output_i(load_output[K*OUTPUTS+:OUTPUTS]), .load_out_vc_i(load_out_vc[K*VC_BITS+:VC_BITS]),
          .load_asked_i(load_asked[K*OUTPUTS+:OUTPUTS]), .load_ends_i(load_ends[K]), .load_active_i(load_active[K]),
          .load_turn_i(load_turn[K]), .load_next_i(load_next[K]), .asks_o(asks[K]),
          .asked_o(asked[K*OUTPUTS+:OUTPUTS]), .head_o(heads[K*HEAD+:HEAD]), .begins_o(begins[K*INPUT_VCS+:INPUT_VCS]),
          .waits_o(waits[K*INPUT_VCS+:INPUT_VCS]), .offers_o(offers[K*INPUT_VCS+:INPUT_VCS]),
          .pairs_o(pairs[K*INPUT_VCS+:INPUT_VCS]), .at_o(at[K*OUTPUTS+:OUTPUTS]), .ends_o(ends[K]), .has_o(has[K]),
          .front_o(fronts[K*FLIT+:FLIT]), .flits_o(flits), .first_o(first[K*INDEX_BITS+:INDEX_BITS]),
          .count_o(count[K*COUNT_BITS+:COUNT_BITS]),
          .output_o(output_port[K*OUTPUTS+:OUTPUTS]), .out_vc_o(out_vc[K*VC_BITS+:VC_BITS]),
          .active_o(active[K]), .turn_o(turn[K]), .next_o(has_next[K])
      );
      for (genvar k = 0; k < DEPTH; k++) begin : g_flit
        localparam int unsigned P = K * DEPTH + k;
        assign {
          payload[P*PAYLOAD_BITS+:PAYLOAD_BITS], rows[P*ROW_BITS+:ROW_BITS], banks[P*BANK_BITS+:BANK_BITS],
          goes_to[P*DESTINATION_BITS+:DESTINATION_BITS], tail[P]
        } = flits[k*FLIT+:FLIT];
        assign load_flits[k*FLIT+:FLIT] = {
          load_payload[P*PAYLOAD_BITS+:PAYLOAD_BITS], load_rows[P*ROW_BITS+:ROW_BITS],
          load_banks[P*BANK_BITS+:BANK_BITS], load_to[P*DESTINATION_BITS+:DESTINATION_BITS], load_tail[P]
        };
      end
      assign again[v] = asks[K] & (|(asked[K*OUTPUTS+:OUTPUTS] & last_at));
      // a flit, its packet's turn, and a place behind the link
      assign ready[K] = has[K] & (|(pairs[K*INPUT_VCS+:INPUT_VCS] & credit));
      assign send[v]  = send_pick[K] & sent[i];
    end

    // --- the packets that ask for this input: one, to the same output as the last, for STAYS packets that pass others
    // over; or of those that want an output the next in turn, so that all but the grant is known before ---
    assign stays[i] = (STAYS != 0) & (|again) & (|(asks[i*VCS+:VCS] & ~again)) & (stayed_q[i*4+:4] != 4'(STAYS));
    assign set      = stays[i] ? again : asks[i*VCS+:VCS];
    rh_round_robin #(.N(VCS)) u_ask (.set_i(set), .from_i(ask_vc_q[i*VC_BITS+:VC_BITS]), .grant_o(pick));
    if (STAYS == 0) begin : g_all
      for (genvar v = 0; v < VCS; v++) begin : g_vc
        logic [VCS-1:0] same, chosen;
        for (genvar w = 0; w < VCS; w++) begin : g_same
          assign same[w] = asks[i*VCS+w] & (|(asked[(i*VCS+w)*OUTPUTS+:OUTPUTS] & asked[(i*VCS+v)*OUTPUTS+:OUTPUTS]));
        end
        rh_round_robin #(.N(VCS)) u_chosen (
            .set_i(same), .from_i(ask_vc_q[i*VC_BITS+:VC_BITS]), .grant_o(chosen)
        );
        assign may[v] = chosen[v];
        assign given[i*VCS+v] = may[v] & (|(grant_i[i*OUTPUTS+:OUTPUTS] & request[i*OUTPUTS+:OUTPUTS]
            & asked[(i*VCS+v)*OUTPUTS+:OUTPUTS]));
        logic unused_chosen;
        assign unused_chosen = ^chosen;
      end
    end else begin : g_one
      assign may = pick;
      assign given[i*VCS+:VCS] = pick & {VCS{granted[i]}};
    end
    rh_onehot_mux #(.N(VCS), .W(OUTPUTS)) u_request (
        .select_i(may & {VCS{enable_i}}), .data_i(asked[i*VCS*OUTPUTS+:VCS*OUTPUTS]),
        .data_o(request[i*OUTPUTS+:OUTPUTS])
    );
    rh_onehot_mux #(.N(VCS), .W(HEAD)) u_head (
        .select_i(pick & {VCS{enable_i}}), .data_i(heads[i*VCS*HEAD+:VCS*HEAD]), .data_o(head)
    );
    assign {
      row_o[i*ROW_BITS+:ROW_BITS], bank_o[i*BANK_BITS+:BANK_BITS], destination_o[i*DESTINATION_BITS+:DESTINATION_BITS]
    } = head;
    assign granted[i] = |(grant_i[i*OUTPUTS+:OUTPUTS] & request[i*OUTPUTS+:OUTPUTS]);

    // --- the virtual channel that sends ---
    rh_round_robin #(.N(VCS)) u_send (
        .set_i(ready[i*VCS+:VCS]), .from_i(send_vc_q[i*VC_BITS+:VC_BITS]), .grant_o(send_pick[i*VCS+:VCS])
    );
    rh_onehot_mux #(.N(VCS), .W(OUTPUTS)) u_wants (
        .select_i(send_pick[i*VCS+:VCS]), .data_i(at[i*VCS*OUTPUTS+:VCS*OUTPUTS]), .data_o(wants[i*OUTPUTS+:OUTPUTS])
    );
    assign sends[i*VCS+:VCS] = send;

    // --- a flit that leaves with its grant: all but the grant is known before, so that it only selects ---
    if (SPECULATIVE != 0) begin : g_at_once
      // a flit that leaves in its turn goes before it; with one channel a link none does, for what begins is free
      logic [OUTPUTS-1:0] busy;
      logic [VCS*OUTPUTS-1:0] chance;
      assign busy = (VCS == 1) ? '0 : used | {OUTPUTS{sent[i]}};
      for (genvar v = 0; v < VCS; v++) begin : g_chance
        localparam int unsigned K = i * VCS + v;
        assign chance[v*OUTPUTS+:OUTPUTS] = asked[K*OUTPUTS+:OUTPUTS] & ~busy
            & {OUTPUTS{may[v] & enable_i & (|(offers[K*INPUT_VCS+:INPUT_VCS] & credit))}};
        assign at_once[K] = |(grant_i[i*OUTPUTS+:OUTPUTS] & chance[v*OUTPUTS+:OUTPUTS]);
      end
      rh_onehot_mux #(.N(VCS), .W(OUTPUTS)) u_at_once (
          .select_i({VCS{1'b1}}), .data_i(chance), .data_o(may_at_once[i*OUTPUTS+:OUTPUTS])
      );
      rh_onehot_mux #(.N(VCS), .W(FLIT)) u_front (
          .select_i(sent[i] ? send_pick[i*VCS+:VCS] : (STAYS == 0) ? given[i*VCS+:VCS] : pick),
          .data_i(fronts[i*VCS*FLIT+:VCS*FLIT]),
          .data_o(input_front[i*FLIT+:FLIT])
      );
    end else begin : g_in_turn
      assign may_at_once[i*OUTPUTS+:OUTPUTS] = '0;
      assign at_once[i*VCS+:VCS] = '0;
      rh_onehot_mux #(.N(VCS), .W(FLIT)) u_front (
          .select_i(send_pick[i*VCS+:VCS]), .data_i(fronts[i*VCS*FLIT+:VCS*FLIT]), .data_o(input_front[i*FLIT+:FLIT])
      );
    end

    logic [VC_BITS-1:0] ask_next, send_next, send_index;
    logic turn_over;
    logic [OUTPUTS-1:0] granted_at;
    logic [OUTPUT_BITS-1:0] request_index;
    rh_next_index #(.N(VCS)) u_ask_next (.onehot_i(pick), .next_o(ask_next));
    rh_next_index #(.N(VCS)) u_send_next (.onehot_i(send), .next_o(send_next));
    rh_onehot_index #(.N(VCS)) u_send_index (.onehot_i(send | at_once[i*VCS+:VCS]), .index_o(send_index));
    assign granted_at =
        request[i*OUTPUTS+:OUTPUTS] & ((STAYS == 0) ? grant_i[i*OUTPUTS+:OUTPUTS] : {OUTPUTS{1'b1}});
    rh_onehot_index #(.N(OUTPUTS)) u_request_index (.onehot_i(granted_at), .index_o(request_index));
    assign turn_over = ((STAYS == 0) ? |(given[i*VCS+:VCS] & pick) : granted[i]) & ~stays[i];  // who has it is granted
    always_comb begin
      last_d[i*OUTPUT_BITS+:OUTPUT_BITS] = granted[i] ? request_index : last_q[i*OUTPUT_BITS+:OUTPUT_BITS];
      ask_vc_d[i*VC_BITS+:VC_BITS]       = turn_over ? ask_next : ask_vc_q[i*VC_BITS+:VC_BITS];
      stayed_d[i*4+:4]                   = stayed_q[i*4+:4];
      if (granted[i]) stayed_d[i*4+:4] = stays[i] ? stayed_q[i*4+:4] + 4'd1 : '0;
      send_vc_d[i*VC_BITS+:VC_BITS]      = sent[i] ? send_next : send_vc_q[i*VC_BITS+:VC_BITS];
      back_valid_d[i]                    = sent[i] | (|at_once[i*VCS+:VCS]);
      back_vc_d[i*VC_BITS+:VC_BITS]      = send_index;
    end
  end
  assign request_o = request;

  // --- outputs ---
  logic [OUTPUTS*INPUTS-1:0] picks;  // the input that sends in its turn to output o at [o*INPUTS +: INPUTS]
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    logic [INPUTS-1:0] column, from;
    logic [FLIT-1:0] flit;
    logic [VCS-1:0] out_vc_left;
    logic [INPUT_BITS-1:0] turn_next;
    logic [VC_BITS-1:0] out_vc_index;
    for (genvar i = 0; i < INPUTS; i++) begin : g_turn
      assign column[i] = wants[i*OUTPUTS+o] & enable_i;
      assign from[i]   = picks[o*INPUTS+i] | (grant_i[i*OUTPUTS+o] & may_at_once[i*OUTPUTS+o]);
    end
    if (VCS == 1) begin : g_only  // its one channel is one packet's
      assign picks[o*INPUTS+:INPUTS] = column;
    end else begin : g_pick
      rh_round_robin #(.N(INPUTS)) u_pick (
          .set_i(column), .from_i(send_input_q[o*INPUT_BITS+:INPUT_BITS]), .grant_o(picks[o*INPUTS+:INPUTS])
      );
    end
    rh_next_index #(.N(INPUTS)) u_next (.onehot_i(picks[o*INPUTS+:INPUTS]), .next_o(turn_next));
    rh_onehot_mux #(.N(INPUTS), .W(FLIT)) u_flit (.select_i(from), .data_i(input_front), .data_o(flit));
    assign used[o] = |column;
    assign out_vc_left = left[o*VCS+:VCS];
    rh_onehot_index #(.N(VCS)) u_out_vc (.onehot_i(out_vc_left), .index_o(out_vc_index));
    assign ready_o[o] = enable_i & (|gives[o*VCS+:VCS]);
    always_comb begin
      send_input_d[o*INPUT_BITS+:INPUT_BITS] =
          used[o] ? turn_next : send_input_q[o*INPUT_BITS+:INPUT_BITS];
      leave_valid_d[o]                = |from;
      leave_vc_d[o*VC_BITS+:VC_BITS]  = out_vc_index;
      {
        leave_payload_d[o*PAYLOAD_BITS+:PAYLOAD_BITS], leave_row_d[o*ROW_BITS+:ROW_BITS],
        leave_bank_d[o*BANK_BITS+:BANK_BITS], leave_destination_d[o*DESTINATION_BITS+:DESTINATION_BITS],
        leave_tail_d[o]
      } = flit;
    end
  end
  for (genvar i = 0; i < INPUTS; i++) begin : g_sent
    logic [OUTPUTS-1:0] row;
    for (genvar o = 0; o < OUTPUTS; o++) begin : g_turn
      assign row[o] = picks[o*INPUTS+i];
    end
    assign sent[i] = |row;
  end

  // --- channels of the outputs ---
  for (genvar k = 0; k < INPUT_VCS; k++) begin : g_vc
    localparam int unsigned O = k / VCS;
    logic [C-1:0] begin_of, wait_of, end_of, pass_of, left_of, once_of, only_of;
    logic freed;
    for (genvar c = 0; c < C; c++) begin : g_of
      assign begin_of[c] = begins[c*INPUT_VCS+k];
      assign wait_of[c]  = waits[c*INPUT_VCS+k];
      assign end_of[c]   = pairs[c*INPUT_VCS+k] & ends[c];
      assign left_of[c]  = pairs[c*INPUT_VCS+k] & sends[c];
      assign pass_of[c]  = pairs[c*INPUT_VCS+k] & sends[c] & ends[c];
      assign once_of[c]  = offers[c*INPUT_VCS+k] & at_once[c];
      assign only_of[c]  = once_of[c] & ends[c];
    end
    if (VCS == 1) begin : g_one
      assign freed = enable_i & credit_valid_i[O];
    end else begin : g_many
      assign freed = enable_i & credit_valid_i[O] & (credit_vc_i[O*VC_BITS+:VC_BITS] == VC_BITS'(k % VCS));
    end
    assign left[k] = (VCS == 1) ? leave_valid_d[O] : |(left_of | once_of);
    assign passes[k] = |pass_of;
    rh_router_buffer #(.DEPTH(DEPTH)) u_out_vc (
        .clk_i(clk_i), .rst_ni(rst_ni), .begins_i(|begin_of), .waits_i(|wait_of), .at_once_i(|only_of),
        .ends_i(|end_of), .passes_i(passes[k]), .left_i(left[k]), .freed_i(freed), .load_i(loads),
        .load_taken_i(load_taken[k]), .load_heir_i(load_heir[k]),
        .load_credits_i(load_credits[k*COUNT_BITS+:COUNT_BITS]), .gives_o(gives[k]), .credit_o(credit[k]),
        .taken_o(taken[k]), .heir_o(heir[k]), .credits_o(credits[k*COUNT_BITS+:COUNT_BITS])
    );
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      last_q        <= '0;
      ask_vc_q      <= '0;
      stayed_q      <= '0;
      send_vc_q     <= '0;
      send_input_q  <= '0;
      leave_valid_q <= '0;
      leave_tail_q  <= '0;
      back_valid_q  <= '0;
    end else if (loads) begin
      last_q        <= load_last;
      ask_vc_q      <= load_ask_vc;
      stayed_q      <= load_stayed;
      send_vc_q     <= load_send_vc;
      send_input_q  <= load_send_input;
      leave_valid_q <= load_leave_valid;
      leave_tail_q  <= load_leave_tail;
      back_valid_q  <= load_back_valid;
    end else if (enable_i) begin
      last_q        <= last_d;
      ask_vc_q      <= ask_vc_d;
      stayed_q      <= stayed_d;
      send_vc_q     <= send_vc_d;
      send_input_q  <= send_input_d;
      leave_valid_q <= leave_valid_d;
      leave_tail_q  <= leave_tail_d;
      back_valid_q  <= back_valid_d;
    end
    if (loads) begin
      leave_vc_q          <= load_leave_vc;
      leave_destination_q <= load_leave_destination;
      leave_bank_q        <= load_leave_bank;
      leave_row_q         <= load_leave_row;
      leave_payload_q     <= load_leave_payload;
      back_vc_q           <= load_back_vc;
    end else if (enable_i) begin
      leave_vc_q          <= leave_vc_d;
      leave_destination_q <= leave_destination_d;
      leave_bank_q        <= leave_bank_d;
      leave_row_q         <= leave_row_d;
      leave_payload_q     <= leave_payload_d;
      back_vc_q           <= back_vc_d;
    end
  end
  assign leave_valid_o       = leave_valid_q;
  assign leave_tail_o        = leave_tail_q;
  assign leave_vc_o          = leave_vc_q;
  assign leave_destination_o = leave_destination_q;
  assign leave_bank_o        = leave_bank_q;
  assign leave_row_o         = leave_row_q;
  assign leave_payload_o     = leave_payload_q;
  assign back_valid_o        = back_valid_q;
  assign back_vc_o           = back_vc_q;

  if (OBSERVE) begin : g_observe
    assign obs_o = {
      back_vc_q, back_valid_q, leave_payload_q, leave_row_q, leave_bank_q, leave_destination_q, leave_vc_q,
      leave_tail_q, leave_valid_q, send_input_q, credits, heir, taken, send_vc_q, stayed_q, ask_vc_q, last_q, has_next,
      turn, active, ends, asked, out_vc, output_port, count, first, payload, rows, banks, goes_to, tail
    };
  end else begin : g_blind
    assign obs_o = OBS_BITS'(0);  // '0 of so many bits makes Verilator doubt
  end

  logic unused_signals;
  assign unused_signals = &{
    1'b0, arrive_vc_i, credit_vc_i, payload, rows, banks, goes_to, tail, first, count, output_port, out_vc, active,
    turn,
    has_next, heir, credits
  };
endmodule
