// SPDX-License-Identifier: Apache-2.0
// The requests of `row_sorter` that wait: a request arrives in the highest place and sinks, as in rh_age_queue, so that
// the oldest of a set is its lowest bit. In each clock one of them moves to its bank: to an open bank without a request
// the oldest one of the row that it serves, to a closed one the oldest of the bank, whose row is served from then on.
// Rows are compared with the one that their bank serves: an arriving request's at once, those that wait a part a clock
// behind a new row. Model: cmodel/controller/rh_row_sorter.c.
// Promises: requests of a bank and row move in order of age; of those that come while the bank serves their row and
// another one waits, at most ROW_JOINS move with it.
module rh_row_pool #(
    parameter int unsigned QUEUE = 32,         // requests that wait or are served
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    localparam int unsigned N = QUEUE - QUEUE / 8,  // places
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(QUEUE + 1),
    localparam int unsigned JOINS_BITS = rh_pkg::ROW_JOINS_BITS,
    localparam int unsigned AT_BITS = $clog2(rh_pkg::ROW_PARTS),
    localparam int unsigned LEFT_BITS = $clog2(rh_pkg::ROW_PARTS + 1),
    localparam int unsigned OBS_BITS = N * (3 + BANKS + BANK_BITS + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS) + COUNT_BITS
        + BANKS * (JOINS_BITS + LEFT_BITS) + AT_BITS
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic                        req_valid_i,
    input  logic                        req_write_i,
    input  logic [       BANK_BITS-1:0] req_bank_i,
    input  logic [        ROW_BITS-1:0] req_row_i,
    input  logic [     COLUMN_BITS-1:0] req_column_i,
    input  logic [                 2:0] req_len_i,
    input  logic [        TAG_BITS-1:0] req_tag_i,
    output logic                        req_ready_o,
    // the banks
    input  logic                        leave_i,       // a request that is served leaves
    input  logic [           BANKS-1:0] served_i,      // has a request
    input  logic [           BANKS-1:0] open_i,        // its row is open
    input  logic [  BANKS*ROW_BITS-1:0] row_i,         // that the bank serves, while it has a request or is open
    // the request that moves
    output logic [           BANKS-1:0] moves_o,       // one-hot: its bank; or 0
    output logic                        write_o,
    output logic [        ROW_BITS-1:0] row_o,
    output logic [     COLUMN_BITS-1:0] column_o,
    output logic [                 2:0] len_o,
    output logic [        TAG_BITS-1:0] tag_o,
    output logic [           BANKS-1:0] closes_o,      // no request wants the open row, and others wait
    output logic [           BANKS-1:0] some_o,        // requests wait for it
    output logic [           BANKS-1:0] wants_o,       // one that waits wants the open row, or it is not known yet
    output logic [           BANKS-1:0] aged_o,        // one of the oldest that wait is its
    output logic [           BANKS-1:0] oldest_bank_o, // one-hot: of the oldest that waits; or 0
    output logic                        oldest_write_o,
    output logic [      COUNT_BITS-1:0] stored_o,      // requests, those at their banks included
    input  logic                        load_i,
    input  logic [        OBS_BITS-1:0] load_state_i,
    output logic [        OBS_BITS-1:0] obs_o
);
  rh_limits #(
      .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
  ) u_limits ();

  localparam int unsigned OLDEST = (N + rh_pkg::ROW_AGED - 1) / rh_pkg::ROW_AGED;

  // the registers
  logic [N-1:0] valid_d, valid_q, load_valid;
  logic [N-1:0] same_d, same_q, load_same;  // its row is the one that its bank serves
  logic [N-1:0] write_d, write_q, load_write;
  logic [N*BANK_BITS-1:0] bank_q, load_bank;
  logic [N*ROW_BITS-1:0] row_q, load_row;
  logic [N*COLUMN_BITS-1:0] column_q, load_column;
  logic [N*3-1:0] len_q, load_len;
  logic [N*TAG_BITS-1:0] tag_q, load_tag;
  logic [COUNT_BITS-1:0] stored_q, load_stored;
  logic [BANKS*JOINS_BITS-1:0] joined_q, load_joined;  // requests of the row that came while another row waited
  logic [BANKS*LEFT_BITS-1:0] left, load_left;         // clocks until all rows are compared with the bank's
  logic [AT_BITS-1:0] at, load_at;                     // part that is compared in this clock

  logic [BANKS*N-1:0] in_bank, load_in_bank;
  logic [BANKS-1:0] searched, more, some, rests, sealed, takes, turns, serves, begins, req_bank;
  logic [N-1:0] able, seen, move, found, now, stay, take, above_free, forget;
  logic req_equal, req_same;
  logic [ROW_BITS-1:0] req_served;
  logic arrives;

  assign {load_at, load_left, load_joined, load_stored, load_tag, load_len, load_column, load_row, load_bank,
          load_in_bank, load_write, load_same, load_valid} = load_state_i;
  assign obs_o = {at, left, joined_q, stored_q, tag_q, len_q, column_q, row_q, bank_q, in_bank, write_q & valid_q,
                  same_q & valid_q, valid_q};
  assign stored_o = stored_q;
  assign some_o   = some;

  always_comb
    for (int unsigned b = 0; b < BANKS; b++)
      for (int unsigned k = 0; k < N; k++)
        in_bank[b*N+k] = valid_q[k] & (bank_q[k*BANK_BITS+:BANK_BITS] == BANK_BITS'(b));

  // --- the search: behind a new row ---
  rh_row_search #(.N(N), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PARTS(rh_pkg::ROW_PARTS)) u_search (
      .clk_i(clk_i), .rst_ni(rst_ni), .begin_i(begins), .known_i({BANKS{1'b1}}), .bank_row_i(row_i),
      .in_bank_i(in_bank), .row_i(row_q), .load_i(load_i), .load_left_i(load_left), .load_at_i(load_at),
      .searched_o(searched), .found_o(found), .left_o(left), .at_o(at)
  );

  // --- which one moves: the oldest of those that their banks take ---
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic [JOINS_BITS-1:0] joined_d;
    logic passes;
    assign more[b]     = |(same_q & in_bank[b*N+:N]);
    assign rests[b]    = |(~same_q & in_bank[b*N+:N]);
    assign some[b]     = |in_bank[b*N+:N];
    assign sealed[b]   = joined_q[b*JOINS_BITS+:JOINS_BITS] == JOINS_BITS'(rh_pkg::ROW_JOINS);
    assign serves[b]   = served_i[b] | open_i[b];
    assign takes[b]    = open_i[b] & ~served_i[b] & ~searched[b];
    assign turns[b]    = ~serves[b];
    assign closes_o[b] = takes[b] & some[b] & ~more[b];
    assign aged_o[b]   = |in_bank[b*N+:OLDEST];
    assign wants_o[b]  = open_i[b] & some[b] & (searched[b] | more[b]);
    assign begins[b]   = turns[b] & some[b] & moves_o[b];
    assign passes      = arrives & req_bank[b] & req_same & rests[b];
    assign joined_d    = begins[b] ? '0 : joined_q[b*JOINS_BITS+:JOINS_BITS] + JOINS_BITS'(passes);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) joined_q[b*JOINS_BITS+:JOINS_BITS] <= '0;
      else if (load_i) joined_q[b*JOINS_BITS+:JOINS_BITS] <= load_joined[b*JOINS_BITS+:JOINS_BITS];
      else joined_q[b*JOINS_BITS+:JOINS_BITS] <= joined_d;
    end
  end

  always_comb begin
    able   = '0;
    forget = '0;
    for (int unsigned b = 0; b < BANKS; b++) begin
      if (takes[b]) able = able | (in_bank[b*N+:N] & same_q);
      if (turns[b]) able = able | in_bank[b*N+:N];
      if (turns[b]) forget = forget | in_bank[b*N+:N];
    end
  end
  rh_prefix_or #(.N(N)) u_seen (.set_i(able), .seen_o(seen));
  assign move = able & ~(seen << 1);
  always_comb for (int unsigned b = 0; b < BANKS; b++) moves_o[b] = |(move & in_bank[b*N+:N]);
  assign write_o  = |(move & write_q);
  rh_onehot_mux #(.N(N), .W(ROW_BITS)) u_row (.select_i(move), .data_i(row_q), .data_o(row_o));
  rh_onehot_mux #(.N(N), .W(COLUMN_BITS)) u_column (.select_i(move), .data_i(column_q), .data_o(column_o));
  rh_onehot_mux #(.N(N), .W(3)) u_len (.select_i(move), .data_i(len_q), .data_o(len_o));
  rh_onehot_mux #(.N(N), .W(TAG_BITS)) u_tag (.select_i(move), .data_i(tag_q), .data_o(tag_o));

  assign req_bank   = BANKS'(1) << req_bank_i;
  rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_req_served (.select_i(req_bank), .data_i(row_i), .data_o(req_served));
  assign req_equal = req_served == req_row_i;
  assign req_same  = (|(req_bank & serves & ~sealed)) & req_equal;

  // --- the edge ---
  rh_prefix_or #(.N(N)) u_above_free (.set_i(~valid_q), .seen_o(above_free));
  assign take        = above_free | seen;
  assign req_ready_o = take[N-1] & (stored_q != COUNT_BITS'(QUEUE) || leave_i);
  assign arrives     = req_valid_i & req_ready_o;
  assign stay        = valid_q & ~move;
  assign now         = (same_q | found) & ~forget;

  // of a place without a request only valid_q says something
  if (N == 1) begin : g_one
    assign valid_d = take[0] ? arrives : stay;
    assign same_d  = take[0] ? req_same : now;
    assign write_d = take[0] ? req_write_i : write_q;
  end else begin : g_many
    assign valid_d = (stay & ~take) | ({arrives, stay[N-1:1]} & take);
    assign same_d  = (now & ~take) | ({req_same, now[N-1:1]} & take);
    assign write_d = (write_q & ~take) | ({req_write_i, write_q[N-1:1]} & take);
  end

  // what lies above each place
  logic [(N+1)*BANK_BITS-1:0] banks;
  logic [(N+1)*ROW_BITS-1:0] rows;
  logic [(N+1)*COLUMN_BITS-1:0] columns;
  logic [(N+1)*3-1:0] lens;
  logic [(N+1)*TAG_BITS-1:0] tags;
  assign banks   = {req_bank_i, bank_q};
  assign rows    = {req_row_i, row_q};
  assign columns = {req_column_i, column_q};
  assign lens    = {req_len_i, len_q};
  assign tags    = {req_tag_i, tag_q};
  logic unused_lowest;
  assign unused_lowest = ^{banks[BANK_BITS-1:0], rows[ROW_BITS-1:0], columns[COLUMN_BITS-1:0], lens[2:0],
      tags[TAG_BITS-1:0], found[0]};

  for (genvar k = 0; k < N; k++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (load_i) begin
        bank_q[k*BANK_BITS+:BANK_BITS]       <= load_bank[k*BANK_BITS+:BANK_BITS];
        row_q[k*ROW_BITS+:ROW_BITS]          <= load_row[k*ROW_BITS+:ROW_BITS];
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= load_column[k*COLUMN_BITS+:COLUMN_BITS];
        len_q[k*3+:3]                        <= load_len[k*3+:3];
        tag_q[k*TAG_BITS+:TAG_BITS]          <= load_tag[k*TAG_BITS+:TAG_BITS];
      end else if (take[k]) begin
        bank_q[k*BANK_BITS+:BANK_BITS]       <= banks[(k+1)*BANK_BITS+:BANK_BITS];
        row_q[k*ROW_BITS+:ROW_BITS]          <= rows[(k+1)*ROW_BITS+:ROW_BITS];
        column_q[k*COLUMN_BITS+:COLUMN_BITS] <= columns[(k+1)*COLUMN_BITS+:COLUMN_BITS];
        len_q[k*3+:3]                        <= lens[(k+1)*3+:3];
        tag_q[k*TAG_BITS+:TAG_BITS]          <= tags[(k+1)*TAG_BITS+:TAG_BITS];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {valid_q, same_q, write_q, stored_q} <= '0;
    end else if (load_i) begin
      valid_q  <= load_valid;
      same_q   <= load_same;
      write_q  <= load_write;
      stored_q <= load_stored;
    end else begin
      valid_q  <= valid_d;
      same_q   <= same_d;
      write_q  <= write_d;
      stored_q <= stored_q + COUNT_BITS'(arrives) - COUNT_BITS'(leave_i);
    end
  end

  // --- for the ledger ---
  logic [N-1:0] oldest;
  rh_first #(.N(N)) u_oldest (.set_i(valid_q), .first_o(oldest));
  always_comb for (int unsigned b = 0; b < BANKS; b++) oldest_bank_o[b] = |(oldest & in_bank[b*N+:N]);
  assign oldest_write_o = |(oldest & write_q);

  logic unused_load;
  assign unused_load = ^load_in_bank;
endmodule
