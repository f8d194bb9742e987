"""The perfboard in the panel: where its parts sit, which holes are wired, and whether that is what the wiring says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from firmware.devices.pins import Pins, PullUp
from firmware.session.buttons import Button
from hardware.measures import Measures
from hardware.wires.wiring import DISPLAY, LAMP, nets

NETWORK = 8
"""Resistors in one network of nine pins, the first of which they share."""


class BoardError(ValueError):
    """The layout does not do what the wiring says; the message names the hole or the net."""


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
    """Header in the middle, resistor networks above it, the buttons' pairs at the top, display and lamp below."""
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
    perf = measures["perfboard"]
    return Board(perf["columns"], perf["rows"], tuple(pads), tuple(wires))


def _in_order(pins: Pins) -> list[Button]:
    """The buttons as their pins follow each other on the header: so their wires hardly cross."""
    return sorted(pins.buttons, key=lambda button: pins.buttons[button])


def _resistors(pins: Pins) -> dict[str, tuple[str, str]]:
    """Each button's pin of the resistor networks, by the button's name."""
    return {b.value: (f"RN{i // NETWORK + 1}", str(i % NETWORK + 2)) for i, b in enumerate(_in_order(pins))}


def check(board: Board, pins: Pins) -> None:
    """BoardError unless every pin has a hole of its own and the wires join just what the wiring joins."""
    taken: dict[Spot, Pad] = {}
    for pad in board.pads:
        column, row = pad.spot
        if not (1 <= column <= board.columns and 1 <= row <= board.rows):
            raise BoardError(f"{pad.part} {pad.pin} is off the board at column {column}, row {row}")
        if other := taken.get(pad.spot):
            raise BoardError(
                f"column {column}, row {row} is used twice: by {other.part} {other.pin} and by {pad.part} {pad.pin}"
            )
        taken[pad.spot] = pad
    for wire in board.wires:
        for spot in (wire.start, wire.end):
            if spot not in taken:
                raise BoardError(f"a wire of {wire.net} ends at column {spot.column}, row {spot.row}, where no pin is")
    joined = _joined(board)
    for net in nets(pins):
        group = next(group for group in joined if net.ends[0] in group)
        wanted = set(net.ends) | _pulled(net.name, pins)
        if group != wanted:
            raise BoardError(f"{net.name} joins {_list(group)}, not {_list(wanted)}")


def _pulled(net: str, pins: Pins) -> set[tuple[str, str]]:
    """The resistor networks' pins on a net."""
    if pins.pull_up is not PullUp.PANEL:
        return set()
    if net == "display VCC":
        return {("RN1", "1"), ("RN2", "1")}
    return {pin for button, pin in _resistors(pins).items() if button == net}


def _joined(board: Board) -> list[set[tuple[str, str]]]:
    """The pins that the wires join, group by group."""
    group = {pad.spot: pad.spot for pad in board.pads}

    def root(spot: Spot) -> Spot:
        while group[spot] != spot:
            spot = group[spot]
        return spot

    for wire in board.wires:
        group[root(wire.start)] = root(wire.end)
    found = defaultdict(set)
    for pad in board.pads:
        found[root(pad.spot)].add((pad.part, pad.pin))
    return list(found.values())


def _list(ends: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{part} {pin}" for part, pin in sorted(ends))
