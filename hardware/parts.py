"""The parts list: `parts.csv`, read, checked and written as a table."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib.resources import files

COLUMNS = ("part", "count", "meant", "must be able to", "instead of it")


@dataclass(frozen=True, slots=True)
class Part:
    """A part to buy: how many, which is meant, what any other must be able to do, and what else will do."""

    name: str
    count: str
    meant: str
    must: str
    instead: str


def parse(text: str) -> tuple[Part, ...]:
    """The parts in a CSV with its heading. ValueError where a line has other columns or an empty one."""
    _, *rows = csv.reader(text.splitlines())
    if wrong := [row for row in rows if len(row) != len(COLUMNS) or not all(row)]:
        raise ValueError(f"the parts list has a line that is no part: {wrong[0]}")
    return tuple(Part(*row) for row in rows)


def shipped() -> tuple[Part, ...]:
    """The parts as `parts.csv` has them."""
    return parse(files("hardware").joinpath("parts.csv").read_text("utf-8"))


def table(parts: tuple[Part, ...]) -> str:
    """The parts as a Markdown table."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    lines += [f"| {part.name} | {part.count} | {part.meant} | {part.must} | {part.instead} |" for part in parts]
    return "\n".join(lines)
