// SPDX-License-Identifier: Apache-2.0
// The commands that are legal in this clock, a bit a bank, read from the timers in rh_backend's observation vector. That
// the timers are what is left of the gaps is proven by mon_rules.
module mon_legal #(
    parameter int unsigned BANKS = 2,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned T = 3,
    localparam int unsigned BANK_BITS = $clog2(BANKS),
    localparam int unsigned OBS_BITS = rh_pkg::backend_bits(BANKS, GROUPS, ROW_BITS, TAG_BITS, RESPONSES, T)
) (
    input  logic [                  1:0] refresh_i,
    input  logic                         refreshes_i,  // refresh has the row bus
    input  logic [         OBS_BITS-1:0] obs_i,
    output logic [            BANKS-1:0] open_o,
    output logic [   BANKS*ROW_BITS-1:0] rows_o,
    output logic [            BANKS-1:0] settled_o,    // no gap from the last ACT runs that is at least two clocks
    output logic [            BANKS-1:0] rd_ok_o,
    output logic [            BANKS-1:0] wr_ok_o,
    output logic [            BANKS-1:0] act_ok_o,
    output logic [            BANKS-1:0] pre_ok_o
);
  localparam int unsigned N = $clog2(RESPONSES) + 1;
  logic [BANKS*T-1:0] rcd_rd, rcd_wr, ras, rc, rp, rtp, wtp;
  logic [GROUPS*T-1:0] rrd_l, ccd_l, wtr_l;
  logic [T-1:0] rrd_s, ccd_s, wtr_s, rtw, burst, now;
  logic [8*T-1:0] window;
  logic [2:0] window_next;
  logic [15:0] refresh_timer, refresh_busy;
  logic refresh_due, act_bus;  // act_bus: the second clock of an ACT on the row bus
  logic [BANK_BITS-1:0] refresh_bank;
  logic [RESPONSES*TAG_BITS-1:0] tags;
  logic [RESPONSES*T-1:0] dones;
  logic [RESPONSES-1:0] writes;
  logic [$clog2(RESPONSES)-1:0] head;
  logic [N-1:0] count, mature;
  assign {now, mature, count, head, writes, dones, tags, act_bus, refresh_bank, refresh_due, refresh_busy, refresh_timer,
          window_next, window, burst, rtw, wtr_s, ccd_s, rrd_s, wtr_l, ccd_l, rrd_l, rows_o, open_o,
          wtp, rtp, rp, rc, ras, rcd_wr, rcd_rd} = obs_i;
  logic unused_fields;
  assign unused_fields = &{1'b0, now, mature, head, writes, dones, tags, refresh_timer};

  logic rows_free, bus, slot, apart;
  assign rows_free = !refreshes_i && !act_bus;
  assign bus       = BUSES == 2 || rows_free;
  assign slot      = count < N'(RESPONSES);
  assign apart     = window[window_next*T+:T] == '0;  // the N-th last ACT's

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    localparam int unsigned G = b / (BANKS / GROUPS);
    logic due, busy, free, data;
    assign due  = refresh_due && (refresh_i == 2'd1 || refresh_bank == BANK_BITS'(b));
    assign busy = refresh_busy != '0 && (refresh_i == 2'd1 || refresh_bank == BANK_BITS'(b + 1));
    assign free = !due && !busy;
    assign data = free && bus && slot && open_o[b] && ccd_s == '0 && burst == '0 && ccd_l[G*T+:T] == '0;
    assign settled_o[b] = rcd_rd[b*T+:T] == '0 || rcd_wr[b*T+:T] == '0 || ras[b*T+:T] == '0;
    assign rd_ok_o[b]   = data && rcd_rd[b*T+:T] == '0 && wtr_s == '0 && wtr_l[G*T+:T] == '0;
    assign wr_ok_o[b]   = data && rcd_wr[b*T+:T] == '0 && rtw == '0;
    assign act_ok_o[b]  = free && rows_free && !open_o[b] && rp[b*T+:T] == '0 && rc[b*T+:T] == '0 && rrd_s == '0
        && rrd_l[G*T+:T] == '0 && apart;
    assign pre_ok_o[b]  = free && rows_free && open_o[b] && ras[b*T+:T] == '0 && rtp[b*T+:T] == '0
        && wtp[b*T+:T] == '0;
  end
endmodule
