"""The words of the penalty tables: what the articles look at, and what they prescribe.

X is the seat in error, P its partner, E their team and C the other one. What a seat has is what its cards say; a hand
with a wrong number of cards has nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.bids.outcome import Ending, Outcome
from engine.hands import Hand, Hands, best
from engine.records import HandRecord
from engine.rounds import JOKOA, PAREAK, PUNTUA, Round
from engine.seats import Seat, Team
from engine.sentences import Sentence, msgid
from engine.tantos.result import Ruling
from engine.tantos.tally import Mark, When, Why


class Bids(Enum):
    """What becomes of the bids of the round."""

    STAND = "stand"
    """They count, between the hands that play the round without X's."""
    VOID = "void"
    """They were never made: what a refusal had brought is taken back, and a hordago does not count."""
    NONE = "none possible"
    """Nobody could bid."""
    AGAIN = "begin again"
    """The round begins again with what the cards say; the bids so far are taken back."""
    JUDGE = "judge"
    """The judge decides."""


class Due(Enum):
    """What is marked where the bids do not count."""

    ONE = "C: 1, as for a refusal"
    """Tira or negada, marked before the showdown, where everything else is marked."""
    OTHERS = "C: its own worth"
    """Its pairs or its jokoa; in puntua 1."""
    PUNTUA = "C: 1 for puntua"
    """Whatever the sums are."""
    PARTNER = "E: the worth of P's hand"
    OWN = "E: its own worth, X's hand too"
    BEST = "the best jokoa: what it is worth by itself"


class Shown(NamedTuple):
    """A record whose cards are shown: the hands that count, what was said about them, and who erred.

    `hands` are those of four cards, `with_pareak` and `with_jokoa` those that have them. `pareak` and `jokoa` are the
    seats that said yes. `wrong_pareak` and `wrong_jokoa` are the seats whose announcement the cards contradict,
    `miscounted` those with a wrong number of cards, all in playing order.
    """

    record: HandRecord
    hands: Hands
    with_pareak: Hands
    with_jokoa: Hands
    pareak: frozenset[Seat]
    jokoa: frozenset[Seat]
    wrong_pareak: tuple[Seat, ...]
    wrong_jokoa: tuple[Seat, ...]
    miscounted: tuple[Seat, ...]

    @staticmethod
    def of(record: HandRecord, hands: Hands) -> Shown:
        """`record` with its counting `hands`. Who is not said to have announced anything told the truth."""
        pareak, jokoa = record.pareak, record.jokoa
        with_pareak = {seat: hand for seat, hand in hands.items() if hand.pareak}
        with_jokoa = {seat: hand for seat, hand in hands.items() if hand.jokoa}
        return Shown(
            record,
            hands,
            with_pareak,
            with_jokoa,
            frozenset(with_pareak) if pareak is None else pareak,
            frozenset(with_jokoa) if jokoa is None else jokoa,
            () if pareak is None or pareak == with_pareak.keys() else _contradicted(hands, pareak, with_pareak),
            () if jokoa is None or jokoa == with_jokoa.keys() else _contradicted(hands, jokoa, with_jokoa),
            () if len(hands) == len(record.cards) else tuple(seat for seat in record.cards if seat not in hands),
        )

    @property
    def flawless(self) -> bool:
        """Whether everybody told the truth and had four cards."""
        return not (self.wrong_pareak or self.wrong_jokoa or self.miscounted)

    def erring(self, round: Round) -> tuple[Seat, ...]:
        """The seats that announced wrongly for `round`; puntua stands for the jokoa that nobody announced."""
        if round is PAREAK:
            return self.wrong_pareak
        return self.wrong_jokoa if round is JOKOA or round is PUNTUA else ()

    def players(self, round: Round, without: tuple[Seat, ...] = ()) -> Hands:
        """The hands that have what `round` needs, less those of the seats `without`."""
        hands = self.with_pareak if round is PAREAK else self.with_jokoa if round is JOKOA else self.hands
        return {seat: hand for seat, hand in hands.items() if seat not in without} if without else hands

    def has_bids(self, round: Round) -> bool:
        """Whether bids are possible in `round`: not where a team announced it only with hands that do not count.

        In pareak and jokoa only hands that count play, and where one team has none of them there are no bids (nabo 7).
        """
        said = self.pareak if round is PAREAK else self.jokoa if round is JOKOA else frozenset()
        return {seat.team for seat in said} == {seat.team for seat in said if seat in self.hands}

    def went_on_after(self, round: Round) -> bool:
        """Whether anything was called in a later round."""
        return any(said and round < later for later, said in self.record.calls.items())

    def errors(self, round: Round) -> Sentence:
        """The wrong announcements for `round`, as sentences in a row."""
        if round is PAREAK:
            yes, no = _FALSE_PAREAK
            said = ((yes if seat in self.pareak else no, seat) for seat in self.wrong_pareak)
            return Sentence.listed(Sentence(kind, seat=seat) for kind, seat in said)
        yes, no = _FALSE_JOKOA
        summed = ((yes if seat in self.jokoa else no, seat, self.hands[seat].puntua) for seat in self.erring(round))
        return Sentence.listed(Sentence(kind, seat=seat, total=total) for kind, seat, total in summed)


