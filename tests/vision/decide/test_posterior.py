"""From evidence to probabilities: what the shipped posterior makes of what its sources say."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

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
    OWN_WORDS,
    UNSEEN_ART,
    UNSEEN_END,
    art,
    end,
    evidence,
    index,
    joined,
    own_words,
)
from vision.classify.evidence import RANKS, SUITS, Evidence
from vision.classify.naming import FORTY
from vision.decide.posterior import (
    CLASSES,
    EIGHT,
    MISPRINTED,
    NINE,
    OTHER,
    OUTPUTS,
    POSTERIOR,
    SUIT,
    Calibration,
    inputs,
    log_posterior,
    namings,
)
from vision.network import ModelError

F64 = NDArray[np.float64]
LOGITS = st.floats(-30, 30)
ENDS = st.one_of(arrays(np.float64, RANKS + SUITS + 2, elements=LOGITS), st.just(UNSEEN_END))
ARTS = st.one_of(arrays(np.float64, RANKS + SUITS + 1, elements=LOGITS), st.just(UNSEEN_ART))
SHARES = st.floats(0, 1)

SHIPPED = Calibration.shipped().posterior
UNMARKED = end(NO_NUMERAL, NO_PINTA)
OTHERS = ["1o", "3c", "6e", "12b", "2o", "11c", "4e", "10b", "5o", "6c", "1e", "3b", "11o", "2c", "10e"]
"""Cards of the same table, which are read without doubt."""


def card(name: str, read_as: str = "") -> Evidence:
    """A card that shows its marks, whose art is taken for its own or another's."""
    marks, looks = (FORTY[index(each)] for each in (name, read_as or name))
    shown = end(marks.rank, marks.suit.value)
    return evidence(shown, shown, art(looks.rank, looks.suit.value))


def posterior(of: Evidence) -> F64:
    """Of one thing (43,), on a table whose other cards are read without doubt."""
    return np.asarray(np.exp(log_posterior(joined([of, *map(card, OTHERS)]), SHIPPED))[0])


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


def test_suits_stand_in_the_order_in_which_the_networks_name_them() -> None:
    assert [FORTY[int(i)].suit.value for i in np.unique(SUIT, return_index=True)[1]] == ["o", "c", "e", "b"]


def test_no_thing_is_no_row() -> None:
    nothing = Evidence(np.empty((0, 2, 18)), np.empty((0, 17)), np.empty((0, 3)))
    assert log_posterior(nothing, SHIPPED).shape == (0, CLASSES)


def test_what_was_not_looked_at_says_that_all_are_alike() -> None:
    (unseen,), (flat,) = inputs(evidence()), inputs(evidence(end(), end(), art(face=0.0)))
    np.testing.assert_array_equal(unseen, flat)
    p = np.exp(log_posterior(evidence(), OWN_WORDS))[0]
    np.testing.assert_allclose(p[:40], p[0])


def test_sources_that_mean_the_same_are_told_from_those_that_contradict_each_other() -> None:
    """Both ends, and either end and the art: of ranks, then of suits. An end without a mark says nothing of the art."""
    seven = end(7, "e")
    (same,), (contradicted,), (bare,), (unseen,) = (
        inputs(of)[:, -6:]
        for of in (
            evidence(seven, seven, art(7, "e")),
            evidence(seven, seven, art(5, "b")),
            evidence(UNMARKED, UNMARKED, art(7, "e")),
            evidence(whole=art(7, "e")),
        )
    )
    assert min(same) > -0.01
    assert min(contradicted[[0, 3]]) > -0.01
    assert max(contradicted[[1, 2, 4, 5]]) < -6
    of_art = [1, 2, 4, 5]
    np.testing.assert_allclose(bare[of_art], unseen[of_art], atol=0.01)


def test_a_pinta_that_the_art_does_not_confirm_may_be_misprinted() -> None:
    shown, confirmed = end(12, "e"), posterior(card("12e"))
    torn = art(12, "e")
    torn[RANKS + 1] = torn[RANKS + 2]  # copas as likely as espadas
    unsure = posterior(evidence(shown, shown, torn))
    assert of_suit(unsure, "c") == pytest.approx(MISPRINTED / 2, rel=0.2)
    assert of_suit(confirmed, "c") < MISPRINTED / 100
    assert of_rank(unsure, 12) == pytest.approx(of_rank(confirmed, 12), abs=0.001)


@settings(deadline=None)
@given(ENDS, ENDS, ARTS)
def test_which_end_is_which_does_not_matter(first: F64, second: F64, whole: F64) -> None:
    np.testing.assert_allclose(
        posterior(evidence(first, second, whole)), posterior(evidence(second, first, whole)), rtol=1e-4
    )


