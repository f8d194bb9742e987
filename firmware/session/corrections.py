"""What is put right in a match: by a correction, which waits until both teams agree, or by changing ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from engine.cards import DECK, Card
from engine.errors import RecordError
from engine.match.corrections import CardReplaced, CardsSwapped, Change
from engine.match.entries import Correction, JudgesAct, Match, Withdrawn
from engine.match.played import Played
from engine.match.questions import JudgesQuestion
from engine.match.standing import Standing
from engine.seats import Seat, Team, following
from engine.sentences import Sentence
from firmware.session.waiting import Waiting

NOT_COUNTED: Final = Sentence("The karta aldia in progress does not count.")
"""What is said where its game is over, or an earlier one goes on, by what is put right."""
Scores = Mapping[Team, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Proposal(Waiting):
    """A correction that waits for both teams; for one word of anybody's where it changes no score.

    `tantos` are the scores of the game that is corrected, as they stand and as they would be; `games` those won, and
    `vacas`, where the match has several. It would bring up the `questions`, which only the judge can settle.
    `drops_hand`: the karta aldia in progress would not count.
    """

    correction: Correction
    tantos: tuple[Scores, Scores]
    games: tuple[Scores, Scores]
    vacas: tuple[Scores | None, Scores | None]
    questions: tuple[JudgesQuestion, ...]
    drops_hand: bool = False

    @property
    def tells_more(self) -> bool:
        """Whether there is more to tell than what is put right, and how many tantos and games there are then."""
        before, after = self.vacas
        return bool(self.questions) or self.drops_hand or before != after


def plays(match: Match) -> tuple[int, ...]:
    """The numbers of the entries that are karta aldiak, in their order."""
    return tuple(number for number, entry in enumerate(match.entries, 1) if isinstance(entry, Played))


def standing_acts(match: Match) -> Iterator[tuple[int, Correction | JudgesAct]]:
    """The corrections and acts that nobody has taken back, the newest first, each by its entry's number."""
    gone = set[int]()
    for number, entry in reversed([*enumerate(match.entries, 1)]):
        if number in gone:  # a withdrawal that is itself taken back withdraws nothing
            continue
        if isinstance(entry, Withdrawn):
            gone.add(entry.of)
        elif isinstance(entry, (Correction, JudgesAct)):
            yield number, entry


def built_on(match: Match, number: int) -> dict[int, Correction]:
    """The later corrections of the karta aldia that the correction of that number is about, the newest first, each by
    its entry's number."""
    below = match.entry(number) if 0 < number <= len(match.entries) else None
    if not isinstance(below, Correction):
        return {}
    acts = standing_acts(match)
    return {one: act for one, act in acts if one > number and isinstance(act, Correction) and act.of == below.of}


def exchange(
    cards: Mapping[Seat, tuple[Card, ...]], seat: Seat, old: Card, new: Card, unsure_suits: Collection[Card]
) -> tuple[Change, ...]:
    """What makes `new` of the seat's `old` card: where another seat was taken to hold it the two change places.

    One of the `unsure_suits` of which only the rank is known makes room instead: it is of another suit that is free.
    Empty where the seat holds both and none makes room, or they are the same.
    """
    replaced = CardReplaced(seat, old, new)
    holder = next((other for other, held in cards.items() if new in held), None)
    if holder is None:
        return (replaced,)
    if new in unsure_suits and old.rank != new.rank:
        taken = {card for held in cards.values() for card in held}
        if free := next((card for card in DECK if card.rank == new.rank and card not in taken), None):
            return CardReplaced(holder, new, free), replaced
    return () if holder is seat else (CardsSwapped(seat, old, holder, new),)


def proposed(correction: Correction, before: Standing, after: Standing) -> Proposal:
    """What a correction would change in a match; RecordError where it makes no sense, or changes nothing."""
    was, now = before.aldia(correction.of), after.aldia(correction.of)
    if now.now.error and not was.now.error:
        raise RecordError(now.now.error)
    binding = _won(before) != _won(after)
    same = all(one.now.same_as(other.now) for one, other in zip(before.aldiak, after.aldiak, strict=True))
    if not binding and same and set(before.questions) == set(after.questions):
        raise RecordError(Sentence("nothing would change"))
    game, games = now.game - 1, (before.games_won, after.games_won)
    tantos = (before.games[game].score, after.games[game].score)
    vacas = (before.race.several_vacas, after.race.several_vacas)
    questions = tuple(question for question in after.questions if question not in before.questions)
    return Proposal(correction, tantos, games, vacas, questions, binding=binding)


def _won(standing: Standing) -> tuple[object, ...]:
    """How every game stands, and who has won what."""
    games = [(game.opening, game.score, game.winner, game.ended_by, game.decisive) for game in standing.games]
    return games, standing.games_won, standing.vacas_won, standing.winner


def match_moved_on(match: Match) -> Match:
    """The match as those who have moved one seat on have played it."""
    seats = match.header.seats
    return Match(replace(moved_on(match.header, seats), seats=seats), moved_on(match.entries, seats))


def moved_on(value: T, seats: Collection[Seat]) -> T:
    """The same of whoever of those `seats` sits one on: who sat at N sits at W, and what N-S had is E-W's."""
    return exchanged(value, {seat: following(seat, seats) for seat in seats} | {team: team.other for team in Team})


def exchanged(value: T, becomes: Mapping[Any, Any]) -> T:
    """The same with other seats, or teams, in place of those that `becomes` names."""
    exchanged: T = _exchanged(value, becomes)
    return exchanged


def _exchanged(value: Any, becomes: Mapping[Any, Any]) -> Any:
    def each(value: Any) -> Any:
        return _exchanged(value, becomes)

    if isinstance(value, Seat | Team):
        return becomes.get(value, value)
    if isinstance(value, Mapping):
        return {each(key): each(one) for key, one in value.items()}
    if isinstance(value, Sentence):
        return Sentence(value.kind, **each(value.values))
    if isinstance(value, tuple):
        parts = map(each, value)
        return type(value)._make(parts) if hasattr(value, "_make") else tuple(parts)
    if isinstance(value, frozenset):
        return frozenset(map(each, value))
    if is_dataclass(value) and not isinstance(value, Card | type):
        given = (field.name for field in fields(value) if field.init)
        return replace(value, **{name: each(getattr(value, name)) for name in given})
    return value
