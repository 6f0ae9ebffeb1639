#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a module of each two blocks that feed each other within a clock, as include/tables/joints.def joins them.

    scripts/lib/joined.py RTL

RTL is a folder like rtl/; RTL/joined/rh_JOINT_VARIANT.sv has the parameters of the variant, and the ports of both
blocks that no wire joins. Exit 2: a row that does not fit the blocks.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from module_head import BLIND, UNSEEN, Header, declarations
from tree import ROOT, Refusal, variants

TABLE = "include/tables/joints.def"
SHARED = {"clk_i", "rst_ni"}
WORD = re.compile(r"\b[A-Za-z_]\w*\b")
# Yosys 0.23 fails at '0 at a port whose width a parameter says; LOAD is 0, so nobody looks at the bits above.
TIED = {**UNSEEN, "load_state_i": "1'b0"}


def rows(macro):
    """The arguments of a macro's rows, without quotes."""
    return [[word.strip().strip('"') for word in line.split(",", 3)]
            for line in re.findall(rf"^{macro}\(([^)]*)\)$", (ROOT / TABLE).read_text(), re.M)]


def renamed(prefix, header):
    """What gives the other block's names of parameters another beginning, so that both blocks' can stand together."""
    names = set(re.findall(r"\b(\w+) = ", header.parameters))
    return lambda text: WORD.sub(lambda word: prefix + word[0] if word[0] in names else word[0], text)


def connections(header, wires):
    """The ports of an instance."""
    return [f"      .{port}({TIED.get(port, wires.get(port, port))})" for _, _, port, _ in header.ports]


def joined(module, block, other, sets, wires):
    """The text of the module; `block` and `other` are pairs of a name and a head."""
    own, beside = block[1], other[1]
    prefix = renamed(f"{other[0].upper()}_", beside)
    ports = own.without(UNSEEN) + [(way, prefix(width), port, "") for way, width, port, _ in
                                   beside.without({*UNSEEN, *SHARED})]
    names = [port[2] for port in ports]
    inside = {word for value in wires.values() for word in WORD.findall(value)} & set(names)
    odd = [name for name in names if names.count(name) > 1] + [name for name in wires if name not in names]
    if odd:
        raise Refusal(f"{TABLE}: {module}: found '{odd[0]}', expected an input of one of both blocks, once")
    parameters = declarations(own, {}, UNSEEN)
    fixed = [("localparam", sort, prefix(name), sets.get(name, value) if kind == "parameter" else prefix(value))
             for kind, sort, name, value in declarations(beside, {}, UNSEEN)]
    lines = ["    {} {} {} = {}".format(*parts) for parts in [*parameters, *fixed]]
    lines.insert(0, f"    parameter bit OBSERVE = {BLIND['OBSERVE']}")
    given = [name for kind, _, name, _ in declarations(beside, {}, UNSEEN) if kind == "parameter"]
    return "\n".join([
        "// SPDX-License-Identifier: Apache-2.0", f"// rh_{block[0]} and rh_{other[0]}, joined.",
        f"module rh_{module} #(", ",\n".join(lines), ") (",
        ",\n".join(f"    {way} logic {width}{port}" for way, width, port, _ in ports
                   if port not in inside and port not in wires), ");",
        *(f"  logic {width}{port};" for _, width, port, _ in ports if port in inside),
        f"  rh_{block[0]} #(",
        ",\n".join(f"      .{name}({name})" for kind, _, name, _ in parameters if kind == "parameter"),
        "  ) u_block (", ",\n".join(connections(own, wires)), "  );",
        f"  rh_{other[0]} #(", ",\n".join(f"      .{name}({prefix(name)})" for name in given),
        "  ) u_beside (", ",\n".join(connections(beside, wires)), "  );", "endmodule", ""])


def main(arguments):
    if len(arguments) != 1 or arguments == ["--help"]:
        print(__doc__.strip(), file=sys.stdout if arguments == ["--help"] else sys.stderr)
        return 0 if arguments == ["--help"] else 2
    rtl = pathlib.Path(arguments[0])
    texts = {path.stem[3:]: path.read_text() for path in rtl.glob("*/rh_*.sv")}
    (rtl / "joined").mkdir(exist_ok=True)
    for joint, kind, other, _ in rows("RH_JOINT"):
        sets = {name: value for row, name, value in rows("RH_JOINT_SET") if row == joint}
        wires = {name: value for row, name, value in rows("RH_JOINT_WIRE") if row == joint}
        for name in variants(kind):
            module = f"{joint}_{name}"
            text = joined(module, (name, Header(name, texts[name])), (other, Header(other, texts[other])), sets, wires)
            (rtl / f"joined/rh_{module}.sv").write_text(text)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(2)
