"""A grid of choices as the buttons lie, and what waits for both teams: a correction, an entered hand, a new match."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from engine.calls import Action, Call
from engine.match.corrections import CallsReplaced
from engine.match.entries import Correction
from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.screens.parts import (
    FOOT,
    LINE,
    LINES,
    TOP,
    at_most,
    card_name,
    footer,
    hand,
    paragraph,
    small_card,
    title,
)
from firmware.screens.pixels import HEIGHT, WIDTH, Canvas, font
from firmware.session.choices.grid import COLUMNS, About, Cell, Grid
from firmware.session.choices.settling import by_hands
from firmware.session.corrections import NOT_COUNTED
from firmware.session.finished import Face
from firmware.session.state import State
from firmware.session.waiting import NewMatch
from words.acts import changed, vacas_moved
from words.books import called
from words.text import SUITS, Speech

SUIT_OF: Final = {word: suit.value for suit, word in SUITS.items()}
"""The suits' letters by what stands on a cell."""
_SEATS = {seat.value: seat for seat in Seat}
_ROWS = 3
_LINES = 3
"""Lines in which the display says what a correction changes."""
_WIDE = WIDTH // COLUMNS
_APART = 4
"""Pixels between two words of a row, at least, where there is room for them."""
_HIGH = (HEIGHT - TOP) // _ROWS


def labelled(cell: Cell, say: Speech) -> str:
    """What stands on a cell, in words."""
    if cell.card:
        return card_name(cell.card, say)
    if cell.deed:
        return cell.deed.told(say)
    if isinstance(cell.label, Sentence):
        return say.sentence(cell.label)
    if cell.label in _SEATS:
        return say.place(_SEATS[cell.label])
    return f"{say.team(cell.team)} {say(cell.label)}".strip() if cell.team else say(cell.label)


def about_in_words(about: About, say: Speech) -> str:
    """What choices are about, where there is room for words."""
    if isinstance(about, Seat):
        return say.place(about)
    return card_name(about, say) if isinstance(about, Face) else say.value(about)


def choices(canvas: Canvas, shown: Grid, choice: int, say: Speech) -> None:
    """The choices, each where its button lies on the box; of a list the one under the cursor."""
    if shown.listed:
        _listed(canvas, shown, choice, say)
    else:
        _grid(canvas, shown, say)


