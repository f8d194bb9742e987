"""What other programs import from `engine`: the list, what it loads, and the examples of docs/engine.md."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import engine

DOC = Path(__file__).parents[2] / "docs" / "engine.md"
SOURCE = ast.parse(Path(engine.__file__).read_text("utf-8"))
PROMISED = {
    *("HandRecord", "score", "Result", "Mark", "Why", "When", "Ruling", "JudgeCase"),
    *("RuleBook", "rulebook", "parse_rulebook", "BOOK_NAMES"),
    *("KartaAldia", "Setting", "Stage", "Step", "LegalCall", "LegalAct"),
    *("Match", "Header", "Played", "standing", "Standing", "Sheet"),
    *("read_text", "write_text", "read_json_lines", "write_json_lines"),
    *("round_odds", "Odds", "recognise", "NamedHand", "explain", "Explained", "Explanation"),
    *("DECK", "Card", "Suit", "Seat", "Team", "Round", "Action", "Call", "Act"),
    *("Hand", "Pairs", "evaluate", "best"),
    *("MusError", "CardError", "SeatError", "CallError", "DealError", "RuleBookError", "RecordError", "SheetError"),
}
"""What programs outside may rely on: a name is added here, and none is taken out."""


def test_the_door_has_what_is_promised():
    assert set(engine.__all__) == PROMISED
    assert set(dir(engine)) >= PROMISED
    # the docstring names all of it
    assert [name for name in PROMISED if f"`{name}`" not in engine.__doc__] == []


@pytest.mark.parametrize("name", engine.__all__)
def test_each_name_is_what_its_module_has_and_says_what_it_is(name):
    module, own = engine._FROM[name]
    thing = getattr(engine, name)
    assert thing is getattr(sys.modules[module], own)
    if callable(thing):
        assert inspect.getdoc(thing)


def test_type_checkers_are_told_the_same():
    block = next(node for node in SOURCE.body if isinstance(node, ast.If))
    told = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert told == engine._FROM


def test_what_is_none_of_it_is_no_attribute():
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'scores'"):
        engine.scores  # noqa: B018
    from engine import hands  # a module stays one

    assert hands.HAND_SIZE == 4


def loaded(code):
    """The modules of the engine, and NumPy, that a fresh interpreter has loaded after `code`."""
    show = "import sys; print(*[m for m in sys.modules if m.split('.')[0] in ('engine', 'numpy')])"
    done = subprocess.run([sys.executable, "-c", f"{code}\n{show}"], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_it_loads_only_what_is_asked_for():
    assert loaded("import engine") == {"engine"}
    without = [name for name in engine.__all__ if engine._FROM[name][0] != "engine.odds"]
    everything = loaded(f"from engine import {', '.join(without)}")
    assert {"engine.showdown", "engine.match.standing"} <= everything
    assert not everything & {"numpy", "engine.odds"}
    assert {"numpy", "engine.odds"} <= loaded("from engine import round_odds")


def test_the_examples_run():
    result = doctest.testfile(str(DOC), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted >= 20
    assert result.failed == 0
