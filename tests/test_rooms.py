"""Who may know whom: the rooms of the house import nothing that they must not, and not in circles."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("engine", "vision", "words", "web", "desk", "firmware", "hardware", "models", "docs", "tests")
TRAINING = ("models.training", "models.measuring", "models.scenes", "models.deck")
"""What draws and trains: nothing that runs at the table imports it."""


SHIPPED = ("models", "models.model_bytes")
"""What hands out the shipped networks."""


AT_THE_DESK = ("firmware/commands/desk.py", "firmware/commands/tournament/draw.py")
"""The commands that are the desk's own: nothing else of the table knows it."""


class Import(NamedTuple):
    """A module that another one imports, with its line."""

    by: str
    line: int
    name: str


@cache
def imports(room: str, root: Path = ROOT) -> tuple[Import, ...]:
    """Whatever the modules of a room import, within functions and for types too."""
    return tuple(_imports(room, root))


def _imports(room: str, root: Path) -> Iterator[Import]:
    for path in sorted((root / room).rglob("*.py")):
        by = str(path.relative_to(root))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (Import(by, node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{by}, line {node.lineno}: imports name their room"
                module = str(node.module)
                yield Import(by, node.lineno, module)
                yield from (Import(by, node.lineno, f"{module}.{alias.name}") for alias in node.names)


def _of(name: str) -> str:
    return name.partition(".")[0]


def _within(name: str, *rooms: str) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def test_the_engine_knows_nobody() -> None:
    others = [
        one
        for one in imports("engine")
        if _of(one.name) not in sys.stdlib_module_names
        and _of(one.name) != "engine"
        and not (one.by == "engine/odds.py" and _of(one.name) == "numpy")
    ]
    assert others == []


def test_vision_knows_cards_seats_and_sentences_of_the_engine() -> None:
    others = [
        one
        for one in imports("vision")
        if _of(one.name) in ROOMS
        and not _within(one.name, "vision", "engine.cards", "engine.seats", "engine.sentences")
        and one.name not in SHIPPED
    ]
    assert others == []


@pytest.mark.parametrize(
    ("room", "known"),
    [
        ("words", ("words", "engine")),
        ("web", ("web", "words", "engine")),
        ("desk", ("desk", "web", "words", "engine")),
        ("firmware", ("firmware", "web", "words", "engine", "vision")),
        ("models", ("models", "engine", "vision")),
        ("hardware", ("hardware", "firmware", "words", "vision", "engine")),
    ],
)
def test_the_other_rooms_know_those_below(room: str, known: tuple[str, ...]) -> None:
    others = [
        one
        for one in imports(room)
        if _of(one.name) in ROOMS
        and not _within(one.name, *known)
        and one.name not in SHIPPED
        and not (_within(one.name, "desk") and one.by in AT_THE_DESK)
    ]
    assert others == []


def test_nothing_at_the_table_knows_the_training() -> None:
    knows = [
        one for room in ("engine", "vision", "words", "web", "desk", "firmware", "hardware") for one in imports(room)
    ]
    assert [one for one in knows if _within(one.name, *TRAINING)] == []
    assert len(knows) > 1000


def test_nobody_who_ships_knows_the_tests() -> None:
    rooms = ("engine", "vision", "words", "web", "desk", "firmware", "hardware", "models")
    assert [one for room in rooms for one in imports(room) if _within(one.name, "tests")] == []


def test_an_import_where_none_may_be_is_seen(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "cards.py").write_text("def f():\n    from vision import reader\n", "utf-8")
    assert [one.name for one in imports("engine", tmp_path)] == ["vision", "vision.reader"]


MODULES, LINES = 15, 60
"""The most modules in a package, and the most lines in a function."""

LONG = {
    "tests/firmware/devices/picamera2_stand_in.py camera_on",
    "tests/firmware/screens/gallery.py _shown",
}
"""Functions that are still longer."""


def test_packages_can_be_taken_in_at_a_glance() -> None:
    packages = {path.parent for room in ROOMS if room != "tests" for path in (ROOT / room).rglob("*.py")}
    crowded = {str(one.relative_to(ROOT)) for one in packages if len(list(one.glob("*.py"))) > MODULES}
    assert crowded == set()
    assert len(packages) > 30


def test_functions_can_be_taken_in_at_a_glance() -> None:
    found = {
        f"{path.relative_to(ROOT)} {node.name}"
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= LINES
    }
    assert found == LONG
