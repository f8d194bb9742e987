"""The screens of a karta aldia in play: score, esku, round, what is bid, whose turn it is."""

from __future__ import annotations

from engine.bids.bidding import Bidding
from engine.rounds import Round
from engine.seats import Team
from firmware.screens.clock import face, minutes, short
from firmware.screens.parts import COLUMN, columns, footer, seats, title
from firmware.screens.pixels import WIDTH, Canvas, font
from firmware.session.at_desk import Called
from firmware.session.choices.going_on import stays
from firmware.session.deciding import Thinking
from firmware.session.state import State
from words.telling import STATUS
from words.text import Speech

_MIDDLE = WIDTH // 2
_CHECK, _OK = 14, 16
"""The widths of what stands before the title of a marked karta aldia, and of the button behind it."""


def round_name(round: Round, say: Speech) -> str:
    """A round's name as it is called out."""
    return say("jokoa or puntua") if round is Round.FOURTH else say(round.value)


def calls(canvas: Canvas, state: State, say: Speech, thinking: Thinking | None = None) -> None:
    """The score, and the round in progress with its bids; how long the answer may still take, where that is limited."""
    aldia = state.aldia
    assert aldia.round is not None
    if aldia.bidding.hordago and aldia.to_answer:
        _hordago(canvas, state, aldia.to_answer, say, thinking)
        return
    if thinking:
        title(canvas, round_name(aldia.round, say), None, minutes(thinking.left))
    else:
        title(canvas, round_name(aldia.round, say))
        _pips(canvas, aldia.round.number)
    columns(canvas, state, say, aldia.to_answer)
    if aldia.to_answer:
        _bid(canvas, aldia.bidding, aldia.to_answer)
        canvas.centre(_MIDDLE, 51, say("esku {seat}", seat=state.esku))
        return
    seats(canvas, state, say)
    timed = state.clock is not None and state.elapsed is not None
    y = 42 if timed else 47
    if timed:
        canvas.centre(_MIDDLE, 52, short(face(state), say))
    if state.desk.waits:
        _called(canvas, y, state, say)
    elif state.standing.questions:
        _behind_icon(canvas, y, "scales", say("judge").upper())
    elif state.jugada:
        canvas.centre(_MIDDLE, y, str(state.jugada))
    elif state.pristine:
        end = _MIDDLE - (font("text").width(say("esku")) + 13) // 2
        canvas.pill(end, y, 11, 11)
        canvas.icon(end + 2, y + 2, "next", lit=False)
        canvas.write(end + 13, y - 1, say("esku"))
    elif (vacas := state.vacas_won) and any(vacas.values()):
        _behind_icon(canvas, y, "trophy", f"{vacas[Team.NS]} – {vacas[Team.EW]}")  # small cups stand for games
    else:
        canvas.centre(_MIDDLE, y, say("Bid?"))


def marked(canvas: Canvas, state: State, say: Speech) -> None:
    """The score after a karta aldia, with what it brought; where it does not count, the title says why."""
    uncounted = STATUS.get(state.finished.status) if state.finished else None
    told = say(uncounted) if uncounted else _scored(state, say)
    letters, does, why = font("text"), say("go on"), stays(state)
    x = WIDTH if why else WIDTH - letters.width(does) - 2
    icon = "scales" if state.standing.questions or why else "check"
    title(canvas, told, icon if letters.width(told.upper()) + _CHECK < x - _OK else None)
    if not why:
        canvas.write(x, 0, does, lit=False)
        canvas.pill(x - 14, 1, 12, 10, lit=False)
        canvas.icon(x - 12, 3, "ok")
    columns(canvas, state, say)
    seats(canvas, state, say)
    for team, y in () if uncounted else ((Team.NS, 43), (Team.EW, 53)):
        canvas.centre(_MIDDLE, y, f"{say.team(team)} +{state.brought[team]}")


def _scored(state: State, say: Speech) -> str:
    """The title over a score: who is inside, where anybody is."""
    near = [say.team(team) for team in Team if team in state.inside]
    if not near:
        return say("Score")
    return say("inside {teams}", teams=near[0]) if len(near) == 1 else say("both inside")


def _called(canvas: Canvas, y: int, state: State, say: Speech) -> None:
    """That the judge is called: with a tick once the desk has heard it, before that with a question mark."""
    said = say("judge").upper()
    if state.desk.call is Called.HEARD:
        end = canvas.write(_MIDDLE - (font("text").width(said) + 10) // 2, y, said)
        canvas.icon(end + 2, y + 3, "ok")
    else:
        canvas.centre(_MIDDLE, y, f"{said} ?")


def _behind_icon(canvas: Canvas, y: int, icon: str, told: str) -> None:
    """A few words behind an icon, around the middle."""
    end = canvas.icon(_MIDDLE - (font("text").width(told) + 13) // 2, y + 1, icon)
    canvas.write(end + 2, y, told)


def _pips(canvas: Canvas, number: int) -> None:
    """The four rounds as squares in the bar: those behind full, the one in progress open."""
    for place in range(1, 5):
        x = WIDTH - 30 + (place - 1) * 7
        if place < number:
            canvas.box(x, 4, 5, 5, lit=False)
        elif place == number:
            canvas.frame(x - 1, 3, 7, 7, lit=False)
            canvas.box(x + 1, 5, 3, 3, lit=False)
        else:
            canvas.box(x + 2, 6, 1, 1, lit=False)


def _bid(canvas: Canvas, bidding: Bidding, answering: Team) -> None:
    """What is agreed and what is bid on top of it, and an arrow to the team that has to answer."""
    at_stake = f"{bidding.agreed}+{bidding.raised}" if bidding.agreed else str(bidding.raised)
    if font("text").width(at_stake) * 2 <= COLUMN:
        canvas.centre(_MIDDLE, 11, at_stake, scale=2)
    else:
        canvas.centre(_MIDDLE, 17, at_stake)
    canvas.icon(_MIDDLE - 10, 37, "arrow-left" if answering is Team.NS else "arrow-right")


def _hordago(canvas: Canvas, state: State, answering: Team, say: Speech, thinking: Thinking | None) -> None:
    right = minutes(thinking.left) if thinking else say.team(answering.other)
    title(canvas, round_name(state.aldia.round or Round.FOURTH, say), "bolt", right)
    canvas.centre(_MIDDLE, 11, say("hordago").upper(), scale=2)
    for team, x in ((Team.NS, 32), (Team.EW, 96)):
        asked = team is answering
        if asked:
            canvas.pill(x - 30, 38, 61, 11)
        canvas.centre(x, 37, f"{say.team(team)} {state.score[team]}{' ?' if asked else ''}", lit=not asked)
    footer(canvas, (say("Iduki"), ""), (say("Tira"), ""))
