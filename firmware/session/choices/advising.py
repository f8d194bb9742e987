"""What went wrong? A few choices lead to the article that says what happens now, and one more does it at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from engine.advice.decide import decide, law_of
from engine.advice.incidents import Follows, Incident, Question, Remedy, Reply, Subject
from engine.deal.endgame import missing
from engine.errors import MusError
from engine.match.entries import GameGiven, JudgesAct, MatchGiven
from engine.rounds import Round
from engine.seats import Team
from engine.sentences import Sentence, msgid
from firmware.session.choices.grid import HAND, TOLD, Cell, Grid, GridError, Path
from firmware.session.choices.menu import CLOCK, LAW, MENU, MUS
from firmware.session.choices.settling import DECISION, JUDGE, acts
from firmware.session.events import FaultMended
from firmware.session.state import Phase, State

_WHOSE: Final = "whose"
NEXT_JUGADA: Final = (LAW, "next-jugada")
"""The choices that have the jugada in hand count for nothing, and the next one played."""
_NEAR: Final = 5
"""Federacion 28: a team that lacks so many tantos, or fewer, is near the end."""
_ROUND_OF: Final = {Reply.PAREAK: Round.PAREAK, Reply.JOKOA: Round.JOKOA}

DONE: Final[Mapping[Follows, str]] = {
    Follows.DEAL_AGAIN: msgid("Deal again"),
    Follows.VOLUNTARY_MUS: msgid("Nahi duena mus"),
    Follows.MUS_VISTO: msgid("Mus visto"),
    Follows.ACCEPTED: msgid("The bid is accepted"),
    Follows.REFUSED: msgid("The bid is refused"),
    Follows.CALL_VOID: msgid("Take the last call back"),
    Follows.PUT_RIGHT: msgid("Begin the round anew"),
    Follows.HORDAGO_VOID: msgid("The hordago is void"),
}
"""What is done by one press, whoever did it."""
DONE_TO: Final[Mapping[Follows, str]] = {
    Follows.DEAL_RIGHT: msgid("Who should have dealt?"),
    Follows.HAND_OUT: msgid("Whose hand does not count?"),
    Follows.HAND_OUT_LATE: msgid("Whose hand does not count?"),
    Follows.HAND_OUT_OF_ROUND: msgid("Whose hand does not count?"),
    Follows.PLAY_OPEN: msgid("Who plays with open cards?"),
    Follows.TAKE_SURPLUS: msgid("Who has a card too many?"),
    Follows.GIVE_MISSING: msgid("Who lacks a card?"),
    Follows.NO_DISCARD: msgid("Who counted the pack?"),
}
"""What is done to a seat: the question which."""
_LOST: Final = (Follows.GAME_LOST, Follows.SECOND_GAME_LOST)
_MATCH_LOST: Final = (Follows.MATCH_LOST, Follows.EXCLUDE)
_FOR_THE_JUDGE: Final = (Follows.JUDGE, Follows.AGAINST, Follows.THREE_JUDGES)


def advice(state: State, path: Path) -> Grid:
    """The choices after `path`. GridError where there is nothing to choose."""
    try:
        return _advice(state, path)
    except ValueError as error:  # a MusError too
        raise GridError(Sentence.of(error)) from error


def _advice(state: State, path: Path) -> Grid:
    subject, incident, *rest = (*path[1:], "", "")
    if not subject:
        return _listed(Cell(one.text, (*path, one.value)) for one in Subject)
    if not incident:
        found = Subject(subject).incidents
        return _listed(Cell(one.text, (*path, one.value)) for one in found)
    rest = [word for word in rest if word]
    near = min(missing(state.score, state.book.target).values()) <= _NEAR
    known = {Question.NEARNESS: Reply.NEAR if near else Reply.FAR}  # this need not be asked
    if state.aldia.to_answer and state.aldia.round in (Round.HANDIA, Round.TXIKIA):
        known[Question.OPENER] = Reply.HAS_ROUND  # nor this: every hand plays these
    law = law_of(state.book)
    equipos = state.jugada is not None
    while isinstance(asked := decide(law, Incident(incident), known, equipos), Question):
        if not rest:
            cells = (Cell(reply.text, (*path, reply.value)) for reply in asked.answers)
            return _listed(cells, Sentence(asked.text))
        known[asked] = Reply(rest.pop(0))
    if rest == [_WHOSE] and _asks_whose(state, asked):
        return _whose(state, asked, known)
    return Grid(msgid("What happens now"), tuple(_does(state, asked, path)), listed=True, told=asked.sentence)


def _listed(cells: Iterable[Cell], about: Sentence | None = None) -> Grid:
    return Grid(msgid("What happened?"), tuple(cells), about, listed=True)


def _does(state: State, remedy: Remedy, path: Path) -> Iterator[Cell]:
    """What a press does about it, where the table can do it now."""
    follows = remedy.follows
    if follows in DONE and _can(state, remedy):
        yield Cell(DONE[follows], _mended(remedy))
    elif follows is Follows.JUGADA_VOID and _can(state, Remedy(Follows.DEAL_AGAIN)):
        yield Cell(msgid("Play the next jugada"), NEXT_JUGADA)
    elif _asks_whose(state, remedy):
        yield Cell(DONE_TO[follows], (*path, _WHOSE))
    elif follows in _LOST:
        yield from _given(remedy, msgid("has lost a game"), lambda **by: GameGiven(game=state.game, **by))
    elif follows in _MATCH_LOST:
        yield from _given(remedy, msgid("has lost the match"), MatchGiven)
    elif follows in _FOR_THE_JUDGE:
        yield Cell(msgid("The judge's decision"), (MENU, JUDGE))
    elif follows in (Follows.COUNT_NOW, Follows.IF_AGREED) and state.noted and state.correctable:
        yield Cell(msgid("Put the last hand right"), (HAND, str(len(state.noted) - 1)))
    elif follows is Follows.AT_SHOWDOWN and state.phase is Phase.CONFLICT:
        yield Cell(msgid("Say who announced wrongly"), (TOLD,))
    elif follows is Follows.ONE_MINUTE and state.clock:
        yield Cell(msgid("Start the minute"), (MENU, CLOCK, MUS))


def _can(state: State, remedy: Remedy) -> bool:
    """Whether the karta aldia in hand is one to which this can be done now."""
    try:
        state.karta_aldia.act(remedy)
    except MusError:
        return False
    return _is_in_play(state)


def _is_in_play(state: State) -> bool:
    """Whether something can be done to the hand in progress: the match is not over, nor has anything to be agreed."""
    return not (state.marked or state.standing.over or state.waits)


def _asks_whose(state: State, remedy: Remedy) -> bool:
    """Whether it is done to a seat, and can be done now."""
    return remedy.follows in DONE_TO and _is_in_play(state)


def _whose(state: State, remedy: Remedy, known: Mapping[Question, Reply]) -> Grid:
    """At which seat it is done."""
    round = _ROUND_OF.get(known.get(Question.ROUND, Reply.ANOTHER))
    cells = (Cell(seat.value, _mended(Remedy(remedy.follows, remedy.article, seat), round)) for seat in state.seats)
    return Grid(msgid("Who?"), tuple(cells), remedy.article)


def _mended(remedy: Remedy, round: Round | None = None) -> FaultMended:
    seat = remedy.seat and remedy.seat.value
    return FaultMended(remedy.follows.value, remedy.article, seat, round and round.value)


def _given(remedy: Remedy, label: str, act: Callable[..., JudgesAct]) -> Iterator[Cell]:
    """The game or the match for the others: the judge's act, with the article."""
    for team in Team:
        yield acts(label, act(team=team.other, article=remedy.article, **DECISION), team.value)
