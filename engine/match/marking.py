"""How a game's karta aldiak are marked, one after the other, with the corrections and the judge's acts that hold."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple, TypeVar

from engine.errors import MusError, RecordError
from engine.match.corrections import corrected
from engine.match.entries import Adjusted, Correction, Entry, GameGiven, GameOpened, GameVoided, Replaced, Voided
from engine.match.games import Adjustment, Status, Version
from engine.match.header import Header
from engine.match.played import Played
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Team
from engine.sentences import Sentence
from engine.showdown import score
from engine.tantos.result import Result, Ruling
from engine.tantos.tally import Mark, Tally, When, Why

Scored = tuple[Result, tuple[Round, ...]]
"""What a karta aldia comes to, and the rounds with calls after a refused bid had won the game."""

Scorer = Callable[[int, Played, Mapping[Team, int]], Scored]
"""Marks the karta aldia of an entry, as it is corrected, given the score before it; a MusError says what makes no sense
in it."""


def scorer(header: Header, book: RuleBook) -> Scorer:
    """The scorer of a match under `book`. It remembers: a karta aldia is not marked anew as it was marked before."""
    known: dict[int, list[tuple[Played, Mapping[Team, int], Scored]]] = {}
    """Of each entry all that it was: as it was written down, corrected, and behind others that were corrected."""

    def marked(entry: int, played: Played, before: Mapping[Team, int]) -> Scored:
        forms = known.setdefault(entry, [])
        for form, stood, scored in forms:
            if form == played and stood == before:
                return scored
        scored = _scored(entry, played, before, header, book)
        forms.append((played, before, scored))
        return scored

    return marked


class Stand(NamedTuple):
    """How a game stands between two of its steps: the tantos, and who has won it with them, and how."""

    score: Mapping[Team, int]
    winner: Team | None = None
    ended_by: str | None = None


_Act = TypeVar("_Act", bound=Entry)
Acts = list[tuple[int, _Act]]
"""Those that hold, by their numbers."""


def put(acts: Acts[_Act], number: int, act: _Act, holds: bool) -> int:
    """Puts an act among those that hold, or takes it out; where it stands, or stood, among them."""
    at = bisect_left(acts, number, key=itemgetter(0))
    if holds:
        acts.insert(at, (number, act))
    else:
        del acts[at]
    return at


class Marker:
    """Marks the steps of a game, each from where the game stands: `stand` may be set back to what it was before one.

    It marks by the corrections and acts about the game and its karta aldiak that hold.
    """

    def __init__(self, target: int, marks: Scorer) -> None:
        self._opened: Acts[GameOpened] = []
        self._given: Acts[GameGiven] = []
        self._voided: Acts[GameVoided] = []
        self._corrections: dict[int, Acts[Correction]] = {}
        self._rulings: dict[int, Acts[Voided | Replaced]] = {}
        self._forms: dict[int, list[Played]] = {}
        """Each karta aldia as it was written down, and after each of its corrections."""
        self._target = target
        self._marks = marks
        self.stand = self.beginning

    def heed(self, number: int, act: Entry, holds: bool) -> None:
        """The correction or act of that number holds from now on, or no longer; an adjustment is a step to be marked.

        RecordError where the game would be opened at the target or beyond it.
        """
        match act:
            case GameOpened():
                if not 0 <= act.tantos < self._target:
                    raise RecordError(f"entry {number}: a game of {self._target} tantos cannot begin with {act.tantos}")
                put(self._opened, number, act, holds)
            case GameGiven():
                put(self._given, number, act, holds)
            case GameVoided():
                put(self._voided, number, act, holds)
            case Correction():
                at = put(self._corrections.setdefault(act.of, []), number, act, holds)
                del self._forms.get(act.of, [])[at + 1 :]
            case Voided() | Replaced():
                put(self._rulings.setdefault(act.of, []), number, act, holds)

    def corrections(self, number: int) -> tuple[Correction, ...]:
        """Those of that karta aldia that hold."""
        return tuple(correction for _, correction in self._corrections.get(number, ()))

    @property
    def opening(self) -> int:
        """The tantos of both teams at the game's begin."""
        return self._opened[-1][1].tantos if self._opened else 0

    @property
    def decisive(self) -> bool:
        """Whether whoever wins the game wins the match."""
        return bool(self._opened) and self._opened[-1][1].decisive

    @property
    def opened_by(self) -> int | None:
        """The entry that has the game begin otherwise than any."""
        return self._opened[-1][0] if self._opened else None

    @property
    def beginning(self) -> Stand:
        """How the game stands before its first step."""
        return Stand(dict.fromkeys(Team, self.opening))

    @property
    def ending(self) -> tuple[Team | None, str | None]:
        """Who has won the game, and how it ended; the judge's word about the game goes before its score."""
        if self._voided:
            return None, "void"
        return (self._given[-1][1].team, "given") if self._given else (self.stand.winner, self.stand.ended_by)

    def adjust(self, number: int, act: Adjusted, holds: bool) -> Adjustment:
        """Gives or takes what the judge adjusts, if that holds; taking tantos back may reopen a game that they had
        won."""
        score, winner, ended_by = self.stand
        if not holds:
            return Adjustment(number, score, holds=False)
        team, had = act.team, score[act.team]
        applied = max(act.tantos, -had)
        if applied > 0:
            applied = 0 if winner else min(applied, self._target - had)
        score = {**score, team: had + applied}
        if ended_by in (None, "target"):
            winner = next((team for team in Team if score[team] >= self._target), None)
            ended_by = "target" if winner else None
        self.stand = Stand(score, winner, ended_by)
        return Adjustment(number, score)

    def play(self, number: int, played: Played, now: int) -> Version:
        """The karta aldia of entry `number` as it stands after entry `now`; the game goes on from it if it counts.

        RecordError names a correction whose changes do not fit it.
        """
        before, played = self.stand.score, self._corrected(number, played)
        rulings = self._rulings.get(number)
        ruled_by, act = rulings[-1] if rulings else (None, None)
        if self._voided or isinstance(act, Voided):
            settled_by = self._voided[-1][0] if self._voided else ruled_by
            return Version(now, played, before, Status.VOID, act=settled_by)
        if self.stand.winner:
            return Version(now, played, before, Status.IN_QUESTION)
        try:
            result, settled, beyond = self._ruled(number, played, act)
        except MusError as error:
            return Version(now, played, before, Status.UNMARKED, error=error.sentence)
        self.stand = Stand(result.score, result.winner, result.ended_by)
        return Version(now, played, before, Status.COUNTS, result, ruled_by if settled else None, beyond=beyond)

    def _corrected(self, number: int, played: Played) -> Played:
        """The karta aldia with all its corrections, on from the last one that was made in it already."""
        forms = self._forms.setdefault(number, [])
        if not forms:
            forms.append(played)
        for entry, correction in self._corrections.get(number, [])[len(forms) - 1 :]:
            try:
                forms.append(corrected(forms[-1], correction.changes))
            except RecordError as error:
                about = Sentence("entry {number}: {what}", number=entry, what=error.sentence)
                raise RecordError(about) from None
        return forms[-1]

    def _ruled(self, number: int, played: Played, act: Replaced | None) -> tuple[Result, bool, tuple[Round, ...]]:
        """What a karta aldia comes to, whether it is the judge's `act` that says so, and the rounds beyond its end."""
        if act and not act.case:
            return self._judged(number, act, act.marks), True, ()
        found, beyond = self._marks(number, played, self.stand.score)
        if act is None or found.judge is None:
            return found, False, beyond
        # refusals come before a penalty's own 1, and that before every mark of the showdown
        in_order = sorted(
            [*found.marks, *act.marks], key=lambda mark: (mark.when is not When.CALL, mark.why is Why.NEGADA)
        )
        return self._judged(number, act, in_order, found.rulings), True, beyond

    def _judged(self, number: int, act: Replaced, marks: Sequence[Mark], rulings: tuple[Ruling, ...] = ()) -> Result:
        tally = Tally(self.stand.score[Team.NS], self.stand.score[Team.EW], self._target).with_marks(marks)
        winner, ended_by = tally.winner, "target" if tally.winner else None
        if act.winner and act.winner is not winner:
            winner, ended_by = act.winner, "judge"
        return Result(tally.marks, tally.score, winner, ended_by, None, number, rulings)


def _scored(entry: int, played: Played, before: Mapping[Team, int], header: Header, book: RuleBook) -> Scored:
    """The karta aldia marked as far as it could be played.

    Where its calls do not make sense because a refused bid had won the game before them, they are left out.
    """
    try:
        return _result(entry, played, before, header, book), ()
    except MusError:
        rounds = sorted(played.calls)
        for last in range(len(rounds) - 1, 0, -1):
            cut = replace(played, calls={round: played.calls[round] for round in rounds[:last]})
            with suppress(MusError):
                result = _result(entry, cut, before, header, book)
                if result.at_call:
                    return result, tuple(rounds[last:])
        raise


def _result(entry: int, played: Played, before: Mapping[Team, int], header: Header, book: RuleBook) -> Result:
    return score(played.record(header, book, before, entry), header.seats)
