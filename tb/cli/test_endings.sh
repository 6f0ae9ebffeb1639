#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Endings are believed: .gz, .zst, .xz, .bz2 and .lz4 compress, an archive's is refused; and `-` is standard input.
source tb/shell.sh || exit
cd "$work"

generate() {
    "$rowhold" trace generate rand2 "$1" --requests 3000 >/dev/null
}

generate plain.csv
for ending in gz zst xz bz2 lz4; do
    generate "packed.csv.$ending"
    [[ $(stat -c %s "packed.csv.$ending") -lt $(stat -c %s plain.csv) ]] || fail ".$ending does not compress"
    "$rowhold" trace info "packed.csv.$ending" | tail -n +2 >info
    generate "great.csv.${ending^^}"
    cmp "packed.csv.$ending" "great.csv.${ending^^}" || fail ".${ending^^} is no .$ending"
    "$rowhold" trace info plain.csv | tail -n +2 | cmp - info || fail ".$ending comes back as another trace"
done
for pair in 'gz gzip' 'xz xz' 'zst zstd'; do
    read -r ending tool <<<"$pair"
    command -v "$tool" >/dev/null || continue
    "$tool" -dc "packed.csv.$ending" | cmp - plain.csv || fail "$tool reads other bytes"
done
cp packed.csv.gz before.gz
sleep 1.1
generate packed.csv.gz
cmp packed.csv.gz before.gz || fail "the same bytes give another file: the time of day is in it"

# Statistics and commands, too; the judge reads the latter.
"$rowhold" simulate packed.csv.zst --quiet --stats stats.json.gz --commands commands.csv.xz
"$rowhold" trace judge commands.csv.xz --preset gddr3 >/dev/null || fail "the commands can't be judged"
gzip -dc stats.json.gz | grep '"schema": "rowhold-simulate"' >/dev/null || fail "the statistics are not there"

# Whole or absent: a file that must not grow leaves nothing behind.
code=0
(trap '' XFSZ && ulimit -f 4 && "$rowhold" trace generate random long.csv.gz --requests 200000) >out 2>errors || code=$?
[[ $code == 2 && ! -e long.csv.gz && $(<errors) == 'rowhold: long.csv.gz: found '*' that can be written' ]] ||
    fail "a full disk: exit $code, $(cat errors)"
[[ -z $(find . -name 'long*' -o -name '.long*') ]] || fail "a full disk leaves $(find . -name '*long*')"

refused() { refusal "rowhold: $1*" "$rowhold" "${@:2}" </dev/null; } # LINE WORDS...
refused 'all.zip: found the ending .zip, expected one of a single file' trace generate rand2 all.zip
refused 'out.tar: found the ending .tar, expected one of a single file' simulate --requests 10 --stats out.tar
refused 'out.tar.gz: found the ending .tar.gz, expected one of a single file' simulate --requests 10 --stats out.tar.gz
packs='expected .gz, .zst, .xz, .bz2 or .lz4, which compress'
refused "out.csv.lzma: found the ending .lzma, $packs" trace generate rand2 out.csv.lzma
refused "out.csv.Z: found the ending .Z, $packs" trace generate rand2 out.csv.Z
waves='expected another: waves are written by --wave alone'
refused "run.vcd: found the ending .vcd, $waves" simulate --requests 10 --stats run.vcd
refused "run.fst: found the ending .fst, $waves" simulate --requests 10 --commands run.fst
refused "run.png: found another ending, expected .fst or .vcd" simulate --requests 10 --wave run.png
refused 'standard input:1: found the end of the file, expected a request' simulate -
[[ ! -e all.zip && -z $(compgen -G 'out.*' || true; compgen -G 'run.*' || true) ]] || fail "a refused file is there"

# libarchive is loaded when a compressed file is read or written, and not before.
mkdir broken
for library in libarchive.so.{13..20}; do echo >"broken/$library"; done
without() { env LD_LIBRARY_PATH="$work/broken" "$rowhold" "$@"; }
without simulate plain.csv >/dev/null || fail "a plain file needs libarchive"
refusal 'rowhold: packed.csv.xz: found no libarchive.so.*, expected it installed (Debian package libarchive13)' \
    without simulate packed.csv.xz
refusal 'rowhold: c.csv.gz: found Can not access a needed shared library, expected a file that can be written' \
    without simulate --requests 10 --commands c.csv.gz

# Standard input, plain and compressed: the same figures as the file.
"$rowhold" simulate plain.csv --quiet --stats - | sed -n '/"total"/,$p' >file.json
"$rowhold" simulate - --quiet --stats - <plain.csv | sed -n '/"total"/,$p' | cmp - file.json || fail "standard input"
"$rowhold" simulate --stream - --quiet --stats - <packed.csv.zst | sed -n '/"total"/,$p' | cmp - file.json ||
    fail "compressed standard input"
head -n 2 plain.csv | "$rowhold" trace info - >out 2>errors && fail "an empty trace has information"
printf 'op,address\nX,0\n' | "$rowhold" simulate - --quiet >out 2>errors && fail "a broken line is taken"
[[ $(<errors) == "rowhold: standard input:2:1: found 'X', expected R or W"* ]] || fail "$(cat errors)"
echo "five endings, eight refused, standard input"
