// SPDX-License-Identifier: Apache-2.0
// Groups, beside the block: the requests of each entry's warp are counted anew, what the last one that arrived said of
// more to come is kept for one warp, and the marks are kept here, by count and by which entry leaves. So all that is
// queued of a group is marked, exactly when none of the one before is left; it has the fewest requests, of those of
// which no more follow, if there are any; and no request is marked but then. While marked requests wait in a bank, at
// most one request more than the queue has places leaves it: each was queued before the youngest of these, but for the
// one for which the row was open, which is the bound of their wait.
module mon_warp_group #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned SOURCE_BITS = 1,
    parameter bit BOUND = 1'b1,  // one kind is served: the bound holds
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned S = rh_pkg::max(1, SOURCE_BITS),
    localparam int unsigned I = rh_pkg::max(2, SOURCE_BITS) - 1,  // of a source, those that say the warp
    localparam int unsigned N = rh_pkg::log2_up(QUEUE + 2)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    input  logic                       started_i,
    input  logic [          QUEUE-1:0] valid_i,        // the queue, by entry, the oldest first
    input  logic [          QUEUE-1:0] wants_i,        // the row that is open in its bank
    input  logic [          QUEUE-1:0] hits_i,         // the same, but for an ACT in the last clock
    input  logic [          QUEUE-1:0] served_i,       // of a kind that may go
    input  logic [QUEUE*BANK_BITS-1:0] banks_i,
    input  logic [        QUEUE*S-1:0] sources_i,
    input  logic                       arrives_i,      // a request of this source
    input  logic [              S-1:0] req_source_i,
    input  logic [          BANKS-1:0] open_i,         // banks
    input  logic                       act_i,          // an ACT
    input  logic [      BANK_BITS-1:0] act_bank_i,
    input  logic                       column_i,       // a column command
    input  logic                       last_i,         // of its request
    input  logic [      BANK_BITS-1:0] bank_i,         // to this bank: of its oldest hit
    input  logic [        QUEUE*N-1:0] remaining_i,    // the block's registers
    input  logic [          QUEUE-1:0] marked_i,
    input  logic                       came_i,
    input  logic                       gone_i,
    input  logic [              I-1:0] gone_warp_i,
    input  logic [          BANKS-1:0] opened_i,
    output logic [          QUEUE-1:0] upper_o         // the group, and entries of banks with an unused row
);
  logic [QUEUE-1:0] marked, begun, leaving, leaving_before, take, best;
  logic [QUEUE*QUEUE-1:0] same;
  logic [QUEUE*I-1:0] warps;
  logic [QUEUE-1:0] follow;   // more of their group, by the block's register
  logic [QUEUE*N-1:0] count;  // requests of its warp
  logic begins, left, came, leaves;
  logic [QUEUE-1:0] lags;
  logic [I-1:0] left_warp, next_warp, leaving_warp;
  (* anyconst *) logic [I-1:0] w;  // one warp
  logic more;                      // what its last request said
  logic [BANKS-1:0] opened, unused;
  logic [BANKS*(N+1)-1:0] gone, upto;
  logic [BANKS-1:0] in_group, late, foreign, row_wanted;

  assign leaves = column_i & last_i;
  for (genvar k = 0; k < QUEUE; k++) begin : g_warp
    assign warps[k*I+:I] = sources_i[k*S+:I];
    assign follow[k]     = (SOURCE_BITS > 1) & sources_i[k*S+S-1];
  end
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    for (genvar j = 0; j < QUEUE; j++) begin : g_other
      assign same[k*QUEUE+j] = valid_i[j] & (warps[j*I+:I] == warps[k*I+:I]);
    end
    // in the block's count one that left in the last clock is still there, and one that came, the newest, not yet
    assign lags[k] = came & (k != QUEUE - 1) & (warps[k*I+:I] == warps[(QUEUE-1)*I+:I]);
    assign count[k*N+:N] = N'($countones(same[k*QUEUE+:QUEUE])) + N'(left & (warps[k*I+:I] == left_warp)) - N'(lags[k]);
    assign leaving[k] = leaves & wants_i[k] & (banks_i[k*BANK_BITS+:BANK_BITS] == bank_i) & ~leaving_before[k];
  end
  always_comb begin
    leaving_before = '0;
    take           = '0;
    leaving_warp   = '0;
    next_warp      = '0;
    for (int unsigned k = 0; k < QUEUE; k++)
      for (int unsigned j = 0; j < k; j++)
        leaving_before[k] = leaving_before[k] | (wants_i[j] & (banks_i[j*BANK_BITS+:BANK_BITS] == bank_i));
    for (int unsigned k = 0; k < QUEUE; k++) begin
      if (leaving[k]) leaving_warp = warps[k*I+:I];
      if (best[k]) next_warp = warps[k*I+:I];
      for (int unsigned j = 0; j <= k; j++) take[k] = take[k] | ~valid_i[j] | leaving[j];
    end
  end

  // --- the entry whose group is next: no other one is before it ---
  for (genvar k = 0; k < QUEUE; k++) begin : g_best
    logic [QUEUE-1:0] former;
    for (genvar j = 0; j < QUEUE; j++) begin : g_other
      logic fewer, equal;
      assign fewer = (~follow[j] & follow[k]) | ((follow[j] == follow[k]) & (count[j*N+:N] < count[k*N+:N]));
      assign equal = (follow[j] == follow[k]) & (count[j*N+:N] == count[k*N+:N]);
      assign former[j] = valid_i[j] & served_i[j]
          & (fewer | (equal & ((hits_i[j] & ~hits_i[k]) | ((hits_i[j] == hits_i[k]) & (j < k)))));
    end
    assign best[k] = valid_i[k] & served_i[k] & (former == '0);
  end
  assign begins = ((marked & served_i) == '0) & ((valid_i & served_i) != '0);
  always_comb
    for (int unsigned k = 0; k < QUEUE; k++)
      begun[k] = (marked[k] | (begins & valid_i[k] & served_i[k] & (warps[k*I+:I] == next_warp))) & ~leaving[k];
  assign unused = opened & open_i;
  always_comb
    for (int unsigned k = 0; k < QUEUE; k++)
      upper_o[k] = marked[k] | (valid_i[k] & unused[banks_i[k*BANK_BITS+:BANK_BITS]]);

  // --- the bound: what leaves a bank while marked requests wait in it ---
  always_comb begin
    for (int unsigned b = 0; b < BANKS; b++) begin
      in_group[b] = 1'b0;
      row_wanted[b] = 1'b0;
      upto[b*(N+1)+:N+1] = '0;
      for (int unsigned k = QUEUE; k > 0; k--) begin
        if (valid_i[k-1] && banks_i[(k-1)*BANK_BITS+:BANK_BITS] == BANK_BITS'(b)) begin
          in_group[b] = in_group[b] | (marked[k-1] & served_i[k-1]);
          row_wanted[b] = row_wanted[b] | (in_group[b] & wants_i[k-1]);
          upto[b*(N+1)+:N+1] = upto[b*(N+1)+:N+1] + (N + 1)'(in_group[b]);
        end
      end
      // once one of them has had its turn, a row that is open and not yet used is one of theirs, or older
      foreign[b] = in_group[b] & unused[b] & ~row_wanted[b];
      late[b] = BOUND & in_group[b] & (32'(gone[b*(N+1)+:N+1]) + 32'(upto[b*(N+1)+:N+1]) + 32'(foreign[b]) > QUEUE + 1);
    end
  end

  logic [QUEUE-1:0] count_wrong, more_wrong;
  for (genvar k = 0; k < QUEUE; k++) begin : g_wrong
    assign count_wrong[k] = valid_i[k] & (remaining_i[k*N+:N] != count[k*N+:N]);
    assign more_wrong[k]  = valid_i[k] & (warps[k*I+:I] == w) & ~lags[k] & (follow[k] != more);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      marked      <= '0;
      left        <= 1'b0;
      left_warp   <= '0;
      came        <= 1'b0;
      opened      <= '0;
      more        <= 1'b0;
      gone        <= '0;
    end else begin
      marked      <= (begun & ~take) | ({1'b0, begun[QUEUE-1:1]} & take);
      left        <= leaving != '0;
      left_warp   <= leaving_warp;
      came        <= arrives_i;
      if (arrives_i && req_source_i[I-1:0] == w) more <= (SOURCE_BITS > 1) & req_source_i[S-1];
      for (int unsigned b = 0; b < BANKS; b++)
        opened[b] <= (act_i && act_bank_i == BANK_BITS'(b)) || (unused[b] && !(column_i && bank_i == BANK_BITS'(b)));
      for (int unsigned b = 0; b < BANKS; b++)
        gone[b*(N+1)+:N+1] <= in_group[b] ? gone[b*(N+1)+:N+1] + (N + 1)'(leaves & (bank_i == BANK_BITS'(b))) : '0;
    end
  end

  always_comb begin
    if (started_i) begin
      marks_A: assert (marked_i == marked);
      inv_stored_A: assert ((marked & ~valid_i) == '0);
      inv_gone_A: assert (came_i == came && (!came || valid_i[QUEUE-1]) && gone_i == left && gone_warp_i == left_warp);
      opened_A: assert (opened_i == opened);
      more_A: assert (more_wrong == '0);
      count_A: assert (count_wrong == '0);
      bound_A: assert (late == '0);
    end
    if (started_i && rst_ni) begin
      group_C: cover ($countones(marked) == 2 && (valid_i & ~marked) != '0);
      shortest_C: cover (begins && valid_i[0] && !best[0] && warps[0+:I] != next_warp);
    end
  end
endmodule
