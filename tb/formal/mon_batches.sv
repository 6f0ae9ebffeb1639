// SPDX-License-Identifier: Apache-2.0
// Batches of the FIFOs of sources, beside the block: each is of one row; none is picked before it is closed, by another
// row or by its clocks, which are counted here, by a full FIFO or because there are few requests; what is picked is of
// the sources with the fewest requests, counted anew, or the next in turn; and it goes to its bank whole, before any
// other request does.
module mon_batches #(
    parameter int unsigned BANKS = 2,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned FIFOS = 2,
    parameter int unsigned DEPTH = 2,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned ENTRIES = FIFOS * DEPTH,
    localparam int unsigned F = (FIFOS > 1) ? $clog2(FIFOS) : 1,
    localparam int unsigned I = rh_pkg::log2_up(DEPTH),
    localparam int unsigned C = rh_pkg::log2_up(DEPTH + 1),
    localparam int unsigned W = BANK_BITS + ROW_BITS
) (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          started_i,
    input logic [                   7:0] age_i,       // the settings
    input logic [                   7:0] rush_i,
    input logic [                   7:0] shortest_i,
    input logic                          taken_i,     // a request
    input logic [                 F-1:0] fifo_i,      // its FIFO
    input logic [                 W-1:0] place_i,     // its bank and row
    input logic [               FIFOS*C-1:0] count_i,  // the FIFOs
    input logic [             FIFOS*I-1:0] head_i,
    input logic [           ENTRIES-1:0] live_i,
    input logic [           ENTRIES*I-1:0] ahead_i,
    input logic [           ENTRIES*W-1:0] places_i,
    input logic [           ENTRIES-1:0] ends_i,
    input logic [             BANKS-1:0] full_i,      // the banks
    input logic [           FIFOS*8-1:0] requests_i,  // of each FIFO's sources, counted in all stages
    input logic [                   7:0] stored_i,
    input logic [           FIFOS*8-1:0] ages_i,      // the block's registers
    input logic [             FIFOS-1:0] drains_i,
    input logic [                 F-1:0] turn_i,
    input logic [rh_pkg::LFSR_BITS-1:0] random_i
);
  logic live, ran;
  logic [FIFOS-1:0] some, ready, ends, fits, aged;
  logic [ENTRIES-1:0] youngest_at, was_youngest;
  logic was_taken, was_joining;
  logic [ENTRIES-1:0] follows;  // the next entry of the FIFO is of its row, or it is the last
  logic [FIFOS*W-1:0] head_places;
  assign live = started_i & rst_ni;

  // --- the clocks of each youngest batch: it begins with a request that does not join ---
  logic [FIFOS-1:0] old, joins, picked;
  for (genvar f = 0; f < FIFOS; f++) begin : g_fifo
    logic [8:0] clocks_q;  // since it began, at most 256
    logic [W-1:0] youngest;
    logic open;
    assign aged[f] = ages_i[f*8+:8] == (old[f] ? 8'd0 : age_i - clocks_q[7:0]);
    assign old[f]  = clocks_q >= {1'b0, age_i};
    assign some[f] = count_i[f*C+:C] != '0;
    assign ends[f] = |(ends_i[f*DEPTH+:DEPTH] & live_i[f*DEPTH+:DEPTH]);
    assign head_places[f*W+:W] = places_i[(f*DEPTH+32'(head_i[f*I+:I]))*W+:W];
    assign fits[f]  = some[f] & ~full_i[head_places[f*W+ROW_BITS+:BANK_BITS]];
    assign ready[f] = fits[f] & (ends[f] | (32'(count_i[f*C+:C]) == DEPTH) | old[f] | (stored_i < rush_i));
    always_comb begin
      youngest = '0;
      open     = 1'b0;
      youngest_at[f*DEPTH+:DEPTH] = '0;
      for (int unsigned k = 0; k < DEPTH; k++)
        if (live_i[f*DEPTH+k] && C'(ahead_i[(f*DEPTH+k)*I+:I]) + C'(1) == count_i[f*C+:C]) begin
          youngest = places_i[(f*DEPTH+k)*W+:W];
          open     = !ends_i[f*DEPTH+k];
          youngest_at[f*DEPTH+k] = 1'b1;
        end
    end
    assign joins[f] = open & ~old[f] & (youngest == place_i) & ~(picked[f] & ~ends[f]);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) clocks_q <= 9'd256;
      else if (taken_i && fifo_i == F'(f) && !joins[f]) clocks_q <= 9'd0;
      else if (some[f] && !clocks_q[8]) clocks_q <= clocks_q + 9'd1;
    end
  end

  // --- batches are of one row ---
  for (genvar k = 0; k < ENTRIES; k++) begin : g_entry
    localparam int unsigned NEXT = (k % DEPTH == DEPTH - 1) ? k + 1 - DEPTH : k + 1;
    assign follows[k] = ~live_i[k] | ends_i[k] | (C'(ahead_i[k*I+:I]) + C'(1) == count_i[(k/DEPTH)*C+:C])
        | (places_i[k*W+:W] == places_i[NEXT*W+:W]);
  end

  // --- what is picked, and what goes ---
  logic picks, moves, by_length, was_part;
  logic [7:0] chance;
  logic [F-1:0] drain, pick, turn, far, far_x;
  logic [FIFOS-1:0] was_drains;
  logic [W-1:0] goes, went;
  logic [rh_pkg::LFSR_BITS-1:0] random;
  assign picks  = (drains_i == '0) & (|ready);
  assign chance = {random[21], random[18], random[15], random[12], random[9], random[6], random[3], random[0]};
  assign by_length = (shortest_i != 8'd0) & (chance <= shortest_i);
  always_comb begin
    drain = '0;
    for (int unsigned f = 0; f < FIFOS; f++) if (drains_i[f]) drain = F'(f);
    pick = '0;  // the first in its turn of those that may be picked
    for (int unsigned n = FIFOS; n > 0; n--) begin
      logic best;
      best = ready[(32'(turn) + n - 1) % FIFOS];
      for (int unsigned f = 0; f < FIFOS; f++)
        if (by_length && ready[f] && requests_i[f*8+:8] < requests_i[((32'(turn) + n - 1) % FIFOS)*8+:8]) best = 1'b0;
      if (best) pick = F'((32'(turn) + n - 1) % FIFOS);
    end
    picked = picks ? FIFOS'(1) << pick : '0;
  end
  assign goes  = head_places[drain*W+:W];
  assign moves = (drains_i != '0) & !full_i[goes[ROW_BITS+:BANK_BITS]];
  logic part;  // what goes is not the last of its batch
  assign part = ~ends_i[32'(drain)*DEPTH+32'(head_i[drain*I+:I])];

  initial ran = 1'b0;
  logic [FIFOS-1:0] expected;  // drains
  always_ff @(posedge clk_i) begin
    ran          <= live;
    was_taken    <= taken_i;
    was_joining  <= joins[fifo_i];
    was_youngest <= '0;  // of the FIFO that takes a request, unless it goes
    for (int unsigned k = 0; k < DEPTH; k++)
      was_youngest[32'(fifo_i)*DEPTH+k] <= youngest_at[32'(fifo_i)*DEPTH+k]
          & ~(moves & drains_i[fifo_i] & (count_i[fifo_i*C+:C] == C'(1)));
    expected <= picks ? picked : (moves && !part) ? '0 : drains_i;
    if (!rst_ni) begin
      random   <= rh_pkg::LFSR_SEED;
      turn     <= '0;
      was_part <= 1'b0;
    end else begin
      if (picks) random <= {1'b0, random[rh_pkg::LFSR_BITS-1:1]} ^ (random[0] ? rh_pkg::LFSR_POLYNOMIAL : '0);
      if (picks && !by_length) turn <= (32'(pick) == FIFOS - 1) ? '0 : pick + F'(1);
      if (moves) begin
        was_part   <= part;
        was_drains <= drains_i;
        went       <= goes;
      end
    end
  end

  always_comb begin
    if (live && ran) begin
      picked_A: assert (drains_i == expected);
      joins_A: assert (!was_taken || (ends_i & was_youngest) == (was_joining ? '0 : was_youngest));
      // what goes behind a request that was not the last of its batch is of its FIFO and row
      whole_A: assert (!(moves && was_part) || (drains_i == was_drains && goes == went));
    end
    if (live) begin
      aged_C: cover (picks && old[pick] && !ends[pick] && 32'(count_i[pick*C+:C]) != DEPTH && stored_i >= rush_i
          && age_i > 8'd2);
      row_C: cover (picks && ends[pick] && !old[pick] && stored_i >= rush_i);
      full_C: cover (picks && !ends[pick] && !old[pick] && 32'(count_i[pick*C+:C]) == DEPTH && stored_i >= rush_i);
      rush_C: cover (picks && !ends[pick] && !old[pick] && 32'(count_i[pick*C+:C]) != DEPTH);
      joins_C: cover (taken_i && joins[fifo_i]);
      held_C: cover (drains_i != '0 && !moves && was_part);
      if (FIFOS > 1) begin
        shortest_C: cover (picks && by_length && pick != turn && (&ready));
        turn_C: cover (picks && !by_length && pick != turn && requests_i[32'(pick)*8+:8] > 8'd2);
      end
    end
    if (started_i) begin
      row_A: assert (&follows);
      age_A: assert (&aged);
      turn_A: assert (turn_i == turn);
      random_A: assert (random_i == random);
      inv_drains_A: assert ((drains_i & (drains_i - FIFOS'(1))) == '0 && (drains_i & ~ends) == '0);
      inv_ends_A: assert ((ends_i & ~live_i) == '0);
      inv_part_A: assert (!was_part || (drains_i == was_drains && drains_i != '0 && goes == went));
    end
  end
endmodule
