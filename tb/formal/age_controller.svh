// SPDX-License-Identifier: Apache-2.0
// Behind controller.svh, in the proof of a controller on rh_age_queue: ties the followed requests to the queue, and
// holds the choice of commands to the policy. Its module has the parameters of fv_rh_fr_fcfs, and the registers of
// rh_age_queue; `ranks` orders the rows, `R` bits an entry, and `column_ranks` the columns: COLUMNS_RANKED 1 in their
// class, 2 alone. The hits of banks that are `capped` wait. Of each bank the entries that are `upper` go first, if it
// has any, and on the bus they go before others. SERIAL: banks that are `searched` get no command, and what is `unseen`
// may hit. WRITE_DRAIN: entries of a kind that is held are not able, and such as are `passing` pass them in their row.
logic [QUEUE-1:0] valid, wants, oldest;
logic [BANK_BITS-1:0] oldest_bank;
logic [ROW_BITS-1:0] oldest_row;
logic [TAG_BITS-1:0] oldest_tag;
logic [QUEUE*COLUMN_BITS-1:0] columns;  // of each entry's next column command
logic oldest_wants;
assign oldest_wants = (wants & oldest) != '0;
logic [BANKS-1:0] settled, rd_legal, wr_legal, act_legal, pre_legal, rd_ok, wr_ok, act_ok, pre_ok;
logic [QUEUE*R-1:0] ranks, column_ranks;
if (COLUMNS_RANKED == 0) begin : g_columns_by_age
  assign column_ranks = '0;
end
logic [QUEUE-1:0] unseen;
logic [BANKS-1:0] searched, capped;
logic [QUEUE-1:0] upper;
logic [QUEUE-1:0] hits;  // that may go
always_comb for (int unsigned k = 0; k < QUEUE; k++) hits[k] = wants[k] & ~capped[bank_q[k*BANK_BITS+:BANK_BITS]];

mon_legal #(
    .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
    .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED),
    .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS)
) u_legal (
    .refresh_i(refresh), .refreshes_i(row_reason == rh_pkg::REASON_REFRESH), .obs_i(backend_obs), .settled_o(settled),
    .rd_ok_o(rd_legal), .wr_ok_o(wr_legal), .act_ok_o(act_legal), .pre_ok_o(pre_legal)
);
assign rd_ok  = rd_legal & ~searched;
assign wr_ok  = wr_legal & ~searched;
assign act_ok = act_legal & ~searched;
assign pre_ok = pre_legal & ~searched & ~closing_q;
mon_age_queue #(
    .QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .SERIAL(SERIAL),
    .WRITE_DRAIN(WRITE_DRAIN)
) u_queue (
    .started_i(started), .open_i(open_q & ~closing_q), .rows_i(open_row_q), .obs_i(age_queue_obs), .unseen_i(unseen),
    .valid_o(valid), .wants_o(wants),
    .oldest_o(oldest), .oldest_bank_o(oldest_bank), .oldest_row_o(oldest_row), .oldest_tag_o(oldest_tag),
    .columns_o(columns)
);

logic column_issued, row_issued, room;
logic [QUEUE-1:0] served, passing;  // of a kind that may go; past older ones of their row
assign column_issued = col_cmd != rh_pkg::CMD_NOP;
assign row_issued    = row_cmd != rh_pkg::CMD_NOP && row_reason != rh_pkg::REASON_REFRESH
    && row_reason != rh_pkg::REASON_IDLE;
if (WRITE_DRAIN != 0) begin : g_drain
  mon_write_drain #(.QUEUE(QUEUE), .BANKS(BANKS)) u_drain (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .high_i(write_high_i), .low_i(write_low_i),
      .places_i(write_queue_i), .valid_i(valid), .wants_i(wants), .writes_i(write_q), .banks_i(bank_q),
      .alone_i(starvation_q), .req_write_i(req_write_i), .column_i(column_issued),
      .col_write_i(col_cmd == rh_pkg::CMD_WR), .col_last_i(col_last), .col_bank_i(col_bank), .row_i(row_issued),
      .row_bank_i(row_bank), .waiting_i(kind_waiting_q), .held_i(kind_held_q), .hazards_i(hazard_q),
      .full_i(kind_full_q), .served_o(served), .passing_o(passing), .room_o(room)
  );
