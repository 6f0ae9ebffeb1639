// SPDX-License-Identifier: Apache-2.0
// Stands where a vendor's model would, so that the way to it is tested: decodes the pins back into commands, one line
// each (`clock,command,bank_group,bank,row,column`), and checks the power-up and that rows are opened and closed in
// turn. Gaps between commands are the vendor's model's to check, and the judge's.
//
//   +ddr4=0|1        which of the two
//   +tck_ps=N        command clock period
//   +wl=N            clocks from WR to its first data beat; +dram_wl=N goes before it
`timescale 1ps / 1ps
module rh_vendor_dram (
    input logic ck,
    input logic reset_n,
    input logic cke,
    input logic cs_n,
    input logic act_n,
    input logic ras_n,
    input logic cas_n,
    input logic we_n,
    input logic [1:0] bg,
    input logic [2:0] ba,
    input logic [17:0] a,
    input logic dqs_en,
    input logic dq_en
);
  int unsigned tck_ps = 1, ddr4 = 0, faults = 0, commands = 0, wl = 2;
  longint unsigned clock = 0, reset_rise = 0, cke_rise = 0, mode_at = 0, calibrated = 0, dll_at = 0;
  logic reset_was = 0, cke_was = 0, calibrating = 0;
  logic [7:0] modes = 0;  // registers written
  logic [15:0] open = 0;
  logic [63:0] writes = 0;  // bit i: a WR i clocks ago
  logic [3:0] bank;
  logic [2:0] number;

  function automatic longint unsigned clocks(longint unsigned ps);
    return (ps + 64'(tck_ps) - 1) / 64'(tck_ps);
  endfunction

  task automatic expect_that(logic good, string what);
    if (!good) begin
      faults++;
      if (faults <= 10) $display("fault: clock %0d: %s", clock, what);
    end
  endtask

  task automatic tell(string name, string coordinates);
    commands++;
    expect_that(calibrating && clock >= calibrated + (ddr4 != 0 ? 1024 : 512), "a command before tZQinit is over");
    expect_that(clock >= dll_at + (ddr4 != 0 ? 597 : 512), "a command before the DLL is locked");
    $display("%0d,%s,%s", clock, name, coordinates);
  endtask

  task automatic mode_register();
    expect_that(clock >= cke_rise + clocks(10000), "a mode register before tXPR is over");
    expect_that(modes == 0 || clock >= mode_at + (ddr4 != 0 ? 8 : 4), "two mode registers within tMRD");
    expect_that(!modes[number], "a mode register again");
    modes[number] = 1;
    mode_at = clock;
    if (number == 0) begin
      dll_at = clock;
      expect_that(a[8], "MR0 does not reset the DLL");
      expect_that(modes == (ddr4 != 0 ? 8'h7f : 8'h0f), "MR0 is not the last one");
    end
    $display("%0d,MR%0d,%h", clock, number, a);
  endtask

  task automatic calibrate();
    expect_that(modes[0] && clock >= mode_at + (ddr4 != 0 ? 24 : 12), "ZQCL within tMOD");
    expect_that(a[10], "ZQCS instead of ZQCL");
    calibrating = 1;
    calibrated = clock;
  endtask

  task automatic column(string name);
    expect_that(open[bank], "a column command to a closed bank");
    writes[0] = name == "WR";
    tell({name, a[10] ? "A" : ""}, $sformatf("%0d,%0d,,%0d", bg, ba, {a[11], a[9:3]}));
    if (a[10]) open[bank] = 0;
  endtask

  task automatic decode();
    bank = ddr4 != 0 ? {bg, ba[1:0]} : {1'b0, ba};
    number = ddr4 != 0 ? {bg[0], ba[1:0]} : ba;
    if (!act_n || (ddr4 == 0 && !ras_n && cas_n && we_n)) begin
      expect_that(!open[bank], "ACT to an open bank");
      expect_that(ddr4 == 0 || {ras_n, cas_n, we_n} == a[16:14], "A16 to A14 differ from the pins that carry them");
      open[bank] = 1;
      tell("ACT", $sformatf("%0d,%0d,%0d,", bg, ba, a));
    end else
      case ({ras_n, cas_n, we_n})
        3'b000: mode_register();
        3'b001: begin
          expect_that(open == 0, "REF with a row open");
          tell("REF", ",,,");
        end
        3'b010: begin
          expect_that(!a[10], "PRE of all banks");
          open[bank] = 0;
          tell("PRE", $sformatf("%0d,%0d,,", bg, ba));
        end
        3'b100: column("WR");
        3'b101: column("RD");
        3'b110: calibrate();
        default: expect_that(0, "a command that does not exist");
      endcase
  endtask

  initial begin
    void'($value$plusargs("tck_ps=%d", tck_ps));
    void'($value$plusargs("ddr4=%d", ddr4));
    void'($value$plusargs("wl=%d", wl));
    void'($value$plusargs("dram_wl=%d", wl));
  end

  always @(posedge ck) begin
    if (reset_n && !reset_was) begin
      reset_rise = clock;
      expect_that(clock >= clocks(200000000), "RESET_n low for less than 200 us");
      expect_that(!cke, "CKE high at the end of the reset");
    end
    if (cke && !cke_was) begin
      cke_rise = clock;
      expect_that(reset_n && clock >= reset_rise + clocks(500000000), "CKE low for less than 500 us after the reset");
    end
    writes = {writes[62:0], 1'b0};
    if (!cs_n) begin
      expect_that(reset_n && cke && cke_was, "a command before CKE is high");
      decode();
    end
    expect_that(dq_en == |{writes[wl], writes[wl+1], writes[wl+2], writes[wl+3]}, "data of a write at another time");
    expect_that(dqs_en == (dq_en | writes[wl-1]), "strobes that do not begin a clock before their data");
    reset_was = reset_n;
    cke_was = cke;
    clock++;
  end

  final
    $display("vendor_model: %0d commands, %0d faults", commands, faults);
endmodule
