"""The screens that say or ask something: the cards, doubts, contradictions, the judge, sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.seats import Seat, Team
from firmware.pixels import Canvas
from firmware.screens.parts import TEAM, footer, large_card, paragraph, title
from firmware.session.state import State
from firmware.text import Speech
from vision.reading import Doubt

SEAT_NAMES = {"N": "North", "W": "West", "S": "South", "E": "East"}


def notice(canvas: Canvas, sentence: str, say: Speech) -> None:
    """One sentence that somebody should read."""
    title(canvas, say("Please note"), "warning")
    paragraph(canvas, first_part(sentence), 12, 5)


def reading(canvas: Canvas, say: Speech) -> None:
    """The camera's picture is being read."""
    title(canvas, say("The cards"), "eye")
    canvas.centre(64, 16, say("Reading"), scale=2)
    for seat in range(4):
        for card in range(4):
            canvas.frame(5 + seat * 31 + card * 7, 46, 6, 9)


def hordago(canvas: Canvas, team: Team, say: Speech) -> None:
    """A hordago waits for its second press."""
    title(canvas, say("Sure?"), "bolt")
    canvas.centre(64, 11, "HORDAGO", scale=2)
    canvas.centre(64, 36, say("{team}: press it again", team=TEAM[team]))
    footer(canvas, ("Hordago", say("yes")), ("Back", say("no")))


def perete(canvas: Canvas, seat: Seat, say: Speech) -> None:
    """Which seat declares tio Perete's hand."""
    title(canvas, say("tio Perete"), "card")
    canvas.centre(64, 11, "4-5-6-7", scale=2)
    canvas.centre(64, 36, say(SEAT_NAMES[seat.value]))
    footer(canvas, ("OK", say("yes")), ("Next", say("other")))


def void(canvas: Canvas, say: Speech) -> None:
    """Voiding the karta aldia waits for its second press."""
    title(canvas, say("Sure?"), "warning")
    paragraph(canvas, say("This karta aldia counts for nothing, and the same dealer deals again?"), 13, 3)
    footer(canvas, ("Paso", say("yes")), ("Back", say("no")))


def cards(canvas: Canvas, state: State, say: Speech) -> None:
    """All is called."""
    accepted = state.aldia.hordago
    title(canvas, say("Hordago accepted") if accepted else say("Show the cards"), "bolt" if accepted else "card")
    paragraph(canvas, say("Lay the four hands open, each before its seat."), 15, 3, centred=True)
    footer(canvas, ("Read", say("the cards")))


def doubt(canvas: Canvas, state: State, choice: int, say: Speech) -> None:
    """A card to be settled with the buttons, a reading to be confirmed, or what has to be done before reading again."""
    settling = state.card_doubt()
    if settling is None:
        title(canvas, say("Not sure"), "warning")
        if doubts := state.to_confirm():
            paragraph(canvas, unsure(doubts), 11, 3)
            canvas.write(2, 41, say("Are all cards right?"))
            footer(canvas, ("OK", say("yes")), ("Read", say("again")))
        else:
            paragraph(canvas, advice(state.blocking_doubt(), say), 11, 4)
            footer(canvas, ("Read", ""), ("Next", say("skip")), ("Paso", say("void")))
        return
    choices = state.choices(settling)
    seat = settling.seat
    title(canvas, say("Which card?"), None, say(SEAT_NAMES[seat.value]) if seat else "")
    choice %= len(choices)
    first = max(0, min(choice - 1, len(choices) - 3))
    for number, card in enumerate(choices[first : first + 3]):
        large_card(canvas, 13 + number * 36, 14, card, first + number == choice)
    footer(canvas, ("OK", say("this one")), ("Next", say("other")))


def advice(doubt: Doubt | None, say: Speech) -> str:
    """What is in doubt, and what to do about it."""
    text = doubt.text if doubt else ""
    said = _begun(text)
    what = {
        "count": say("Lay four cards at each seat, apart."),
        "twice": say("Lay the cards apart."),
        "seat": say("Lay each hand before its seat."),
        "deck": say("Is this the club's deck?"),
        "picture": "",
        "card": say("Lay the cards apart."),
    }.get(doubt.kind if doubt else "picture", "")
    return f"{said}. {what}".strip(". ") + "." if said or what else say("Read again.")


def unsure(doubts: Sequence[Doubt]) -> str:
    """What is in doubt besides the cards, each thing once."""
    texts = dict.fromkeys(doubt.text for doubt in doubts)
    return " ".join(f"{_begun(text)}." for text in texts)


def _begun(text: str) -> str:
    """A text as a sentence begins, still without its full stop; a file's name keeps its own letters."""
    first = text.split(" ")[0]
    return (text if "." in first.rstrip(".:") else f"{text[:1].upper()}{text[1:]}").rstrip(".")


def conflict(canvas: Canvas, state: State, say: Speech) -> None:
    """The cards contradict the calls."""
    title(canvas, say("Cards against calls"), "warning")
    shown = state.showdown
    error = (shown.error if shown else None) or ""
    strike = "".join(shown.strike[:1]) if shown else ""
    paragraph(canvas, first_part(error), 11, 4)
    footer(canvas, ("OK", say("strike {round}", round=strike)), ("Back", ""))


def judge(canvas: Canvas, state: State, say: Speech) -> None:
    """A case that the rule book leaves to the judge."""
    assert state.finished is not None
    case = state.finished.result["judge"]
    title(canvas, say("For the judge"), "scales", case["rounds"][0])
    paragraph(canvas, case["why"], 12, 4)
    footer(canvas, ("OK", say("go on")), ("Next", say("marks")))


def first_part(sentence: str) -> str:
    """A sentence without the list of legal calls that the engine adds; the panel shows it whole."""
    return sentence.split("; legal now")[0]
