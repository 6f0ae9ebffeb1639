// SPDX-License-Identifier: Apache-2.0
// Plays a file of `rowhold trace pins` to a DDR3 or DDR4 model. What stands in rh_vendor_dram is the model:
// rh_stub_dram.sv here, a wrapper round a vendor's where there is one (docs/verification.md shows both).
//
//   +pins=FILE       the file
//   +tck_ps=N        command clock period
//   +wl=N            clocks from WR to its first data beat, for the strobes
//   +after=N         clocks after the last command; default 1000
`timescale 1ps / 1ps
module rh_vendor_model;
  logic ck = 0, reset_n = 0, cke = 0, cs_n = 1, act_n = 1, ras_n = 1, cas_n = 1, we_n = 1;
  logic [1:0] bg = 0;
  logic [2:0] ba = 0;
  logic [17:0] a = 0;
  // A write's strobes: one clock of preamble, then four clocks in which they toggle with the clock; the data are all
  // zeros.
  logic dqs_en, dq_en;
  logic [63:0] writes = 0;  // bit i: a WR i + 1 clocks ago
  int unsigned wl = 2;

  rh_vendor_dram u_dram (
      .ck, .reset_n, .cke, .cs_n, .act_n, .ras_n, .cas_n, .we_n, .bg, .ba, .a, .dqs_en, .dq_en
  );

  always_comb begin
    dq_en = 0;
    for (int unsigned i = 0; i < 4; i++) dq_en |= writes[wl-1+i];
    dqs_en = dq_en || writes[wl-2];
  end

  string name;
  int file, fields;
  int unsigned tck_ps = 0, after = 1000;
  longint unsigned clock = 0, at;
  logic [31:0] pin[10];

  function automatic int read_line();
    return $fscanf(file, "%d %h %h %h %h %h %h %h %h %h %h\n", at, pin[0], pin[1], pin[2], pin[3], pin[4], pin[5],
                   pin[6], pin[7], pin[8], pin[9]);
  endfunction

  task automatic drive();
    {reset_n, cke, cs_n, act_n} = {pin[0][0], pin[1][0], pin[2][0], pin[3][0]};
    {ras_n, cas_n, we_n} = {pin[4][0], pin[5][0], pin[6][0]};
    bg = pin[7][1:0];
    ba = pin[8][2:0];
    a = pin[9][17:0];
  endtask

  // The pins change while the clock is low, and the model samples them at its rising edge.
  task automatic tick();
    #(tck_ps / 2) ck = 1;
    #(tck_ps - tck_ps / 2) ck = 0;
    writes = {writes[62:0], !cs_n && act_n && ras_n && !cas_n && !we_n};
    clock++;
  endtask

  initial begin
    if (!$value$plusargs("pins=%s", name) || !$value$plusargs("tck_ps=%d", tck_ps) || !$value$plusargs("wl=%d", wl))
      $fatal(1, "vendor_model: expected +pins=FILE +tck_ps=N +wl=N");
    void'($value$plusargs("after=%d", after));
    file = $fopen(name, "r");
    if (file == 0) $fatal(1, "vendor_model: can't read the pins");
    fields = read_line();
    while (fields == 11) begin
      if (at < clock) $fatal(1, "vendor_model: the clocks of the file go back");
      cs_n = 1;
      if (at == clock) begin
        drive();
        fields = read_line();
      end
      tick();
    end
    cs_n = 1;
    repeat (after) tick();
    $finish;
  end
endmodule
