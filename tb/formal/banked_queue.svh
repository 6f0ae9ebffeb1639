// SPDX-License-Identifier: Apache-2.0
// The queues of a controller whose banks have one rh_bank_queue each: where its entries are in their order, and the two
// requests that are followed. Stands behind the observe_*.svh of the controller and controller.svh.
localparam int unsigned DEPTH = QUEUE / BANKS;  // with REQUESTS or POLICY more than 1
localparam int unsigned ENTRIES = DEPTH * BANKS;
localparam int unsigned I = rh_pkg::log2_up(DEPTH);
localparam int unsigned C = rh_pkg::log2_up(DEPTH + 1);

logic [BANKS*I-1:0] heads;     // the places that the sets of one in head_q say
logic [ENTRIES*I-1:0] places;  // of each entry, behind its bank's head
logic [ENTRIES-1:0] alive;
if (REQUESTS || POLICY) begin : g_heads
  logic [BANKS-1:0] one, follows, legal;
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic [I-1:0] head;
    always_comb begin
      head = '0;
      for (int unsigned k = 0; k < DEPTH; k++) if (head_q[b*DEPTH+k]) head = I'(k);
    end
    assign heads[b*I+:I] = head;
    assign one[b]        = head_q[b*DEPTH+:DEPTH] == DEPTH'(1) << head;
  end
  for (genvar k = 0; k < ENTRIES; k++) begin : g_place
    assign places[k*I+:I] = I'(k % DEPTH) - heads[(k/DEPTH)*I+:I]
        + ((I'(k % DEPTH) < heads[(k/DEPTH)*I+:I]) ? I'(DEPTH) : '0);  // a power of two adds 0
    assign alive[k]       = C'(places[k*I+:I]) < count_q[(k/DEPTH)*C+:C];
  end
  for (genvar b = 0; b < BANKS; b++) begin : g_count
    logic [I+1:0] reach;  // before it wraps, the place behind the bank's youngest request
    assign reach      = {2'd0, heads[b*I+:I]} + (I + 2)'(count_q[b*C+:C]);
    assign follows[b] = tail_q[b*DEPTH+:DEPTH]
        == DEPTH'(1) << ((32'(reach) >= DEPTH) ? 32'(reach) - DEPTH : 32'(reach));
    assign legal[b]   = count_q[b*C+:C] <= C'(DEPTH) && (count_q[b*C+:C] != '0 || done_q[b*3+:3] == '0);
  end
  always_comb
    if (started) begin
      inv_head_A: assert (&one);
      inv_tail_A: assert (&follows);
      inv_count_A: assert (&legal);
    end
end else begin : g_no_heads
  assign {heads, places, alive} = '0;
end

if (REQUESTS) begin : g_store
  logic [ENTRIES*BANK_BITS-1:0] banks;
  logic [2*I-1:0] place;
  logic [BANKS-1:0] full;
  logic [ENTRIES*COLUMN_BITS-1:0] columns;  // next ones
  logic [ENTRIES*3-1:0] extras;             // column commands left, minus one

  for (genvar k = 0; k < ENTRIES; k++) begin : g_fields
    assign banks[k*BANK_BITS+:BANK_BITS]       = BANK_BITS'(k / DEPTH);
    assign columns[k*COLUMN_BITS+:COLUMN_BITS] = column_q[k*COLUMN_BITS+:COLUMN_BITS]
        + ((places[k*I+:I] == '0) ? COLUMN_BITS'(done_q[(k/DEPTH)*3+:3]) : '0);
    assign extras[k*3+:3]                      = extra_q[k*3+:3]
        - ((places[k*I+:I] == '0) ? done_q[(k/DEPTH)*3+:3] : '0);
  end
  for (genvar b = 0; b < BANKS; b++) begin : g_full
    assign full[b] = count_q[b*C+:C] == C'(DEPTH);
  end
  for (genvar k = 0; k < 2; k++) begin : g_entry
    mon_store #(
        .ENTRIES(ENTRIES), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS),
        .P(I)
    ) u_store (
        .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]),
        .write_i(write[k]), .bank_i(bank[k*BANK_BITS+:BANK_BITS]),
        .row_i(row[k*ROW_BITS+:ROW_BITS]), .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]),
        .live_i(alive), .places_i(places), .writes_i(write_q), .banks_i(banks), .rows_i(row_q),
        .columns_i(columns), .extras_i(extras), .tags_i(tag_q), .place_o(place[k*I+:I])
    );
  end

  always_comb
    if (started) begin
      // a bank's full queue takes a request in the clock in which one of it leaves, none else
      ready_A: assert (req_ready == (!full[req_bank_i]
          || (col_cmd != rh_pkg::CMD_NOP && col_last && col_bank == req_bank_i)));
      inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0
          || bank[0+:BANK_BITS] != bank[BANK_BITS+:BANK_BITS] || behind == (place[0+:I] < place[I+:I]));
      inv_alone_A: assert (!behind || left[3:0] != 4'd0);
    end
end
