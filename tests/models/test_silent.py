"""The long run for silent errors: broken off and gone on with it counts the same."""

from __future__ import annotations

import json
from multiprocessing.pool import ThreadPool
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from models.deck.style import random_style
from models.measuring import silent
from models.measuring.silent import AnotherRunError, Run, recorded
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck
from models.scenes.scene import Scene, SceneCard
from models.scenes.spec import ALL_KINDS, SceneOptions
from vision.enrolled.layout import LayoutError


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Outcomes that need no picture; the numbers that were asked for."""
    asked: list[int] = []

    def outcome(number: int, run: Run) -> dict[str, Any]:
        asked.append(number)
        promise = {1: "scorable", 2: "broken", 5: "asked"}.get(number, "complete")
        kind = "overlap" if number == 4 else "clean"
        seen = {"hands": number != 5, "random": True, "numerals": 3.0 if number < 3 else 4.4, "in_view": 0.25}
        beside = {6: False, 7: True}.get(number)
        return {"table": number, "kind": kind, "promise": promise, "wrong_beside": beside, **seen}

    monkeypatch.setattr(silent, "outcome", outcome)
    return asked


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small deck for every table, and none of their pictures."""
    small = own_deck(60)
    monkeypatch.setattr(silent, "deck_of", lambda *_: small)
    monkeypatch.setattr(silent, "render", lambda *_, **__: None)


def run(monkeypatch: pytest.MonkeyPatch, record: Path, tables: int, *others: str) -> None:
    monkeypatch.setattr(silent, "Pool", ThreadPool)
    monkeypatch.setattr("sys.argv", ["silent", "--tables", str(tables), "--record", str(record), *others])
    silent.main()


def test_a_run_goes_on_where_it_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counted: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "silent.jsonl"
    run(monkeypatch, record, 3)
    with record.open("a") as file:
        file.write('{"table": 3, "kind"')
    run(monkeypatch, record, 4)
    run(monkeypatch, record, 6)
    assert counted == [0, 1, 2, 3, 4, 5]
    printed = capsys.readouterr().out
    assert "| all | 6 | 4 (66.7%) | 3 (50.0%) | 1 | 58.18% | 65.74% | 75.14% |" in printed
    assert "| clean | 4 | 3 (75.0%) | 2 (50.0%) | 1 |" in printed
    assert "| Drawn decks | 5 | 4 (80.0%) | 3 (60.0%) | 1 |" in printed
    assert "| mirrored, or not four of the forty at a seat | 1 | 0 (0.0%) |" in printed
    assert "| below 3.2 mm | 3 | 2 (66.7%) |" in printed
    assert "| higher | 1 | 1 (100.0%) |" in printed
    assert "| 0.20 to 0.26 | 1 | 1 (100.0%) |" in printed
    assert "silently wrong: clean-2" in printed


def test_an_outcome_says_what_can_be_read_of_its_deck_and_its_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    def scene(in_view: float) -> Scene:
        cards = [SceneCard("7o", "N", "row", np.zeros((4, 2), np.float32), 0.9)]
        back = SceneCard("back", "S", "row", np.zeros((4, 2), np.float32), in_view)
        apart = SceneCard("back", None, "row", np.zeros((4, 2), np.float32), 0.01)
        return Scene(np.zeros((20, 20, 3), np.uint8), cards, [back, apart], np.zeros((20, 20), np.int16))

    scenes = {3: ("clean", silent.OWN, scene(0.4)), 4: ("mixed", 12, scene(0.95))}
    monkeypatch.setattr(silent, "table", lambda number, *_, **__: scenes[number])
    monkeypatch.setattr(silent, "_reader", lambda: SimpleNamespace(read=lambda *_: SimpleNamespace(scorable=False)))
    style = random_style(np.random.default_rng((5, 7, 12)), (), held_out=True)
    assert silent.outcome(3, Run(5)) == {
        "table": 3, "kind": "clean", "promise": "asked", "hands": False, "wrong_beside": None, "random": False,
        "in_view": 0.4,
    }  # fmt: skip
    other = silent.outcome(4, Run(5))
    assert (other["random"], other["in_view"]) == (True, 0.9)
    assert other["numerals"] == (style.index.height if style.index.corners else 0.0)


