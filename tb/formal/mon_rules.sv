// SPDX-License-Identifier: Apache-2.0
// Watches the command port of a controller or of rh_backend: every timing rule, seen from one symbolic bank x, its
// group and its grain or rank. Ages are counted here, from the commands alone; so is the clock in which an RDA or a WRA
// closes its row.
// The second half ties the block's own timers (observation vector) to these ages: that makes the rules inductive.
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
  localparam logic [T-1:0] LONG = {T{1'b1}};  // at least every gap
  localparam int unsigned GRAIN_SHIFT = BANK_BITS - GRAIN_BITS - RANK_BITS;  // bank to grain or rank
  localparam int unsigned GROUP_BITS = (GROUPS > 1) ? $clog2(GROUPS) : 1;

  (* anyconst *) logic [BANK_BITS-1:0] x;
  logic [GROUP_BITS-1:0] g;
  assign g = GROUP_BITS'(x >> SHIFT);
  logic [BANK_BITS-1:0] n;  // the grain or rank; of ranks, each has a window, and all one data bus
  assign n = x >> GRAIN_SHIFT;

  function automatic logic [T-1:0] left(input logic [T-1:0] gap, input logic [T-1:0] age);
    left = (age < gap) ? gap - age : '0;
  endfunction

  logic live;  // outputs mean something
  assign live = started_i & rst_ni;

  // --- commands, as the DRAM sees them ---
  logic rd, wr, col, act, pre, ref_cmd, any_col, any_act, close, of_grain;
  logic rd_x, wr_x, col_x, act_x, pre_x, ref_x, ref_rank, ref_one, act_g, col_g, wr_g;
  logic closing_x, auto_precharged_x, same;
  assign any_col = live & (col_cmd_i != rh_pkg::CMD_NOP);
  assign any_act = live & (row_cmd_i == rh_pkg::CMD_ACT);
  assign of_grain = col_bank_i >> GRAIN_SHIFT == n;
  assign close   = AUTO && (col_cmd_i == rh_pkg::CMD_RDA || col_cmd_i == rh_pkg::CMD_WRA);
  assign rd      = live & of_grain & (col_cmd_i == rh_pkg::CMD_RD || (AUTO && col_cmd_i == rh_pkg::CMD_RDA));
  assign wr      = live & of_grain & (col_cmd_i == rh_pkg::CMD_WR || (AUTO && col_cmd_i == rh_pkg::CMD_WRA));
  assign col     = rd | wr;
  assign act     = any_act & (row_bank_i >> GRAIN_SHIFT == n);
  assign pre     = live & (row_cmd_i == rh_pkg::CMD_PRE);
  assign ref_cmd = live & (row_cmd_i == rh_pkg::CMD_REF);
  assign rd_x    = rd & (col_bank_i == x);
  assign wr_x    = wr & (col_bank_i == x);
  assign col_x   = rd_x | wr_x;
  assign act_x   = act & (row_bank_i == x);
  assign pre_x   = pre & (row_bank_i == x);
  assign same    = refresh_i == 2'd3;  // a REF of one bank of every group, and so of every grain, of a rank
  assign ref_rank = ref_cmd & (RANK_BITS == 0 || row_bank_i >> GRAIN_SHIFT == n);
  assign ref_x   = ref_rank & (row_all_i | (same ? ((row_bank_i ^ x) & BANK_BITS'(BANKS / GROUPS - 1)) == '0
                                                 : row_bank_i == x));
  assign ref_one = ref_rank & ~row_all_i & (same | (row_bank_i >> GRAIN_SHIFT == n));
  assign act_g   = act & (GROUP_BITS'(row_bank_i >> SHIFT) == g);
  assign col_g   = col & (GROUP_BITS'(col_bank_i >> SHIFT) == g);
  assign wr_g    = wr & col_g;

  // --- ages: clocks since the last command of a kind, LONG when long ago or never ---
  logic [T-1:0] act_x_age, pre_x_age, rd_x_age, wr_x_age, act_g_age, col_g_age, wr_g_age;
  logic [T-1:0] act_age, col_age, rd_age, wr_age, ref_age;  // of the grain
  logic [T-1:0] any_act_age;
  mon_age #(.W(T)) u_act_x (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act_x), .age_o(act_x_age));
  mon_age #(.W(T)) u_pre_x (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(pre_x | auto_precharged_x), .age_o(pre_x_age));
  mon_age #(.W(T)) u_rd_x (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(rd_x), .age_o(rd_x_age));
  mon_age #(.W(T)) u_wr_x (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(wr_x), .age_o(wr_x_age));
  mon_age #(.W(T)) u_act_g (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act_g), .age_o(act_g_age));
  mon_age #(.W(T)) u_col_g (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(col_g), .age_o(col_g_age));
  mon_age #(.W(T)) u_wr_g (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(wr_g), .age_o(wr_g_age));
  mon_age #(.W(T)) u_act (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(act), .age_o(act_age));
  mon_age #(.W(T)) u_col (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(col), .age_o(col_age));
  mon_age #(.W(T)) u_rd (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(rd), .age_o(rd_age));
  mon_age #(.W(T)) u_wr (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(wr), .age_o(wr_age));
  mon_age #(.W(T)) u_ref (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(ref_one), .age_o(ref_age));
  mon_age #(.W(T)) u_any_act (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(any_act), .age_o(any_act_age));
  logic [T-1:0] bus_age;  // since the last column command on the data bus
  assign age_rd_o = rd_age;
  assign age_wr_o = wr_age;

  logic open_x;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_x <= 1'b0;
    else if (act_x) open_x <= 1'b1;
    else if (pre_x | auto_precharged_x) open_x <= 1'b0;
    if (!rst_ni) closing_x <= 1'b0;
    else if (close & col_x) closing_x <= 1'b1;
    else if (auto_precharged_x) closing_x <= 1'b0;
  end

  // --- gaps by name ---
  logic [T-1:0] rcd_rd, rcd_wr, ras, rc, rp, rtp, wtp, rrd_s, rrd_l, ccd_s, ccd_l, rtw, wtr_s, wtr_l, burst;
  logic [T-1:0] rd_done, wr_done, rrefd, act_bus;
  assign rcd_rd  = constraints_i[rh_pkg::T_RCD_RD*T+:T];
  assign rcd_wr  = constraints_i[rh_pkg::T_RCD_WR*T+:T];
  assign ras     = constraints_i[rh_pkg::T_RAS*T+:T];
  assign rc      = constraints_i[rh_pkg::T_RC*T+:T];
  assign rp      = constraints_i[rh_pkg::T_RP*T+:T];
  assign rtp     = constraints_i[rh_pkg::T_RTP*T+:T];
  assign wtp     = constraints_i[rh_pkg::T_WTP*T+:T];
  assign rrd_s   = constraints_i[rh_pkg::T_RRD_S*T+:T];
  assign rrd_l   = constraints_i[rh_pkg::T_RRD_L*T+:T];
  assign ccd_s   = constraints_i[rh_pkg::T_CCD_S*T+:T];
  assign ccd_l   = constraints_i[rh_pkg::T_CCD_L*T+:T];
  assign rtw     = constraints_i[rh_pkg::T_RTW*T+:T];
  assign wtr_s   = constraints_i[rh_pkg::T_WTR_S*T+:T];
  assign wtr_l   = constraints_i[rh_pkg::T_WTR_L*T+:T];
  assign burst   = constraints_i[rh_pkg::T_BURST*T+:T];
  assign rd_done = constraints_i[rh_pkg::T_RD_DONE*T+:T];
  assign wr_done = constraints_i[rh_pkg::T_WR_DONE*T+:T];
  assign rrefd   = constraints_i[rh_pkg::T_RREFD*T+:T];
  assign act_bus = constraints_i[rh_pkg::T_ACT_BUS*T+:T];

  assign auto_precharged_x = live && closing_x && act_x_age >= ras && rd_x_age >= rtp && wr_x_age >= wtp;

  logic spaced;  // one-bank refreshes keep tRREFD and tRRD
  assign spaced = refresh_i >= 2'd2 && rrefd > T'(1);

  // clocks until the data of the last RD, WR are over, and until those of a command of this clock would begin
  logic [T-1:0] rd_left, wr_left, begins;
  assign rd_left = left(rd_done, rd_age);
  assign wr_left = left(wr_done, wr_age);
  assign begins  = (rd ? rd_done : wr_done) - burst;

  always_comb begin
    if (live) begin
      kind_A: assert ((!any_col || rd || wr || !of_grain)
          && (row_cmd_i == rh_pkg::CMD_NOP || any_act || pre || ref_cmd));
      command_bus_A: assert (BUSES == 2 || col_cmd_i == rh_pkg::CMD_NOP || row_cmd_i == rh_pkg::CMD_NOP);
      act_open_A: assert (!act_x || !open_x);
      bank_closed_A: assert (!col_x || (open_x && !closing_x));
      pre_closed_A: assert (!pre_x || (open_x && !closing_x && !col_x));
      rcd_rd_A: assert (!rd_x || act_x_age >= rcd_rd);
      rcd_wr_A: assert (!wr_x || act_x_age >= rcd_wr);
      ras_A: assert (!pre_x || act_x_age >= ras);
      rtp_A: assert (!pre_x || rd_x_age >= rtp);
      wtp_A: assert (!pre_x || wr_x_age >= wtp);
      rp_A: assert (!act_x || pre_x_age >= rp);
      rc_A: assert (!act_x || act_x_age >= rc);
      rrd_s_A: assert (!act || act_age >= rrd_s);
      act_bus_A: assert (any_act_age >= act_bus || (!any_act && !pre && !ref_cmd && (BUSES == 2 || !any_col)));
      rrefd_A: assert (!(act || ref_one) || ref_age >= rrefd);
      rrd_ref_A: assert (!(ref_one && spaced) || (act_age >= rrd_s && (!ref_x || act_g_age >= rrd_l)));
      rrd_l_A: assert (!act_g || act_g_age >= rrd_l);
      ccd_s_A: assert (!col || col_age >= ccd_s);
      ccd_l_A: assert (!col_g || col_g_age >= ccd_l);
      rtw_A: assert (!wr || rd_age >= rtw);
      wtr_s_A: assert (!rd || wr_age >= wtr_s);
      wtr_l_A: assert (!(rd && col_g) || wr_g_age >= wtr_l);
      burst_A: assert (!col || bus_age >= burst);
      data_bus_A: assert (!col || (begins >= rd_left && begins >= wr_left));
    end
  end

  // --- the rules bind: a command comes in the very clock that its rule allows, later than another rule would ---
  always_comb begin
    rp_C: cover (act_x && pre_x_age == rp && act_x_age > rc && rp != LONG);
    rrd_s_C: cover (act && act_age == rrd_s && rrd_s > T'(1) && rrd_s != LONG);
    wtr_s_C: cover (rd && wr_age == wtr_s && wtr_s > ccd_l && wtr_s != LONG);
  end
  if (COVERS) begin : g_covers
    always_comb begin
      rrefd_C: cover (act && ref_age == rrefd && spaced && rrefd > T'(2) && rrefd != LONG);
      rrd_ref_C: cover (ref_one && spaced && act_age == rrd_s && rrd_s > act_bus && rrd_s != LONG);
      act_bus_C: cover (pre && any_act_age == T'(2) && act_bus == T'(2));
      rcd_rd_C: cover (rd_x && act_x_age == rcd_rd && rcd_rd > rcd_wr && col_age == LONG && rcd_rd != LONG);
      rcd_wr_C: cover (wr_x && act_x_age == rcd_wr && rcd_wr > rcd_rd && col_age == LONG && rcd_wr != LONG);
      ras_C: cover (pre_x && act_x_age == ras && ras > rcd_rd && ras != LONG);
      rtp_C: cover (pre_x && rd_x_age == rtp && act_x_age > ras && rtp != LONG);
      wtp_C: cover (pre_x && wr_x_age == wtp && act_x_age > ras && wtp != LONG);
      rc_C: cover (act_x && act_x_age == rc && pre_x_age > rp && rc != LONG);
      rtw_C: cover (wr && rd_age == rtw && rtw > ccd_l && rtw != LONG);
      ccd_s_C: cover (col && col_age == ccd_s && ccd_s > T'(1) && ccd_s != LONG);
      data_bus_C: cover (col && (begins == rd_left || begins == wr_left) && begins != '0);
    end
  end
  if (COVERS && GROUPS > 1) begin : g_group_covers
    always_comb begin
      rrd_l_C: cover (act_g && act_g_age == rrd_l && rrd_l > rrd_s && rrd_l != LONG);
      ccd_l_C: cover (col_g && col_g_age == ccd_l && ccd_l > ccd_s && ccd_l != LONG);
      wtr_l_C: cover (rd && col_g && wr_g_age == wtr_l && wtr_l > wtr_s && wtr_l != LONG);
    end
  end
  if (COVERS && GROUPS > 2 ** (GRAIN_BITS + RANK_BITS)) begin : g_apart_covers
    always_comb begin
      rrd_apart_C: cover (act && !act_g && act_g_age == rrd_s && rrd_l > rrd_s && rrd_s != LONG);
      ccd_apart_C: cover (col && !col_g && col_g_age == ccd_s && ccd_l > ccd_s && ccd_s != LONG);
      wtr_apart_C: cover (rd && !col_g && wr_g_age == wtr_s && wtr_l > wtr_s && wtr_s != LONG);
    end
  end
  if (COVERS && GRAIN_BITS != 0) begin : g_grain_covers
    logic col_before;  // another grain's in the clock before
    always_ff @(posedge clk_i) col_before <= any_col & ~of_grain;
    always_comb
      column_apart_C: cover (col && col_before && col_age == ccd_s && ccd_s > T'(1) && burst > T'(1) && ccd_s != LONG);
  end
  if (COVERS && GRAIN_BITS + RANK_BITS != 0) begin : g_apart_acts
    logic act_before;  // another grain's or rank's in the clock before
    always_ff @(posedge clk_i) act_before <= any_act & ~act;
    always_comb act_apart_C: cover (act && act_before && act_age == rrd_s && rrd_s > T'(1) && rrd_s != LONG);
  end
  if (AUTO) begin : g_auto_covers
    always_comb begin
      auto_precharged_C: cover (auto_precharged_x && wr_x_age == wtp && act_x_age > ras && wtp != LONG);
      reopen_C: cover (act_x && pre_x_age == rp && rd_x_age == rtp + rp && act_x_age > rc && !rp[T-1] && !rtp[T-1]);
    end
  end
  if (COVERS && BUSES == 2) begin : g_bus_cover
    always_comb both_C: cover (any_col && (any_act || pre));
  end

  // --- the block's timers are what is left of each gap: this makes the rules inductive ---
`include "observe_backend.svh"
  assign backend_obs = obs_i;
  logic [BANK_BITS-1:0] bus, first;  // the data bus of x; its activate window
  assign bus   = (RANK_BITS == 0) ? n : '0;
  assign first = (RANK_BITS == 0) ? '0 : n;
  if (RANK_BITS == 0) begin : g_one_rank
    assign bus_age = col_age;
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
      inv_rcd_rd_A: assert (rcd_rd_q[x*T+:T] == left(rcd_rd, act_x_age));
      inv_rcd_wr_A: assert (rcd_wr_q[x*T+:T] == left(rcd_wr, act_x_age));
      inv_ras_A: assert (ras_q[x*T+:T] == left(ras, act_x_age));
      inv_rc_A: assert (rc_q[x*T+:T] == left(rc, act_x_age));
      inv_rp_A: assert (rp_q[x*T+:T] == left(rp, pre_x_age));
      inv_rtp_A: assert (rtp_q[x*T+:T] == left(rtp, rd_x_age));
      inv_wtp_A: assert (wtp_q[x*T+:T] == left(wtp, wr_x_age));
      inv_rrd_l_A: assert (rrd_l_q[g*T+:T] == left(rrd_l, act_g_age));
      inv_ccd_l_A: assert (ccd_l_q[g*T+:T] == left(ccd_l, col_g_age));
      inv_wtr_l_A: assert (wtr_l_q[g*T+:T] == left(wtr_l, wr_g_age));
      // a REF that keeps its distance finds the timer run out, and so does every ACT: the later of the two counts
      inv_rrd_s_A: assert (rrd_s_q[n*T+:T]
          == ((spaced && ref_age < act_age) ? left(rrefd, ref_age) : left(rrd_s, act_age)));
      inv_apart_A: assert ((refresh_i >= 2'd2 || ref_age == LONG) && (ref_age != act_age || ref_age == LONG)
          && (!spaced || (act_age < ref_age ? ref_age >= rrefd : act_age == ref_age || act_age >= rrd_s)));
      inv_act_bus_A: assert (act_bus_q == (any_act_age < act_bus) && any_act_age <= act_age && any_act_age != '0);
      inv_ccd_s_A: assert (ccd_s_q[n*T+:T] == left(ccd_s, col_age));
      inv_wtr_s_A: assert (wtr_s_q[n*T+:T] == left(wtr_s, wr_age));
      inv_rtw_A: assert (rtw_q[n*T+:T] == left(rtw, rd_age));
      inv_burst_A: assert (burst_q[bus*T+:T] == left(burst, bus_age) && bus_age <= col_age);
      inv_ages_A: assert (act_age <= act_g_age && act_g_age <= act_x_age && col_age <= col_g_age && wr_age <= wr_g_age
          && wr_g_age <= wr_x_age && rd_age <= rd_x_age && col_age == ((rd_age < wr_age) ? rd_age : wr_age));
      inv_positive_A: assert (act_age != '0 && col_age != '0 && pre_x_age != '0);
    end
  end

  // --- N activates, refresh ---
  logic window_open;
  // its covers need more ACTs than the few banks of a rank here can have
  mon_window #(.T(T), .COVERS(COVERS && RANK_BITS == 0)) u_window (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started_i), .act_i((RANK_BITS == 0) ? any_act : act),
      .n_i(faw_n_i), .gap_i(constraints_i[rh_pkg::T_FAW*T+:T]), .window_i(window_q[first*8*T+:8*T]),
      .next_i(window_next_q[first*3+:3]),
      .open_o(window_open)
  );
  logic refresh_next, refresh_blocked;
  mon_refresh #(.BANKS(BANKS), .GROUPS(GROUPS), .RANK_BITS(RANK_BITS), .COVERS(COVERS)) u_refresh (
      .clk_i(clk_i), .rst_ni(rst_ni), .started_i(started_i), .bank_i(x), .refresh_i(refresh_i), .refi_i(refi_i),
      .rfc_i(rfc_i), .touch_i(act_x | col_x), .ref_i(ref_cmd), .ref_bank_i(row_bank_i), .ref_all_i(row_all_i),
      .ready_i(~open_x & (pre_x_age >= rp) & (act_x_age >= rc)), .timer_i(refresh_timer_q),
      .busy_i(refresh_busy_q), .due_i(refresh_due_q), .turn_i(refresh_bank_q),
      .next_o(refresh_next), .blocked_o(refresh_blocked)
  );
endmodule
