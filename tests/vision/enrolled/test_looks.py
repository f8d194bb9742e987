"""How likeness to an enrolled deck's pictures is weighed with what was known of a card."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from tests.vision.enrolled.drawn import SHIPPED, cut_outs, house, stranger
from tests.vision.scripted import index, place, ship, table
from vision.classify.evidence import Faces, cut_out_whole
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.decide.posterior import CLASSES, EIGHT, NINE, OTHER
from vision.enrolled.deck import MOST_PHOTOGRAPHS
from vision.enrolled.looks import (
    ENOUGH,
    DeckLooks,
    Weights,
    log_likelihood_ratios,
    other_deck,
    strangers,
    whole,
)
from vision.locate.found import Found
from vision.network import ModelError
from vision.rectify import CLOSE

U8 = NDArray[np.uint8]
SOME = range(0, 40, 7)


@cache
def of_house() -> DeckLooks:
    return looks_of(cut_outs(house()))


def looks_of(*photographs: U8) -> DeckLooks:
    return DeckLooks.of(np.stack(photographs), SHIPPED.faces)


def known(**shares: float) -> NDArray[np.float64]:
    """Known of a thing before (43,): `n12` the card of that number in FORTY, `other`, `eight`; the rest even."""
    p = np.full(CLASSES, (1 - sum(shares.values())) / (CLASSES - len(shares)))
    for name, share in shares.items():
        p[{"other": OTHER, "eight": EIGHT, "nine": NINE}.get(name) or int(name[1:])] = share
    return p


def naming_of(p: NDArray[np.float64]) -> Naming:
    return Naming(p[:40], float(p[40:].sum()), float(p[OTHER]), None, float(p[EIGHT]), float(p[NINE]))


def named(p: NDArray[np.float64], picture: U8, seen: float = 1.0, looks: DeckLooks | None = None) -> Naming:
    """A card that fills a picture; from `seen` of its width on it lies under another."""
    corners = CLOSE.corners.astype(float)
    found = [Found(corners, 0.99, 0.9, (1,) if seen < 1 else ()), Found(corners + [seen * CLOSE.width, 0], 0.99, 0.9)]
    faces = SHIPPED.faces(cut_out_whole(picture, found))
    looks = looks or of_house()
    return weighed(looks, p, faces)


def weighed(looks: DeckLooks, p: NDArray[np.float64], faces: Faces) -> Naming:
    """The first of several things of which the same was known."""
    count = len(faces.logits)
    return looks.weighed([naming_of(p)] * count, np.log(np.tile(p, (count, 1))), looks.likeness(faces), faces)[0]


def dim(picture: U8) -> U8:
    across = np.linspace(0.3, 0.8, picture.shape[1])[np.newaxis, :, np.newaxis]
    return np.asarray((picture * across).astype(np.uint8))


@pytest.mark.parametrize("number", SOME)
def test_of_some_that_it_may_be_a_card_is_the_one_that_it_looks_like(number: int) -> None:
    picture = cut_outs(house())[number]
    unsure = known(**{f"n{number}": 0.2, f"n{(number + 11) % 40}": 0.6})
    for seen in (picture, dim(picture), np.ascontiguousarray(picture[::-1, ::-1])):
        naming = named(unsure, seen)
        assert int(np.argmax(naming.cards)) == number
        assert naming.cards[number] > 0.95 * (1 - naming.eight - naming.nine)
        assert naming.likeness is not None
        assert naming.likeness > 0.7


@pytest.mark.parametrize("upside_down", [False, True])
@pytest.mark.parametrize("mirror", [False, True])
def test_a_mirror_is_known_by_the_pictures_where_no_numeral_is_legible(mirror: bool, upside_down: bool) -> None:
    cards = [index(name) for name in ("2o", "6b", "3c", "12e", "11c", "7o")]
    pictures = cut_outs(house())[cards]
    if mirror:
        pictures = pictures[:, :, ::-1]
    if upside_down:
        pictures = pictures[:, ::-1, ::-1]
    faces = SHIPPED.faces(whole(np.ascontiguousarray(pictures)))
    named = [replace(naming_of(known(**{f"n{card}": 0.99})), likeness=0.9) for card in cards]

    def is_mirrored(of: Faces, named: list[Naming]) -> bool:
        return of_house().is_mirrored(of, of_house().likeness(of), named)

    assert is_mirrored(faces, named) is mirror
    assert not is_mirrored(faces, [replace(each, likeness=None) for each in named])
    assert not is_mirrored(faces, [replace(each, strange=0.9) for each in named])
    few, fewer = (faces.of(np.arange(len(named)) < n) for n in (3, 2))
    assert is_mirrored(few, named[:3]) is mirror
    assert not is_mirrored(fewer, named[:2]), "of few nothing is said"
    assert not is_mirrored(SHIPPED.faces(np.empty((0, 128, 80, 4), np.uint8)), [])


@pytest.mark.parametrize("number", SOME)
def test_every_card_that_it_may_be_is_held_against_its_picture(number: int) -> None:
    """However many seem likelier: their looks are like it too, and unlike its own."""
    likelier = {f"n{(number + 8 * i) % 40}": 0.2 for i in range(1, 5)} | {f"n{(number + 4) % 40}": 0.1}
    naming = named(known(**likelier, **{f"n{number}": 0.05}), cut_outs(house())[number])
    assert int(np.argmax(naming.cards)) == number


@pytest.mark.parametrize("number", SOME)
def test_what_was_sure_is_not_believed_where_the_looks_say_another_card(number: int) -> None:
    other = (number + 11) % 40
    sure = known(**{f"n{other}": 0.99, f"n{number}": 0.005})
    assert named(sure, cut_outs(house())[number]).cards[other] < 0.5


@pytest.mark.parametrize("number", SOME)
def test_what_the_networks_rule_out_counts_where_nothing_else_is_like_it(number: int) -> None:
    """A three of bastos whose clubs stand close together was surely a seven, and nothing like the deck's seven."""
    p = known(**{f"n{(number + 11) % 40}": 1 - 1e-4})
    naming = named(p, cut_outs(house())[number])
    assert naming.cards[number] > 0.8
    assert naming.cards[(number + 11) % 40] < 1e-3


