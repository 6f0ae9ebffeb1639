#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold placement queue`: access times are the C model's to the clock, waits follow Pollaczek and Khinchine where
# they hold, every refusal is one line, all spellings and the picture say the same.
source tb/shell.sh || exit
cd "$work"
# refused TEXT OPTION...
refused() { refusal "rowhold: $1" "$rowhold" placement queue "${@:2}"; }
# value FILE COLUMN [LINE]
value() { awk -F, -v name="$2" -v line="${3:-2}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR == line { print $at[name] }' "$1"; }
# within FILE COLUMN LINE LEAST MOST
within() {
    awk -v x="$(value "$1" "$2" "$3")" -v a="$4" -v b="$5" 'BEGIN { exit !(x >= a && x <= b) }' ||
        fail "$1: line $3: $2 is $(value "$1" "$2" "$3"), expected $4 to $5: $(cat "$1")"
}

head=('# geometry: channels=1 banks=4 rows=4096 columns=256 column_bytes=32' 'cycle,op,channel,bank,row,column')
# Far apart, nothing waits: gddr3's miss 24 clocks, hit 12, conflict 37, write to the open row 7. Of two commands a
# hit is 14, a write 9.
printf '%s\n' "${head[@]}" \
    5,R,0,0,1,0 500,R,0,0,1,8 1000,R,0,0,2,8 1500,W,0,0,2,8 >apart.csv
for controller in $("$rowhold" list --kind controller --names); do
    "$rowhold" placement queue apart.csv --controller $controller --csv apart.out >/dev/null
    wait=0.000000 latency=20.000000
    # a request goes to its bank for a clock; the conflict's does that behind the PRE
    [[ $controller != row_sorter ]] || wait=0.750000 latency=20.750000
    # each request goes from the queue to its bank's slot, and stays there for a clock before its command
    [[ $controller != slot_fifo ]] || wait=1.000000 latency=21.000000
    # each request's batch is picked in a clock and goes to its bank's FIFO in the next
    [[ $controller != sms ]] || wait=2.000000 latency=22.000000
    [[ $(value apart.out wait),$(value apart.out latency) == "$wait,$latency" ]] || fail "$controller: $(cat apart.out)"
    [[ $(value apart.out hits),$(value apart.out misses),$(value apart.out conflicts) == 2,1,1 ]] || fail "rows"
done
for preset in $("$rowhold" presets --csv - | tail -n +2 | cut -d, -f1); do
    "$rowhold" placement queue apart.csv --preset "$preset" --refresh off --csv "apart_$preset.out" >/dev/null
    wait=0.000000
    # one ACT of the four requests gives way for a clock: its neighbour's row lies in the same subarray
    [[ $preset != fgdram ]] || wait=0.250000
    [[ $(value "apart_$preset.out" wait) == "$wait" ]] || fail "$preset: $(cat "apart_$preset.out")"
done

# Random rows of one bank under random arrivals: every service takes tRC = 34 clocks, so the mean wait is that of
# M/D/1, rho / (1 - rho) / 2 x 34: 1.89, 17, 68 clocks at loads of 0.1, 0.5, 0.8. Kingman's form is exact there; the
# form as printed adds tau_a for tau_s.
"$rowhold" placement queue --stream rand1 --banks-used 1 --controller fifo --queue 64 --requests 200000 \
    --load 0.1,0.5,0.8 --csv md1.csv --json md1.json --markdown md1.md >text
within md1.csv kingman 2 1.85 1.93
within md1.csv kingman 3 16.7 17.3
within md1.csv kingman 4 66 70
within md1.csv printed 3 33.4 34.6
# In the C model: a column command keeps the bank until tRAS has gone, and a whole clock is the least.
within md1.csv wait 2 1.4 2.4
within md1.csv wait 3 16 18
within md1.csv wait 4 64 72
[[ $(wc -l <md1.csv) == 4 && $(grep -c '"bank": ' md1.json) == 3 && $(wc -l <md1.md) == 5 ]] || fail "spellings"
grep -Eqx 'kingman  mean error [01]\.[0-9], .*' text || fail "M/D/1 is off: $(cat text)"
grep -Eqx 'printed  mean error 1[0-9]\.[0-9], worst .*, polarity 1.00' text || fail "the printed form: $(cat text)"
grep -q '^0.50 ' text || fail "$(cat text)"
[[ $("$rowhold" placement queue --requests 20000 --csv - | wc -l) == 11 ]] || fail "no sweep over the usual loads"

# Even arrivals of one bank never wait in the model of rand1; bursts of a trace do.
"$rowhold" placement queue --stream rand1 --banks-used 1 --controller fifo --arrivals even --load 0.5 --csv even.csv \
    >/dev/null
within even.csv kingman 2 0 0.01
within even.csv wait 2 0 0.5
"$rowhold" placement queue --stream phases --requests 2000 --load 0.5 --csv burst.csv >/dev/null
within burst.csv c_a 2 2 20
# The same at another speed: nothing but time changes.
"$rowhold" placement queue --stream phases --requests 2000 --load 0.25 --csv slow.csv >/dev/null
awk -v a="$(value burst.csv rho)" -v b="$(value slow.csv rho)" 'BEGIN { exit !(a / b > 1.99 && a / b < 2.01) }' ||
    fail "half the load has another rho: $(cat slow.csv)"
# A controller that serves a row's requests together finds the rows of as many requests open as it stores: of two rows
# that alternate in a bank, faster than it could open them in turn, all but one of 16 are hits, and it keeps up.
# In order of arrival each is a conflict, and the bank could not.
awk 'BEGIN { print "cycle,op,channel,bank,row,column"
             for (i = 0; i < 4000; i++) printf "%d,R,0,0,%d,%d\n", 10 * i, i % 2, i % 32 }' >two_rows.csv
