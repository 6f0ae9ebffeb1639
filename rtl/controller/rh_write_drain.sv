// SPDX-License-Identifier: Apache-2.0
// Which kind of request an rh_age_queue serves: reads while they wait, until write_high_i writes do; then writes, until
// write_low_i are left; and writes where no read waits. The kind that is not served is held. With write_queue_i places
// of the queue for writes, and the others for reads, a kind is full when its places are taken. Kinds: reads 0,
// writes 1. What is held and full is known at the start of a clock: the comparisons are made early, for as many as
// there are, for one more and for one less, and what arrives and leaves late in the clock only says which of them
// count. Model: cmodel/controller/rh_write_drain.h.
module rh_write_drain #(
    parameter int unsigned QUEUE = 32,
    localparam int unsigned N = rh_pkg::log2_up(QUEUE + 1),
    localparam int unsigned OBS_BITS = 2 * N + 4
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic [         7:0] write_high_i,   // writes that wait, from which on they drain; 0: no kind is held
    input  logic [         7:0] write_low_i,    // writes left with which that ends
    input  logic [         7:0] write_queue_i,  // places for writes; 0: no kind is full
    input  logic                arrive_i,       // the request that is offered is taken
    input  logic                req_write_i,    // its kind
    input  logic [         1:0] leave_i,        // a read, a write leaves
    output logic [         1:0] held_o,
    output logic                turned_o,       // another kind is held in the next clock
    output logic                room_o,         // for the request that is offered, by its kind
    input  logic                load_i,
    input  logic [OBS_BITS-1:0] load_state_i,   // as obs_o
    output logic [OBS_BITS-1:0] obs_o
);
  rh_limits #(.QUEUE(QUEUE)) u_limits ();
  logic drain, first;  // in the next clock: writes drain, reads go first
  logic [2*N-1:0] kind_waiting_d, kind_waiting_q;
  logic [1:0] kind_held_d, kind_held_q, kind_full_d, kind_full_q, more, less;

  // for as many as there are, for one more, for one less
  logic [2:0] drains, reads, reads_full, writes_full;
  always_comb begin
    for (int unsigned c = 0; c < 3; c++) begin
      logic [N:0] read, write;
      read           = {1'b0, kind_waiting_q[N-1:0]} + (N + 1)'(c == 1) - (N + 1)'(c == 2);
      write          = {1'b0, kind_waiting_q[2*N-1:N]} + (N + 1)'(c == 1) - (N + 1)'(c == 2);
      reads[c]       = |read;
      drains[c]      = (|write_high_i)
          & (kind_held_q[0] ? 32'(write) > 32'(write_low_i) : 32'(write) >= 32'(write_high_i));
      reads_full[c]  = (|write_queue_i) & (32'(read) + 32'(write_queue_i) >= QUEUE);
      writes_full[c] = (|write_queue_i) & (32'(write) >= 32'(write_queue_i));
    end
  end

  for (genvar k = 0; k < 2; k++) begin : g_kind
    logic arrives;
    assign arrives = arrive_i & (req_write_i == 1'(k));
    assign more[k] = arrives & ~leave_i[k];
    assign less[k] = leave_i[k] & ~arrives;
    assign kind_waiting_d[k*N+:N] = kind_waiting_q[k*N+:N] + N'(more[k]) - N'(less[k]);
  end
  assign drain          = more[1] ? drains[1] : less[1] ? drains[2] : drains[0];
  assign first          = (|write_high_i) & ~drain & (more[0] ? reads[1] : less[0] ? reads[2] : reads[0]);
  assign kind_held_d    = {first, drain};
  assign kind_full_d[0] = more[0] ? reads_full[1] : less[0] ? reads_full[2] : reads_full[0];
  assign kind_full_d[1] = more[1] ? writes_full[1] : less[1] ? writes_full[2] : writes_full[0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {kind_full_q, kind_held_q, kind_waiting_q} <= '0;
    else if (load_i) {kind_full_q, kind_held_q, kind_waiting_q} <= load_state_i;
    else {kind_full_q, kind_held_q, kind_waiting_q} <= {kind_full_d, kind_held_d, kind_waiting_d};
  end

  assign held_o   = kind_held_q;
  assign turned_o = kind_held_d != kind_held_q;
  assign room_o   = req_write_i ? ~kind_full_q[1] | leave_i[1] : ~kind_full_q[0] | leave_i[0];
  assign obs_o    = {kind_full_q, kind_held_q, kind_waiting_q};
endmodule
