"""Faults in dealing: what the table is asked about one, and what follows from it, by the articles.

    known = {Question.WHEN: Reply.DEALING, Question.DEAL: Reply.LATER}
    decide("federacion", Fault.CARD_SHOWN, known)                  # Question.BY: who turned the card over?
    decide("federacion", Fault.CARD_SHOWN, known | {...})          # a Remedy, with its article

The tables read like the law: of the rows for a fault the first one whose answers are all given applies, and where
none does the case is the judge's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from engine.errors import DealError
from engine.seats import Seat


class Fault(Enum):
    """What can go wrong before and while cards are dealt."""

    CARD_SHOWN = "card-shown"
    WRONG_COUNT = "wrong-count"
    """Somebody has more or fewer than four cards."""
    WRONG_PACK = "wrong-pack"
    """A card of the pack is missing, too many, there twice, or marked."""
    PACK_COUNTED = "pack-counted"
    """Somebody moved the cards of the pack to count them."""
    ESKU_TWICE = "esku-twice"
    """The same team was esku twice in a row."""
    LOOKED_EARLY = "looked-early"
    """Somebody looked at cards before all were dealt."""
    BAD_CUT = "bad-cut"
    """The pack was cut into several heaps, or with fewer than three cards lifted or left."""


class Reply(Enum):
    """What can be answered to a `Question`."""

    FIRST = "first"
    """The first deal of the karta aldia."""
    LATER = "later"
    """A deal after discards."""

    DEALING = "dealing"
    """While cards were being dealt: before anything was said."""
    HANDIA = "handia"
    """Later, and before the bidding of handia was closed."""
    TXIKIA = "txikia"
    """Once txikia had begun, before the cards were shown."""
    SHOWN = "shown"
    """When the cards were shown."""

    ZAKU = "zaku"
    """The dealer."""
    ESKU_TEAM = "esku-team"
    """The esku or its partner."""
    ANOTHER = "another"
    """Any other player."""

    ACCIDENT = "accident"
    PURPOSE = "purpose"

    MORE = "more"
    FEWER = "fewer"


class Question(Enum):
    """What the table can be asked; `answers` are those that it can give."""

    DEAL = "deal"
    """In which deal did it happen?"""
    WHEN = "when"
    """When did it come to light?"""
    BY = "by"
    """Whose doing was it, or who holds the cards?"""
    INTENT = "intent"
    """By accident, or on purpose?"""
    COUNT = "count"
    """Too many cards, or too few?"""

    @property
    def answers(self) -> tuple[Reply, ...]:
        """Every answer that this question can have."""
        return _REPLIES[self]


_REPLIES: Final[Mapping[Question, tuple[Reply, ...]]] = {
    Question.DEAL: (Reply.FIRST, Reply.LATER),
    Question.WHEN: (Reply.DEALING, Reply.HANDIA, Reply.TXIKIA, Reply.SHOWN),
    Question.BY: (Reply.ZAKU, Reply.ESKU_TEAM, Reply.ANOTHER),
    Question.INTENT: (Reply.ACCIDENT, Reply.PURPOSE),
    Question.COUNT: (Reply.MORE, Reply.FEWER),
}


class Follows(Enum):
    """What follows from a fault."""

    DEAL_AGAIN = "deal-again"
    """All cards are collected, and the same dealer deals again."""
    DEAL_RIGHT = "deal-right"
    """The karta aldia is void, and the seat that should have dealt deals."""
    VOLUNTARY_MUS = "voluntary-mus"
    """Everybody may throw cards, and nobody can cut it."""
    MUS_VISTO = "mus-visto"
    """The esku alone looks at its cards and decides whether there is mus."""
    PLAY_ON = "play-on"
    """Nothing: the karta aldia goes on."""
    PLAY_OPEN = "play-open"
    """The dealer plays this karta aldia with its cards face up."""
    TAKE_SURPLUS = "take-surplus"
    """The hand is shuffled, a card taken from it at random, and put into the pack."""
    GIVE_MISSING = "give-missing"
    """The dealer gives the missing cards."""
    HAND_OUT = "hand-out"
    """The hand counts for nothing."""
    HAND_OUT_LATE = "hand-out-late"
    """The hand counts for nothing, and bids stand only where the other team wins them (federacion 16)."""
    NO_DISCARD = "no-discard"
    """The player discards nothing in this mus; if its team cut or cuts it, the other may still have mus."""
    JUDGE = "judge"
    """The book does not say: the judge decides."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What follows from a fault, the article that says so (None where no book has one), and whom it concerns.

    `seat` is whose fault it was; for `Follows.DEAL_RIGHT` it is who should have dealt.
    """

    follows: Follows
    article: str | None = None
    seat: Seat | None = None


When = Mapping[Question, tuple[Reply, ...]]
"""The answers that a sentence of the law is about; a question that is not there may have any."""


class FaultRow(NamedTuple):
    """One sentence of the law: the fault, the answers that it is about, and what follows."""

    article: str
    fault: Fault
    when: When
    follows: Follows


_Replies = dict[Question, tuple[Reply, ...]]
_FIRST: Final[_Replies] = {Question.DEAL: (Reply.FIRST,)}
_LATER: Final[_Replies] = {Question.DEAL: (Reply.LATER,)}
_DEALING: Final[_Replies] = {Question.WHEN: (Reply.DEALING,)}
_FROM_HANDIA: Final[_Replies] = {Question.WHEN: (Reply.HANDIA, Reply.TXIKIA, Reply.SHOWN)}
_BEFORE_TXIKIA: Final[_Replies] = {Question.WHEN: (Reply.DEALING, Reply.HANDIA)}
_IN_TXIKIA: Final[_Replies] = {Question.WHEN: (Reply.TXIKIA,)}
_BY_ZAKU: Final[_Replies] = {Question.BY: (Reply.ZAKU,)}
_BY_ESKU: Final[_Replies] = {Question.BY: (Reply.ESKU_TEAM,)}
_ACCIDENT: Final[_Replies] = {Question.INTENT: (Reply.ACCIDENT,)}
_PURPOSE: Final[_Replies] = {Question.INTENT: (Reply.PURPOSE,)}
_MORE: Final[_Replies] = {Question.COUNT: (Reply.MORE,)}
_FEWER: Final[_Replies] = {Question.COUNT: (Reply.FEWER,)}
_ANY: Final[_Replies] = {}

NABO: Final = (
    FaultRow("nabo 6", Fault.CARD_SHOWN, _DEALING | _FIRST | _BY_ZAKU | _ACCIDENT, Follows.VOLUNTARY_MUS),
    FaultRow("nabo 6", Fault.CARD_SHOWN, _DEALING | _LATER, Follows.PLAY_ON),
    FaultRow("nabo 6", Fault.CARD_SHOWN, _FROM_HANDIA, Follows.PLAY_ON),
    FaultRow("nabo 7", Fault.WRONG_COUNT, _FIRST | _DEALING, Follows.DEAL_AGAIN),
    FaultRow("nabo 7", Fault.WRONG_COUNT, _ANY, Follows.HAND_OUT),
)
"""Rules 6 and 7. The dealing of the first 16 cards lasts until somebody speaks: nobody may look before it (5)."""

FEDERACION: Final = (
    FaultRow("federacion 4", Fault.WRONG_PACK, _FIRST | _BEFORE_TXIKIA, Follows.DEAL_AGAIN),
    FaultRow("federacion 4", Fault.WRONG_PACK, _ANY, Follows.PLAY_ON),
    FaultRow("federacion 19", Fault.CARD_SHOWN, _DEALING | _LATER | _BY_ESKU, Follows.PLAY_ON),
    FaultRow("federacion 12", Fault.CARD_SHOWN, _DEALING | _BY_ZAKU | _PURPOSE, Follows.PLAY_OPEN),
    FaultRow("federacion 12", Fault.CARD_SHOWN, _DEALING | _FIRST | _ACCIDENT, Follows.DEAL_AGAIN),
    FaultRow("federacion 17", Fault.CARD_SHOWN, _DEALING | _LATER | _ACCIDENT, Follows.MUS_VISTO),
    FaultRow("federacion 14", Fault.WRONG_COUNT, _FIRST | _DEALING | _BY_ZAKU | _MORE, Follows.TAKE_SURPLUS),
    FaultRow("federacion 14", Fault.WRONG_COUNT, _FIRST | _DEALING, Follows.DEAL_AGAIN),
    FaultRow("federacion 15", Fault.WRONG_COUNT, _FIRST | _BEFORE_TXIKIA, Follows.DEAL_AGAIN),
    FaultRow("federacion 15", Fault.WRONG_COUNT, _FIRST, Follows.HAND_OUT),
    FaultRow("federacion 16", Fault.WRONG_COUNT, _LATER | _BEFORE_TXIKIA | _MORE, Follows.TAKE_SURPLUS),
    FaultRow("federacion 16", Fault.WRONG_COUNT, _LATER | _BEFORE_TXIKIA | _FEWER, Follows.GIVE_MISSING),
    FaultRow("federacion 16", Fault.WRONG_COUNT, _LATER | _IN_TXIKIA, Follows.HAND_OUT_LATE),
    FaultRow("federacion 16", Fault.WRONG_COUNT, _LATER, Follows.HAND_OUT),
    FaultRow("federacion 22", Fault.PACK_COUNTED, _BEFORE_TXIKIA, Follows.NO_DISCARD),
    FaultRow("federacion 68", Fault.ESKU_TWICE, _BEFORE_TXIKIA, Follows.DEAL_RIGHT),
    FaultRow("federacion 68", Fault.ESKU_TWICE, _ANY, Follows.PLAY_ON),
)
"""Articles 4, 12 to 19, 22 and 68. What 8, 9 and 11 forbid has no penalty of its own (91)."""

FAULT_TABLES: Final[Mapping[str, tuple[FaultRow, ...]]] = {"nabo": NABO, "federacion": FEDERACION, "judge": ()}
"""The tables by a rule book's `penalties`."""

_JUDGES: Final = {"nabo": "nabo 26", "federacion": "federacion 91", "judge": None}


def decide(
    penalties: str, fault: Fault, known: Mapping[Question, Reply], seat: Seat | None = None
) -> Question | Remedy:
    """What to ask the table next about `fault`, or what follows from it by the articles of `penalties`.

    `known` is what has been answered, `seat` whom it concerns, which goes into the remedy. DealError where an
    answer does not belong to its question, or where there is no such table.
    """
    if penalties not in FAULT_TABLES:
        raise DealError(f"no rules of dealing faults are called {penalties!r}: there are {', '.join(FAULT_TABLES)}")
    for question, answer in known.items():
        if answer not in question.answers:
            raise DealError(f"{answer.value!r} is no answer to {question.value!r}")
    for row in FAULT_TABLES[penalties]:
        if row.fault is not fault or any(known.get(asked, held[0]) not in held for asked, held in row.when.items()):
            continue
        for question in row.when:
            if question not in known:
                return question
        return Remedy(row.follows, row.article, seat)
    return Remedy(Follows.JUDGE, _JUDGES[penalties], seat)
