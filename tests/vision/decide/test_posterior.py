"""From evidence to probabilities: what each source may say, and what it may not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from models import model_bytes
from tests.vision.scripted import (
    NO_NUMERAL,
    NO_PINTA,
    UNSEEN_ART,
    UNSEEN_END,
    WEIGHTS,
    art,
    end,
    evidence,
    index,
)
from vision.classify.evidence import RANKS, SUITS, Evidence
from vision.classify.naming import FORTY
from vision.decide.decide import kind_of
from vision.decide.posterior import CLASSES, EIGHT, NINE, OTHER, Calibration, log_posterior, namings
from vision.network import ModelError

F64 = NDArray[np.float64]
LOGITS = st.floats(-30, 30)
ENDS = st.one_of(arrays(np.float64, RANKS + SUITS + 2, elements=LOGITS), st.just(UNSEEN_END))
ARTS = st.one_of(arrays(np.float64, RANKS + SUITS + 1, elements=LOGITS), st.just(UNSEEN_ART))
SHARES = st.floats(0, 1)


(MARKS,) = WEIGHTS.marks
(ART,) = WEIGHTS.arts


def posterior(of: Evidence) -> F64:
    """Of one thing (43,)."""
    (row,) = np.exp(log_posterior(of, WEIGHTS))
    return np.asarray(row)


def of_rank(p: F64, rank: int) -> float:
    return float(sum(p[i] for i, card in enumerate(FORTY) if card.rank == rank))


def of_suit(p: F64, suit: str) -> float:
    return float(sum(p[i] for i, card in enumerate(FORTY) if card.suit.value == suit))


@settings(deadline=None)
@given(ENDS, ENDS, ARTS, SHARES, SHARES)
def test_a_things_probabilities_sum_to_one(first: F64, second: F64, whole: F64, score: float, seen: float) -> None:
    p = posterior(evidence(first, second, whole, score, seen))
    assert p.shape == (CLASSES,)
    assert np.all(p > 0)
    assert p.sum() == pytest.approx(1)


def test_things_are_weighed_each_by_itself() -> None:
    one, other = evidence(end(5, "o")), evidence(whole=art(12, "b"))
    both = Evidence(*(np.concatenate([getattr(e, part) for e in (one, other)]) for part in ("ends", "art", "located")))
    np.testing.assert_allclose(np.exp(log_posterior(both, WEIGHTS)), [posterior(one), posterior(other)])


def test_no_thing_is_no_row() -> None:
    nothing = Evidence(np.empty((0, 2, 18)), np.empty((0, 17)), np.empty((0, 3)))
    assert log_posterior(nothing, WEIGHTS).shape == (0, CLASSES)


def test_what_was_not_looked_at_says_nothing() -> None:
    p = posterior(evidence())
    np.testing.assert_allclose(p[:40], p[0])
    np.testing.assert_allclose(np.log(p[[EIGHT, NINE]] / p[0]), WEIGHTS.eight)


@settings(deadline=None)
@given(ENDS, ARTS)
def test_an_end_that_was_not_looked_at_is_as_one_that_all_may_be(shown: F64, whole: F64) -> None:
    flat = np.zeros(RANKS + SUITS + 2)
    np.testing.assert_allclose(
        posterior(evidence(shown, UNSEEN_END, whole)), posterior(evidence(shown, flat, whole)), rtol=1e-9
    )


@settings(deadline=None)
@given(ENDS, ENDS, ARTS)
def test_which_end_is_which_does_not_matter(first: F64, second: F64, whole: F64) -> None:
    np.testing.assert_allclose(
        posterior(evidence(first, second, whole)), posterior(evidence(second, first, whole)), rtol=1e-9
    )


@settings(deadline=None)
@given(ENDS.filter(lambda shown: not np.isnan(shown[0])), ARTS, st.integers(0, 39), st.floats(0.01, 20), st.booleans())
def test_a_clearer_mark_never_makes_its_card_less_likely(
    shown: F64, whole: F64, card: int, more: float, both: bool
) -> None:
    clearer = shown.copy()
    clearer[FORTY[card].rank - 1] += more
    clearer[RANKS + 1 + "oceb".index(FORTY[card].suit.value)] += more
    ends = [(each, each if both else UNSEEN_END) for each in (shown, clearer)]
    before, after = (posterior(evidence(*pair, whole))[card] for pair in ends)
    assert after >= before * (1 - 1e-9)


@settings(deadline=None)
@given(ENDS, ENDS, ARTS.filter(lambda whole: not np.isnan(whole[0])), st.integers(0, 39), st.floats(0.01, 20))
def test_a_clearer_art_never_makes_its_card_less_likely(
    first: F64, second: F64, whole: F64, card: int, more: float
) -> None:
    clearer = whole.copy()
    clearer[FORTY[card].rank - 1] += more
    clearer[RANKS + "oceb".index(FORTY[card].suit.value)] += more
    before, after = (posterior(evidence(first, second, each))[card] for each in (whole, clearer))
    assert after >= before * (1 - 1e-9)


def test_all_sources_together_make_a_card_certain() -> None:
    p = posterior(evidence(end(7, "e"), end(7, "e"), art(7, "e")))
    assert p[index("7e")] > 0.9999


def test_a_misprinted_pinta_is_at_both_ends() -> None:
    """However sure both ends are, the suit is no surer than makers are of it."""
    marks = replace(MARKS, pinta_misprinted=0.04)
    p = np.exp(log_posterior(evidence(end(7, "e"), end(7, "e")), replace(WEIGHTS, marks=(marks,))))[0]
    assert 1 - of_suit(p, "e") / p[: len(FORTY)].sum() == pytest.approx(0.03, rel=0.2)
    assert of_rank(p, 7) > 0.99


def test_an_art_that_agrees_with_the_others_marks_is_believed_where_marks_are_hard_to_read() -> None:
    blurred = replace(MARKS, odds=-1.0, numeral_scale=0.5, numeral_wrong=0.1)
    new = replace(ART, odds=1.0, rank_scale=0.4, rank_wrong=0.3)
    weights = replace(WEIGHTS, marks=(MARKS, blurred), arts=(ART, new))
    ranks = [1, 2, 3, 4, 5, 6, 7, 10]

    def sure(arts: list[int]) -> float:
        others = [evidence(end(rank, how=3.0), whole=art(seen)) for rank, seen in zip(ranks, arts, strict=True)]
        things = [evidence(whole=art(12)), *others]
        each = Evidence(*(np.concatenate([getattr(e, part) for e in things]) for part in ("ends", "art", "located")))
        return of_rank(np.exp(log_posterior(each, weights))[0], 12)

    assert 1 - sure(ranks) < (1 - sure(ranks[::-1])) / 3


def test_two_ends_say_more_than_one_and_less_than_twice_as_much() -> None:
    def odds(of: Evidence) -> float:
        p = posterior(of)
        return float(np.log(of_rank(p, 7) / of_rank(p, 6)))

    once, twice = odds(evidence(end(7))), odds(evidence(end(7), end(7)))
    assert once < twice < 2 * once
    assert twice == pytest.approx((1 + MARKS.numeral_second) * once)


def test_a_numeral_that_contradicts_the_art_leaves_both_in_doubt_and_is_the_likelier() -> None:
    p = posterior(evidence(end(5, "o"), UNSEEN_END, art(6, "o")))
    assert of_rank(p, 5) > of_rank(p, 6) > 0.01
    assert of_suit(p, "o") > 0.99, "of the suit both say the same"


def test_a_pinta_that_contradicts_the_art_is_no_veto() -> None:
    """Makers err: one real deck prints the pinta of copas on cards of other suits."""
    p = posterior(evidence(end(5, "c"), end(5, "c"), art(5, "o")))
    assert of_rank(p, 5) > 0.99
    assert min(p[index("5o")], p[index("5c")]) > 0.001


def test_ends_that_contradict_each_other_leave_both_in_doubt() -> None:
    p = posterior(evidence(end(5), end(2)))
    assert of_rank(p, 5) == pytest.approx(of_rank(p, 2))


def test_a_card_that_lacks_its_marks_is_known_by_its_art() -> None:
    unmarked = end(NO_NUMERAL, NO_PINTA)
    p = posterior(evidence(unmarked, unmarked, art(12, "b")))
    assert int(np.argmax(p)) == index("12b")
    assert p[OTHER] > posterior(evidence(end(12, "b"), end(12, "b"), art(12, "b")))[OTHER]


def test_an_art_that_nobody_knows_is_named_by_its_marks() -> None:
    p = posterior(evidence(end(11, "c"), end(11, "c"), art()))
    assert p[index("11c")] > 0.98


@pytest.mark.parametrize(("rank", "which"), [(8, EIGHT), (9, NINE)])
def test_an_eight_and_a_nine_are_known_by_their_numerals(rank: int, which: int) -> None:
    of = evidence(end(rank, "o"), end(rank, "o"), art(rank, "o"))
    p = posterior(of)
    assert int(np.argmax(p)) == which
    (named,) = namings(log_posterior(of, WEIGHTS), of.art)
    assert named.strange > 0.99
    assert (named.eight, named.nine) == (p[EIGHT], p[NINE])
    assert kind_of(named) == str(rank)


@pytest.mark.parametrize("suit", "oceb")
def test_an_eight_may_be_of_any_suit(suit: str) -> None:
    assert int(np.argmax(posterior(evidence(end(8, suit), end(8, suit), art(8, suit))))) == EIGHT


def test_an_eight_whose_art_was_taken_for_a_seven_is_not_named() -> None:
    p = posterior(evidence(end(8, "o"), end(8, "o"), art(7, "o")))
    assert of_rank(p, 7) < 0.5


def test_a_back_is_nothing_else() -> None:
    of = evidence(end(NO_NUMERAL, NO_PINTA), end(NO_NUMERAL, NO_PINTA), art(face=-9))
    (named,) = namings(log_posterior(of, WEIGHTS), of.art)
    assert named.strange > 0.99
    assert named.back > 0.98
    assert kind_of(named) == "back"


def test_a_face_that_is_no_card_is_no_back() -> None:
    of = evidence(end(NO_NUMERAL, NO_PINTA), end(NO_NUMERAL, NO_PINTA), art(face=9))
    (named,) = namings(log_posterior(of, WEIGHTS), of.art)
    assert named.back < 0.01 < named.strange


def test_what_the_finder_hardly_saw_is_less_likely_a_card() -> None:
    sure, weak, sliver = (
        posterior(evidence(end(3, "e"), score=score, seen=seen))[OTHER]
        for score, seen in ((0.99, 0.9), (0.5, 0.9), (0.99, 0.1))
    )
    assert sure < weak
    assert sure < sliver


@settings(deadline=None)
@given(arrays(np.float64, RANKS + SUITS + 1, elements=st.floats(-500, 500)))
def test_no_art_says_more_than_its_share_of_errors_lets_it(whole: F64) -> None:
    p = posterior(evidence(whole=whole))
    w = ART
    most = {
        "rank": ((1 - w.rank_wrong) * RANKS + w.rank_wrong) / w.rank_wrong,
        "suit": ((1 - w.suit_wrong) * SUITS + w.suit_wrong) / w.suit_wrong,
    }
    forty = p[:40].reshape(10, 4)
    assert forty.max(axis=0).max() <= most["rank"] * most["suit"] * p[:40].min() * (1 + 1e-6)
    assert np.all(forty.max(axis=0) <= most["rank"] * forty.min(axis=0) * (1 + 1e-6))
    assert np.all(forty.max(axis=1) <= most["suit"] * forty.min(axis=1) * (1 + 1e-6))


@settings(deadline=None)
@given(arrays(np.float64, RANKS + SUITS + 2, elements=st.floats(-500, 500)))
def test_no_end_says_more_than_its_share_of_errors_lets_it(shown: F64) -> None:
    p = posterior(evidence(shown))[:40].reshape(10, 4)
    w = MARKS
    most = ((1 - w.numeral_wrong) * (RANKS + 1) + w.numeral_wrong) / w.numeral_wrong
    assert np.all(p.max(axis=0) <= most * p.min(axis=0) * (1 + 1e-6))
    most = ((1 - w.pinta_wrong) * (SUITS + 1) + w.pinta_wrong) / w.pinta_wrong
    assert np.all(p.max(axis=1) <= most * p.min(axis=1) * (1 + 1e-6))


def test_the_more_often_a_source_errs_the_less_it_says() -> None:
    weights = [replace(WEIGHTS, marks=(replace(MARKS, numeral_wrong=wrong),)) for wrong in (0.001, 0.01, 0.1, 0.5)]
    sure = [float(np.exp(log_posterior(evidence(end(7)), each))[0, index("7o")]) for each in weights]
    assert sure == sorted(sure, reverse=True)
    assert len(set(sure)) == len(sure)


@pytest.fixture
def anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the model files, and no calibration that was read before."""
    monkeypatch.setattr("vision.decide.posterior.model_bytes", lambda name: (tmp_path / name).read_bytes())
    Calibration.shipped.cache_clear()  # type: ignore[attr-defined]
    yield tmp_path
    Calibration.shipped.cache_clear()  # type: ignore[attr-defined]


