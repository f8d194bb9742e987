"""The perfboard in the panel: where its parts sit, and which holes are wired."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from firmware.devices.pins import Pins, PullUp
from firmware.session.buttons import Button
from hardware.measures import Measures
from hardware.wires.wiring import DISPLAY, LAMP, nets

NETWORK = 8
"""Resistors in one network of nine pins, the first of which they share."""


class Spot(NamedTuple):
    """A hole of the board, seen from the parts' side: columns from the left, rows from the top, from 1."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Pad:
    """A part's pin in a hole."""

    part: str
    pin: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from hole to hole, of a net."""

    net: str
    start: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class Board:
    """The finished board."""

    columns: int
    rows: int
    pads: tuple[Pad, ...]
    wires: tuple[Wire, ...]


def layout(pins: Pins, measures: Measures) -> Board:
    """Header in the middle, resistor networks above it, the buttons' pairs at the top, display and lamp below.

    ValueError where the measures give the board too few holes.
    """
    pads = [Pad("header", str(pin), Spot(3 + (pin - 1) // 2, 9 if pin % 2 else 8)) for pin in range(1, 41)]
    for i, button in enumerate(_in_order(pins)):
        pads += [Pad(button.value, "ground", Spot(1 + 2 * i, 1)), Pad(button.value, "signal", Spot(1 + 2 * i, 2))]
    pads += [Pad("display", name, Spot(10 + i, 18)) for i, name in enumerate(DISPLAY)]
    pads += [Pad("lamp", name, Spot(22 + i, 18)) for i, name in enumerate(LAMP)]
    if pins.pull_up is PullUp.PANEL:
        for n, first in enumerate((2, 14)):
            pads += [Pad(f"RN{n + 1}", str(k + 1), Spot(first + k, 5)) for k in range(NETWORK + 1)]
    at = {(pad.part, pad.pin): pad.spot for pad in pads}
    wires = [Wire(net.name, at[a], at[b]) for net in nets(pins) for a, b in pairwise(net.ends)]
    if pins.pull_up is PullUp.PANEL:
        power = str(pins.display.power)
        wires += [Wire("display VCC", at["header", power], at["RN1", "1"])]
        wires += [Wire("display VCC", at["RN1", "1"], at["RN2", "1"])]
        wires += [Wire(name, at[name, "signal"], at[resistor]) for name, resistor in _resistors(pins).items()]
    columns, rows = measures["perfboard"]["columns"], measures["perfboard"]["rows"]
    if off := [pad for pad in pads if pad.spot.column > columns or pad.spot.row > rows]:
        raise ValueError(f"{off[0].part} {off[0].pin} is off a perfboard of {columns} x {rows} holes")
    return Board(columns, rows, tuple(pads), tuple(wires))


def _in_order(pins: Pins) -> list[Button]:
    """The buttons as their pins follow each other on the header: so their wires hardly cross."""
    return sorted(pins.buttons, key=lambda button: pins.buttons[button])


def _resistors(pins: Pins) -> dict[str, tuple[str, str]]:
    """Each button's pin of the resistor networks, by the button's name."""
    return {b.value: (f"RN{i // NETWORK + 1}", str(i % NETWORK + 2)) for i, b in enumerate(_in_order(pins))}
