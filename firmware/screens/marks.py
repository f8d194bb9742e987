"""The screens of the showdown: the marks one after the other, games and matches won."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.seats import Team, playing_order
from engine.tantos.tally import Mark
from firmware.screens.correction import words
from firmware.screens.parts import LINE, TOP, footer, hand, hands_in_words, marks_key, title, won_so_far
from firmware.screens.pixels import WIDTH, Canvas
from firmware.session.choices.going_on import stays
from firmware.session.finished import Finished
from firmware.session.state import Phase, State
from words.telling import WITHOUT_MARKS, reason
from words.text import Speech


def step(canvas: Canvas, finished: Finished, number: int, say: Speech) -> None:
    """The hands at step 0, then one mark a step."""
    marks = finished.result.marks
    if number <= 0 or not finished.steps:
        title(canvas, say("The cards"), "card", say("esku {seat}", seat=finished.record.esku))
        hands(canvas, finished, say)
        return
    number = min(number, finished.steps)
    place = f"{number}/{finished.steps}"
    if number <= len(marks):
        mark = marks[number - 1]
        title(canvas, say(mark.round.value), None, place)
        canvas.write(4, 10, say.team(mark.team), scale=2)
        canvas.right(WIDTH - 4, 16, f"+{mark.tantos}", "numerals")
        canvas.write(4, 35, reason(mark.why.value, say))
    elif finished.hordago and finished.winner:
        title(canvas, say(finished.hordago.value), "bolt", place)
        canvas.write(4, 10, say.team(finished.winner), scale=2)
        canvas.write(4, 35, say("Mantxa won by hordago"))
    canvas.dots(50)
    score = dict(finished.record.score)
    for done in marks[:number]:
        score[done.team] += done.tantos
    canvas.write(4, 51, f"{say.team(Team.NS)} {score[Team.NS]}")
    canvas.right(WIDTH - 3, 51, f"{say.team(Team.EW)} {score[Team.EW]}")


def spoken_step(finished: Finished, number: int, say: Speech) -> str:
    """The same in words."""
    marks = finished.result.marks
    if number == 0:
        return spoken_hands(finished, say)
    if number <= len(marks):
        return spoken_marks(marks[number - 1 : number], say)
    return spoken_hordago(finished, say) or say.sentence(WITHOUT_MARKS[finished.status])


def spoken_marks(marks: Sequence[Mark], say: Speech) -> str:
    """Marks in words, each with its reason."""
    told = (f"{say.team(mark.team)} +{mark.tantos} ({reason(mark.why.value, say)})" for mark in marks)
    rounds = (say(mark.round.value) for mark in marks)
    return say.listed(map(say.headed, rounds, told)) + "."


def spoken_hordago(finished: Finished, say: Speech) -> str:
    """That a hordago won the mantxa; empty where none did."""
    if finished.hordago is None or finished.winner is None:
        return ""
    return say("{team} won the mantxa by hordago.", team=finished.winner)


def hands(canvas: Canvas, finished: Finished, say: Speech, asked: Card | None = None) -> None:
    """The hands of a finished karta aldia, under the title bar; closer where a card is `asked` for below them."""
    esku = finished.record.esku
    if not finished.record.cards:
        canvas.centre(64, 28, say("not shown"))
    top, apart = (12, 13) if asked is None else (TOP, LINE)
    for number, seat in enumerate(seat for seat in playing_order(esku) if seat in finished.record.cards):
        held = finished.hand(seat)
        shown = [finished.face(card) for card in held]
        place = held.index(asked) if asked in held else None
        hand(canvas, top + number * apart, say.seat(seat), shown, seat is esku, place)


def spoken_hands(finished: Finished, say: Speech) -> str:
    """The hands in words, each as the display shows it."""
    hands = [(seat, map(finished.face, finished.hand(seat))) for seat in finished.record.cards]
    return hands_in_words(hands, say) if hands else say("The cards were not shown.")


_BESIDE = 80
"""The middle of what stands beside the trophy."""
_MIDDLE = WIDTH // 2


def won(canvas: Canvas, state: State, say: Speech) -> None:
    """A mantxa or the match was won."""
    match = state.standing.winner
    does = say("new match") if state.phase is Phase.MATCH_WON else say("go on")
    ok = () if stays(state) else (("ok", does),)
    if state.all_played:
        _all_played(canvas, state, say)
        footer(canvas, *ok, *marks_key(state, say))
        return
    winner = match or state.game_winner or Team.NS
    hordago = state.finished is not None and state.finished.result.ended_by == "hordago"
    title(canvas, say("Match won") if match else say("Mantxa won"), "trophy")
    canvas.icon(8, 20, "trophy", scale=2)
    canvas.centre(_BESIDE, 11, say.team(winner), scale=2)
    how = say("hordago") if hordago else f"{state.score[Team.NS]} – {state.score[Team.EW]}"
    for number, line in enumerate([how, *won_so_far(state.games, state.vacas_won, say)][-2:]):
        canvas.centre(_BESIDE, 31 + number * LINE, line)
    if state.partida_over and not state.jugada:
        words(canvas, state.confirmed, say)
        return
    footer(canvas, *ok, *marks_key(state, say))


def _all_played(canvas: Canvas, state: State, say: Speech) -> None:
    """All games of Mus por Equipos are played at this table: what the other tables come to nobody knows here."""
    title(canvas, say("All games played"), "trophy")
    canvas.centre(_MIDDLE, 13, " – ".join(str(state.games[team]) for team in Team), scale=2)
    canvas.centre(_MIDDLE, 36, f"{say.team(Team.NS)} – {say.team(Team.EW)}")
