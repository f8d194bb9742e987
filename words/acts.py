"""Corrections and judge's acts in the reader's language: what each is, and what it did to the score."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from engine.match.corrections import (
    AnnouncedReplaced,
    CallsReplaced,
    CardReplaced,
    CardsSwapped,
    Change,
    EskuReplaced,
    FoundReplaced,
    PereteReplaced,
    ShownReplaced,
)
from engine.match.entries import (
    Adjusted,
    Correction,
    GameGiven,
    GameOpened,
    GameVoided,
    JudgesAct,
    Match,
    MatchGiven,
    Replaced,
    Voided,
    Withdrawn,
)
from engine.match.standing import Reached, around_acts
from engine.rules import RuleBook
from engine.seats import Seat, Team
from engine.sentences import msgid
from words.text import Speech

Scores = Mapping[Team, int]
TABLE: Final = msgid("table")
JOURNAL: Final = msgid("journal")
CLOCK: Final = msgid("clock")
"""Whoever signs what no judge and no player did."""
ENTERED_WRONG: Final = msgid("entered wrong")
SUIT_TOLD: Final = msgid("its suit was not known")
EVENTS_LOST: Final = msgid("events before this karta aldia were lost")
NOT_COME: Final = msgid("a player has not come")
TIME_ENDS: Final = msgid("near the end of the time")
DECIDED: Final = msgid("decided at the table")
"""The reasons that a table gives by itself, as a match keeps them."""
TAKEN_BACK: Final = msgid("what the judge decided is taken back")


def put_right(correction: Correction, say: Speech, close: bool = False) -> str:
    """What a correction puts right, in a few words; `close`: as it stands in lines without room for a name's marks."""
    return say.listed(changed(change, say, close) for change in correction.changes)


def changed(change: Change, say: Speech, close: bool = False) -> str:
    """One change of a correction."""
    match change:
        case CardReplaced():
            who = say.seat(change.seat) if close else say.place(change.seat)
            return say.headed(who, f"{change.old} → {change.new}")
        case CardsSwapped():
            seat, other = say.seat(change.seat), say.seat(change.other_seat)
            return ", ".join((say.headed(seat, str(change.other_card)), say.headed(other, str(change.card))))
        case CallsReplaced():
            calls = ", ".join(say.call(call) for call in change.calls) or say("passed")
            return say.headed(say(change.round.value), calls)
        case AnnouncedReplaced():
            return say("{round} was said by {seats}", round=say(change.round.value), seats=_seats(change.seats, say))
        case EskuReplaced():
            return say("esku {seat}", seat=say.seat(change.esku))
        case PereteReplaced():
            return say.headed(say("tio Perete"), _seats(change.seats, say))
        case FoundReplaced():
            rounds = ", ".join(say(round) for round in change.found) or "–"
            return say("found while open: {rounds}", rounds=rounds)
        case ShownReplaced():
            return say("the cards were shown") if change.shown else say("the cards were not shown")


def _seats(named: Collection[Seat] | None, say: Speech) -> str:
    """These seats in playing order, or a dash."""
    return ", ".join(say.seat(seat) for seat in Seat if seat in (named or ())) or "–"


def signed(entry: Correction | JudgesAct, say: Speech) -> str:
    """What was done about which entry, by whom, why, and by which article."""
    by = f"{say(entry.by)}: {say(entry.reason)}"  # the table's own reasons are in the catalogues, a person's are not
    article = f" ({entry.article})" if isinstance(entry, JudgesAct) and entry.article else ""
    return say.listed((_done(entry, say), f"{by}{article}"))


_TO_A_HAND: Final[Mapping[type, str]] = {
    Correction: msgid("hand {number} is put right"),
    Voided: msgid("hand {number} is void"),
    Replaced: msgid("hand {number} is marked as the judge says"),
}


@dataclass(frozen=True, slots=True)
class Deed:
    """A correction or an act of the judge, and the match's `hand`, by its number among the hands, that it is about;
    or that what the judge did is `taken_back`."""

    entry: Correction | JudgesAct
    hand: int | None = None
    taken_back: bool = False

    def told(self, say: Speech) -> str:
        """What is done by it, as the table says it."""
        about = _TO_A_HAND.get(type(self.entry))
        told = say(about, number=self.hand) if about else _done(self.entry, say)
        if isinstance(self.entry, Correction):
            told = say.headed(told, put_right(self.entry, say, close=True))
        return say.headed(say(TAKEN_BACK), told) if self.taken_back else told


def _done(entry: Correction | JudgesAct, say: Speech) -> str:
    match entry:
        case Correction(of=of):
            return say.headed(say("{number} is put right", number=of), put_right(entry, say))
        case Voided(of=of):
            return say("{number} is void", number=of)
        case Replaced(of=of):
            return say("{number} is marked as the judge says", number=of)
        case Withdrawn(of=of):
            return say("{number} is taken back", number=of)
        case GameVoided(game=game):
            return say("game {game} is void", game=game)
        case Adjusted(team=team, tantos=tantos):
            return f"{say.team(team)} {tantos:+}"
        case GameGiven(game=game, team=team):
            return say("game {game} is given to {team}", game=game, team=team)
        case MatchGiven(team=team):
            return say("the match is given to {team}", team=team)
        case GameOpened(tantos=tantos):
            return say("a game begins at {tantos}", tantos=tantos)
    raise TypeError(entry)


def deeds(match: Match, book: RuleBook, say: Speech) -> dict[int, str]:
    """What each correction and judge's act of the match did to its score, before it and after, by its number."""
    return {number: _did(before, after, say) for number, before, after in around_acts(match, lambda _: book)}


def _did(before: Reached, after: Reached, say: Speech) -> str:
    games, vacas = (before.games_won, after.games_won), (before.vacas_won, after.vacas_won)
    said = score_moved((before.score, after.score), games, vacas, say)
    if after.winner and not before.winner:
        said.append(say("{team} won the match.", team=after.winner))
    return say.listed(said) or say("The score stays.")


def score_moved(
    tantos: tuple[Scores, Scores],
    games: tuple[Scores, Scores],
    vacas: tuple[Scores | None, Scores | None],
    say: Speech,
) -> list[str]:
    """How the tantos of a game, the games and the vacas won go from what they were to what they are, each in a few
    words; nothing of what stays. No vacas are those of a match that has one alone."""
    was, now = tantos
    said = [f"{say.team(team)} {was[team]} → {now[team]}" for team in Team if was[team] != now[team]]
    if moved := won_moved(*games):
        said.append(say("games {games}", games=moved))
    return said + vacas_moved(vacas, say)


def vacas_moved(vacas: tuple[Scores | None, Scores | None], say: Speech) -> list[str]:
    """How the vacas won go from what they were to what they are, in a few words; nothing where they stay."""
    moved = won_moved(*vacas)
    return [say("vacas {won}", won=moved)] if moved else []


def won_moved(before: Scores | None, after: Scores | None) -> str:
    """What both teams had won and have won, `1 – 0 → 1 – 1`; empty where that stays, or is not counted."""
    if not before or not after or before == after:
        return ""
    return " → ".join(f"{won[Team.NS]}\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}{won[Team.EW]}" for won in (before, after))
