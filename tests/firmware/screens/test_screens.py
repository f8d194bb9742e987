"""The display's screens, pixel for pixel, and the fonts they are written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.rounds import Round
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.screens import render
from firmware.screens.asking import _noted, doubt_pages, notice_pages
from firmware.screens.parts import _column, card_name, paragraph, title
from firmware.screens.pixels import HEIGHT, WIDTH, Canvas, Glyph, _doubled, font, parse_font
from firmware.screens.spoken import spoken
from firmware.session.events import Agreed, CorrectionProposed, JudgeActed, MatchProposed
from firmware.session.fold import apply
from firmware.session.state import State
from firmware.session.view import LIVE, View, call_pages, pages
from tests.firmware.screens.contact_sheet import SCALE, place
from tests.firmware.screens.contact_sheet import main as contact_sheet
from tests.firmware.screens.gallery import HANDS, Drawn, Play, gallery, read, reading, screens
from tests.words.test_text import contradictions, heard, names, said_in_the_code
from vision.reading import Doubt
from words.names import Names
from words.text import LANGUAGES, english, speech

GOLDEN = Path(__file__).parents[2] / "data" / "screens"
SHEET = Path(__file__).parents[3] / "docs" / "screens.png"
RENEW = "python -m tests.firmware.screens.contact_sheet docs/screens.png --golden tests/data/screens"
SCREENS: dict[str, Drawn] = dict(screens())
STATES = {name: (state, view) for name, state, view in gallery()}


class Ink:
    """Everything that is written on a canvas, as the pixels of each text and each icon."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runs: list[tuple[str, set[tuple[int, int]]]] = []
        self.fields: list[set[tuple[int, int]]] = []
        self._open: list[set[tuple[int, int]]] = []
        write, icon, glyph, pill = Canvas.write, Canvas.icon, Canvas.glyph, Canvas.pill

        def written(canvas: Canvas, x: int, y: int, text: str, *rest: Any, **named: Any) -> int:
            with self._run(text):
                return write(canvas, x, y, text, *rest, **named)

        def marked(canvas: Canvas, x: int, y: int, name: str, *rest: Any, **named: Any) -> int:
            with self._run(f"icon {name}"):
                return icon(canvas, x, y, name, *rest, **named)

        def inked(canvas: Canvas, x: int, y: int, drawn: Glyph, lit: bool = True, scale: int = 1) -> None:
            lit_pixels = (_doubled(drawn) if scale == 2 else drawn).lit
            self._open[-1].update((x + gx, y + gy) for gx, gy in lit_pixels)
            glyph(canvas, x, y, drawn, lit, scale)

        def filled(canvas: Canvas, x: int, y: int, width: int, height: int, lit: bool = True) -> None:
            self.fields.append({(column, row) for column in range(x, x + width) for row in range(y, y + height)})
            pill(canvas, x, y, width, height, lit)

        monkeypatch.setattr(Canvas, "pill", filled)
        monkeypatch.setattr(Canvas, "write", written)
        monkeypatch.setattr(Canvas, "icon", marked)
        monkeypatch.setattr(Canvas, "glyph", inked)

    @contextmanager
    def _run(self, name: str) -> Iterator[None]:
        self._open.append(set())
        try:
            yield
        finally:
            self.runs.append((name, self._open.pop()))

    def complaints(self) -> list[str]:
        """What is cut off, by the display's edge or with three dots, and what touches something else."""
        wrong = [f"{name!r} ends in three dots" for name, _ in self.runs if name.endswith("…")]
        for name, pixels in self.runs:
            if any(not (0 <= x < WIDTH and 0 <= y < HEIGHT) for x, y in pixels):
                wrong.append(f"{name!r} goes over the edge")
            if any(pixels & field and not pixels <= field for field in self.fields):
                wrong.append(f"{name!r} reaches into a lit field or out of one")
        for (one, pixels), (other, others) in combinations(self.runs, 2):
            if {(x + dx, y) for x, y in pixels for dx in (-1, 0, 1)} & others:
                wrong.append(f"{one!r} touches {other!r}")
        return wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_cut_off_in_any_language(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ink = Ink(monkeypatch)
    SCREENS[name](speech(language))
    assert ink.runs
    assert ink.complaints() == []


@pytest.mark.parametrize(
    "given",
    [
        {"NS": "Wwwww", "EW": "Mendi Muino Mahaia"},
        {"N": "Wwwwwwww", "S": "Ww", "E": "Mmmmmmmm", "W": "Mm"},
        {"N": "Ñaki", "S": "Ñoño", "E": "Åke", "W": "Ümit"},
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_not_cut_off_either(language: str, given: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    say = speech(language).named(Names.parse(given)).short
    for name, draw in SCREENS.items():
        with monkeypatch.context() as patched:
            ink = Ink(patched)
            draw(say)
        assert ink.complaints() == [], name


THREE_WRONG = {"change": "announced", "round": "pareak", "seats": ["W", "S"]}
FALSE_GAME = {"N": "12o 12c 7e 1b", "W": "11b 6c 7c 4c", "S": "1c 2b 5o 6o", "E": "12e 4e 5e 7b"}
RAISED = ("EW envido 2", "NS gehiago 2", "EW gehiago 5", "NS gehiago 2", "EW gehiago 1", "NS hordago")


def crowded() -> Iterator[tuple[str, State, View]]:
    """Screens of the gallery's kinds with as much on them as there may be."""
    bid = Play().press("envido-ew", "iduki").read(HANDS)
    yield "a round's choices", bid.state, View(hand=0, path=("hand", "0", "handia"))
    bid.happen(JudgeActed({"kind": "adjusted", "game": 1, "team": "NS", "tantos": 2, "by": "judge", "reason": "x"}))
    yield "the judge's menu", bid.state, View(path=("menu", "judge"))
    passed = Play().press(*["paso"] * 4).read(FALSE_GAME)
    yield "the marks of puntua", passed.state, View(hand=0, page=2)
    yield "calls entered anew", passed.state, View(hand=0, path=("hand", "0", "handia", "anew", *RAISED))
    for games in (3, 7):
        new = apply(Play("france").session, MatchProposed("france", "E", games=games, players=2))
        yield f"one against one, {games} games", new.now, LIVE
    case = Play("spain").press(*["paso"] * 4).read(HANDS).happen(CorrectionProposed(1, (THREE_WRONG,)))
    case.happen(Agreed("NS")).happen(Agreed("EW"))
    for page in range(2):
        yield f"three wrong announcements, page {page}", case.state, View(page=page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("given", [{}, {"NS": "Los Tres Reyes", "EW": "Mendi Muino Mahaia"}])
def test_nothing_is_cut_off_where_there_is_much_of_it(
    given: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = speech(language).named(Names.parse(given)).short
    for name, state, view in crowded():
        with monkeypatch.context() as patched:
            ink = Ink(patched)
            render(state, view, say)
        assert ink.complaints() == [], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_cut_off(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every refusal stands on the display whole, and so does every contradiction of cards and calls."""
    say, state = speech(language), STATES["round"][0]
    crossed = STATES["conflict"][0]
    assert crossed.conflict is not None
    for sentence in heard():
        for page in range(len(notice_pages(sentence, say))):
            with monkeypatch.context() as patched:
                ink = Ink(patched)
                render(state, View(notice=sentence, page=page), say)
            assert ink.complaints() == [], sentence
    for sentence in contradictions():
        with monkeypatch.context() as patched:
            ink = Ink(patched)
            render(replace(crossed, conflict=replace(crossed.conflict, error=sentence)), say=say)
        assert ink.complaints() == [], sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hands", [HANDS, {}])
def test_no_doubt_about_the_picture_is_cut_off(
    hands: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the reader says stands whole where OK would take the cards, and where they are to be read again."""
    say, play, counts = speech(language), Play(), set[int]()
    for text in said_in_the_code("vision"):
        sentence = Sentence(text, **dict.fromkeys(names(text), "12"))
        state = read(play.session, reading(hands, (Doubt("picture", sentence),))).now
        assert state.laid is not None
        pages = doubt_pages(state.laid, say)
        assert say.sentence(sentence)[1:].rstrip(".") in " ".join(line for page in pages for line in page)
        for page in range(len(pages)):
            with monkeypatch.context() as patched:
                ink = Ink(patched)
                render(state, View(page=page), say)
            assert {*pages[page]} <= {name for name, _ in ink.runs}
            assert ink.complaints() == [], sentence
        counts.add(len(pages))
    assert {1, 2} <= counts


def test_what_is_cut_off_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ink = Ink(monkeypatch)
    canvas = Canvas()
    title(canvas, "a title that is far too long", right="seven")
    paragraph(canvas, "more than a single line " * 3, 20, 1)
    found = " ".join(ink.complaints())
    assert "touches" in found
    assert "over the edge" in found
    assert "three dots" in found


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was_approved(name: str) -> None:
    drawn = SCREENS[name](english)
    assert (drawn.mode, drawn.size) == ("1", (128, 64))
    with Image.open(GOLDEN / f"{name}.png") as golden:
        assert golden.mode == "1"
        different = ImageChops.logical_xor(drawn, golden).getbbox()
    assert different is None, f"{name} differs within {different}; if that is meant, renew the pictures: {RENEW}"


def test_no_approved_screen_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCREENS)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_drawn_beside_the_display(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def dot(self: Canvas, x: int, y: int, lit: bool = True) -> None:
        assert 0 <= x < WIDTH, f"a pixel at {x}, {y}"
        assert 0 <= y < HEIGHT, f"a pixel at {x}, {y}"

    def box(self: Canvas, x: int, y: int, width: int, height: int, lit: bool = True) -> None:
        if width > 0 and height > 0:
            dot(self, x, y)
            dot(self, x + width - 1, y + height - 1)

    monkeypatch.setattr(Canvas, "dot", dot)
    monkeypatch.setattr(Canvas, "box", box)
    SCREENS[name](speech(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_grid_stand_apart_and_over_their_buttons(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    letters, write, seen = font("text"), Canvas.write, list[tuple[int, int, int]]()

    def told(canvas: Canvas, x: int, y: int, text: str, *rest: Any, **named: Any) -> int:
        seen.append((y, x, x + letters.width(text)))
        return write(canvas, x, y, text, *rest, **named)

    monkeypatch.setattr(Canvas, "write", told)
    grids = [(state, view) for state, view in STATES.values() if view.path and view.path[:2] != ("menu", "phone")]
    assert len(grids) > 20
    for state, view in grids:
        seen.clear()
        render(state, view, speech(language))
        rows = [sorted(run[1:] for run in seen if run[0] == y) for y in {run[0] for run in seen} if y > 12]
        for row in rows:
            assert all(right[0] - left[1] >= 2 for left, right in pairwise(row)), (view.path, row)
            assert all(left >= 0 and right <= WIDTH for left, right in row), (view.path, row)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_contradiction_is_spoken_without_the_engines_list_and_with_its_button(language: str) -> None:
    say = speech(language)
    state, view = STATES["conflict"]
    said = spoken(state, view, say)
    assert "legal now" not in said
    assert state.conflict
    assert say.headed(say("OK"), say("strike {round}", round=say(state.conflict.strike[0].value))) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_however_many_are_noted_to_have_said_it_wrong_all_of_them_have_room_in_the_bar(language: str) -> None:
    say, state = speech(language), STATES["conflict"][0]
    said = [(round, seat) for round in (Round.PAREAK, Round.JOKOA) for seat in Seat]
    for some in range(1, len(said) + 1):
        for noted in combinations(said, some):
            told = _noted(replace(state, misheard=frozenset(noted)), say)
            assert font("text").width(told.upper()) <= WIDTH - 4, told
            for round, letters in re.findall(rf"({'|'.join(say(each.value) for each, _ in said)}) ([A-Z ]+)", told):
                meant = {say.letter(seat) for each, seat in noted if say(each.value) == round}
                assert {*letters} - {" "} == meant
            assert all(say(each.value) in told for each, _ in noted)


@pytest.mark.parametrize(("state", "view"), STATES.values(), ids=STATES)
def test_every_screen_is_spoken_too(state: State, view: View) -> None:
    said = spoken(state, view)
    assert said.endswith((".", "?")) or view.notice
    assert ".." not in said
    assert "None" not in said


def test_the_text_font_has_every_letter_of_the_four_languages() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'\"-–+*/()=%&_<>#@[]·"
    accented = "áéíóúüñçàâèêëîïôùûœæÁÉÍÓÚÜÑÇÀÂÈÊËÎÏÔÙÛ¿¡«»…’→"
    assert {*letters, *accented} - {" "} <= font("text").glyphs.keys()
    assert all(font("text").glyph(letter).lit != font("text").glyph("o").lit for letter in "óòöôO0")


def test_text_is_broken_to_the_width() -> None:
    letters = font("text")
    lines = letters.wrap("a sentence of several words and averyveryverylongword.sqlite.that.has.no.space", 60)
    assert all(letters.width(line) <= 60 for line in lines)
    assert letters.wrap("a\N{NO-BREAK SPACE}: b", letters.width("a : b") - 1) == ["a\N{NO-BREAK SPACE}:", "b"]
    assert letters.width("\N{NO-BREAK SPACE}:") == letters.width(" :")
    assert "".join(lines).replace(" ", "") == "asentenceofseveralwordsandaveryveryverylongword.sqlite.that.has.no.space"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("height 5\nwidth 4", "width 4"),
        ("height 5\n\nsheet top 0\na b\n#", "shorter"),
        ("height 5\n\nsheet top 0\na\n#\n##", "longer"),
    ],
)
def test_a_font_with_a_mistake(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        parse_font(text)


def test_the_contact_sheet(tmp_path: Path) -> None:
    assert contact_sheet([str(tmp_path / "docs" / "sheet.png"), "--golden", str(tmp_path / "golden")]) == 0
    assert len(list((tmp_path / "golden").iterdir())) == len(SCREENS)
    with Image.open(tmp_path / "docs" / "sheet.png") as sheet:
        assert sheet.width > 4 * WIDTH


def test_the_sheet_in_the_docs_has_every_screen_as_it_is_drawn() -> None:
    with Image.open(SHEET) as sheet:
        shown = sheet.convert("L")
    old = [name for number, name in enumerate(SCREENS) if not _stands(shown, number, SCREENS[name](english))]
    assert old == [], RENEW
    assert shown.height == place(len(SCREENS) + 3)[1], RENEW


def _stands(sheet: Image.Image, number: int, image: Image.Image) -> bool:
    x, y = place(number)
    there = sheet.crop((x, y, x + WIDTH * SCALE, y + HEIGHT * SCALE)).point(lambda level: 255 * (level > 100), "1")
    return there.tobytes() == image.resize(there.size, Image.Resampling.NEAREST).tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_review_is_spoken_with_its_cards_in_words(language: str) -> None:
    say, (state, view) = speech(language), STATES["review-marks"]
    hand = state.hands[view.hand or 0]
    told = [spoken(state, replace(view, page=page), say) for page in range(pages(hand))]
    assert len(set(told)) == len(told) > 2
    cards, *rest = told
    for seat in hand.record.cards:
        held = ", ".join(card_name(hand.face(card), say) for card in hand.hand(seat))
        assert say.headed(say.place(seat), held) in cards
    assert not re.search(r"\b\d+[oceb]\b", cards)
    calls, marks = " ".join(rest[: call_pages(hand)]), " ".join(rest[call_pages(hand) :])
    assert all(say.call(call) in calls for said in hand.record.calls.values() for call in said)
    assert all(f"{say.team(mark.team)} +{mark.tantos}" in marks for mark in hand.result.marks)


@pytest.mark.parametrize("tantos", [5, -5])
def test_the_marks_are_what_the_hand_brought_whatever_is_put_right_behind_it(
    tantos: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play().read(HANDS).press("ok").read(HANDS)
    act = {"kind": "adjusted", "game": 1, "team": "NS", "tantos": tantos, "by": "judge", "reason": "x"}
    ink = Ink(monkeypatch)
    render(play.happen(JudgeActed(act)).state)
    assert [text for text, _ in ink.runs if "+" in text] == ["N-S +3", "E-W +2"]


@pytest.mark.parametrize(("won", "shown"), [((1, 0), "1"), ((3, 0), "3"), ((4, 0), "4")])
def test_a_mantxa_is_a_cup_and_no_speck(won: tuple[int, int], shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ink = Ink(monkeypatch)
    _column(Canvas(), 0, "N-S", 12, 40, won[0], asked=False)
    cups = [pixels for name, pixels in ink.runs if name == "icon cup"]
    assert all(len(cup) >= 20 for cup in cups)
    assert str(len(cups)) == shown or shown in {name for name, _ in ink.runs}
    assert ink.complaints() == []
