"""The printed parts: which OpenSCAD file makes each, how it is rendered, and how many a box needs."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

MOUNT = Path(__file__).parents[1] / "mount"


class RenderError(OSError):
    """OpenSCAD is missing or did not like a file; the message says which."""


@dataclass(frozen=True, slots=True)
class Print:
    """A part to print, as it lies on the bed. `count` is for a box on an arm."""

    name: str
    count: int
    what: str
    source: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)

    @property
    def scad(self) -> Path:
        return MOUNT / f"{self.source or self.name}.scad"


PRINTS = (
    Print("tube_clamp", 6, "holds a 25 mm tube beside a flat face; two of them are the elbow"),
    Print("table_clamp", 1, "grips the table's edge"),
    Print("clamp_pad", 1, "between the M8 screw and the table"),
    Print("ceiling_flange", 0, "instead of the table clamp: hangs the tube from the ceiling"),
    Print("camera_arm", 1, "below a tube clamp; the cradle swings in it"),
    Print("camera_cradle", 1, "carries the camera"),
    Print("tripod_tongue", 1, "below a tube clamp; a ring lamp or a USB camera hangs on it by its tripod thread"),
    Print("head_tray", 1, "carries the Raspberry Pi on the arm"),
    Print("head_lid", 1, "covers it, on four M2.5 spacers of 25 mm"),
    Print("panel_face", 1, "twelve buttons and the 1.3 inch display"),
    Print("display_bar", 1, "presses the 1.3 inch display into its rim"),
    Print("panel_box", 1, "the panel's lower part"),
    Print("panel_face_small", 0, "the face for the 0.96 inch display", "panel_face", {"display_kind": "ssd1306"}),
    Print("display_bar_small", 0, "the bar for the 0.96 inch display", "display_bar", {"display_kind": "ssd1306"}),
)


def render(part: Print, into: Path) -> Path:
    """The part as an STL file in the folder `into`."""
    return openscad(part.scad, into / f"{part.name}.stl", part.choices)


def openscad(
    scad: Path, to: Path, choices: Mapping[str, str] | None = None, *options: str, before: tuple[str, ...] = ()
) -> Path:
    """Run OpenSCAD on a file, with the command `before` in front of it.

    RenderError where it is not installed, or says that something is wrong.
    """
    program = shutil.which("openscad")
    if program is None:
        raise RenderError("OpenSCAD is missing: sudo apt-get install openscad")
    defined = [part for name, value in (choices or {}).items() for part in ("-D", f'{name}="{value}"')]
    done = subprocess.run(
        [*before, program, "-o", str(to), *defined, *options, str(scad)], capture_output=True, text=True, check=False
    )
    bad = [line for line in done.stderr.splitlines() if line.startswith(("ERROR", "WARNING"))]
    if done.returncode or bad or not to.exists():
        raise RenderError(f"{scad.name}: {bad[0] if bad else done.stderr.strip()[-200:]}")
    return to
