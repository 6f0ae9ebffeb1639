// SPDX-License-Identifier: Apache-2.0
// One grain of `fgdram_channel`: a queue a bank, a direction, and a turn among the banks. Each clock it offers one
// column command of its direction: one that finishes a row before the others. No row number is compared here: an entry
// says whether it wants the row of the one before it (`same`), and `own` of a bank whether its open row is its head's.
// Model: cmodel/controller/rh_fgdram_grain.c. Promises: column commands of heads whose row is open alone, in one
// direction, and no more than FGDRAM_TURN past a head of the other one that hits.
module rh_fgdram_grain #(
    parameter int unsigned N = 4,                   // entries of a bank's queue
    parameter int unsigned BANKS = 2,               // banks of the grain
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    localparam int unsigned E = N * BANKS,          // entries
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(N + 1),
    localparam int unsigned PASSED_BITS = rh_pkg::FGDRAM_TURN_BITS
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // bank sets are one bit a bank of the grain
    input  logic [           BANKS-1:0] rd_ok_i,
    input  logic [           BANKS-1:0] wr_ok_i,
    input  logic [           BANKS-1:0] stays_open_i,   // open, and no auto-precharge waits
    input  logic [           BANKS-1:0] act_i,          // bank that is activated in this clock: for its head
    input  logic [           BANKS-1:0] push_i,         // bank that a request arrives at
    input  logic                        req_same_i,     // it wants the row of the newest request of its bank
    input  logic                        req_write_i,
    input  logic [        ROW_BITS-1:0] req_row_i,
    input  logic [     COLUMN_BITS-1:0] req_column_i,
    input  logic [                 2:0] req_extra_i,
    input  logic [        TAG_BITS-1:0] req_tag_i,
    input  logic                        issued_i,       // the column command that it offers goes out
    // transplant: take the registers that the outputs obs_* show
    input  logic                        load_i,
    input  logic [               E-1:0] load_write_i,
    input  logic [      E*ROW_BITS-1:0] load_row_i,
    input  logic [               E-1:0] load_same_i,
    input  logic [   E*COLUMN_BITS-1:0] load_column_i,
    input  logic [             E*3-1:0] load_extra_i,
    input  logic [      E*TAG_BITS-1:0] load_tag_i,
    input  logic [               E-1:0] load_head_i,
    input  logic [               E-1:0] load_tail_i,
    input  logic [BANKS*COUNT_BITS-1:0] load_count_i,
    input  logic [         BANKS*3-1:0] load_done_i,
    input  logic [           BANKS-1:0] load_own_i,
    input  logic                        load_writes_i,
    input  logic [     PASSED_BITS-1:0] load_passed_i,
    input  logic [       BANK_BITS-1:0] load_next_i,
    // its banks
    output logic [           BANKS-1:0] some_o,
    output logic [           BANKS-1:0] full_o,
    output logic [           BANKS-1:0] pop_o,          // bank whose head leaves
    output logic [           BANKS-1:0] hit_o,          // heads whose row is open
    output logic [           BANKS-1:0] head_write_o,
    output logic [  BANKS*ROW_BITS-1:0] head_row_o,
    output logic [  BANKS*ROW_BITS-1:0] newest_row_o,   // of the youngest request, gone or not
    // the column command that it offers
    output logic                        offer_o,
    output logic                        close_o,        // RDA or WRA
    output logic                        write_o,        // the direction
    output logic [           BANKS-1:0] bank_o,         // one-hot, or 0
    output logic                        last_o,
    output logic [     COLUMN_BITS-1:0] column_o,
    output logic [        TAG_BITS-1:0] tag_o,
    output logic [           BANKS-1:0] first_o,        // head of the direction that hits and is next in turn
    // registers
    output logic [               E-1:0] obs_write_o,
    output logic [      E*ROW_BITS-1:0] obs_row_o,
    output logic [               E-1:0] obs_same_o,
    output logic [   E*COLUMN_BITS-1:0] obs_column_o,
    output logic [             E*3-1:0] obs_extra_o,
    output logic [      E*TAG_BITS-1:0] obs_tag_o,
    output logic [               E-1:0] obs_head_o,
    output logic [               E-1:0] obs_tail_o,
    output logic [BANKS*COUNT_BITS-1:0] obs_count_o,
    output logic [         BANKS*3-1:0] obs_done_o,
    output logic [           BANKS-1:0] obs_own_o,
    output logic                        obs_writes_o,
    output logic [     PASSED_BITS-1:0] obs_passed_o,
    output logic [       BANK_BITS-1:0] obs_next_o
);
  rh_limits #(
      .BANKS(BANKS), .N(N), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)
  ) u_limits ();

  logic [E-1:0] same_q;
  logic [BANKS-1:0] own_d, own_q, last, many, next_same, ready, finishes, choice, pick;
  logic [BANKS-1:0] hit_write, hit_read, serves, passed_by;
  logic writes_d, writes_q, turns, limit;
  logic [PASSED_BITS-1:0] passed_d, passed_q, counted;
  logic [BANK_BITS-1:0] next_d, next_q, index;
  logic [BANKS*COLUMN_BITS-1:0] head_column;
  logic [BANKS*TAG_BITS-1:0] head_tag;
  logic [COLUMN_BITS-1:0] start;
  logic [2:0] done;

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic [N-1:0] head, tail, newest, second, same;
    logic push, pop;

    assign push = push_i[b];
    assign pop  = pop_o[b];

    rh_bank_queue #(.N(N), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS)) u_queue (
        .clk_i(clk_i), .rst_ni(rst_ni), .push_i(push), .issue_i(issued_i & bank_o[b]), .req_write_i(req_write_i),
        .req_row_i(req_row_i), .req_column_i(req_column_i), .req_extra_i(req_extra_i), .req_tag_i(req_tag_i),
        .load_i(load_i), .load_write_i(load_write_i[b*N+:N]), .load_row_i(load_row_i[b*N*ROW_BITS+:N*ROW_BITS]),
        .load_column_i(load_column_i[b*N*COLUMN_BITS+:N*COLUMN_BITS]), .load_extra_i(load_extra_i[b*N*3+:N*3]),
        .load_tag_i(load_tag_i[b*N*TAG_BITS+:N*TAG_BITS]), .load_head_i(load_head_i[b*N+:N]),
        .load_tail_i(load_tail_i[b*N+:N]), .load_count_i(load_count_i[b*COUNT_BITS+:COUNT_BITS]),
        .load_done_i(load_done_i[b*3+:3]),
        .some_o(some_o[b]), .full_o(full_o[b]), .pop_o(pop_o[b]), .head_write_o(head_write_o[b]),
        .head_row_o(head_row_o[b*ROW_BITS+:ROW_BITS]), .head_column_o(head_column[b*COLUMN_BITS+:COLUMN_BITS]),
        .head_tag_o(head_tag[b*TAG_BITS+:TAG_BITS]), .head_last_o(last[b]),
        .write_o(obs_write_o[b*N+:N]), .row_o(obs_row_o[b*N*ROW_BITS+:N*ROW_BITS]),
        .column_o(obs_column_o[b*N*COLUMN_BITS+:N*COLUMN_BITS]), .extra_o(obs_extra_o[b*N*3+:N*3]),
        .tag_o(obs_tag_o[b*N*TAG_BITS+:N*TAG_BITS]), .head_o(head), .tail_o(tail),
        .count_o(obs_count_o[b*COUNT_BITS+:COUNT_BITS]), .done_o(obs_done_o[b*3+:3])
    );

    // behind the head, and before the tail
    assign second       = (head << 1) | (head >> (N - 1));
    assign newest       = (tail >> 1) | (tail << (N - 1));
    assign many[b]      = some_o[b] & (obs_count_o[b*COUNT_BITS+:COUNT_BITS] != COUNT_BITS'(1));
    assign next_same[b] = |(second & same);
    rh_onehot_mux #(.N(N), .W(ROW_BITS)) u_newest (
        .select_i(newest), .data_i(obs_row_o[b*N*ROW_BITS+:N*ROW_BITS]), .data_o(newest_row_o[b*ROW_BITS+:ROW_BITS])
    );

    // An ACT is for the head. A head that leaves goes with its row open, so the next one has `same` to say it; one that
    // arrives at an empty queue is compared with the newest, whose row an open bank still holds.
    always_comb begin
      own_d[b] = own_q[b];
      if (act_i[b]) own_d[b] = 1'b1;
      if (pop) own_d[b] = many[b] & next_same[b];
      if (push & (pop ? ~many[b] : ~some_o[b])) own_d[b] = req_same_i;
    end

    for (genvar k = 0; k < N; k++) begin : g_entry
      always_ff @(posedge clk_i) begin
        if (load_i) same[k] <= load_same_i[b*N+k];
        else if (push & tail[k]) same[k] <= req_same_i;
      end
    end
    assign same_q[b*N+:N]     = same;
    assign obs_head_o[b*N+:N] = head;
    assign obs_tail_o[b*N+:N] = tail;
  end

  // --- the direction ---
  assign hit_o     = some_o & stays_open_i & own_q;
  assign hit_write = hit_o & head_write_o;
  assign hit_read  = hit_o & ~head_write_o;

  assign limit     = passed_q == PASSED_BITS'(rh_pkg::FGDRAM_TURN);
  assign turns     = writes_q ? (|hit_read) & (~(|hit_write) | limit) : (|hit_write) & (~(|hit_read) | limit);
  assign writes_d  = writes_q ^ turns;
  assign serves    = writes_d ? hit_write : hit_read;
  assign passed_by = writes_d ? hit_read : hit_write;
  assign counted   = turns ? '0 : passed_q;
  assign passed_d  = (|passed_by) ? counted + PASSED_BITS'(issued_i) : '0;

  // --- the offer ---
  assign ready    = serves & (writes_d ? wr_ok_i : rd_ok_i);
  assign finishes = ready & last & many & ~next_same;
  assign offer_o  = |ready;
  assign close_o  = |finishes;
  assign choice   = close_o ? finishes : ready;
  assign write_o  = writes_d;
  assign bank_o   = pick;
  assign last_o   = |(pick & last);
  rh_round_robin #(.N(BANKS)) u_pick (.set_i(choice), .from_i(next_q), .grant_o(pick));
  rh_round_robin #(.N(BANKS)) u_first (.set_i(serves), .from_i(next_q), .grant_o(first_o));
  rh_onehot_mux #(.N(BANKS), .W(COLUMN_BITS)) u_column (.select_i(pick), .data_i(head_column), .data_o(start));
  rh_onehot_mux #(.N(BANKS), .W(3)) u_done (.select_i(pick), .data_i(obs_done_o), .data_o(done));
  rh_onehot_mux #(.N(BANKS), .W(TAG_BITS)) u_tag (.select_i(pick), .data_i(head_tag), .data_o(tag_o));
  assign column_o = start + COLUMN_BITS'(done);
  logic unused_done;  // its upper bits, where a row has fewer columns
  assign unused_done = &{1'b0, done};

  // a binary pointer moves behind the bank that issued
  rh_onehot_index #(.N(BANKS)) u_index (.onehot_i(pick), .index_o(index));
  assign next_d = issued_i ? index + BANK_BITS'(1) : next_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      own_q    <= '0;
      writes_q <= 1'b0;
      passed_q <= '0;
      next_q   <= '0;
    end else if (load_i) begin
      own_q    <= load_own_i;
      writes_q <= load_writes_i;
      passed_q <= load_passed_i;
      next_q   <= load_next_i;
    end else begin
      own_q    <= own_d;
      writes_q <= writes_d;
      passed_q <= passed_d;
      next_q   <= next_d;
    end
  end

  assign obs_same_o   = same_q;
  assign obs_own_o    = own_q;
  assign obs_writes_o = writes_q;
  assign obs_passed_o = passed_q;
  assign obs_next_o   = next_q;
endmodule
