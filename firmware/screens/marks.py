"""The screens of the showdown: the marks one after the other, games and matches won."""

from __future__ import annotations

from engine.cards import Card
from engine.seats import Seat, Team, playing_order
from firmware.pixels import WIDTH, Canvas, font
from firmware.screens.parts import TEAM, footer, hand, title
from firmware.session.state import Finished, State
from firmware.text import Speech


def why(reason: str, say: Speech) -> str:
    """What a mark is for."""
    return {
        "tira": say("refused"),
        "iduki": say("accepted"),
        "paso": say("all passed"),
        "worth": say("worth"),
        "negada": say("negada"),
        "perete": say("tio Perete"),
    }.get(reason, reason)


def step(canvas: Canvas, state: State, finished: Finished, number: int, say: Speech) -> None:
    """The hands at step 0, then one mark a step."""
    rows = finished.result["tantos"]
    if number <= 0 or not rows:
        hands(canvas, finished, say)
        return
    row = rows[min(number, len(rows)) - 1]
    title(canvas, row["round"], None, f"{min(number, len(rows))}/{len(rows)}")
    team = Team(row["team"])
    canvas.write(4, 10, TEAM[team], scale=2)
    amount = str(row["tantos"])
    x = WIDTH - 4 - font("numerals").width(amount)
    canvas.write(x, 15, amount, "numerals")
    canvas.box(x - 14, 24, 10, 3)
    canvas.box(x - 11, 21, 3, 9)
    canvas.write(4, 33, why(row["why"], say))
    canvas.dots(48)
    score = {other: int(finished.record["score"][other.value]) for other in Team}
    for done in rows[:number]:
        score[Team(done["team"])] += done["tantos"]
    canvas.write(4, 51, f"N-S {score[Team.NS]}")
    canvas.right(WIDTH - 3, 51, f"E-W {score[Team.EW]}")


def hands(canvas: Canvas, finished: Finished, say: Speech) -> None:
    """The four hands of a finished karta aldia."""
    esku = Seat.parse(finished.record["esku"])
    title(canvas, say("The cards"), "card", say("esku {seat}", seat=esku.value))
    cards = finished.record["cards"]
    if not cards:
        canvas.centre(64, 28, say("not shown"))
    for number, seat in enumerate(playing_order(esku)):
        if seat.value in cards:
            shown = [Card.parse(name) for name in cards[seat.value]]
            hand(canvas, 12 + number * 13, seat, shown, seat is esku)


def won(canvas: Canvas, state: State, say: Speech) -> None:
    """A mantxa or the match was won."""
    games, vacas, match = state.tally
    winner = match or (state.finished.winner if state.finished else None) or Team.NS
    hordago = state.finished is not None and state.finished.result["ended_by"] == "hordago"
    title(canvas, say("Match won") if match else say("Mantxa won"), "trophy", say("hordago") if hordago else "")
    canvas.centre(64, 11, TEAM[winner], scale=2)
    score = f"{state.score[Team.NS]} – {state.score[Team.EW]}"
    canvas.centre(64, 31, say("N-S {score} E-W", score=score))
    counted = say("games {ns} – {ew}", ns=games[0], ew=games[1])
    if state.book.vacas > 1:
        counted = say("{games}, vacas {ns} – {ew}", games=counted, ns=vacas[0], ew=vacas[1])
    canvas.centre(64, 41, counted)
    footer(canvas, ("OK", say("new match") if match else say("go on")), ("Next", say("marks")))
