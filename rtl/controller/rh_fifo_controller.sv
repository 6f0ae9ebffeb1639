// SPDX-License-Identifier: Apache-2.0
// All of `fifo` and `banked_fifo` but their choice: FIFOs of requests (BANKED: one a bank, else one) above an
// rh_backend. Only the oldest request of a FIFO, its head, may issue. A policy sees the heads whose command is legal
// (*_ready_o), picks one for each bus (*_pick_i), and names the one that it ranks first, for the ledger (first_i). With
// CLOSES a request is compared with the one before it as it arrives, once, which says whether it is of the same row.
// Promises: include/rowhold/rh_controller.h; besides, each FIFO serves its requests in order of arrival, provided that
// a pick is ready where any is.
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
module rh_fifo_controller #(
    parameter int unsigned QUEUE = 32,               // requests stored
    parameter int unsigned BANKS = 4,                // banks of the channel
    parameter int unsigned GROUPS = 1,               // bank groups; at most banks / 2 in a run
    parameter int unsigned BUSES = 1,                // command buses: 1, or 2 (row and column)
    parameter int unsigned ROW_BITS = 12,            // bits of a row number
    parameter int unsigned COLUMN_BITS = 8,          // bits of a column number, in column commands
    parameter int unsigned TAG_BITS = 8,             // bits of a tag
    parameter int unsigned RESPONSES = 16,           // entries of the response FIFO
    parameter int unsigned TIMER_BITS = 8,           // bits of a timing constraint and its counter
    parameter int unsigned REGISTERED = 0,           // 1: commands leave flip-flops, one clock later
    parameter int unsigned GRAIN_BITS = 0,           // log2 of the grains, each with its own data bus
    parameter int unsigned RANK_BITS = 0,            // log2 of the ranks, which share one data bus
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,  // log2 of the banks that share subarrays; 0: none do
    parameter int unsigned SUBARRAY_BITS = 0,        // row bits, the upper ones, that say the subarray
    parameter int unsigned SOURCE_BITS = 5,
    parameter int unsigned STACKED = 0,              // 1: the banks of a part lie one on the other (SALP)
    parameter int unsigned WRITE_DRAIN = 0,          // 1: writes wait and drain; 2: and answer their reads
    parameter int unsigned CLOSES = 0,
    parameter bit OBSERVE = 1'b0,                    // 0: without what is for observation alone
    parameter bit BANKED = 1'b0,                     // 1: a FIFO a bank; 0: one of all
    parameter bit STAGED = 1'b0,                     // 1: half of the queue lies before them
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),                               // bits of a bank number
    localparam int unsigned OCCUPANCY_BITS = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1),  // bits of occupancy_o
    localparam int unsigned BACKEND_BITS =
        rh_pkg::backend_bits(QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
            GRAIN_BITS, RANK_BITS),
    localparam int unsigned PAGE_POLICY_BITS = rh_pkg::page_policy_bits(BANKS, CLOSES),
    localparam int unsigned FIFOS = BANKED ? BANKS : 1,
    localparam int unsigned DEPTH =  // of each
        BANKED ? rh_pkg::max(1, QUEUE / (STAGED ? 2 : 1) / BANKS) : QUEUE,
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1),
    localparam int unsigned OBS_BITS = BACKEND_BITS + PAGE_POLICY_BITS + FIFOS * (COUNT_BITS + 3
        + DEPTH * (1 + (BANKED ? 0 : BANK_BITS) + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS + 2
        + (CLOSES != 0 ? 1 : 0)))
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,   // c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]
    input  logic [                           3:0] faw_n_i,         // N of the activate window, 1 to 8
    input  logic [                           1:0] refresh_i,
    input  logic [                          15:0] refi_i,          // clocks between refreshes falling due
    input  logic [                          15:0] rfc_i,           // REF to ACT or REF of the banks refreshed
    input  logic [                           1:0] page_i,
    input  logic [                          15:0] page_timeout_i,
    input  logic                                  req_valid_i,     // a request is offered
    input  logic                                  req_write_i,     // write, else read
    input  logic [                 BANK_BITS-1:0] req_bank_i,      // flat bank number
    input  logic [                  ROW_BITS-1:0] req_row_i,       // row of the bank
    input  logic [               COLUMN_BITS-1:0] req_column_i,    // first column, in column commands
    input  logic [                           2:0] req_len_i,       // column commands minus one
    input  logic [                  TAG_BITS-1:0] req_tag_i,       // returned with the response
    input  logic                                  rsp_ready_i,     // the response is taken
    output logic                                  req_ready_o,     // the offered request is taken
    output logic                                  rsp_valid_o,     // a request's last data beat has ended
    output logic [                  TAG_BITS-1:0] rsp_tag_o,       // its tag; meaningful while rsp_valid
    output logic                                  rsp_write_o,     // it was a write; meaningful while rsp_valid
    output logic                                  forward_o,
    output logic [                  TAG_BITS-1:0] forward_tag_o,
    output logic [                           2:0] col_cmd_o,
    output logic [                 BANK_BITS-1:0] col_bank_o,      // its bank; 0 with NOP
    output logic [               COLUMN_BITS-1:0] col_column_o,    // its column; 0 with NOP
    output logic [                  TAG_BITS-1:0] col_tag_o,       // tag of its request; 0 with NOP
    output logic                                  col_last_o,      // last column command of its request
    output logic [                           2:0] col_reason_o,    // why it was chosen
    output logic [                           2:0] row_cmd_o,       // row command of this clock: NOP, ACT, PRE, REF
    output logic [                 BANK_BITS-1:0] row_bank_o,
    output logic [                  ROW_BITS-1:0] row_row_o,       // row of an ACT; else 0
    output logic                                  row_all_o,       // REF of all banks of a rank
    output logic [                           2:0] row_reason_o,    // why it was chosen
    output logic                                  active_o,
    output logic                                  booked_o,        // observation: the data bus is booked in this clock
    output logic [                           3:0] cause_o,
    output logic                                  timers_o,
    output logic [            OCCUPANCY_BITS-1:0] occupancy_o,     // observation: requests queued as the clock begins
    input  logic                                  load_i,          // the registers take load_state_i at the edge
    input  logic [                  OBS_BITS-1:0] load_state_i,    // as obs_o
    output logic [                  OBS_BITS-1:0] obs_o,           // the registers, the first of the sum lowest
