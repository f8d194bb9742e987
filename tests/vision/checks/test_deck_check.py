"""The deck check on scripted places: what is missing, double, strange or in doubt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.sentences import Sentence
from tests.vision.scripted import NAMES, card_at, naming, place
from vision.checks.deck_check import View, check
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.locate.found import Found
from vision.reading import Doubt

SIZE = (1600, 1200)


def spread(names: list[str], p: float = 0.999) -> list[Place]:
    """Cards apart, ten a row."""
    spots = [(90.0 + 140 * (i % 10), 120.0 + 160 * (i // 10)) for i in range(len(names))]
    return [place(card_at(x, y), {name: p}) for name, (x, y) in zip(names, spots, strict=True)]


def view(places: list[Place], image: str = "a.jpg", scale: float = 1.0) -> View:
    return View(image, SIZE, places, scale)


def words(cards: tuple[object, ...]) -> list[str]:
    return [str(card) for card in cards]


def test_forty_different_cards_are_a_whole_deck() -> None:
    deck = check([view(spread(NAMES))])
    assert deck.whole
    assert sorted(str(seen.card) for seen in deck.seen) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_whichever_card_is_missing_is_named(name: str) -> None:
    deck = check([view(spread([n for n in NAMES if n != name]))])
    assert words(deck.missing) == [name]
    assert not deck.whole
    assert not deck.doubts


def test_a_double_instead_of_another_card() -> None:
    deck = check([view(spread(["4c" if name == "7e" else name for name in NAMES]))])
    assert words(deck.missing) == ["7e"]
    ((double),) = deck.double
    assert (str(double.card), double.times, double.images) == ("4c", 2, ("a.jpg",))


def test_a_card_beside_the_forty_is_a_double_though_nothing_is_missing() -> None:
    deck = check([view(spread([*NAMES, "1o"]))])
    assert deck.missing == ()
    assert [str(double.card) for double in deck.double] == ["1o"]
    assert not deck.whole


def test_two_halves_make_a_deck() -> None:
    deck = check([view(spread(NAMES[:20])), view(spread(NAMES[20:]), "b.jpg")])
    assert deck.whole
    assert deck.seen[0].image == "a.jpg"
    assert deck.seen[-1].image == "b.jpg"


def test_a_card_that_two_pictures_show_counts_once() -> None:
    deck = check([view(spread(NAMES[:22])), view(spread(NAMES[20:]), "b.jpg")])
    assert deck.whole
    assert words(deck.repeated) == [
        str(card) for card in sorted(FORTY[20:22], key=lambda c: "oceb".index(c.suit.value))
    ]


def test_unless_no_two_pictures_show_the_same_card() -> None:
    deck = check([view(spread(NAMES[:21])), view(spread(NAMES[20:]), "b.jpg")], apart=True)
    ((double),) = deck.double
    assert (str(double.card), double.times, double.images) == (NAMES[20], 2, ("a.jpg", "b.jpg"))
    assert deck.repeated == ()


def test_twice_in_one_of_two_pictures_is_a_double() -> None:
    deck = check([view(spread([*NAMES[:20], NAMES[3]])), view(spread(NAMES[20:]), "b.jpg")])
    assert [(str(d.card), d.times, d.images) for d in deck.double] == [(NAMES[3], 2, ("a.jpg",))]


def unsure(at: Place, chances: dict[str, float]) -> Place:
    return replace(at, naming=naming(chances))


def test_a_card_in_doubt_is_said_to_be_in_doubt_and_not_missing() -> None:
    places = spread(NAMES)
    place_of = NAMES.index("11e")
    places[place_of] = unsure(places[place_of], {"11e": 0.6, "11b": 0.38})
    deck = check([view(places)])
    assert deck.missing == ()
    assert words(deck.perhaps_missing) == ["11e"]
    ((doubt),) = deck.doubts
    assert (doubt.doubt.kind, doubt.doubt.text) == ("card", "it may be 11e or 11b")
    assert [(str(a.card), round(a.p, 2)) for a in doubt.doubt.alternatives][:2] == [("11e", 0.6), ("11b", 0.38)]
    assert doubt.quad is not None
    assert not deck.whole


def test_what_a_doubt_cannot_be_is_missing_all_the_same() -> None:
    places = spread([name for name in NAMES if name != "5c"])
    at = [str(p.naming.ranked()[0][0]) for p in places].index("11e")
    places[at] = unsure(places[at], {"11e": 0.6, "11b": 0.39})
    deck = check([view(places)])
    assert words(deck.missing) == ["5c"]
    assert words(deck.perhaps_missing) == ["11e"]


def test_another_picture_settles_a_doubt() -> None:
    places = spread(NAMES)
    places[7] = unsure(places[7], {NAMES[7]: 0.6, NAMES[8]: 0.38})
    again = view(spread(NAMES[5:10]), "b.jpg")
    assert check([view(places), again]).whole
    assert not check([view(places), again], apart=True).whole


@pytest.mark.parametrize("p", [0.985, 0.6])
def test_another_picture_does_not_settle_what_may_be_a_second_one(p: float) -> None:
    second = unsure(spread(["5c"])[0], {"5c": p, "1o": 0.38 if p < 0.9 else 0.0})
    second = Place(replace(second.found, corners=card_at(700, 900)), second.naming)
    first, again = view([*spread(NAMES), second]), view(spread(NAMES), "b.jpg")
    assert not check([first]).whole
    assert not check([first, again]).whole


def test_a_card_that_is_not_certain_is_in_doubt() -> None:
    places = spread(NAMES, 0.991)
    assert check([view(places)]).whole
    places[4] = unsure(places[4], {NAMES[4]: 0.985})
    assert words(check([view(places)]).perhaps_missing) == [NAMES[4]]


def test_a_card_that_the_picture_cuts_off_is_in_doubt() -> None:
    places = spread(NAMES)
    places[0] = place(card_at(10, 120), {NAMES[0]: 0.999})
    deck = check([view(places)])
    assert words(deck.perhaps_missing) == [NAMES[0]]
    assert check([view(places), view(spread(NAMES[:3]), "b.jpg")]).whole


@pytest.mark.parametrize(
    ("kind", "strange"),
    [
        ("8", Naming(np.zeros(40), 1.0, 0.02, eight=0.95, nine=0.03)),
        ("9", Naming(np.zeros(40), 1.0, 0.02, eight=0.03, nine=0.95)),
        ("back", Naming(np.zeros(40), 1.0, 0.98, eight=0.01, nine=0.01)),
        ("card", Naming(np.zeros(40), 1.0, 0.4, eight=0.3, nine=0.3)),
    ],
)
def test_a_card_that_is_none_of_the_forty(kind: str, strange: Naming) -> None:
    odd = Place(Found(card_at(700, 900), 0.99, 0.9), strange)
    deck = check([view([*spread(NAMES), odd], scale=2.0)])
    assert [(each.kind, each.image) for each in deck.strange] == [(kind, "a.jpg")]
    assert np.mean(deck.strange[0].quad, axis=0) == pytest.approx([1400, 1800]), "in the file's own pixels"
    assert not deck.whole


def test_a_glass_is_no_card() -> None:
    small = Place(Found(card_at(700, 900) * 0.5 + [400, 500], 0.99, 0.9), Naming(np.zeros(40), 1.0, 0.98))
    assert check([view([*spread(NAMES), small])]).whole


def test_what_may_be_a_card_is_a_doubt() -> None:
    nothing = Naming(np.full(40, 0.01), 0.6, 0.5)
    deck = check([view([*spread(NAMES), Place(Found(card_at(700, 900), 0.99, 0.9), nothing)])])
    assert [each.doubt.text for each in deck.doubts] == ["something that may be a card cannot be told"]
    assert not deck.whole


def test_a_sliver_between_certain_cards_is_nothing() -> None:
    nothing = Naming(np.full(40, 0.01), 0.6, 0.5)
    places = spread(NAMES)
    places[1] = place(card_at(90 + 68, 120), {NAMES[1]: 0.999})
    between = card_at(90 + 34, 120)
    assert check([view([*places, Place(Found(between, 0.9, 0.13), nothing)])]).whole
    assert not check([view([*places, Place(Found(between, 0.9, 0.6), nothing)])]).whole


def test_two_outlines_of_one_name_that_lie_on_each_other_are_a_doubt() -> None:
    places = spread(NAMES)
    ghost = Place(Found(places[5].found.corners + [15, 5], 0.9, 0.4), places[5].naming)
    deck = check([view([*places, ghost])])
    assert deck.double == ()
    assert [(each.doubt.kind, each.doubt.text) for each in deck.doubts] == [("twice", f"{NAMES[5]} may be there twice")]


def test_cards_of_another_size_are_of_another_deck() -> None:
    places = spread(NAMES)
    for i in range(12, 20):
        corners = places[i].found.corners
        middle = corners.mean(axis=0)
        places[i] = replace(places[i], found=replace(places[i].found, corners=middle + (corners - middle) * 1.09))
    deck = check([view(places)])
    ((doubt),) = deck.doubts
    assert doubt.doubt.kind == "deck"
    assert doubt.doubt.text.endswith(" ".join(NAMES[12:20]))


def test_cards_that_come_out_smaller_farther_away_are_of_one_deck() -> None:
    places = []
    for each in spread(NAMES):
        corners = each.found.corners
        middle = corners.mean(axis=0)
        shrunk = middle + (corners - middle) * (1 - 0.25 * middle[1] / 1200)
        places.append(replace(each, found=replace(each.found, corners=shrunk)))
    assert check([view(places)]).whole


def test_where_no_card_is_in_sight_nothing_is_called_missing() -> None:
    deck = check([view([])])
    assert deck.missing == ()
    assert len(deck.perhaps_missing) == 40
    assert [each.doubt.text for each in deck.doubts] == ["no card is in sight"]


def test_a_doubt_about_the_picture_stays() -> None:
    noted = replace(view(spread(NAMES)), doubts=(Doubt("picture", Sentence.plain("the file holds 2 pictures")),))
    deck = check([noted])
    assert not deck.whole
    assert deck.doubts[0].doubt.kind == "picture"


def test_a_picture_that_shows_nothing_and_is_in_doubt_may_show_what_the_others_do_not() -> None:
    black = View("b.jpg", SIZE, [], doubts=(Doubt("picture", Sentence.plain("the picture is black")),))
    deck = check([view(spread(NAMES[:20])), black])
    assert deck.missing == ()
    assert sorted(words(deck.perhaps_missing)) == sorted(NAMES[20:])
    assert [(each.doubt.text, each.image) for each in deck.doubts] == [("the picture is black", "b.jpg")]
    assert len(check([view(spread(NAMES[:20])), view([], "b.jpg")]).missing) == 20
    assert [each.doubt.kind for each in check([black]).doubts] == ["picture"]
