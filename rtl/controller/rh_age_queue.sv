// SPDX-License-Identifier: Apache-2.0
// The associative request queue of `fr_fcfs`, `fr_fcfs_serial` and `most_pending`, a collapsing queue. A request
// arrives in the highest place; in each clock all requests above the lowest free place move down by one. So the oldest
// of a set is its lowest bit, no age is stored, and a stored bit is either kept or taken from above. Each entry carries
// a bit that says that its row is open: rows are compared when a row has just opened (QUEUE comparators of row and
// bank) and when a request arrives (one of a row), never on the path that chooses a command. An entry that has been the
// oldest for age_cap_i clocks goes alone: a counter beside the choice runs down, and a flop says that it has. Model:
// cmodel/controller/rh_age_queue.c. Promise: column_o is the oldest entry, over the banks' oldest able hits, whose
// column command is legal; while the oldest goes alone, nothing else is in column_o or row_ready_o; a request is taken
// while a place is free, or gets free. A policy with two classes of entries says which are upper_i: a bank with an able
// one has the command that these want, and of the banks' columns those with an upper hit go first. A bank's oldest hit
// goes before its others all the same, so that requests to one row stay in order. A policy with an order of banks says
// which goes behind which (later_i), beside the timers: no more than that is behind them, and of equals the oldest
// goes. With WRITE_DRAIN reads and writes are served in turn (rh_write_drain): entries of the kind that is held are not
// able, but for the one that goes alone; classes, and the order of banks, are among those that are served. While a kind
// is held it is requests to one address that stay in order: of a bank's hits the oldest of the other kind goes that has
// no hazard, if there is one. Who arrives has a hazard where his address is that of an entry of the other kind, or of
// one that has a hazard. That is found out by QUEUE comparators of row and column as he arrives, and stays a bit: a
// bank's hits that may pass others are looked for beside its oldest hit, not behind it. With WRITE_DRAIN 2 a read is
// forwarded where the youngest write of its address has as many commands to come, and both are blocks: it takes a
// response slot in a clock in which nothing leaves, and no place here. What says so begins with the request port and
// ends in req_ready_o; only whether something leaves is late there, as it is for a full queue.
module rh_age_queue #(
    parameter int unsigned QUEUE = 32,
    parameter int unsigned BANKS = 4,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned TAG_BITS = 8,
    parameter bit SERIAL = 1'b0,               // 1: found_i has the entries whose row opened, no comparator here
    parameter bit CLASSES = 1'b0,              // 1: upper_i counts
    parameter bit ORDERED = 1'b0,              // 1: later_i counts, and no class of columns
    parameter int unsigned WRITE_DRAIN = 0,    // 1: reads and writes are served in turn; 2: and reads answered here
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(QUEUE + 1),
    localparam int unsigned OBS_BITS = rh_pkg::age_queue_bits(
        QUEUE, BANKS, ROW_BITS, COLUMN_BITS, TAG_BITS, WRITE_DRAIN
    )
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic [              15:0] age_cap_i,
    input  logic [               7:0] write_high_i,
    input  logic [               7:0] write_low_i,
    input  logic [               7:0] write_queue_i,
    input  logic                      req_valid_i,
    input  logic                      req_write_i,
    input  logic [     BANK_BITS-1:0] req_bank_i,
    input  logic [      ROW_BITS-1:0] req_row_i,
    input  logic [   COLUMN_BITS-1:0] req_column_i,
    input  logic [               2:0] req_len_i,
    input  logic [      TAG_BITS-1:0] req_tag_i,
    output logic                      req_ready_o,
    output logic                      forward_o,      // it is answered from the queue, and not stored
    output logic [      TAG_BITS-1:0] forward_tag_o,  // with the data of this write
    // from the backend
    input  logic                      slot_i,         // a response slot is free
    input  logic [         BANKS-1:0] rd_ok_i,
    input  logic [         BANKS-1:0] wr_ok_i,
    input  logic [         BANKS-1:0] row_ok_i,
    input  logic                      column_grant_i, // the column command that is chosen goes out
    input  logic [         BANKS-1:0] open_i,
    input  logic [BANKS*ROW_BITS-1:0] open_row_i,
    input  logic [         BANKS-1:0] act_i,
    input  logic [         BANKS-1:0] pre_i,
    input  logic [         BANKS-1:0] closing_i,      // auto-precharge closes their row, from now on or before
    input  logic [         QUEUE-1:0] found_i,        // SERIAL: their row is open
    input  logic [         BANKS-1:0] capped_i,       // from the policy: their hits wait
    input  logic [         QUEUE-1:0] upper_i,        // from the policy: CLASSES: entries that go before others
    input  logic [   BANKS*BANKS-1:0] later_i,        // from the policy: bank b goes behind bank c: at b * BANKS + c
    // state load: take the state that obs_o shows
    input  logic                      load_i,
    input  logic [      OBS_BITS-1:0] load_state_i,
    // sets of entries, one bit an entry
    output logic [         QUEUE-1:0] valid_o,
    output logic [         QUEUE-1:0] oldest_o,       // one-hot, or 0
    output logic [         QUEUE-1:0] served_o,       // of a kind that is served
    output logic [         QUEUE-1:0] able_o,         // may be chosen: those that are served, or the oldest alone
    output logic                      starvation_o,   // the oldest alone
    output logic [         QUEUE-1:0] hit_o,
    output logic [         QUEUE-1:0] next_hit_o,     // hits: of its bank the oldest of these is next
    output logic [         QUEUE-1:0] write_o,
    output logic [   BANKS*QUEUE-1:0] in_bank_o,      // bank b's entries at [b*QUEUE +: QUEUE]
    output logic [QUEUE*ROW_BITS-1:0] row_o,
    output logic [         QUEUE-1:0] row_ready_o,    // able, no able hit in its bank, its ACT or PRE legal
    output logic [         BANKS-1:0] just_activated_o,       // bank activated in the last clock
    output logic [         BANKS-1:0] pinned_o,         // an able hit wants the bank's row
    // the column command that is chosen
    output logic [         QUEUE-1:0] column_o,       // one-hot entry, or 0
    output logic [         BANKS-1:0] column_bank_o,
    output logic                      column_write_o,
    output logic                      column_last_o,
    output logic [   COLUMN_BITS-1:0] column_number_o,
    output logic [      TAG_BITS-1:0] column_tag_o,
    // the edge
    output logic                      leave_o,        // entry column_o leaves
    output logic                      arrive_o,
    output logic [               1:0] held_o,         // reads, writes wait for the others
    output logic                      turned_o,       // another kind is held in the next clock
    output logic [         QUEUE-1:0] take_o,         // places that take what lies above them, the highest the request
    output logic [    COUNT_BITS-1:0] count_o,
    output logic [      OBS_BITS-1:0] obs_o
);
  rh_limits #(
      .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
      .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .WRITE_DRAIN(WRITE_DRAIN)
  ) u_limits ();
  logic [QUEUE-1:0] valid_d, valid_q, hit_d, hit_q, write_d, write_q, found;
  logic [QUEUE*BANK_BITS-1:0] bank_d, bank_q;
  logic [QUEUE*ROW_BITS-1:0] row_d, row_q;
  logic [QUEUE*COLUMN_BITS-1:0] last_column_d, last_column_q;
  logic [QUEUE*3-1:0] len_d, len_q;
  logic [QUEUE*TAG_BITS-1:0] tag_d, tag_q;
  logic just_activated_d, just_activated_q;
  logic [BANK_BITS-1:0] just_activated_bank_d, just_activated_bank_q;
  logic starvation_d, starvation_q, stays;
  logic [15:0] age_left_d, age_left_q;

  logic [BANKS*QUEUE-1:0] in_bank;
  logic [BANKS-1:0] any_hit, has_upper, upper_hit, wants, has_hit, oldest_write, legal_oldest, legal_next;
  logic [BANKS-1:0] legal_column, column_ok, req_bank;
  logic [QUEUE-1:0] alone, going, served_hit, column_ready, closed, hit_now, seen, last, used, stay, above_free;
  logic [ROW_BITS-1:0] req_open_row;
  logic [COLUMN_BITS-1:0] chosen_last_column, req_last_column;
  logic [2:0] column_len;
  logic req_hit;

  // --- the state to load: the twin of obs_o; what is made of other registers is not asked ---
  logic [QUEUE-1:0] load_valid, load_hit, load_write;
  logic [BANKS*QUEUE-1:0] load_in_bank;
  logic [QUEUE*BANK_BITS-1:0] load_bank;
  logic [QUEUE*ROW_BITS-1:0] load_row;
  logic [QUEUE*COLUMN_BITS-1:0] load_last_column;
  logic [QUEUE*3-1:0] load_len;
  logic [QUEUE*TAG_BITS-1:0] load_tag;
  logic [COUNT_BITS-1:0] load_count;
  logic [BANKS-1:0] load_just_activated;
  logic [15:0] load_age_left;
  logic load_starvation;
  localparam int unsigned KIND_BITS = 2 * COUNT_BITS + 4;  // of rh_write_drain
  localparam int unsigned DRAIN_BITS = WRITE_DRAIN != 0 ? QUEUE + KIND_BITS : 0;
  assign {
    load_starvation, load_age_left, load_just_activated, load_count, load_tag, load_len, load_last_column, load_row,
    load_bank,
    load_in_bank, load_write, load_hit, load_valid
  } = load_state_i[OBS_BITS-DRAIN_BITS-1:0];
  logic unused_load;
  assign unused_load = ^{load_count, load_in_bank};

  // bits of a column that are not compared, of one and the `left` before it: in a block of 2, 4 or 8; and those above
  // it, where they don't end with the block
  function automatic [3:0] block_of(input [2:0] column, input [2:0] left);
    logic [2:0] inside_block;
    inside_block = left | (left >> 1) | (left >> 2);
    block_of     = (|(inside_block & ~column)) ? 4'hf : {1'b0, inside_block};
  endfunction

  function automatic [BANK_BITS-1:0] number_of(input [BANKS-1:0] bank);
    number_of = '0;
    for (int unsigned b = 0; b < BANKS; b++) if (bank[b]) number_of = BANK_BITS'(b);
  endfunction

  // --- sets ---
  always_comb begin
    for (int unsigned b = 0; b < BANKS; b++)
      for (int unsigned k = 0; k < QUEUE; k++)
        in_bank[b*QUEUE+k] = valid_q[k] & (bank_q[k*BANK_BITS+:BANK_BITS] == BANK_BITS'(b));
  end

  rh_first #(.N(QUEUE)) u_oldest (.set_i(valid_q), .first_o(oldest_o));
  assign alone = oldest_o | {QUEUE{~starvation_q}};

  // --- reads and writes in turn; the one that goes alone has no kind ---
  logic [OBS_BITS-DRAIN_BITS-1:0] own_obs;
  logic room;  // for the request that is offered, by its kind
  logic forwards;  // it is answered from here
  if (WRITE_DRAIN != 0) begin : g_drain
    logic [KIND_BITS-1:0] kind_obs;
    logic [QUEUE-1:0] hazard_d, hazard_q, same_address, passing, passed, ready_passing, ready_oldest;
    logic [BANKS-1:0] passes, legal_passing, ok_passing, ok_oldest;
    logic [3:0] req_block;
    logic [1:0] leaving;
    logic [QUEUE-1:0] same_columns;  // and as many commands, where both are blocks
    logic req_hazard;
    assign leaving = {2{column_grant_i}} & {|(column_o & last & write_q), |(column_o & last & ~write_q)};
    rh_write_drain #(.QUEUE(QUEUE)) u_drain (
        .clk_i(clk_i), .rst_ni(rst_ni), .write_high_i(write_high_i), .write_low_i(write_low_i),
        .write_queue_i(write_queue_i), .arrive_i(arrive_o), .req_write_i(req_write_i), .leave_i(leaving),
        .held_o(held_o), .turned_o(turned_o), .room_o(room), .load_i(load_i),
        .load_state_i(load_state_i[OBS_BITS-DRAIN_BITS+:KIND_BITS]), .obs_o(kind_obs)
    );
    assign served_o = (write_q & {QUEUE{~held_o[1]}}) | (~write_q & {QUEUE{~held_o[0]}});
    assign going    = served_o | {QUEUE{starvation_q}};
    assign obs_o    = {hazard_q & valid_q, kind_obs, own_obs};

    // --- hits that may pass others of their bank: they all go one way ---
    assign passing = ((write_q & {QUEUE{held_o[0]}}) | (~write_q & {QUEUE{held_o[1]}})) & ~hazard_q;
    for (genvar b = 0; b < BANKS; b++) begin : g_passes
      assign passes[b] = (|(hit_q & passing & in_bank[b*QUEUE+:QUEUE])) & ~starvation_q;
    end
    assign legal_passing = passes & (held_o[0] ? wr_ok_i : rd_ok_i);
    assign legal_next    = legal_passing | (~passes & legal_oldest);
    if (CLASSES || ORDERED) begin : g_chosen
      assign {ok_passing, ok_oldest} = {column_ok & passes, column_ok & ~passes};
    end else begin : g_legal  // sooner: who passes is wanted, and a bank all of whose hits are held has no command
      assign {ok_passing, ok_oldest} = {legal_passing & ~capped_i, legal_oldest & wants & ~passes & ~capped_i};
      logic unused_ok;
      assign unused_ok = ^column_ok;
    end
    always_comb begin
      ready_passing = '0;
      ready_oldest  = '0;
      passed        = '0;
      for (int unsigned b = 0; b < BANKS; b++) begin
        ready_passing = ready_passing | (in_bank[b*QUEUE+:QUEUE] & {QUEUE{ok_passing[b]}});
        ready_oldest  = ready_oldest | (in_bank[b*QUEUE+:QUEUE] & {QUEUE{ok_oldest[b]}});
        passed        = passed | (in_bank[b*QUEUE+:QUEUE] & {QUEUE{passes[b]}});
      end
    end
    assign column_ready = hit_q & alone & ((ready_passing & passing) | ready_oldest);
    assign next_hit_o   = hit_q & (passing | ~passed);

    // --- the hazard of the request that is offered ---
    assign req_block = block_of(req_last_column[2:0], req_len_i);
    for (genvar k = 0; k < QUEUE; k++) begin : g_address
      logic [3:0] blocks;  // of both
      logic [COLUMN_BITS:0] differ, ignored;
      assign blocks  = req_block | block_of(last_column_q[k*COLUMN_BITS+:3], len_q[k*3+:3]);
      assign differ  = {1'b0, last_column_q[k*COLUMN_BITS+:COLUMN_BITS] ^ req_last_column};
      assign ignored = {{(COLUMN_BITS - 2) {blocks[3]}}, blocks[2:0]};
      assign same_columns[k] = ~blocks[3] & (len_q[k*3+:3] == req_len_i);
      assign same_address[k] = valid_q[k] & ~(|(differ & ~ignored))
          & ({bank_q[k*BANK_BITS+:BANK_BITS], row_q[k*ROW_BITS+:ROW_BITS]} == {req_bank_i, req_row_i});
    end
    assign req_hazard = |(same_address & (hazard_q | (write_q ^ {QUEUE{req_write_i}})));
    assign hazard_d   = (hazard_q & ~take_o) | ({req_hazard, hazard_q[QUEUE-1:1]} & take_o);
    always_ff @(posedge clk_i) hazard_q <= load_i ? load_state_i[OBS_BITS-1-:QUEUE] : hazard_d;

    // --- the youngest write of its address, the highest bit ---
    if (WRITE_DRAIN > 1) begin : g_forwards
      logic [QUEUE-1:0] upward, youngest, source;
      always_comb
        for (int unsigned k = 0; k < QUEUE; k++) begin
          upward[k] = same_address[QUEUE-1-k] & write_q[QUEUE-1-k];
          source[k] = youngest[QUEUE-1-k] & same_columns[k];
        end
      rh_first #(.N(QUEUE)) u_youngest (.set_i(upward), .first_o(youngest));
      rh_onehot_mux #(.N(QUEUE), .W(TAG_BITS)) u_forward_tag (
          .select_i(source), .data_i(tag_q), .data_o(forward_tag_o)
      );
      assign forwards = (|source) & ~req_write_i;
    end else begin : g_stored
      assign {forwards, forward_tag_o} = '0;
      logic unused_columns;
      assign unused_columns = ^same_columns;
    end
  end else begin : g_alike
    assign legal_next   = legal_oldest;
    assign next_hit_o   = hit_q;
    logic [QUEUE-1:0] ready;
    always_comb begin
      ready = '0;
      for (int unsigned b = 0; b < BANKS; b++) if (column_ok[b]) ready = ready | (hit_q & in_bank[b*QUEUE+:QUEUE]);
    end
    assign column_ready = ready & alone;
    assign {room, held_o, turned_o} = 4'b1000;
    assign {forwards, forward_tag_o} = '0;
    assign served_o = '1;
    assign going    = '1;
    assign obs_o    = own_obs;
    logic unused_drain;
    assign unused_drain = ^{write_high_i, write_low_i, write_queue_i};
  end
  assign able_o     = alone & going;
  assign served_hit = hit_q & going;

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    // of what goes alone column_ready and row_ready_o ask below: there are no classes then
    assign any_hit[b] = |(served_hit & in_bank[b*QUEUE+:QUEUE]);
    if (CLASSES) begin : g_classes
      assign has_upper[b] = (|(going & upper_i & in_bank[b*QUEUE+:QUEUE])) & ~starvation_q;
      assign upper_hit[b] = (|(served_hit & upper_i & in_bank[b*QUEUE+:QUEUE])) & ~starvation_q;
    end else begin : g_one_class
      assign {has_upper[b], upper_hit[b]} = 2'b00;
    end
    assign wants[b]    = upper_hit[b] | (~has_upper[b] & any_hit[b]);
    assign pinned_o[b] = (starvation_q ? |(hit_q & oldest_o & in_bank[b*QUEUE+:QUEUE]) : wants[b]) & ~capped_i[b];
    assign has_hit[b]  = wants[b] & ~starvation_q & ~capped_i[b];
    rh_first_value #(.N(QUEUE)) u_oldest_write (
        .set_i(hit_q & in_bank[b*QUEUE+:QUEUE]), .value_i(write_q), .value_o(oldest_write[b])
    );
  end
  assign legal_oldest = (oldest_write & wr_ok_i) | (~oldest_write & rd_ok_i);
  assign legal_column = legal_next & ~capped_i;
  if (ORDERED) begin : g_order
    // what goes alone waits for nobody
    for (genvar b = 0; b < BANKS; b++) begin : g_bank_order
      assign column_ok[b] = legal_column[b] & wants[b]
          & ~(|(legal_column & wants & later_i[b*BANKS+:BANKS] & {BANKS{~starvation_q}}));
    end
    logic unused_upper;
    assign unused_upper = ^upper_hit;
  end else if (CLASSES) begin : g_upper_banks
    assign column_ok = (|(legal_column & upper_hit)) ? legal_column & upper_hit : legal_column & wants;
  end else begin : g_banks
    assign column_ok = legal_column;
    logic unused_upper;
    assign unused_upper = &{1'b0, upper_i, upper_hit};
  end
  logic unused_later;  // where banks have no order
  assign unused_later = ^later_i;

  always_comb begin
    row_ready_o  = '0;
    closed       = '0;
    for (int unsigned b = 0; b < BANKS; b++) begin
      if (row_ok_i[b] & ~has_hit[b])
        row_ready_o = row_ready_o | (in_bank[b*QUEUE+:QUEUE] & (upper_i | {QUEUE{~has_upper[b]}}));
      if (pre_i[b]) closed = closed | in_bank[b*QUEUE+:QUEUE];
    end
    row_ready_o  = row_ready_o & able_o & ~hit_q;
  end

  // --- the column command: the lowest ready entry is its bank's next hit ---
  rh_prefix_or #(.N(QUEUE)) u_seen (.set_i(column_ready), .seen_o(seen));
  assign column_o = column_ready & ~(seen << 1);
  rh_onehot_mux #(.N(QUEUE), .W(COLUMN_BITS)) u_last_column (
      .select_i(column_o), .data_i(last_column_q), .data_o(chosen_last_column)
  );
  rh_onehot_mux #(.N(QUEUE), .W(3)) u_len (.select_i(column_o), .data_i(len_q), .data_o(column_len));
  assign column_number_o = chosen_last_column - COLUMN_BITS'(column_len);
  logic unused_len;  // its upper bits, where a row has fewer columns
  assign unused_len = &{1'b0, column_len};
  rh_onehot_mux #(.N(QUEUE), .W(TAG_BITS)) u_tag (.select_i(column_o), .data_i(tag_q), .data_o(column_tag_o));

  always_comb for (int unsigned b = 0; b < BANKS; b++) column_bank_o[b] = |(column_o & in_bank[b*QUEUE+:QUEUE]);
  assign column_write_o = |(column_o & write_q);
  // known per entry beside the choice, not from the chosen entry behind it
  always_comb for (int unsigned k = 0; k < QUEUE; k++) last[k] = len_q[k*3+:3] == 3'd0;
  assign column_last_o = |(column_o & last);

  // --- hits: compare with the row that opened in the last clock; forget those of a bank that closes ---
  if (SERIAL) begin : g_serial
    assign found = found_i;
  end else begin : g_at_once
    logic [ROW_BITS-1:0] just_activated_row;
    logic [QUEUE-1:0] same;
    assign just_activated_row = open_row_i[just_activated_bank_q*ROW_BITS+:ROW_BITS];
    always_comb begin
      for (int unsigned k = 0; k < QUEUE; k++)
        same[k] = {bank_q[k*BANK_BITS+:BANK_BITS], row_q[k*ROW_BITS+:ROW_BITS]} == {just_activated_bank_q,
        just_activated_row};
    end
    assign found = same & {QUEUE{just_activated_q}};
    logic unused_found;
    assign unused_found = ^found_i;
  end
  assign hit_now      = (hit_q | found) & ~closed;
  assign req_bank     = BANKS'(1) << req_bank_i;
  assign req_open_row = open_row_i[req_bank_i*ROW_BITS+:ROW_BITS];
  assign req_hit      = (|(req_bank & open_i & ~pre_i & ~closing_i)) & (req_open_row == req_row_i);

  assign just_activated_d = |act_i;
  rh_onehot_index #(.N(BANKS)) u_just_activated (.onehot_i(act_i), .index_o(just_activated_bank_d));

  // --- the oldest entry's age ---
  always_comb begin
    stays      = (|valid_q) & ~(leave_o & (|(column_o & oldest_o)));
    starvation_d    = stays & (starvation_q | (age_left_q == 16'd1));
    age_left_d = stays ? age_left_q - 16'(|age_left_q) : age_cap_i;
  end

  // --- the edge ---
  rh_prefix_or #(.N(QUEUE)) u_above_free (.set_i(~valid_q), .seen_o(above_free));
  assign used            = column_o & {QUEUE{column_grant_i}};
  assign leave_o         = column_last_o & column_grant_i;
  assign take_o          = above_free | (seen & {QUEUE{leave_o}});
  assign req_ready_o     = forwards ? slot_i & ~leave_o : take_o[QUEUE-1] & room;
  assign arrive_o        = req_valid_i & take_o[QUEUE-1] & room & ~forwards;
  assign forward_o       = req_valid_i & forwards;
  assign stay            = valid_q & ~(column_o & {QUEUE{leave_o}});
  assign req_last_column = req_column_i + COLUMN_BITS'(req_len_i);

  // of a place without a request only valid_q says something
  always_comb begin
    valid_d = (stay & ~take_o) | ({req_valid_i & room & ~forwards, stay[QUEUE-1:1]} & take_o);
    hit_d   = (hit_now & ~take_o) | ({req_hit, hit_now[QUEUE-1:1]} & take_o);
    write_d = (write_q & ~take_o) | ({req_write_i, write_q[QUEUE-1:1]} & take_o);
  end

  // what lies above each place
  logic [QUEUE*BANK_BITS-1:0] banks;
  logic [QUEUE*ROW_BITS-1:0] rows;
  logic [QUEUE*COLUMN_BITS-1:0] last_columns;
  logic [QUEUE*3-1:0] lens, len_now;
  logic [QUEUE*TAG_BITS-1:0] tags;
  assign banks        = {req_bank_i, bank_q[QUEUE*BANK_BITS-1:BANK_BITS]};
  assign rows         = {req_row_i, row_q[QUEUE*ROW_BITS-1:ROW_BITS]};
  assign last_columns = {req_last_column, last_column_q[QUEUE*COLUMN_BITS-1:COLUMN_BITS]};
  assign lens         = {req_len_i, len_now[QUEUE*3-1:3]};
  assign tags         = {req_tag_i, tag_q[QUEUE*TAG_BITS-1:TAG_BITS]};

  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    assign len_now[k*3+:3] = len_q[k*3+:3] - 3'(used[k]);
    always_comb begin
      bank_d[k*BANK_BITS+:BANK_BITS]            = bank_q[k*BANK_BITS+:BANK_BITS];
      row_d[k*ROW_BITS+:ROW_BITS]               = row_q[k*ROW_BITS+:ROW_BITS];
      last_column_d[k*COLUMN_BITS+:COLUMN_BITS] = last_column_q[k*COLUMN_BITS+:COLUMN_BITS];
      len_d[k*3+:3]                             = len_now[k*3+:3];
      tag_d[k*TAG_BITS+:TAG_BITS]               = tag_q[k*TAG_BITS+:TAG_BITS];
      if (take_o[k]) begin
        bank_d[k*BANK_BITS+:BANK_BITS]            = banks[k*BANK_BITS+:BANK_BITS];
        row_d[k*ROW_BITS+:ROW_BITS]               = rows[k*ROW_BITS+:ROW_BITS];
        last_column_d[k*COLUMN_BITS+:COLUMN_BITS] = last_columns[k*COLUMN_BITS+:COLUMN_BITS];
        len_d[k*3+:3]                             = lens[k*3+:3];
        tag_d[k*TAG_BITS+:TAG_BITS]               = tags[k*TAG_BITS+:TAG_BITS];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q  <= '0;
      hit_q    <= '0;
      write_q  <= '0;
      just_activated_q <= 1'b0;
      starvation_q  <= 1'b0;
    end else if (load_i) begin
      valid_q  <= load_valid;
      hit_q    <= load_hit;
      write_q  <= load_write;
      just_activated_q <= |load_just_activated;
      starvation_q  <= load_starvation;
    end else begin
      valid_q  <= valid_d;
      hit_q    <= hit_d;
      write_q  <= write_d;
      just_activated_q <= just_activated_d;
      starvation_q  <= starvation_d;
    end
  end

  always_ff @(posedge clk_i) begin
    bank_q        <= bank_d;
    row_q         <= row_d;
    last_column_q <= last_column_d;
    len_q         <= len_d;
    tag_q         <= tag_d;
    just_activated_bank_q <= just_activated_bank_d;
    age_left_q    <= age_left_d;
    if (load_i) begin
      bank_q        <= load_bank;
      row_q         <= load_row;
      last_column_q <= load_last_column;
      len_q         <= load_len;
      tag_q         <= load_tag;
      just_activated_bank_q <= number_of(load_just_activated);
      age_left_q    <= load_age_left;
    end
  end

  assign valid_o   = valid_q;
  assign hit_o     = hit_q;
  assign write_o   = write_q;
  assign starvation_o = starvation_q;
  assign in_bank_o = in_bank;
  assign row_o     = row_q;
  assign just_activated_o  = just_activated_q ? BANKS'(1) << just_activated_bank_q : '0;

  assign count_o = COUNT_BITS'($countones(valid_q));

  assign own_obs = {
    starvation_q, age_left_q, just_activated_o, count_o, tag_q, len_q, last_column_q, row_q, bank_q, in_bank,
    write_q & valid_q,
    hit_q & valid_q, valid_q
  };
endmodule
