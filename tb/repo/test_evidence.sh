#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts/evidence in a small tree with kinds of its own: what is stale is run, the cheapest first; a row is on record
# when it ends; a row that fails is said; parts are disjoint. Then the record of this tree: its form is held, no row has
# failed, and each kind has rows with keys.
source tb/shell.sh || exit
mkdir -p "$work/scripts/lib" "$work/docs/tables" "$work/build"
cp scripts/evidence "$work/scripts/"
cp scripts/lib/{contents,package_parts,tree}.py "$work/scripts/lib/"
cat >"$work/scripts/lib/evidence_kinds.py" <<'PYTHON'
import pathlib
import time

HERE = pathlib.Path(__file__).resolve().parent.parent.parent


class Row:
    def __init__(self, name, seconds=0.0, result="good"):
        self.name, self.key, self.seconds, self.result = name, (HERE / name).read_text().strip(), seconds, result

    def run(self):
        time.sleep(self.seconds)
        with (HERE / "ran").open("a") as out:
            print(self.name, file=out)
        return self.result


def quick():
    """rows that take no time"""
    return [Row(name, result="skipped: no tool" if name == "d" else "FAILED: so it is" if name == "e" else "good, good")
            for name in "abcde"]


def slow():
    """rows that take some"""
    return [Row("s", 0.4), Row("t", 0.8), Row("u", 0.0 if (HERE / "short").exists() else 30.0)]


KINDS = {make.__name__: make for make in (quick, slow)}
PYTHON
cd "$work"
for name in a b c d e s t u; do echo one >$name; done
export ROWHOLD_BUILD=$work/build
evidence() { # EXIT OPTION...: what it says lies in said
    local code=0 expected=$1
    shift
    scripts/evidence "$@" >said 2>&1 || code=$?
    [[ $code == "$expected" ]] || fail "evidence $*: exit $code, expected $expected: $(cat said)"
}
table() { awk -v kind="$1" '$1 == kind { print $(NF - 4), $(NF - 3), $(NF - 2) }' said; } # rows, fresh, failed

evidence 0
[[ $(table quick) == '5 0 0' && $(table slow) == '3 0 0' ]] || fail "nothing on record: $(cat said)"
evidence 1 --minutes 10 --jobs 1 quick
[[ $(grep -c 'FAILED: so it is' said) == 1 ]] || fail "a row that fails is not said: $(cat said)"
[[ $(tr '\n' ' ' <ran) == 'a b c d e ' ]] || fail "found $(tr '\n' ' ' <ran), expected a to e"
evidence 1
[[ $(table quick) == '5 4 1' ]] || fail "four on record and fresh, one failed, one skipped: $(cat said)"
grep -qxE 'a,one,"good, good",[0-9.]+,20[0-9-]{8}' docs/tables/evidence/quick.csv ||
    fail "$(cat docs/tables/evidence/*.csv)"
! grep -q '^d,' docs/tables/evidence/quick.csv || fail "a row without a result is on record"

# Other contents make one row stale; it alone is run again.
echo two >b
evidence 0 --stale quick
grep -qE '^quick/b  stale  0\.[0-9] s$' said && grep -qE '^quick/d  none ' said && [[ $(wc -l <said) == 2 ]] ||
    fail "b is stale and d has none: $(cat said)"
rm ran
evidence 0 --minutes 10 quick
[[ $(sort ran | tr '\n' ' ') == 'b d ' ]] || fail "found $(cat ran), expected b and d"
evidence 0 --csv quick
grep -qE '^quick,b,"good, good",.*,fresh$' said && grep -qx 'quick,d,,,,none' said || fail "--csv: $(cat said)"

# Whoever ends it loses the row in work alone.
rm ran
scripts/evidence --run --jobs 1 slow/s slow/t slow/u >said 2>&1 &
for ((i = 0; i < 200; i++)); do ! grep -q '^t,' docs/tables/evidence/slow.csv 2>/dev/null || break && sleep 0.05; done
kill $!
wait $! 2>/dev/null || true
[[ $(cut -d, -f1 docs/tables/evidence/slow.csv | tr '\n' ' ') == 'row s t ' ]] ||
    fail "after a kill: $(cat docs/tables/evidence/slow.csv)"
# The cheapest first, a row without a record as the median of its kind; and none that is not likely to end in time.
echo two | tee s t short >/dev/null
evidence 0 --minutes 0.2 --jobs 1 slow
[[ $(tr '\n' ' ' <ran) == 's t s u t ' ]] || fail "found $(tr '\n' ' ' <ran), expected s, u and t"
echo three >t
evidence 0 --minutes 0.005 --jobs 1 slow
[[ $(tr '\n' ' ' <ran) == 's t s u t ' ]] || fail "found $(tr '\n' ' ' <ran), expected no more in 0.3 s"

# Parts share the rows out.
echo three | tee a b c >/dev/null
for part in 1/2 2/2; do evidence 0 --stale --part $part quick && cut -d' ' -f1 said; done | sort >parts
[[ $(tr '\n' ' ' <parts) == 'quick/a quick/b quick/c quick/d ' ]] || fail "parts: $(cat parts)"
evidence 2 --stale --part 3/2
grep -q "^scripts/evidence: --part: found '3/2', expected K/N" said || fail "--part: $(cat said)"
evidence 2 --stale quik
grep -q "found kind 'quik', expected one of: quick, slow" said || fail "a kind that is none: $(cat said)"

# The page is made of the record.
evidence 0 --page
grep -qxE '\| quick \| rows that take no time \| 5 \| 1 \| 1 \| 20[0-9-]{8} \| 0 \|' docs/tables/evidence.md ||
    fail "page: $(cat docs/tables/evidence.md)"

# --- the record of this tree ---
cd "$OLDPWD"
unset ROWHOLD_BUILD
export ROWHOLD_BUILD=${ROWHOLD%/bin/*}
shopt -s nullglob
python3 - docs/tables/evidence/*.csv <<'PYTHON' || fail "the record has another form, or a row on record has failed"
import csv, datetime, re, sys
sys.path.insert(0, "scripts/lib")
sys.dont_write_bytecode = True
import evidence_kinds
record = {}
for path in sys.argv[1:]:
    rows = list(csv.reader(open(path, newline="")))
    assert rows[0] == ["row", "key", "result", "seconds", "date"], (path, rows[0])
    names = [row[0] for row in rows[1:]]
    assert len(set(names)) == len(names), f"{path}: a row twice"
    for row in rows[1:]:
        assert len(row) == 5 and re.fullmatch("[0-9a-f]{16}", row[1]) and row[2], (path, row)
        assert not row[2].startswith("FAILED"), (path, row)
        assert float(row[3]) >= 0 and datetime.date.fromisoformat(row[4]), (path, row)
        record[path.rsplit("/", 1)[1].removesuffix(".csv"), row[0]] = row[1]
# The kinds have rows, which have keys; those of areas take long, and repo/area_check says which are stale.
for kind, make in evidence_kinds.KINDS.items():
    if kind == "area":
        continue
    rows = make()
    assert len({row.name for row in rows}) == len(rows), f"{kind}: a row twice"
    assert all(re.fullmatch("[0-9a-f]{16}", row.key) for row in rows), (kind, rows)
    stale = sum(record.get((kind, row.name)) != row.key for row in rows)
    print(f"{kind}: {stale} of {len(rows)} rows are stale", flush=True)
PYTHON
scripts/evidence --csv lint limits >"$work/said" || fail "$(cat "$work/said")"
