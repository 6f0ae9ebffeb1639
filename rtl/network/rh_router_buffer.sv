// SPDX-License-Identifier: Apache-2.0
// A virtual channel of a router's output: the packet that has it, the packet that waits for it, and the places behind
// its link. Model: cmodel/network/rh_vc_router.c.
// Promises: it is given while no packet has it, or while the tail of the packet that has it stands at the front and no
// other packet waits for it; credit_o is set while a place is left.
module rh_router_buffer #(
    parameter int unsigned DEPTH = 8,
    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1)
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  begins_i,        // a packet gets it and begins,
    input  logic                  waits_i,         // or waits for the tail of the one that has it
    input  logic                  at_once_i,       // the packet that begins ends in the same clock
    input  logic                  ends_i,          // that tail stands at the front,
    input  logic                  passes_i,        // it leaves
    input  logic                  left_i,          // a flit leaves
    input  logic                  freed_i,         // a place behind the link was freed
    input  logic                  load_i,          // state load: take these
    input  logic                  load_taken_i,
    input  logic                  load_heir_i,
    input  logic [COUNT_BITS-1:0] load_credits_i,
    output logic                  gives_o,
    output logic                  credit_o,
    output logic                  taken_o,
    output logic                  heir_o,
    output logic [COUNT_BITS-1:0] credits_o
);
  rh_router_limits #(.DEPTH(DEPTH)) u_limits ();
  logic taken_d, taken_q, heir_d, heir_q, heir;
  logic [COUNT_BITS-1:0] credits_d, credits_q;

  assign heir      = heir_q | waits_i;
  assign heir_d    = heir & ~passes_i;
  assign taken_d   = (begins_i & ~at_once_i) | (taken_q & ~(passes_i & ~heir));
  rh_up_down #(.W(COUNT_BITS)) u_credits (.count_i(credits_q), .up_i(freed_i), .down_i(left_i), .next_o(credits_d));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      taken_q   <= 1'b0;
      heir_q    <= 1'b0;
      credits_q <= COUNT_BITS'(DEPTH);
    end else if (load_i) begin
      taken_q   <= load_taken_i;
      heir_q    <= load_heir_i;
      credits_q <= load_credits_i;
    end else begin
      taken_q   <= taken_d;
      heir_q    <= heir_d;
      credits_q <= credits_d;
    end
  end

  assign gives_o   = ~taken_q | (ends_i & ~heir_q);
  assign credit_o  = credits_q != '0;
  assign taken_o   = taken_q;
  assign heir_o    = heir_q;
  assign credits_o = credits_q;
`ifndef SYNTHESIS
  rh_contract_credits #(.N(DEPTH)) u_credit_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(load_i), .credits_i(credits_q), .send_i(left_i), .back_i(freed_i)
  );
`endif
endmodule
