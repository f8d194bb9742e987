"""The catalogues: complete in every language, and every sentence that comes up at the table is said in it."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

import firmware
from engine.rounds import Round
from engine.rules import BOOK_NAMES
from engine.seats import Seat, Team
from engine.tantos.tally import Why
from firmware.panel.entry.door import Role, Visitor
from firmware.panel.page import Asked, script_texts, table_page
from firmware.panel.review.choosing import LONGER
from firmware.panel.templates import texts as html_texts
from firmware.screens.asking import SEAT_NAMES
from firmware.screens.clock import Warned
from firmware.screens.marks import why
from firmware.screens.spoken import spoken
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button
from firmware.session.choices.correcting import grid
from firmware.session.fold import Session
from firmware.session.press import Wish, meaning
from firmware.table.snapshot import Snapshot
from firmware.words.catalogue import CatalogueError, names, parse_catalogue
from firmware.words.telling import KINDS, RANKS
from firmware.words.text import LANGUAGES, english, speech
from tests.firmware.screens.gallery import HANDS, JOKOA, Play, gallery

OTHERS = [language for language in LANGUAGES if language != "en"]
FIRMWARE = Path(firmware.__file__).parent
CROSSED = {**HANDS, "W": "10b 3o 7c 4c"}
FEW = {**HANDS, "W": "11b 3o 7c"}


def said_in_the_code() -> Iterator[str]:
    """Every text that stands in a call of `say`, or of a Sentence."""
    for path in FIRMWARE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _says(node.func) and node.args:
                said = node.args[0]
                for part in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
                    if isinstance(part, ast.Constant):
                        yield str(part.value)


def _says(function: ast.expr) -> bool:
    """Whether it is `say`, the `say` of something, or Sentence."""
    return (isinstance(function, ast.Name) and function.id in ("say", "Sentence")) or (
        isinstance(function, ast.Attribute) and function.attr == "say"
    )


def named() -> Iterator[str]:
    """Every text that is looked up by a value."""
    yield from (round.value for round in Round)
    yield from (seat.value for seat in Seat)
    yield from SEAT_NAMES.values()
    yield from ("N-S", "E-W", "envido", "gehiago", "hordago", "iduki", "tira", "paso", "kanta")
    yield from (button.label for button in Button)
    yield from (warned.value for warned in Warned)
    yield from (trouble.value[1] for trouble in Trouble)
    yield from (*RANKS.values(), *KINDS.values())
    yield from (text for text in LONGER.values() if not _own(text))
    for _, state, view in gallery():
        if view.path:
            shown = grid(state, view.path)
            yield shown.title
            yield from (cell.label for cell in shown.cells if cell and cell.label.isalpha() and not _own(cell.label))


def _own(label: str) -> bool:
    """Whether it is a rule book's own name."""
    return label in BOOK_NAMES


@lru_cache(maxsize=1)
def sentences() -> tuple[str, ...]:
    """What the table says when buttons are pressed at random over many deals, by every rule book."""
    return tuple({sentence.split("; legal now")[0]: None for sentence, _ in heard()})


@lru_cache(maxsize=1)
def contradictions() -> tuple[str, ...]:
    """What is said where cards and calls do not fit."""
    return tuple({sentence: None for sentence, contradiction in heard() if contradiction})


@lru_cache(maxsize=1)
def heard() -> tuple[tuple[str, bool], ...]:
    """Every sentence, and whether cards and calls contradict each other there."""
    heard: dict[tuple[str, bool], None] = {}
    for seed in range(40):
        chance = random.Random(seed)
        play = Play(chance.choice(BOOK_NAMES))
        for _ in range(50):
            button = chance.choice(list(Button))
            if meaning(play.session, play.view, button).wish is Wish.READ:
                play.read(chance.choice([HANDS, JOKOA, CROSSED, FEW]))
            else:
                play.press(button.value)
            doubts = (doubt.text for doubt in play.state.open_doubts())
            if play.state.conflict:
                heard[play.state.conflict.error, True] = None
            for sentence in (play.view.notice, *doubts):
                if sentence:
                    heard[sentence, False] = None
    return tuple(heard)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    say = speech(language)
    texts = {*said_in_the_code(), *named(), *html_texts(), *script_texts()}
    assert len(texts) > 150
    assert sorted(text for text in texts if not say.has(text)) == []


def test_the_catalogues_have_the_same_texts() -> None:
    first, *others = (
        set(parse_catalogue((FIRMWARE / "words" / "languages" / f"{language}.po").read_text("utf-8")))
        for language in OTHERS
    )
    assert all(other == first for other in others)


