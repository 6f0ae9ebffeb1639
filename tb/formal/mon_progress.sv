// SPDX-License-Identifier: Apache-2.0
// The service of a request that goes alone: without refresh, with every response taken at once, its last column command
// goes out within the sum of docs/rh_age_queue.md, whatever the other requests did before.
module mon_progress #(
    parameter int unsigned QUEUE = 4,
    parameter int unsigned BANKS = 2,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 2,
    parameter int unsigned COLUMN_BITS = 3,
    parameter int unsigned TAG_BITS = 4,
    parameter int unsigned RESPONSES = 4,
    parameter int unsigned TIMER_BITS = 2,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned EXTRA = 1,        // column commands of a request minus one, at most
    localparam int unsigned GRAIN_BITS = 0,
    localparam int unsigned RANK_BITS = 0,
    localparam int unsigned T = TIMER_BITS,
    localparam int unsigned OBS_BITS = rh_pkg::backend_bits(
        QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
        GRAIN_BITS, RANK_BITS)
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic                      started_i,
    input logic [rh_pkg::T_COUNT*T-1:0] constraints_i,
    input logic [               1:0] refresh_i,
    input logic [      OBS_BITS-1:0] obs_i,
    input logic                      rsp_ready_i,
    input logic [               2:0] req_len_i,
    input logic [         QUEUE-1:0] valid_i,
    input logic [       QUEUE*3-1:0] lens_i,
    input logic                      starvation_i,
    input logic                      leaves_i     // the oldest's last column command
);
`include "observe_backend.svh"
  assign backend_obs = obs_i;
  localparam int unsigned S = T + 4;  // bits of the sum
  logic [rh_pkg::T_COUNT*S-1:0] distance;
  for (genvar k = 0; k < rh_pkg::T_COUNT; k++) begin : g_gap
    assign distance[k*S+:S] = S'(constraints_i[k*T+:T]);
  end
  function automatic logic [S-1:0] most(input logic [S-1:0] a, input logic [S-1:0] b);
    most = (a > b) ? a : b;
  endfunction

  // --- the sum: close the bank, wait for the ACT, then for the column command; or wait for another row's last one ---
  logic [S-1:0] close, activate, column, first, service;
  always_comb begin
    close    = most(most(distance[rh_pkg::T_RAS*S+:S], distance[rh_pkg::T_RTP*S+:S]), distance[rh_pkg::T_WTP*S+:S]);
    activate = most(most(close + distance[rh_pkg::T_RP*S+:S], distance[rh_pkg::T_RC*S+:S]),
                    most(distance[rh_pkg::T_RRD_L*S+:S], distance[rh_pkg::T_FAW*S+:S]));
    column   = activate + most(distance[rh_pkg::T_RCD_RD*S+:S], distance[rh_pkg::T_RCD_WR*S+:S]);
    first    = most(most(column, most(distance[rh_pkg::T_RTW*S+:S], distance[rh_pkg::T_WTR_L*S+:S])),
                    most(distance[rh_pkg::T_RD_DONE*S+:S], distance[rh_pkg::T_WR_DONE*S+:S]) + S'(1));
    service  = first + S'(EXTRA) * distance[rh_pkg::T_CCD_L*S+:S];
  end

  // --- clocks that the oldest has gone alone before this one ---
  logic [S-1:0] turn;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !starvation_i || leaves_i) turn <= '0;
    else turn <= turn + S'(1);
  end

  // --- no timer is beyond its constraint ---
  logic [BANKS-1:0] bank_fits;
  logic [GROUPS-1:0] group_fits;
  logic [7:0] window_fits;
  logic [QUEUE-1:0] short;
  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    assign bank_fits[b] = rcd_rd_q[b*T+:T] < constraints_i[rh_pkg::T_RCD_RD*T+:T]
        && rcd_wr_q[b*T+:T] < constraints_i[rh_pkg::T_RCD_WR*T+:T] && ras_q[b*T+:T] < constraints_i[rh_pkg::T_RAS*T+:T]
        && rc_q[b*T+:T] < constraints_i[rh_pkg::T_RC*T+:T] && rp_q[b*T+:T] < constraints_i[rh_pkg::T_RP*T+:T]
        && rtp_q[b*T+:T] < constraints_i[rh_pkg::T_RTP*T+:T] && wtp_q[b*T+:T] < constraints_i[rh_pkg::T_WTP*T+:T];
  end
  for (genvar g = 0; g < GROUPS; g++) begin : g_group
    assign group_fits[g] = rrd_l_q[g*T+:T] < constraints_i[rh_pkg::T_RRD_L*T+:T]
        && ccd_l_q[g*T+:T] < constraints_i[rh_pkg::T_CCD_L*T+:T]
        && wtr_l_q[g*T+:T] < constraints_i[rh_pkg::T_WTR_L*T+:T];
  end
  for (genvar k = 0; k < 8; k++) begin : g_window
    assign window_fits[k] = window_q[k*T+:T] < constraints_i[rh_pkg::T_FAW*T+:T];
  end
  for (genvar k = 0; k < QUEUE; k++) begin : g_entry
    assign short[k] = ~valid_i[k] | (32'(lens_i[k*3+:3]) <= EXTRA);
  end

  always_comb begin
    refresh_M: assume (refresh_i == 2'd0);
    ready_M: assume (rsp_ready_i);
    len_M: assume (32'(req_len_i) <= EXTRA);
    if (started_i) begin
      progress_A: assert (!starvation_i || turn < service);
      inv_turn_A: assert (starvation_i || turn == '0);
      inv_banks_A: assert (&bank_fits && &group_fits && &window_fits);
      inv_channel_A: assert (rrd_s_q < constraints_i[rh_pkg::T_RRD_S*T+:T]
          && ccd_s_q < constraints_i[rh_pkg::T_CCD_S*T+:T]
          && wtr_s_q < constraints_i[rh_pkg::T_WTR_S*T+:T] && rtw_q < constraints_i[rh_pkg::T_RTW*T+:T]
          && burst_q < constraints_i[rh_pkg::T_BURST*T+:T]);
      inv_refresh_A: assert (!refresh_due_q && refresh_busy_q == '0);
      inv_slots_A: assert (response_mature_q <= response_count_q && 32'(response_count_q) <= RESPONSES);
      inv_short_A: assert (&short);
    end
    if (started_i & rst_ni) begin
      last_C: cover (starvation_i && leaves_i && turn == service - S'(1));
    end
  end
endmodule