def _grid(canvas: Canvas, shown: Grid, say: Speech) -> None:
    """In the bar stand all calls that were entered before."""
    about, letters = say.value(shown.about), font("text")
    asked = say.place(shown.seat) if shown.seat else say(shown.title)
    if shown.so_far:
        asked, about = about, _last_ones(short_calls(shown.so_far, say, plain=True))
    room = letters.width(asked.upper()) + letters.width(about) < WIDTH - 10
    title(canvas, asked if room or not shown.so_far else "", None, about if room or shown.so_far else "")
    for row in range(_ROWS):
        top, words = TOP + 2 + row * _HIGH, dict[int, str]()
        for column, cell in enumerate(shown.cells[row * COLUMNS : (row + 1) * COLUMNS]):
            if cell and (word := _cell(canvas, column * _WIDE, top, cell, say)):
                words[column] = word
        _words(canvas, top + 2, words)
    if shown.told and len(shown.cells) <= COLUMNS * (_ROWS - 1):
        canvas.write(2, top + 2, say.sentence(shown.told))
    canvas.pill(WIDTH - _WIDE // 2 - 6, top + 2, 13, 12)
    canvas.icon(WIDTH - _WIDE // 2 - 4, top + 5, "back", lit=False)
    for row in range(1, _ROWS):
        canvas.dots(TOP + 1 + row * _HIGH)


def _last_ones(calls: list[str]) -> str:
    """As many of the last calls as the bar has room for; three dots stand for those before them."""
    told = " ".join(calls)
    while len(calls) > 1 and font("text").width(told) > WIDTH - 4:
        calls = calls[1:]
        told = " ".join(["…", *calls])
    return told


def _listed(canvas: Canvas, shown: Grid, choice: int, say: Speech) -> None:
    """A list's sentences under what is asked, as many as fit: Next goes to another one, OK takes the lit one."""
    place = choice % len(shown.slots)
    slot = shown.slots[place]
    title(canvas, say(shown.title), None, f"{place + 1}/{len(shown.slots)}" if len(shown.slots) > 1 else "")
    if not isinstance(slot, Cell):
        paragraph(canvas, say.whole(slot or ""), TOP, LINES)
        return
    asked, chosen = list_lines(shown, slot, say)
    asked = at_most(max(1, LINES - len(chosen)), asked)
    for number, line in enumerate(asked):
        canvas.write(2, TOP + number * LINE, line)
    y = TOP + len(asked) * LINE
    for lines, lit in _around(shown, place, LINES - len(asked), say):
        if lit:
            canvas.pill(0, y + 2, WIDTH, len(lines) * LINE)
        for line in lines:
            canvas.write(3, y, line, lit=not lit)
            y += LINE


def _around(shown: Grid, place: int, room: int, say: Speech) -> list[tuple[list[str], bool]]:
    """The choices about the one under the cursor that stand on the display with it, each with its lines."""
    cells = [slot if isinstance(slot, Cell) else None for slot in shown.slots]
    first = last = place

    def lines(cell: Cell | None) -> list[str]:
        return list_lines(shown, cell, say)[1] if cell else [""] * LINES

    left = room - len(lines(cells[place]))
    while last + 1 < len(cells) and len(lines(cells[last + 1])) <= left:
        last += 1
        left -= len(lines(cells[last]))
    while first and len(lines(cells[first - 1])) <= left:
        first -= 1
        left -= len(lines(cells[first]))
    return [(lines(cells[number]), number == place) for number in range(first, last + 1)]


def list_lines(shown: Grid, cell: Cell, say: Speech) -> tuple[list[str], list[str]]:
    """The lines of what a list asks, and of one of its choices."""
    letters, asked = font("text"), say.value(shown.about)
    return letters.wrap(asked, WIDTH - 4) if asked else [], letters.wrap(labelled(cell, say), WIDTH - 6)


def suits(canvas: Canvas, cells: Sequence[Cell | None]) -> None:
    """The suits that may be said, in one line, each where its button lies in its row on the box."""
    for column, cell in enumerate(cells):
        if cell:
            canvas.icon(column * _WIDE + _WIDE // 2 - 5, FOOT, SUIT_OF[cell.label])


def _words(canvas: Canvas, y: int, words: Mapping[int, str]) -> None:
    """A row's words, each over the middle of its column, or as near to that as its neighbours leave it."""
    letters, left = font("text"), dict[int, int]()
    spare = WIDTH - sum(map(letters.width, words.values()))
    apart = min(_APART, spare // max(1, len(words) - 1))
    end = -apart
    for column, word in words.items():
        middle = column * _WIDE + _WIDE // 2 + 1
        left[column] = max(middle - letters.width(word) // 2, end + apart)
        end = left[column] + letters.width(word)
    end = WIDTH + apart
    for column, word in reversed(list(words.items())):
        left[column] = min(left[column], end - apart - letters.width(word))
        end = left[column]
        canvas.write(left[column], y, word)


def _cell(canvas: Canvas, left: int, top: int, cell: Cell, say: Speech) -> str:
    """Draws what is no word; what is one is returned, to be written with the others of its row."""
    middle = left + _WIDE // 2
    if cell.card:
        small_card(canvas, left + 7, top + 2, cell.card)
        return ""
    if cell.label in SUIT_OF:
        canvas.icon(middle - 5, top + 2, SUIT_OF[cell.label])
        return ""
    if cell.label in _SEATS:
        return say.seat(_SEATS[cell.label])
    text = say("tira (short)") if cell.label == "tira" else say(cell.label)
    if cell.label == "hordago":
        width = font("icons").glyph("bolt").width
        end = canvas.icon(left + 2, top + 3, "bolt")
        if cell.team:
            canvas.write(max(end + 2, left + width + 4), top + 2, say.team(cell.team))
        return ""
    if cell.team:
        name = say.team(cell.team)
        both = f"{name} {text}".strip()
        text = both if not text or font("text").width(both) <= _WIDE - 3 else text
    return text


def agreeing(canvas: Canvas, state: State, page: int, say: Speech) -> None:
    """What a correction brings besides, page by page, then what it changes, whole; and who has not agreed yet."""
    proposal = state.proposal
    assert proposal is not None
    before, after = proposal.games
    games = "" if before == after else f"{before[Team.NS]}–{before[Team.EW]} → {after[Team.NS]}–{after[Team.EW]}"
    vacas = [f"{moved}." for moved in vacas_moved(proposal.vacas, say)]
    dropped = _parts(say.sentence(NOT_COUNTED)) if proposal.drops_hand else []
    opens = [part for one in proposal.questions for part in _parts(say.whole(by_hands(one, state.match)))]
    pages = [*vacas, *dropped, *opens, _in_lines(proposal.correction, say)]
    if proposal.tells_more:
        _which(canvas, page % len(pages), len(pages), "scales" if opens else "card", games)
    else:
        title(canvas, say("Correction"), "card", games)
    paragraph(canvas, pages[page % len(pages)], TOP, _LINES)
    if not proposal.binding:
        canvas.centre(WIDTH // 2, TOP + 31, say("The score stays."))
        footer(canvas, ("ok", say("yes")), ("back", say("no")))
        return
    for place, team in enumerate(Team):
        old, new = (score[team] for score in proposal.tantos)
        said = f"{old}" if old == new else f"{old} → {new}"
        canvas.centre(WIDTH // 4 + place * WIDTH // 2, TOP + 31, f"{say.team(team)} {said}")
    words(canvas, proposal.agreed, say)


def _in_lines(correction: Correction, say: Speech) -> str:
    """What a correction puts right, as short as the display has room for."""
    what = in_short(correction, say)
    return what if len(font("text").wrap(what, WIDTH - 4)) <= _LINES else in_short(correction, say, plain=True)


def _parts(text: str) -> list[str]:
    """A text in parts for which the display has room."""
    lines = font("text").wrap(text, WIDTH - 4)
    return [" ".join(lines[first : first + _LINES]) for first in range(0, len(lines), _LINES)]


def _which(canvas: Canvas, page: int, pages: int, icon: str, right: str) -> None:
    """The bar of a correction that brings more than its score: which page it is, and that Next shows another."""
    title(canvas, "", icon, right)
    end = canvas.write(18, 0, f"{page + 1}/{pages}", lit=False)
    canvas.pill(end + 4, 1, 12, 10, lit=False)
    canvas.icon(end + 6, 3, "next")


def entered(canvas: Canvas, state: State, say: Speech) -> None:
    """The hands that were entered, and who has not agreed yet that these are the cards."""
    assert state.entered is not None
    title(canvas, say("Are all cards right?"), None)
    for place, seat in enumerate(state.entered.seats):
        hand(canvas, TOP + place * LINE, say.seat(seat), state.entered.of(seat), seat is state.esku)
    words(canvas, state.entered.agreed, say)


def new_match(canvas: Canvas, state: State, say: Speech) -> None:
    """How a new match would be played, and who has not agreed yet to begin it."""
    assert state.new_match is not None
    title(canvas, say("A new match?"), "warning")
    paragraph(canvas, new_match_in_words(state.new_match, say), TOP, 3)
    words(canvas, state.new_match.agreed, say)


def new_match_in_words(new: NewMatch, say: Speech) -> str:
    """How a new match would be played."""
    rules, esku = called(Path(new.begins.rules).stem, say), Seat.parse(new.begins.esku)
    if new.begins.players == 2:
        rules = say("{rules}, one against one", rules=rules)
    told = {"rules": rules, "target": new.target, "games": new.games, "seat": say.place(esku)}
    return say("{rules}, to {target}, mantxak {games}, esku {seat}", **told)


def words(canvas: Canvas, agreed: Collection[Team], say: Speech) -> None:
    """Each team's word at the bottom: a tick where it has agreed, else the button that agrees."""
    for place, team in enumerate(Team):
        name, left = say.team(team), place * 44
        if team in agreed:
            end = canvas.write(left + 2, FOOT - 1, name)
            canvas.icon(end + 3, FOOT + 2, "ok")
        else:
            width = font("text").width(name) + 4
            canvas.pill(left, FOOT, width, 11)
            canvas.write(left + 2, FOOT - 1, name, lit=False)
            canvas.write(left + width + 3, FOOT - 1, "?")
    footer(canvas, ("back", say("no")), left=88)


def in_short(correction: Correction, say: Speech, plain: bool = False) -> str:
    """What a correction puts right, in few words; `plain`: as few as can be."""
    return say.listed(
        say.headed(say(change.round.value), ", ".join(short_calls(change.calls, say, plain)) or say("passed"))
        if isinstance(change, CallsReplaced)
        else changed(change, say, close=plain)
        for change in correction.changes
    )


def short_calls(calls: Iterable[Call], say: Speech, plain: bool = False) -> list[str]:
    """Calls without the team that answers: `N-S 2`, `E-W +2`, `iduki`.

    `plain`: also without the teams that raise, one after the other; equal raises are counted: `+1×3`.
    """
    said = list[str]()
    for call in calls:
        name = "" if plain and call.action is not Action.ENVIDO and said else f"{say.team(call.team)} "
        if call.action is Action.ENVIDO:
            said.append(f"{name}{call.amount}")
        elif call.action is Action.GEHIAGO:
            said.append(f"{name}+{call.amount}")
        elif call.action is Action.HORDAGO:
            said.append(f"{name}{say('hordago')}")
        else:
            said.append(say(call.action.value))
    counted = ((one, len([*same])) for one, same in groupby(said))
    return [one if count == 1 else f"{one}×{count}" for one, count in counted] if plain else said