def test_of_a_thing_of_which_nothing_is_known_its_likeness_tells_whether_it_is_a_card() -> None:
    print_of_a_mat = np.tile(np.array([[[20, 20, 200]], [[230, 230, 230]]], np.uint8).repeat(8, 0), (8, 80, 1))
    p = known(other=0.5, eight=1e-6, nine=1e-6)
    assert named(p, print_of_a_mat).strange > 0.4
    assert all(named(p, cut_outs(house())[number]).strange < 0.01 for number in SOME)


@pytest.mark.parametrize(("rank", "number"), [("eight", 6), ("nine", 13)])
def test_what_is_liker_to_a_card_than_the_decks_cards_are_to_each_other_is_hardly_an_eight(
    rank: str, number: int
) -> None:
    naming = named(known(**{rank: 0.9, f"n{number}": 0.05}), cut_outs(house())[number])
    share = naming.eight if rank == "eight" else naming.nine
    assert share / naming.cards[number] < 0.9 / 0.05 / 5


def test_an_eight_may_be_as_like_a_card_as_the_decks_cards_are_to_each_other() -> None:
    pictures = cut_outs(house()).copy()
    pictures[15] = pictures[14]
    naming = named(known(eight=0.9, n6=0.05), pictures[6], looks=looks_of(pictures))
    assert naming.eight / naming.cards[6] == pytest.approx(0.9 / 0.05, rel=0.05)


def test_of_cards_that_are_all_but_the_same_noise_does_not_tell() -> None:
    pictures = cut_outs(house()).copy()
    noise = np.random.default_rng(5).normal(0, 6, pictures[14].shape)
    pictures[15] = np.clip(pictures[14] + noise, 0, 255).astype(np.uint8)
    naming = named(known(n14=0.05, n15=0.9), pictures[14], looks=looks_of(pictures))
    assert naming.cards[15] > 0.5


def test_likelihoods_stay_probabilities() -> None:
    naming = named(known(n5=0.5, n9=0.3, eight=0.1), cut_outs(house())[5])
    assert naming.cards.sum() + naming.strange == pytest.approx(1)
    assert 0 <= naming.back <= naming.strange
    assert naming.eight + naming.nine <= naming.strange


@pytest.mark.parametrize(
    "arrays",
    [{}, {"weights": [1.0, 2.0, 3.0]}, {"weights": [np.nan, 0.0, 1.0, 0.1]}, {"weights": [9.0, 0.0, 1.0, 1.0]}],
)
def test_a_file_that_does_not_hold_what_likeness_counts_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arrays: dict[str, ArrayLike]
) -> None:
    ship("likeness.npz", arrays, tmp_path, monkeypatch)
    with pytest.raises(ModelError, match=r"^the model file likeness\.npz is not one$"):
        looks_of(cut_outs(house()))


MADE_UP = Weights(explained=30.0, of_the_deck=-1.0, likest=4.0, lookalikes=0.03)


def test_the_less_is_in_view_the_less_likeness_says_and_in_the_end_nothing() -> None:
    likeness = np.zeros((4, 40))
    likeness[:, [3, 9]] = 0.8, 0.6
    shares = np.array([1.0, 0.3, 0.02, 0.0], np.float32)
    told = log_likelihood_ratios(likeness, shares, 0.5, MADE_UP)
    differ = told[:, 3] - told[:, 9]
    assert (np.diff(differ) < 0).all()
    assert (np.diff(told[:, 3]) < 0).all()
    np.testing.assert_allclose(told[3], 0, atol=1e-9)


def test_the_liker_the_likest_card_is_the_surer_it_is_one_of_the_deck() -> None:
    likeness = np.linspace(0, 1, 11)[:, np.newaxis] * np.eye(40)[5]
    best = log_likelihood_ratios(likeness, np.ones(11, np.float32), 0.5, MADE_UP)[:, 5]
    assert (np.diff(best) > 0).all()
    assert best[0] < 0 < best[-1]


