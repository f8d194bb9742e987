"""The screens that say or ask something: the cards, doubts, contradictions, the judge, sentences."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.rounds import Round
from engine.seats import Seat, Team
from firmware.screens.parts import LINE, LINES, TOP, bid_button, footer, large_card, marks_key, paragraph, title
from firmware.screens.pixels import WIDTH, Canvas, font
from firmware.session.cards.laid import Laid
from firmware.session.choices.going_on import stays
from firmware.session.finished import Finished
from firmware.session.state import State
from firmware.session.view import View
from vision.reading import Doubt
from words.text import Speech


def notice(canvas: Canvas, sentence: str, page: int, say: Speech) -> None:
    """A sentence that somebody should read, at most five lines a page."""
    pages = notice_pages(sentence, say)
    page %= len(pages)
    title(canvas, say("Please note"), "warning", _which(page, pages))
    for number, line in enumerate(pages[page]):
        canvas.write(2, TOP + 1 + 5 * (LINES - len(pages[page])) + number * LINE, line)


def notice_pages(sentence: str, say: Speech) -> list[list[str]]:
    """A sentence's lines, page by page: on each as many as on the others, or one more."""
    return _pages(say.whole(sentence), LINES)


def _pages(text: str, most: int) -> list[list[str]]:
    lines = font("text").wrap(text, WIDTH - 4)
    pages = max(1, -(-len(lines) // most))
    return [lines[page * len(lines) // pages : (page + 1) * len(lines) // pages] for page in range(pages)]


def _which(page: int, pages: Sequence[object]) -> str:
    return f"{page + 1}/{len(pages)}" if len(pages) > 1 else ""


def reading(canvas: Canvas, say: Speech) -> None:
    """The camera's picture is being read."""
    title(canvas, say("The cards"), "eye")
    canvas.centre(64, 14, say("Reading"), scale=2)
    for seat in range(4):
        for card in range(4):
            canvas.frame(3 + seat * 32 + card * 7, 46, 6, 9)


def hordago(canvas: Canvas, state: State, team: Team, say: Speech) -> None:
    """A hordago waits for its second press; whose else it may be, while no bid waits."""
    title(canvas, say("Sure?"), "bolt")
    canvas.centre(64, 11, say("hordago").upper(), scale=2)
    canvas.centre(64, 32, say("{team}: press it again", team=team))
    if not state.aldia.to_answer:
        canvas.centre(64, 41, say("{team}? {envido}", team=team.other, envido=bid_button(team.other, say)))
    footer(canvas, (say("Hordago"), say("yes")), ("back", say("no")))


def perete(canvas: Canvas, seat: Seat, say: Speech) -> None:
    """Which seat declares tio Perete's hand."""
    title(canvas, say("tio Perete"), "card")
    canvas.centre(64, 11, "4-5-6-7", scale=2)
    canvas.centre(64, 37, say.place(seat))
    footer(canvas, ("ok", say("yes")), ("next", say("other (seat)")))


def void(canvas: Canvas, state: State, say: Speech) -> None:
    """Voiding the karta aldia waits for its second press."""
    title(canvas, say("Sure?"), "warning")
    asked = (
        say("Jugada {jugada} counts for nothing, and the next one is played?", jugada=str(state.jugada))
        if state.jugada
        else say("This karta aldia counts for nothing, and the same dealer deals again?")
    )
    paragraph(canvas, asked, TOP, 4)
    footer(canvas, (say("Paso"), say("yes")), ("back", say("no")))


def cards(canvas: Canvas, state: State, say: Speech) -> None:
    """All is called."""
    accepted = state.aldia.hordago
    title(canvas, say("Hordago accepted") if accepted else say("Show the cards"), "bolt" if accepted else "card")
    paragraph(canvas, say("Lay the hands open, each before its seat."), 14, 3, centred=True)
    footer(canvas, ("read", say("the cards")), ("ok", say("by hand")))


CUTOUT = (36, 51)
"""The width and the height of a card's own picture beside the alternatives."""


def doubt(canvas: Canvas, state: State, view: View, cutout: Image.Image | None, say: Speech) -> None:
    """A card to be settled with the buttons, a reading to be confirmed, or what has to be done before reading again.

    `cutout` is the card's own picture, of mode "1" and at most `CUTOUT` large; None where there is none.
    """
    laid = state.laid
    assert laid is not None
    settling = laid.card_doubt()
    if settling is not None and view.spread:
        title(canvas, say("Not sure"), "warning")
        paragraph(canvas, to_spread(state, say), TOP, 4)
        footer(canvas, ("ok", say("say it")), ("read", say("again")))
        return
    if settling is None:
        _turning(canvas, say("Not sure"), "warning", doubt_pages(laid, say), view.page)
        if laid.to_confirm():
            canvas.write(2, TOP + 30, say("Are all cards right?"))
            footer(canvas, ("ok", say("yes")), ("read", say("again")))
        else:
            footer(canvas, ("read", ""), ("ok", say("by hand")), (say("Paso"), say("void")))
        return
    choices = laid.choices(settling)
    seat = settling.seat
    asked = say("Which card?")
    title(canvas, asked, None, _seat_beside(asked, seat, say) if seat else "")
    choice = view.choice % len(choices)
    first = max(0, min(choice - 1, len(choices) - 3))
    left, width, pitch = (14, 31, 36) if cutout is None else (CUTOUT[0] + 4, 27, 30)
    if cutout is not None:
        at = (CUTOUT[0] - cutout.width) // 2, 13 + (CUTOUT[1] - cutout.height) // 2
        canvas.image.paste(cutout, at)
    for number, card in enumerate(choices[first : first + 3]):
        large_card(canvas, left + number * pitch, card, first + number == choice, width)
    footer(canvas, ("ok", say("yes")), ("next", say("other (card)")), left=0 if cutout is None else left)


def _turning(canvas: Canvas, heading: str, icon: str, pages: Sequence[Sequence[str]], number: int) -> None:
    """A page of a text that turns its pages by itself; its title says which."""
    page = number % len(pages)
    title(canvas, heading, icon, _which(page, pages))
    for row, line in enumerate(pages[page]):
        canvas.write(2, TOP + row * LINE, line)


def doubt_pages(laid: Laid, say: Speech) -> list[list[str]]:
    """The lines of what is in doubt about all cards, and what to do about it, page by page; none while one card is."""
    if laid.card_doubt():
        return []
    if doubts := laid.to_confirm():
        return _pages(unsure(doubts, say), 3)
    return _pages(advice(laid.blocking_doubt(), say), 4)


def to_spread(state: State, say: Speech) -> str:
    """Whose hands to spread, so that the cards in doubt are seen whole."""
    names = ", ".join(map(say.place, doubted(state))) or say("the table")
    return say.headed(names, say("lay the cards apart; they are read by themselves."))


def doubted(state: State) -> tuple[Seat, ...]:
    """The seats with a card in doubt, in playing order from the esku."""
    found = {doubt.seat for doubt in state.open_doubts() if doubt.card is not None}
    return tuple(seat for seat in state.aldia.seats if seat in found)


def _seat_beside(asked: str, seat: Seat, say: Speech) -> str:
    """The seat's name where there is room for it beside the title, else its letter."""
    letters, name = font("text"), say.place(seat)
    return name if letters.width(asked.upper()) + letters.width(name) < WIDTH - 12 else say.seat(seat)


def advice(doubt: Doubt | None, say: Speech) -> str:
    """What is in doubt, and what to do about it."""
    said = _begun(say.sentence(doubt.text)) if doubt else ""
    what = {
        "count": say("Lay four cards at each seat, apart."),
        "twice": say("Lay the cards apart."),
        "seat": say("Lay each hand before its seat."),
        "deck": say("Is this the club's deck?"),
        "picture": "",
        "card": say("Lay the cards apart."),
    }.get(doubt.kind if doubt else "picture", "")
    return " ".join(part for part in (_ended(said), what) if part) or say("Read again.")


def unsure(doubts: Sequence[Doubt], say: Speech) -> str:
    """What is in doubt besides the cards, each thing once."""
    texts = dict.fromkeys(doubt.text for doubt in doubts)
    return " ".join(_ended(_begun(say.sentence(text))) for text in texts)


def _ended(text: str) -> str:
    return text if not text or text.endswith(("?", ".")) else f"{text}."


def _begun(text: str) -> str:
    """A text as a sentence begins, still without its full stop; a file's name keeps its own letters."""
    first = text.split(" ")[0]
    return (text if "." in first.rstrip(".:") else f"{text[:1].upper()}{text[1:]}").rstrip(".")


def said_wrong(state: State) -> dict[Round, list[Seat]]:
    """Who is noted to have announced something otherwise than the cards have it, in which round."""
    noted = {round: [seat for seat in Seat if (round, seat) in state.misheard] for round in (Round.PAREAK, Round.JOKOA)}
    return {round: seats for round, seats in noted.items() if seats}


def conflict(canvas: Canvas, state: State, say: Speech) -> None:
    """The cards contradict the calls, or in Mus por Equipos the packs."""
    assert state.conflict is not None
    asked = say("Cards against calls") if state.conflict.strike else say("Wrong cards")
    title(canvas, _noted(state, say) or asked, "warning")
    paragraph(canvas, say.sentence(state.conflict.error), TOP, 4)
    if not state.conflict.strike:
        footer(canvas, ("read", ""), ("ok", say("by hand")), (say("Paso"), say("void")))
        return
    strike = say("strike {round}", round=say(state.conflict.strike[0].value))
    footer(canvas, ("ok", strike), ("last", ""), ("back", ""))


def _noted(state: State, say: Speech) -> str:
    """What is noted as said wrong, as the bar has room for it; empty where nothing is."""
    wrong = said_wrong(state).items()
    if not wrong:
        return ""
    apart, close = (
        say.listed(f"{say(round.value)} {between.join(map(say.letter, seats))}" for round, seats in wrong)
        for between in (" ", "")
    )
    forms = (say.headed(say("said"), apart), apart)
    return next((form for form in forms if font("text").width(form.upper()) <= WIDTH - 4), close)


def judge(canvas: Canvas, state: State, view: View, say: Speech) -> None:
    """A case that the rule book leaves to the judge."""
    assert state.finished is not None
    _turning(canvas, say("For the judge"), "scales", case_pages(state.finished, say), view.page)
    ok = () if stays(state) else (("ok", say("go on")),)
    footer(canvas, *ok, *marks_key(state, say))


def case_pages(finished: Finished, say: Speech) -> list[list[str]]:
    """The lines of what a karta aldia leaves to the judge, page by page; none where it leaves nothing."""
    case = finished.result.judge
    return _pages(say.sentence(case.why), 4) if case else []
