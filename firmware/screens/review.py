"""The screens on which a finished hand is looked at again: its cards, its calls, its marks."""

from __future__ import annotations

from engine.cards import Card
from firmware.screens.correction import suits
from firmware.screens.marks import hands, why
from firmware.screens.parts import FOOT, paragraph, title
from firmware.screens.pixels import WIDTH, Canvas, font
from firmware.session.correcting import grid
from firmware.session.match import Finished
from firmware.session.press import CALLS_A_PAGE, MARKS_A_PAGE, call_pages, pages, unknown
from firmware.session.state import State
from firmware.words.text import Speech


def hand(canvas: Canvas, state: State, place: int, page: int, say: Speech) -> None:
    """One page of a finished hand."""
    finished = state.all_hands[place]
    count = pages(state, place)
    page %= count
    if page == 0:
        if path := unknown(state, place):
            hands(canvas, finished, say, Card.parse(path[-1]))
            canvas.dots(FOOT - 1)
            suits(canvas, grid(state, path).cells, FOOT)
        else:
            hands(canvas, finished, say)
        title(canvas, say("Hand {number}", number=place + 1), "card", _place(page, count))
    elif page <= call_pages(finished):
        _calls(canvas, finished, page - 1, place, _place(page, count), say)
    else:
        _marks(canvas, finished, page - 1 - call_pages(finished), _place(page, count), place, say)


def _place(page: int, count: int) -> str:
    return f"{page + 1}/{count}"


def _calls(canvas: Canvas, finished: Finished, part: int, place: int, page: str, say: Speech) -> None:
    title(canvas, say("{number}: calls", number=place + 1), None, page)
    lines = [say.headed(say(round), _compact(calls, say)) for round, calls in finished.record["calls"].items() if calls]
    struck = finished.record.get("struck", {})
    lines += [
        say.headed(say("struck"), say.headed(say(round), _compact(calls, say))) for round, calls in struck.items()
    ]
    if not lines:
        paragraph(canvas, say("All rounds were passed."), 22, 2, centred=True)
    y = 11
    letters = font("text")
    for line in lines[part * CALLS_A_PAGE : (part + 1) * CALLS_A_PAGE]:
        for row in letters.wrap(line, WIDTH - 4)[:2]:
            canvas.write(2, y, row)
            y += 10


def _compact(calls: list[str], say: Speech) -> str:
    """The calls with an answer's team left out: `N-S 2, E-W +2, iduki`."""
    said = []
    for call in calls:
        team, word, *amount = call.split()
        name = say.team(team)
        if word == "envido":
            said.append(f"{name} {amount[0]}")
        elif word == "gehiago":
            said.append(f"{name} +{amount[0]}")
        elif word == "hordago":
            said.append(f"{name} {say('hordago')}")
        else:
            said.append(say(word))
    return ", ".join(said)


def _marks(canvas: Canvas, finished: Finished, part: int, page: str, place: int, say: Speech) -> None:
    title(canvas, say("{number}: marks", number=place + 1), None, page)
    rows = finished.result["tantos"]
    if not rows:
        paragraph(canvas, say("Nothing was marked."), 22, 2, centred=True)
    for number, row in enumerate(rows[part * MARKS_A_PAGE : (part + 1) * MARKS_A_PAGE]):
        y = 11 + number * 10
        canvas.write(2, y, say(row["round"]))
        canvas.write(42, y, why(row["why"], say))
        canvas.right(WIDTH - 1, y, f"{say.team(row['team'])} {row['tantos']}")
    score = finished.result["score"]
    canvas.dots(53)
    canvas.write(2, 52, f"{say.team('NS')} {score['NS']}")
    canvas.right(WIDTH - 1, 52, f"{say.team('EW')} {score['EW']}")
