"""Everything that is rendered, into a folder: prints, pictures, drawings, wiring, perfboard, labels, parts."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from firmware.devices import pins as pin_table
from hardware import measures, parts
from hardware.drawings import documents, paper, pictures, sheets
from hardware.printed import assembly, fit, screws
from hardware.printed.meshes import Solid
from hardware.printed.prints import MOUNT, PRINTS, Print, RenderError, openscad, render
from hardware.wires import perfboard
from words.text import LANGUAGES


def build(into: Path, say: Callable[[str], object]) -> None:
    """Render all and check it. OSError or ValueError with a sentence where a tool is missing or something is wrong."""
    into.mkdir(parents=True, exist_ok=True)
    documents.write(documents.made())
    pins, box, bought = pin_table.shipped(), measures.shipped(), parts.shipped()
    if wrong := screws.faults(list(screws.joints(box)), bought):
        raise ValueError("; ".join(wrong))
    say("prints: OpenSCAD")
    with ThreadPoolExecutor(max_workers=2) as workers:
        files = list(workers.map(lambda part: render(part, into), PRINTS))
    solids = {part.name: Solid.load(file) for part, file in zip(PRINTS, files, strict=True)}
    sections = list(fit.sections(box, pins))
    if wrong := [*assembly.clashes(solids, box, pins), *_holes(solids, sections), *_unprintable(solids, box)]:
        raise ValueError("; ".join(wrong))
    say("drawings, labels, perfboard, parts")
    pages = [_drawing(solids[part.name], box, part, sections) for part in PRINTS]
    paper.pdf(pages, into / "drawings.pdf", "hamarreko: the printed parts")
    for kind, suffix in fit.DISPLAYS:
        labels = [sheets.labels(pins, box, code, kind) for code in LANGUAGES]
        paper.pdf(labels, into / f"labels{suffix}.pdf", "hamarreko: labels")
    page = sheets.perfboard(perfboard.layout(pins, box), box)
    page.svg(into / "perfboard.svg")
    paper.pdf([page], into / "perfboard.pdf", "hamarreko: perfboard")
    (into / "parts.md").write_text(parts.table(bought) + "\n", "utf-8")
    say("wiring: WireViz")
    _wiring(into)
    say("pictures: OpenSCAD")
    folder = {"folder": str(into.absolute())}
    _picture(MOUNT / "assembly.scad", into / "box.png", folder)
    _picture(MOUNT / "assembly.scad", into / "ceiling.png", {**folder, "shown": "ceiling"}, _BELOW)
    _picture(MOUNT / "assembly.scad", into / "head.png", {**folder, "shown": "head"}, _NEAR)
    for part in PRINTS:
        _picture(part.scad, into / f"{part.name}.png", dict(part.choices))
    for path in pictures.keep(into):
        say(f"written: {path}")
    say(f"all is in {into}")


def _holes(solids: dict[str, Solid], sections: list[fit.Section]) -> list[str]:
    return [
        fault
        for section in sections
        for fault in fit.faults(section, solids[section.part].holes(section.at, section.axis))
    ]


def _unprintable(solids: dict[str, Solid], box: measures.Measures) -> list[str]:
    """Walls too thin, overhangs too wide, parts too large for the printer."""
    rules, said = box["print"], []
    for name, solid in solids.items():
        thin, where = solid.thinnest()
        if thin < rules["thinnest"] - 0.01:
            said.append(f"{name} is {thin:.2f} mm thin at {', '.join(f'{value:.1f}' for value in where)}")
        said += [
            f"{name} hangs over at {', '.join(f'{value:.1f}' for value in over.at)}"
            for over in solid.overhangs(rules["overhang"])
            if over.span > rules["bridge"]
        ]
        if max(solid.size) > rules["bed"]:
            said.append(f"{name} is larger than the printer's bed of {rules['bed']} mm")
    return said


def _drawing(solid: Solid, box: measures.Measures, part: Print, sections: list[fit.Section]) -> paper.Paper:
    cuts = dict.fromkeys((section.axis, section.at) for section in sections if section.part == part.name)
    return sheets.drawing(solid, box, part.what, tuple(cuts), fit.notes(box).get(part.name, ()))


def _wiring(into: Path) -> None:
    source = documents.ROOT / "hardware/wiring.yml"
    if shutil.which("dot") is None:
        raise RenderError("Graphviz is missing: sudo apt-get install graphviz")
    from wireviz.wireviz import parse

    parse(source, output_formats=("gv", "svg"), output_dir=str(into), output_name="wiring")
    done = subprocess.run(
        ["dot", "-Tpdf", "-o", str(into / "wiring.pdf"), str(into / "wiring.gv")], capture_output=True, text=True
    )
    if done.returncode:
        raise RenderError(f"Graphviz: {done.stderr.strip()}")


_NEAR = ("--camera=0,60,-10,62,0,200,950",)
_BELOW = ("--camera=0,190,1500,100,0,120,1550",)
_WHOLE = ("--viewall", "--autocenter")


def _picture(scad: Path, to: Path, choices: dict[str, str], camera: tuple[str, ...] = _WHOLE) -> None:
    """A picture, on a screen of its own where there is none."""
    before = () if os.environ.get("DISPLAY") else ("xvfb-run", "-a")
    if before and shutil.which("xvfb-run") is None:
        raise RenderError("Xvfb is missing, which OpenSCAD's pictures need: sudo apt-get install xvfb xauth")
    openscad(scad, to, choices, "--imgsize=800,640", "--projection=p", *camera, before=before)
