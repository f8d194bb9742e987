"""The adviser on the display: whatever it asks and tells stands on it whole, in every language and rule book."""

from __future__ import annotations

import pytest

from engine.rules import BOOK_NAMES
from firmware.screens.correction import list_lines
from firmware.screens.parts import LINES
from firmware.screens.pixels import WIDTH, font
from firmware.screens.spoken import spoken
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import Cell, Path
from firmware.session.choices.menu import LAW
from firmware.session.state import State
from firmware.session.view import View
from tests.firmware.screens.gallery import Play
from words.text import LANGUAGES, Speech, speech


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", BOOK_NAMES)
def test_all_that_the_adviser_says_stands_on_the_display(rules: str, language: str) -> None:
    too_long = _too_long(Play(rules).state, (LAW,), speech(language))
    assert too_long == []


def test_what_happens_now_is_a_heading_and_a_question_stands_by_itself() -> None:
    play, path = Play("federacion").press("envido-ns"), (LAW, "bids", "raised-own")
    told, does = (spoken(play.state, View(path=path, choice=choice)) for choice in range(2))
    assert told.startswith("What happens now: ")
    assert does == "What happens now: Take the last call back: OK takes it, Next shows another."
    asked = spoken(play.state, View(path=(LAW,)))
    assert asked == "What happened? the deal: OK takes it, Next shows another."


def _too_long(state: State, path: Path, say: Speech) -> list[str]:
    """What takes more lines than there are, after these choices and all that follow."""
    shown, letters = grid(state, path), font("text")
    assert letters.width(say(shown.title).upper()) < WIDTH - 20
    found = list[str]()
    for slot in shown.slots:
        if isinstance(slot, Cell):
            asked, said = list_lines(shown, slot, say)
            lines = [*asked, *said]
        else:
            lines = letters.wrap(say.whole(slot or ""), WIDTH - 4)
        found += [" ".join(lines)] if len(lines) > LINES else []
        if isinstance(slot, Cell) and isinstance(slot.leads, tuple) and not shown.told:
            found += _too_long(state, slot.leads, say)
    return found
