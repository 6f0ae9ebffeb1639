// SPDX-License-Identifier: Apache-2.0
// Refuses at elaboration a request system whose networks or controllers refuse their parameters (rh_network_limits,
// rh_any_limits), or whose packets are too long for them; no logic.
module rh_system_limits #(
    parameter int unsigned TOPOLOGY = 0,
    parameter int unsigned CORES = 2,
    parameter int unsigned CONTROLLERS = 2,
    parameter int unsigned COLUMNS = 0,
    parameter int unsigned ALLOCATOR = 0,
    parameter int unsigned VCS = 2,
    parameter int unsigned STATIC_VCS = 0,
    parameter int unsigned SPECULATIVE = 0,
    parameter int unsigned DEPTH = 2,
    parameter int unsigned INJECTION_QUEUE = 2,
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HASH_BITS = 1,
    parameter int unsigned HOLD = 0,
    parameter int unsigned STAYS = rh_pkg::hold_stays(HOLD),
    parameter int unsigned ROW_AFFINE = 0,
    parameter int unsigned VARIANT = 0,
    parameter int unsigned QUEUE = 2,
    parameter int unsigned BANKS = 2,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 1,
    parameter int unsigned COLUMN_BITS = 1,
    parameter int unsigned RESPONSES = 2,
    parameter int unsigned TIMER_BITS = 1,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned GRAIN_BITS = 0,
    parameter int unsigned RANK_BITS = 0,
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned SOURCE_BITS = 0,
    parameter int unsigned STACKED = 0,
    parameter int unsigned WRITE_DRAIN = 0,
    parameter int unsigned CLOSES = 0,
    parameter int unsigned COMMAND_BYTES = 1,
    parameter int unsigned FLIT_BYTES = 1
) ();
  localparam int unsigned MOST_BYTES = 8 * COMMAND_BYTES;  // of a request

  rh_network_limits #(
      .TOPOLOGY(TOPOLOGY), .CORES(CORES), .CONTROLLERS(CONTROLLERS), .COLUMNS(COLUMNS), .ALLOCATOR(ALLOCATOR),
      .VCS(VCS), .STATIC_VCS(STATIC_VCS), .SPECULATIVE(SPECULATIVE), .DEPTH(DEPTH), .QUEUE(INJECTION_QUEUE),
      .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ITERATIONS(ITERATIONS), .HASH_BITS(HASH_BITS), .HOLD(HOLD),
      .STAYS(STAYS), .ROW_AFFINE(ROW_AFFINE)
  ) u_network ();
  rh_any_limits #(
      .VARIANT(VARIANT), .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS),
      .COLUMN_BITS(COLUMN_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED),
      .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS), .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS),
      .SUBARRAY_BITS(SUBARRAY_BITS), .SOURCE_BITS(SOURCE_BITS), .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN),
      .CLOSES(CLOSES)
  ) u_controllers ();
  if (COMMAND_BYTES < 1 || COMMAND_BYTES > 1024) begin : g_command_bytes
    $error("COMMAND_BYTES: expected 1 to 1024");
  end
  if (FLIT_BYTES < 1 || FLIT_BYTES > 255 || 31 * FLIT_BYTES < MOST_BYTES) begin : g_flit_bytes
    $error("FLIT_BYTES: expected 1 to 255, packets of at most 32 flits");
  end
endmodule
