#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What scripts/handoff leaves in a folder is enough: with nothing else Verilator passes it with all warnings, the
# instance beside it fits, Yosys builds it with the ports that it has before, and OpenSTA finds each port of the
# constraints. With the argument `all` every design of the registry, else one of each kind of port.
source tb/shell.sh || exit
needs verilator
root=$PWD
designs=("fr_fcfs|queue=8 banks=8" "islip|" "packet_injector|" "request_system|cores=4 controllers=2 hold=1")
if [[ ${1:-} == all ]]; then
    mapfile -t designs < <(scripts/lib/variants | sed 's/$/|/')
    designs+=("request_system|cores=4 controllers=2 hold=1" "row_sorter|queue=16 banks=16")
fi

for design in "${designs[@]}"; do
    name=${design%%|*} settings=${design#*|} out=$work/$name-${#designs[@]}-$RANDOM
    scripts/handoff "$name" "$settings" "$out" >"$work/said" || fail "$name: exit $?"
    cd "$out"
    verilator --lint-only -Wall --top-module "rh_${name}_top" -f "$name.f" >"$work/log" 2>&1 ||
        fail "$name: $(head -n 3 "$work/log")"
    { echo 'module around;' && cat "${name}_instance.sv" && echo endmodule; } >around.sv
    verilator --lint-only -Wno-lint --top-module around -f "$name.f" around.sv >"$work/log" 2>&1 ||
        fail "the instance of $name: $(head -n 3 "$work/log")"
    python3 - "$name" "$settings" "$root" <<'PY' || fail "$name: see above"
import pathlib, re, sys
name, settings, root = sys.argv[1:]
core = open(f"{name}.core").read()
listed = re.findall(r"^      - (\S+)$", core, re.M)
assert core.startswith("CAPI=2:\n") and f"toplevel: rh_{name}_top\n" in core, core
assert [file for file in listed if file.endswith(".sv")] == open(f"{name}.f").read().split(), listed
assert all(pathlib.Path(file).is_file() for file in listed), listed
# a module behind all that it names
seen = set()
for file in open(f"{name}.f").read().split():
    text = re.sub(r"//.*", "", open(file).read())
    named = set(re.findall(r"\brh_[a-z0-9_]+(?=\s+(?:#|u_)|::)", text)) - {pathlib.Path(file).stem}
    assert named <= seen, (file, named - seen)
    seen.add(pathlib.Path(file).stem)
top = open(f"rh_{name}_top.sv").read()
for setting in settings.split():
    key, value = setting.split("=")
    assert f" {key.upper()} = {value}" in top, setting
ports = top[: top.index("\n);")]
assert not re.search(r"\b(obs_o|load_i|load_state_i|cause_o|occupancy_o)\b", ports), ports
inner = next(pathlib.Path(root).glob(f"rtl/*/rh_{name}.sv")).read_text()
kept = re.findall(r"^ +(?:input|output) +logic.*?(\w+_[io]),?(?: |$)", inner[: inner.index("\n);")], re.M)
gone = set(kept) - set(re.findall(r"(\w+_[io])\b", ports))
assert gone <= {"obs_o", "load_i", "load_state_i", "active_o", "booked_o", "cause_o", "timers_o", "occupancy_o"}, gone
PY
    if command -v yosys >/dev/null && [[ $name != request_system ]]; then
        yosys -q -p "read_verilog -sv $(paste -sd' ' "$name.f")
            hierarchy -check -top rh_${name}_top; proc; check -assert; cd rh_${name}_top; delete c:*; cd ..
            delete =* rh_${name}_top %d; write_verilog -noattr ports.v" \
            >"$work/log" 2>&1 || fail "$name, Yosys: $(head -n 3 "$work/log")"
    fi
    if [[ -s ports.v ]] && command -v sta >/dev/null; then
        printf '%s\n' "read_verilog ports.v" "link_design rh_${name}_top" "read_sdc $name.sdc" \
            'puts "read whole"' exit >sta.tcl
        sta -no_splash -exit sta.tcl >"$work/log" 2>&1 || true
        grep -q '^read whole' "$work/log" && ! grep -qE 'Error|Warning.*(port|clock)' "$work/log" ||
            fail "$name, the constraints: $(cat "$work/log")"
        sed -i 's/get_ports clk_i/get_ports clok_i/' "$name.sdc"
        sta -no_splash -exit sta.tcl >"$work/log" 2>&1 || true
        grep -q 'clok_i' "$work/log" || fail "$name: a port that is not there goes unnoticed"
    fi
    cd "$root"
done

# refused TEXT ARGUMENT...
refused() { refusal "*$1*" scripts/handoff "${@:2}"; }
mkdir "$work/full" && touch "$work/full/file"
refused "found something there, expected a new folder" fifo queue=8 "$work/full"
refused "found 'fife', expected one of fifo" fife queue=8 "$work/none"
refused "found 'quue'" fifo quue=8 "$work/none"
refused "found 'core=4', expected NAME=NUMBER with a parameter of rh_request_system" request_system core=4 "$work/none"
refused "--period: found '0', expected a time in ns above 0" --period 0 fifo queue=8 "$work/none"
[[ ! -e $work/none ]] || fail "a refused design left a folder"
echo "${#designs[@]} designs are whole in a folder of their own"
