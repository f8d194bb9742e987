"""Who bid what with what, how it was answered, and what came of it; and what that adds up to for each who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.calls import Action, Call
from engine.hands import Hand, best
from engine.records import HandRecord
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.showdown import counting_hands
from engine.tantos.result import Result
from engine.tantos.tally import Why
from engine.telling.chances import by_cards
from engine.telling.explain import holding
from engine.telling.explanation import Holding
from engine.telling.replay import hordago_round, outcome_of

Speaker = Seat | Team
"""Who spoke: the player where that is known, which is where the call says it, or one alone of the team could."""


class Bid(NamedTuple):
    """A bid or raise of a karta aldia.

    - `holding`: what the speaker holds in the round, of a team the better hand; None where the cards are not known, or
      nobody of the team has the round
    - `chance`: how likely the team was to hold the best hand of the round, by both partners' cards, from 0 to 1
    - `answer`, `answered_by`: what the other team said that counts; None where it said nothing, or has chosen what the
      partner bid at the same time (federacion 38)
    - `tantos_to`: the team that won the round by this bid, at the call or at the showdown; None where it was raised,
      or nothing came of it
    """

    round: Round
    call: Call
    speaker: Speaker
    holding: Holding | None
    chance: float | None
    answer: Action | None
    answered_by: Speaker | None
    tantos_to: Team | None

    @property
    def accepted(self) -> bool:
        """Whether the other team accepted it."""
        return self.answer in (Action.IDUKI, Action.KANTA)

    @property
    def refused(self) -> bool:
        """Whether the other team refused it, aloud or by opening the next round (federacion 57)."""
        return self.answer is Action.TIRA or (self.answer is None and self.tantos_to is not None)


class Figures(NamedTuple):
    """What somebody's bids and answers add up to.

    - `aldiak`: the karta aldiak with a bid of theirs; `bids`: all of them, hordagos included
    - `chance`: the mean of their bids' chances, from 0 to 1; None where none is known
    - `accepted`, `won`, `lost`, `refused`: what became of their bids; an accepted one that nothing was marked for is
      neither won nor lost
    - `took`, `took_won`, `took_lost`, `threw`: what they did with the others' bids
    """

    aldiak: int
    bids: int
    chance: float | None
    accepted: int
    won: int
    lost: int
    refused: int
    took: int
    took_won: int
    took_lost: int
    threw: int


def bids(record: HandRecord, result: Result) -> tuple[Bid, ...]:
    """All bids of a karta aldia, in their order.

    >>> from engine.showdown import score
    >>> cards = {"N": ["12o", "12c", "11e", "11b"], "W": ["7o", "7c", "7e", "1o"],
    ...          "S": ["10o", "10c", "5o", "4o"], "E": ["12e", "6o", "5c", "4c"]}
    >>> record = HandRecord.parse({"rules": "nabo", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": cards,
    ...                            "calls": {"pareak": ["EW envido 2", "NS iduki"]}})
    >>> (bid,) = bids(record, score(record))
    >>> bid.speaker, bid.holding.pairs.name, f"{bid.chance:.0%}", bid.answered_by, bid.tantos_to
    (<Seat.W: 'W'>, 'MEDIAK', '95%', <Team.NS: 'NS'>, <Team.NS: 'NS'>)
    """
    return tuple(_bids(record, result))


def figures(aldiak: Iterable[Sequence[Bid]]) -> Mapping[Speaker, Figures]:
    """What the bids of some karta aldiak add up to, by team, and by player as far as it is known who spoke."""
    counts: dict[Speaker, Counter[str]] = {}
    chances: dict[Speaker, list[float]] = {}
    for made in aldiak:
        counted: set[Speaker] = set()
        for bid in made:
            for who in {bid.speaker, bid.call.team}:
                one = counts.setdefault(who, Counter())
                one.update(["bids", *_ended(bid, bid.call.team, "refused", "accepted", "won", "lost")])
                one["aldiak"] += who not in counted
                counted.add(who)
                chances.setdefault(who, []).extend([] if bid.chance is None else [bid.chance])
            other = bid.call.team.other
            for who in {bid.answered_by or other, other}:
                answers = _ended(bid, other, "threw", "took", "took_won", "took_lost")
                counts.setdefault(who, Counter()).update(answers)
    return {who: _figures(one, chances.get(who, ())) for who, one in counts.items()}


def _figures(counted: Counter[str], chances: Sequence[float]) -> Figures:
    mean = sum(chances) / len(chances) if chances else None
    numbers = {name: counted[name] for name in Figures._fields if name != "chance"}
    return Figures(chance=mean, **numbers)


def _ended(bid: Bid, team: Team, refused: str, accepted: str, won: str, lost: str) -> Iterator[str]:
    """What is counted for a team of how a bid ended, by these names."""
    if bid.refused:
        yield refused
    if bid.accepted:
        yield accepted
        if bid.tantos_to:
            yield won if bid.tantos_to is team else lost


def _bids(record: HandRecord, result: Result) -> Iterator[Bid]:
    hands = counting_hands(record) if record.cards else {}
    for round in sorted(record.calls):
        outcome = outcome_of(record, record.calls[round])
        counted = [*outcome.bids]
        for call in record.calls[round]:
            if not call.action.bids:
                continue
            counts = counted[:1] == [call]
            if counts:
                counted.pop(0)
            answer = None if not counts else counted[0] if counted else outcome.answer
            speaker = _speaker(record, hands, round, call)
            held = _held(record, hands, speaker, round)
            yield Bid(
                round,
                call,
                speaker,
                held,
                by_cards(record, call.team).get(round) if held else None,
                answer.action if answer else None,
                _speaker(record, hands, round, answer) if answer else None,
                _tantos_to(record, result, round) if counts and not counted else None,
            )


def _speaker(record: HandRecord, hands: Mapping[Seat, Hand], round: Round, call: Call) -> Speaker:
    if isinstance(call.speaker, Seat) or not record.cards:
        return call.speaker
    said = {Round.PAREAK: record.pareak, Round.JOKOA: record.jokoa}.get(round)
    if said is None:
        said = frozenset(seat for seat, hand in hands.items() if hand.strength(round))
    could = [seat for seat in record.cards if seat.team is call.team and seat in said]
    return could[0] if len(could) == 1 else call.team


def _held(record: HandRecord, hands: Mapping[Seat, Hand], who: Speaker, round: Round) -> Holding | None:
    own = {seat: hand for seat, hand in hands.items() if who in (seat, seat.team) and hand.strength(round)}
    seat = best(round, own)
    return holding(record, own[seat], seat, round) if seat else None


def _tantos_to(record: HandRecord, result: Result, round: Round) -> Team | None:
    if hordago_round(record, result) is round:
        return result.winner
    paid = (mark.team for mark in result.marks if mark.round is round and mark.why in (Why.TIRA, Why.IDUKI))
    return next(paid, None)
