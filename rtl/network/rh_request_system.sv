// SPDX-License-Identifier: Apache-2.0
// The whole request system in closed loop: from the cores' ports a network takes requests to the controllers, one at
// each of its sinks, and another network their responses back as replies. Cores, networks and controllers have clocks
// of their own rates, which are clock enables of the fastest one's. Model: include/rowhold/rh_closed_loop.h; packets
// and tags are those of the model (a tag: column commands less one, core, slot). A core offers its next request while
// it has one, which is taken in a clock of the cores' in which the core is ready, and takes each reply in the clock in
// which it shows.
// Promise: it is the model, register by register (tb/lockstep/test_request_system.sh).
module rh_request_system #(
    parameter int unsigned TOPOLOGY = 0,         // of both networks (topologies.def): 0 crossbar, 1 mesh, 2 ring
    parameter int unsigned CORES = 4,
    parameter int unsigned CONTROLLERS = 2,
    parameter int unsigned COLUMNS = 0,          // as the networks have the parameters from here on
    parameter int unsigned ALLOCATOR = 3,
    parameter int unsigned VCS = 2,
    parameter int unsigned STATIC_VCS = 0,
    parameter int unsigned SPECULATIVE = 0,
    parameter int unsigned DEPTH = 8,
    parameter int unsigned INJECTION_QUEUE = 8,  // messages that wait at a core, at a controller
    parameter int unsigned ITERATIONS = 1,
    parameter int unsigned HASH_BITS = 4,
    parameter int unsigned HOLD = 0,             // of requests; replies have none
    parameter int unsigned STAYS = rh_pkg::hold_stays(HOLD),  // of requests; replies have that of no rule
    parameter int unsigned ROW_AFFINE = 0,             // of requests; replies have none
    parameter int unsigned VARIANT = 2,          // of the controllers, as rh_any_controller has it
    parameter int unsigned QUEUE = 32,           // as the controllers have the parameters from here on
    parameter int unsigned BANKS = 4,
    parameter int unsigned GROUPS = 1,
    parameter int unsigned BUSES = 1,
    parameter int unsigned ROW_BITS = 12,
    parameter int unsigned COLUMN_BITS = 8,
    parameter int unsigned RESPONSES = 16,
    parameter int unsigned TIMER_BITS = 8,
    parameter int unsigned REGISTERED = 0,
    parameter int unsigned GRAIN_BITS = 0,
    parameter int unsigned RANK_BITS = 0,
    parameter int unsigned SUBARRAY_GROUP_BITS = 0,
    parameter int unsigned SUBARRAY_BITS = 0,
    parameter int unsigned SOURCE_BITS = 5,
    parameter int unsigned STACKED = 0,
    parameter int unsigned WRITE_DRAIN = 0,
    parameter int unsigned CLOSES = 0,
    parameter int unsigned COMMAND_BYTES = 32,   // of data, of a column command
    parameter int unsigned FLIT_BYTES = 32,      // of data, of a flit
    parameter bit OBSERVE = 1'b0,                // 0: without what is for observation alone
    localparam int unsigned SLOT_BITS = 6,       // requests of a core in flight
    localparam int unsigned TAG_BITS = 3 + rh_pkg::log2_up(CORES) + SLOT_BITS,  // column commands less one, core, slot
    localparam int unsigned RATE_BITS = 32,
    localparam int unsigned CONTROLLER_INDEX_BITS = rh_pkg::log2_up(CONTROLLERS),
    localparam int unsigned BANK_BITS = rh_pkg::log2_up(BANKS),
    localparam int unsigned OCCUPANCY_BITS = rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1),
// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists
    localparam int unsigned BACKEND_BITS =
        rh_pkg::backend_bits(QUEUE, BANKS, GROUPS, ROW_BITS, COLUMN_BITS, TAG_BITS, RESPONSES, TIMER_BITS, REGISTERED,
            GRAIN_BITS, RANK_BITS),
    localparam int unsigned AGE_QUEUE_BITS =
        rh_pkg::age_queue_bits(QUEUE, BANKS, ROW_BITS, COLUMN_BITS, TAG_BITS, WRITE_DRAIN),
    localparam int unsigned PAGE_POLICY_BITS = rh_pkg::page_policy_bits(BANKS, CLOSES),
    localparam int unsigned FIFO_BITS =
        BACKEND_BITS + QUEUE + QUEUE * rh_pkg::log2_up(BANKS) + QUEUE * ROW_BITS + QUEUE * COLUMN_BITS + QUEUE * 3
        + QUEUE * TAG_BITS + QUEUE + QUEUE + rh_pkg::log2_up(QUEUE + 1) + 3 + (CLOSES != 0 ? QUEUE : 0)
        + PAGE_POLICY_BITS,
    localparam int unsigned BANKED_FIFO_BITS =
        BACKEND_BITS + rh_pkg::max(1, QUEUE / BANKS) * BANKS + rh_pkg::max(1, QUEUE / BANKS) * BANKS * ROW_BITS
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * COLUMN_BITS + rh_pkg::max(1, QUEUE / BANKS) * BANKS * 3
        + rh_pkg::max(1, QUEUE / BANKS) * BANKS * TAG_BITS + BANKS * rh_pkg::max(1, QUEUE / BANKS)
        + BANKS * rh_pkg::max(1, QUEUE / BANKS) + BANKS * rh_pkg::log2_up(rh_pkg::max(1, QUEUE / BANKS) + 1) + BANKS * 3
        + (CLOSES != 0 ? rh_pkg::max(1, QUEUE / BANKS) * BANKS : 0) + PAGE_POLICY_BITS + rh_pkg::log2_up(BANKS)
        + rh_pkg::log2_up(BANKS),
    localparam int unsigned FR_FCFS_BITS =
        BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS,
    localparam int unsigned FR_FCFS_SERIAL_BITS =
        BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS + 3 + BANKS * 4,
    localparam int unsigned MOST_PENDING_BITS =
        BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS + QUEUE * rh_pkg::log2_up(QUEUE + 1),
    localparam int unsigned ROW_SORTER_BITS =
        BACKEND_BITS + (QUEUE - QUEUE / 8) + (QUEUE - QUEUE / 8) + (QUEUE - QUEUE / 8) + BANKS * (QUEUE - QUEUE / 8)
        + (QUEUE - QUEUE / 8) * rh_pkg::log2_up(BANKS) + (QUEUE - QUEUE / 8) * ROW_BITS
        + (QUEUE - QUEUE / 8) * COLUMN_BITS + (QUEUE - QUEUE / 8) * 3 + (QUEUE - QUEUE / 8) * TAG_BITS
        + rh_pkg::log2_up(QUEUE + 1) + BANKS * 5 + BANKS * 3 + 3 + BANKS + BANKS + BANKS * ROW_BITS
        + BANKS * COLUMN_BITS + BANKS * 3 + BANKS * TAG_BITS + rh_pkg::log2_up(BANKS) + rh_pkg::log2_up(BANKS) + 1 + 1
        + PAGE_POLICY_BITS,
    localparam int unsigned FGDRAM_CHANNEL_BITS =
        BACKEND_BITS + BANKS + BANKS + BANKS * ROW_BITS + BANKS * COLUMN_BITS + BANKS * 3 + BANKS * TAG_BITS + BANKS * 3
        + BANKS + BANKS + BANKS * rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS + 1) - BANKS) + BANKS
        + BANKS * rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS + 1) - BANKS) + rh_pkg::max(QUEUE, BANKS + 1) - BANKS
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * ROW_BITS
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * COLUMN_BITS + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * 3
        + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS) * TAG_BITS + (rh_pkg::max(QUEUE, BANKS
        + 1) - BANKS) * rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS + 1) - BANKS) + (rh_pkg::max(QUEUE, BANKS + 1) - BANKS)
        + rh_pkg::power(GRAIN_BITS) + rh_pkg::power(GRAIN_BITS) * 4
        + rh_pkg::power(GRAIN_BITS) * rh_pkg::log2_up(BANKS / rh_pkg::power(GRAIN_BITS))
        + rh_pkg::log2_up(rh_pkg::power(GRAIN_BITS)) + rh_pkg::log2_up(BANKS),
    localparam int unsigned SLOT_FIFO_BITS =
        BACKEND_BITS + QUEUE + QUEUE * rh_pkg::log2_up(BANKS) + QUEUE * ROW_BITS + QUEUE * COLUMN_BITS + QUEUE * 3
        + QUEUE * TAG_BITS + QUEUE + QUEUE + rh_pkg::log2_up(QUEUE + 1) + BANKS + BANKS + BANKS * ROW_BITS
        + BANKS * COLUMN_BITS + BANKS * 3 + BANKS * TAG_BITS + rh_pkg::log2_up(BANKS) + rh_pkg::log2_up(BANKS)
        + PAGE_POLICY_BITS,
    localparam int unsigned FR_FCFS_CAP_BITS =
        BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS + BANKS * 8 + BANKS,
    localparam int unsigned BLISS_BITS =
        BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS + QUEUE * rh_pkg::max(1, SOURCE_BITS) + QUEUE
        + rh_pkg::power(SOURCE_BITS) + 1 + rh_pkg::max(1, SOURCE_BITS) + rh_pkg::max(1, SOURCE_BITS) + 8 + 16,
    localparam int unsigned PAR_BS_BITS =
        BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS + QUEUE * rh_pkg::max(1, SOURCE_BITS)
        + QUEUE * rh_pkg::log2_up(QUEUE + 1) + QUEUE * rh_pkg::log2_up(rh_pkg::min(QUEUE, rh_pkg::power(SOURCE_BITS)))
        + QUEUE + QUEUE + rh_pkg::max(1, SOURCE_BITS) + rh_pkg::log2_up(QUEUE + 1) + BANKS + 1 + 1
        + rh_pkg::max(1, SOURCE_BITS) + (4 + rh_pkg::log2_up(QUEUE + 1))
        + rh_pkg::min(QUEUE, rh_pkg::power(SOURCE_BITS)) + rh_pkg::min(QUEUE, rh_pkg::power(SOURCE_BITS)) * (4
        + rh_pkg::log2_up(QUEUE + 1)) + (WRITE_DRAIN != 0 ? 1 : 0),
    localparam int unsigned ATLAS_BITS =
        BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS + QUEUE * rh_pkg::max(1, SOURCE_BITS) + QUEUE * (1
        + rh_pkg::max(1, SOURCE_BITS)) + QUEUE + QUEUE + BANKS + BANKS * (1 + rh_pkg::max(1, SOURCE_BITS))
        + rh_pkg::log2_up(BANKS) + 24 + 24 + 1 + (1 + 2 * SOURCE_BITS) + 28 + rh_pkg::max(1, SOURCE_BITS)
        + rh_pkg::power(SOURCE_BITS) * rh_pkg::max(1, SOURCE_BITS) + rh_pkg::power(SOURCE_BITS) * 28 + BANKS + (2
        + TIMER_BITS) + rh_pkg::max(1, SOURCE_BITS),
    localparam int unsigned SMS_BITS =
        BACKEND_BITS + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * ROW_BITS
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * COLUMN_BITS + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * 3
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * TAG_BITS + BANKS * rh_pkg::max(1, QUEUE / 2 / BANKS)
        + BANKS * rh_pkg::max(1, QUEUE / 2 / BANKS) + BANKS * rh_pkg::log2_up(rh_pkg::max(1, QUEUE / 2 / BANKS) + 1)
        + BANKS * 3 + (CLOSES != 0 ? rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS : 0) + PAGE_POLICY_BITS
        + rh_pkg::log2_up(BANKS) + rh_pkg::log2_up(BANKS)
        + rh_pkg::max(1, QUEUE / 2 / BANKS) * BANKS * rh_pkg::log2_up(rh_pkg::source_fifos(QUEUE, SOURCE_BITS))
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * rh_pkg::log2_up(BANKS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * ROW_BITS
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * COLUMN_BITS
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * 3
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS) * TAG_BITS
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::source_depth(QUEUE, SOURCE_BITS)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::log2_up(rh_pkg::source_depth(QUEUE, SOURCE_BITS) + 1)
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * 8
        + rh_pkg::source_fifos(QUEUE, SOURCE_BITS) * rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1)
        + rh_pkg::log2_up(rh_pkg::max(QUEUE, BANKS) + 1) + rh_pkg::source_fifos(QUEUE, SOURCE_BITS)
        + rh_pkg::log2_up(rh_pkg::source_fifos(QUEUE, SOURCE_BITS)) + rh_pkg::LFSR_BITS,
    localparam int unsigned WARP_GROUP_BITS =
        BACKEND_BITS + AGE_QUEUE_BITS + PAGE_POLICY_BITS + QUEUE * rh_pkg::max(1, SOURCE_BITS)
        + QUEUE * rh_pkg::log2_up(QUEUE + 2) + QUEUE + 1 + 1 + (rh_pkg::max(2, SOURCE_BITS) - 1) + BANKS,
    localparam int unsigned CONTROLLER_BITS =
        (VARIANT == 0) ? FIFO_BITS :
        (VARIANT == 1) ? BANKED_FIFO_BITS :
        (VARIANT == 2) ? FR_FCFS_BITS :
        (VARIANT == 3) ? FR_FCFS_SERIAL_BITS :
        (VARIANT == 4) ? MOST_PENDING_BITS :
        (VARIANT == 5) ? ROW_SORTER_BITS :
        (VARIANT == 6) ? FGDRAM_CHANNEL_BITS :
        (VARIANT == 7) ? SLOT_FIFO_BITS :
        (VARIANT == 8) ? FR_FCFS_CAP_BITS :
        (VARIANT == 9) ? BLISS_BITS :
        (VARIANT == 10) ? PAR_BS_BITS :
        (VARIANT == 11) ? ATLAS_BITS :
        (VARIANT == 12) ? SMS_BITS : WARP_GROUP_BITS,
