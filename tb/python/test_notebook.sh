#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The notebook that ships runs from its first cell to its last, without Jupyter, and what it says of its results holds
# (notebook.py beside this). A cell that fails, or that was kept with its outputs, is noticed.
source tb/shell.sh || exit
needs python3 gnuplot
package=$(readlink -f "${ROWHOLD_BUILD:-build}")/python
[[ -e $package/rowhold/_rowhold.abi3.so ]] || { echo "skipped: no package was built (python3-dev)" && exit 77; }
tests=$PWD/tb/python examples=$PWD/docs/examples
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$package XDG_CACHE_HOME=$work
cd "$work"
python3 "$tests/notebook.py" "$examples/pareto.ipynb" front.svg || fault "pareto.ipynb"

# planted: a worse front, a keyword that is none, outputs
sed 's/if all(point\[1\] > other\[1\]/if any(point[1] > other[1]/' "$examples/pareto.ipynb" >worse.ipynb
sed 's/queue=\[8, 16, 32, 64\]/quue=[8]/' "$examples/pareto.ipynb" >misspelt.ipynb
sed '0,/"outputs": \[\]/s//"outputs": [{}]/' "$examples/pareto.ipynb" >kept.ipynb
for book in worse misspelt kept; do
    cmp -s "$book.ipynb" "$examples/pareto.ipynb" && fault "$book.ipynb has no fault"
    if python3 "$tests/notebook.py" $book.ipynb front.svg >/dev/null 2>&1; then fault "$book.ipynb goes unnoticed"; fi
done
