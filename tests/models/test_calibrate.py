"""Fitting the posterior and choosing the risk, on evidence that is made up."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from multiprocessing.pool import ThreadPool
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from models.scenes.scene import Scene, SceneCard
from tests.vision.scripted import (
    HANDS,
    NO_NUMERAL,
    NO_PINTA,
    OWN_WORDS,
    Lies,
    art,
    card_at,
    end,
    evidence,
    index,
    joined,
    painted,
    reader,
    table,
)
from vision.classify.evidence import FEATURES, Evidence
from vision.classify.naming import FORTY
from vision.decide.posterior import (
    EIGHT,
    NINE,
    OTHER,
    Calibration,
    Posterior,
    inputs,
    log_posterior,
)
from vision.locate.found import Found
from vision.picture import Picture

pytest.importorskip("torch")

import torch

from models.training import calibrate
from models.training import fit as fitting
from models.training.calibrate import Drawn, Table
from models.training.fit import Labelled, fit
from models.training.truth import labels as labels_of
from tests.models.test_posterior_network import by_chance

SIZE = (1600, 1200)
BLANK = np.zeros((1, 1, 3), np.uint8)


def scene(cards: dict[str, NDArray[np.float64]], strange: dict[str, NDArray[np.float64]] | None = None) -> Scene:
    lying = [SceneCard(name, None, "row", quad.astype(np.float32), 1.0) for name, quad in cards.items()]
    others = [SceneCard(name, None, "row", quad.astype(np.float32), 1.0) for name, quad in (strange or {}).items()]
    return Scene(BLANK, lying, others, np.zeros((1, 1), np.int16))


def found(*corners: NDArray[np.float64]) -> list[Found]:
    return [Found(each, 0.9, 0.9) for each in corners]


def test_each_thing_is_called_what_lies_there() -> None:
    spots = [card_at(100 + 100 * i, 200) for i in range(6)]
    truth = scene({"12o": spots[0], "4c": spots[1]}, {"8o": spots[2], "9b": spots[3], "joker": spots[4]})
    said = labels_of(found(*spots), truth)
    assert said.tolist() == [index("12o"), index("4c"), EIGHT, NINE, OTHER, OTHER]


def test_what_was_found_askew_is_still_the_card_and_what_lies_beside_it_is_not() -> None:
    truth = scene({"12o": card_at(100, 200)})
    near, beside = card_at(108, 205, 8), card_at(150, 200)
    assert labels_of(found(near, beside), truth).tolist() == [index("12o"), OTHER]
    assert labels_of(found(np.roll(card_at(100, 200), 2, axis=0)), truth).tolist() == [index("12o")]
    assert labels_of([], truth).tolist() == []


def test_of_two_that_lie_on_each_other_it_is_the_nearer() -> None:
    truth = scene({"12o": card_at(100, 200), "4c": card_at(118, 200)})
    assert labels_of(found(card_at(90, 200), card_at(109.5, 200)), truth).tolist() == [index("12o"), index("4c")]
    truth = scene({"12o": card_at(100, 200), "4c": card_at(118, 200)})
    assert labels_of(found(card_at(103, 200), card_at(116, 200)), truth).tolist() == [index("12o"), index("4c")]


def test_what_is_found_twice_is_once_none() -> None:
    truth = scene({"12o": card_at(100, 200)})
    assert labels_of(found(card_at(104, 200), card_at(101, 201)), truth).tolist() == [OTHER, index("12o")]


def made_up(
    numeral_errs: float, art_errs: float, lacks: float = 0.0, count: int = 240, seed: int = 4
) -> list[Labelled]:
    """Tables of ten things whose numerals and arts say another rank that often, and whose ends lack their marks that
    often.

    However surely they say it: that tells nothing of whether it is so.
    """
    rng = np.random.default_rng(seed)
    tables = []
    for _ in range(count):
        things, truth = [], []
        for _ in range(10):
            what = int(rng.integers(len(FORTY) + 4))
            if what >= len(FORTY):
                bare = end(NO_NUMERAL, NO_PINTA)
                things.append(evidence(bare, bare, art(face=-9)))
                truth.append(OTHER)
                continue
            card = FORTY[what]
            other = int(rng.choice([rank for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12) if rank != card.rank]))
            numeral = other if rng.random() < numeral_errs else card.rank
            how, seen = rng.uniform(5, 20, 2)
            bare, marked = end(NO_NUMERAL, NO_PINTA, how), end(numeral, card.suit.value, how)
            shown = bare if rng.random() < lacks else marked
            whole = art(other if rng.random() < art_errs else card.rank, card.suit.value, how=seen)
            things.append(evidence(shown, shown, whole))
            truth.append(what)
        tables.append((joined(things), np.array(truth)))
    return tables


def fitted(tables: list[Labelled], passes: int = 25) -> Posterior:
    network = fit(tables, passes, members=1)
    return lambda x: network(torch.from_numpy(x)).detach().numpy()


def p_of(what: int | str, of: Evidence, posterior: Posterior) -> float:
    number = index(what) if isinstance(what, str) else what
    return float(np.exp(log_posterior(of, posterior)[0, number]))


def test_the_fit_believes_more_what_is_more_often_right() -> None:
    contradiction = evidence(end(5, "o", 15.0), end(5, "o", 15.0), art(6, "o", how=15.0))
    numerals, arts = (fitted(made_up(*errs)) for errs in ((0.2, 0.02), (0.02, 0.2)))
    assert p_of("6o", contradiction, numerals) > p_of("5o", contradiction, numerals)
    assert p_of("5o", contradiction, arts) > p_of("6o", contradiction, arts)


def test_the_fit_learns_how_many_cards_lack_their_marks() -> None:
    bare = evidence(end(NO_NUMERAL, NO_PINTA), end(NO_NUMERAL, NO_PINTA), art(12, "b", face=0.0))
    few, many = (fitted(made_up(0.01, 0.05, lacks)) for lacks in (0.0, 0.3))
    assert p_of(OTHER, bare, many) < p_of(OTHER, bare, few)


def test_the_fit_learns_from_a_tables_other_cards_how_far_its_art_is_to_be_believed() -> None:
    """Of a deck whose pips the art knows it is nearly always right, of another one hardly ever."""
    known_and_not = [*made_up(0.01, 0.02, lacks=0.2), *made_up(0.01, 0.9, lacks=0.2, seed=5)]
    posterior = fitted(known_and_not, passes=80)
    bare = evidence(end(NO_NUMERAL, NO_PINTA), end(NO_NUMERAL, NO_PINTA), art(6, "o", how=12.0))

    def beside(of_art: int) -> float:
        marked = [evidence(end(5, suit, 12.0), end(5, suit, 12.0), art(of_art, suit, how=12.0)) for suit in "oceb" * 2]
        return p_of("6o", joined([bare, *marked]), posterior)

    believed, doubted = beside(5), beside(7)
    assert believed > 0.8
    assert doubted < 0.2


def anything(things: int, seed: int) -> Evidence:
    """Evidence by chance: ends that differ, some not looked at."""
    rng = np.random.default_rng(seed)
    ends = rng.normal(0, 4, (things, 2, 18))
    ends[rng.random((things, 2)) < 0.2] = np.nan
    return Evidence(ends, rng.normal(0, 4, (things, 17)), rng.uniform(0, 1, (things, 3)))


def of_doubtful_numerals(count: int = 240, seed: int = 4) -> list[Labelled]:
    """Tables of ten sevens and aces that may be either; each deck's look a little like a 2 or a 5, and the art knows
    every other card."""
    rng, tables = np.random.default_rng(seed), []
    for _ in range(count):
        likes, things, truth = rng.permutation([2, 5]), list[Evidence](), list[int]()
        for _ in range(10):
            is_seven, suit = int(rng.integers(2)), str(rng.choice(list("oceb")))
            shown, rank = end(None, suit), (1, 7)[is_seven]
            shown[[0, 6]], shown[likes[is_seven] - 1] = 6.0, 3.0
            things.append(evidence(shown, shown, art(rank if rng.random() < 0.5 else None, suit)))
            truth.append(index(f"{rank}{suit}"))
        tables.append((joined(things), np.array(truth)))
    return tables


def test_the_fit_learns_that_cards_of_one_look_are_alike() -> None:
    posterior = fitted(of_doubtful_numerals(), passes=20)
    right = []
    for of, labels in of_doubtful_numerals(40, seed=5):
        unsaid = np.ptp(of.art[:, :12], axis=1) == 0
        right += (log_posterior(of, posterior).argmax(axis=1) == labels)[unsaid].tolist()
    assert np.mean(right) > 0.8


def test_what_is_not_there_counts_for_nothing_and_a_suit_only_where_there_is_one() -> None:
    network = by_chance(members=1)
    table = (anything(6, 1), np.array([0, 5, OTHER, EIGHT, 39, 20]))
    alone = fitting._loss(network, fitting._batch([table]))
    ((said,),) = network(torch.from_numpy(inputs(table[0]))[None])
    right = [said[i, rank] for i, rank in enumerate((0, 1, 12, 7, 11, 5))]
    right += [said[i, 13 + suit] for i, suit in ((0, 0), (1, 1), (4, 3), (5, 0))]
    assert float(alone) == pytest.approx(-float(sum(right)) / 6, rel=1e-4)
    filled_up = fitting._batch([table, (anything(20, 2), np.zeros(20, np.intp))])
    first = type(filled_up)(*(part[:1] for part in filled_up))
    assert float(fitting._loss(network, first)) == pytest.approx(float(alone), rel=1e-4)


def test_each_member_learns_from_tables_of_its_own() -> None:
    """Of a batch's tables the first half is the first member's."""
    network, gradients = by_chance(members=2), []
    own, *others = [(anything(8, seed), np.arange(8)) for seed in range(3)]
    for other in others:
        network.zero_grad()
        fitting._loss(network, fitting._batch([own, other])).backward()
        gradients.append(network.first.weight.grad.clone())
    torch.testing.assert_close(gradients[0][0], gradients[1][0])
    assert (gradients[0][1] - gradients[1][1]).abs().max() > 1e-3


NEVER = ("ONE_END", "UNREAD", "TAKEN_OFF", "CONFUSED", "MISPRINTED")


def varied(monkeypatch: pytest.MonkeyPatch, things: int = 400, **shares: float) -> tuple[Evidence, Evidence]:
    """A table, and the same with these shares of its things varied."""
    for name in NEVER:
        monkeypatch.setattr(fitting, name, shares.get(name, 0.0))
    table, labels = anything(things, 5), np.zeros(things, np.intp)
    after, same = fitting._varied((table, labels), np.random.default_rng(1))
    assert same is labels
    return table, after


def both_ends(of: Evidence, part: slice) -> NDArray[np.float64]:
    """Of each thing (n, 2 k), whichever end is first."""
    ends = np.nan_to_num(of.ends[..., part], nan=99.0)
    return np.sort(ends, axis=1).reshape(len(of), -1)


def test_a_misprinted_pinta_is_another_cards_at_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    table, after = varied(monkeypatch, MISPRINTED=0.2)
    numerals, pintas = slice(0, 13), slice(13, 18)
    np.testing.assert_array_equal(both_ends(after, numerals), both_ends(table, numerals))
    is_other = (both_ends(after, pintas) != both_ends(table, pintas)).any(axis=1)
    assert 0.1 < is_other.mean() < 0.3
    known = {row.tobytes() for row in both_ends(table, pintas)}
    assert all(row.tobytes() in known for row in both_ends(after, pintas))


def test_no_confused_source_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    table, after = varied(monkeypatch, things=2, CONFUSED=1.0)
    np.testing.assert_array_equal(after.art, table.art[::-1])
    alone, same = varied(monkeypatch, things=1, CONFUSED=1.0)
    np.testing.assert_array_equal(same.art, alone.art)


def test_a_confused_source_is_another_things(monkeypatch: pytest.MonkeyPatch) -> None:
    table, after = varied(monkeypatch, CONFUSED=0.2)
    assert 0.1 < (after.art != table.art).any(axis=1).mean() < 0.3
    is_other = (both_ends(after, slice(0, 18)) != both_ends(table, slice(0, 18))).any(axis=1)
    assert 0.25 < is_other.mean() < 0.45, "either end"
    np.testing.assert_array_equal(after.located, table.located)


def test_one_end_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    _, after = varied(monkeypatch, ONE_END=1.0)
    assert np.isnan(after.ends[..., 0]).any(axis=1).all()
    left = ~np.isnan(after.ends[..., 0])
    assert 0.3 < left[:, 0].mean() < 0.5, "as often the one as the other"


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate, "_reader", reader)


def looked_at(things: list[Lies], truth: Scene, number: int = 0) -> Table:
    seen, said = reader().evidence(Picture(painted(things)))
    features = np.zeros((len(seen), 2, FEATURES), np.float16)
    features[..., 0] = np.arange(len(seen))[:, np.newaxis]
    return Table(number, f"deck {number}", "painted", SIZE, seen, said, features, truth)


def right() -> tuple[list[Lies], Scene]:
    things = [Lies(corners, index(name)) for corners, name in zip(table(), HANDS, strict=True)]
    seats = [seat for seat in "NWSE" for _ in range(4)]
    truth = scene({name: thing.corners for name, thing in zip(HANDS, things, strict=True)})
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
    bold = calibrate.outcome(tables, Calibration(OWN_WORDS, 0.01))
    assert (bold.count, bold.scorable, bold.complete, bold.silent) == (3, 1, 1, ["painted-1"])
    shy = calibrate.outcome(tables, Calibration(OWN_WORDS, 1e-12))
    assert (shy.count, shy.scorable, shy.silent) == (3, 0, [])


@pytest.mark.usefixtures("scripted")
def test_the_embedding_is_fitted_to_the_ends_of_cards_that_are_in_view() -> None:
    things, truth = right()
    each = looked_at(things, replace(truth, cards=truth.cards[1:]))
    cards = np.flatnonzero(labels_of(each.found, each.truth) != OTHER).tolist()
    assert len(cards) == 15
    each.evidence.ends[cards[2], 1] = np.nan
    ends = calibrate.ends_of(each)
    assert ends.deck == "deck 0"
    assert ends.cards.tolist() == sorted([*cards, *cards[:2], *cards[3:]])
    assert ends.features[:, 0].tolist() == ends.cards.tolist()


@pytest.mark.usefixtures("scripted")
def test_tables_are_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    things, truth = right()
    asked: list[int] = []

    def look(drawn: Drawn, number: int) -> Table:
        (tmp_path / f"asked-{number}").touch(exist_ok=False)
        return looked_at(things, truth, number)

    monkeypatch.setattr(calibrate, "_looked_at", look)
    monkeypatch.setattr(calibrate, "Pool", ThreadPool)
    for count in (1, 2):
        asked = [each.number for each in calibrate.collect(Drawn(7), count, tmp_path / "evidence", 1)]
    assert asked == [0, 1]
    assert sorted(path.name for path in tmp_path.glob("asked-*")) == ["asked-0", "asked-1"]


@pytest.mark.usefixtures("scripted")
def test_what_other_networks_said_of_a_table_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    things, truth = right()
    looks = iter(range(9))
    monkeypatch.setattr(calibrate, "_looked_at", lambda *_: looked_at(things, truth, next(looks)))
    monkeypatch.setattr(calibrate, "Pool", ThreadPool)

    def looked() -> list[int]:
        return [each.number for each in calibrate.collect(Drawn(7), 1, tmp_path, 1)]

    before = {"art.onnx": "1", "likeness.npz": "1", "posterior.onnx": "1"}
    monkeypatch.setattr("models.training.truth.checksums", lambda: before)
    assert looked() == looked() == [0]
    monkeypatch.setattr(
        "models.training.truth.checksums", lambda: {**before, "likeness.npz": "2", "posterior.onnx": "2"}
    )
    assert looked() == [0], "what it fits has no part in it"
    monkeypatch.setattr("models.training.truth.checksums", lambda: {**before, "art.onnx": "2"})
    assert looked() == [1]


@pytest.mark.usefixtures("scripted")
def test_the_boldest_risk_before_the_first_broken_promise_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the tables are shown with one card's numeral and art misread: bold readers promise it."""
    things, truth = right()
    misread = [replace(things[0], what=index("5o")), *things[1:]]
    before, out = {"checksums": {"a.onnx": "1"}}, tmp_path / "out"
    out.mkdir()
    (out / "calibration.json").write_text(json.dumps(before))
    monkeypatch.setattr(calibrate, "fit", lambda tables: None)
    monkeypatch.setattr(calibrate, "export_posterior", lambda network, path: path.write_bytes(b"posterior"))
    monkeypatch.setattr(calibrate, "Network", {b"posterior": OWN_WORDS}.__getitem__)
    embedding = {"first": np.ones((2, 1)), "last": np.ones((2, 1))}
    monkeypatch.setattr(calibrate, "embed", lambda tables: embedding)
    monkeypatch.setattr(calibrate, "fit_likeness", lambda decks, *_: {"weights": np.full(4, decks)})
    looks = np.full((1, 2), -3, np.int8)
    monkeypatch.setattr(calibrate, "known_decks", lambda decks, _: {"known": looks[: len(decks)]})
    monkeypatch.setattr(calibrate, "MOST_BROKEN", 0.9)
    monkeypatch.setattr(calibrate, "RISKS", (1e-12, 0.05))
    chosen = []
    for wrong in (misread, things):
        tables = [looked_at(things, truth), looked_at(wrong, truth, 1)]
        monkeypatch.setattr(calibrate, "collect", lambda *_, kept=tables: iter(kept))
        calibrate.calibrate((24, 2, 2), [], tmp_path, 1, out)
        written = json.loads((out / "calibration.json").read_text())
        posterior = (out / "posterior.onnx").read_bytes()
        ends = (out / "embedding.npz").read_bytes()
        likeness = (out / "likeness.npz").read_bytes()
        known = (out / "known.npz").read_bytes()
        files = {"embedding.npz": ends, "known.npz": known, "likeness.npz": likeness, "posterior.onnx": posterior}
        sums = {name: sha256(data).hexdigest() for name, data in files.items()}
        assert written["checksums"] == {"a.onnx": "1", **sums}
        np.testing.assert_array_equal(np.load(out / "likeness.npz")["weights"], [2, 2, 2, 2])
        np.testing.assert_array_equal(np.load(out / "embedding.npz")["first"], embedding["first"])
        kept = np.load(out / "known.npz")["known"]
        assert (kept.dtype, kept.tolist()) == (np.int8, looks.tolist()), "of the own deck, in bytes"
        assert posterior == b"posterior"
        chosen.append(written["risk"])
    assert chosen == [1e-12, 0.05]


@pytest.mark.usefixtures("scripted")
def test_a_risk_that_breaks_a_promise_of_the_third_seed_is_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    things, truth = right()
    misread = [replace(things[0], what=index("5o")), *things[1:]]
    best = Calibration(OWN_WORDS, 0.05)
    monkeypatch.setattr(calibrate, "RISKS", (1e-12, 1e-5, 0.05, 0.1))
    for broken_allowed, wrong, risk in ((0.9, things, 0.05), (0.9, misread, 1e-12), (0.0, things, 1e-12)):
        monkeypatch.setattr(calibrate, "MOST_BROKEN", broken_allowed)
        tables = [looked_at(things, truth), looked_at(wrong, truth, 1)]
        assert calibrate.confirmed(tables, best) == Calibration(OWN_WORDS, risk)
