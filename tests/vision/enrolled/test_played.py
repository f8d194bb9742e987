"""What hands must show before a deck is learned from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import Card
from models.scenes.cards.decks import Deck
from tests.vision.enrolled.drawn import SHIPPED, cut_outs, house, stranger
from tests.vision.scripted import naming
from vision.classify.evidence import Faces
from vision.classify.naming import FORTY
from vision.decide.place import Place, Seen
from vision.enrolled.deck import DeckError, EnrolledDeck
from vision.enrolled.looks import DeckLooks
from vision.enrolled.played import PlayedHand, UnseenError, learn_from_hands
from vision.geometry import Corners
from vision.locate.found import Found
from vision.picture import Picture
from vision.rectify import CLOSE

OTHERWISE = [*FORTY[::5], *FORTY[1::5], *FORTY[2::5], *FORTY[3::5], *FORTY[4::5]]
"""The forty in another order, so that no two cards lie in the same two hands."""

ANOTHER = "the last hand does not look as if it was played with the deck of those before"


def where(number: int) -> Corners:
    """Where the card of that number lies in a hand's picture."""
    return CLOSE.corners.astype(float) + [CLOSE.width * number, 0.0]


def hand(cards: Sequence[Card], deck: Deck | None = None, known: Sequence[Card] | None = None) -> PlayedHand:
    """A hand of these cards side by side; `known` is what they are taken for, if not for themselves."""
    faces = dict(zip(FORTY, cut_outs(deck or house()), strict=True))
    picture = Picture(np.concatenate([faces[card] for card in cards], axis=1))
    return PlayedHand(picture, {card: where(number) for number, card in enumerate(known or cards)})


def hands(*orders: Sequence[Card], deck: Deck | None = None) -> list[PlayedHand]:
    """Each order of the forty in hands of ten."""
    return [hand(order[first : first + 10], deck) for order in orders for first in range(0, 40, 10)]


class Scripted:
    """A looker that finds ten cards in every picture, which look as the shipped network sees them."""

    def __init__(self, under: Iterable[int] = (), places: Iterable[int] = range(10), mirrored: bool = False) -> None:
        """`under`: the places of those on which another card lies."""
        self._under, self._places, self._mirrored = {*under}, [*places], mirrored
        self.looked_at = 0

    def seen(self, picture: Picture, cards: int) -> Seen:
        self.looked_at += 1
        return Seen([self._place(number) for number in self._places], self._mirrored)

    def _place(self, number: int) -> Place:
        found = Found(where(number), 0.99, 0.9, under=(0,) if number in self._under else ())
        return Place(found, naming({str(card): 0.025 for card in FORTY}))

    def faces(self, cut_outs: NDArray[np.uint8]) -> Faces:
        return SHIPPED.faces(cut_outs)


def learned(some: Sequence[PlayedHand], looker: Scripted | None = None) -> EnrolledDeck:
    return learn_from_hands("club", some, looker or Scripted())


def refusal(some: Sequence[PlayedHand], looker: Scripted | None = None) -> str:
    with pytest.raises(UnseenError) as refused:
        learned(some, looker)
    return str(refused.value)


def in_order(cards: Iterable[Card]) -> str:
    return ", ".join(str(card) for card in sorted(cards, key=FORTY.index))


def test_a_deck_is_learned_as_it_was_played_and_no_more_hands_are_looked_at_than_it_takes() -> None:
    looker = Scripted()
    deck = learned(hands(FORTY, OTHERWISE, FORTY), looker)
    assert looker.looked_at == 8
    assert deck.name == "club"
    assert deck.pictures.shape[:2] == (2, 40)
    assert np.array_equal(deck.pictures[0], cut_outs(house()))
    looks = DeckLooks.of(deck.pictures, SHIPPED.faces)
    every = np.concatenate([cut_outs(house()), np.full((40, CLOSE.height, CLOSE.width, 1), 255, np.uint8)], axis=-1)
    assert looks.likeness(SHIPPED.faces(every)).argmax(axis=1).tolist() == [*range(40)]


def test_what_was_not_seen_twice_is_named() -> None:
    assert refusal([]) == "no hand was seen"
    said = refusal([*hands(FORTY), *hands(OTHERWISE)[:3]])
    assert said == f"not yet seen lying open in 2 hands: {in_order(OTHERWISE[30:])}"


def test_a_card_that_lies_under_another_or_reaches_out_of_the_picture_was_not_seen() -> None:
    some = hands(FORTY, OTHERWISE)
    assert refusal(some, Scripted(under=[3])).endswith(f": {in_order({*FORTY[3::10], *OTHERWISE[3::10]})}")
    last = some[-1]
    cut = PlayedHand(Picture(np.ascontiguousarray(last.picture.pixels[:, :-8])), last.known)
    assert refusal([*some[:-1], cut]).endswith(f": {OTHERWISE[-1]}")


def test_a_card_that_is_found_twice_in_a_hand_is_seen_once() -> None:
    twice = Scripted(places=[*range(10), *range(10)])
    assert refusal(hands(FORTY), twice) == f"not yet seen lying open in 2 hands: {in_order(FORTY)}"


def test_mirrored_hands_show_no_card_as_it_is() -> None:
    assert refusal(hands(FORTY, OTHERWISE), Scripted(mirrored=True)).startswith("not yet seen lying open")


def test_a_card_that_nobody_knows_teaches_nothing() -> None:
    some = hands(FORTY, OTHERWISE)
    unknown = {card: corners for card, corners in some[0].known.items() if card != FORTY[0]}
    assert refusal([PlayedHand(some[0].picture, unknown), *some[1:]]).endswith(f": {FORTY[0]}")
    assert learned([PlayedHand(some[0].picture, unknown), *some[1:], *hands(FORTY)])


def test_two_cards_that_were_taken_for_each_other_are_named_until_other_hands_agree() -> None:
    some = hands(FORTY, OTHERWISE)
    taken_for = [FORTY[1], FORTY[0], *FORTY[2:10]]
    wrong = [hand(FORTY[:10], known=taken_for), *some[1:]]
    assert refusal(wrong) == f"these cards look different from hand to hand: {FORTY[0]}, {FORTY[1]}"
    assert np.array_equal(learned([*wrong, *hands(FORTY)]).pictures[1], cut_outs(house()))


def test_hands_with_another_deck_are_left_out() -> None:
    before = hands(FORTY, deck=stranger())
    assert refusal([*hands(FORTY), *before]) == ANOTHER
    deck = learned([*hands(FORTY), *before, *hands(OTHERWISE)])
    assert np.array_equal(deck.pictures[0], cut_outs(house()))


def test_of_a_new_deck_the_old_one_is_not_learned() -> None:
    assert refusal([hand(FORTY[:10], stranger()), *hands(FORTY, OTHERWISE)]) == ANOTHER


def test_of_two_decks_no_mixture_is_learned() -> None:
    half = [hand(FORTY[first : first + 10]) for first in (0, 5, 10)] + [hand([*FORTY[:5], *FORTY[15:20]])]
    before = hands(FORTY, OTHERWISE, deck=stranger())
    assert refusal([*half, *before]) == f"not yet seen lying open in 2 hands: {in_order(FORTY[20:])}"
    rest = hands(FORTY, OTHERWISE)
    assert np.array_equal(learned([*half, *before, *rest]).pictures[0], cut_outs(house()))


def test_a_name_that_no_deck_can_have_is_refused_before_anything_is_looked_at() -> None:
    looker = Scripted()
    with pytest.raises(DeckError, match="cannot be a deck's name"):
        learn_from_hands("../club", hands(FORTY), looker)
    assert looker.looked_at == 0
