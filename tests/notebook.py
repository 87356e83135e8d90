#!/usr/bin/env python3
"""notebook.py NOTEBOOK [OUT] - runs the cells of a Jupyter notebook in order, as a kernel would;
every cell must succeed, and every picture be SVG. With OUT it writes the notebook with its outputs.
"""
import ast
import contextlib
import io
import json
import sys
import traceback
import xml.etree.ElementTree


def display(value):
    """The output of a cell whose last line is this value."""
    data = {"text/plain": [repr(value)]}
    if hasattr(value, "_repr_svg_"):
        picture = value._repr_svg_()
        if not xml.etree.ElementTree.fromstring(picture).tag.endswith("svg"):
            raise ValueError("the picture is not SVG")
        data = {"image/svg+xml": picture.splitlines(keepends=True),
                "text/plain": [f"<{type(value).__name__}>"]}
    return {"output_type": "execute_result", "metadata": {}, "data": data}


def run(source, names):
    """Runs a cell and returns its outputs."""
    tree, printed, outputs = ast.parse(source), io.StringIO(), []
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout",
                        "text": printed.getvalue().splitlines(keepends=True)})
    return outputs + ([display(value)] if value is not None else [])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        notebook = json.load(file)
    names, count, pictures = {"__name__": "__main__"}, 0, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        try:
            cell["outputs"] = run("".join(cell["source"]), names)
        except BaseException:
            traceback.print_exc()
            sys.exit(f"cell {count} of {sys.argv[1]} fails")
        cell["execution_count"] = count
        for output in cell["outputs"]:
            if output["output_type"] == "execute_result":
                output["execution_count"] = count
                pictures += "image/svg+xml" in output["data"]
    if count < 8 or pictures < 3:
        sys.exit(f"{sys.argv[1]} has only {count} cells of code and {pictures} pictures")
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            json.dump(notebook, file, indent=1, ensure_ascii=False)
            file.write("\n")


main()