def test_the_order_of_things_does_not_matter() -> None:
    things = joined([card("7e", read_as="5e"), *map(card, OTHERS)])
    backwards = Evidence(things.ends[::-1], things.art[::-1], things.located[::-1])
    np.testing.assert_allclose(log_posterior(things, SHIPPED), log_posterior(backwards, SHIPPED)[::-1], atol=1e-4)


def test_the_mean_of_the_members_probabilities_counts() -> None:
    """What a single member doubts is not certain."""
    table = joined([card("7e", read_as="5e"), *map(card, OTHERS)])
    alone = [own_words(none) for none in (-2.0, 9.0)]
    each = [np.exp(log_posterior(table, member)) for member in alone]
    together = log_posterior(table, lambda x: np.concatenate([member(x) for member in alone]))
    np.testing.assert_allclose(np.exp(together), np.mean(each, axis=0), rtol=1e-6)


def between(first: int, second: int, pinta: str) -> F64:
    """An end whose numeral may be the one as well as the other."""
    shown = end(pinta=pinta)
    shown[[first - 1, second - 1]] = 6.0
    return shown


@pytest.mark.parametrize(("first", "second"), [(1, 7), (4, 6), (2, 3)])
def test_a_numeral_is_told_by_another_card_whose_numeral_looks_the_same(first: int, second: int) -> None:
    """By its art the other card is sure to be the one, or the other."""
    odd = between(first, second, "e")
    told = list[float]()
    for rank in (first, second):
        other = between(first, second, "b")
        table = joined([evidence(odd, odd), evidence(other, other, art(rank, "b")), *map(card, OTHERS)])
        p = np.exp(log_posterior(table, SHIPPED))[0]
        told.append(of_rank(p, first) / of_rank(p, second))
    assert told[0] > 2 * told[1]


def test_all_sources_together_make_a_card_certain() -> None:
    assert posterior(card("7e"))[index("7e")] > 0.9999


def test_two_ends_say_more_than_one() -> None:
    seven = end(7, "e", how=5.0)
    one, both = (posterior(evidence(seven, other, art())) for other in (UNSEEN_END, seven))
    assert 0.5 < of_rank(one, 7) < of_rank(both, 7)


def test_a_numeral_that_contradicts_the_art_leaves_both_in_doubt() -> None:
    p = posterior(evidence(end(5, "o"), UNSEEN_END, art(6, "o")))
    assert min(of_rank(p, 5), of_rank(p, 6)) > 0.003
    assert of_rank(p, 5) + of_rank(p, 6) > 0.9
    assert of_suit(p, "o") > 0.9, "of the suit both say the same"


def test_a_pinta_that_contradicts_the_art_is_no_veto() -> None:
    """Makers err: one real deck prints the pinta of copas on cards of other suits."""
    p = posterior(evidence(end(5, "c"), end(5, "c"), art(5, "o")))
    assert of_rank(p, 5) > 0.99
    assert min(p[index("5o")], p[index("5c")]) > 0.001


@pytest.mark.parametrize("how", [5.0, 9.0, 15.0, 30.0])
def test_ends_that_contradict_each_other_leave_both_in_doubt(how: float) -> None:
    """However sure each of them is."""
    p = posterior(evidence(end(5, "o", how), end(2, "o", how), art(face=6.0)))
    assert max(of_rank(p, 5), of_rank(p, 2)) < 0.9


def test_a_card_without_marks_is_none_of_a_deck_that_has_them_and_named_by_its_art_in_one_that_has_none() -> None:
    def bare(name: str) -> Evidence:
        shown = FORTY[index(name)]
        return evidence(UNMARKED, UNMARKED, art(shown.rank, shown.suit.value))

    among_marked = posterior(bare("12b"))
    among_bare = np.exp(log_posterior(joined([*map(bare, ["12b", *OTHERS])]), SHIPPED))[0]
    assert among_marked[OTHER] > 0.1 > among_bare[OTHER]
    assert int(np.argmax(among_bare)) == index("12b")


def test_an_art_that_nobody_knows_is_named_by_its_marks() -> None:
    assert posterior(evidence(end(11, "c"), end(11, "c"), art()))[index("11c")] > 0.98


@pytest.mark.parametrize(("rank", "which"), [(8, EIGHT), (9, NINE)])
@pytest.mark.parametrize("suit", "oceb")
def test_an_eight_and_a_nine_of_any_suit_are_known_by_their_numerals(rank: int, which: int, suit: str) -> None:
    of = evidence(end(rank, suit), end(rank, suit), art(rank, suit))
    p = posterior(of)
    assert int(np.argmax(p)) == which
    (named, *_) = namings(np.log(p)[np.newaxis], of.art)
    assert named.strange > 0.99
    assert (named.eight, named.nine) == pytest.approx((p[EIGHT], p[NINE]))
    assert named.kind == str(rank)


