"""What a box has told of a partida, in words: every karta aldia with its marks and why, and what was put right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from desk.service.ended import match_told
from desk.state import NOT_SHOWN, State
from engine.errors import MusError
from engine.match.entries import Match, Signed
from engine.match.games import Version
from engine.match.played import Played
from engine.match.standing import Standing, standing
from engine.seats import playing_order
from engine.sentences import Sentence
from engine.sheets.figures import Figures
from words.acts import deeds, signed
from words.names import Names
from words.telling import STATUS, explained, in_words, marked, stood
from words.text import Speech


class Entry(NamedTuple):
    """A karta aldia, or what was done about one: its number, what it is, the hands, the calls, a line for all else that
    there is to say, and where it does not count why not."""

    number: int
    about: str
    cards: Sequence[tuple[str, str]] = ()
    calls: str = ""
    lines: Sequence[str] = ()
    status: str | None = None


class Told(NamedTuple):
    """A partida as one box tells it, game by game; `wrong`: why it cannot be read, and then there are no games."""

    games: Sequence[tuple[str, Sequence[Entry]]]
    wrong: str | None = None


def told(state: State, given: Mapping[str, Any], say: Speech) -> Told:
    """What a box has told, in the language of `say`; its names are not said where the tournament's are taken out."""
    if not given.get("lines"):
        return Told(())
    try:
        match = match_told(state, given)
        match = _without_names(match) if state.nameless else match
        stands = standing(match, state.find_book)
    except MusError as error:
        why = Sentence("what this box has told cannot be read: {why}", why=Sentence.of(error))
        return Told((), say.whole(why))
    return Told(tuple(_games(stands, say.named(Names.of(match.header)))))


def _without_names(match: Match) -> Match:
    """The same without what its teams and players are called, and who put something right for which reason."""
    entries = [
        replace(entry, by=NOT_SHOWN, reason=NOT_SHOWN) if isinstance(entry, Signed) else entry
        for entry in match.entries
    ]
    return replace(match, header=replace(match.header, players={}, teams={}), entries=tuple(entries))


def _games(stands: Standing, say: Speech) -> Iterator[tuple[str, Sequence[Entry]]]:
    game, figures, placed = 1, Figures(stands), list[tuple[int, Entry]]()
    done = deeds(stands.match, stands.book, say)
    for number, entry in enumerate(stands.match.entries, 1):
        game = figures.game(number) or game
        if isinstance(entry, Played):
            placed.append((game, _hand(stands, figures.aldiak[number].now, number, say)))
        else:
            placed.append((game, Entry(number, signed(entry, say), lines=(done[number],))))
    for game, entries in groupby(placed, key=lambda one: one[0]):
        yield say("Game {number}", number=game), [shown for _, shown in entries]


def _hand(stands: Standing, now: Version, number: int, say: Speech) -> Entry:
    played = now.played
    seats = [seat for seat in playing_order(played.esku) if seat in played.cards]
    calls = (
        say.headed(say(round.value), ", ".join(map(say.call, said)))
        for round, said in sorted(played.calls.items(), key=lambda one: one[0].number)
    )
    return Entry(
        number,
        stood(played.esku, now.before, now.after, say),
        [(say.place(seat), " ".join(map(str, played.cards[seat]))) for seat in seats],
        say.listed(calls),
        _comes_to(stands, now, say),
        say(STATUS[now.status]) if now.status in STATUS else None,
    )


def _comes_to(stands: Standing, now: Version, say: Speech) -> list[str]:
    """Its marks, each with why, and what else there is to say; of one that does not count, why not."""
    if now.error:
        return [say.whole(now.error)]
    if now.result is None:
        return []
    record = now.played.record(stands.match.header, stands.book, now.before)
    why = explained(record, now.result) if now.played.cards and now.act is None else None
    return in_words(why, say) if why else [marked(mark, "", say) for mark in now.result.marks]
