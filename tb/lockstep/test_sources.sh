#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cosim runs the RTL that is on disk: a plug-in of other sources is not used. Its key changes with every file that goes
# into it and with no other: the files are those that Verilator and the preprocessor read.
source tb/shell.sh || exit
needs verilator
# A cache of its own, but for the runtime, which takes long to compile.
mkdir -p "$work/cache/rowhold"
cp "${XDG_CACHE_HOME:-$HOME/.cache}"/rowhold/runtime-* "$work/cache/rowhold/" || true
export XDG_CACHE_HOME=$work/cache
tree="$work/a tree" # with a blank
mkdir -p "$tree/scripts" "$tree/tb"
cp -r rtl include "$tree/"
cp -r tb/lockstep "$tree/tb/"
cp scripts/verilate "$tree/scripts/"
mapfile -t small < <("$ROWHOLD" list --kind controller --names | while IFS= read -r name; do
    echo "$name $("$ROWHOLD" area --parameters "$name" 'queue=8 responses=4')"
done)
[[ ${#small[@]} -ge 4 ]] || fail "found ${#small[@]} small plug-ins, expected one a controller"

# With `all`, for scripts/evidence, every controller; else some on each of the modules that several share.
[[ ${1:-} == all ]] ||
    mapfile -t small < <(printf '%s\n' "${small[@]}" | grep -E '^(fifo|sms|most_pending) ')

# What goes in is what the tools read: one queue, a queue that is searched; with `all` every controller.
read_by_tools=("${small[@]}")
[[ ${1:-} == all ]] || mapfile -t read_by_tools < <(printf '%s\n' "${small[@]}" | grep -E '^(fifo|most_pending) ')
for line in "${read_by_tools[@]}"; do
    read -r controller parameters <<<"$line"
    # shellcheck disable=SC2086 # several words
    scripts/verilate --inputs "$controller" $parameters | sed "s|^$PWD/||" | sort >"$work/found"
    # shellcheck disable=SC2046,SC2086
    verilator --cc -GOBSERVE=1 -GLOAD=1 $(printf -- '-G%s ' $parameters) -Wno-fatal -Wno-lint \
        -Mdir "$work/made-$controller" \
        --top-module "rh_$controller" --prefix Vrh_rtl -y rtl/core -y rtl/dram -y rtl/controller \
        rtl/rh_pkg.sv "rtl/controller/rh_$controller.sv" >/dev/null 2>&1
    {
        sed -nE 's/^S .*"(rtl\/.*\.sv)"$/\1/p' "$work/made-$controller/Vrh_rtl__verFiles.dat"
        g++ -std=c++17 -MM -MG -I. -Iinclude -Itb/lockstep -include include/rowhold/rh_controller.h \
            -DRH_P_{PARAMS,PORTS,CONFIG}_TABLE="<cstdint>" \
            tb/lockstep/rh_rtl_plugin.cpp | tr -d '\\\n' | tr ' ' '\n' | grep -E '^(tb|include|cmodel)/'
    } | sort >"$work/expected"
    diff "$work/expected" "$work/found" || fail "$controller: other files than the tools read (<), expected the same"
done

# Every key, one a line.
keys() {
    for line in "${small[@]}"; do
        read -r controller parameters <<<"$line"
        # shellcheck disable=SC2086
        echo "$controller $("$tree/scripts/verilate" --key "$controller" $parameters)"
    done
}
keys >"$work/before"
[[ $(cut -d' ' -f2 "$work/before" | sort -u | wc -l) == "${#small[@]}" ]] || fail "two controllers with one key"

# edit EXPECTED FILE SED: controllers whose key changes, "all" or "none"; then the file is as it was.
edit() {
    local changed
    cp "$tree/$2" "$work/saved"
    sed -i "$3" "$tree/$2"
    ! cmp -s "$tree/$2" "$work/saved" || fail "$2: found nothing to change by $3"
    keys >"$work/after"
    changed=$({ diff "$work/before" "$work/after" || true; } | sed -n 's/^< \([^ ]*\) .*/\1/p' | tr '\n' ' ')
    if [[ $changed == "$(cut -d' ' -f1 "$work/before" | tr '\n' ' ')" ]]; then changed="all "; fi
    [[ ${changed:-none } == "$1 " ]] || fail "$2: changes the key of ${changed:-none}, expected $1"
    cp "$work/saved" "$tree/$2"
}
edit none include/tables/variants.def '$aRH_VARIANT(controller, newest_row, "a new row")'
edit none include/tables/presets.def '$a// more'
edit none include/tables/rules.def '$a// more'
edit none include/rowhold/rh_preset.h '$a// more'
edit none tb/lockstep/rh_cosim.c '$a// more'
edit none scripts/verilate 's/^# Verilates one/# Compiles one/'
edit fifo rtl/controller/rh_fifo.sv "s/.first_i(1'b1)/.first_i(1'b0)/"
those() { cut -d' ' -f1 "$work/before" | grep -xE "$1" | paste -sd' '; } # of the controllers that are looked at
edit "$(those 'fifo|banked_fifo|sms')" rtl/controller/rh_fifo_controller.sv '$a// more'
# those on the age queue
aged=$(scripts/lib/variants --traits | sed -nE 's/^([a-z_]+) .*\.age_cap = .*/\1/p' | paste -sd'|')
edit "$(those "$aged")" rtl/controller/rh_age_queue.sv '$a// more'
edit all rtl/dram/rh_bank.sv '$a// more'
edit all rtl/rh_pkg.sv '$a// more'
edit all include/tables/controller_ports.def '$a// more'
edit all include/rowhold/rh_geometry.h '$a// more'
edit all tb/lockstep/rh_rtl_plugin.cpp '$a// more'
edit all scripts/verilate 's/level=(-Og)/level=(-O2)/'

# The folder of the sources is the copy from here on.
export ROWHOLD_SOURCE=$tree
run=(cosim --controller fifo --preset qb_hbm --queue 8 --responses 4 --stream hot_rows --requests 1500 --bursts 12)
cosim() { # EXPECTED [OPTION...]: run; what it says lies in $work/said
    local expected=$1 code=0
    shift
    "$ROWHOLD" "${run[@]}" "$@" >"$work/out" 2>"$work/said" || code=$?
    [[ $code == "$expected" ]] || fail "cosim: exit $code, expected $expected; $(cat "$work/said")"
}
cosim 0
verilated() { grep -q verilating "$work/said"; }
verilated || fail "a plug-in was there before it was built: $(cat "$work/said")"
cosim 0
if verilated; then fail "an up-to-date plug-in was not used: $(cat "$work/said")"; fi
echo 'RH_VARIANT(controller, newest_row, "a new row")' >>"$tree/include/tables/variants.def"
cosim 0
if verilated; then fail "a registry row verilates another block: $(cat "$work/said")"; fi

cp "$tree/rtl/controller/rh_fifo_controller.sv" "$work/fifo"
sed -i "s/, req_column_i,/, req_column_i + COLUMN_BITS'(1),/" "$tree/rtl/controller/rh_fifo_controller.sv"
mkdir "$work/bin"
for tool in bash dirname realpath find awk sha256sum cut sed; do ln -s "$(command -v "$tool")" "$work/bin/$tool"; done
PATH=$work/bin cosim 2 --quiet
none='rowhold: scripts/verilate: found no verilator in PATH, expected Verilator 5 (Debian package verilator)'
[[ $(<"$work/said") == "$none" ]] || fail "changed RTL without Verilator: $(cat "$work/said")"
cosim 1
grep -q '^verilating fifo ' "$work/said" || fail "changed RTL was not verilated: $(cat "$work/said")"
grep -Eq '^ +column\[[0-9]+\] .*<-- differs' "$work/said" || fail "changed RTL: column not named in $(cat "$work/said")"
cosim 1 --quiet
cp "$work/fifo" "$tree/rtl/controller/rh_fifo_controller.sv"
cosim 0
if grep -q verilating "$work/said"; then fail "restored RTL was verilated"; fi

# RTL that changes under Verilator's hands: the plug-in would have the key of one text and the logic of another.
real=$(command -v verilator)
cat >"$work/bin/verilator" <<END
#!/bin/bash
if [[ \$1 == --cc ]]; then cp "$work/fifo" "$tree/rtl/controller/rh_fifo_controller.sv"; fi
exec "$real" "\$@"
END
chmod +x "$work/bin/verilator"
changed() {
    sed "s/, req_column_i,/, req_column_i + COLUMN_BITS'(2),/" "$work/fifo" \
        >"$tree/rtl/controller/rh_fifo_controller.sv"
}
changed
PATH=$work/bin:$PATH cosim 2 --quiet
moved="rowhold: scripts/verilate: $tree/rtl: found sources that changed while they were compiled,"
[[ $(<"$work/said") == "$moved"* ]] || fail "RTL that changes while it is verilated: $(cat "$work/said")"
changed
cosim 1 --quiet
cp "$work/fifo" "$tree/rtl/controller/rh_fifo_controller.sv"

# A program without its source folder says so.
export ROWHOLD_SOURCE=$work/nowhere
cosim 2 --queue 16 --quiet
[[ $(<"$work/said") == "rowhold: $work/nowhere/scripts/verilate: found no such script"* ]] ||
    fail "no sources: $(cat "$work/said")"
echo "keys of ${#small[@]} controllers cover what goes in; changed RTL is built anew"
