"""The match at the table as the engine's entries: what was played, what was put right, what a judge decided."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.cards import Card
from engine.match.changes import what_changed
from engine.match.entries import CardReplaced, CardsSwapped, Change, Correction, Entry, Match, Played
from engine.match.games import Status, Version
from engine.match.standing import Standing, standing
from engine.rules import RuleBook
from engine.seats import Seat, Team
from engine.sentences import Sentence
from engine.sheets import fields
from firmware.session.unsure import UNSURE_CARDS, UNSURE_SUITS

Scores = Mapping[Team, int]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished karta aldia as it stands: its hand record and the engine's result, as the command line has them."""

    record: Mapping[str, Any]
    result: Mapping[str, Any]

    @property
    def winner(self) -> Team | None:
        """The team that won the game with it."""
        return Team(self.result["winner"]) if self.result["winner"] else None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction that waits for both teams; for one word of anybody's where it changes no score.

    `tantos` are the scores of the game that is corrected, as they stand and as they would be; `games` those won.
    """

    correction: Correction
    binding: bool
    tantos: tuple[Scores, Scores]
    games: tuple[Scores, Scores]

    @property
    def waits_for(self) -> tuple[Team, ...]:
        """The teams that have not agreed."""
        return tuple(team for team in Team if team not in self.correction.agreed)


def stands(match: Match, book: RuleBook) -> Standing:
    """How the match stands under its own rule book. MusError where an entry does not fit."""
    return standing(match, lambda _: book)


def game_in_hand(standing: Standing, between: bool = True) -> int:
    """The number of the game in progress; `between` karta aldiak that of the next one where the last is over."""
    games = standing.games
    return len(games) + (not games or (games[-1].over and between))


def played_of(finished: Finished, book: RuleBook) -> Played:
    """A finished karta aldia as an entry of the match."""
    return fields.played(finished.record, book)


def plays(match: Match) -> tuple[int, ...]:
    """The numbers of the entries that are karta aldiak, in their order."""
    return tuple(number for number, entry in enumerate(match.entries, 1) if isinstance(entry, Played))


def questioned(match: Match, of: object) -> int | None:
    """The place of the karta aldia that is questioned with entry `of`: its own, or the last one's; None before any."""
    numbers = plays(match)
    return numbers.index(of) if isinstance(of, int) and of in numbers else len(numbers) - 1 if numbers else None


def as_it_stands(was: Finished, version: Version, match: Match, book: RuleBook, entry: Entry) -> Finished:
    """A finished karta aldia with what was put right since; what the engine does not know of it stays."""
    if version.status is Status.COUNTS and version.played == entry and version.act is None:
        result = version.result.to_dict() if version.result else {}
        if {**result, "id": was.result["id"]} == was.result:
            return was
    record = version.played.record(match.header, book, version.before, was.record["id"]).to_dict()
    kept = {name: value for name, value in was.record.items() if name in _KEPT}
    result = version.result.to_dict() if version.result else _nothing(version)
    status = {} if version.status is Status.COUNTS else {"status": version.status.value}
    return Finished({**record, **kept}, {**result, "id": was.result["id"], **status})


SUIT_TOLD: Final = "its suit was not known"
"""Why a card is put right of which nobody had said anything."""
_KEPT: Final = ("struck", "confirmed", UNSURE_SUITS, UNSURE_CARDS)


def marked(hand: Finished) -> tuple[Mapping[tuple[str, str, str], int], Team | None]:
    """What a hand brought, and who won the game with it: the sums by round, team and time."""
    sums = Counter[tuple[str, str, str]]()
    for row in hand.result["tantos"]:
        sums[row["round"], row["team"], row["when"]] += row["tantos"]
    return sums, hand.winner


def exchange(cards: Mapping[str, Sequence[str]], seat: Seat, old: Card, new: Card) -> Change | None:
    """What makes `new` of the seat's `old` card: where another seat was taken to hold it the two change places.

    None where the seat holds both, or they are the same.
    """
    holder = next((Seat.parse(other) for other, held in cards.items() if str(new) in held), None)
    if holder is seat:
        return None
    return CardsSwapped(seat, old, holder, new) if holder else CardReplaced(seat, old, new)


def _nothing(version: Version) -> dict[str, Any]:
    score = {team.value: tantos for team, tantos in version.before.items()}
    return {"tantos": [], "score": score, "winner": None, "ended_by": None, "rulings": [], "judge": None}


def proposed(match: Match, book: RuleBook, correction: Correction) -> Proposal:
    """What a correction would change. MusError where it does not fit, ValueError where it changes nothing."""
    before, after = stands(match, book), stands(match.with_entry(correction), book)
    changes = what_changed(before, after)
    was, now = before.aldia(correction.of), after.aldia(correction.of)
    if now.now.error and not was.now.error:
        raise ValueError(now.now.error)
    if changes.nothing:
        raise ValueError(Sentence("nothing would change"))
    game = now.game - 1
    moved = changes.games_won[0] != changes.games_won[1] or changes.vacas_won[0] != changes.vacas_won[1]
    binding = bool(changes.games) or moved or changes.winner[0] is not changes.winner[1]
    return Proposal(correction, binding, (before.games[game].score, after.games[game].score), changes.games_won)


_NEXT = {**{seat.value: seat.next.value for seat in Seat}, **{team.value: team.other.value for team in Team}}
_WHO = re.compile(rf"\b({'|'.join(_NEXT)})\b")
_NO_SEATS = ("id", "rules", "options", "by", "reason", "article", "status")


def moved_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """A record, a result or an entry as JSON, with everybody one seat on."""
    return {_NEXT.get(name, name): value if name in _NO_SEATS else _moved(value) for name, value in data.items()}


def _moved(value: Any) -> Any:
    if isinstance(value, str):
        return _WHO.sub(lambda found: _NEXT[found[0]], value)
    if isinstance(value, Mapping):
        return moved_fields(value)
    return [_moved(one) for one in value] if isinstance(value, (list, tuple)) else value


def moved(match: Match, book: RuleBook) -> Match:
    """The match as those who have moved one seat on have played it."""
    entries: list[Entry] = []
    for entry in match.entries:
        if isinstance(entry, Played):
            entries.append(fields.played(moved_fields(fields.played_fields(entry, match.header, book)), book))
        else:
            entries.append(fields.act(fields.kind_of(entry), moved_fields(fields.act_fields(entry))))
    return Match(replace(match.header, esku=match.header.esku.next), tuple(entries))