def test_cards_that_are_wrong_beside_those_asked_about_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counted: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, tmp_path / "silent.jsonl", 8)
    printed = capsys.readouterr().out
    assert "| clean | 2 | 1 | 97.47% |" in printed
    assert "| all | 2 | 1 | 97.47% |" in printed


OTHERS = {"networks": {"finder.onnx": "0"}, "decks": 12, "traced": True, "seed": 2}


@pytest.mark.parametrize("other", OTHERS)
def test_a_record_of_another_run_is_refused(tmp_path: Path, other: str) -> None:
    record, told = tmp_path / "silent.jsonl", Run(1).told()
    line = {**told, "table": 0, "kind": "clean", "promise": "complete"}
    record.write_text(json.dumps(line) + "\n")
    assert recorded(record, told) == [line]
    with pytest.raises(AnotherRunError, match="line 1: of another seed"):
        recorded(record, {**told, other: OTHERS[other]})


@pytest.mark.usefixtures("undrawn")
def test_tables_of_a_refused_deck_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise LayoutError("the 4 of oros was not found")

    monkeypatch.setattr(silent, "enrolled", refuse)
    silent._reader_of.cache_clear()
    record = tmp_path / "enrolled.jsonl"
    run(monkeypatch, record, 2, "--seed", "8", "--enrolled")
    assert [json.loads(line)["promise"] for line in record.read_text().splitlines()] == ["refused", "refused"]
    printed = capsys.readouterr().out
    assert "not enrolled: the 4 of oros was not found" in printed
    assert "2 tables are left out" in printed


def test_given_decks_lie_there_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    laid: list[str] = []

    def table(number: int, seed: int, decks: int, deck: Deck, traced: bool) -> tuple[str, int, Scene]:
        laid.append(deck.name)
        return "overlap", silent.OWN, Scene(np.zeros((20, 20, 3), np.uint8), [], [], np.zeros((20, 20), np.int16))

    monkeypatch.setattr(silent, "table", table)
    monkeypatch.setattr(silent, "_reader", lambda: SimpleNamespace(read=lambda *_: SimpleNamespace(scorable=False)))
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "1_oros.png"), np.full((96, 62, 3), 200, np.uint8))
    folders = [str(tmp_path / name) for name in ("one", "two")]
    run(monkeypatch, tmp_path / "silent.jsonl", 3, "--given", *folders)
    assert sorted(laid) == ["one", "one", "two"]
    assert "Given decks, overlap, mixed" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        run(monkeypatch, tmp_path / "silent.jsonl", 3)


@pytest.mark.usefixtures("undrawn")
def test_so_many_decks_are_drawn_as_asked_for() -> None:
    assert {silent.table(number, 5, decks=1)[1] for number in range(8)} == {0, silent.OWN}
    assert len({silent.table(number, 5, decks=9)[1] for number in range(40)}) > 5


@pytest.mark.usefixtures("undrawn")
def test_each_kind_is_seen_by_both_cameras_with_the_own_deck_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silent, "render", lambda _, size: size)
    drawn = [silent.table(number, 5, decks=1) for number in range(2 * silent.OWN_EVERY * len(ALL_KINDS))]
    of_own = {(kind, size) for kind, deck, size in drawn if deck == silent.OWN}
    assert of_own == {(kind, size) for kind in ALL_KINDS for size in silent.SIZES}


@pytest.mark.usefixtures("undrawn")
def test_of_hands_of_five_half_have_a_card_that_sticks_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[SceneOptions] = []
    monkeypatch.setattr(silent, "random_spec", lambda _rng, _kind, _deck, options: asked.append(options))
    for number in range(2000):
        silent.table(number, 5, decks=1)
    of_five = [options for options in asked if 5 in options.counts.values()]
    assert len(of_five) > 20
    assert 0.25 < np.mean([bool(options.stuck) for options in of_five]) < 0.75
    assert all(set(options.stuck) <= {*options.counts} for options in asked)
    assert not any(options.stuck for options in asked if options not in of_five)
