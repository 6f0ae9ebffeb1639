// SPDX-License-Identifier: Apache-2.0
// One bank: its open row, and a timer for each timing constraint between its own commands (tables/timers.def, scope
// bank). A command loads the timers of what it forbids, and is legal while no timer that runs forbids it. What a bank
// shares with others is asked further up: groups, ranks and the activate window in rh_bank_array, buses in
// rh_command_channel, refresh in rh_refresh. Promise: *_ok_o is set only when the constraints of this bank alone allow
// the command.
module rh_bank #(
    parameter  int unsigned ROW_BITS = 12,
    parameter  int unsigned TIMER_BITS = 8,
    parameter  bit          AUTO = 1'b0,       // 1: auto-precharge, of RDA and WRA
    localparam int unsigned N = rh_pkg::BANK_TIMERS
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic [N*TIMER_BITS-1:0] less_i,             // the constraints of its timers in clocks, minus one
    input  logic                    act_i,              // commands to this bank in this clock
    input  logic                    pre_i,
    input  logic                    rd_i,
    input  logic                    wr_i,
    input  logic                    close_i,            // the RD or WR is an RDA or WRA
    input  logic [    ROW_BITS-1:0] row_i,              // row of the ACT
    // state load: take the state that open_o, closing_o, row_o and count_o show
    input  logic                    load_i,
    input  logic                    load_open_i,
    input  logic                    load_closing_i,
    input  logic [    ROW_BITS-1:0] load_row_i,
    input  logic [N*TIMER_BITS-1:0] load_count_i,
    output logic                    open_o,
    output logic                    closing_o,          // open, until auto-precharge closes it
    output logic                    auto_precharged_o,  // auto-precharge closes it in this clock
    output logic [    ROW_BITS-1:0] row_o,              // meaningful while open
    output logic                    rd_ok_o,            // legal here: RD, WR, PRE while open, ACT, REF while closed
    output logic                    wr_ok_o,
    output logic                    act_ok_o,
    output logic                    pre_ok_o,
    output logic                    ref_ok_o,
    output logic [           N-1:0] runs_o,             // timers that run
    output logic [N*TIMER_BITS-1:0] count_o             // clocks that they have left, for observation
);
  rh_limits #(.ROW_BITS(ROW_BITS), .TIMER_BITS(TIMER_BITS)) u_limits ();
  localparam int unsigned T = TIMER_BITS;

  logic open_d, open_q, stays, pre;
  logic [ROW_BITS-1:0] row_q;
  logic [rh_pkg::SETS-1:0] by, forbidden;  // a bit a kind of command: goes out now; some timer that runs forbids it
  logic [N-1:0] loads;
  logic [T-1:0] since_d, since_q;  // clocks since the ACT, while one of its timers runs

  always_comb begin
    by = '0;  // a REF loads no timer of a bank: rh_refresh counts tRFC
    by[rh_pkg::SET_ACT] = act_i;
    by[rh_pkg::SET_PRE] = pre;
    by[rh_pkg::SET_RD]  = rd_i;
    by[rh_pkg::SET_WR]  = wr_i;
  end

  assign loads     = rh_pkg::bank_loads(by);
  assign forbidden = rh_pkg::bank_forbids(runs_o);

  // For area, timers that an ACT alone loads share a counter of the clocks since: each is a flip-flop and a comparator.
  localparam logic [rh_pkg::SETS-1:0] ACT = rh_pkg::SETS'(1) << rh_pkg::SET_ACT;
  localparam logic [N-1:0] SINCE_ACT = rh_pkg::bank_loads(ACT) & ~rh_pkg::bank_loads(~ACT);
  assign since_d = act_i ? T'(1) : since_q + T'(1);

  // the clocks since the ACT, from what a timer of it that runs has left: all that run say the same
  function automatic [T-1:0] since(input logic [N*T-1:0] left, input logic [N*T-1:0] count);
    since = '0;
    for (int unsigned k = 0; k < N; k++)
      if (SINCE_ACT[k] & (count[k*T+:T] != '0)) since = left[k*T+:T] - count[k*T+:T] + T'(1);
  endfunction

  for (genvar k = 0; k < N; k++) begin : g_timer
    logic [T-1:0] less;
    assign less = less_i[k*T+:T];
    if (SINCE_ACT[k]) begin : g_since
      logic runs_d, runs_q;
      logic [T-1:0] left;
      assign runs_d = loads[k] ? (less != '0) : runs_q & (since_q != less);
      always_ff @(posedge clk_i) begin
        if (!rst_ni) runs_q <= 1'b0;
        else if (load_i) runs_q <= |load_count_i[k*T+:T];
        else runs_q <= runs_d;
      end
      // one that ran past its constraint would show more than any constraint leaves
      assign left            = less - since_q + T'(1);
      assign runs_o[k]       = runs_q;
      assign count_o[k*T+:T] = (left | {T{left == '0}}) & {T{runs_q}};
    end else begin : g_own
      rh_timer #(.W(T)) u_timer (
          .clk_i(clk_i), .rst_ni(rst_ni), .load_i(loads[k]), .less_one_i(less),
          .set_i(load_i), .set_count_i(load_count_i[k*T+:T]), .count_o(count_o[k*T+:T]), .running_o(runs_o[k])
      );
    end
  end

  assign open_o   = open_q;
  assign row_o    = row_q;
  assign rd_ok_o  = stays & ~forbidden[rh_pkg::SET_RD];
  assign wr_ok_o  = stays & ~forbidden[rh_pkg::SET_WR];
  assign act_ok_o = ~open_q & ~forbidden[rh_pkg::SET_ACT];
  assign pre_ok_o = stays & ~forbidden[rh_pkg::SET_PRE];
  assign ref_ok_o = ~open_q & ~forbidden[rh_pkg::SET_REF];

  assign stays    = open_q & ~closing_o;
  assign pre      = pre_i | auto_precharged_o;

  if (AUTO) begin : g_auto
    logic closing_q;
    assign closing_o         = closing_q;
    assign auto_precharged_o = closing_q & ~forbidden[rh_pkg::SET_PRE];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) closing_q <= 1'b0;
      else if (load_i) closing_q <= load_closing_i;
      else closing_q <= (closing_q & ~auto_precharged_o) | close_i;
    end
  end else begin : g_no_auto
    logic unused_close;
    assign unused_close = close_i ^ load_closing_i;
    assign closing_o         = 1'b0;
    assign auto_precharged_o = 1'b0;
  end

  always_comb begin
    open_d = open_q;
    if (act_i) open_d = 1'b1;
    else if (pre) open_d = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (load_i) open_q <= load_open_i;
    else open_q <= open_d;
  end

  always_ff @(posedge clk_i) begin
    since_q <= since_d;
    if (load_i) since_q <= since(less_i, load_count_i);
    if (load_i) row_q <= load_row_i;
    else if (act_i) row_q <= row_i;
  end
endmodule
