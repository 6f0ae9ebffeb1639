// SPDX-License-Identifier: Apache-2.0
// A virtual channel of a router's input: its buffer, the channel that its packet was given, and the channels that its
// packet asks for. Model: cmodel/network/rh_vc_router.c.
// Promises: it asks for channels that gives_i has, of its packet's output and class; pairs_o is one-hot while active_o.
module rh_router_vc #(
    parameter int unsigned OUTPUTS = 5,
    parameter int unsigned VCS = 1,
    parameter int unsigned CLASSES = 1,
    parameter int unsigned STATIC_VCS = 0,
    parameter int unsigned DEPTH = 8,
    parameter int unsigned DESTINATIONS = 8,
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned PAYLOAD_BITS = 32,
    localparam int unsigned INPUT_VCS = OUTPUTS * VCS,  // channel v of output o is o * VCS + v
    localparam int unsigned DESTINATION_BITS = rh_pkg::log2_up(DESTINATIONS),
    // a flit: the tail's bit lowest, destination, bank, row, payload
    localparam int unsigned HEAD = DESTINATION_BITS + rh_pkg::log2_up(BANKS) + ROW_BITS,
    localparam int unsigned FLIT = 1 + HEAD + PAYLOAD_BITS,
    localparam int unsigned VC_BITS = rh_pkg::log2_up(VCS),
    localparam int unsigned INDEX_BITS = rh_pkg::log2_up(DEPTH),
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1)
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic [             OUTPUTS-1:0] upper_i,        // where its packets take the upper half of the channels
    input  logic                            push_i,
    input  logic [                FLIT-1:0] flit_i,
    input  logic                            pop_i,          // the flit at the front leaves; it may with the grant
    input  logic [DESTINATIONS*OUTPUTS-1:0] ways_i,         // output of each destination, one-hot
    input  logic [               INPUT_VCS-1:0] gives_i,        // channels that can be given,
    input  logic [               INPUT_VCS-1:0] taken_i,        // and those that a packet has
    input  logic                            grant_i,        // what it asks for is granted
    input  logic [               INPUT_VCS-1:0] passes_i,       // channels whose packet's tail leaves
    input  logic                            load_i,         // state load: take these
    input  logic [          DEPTH*FLIT-1:0] load_flits_i,
    input  logic [          INDEX_BITS-1:0] load_first_i,
    input  logic [          COUNT_BITS-1:0] load_count_i,
    input  logic [             OUTPUTS-1:0] load_output_i,
    input  logic [             VC_BITS-1:0] load_out_vc_i,
    input  logic [             OUTPUTS-1:0] load_asked_i,
    input  logic                            load_ends_i,
    input  logic                            load_active_i,
    input  logic                            load_turn_i,
    input  logic                            load_next_i,
    output logic                            asks_o,
    output logic [             OUTPUTS-1:0] asked_o,        // the output, one-hot
    output logic [                HEAD-1:0] head_o,         // of the packet that asks
    output logic [               INPUT_VCS-1:0] begins_o,       // granted: a channel that was free,
    output logic [               INPUT_VCS-1:0] waits_o,        // or one that another packet, or its own, has
    output logic [               INPUT_VCS-1:0] offers_o,       // the free channel that it would begin in
    output logic [               INPUT_VCS-1:0] pairs_o,        // the channel that the packet at the front was given
    output logic [             OUTPUTS-1:0] at_o,           // its output
    output logic                            ends_o,         // a tail stands at the front
    output logic                            has_o,          // a flit does
    output logic [                FLIT-1:0] front_o,
    output logic [          DEPTH*FLIT-1:0] flits_o,        // registers
    output logic [          INDEX_BITS-1:0] first_o,
    output logic [          COUNT_BITS-1:0] count_o,
    output logic [             OUTPUTS-1:0] output_o,
    output logic [             VC_BITS-1:0] out_vc_o,
    output logic                            active_o,
    output logic                            turn_o,
    output logic                            next_o
);
  localparam int unsigned HALF = VCS / CLASSES;
  localparam int unsigned HALF_BITS = (HALF > 1) ? $clog2(HALF) : 1;

  logic [FLIT-1:0] front, second, third;
  logic [HEAD-1:0] head;
  logic [OUTPUTS-1:0] asked_d, asked_q, second_way, third_way, new_way, second_asks, third_asks, left, stays;
  logic ends_d, ends_q, second_here, third_here;
  logic [VCS-1:0] out_vc_at, half, allowed, gives, taken, own, candidate_vcs, free, free_first, out_vc_first, out_vc;
  logic [INPUT_VCS-1:0] pairs, chosen;
  logic [OUTPUTS-1:0] output_d, output_q;
  logic [VC_BITS-1:0] out_vc_d, out_vc_q, out_vc_index;
  logic active_d, active_q, turn_d, turn_q, next_d, next_q, has_next, begins, upper, starts;
  logic passes, at_once, taken_over;

  rh_router_limits #(
      .OUTPUTS(OUTPUTS), .VCS(VCS), .CLASSES(CLASSES), .STATIC_VCS(STATIC_VCS), .DEPTH(DEPTH),
      .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
  ) u_limits ();
  rh_flit_buffer #(
      .DEPTH(DEPTH), .DESTINATIONS(DESTINATIONS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
  ) u_buffer (
      .clk_i(clk_i), .rst_ni(rst_ni), .push_i(push_i), .flit_i(flit_i), .pop_i(pop_i), .load_i(load_i),
      .load_flits_i(load_flits_i), .load_first_i(load_first_i), .load_count_i(load_count_i), .front_o(front),
      .second_o(second), .third_o(third), .flits_o(flits_o), .first_o(first_o), .count_o(count_o)
  );
  assign has_o  = count_o != '0;
  assign ends_o = ends_q;

  // --- the channel that the packet at the front was given ---
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    assign pairs[o*VCS+:VCS]  = out_vc_at & {VCS{output_q[o]}};
    assign chosen[o*VCS+:VCS] = out_vc & {VCS{asked_q[o]}};
    assign offers_o[o*VCS+:VCS] = free_first & {VCS{asked_q[o]}};
  end
  if (VCS == 1) begin : g_one_vc
    assign out_vc_at = 1'b1;
    logic unused_out_vc;
    assign unused_out_vc = out_vc_q;
  end else begin : g_vc
    for (genvar w = 0; w < VCS; w++) begin : g_vc
      assign out_vc_at[w] = out_vc_q == VC_BITS'(w);
    end
  end

  // --- the packet that may ask: at the front, or behind a tail and for the same channel ---
  assign head = active_q ? second[HEAD:1] : front[HEAD:1];
  rh_onehot_mux #(.N(OUTPUTS), .W(VCS)) u_gives (.select_i(asked_q), .data_i(gives_i), .data_o(gives));
  rh_onehot_mux #(.N(OUTPUTS), .W(VCS)) u_taken (.select_i(asked_q), .data_i(taken_i), .data_o(taken));

  if (CLASSES == 2) begin : g_classes
    assign upper = |(asked_q & upper_i);
  end else begin : g_class
    assign upper = 1'b0;
    logic unused_upper;
    assign unused_upper = ^upper_i;
  end
  for (genvar w = 0; w < VCS; w++) begin : g_allowed
    if (STATIC_VCS == 1 && HALF > 1) begin : g_static
      // of the destination alone, which may have fewer bits
      assign half[w] = HALF_BITS'(head[DESTINATION_BITS-1:0]) == HALF_BITS'(w % HALF);
    end else begin : g_dynamic
      assign half[w] = 1'b1;
    end
    assign allowed[w] = half[w] & ((CLASSES == 1) | (upper == (w >= HALF)));
  end

  assign own           = allowed & (out_vc_at | {VCS{~active_q}});
  assign candidate_vcs = own & gives;
  // its own channel can be given once the tail stands at the front and nobody waits: neither it nor the packet behind
  assign asks_o        = |candidate_vcs;

  // --- which channel it gets ---
  assign free   = own & ~taken;  // these can be given; a packet that has a channel of its own finds it taken
  assign begins = |free;
  rh_first #(.N(VCS)) u_free_first (.set_i(free), .first_o(free_first));
  rh_first #(.N(VCS)) u_out_vc_first (.set_i(candidate_vcs), .first_o(out_vc_first));
  assign out_vc     = begins ? free_first : out_vc_first;
  assign begins_o   = offers_o & {INPUT_VCS{grant_i}};
  assign waits_o    = chosen & {INPUT_VCS{grant_i & ~begins}};

  // --- whose turn it is: a packet's from when it begins, or from when the tail before it leaves ---
  rh_onehot_index #(.N(VCS)) u_out_vc (.onehot_i(out_vc), .index_o(out_vc_index));
  assign starts     = grant_i & ~active_q;
  assign passes     = pop_i & ends_q;
  assign at_once    = starts & passes;  // a packet of one flit
  assign has_next       = next_q | (grant_i & active_q);
  assign taken_over = (active_q & ~turn_q & (|(pairs & passes_i))) | (starts & ~begins & (|(chosen & passes_i)));
  always_comb begin
    output_d = starts ? asked_q : output_q;
    out_vc_d   = starts ? out_vc_index : out_vc_q;
    next_d   = has_next & ~passes;
    active_d = (starts & ~at_once) | (active_q & ~(passes & ~has_next));
    turn_d   = taken_over | (starts & begins & ~at_once) | (turn_q & ~(passes & ~has_next));
  end

  // --- the output that the next clock's packet may ask for: that of each flit is known before, and who leaves last ---
  rh_router_way #(.DESTINATIONS(DESTINATIONS), .OUTPUTS(OUTPUTS)) u_second (
      .destination_i(second[DESTINATION_BITS:1]), .ways_i(ways_i), .way_o(second_way)
  );
  rh_router_way #(.DESTINATIONS(DESTINATIONS), .OUTPUTS(OUTPUTS)) u_third (
      .destination_i(third[DESTINATION_BITS:1]), .ways_i(ways_i), .way_o(third_way)
  );
  rh_router_way #(.DESTINATIONS(DESTINATIONS), .OUTPUTS(OUTPUTS)) u_new (
      .destination_i(flit_i[DESTINATION_BITS:1]), .ways_i(ways_i), .way_o(new_way)
  );
  assign second_here = count_o > COUNT_BITS'(1);
  assign third_here  = count_o > COUNT_BITS'(2);
  assign second_asks = second_here ? second_way : new_way & {OUTPUTS{push_i & has_o}};
  assign third_asks  = third_here ? third_way : new_way & {OUTPUTS{push_i & second_here}};
  always_comb begin
    left = (ends_q & ~(active_q & has_next)) ? second_asks : third_asks & (active_q ? output_q : asked_q);
    if (active_q) stays = second_asks & output_q;
    else if (starts) stays = second_asks & asked_q;
    else stays = asked_q | (new_way & {OUTPUTS{push_i & ~has_o}});
    asked_d = pop_i ? left : stays;
    ends_d  = pop_i ? (second_here ? second[0] : push_i & flit_i[0]) : has_o ? ends_q : push_i & flit_i[0];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      turn_q   <= 1'b0;
      next_q   <= 1'b0;
      asked_q  <= '0;
      ends_q   <= 1'b0;
    end else if (load_i) begin
      asked_q  <= load_asked_i;
      ends_q   <= load_ends_i;
      active_q <= load_active_i;
      turn_q   <= load_turn_i;
      next_q   <= load_next_i;
    end else begin
      asked_q  <= asked_d;
      ends_q   <= ends_d;
      active_q <= active_d;
      turn_q   <= turn_d;
      next_q   <= next_d;
    end
    output_q <= load_i ? load_output_i : output_d;
    out_vc_q   <= load_i ? load_out_vc_i : out_vc_d;
  end

  assign asked_o  = asked_q;
  assign head_o   = head;
  assign pairs_o  = pairs & {INPUT_VCS{turn_q}};
  assign at_o     = output_q & {OUTPUTS{turn_q}};
  assign front_o  = front;
  assign output_o = output_q;
  assign out_vc_o   = out_vc_q;
  assign active_o = active_q;
  assign turn_o   = turn_q;
  assign next_o   = next_q;

  logic unused_signals;
  assign unused_signals = ^{second, third};
endmodule
