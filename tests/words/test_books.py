"""The rule books by the names that people know, and what is special about each."""

from __future__ import annotations

import pytest

from engine.rules import BOOK_NAMES, parse_rulebook, rulebook
from words.books import called, length, special
from words.text import LANGUAGES, english, speech


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_book_has_a_name_and_a_line_of_its_own(language: str) -> None:
    say = speech(language)
    names = [called(name, say) for name in BOOK_NAMES]
    lines = [say.sentence(special(rulebook(name))) for name in BOOK_NAMES]
    assert len({*names, *lines}) == 2 * len(BOOK_NAMES)
    assert not set(names) & set(BOOK_NAMES)


def test_what_is_special_is_read_off_the_book() -> None:
    said = {name: english.sentence(special(rulebook(name))) for name in BOOK_NAMES}
    assert said["nabo"] == "to 40, 4 kings, mantxak: 2, the real 31, penalties of its own"
    assert said["federacion"] == "to 40, 8 kings, mantxak: 4, penalties of its own, a clock"
    assert said["spain"] == "to 30, 8 kings, mantxak: 3, vacas: 3"
    assert english.sentence(length(rulebook("basque"))) == "4 kings, vacas: 3"


def test_a_club_s_own_book_has_its_line_too() -> None:
    club = parse_rulebook('base = "spain"\nname = "club"\ntitle = "Our club"\ntarget = 25\ntio_perete = true', "club")
    assert called("club", english) == "club"
    assert english.sentence(special(club)) == "to 25, 8 kings, mantxak: 3, vacas: 3, tio Perete"
