"""Which card is which in a photograph of a whole deck."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import Card
from tests.vision.scripted import card_at, naming
from vision import geometry
from vision.decide.place import Place
from vision.enrolled.layout import LAYOUT, LayoutError, laid_out
from vision.locate.found import Found

CARDS = [card for row in LAYOUT for card in row]
STEP = (72.0, 110.0)


def spot(number: int) -> tuple[float, float]:
    row, column = divmod(number, 10)
    return (column - 4.5) * STEP[0], (row - 1.5) * STEP[1]


def laid(order: list[Card | None], sure: float = 0.95, turned: float = 0.0) -> list[Place]:
    """A deck laid out in an order (None: a hole), and what a namer that is so sure says of it; turned as a whole."""
    places = []
    for number, card in enumerate(order):
        if card is not None:
            x, y = geometry.turn(np.array([spot(number)]), turned)[0]
            at = card_at(x + 600, y + 400, turned)
            places.append(Place(Found(at, 0.99, 0.9), naming({str(card): sure})))
    return [places[i] for i in np.random.default_rng(3).permutation(len(places))]


def without(*names: str) -> list[Card | None]:
    return [None if str(card) in names else card for card in CARDS]


def swapped(a: int, b: int) -> list[Card | None]:
    order: list[Card | None] = list(CARDS)
    order[a], order[b] = order[b], order[a]
    return order


def middle(place: Place) -> tuple[float, float]:
    x, y = place.found.corners.mean(axis=0) - [600, 400]
    return round(float(x), 3), round(float(y), 3)


@pytest.mark.parametrize("sure", [0.0, 0.95])
@pytest.mark.parametrize("turned", [0.0, 6.0, -9.0])
def test_each_card_lies_where_the_layout_says(sure: float, turned: float) -> None:
    found = laid_out(laid(list(CARDS), sure, turned))
    assert list(found) == CARDS
    for number, card in enumerate(CARDS):
        x, y = geometry.turn(np.array([spot(number)]), turned)[0]
        assert middle(found[card]) == pytest.approx((x, y), abs=0.01)
        down = found[card].found.corners[3] - found[card].found.corners[0]
        assert down[1] > abs(down[0]), "upright"


def test_a_photograph_from_the_other_side_is_turned() -> None:
    found = laid_out(laid(list(CARDS), turned=180.0))
    assert middle(found[CARDS[0]]) == pytest.approx((-spot(0)[0], -spot(0)[1]))
    corners = found[CARDS[0]].found.corners
    assert (corners[3] - corners[0])[1] < 0, "its own top left first"


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("4c", "the 4 of copas (row 2 from the top, place 4 from the left) was not found"),
        ("1o", "the 1 of oros (row 1 from the top, place 1 from the left) was not found"),
        ("12b", "the 12 of bastos (row 4 from the top, place 10 from the left) was not found"),
    ],
)
def test_a_missing_card_is_named(name: str, where: str) -> None:
    with pytest.raises(LayoutError) as error:
        laid_out(laid(without(name)))
    assert str(error.value) == where


def test_all_missing_cards_are_named_at_once() -> None:
    with pytest.raises(LayoutError) as error:
        laid_out(laid(without("4c", "2e", "7e", "12b")))
    assert str(error.value).split("; ") == [
        "the 4 of copas (row 2 from the top, place 4 from the left) was not found",
        "the 2 of espadas (row 3 from the top, place 2 from the left) was not found",
        "the 7 of espadas (row 3 from the top, place 7 from the left) was not found",
        "the 12 of bastos (row 4 from the top, place 10 from the left) was not found",
    ]


def test_a_row_whose_ends_are_missing_is_named() -> None:
    with pytest.raises(LayoutError, match=r"the row of espadas \(row 3 from the top\) has 8 cards in sight, not ten"):
        laid_out(laid(without("1e", "12e")))


def test_a_row_that_is_not_there() -> None:
    with pytest.raises(LayoutError, match="3 rows of cards are in sight"):
        laid_out(laid([*CARDS[:30], *[None] * 10]))


def test_a_table_without_a_deck() -> None:
    with pytest.raises(LayoutError, match="0 cards were found, not forty"):
        laid_out([])


@pytest.mark.parametrize("turned", [90.0, -90.0])
def test_cards_that_lie_sideways(turned: float) -> None:
    with pytest.raises(LayoutError, match="do not lie upright"):
        laid_out(laid(list(CARDS), turned=turned))


def test_swapped_rows_are_named() -> None:
    order: list[Card | None] = [*CARDS[:10], *CARDS[20:30], *CARDS[10:20], *CARDS[30:]]
    with pytest.raises(LayoutError) as error:
        laid_out(laid(order))
    assert str(error.value) == (
        "the rows are not in their order: row 2 from the top shows espadas, not copas, "
        "row 3 from the top shows copas, not espadas"
    )


def test_swapped_cards_are_named() -> None:
    with pytest.raises(LayoutError, match=r"the 6 of oros .* and the 2 of bastos .* have changed places"):
        laid_out(laid(swapped(5, 31)))


def test_what_the_network_guesses_of_a_strange_deck_refuses_nothing() -> None:
    laid_out(laid(swapped(5, 31), sure=0.1))


def test_a_card_face_down_is_named() -> None:
    places = laid(list(CARDS))
    back = next(i for i, place in enumerate(places) if place.naming.ranked()[0][0] == Card.parse("7e"))
    places[back] = Place(places[back].found, naming({}, strange=1.0))
    with pytest.raises(LayoutError, match=r"the 7 of espadas .* does not show a card's face"):
        laid_out(places)


@pytest.mark.parametrize(("seen", "refused"), [(0.3, False), (0.95, True)])
def test_a_row_of_eleven_is_one_of_ten_where_one_of_them_is_hardly_there(seen: float, refused: bool) -> None:
    places = laid(CARDS)
    x, y = spot(19)
    ghost = Place(Found(card_at(x + STEP[0] + 600, y + 400), 0.9, seen), naming({"4o": 0.5}))
    if refused:
        with pytest.raises(LayoutError, match=r"the row of copas .* has 11 cards in sight, not ten"):
            laid_out([*places, ghost])
    else:
        assert laid_out([ghost, *places]).keys() == set(CARDS)


def test_a_card_is_called_what_it_is_called_itself_and_not_what_hardly_shows_in_its_place() -> None:
    places = laid(CARDS)
    ghost = Place(replace(places[0].found, seen=0.3), naming({"4o": 0.5}))
    assert all(place.naming is not ghost.naming for place in laid_out([ghost, *places]).values())


@pytest.mark.parametrize("strange", [0.7, 0.999])
def test_a_row_of_twelve_is_one_of_ten_where_two_are_probably_none_of_the_forty(strange: float) -> None:
    x, y = spot(19)
    squares = [
        Place(Found(card_at(x + step * STEP[0] + 600, y + 400), 0.9, 0.95), naming({}, strange)) for step in (1, 2)
    ]
    assert laid_out([squares[0], *laid(CARDS), squares[1]]).keys() == set(CARDS)
    maybe = Place(squares[1].found, naming({}, 0.4))
    with pytest.raises(LayoutError, match=r"the row of copas .* has 12 cards in sight, not ten"):
        laid_out([squares[0], *laid(CARDS), maybe])


def test_no_card_of_a_deck_that_the_networks_do_not_know_makes_way_for_a_tile() -> None:
    unknown = [replace(place, naming=naming({}, 0.95 if n == 14 else 0.85)) for n, place in enumerate(laid(CARDS))]
    x, y = spot(19)
    tile = Place(Found(card_at(x + STEP[0] + 600, y + 400), 0.9, 0.95), naming({}, 0.8))
    with pytest.raises(LayoutError, match=r"the row of copas .* has 11 cards in sight, not ten"):
        laid_out([*unknown, tile])


def test_two_slivers_make_no_tenth_card() -> None:
    x, y = spot(19)
    slivers = [
        Place(Found(card_at(x + step * STEP[0] + 600, y + 400), 0.9, seen), naming({"4o": 0.3}))
        for step, seen in ((0, 0.3), (1, 0.2))
    ]
    with pytest.raises(LayoutError, match=r"the row of copas .* has 11 cards in sight, not ten"):
        laid_out([*laid(without("12c")), *slivers])


@pytest.mark.parametrize(("missing", "end"), [("4c", 1), ("1c", 1), ("7c", -1), ("12c", -1)])
@pytest.mark.parametrize("sure", [0.95, 0.3])
def test_a_row_with_a_hole_and_a_thing_beyond_its_end_is_not_shifted(missing: str, end: int, sure: float) -> None:
    x, y = spot(19 if end > 0 else 10)
    beyond = Place(Found(card_at(x + end * STEP[0] + 600, y + 400), 0.9, 0.9), naming({"4o": 0.3}))
    with pytest.raises(LayoutError, match=rf"the {missing[:-1]} of copas .* was not found"):
        laid_out([*laid(without(missing), sure), beyond])


def test_a_thing_that_lies_across_is_none_of_the_cards() -> None:
    tile = geometry.turn(laid(CARDS)[0].found.corners - [100, 100], 90) + [2000, 300]
    assert len(laid_out([*laid(CARDS), Place(Found(tile, 0.9, 0.9), naming({"4o": 0.5}))])) == 40


def test_other_things_beside_the_deck_do_not_matter() -> None:
    box = Place(Found(card_at(1300, 60) * 1.0, 0.9, 0.9), naming({}, strange=1.0))
    large = Place(Found((card_at(0, 0) * 2) + [1400, 600], 0.9, 0.9), naming({}, strange=1.0))
    nothing = Place(Found(card_at(*spot(0)) + [600 - STEP[0], 400], 0.6, 0.4), naming({}, strange=0.99))
    again = Place(Found(card_at(*spot(12)) + [605, 390], 0.6, 0.4), naming({"12b": 0.9}))
    assert list(laid_out([nothing, again, *laid(list(CARDS)), box, large])) == CARDS
