// SPDX-License-Identifier: Apache-2.0
// The age cap: a request that has been the oldest for `cap` clocks goes alone, so that no command is for another one.
// How long it has been the oldest is counted here, upwards, and in no other way than its clocks.
module mon_starvation #(
    parameter int unsigned QUEUE = 4
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             started_i,
    input  logic [     15:0] cap_i,
    input  logic [QUEUE-1:0] valid_i,     // the queue, by entry, the oldest first
    input  logic [QUEUE-1:0] oldest_i,    // one-hot
    input  logic             wants_i,     // the oldest wants the row that is open in its bank
    input  logic             column_i,    // the policy's column command
    input  logic             col_last_i,
    input  logic             col_own_i,   // to the oldest's bank, with its tag
    input  logic             row_i,       // the policy's row command
    input  logic             row_act_i,
    input  logic             row_own_i,   // to the oldest's bank; of an ACT, its row
    input  logic [     15:0] age_left_i,  // the block's registers
    input  logic             starvation_i,
    output logic [QUEUE-1:0] able_o       // may be chosen
);
  logic [15:0] waited;
  logic alone, leaves, live, some;
  assign some   = valid_i != '0;
  assign live   = started_i & rst_ni;
  assign alone  = (cap_i != 16'd0) & (waited >= cap_i) & some;
  assign leaves = column_i & col_last_i & col_own_i & wants_i;
  assign able_o = alone ? oldest_i : '1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !some || leaves) waited <= 16'd0;
    else if (waited != 16'hffff) waited <= waited + 16'd1;
  end

  always_comb begin
    if (started_i) begin
      alone_A: assert (starvation_i == alone);
      inv_age_left_A: assert (!some || age_left_i == ((waited >= cap_i) ? 16'd0 : cap_i - waited));
      inv_new_A: assert (some || waited == 16'd0);
    end
    if (live) begin
      alone_column_A: assert (!(alone && column_i) || (col_own_i && wants_i));
      alone_row_A: assert (!(alone && row_i) || (row_own_i && (row_act_i || !wants_i)));
      alone_leaves_C: cover (alone && leaves && valid_i != oldest_i);
      held_C: cover (alone && !column_i && !row_i && valid_i == '1);
    end
  end
endmodule
