# SPDX-License-Identifier: Apache-2.0
"""What the Python scripts share: where the tree is, how bad input is refused, the variants of the registry."""
import functools
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Refusal(Exception):
    """Input that cannot be used: one line, exit 2."""


def need(script, tool, package):
    if shutil.which(tool) is None:
        raise Refusal(f"{script}: found no {tool} in PATH, expected the Debian package {package} (scripts/setup)")


@functools.cache
def variants(kind=None):
    """Names of the registry's variants, of all kinds or one."""
    run = subprocess.run([ROOT / "scripts/lib/variants", *([kind] if kind else [])], capture_output=True, text=True)
    if run.returncode != 0:
        raise Refusal(run.stderr.strip())
    return tuple(run.stdout.split())
