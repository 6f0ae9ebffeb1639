#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a top module with four pins around a design, for an FPGA that has fewer pins than the design has ports.

    scripts/lib/harness.py NETLIST.json [--empty]

NETLIST.json is what Yosys' write_json wrote of the one module. A shift register brings its inputs, another loads its
outputs and shifts them out, so that all its paths lie between registers; the end of both is a pin, so that no register
is left out where a design does not use the last inputs. --empty also prints a module of the same name
and ports that hands its inputs on: what the harness itself costs.
"""
import json
import pathlib
import sys

PINS = ("clk_i", "rst_ni")
IGNORED = ("load_i", "load_state_i")  # of a design without LOAD


def ports_of(path):
    """The module's name, its inputs, and its outputs but for those that are constant, observation for one."""
    (name, module), = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["modules"].items()
    widths = {"input": {}, "output": {}}
    for port, facts in module["ports"].items():
        if port in IGNORED:
            continue
        if facts["direction"] == "input" or any(isinstance(bit, int) for bit in facts["bits"]):
            widths[facts["direction"]][port] = len(facts["bits"])
    return name.lstrip("\\"), widths["input"], widths["output"]


def slices(ports, name):
    at = 0
    for port, width in ports.items():
        yield f".{port}({name}[{at} +: {width}])"
        at += width


def harness(name, inputs, outputs):
    shifted = {port: width for port, width in inputs.items() if port not in PINS}
    bits_in, bits_out = sum(shifted.values()), sum(outputs.values())
    pins = [f".{pin}({pin})" for pin in PINS if pin in inputs]
    connections = ",\n      ".join(pins + list(slices(shifted, "in_q")) + list(slices(outputs, "out")))
    return f"""module harness (input clk_i, rst_ni, load_i, data_i, output data_o);
  reg [{bits_in - 1}:0] in_q;
  reg [{bits_out - 1}:0] out_q;
  wire [{bits_out - 1}:0] out;
  {name} u_design (
      {connections}
  );
  always @(posedge clk_i) begin
    in_q  <= {{in_q, data_i}};
    out_q <= load_i ? out : {{out_q, 1'b0}};
  end
  assign data_o = out_q[{bits_out - 1}] ^ in_q[{bits_in - 1}];
endmodule
"""


def empty(name, inputs, outputs):
    """Its outputs are its inputs, in turn."""
    shifted = {port: width for port, width in inputs.items() if port not in PINS}
    bits_in, bits_out = sum(shifted.values()), sum(outputs.values())
    ranges = [f"input [{width - 1}:0] {port}" for port, width in inputs.items()]
    ranges += [f"output [{width - 1}:0] {port}" for port, width in outputs.items()]
    copies = -(-bits_out // bits_in)
    return (f"module {name} ({', '.join(ranges)});\n"
            f"  wire [{bits_in - 1}:0] all = {{{', '.join(reversed(shifted))}}};\n"
            f"  assign {{{', '.join(reversed(outputs))}}} = {{{copies}{{all}}}};\nendmodule\n")


def main():
    if sys.argv[1:] == ["--help"]:
        print(__doc__.strip())
        return 0
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--empty"]):
        print(__doc__, file=sys.stderr)
        return 2
    ports = ports_of(sys.argv[1])
    print(harness(*ports), end="")
    if sys.argv[2:]:
        print(empty(*ports), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
