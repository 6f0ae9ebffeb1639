// SPDX-License-Identifier: Apache-2.0
// FIFOs that are rings with one-hot places: the number of each one's head, which entries hold a request, and how many
// are ahead of each.
module mon_ring #(
    parameter int unsigned FIFOS = 2,
    parameter int unsigned DEPTH = 2,
    localparam int unsigned ENTRIES = FIFOS * DEPTH,
    localparam int unsigned I = rh_pkg::log2_up(DEPTH),
    localparam int unsigned C = rh_pkg::log2_up(DEPTH + 1)
) (
    input  logic                 started_i,
    input  logic [  ENTRIES-1:0] head_i,
    input  logic [  ENTRIES-1:0] tail_i,
    input  logic [  FIFOS*C-1:0] count_i,
    output logic [  FIFOS*I-1:0] head_o,
    output logic [  ENTRIES-1:0] live_o,
    output logic [ENTRIES*I-1:0] ahead_o
);
  logic [FIFOS-1:0] one, follows, legal;
  for (genvar f = 0; f < FIFOS; f++) begin : g_fifo
    logic [I-1:0] head;
    logic [I+1:0] reach;  // before it wraps, the place behind the youngest request
    always_comb begin
      head = '0;
      for (int unsigned k = 0; k < DEPTH; k++) if (head_i[f*DEPTH+k]) head = I'(k);
    end
    assign head_o[f*I+:I] = head;
    assign one[f]         = head_i[f*DEPTH+:DEPTH] == DEPTH'(1) << head;
    assign reach          = {2'd0, head} + (I + 2)'(count_i[f*C+:C]);
    assign follows[f]     = tail_i[f*DEPTH+:DEPTH]
        == DEPTH'(1) << ((32'(reach) >= DEPTH) ? 32'(reach) - DEPTH : 32'(reach));
    assign legal[f]       = 32'(count_i[f*C+:C]) <= DEPTH;
    for (genvar k = 0; k < DEPTH; k++) begin : g_place
      assign ahead_o[(f*DEPTH+k)*I+:I] = I'(k) - head + ((I'(k) < head) ? I'(DEPTH) : '0);  // a power of two adds 0
      assign live_o[f*DEPTH+k]         = C'(ahead_o[(f*DEPTH+k)*I+:I]) < count_i[f*C+:C];
    end
  end
  always_comb
    if (started_i) begin
      inv_head_A: assert (&one);
      inv_tail_A: assert (&follows);
      if (DEPTH + 1 != 2 ** C) inv_count_A: assert (&legal);
    end
endmodule
