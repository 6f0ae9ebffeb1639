#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A report of RTL that differs from its model says so and ends with 1, as with a co-simulation that was killed; where no
# RTL can be built, it says why and goes on.
source tb/shell.sh || exit
needs verilator
# A cache of its own, but for the runtime, which takes long to compile.
mkdir -p "$work/home/rowhold"
cp "${XDG_CACHE_HOME:-$HOME/.cache}"/rowhold/runtime-* "$work/home/rowhold/" || true
export XDG_CACHE_HOME=$work/home
small=(--controller fifo --queue 4 --stream rand1 --requests 200 --lockstep 200 --cache "$work/cache" --quiet)

mkdir -p "$work/source/docs/tables"
cp -r rtl scripts include cmodel tb "$work/source/"
cp docs/tables/area.csv "$work/source/docs/tables/"
sed -i '0,/ == /s// != /' "$work/source/rtl/controller/rh_fifo_controller.sv"
shell=rtl/controller/rh_fifo_controller.sv
! cmp -s "$shell" "$work/source/$shell" || fail "nothing was planted"
code=0
ROWHOLD_SOURCE=$work/source "$rowhold" report "${small[@]}" --html "$work/r.html" --json "$work/r.json" \
    >"$work/out" 2>&1 || code=$?
[[ $code == 1 ]] || fail "RTL that differs: exit $code, $(cat "$work/out")"
grep -q '"lockstep": "DIFFERED"' "$work/r.json" || fail "RTL that differs goes unsaid in the JSON"
grep -q '>DIFFERED<' "$work/r.html" || fail "RTL that differs goes unsaid on the page"
grep -q 'RTL and C model <strong>differed</strong> in 1 co-simulation\.' "$work/r.html" &&
    ! grep -q 'were equal' "$work/r.html" ||
    fail "RTL that differs goes unsaid at the top of the page"

mkdir "$work/bin" # every tool but one
ln -s /usr/bin/* "$work/bin/"
rm -f "$work/bin/"verilator*
rm -f "$XDG_CACHE_HOME"/rowhold/fifo-*
PATH=$work/bin "$rowhold" report "${small[@]}" --html "$work/r.html" --json "$work/r.json" >"$work/out" 2>&1 ||
    fail "without Verilator: $(cat "$work/out")"
grep -q '"lockstep": "[^"]*verilator' "$work/r.json" || fail "a missing Verilator goes unsaid: $(cat "$work/r.json")"

# A co-simulation that a signal ends is a failure, and what an older one found does not count for it.
cp rtl/controller/rh_fifo_controller.sv "$work/source/rtl/controller/"
ROWHOLD_SOURCE=$work/source "$rowhold" report "${small[@]}" --html "$work/r.html" --json "$work/r.json" >"$work/out"
grep -q '"lockstep": "matched"' "$work/r.json" || fail "RTL that matches: $(cat "$work/r.json")"
echo '// changed' >>"$work/source/rtl/controller/rh_fifo_controller.sv"
cat >"$work/bin/verilator" <<'KILL'
#!/bin/bash
for ((process = $$; process > 1; )); do
    [[ $(tr '\0' ' ' <"/proc/$process/cmdline") != 'rowhold cosim '* ]] || kill -KILL $process
    read -r _ _ _ process _ <"/proc/$process/stat" || exit # it is gone, and nobody waits for an end
done
KILL
chmod +x "$work/bin/verilator"
code=0
PATH=$work/bin:$PATH ROWHOLD_SOURCE=$work/source "$rowhold" report "${small[@]}" --html "$work/r.html" \
    --json "$work/r.json" >"$work/out" 2>&1 || code=$?
[[ $code == 1 ]] || fail "a co-simulation that is killed: exit $code, $(cat "$work/out")"
grep -q '"lockstep": "ended by signal 9"' "$work/r.json" || fail "a killed co-simulation goes unsaid"
echo "RTL that differs, RTL that can't be built, and a co-simulation that was killed are said"
