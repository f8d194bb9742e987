"""The table's menu, behind a hold: a new match, the judge's acts, the clock, and the swapping of ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.match.entries import Adjusted, GameGiven, GameVoided, MatchGiven, Voided
from engine.match.games import Status
from engine.rules import BOOK_NAMES, parse_rulebook, rulebook
from engine.seats import SEATS_OF, Seat, Team
from engine.sentences import Sentence, msgid
from firmware.session.at_desk import NOWHERE_TOLD
from firmware.session.choices.first_dealer import DEALER, first_dealer
from firmware.session.choices.grid import NO_CHOICE, Cell, Grid, GridError, Path, each_team, further
from firmware.session.choices.settling import DECISION, JUDGE, TANTOS, acts, name_of, settling_grid, taken_back
from firmware.session.events import (
    AbsenceTold,
    Agreed,
    CallTakenBack,
    ClockStarted,
    EndsSwapped,
    EskuChosen,
    JudgeCalled,
    MatchProposed,
    TimeAdded,
)
from firmware.session.state import State
from words.books import length

MENU: Final = "menu"
_NEW: Final = msgid("new")
PHONES: Final = msgid("phone")
TEST: Final = msgid("test")
VOICE: Final = msgid("voice")
LANGUAGE: Final = msgid("lang.")
"""The table's language is asked for anew."""
CALL: Final = msgid("call")
"""To the judge of the tournament, where the table is at its desk."""
DESK: Final = msgid("desk")
"""The choices that bring the table to a tournament's desk."""
_CODE, _JOIN, _QR = "code", "join", "qr"
BY_QR_CODE: Final = (MENU, DESK, _QR)
"""The choices that join the desk whose QR code the camera sees."""
_DIGITS: Final = 12
"""Of a table's code at a desk."""
LAW: Final = msgid("law")
"""The first word of the choices that lead to an article."""
INVITED: Final = (msgid("watch"), msgid("play"), JUDGE)
"""What a phone may be let in for; the display then shows the code for it."""
_CASE: Final = msgid("case")
_TARGETS: Final = (40, 30, 20, 25, 35, 50)
_GAMES: Final = (1, 2, 3, 4, 5, 6)
_MINUTES: Final = (1, 5, 10)
CLOCK: Final = msgid("clock")
MUS: Final = msgid("mus")
_LATE: Final = msgid("late")
ONE_TO_ONE: Final = msgid("1 to 1")
"""One against one, in a rule book that is played so."""
SHORT: Final = {
    "nabo": msgid("nabo"),
    "federacion": msgid("feder."),
    "spain": msgid("spain"),
    "basque": msgid("basq."),
    "france": msgid("france"),
}
"""What stands on a rule book's cell, which has little room."""


def menu(state: State, path: Path) -> Grid:
    """The choices after `path`. GridError where there is nothing to choose."""
    if len(path) == 1:
        first = [
            JUDGE,
            *([CLOCK] if state.clock else []),
            *([DEALER] if state.pristine and not state.jugada else []),
        ]
        at_desk = state.desk.table is not None  # which alone says what is played next
        new = Cell(_NEW, (*path, _NEW)) if not at_desk and not state.waits else None
        ends = Cell(msgid("ends"), EndsSwapped()) if state.may_change_ends else None
        begins = further(path, [CALL]) if at_desk else (new,)
        then, last = further(path, (PHONES, TEST)), further(path, (DESK, VOICE, LANGUAGE))
        cells = (*begins, *further(path, first), ends, *then, Cell(LAW, (LAW,)), *last)
        return Grid(msgid("Table"), cells)
    rest = path[2:]
    if path[1] == PHONES:
        return Grid(msgid("Phones"), () if rest else further(path, INVITED))
    if path[1] == DEALER and state.pristine:
        return first_dealer(state.book, state.seats, rest, path, lambda esku: EskuChosen(esku.value))
    if path[1] == CALL:
        return _call(state)
    leads_on = {_NEW: _new, JUDGE: _judge, CLOCK: _clock, DESK: _desk}
    if path[1] not in leads_on:
        raise GridError(NO_CHOICE)
    return leads_on[path[1]](state, rest, path)


def invites(path: Path) -> bool:
    """Whether these choices let a phone in."""
    return len(path) > 2 and path[:2] == (MENU, PHONES)


def minute_of(path: Path) -> Team | None:
    """The team whose minute for mus these choices begin (federacion 23); None for any others."""
    return Team(path[3]) if path[:3] == (MENU, CLOCK, MUS) and len(path) > 3 else None


def _new(state: State, rest: Path, path: Path) -> Grid:
    """Rule book, target, games, first esku."""
    if not rest:
        club = [state.rules] if state.started.book else []
        cells = (Cell(SHORT.get(name, msgid("club")), (*path, name)) for name in (*BOOK_NAMES, *club))
        return Grid(msgid("Rule book"), tuple(cells))
    name = rest[0]
    book = rulebook(name) if name in BOOK_NAMES else parse_rulebook(state.started.book or "", name)
    if len(rest) == 1:
        targets = dict.fromkeys((book.target, *_TARGETS))
        about = Sentence(SHORT[book.name]) if book.name in SHORT else book.name
        return Grid(msgid("Tantos"), further(path, map(str, targets)), about, told=length(book))
    if len(rest) == 2:
        numbers = dict.fromkeys((book.games, *_GAMES))
        return Grid(msgid("Mantxak"), further(path, map(str, numbers)), rest[1])
    one_to_one = rest[3:4] == (ONE_TO_ONE,)
    players = 2 if one_to_one else max(book.players)
    seats = SEATS_OF[players]
    target, games = int(rest[1]), int(rest[2])
    options = {} if target == book.target else {"target": target}
    wins = None if games == book.games else games
    text = state.started.book if name not in BOOK_NAMES else None

    def begins(esku: Seat) -> MatchProposed:
        return MatchProposed(name, esku.value, options, text, wins, players=players)

    dealing = rest[3 + one_to_one :]
    if dealing[:1] == (DEALER,):
        return first_dealer(book, seats, dealing[1:], path, begins)
    more = [DEALER, *([ONE_TO_ONE] if min(book.players) < players else [])]
    cells = (Cell(seat.value, begins(seat)) for seat in seats)
    return Grid(msgid("First esku"), (*cells, *further(path, more)), Sentence(ONE_TO_ONE) if players == 2 else None)