def test_an_eight_is_no_liker_to_a_card_than_any_two_are_alike_but_for_the_lookalikes() -> None:
    likeness = np.full((1, 40), 0.2)
    likeness[0, 6] = 0.95
    everything = np.ones(1, np.float32)
    [alike], [unlike] = (log_likelihood_ratios(likeness, everything, each, MADE_UP) for each in (0.95, 0.5))
    assert alike[6] == pytest.approx(alike[EIGHT])
    assert unlike[6] - unlike[EIGHT] == pytest.approx(-np.log(0.03), abs=0.01)


def test_what_is_shipped_lets_likeness_speak_for_the_card_that_a_thing_is_like() -> None:
    likeness = np.zeros((3, 40))
    likeness[:, 5] = 0.3, 0.6, 0.9
    told = log_likelihood_ratios(likeness, np.ones(3, np.float32), 0.5, Weights.shipped())
    for margin in (told[:, 5] - told[:, 6], told[:, 5] - told[:, OTHER]):
        assert (np.diff(margin) > 0).all()
    assert told[2, 5] - told[2, 6] > 20
    assert told[2, 5] - told[2, OTHER] > 3


def test_what_is_like_no_card_of_the_deck_is_none_of_it_but_where_it_is_burnt_out() -> None:
    likeness = np.zeros((2, 40))
    likeness[:, 5] = 0.1
    told = log_likelihood_ratios(likeness, np.array([1.0, 0.05], np.float32), 0.5, Weights.shipped())
    against = told[:, OTHER] - told[:, 5]
    assert against[0] > 2
    assert 0 < against[1] < against[0] / 3


@pytest.mark.parametrize(("seen", "tells"), [(1.0, True), (0.3, False)])
def test_of_a_strip_likeness_does_not_tell_whose_deck_it_is(seen: float, tells: bool) -> None:
    naming = named(known(n5=0.9), cut_outs(house())[5], seen)
    assert (naming.likeness is not None) == tells
    assert 0.3 < ENOUGH < 1


def test_what_is_wholly_covered_stays_what_it_was() -> None:
    p = known(n5=0.5, n6=0.4)
    faces = SHIPPED.faces(np.zeros((1, CLOSE.height, CLOSE.width, 4), np.uint8))
    naming = weighed(of_house(), p, faces)
    np.testing.assert_allclose(naming.cards, p[:40])


def test_a_deck_of_as_many_photographs_as_may_be_takes_little_memory() -> None:
    """It is held for the whole evening, and the box has little."""
    pictures = np.repeat(cut_outs(house())[np.newaxis], MOST_PHOTOGRAPHS, axis=0)
    tracemalloc.start()
    looks = DeckLooks.of(pictures, SHIPPED.faces)
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert looks.likeness(SHIPPED.faces(whole(cut_outs(house())[:1])))[0].argmax() == 0
    assert kept < 20e6
    assert most < 75e6


def test_of_two_photographs_the_liker_one_counts() -> None:
    looks = looks_of(cut_outs(stranger()), cut_outs(house()))
    for deck in (stranger(), house()):
        assert named(known(n5=0.9), cut_outs(deck)[5], looks=looks).likeness == pytest.approx(1, abs=1e-3)


def test_another_decks_card_is_less_like_it() -> None:
    own, other = (named(known(n12=0.9), cut_outs(deck)[12]).likeness for deck in (house(), stranger()))
    assert own is not None
    assert other is not None
    assert own > 0.9 > 0.6 > other


@pytest.mark.parametrize(
    ("likeness", "strange", "doubted"),
    [
        ({}, [], False),
        ({3: 0.4}, [3], False),  # one card's look is weighed with all else that is known of it
        ({3: 0.3, 9: 0.45}, [3, 9], False),
        (dict.fromkeys(range(16), 0.7), [], True),
        ({3: 0.4, 5: 0.4}, [3], False),  # 5 lies under another card
    ],
)
def test_another_deck_is_doubted_by_most_cards_and_a_stranger_by_itself(
    likeness: dict[int, float], strange: list[int], doubted: bool
) -> None:
    things = []
    for i, corners in enumerate(table()):
        thing = place(corners, {str(FORTY[i]): 0.999})
        found = replace(thing.found, under=(6,)) if i == 5 else thing.found
        things.append(Place(found, replace(thing.naming, likeness=likeness.get(i, 0.95))))
    assert strangers(things) == strange
    assert [(doubt.kind, doubt.card) for doubt in other_deck(things)] == [("deck", None)] * doubted


def test_another_deck_is_doubted_where_most_cards_lie_under_others() -> None:
    things = []
    for i, corners in enumerate(table()):
        thing = place(corners, {str(FORTY[i]): 0.999})
        found = replace(thing.found, under=(i + 1,)) if i % 4 < 3 else thing.found
        things.append(Place(found, replace(thing.naming, likeness=0.6 if i % 2 else None)))
    assert [doubt.kind for doubt in other_deck(things)] == ["deck"]


def test_where_nothing_was_compared_no_deck_is_doubted() -> None:
    things = [place(corners, {str(FORTY[i]): 0.999}) for i, corners in enumerate(table())]
    assert other_deck(things) == ()