// end generated
    // the policy: sets of FIFOs, one bit a FIFO
    output logic [FIFOS-1:0] hit_o,            // has a head whose row is open
    output logic [FIFOS-1:0] miss_o,           // has a head whose row is not
    output logic [FIFOS-1:0] column_ready_o,   // its head may have its column command
    output logic [FIFOS-1:0] row_ready_o,      // its head may have its ACT or PRE
    input  logic [FIFOS-1:0] column_pick_i,    // one-hot; of no account while none is ready
    input  logic [FIFOS-1:0] row_pick_i,
    input  logic [FIFOS-1:0] first_i,          // one-hot: ranked first; of no account while no head is here
    output logic             column_issued_o,  // the column command that is picked goes out
    output logic             row_taken_o,      // the row command
    // with STAGED: what lies before these FIFOs
    input  logic [OCCUPANCY_BITS-1:0] stored_i,       // requests of the controller
    input  logic [         BANKS-1:0] before_bank_i,  // of the request ranked first where no head is here, one-hot
    input  logic                      before_write_i,
    output logic [         FIFOS-1:0] full_o,
    output logic [         FIFOS-1:0] leaving_o,      // its head leaves
    output logic [   FIFOS*DEPTH-1:0] head_o,         // one-hot in a FIFO: its oldest entry
    output logic [   FIFOS*DEPTH-1:0] tail_o          // where its next request goes
);
  rh_limits #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .SOURCE_BITS(SOURCE_BITS), .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN),
      .CLOSES(CLOSES)
  ) u_limits ();
  localparam int unsigned ENTRIES = FIFOS * DEPTH;
  localparam int unsigned OWN_BITS = OBS_BITS - PAGE_POLICY_BITS - (CLOSES != 0 ? ENTRIES : 0);
  localparam int unsigned W = 1 + BANK_BITS + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS;  // bits of an entry

  // the registers, field by field; a FIFO of one bank stores no bank number
  logic [ENTRIES-1:0] write, load_write;
  logic [ENTRIES*BANK_BITS-1:0] bank, load_bank;
  logic [ENTRIES*ROW_BITS-1:0] row, load_row;
  logic [ENTRIES*COLUMN_BITS-1:0] column, load_column;  // the first
  logic [ENTRIES*3-1:0] len, load_len;                  // column commands minus one
  logic [ENTRIES*TAG_BITS-1:0] tag, load_tag;
  logic [ENTRIES-1:0] head, tail, load_head, load_tail;  // one-hot in a FIFO: its oldest, and where its next one goes
  logic [FIFOS*COUNT_BITS-1:0] count, load_count;
  logic [FIFOS*3-1:0] done, load_done;  // column commands that the head has had

  // the heads, and what is legal for their banks
  logic [FIFOS-1:0] some, full, leaving, in_row, head_open, rd_legal, wr_legal, row_legal, head_write, head_last;
  logic [FIFOS*BANK_BITS-1:0] head_bank;
  logic [FIFOS*ROW_BITS-1:0] head_row, open_row;
  logic [FIFOS*COLUMN_BITS-1:0] head_column;
  logic [FIFOS*TAG_BITS-1:0] head_tag;

  logic [BANKS-1:0] rd_ok, wr_ok, row_ok, is_open, stays_open, closing, act, pre, pinned, column_bank, row_bank;
  logic [BANKS-1:0] first_bank, row_picked, issued_bank, leaving_bank, wanted, closes, idle;
  logic [BANKS*ROW_BITS-1:0] open_rows;
  logic [BACKEND_BITS-1:0] backend_obs;
  logic [OWN_BITS-1:0] own_obs;  // without the page policy
  logic [FIFOS-1:0] req_fifo;
  logic push, col_valid, col_last, column_grant, row_taken;
  logic [COLUMN_BITS-1:0] col_start, col_column;
  logic [2:0] col_done;
  logic [TAG_BITS-1:0] col_tag;
  logic [ROW_BITS-1:0] row_row;
  logic [OCCUPANCY_BITS-1:0] stored;  // requests queued

  // --- the FIFOs ---
  assign req_ready_o = ~(|(req_fifo & full & ~leaving));
  assign push        = req_valid_i & req_ready_o;

  for (genvar f = 0; f < FIFOS; f++) begin : g_fifo
    logic [DEPTH-1:0] head_q, tail_q;
    logic [COUNT_BITS-1:0] count_q;
    logic [2:0] done_q, head_len;
    logic [DEPTH*W-1:0] words;
    logic arrives, issues;
    assign arrives    = push & req_fifo[f];
    assign issues     = column_issued_o & column_pick_i[f];
    assign leaving[f] = issues & head_last[f];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        {head_q, tail_q, count_q, done_q} <= {DEPTH'(1), DEPTH'(1), COUNT_BITS'(0), 3'd0};
      end else if (load_i) begin
        {head_q, tail_q} <= {load_head[f*DEPTH+:DEPTH], load_tail[f*DEPTH+:DEPTH]};
        {count_q, done_q} <= {load_count[f*COUNT_BITS+:COUNT_BITS], load_done[f*3+:3]};
      end else begin
        // a rotation by one, of a ring of one entry too
        if (leaving[f]) head_q <= (head_q << 1) | (head_q >> (DEPTH - 1));
        if (arrives) tail_q <= (tail_q << 1) | (tail_q >> (DEPTH - 1));
        count_q <= count_q + COUNT_BITS'(arrives) - COUNT_BITS'(leaving[f]);
        done_q  <= leaving[f] ? 3'd0 : done_q + 3'(issues);
      end
    end
    assign head[f*DEPTH+:DEPTH]            = head_q;
    assign tail[f*DEPTH+:DEPTH]            = tail_q;
    assign count[f*COUNT_BITS+:COUNT_BITS] = count_q;
    assign done[f*3+:3]                    = done_q;

    for (genvar k = f * DEPTH; k < (f + 1) * DEPTH; k++) begin : g_entry
      logic [W-1:0] word_q;
      always_ff @(posedge clk_i) begin
        if (load_i) begin
          word_q <= {load_tag[k*TAG_BITS+:TAG_BITS], load_len[k*3+:3], load_column[k*COLUMN_BITS+:COLUMN_BITS],
                     load_row[k*ROW_BITS+:ROW_BITS], load_bank[k*BANK_BITS+:BANK_BITS], load_write[k]};
        end else if (arrives & tail[k]) begin
          word_q <= {req_tag_i, req_len_i, req_column_i, req_row_i, req_bank_i, req_write_i};
        end
      end
      assign words[(k-f*DEPTH)*W+:W] = word_q;
      assign {tag[k*TAG_BITS+:TAG_BITS], len[k*3+:3], column[k*COLUMN_BITS+:COLUMN_BITS],
              row[k*ROW_BITS+:ROW_BITS], bank[k*BANK_BITS+:BANK_BITS], write[k]} = word_q;
    end

    rh_onehot_mux #(.N(DEPTH), .W(W)) u_head (
        .select_i(head_q), .data_i(words),
        .data_o({head_tag[f*TAG_BITS+:TAG_BITS], head_len, head_column[f*COLUMN_BITS+:COLUMN_BITS],
                 head_row[f*ROW_BITS+:ROW_BITS], head_bank[f*BANK_BITS+:BANK_BITS], head_write[f]})
    );
    assign some[f]      = count_q != '0;
    assign full[f]      = count_q == COUNT_BITS'(DEPTH);
    assign head_last[f] = head_len == done_q;
    // the comparator
    assign in_row[f] = open_row[f*ROW_BITS+:ROW_BITS] == head_row[f*ROW_BITS+:ROW_BITS];
    assign hit_o[f]  = some[f] & head_open[f] & in_row[f];
    assign miss_o[f] = some[f] & ~hit_o[f];
  end

  always_comb begin
    stored = STAGED ? stored_i : '0;
    if (!STAGED)
      for (int unsigned f = 0; f < FIFOS; f++) stored = stored + OCCUPANCY_BITS'(count[f*COUNT_BITS+:COUNT_BITS]);
  end

  // --- the heads' banks: each FIFO's own, or the one that the only head wants ---
  if (BANKED) begin : g_banked
    assign req_fifo = BANKS'(1) << req_bank_i;
    assign {head_open, rd_legal, wr_legal, row_legal, open_row} = {stays_open, rd_ok, wr_ok, row_ok, open_rows};
    assign {column_bank, row_picked, pinned} = {column_pick_i, row_pick_i, hit_o};
    assign {issued_bank, leaving_bank, wanted} = {column_pick_i & {BANKS{column_issued_o}}, leaving, some};
    assign first_bank = (STAGED & ~(|some)) ? before_bank_i : first_i;
    assign {load_done, load_count, load_tail, load_head, load_tag, load_len, load_column, load_row, load_write}
        = load_state_i[OWN_BITS-1:BACKEND_BITS];
    assign load_bank = '0;
    assign own_obs = {done, count, tail, head, tag, len, column, row, write, backend_obs};
    logic unused_bank;
    assign unused_bank = &{1'b0, bank, head_bank};
  end else begin : g_one
    logic [BANKS-1:0] head_at;
    assign head_at  = BANKS'(1) << head_bank;
    assign req_fifo = 1'b1;
    assign {head_open, rd_legal, wr_legal, row_legal} =
        {|(head_at & stays_open), |(head_at & rd_ok), |(head_at & wr_ok), |(head_at & row_ok)};
    rh_onehot_mux #(.N(BANKS), .W(ROW_BITS)) u_open_row (.select_i(head_at), .data_i(open_rows), .data_o(open_row));
    assign {column_bank, row_picked, first_bank, pinned} = {{3{head_at}}, BANKS'(0)};
    assign {issued_bank, leaving_bank} = {head_at & {BANKS{column_issued_o}}, head_at & {BANKS{leaving}}};
    assign wanted   = head_at & {BANKS{some}};
    assign {load_done, load_count, load_tail, load_head, load_tag, load_len, load_column, load_row, load_bank,
            load_write} = load_state_i[OWN_BITS-1:BACKEND_BITS];
    assign own_obs = {done, count, tail, head, tag, len, column, row, bank, write, backend_obs};
  end

  // --- what a policy with stages before these asks; no timer of a PRE is what a request there waits for ---
  logic open_before;
  assign open_before = STAGED & ~(|some) & (|(before_bank_i & is_open));
  assign {full_o, leaving_o, head_o, tail_o} = {full, leaving, head, tail};
  logic unused_before;
  assign unused_before = &{1'b0, stored_i, before_bank_i, before_write_i};

  // --- rows that no request wants: the last hit closes them, or a PRE when no head has a row command ---
  assign stays_open = is_open & ~closing;
  if (CLOSES != 0) begin : g_page
    // one comparator: the request that arrives with the youngest of its FIFO
    logic [ENTRIES-1:0] youngest, behind_head, same_q;
    logic [BANK_BITS-1:0] youngest_bank;
    logic [ROW_BITS-1:0] youngest_row;
    logic [FIFOS-1:0] more;
    logic [BANKS-1:0] idle_bank;
    logic [PAGE_POLICY_BITS-1:0] page_obs;
    logic req_same;
    for (genvar f = 0; f < FIFOS; f++) begin : g_fifo
      // rotations by one, of a ring of one entry too
      assign youngest[f*DEPTH+:DEPTH] = ((tail[f*DEPTH+:DEPTH] >> 1) | (tail[f*DEPTH+:DEPTH] << (DEPTH - 1)))
          & {DEPTH{req_fifo[f]}};
      assign behind_head[f*DEPTH+:DEPTH] = (head[f*DEPTH+:DEPTH] << 1) | (head[f*DEPTH+:DEPTH] >> (DEPTH - 1));
      // there is a request behind the head unless the next one goes there
      assign more[f] = |(behind_head[f*DEPTH+:DEPTH] & same_q[f*DEPTH+:DEPTH] & ~tail[f*DEPTH+:DEPTH]);
    end
    rh_onehot_mux #(.N(ENTRIES), .W(ROW_BITS)) u_youngest_row (
        .select_i(youngest), .data_i(row), .data_o(youngest_row)
    );
    rh_onehot_mux #(.N(ENTRIES), .W(BANK_BITS)) u_youngest_bank (
        .select_i(youngest), .data_i(bank), .data_o(youngest_bank)
    );
    assign req_same = (youngest_row == req_row_i) & (BANKED | (youngest_bank == req_bank_i));
    for (genvar k = 0; k < ENTRIES; k++) begin : g_same
      always_ff @(posedge clk_i) begin
        if (load_i) same_q[k] <= load_state_i[OWN_BITS+k];
        else if (push & req_fifo[k/DEPTH] & tail[k]) same_q[k] <= req_same;
      end
    end

    rh_page_policy #(.BANKS(BANKS)) u_page (
        .wanted_i(wanted), .more_hits_i(BANKED ? BANKS'(more) : {BANKS{more[0]}}), .open_i(is_open), .row_ok_i(row_ok),
        .issued_bank_i(issued_bank), .leaving_bank_i(leaving_bank), .act_i(act), .pre_i(pre),
        .reopens_i(|(row_pick_i & in_row)), .conflict_i(row_taken_o),
        .load_state_i(load_state_i[OBS_BITS-1-:PAGE_POLICY_BITS]), .close_o(closes), .idle_o(idle_bank),
        .obs_o(page_obs), .*
    );
    assign idle     = idle_bank & {BANKS{~(|row_ready_o)}};
    assign row_bank = (row_picked & {BANKS{|row_ready_o}}) | idle;
    assign obs_o    = OBSERVE ? {page_obs, same_q, own_obs} : OBS_BITS'(0);
    logic unused_youngest;
    assign unused_youngest = ^youngest_bank;
  end else begin : g_open_page
    assign {closes, idle} = '0;
    assign row_bank = row_picked;
    assign obs_o    = OBSERVE ? own_obs : OBS_BITS'(0);
    logic unused_page;
    assign unused_page = &{1'b0, page_i, page_timeout_i, in_row, issued_bank, leaving_bank, wanted, act, pre};
  end

  // --- the commands of the heads that are picked ---
  assign column_ready_o  = hit_o & ((head_write & wr_legal) | (~head_write & rd_legal));
  assign row_ready_o     = miss_o & row_legal;
  assign col_valid       = |column_ready_o;
  assign column_issued_o = col_valid & column_grant;
  assign col_last        = |(column_pick_i & head_last);
  assign row_taken_o     = row_taken & ~(|idle);  // that PRE is nobody's turn
  rh_onehot_mux #(.N(FIFOS), .W(COLUMN_BITS)) u_col_column (
      .select_i(column_pick_i), .data_i(head_column), .data_o(col_start)
  );
  rh_onehot_mux #(.N(FIFOS), .W(3)) u_col_done (.select_i(column_pick_i), .data_i(done), .data_o(col_done));
  assign col_column = col_start + COLUMN_BITS'(col_done);
  rh_onehot_mux #(.N(FIFOS), .W(TAG_BITS)) u_col_tag (.select_i(column_pick_i), .data_i(head_tag), .data_o(col_tag));
  rh_onehot_mux #(.N(FIFOS), .W(ROW_BITS)) u_row_row (.select_i(row_pick_i), .data_i(head_row), .data_o(row_row));

  // every read goes to the DRAM
  logic unused_slot;
  assign {forward_o, forward_tag_o} = '0;
  rh_backend #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .STACKED(STACKED), .AUTO(CLOSES != 0), .OBSERVE(OBSERVE)
  ) u_backend (
      .forward_i(1'b0), .forward_tag_i(TAG_BITS'(0)), .slot_o(unused_slot),
      .rd_ok_o(rd_ok), .wr_ok_o(wr_ok), .row_ok_o(row_ok), .open_o(is_open), .closing_o(closing),
      .open_row_o(open_rows), .col_close_i((|(column_bank & closes)) & col_last), .row_idle_i(|idle), .pinned_i(pinned),
      .col_valid_i(col_valid), .col_write_i(|(column_pick_i & head_write)), .col_last_i(col_last),
      .col_bank_i(column_bank), .col_column_i(col_column), .col_tag_i(col_tag),
      .row_valid_i((|row_ready_o) | (|idle)), .row_bank_i(row_bank), .row_row_i(row_row),
      .first_hit_i((|hit_o) | open_before),
      .first_write_i((STAGED & ~(|some)) ? before_write_i : |(first_i & head_write)), .first_bank_i(first_bank),
      .occupancy_i(stored), .column_grant_o(column_grant), .row_taken_o(row_taken), .act_o(act), .pre_o(pre),
      .load_state_i(load_state_i[BACKEND_BITS-1:0]), .obs_o(backend_obs), .*
  );

  logic unused_signals;
  assign unused_signals = &{1'b0, col_done};
endmodule
