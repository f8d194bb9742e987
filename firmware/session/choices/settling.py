"""What stands open for the judge in the match, and the ways in which the judge's acts settle it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.match.entries import (
    Adjusted,
    GameGiven,
    GameVoided,
    JudgesAct,
    Match,
    Replaced,
    Voided,
    Withdrawn,
)
from engine.match.games import Status
from engine.match.questions import ForTheJudge, JudgesQuestion
from engine.seats import Team
from engine.sentences import Sentence, msgid
from engine.sheets import fields
from engine.tantos.tally import Mark, When, Why
from firmware.session.choices.grid import Cell, Grid, GridError, Path, each_team
from firmware.session.corrections import plays, standing_acts
from firmware.session.events import JudgeActed
from firmware.session.finished import Finished
from firmware.session.state import State
from words.acts import DECIDED, TAKEN_BACK, Deed

JUDGE: Final = msgid("judge")
DECISION: Final = {"by": JUDGE, "reason": DECIDED}
"""Whose an act of the judge is, and why."""
TANTOS: Final = tuple(range(1, 11))
"""What the judge gives or takes at once."""
_BY_HANDS: Final = {
    "entry {number}: {what}": msgid("hand {number}: {what}"),
    "game {game} had been won before entry {number}": msgid("game {game} had been won before hand {number}"),
    "game {game} had been won before entries {numbers}": msgid("game {game} had been won before hands {numbers}"),
}
"""How the table says what a match says of its entries: its hands are numbered without what was done about them."""


def by_hands(question: JudgesQuestion, match: Match) -> Sentence:
    """What only the judge can settle, with the hands by their own numbers."""
    why, hands = question.why, _hands(match)
    if why.kind not in _BY_HANDS:
        return why
    entries = tuple(hands[entry] for entry in question.entries)
    numbers = {"number": entries[0], "numbers": entries}
    return Sentence(_BY_HANDS[why.kind], **{name: numbers.get(name, value) for name, value in why.values.items()})


def open_questions(state: State) -> tuple[Sentence, ...]:
    """All that stands open for the judge in the match."""
    return tuple(by_hands(question, state.match) for question in state.standing.questions)


def settling_grid(state: State, rest: Path, path: Path) -> Grid:
    """The open questions, and the ways to settle the one that is chosen. GridError where it is settled already."""
    questions = {name_of(question): question for question in state.standing.questions}
    if not rest:
        cells = (Cell(by_hands(question, state.match), (*path, name)) for name, question in questions.items())
        return Grid(msgid("Settle what?"), tuple(cells), listed=True)
    question = questions.get(rest[0])
    if question is None:
        raise GridError(Sentence("there is no case for the judge"))
    if question.kind is ForTheJudge.CASE:
        return _case(state, question, rest[1:], path)
    ways = tuple(_ways(state, question))
    return Grid(msgid("Settle how?"), ways, listed=True, told=by_hands(question, state.match))


def name_of(question: JudgesQuestion) -> str:
    """What a question is chosen by: once it is settled, nothing that was chosen for it is done to another one."""
    return "-".join(map(str, (question.kind.value, question.game, *question.entries)))


def acts(label: str, act: JudgesAct, team: str = "", deed: Deed | None = None) -> Cell:
    """The choice by which the judge does that."""
    return Cell(label, JudgeActed({"kind": fields.kind_of(act), **fields.act_fields(act)}), team, deed=deed)


def taken_back(state: State) -> Iterator[Cell]:
    """The corrections and acts that may be taken back, each with what it is."""
    hands = _hands(state.match)
    for number, entry in standing_acts(state.match):
        yield acts(f"{number}", Withdrawn(of=number, **DECISION), deed=Deed(entry, hands.get(getattr(entry, "of", 0))))


def _hands(match: Match) -> Mapping[int, int]:
    """The hands' own numbers by those of their entries."""
    return {entry: number for number, entry in enumerate(plays(match), 1)}


def _about(state: State, question: JudgesQuestion) -> list[Finished]:
    """The hands that a question is about."""
    hands = {hand.entry: hand for hand in state.hands}
    return [hands[entry] for entry in question.entries]


def _case(state: State, question: JudgesQuestion, rest: Path, path: Path) -> Grid:
    """What the rule book leaves to the judge: so many tantos for a team, or nothing."""
    if not rest:
        return Grid(msgid("Judge"), each_team(path), by_hands(question, state.match))
    team, hand = Team(rest[0]), _about(state, question)[0]
    assert hand.result.judge is not None
    round = hand.result.judge.rounds[0]

    def decides(tantos: int) -> Replaced:
        marks = (Mark(round, team, tantos, Why.WORTH, When.SHOWDOWN),) if tantos else ()
        return Replaced(of=hand.entry, marks=marks, case=True, by=JUDGE, reason=DECIDED)

    return Grid(msgid("Judge"), tuple(acts(f"+{tantos}", decides(tantos)) for tantos in (0, *TANTOS)), team)


def _ways(state: State, question: JudgesQuestion) -> Iterator[Cell]:
    """The acts of the judge that settle the question, or the part of it that is about one hand, or about one act."""
    if question.kind is ForTheJudge.NO_CASE:
        acted = standing_acts(state.match)
        decided = (number for number, act in acted if isinstance(act, Replaced) and act.of in question.entries)
        yield acts(TAKEN_BACK, Withdrawn(of=next(decided), **DECISION))
        return
    if question.kind is ForTheJudge.AFTER_MATCH and not question.entries:
        for number, act in standing_acts(state.match):
            if isinstance(act, Adjusted | GameGiven | GameVoided) and act.game == question.game:
                yield acts(f"{number}", Withdrawn(of=number, **DECISION), deed=Deed(act, taken_back=True))
        return
    hands, numbers = _about(state, question), _hands(state.match)
    left_open = question.kind is ForTheJudge.LEFT_OPEN
    if left_open or any(hand.status is Status.IN_QUESTION for hand in hands):
        for team in Team:
            yield _does(f"{question.game} {team.value}", GameGiven(game=question.game, team=team, **DECISION))
    if left_open:
        yield _does(f"{question.game}", GameVoided(game=question.game, **DECISION))
        return
    for hand in hands:
        if question.kind is not ForTheJudge.AFTER_MATCH and hand.status is Status.COUNTS:
            yield acts(msgid("it counts as it is marked"), _as_marked(hand))
        number = numbers[hand.entry]
        yield _does(f"void {number}", Voided(of=hand.entry, **DECISION), number)


def _as_marked(hand: Finished) -> Replaced:
    """The hand with the marks that it has; where they reach the target they say by themselves who wins."""
    winner = None if hand.result.ended_by == "target" else hand.winner
    return Replaced(of=hand.entry, marks=hand.result.marks, winner=winner, by=JUDGE, reason=DECIDED)


def _does(name: str, act: JudgesAct, hand: int | None = None) -> Cell:
    return acts(name, act, deed=Deed(act, hand))