def whole_file() -> dict[str, Any]:
    return {"checksums": {}, "risk": 0.01, "weights": asdict(WEIGHTS)}


def test_the_calibration_is_what_its_file_says(anew: Path) -> None:
    (anew / "calibration.json").write_text(json.dumps(whole_file()))
    assert Calibration.shipped() == Calibration(WEIGHTS, 0.01)


@pytest.mark.parametrize(
    "contents",
    [
        None,
        "",
        "{",
        "[]",
        "{}",
        json.dumps({**whole_file(), "risk": None}),
        json.dumps({**whole_file(), "risk": "much"}),
        json.dumps({**whole_file(), "weights": []}),
        json.dumps({**whole_file(), "weights": {**asdict(WEIGHTS), "other": "half"}}),
        json.dumps({"risk": 0.01, "weights": {k: v for k, v in asdict(WEIGHTS).items() if k != "look_other"}}),
        b"\xff\xfe",
    ],
)
def test_a_calibration_that_is_missing_or_damaged_is_named(anew: Path, contents: str | bytes | None) -> None:
    if contents is not None:
        (anew / "calibration.json").write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    with pytest.raises(ModelError, match=r"^calibration\.json is missing or damaged$"):
        Calibration.shipped()


def test_the_shipped_calibration_is_one() -> None:
    shipped = Calibration.shipped()
    assert 0 < shipped.risk < 0.1
    weights = asdict(shipped.weights)
    assert set(json.loads(model_bytes("calibration.json"))["weights"]) == set(weights)
    kinds = [*weights.pop("marks"), *weights.pop("arts")]
    for name, value in (pair for part in (weights, *kinds) for pair in part.items()):
        assert np.isfinite(value), name
        if name.endswith(("_wrong", "_missing", "_found")):
            assert 0 < value <= 0.5, name
        if name.endswith("_scale"):
            assert value > 0, name


def test_what_lies_under_no_face_is_rather_none_and_under_faces_rather_a_card() -> None:
    """In a heap of discards hardly anything of a thing is in view, and what lies on it are backs."""
    anything = {"whole": art(face=0.0), "seen": 0.15}
    in_a_heap, apart, in_a_hand = (posterior(evidence(**anything, under=under))[OTHER] for under in (1.0, 0.0, -1.0))
    assert in_a_hand < apart < in_a_heap
    read = end(7, "e")
    assert posterior(evidence(read, read, art(7, "e"), under=1.0))[index("7e")] > 0.99, "what can be read is a card"