def _call(state: State) -> Grid:
    """The judge of the tournament is called to the table, or is not needed any more."""
    about = Sentence("Table {table}", table=state.desk.table)
    if state.desk.waits:
        back = Cell(msgid("Take the call back"), CallTakenBack())
        return Grid(msgid("The judge is called"), (back,), about, listed=True)
    return Grid(msgid("Judge"), (Cell(msgid("Call the judge"), JudgeCalled()),), about, listed=True)


def _desk(state: State, rest: Path, path: Path) -> Grid:
    """At which desk the table is; another one is joined by its code, a digit a press, or by its QR code."""
    if not rest:
        at = state.desk.table
        told = Sentence("This table is number {table} at the desk.", table=at) if at else NOWHERE_TOLD
        ways = (Cell(msgid("Join a desk by its code"), (*path, _CODE)), Cell(msgid("By its QR code"), (*path, _QR)))
        return Grid(msgid("Desk"), ways, listed=True, told=told)
    digits = rest[1:]
    typed = " ".join("".join(digits[start : start + 4]) for start in range(0, len(digits), 4))
    if len(digits) < _DIGITS:
        return Grid(msgid("Code"), further(path, "1234567890"), typed)
    joins = Cell(msgid("Join the desk"), (*path, _JOIN))
    return Grid(msgid("Is the code right?"), (joins,), typed, listed=True)


def types_a_code(path: Path) -> bool:
    """Whether a desk's code is being typed by these choices."""
    return path[:3] == (MENU, DESK, _CODE)


def code_of(path: Path) -> str | None:
    """The code by which these choices join a desk; None for any others."""
    return "".join(path[3:-1]) if types_a_code(path) and path[-1] == _JOIN else None


def _judge(state: State, rest: Path, path: Path) -> Grid:
    if not rest:
        annul = further(path, [msgid("annul")]) if any(_voids(state)) else (None,)
        acting = further(path, (msgid("give"), msgid("take")))
        undo = further(path, [msgid("undo")]) if any(taken_back(state)) else ()
        agrees = [Cell(msgid("agree"), Agreed(judge=True))] if state.waits else []
        return Grid(msgid("Judge"), (*annul, *acting, *_cases(state, path), *undo, *agrees))
    what, rest = rest[0], rest[1:]
    if what == "annul":
        return Grid(msgid("Judge"), tuple(_voids(state)), Sentence("annul"))
    if what == "undo":
        return Grid(msgid("Judge"), tuple(taken_back(state)), Sentence("undo"), listed=True)
    if what == _CASE:
        return settling_grid(state, rest, path)
    if not rest:
        return Grid(msgid("Judge"), each_team(path), Sentence(what))
    team = Team(rest[0])
    sign = -1 if what == "take" else 1
    if what == "give" and len(rest) == 1:
        mantxa = acts(msgid("mantxa"), GameGiven(game=state.game, team=team, **DECISION))
        match = acts(msgid("match"), MatchGiven(team=team, **DECISION))
        return Grid(msgid("Judge"), (*further(path, (msgid("tantos"),)), mantxa, match), team)
    game = state.game
    signed = (sign * number for number in TANTOS)
    cells = (acts(f"{n:+}", Adjusted(game=game, team=team, tantos=n, **DECISION)) for n in signed)
    return Grid(msgid("Judge"), tuple(cells), team)


def _cases(state: State, path: Path) -> Iterable[Cell]:
    """To what stands open for the judge; where that is one question, to the ways that settle it."""
    names = [name_of(question) for question in state.standing.questions]
    if names:
        yield Cell(_CASE, (*path, _CASE, *(names if len(names) == 1 else ())))


def _voids(state: State) -> Iterable[Cell]:
    if state.noted and state.last and state.last.status is not Status.VOID:
        yield acts(msgid("hand"), Voided(of=state.last.entry, **DECISION))
    begun = state.standing.games[state.game - 1 :]  # none where nothing of the mantxa in progress is in the match yet
    if begun and not begun[0].void:
        yield acts(msgid("mantxa"), GameVoided(game=state.game, **DECISION))


def _clock(state: State, rest: Path, path: Path) -> Grid:
    """The match's time, a team's minute for mus, and who is not there."""
    if rest == (MUS,):
        return Grid(msgid("Clock"), each_team(path), Sentence(MUS))
    if rest:
        return Grid(
            msgid("Who is not there?"),
            tuple(Cell(seat.value, AbsenceTold(seat.value)) for seat in state.seats),
            state.missing,
        )
    time = [Cell(f"+{minutes}", TimeAdded(minutes * 60)) for minutes in _MINUTES]
    nobody_has_played = state.pristine and not state.karta_aldia.has_begun_before
    words = [MUS, *([_LATE] if nobody_has_played or state.missing else [])]
    cells = [Cell(msgid("start"), ClockStarted())] if state.elapsed is None else time
    if state.started.partida is not None and state.desk.table is not None:  # the round's clock is the desk's
        cells = []
    return Grid(msgid("Clock"), (*cells, *further(path, words)), msgid("min") if state.elapsed else "")
