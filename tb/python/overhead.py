#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a run of 1,000,000 requests costs from Python, over the program on the same stream: CPU time, the least of five.
Run by hand, with PYTHONPATH=build/python and numpy; exit 1 beyond 10 %."""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import warnings

import numpy
import rowhold

PROGRAM = os.environ.get("ROWHOLD", "build/bin/rowhold")
REQUESTS, TIMES, MOST = 1_000_000, 5, 0.10


def of_python(**options):
    """CPU seconds of this process."""
    start = time.process_time()
    rowhold.simulate(**options)
    return time.process_time() - start


def of_program(*words):
    """CPU seconds of its process."""
    def children():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    start = children()
    subprocess.run([PROGRAM, "simulate", *words, "--stats", os.devnull], check=True, capture_output=True)
    return children() - start


with tempfile.TemporaryDirectory() as folder:
    warnings.simplefilter("ignore")
    random = numpy.random.default_rng(1)
    address = random.integers(0, 1 << 24, REQUESTS, dtype=numpy.uint64) * 64
    write = random.random(REQUESTS) < 0.3
    text, binary = (str(pathlib.Path(folder) / name) for name in ("trace.csv", "trace.bin"))
    with open(text, "w", encoding="utf-8") as file:
        file.write("op,address\n")
        file.writelines(f"{'W' if w else 'R'},{a}\n" for w, a in zip(write.tolist(), address.tolist()))
    subprocess.run([PROGRAM, "trace", "convert", text, binary, "--to", "binary"], check=True, capture_output=True)
    arrays = {"stream": rowhold.Stream(address=address, write=write), "preset": "hbm2"}
    worst = 0.0
    for name, options, words in [
        ("rand2", {"stream": "rand2", "requests": REQUESTS}, ["rand2", "--requests", str(REQUESTS)]),
        ("arrays, binary trace", arrays, [binary, "--preset", "hbm2"]),
        ("arrays, CSV", arrays, [text, "--preset", "hbm2"]),
    ]:
        pairs = [(of_python(**options), of_program(*words)) for _ in range(TIMES)]
        ours, its = (min(times) for times in zip(*pairs))
        print(f"{name:22} Python {ours:.2f} s, program {its:.2f} s: {100 * (ours / its - 1):+.1f} %")
        worst = max(worst, ours / its - 1)
sys.exit(worst > MOST)
