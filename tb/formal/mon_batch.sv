// SPDX-License-Identifier: Apache-2.0
// Batches, beside the block: how many older requests of its source and bank are queued is counted anew for each entry;
// the marks are kept here, by that count and by which entry leaves. So a batch is marked exactly when none of it is
// left, and no request is marked but then. The loads of its sources are counted here, too, and the ranks are in their
// order. While requests of a batch wait in a bank, no more requests of it leave than the queue has places: each was
// queued before the youngest of these, which is the bound of their wait. Each batch that begins without a request has
// `cap` older ones of its source and bank, so that it is in the batch behind (QUEUE - 1) / cap others at the latest.
// With WRITE_DRAIN a batch is of the kind that is served, and `ahead` counts requests of one kind; what is left of a
// batch while its kind is held stays marked.
module mon_batch #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned SOURCE_BITS = 1,
    parameter int unsigned WRITE_DRAIN = 0,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned S = rh_pkg::max(1, SOURCE_BITS),
    localparam int unsigned SOURCES = rh_pkg::power(SOURCE_BITS),
    localparam int unsigned RANKS = rh_pkg::min(QUEUE, SOURCES),
    localparam int unsigned R = rh_pkg::log2_up(RANKS),
    localparam int unsigned N = rh_pkg::log2_up(QUEUE + 1),
    localparam int unsigned L = 4 + N
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    input  logic                       started_i,
    input  logic [                3:0] cap_i,
    input  logic [          QUEUE-1:0] valid_i,        // the queue, by entry, the oldest first
    input  logic [          QUEUE-1:0] wants_i,        // the row that is open in its bank, and may be next
    input  logic [          QUEUE-1:0] writes_i,
    input  logic [          QUEUE-1:0] served_i,       // of a kind that may go
    input  logic                       kinds_i,        // reads and writes are counted apart
    input  logic                       left_write_i,   // of the block's registers
    input  logic [QUEUE*BANK_BITS-1:0] banks_i,
    input  logic [        QUEUE*S-1:0] sources_i,
    input  logic                       leaves_i,       // the last column command of a request
    input  logic [      BANK_BITS-1:0] bank_i,         // to this bank: of its oldest hit
    input  logic [        QUEUE*N-1:0] ahead_i,        // the block's registers
    input  logic [          QUEUE-1:0] marked_i,
    input  logic [          QUEUE-1:0] ranked_i,
    input  logic [        QUEUE*R-1:0] ranks_i,
    input  logic [          BANKS-1:0] left_bank_i,
    input  logic [              S-1:0] left_source_i,
    input  logic [              N-1:0] left_ahead_i,
    input  logic                       counts_i,
    input  logic                       places_i,
    input  logic [              S-1:0] turn_i,
    input  logic [              L-1:0] load_i,
    input  logic [          RANKS-1:0] taken_i,
    input  logic [        RANKS*L-1:0] loads_i,
    output logic [          QUEUE-1:0] marked_o        // entries of the batch
);
  logic [QUEUE-1:0] marked, begun, fits, leaving, take, left_since, of_turn, leaving_before;
  logic [QUEUE*N-1:0] ahead, counted;  // older requests of its source and bank; without the one that left
  logic [QUEUE*N-1:0] unmarked, without, without_now;  // of these, not in the batch; batches that began without it
  logic begins;
  logic [SOURCES-1:0] placed;
  logic [SOURCES*L-1:0] load_of;
  logic [N-1:0] most, all, sources_placed;
  logic [L-1:0] load;
  logic [BANKS*N-1:0] gone, upto;
  logic [BANKS-1:0] in_batch;

  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    logic [BANK_BITS-1:0] bank;
    logic [S-1:0] source;
    logic [QUEUE-1:0] same;
    assign bank   = banks_i[k*BANK_BITS+:BANK_BITS];
    assign source = sources_i[k*S+:S];
    for (genvar j = 0; j < QUEUE; j++) begin : g_other
      assign same[j] = (j < k) & valid_i[j] & (banks_i[j*BANK_BITS+:BANK_BITS] == bank)
          & (sources_i[j*S+:S] == source) & (~kinds_i | (writes_i[j] == writes_i[k]));
    end
    assign ahead[k*N+:N] = N'($countones(same));
    assign unmarked[k*N+:N] = N'($countones(same & ~marked_i));
    assign left_since[k] = left_bank_i[bank] & (source == left_source_i) & (ahead_i[k*N+:N] > left_ahead_i)
        & (~kinds_i | (writes_i[k] == left_write_i));
    assign counted[k*N+:N] = ahead_i[k*N+:N] - N'(left_since[k]);
    assign fits[k] = (cap_i == 4'd0) | (32'(ahead[k*N+:N]) < 32'(cap_i));
    assign leaving[k] = leaves_i & wants_i[k] & (bank == bank_i) & ~leaving_before[k];
    assign of_turn[k] = valid_i[k] & (source == turn_i);
  end
  always_comb begin
    leaving_before = '0;
    take           = '0;
    for (int unsigned k = 0; k < QUEUE; k++)
      for (int unsigned j = 0; j < k; j++)
        leaving_before[k] = leaving_before[k] | (wants_i[j] & (banks_i[j*BANK_BITS+:BANK_BITS] == bank_i));
    for (int unsigned k = 0; k < QUEUE; k++)
      for (int unsigned j = 0; j <= k; j++) take[k] = take[k] | ~valid_i[j] | leaving[j];
  end
  assign marked_o = marked;
  assign begins   = ((marked & served_i) == '0) & ((valid_i & served_i) != '0);
  assign begun    = (marked | (valid_i & served_i & fits & {QUEUE{begins}})) & ~leaving;
  always_comb
    for (int unsigned k = 0; k < QUEUE; k++)
      without_now[k*N+:N] = without[k*N+:N] + N'(begins & served_i[k] & ~fits[k]);

  // --- loads ---
  always_comb begin
    most = '0;
    for (int unsigned k = 0; k < QUEUE; k++)
      if (of_turn[k] && marked[k] && ahead_i[k*N+:N] > most) most = ahead_i[k*N+:N];
  end
  assign all  = N'($countones(of_turn & marked));
  assign load = {(most > N'(15) && N > 4) ? 4'd15 : 4'(most), all};
  assign sources_placed = N'($countones(placed));

  // --- the bound: what leaves a bank while requests of the batch wait in it ---
  always_comb begin
    for (int unsigned b = 0; b < BANKS; b++) begin
      in_batch[b] = 1'b0;
      upto[b*N+:N] = '0;
      for (int unsigned k = QUEUE; k > 0; k--) begin
        if (valid_i[k-1] && banks_i[(k-1)*BANK_BITS+:BANK_BITS] == BANK_BITS'(b)) begin
          in_batch[b] = in_batch[b] | marked[k-1];
          upto[b*N+:N] = upto[b*N+:N] + N'(in_batch[b]);
        end
      end
    end
  end

  // --- what must not be, by entry, by rank, by bank ---
  logic [QUEUE-1:0] ahead_wrong, placed_wrong, waits_wrong;
  logic [QUEUE*QUEUE-1:0] one_wrong, two_wrong, order_wrong;
  logic [RANKS-1:0] sorted_wrong;
  logic [BANKS-1:0] late;
  for (genvar k = 0; k < QUEUE; k++) begin : g_wrong
    logic [S-1:0] source;
    logic [R-1:0] rank;
    logic [L-1:0] mine;
    assign source = sources_i[k*S+:S];
    assign rank   = ranks_i[k*R+:R];
    assign mine   = load_of[source*L+:L];
    assign waits_wrong[k]  = valid_i[k] & ~marked_i[k]
        & (32'(without[k*N+:N]) * 32'(cap_i) + 32'(unmarked[k*N+:N]) > QUEUE - 1);
    assign ahead_wrong[k]  = valid_i[k] & (counted[k*N+:N] != ahead[k*N+:N]);
    assign placed_wrong[k] = valid_i[k] & (ranked_i[k]
        ? !placed[source] | (N'(rank) >= sources_placed) | (loads_i[rank*L+:L] != mine)
        : (rank != '0) | (marked[k] & placed[source]));
    for (genvar j = 0; j < QUEUE; j++) begin : g_other
      logic both, same;
      assign both = valid_i[j] & valid_i[k] & (j != k);
      assign same = sources_i[j*S+:S] == source;
      assign one_wrong[j*QUEUE+k] = both & same & ((ranked_i[j] != ranked_i[k]) | (ranks_i[j*R+:R] != rank));
      assign two_wrong[j*QUEUE+k] = both & ~same & ranked_i[j] & ranked_i[k] & (ranks_i[j*R+:R] == rank);
      assign order_wrong[j*QUEUE+k] = both & ranked_i[j] & ranked_i[k] & (load_of[sources_i[j*S+:S]*L+:L] < mine)
          & (ranks_i[j*R+:R] >= rank);
    end
  end
  for (genvar i = 0; i < RANKS; i++) begin : g_sorted
    if (i == 0) begin : g_first
      assign sorted_wrong[i] = 1'b0;
    end else begin : g_behind
      assign sorted_wrong[i] = taken_i[i] & (loads_i[(i-1)*L+:L] > loads_i[i*L+:L]);
    end
  end
  for (genvar b = 0; b < BANKS; b++) begin : g_late
    assign late[b] = (WRITE_DRAIN == 0) & in_batch[b] & (32'(gone[b*N+:N]) + 32'(upto[b*N+:N]) > QUEUE);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      marked <= '0;
      placed <= '0;
      gone   <= '0;
    end else begin
      marked <= (begun & ~take) | ({1'b0, begun[QUEUE-1:1]} & take);
      if (begins) placed <= '0;
      else if (places_i) placed[turn_i] <= 1'b1;
      for (int unsigned b = 0; b < BANKS; b++)
        gone[b*N+:N] <= in_batch[b] ? gone[b*N+:N] + N'(leaves_i & (bank_i == BANK_BITS'(b))) : '0;
    end
    if (counts_i) load_of[turn_i*L+:L] <= load;
    for (int unsigned k = 0; k < QUEUE; k++) begin
      if (!take[k]) without[k*N+:N] <= without_now[k*N+:N];
      else if (k + 1 < QUEUE) without[k*N+:N] <= valid_i[k+1] ? without_now[(k+1)*N+:N] : '0;
      else without[k*N+:N] <= '0;
    end
  end

  logic [QUEUE-1:0] without_all;  // without a cap all are in each batch
  always_comb
    for (int unsigned k = 0; k < QUEUE; k++)
      without_all[k] = valid_i[k] & (without[k*N+:N] != '0);

  always_comb begin
    if (started_i) begin
      marks_A: assert (marked_i == marked);
      inv_stored_A: assert ((marked & ~valid_i) == '0 && (ranked_i & ~valid_i) == '0);
      inv_turn_A: assert (!(counts_i && places_i) && (!(counts_i || places_i) || !placed[turn_i]));
      inv_load_A: assert (!places_i || load_i == load_of[turn_i*L+:L]);
      inv_taken_A: assert (taken_i == RANKS'((64'd1 << sources_placed) - 64'd1) && sources_placed <= N'(RANKS));
      ahead_A: assert (ahead_wrong == '0);
      inv_placed_A: assert (placed_wrong == '0);
      one_rank_A: assert (one_wrong == '0);
      two_ranks_A: assert (two_wrong == '0);
      least_first_A: assert (order_wrong == '0);
      inv_sorted_A: assert (sorted_wrong == '0);
      bound_A: assert (late == '0);
      waits_A: assert (waits_wrong == '0);
      inv_all_A: assert (cap_i != 4'd0 || without_all == '0);
    end
    if (started_i && rst_ni) begin
      batch_C: cover (marked != '0 && (valid_i & ~marked) != '0 && ranked_i == valid_i && begins == 1'b0);
      places_C: cover (places_i && taken_i != '0 && load_i < loads_i[0+:L]);
    end
  end
endmodule
