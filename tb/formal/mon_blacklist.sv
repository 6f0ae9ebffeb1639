// SPDX-License-Identifier: Apache-2.0
// The blacklist: a source is on it exactly if `threshold` requests of it have left one behind the other since the last
// clearing, counted here by what goes out; an entry is listed exactly if its source is; and no interval passes without
// a clearing, so that a listed source is passed over for that long and no longer.
module mon_blacklist #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned SOURCE_BITS = 1,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned S = rh_pkg::max(1, SOURCE_BITS),
    localparam int unsigned SOURCES = rh_pkg::power(SOURCE_BITS)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      started_i,
    input  logic [               7:0] threshold_i,
    input  logic [              15:0] interval_i,
    input  logic [         QUEUE-1:0] valid_i,          // the queue, by entry, the oldest first
    input  logic [         QUEUE-1:0] wants_i,          // the row that is open in its bank
    input  logic [QUEUE*BANK_BITS-1:0] banks_i,
    input  logic [       QUEUE*S-1:0] sources_i,
    input  logic                      leaves_i,         // the last column command of a request
    input  logic [     BANK_BITS-1:0] bank_i,           // to this bank: of its oldest hit
    input  logic [         QUEUE-1:0] listed_i,         // the block's registers
    input  logic [       SOURCES-1:0] blacklist_i,
    input  logic                      served_i,
    input  logic [             S-1:0] served_source_i,
    input  logic [             S-1:0] last_i,
    input  logic [               7:0] in_a_row_i,
    input  logic [              15:0] clear_left_i,
    output logic [         QUEUE-1:0] upper_o           // entries whose source is not on the list
);
  logic [SOURCES-1:0] list;
  logic [15:0] age;  // clocks since the last clearing
  logic [7:0] run;   // requests of `last` that have left one behind the other, since it was listed by them
  logic [S-1:0] last, source, leaving;
  logic left, begun, ends;  // in the clock before; the first interval has begun
  logic [7:0] next_run;
  logic [QUEUE-1:0] on_list;

  always_comb begin
    leaving = '0;
    for (int unsigned k = QUEUE; k > 0; k--)
      if (wants_i[k-1] && banks_i[(k-1)*BANK_BITS+:BANK_BITS] == bank_i) leaving = sources_i[(k-1)*S+:S];
  end
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    always_comb begin
      on_list[k] = 1'b0;
      for (int unsigned s = 0; s < SOURCES; s++)
        if (sources_i[k*S+:S] == S'(s)) on_list[k] = list[s];
    end
  end
  assign upper_o  = ~on_list;
  assign next_run = (source == last) ? run + 8'd1 : 8'd1;
  assign ends     = begun & (interval_i != 16'd0) & (age + 16'd1 == interval_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      list  <= '0;
      age   <= '0;
      run   <= '0;
      last  <= '0;
      left  <= 1'b0;
      begun <= 1'b0;
      source <= '0;
    end else begin
      begun  <= 1'b1;
      left   <= leaves_i;
      source <= leaves_i ? leaving : '0;
      age    <= (ends || !begun) ? 16'd0 : age + 16'd1;
      if (left) begin
        last <= source;
        run  <= (threshold_i != 8'd0 && next_run >= threshold_i) ? 8'd0 : next_run;
        for (int unsigned s = 0; s < SOURCES; s++)
          if (source == S'(s) && threshold_i != 8'd0 && next_run >= threshold_i) list[s] <= 1'b1;
      end
      if (ends) list <= '0;
    end
  end

  always_comb begin
    if (started_i) begin
      list_A: assert (blacklist_i == list);
      entries_A: assert ((valid_i & (listed_i ^ on_list)) == '0);
      inv_run_A: assert (in_a_row_i == run && last_i == last);
      inv_served_A: assert (served_i == left && served_source_i == source);
      inv_age_A: assert (interval_i == 16'd0 ? clear_left_i == 16'd0
          : clear_left_i == (begun ? interval_i - age : 16'd0) && (!begun || age < interval_i));
    end
    if (started_i && rst_ni) begin
      listed_C: cover (list != '0 && (valid_i & on_list) != '0 && (valid_i & ~on_list) != '0);
      cleared_C: cover (ends && list != '0);
    end
  end
endmodule
