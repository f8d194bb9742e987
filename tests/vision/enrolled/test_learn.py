"""What a deck's photographs must show before they are learned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import repeat
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import DECK, RANKS, Card, Suit
from models.scenes.cards.decks import Deck
from tests.vision.enrolled.drawn import SHIPPED, cut_outs, house, stranger
from tests.vision.scripted import index, naming, place
from vision.classify.evidence import Faces
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place, Seen
from vision.enrolled.deck import MOST_PHOTOGRAPHS, DeckError, EnrolledDeck
from vision.enrolled.layout import LAYOUT, TEN, LayoutError
from vision.enrolled.learn import Photograph, different, learn
from vision.geometry import Corners
from vision.picture import Picture
from vision.rectify import CLOSE

SEVEN = "the 7 of copas (row 2 from the top, place 7 from the left)"


@cache
def photograph(deck: Callable[[], Deck] = house) -> Picture:
    """The deck in four rows of ten, as cut-outs side by side."""
    faces = dict(zip(FORTY, cut_outs(deck()), strict=True))
    return Picture(np.concatenate([np.concatenate([faces[card] for card in row], axis=1) for row in LAYOUT]))


def in_place_of(card: str, other: str, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The photograph with another card in a card's place."""
    line, column = divmod(DECK.index(Card.parse(card)), TEN)
    changed = pixels.copy()
    down, across = CLOSE.height * line, CLOSE.width * column
    changed[down : down + CLOSE.height, across : across + CLOSE.width] = cut_outs(house())[index(other)]
    return changed


def laid(**instead: Naming) -> list[Place]:
    """Where its cards lie, and what they are taken for: themselves, but for what is said to be seen instead."""
    places = [
        place(CLOSE.corners.astype(float) + [CLOSE.width * column, CLOSE.height * line], {str(card): 0.95})
        for line, row in enumerate(LAYOUT)
        for column, card in enumerate(row)
    ]
    names = [str(card) for row in LAYOUT for card in row]
    return [replace(at, naming=instead.get(f"c{name}", at.naming)) for at, name in zip(places, names, strict=True)]


Points = NDArray[np.float64]


def alike(_: Picture, cards: list[Corners]) -> Points:
    """All cards are of one maker's print."""
    return np.zeros((len(cards), 2, 3))


def apart(*ends: tuple[str, int]) -> Callable[[Picture, list[Corners]], Points]:
    """So are all ends but these, by their cards; those of one card are like each other."""

    def embedded(picture: Picture, cards: list[Corners]) -> Points:
        points = alike(picture, cards)
        for card, end in ends:
            points[index(card), end] = 3.0 + index(card)
        return points

    return embedded


@dataclass
class Scripted:
    """A looker to which each photograph shows what is said, and cards look as the shipped network sees them."""

    looks: Iterator[Seen]
    embedded: Callable[[Picture, list[Corners]], Points]

    def seen(self, picture: Picture, cards: int) -> Seen:
        return next(self.looks)

    def faces(self, cut_outs: NDArray[np.uint8]) -> Faces:
        return SHIPPED.faces(cut_outs)


def looker(
    looks: Iterable[list[Place]] | None = None,
    embedded: Callable[[Picture, list[Corners]], Points] = alike,
    mirrored: bool = False,
) -> Scripted:
    """Each look is what one photograph shows; the deck as it should lie, if nothing is said."""
    return Scripted((Seen(places, mirrored) for places in looks or repeat(laid())), embedded)


def learned(
    places: list[Place] | None = None,
    picture: Picture | None = None,
    embedded: Callable[[Picture, list[Corners]], Points] = alike,
) -> EnrolledDeck:
    looks = None if places is None else [places]
    return learn("club", [("deck.jpg", picture or photograph())], looker(looks, embedded))


def numbered(share: float, own: str, rank: int = 8) -> Naming:
    """An eight or a nine with that share, and else the card that should lie there."""
    one = naming({own: 1 - share}, strange=share)
    return replace(one, back=0.0, eight=share if rank == 8 else 0.0, nine=share if rank == 9 else 0.0)


def test_a_deck_is_learned_as_it_lies() -> None:
    deck = learned()
    assert deck.name == "club"
    np.testing.assert_array_equal(deck.pictures[0], cut_outs(house()))


