// SPDX-License-Identifier: Apache-2.0
// Attained service, beside the block: each column command is charged to the source of its bank's oldest hit, by what it
// costs; a source has as rank the number of those that were served less when they were compared, and later it gives up
// its part. An
// entry has the rank of its source; it is late once it has waited through a whole period, and no entry waits for twice
// the period without being late, which is the bound of the threshold. In a bank that is settled exactly those are
// behind that do not have its least rank, which is that of the bank, and no bank waits for longer than there are banks
// until it is settled.
module mon_service #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned SOURCE_BITS = 1,
    parameter int unsigned TIMER_BITS = 3,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned S = rh_pkg::max(1, SOURCE_BITS),
    localparam int unsigned SOURCES = rh_pkg::power(SOURCE_BITS),
    localparam int unsigned R = S + 1,
    localparam int unsigned C = TIMER_BITS + 2,
    localparam int unsigned SERVICE = 28,
    localparam int unsigned W = 6  // of the clocks that an entry has waited
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       started_i,
    input logic [     TIMER_BITS-1:0] burst_i,
    input logic [     TIMER_BITS-1:0] rp_i,
    input logic [     TIMER_BITS-1:0] rcd_i,
    input logic [               23:0] quantum_i,
    input logic [                2:0] history_i,
    input logic [               23:0] threshold_i,
    input logic [          QUEUE-1:0] valid_i,          // the queue, by entry, the oldest first
    input logic [          QUEUE-1:0] wants_i,          // the row that is open in its bank, and may be next
    input logic [          QUEUE-1:0] served_i,         // of a kind that may go
    input logic [QUEUE*BANK_BITS-1:0] banks_i,
    input logic [        QUEUE*S-1:0] sources_i,
    input logic                       column_i,         // a column command
    input logic                       last_i,           // of its request
    input logic [      BANK_BITS-1:0] bank_i,           // to this bank: of its oldest hit
    input logic                       act_i,            // an ACT
    input logic [      BANK_BITS-1:0] act_bank_i,
    input logic [        QUEUE*R-1:0] entry_ranks_i,    // the block's registers
    input logic [        BANKS*R-1:0] bank_ranks_i,
    input logic [          QUEUE-1:0] aged_i,
    input logic [          QUEUE-1:0] behind_i,
    input logic [          BANKS-1:0] unsettled_i,
    input logic [      BANK_BITS-1:0] settle_next_i,
    input logic [               23:0] period_left_i,
    input logic [               23:0] quantum_left_i,
    input logic                       ranking_i,
    input logic [    2*SOURCE_BITS:0] turn_i,
    input logic [        SERVICE-1:0] held_i,
    input logic [              S-1:0] lesser_i,
    input logic [      SOURCES*S-1:0] source_ranks_i,
    input logic [SOURCES*SERVICE-1:0] services_i,
    input logic [          BANKS-1:0] opened_i,
    input logic [              C-1:0] charge_i,
    input logic [              S-1:0] charge_source_i
);
  // --- what goes out ---
  logic [QUEUE-1:0] issues, issues_before, leaving, take;
  logic [S-1:0] source, charge_source;
  logic [C-1:0] cost, charge;
  logic [BANKS-1:0] opened;
  always_comb begin
    issues_before = '0;
    take          = '0;
    source        = '0;
    for (int unsigned k = 0; k < QUEUE; k++)
      for (int unsigned j = 0; j < k; j++)
        issues_before[k] = issues_before[k] | (wants_i[j] & (banks_i[j*BANK_BITS+:BANK_BITS] == bank_i));
    for (int unsigned k = 0; k < QUEUE; k++) begin
      issues[k]  = column_i & wants_i[k] & (banks_i[k*BANK_BITS+:BANK_BITS] == bank_i) & ~issues_before[k];
      leaving[k] = issues[k] & last_i;
      if (issues[k]) source = sources_i[k*S+:S];
    end
    for (int unsigned k = 0; k < QUEUE; k++)
      for (int unsigned j = 0; j <= k; j++) take[k] = take[k] | ~valid_i[j] | leaving[j];
  end
  assign cost = C'(burst_i) + (opened[bank_i] ? C'(rp_i) + C'(rcd_i) : C'(0));

  // --- one source ---
  (* anyconst *) logic [S-1:0] x;
  logic [SERVICE-1:0] service, kept, held, other_service;
  logic [SERVICE:0] sum;
  logic [S-1:0] rank, lesser, counted;
  logic steps, compares, gives_up;
  int unsigned turn_source, step, other;
  assign step        = 32'(turn_i) % SOURCES;
  assign turn_source = 32'(turn_i) / SOURCES;
  assign other       = (32'(x) + step) % SOURCES;
  assign steps       = ranking_i & (charge == '0);
  assign compares    = turn_source == 32'(x);
  assign gives_up    = turn_source == SOURCES & step == 32'(x);
  assign kept = (steps && gives_up) ? service - (service >> history_i) : service;
  assign sum  = (SERVICE + 1)'(kept) + (SERVICE + 1)'((charge_source == x) ? charge : C'(0));
  assign other_service = services_i[other*SERVICE+:SERVICE];
  assign counted = (step == 0) ? '0 : lesser + S'(other_service < held);

  // --- clocks: of the quantum, of each entry, of each bank until it is settled ---
  logic [23:0] quantum_age;
  logic begun;
  logic [QUEUE*W-1:0] waited, waited_now;
  logic [BANKS*BANK_BITS-1:0] distance, unsettled_for;  // from the bank at which the turn starts
  logic [BANKS-1:0] settled;
  always_comb begin
    for (int unsigned k = 0; k < QUEUE; k++)
      waited_now[k*W+:W] = waited[k*W+:W] + W'(waited[k*W+:W] != '1);
    for (int unsigned b = 0; b < BANKS; b++)
      distance[b*BANK_BITS+:BANK_BITS] = BANK_BITS'(b) - settle_next_i;  // banks are a power of two
    settled = unsettled_i;
    for (int unsigned b = 0; b < BANKS; b++)
      for (int unsigned c = 0; c < BANKS; c++)
        if (unsettled_i[c] && distance[c*BANK_BITS+:BANK_BITS] < distance[b*BANK_BITS+:BANK_BITS]) settled[b] = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      opened        <= '0;
      charge        <= '0;
      charge_source <= '0;
      service       <= '0;
      rank          <= '0;
      held          <= '0;
      lesser        <= '0;
      quantum_age   <= '0;
      begun         <= 1'b0;
      unsettled_for <= '0;
    end else begin
      for (int unsigned b = 0; b < BANKS; b++) begin
        if (act_i && act_bank_i == BANK_BITS'(b)) opened[b] <= 1'b1;
        else if (column_i && bank_i == BANK_BITS'(b)) opened[b] <= 1'b0;
        unsettled_for[b*BANK_BITS+:BANK_BITS] <= (unsettled_i[b] && !settled[b])
            ? unsettled_for[b*BANK_BITS+:BANK_BITS] + BANK_BITS'(1) : '0;
      end
      charge        <= column_i ? cost : '0;
      charge_source <= column_i ? source : '0;
      service       <= sum[SERVICE] ? '1 : sum[SERVICE-1:0];
      if (steps && compares) begin
        lesser <= counted;
        if (step == 0) held <= service;
        if (step == SOURCES - 1) rank <= counted;
      end
      begun         <= 1'b1;
      quantum_age   <= (!begun || ranking_i || quantum_i == 24'd0) ? 24'd0 : quantum_age + 24'd1;
    end
    waited <= '0;
    for (int unsigned k = 0; k < QUEUE; k++) begin
      if (!take[k]) waited[k*W+:W] <= waited_now[k*W+:W];
      else if (k + 1 < QUEUE) waited[k*W+:W] <= valid_i[k+1] ? waited_now[(k+1)*W+:W] : '0;
    end
  end

  // --- what must not be, by entry, by bank ---
  logic [QUEUE-1:0] rank_wrong, young_wrong, old_wrong, late_wrong, behind_wrong, least_wrong, none_wrong;
  logic [BANKS-1:0] unsettled_wrong;
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    logic [R-1:0] mine;
    logic [S-1:0] of_source;
    logic [QUEUE-1:0] better;
    logic [BANK_BITS-1:0] bank;
    logic [7:0] since, clocks;  // the period began
    assign mine      = entry_ranks_i[k*R+:R];
    assign of_source = sources_i[k*S+:S];
    assign bank      = banks_i[k*BANK_BITS+:BANK_BITS];
    assign since     = 8'(threshold_i - period_left_i);
    assign clocks    = 8'(waited[k*W+:W]);
    for (genvar j = 0; j < QUEUE; j++) begin : g_other
      assign better[j] = valid_i[j] & served_i[j] & (banks_i[j*BANK_BITS+:BANK_BITS] == bank)
          & (entry_ranks_i[j*R+:R] < mine);
    end
    assign rank_wrong[k]   = valid_i[k] & (mine[S-1:0] != source_ranks_i[32'(of_source)*S+:S]);
    assign none_wrong[k]   = ~valid_i[k] & (aged_i[k] | behind_i[k]);
    assign young_wrong[k]  = valid_i[k] & ~aged_i[k] & ((threshold_i != 24'd0 && clocks > since) | ~mine[S]);
    assign old_wrong[k]    = valid_i[k] & aged_i[k] & mine[S]
        & ((threshold_i == 24'd0) | (clocks <= since) | (clocks > since + threshold_i[7:0]));
    assign late_wrong[k]   = valid_i[k] & ~mine[S] & ((threshold_i == 24'd0) | (clocks <= threshold_i[7:0]));
    assign least_wrong[k]  = valid_i[k] & served_i[k] & ~unsettled_i[bank] & (better == '0)
        & (bank_ranks_i[32'(bank)*R+:R] != mine);
    assign behind_wrong[k] = valid_i[k] & served_i[k] & ~unsettled_i[bank] & (behind_i[k] != (better != '0));
  end
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    assign unsettled_wrong[b] = unsettled_i[b] & (32'(unsettled_for[b*BANK_BITS+:BANK_BITS])
        + 32'(distance[b*BANK_BITS+:BANK_BITS]) > BANKS - 1);
  end

  always_comb begin
    threshold_M: assume (threshold_i <= 24'd15);  // so that clocks fit the counters here
    source_M: assume (32'(x) < SOURCES);
    if (started_i) begin
      charge_A: assert (charge_i == charge && charge_source_i == charge_source);
      opened_A: assert (opened_i == opened);
      service_A: assert (services_i[32'(x)*SERVICE+:SERVICE] == service);
      inv_turn_A: assert (32'(turn_i) < SOURCES * (SOURCES + 1));
      inv_held_A: assert (!(ranking_i && compares && step != 0) || (held_i == held && lesser_i == lesser));
      rank_A: assert (source_ranks_i[32'(x)*S+:S] == rank);
      entry_rank_A: assert (rank_wrong == '0);
      quantum_A: assert (ranking_i ? quantum_left_i == 24'd0
          : turn_i == '0 && quantum_left_i == (begun ? quantum_i - quantum_age : 24'd0)
          && quantum_left_i <= quantum_i && (!begun || quantum_i == 24'd0 || quantum_left_i != 24'd0));
      inv_age_A: assert (begun || (!ranking_i && quantum_age == 24'd0 && valid_i == '0 && period_left_i == 24'd0));
      inv_quantum_A: assert (quantum_i == 24'd0 ? !ranking_i && quantum_age == 24'd0
          : quantum_age < quantum_i || (ranking_i && quantum_age == quantum_i));
      inv_period_A: assert (period_left_i <= threshold_i && (!begun || threshold_i == 24'd0 || period_left_i != 24'd0));
      inv_none_A: assert (none_wrong == '0);
      young_A: assert (young_wrong == '0);
      threshold_A: assert (old_wrong == '0);
      late_A: assert (late_wrong == '0);
      behind_A: assert (behind_wrong == '0);
      least_A: assert (least_wrong == '0);
      settled_A: assert (unsettled_wrong == '0);
    end
    if (started_i && rst_ni) begin
      late_C: cover (valid_i[1:0] == 2'b11 && entry_ranks_i[S] != entry_ranks_i[R+S] && behind_i[1:0] == 2'b10);
      ranked_C: cover (ranking_i && source_ranks_i != '0 && valid_i != '0);
      settles_C: cover (unsettled_i == '1 && behind_i != '0);
    end
  end
endmodule
