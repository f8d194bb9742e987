"""What each hand of a karta aldia was worth: the exact odds of every round from its own cards, and what came of them.

Odds take their time, a tenth of a second a hand on a computer and more on a Raspberry Pi: they are worked out apart,
where somebody looks at a finished hand, and kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.cards import Card
from engine.hands import HAND_SIZE, Hand, best
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat, Team
from engine.showdown import counting_hands
from engine.telling.named_hands import recognise
from firmware.panel.page import Asked, Page
from firmware.panel.review.reviewed import Reviewed
from firmware.session.choices.correcting import NO_HAND
from firmware.session.finished import Finished

_KEPT: Final = 400
"""Hands whose odds are kept: those of some hundred karta aldiak."""


def can_be_told(hand: Finished) -> bool:
    """Whether all its cards were shown, and are known as far as the rule book looks at them."""
    noted, counts = hand.noted, hand.record.book.suits_count
    return bool(hand.record.cards) and not (noted.unsure if counts else noted.unsure_cards)


def _worth(hand: Finished) -> dict[str, object]:
    """The rounds, what each seat's own cards promised its team in them, and which team held the best hand."""
    record, hands = hand.record, counting_hands(hand.record)
    rounds = played_rounds(hands)
    taken = frozenset(record.cards)

    def percent(seat: Seat) -> list[int]:
        wins = _wins(record.book, record.esku, taken, seat, frozenset(record.cards[seat]))
        return [round(100 * wins[one]) for one in rounds]

    best = [best_team(one, hands) for one in rounds]
    return {"rounds": rounds, "promised": {seat: percent(seat) for seat in hands}, "best": best}


def played_rounds(hands: Mapping[Seat, Hand]) -> tuple[Round, ...]:
    """The four rounds by their names; `hands` are those that count."""
    fourth = Round.JOKOA if any(one.jokoa for one in hands.values()) else Round.PUNTUA
    return Round.HANDIA, Round.TXIKIA, Round.PAREAK, fourth


def best_team(round: Round, hands: Mapping[Seat, Hand]) -> Team | None:
    """Whose hand is the best of the round, `hands` being in playing order; None where nobody has it."""
    seat = best(round, {seat: hand for seat, hand in hands.items() if hand.strength(round)})
    return seat and seat.team


def named(cards: Sequence[Card], book: RuleBook) -> str | None:
    """The name that players give four cards, if they have one."""
    found = recognise(cards, book) if len(cards) == HAND_SIZE else None
    return found.names[0] if found else None


def worth_page(asked: Asked, match: Reviewed, place: int) -> Page:
    """What the hands of one karta aldia were worth. LookupError where nobody can say."""
    say, hand = asked.say, match.hands[place]
    if not can_be_told(hand):
        raise LookupError(NO_HAND)
    title = say("Hand {number}", number=place + 1)
    return Page("worth.html", title, "/hands", _worth(hand) | {"back": match.address_of(place)})


@lru_cache(maxsize=_KEPT)
def _wins(book: RuleBook, esku: Seat, seats: frozenset[Seat], seat: Seat, cards: frozenset[Card]) -> dict[Round, float]:
    """How probably the seat's team has the best hand of each round, by these cards alone."""
    from engine.odds import odds  # NumPy's tables are loaded where somebody wants them

    found = odds(book, esku, {seat: tuple(cards)}, seats)
    return {one: float(found[one].wins(seat.team)) for one in found}
