"""What is kept in the repository although it is made from the tables here: made anew, and compared by the tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from pathlib import Path

from firmware.devices import pins as pin_table
from hardware import measures, optics, parts
from hardware.printed import screws
from hardware.wires import wiring

ROOT = Path(__file__).parents[2]


def made() -> Iterator[tuple[Path, str]]:
    """Every such file with the text that it must have."""
    pins, box = pin_table.shipped(), measures.shipped()
    yield ROOT / "hardware/mount/measures.scad", box.scad(pins)
    yield ROOT / "hardware/wiring.yml", wiring.wireviz(pins)
    wires = ["| pin | its name | wire |", "|---|---|---|"]
    by_pin = sorted(pins.wires().items(), key=itemgetter(1))
    wires += [f"| {pin} | {wiring.called(pin)} | {name} |" for name, pin in by_pin]
    tables = {"parts": parts.table(parts.shipped()), "pins": "\n".join(wires)}
    tables["screws"] = screws.table(list(screws.joints(box)))
    yield _with(ROOT / "hardware/README.md", tables)
    yield _with(ROOT / "docs/optics.md", {"optics": optics.table_of_tables()})


def write(files: Iterable[tuple[Path, str]]) -> list[Path]:
    """Write those that are not as they must be; which they were."""
    changed = []
    for path, text in files:
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            changed.append(path)
    return changed


def _with(path: Path, tables: dict[str, str]) -> tuple[Path, str]:
    """A page with its tables in the places that `<!-- name -->` and `<!-- end -->` mark."""
    text = path.read_text("utf-8")
    for name, table in tables.items():
        place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if len(place.findall(text)) != 1:
            raise ValueError(f"{path} has no one place for the table of {name}")
        text = place.sub(lambda found, table=table: f"{found[1]}\n{table}\n\n{found[2]}", text)  # type: ignore[misc]
    return path, text
