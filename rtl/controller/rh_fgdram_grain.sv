// SPDX-License-Identifier: Apache-2.0
// One grain of `fgdram_channel`. It holds the oldest request of each of its banks (the bank's head), a direction, and a
// turn among the banks. In each clock it offers one column command of its direction, first one that closes its row.
// Requests behind a head wait in the channel's pool (rh_fgdram_pool), and the head says where the next one is. No row
// number is compared here: a link says whether the request behind wants the row of the one before it (`same`), and a
// bit `own` of each bank says whether its open row is its head's. Model: cmodel/controller/rh_fgdram_grain.c. Promises:
// column commands are those of heads whose row is open, in one direction, and at most FGDRAM_TURN of them pass a head
// of the other direction that hits; the requests of a bank become its head in order of arrival.
module rh_fgdram_grain #(
    parameter int unsigned N = 28,                  // entries of the pool
    parameter int unsigned BANKS = 2,               // banks of the grain
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    localparam int unsigned E = rh_pkg::log2_up(N),  // bits of an entry's number
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned PASSED_BITS = rh_pkg::FGDRAM_TURN_BITS
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    // bank sets are one bit a bank of the grain
    input  logic [            BANKS-1:0] rd_ok_i,
    input  logic [            BANKS-1:0] wr_ok_i,
    input  logic [            BANKS-1:0] stays_open_i,   // open, and no auto-precharge waits
    input  logic [            BANKS-1:0] act_i,          // bank that is activated in this clock: for its head
    input  logic [            BANKS-1:0] push_i,         // bank that a request arrives at
    input  logic                         req_same_i,     // it wants the row of the newest request of its bank
    input  logic                         req_write_i,
    input  logic [         ROW_BITS-1:0] req_row_i,
    input  logic [      COLUMN_BITS-1:0] req_column_i,
    input  logic [                  2:0] req_len_i,
    input  logic [         TAG_BITS-1:0] req_tag_i,
    input  logic [                E-1:0] free_i,         // the entry that it takes if it is no head
    input  logic                         issued_i,       // the column command that it offers goes out
    // the entry next_o of the pool
    input  logic                         pool_write_i,
    input  logic [         ROW_BITS-1:0] pool_row_i,
    input  logic [      COLUMN_BITS-1:0] pool_column_i,
    input  logic [                  2:0] pool_len_i,
    input  logic [         TAG_BITS-1:0] pool_tag_i,
    input  logic [                E-1:0] pool_next_i,
    input  logic                         pool_same_i,
    // state load: take the registers that the outputs obs_* show
    input  logic                         load_i,
    input  logic [            BANKS-1:0] load_some_i,
    input  logic [            BANKS-1:0] load_write_i,
    input  logic [   BANKS*ROW_BITS-1:0] load_row_i,
    input  logic [BANKS*COLUMN_BITS-1:0] load_column_i,
    input  logic [          BANKS*3-1:0] load_len_i,
    input  logic [   BANKS*TAG_BITS-1:0] load_tag_i,
    input  logic [          BANKS*3-1:0] load_done_i,
    input  logic [            BANKS-1:0] load_own_i,
    input  logic [            BANKS-1:0] load_more_i,
    input  logic [          BANKS*E-1:0] load_next_i,
    input  logic [            BANKS-1:0] load_same_i,
    input  logic [          BANKS*E-1:0] load_tail_i,
    input  logic                         load_writes_i,
    input  logic [      PASSED_BITS-1:0] load_passed_i,
    input  logic [        BANK_BITS-1:0] load_turn_i,
    // its banks
    output logic [            BANKS-1:0] waits_o,        // bank whose request that arrives goes to the pool
    output logic [            BANKS-1:0] hit_o,          // heads whose row is open
    // the column command that it offers
    output logic                         offer_o,
    output logic                         close_o,        // RDA or WRA
    output logic                         write_o,        // the direction
    output logic [            BANKS-1:0] bank_o,         // one-hot, or 0
    output logic                         last_o,
    output logic [      COLUMN_BITS-1:0] column_o,
    output logic [         TAG_BITS-1:0] tag_o,
    output logic                         more_o,         // a request waits behind that head
    output logic [                E-1:0] next_o,         // in this entry of the pool
    output logic [            BANKS-1:0] first_o,        // head of the direction that hits and is next in turn
    // registers
    output logic [            BANKS-1:0] obs_some_o,
    output logic [            BANKS-1:0] obs_write_o,
    output logic [   BANKS*ROW_BITS-1:0] obs_row_o,      // of a bank without a head: of the last that left
    output logic [BANKS*COLUMN_BITS-1:0] obs_column_o,
    output logic [          BANKS*3-1:0] obs_len_o,
    output logic [   BANKS*TAG_BITS-1:0] obs_tag_o,
    output logic [          BANKS*3-1:0] obs_done_o,
    output logic [            BANKS-1:0] obs_own_o,
    output logic [            BANKS-1:0] obs_more_o,
    output logic [          BANKS*E-1:0] obs_next_o,
    output logic [            BANKS-1:0] obs_same_o,
    output logic [          BANKS*E-1:0] obs_tail_o,
    output logic                         obs_writes_o,
    output logic [      PASSED_BITS-1:0] obs_passed_o,
    output logic [        BANK_BITS-1:0] obs_turn_o
);
  rh_limits #(
      .BANKS(BANKS), .N(N), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
  ) u_limits ();

  logic [BANKS-1:0] some_d, some_q, own_d, own_q, more_d, more_q, same_q, write_q;
  logic [BANKS-1:0] last, ready, finishes, choice, pick;
  logic [BANKS-1:0] hit_write, hit_read, serves, passed_by;
  logic writes_d, writes_q, turns, limit;
  logic [PASSED_BITS-1:0] passed_d, passed_q, counted;
  logic [BANKS*ROW_BITS-1:0] row_q;
  logic [BANKS*COLUMN_BITS-1:0] column_q;
  logic [BANKS*3-1:0] len_q, done_d, done_q;
  logic [BANKS*TAG_BITS-1:0] tag_q;
  logic [BANKS*E-1:0] next_q, tail_q;
  logic [COLUMN_BITS-1:0] start;
  logic [2:0] done;

  // --- the heads, and the links behind them ---
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic issue, pop, alone, ends, arrives, waits, behind;

    assign last[b] = len_q[b*3+:3] == done_q[b*3+:3];
    assign issue   = issued_i & pick[b];
    assign pop     = issue & last[b];
    assign alone   = next_q[b*E+:E] == tail_q[b*E+:E];  // one request waits behind the head
    assign ends    = pop & ~more_q[b];                  // the bank's only one leaves
    assign arrives = push_i[b] & (~some_q[b] | ends);
    assign waits   = push_i[b] & some_q[b] & ~ends;
    assign behind  = waits & (pop ? alone : ~more_q[b]);  // the next head, or the present one, is before it

    // An ACT is for the head. A head that leaves goes with its row open, so its link has `same` to say it of the next;
    // one that arrives at an empty queue is compared with the newest, whose row an open bank still holds.
    always_comb begin
      some_d[b] = arrives | (some_q[b] & ~ends);
      more_d[b] = waits | (more_q[b] & ~(pop & alone));
      done_d[b*3+:3] = pop ? 3'd0 : done_q[b*3+:3] + 3'(issue);
      own_d[b] = own_q[b];
      if (act_i[b]) own_d[b] = 1'b1;
      if (pop) own_d[b] = more_q[b] & same_q[b];
      if (arrives) own_d[b] = req_same_i;
    end

    always_ff @(posedge clk_i) begin
      if (load_i) begin
        write_q[b] <= load_write_i[b];
        row_q[b*ROW_BITS+:ROW_BITS] <= load_row_i[b*ROW_BITS+:ROW_BITS];
        column_q[b*COLUMN_BITS+:COLUMN_BITS] <= load_column_i[b*COLUMN_BITS+:COLUMN_BITS];
        len_q[b*3+:3] <= load_len_i[b*3+:3];
        tag_q[b*TAG_BITS+:TAG_BITS] <= load_tag_i[b*TAG_BITS+:TAG_BITS];
      end else if (arrives) begin
        write_q[b] <= req_write_i;
        row_q[b*ROW_BITS+:ROW_BITS] <= req_row_i;
        column_q[b*COLUMN_BITS+:COLUMN_BITS] <= req_column_i;
        len_q[b*3+:3] <= req_len_i;
        tag_q[b*TAG_BITS+:TAG_BITS] <= req_tag_i;
      end else if (pop & more_q[b]) begin
        write_q[b] <= pool_write_i;
        row_q[b*ROW_BITS+:ROW_BITS] <= pool_row_i;
        column_q[b*COLUMN_BITS+:COLUMN_BITS] <= pool_column_i;
        len_q[b*3+:3] <= pool_len_i;
        tag_q[b*TAG_BITS+:TAG_BITS] <= pool_tag_i;
      end
      if (load_i) begin
        next_q[b*E+:E] <= load_next_i[b*E+:E];
        same_q[b]      <= load_same_i[b];
        tail_q[b*E+:E] <= load_tail_i[b*E+:E];
      end else begin
        if (behind) {same_q[b], next_q[b*E+:E]} <= {req_same_i, free_i};
        else if (pop) {same_q[b], next_q[b*E+:E]} <= {pool_same_i, pool_next_i};
        if (waits) tail_q[b*E+:E] <= free_i;
      end
    end
    assign waits_o[b] = waits;
  end

  // --- the direction ---
  assign hit_o     = some_q & stays_open_i & own_q;
  assign hit_write = hit_o & write_q;
  assign hit_read  = hit_o & ~write_q;

  assign limit     = passed_q == PASSED_BITS'(rh_pkg::FGDRAM_TURN);
  assign turns     = writes_q ? (|hit_read) & (~(|hit_write) | limit) : (|hit_write) & (~(|hit_read) | limit);
  assign writes_d  = writes_q ^ turns;
  assign serves    = writes_d ? hit_write : hit_read;
  assign passed_by = writes_d ? hit_read : hit_write;
  assign counted   = turns ? '0 : passed_q;
  assign passed_d  = (|passed_by) ? counted + PASSED_BITS'(issued_i) : '0;

  // --- the offer ---
  assign ready    = serves & (writes_d ? wr_ok_i : rd_ok_i);
  assign finishes = ready & last & more_q & ~same_q;
  assign offer_o  = |ready;
  assign close_o  = |finishes;
  assign choice   = close_o ? finishes : ready;
  assign write_o  = writes_d;
  assign bank_o   = pick;
  assign last_o   = |(pick & last);
  assign more_o   = |(pick & more_q);
  rh_round_robin_arbiter #(.N(BANKS)) u_turn (
      .clk_i(clk_i), .rst_ni(rst_ni), .set_i(choice), .moves_i(issued_i), .grant_o(pick), .first_set_i(serves),
      .first_o(first_o), .load_i(load_i), .load_place_i(load_turn_i), .place_o(obs_turn_o)
  );
  rh_onehot_mux #(.N(BANKS), .W(COLUMN_BITS)) u_column (.select_i(pick), .data_i(column_q), .data_o(start));
  rh_onehot_mux #(.N(BANKS), .W(3)) u_done (.select_i(pick), .data_i(done_q), .data_o(done));
  rh_onehot_mux #(.N(BANKS), .W(TAG_BITS)) u_tag (.select_i(pick), .data_i(tag_q), .data_o(tag_o));
  rh_onehot_mux #(.N(BANKS), .W(E)) u_next (.select_i(pick), .data_i(next_q), .data_o(next_o));
  assign column_o = start + COLUMN_BITS'(done);
  logic unused_done;  // its upper bits, where a row has fewer columns
  assign unused_done = &{1'b0, done};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {some_q, own_q, more_q, done_q, writes_q, passed_q} <= '0;
    end else if (load_i) begin
      some_q   <= load_some_i;
      own_q    <= load_own_i;
      more_q   <= load_more_i;
      done_q   <= load_done_i;
      writes_q <= load_writes_i;
      passed_q <= load_passed_i;
    end else begin
      some_q   <= some_d;
      own_q    <= own_d;
      more_q   <= more_d;
      done_q   <= done_d;
      writes_q <= writes_d;
      passed_q <= passed_d;
    end
  end

  assign obs_some_o   = some_q;
  assign obs_write_o  = write_q;
  assign obs_row_o    = row_q;
  assign obs_column_o = column_q;
  assign obs_len_o    = len_q;
  assign obs_tag_o    = tag_q;
  assign obs_done_o   = done_q;
  assign obs_own_o    = own_q;
  assign obs_more_o   = more_q;
  assign obs_next_o   = next_q;
  assign obs_same_o   = same_q;
  assign obs_tail_o   = tail_q;
  assign obs_writes_o = writes_q;
  assign obs_passed_o = passed_q;
endmodule