@pytest.mark.parametrize("rank", [8, 9])
def test_a_seven_that_looks_a_little_like_an_eight_is_learned(rank: int) -> None:
    assert learned(laid(c7c=numbered(0.4, "7c", rank))).pictures.shape[0] == 1


@pytest.mark.parametrize("rank", [8, 9])
@pytest.mark.parametrize("share", [0.6, 0.999])
def test_a_deck_with_an_eight_or_a_nine_among_its_cards_is_not_learned(share: float, rank: int) -> None:
    with pytest.raises(LayoutError) as error:
        learned(laid(c7c=numbered(share, "7c", rank)))
    assert str(error.value) == f"deck.jpg: {SEVEN} reads back as no card of the deck"


JOKER = replace(naming({}, strange=0.9999), back=0.1)


def test_a_deck_with_a_joker_or_a_plain_rectangle_among_its_cards_is_not_learned() -> None:
    with pytest.raises(LayoutError, match=r"deck\.jpg: the 7 of copas .* reads back as no card of the deck"):
        learned(laid(c7c=JOKER))


def test_a_photograph_of_too_few_pixels_in_which_no_deck_is_found_is_refused_for_them() -> None:
    some = [place(CLOSE.corners.astype(float), {"1o": 0.5})]
    with pytest.raises(LayoutError, match=r"deck\.jpg: the picture has only 640 x 360 pixels: too few to tell"):
        learned(some, Picture(np.full((360, 640, 3), 128, np.uint8)))
    with pytest.raises(LayoutError, match="1 cards were found, not forty"):
        learned(some, Picture(np.full((720, 1280, 3), 128, np.uint8)))


def test_another_suits_card_in_a_place_is_named() -> None:
    with pytest.raises(LayoutError, match=r"the 5 of espadas \(row 3 .*, place 5 .*\) reads back as the 5c"):
        learned(laid(c5e=naming({"5c": 0.999})))


@pytest.mark.parametrize(("suits", "is_learned"), [("oceb", True), ("oce", True), ("oc", False)])
@pytest.mark.parametrize("strange", [0.0, 1e-5])
def test_a_rank_that_the_networks_take_for_another_throughout_is_no_stranger(
    suits: str, is_learned: bool, strange: float
) -> None:
    """They do not know how this maker draws a seven. In no more than half of the suits it is not his way."""
    sevens = {f"c7{suit}": naming({f"6{suit}": 1 - strange - 1e-9}, strange) for suit in suits}
    if is_learned:
        assert learned(laid(**sevens)).name == "club"
    else:
        with pytest.raises(LayoutError, match=r"the 7 of oros .* reads back as the 6o"):
            learned(laid(**sevens))


def test_a_suit_that_the_networks_take_for_another_throughout_is_no_stranger() -> None:
    cups = {f"c{card}": naming({f"{card.rank}o": 0.98}) for card in FORTY if card.suit is Suit.COPAS}
    assert learned(laid(**cups)).name == "club"


@pytest.mark.parametrize("first", [(10, 11, 12), (12, 11, 10)])
def test_a_deck_whose_ranks_lie_in_another_order_is_not_learned(first: tuple[int, ...]) -> None:
    """Every rank is taken for another one throughout then: that is no maker's way."""
    lie = dict(zip(RANKS, (*first, *(rank for rank in RANKS if rank not in first)), strict=True))
    places = {f"c{card}": naming({f"{lie[card.rank]}{card.suit.value}": 0.999}) for card in FORTY}
    with pytest.raises(LayoutError, match=r"the 1 of oros .* reads back as the 1[02]o; .*the 12 of bastos"):
        learned(laid(**places))


def test_every_card_that_is_not_what_it_should_be_is_named_at_once() -> None:
    with pytest.raises(LayoutError) as error:
        learned(laid(c5e=naming({"5c": 0.999}), c7c=numbered(0.999, "7c"), c1b=JOKER))
    said = str(error.value).removeprefix("deck.jpg: ").split("; ")
    assert {part.split(" (")[0] for part in said} == {"the 1 of bastos", "the 5 of espadas", "the 7 of copas"}


