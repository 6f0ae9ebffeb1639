// SPDX-License-Identifier: Apache-2.0
// A bank array: banks, bank groups, grains or ranks and what they share, with every timer of tables/timers.def and the
// activate window. It has no bus: rh_command_channel decides which of the commands that are legal here go out. Model:
// cmodel/dram/rh_bank_array.c. Promise: *_ok_o of a bank is set only when no timing constraint since an earlier command
// forbids the command to it.
module rh_bank_array #(
    parameter  int unsigned BANKS = 4,
    parameter  int unsigned GROUPS = 1,
    parameter  int unsigned ROW_BITS = 12,
    parameter  int unsigned TIMER_BITS = 8,
    parameter  int unsigned GRAIN_BITS = 0,
    parameter  int unsigned RANK_BITS = 0,   // at most one of the two is not 0
    parameter  bit          AUTO = 1'b0,
    localparam int unsigned GRAINS = 2 ** (GRAIN_BITS + RANK_BITS),  // a rank counts its constraints as a grain does
    localparam int unsigned RANKS = 2 ** RANK_BITS,
    localparam int unsigned T = TIMER_BITS
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    input  logic [          rh_pkg::T_COUNT*T-1:0] less_i,          // every constraint minus one
    input  logic [                         3:0] faw_n_i,
    // commands of this clock; bank sets are one bit a bank
    input  logic [                   BANKS-1:0] act_i,
    input  logic [                   BANKS-1:0] pre_i,
    input  logic                                rd_i,
    input  logic                                wr_i,
    input  logic                                close_i,         // the RD or WR is an RDA or WRA
    input  logic [                   BANKS-1:0] col_bank_i,      // theirs, one-hot
    input  logic                                ref_i,           // REF, of any banks
    input  logic [                   BANKS-1:0] ref_banks_i,     // of these
    input  logic                                spaced_i,        // REFs keep their distance to the ACTs of other banks
    input  logic [                ROW_BITS-1:0] row_i,           // row of the ACT
    // state load: take the state that the outputs of these names show
    input  logic                                load_i,
    input  logic [                   BANKS-1:0] load_open_i,
    input  logic [                   BANKS-1:0] load_closing_i,
    input  logic [          BANKS*ROW_BITS-1:0] load_open_row_i,
    input  logic [rh_pkg::BANK_TIMERS*BANKS*T-1:0] load_bank_count_i,
    input  logic [rh_pkg::GROUP_TIMERS*GROUPS*T-1:0] load_group_count_i,
    input  logic [rh_pkg::GRAIN_TIMERS*GRAINS*T-1:0] load_grain_count_i,
    input  logic [               RANKS*8*T-1:0] load_window_i,
    input  logic [                 RANKS*3-1:0] load_window_next_i,
    // what the constraints allow
    output logic [                   BANKS-1:0] open_o,
    output logic [                   BANKS-1:0] closing_o,       // of these, auto-precharge waits to close them
    output logic [                   BANKS-1:0] auto_precharged_o,          // and closes these in this clock
    output logic [          BANKS*ROW_BITS-1:0] open_row_o,
    output logic [                   BANKS-1:0] rd_ok_o,
    output logic [                   BANKS-1:0] wr_ok_o,
    output logic [                   BANKS-1:0] act_ok_o,
    output logic [                   BANKS-1:0] pre_ok_o,
    output logic [                   BANKS-1:0] ref_ok_o,
    // for the ledger: what the timers hold back the command `next_i` to a bank for
    input  logic [                   BANKS-1:0] first_bank_i,    // one-hot
    input  logic [            rh_pkg::SETS-1:0] next_i,
    output logic [          rh_pkg::CAUSES-1:0] attribution_o,
    output logic                                window_clear_o,  // of the bank's rank
    // observation: of each timer, in order, the clocks that each instance has left
    output logic                                shown_o,         // one of the timers that are shown runs
    output logic [rh_pkg::BANK_TIMERS*BANKS*T-1:0] bank_count_o,
    output logic [rh_pkg::GROUP_TIMERS*GROUPS*T-1:0] group_count_o,
    output logic [rh_pkg::GRAIN_TIMERS*GRAINS*T-1:0] grain_count_o,
    output logic [               RANKS*8*T-1:0] window_o,
    output logic [                 RANKS*3-1:0] window_next_o
);
  rh_limits #(
      .BANKS(BANKS), .GROUPS(GROUPS), .ROW_BITS(ROW_BITS), .TIMER_BITS(TIMER_BITS), .GRAIN_BITS(GRAIN_BITS),
      .RANK_BITS(RANK_BITS)
  ) u_limits ();
  localparam int unsigned PER_GROUP = BANKS / GROUPS;
  localparam int unsigned PER_GRAIN = BANKS / GRAINS;
  localparam int unsigned PER_RANK = BANKS / RANKS;
  localparam int unsigned BN = rh_pkg::BANK_TIMERS;
  localparam int unsigned GN = rh_pkg::GROUP_TIMERS;
  localparam int unsigned NN = rh_pkg::GRAIN_TIMERS;
  localparam int unsigned S = rh_pkg::SETS;

  logic [BN*T-1:0] bank_less;
  logic [GN*T-1:0] group_less;
  logic [NN*T-1:0] grain_less;
  logic [BANKS*BN-1:0] bank_runs;
  logic [GROUPS*GN-1:0] group_runs;
  logic [GRAINS*NN-1:0] grain_runs;
  logic [GROUPS*S-1:0] group_forbids;
  logic [GRAINS*S-1:0] grain_forbids;
  logic [RANKS-1:0] window_clear, first_rank;
  logic [BANKS-1:0] bank_rd_ok, bank_wr_ok, bank_act_ok, bank_pre_ok, bank_ref_ok;
  logic unused_less;
  assign unused_less = ^less_i;  // of the constraints that the buses and the responses count

  for (genvar k = 0; k < BN; k++) begin : g_bank_less
    assign bank_less[k*T+:T] = less_i[rh_pkg::bank_constraint(k)*T+:T];
  end
  for (genvar k = 0; k < GN; k++) begin : g_group_less
    assign group_less[k*T+:T] = less_i[rh_pkg::group_constraint(k)*T+:T];
  end
  for (genvar k = 0; k < NN; k++) begin : g_grain_less
    // an ACT waits for tRRD and tRREFD, a REF that keeps its distance too: one timer counts both
    if (k == rh_pkg::GRAIN_RRD_S) begin : g_both
      assign grain_less[k*T+:T] = ref_i ? less_i[rh_pkg::T_RREFD*T+:T] : less_i[rh_pkg::grain_constraint(k)*T+:T];
    end else begin : g_one
      assign grain_less[k*T+:T] = less_i[rh_pkg::grain_constraint(k)*T+:T];
    end
  end

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    localparam int unsigned G = b / PER_GROUP;
    localparam int unsigned N = b / PER_GRAIN;
    logic [BN*T-1:0] count, load_count;
    logic [S-1:0] forbidden;  // by the timers of the bank's group and of its grain

    rh_bank #(.ROW_BITS(ROW_BITS), .TIMER_BITS(T), .AUTO(AUTO)) u_bank (
        .clk_i(clk_i), .rst_ni(rst_ni), .less_i(bank_less),
        .act_i(act_i[b]), .pre_i(pre_i[b]), .rd_i(rd_i & col_bank_i[b]), .wr_i(wr_i & col_bank_i[b]),
        .close_i(close_i & col_bank_i[b]), .row_i(row_i), .load_i(load_i), .load_open_i(load_open_i[b]),
        .load_closing_i(load_closing_i[b]), .load_row_i(load_open_row_i[b*ROW_BITS+:ROW_BITS]),
        .load_count_i(load_count), .open_o(open_o[b]), .closing_o(closing_o[b]),
        .auto_precharged_o(auto_precharged_o[b]), .row_o(open_row_o[b*ROW_BITS+:ROW_BITS]), .rd_ok_o(bank_rd_ok[b]),
        .wr_ok_o(bank_wr_ok[b]), .act_ok_o(bank_act_ok[b]), .pre_ok_o(bank_pre_ok[b]), .ref_ok_o(bank_ref_ok[b]),
        .runs_o(bank_runs[b*BN+:BN]), .count_o(count)
    );
    for (genvar k = 0; k < BN; k++) begin : g_count
      assign bank_count_o[(k*BANKS+b)*T+:T] = count[k*T+:T];
      assign load_count[k*T+:T]             = load_bank_count_i[(k*BANKS+b)*T+:T];
    end

    assign forbidden   = group_forbids[G*S+:S] | grain_forbids[N*S+:S];
    assign rd_ok_o[b]  = bank_rd_ok[b] & ~forbidden[rh_pkg::SET_RD];
    assign wr_ok_o[b]  = bank_wr_ok[b] & ~forbidden[rh_pkg::SET_WR];
    assign act_ok_o[b] = bank_act_ok[b] & ~forbidden[rh_pkg::SET_ACT] & window_clear[b/PER_RANK];
    assign pre_ok_o[b] = bank_pre_ok[b] & ~forbidden[rh_pkg::SET_PRE];
    assign ref_ok_o[b] = bank_ref_ok[b] & ~forbidden[rh_pkg::SET_REF] & ~(spaced_i & forbidden[rh_pkg::SET_REF_APART]);
  end

  for (genvar g = 0; g < GROUPS; g++) begin : g_group
    logic [S-1:0] by;
    logic [GN-1:0] loads;

    always_comb begin
      by = '0;
      by[rh_pkg::SET_ACT] = |act_i[g*PER_GROUP+:PER_GROUP];
      by[rh_pkg::SET_PRE] = |pre_i[g*PER_GROUP+:PER_GROUP];
      by[rh_pkg::SET_RD]  = rd_i & (|col_bank_i[g*PER_GROUP+:PER_GROUP]);
      by[rh_pkg::SET_WR]  = wr_i & (|col_bank_i[g*PER_GROUP+:PER_GROUP]);
    end
    assign loads = rh_pkg::group_loads(by);
    assign group_forbids[g*S+:S] = rh_pkg::group_forbids(group_runs[g*GN+:GN]);

    for (genvar k = 0; k < GN; k++) begin : g_timer
      rh_timer #(.W(T)) u_timer (
          .clk_i(clk_i), .rst_ni(rst_ni), .load_i(loads[k]), .less_one_i(group_less[k*T+:T]),
          .set_i(load_i), .set_count_i(load_group_count_i[(k*GROUPS+g)*T+:T]),
          .count_o(group_count_o[(k*GROUPS+g)*T+:T]), .running_o(group_runs[g*GN+k])
      );
    end
  end

  for (genvar n = 0; n < GRAINS; n++) begin : g_grain
    logic [S-1:0] by;
    logic [NN-1:0] loads;
    logic ref_here;

    assign ref_here = ref_i & (GRAINS == 1 || (|ref_banks_i[n*PER_GRAIN+:PER_GRAIN]));
    always_comb begin
      by = '0;
      by[rh_pkg::SET_ACT]       = |act_i[n*PER_GRAIN+:PER_GRAIN];
      by[rh_pkg::SET_PRE]       = |pre_i[n*PER_GRAIN+:PER_GRAIN];
      by[rh_pkg::SET_RD]        = rd_i & (|col_bank_i[n*PER_GRAIN+:PER_GRAIN]);
      by[rh_pkg::SET_WR]        = wr_i & (|col_bank_i[n*PER_GRAIN+:PER_GRAIN]);
      by[rh_pkg::SET_REF]       = ref_here;
      by[rh_pkg::SET_REF_APART] = ref_here & spaced_i;
    end
    assign loads = rh_pkg::grain_loads(by);
    assign grain_forbids[n*S+:S] = rh_pkg::grain_forbids(grain_runs[n*NN+:NN]);

    for (genvar k = 0; k < NN; k++) begin : g_timer
      rh_timer #(.W(T)) u_timer (
          .clk_i(clk_i), .rst_ni(rst_ni), .load_i(loads[k]), .less_one_i(grain_less[k*T+:T]),
          .set_i(load_i), .set_count_i(load_grain_count_i[(k*GRAINS+n)*T+:T]),
          .count_o(grain_count_o[(k*GRAINS+n)*T+:T]), .running_o(grain_runs[n*NN+k])
      );
    end
  end

  for (genvar r = 0; r < RANKS; r++) begin : g_rank
    rh_window #(.TIMER_BITS(T), .DEPTH(8)) u_window (
        .clk_i(clk_i), .rst_ni(rst_ni), .act_i(|act_i[r*PER_RANK+:PER_RANK]), .n_i(faw_n_i),
        .less_one_i(less_i[rh_pkg::T_FAW*T+:T]), .load_i(load_i), .load_window_i(load_window_i[r*8*T+:8*T]),
        .load_next_i(load_window_next_i[r*3+:3]), .clear_o(window_clear[r]), .window_o(window_o[r*8*T+:8*T]),
        .next_o(window_next_o[r*3+:3])
    );
    assign first_rank[r] = RANKS == 1 || (|first_bank_i[r*PER_RANK+:PER_RANK]);
  end
  assign window_clear_o = |(first_rank & window_clear);

  // --- observation ---
  logic [BN-1:0] first_runs;
  logic [GN-1:0] first_group_runs;
  logic [NN-1:0] first_grain_runs;
  logic [GROUPS-1:0] first_group;
  logic [GRAINS-1:0] first_grain;
  for (genvar g = 0; g < GROUPS; g++) begin : g_first
    assign first_group[g] = |first_bank_i[g*PER_GROUP+:PER_GROUP];
  end
  for (genvar n = 0; n < GRAINS; n++) begin : g_first_grain
    assign first_grain[n] = GRAINS == 1 || (|first_bank_i[n*PER_GRAIN+:PER_GRAIN]);
  end
  rh_onehot_mux #(.N(BANKS), .W(BN)) u_first (.select_i(first_bank_i), .data_i(bank_runs), .data_o(first_runs));
  rh_onehot_mux #(.N(GROUPS), .W(GN)) u_first_group (
      .select_i(first_group), .data_i(group_runs), .data_o(first_group_runs)
  );
  rh_onehot_mux #(.N(GRAINS), .W(NN)) u_first_grain (
      .select_i(first_grain), .data_i(grain_runs), .data_o(first_grain_runs)
  );
  assign attribution_o = rh_pkg::bank_attribution(first_runs, next_i)
      | rh_pkg::group_attribution(first_group_runs, next_i)
      | rh_pkg::grain_attribution(first_grain_runs, next_i);
  assign shown_o = |{bank_runs & {BANKS{rh_pkg::BANK_SHOWN}}, group_runs & {GROUPS{rh_pkg::GROUP_SHOWN}},
                     grain_runs & {GRAINS{rh_pkg::GRAIN_SHOWN}}};
endmodule
