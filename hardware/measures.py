"""The measures of parts and prints: `measures.toml`, read once, and written out for OpenSCAD."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from firmware.devices.pins import Pins
from firmware.session.buttons import Button


@dataclass(frozen=True, slots=True)
class Place:
    """A point on the panel's face, mm from its lower left corner as seen from above."""

    x: float
    y: float


class Measures:
    """The file's tables, reached by name: `measures["tube"]["diameter"]`."""

    def __init__(self, text: str) -> None:
        self._tables: dict[str, Any] = tomllib.loads(text)

    def __getitem__(self, table: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._tables[table]
        return found

    def buttons(self, pins: Pins) -> dict[Button, Place]:
        """The middle of every button on the face. ValueError if the panel's buttons are not those of the pins."""
        panel = self["panel"]
        (x, y), (dx, dy) = panel["first"], panel["pitch"]
        named = [(name, row, column) for row, names in enumerate(panel["rows"]) for column, name in enumerate(names)]
        wired = [button.value for button in pins.buttons]
        if sorted(name for name, _, _ in named) != sorted(wired):
            raise ValueError(f"the panel has {', '.join(n for n, _, _ in named)}; pins.toml has {', '.join(wired)}")
        return {Button(name): Place(x + dx * column, y - dy * row) for name, row, column in named}

    def scad(self, pins: Pins) -> str:
        """The measures as OpenSCAD's variables, each by its table's name and its own, and the buttons' places."""
        lines = ["// Written by `make hardware` from measures.toml and pins.toml.", ""]
        lines += [f"{name} = {_scad(value)};" for name, value in _flat(self._tables)]
        places = ", ".join(f"[{place.x:g}, {place.y:g}]" for place in self.buttons(pins).values())
        lines += [f"button_places = [{places}];", ""]
        return "\n".join(lines)


def shipped() -> Measures:
    """The measures as `measures.toml` has them."""
    return Measures(files("hardware").joinpath("measures.toml").read_text("utf-8"))


def _flat(tables: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}_")
        else:
            yield prefix + name, value


def _scad(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_scad(part) for part in value)}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"
