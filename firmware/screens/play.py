"""The screens of a karta aldia in play: score, esku, round, what is bid."""

from __future__ import annotations

from engine.calls import Action, Call
from engine.rounds import Round
from engine.seats import Team
from firmware.pixels import WIDTH, Canvas
from firmware.screens.parts import TEAM, columns, footer, seats, title
from firmware.session.state import State
from firmware.text import Speech


def round_name(round: Round, say: Speech) -> str:
    """A round's name as it is called out."""
    return say("jokoa or puntua") if round is Round.FOURTH else round.value


def calls(canvas: Canvas, state: State, say: Speech) -> None:
    """The score, and the round in progress with its bids."""
    aldia = state.aldia
    assert aldia.round is not None
    if aldia.bidding.hordago and aldia.to_answer:
        _hordago(canvas, state, aldia.to_answer, say)
        return
    title(canvas, round_name(aldia.round, say))
    _pips(canvas, aldia.round.number)
    columns(canvas, state, aldia.to_answer)
    seats(canvas, 64, 13, state.esku)
    said = [call for call in aldia.bidding.calls if call.action is not Action.PASO][-2:]
    if not said:
        canvas.centre(64, 41 if state.pristine else 46, say("Bid?"))
        if state.pristine:
            canvas.centre(64, 51, say("Next: esku"))
        return
    for number, call in enumerate(said):
        _bid(canvas, 41 + 11 * number if len(said) == 2 else 46, call)


def marked(canvas: Canvas, state: State, say: Speech) -> None:
    """The score after a karta aldia, with what it brought."""
    title(canvas, say("Score"), "check", say("OK: go on"))
    columns(canvas, state)
    seats(canvas, 64, 13, state.esku)
    for team, y in ((Team.NS, 41), (Team.EW, 52)):
        canvas.centre(64, y, f"{TEAM[team]} +{state.score[team] - state.base[team]}")


def _pips(canvas: Canvas, number: int) -> None:
    """The four rounds as squares in the bar: those behind full, the one in progress open."""
    for place in range(1, 5):
        x = WIDTH - 30 + (place - 1) * 7
        if place < number:
            canvas.box(x, 3, 5, 5, lit=False)
        elif place == number:
            canvas.frame(x - 1, 2, 7, 7, lit=False)
            canvas.box(x + 1, 4, 3, 3, lit=False)
        else:
            canvas.box(x + 2, 5, 1, 1, lit=False)


def _bid(canvas: Canvas, y: int, call: Call) -> None:
    plus = "+" if call.action is Action.GEHIAGO else ""
    canvas.centre(64, y, f"{TEAM[call.team]} {plus}{call.amount}")


def _hordago(canvas: Canvas, state: State, answering: Team, say: Speech) -> None:
    title(canvas, round_name(state.aldia.round or Round.FOURTH, say), "bolt", TEAM[answering.other])
    canvas.centre(64, 11, "HORDAGO", scale=2)
    for team, x in ((Team.NS, 33), (Team.EW, 95)):
        asked = team is answering
        if asked:
            canvas.pill(x - 28, 37, 56, 11)
        canvas.centre(x, 36, f"{TEAM[team]} {state.score[team]}{' ?' if asked else ''}", lit=not asked)
    footer(canvas, ("Iduki", say("accept")), ("Tira", say("refuse")))
