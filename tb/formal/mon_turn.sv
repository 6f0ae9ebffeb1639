// SPDX-License-Identifier: Apache-2.0
// One round robin: of those that contend the nearest at or behind the pointer is served, then the pointer stands behind
// that one; where nobody is, or who is passes a turn over, the pointer stays. A clock is looked at from the next one,
// where the registers show who was served.
module mon_turn #(
    parameter int unsigned N = 2,
    parameter bit COVERS = 1'b1,  // several may contend at once
    localparam int unsigned W = rh_pkg::log2_up(N)
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         started_i,
    input logic [N-1:0] set_i,     // who contends in this clock,
    input logic [W-1:0] from_i,    // and its pointer
    input logic [N-1:0] served_i,  // who was served in the clock before; 0: nobody
    input logic         keeps_i    // the pointer then stays
);
  logic [N-1:0] nearest, nearest_q, set_q;
  logic [W-1:0] from_q, behind;
  logic fresh;  // no reset, neither now nor in the clock before
  logic alive_q;
  assign fresh = started_i & rst_ni & alive_q;
  mon_nearest #(.N(N)) u_nearest (.set_i(set_i), .from_i(from_i), .nearest_o(nearest));
  always_comb begin
    behind = '0;
    for (int unsigned k = 0; k < N; k++) if (served_i[k]) behind = W'((k + 1) % N);
  end
  always_ff @(posedge clk_i) begin
    alive_q   <= started_i & rst_ni;
    nearest_q <= nearest;
    set_q     <= set_i;
    from_q    <= from_i;
  end
  always_comb if (fresh) nearest_A: assert (served_i == '0 || served_i == nearest_q);
  if (N > 1) begin : g_pointer
    always_comb if (fresh) pointer_A: assert (from_i == ((served_i != '0 && !keeps_i) ? behind : from_q));
  end
  if (N > 1 && COVERS) begin : g_covers
    always_comb
      if (fresh) begin  // over a lower one, and around the end
        passed_C: cover (served_i != '0 && (set_q & (served_i - N'(1))) != '0);
        around_C: cover (served_i[0] && from_q == W'(N - 1));
      end
  end
endmodule
