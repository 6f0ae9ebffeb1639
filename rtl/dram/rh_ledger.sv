// SPDX-License-Identifier: Apache-2.0
// The stall ledger (observation only): the cause that holds back the request that the policy ranks first.
// Promise: an active clock without a booked data bus has one cause, the first in the order of attribution that applies.
module rh_ledger #(
    parameter int unsigned BUSES = 1
) (
    input  logic                        active_i,
    input  logic                        booked_i,
    input  logic [    rh_pkg::SETS-1:0] next_i,        // the first request's next command, one-hot: RD, WR, PRE or ACT
    input  logic [  rh_pkg::CAUSES-1:0] attribution_i,      // what the timers that run hold it back for
    input  logic                        blocked_i,     // its bank: in a refresh
    input  logic                        slot_i,        // a response slot is free
    input  logic                        window_i,      // N activates in tFAW
    input  logic                        turns_i,       // the data bus turns to its rank
    input  logic                        subarray_i,    // its ACT was chosen, and waits for a neighbour's row
    input  logic                        row_issued_i,  // a row command goes out in this clock
    input  logic                        row_own_i,     // to its bank, or auto-precharge closes it
    output logic [                 3:0] cause_o
);
  rh_limits #(.BUSES(BUSES)) u_limits ();
  logic column;
  logic [rh_pkg::CAUSES-1:0] applies, first;
  logic [3:0] index;

  assign column = next_i[rh_pkg::SET_RD] | next_i[rh_pkg::SET_WR];

  // the causes' codes are the order of attribution; a command to the bank itself is the wait that it begins
  always_comb begin
    applies = attribution_i;
    applies[rh_pkg::CAUSE_POLICY] = 1'b1;
    if (blocked_i) applies[rh_pkg::CAUSE_REFRESH] = 1'b1;
    if (column & ~slot_i) applies[rh_pkg::CAUSE_RESPONSE] = 1'b1;
    if (column & turns_i) applies[rh_pkg::CAUSE_TURNAROUND] = 1'b1;
    if (next_i[rh_pkg::SET_ACT] & window_i) applies[rh_pkg::CAUSE_WINDOW] = 1'b1;
    if (next_i[rh_pkg::SET_ACT] & subarray_i) applies[rh_pkg::CAUSE_SUBARRAY] = 1'b1;
    if (next_i[rh_pkg::SET_ACT] & row_own_i) applies[rh_pkg::CAUSE_TRCD] = 1'b1;
    if (next_i[rh_pkg::SET_PRE] & row_own_i) applies[rh_pkg::CAUSE_TRP] = 1'b1;
    if (row_issued_i & ((BUSES == 1) | ~column)) applies[rh_pkg::CAUSE_BUS] = 1'b1;
  end

  rh_first #(.N(rh_pkg::CAUSES)) u_first (.set_i(applies), .first_o(first));
  rh_onehot_index #(.N(rh_pkg::CAUSES)) u_index (.onehot_i(first), .index_o(index));
  assign cause_o = (active_i & ~booked_i) ? index : '0;
endmodule
