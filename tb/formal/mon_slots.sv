// SPDX-License-Identifier: Apache-2.0
// Ties a followed request to the response FIFO: while it waits exactly one live slot has its tag, else none.
module mon_slots #(
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned T = 3,
    localparam int unsigned I = $clog2(RESPONSES),
    localparam int unsigned C = $clog2(RESPONSES + 1)
) (
    input logic                          started_i,
    input logic [          TAG_BITS-1:0] tag_i,
    input logic                          waiting_i,
    input logic                          write_i,
    input logic [                 T-1:0] clocks_i,
    input logic                          over_i,        // its data are over
    input logic [                 T-1:0] rd_done_i,
    input logic [                 T-1:0] wr_done_i,
    // the response FIFO's registers
    input logic [RESPONSES*TAG_BITS-1:0] slot_tags_i,
    input logic [       RESPONSES*T-1:0] slot_dones_i,
    input logic [         RESPONSES-1:0] slot_writes_i,
    input logic [                 I-1:0] head_i,
    input logic [                 C-1:0] count_i,
    input logic [                 C-1:0] mature_i,
    input logic [                 T-1:0] now_i,
    output logic [                I-1:0] place_o        // of its slot, if it has one: so many are before it
);
  logic [T-1:0] less;
  assign less = (write_i ? wr_done_i : rd_done_i) - T'(1);

  logic [RESPONSES-1:0] has, apart, right;
  logic [RESPONSES*I-1:0] places;
  for (genvar k = 0; k < RESPONSES; k++) begin : g_slot
    logic [I-1:0] place;
    logic [T-1:0] until_done;
    assign places[k*I+:I] = place;
    assign place      = I'(k) - head_i + ((I'(k) < head_i) ? I'(RESPONSES) : '0);  // a power of two adds 0
    assign until_done = slot_dones_i[k*T+:T] - now_i;
    assign has[k]     = (C'(place) < count_i) & (slot_tags_i[k*TAG_BITS+:TAG_BITS] == tag_i);
    assign apart[k]   = has == (RESPONSES'(1) << k);  // the only one
    // data over, or as many clocks to go as the distance and the command's age say
    assign right[k]   = ~has[k] | ((slot_writes_i[k] == write_i) &
        ((C'(place) < mature_i) ? over_i : until_done == less - clocks_i));
  end

  always_comb begin
    place_o = '0;
    for (int unsigned k = 0; k < RESPONSES; k++)
      if (has[k]) place_o = place_o | places[k*I+:I];
  end

  always_comb
    if (started_i) begin
      inv_slot_A: assert (waiting_i ? |apart : has == '0);
      inv_right_A: assert (&right);
    end
endmodule
