// SPDX-License-Identifier: Apache-2.0
// rh_request_network, the smallest crossbar: any one message of any source is followed from its injector to its sink.
// It comes out once, at its destination, as it went in, behind those of its source and destination that went before it;
// alone in a network whose sinks take messages it comes out in time. Nothing comes out that did not go in. Of every
// link the places of its buffer are conserved. The payload of a message says its source and whether it is followed; its
// highest bit, bank and row are free.
// prove: crossbar bmc=12 induction=none cover=12 asserts=10 covers=4
// bounded crossbar: its blocks are proven for any number of clocks; what joins them are wires
module fv_rh_request_network #(
    localparam int unsigned CORES = 2,
    localparam int unsigned CONTROLLERS = 2,
    localparam int unsigned DEPTH = 2,
    localparam int unsigned QUEUE = 2,
    localparam int unsigned MOST_FLITS = 2,
    localparam int unsigned BANKS = 1,
    localparam int unsigned ROW_BITS = 1,
    localparam int unsigned PAYLOAD_BITS = 3  // source, followed, free
) (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          enable_i,
    input logic [             CORES-1:0] message_valid_i,
    input logic [             CORES-1:0] message_destination_i,
    input logic [             CORES-1:0] message_bank_i,
    input logic [             CORES-1:0] message_row_i,
    input logic [CORES*PAYLOAD_BITS-1:0] message_payload_i,
    input logic [           CORES*2-1:0] message_flits_i,
    input logic [             CORES-1:0] done_i,
    input logic [       CONTROLLERS-1:0] sink_ready_i
);
  localparam int unsigned N = 5;     // for counts
  localparam int unsigned LONE = 7;  // clocks from the injection queue to the sink, of a message alone
  localparam int unsigned B = rh_pkg::log2_up(DEPTH + 1);
  (* anyconst *) logic [7:0] hold_limit, outstanding_limit;
  (* anyconst *) logic source;  // of the message that is followed

  logic [CORES-1:0] message_ready;
  logic [CONTROLLERS-1:0] sink_valid, sink_bank, sink_row;
  logic [CONTROLLERS*PAYLOAD_BITS-1:0] sink_payload;
  // Words of the observation: injectors, the router, its allocator, ejectors. Wrong ones break places_A.
  localparam int unsigned INJECTOR_WORDS = 2, ROUTER_AT = 4, EJECTORS_AT = 8, WORDS = 10;
  logic [32*WORDS-1:0] obs;
  rh_request_network #(
      .TOPOLOGY(0), .CORES(CORES), .CONTROLLERS(CONTROLLERS), .ALLOCATOR(1), .VCS(1), .DEPTH(DEPTH), .QUEUE(QUEUE),
      .MOST_FLITS(MOST_FLITS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .HOLD(1),
      .OBSERVE(1'b1)
  ) u_dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(hold_limit), .outstanding_limit_i(outstanding_limit),
      .enable_i(enable_i),
      .message_valid_i(message_valid_i), .message_destination_i(message_destination_i),
      .message_bank_i(message_bank_i), .message_row_i(message_row_i), .message_payload_i(message_payload_i),
      .message_flits_i(message_flits_i), .done_i(done_i), .message_ready_o(message_ready), .sink_ready_i(sink_ready_i),
      .sink_valid_o(sink_valid), .sink_bank_o(sink_bank), .sink_row_o(sink_row), .sink_payload_o(sink_payload),
      .obs_o(obs)
  );

  logic started, live;
  initial started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  assign live = started & rst_ni;

  // --- who sends and who takes; of each pair of source and sink how many messages are inside ---
  logic [CORES-1:0] enters, legal, done_legal, outstanding_right;
  logic [CORES*CONTROLLERS-1:0] in, out, made_up;
  logic [CORES*CONTROLLERS*N-1:0] stored;
  logic [CORES*N-1:0] outstanding, owed;  // not done; out and not done
  logic [CORES*8-1:0] in_flight;
  logic followed;  // it has been chosen
  assign enters = message_valid_i & message_ready;
  for (genvar s = 0; s < CORES; s++) begin : g_source
    logic [PAYLOAD_BITS-1:0] payload;
    logic [1:0] flits;
    assign payload = message_payload_i[s*PAYLOAD_BITS+:PAYLOAD_BITS];
    assign flits = message_flits_i[s*2+:2];
    assign legal[s] = (flits == 2'd1 || flits == 2'd2) && payload[0] == 1'(s)
        && (!payload[1] || (source == 1'(s) && !followed));
    assign done_legal[s] = !done_i[s] || owed[s*N+:N] != '0;
    assign outstanding_right[s] = in_flight[s*8+:8] == 8'(outstanding[s*N+:N]);
    for (genvar d = 0; d < CONTROLLERS; d++) begin : g_sink
      localparam int unsigned P = s * CONTROLLERS + d;
      assign in[P]  = enters[s] & (message_destination_i[s] == 1'(d));
      assign out[P] = sink_valid[d] & sink_ready_i[d] & (sink_payload[d*PAYLOAD_BITS] == 1'(s));
      assign made_up[P] = sink_valid[d] && sink_payload[d*PAYLOAD_BITS] == 1'(s) && stored[P*N+:N] == '0;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) stored[P*N+:N] <= '0;
        else stored[P*N+:N] <= stored[P*N+:N] + N'(in[P]) - N'(out[P]);
      end
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        outstanding[s*N+:N] <= '0;
        owed[s*N+:N] <= '0;
      end else begin
        outstanding[s*N+:N] <= outstanding[s*N+:N] + N'(enters[s]) - N'(done_i[s]);
        owed[s*N+:N] <= owed[s*N+:N] + N'(out[s*2]) + N'(out[s*2+1]) - N'(done_i[s]);
      end
    end
  end

  // --- the message that is followed ---
  logic picked, flying, mine, there, mine_bank, mine_row, mine_destination, mine_free, lone;
  logic [N-1:0] ahead, clocks;
  logic [CONTROLLERS-1:0] shown, turn;
  assign picked = enters[source] & message_payload_i[32'(source)*PAYLOAD_BITS+1];
  assign mine   = |(shown & sink_ready_i);
  assign there  = shown[mine_destination];
  for (genvar d = 0; d < CONTROLLERS; d++) begin : g_shown
    assign shown[d] = sink_valid[d] & sink_payload[d*PAYLOAD_BITS+1];
    assign turn[d] = flying && sink_valid[d] && mine_destination == 1'(d) && ahead == '0
        && sink_payload[d*PAYLOAD_BITS] == source;
  end
  assign lone = flying && {27'd0, stored[0+:N]} + stored[N+:N] + stored[2*N+:N] + stored[3*N+:N] == 1;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      followed <= 1'b0;
      flying   <= 1'b0;
    end else begin
      followed <= followed | picked;
      flying   <= (flying | picked) & ~mine;
    end
    if (!rst_ni || !lone || mine) clocks <= '0;
    else clocks <= clocks + N'(enable_i & sink_ready_i[mine_destination]);
    if (picked) begin
      mine_destination <= message_destination_i[source];
      mine_bank        <= message_bank_i[source];
      mine_row         <= message_row_i[source];
      mine_free        <= message_payload_i[32'(source)*PAYLOAD_BITS+2];
      ahead <= stored[{source, message_destination_i[source]}*N+:N]
          - N'(out[{source, message_destination_i[source]}]);
    end else if (flying & out[{source, mine_destination}]) ahead <= ahead - N'(1);
  end

  // --- places of the links ---
  logic [2*B-1:0] source_credits, count, credits, sink_count;
  logic [1:0] source_leaves, back, leaves, sink_back, into, outof;
  mon_link_router #(
      .BITS(96), .DEPTH(DEPTH), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
  ) u_router (
      .obs_i(obs[32*ROUTER_AT+:96]), .count_o(count), .back_o(back), .credits_o(credits), .leaves_o(leaves)
  );
  for (genvar k = 0; k < 2; k++) begin : g_link
    mon_link_injector #(
        .BITS(64), .QUEUE(QUEUE), .MOST_FLITS(MOST_FLITS), .DEPTH(DEPTH), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
        .PAYLOAD_BITS(PAYLOAD_BITS)
    ) u_injector (
        .obs_i(obs[32*INJECTOR_WORDS*k+:64]), .credits_o(source_credits[k*B+:B]), .leaves_o(source_leaves[k]),
        .in_flight_o(in_flight[k*8+:8])
    );
    mon_link_ejector #(
        .BITS(32), .DEPTH(DEPTH), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS)
    ) u_ejector (
        .obs_i(obs[32*(EJECTORS_AT+k)+:32]), .count_o(sink_count[k*B+:B]), .back_o(sink_back[k])
    );
    mon_link_credits #(.DEPTH(DEPTH)) u_into (
        .credits_i(source_credits[k*B+:B]), .leaves_i(source_leaves[k]), .count_i(count[k*B+:B]), .back_i(back[k]),
        .conserved_o(into[k])
    );
    mon_link_credits #(.DEPTH(DEPTH)) u_outof (
        .credits_i(credits[k*B+:B]), .leaves_i(leaves[k]), .count_i(sink_count[k*B+:B]), .back_i(sink_back[k]),
        .conserved_o(outof[k])
    );
  end

  always_comb begin
    reset_M: assume (started || !rst_ni);
    source_M: assume (&legal);
    done_M: assume (&done_legal);
    limit_M: assume (outstanding_limit != '0);
    if (live) begin
      made_A: assert (made_up == '0);
      once_A: assert (shown == '0 || (flying && (shown & (shown - 2'd1)) == '0));
      right_A: assert (shown == '0 || there);
      same_A: assert (!there || (sink_bank[mine_destination] == mine_bank && sink_row[mine_destination] == mine_row
          && sink_payload[mine_destination*PAYLOAD_BITS+:PAYLOAD_BITS] == {mine_free, 1'b1, source}));
      order_A: assert (!there || ahead == '0);
      lost_A: assert ((turn & ~shown) == '0);
      time_A: assert (clocks <= N'(LONE));
      outstanding_A: assert (&outstanding_right);
      into_A: assert (&into);
      outof_A: assert (&outof);
      behind_C: cover (there && followed && stored[{source, mine_destination}*N+:N] == N'(3));
      full_C: cover (source_credits == '0 && count[0+:B] == B'(DEPTH));
      both_C: cover (sink_valid == 2'b11 && there);
      held_C: cover (credits == '0);
    end
  end
endmodule
