"""Fitting the posterior's weights and choosing the risk, on evidence that is made up."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from multiprocessing.pool import ThreadPool
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from models.scenes.scene import Scene, SceneCard, StrangeCard
from tests.vision.scripted import (
    NO_NUMERAL,
    NO_PINTA,
    WEIGHTS,
    Lies,
    art,
    card_at,
    end,
    evidence,
    index,
    painted,
    reader,
    table,
)
from vision.classify.evidence import Evidence
from vision.classify.naming import FORTY
from vision.decide.posterior import EIGHT, NINE, OTHER, Calibration, Weights, log_posterior
from vision.locate.found import Found
from vision.picture import Picture

pytest.importorskip("scipy")

from models.training import calibrate
from models.training.calibrate import Table

NAMES = ["12o", "11c", "7e", "1b", "2o", "2c", "2e", "2b", "3o", "3c", "3e", "3b", "10o", "10c", "10e", "10b"]
SIZE = (1600, 1200)
BLANK = np.zeros((1, 1, 3), np.uint8)


def scene(cards: dict[str, NDArray[np.float64]], strange: dict[str, NDArray[np.float64]] | None = None) -> Scene:
    lying = [SceneCard(name, None, "row", quad.astype(np.float32), 1.0) for name, quad in cards.items()]
    others = [StrangeCard(name, None, quad.astype(np.float32), 1.0) for name, quad in (strange or {}).items()]
    return Scene(BLANK, lying, others, np.zeros((1, 1), np.int16))


def found(*corners: NDArray[np.float64]) -> list[Found]:
    return [Found(each, 0.9, 0.9) for each in corners]


def test_each_thing_is_called_what_lies_there() -> None:
    spots = [card_at(100 + 100 * i, 200) for i in range(6)]
    truth = scene({"12o": spots[0], "4c": spots[1]}, {"8o": spots[2], "9b": spots[3], "joker": spots[4]})
    said = calibrate.labels(found(*spots), truth)
    assert said.tolist() == [index("12o"), index("4c"), EIGHT, NINE, OTHER, OTHER]


def test_what_was_found_askew_is_still_the_card_and_what_lies_beside_it_is_not() -> None:
    truth = scene({"12o": card_at(100, 200)})
    near, beside = card_at(108, 205, 8), card_at(150, 200)
    assert calibrate.labels(found(near, beside), truth).tolist() == [index("12o"), OTHER]
    assert calibrate.labels(found(np.roll(card_at(100, 200), 2, axis=0)), truth).tolist() == [index("12o")]
    assert calibrate.labels([], truth).tolist() == []


def test_of_two_that_lie_on_each_other_it_is_the_nearer() -> None:
    truth = scene({"12o": card_at(100, 200), "4c": card_at(118, 200)})
    assert calibrate.labels(found(card_at(103, 200), card_at(116, 200)), truth).tolist() == [index("12o"), index("4c")]


def made_up(numeral_errs: float, art_errs: float, lacks: float = 0.0, count: int = 600, seed: int = 4) -> list[Table]:
    """Things whose numerals and arts say another rank that often, and whose ends lack their marks that often.

    However surely they say it: that tells nothing of whether it is so.
    """
    rng = np.random.default_rng(seed)
    ends, arts, truth = [], [], []
    for _ in range(count):
        what = int(rng.integers(len(FORTY) + 4))
        if what >= len(FORTY):
            ends.append(np.stack([end(NO_NUMERAL, NO_PINTA)] * 2))
            arts.append(art(face=-9))
            truth.append(OTHER)
            continue
        card = FORTY[what]
        other = int(rng.choice([rank for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12) if rank != card.rank]))
        numeral = other if rng.random() < numeral_errs else card.rank
        how, seen = rng.uniform(5, 20, 2)
        bare, marked = end(NO_NUMERAL, NO_PINTA, how), end(numeral, card.suit.value, how)
        ends.append(np.stack([bare if rng.random() < lacks else marked] * 2))
        arts.append(art(other if rng.random() < art_errs else card.rank, card.suit.value, how=seen))
        truth.append(what)
    located = np.array([0.95, 0.9, 0.0])
    return [
        Table(i, "made up", SIZE, [], Evidence(both[np.newaxis], whole[np.newaxis], located[np.newaxis]),
              np.array([what]), scene({}))
        for i, (both, whole, what) in enumerate(zip(ends, arts, truth, strict=True))
    ]  # fmt: skip


def cost(tables: list[Table], weights: Weights) -> float:
    return -float(np.mean([log_posterior(each.evidence, weights)[0, each.labels[0]] for each in tables]))


def p_of(what: int | str, of: Evidence, weights: Weights) -> float:
    number = index(what) if isinstance(what, str) else what
    return float(np.exp(log_posterior(of, weights)[0, number]))


def test_the_fit_believes_more_what_is_more_often_right() -> None:
    contradiction = evidence(end(5, "o"), end(5, "o"), art(6, "o"))
    numerals, arts = (calibrate.fit(made_up(*errs), WEIGHTS, 0.1) for errs in ((0.2, 0.02), (0.02, 0.2)))
    assert p_of("6o", contradiction, numerals) > p_of("5o", contradiction, numerals)
    assert p_of("5o", contradiction, arts) > p_of("6o", contradiction, arts)
    numeral_alone, art_alone = evidence(end(5, "o")), evidence(whole=art(5, "o"))
    assert p_of("5o", numeral_alone, numerals) < p_of("5o", numeral_alone, arts)
    assert p_of("5o", art_alone, arts) < p_of("5o", art_alone, numerals)


def test_the_fit_learns_how_many_cards_lack_their_marks() -> None:
    bare = evidence(end(NO_NUMERAL, NO_PINTA), end(NO_NUMERAL, NO_PINTA), art(12, "b", face=0.0))
    few, many = (calibrate.fit(made_up(0.01, 0.05, lacks), WEIGHTS, 0.1) for lacks in (0.0, 0.3))
    assert many.marks[0].numeral_missing > few.marks[0].numeral_missing
    assert many.marks[0].pinta_missing > few.marks[0].pinta_missing
    assert p_of(OTHER, bare, many) < p_of(OTHER, bare, few)


def test_a_fit_is_no_worse_on_tables_of_another_seed() -> None:
    weights = calibrate.fit(made_up(0.1, 0.2), WEIGHTS, 0.1)
    again = made_up(0.1, 0.2, seed=5)
    assert cost(again, weights) < cost(again, WEIGHTS)


def test_the_fit_leaves_alone_what_tables_without_an_enrolled_deck_say_nothing_of() -> None:
    weights = calibrate.fit(made_up(0.1, 0.1, count=60), WEIGHTS, 0.1)
    assert (weights.look, weights.look_seen, weights.look_other) == (
        WEIGHTS.look,
        WEIGHTS.look_seen,
        WEIGHTS.look_other,
    )
    for name, value in [*asdict(weights.marks[0]).items(), *asdict(weights.arts[0]).items()]:
        assert np.isfinite(value), name
        if name.endswith(("_wrong", "_missing", "_found")):
            assert 0 < value <= 0.5, name


def test_weights_are_what_they_were_after_there_and_back() -> None:
    back = calibrate._bound(calibrate.START, calibrate._free(calibrate.START))
    assert calibrate._free(back) == pytest.approx(calibrate._free(calibrate.START))
    assert asdict(back.marks[1]) == pytest.approx(asdict(calibrate.START.marks[1]))
    assert asdict(back.arts[1]) == pytest.approx(asdict(calibrate.START.arts[1]))


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate, "_READER", [reader()])


def looked_at(things: list[Lies], truth: Scene, number: int = 0) -> Table:
    seen, said = reader().evidence(Picture(painted(things)))
    return Table(number, "painted", SIZE, seen, said, calibrate.labels(seen, truth), truth)


def right() -> tuple[list[Lies], Scene]:
    things = [Lies(corners, index(name)) for corners, name in zip(table(), NAMES, strict=True)]
    seats = [seat for seat in "NWSE" for _ in range(4)]
    truth = scene({name: thing.corners for name, thing in zip(NAMES, things, strict=True)})
    return things, replace(
        truth, cards=[replace(card, seat=seat) for card, seat in zip(truth.cards, seats, strict=True)]
    )


@pytest.mark.usefixtures("scripted")
def test_tables_are_decided_by_the_calibration_that_is_tried() -> None:
    things, truth = right()
    cards = list(truth.cards)
    cards[0] = replace(cards[0], card="5o")
    wrong = replace(truth, cards=cards)
    tables = [looked_at(things, truth), looked_at(things, wrong, 1), looked_at(things[:15], truth, 2)]
    bold = calibrate.outcome(tables, Calibration(WEIGHTS, 0.01))
    assert (bold.count, bold.scorable, bold.complete, bold.silent) == (3, 1, 1, ["painted-1"])
    shy = calibrate.outcome(tables, Calibration(WEIGHTS, 1e-12))
    assert (shy.count, shy.scorable, shy.silent) == (3, 0, [])


@pytest.mark.usefixtures("scripted")
def test_tables_are_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    things, truth = right()
    asked: list[int] = []

    def look(seed: int, number: int) -> Table:
        (tmp_path / f"asked-{number}").touch(exist_ok=False)
        return looked_at(things, truth, number)

    monkeypatch.setattr(calibrate, "_looked_at", look)
    monkeypatch.setattr(calibrate, "Pool", ThreadPool)
    for count in (1, 2):
        asked = [each.number for each in calibrate.collect(7, count, tmp_path / "evidence", 1)]
    assert asked == [0, 1]
    assert sorted(path.name for path in tmp_path.glob("asked-*")) == ["asked-0", "asked-1"]


@pytest.mark.usefixtures("scripted")
def test_the_boldest_risk_before_the_first_broken_promise_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the tables are shown with one card's numeral and art misread: bold readers promise it."""
    things, truth = right()
    misread = [replace(things[0], what=index("5o")), *things[1:]]
    (tmp_path / "calibration.json").write_text(json.dumps({"checksums": {"a.onnx": "1"}, "risk": 1, "weights": {}}))
    monkeypatch.setattr(calibrate, "fit", lambda tables, start, precision: WEIGHTS)
    monkeypatch.setattr(calibrate, "PRECISIONS", (1.0,))
    monkeypatch.setattr(calibrate, "MOST_BROKEN", 0.9)
    monkeypatch.setattr(calibrate, "RISKS", (1e-12, 1e-5, 0.05))
    chosen = []
    for wrong in (misread, things):
        tables = [looked_at(things, truth), looked_at(wrong, truth, 1)]
        monkeypatch.setattr(calibrate, "collect", lambda *_, kept=tables: iter(kept))
        calibrate.calibrate((2, 2, 2), tmp_path, 1, tmp_path)
        written = json.loads((tmp_path / "calibration.json").read_text())
        assert written["checksums"] == {"a.onnx": "1"}
        assert Weights.of(written["weights"]) == WEIGHTS
        chosen.append(written["risk"])
    assert chosen == [1e-12, 0.05]


@pytest.mark.usefixtures("scripted")
def test_a_risk_that_breaks_a_promise_of_the_third_seed_is_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    things, truth = right()
    misread = [replace(things[0], what=index("5o")), *things[1:]]
    best = Calibration(WEIGHTS, 0.05)
    monkeypatch.setattr(calibrate, "RISKS", (1e-12, 1e-5, 0.05, 0.1))
    for broken_allowed, wrong, risk in ((0.9, things, 0.05), (0.9, misread, 1e-12), (0.0, things, 1e-12)):
        monkeypatch.setattr(calibrate, "MOST_BROKEN", broken_allowed)
        tables = [looked_at(things, truth), looked_at(wrong, truth, 1)]
        assert calibrate.confirmed(tables, best) == Calibration(WEIGHTS, risk)