def test_an_eight_whose_art_was_taken_for_a_seven_is_in_doubt() -> None:
    assert of_rank(posterior(evidence(end(8, "o"), end(8, "o"), art(7, "o"))), 7) < 0.9


def test_a_back_is_nothing_else() -> None:
    of = evidence(UNMARKED, UNMARKED, art(face=-9))
    (named,) = namings(np.log(posterior(of))[np.newaxis], of.art)
    assert named.strange > 0.99
    assert named.back > 0.98
    assert named.kind == "back"


def test_a_face_that_is_no_card_is_no_back() -> None:
    of = evidence(UNMARKED, UNMARKED, art(face=9))
    (named,) = namings(np.log(posterior(of))[np.newaxis], of.art)
    assert named.back < 0.01


def test_what_the_finder_hardly_saw_is_less_likely_a_card() -> None:
    faint = {"first": end(how=0.0), "second": end(how=0.0), "whole": art(face=0.0)}
    sure, weak, sliver = (
        posterior(evidence(**faint, score=score, seen=seen))[OTHER]
        for score, seen in ((0.99, 0.9), (0.5, 0.9), (0.99, 0.1))
    )
    assert sure < weak
    assert sure < sliver


def test_what_lies_under_no_face_is_rather_none_and_under_faces_rather_a_card() -> None:
    """In a heap of discards hardly anything of a thing is in view, and what lies on it are backs."""
    anything = {"whole": art(face=0.0), "seen": 0.15}
    in_a_heap, in_a_hand = (posterior(evidence(**anything, under=under))[OTHER] for under in (1.0, -1.0))
    assert in_a_hand < in_a_heap
    read = end(7, "e")
    assert posterior(evidence(read, read, art(7, "e"), under=1.0))[index("7e")] > 0.99, "what can be read is a card"


@pytest.fixture
def anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the model files, and no calibration that was read before."""
    for module in ("vision.decide.posterior", "vision.network"):
        monkeypatch.setattr(f"{module}.model_bytes", lambda name: (tmp_path / name).read_bytes())
    Calibration.shipped.cache_clear()  # type: ignore[attr-defined]
    yield tmp_path
    Calibration.shipped.cache_clear()  # type: ignore[attr-defined]


def shipped_with(folder: Path, posterior: bytes, **others: object) -> None:
    """A calibration of these contents, and the posterior that it names."""
    (folder / "posterior.onnx").write_bytes(posterior)
    data = {"checksums": {"posterior.onnx": sha256(posterior).hexdigest()}, "risk": 0.01, **others}
    (folder / "calibration.json").write_text(json.dumps(data))


def test_the_calibration_is_what_its_files_say(anew: Path) -> None:
    shipped_with(anew, model_bytes(POSTERIOR))
    shipped, shown = Calibration.shipped(), np.stack([inputs(card("7e"))] * 2)
    assert shipped.risk == 0.01
    np.testing.assert_array_equal(shipped.posterior(shown), SHIPPED(shown))


def test_another_process_is_handed_the_same_calibration() -> None:
    shown = np.stack([inputs(card("7e"))] * 2)
    said = SHIPPED(shown)
    handed: Calibration = pickle.loads(pickle.dumps(Calibration.shipped()))
    assert handed.risk == Calibration.shipped().risk
    np.testing.assert_array_equal(handed.posterior(shown), said)


@pytest.mark.parametrize(
    "contents",
    [
        None,
        "",
        "{",
        "[]",
        "{}",
        json.dumps({"risk": None}),
        json.dumps({"risk": "much"}),
        b"\xff\xfe",
    ],
)
def test_a_calibration_that_is_missing_or_damaged_is_named(anew: Path, contents: str | bytes | None) -> None:
    if contents is not None:
        (anew / "calibration.json").write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    with pytest.raises(ModelError, match=r"^calibration\.json is missing or damaged$"):
        Calibration.shipped()


def test_a_posterior_that_is_not_the_one_of_its_checksum_is_refused(anew: Path) -> None:
    shipped_with(anew, b"one")
    (anew / "posterior.onnx").write_bytes(b"another")
    with pytest.raises(ModelError, match=r"^the model file posterior\.onnx is damaged: its checksum"):
        Calibration.shipped()


@pytest.mark.parametrize("things", [1, 2, 40])
def test_the_shipped_calibration_is_one(things: int) -> None:
    """It gives numbers for any table, whatever was seen of it."""
    shipped = Calibration.shipped()
    assert 0 < shipped.risk < 0.1
    for thing in (evidence(), card("7e")):
        shown = inputs(joined([thing] * things))
        told = shipped.posterior(np.stack([shown, shown]))
        assert told.shape[1:] == (2, things, OUTPUTS)
        assert np.isfinite(told).all()