_FALSE_PAREAK: Final = (
    msgid("{seat} said yes to pareak and has none"),
    msgid("{seat} said no to pareak and has it"),
)
_FALSE_JOKOA: Final = (
    msgid("{seat} said yes to jokoa and has {total}"),
    msgid("{seat} said no to jokoa and has {total}"),
)


def _contradicted(hands: Hands, said: frozenset[Seat], having: Hands) -> tuple[Seat, ...]:
    return tuple(seat for seat in hands if (seat in said) != (seat in having))


@dataclass(frozen=True, slots=True)
class Case:
    """One round on which an error bears, as the articles look at it.

    `outcome` is what came of the bids as they were called. `annulled`: X's hand is out of the round.
    """

    shown: Shown
    round: Round
    outcome: Outcome
    seat: Seat
    annulled: bool = True

    @property
    def about(self) -> Round:
        """What the announcement was about: the round, or jokoa where the round is puntua."""
        return JOKOA if self.round is PUNTUA else self.round

    @property
    def erring(self) -> Team:
        """E, the team of X."""
        return self.seat.team

    @property
    def players(self) -> Hands:
        """The hands that play the round: X's is not among them where it is annulled."""
        return self.shown.players(self.round, (self.seat,) if self.annulled else ())

    @property
    def winner(self) -> Team | None:
        """Who wins the bid: whose bid was refused, else the best of `players`; None where nobody bid or plays."""
        if self.outcome.ending is Ending.PASO:
            return None
        seat = best(self.round, self.players)
        return self.outcome.taken_by or (seat and seat.team)

    @property
    def first(self) -> Team | None:
        """The team of the first in playing order of the seats that have the round."""
        return next((seat.team for seat in self.shown.players(self.round)), None)

    @property
    def before_the_others(self) -> list[Hand]:
        """The hands of E that have the round and come in playing order before every seat of C's that has it."""
        hands = self.shown.players(self.round).items()
        return [hand for _, hand in takewhile(lambda held: held[0].team is self.erring, hands)]

    @property
    def said_yes(self) -> bool:
        """Whether X announced it."""
        return self.seat in (self.shown.pareak if self.about is PAREAK else self.shown.jokoa)

    def has(self, seat: Seat) -> bool:
        """Whether the cards of `seat` have what the announcement was about."""
        hand = self.shown.hands.get(seat)
        return hand is not None and hand.strength(self.about) != 0

    def held_by(self, team: Team) -> list[Hand]:
        """The hands of `team` that have what the announcement was about."""
        return [hand for seat, hand in self.shown.players(self.about).items() if seat.team is team]

    def marks(self, due: Iterable[Due]) -> Iterator[Mark]:
        """What is due, in tantos."""
        for item in due:
            team, tantos = self._tantos(item)
            at_once = item is Due.ONE
            why, when = (Why.NEGADA, When.CALL) if at_once else (Why.WORTH, When.SHOWDOWN)
            yield Mark(self.round, team, tantos, why, when)

    def _tantos(self, due: Due) -> tuple[Team, int]:
        hands, others = self.shown.hands, self.erring.other
        if due is Due.ONE or due is Due.PUNTUA:
            return others, 1
        if due is Due.OTHERS:
            return others, self._worth(others)
        if due is Due.OWN:
            return self.erring, self._worth(self.erring)
        if due is Due.PARTNER:
            partner = hands.get(self.seat.partner)
            return self.erring, partner.worth(self.about) if partner else 0
        seat = best(self.about, self.shown.players(self.about)) or self.seat
        return seat.team, hands[seat].worth(self.about)

    def _worth(self, team: Team) -> int:
        return 1 if self.round is PUNTUA else sum(hand.worth(self.round) for hand in self.held_by(team))


class Ruled(NamedTuple):
    """What the law says to an error in one round.

    `round` is the name under which it is marked. `ruling` names the article, None where the judge decides, and then
    `why` says what; `void`: the bids are void for certain, and only what follows from that is the judge's. `players`
    are the hands that settle the round where the bids stand or it begins again, `marks` what is marked where the bids
    do not count.
    """

    bids: Bids
    round: Round
    ruling: Ruling | None = None
    players: Hands = MappingProxyType({})
    marks: tuple[Mark, ...] = ()
    why: Sentence | None = None
    void: bool = False

    @staticmethod
    def by_the_judge(round: Round, why: Sentence, void: bool = False) -> Ruled:
        """A case that is left to the judge, who has to know `why`; `void`: but for the bids, which do not count."""
        return Ruled(Bids.JUDGE, round, why=why, void=void)

    @staticmethod
    def by(article: str, bids: Bids, due: Iterable[Due], case: Case, erring: tuple[Seat, ...]) -> Ruled:
        """What an article (``nabo 15b``) makes of `case`, in which the seats `erring` erred.

        It says what becomes of the bids, and what is `due` where they do not count.
        """
        round, shown = case.round, case.shown
        if bids is Bids.AGAIN and round is not PAREAK:
            round = JOKOA if shown.players(JOKOA) else PUNTUA
        ruling = Ruling(article, erring[0] if len(erring) == 1 else None, round)
        if bids is Bids.STAND:
            return Ruled(bids, round, ruling, case.players)
        if bids is Bids.AGAIN:
            return Ruled(bids, round, ruling, shown.players(round))
        return Ruled(bids, round, ruling, marks=tuple(case.marks(due)))
