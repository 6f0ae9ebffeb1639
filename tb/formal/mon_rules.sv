// SPDX-License-Identifier: Apache-2.0
// Watches the command port of a controller or of rh_backend: every timing rule, seen from one symbolic bank x, its
// group and its grain or rank. Ages are counted here, from the commands alone; so is the clock in which an RDA or a WRA
// closes its row. The rules that are distances between two commands are those of the judge's table
// (include/tables/rules.def), printed into timing.svh; the others stand here. What ties the block's own timers
// (observation vector) to the ages makes the rules inductive.
module mon_rules #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned TIMER_BITS = 3,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned GRAIN_BITS = 0,
    parameter int unsigned RANK_BITS = 0,
    parameter bit AUTO = 1'b0,    // RDA and WRA
    parameter bit COVERS = 1'b1,  // every rule binds; else only a few
    localparam int unsigned T = TIMER_BITS,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned OBS_BITS = rh_pkg::backend_bits(
        QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
        GRAIN_BITS, RANK_BITS)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      started_i,    // past the first clock
    input  logic [rh_pkg::T_COUNT*T-1:0] constraints_i,
    input  logic [               3:0] faw_n_i,
    input  logic [               1:0] refresh_i,
    input  logic [              15:0] refi_i,
    input  logic [              15:0] rfc_i,
    input  logic [               2:0] col_cmd_i,
    input  logic [     BANK_BITS-1:0] col_bank_i,
    input  logic [               2:0] row_cmd_i,
    input  logic [     BANK_BITS-1:0] row_bank_i,
    input  logic                      row_all_i,
    input  logic [      OBS_BITS-1:0] obs_i,        // of rh_backend
    output logic [             T-1:0] age_rd_o,     // clocks since the last RD, WR of the grain or rank
    output logic [             T-1:0] age_wr_o
);
  localparam int unsigned SHIFT = $clog2(BANKS / GROUPS);  // bank to group
  localparam logic [T-1:0] LONG = {T{1'b1}};  // at least every constraint
  localparam int unsigned GRAIN_SHIFT = BANK_BITS - GRAIN_BITS - RANK_BITS;  // bank to grain or rank
  localparam int unsigned GROUP_BITS = (GROUPS > 1) ? $clog2(GROUPS) : 1;

  (* anyconst *) logic [BANK_BITS-1:0] x;
  logic [GROUP_BITS-1:0] g;
  assign g = GROUP_BITS'(x >> SHIFT);
  logic [BANK_BITS-1:0] n;  // the grain or rank; of ranks, each has a window, and all one data bus
  assign n = x >> GRAIN_SHIFT;

  function automatic logic [T-1:0] left(input logic [T-1:0] distance, input logic [T-1:0] age);
    left = (age < distance) ? distance - age : '0;
  endfunction

  logic live;  // outputs mean something
  assign live = started_i & rst_ni;

  // --- commands, as the DRAM sees them ---
  logic rd_n, wr_n, col_n, act_n, pre, ref_cmd, any_col, any_act, close, of_grain;
  logic rd_x, wr_x, col_x, act_x, pre_x, ref_x, ref_rank, ref_n, act_g, col_g, rd_g, wr_g;
  logic pre_g, pre_n, closed_g, closed_n;
  logic closing_x, auto_precharged_x, closed_x, same;
  assign any_col = live & (col_cmd_i != rh_pkg::CMD_NOP);
  assign any_act = live & (row_cmd_i == rh_pkg::CMD_ACT);
  assign of_grain = col_bank_i >> GRAIN_SHIFT == n;
  assign close   = AUTO && (col_cmd_i == rh_pkg::CMD_RDA || col_cmd_i == rh_pkg::CMD_WRA);
  assign rd_n    = live & of_grain & (col_cmd_i == rh_pkg::CMD_RD || (AUTO && col_cmd_i == rh_pkg::CMD_RDA));
  assign wr_n    = live & of_grain & (col_cmd_i == rh_pkg::CMD_WR || (AUTO && col_cmd_i == rh_pkg::CMD_WRA));
  assign col_n   = rd_n | wr_n;
  assign act_n   = any_act & (row_bank_i >> GRAIN_SHIFT == n);
  assign pre     = live & (row_cmd_i == rh_pkg::CMD_PRE);
  assign ref_cmd = live & (row_cmd_i == rh_pkg::CMD_REF);
  assign rd_x    = rd_n & (col_bank_i == x);
  assign wr_x    = wr_n & (col_bank_i == x);
  assign col_x   = rd_x | wr_x;
  assign act_x   = act_n & (row_bank_i == x);
  assign pre_x   = pre & (row_bank_i == x);
  assign same    = refresh_i == 2'd3;  // a REF of one bank of every group, and so of every grain, of a rank
  assign ref_rank = ref_cmd & (RANK_BITS == 0 || row_bank_i >> GRAIN_SHIFT == n);
  assign ref_x   = ref_rank & (row_all_i | (same ? ((row_bank_i ^ x) & BANK_BITS'(BANKS / GROUPS - 1)) == '0
                                                 : row_bank_i == x));
  assign ref_n   = ref_rank & ~row_all_i & (same | (row_bank_i >> GRAIN_SHIFT == n));
  assign act_g   = act_n & (GROUP_BITS'(row_bank_i >> SHIFT) == g);
  assign col_g   = col_n & (GROUP_BITS'(col_bank_i >> SHIFT) == g);
  assign rd_g    = rd_n & col_g;
  assign wr_g    = wr_n & col_g;
  assign pre_g   = pre & (GROUP_BITS'(row_bank_i >> SHIFT) == g);
  assign pre_n   = pre & (row_bank_i >> GRAIN_SHIFT == n);
  assign closed_g = pre_g;  // of other banks than x what closes by itself is not known here
  assign closed_n = pre_n;

  // --- ages (clocks since the last command of a kind, LONG when long ago or never), rules, the block's timers ---
  localparam int unsigned NAMED = T;
`define TIMING_AGES
`define TIMING_RULES
`include "observe_backend.svh"
`include "timing.svh"
`undef TIMING_AGES
`undef TIMING_RULES
  assign backend_obs = obs_i;
  assign closed_x = pre_x | auto_precharged_x;

  logic [T-1:0] any_act_age;
  mon_age #(.W(T)) u_any_act (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(any_act), .age_o(any_act_age));
  logic [T-1:0] bus_age;  // since the last column command on the data bus
  assign age_rd_o = rd_n_age;
  assign age_wr_o = wr_n_age;

  logic open_x;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_x <= 1'b0;
    else if (act_x) open_x <= 1'b1;
    else if (closed_x) open_x <= 1'b0;
    if (!rst_ni) closing_x <= 1'b0;
    else if (close & col_x) closing_x <= 1'b1;
    else if (auto_precharged_x) closing_x <= 1'b0;
  end

  assign auto_precharged_x = live && closing_x && act_x_age >= ras && rd_x_age >= rtp && wr_x_age >= wtp;

  logic spaced;  // one-bank refreshes keep tRREFD and tRRD
  assign spaced = refresh_i >= 2'd2 && rrefd > T'(1);

  // clocks until the data of the last RD, WR are over, and until those of a command of this clock would begin
  logic [T-1:0] rd_left, wr_left, begins;
  assign rd_left = left(rd_done, rd_n_age);
  assign wr_left = left(wr_done, wr_n_age);
  assign begins  = (rd_n ? rd_done : wr_done) - burst;

  always_comb begin
    if (live) begin
      kind_A: assert ((!any_col || rd_n || wr_n || !of_grain)
          && (row_cmd_i == rh_pkg::CMD_NOP || any_act || pre || ref_cmd));
      command_bus_A: assert (BUSES == 2 || col_cmd_i == rh_pkg::CMD_NOP || row_cmd_i == rh_pkg::CMD_NOP);
      act_open_A: assert (!act_x || !open_x);
      bank_closed_A: assert (!col_x || (open_x && !closing_x));
      pre_closed_A: assert (!pre_x || (open_x && !closing_x && !col_x));
      act_bus_A: assert (any_act_age >= act_bus || (!any_act && !pre && !ref_cmd && (BUSES == 2 || !any_col)));
      rrd_ref_A: assert (!(ref_n && spaced) || (act_n_age >= rrd_s && (!ref_x || act_g_age >= rrd_l)));
      burst_A: assert (!col_n || bus_age >= burst);
      data_bus_A: assert (!col_n || (begins >= rd_left && begins >= wr_left));
    end
  end

  // --- the rules bind: a command comes in the very clock that its rule allows, later than another rule would ---
  always_comb begin
    rp_C: cover (act_x && closed_x_age == rp && act_x_age > rc && rp != LONG);
    rrd_s_C: cover (act_n && act_n_age == rrd_s && rrd_s > T'(1) && rrd_s != LONG);
    wtr_s_C: cover (rd_n && wr_n_age == wtr_s && wtr_s > ccd_l && wtr_s != LONG);
  end
  if (COVERS) begin : g_covers
    always_comb begin
      rrefd_C: cover (act_n && ref_n_age == rrefd && spaced && rrefd > T'(2) && rrefd != LONG);
      rrd_ref_C: cover (ref_n && spaced && act_n_age == rrd_s && rrd_s > act_bus && rrd_s != LONG);
      act_bus_C: cover (pre && any_act_age == T'(2) && act_bus == T'(2));
      rcd_rd_C: cover (rd_x && act_x_age == rcd_rd && rcd_rd > rcd_wr && col_n_age == LONG && rcd_rd != LONG);
      rcd_wr_C: cover (wr_x && act_x_age == rcd_wr && rcd_wr > rcd_rd && col_n_age == LONG && rcd_wr != LONG);
      ras_C: cover (pre_x && act_x_age == ras && ras > rcd_rd && ras != LONG);
      rtp_C: cover (pre_x && rd_x_age == rtp && act_x_age > ras && rtp != LONG);
      wtp_C: cover (pre_x && wr_x_age == wtp && act_x_age > ras && wtp != LONG);
      rc_C: cover (act_x && act_x_age == rc && closed_x_age > rp && rc != LONG);
      rtw_C: cover (wr_n && rd_n_age == rtw && rtw > ccd_l && rtw != LONG);
      ccd_s_C: cover (col_n && col_n_age == ccd_s && ccd_s > T'(1) && ccd_s != LONG);
      data_bus_C: cover (col_n && (begins == rd_left || begins == wr_left) && begins != '0);
    end
  end
  if (COVERS && GROUPS > 1) begin : g_group_covers
    always_comb begin
      rrd_l_C: cover (act_g && act_g_age == rrd_l && rrd_l > rrd_s && rrd_l != LONG);
      ccd_l_C: cover (col_g && col_g_age == ccd_l && ccd_l > ccd_s && ccd_l != LONG);
      wtr_l_C: cover (rd_n && col_g && wr_g_age == wtr_l && wtr_l > wtr_s && wtr_l != LONG);
    end
  end
  if (COVERS && GROUPS > 2 ** (GRAIN_BITS + RANK_BITS)) begin : g_apart_covers
    always_comb begin
      rrd_apart_C: cover (act_n && !act_g && act_g_age == rrd_s && rrd_l > rrd_s && rrd_s != LONG);
      ccd_apart_C: cover (col_n && !col_g && col_g_age == ccd_s && ccd_l > ccd_s && ccd_s != LONG);
      wtr_apart_C: cover (rd_n && !col_g && wr_g_age == wtr_s && wtr_l > wtr_s && wtr_s != LONG);
    end
  end
  if (COVERS && GRAIN_BITS != 0) begin : g_grain_covers
    logic col_before;  // another grain's in the clock before
    always_ff @(posedge clk_i) col_before <= any_col & ~of_grain;
    always_comb
      column_apart_C: cover (col_n && col_before && col_n_age == ccd_s && ccd_s > T'(1) && burst > T'(1)
          && ccd_s != LONG);
  end
  if (COVERS && GRAIN_BITS + RANK_BITS != 0) begin : g_apart_acts
    logic act_before;  // another grain's or rank's in the clock before
    always_ff @(posedge clk_i) act_before <= any_act & ~act_n;
    always_comb act_apart_C: cover (act_n && act_before && act_n_age == rrd_s && rrd_s > T'(1) && rrd_s != LONG);
  end
  if (AUTO) begin : g_auto_covers
    always_comb begin
      auto_precharged_C: cover (auto_precharged_x && wr_x_age == wtp && act_x_age > ras && wtp != LONG);
      reopen_C: cover (act_x && closed_x_age == rp && rd_x_age == rtp + rp && act_x_age > rc && !rp[T-1] && !rtp[T-1]);
    end
  end
  if (COVERS && BUSES == 2) begin : g_bus_cover
    always_comb both_C: cover (any_col && (any_act || pre));
  end

  // --- the block's other registers: this makes the rules inductive ---
  logic [BANK_BITS-1:0] bus, first;  // the data bus of x; its activate window
  assign bus   = (RANK_BITS == 0) ? n : '0;
  assign first = (RANK_BITS == 0) ? '0 : n;
  if (RANK_BITS == 0) begin : g_one_rank
    assign bus_age = col_n_age;
  end else begin : g_ranks
    mon_ranks #(.RANK_BITS(RANK_BITS), .T(T), .COVERS(COVERS)) u_ranks (
        .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started_i), .constraints_i(constraints_i), .col_i(any_col),
        .write_i(col_cmd_i == rh_pkg::CMD_WR || col_cmd_i == rh_pkg::CMD_WRA),
        .rank_i(RANK_BITS'(col_bank_i >> GRAIN_SHIFT)), .watched_i(RANK_BITS'(n)), .last_i(rank_q),
        .rank_rd_i(rank_rd_q), .rank_wr_i(rank_wr_q), .wtr_s_i(wtr_s_q), .rtw_i(rtw_q), .age_o(bus_age)
    );
  end

  always_comb begin
    if (started_i) begin
      inv_open_A: assert (open_q[x] == open_x && closing_q[x] == closing_x && (open_x || !closing_x));
      // a REF that keeps its distance finds the timer run out, and so does every ACT: the later of the two counts
      inv_rrd_s_A: assert (rrd_s_q[n*T+:T]
          == ((spaced && ref_n_age < act_n_age) ? left(rrefd, ref_n_age) : left(rrd_s, act_n_age)));
      inv_apart_A: assert ((refresh_i >= 2'd2 || ref_n_age == LONG) && (ref_n_age != act_n_age || ref_n_age == LONG)
          && (!spaced || (act_n_age < ref_n_age ? ref_n_age >= rrefd : act_n_age == ref_n_age || act_n_age >= rrd_s)));
      inv_act_bus_A: assert (act_bus_q == (any_act_age < act_bus) && any_act_age <= act_n_age && any_act_age != '0);
      inv_burst_A: assert (burst_q[bus*T+:T] == left(burst, bus_age) && bus_age <= col_n_age);
      inv_ages_A: assert (act_n_age <= act_g_age && act_g_age <= act_x_age && col_n_age <= col_g_age
          && wr_n_age <= wr_g_age && wr_g_age <= wr_x_age && rd_n_age <= rd_x_age
          && col_n_age == ((rd_n_age < wr_n_age) ? rd_n_age : wr_n_age));
      inv_positive_A: assert (act_n_age != '0 && col_n_age != '0 && closed_x_age != '0);
    end
  end

  // --- N activates, refresh ---
  logic window_open;
  // its covers need more ACTs than the few banks of a rank here can have
  mon_window #(.T(T), .COVERS(COVERS && RANK_BITS == 0)) u_window (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started_i), .act_i((RANK_BITS == 0) ? any_act : act_n),
      .n_i(faw_n_i), .distance_i(constraints_i[rh_pkg::T_FAW*T+:T]), .window_i(window_q[first*8*T+:8*T]),
      .next_i(window_next_q[first*3+:3]),
      .open_o(window_open)
  );
  logic refresh_next, refresh_blocked;
  mon_refresh #(.BANKS(BANKS), .GROUPS(GROUPS), .RANK_BITS(RANK_BITS), .COVERS(COVERS)) u_refresh (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started_i), .bank_i(x), .refresh_i(refresh_i), .refi_i(refi_i),
      .rfc_i(rfc_i), .touch_i(act_x | col_x), .ref_i(ref_cmd), .ref_bank_i(row_bank_i), .ref_all_i(row_all_i),
      .ready_i(~open_x & (closed_x_age >= rp) & (act_x_age >= rc)), .timer_i(refresh_timer_q),
      .busy_i(refresh_busy_q), .due_i(refresh_due_q), .turn_i(refresh_bank_q),
      .next_o(refresh_next), .blocked_o(refresh_blocked)
  );
endmodule