@pytest.mark.parametrize("language", OTHERS)
def test_french_alone_has_spaces_before_its_punctuation_and_no_line_is_broken_there(language: str) -> None:
    said = parse_catalogue((FIRMWARE / "words" / "languages" / f"{language}.po").read_text("utf-8")).values()
    plain = re.compile(r" [:;!?»]|« ")
    spaced = re.compile("\N{NO-BREAK SPACE}[:;!?»]|«\N{NO-BREAK SPACE}")
    close = re.compile("[^\N{NO-BREAK SPACE}][:;!?»](?= |$)|«[^\N{NO-BREAK SPACE}]")
    assert [text for text in said if plain.search(text)] == []
    assert (sum(bool(spaced.search(text)) for text in said) > 100) is (language == "fr")
    assert [text for text in said if close.search(text)] == [] or language != "fr"


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_at_the_table_is_translated_to_its_end(language: str) -> None:
    say = speech(language)
    assert len(sentences()) > 50
    for sentence in sentences():
        said = say.sentence(sentence)
        assert said != sentence
        assert sentence.rsplit(": ", 1)[-1] not in said, f"{sentence!r} is said as {said!r}"


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (
            "handia: 'NS envido 2': a bid waits already: gehiago raises it",
            "grande: «N-S envido 2»: ya hay un envite: súbalo con más",
        ),
        ("The match is over.", "La partida ha terminado."),
        (
            "jokoa: E said no to jokoa and has it; N said yes to jokoa and has none",
            "juego: E dijo no a juego y tiene; N dijo sí a juego y no tiene",
        ),
        ("7c is read 2 times: N, W", "7c se lee 2 veces: N, O"),
        ("There are no more pictures in C:\\photos {1}.", "No hay más fotos en C:\\photos {1}."),
        ("nobody has heard this", "nobody has heard this"),
        ("", ""),
    ],
)
def test_a_sentence_is_said_with_its_values(sentence: str, said: str) -> None:
    assert speech("es").sentence(sentence) == said


def test_what_stands_between_texts_is_each_language_s() -> None:
    assert (
        speech("fr").headed("Nord", speech("fr").listed(["a", "b"])) == "Nord\N{NO-BREAK SPACE}: a\N{NO-BREAK SPACE}; b"
    )
    assert all(speech(one).headed("N", speech(one).listed(["a", "b"])) == "N: a; b" for one in ("eu", "es", "en"))


@pytest.mark.parametrize("name", [name for name, *_ in gallery()])
def test_no_screen_is_spoken_with_another_language_s_punctuation(name: str) -> None:
    state, view = next((state, view) for other, state, view in gallery() if other == name)
    said = spoken(state, view, speech("fr"))
    assert not re.search("[^\N{NO-BREAK SPACE}][:;!?»](?= |$)| [:;!?»]|«[^\N{NO-BREAK SPACE}]", said), said


def test_a_call_is_said_with_the_tables_words() -> None:
    assert speech("es").call("EW gehiago 3") == "E-O más 3"
    assert speech("eu").call("S paso") == "H paso"
    assert english.call("NS envido 2") == "N-S envido 2"
    assert english.call("no call") == "no call"
    assert {speech("eu").team(team.value) for team in Team} == {"I-H", "E-M"}


def test_every_mark_has_its_word() -> None:
    words = [why(reason.value, speech("es")) for reason in Why]
    assert words == ["no querido", "querido", "en paso", "valor", "negada", "tío Perete"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_no_place_left_open(language: str) -> None:
    say = speech(language)
    _, state, view = next(gallery())
    asked = Asked(Snapshot(Session(state), view, 1, say), Visitor(Role.JUDGE), "a-token")
    html = table_page(asked).html(asked)
    assert f'<html lang="{language}">' in html
    assert "{{" not in html
    assert "[[" not in html
    assert html.count(" selected") == 1


def test_the_glossary_says_the_same() -> None:
    text = (FIRMWARE.parent / "docs" / "glossary.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| `")
    ]
    assert len(rows) >= 30
    for key, *said in rows:
        assert said == [speech(language)(key.strip("`")) for language in LANGUAGES]
    assert {key.strip("`") for key, *_ in rows} >= {button.label for button in Button}


def test_a_language_that_is_none() -> None:
    with pytest.raises(KeyError):
        speech("de")


HEAD = 'msgid ""\nmsgstr ""\n"Language: xx\\n"\n\n'


def test_a_catalogue_is_read() -> None:
    text = f'{HEAD}# a comment\nmsgid "one "\n"and {{two}}"\nmsgstr "\\"bat\\"\\n{{two}}"\n'
    assert parse_catalogue(text) == {"one and {two}": '"bat"\n{two}'}
    assert names("{a} and {b}") == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('msgid "a"\nmsgstr ""', "'a' has no translation"),
        ('msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"', "'a' is there twice"),
        ('msgid "a"\nmsgstr "{b}"', "not in 'a'"),
        ('msgid "a"\nmsgstr "{"', "'{'"),
        ('msgid "a"\nmsgstr b', "line 2"),
        ('"a"', "line 1"),
        ('msgid "\\d"', "line 1"),
        ('msgctxt "a"', "line 1"),
    ],
)
def test_a_catalogue_with_a_mistake(text: str, wrong: str) -> None:
    with pytest.raises(CatalogueError, match=wrong):
        parse_catalogue(text)
