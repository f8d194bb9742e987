"""What only the judge can settle about a match as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.match.entries import Entry, Replaced
from engine.match.games import AldiaHistory, Game, Status, Version
from engine.rounds import Round
from engine.sentences import Sentence


class ForTheJudge(Enum):
    """Why the judge is asked."""

    CASE = "case"
    """The rule book leaves a karta aldia to the judge, who has not decided it yet."""
    NO_CASE = "no-case"
    """The judge has decided a case that the rule book settles itself, as the karta aldia stands now."""
    PLAYED_ON = "played-on"
    """The game had been won before these karta aldiak, or before some of their calls: those are in question."""
    CUT_SHORT = "cut-short"
    """A karta aldia was ended at the table by a refused bid or a hordago that no longer ends it: the rounds that were
    not played count as passed."""
    LEFT_OPEN = "left-open"
    """The next game was begun, and nobody has won this one."""
    UNMARKED = "unmarked"
    """The rule book cannot mark a karta aldia: a call in it is illegal, or cards are missing."""
    AFTER_MATCH = "after-match"
    """The match was over before these karta aldiak, which the judge has not voided."""


@dataclass(frozen=True, slots=True)
class JudgesQuestion:
    """What only the judge can settle: in which game, about which karta aldiak, since which entry, and why."""

    kind: ForTheJudge
    game: int
    entries: tuple[int, ...]
    because: int
    why: Sentence


def questions(games: tuple[Game, ...], entries: Mapping[int, Entry]) -> Iterator[JudgesQuestion]:
    """What the games leave to the judge, by the entries that are in force."""
    last = max((game.number for game in games if game.in_force or game.over), default=0)
    for game in games:
        for aldia in game.aldiak:
            yield from _about(aldia, entries)
        late = [aldia for aldia in game.aldiak if aldia.now.status is Status.IN_QUESTION]
        if late and game.ended_by != "given":
            numbers = _numbers(late)
            why = (
                Sentence("game {game} had been won before entry {number}", game=game.number, number=numbers[0])
                if len(numbers) == 1
                else Sentence("game {game} had been won before entries {numbers}", game=game.number, numbers=numbers)
            )
            yield JudgesQuestion(ForTheJudge.PLAYED_ON, game.number, numbers, min(aldia.since for aldia in late), why)
        if not game.over and game.in_force and game.number < last:
            why = Sentence("nobody has won game {game}, and a later one was begun", game=game.number)
            yield JudgesQuestion(ForTheJudge.LEFT_OPEN, game.number, _numbers(game.aldiak), game.ending.entry, why)


def _about(aldia: AldiaHistory, entries: Mapping[int, Entry]) -> Iterator[JudgesQuestion]:
    now = aldia.now
    if now.error:
        yield _question(ForTheJudge.UNMARKED, aldia, now.error)
    elif now.open_case:
        yield _question(ForTheJudge.CASE, aldia, now.open_case.why)
    elif now.beyond:
        rounds = tuple(now.beyond)
        won = Sentence("the game had been won before the calls of {rounds}", rounds=rounds)
        yield _question(ForTheJudge.PLAYED_ON, aldia, won)
    elif _was_cut_short(aldia):
        yield _question(ForTheJudge.CUT_SHORT, aldia, Sentence("it had been ended before all its rounds were played"))
    elif now.status is Status.COUNTS and now.act is None:
        rulings = [entries[number] for number in aldia.about if number in entries]
        if any(isinstance(act, Replaced) for act in rulings):
            yield _question(
                ForTheJudge.NO_CASE, aldia, Sentence("the judge has decided a case that there is none of now")
            )


def _question(kind: ForTheJudge, aldia: AldiaHistory, what: Sentence) -> JudgesQuestion:
    """What the judge has to settle about one karta aldia."""
    why = Sentence("entry {number}: {what}", number=aldia.entry, what=what)
    return JudgesQuestion(kind, aldia.game, (aldia.entry,), aldia.now.entry, why)


def _was_cut_short(aldia: AldiaHistory) -> bool:
    """Whether it goes on now beyond the round that ended it at the table, and nobody has put in what followed."""
    was, now = aldia.original, aldia.now
    if now.act is not None or not _ended_early(was) or not now.result or _ended_early(now):
        return False
    return _last_called(now) <= _last_called(was) < Round.FOURTH.number


def _ended_early(version: Version) -> bool:
    """Whether the game was won at the table before its cards were shown, or with a hordago."""
    return version.result is not None and version.result.at_call


def _last_called(version: Version) -> int:
    return max((round.number for round in version.played.calls), default=0)


def after_match(game: Game, late: list[int]) -> JudgesQuestion:
    """What becomes of the `late` karta aldiak of a game, or where it has none, of what the judge did in it."""
    why = Sentence("the match was over before this of game {game} was played", game=game.number)
    first, *_ = *late, *(step.entry for step in game.in_force), game.ending.entry
    return JudgesQuestion(ForTheJudge.AFTER_MATCH, game.number, tuple(late), first, why)


def late_aldiak(game: Game, since: int = 0) -> list[int]:
    """The karta aldiak of a game after that entry, but for those that the judge has voided."""
    return [aldia.entry for aldia in game.aldiak if aldia.entry > since and aldia.now.status is not Status.VOID]


def _numbers(aldiak: Iterable[AldiaHistory]) -> tuple[int, ...]:
    return tuple(aldia.entry for aldia in aldiak)