// end generated
    localparam int unsigned MOST_FLITS = 1 + (8 * COMMAND_BYTES + FLIT_BYTES - 1) / FLIT_BYTES,
    localparam int unsigned PAYLOAD_BITS = TAG_BITS + 1 + COLUMN_BITS,  // of a request: tag, write, column
    localparam int unsigned ROUTERS = rh_pkg::topology_routers(
        TOPOLOGY, CORES + CONTROLLERS,
        (COLUMNS != 0) ? COLUMNS : rh_pkg::topology_width(CORES + CONTROLLERS)),
    localparam int unsigned REQUESTS_BITS =
        network_bits(CORES, CONTROLLERS, BANKS, ROW_BITS, PAYLOAD_BITS, HOLD, ROW_AFFINE),
    localparam int unsigned REPLIES_BITS = network_bits(CONTROLLERS, CORES, 1, 1, TAG_BITS, 0, 0),
    // where they stand in obs_o: the three clocks' sums, requests, replies, controllers, each from a word of 32 bits on
    localparam int unsigned REQUESTS_AT = 96,
    localparam int unsigned REPLIES_AT = REQUESTS_AT + REQUESTS_BITS,
    localparam int unsigned CONTROLLERS_AT = REPLIES_AT + REPLIES_BITS,
    localparam int unsigned CONTROLLER_SIZE = words(CONTROLLER_BITS),
    localparam int unsigned OBS_BITS = CONTROLLERS_AT + CONTROLLERS * CONTROLLER_SIZE
) (
    input  logic                                         clk_i,   // of the fastest
    input  logic                                         rst_ni,
    input  logic [                        RATE_BITS-1:0] core_rate_i,     // of the clocks, in any unit; below 2^31
    input  logic [                        RATE_BITS-1:0] network_rate_i,
    input  logic [                        RATE_BITS-1:0] memory_rate_i,
    input  logic [                                  7:0] hold_limit_i,    // of the network of requests
    input  logic [                                  7:0] outstanding_limit_i,  // requests of a core in flight
    input  logic [          rh_pkg::T_COUNT*TIMER_BITS-1:0] constraints_i,          // of the controllers, and so on
    input  logic [                                  3:0] faw_n_i,
    input  logic [                                  1:0] refresh_i,
    input  logic [                                 15:0] refi_i,
    input  logic [                                 15:0] rfc_i,
    input  logic [                                 15:0] age_cap_i,
    input  logic [                                  7:0] hit_cap_i,
    input  logic [                                  7:0] blacklist_threshold_i,
    input  logic [                                 15:0] clearing_interval_i,
    input  logic [                                  3:0] marking_cap_i,
    input  logic [                                 23:0] quantum_i,
    input  logic [                                  2:0] service_history_i,
    input  logic [                                 23:0] waiting_threshold_i,
    input  logic [                                  7:0] batch_age_i,
    input  logic [                                  7:0] batch_rush_i,
    input  logic [                                  7:0] shortest_first_i,
    input  logic [                                  7:0] write_high_i,
    input  logic [                                  7:0] write_low_i,
    input  logic [                                  7:0] write_queue_i,
    input  logic [                                  1:0] page_i,
    input  logic [                                 15:0] page_timeout_i,
    input  logic [                            CORES-1:0] core_valid_i,       // core k offers a request
    input  logic [      CORES*CONTROLLER_INDEX_BITS-1:0] core_controller_i,  // for this controller
    input  logic [                  CORES*BANK_BITS-1:0] core_bank_i,
    input  logic [                   CORES*ROW_BITS-1:0] core_row_i,
    input  logic [                CORES*COLUMN_BITS-1:0] core_column_i,
    input  logic [                            CORES-1:0] core_write_i,
    input  logic [                          CORES*3-1:0] core_len_i,       // column commands minus one
    input  logic [                  CORES*SLOT_BITS-1:0] core_slot_i,        // none of the core's that is in flight
    output logic                                         core_tick_o,        // a clock of the cores
    output logic                                         network_tick_o,
    output logic                                         memory_tick_o,      // the controllers' outputs count
    output logic [                            CORES-1:0] core_ready_o,       // the offered request is taken
    output logic [                            CORES-1:0] reply_valid_o,      // core k has a reply
    output logic [                   CORES*TAG_BITS-1:0] reply_tag_o,
    output logic [                      CONTROLLERS-1:0] req_ready_o,        // outputs of controller k at k
    output logic [                      CONTROLLERS-1:0] rsp_valid_o,
    output logic [             CONTROLLERS*TAG_BITS-1:0] rsp_tag_o,
    output logic [                      CONTROLLERS-1:0] rsp_write_o,
    output logic [                      CONTROLLERS-1:0] forward_o,
    output logic [             CONTROLLERS*TAG_BITS-1:0] forward_tag_o,
    output logic [                    CONTROLLERS*3-1:0] col_cmd_o,
    output logic [            CONTROLLERS*BANK_BITS-1:0] col_bank_o,
    output logic [          CONTROLLERS*COLUMN_BITS-1:0] col_column_o,
    output logic [             CONTROLLERS*TAG_BITS-1:0] col_tag_o,
    output logic [                      CONTROLLERS-1:0] col_last_o,
    output logic [                    CONTROLLERS*3-1:0] col_reason_o,
    output logic [                    CONTROLLERS*3-1:0] row_cmd_o,
    output logic [            CONTROLLERS*BANK_BITS-1:0] row_bank_o,
    output logic [             CONTROLLERS*ROW_BITS-1:0] row_row_o,
    output logic [                      CONTROLLERS-1:0] row_all_o,
    output logic [                    CONTROLLERS*3-1:0] row_reason_o,
    output logic [                      CONTROLLERS-1:0] active_o,
    output logic [                      CONTROLLERS-1:0] booked_o,
    output logic [                    CONTROLLERS*4-1:0] cause_o,
    output logic [                      CONTROLLERS-1:0] timers_o,
    output logic [       CONTROLLERS*OCCUPANCY_BITS-1:0] occupancy_o,
    output logic [                         OBS_BITS-1:0] obs_o               // the first lowest
);
  rh_system_limits #(
      .TOPOLOGY(TOPOLOGY), .CORES(CORES), .CONTROLLERS(CONTROLLERS), .COLUMNS(COLUMNS), .ALLOCATOR(ALLOCATOR),
      .VCS(VCS), .STATIC_VCS(STATIC_VCS), .SPECULATIVE(SPECULATIVE), .DEPTH(DEPTH),
      .INJECTION_QUEUE(INJECTION_QUEUE), .ITERATIONS(ITERATIONS),
      .HASH_BITS(HASH_BITS), .HOLD(HOLD), .STAYS(STAYS), .ROW_AFFINE(ROW_AFFINE), .VARIANT(VARIANT), .QUEUE(QUEUE),
      .BANKS(BANKS),
      .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .RESPONSES(RESPONSES),
      .TIMER_BITS(TIMER_BITS), .REGISTERED(REGISTERED), .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS),
      .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS), .SUBARRAY_BITS(SUBARRAY_BITS),
      .SOURCE_BITS(SOURCE_BITS), .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN), .CLOSES(CLOSES),
      .COMMAND_BYTES(COMMAND_BYTES),
      .FLIT_BYTES(FLIT_BYTES)
  ) u_limits ();

  localparam int unsigned FLITS_BITS = rh_pkg::log2_up(MOST_FLITS + 1);

  function automatic int unsigned words(input int unsigned bits);  // in bits
    words = (bits + 31) / 32 * 32;
  endfunction

  // OBS_BITS of a rh_request_network with these and the system's parameters.
  function automatic int unsigned network_bits(input int unsigned sources, input int unsigned sinks,
                                               input int unsigned banks, input int unsigned row_bits,
                                               input int unsigned payload_bits, input int unsigned hold,
                                               input int unsigned row_affine);
    int unsigned to_bits, said, places, credits, channel, inputs, outputs, injector, router, channels, ejector;
    to_bits  = rh_pkg::log2_up(sinks);
    said     = rh_pkg::log2_up(banks) + row_bits + payload_bits;
    credits  = rh_pkg::log2_up(DEPTH + 1);
    places   = rh_pkg::log2_up(DEPTH) + credits;
    channel  = rh_pkg::log2_up(VCS);
    inputs   = (rh_pkg::topology_ports(TOPOLOGY) != 0) ? rh_pkg::topology_ports(TOPOLOGY) : sources;
    outputs  = (rh_pkg::topology_ports(TOPOLOGY) != 0) ? rh_pkg::topology_ports(TOPOLOGY) : sinks;
    injector = INJECTION_QUEUE * (to_bits + said + FLITS_BITS) + rh_pkg::log2_up(INJECTION_QUEUE)
        + rh_pkg::log2_up(INJECTION_QUEUE + 1) + FLITS_BITS + 8 + VCS * credits + 2 + channel + to_bits + said;
    router   = inputs * VCS * (DEPTH * (1 + to_bits + said) + places + 2 * outputs + channel + 4)
        + inputs * (rh_pkg::log2_up(outputs) + 3 * channel + 5) + outputs * VCS * (2 + credits)
        + outputs * (rh_pkg::log2_up(inputs) + 2 + channel + to_bits + said);
    channels = rh_pkg::hold_bits(inputs, outputs, hold, sinks, banks, row_bits, HASH_BITS)
        + ((ALLOCATOR == 0) ? (inputs + outputs) * rh_pkg::LFSR_BITS
            : (ALLOCATOR == 2) ? rh_pkg::log2_up(rh_pkg::max(inputs, outputs))
            : inputs * rh_pkg::log2_up(outputs) + outputs * rh_pkg::log2_up(inputs));
    ejector  = VCS * (DEPTH * (1 + said) + places + 1 + said) + 3 * channel + 3 + said
        + ((row_affine != 0) ? banks * row_bits + banks + rh_pkg::log2_up(row_affine + 1) : 0);
    network_bits = sources * words(injector) + ROUTERS * (words(router) + words(channels)) + sinks * words(ejector);
  endfunction

  // Flits of a packet with so many column commands of data.
  function automatic logic [FLITS_BITS-1:0] flits(input logic [2:0] len);
    flits = FLITS_BITS'(1);
    for (int unsigned e = 0; e < 8; e++)
      if (len == 3'(e)) flits = FLITS_BITS'(1 + ((e + 1) * COMMAND_BYTES + FLIT_BYTES - 1) / FLIT_BYTES);
  endfunction

  // --- clocks ---
  logic [RATE_BITS-1:0] faster, fastest, core_sum, network_sum, memory_sum;
  assign faster  = (core_rate_i > network_rate_i) ? core_rate_i : network_rate_i;
  assign fastest = (faster > memory_rate_i) ? faster : memory_rate_i;
  rh_clock_enable #(.W(RATE_BITS)) u_core_clock (
      .clk_i(clk_i), .rst_ni(rst_ni), .rate_i(core_rate_i), .fastest_i(fastest), .tick_o(core_tick_o), .obs_o(core_sum)
  );
  rh_clock_enable #(.W(RATE_BITS)) u_network_clock (
      .clk_i(clk_i), .rst_ni(rst_ni), .rate_i(network_rate_i), .fastest_i(fastest), .tick_o(network_tick_o),
      .obs_o(network_sum)
  );
  rh_clock_enable #(.W(RATE_BITS)) u_memory_clock (
      .clk_i(clk_i), .rst_ni(rst_ni), .rate_i(memory_rate_i), .fastest_i(fastest), .tick_o(memory_tick_o),
      .obs_o(memory_sum)
  );

  // The controllers have no enable, which each of their flip-flops would pay for: their clock is gated.
  logic memory_clk;
  rh_clock_gate u_memory_gate (.clk_i(clk_i), .enable_i(memory_tick_o | !rst_ni), .clk_o(memory_clk));

  // --- cores ---
  localparam int unsigned CORE_BITS = rh_pkg::log2_up(CORES);
  logic [CORES-1:0] ready;
  logic [CORES*PAYLOAD_BITS-1:0] core_payload;
  logic [CORES*FLITS_BITS-1:0] core_flits;
  for (genvar k = 0; k < CORES; k++) begin : g_core
    assign core_payload[k*PAYLOAD_BITS+:PAYLOAD_BITS] = {
      core_len_i[k*3+:3], CORE_BITS'(k), core_slot_i[k*SLOT_BITS+:SLOT_BITS], core_write_i[k],
      core_column_i[k*COLUMN_BITS+:COLUMN_BITS]
    };
    assign core_flits[k*FLITS_BITS+:FLITS_BITS] = core_write_i[k] ? flits(core_len_i[k*3+:3]) : FLITS_BITS'(1);
  end
  assign core_ready_o = ready & {CORES{core_tick_o}};

  // --- requests ---
  logic [CONTROLLERS-1:0] req_valid;
  logic [CONTROLLERS*BANK_BITS-1:0] req_bank;
  logic [CONTROLLERS*ROW_BITS-1:0] req_row;
  logic [CONTROLLERS*PAYLOAD_BITS-1:0] req_payload;
  logic [REQUESTS_BITS-1:0] requests_obs;
  rh_request_network #(
      .TOPOLOGY(TOPOLOGY), .CORES(CORES), .CONTROLLERS(CONTROLLERS), .COLUMNS(COLUMNS), .REPLIES(0),
      .ALLOCATOR(ALLOCATOR), .VCS(VCS), .STATIC_VCS(STATIC_VCS), .SPECULATIVE(SPECULATIVE), .DEPTH(DEPTH),
      .QUEUE(INJECTION_QUEUE),
      .MOST_FLITS(MOST_FLITS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .PAYLOAD_BITS(PAYLOAD_BITS),
      .ITERATIONS(ITERATIONS), .HASH_BITS(HASH_BITS), .HOLD(HOLD), .STAYS(STAYS), .ROW_AFFINE(ROW_AFFINE),
      .OBSERVE(OBSERVE)
  ) u_requests (
      .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(hold_limit_i), .outstanding_limit_i(outstanding_limit_i),
      .enable_i(network_tick_o), .message_valid_i(core_valid_i & {CORES{core_tick_o}}),
      .message_destination_i(core_controller_i), .message_bank_i(core_bank_i), .message_row_i(core_row_i),
      .message_payload_i(core_payload), .message_flits_i(core_flits), .done_i(reply_valid_o),
      .message_ready_o(ready), .sink_ready_i(req_ready_o & {CONTROLLERS{memory_tick_o}}), .sink_valid_o(req_valid),
      .sink_bank_o(req_bank), .sink_row_o(req_row), .sink_payload_o(req_payload), .obs_o(requests_obs)
  );

  // --- controllers ---
  localparam int unsigned SOURCE_WIDTH = rh_pkg::max(1, SOURCE_BITS);
  logic [CONTROLLERS-1:0] rsp_ready;
  logic [CONTROLLERS*CORE_BITS-1:0] rsp_core;
  logic [CONTROLLERS*FLITS_BITS-1:0] rsp_flits;
  logic [CONTROLLERS*CONTROLLER_SIZE-1:0] controllers_obs;
  for (genvar k = 0; k < CONTROLLERS; k++) begin : g_controller
    logic write;
    logic [2:0] req_len, rsp_len;
    logic [TAG_BITS-1:0] req_tag;
    logic [SOURCE_WIDTH-1:0] source;
    logic [COLUMN_BITS-1:0] column;
    logic [SLOT_BITS-1:0] unused_slot;
    logic [CONTROLLER_BITS-1:0] state;
    assign {req_tag, write, column} = req_payload[k*PAYLOAD_BITS+:PAYLOAD_BITS];
    assign req_len = req_tag[TAG_BITS-1-:3];
    assign source = (SOURCE_BITS == 0) ? '0 : SOURCE_WIDTH'(req_tag[SLOT_BITS+:CORE_BITS]);  // the network's input
    assign {rsp_len, rsp_core[k*CORE_BITS+:CORE_BITS], unused_slot} = rsp_tag_o[k*TAG_BITS+:TAG_BITS];
    assign rsp_flits[k*FLITS_BITS+:FLITS_BITS] = rsp_write_o[k] ? FLITS_BITS'(1) : flits(rsp_len);
    assign controllers_obs[k*CONTROLLER_SIZE+:CONTROLLER_SIZE] = CONTROLLER_SIZE'(state);
    rh_any_controller #(
        .VARIANT(VARIANT), .QUEUE(QUEUE), .BANKS(BANKS), .GROUPS(GROUPS), .BUSES(BUSES), .ROW_BITS(ROW_BITS),
        .COLUMN_BITS(COLUMN_BITS), .TAG_BITS(TAG_BITS), .RESPONSES(RESPONSES), .TIMER_BITS(TIMER_BITS),
        .REGISTERED(REGISTERED), .GRAIN_BITS(GRAIN_BITS), .RANK_BITS(RANK_BITS),
        .SUBARRAY_GROUP_BITS(SUBARRAY_GROUP_BITS), .SUBARRAY_BITS(SUBARRAY_BITS), .SOURCE_BITS(SOURCE_BITS),
        .STACKED(STACKED), .WRITE_DRAIN(WRITE_DRAIN), .CLOSES(CLOSES), .OBSERVE(OBSERVE), .LOAD(1'b0)
    ) u_controller (
        .clk_i(memory_clk), .req_valid_i(req_valid[k]), .req_write_i(write),
        .req_bank_i(req_bank[k*BANK_BITS+:BANK_BITS]), .req_row_i(req_row[k*ROW_BITS+:ROW_BITS]), .req_column_i(column),
        .req_len_i(req_len), .req_tag_i(req_tag), .req_source_i(source), .rsp_ready_i(rsp_ready[k]),
        .req_ready_o(req_ready_o[k]), .rsp_valid_o(rsp_valid_o[k]), .rsp_tag_o(rsp_tag_o[k*TAG_BITS+:TAG_BITS]),
        .rsp_write_o(rsp_write_o[k]), .forward_o(forward_o[k]), .forward_tag_o(forward_tag_o[k*TAG_BITS+:TAG_BITS]),
        .col_cmd_o(col_cmd_o[k*3+:3]), .col_bank_o(col_bank_o[k*BANK_BITS+:BANK_BITS]),
        .col_column_o(col_column_o[k*COLUMN_BITS+:COLUMN_BITS]), .col_tag_o(col_tag_o[k*TAG_BITS+:TAG_BITS]),
        .col_last_o(col_last_o[k]), .col_reason_o(col_reason_o[k*3+:3]), .row_cmd_o(row_cmd_o[k*3+:3]),
        .row_bank_o(row_bank_o[k*BANK_BITS+:BANK_BITS]), .row_row_o(row_row_o[k*ROW_BITS+:ROW_BITS]),
        .row_all_o(row_all_o[k]), .row_reason_o(row_reason_o[k*3+:3]), .active_o(active_o[k]), .booked_o(booked_o[k]),
        .cause_o(cause_o[k*4+:4]), .timers_o(timers_o[k]), .occupancy_o(occupancy_o[k*OCCUPANCY_BITS+:OCCUPANCY_BITS]),
        .load_i(1'b0), .load_state_i(state), .obs_o(state), .*
    );
    logic unused_slots;
    assign unused_slots = &{1'b0, unused_slot};
  end

  // --- replies ---
  logic [CORES-1:0] unused_bank, unused_row;
  logic [REPLIES_BITS-1:0] replies_obs;
  rh_request_network #(
      .TOPOLOGY(TOPOLOGY), .CORES(CORES), .CONTROLLERS(CONTROLLERS), .COLUMNS(COLUMNS), .REPLIES(1),
      .ALLOCATOR(ALLOCATOR), .VCS(VCS), .STATIC_VCS(STATIC_VCS), .SPECULATIVE(SPECULATIVE), .DEPTH(DEPTH),
      .QUEUE(INJECTION_QUEUE),
      .MOST_FLITS(MOST_FLITS), .BANKS(1), .ROW_BITS(1), .PAYLOAD_BITS(TAG_BITS), .ITERATIONS(ITERATIONS),
      .HASH_BITS(HASH_BITS), .HOLD(0), .ROW_AFFINE(0), .OBSERVE(OBSERVE)
  ) u_replies (
      .clk_i(clk_i), .rst_ni(rst_ni), .hold_limit_i(8'd0), .outstanding_limit_i(8'd0), .enable_i(network_tick_o),
      .message_valid_i(rsp_valid_o & {CONTROLLERS{memory_tick_o}}), .message_destination_i(rsp_core),
      .message_bank_i({CONTROLLERS{1'b0}}),
      .message_row_i({CONTROLLERS{1'b0}}), .message_payload_i(rsp_tag_o), .message_flits_i(rsp_flits),
      .done_i({CONTROLLERS{1'b0}}), .message_ready_o(rsp_ready), .sink_ready_i({CORES{1'b1}}),
      .sink_valid_o(reply_valid_o), .sink_bank_o(unused_bank), .sink_row_o(unused_row),
      .sink_payload_o(reply_tag_o), .obs_o(replies_obs)
  );

  assign obs_o = {controllers_obs, replies_obs, requests_obs, memory_sum, network_sum, core_sum};

  logic unused_signals;
  assign unused_signals = &{1'b0, unused_bank, unused_row};
endmodule
