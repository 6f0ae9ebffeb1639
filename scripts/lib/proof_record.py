# SPDX-License-Identifier: Apache-2.0
"""Which proofs have held, and of which sources: docs/tables/proofs.csv, one row a configuration."""
import csv
import hashlib
import os
import subprocess
import sys

from proofs import source_files, with_includes
from tree import ROOT, Refusal

RECORD = ROOT / "docs/tables/proofs.csv"
COLUMNS = ["block", "config", "assertions", "bmc", "k", "covers", "result", "key"]


def key_of(proof):
    """A hash of all that the proof is about: its sources, what they use of the package, defines and parameters."""
    package, *files = source_files(ROOT, proof)
    parts = subprocess.run([sys.executable, ROOT / "scripts/lib/package_parts.py", package, *files],
                           capture_output=True, text=True)
    if parts.returncode != 0:
        raise Refusal(parts.stderr.strip())
    text = [parts.stdout, *(with_includes(ROOT, path) for path in files)]
    text += [proof.top, *proof.defines, *(f"{key}={value}" for key, value in sorted(proof.parameters.items()))]
    return hashlib.sha256("\0".join(text).encode()).hexdigest()[:16]


def read_record():
    """Rows by (block, config)."""
    if not RECORD.exists():
        return {}
    with RECORD.open(newline="") as file:
        return {(row["block"], row["config"]): row for row in csv.DictReader(file)}


def record(proofs, results):
    """Put results, pairs of a proof and its row of scripts/prove, into the file; rows that are no proof's go.

    A row of the same sources stays where the new one looked less deep."""
    rows = read_record()
    for proof, (block, config, assertions, bmc, k, covers, _, result) in results:
        new = dict(zip(COLUMNS, map(str, (block, config, assertions, bmc, k, covers, result, key_of(proof)))))
        old = rows.get((block, config))
        if old is None or old["key"] != new["key"] or int(old["bmc"]) <= int(bmc):
            rows[block, config] = new
    beside = RECORD.with_name(f".{RECORD.name}.{os.getpid()}")
    with beside.open("w", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[proof.stem, proof.config] for proof in proofs if (proof.stem, proof.config) in rows)
    beside.replace(RECORD)


def print_recorded(proofs):
    """Every proof beside what is on record: fresh, of other sources (stale), or none."""
    rows, writer = read_record(), csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([*COLUMNS[:-1], "state"])
    for proof in proofs:
        row = rows.get((proof.stem, proof.config))
        state = "none" if row is None else "fresh" if row["key"] == key_of(proof) else "stale"
        cells = [row[name] if row else "" for name in COLUMNS[2:-1]]
        writer.writerow([proof.stem, proof.config, *cells, state])