def test_a_card_that_is_there_twice_is_named() -> None:
    """The 7 of oros lies in the place of the 7 of copas as well; of both the networks say the same."""
    pixels = in_place_of("7c", "7o", photograph().pixels)
    same = naming({"7o": 0.8, "7c": 0.2})
    with pytest.raises(LayoutError, match=r"the 7 of oros .* and the 7 of copas .* look the same"):
        learned(laid(c7o=same, c7c=same), Picture(pixels))


def test_two_cards_of_which_the_networks_say_the_same_are_told_by_their_looks() -> None:
    same = naming({"7o": 0.6, "7c": 0.4})
    assert learned(laid(c7o=same, c7c=same)).name == "club"


UNKNOWN = replace(naming({}, strange=0.9), back=0.1)


@pytest.mark.parametrize("deck", [house, stranger])
def test_a_deck_that_the_networks_do_not_know_is_learned(deck: Callable[[], Deck]) -> None:
    nothing = {f"c{card}": UNKNOWN for card in FORTY}
    assert learned(laid(**nothing), photograph(deck)).name == "club"


def test_nor_is_one_refused_whose_marks_alone_were_read() -> None:
    hardly = {f"c{card}": replace(naming({str(card): 0.3}, strange=0.6), back=0.1) for card in FORTY}
    assert learned(laid(**hardly)).name == "club"


def test_an_eight_among_cards_that_the_networks_do_not_know_is_named() -> None:
    nothing = {f"c{card}": UNKNOWN for card in FORTY}
    with pytest.raises(LayoutError, match=r"the 7 of copas .* reads back as no card of the deck"):
        learned(laid(**{**nothing, "c7c": numbered(0.999, "7c")}))


def test_cards_of_another_makers_print_are_named() -> None:
    with pytest.raises(LayoutError) as error:
        learned(embedded=apart(("7c", 0), ("7c", 1), ("2b", 0), ("2b", 1)))
    said = str(error.value).removeprefix("deck.jpg: ").split("; ")
    assert [part.split(" (")[0] for part in said] == ["the 2 of bastos", "the 7 of copas"]
    assert said[0].endswith("is not printed like the others: is it another deck's?")


def test_a_card_one_of_whose_ends_is_printed_like_the_others_is_of_their_deck() -> None:
    assert learned(embedded=apart(("7c", 0), ("2b", 1))).name == "club"


@pytest.mark.parametrize("count", [2, 5, 8])
def test_several_cards_of_one_other_deck_are_all_named(count: int) -> None:
    """They are like each other, but few."""

    def embedded(picture: Picture, cards: list[Corners]) -> Points:
        points = alike(picture, cards)
        points[:count] = 3.0
        return points

    with pytest.raises(LayoutError) as error:
        learned(embedded=embedded)
    assert str(error.value).count("is not printed like the others") == count


def test_of_two_photographs_the_mean_tells_whether_a_card_is_printed_like_the_others() -> None:
    photographs = [("one.jpg", photograph()), ("two.jpg", photograph())]
    for away, is_learned in ((0.7, True), (1.2, False)):

        def seen_apart(picture: Picture, cards: list[Corners], away: float = away) -> Points:
            points = alike(picture, cards)
            points[index("7c")] = away
            return points

        looks = iter([seen_apart, alike])

        def embedded(*what: Any, looks: Iterator[Callable[..., Points]] = looks) -> Points:
            return next(looks)(*what)

        if is_learned:
            assert learn("club", photographs, looker(embedded=embedded)).name == "club"
        else:
            with pytest.raises(LayoutError, match=r"one\.jpg, two\.jpg: the 7 of copas .* is not printed"):
                learn("club", photographs, looker(embedded=embedded))


def test_a_photograph_that_is_not_sharp_is_refused() -> None:
    soft = np.asarray(cv2.GaussianBlur(photograph().pixels, (0, 0), 4), np.uint8)
    with pytest.raises(LayoutError, match=r"deck\.jpg: it is not sharp"):
        learned(picture=Picture(soft))


def test_a_photograph_that_is_dark_is_not_called_soft() -> None:
    with pytest.raises(LayoutError, match=r"deck\.jpg: it is too dark everywhere"):
        learned(picture=Picture((photograph().pixels * 0.08).astype(np.uint8)))


def test_a_mirrored_photograph_is_refused() -> None:
    with pytest.raises(LayoutError, match=r"deck\.jpg: it is mirrored"):
        learn("club", [("deck.jpg", photograph())], looker(mirrored=True))


