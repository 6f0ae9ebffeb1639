#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The Python package: what its functions return is what the commands write, and its errors are theirs (package.py beside
# this); `pip install` makes a wheel of it without a network, and `cmake --install` brings it along.
source tb/shell.sh || exit
needs python3
build=$(readlink -f "${ROWHOLD_BUILD:-build}")
package=$build/python
[[ -e $package/rowhold/_rowhold.abi3.so ]] || { echo "skipped: no package was built (python3-dev)" && exit 77; }
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "skipped: no Python 3.11 or later" && exit 77; }
tests=$PWD/tb/python sources=$PWD
export PYTHONDONTWRITEBYTECODE=1
cd "$work"
PYTHONPATH=$package python3 "$tests/package.py" || fault "package.py"

# runs FOLDER: the package in it, which is that one and no other, finds its tables.
runs() {
    PYTHONPATH=$1 python3 -c 'import rowhold, sys
assert rowhold.__file__.startswith(sys.argv[1]), rowhold.__file__
assert len(rowhold.area()["rows"]) > 10' "$1" || fault "what lies in $1 does not run"
}

# Installed both ways, away from the sources.
unset ROWHOLD_SOURCE
cmake --install "$build" --prefix "$work/first" >log || { cat log && exit 1; }
mv first moved
runs "$work/moved/lib/python3/dist-packages"
if python3 -m pip --version >/dev/null 2>&1; then
    ROWHOLD_BUILD=$build python3 -m pip install --quiet --no-index --target pip "$sources/cmodel/python" >log 2>&1 ||
        { cat log && fault "pip install"; }
    [[ -d pip/rowhold-0.1.0.dist-info ]] || fault "pip knows nothing of what it installed"
    runs "$work/pip"
    [[ -s pip/rowhold/__init__.pyi && -e pip/rowhold/py.typed ]] || fault "the wheel has no types"
else
    echo "no pip, so no wheel was made"
fi
