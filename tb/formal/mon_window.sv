// SPDX-License-Identifier: Apache-2.0
// The N-activate window from the activates alone: before an activate, the N-th last lies a whole window back.
module mon_window #(
    parameter int unsigned T = 3,
    parameter bit COVERS = 1'b1
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic           started_i,
    input  logic           act_i,
    input  logic [    3:0] n_i,
    input  logic [  T-1:0] distance_i,
    input  logic [8*T-1:0] window_i,  // the block's timers, and the oldest
    input  logic [    2:0] next_i,
    output logic          open_o      // an activate is allowed
);
  localparam logic [T-1:0] LONG = {T{1'b1}};
  logic [8*T-1:0] ages, older;  // clocks since the last activate, the one before, ...; LONG when long ago

  for (genvar k = 0; k < 8; k++) begin : g_older
    assign older[k*T+:T] = (ages[k*T+:T] == LONG) ? LONG : ages[k*T+:T] + T'(1);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) ages <= '1;
    else if (act_i) ages <= {older[7*T-1:0], T'(1)};
    else ages <= older;
  end

  logic [2:0] last;
  assign last = n_i[2:0] - 3'd1;  // place of the N-th last

  assign open_o = ages[last*T+:T] >= distance_i;

  always_comb begin
    if (started_i && rst_ni) begin
      faw_A: assert (!act_i || ages[last*T+:T] >= distance_i);
    end
  end
  if (COVERS) begin : g_covers
    always_comb begin
      faw_C: cover (started_i && rst_ni && act_i && ages[last*T+:T] == distance_i && distance_i != LONG && n_i == 4'd2
          && ages[0+:T] > T'(1) && ages[0+:T] < distance_i);
      faw_full_C: cover (started_i && rst_ni && act_i && ages[last*T+:T] == distance_i && distance_i != LONG
          && n_i == 4'd4 && next_i == 3'd1);
    end
  end

  always_comb if (started_i) inv_next_A: assert ({1'b0, next_i} < n_i);
  logic [7:0] same;  // timer and age agree
  for (genvar k = 0; k < 8; k++) begin : g_timer
    logic [3:0] place;  // of the timer of the (k+1)-th last activate
    assign place = (next_i > 3'(k)) ? {1'b0, next_i} - 4'(k + 1) : {1'b0, next_i} + n_i - 4'(k + 1);
    assign same[k] = 4'(k) >= n_i
        || window_i[place[2:0]*T+:T] == ((ages[k*T+:T] < distance_i) ? distance_i - ages[k*T+:T] : T'(0));
  end
  always_comb if (started_i) inv_window_A: assert (&same);
endmodule