def test_a_card_that_the_picture_cuts_off_is_named() -> None:
    cut = [replace(at, found=replace(at.found, corners=at.found.corners - [12, 0])) for at in laid()]
    with pytest.raises(LayoutError, match=r"the 1 of oros .* is cut off by the picture's edge"):
        learned(cut)


def several(*photographs: Photograph, seen: Sequence[list[Place]] | None = None) -> EnrolledDeck:
    return learn("club", list(photographs), looker(seen))


def test_two_photographs_of_a_deck_are_both_kept() -> None:
    dim = Picture((photograph().pixels * 0.7).astype(np.uint8))
    assert several(("one.jpg", photograph()), ("two.jpg", dim)).pictures.shape[0] == 2


def test_a_photograph_that_is_given_twice_counts_once() -> None:
    shots = [("one.jpg", photograph()), ("two.jpg", photograph(stranger)), ("again.jpg", photograph())]
    assert different(shots) == shots[:2]


def test_of_two_photographs_the_mean_counts() -> None:
    """A card that one of them shows badly is told by the other; a stranger is one in both."""
    shots = [("one.jpg", photograph()), ("two.jpg", photograph())]
    once, stranger_there = laid(c5e=naming({"5c": 0.9999})), laid(c5e=naming({"5c": 1 - 1e-9}))
    assert several(*shots, seen=[once, laid()]).pictures.shape[0] == 2
    with pytest.raises(LayoutError, match=r"^one\.jpg, two\.jpg: the 5 of espadas .* reads back as the 5c"):
        several(*shots, seen=[stranger_there, once])


@pytest.mark.parametrize("order", ["ab", "aabb", "abab", "aaab"])
def test_photographs_of_different_decks_are_both_named(order: str) -> None:
    """However many there are of each: both decks have their like then."""
    decks = {"a": house, "b": stranger}
    shots = [(f"{number}{deck}.jpg", photograph(decks[deck])) for number, deck in enumerate(order)]
    other = f"{order.index('b')}b"
    with pytest.raises(LayoutError, match=rf"^{other}\.jpg: its cards do not look like those of 0a\.jpg"):
        several(*shots)


def test_a_card_that_only_one_photograph_has_in_its_place_is_named() -> None:
    """Where the networks say nothing of it, the photographs do."""
    pixels = in_place_of("7c", "3c", photograph().pixels)
    with pytest.raises(LayoutError, match=r"one\.jpg: the 7 of copas .* is, by the other photographs, the 3c"):
        several(("one.jpg", Picture(pixels)), ("two.jpg", photograph()))


@pytest.mark.parametrize("count", [2, 3])
def test_of_a_deck_that_the_networks_do_not_know_the_very_card_is_named(count: int) -> None:
    """Two that changed places in one photograph are liker to each other in the others than to themselves."""
    nothing = laid(**{f"c{card}": UNKNOWN for card in FORTY})
    right = photograph().pixels
    misplaced = in_place_of("7c", "3c", right)
    swapped = in_place_of("3c", "7c", misplaced)
    others = [(f"{n}.jpg", photograph()) for n in range(1, count)]
    with pytest.raises(LayoutError, match=r"0\.jpg: the 7 of copas .* is, by the other photographs, the 3c"):
        several(("0.jpg", Picture(misplaced)), *others, seen=[nothing] * count)
    with pytest.raises(LayoutError, match=r"0\.jpg: the 3 of copas .* is, by the other photographs, the 7c"):
        several(("0.jpg", Picture(swapped)), *others, seen=[nothing] * count)


def test_as_many_photographs_as_may_be_are_learned() -> None:
    assert len(several(*[("deck.jpg", photograph())] * MOST_PHOTOGRAPHS).pictures) == MOST_PHOTOGRAPHS


@pytest.mark.parametrize("count", [0, MOST_PHOTOGRAPHS + 1])
def test_so_many_photographs_are_none_or_too_many(count: int) -> None:
    photographs: Sequence[Photograph] = [("deck.jpg", photograph())] * count
    with pytest.raises(LayoutError, match=f"from 1 to {MOST_PHOTOGRAPHS} photographs, not {count}"):
        several(*photographs)


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(DeckError, match="cannot be a deck's name"):
        learn("../club", [("deck.jpg", photograph())], looker())
