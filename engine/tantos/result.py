"""What a karta aldia comes to: its marks, the score after them, and what is left to the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.rounds import Round
from engine.seats import TEAMS, Seat, Team
from engine.sentences import Sentence
from engine.tantos.tally import Mark


@dataclass(frozen=True, slots=True)
class JudgeCase:
    """What the rule book leaves to the judge: the rounds in question, and why."""

    rounds: tuple[Round, ...]
    why: Sentence


@dataclass(frozen=True, slots=True)
class Ruling:
    """A penalty rule that was applied: its article, whose error it was (None where several erred), and the round."""

    article: str
    seat: Seat | None
    round: Round

    def to_dict(self) -> dict[str, object]:
        """The ruling as a result's JSON has it."""
        return {"article": self.article, "seat": self.seat and self.seat.value, "round": self.round.value}


class Result(NamedTuple):
    """What a karta aldia comes to: the marks in their order, and the score in tantos after them.

    `winner` is the team that has won the game, `ended_by` ``target`` or ``hordago``. Where there is a `judge`'s case,
    marking stopped before its first round: a winner beside it stands only if the judge gives nothing at a call.
    `at_call`: the game was won at the table with a refusal or a hordago, so that later rounds were not played.
    `warnings` are the record's.
    """

    marks: tuple[Mark, ...]
    score: Mapping[Team, int]
    winner: Team | None = None
    ended_by: str | None = None
    judge: JudgeCase | None = None
    id: Any = None
    rulings: tuple[Ruling, ...] = ()
    at_call: bool = False
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The result as its JSON."""
        judge = self.judge
        fields: dict[str, Any] = {
            "id": self.id,
            "tantos": [mark.to_dict() for mark in self.marks],
            "score": {name: self.score[team] for name, team in TEAMS.items()},
            "winner": self.winner.value if self.winner else None,
            "ended_by": self.ended_by,
            "rulings": [ruling.to_dict() for ruling in self.rulings],
            "judge": judge and {"rounds": [round.value for round in judge.rounds], "why": str(judge.why)},
        }
        if self.warnings:
            fields["warnings"] = list(self.warnings)
        return fields
