// SPDX-License-Identifier: Apache-2.0
// Response FIFO: a slot is taken by the last column command of a request and given out after its last data beat.
// Data beats end in the order of their commands (the lint checks it), so one comparator finds the next to mature.
// Promise: responses come in order of their last column commands, each once, none before its data are over.
module rh_response #(
    parameter  int unsigned RESPONSES = 16,
    parameter  int unsigned TAG_BITS = 8,
    parameter  int unsigned TIMER_BITS = 8,
    localparam int unsigned INDEX_BITS = $clog2(RESPONSES),
    localparam int unsigned COUNT_BITS = $clog2(RESPONSES + 1)
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic                            push_i,     // needs slot_o
    input  logic                            write_i,
    input  logic [            TAG_BITS-1:0] tag_i,
    input  logic [          TIMER_BITS-1:0] rd_less_i,  // CL + tBURST - 1; with registered commands one more
    input  logic [          TIMER_BITS-1:0] wr_less_i,  // WL + tBURST - 1; the same
    // state load: take the state that tags_o to now_o show
    input  logic                            load_i,
    input  logic [  RESPONSES*TAG_BITS-1:0] load_tags_i,
    input  logic [RESPONSES*TIMER_BITS-1:0] load_done_i,
    input  logic [           RESPONSES-1:0] load_writes_i,
    input  logic [          INDEX_BITS-1:0] load_head_i,
    input  logic [          COUNT_BITS-1:0] load_count_i,
    input  logic [          COUNT_BITS-1:0] load_mature_i,
    input  logic [          TIMER_BITS-1:0] load_now_i,
    output logic                            slot_o,     // a slot is free
    output logic                            valid_o,
    input  logic                            ready_i,
    output logic [            TAG_BITS-1:0] tag_o,
    output logic                            write_o,
    output logic [  RESPONSES*TAG_BITS-1:0] tags_o,     // observation
    output logic [RESPONSES*TIMER_BITS-1:0] done_o,
    output logic [           RESPONSES-1:0] writes_o,
    output logic [          INDEX_BITS-1:0] head_o,
    output logic [          COUNT_BITS-1:0] count_o,
    output logic [          COUNT_BITS-1:0] mature_o,
    output logic [          TIMER_BITS-1:0] now_o
);
  rh_limits #(.RESPONSES(RESPONSES), .TAG_BITS(TAG_BITS), .TIMER_BITS(TIMER_BITS)) u_limits ();
  localparam int unsigned T = TIMER_BITS;
  localparam logic [COUNT_BITS-1:0] FULL = COUNT_BITS'(RESPONSES);

  logic [RESPONSES*TAG_BITS-1:0] tag_q;
  logic [RESPONSES*T-1:0] done_q;
  logic [RESPONSES-1:0] write_q;
  logic [INDEX_BITS-1:0] head_d, head_q, head_next, next_at, tail;
  logic [COUNT_BITS-1:0] count_d, count_q, mature_d, mature_q;
  logic [T-1:0] now_q, rd_done, wr_done, done;
  logic pop, matures;

  rh_ring #(.N(RESPONSES)) u_next (.from_i(head_q), .by_i(mature_q), .at_o(next_at));
  rh_ring #(.N(RESPONSES)) u_tail (.from_i(head_q), .by_i(count_q), .at_o(tail));
  rh_ring #(.N(RESPONSES)) u_head_next (.from_i(head_q), .by_i(COUNT_BITS'(1)), .at_o(head_next));

  // both sums ahead of the choice, which says late whether it is a write
  assign rd_done = now_q + rd_less_i;
  assign wr_done = now_q + wr_less_i;
  assign done    = write_i ? wr_done : rd_done;
  assign matures = (mature_q != count_q) & (done_q[next_at*T+:T] == now_q);
  assign valid_o = mature_q != '0;
  assign pop     = valid_o & ready_i;
  assign slot_o  = ~&(count_q | ~FULL);  // never above FULL, so every one of that number says it
  assign tag_o   = tag_q[head_q*TAG_BITS+:TAG_BITS];
  assign write_o = write_q[head_q];

  assign tags_o   = tag_q;
  assign done_o   = done_q;
  assign writes_o = write_q;
  assign head_o   = head_q;
  assign count_o  = count_q;
  assign mature_o = mature_q;
  assign now_o    = now_q;
`ifndef SYNTHESIS
  rh_contract_places u_push_contract (
      .clk_i(clk_i), .rst_ni(rst_ni), .forget_i(load_i), .push_i(push_i), .place_i(slot_o), .pop_i(pop),
      .some_i(count_q != '0)
  );
`endif

  always_comb begin
    head_d   = pop ? head_next : head_q;
    count_d  = count_q + COUNT_BITS'(push_i) - COUNT_BITS'(pop);
    mature_d = mature_q + COUNT_BITS'(matures) - COUNT_BITS'(pop);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q   <= '0;
      count_q  <= '0;
      mature_q <= '0;
      now_q    <= '0;
    end else if (load_i) begin
      head_q   <= load_head_i;
      count_q  <= load_count_i;
      mature_q <= load_mature_i;
      now_q    <= load_now_i;
    end else begin
      head_q   <= head_d;
      count_q  <= count_d;
      mature_q <= mature_d;
      now_q    <= now_q + T'(1);
    end
  end

  for (genvar k = 0; k < RESPONSES; k++) begin : g_slot
    always_ff @(posedge clk_i) begin
      if (load_i) begin
        tag_q[k*TAG_BITS+:TAG_BITS] <= load_tags_i[k*TAG_BITS+:TAG_BITS];
        done_q[k*T+:T] <= load_done_i[k*T+:T];
        write_q[k] <= load_writes_i[k];
      end else if (push_i & (tail == INDEX_BITS'(k))) begin
        tag_q[k*TAG_BITS+:TAG_BITS] <= tag_i;
        done_q[k*T+:T] <= done;
        write_q[k] <= write_i;
      end
    end
  end
endmodule