end else begin : g_no_kinds
  assign {served, passing} = {{QUEUE{1'b1}}, {QUEUE{1'b0}}};
  assign room = 1'b1;
end

logic [QUEUE-1:0] next_hits;  // of its bank the oldest of these is next
for (genvar k = 0; k < QUEUE; k++) begin : g_next
  logic passed;
  always_comb begin
    passed = 1'b0;
    for (int unsigned j = 0; j < QUEUE; j++)
      passed = passed | (wants[j] & passing[j] & (bank_q[j*BANK_BITS+:BANK_BITS] == bank_q[k*BANK_BITS+:BANK_BITS]));
  end
  assign next_hits[k] = wants[k] & (passing[k] | ~passed);
end

if (REQUESTS) begin : g_store
  localparam int unsigned P = $clog2(QUEUE);
  logic [QUEUE*P-1:0] places;
  logic [2*P-1:0] place;
  for (genvar k = 0; k < QUEUE; k++) begin : g_place
    assign places[k*P+:P] = P'(k);
  end
  for (genvar k = 0; k < 2; k++) begin : g_entry
    mon_store #(
        .ENTRIES(QUEUE), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS),
        .P(P)
    ) u_store (
        .started_i(started), .tag_i(tag[k*TAG_BITS+:TAG_BITS]), .left_i(left[k*4+:4]),
        .write_i(write[k]), .bank_i(bank[k*BANK_BITS+:BANK_BITS]), .row_i(row[k*ROW_BITS+:ROW_BITS]),
        .next_i(next[k*COLUMN_BITS+:COLUMN_BITS]), .live_i(valid), .places_i(places), .writes_i(write_q),
        .banks_i(bank_q), .rows_i(row_q), .columns_i(columns), .lens_i(len_q), .tags_i(tag_q),
        .place_o(place[k*P+:P])
    );
  end
  always_comb
    if (started) begin
      // a full queue takes a request in the clock in which one leaves, none else; one that is answered takes a slot
      ready_A: assert ((WRITE_DRAIN > 1 && !req_valid_i) || req_ready == (forward
          ? 32'(response_count_q) < RESPONSES && !(column_issued && col_last)
          : (stored < 8'(QUEUE) || (column_issued && col_last)) && room));
      inv_behind_A: assert (left[3:0] == 4'd0 || left[7:4] == 4'd0 || behind == (place[0+:P] < place[P+:P]));
      inv_starvation_A: assert (!behind || left[3:0] != 4'd0);
    end
  if (WRITE_DRAIN != 0) begin : g_hazard
    // what an older request makes wait has a hazard, or is of its kind and the older one has none
    always_comb
      if (started) begin
        inv_hazard_A: assert (!(bound && left[7:4] != 4'd0) || hazard_q[place[P+:P]]
            || (write[0] == write[1] && !hazard_q[place[0+:P]]));
      end
  end
end

if (POLICY) begin : g_policy
  logic live;
  assign live = started & rst_ni;
  logic [QUEUE-1:0] not_starved, able, in_class;
  logic [QUEUE-1:0] goes, goes_first;  // hits: of banks that want a column; with an upper hit
  assign able = not_starved & (served | {QUEUE{starvation_q}});
  for (genvar k = 0; k < QUEUE; k++) begin : g_class
    logic [QUEUE-1:0] mine, better;  // of the same bank
    for (genvar j = 0; j < QUEUE; j++) begin : g_other
      assign mine[j] = valid[j] & able[j] & (bank_q[j*BANK_BITS+:BANK_BITS] == bank_q[k*BANK_BITS+:BANK_BITS]);
    end
    assign better        = mine & upper;
    assign in_class[k]   = able[k] & (upper[k] | (better == '0));
    assign goes_first[k] = (better & hits) != '0;
    // in its place in the row, whatever its class and kind
    assign goes[k] = hits[k] & not_starved[k] & next_hits[k]
        & (goes_first[k] | ((better == '0) & ((mine & hits) != '0)));
  end
  mon_starvation #(.QUEUE(QUEUE)) u_starvation (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .cap_i(age_cap_i), .valid_i(valid), .oldest_i(oldest),
      .wants_i(oldest_wants),
      .column_i(column_issued), .col_last_i(col_last),
      .col_own_i(col_bank == oldest_bank && (!oldest_wants || col_tag == oldest_tag)),
      .row_i(row_issued), .row_act_i(row_cmd == rh_pkg::CMD_ACT), .row_own_i(row_bank == oldest_bank
          && (row_cmd != rh_pkg::CMD_ACT || row_row == oldest_row)),
      .age_left_i(age_left_q), .starvation_i(starvation_q), .able_o(not_starved)
  );
  mon_column_choice #(
      .QUEUE(QUEUE), .BANKS(BANKS), .BUSES(BUSES), .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .R(R),
      .RANKED(COLUMNS_RANKED != 0)
  ) u_column (
      .live_i(live), .valid_i(valid & in_class), .wants_i(goes),
      .upper_i(goes_first & {QUEUE{COLUMNS_RANKED != 2}}), .ranks_i(column_ranks),
      .writes_i(write_q), .banks_i(bank_q), .columns_i(columns),
      .lens_i(len_q), .tags_i(tag_q), .rd_ok_i(rd_ok), .wr_ok_i(wr_ok), .row_valid_i(row_issued),
      .col_valid_i(column_issued), .col_write_i(col_cmd == rh_pkg::CMD_WR || col_cmd == rh_pkg::CMD_WRA),
      .col_last_i(col_last), .col_bank_i(col_bank), .col_column_i(col_column), .col_tag_i(col_tag)
  );
  mon_row_choice #(
      .QUEUE(QUEUE), .BANKS(BANKS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .R(R), .RANKED(R > 1)
  ) u_row (
      .live_i(live), .valid_i(valid & in_class), .wants_i(goes), .banks_i(bank_q), .rows_i(row_q),
      .ranks_i(ranks),
      .act_ok_i(act_ok), .pre_ok_i(pre_ok), .col_valid_i(column_issued), .row_valid_i(row_issued),
      .row_act_i(row_cmd == rh_pkg::CMD_ACT), .row_bank_i(row_bank), .row_row_i(row_row)
  );
  if (WRITE_DRAIN != 0) begin : g_tags
    // whose column command it is, the tag alone says where the oldest is passed in its row: no two have the same
    logic [QUEUE-1:0] apart;
    logic offered;
    always_comb begin
      offered = 1'b0;
      apart   = '1;
      for (int unsigned k = 0; k < QUEUE; k++) begin
        offered = offered | (valid[k] & (tag_q[k*TAG_BITS+:TAG_BITS] == req_tag_i));
        for (int unsigned j = 0; j < k; j++)
          if (valid[j] & valid[k] & (tag_q[j*TAG_BITS+:TAG_BITS] == tag_q[k*TAG_BITS+:TAG_BITS])) apart[k] = 1'b0;
      end
      tag_M: assume (!(req_valid_i && offered));
      if (started) inv_tags_A: assert (&apart);
    end
  end
  // the search for hits after an ACT is over before the bank's next command
  always_comb if (started) inv_settled_A: assert (SERIAL || (just_activated_q & settled) == '0);
end

if (PROGRESS) begin : g_progress
  mon_progress #(
      .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
      .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(T), .REGISTERED(REGISTERED)
  ) u_progress (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started), .constraints_i(constraints), .refresh_i(refresh),
      .obs_i(backend_obs), .rsp_ready_i(rsp_ready_i), .req_len_i(req_len_i), .valid_i(valid), .lens_i(len_q),
      .starvation_i(starvation_q),
      .leaves_i(col_cmd != rh_pkg::CMD_NOP && col_last && oldest_wants && col_bank == oldest_bank)
  );
end
