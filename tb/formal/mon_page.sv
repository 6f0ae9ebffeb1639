// SPDX-License-Identifier: Apache-2.0
// The page policy. Time since a bank's last column command, its last row, and how its decisions turned out are kept
// here, by what goes over the ports; what wants a row is read from the queue. Exactly the last hit of a row has
// auto-precharge where the setting or the bank's counter says so; exactly the lowest bank gets a PRE that has been idle
// for the timeout, whose row nobody wants, when no request has a row command; and nothing else of it happens.
module mon_page #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    localparam int unsigned BANK_BITS = $clog2(BANKS)
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       started_i,
    input logic [                1:0] page_i,
    input logic [               15:0] timeout_i,
    input logic [          QUEUE-1:0] valid_i,       // entries that the policy sees of the queue
    input logic [          QUEUE-1:0] wants_i,       // the row that is open in its bank, and stays open
    input logic [QUEUE*BANK_BITS-1:0] banks_i,
    input logic [          BANKS-1:0] open_i,
    input logic [          BANKS-1:0] closing_i,
    input logic [ BANKS*ROW_BITS-1:0] rows_i,        // the backend's registers
    input logic [          BANKS-1:0] pre_ok_i,      // legal now
    input logic                       alone_i,       // the oldest goes alone
    input logic                       column_i,
    input logic                       col_auto_i,    // RDA or WRA
    input logic                       col_last_i,
    input logic [      BANK_BITS-1:0] col_bank_i,
    input logic                       act_i,
    input logic                       pre_i,
    input logic                       idle_i,        // its reason
    input logic                       refreshes_i,   // the row command is refresh's
    input logic [      BANK_BITS-1:0] row_bank_i,
    input logic [       ROW_BITS-1:0] row_row_i,
    input logic [       BANKS*16-1:0] idle_left_i,   // the block's registers
    input logic [          BANKS-1:0] timed_out_i,
    input logic [        BANKS*2-1:0] tendency_i,
    input logic [          BANKS-1:0] unjudged_i
);
  localparam logic [1:0] CLOSED = 2'd1, TIMEOUT = 2'd2, ADAPTIVE = 2'd3;
  logic [BANKS-1:0] wanted, wanted_again, idle, closes, left, late, leans, asks, kept, reopens, up, down;

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic column, act, pre, used, asked, seen, decides;
    logic [15:0] since;  // clocks without a column command behind the last one of the open row, if there was one
    logic [1:0] bad;     // the bank's counter: rows that should have been closed, less those that should not
    logic [ROW_BITS-1:0] last_row;
    logic [QUEUE-1:0] mine;
    for (genvar k = 0; k < QUEUE; k++) begin : g_entry
      assign mine[k] = valid_i[k] & wants_i[k] & (banks_i[k*BANK_BITS+:BANK_BITS] == BANK_BITS'(b));
    end
    assign wanted[b]       = mine != '0;
    assign wanted_again[b] = (mine & (mine - QUEUE'(1))) != '0;
    assign column          = column_i & (col_bank_i == BANK_BITS'(b));
    assign act             = act_i & (row_bank_i == BANK_BITS'(b));
    assign pre             = pre_i & (row_bank_i == BANK_BITS'(b));
    assign decides         = column & col_last_i & ~wanted_again[b];
    assign closes[b]       = (page_i == CLOSED) | ((page_i == ADAPTIVE) & (bad >= 2'd2));
    assign reopens[b]      = row_row_i == last_row;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || pre) {used, since} <= 17'd0;
      else if (column) {used, since} <= 17'h10000;
      else if (since != 16'hffff) since <= since + 16'd1;
      if (!rst_ni) seen <= 1'b0;
      else if (act) {seen, last_row} <= {1'b1, row_row_i};
      if (!rst_ni) {asked, bad} <= 3'd0;
      else begin
        if (up[b] && bad != 2'd3) bad <= bad + 2'd1;
        if (down[b] && bad != 2'd0) bad <= bad - 2'd1;
        asked <= (page_i == ADAPTIVE && decides) | (asked & ~(column | act | pre));
      end
    end
    assign up[b]   = asked & ((act & ~reopens[b]) | (pre & ~refreshes_i & ~idle_i));
    assign down[b] = asked & (column | (act & reopens[b]));
    assign idle[b] = (page_i == TIMEOUT) & used & (since >= timeout_i) & open_i[b] & pre_ok_i[b] & ~wanted[b]
        & ~alone_i;

    // the block's registers are what is counted here
    assign left[b]  = idle_left_i[b*16+:16]
        == (((page_i == TIMEOUT) & used & (since < timeout_i)) ? timeout_i - since : 16'd0);
    assign late[b]  = timed_out_i[b] == ((page_i == TIMEOUT) & used & (since >= timeout_i));
    assign leans[b] = tendency_i[b*2+:2] == bad;
    assign asks[b]  = unjudged_i[b] == asked;
    assign kept[b]  = (~seen | (rows_i[b*ROW_BITS+:ROW_BITS] == last_row)) & (seen | (~open_i[b] & ~asked & ~used));
  end

  logic live, some, closed_C, lowest, idle_goes;
  logic [BANKS-1:0] chosen;
  assign live = started_i & rst_ni;
  assign some = idle != '0;
  assign chosen = BANKS'(1) << row_bank_i;
  assign lowest = (idle & (chosen | (chosen - BANKS'(1)))) == chosen;
  assign idle_goes = pre_i & idle_i;
  assign closed_C = column_i & col_auto_i;

  always_comb begin
    if (live) begin
      // RDA and WRA: exactly the last hit of a row
      auto_A: assert (!column_i || col_auto_i == (col_last_i && closes[col_bank_i] && !wanted_again[col_bank_i]));
      // PRE of an idle bank: exactly when the row bus has nothing else
      idle_A: assert (idle_goes == (some && !act_i && !(pre_i && !idle_i) && !refreshes_i
          && (BUSES == 2 || !column_i)));
      lowest_A: assert (!idle_goes || lowest);
      reason_A: assert (!idle_i || pre_i);
      // it never closes what a request wants
      wanted_A: assert (!idle_goes || !wanted[row_bank_i]);
    end
    if (started_i) begin
      inv_left_A: assert (&left);
      inv_late_A: assert (&late);
      inv_tendency_A: assert (&leans);
      inv_unjudged_A: assert (&asks);
      inv_row_A: assert (&kept);
      inv_closing_A: assert ((closing_i & ~open_i) == '0 && (page_i[0] || closing_i == '0));
    end
    if (live) begin
      rda_C: cover (closed_C && page_i == CLOSED);
      open_C: cover (column_i && col_last_i && closes[col_bank_i] && wanted_again[col_bank_i]);
      idle_C: cover (idle_goes && timeout_i == 16'd2);
      waits_C: cover (some && act_i);
      up_C: cover (up != '0 && pre_i);
      adaptive_C: cover (closed_C && page_i == ADAPTIVE);
      reopens_C: cover (down != '0 && act_i);
    end
  end
endmodule
