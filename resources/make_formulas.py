#!/usr/bin/env python3
"""Typesets every formula of the program as one sheet of vector pictures, resources/formulas.svg.

    apt-get install texlive-latex-base dvisvgm    (Debian; not needed to build or test)
    python3 resources/make_formulas.py

A formula is a raw string R"tex(...)tex" in core/ or ui/, in LaTeX's display style. Its picture is
the group whose id is the beginning of its SHA-256, so that a changed formula has none until this
was run again. Letters are paths that all formulas share. A group's origin is the beginning of its
base line, and a rectangle without ink is as large as its box, in points at a letter size of 10.
"""

import hashlib
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHEET = ROOT / "resources" / "formulas.svg"
LITERAL = re.compile(r'R"tex\((.*?)\)tex"', re.DOTALL)
GAP = 6  # Points between formulas on the sheet.

DOCUMENT = r"""\documentclass{article}
\usepackage{amsmath,amssymb}
\jot=4pt
\def\typeset#1{\setbox0\hbox{$\displaystyle #1$}%%
  \typeout{BOX \the\wd0 \space \the\ht0 \space \the\dp0}\shipout\copy0 }
\begin{document}
%s
\end{document}
"""


def sources():
    """Every formula once, in an order that edits elsewhere do not change."""
    found = set()
    for room in ("core", "ui"):
        for path in (ROOT / room).rglob("*.cpp"):
            found.update(LITERAL.findall(path.read_text(encoding="utf-8")))
    return sorted(found)


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def typeset(formulas, folder):
    """@return (width, height, depth) of each in TeX points; leaves pages in folder/sheet-N.svg."""
    text = DOCUMENT % "\n".join("\\typeset{%s}" % formula for formula in formulas)
    (folder / "sheet.tex").write_text(text, encoding="utf-8")
    run(["latex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"], folder)
    log = (folder / "sheet.log").read_text(encoding="utf-8", errors="replace")
    boxes = re.findall(r"BOX (\S+)pt (\S+)pt (\S+)pt", log.replace("\n", " "))
    run(["dvisvgm", "--no-fonts", "--exact-bbox", "--bbox=min", "--precision=2", "--page=1-",
         "--output=sheet-%p.svg", "sheet.dvi"], folder)
    return [tuple(float(number) for number in box) for box in boxes]


def local(element):
    return element.tag.rpartition("}")[2]


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Sheet:
    def __init__(self):
        self.letters = {}  # path -> id
        self.groups = []
        self.width, self.height = 0.0, 0.0

    def letter(self, path):
        return self.letters.setdefault(path, f"g{len(self.letters)}")

    def add(self, formula, box, page):
        """Puts what dvisvgm drew of one page behind what is there, its base line at y = 0."""
        width, height, depth = (size * 72 / 72.27 for size in box)
        root = xml.parse(page).getroot()
        paths = {e.get("id"): e.get("d") for e in root.iter() if local(e) == "path" and e.get("id")}
        marks = []
        for element in root.iter():
            x, y = float(element.get("x", 0)), float(element.get("y", 0)) - height
            if local(element) == "use":
                name = next(v for k, v in element.attrib.items() if k.endswith("href"))[1:]
                marks.append(f'<use x="{number(x)}" y="{number(y)}" '
                             f'xlink:href="#{self.letter(paths[name])}"/>')
            elif local(element) == "rect":
                size = (float(element.get("width")), float(element.get("height")))
                marks.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(size[0])}" '
                             f'height="{number(size[1])}"/>')
            elif local(element) not in ("svg", "defs", "path", "g", "title"):
                raise SystemExit(f"<{local(element)}> in the picture of {formula}")
        name = "f" + hashlib.sha256(formula.encode()).hexdigest()[:16]
        box = (f'<rect x="0" y="{number(-height)}" width="{number(width)}" '
               f'height="{number(height + depth)}" fill="none"/>')
        self.groups.append(f'<g transform="translate(0 {number(self.height + height)})">'
                           f'<g id="{name}">{box}{"".join(marks)}</g></g>')
        self.width = max(self.width, width)
        self.height += height + depth + GAP

    def text(self):
        letters = [f'<path id="{name}" d="{path}"/>' for path, name in self.letters.items()]
        size = f"{number(self.width)} {number(self.height)}"
        return "\n".join([
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'version="1.1" viewBox="0 0 {size}">', "<defs>", *letters, "</defs>",
            '<g fill="currentColor">', *self.groups, "</g>", "</svg>", ""])


def main():
    formulas = sources()
    sheet = Sheet()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        boxes = typeset(formulas, folder)
        assert len(boxes) == len(formulas), (len(boxes), len(formulas))
        pages = {int(p.stem.split("-")[1]): p for p in folder.glob("sheet-*.svg")}
        for index, (formula, box) in enumerate(zip(formulas, boxes), 1):
            sheet.add(formula, box, pages[index])
    SHEET.write_text(sheet.text(), encoding="utf-8")
    print(f"{SHEET.relative_to(ROOT)}: {len(formulas)} formulas, {SHEET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