for controller in fr_fcfs most_pending; do
    "$rowhold" placement queue two_rows.csv --controller $controller --csv rows.csv >/dev/null
    within rows.csv hits 2 3750 3750
    within rows.csv wait 2 0 100
    "$rowhold" placement queue two_rows.csv --controller $controller --window 0 >/dev/null 2>err &&
        fail "--window 0"
    grep -q 'expected rho below 1' err || fail "$(cat err)"
done
"$rowhold" placement queue two_rows.csv --controller fifo >/dev/null 2>err && fail "fifo gathers a row's requests"
grep -q 'expected rho below 1' err || fail "$(cat err)"
"$rowhold" placement queue --stream rand2 --load 0.3 --server access --form printed --csv access.csv >/dev/null
within access.csv service 2 20 30

# A bank that is busy all the time has no mean wait.
printf '%s\n' "${head[@]}" \
    0,R,0,2,1,0 10,R,0,2,2,8 20,R,0,2,3,8 >busy.csv
busy='channel 0, bank 2: found rho 2.733, a request every 10.00 clocks that takes 27.33, expected rho below 1: what'
refused "busy.csv: $busy waits for it grows without end" busy.csv
"$rowhold" placement queue --stream rand1 --requests 300 --load 1.3 >out 2>err && fail "a load of 1.3 passes"
grep -Eqx 'rowhold: --load 1.3: channel 0, bank [0-3]: found rho 1\.[0-9]+, a request every .*' err || fail "$(cat err)"
refused "--load: found '0', expected more than 0" --load 0.5,0
refused "--load: found 'much', expected a number, for example 12, 0.5 or 4e6" --load much
refused "--load: found '0.5' again, expected each value once" --load 0.5,0.5
refused "--form: found 'markov', expected one of: kingman, printed" --form markov
refused "--server: found 'bus', expected one of: bank, access" --server bus
refused "--arrivals: found 'never', expected one of: random, even (near: even)" --arrivals never
refused "--stream: found standard input, expected a file, for it is read again for each load" -
sed -i 's/^[0-9]*,R/7,R/' busy.csv
refused "--load: found a stream whose requests all arrive in one clock, expected times that can be stretched" \
    busy.csv --load 0.5
refused "--csv: found the file of --stream, expected a file of its own" busy.csv --csv busy.csv

if command -v gnuplot >/dev/null; then
    "$rowhold" placement queue --requests 500 --load 0.2,0.5,0.8 --plot plot.svg >/dev/null
    [[ $(grep -c '<g id="gnuplot_plot_' plot.svg) == 3 ]] || fail "the picture has not one line a form and the C model"
fi
echo "queues of banks: access times to the clock, waits as M/D/1 has them"
