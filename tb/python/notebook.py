# SPDX-License-Identifier: Apache-2.0
"""Runs the code cells of a notebook as Jupyter would, in order and in one namespace, and says what each leaves:
notebook.py FILE PICTURE.svg, which gets the last picture."""
import ast
import json
import pathlib
import sys

book = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
assert book["nbformat"] == 4 and len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
names, shown = {}, []
for cell in book["cells"]:
    assert all(line.endswith("\n") for line in cell["source"][:-1]), f"{cell['id']}: a line without its end"
    if cell["cell_type"] != "code":
        continue
    assert cell["outputs"] == [] and cell["execution_count"] is None, f"{cell['id']}: it is kept without outputs"
    tree = ast.parse("".join(cell["source"]), filename=cell["id"])
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell["id"], "exec"), names)
    if last is not None:
        shown.append(eval(compile(ast.Expression(last.value), cell["id"], "eval"), names))
        print(f"{cell['id']}: {str(shown[-1])[:200]!r}")
picture = shown[-1]._repr_svg_()
assert "<svg" in picture and "</svg>" in picture
pathlib.Path(sys.argv[2]).write_text(picture, encoding="utf-8")

# What the page says: requests of both kinds, and a front that costs more where it moves more.
assert shown[1] == (2 * 96 * 96, 96 * 96, 96 * 96), shown[1]
assert names["stalls"][shown[2][0]] == max(names["stalls"].values()) > 0
assert shown[3] == 28 and len(names["points"]) >= 20, (shown[3], len(names["points"]))
front = names["front"]
assert 2 <= len(front) < len(names["points"]) and front == sorted(front)
assert all(a[0] < b[0] and a[1] < b[1] for a, b in zip(front, front[1:])), front
assert not [p for p in names["points"] if any(p[0] <= f[0] and p[1] > f[1] for f in front)]
assert all(f"{controller} {queue}" in picture for _, _, controller, queue in front)
