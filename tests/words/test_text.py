"""The catalogues: complete in every language, and every sentence that comes up at the table is said in it."""

from __future__ import annotations

import ast
import gettext
import json
import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import Formatter

import pytest

from engine.calls import Call
from engine.cards import Card
from engine.rounds import Round
from engine.rules import BOOK_NAMES
from engine.seats import Seat, Team
from engine.sentences import NEXT, Sentence
from engine.tantos.tally import Why
from firmware.panel.entry.door import Role, Visitor
from firmware.panel.page import Asked, script_texts, table_page
from firmware.screens.spoken import spoken
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.session.events import MatchProposed
from firmware.session.fold import Session
from firmware.session.press import Wish, meaning
from firmware.session.state import State
from firmware.session.view import View
from firmware.table.snapshot import Snapshot
from tests.firmware.screens.gallery import HANDS, JOKOA, Play, gallery
from tests.words.catalogues import ROOT, catalogue, marked
from vision.enrolled import layout
from words.as_json import from_json, to_json
from words.telling import reason
from words.text import CATALOGUES, DOMAIN, LANGUAGES, decimal, english, speech

OTHERS = [language for language in LANGUAGES if language != "en"]
CROSSED = {**HANDS, "W": "10b 3o 7c 4c"}
FEW = {**HANDS, "W": "11b 3o 7c"}


def said_in_the_code(*rooms: str) -> Iterator[str]:
    """Every literal text that stands in a call of one of the words that mark texts for the catalogues."""
    for room in rooms or ("engine", "vision", "words", "web", "desk", "firmware"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _marks(node.func) and node.args:
                    said = node.args[0]
                    assert not isinstance(said, ast.JoinedStr | ast.BinOp), f"{path}, line {said.lineno}"
                    for one in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
                        if isinstance(one, ast.Constant):
                            yield str(one.value)


def _marks(function: ast.expr) -> bool:
    """Whether it is such a word, or one of something: `asked.say`."""
    name = (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )
    return name in ("say", "Sentence", "msgid")


def parts(sentence: Sentence) -> Iterator[Sentence]:
    """A sentence and all that it is made of."""
    yield sentence
    for value in sentence.values.values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Sentence):
                yield from parts(one)


def names(text: str) -> set[str]:
    """The names in braces in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def heard() -> tuple[Sentence, ...]:
    """What the table says when buttons are pressed at random over many deals, by every rule book."""
    return tuple(sentence for sentence, _ in _heard())


def contradictions() -> tuple[Sentence, ...]:
    """What is said where cards and calls do not fit."""
    return tuple(sentence for sentence, contradiction in _heard() if contradiction)


@lru_cache(maxsize=1)
def _heard() -> tuple[tuple[Sentence, bool], ...]:
    """Every sentence, and whether cards and calls contradict each other there."""
    heard: dict[tuple[Sentence, bool], None] = {}
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
            conflict = play.state.conflict
            if conflict:
                heard[conflict.error, True] = None
            for sentence in (play.view.notice, *doubts):
                if sentence:
                    heard[sentence, False] = None
    return tuple(heard)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_and_no_other(language: str) -> None:
    assert len(marked()) > 600
    assert set(catalogue(language)) == marked()
    assert [text for text, translated in catalogue(language).items() if not translated] == []


def test_every_text_is_gathered() -> None:
    assert {text for text in said_in_the_code() if text} <= marked()
    assert set(script_texts()) <= marked()
    assert set(catalogue("en")) <= marked()


def test_every_choice_is_gathered() -> None:
    grids = [grid(state, view.path) for _, state, view in gallery() if view.path]
    labels = {cell.label for shown in grids for cell in shown.cells if cell and cell.label.isalpha()}
    assert {shown.title for shown in grids} <= marked()
    assert labels - set(BOOK_NAMES) <= marked()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_no_name_that_the_text_has_not(language: str) -> None:
    strange = {text for text, said in catalogue(language).items() if not names(said) <= names(text)}
    assert strange == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_is_compiled_from_the_catalogue(language: str) -> None:
    compiled = gettext.translation(DOMAIN, CATALOGUES, [language])
    stale = [text for text, said in catalogue(language).items() if compiled.gettext(text) != said]
    assert stale == [], "run `make catalogues`"


@pytest.mark.parametrize("language", OTHERS)
def test_french_alone_has_spaces_before_its_punctuation_and_no_line_is_broken_there(language: str) -> None:
    said = catalogue(language).values()
    plain = re.compile(r" [:;!?»]|« ")
    spaced = re.compile("\N{NO-BREAK SPACE}[:;!?»]|«\N{NO-BREAK SPACE}")
    close = re.compile("[^\N{NO-BREAK SPACE}][:;!?»](?= |$)|«[^\N{NO-BREAK SPACE}]")
    assert [text for text in said if plain.search(text)] == []
    assert (sum(bool(spaced.search(text)) for text in said) > 100) is (language == "fr")
    assert [text for text in said if close.search(text)] == [] or language != "fr"


@pytest.mark.parametrize(("language", "others"), [("eu", r"\b(joko|partida)"), ("fr", r"\b(jeux?|parties?)\b")])
def test_a_mantxa_is_called_neither_jokoa_nor_partida(language: str, others: str) -> None:
    """Games in the plural are left out: by the rules of NABO they are partidak."""
    mantxa, match = re.compile(r"\b(game|juegos|mantxak?)\b", re.IGNORECASE), re.compile("partida|match", re.IGNORECASE)
    texts = {text: said for text, said in catalogue(language).items() if mantxa.search(text) and not match.search(text)}
    assert len(texts) > 30
    assert {text: said for text, said in texts.items() if re.search(others, said, re.IGNORECASE)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_calls_the_bid_button_as_it_is_printed(language: str) -> None:
    say, waiting = speech(language), Play().happen(MatchProposed("nabo", "N"))
    refusal = meaning(waiting.session, waiting.view, Button.OK).refusal
    assert say("envido") in say.sentence(refusal or "")
    assert [text for text in catalogue(language) if "envido button" in text] == []


def test_every_sentence_at_the_table_is_a_kind_with_values() -> None:
    assert len(heard()) > 50
    for sentence in heard():
        assert isinstance(sentence, Sentence), sentence
        plain = [part for part in parts(sentence) if part.kind not in marked()]
        assert [part for part in plain if " " in part] == [], sentence


def test_a_sentence_is_said_with_its_values() -> None:
    say = speech("es")
    call = Sentence("'{call}': {what}", call=Call.parse("NS envido 2"), what=Sentence("the round is closed"))
    assert say.sentence(Sentence("{round}: {what}", round=Round.HANDIA, what=call)) == (
        "grande: «N-S envido 2»: el lance está cerrado"
    )
    twice = Sentence("{card} is read {count} times: {where}", card="7c", count=2, where=(Seat.N, Seat.W))
    assert say.sentence(twice) == "7c se lee 2 veces: N, O"
    gone = Sentence("There are no more pictures in {folder}.", folder="C:\\photos {1}")
    assert say.sentence(gone) == "No hay más fotos en C:\\photos {1}."
    legal = Sentence("{what}; legal now: {legal}", what=Sentence("nothing has been bid"), legal="NS paso")
    assert [speech(one).sentence(legal) for one in ("es", "en")] == ["no hay ningún envite", "nothing has been bid"]
    assert say.sentence("a name") == "a name"
    assert say.sentence("") == say("") == ""


def test_a_sentence_stands_by_itself() -> None:
    say = speech("es")
    assert say.whole(Sentence("there is nothing to take back")) == "No hay nada que deshacer."
    assert say.whole(Sentence("Is this the club's deck?")) == "¿Es la baraja del club?"
    unreadable = Sentence("{picture}: {what}", picture="a.jpg", what=Sentence("there is no such file"))
    assert say.whole(unreadable).startswith("a.jpg: ")
    both = Sentence.listed([Sentence("no bid waits"), Sentence("there is nothing to take back")], NEXT)
    assert say.whole(both) == "Ningún envite espera. No hay nada que deshacer."
    assert say.whole("") == ""


def test_a_sentence_goes_through_json() -> None:
    whole = Sentence(
        "{seat}: {what} {several} {team} {round} {card} {call} {count} {name}",
        seat=Seat.N,
        what=Sentence("{one}; {rest}", one=Sentence("no bid waits"), rest="b"),
        several=(Seat.W, Sentence("no seat")),
        team=Team.EW,
        round=Round.PUNTUA,
        card=Card.parse("12o"),
        call=Call.parse("S paso"),
        count=3,
        name=Path("a/b.jpg"),
    )
    again = from_json(json.loads(json.dumps(to_json(whole))))
    assert (again, again.kind) == (whole, whole.kind)
    assert again.values == {**whole.values, "name": "a/b.jpg"}
    assert speech("eu").sentence(again) == speech("eu").sentence(whole)


def test_a_suit_is_joined_to_its_card_and_row_as_each_language_does_it() -> None:
    said = speech("fr").sentence(layout.said(Card.parse("7e")))
    assert said == "le 7 d’épées (rangée 3 depuis le haut, place 7 depuis la gauche)"


def test_a_number_is_written_as_each_language_does_it() -> None:
    said = {language: speech(language) for language in LANGUAGES}
    assert {one: say.sentence(decimal(-7.96)) for one, say in said.items() if one != "en"} == dict.fromkeys(
        ("eu", "es", "fr"), "-8,0"
    )
    assert said["en"].sentence(decimal(24.25)) == decimal(24.25) == "24.2"
    percent = {one: say.percent(53) for one, say in said.items()}
    assert percent == dict.fromkeys(("en", "es", "fr"), "53\xa0%") | {"eu": "%\xa053"}


def test_what_stands_between_texts_is_each_language_s() -> None:
    assert (
        speech("fr").headed("Nord", speech("fr").listed(["a", "b"])) == "Nord\N{NO-BREAK SPACE}: a\N{NO-BREAK SPACE}; b"
    )
    assert all(speech(one).headed("N", speech(one).listed(["a", "b"])) == "N: a; b" for one in ("eu", "es", "en"))


@pytest.mark.parametrize(("state", "view"), [pytest.param(*shown, id=name) for name, *shown in gallery()])
def test_no_screen_is_spoken_with_another_language_s_punctuation(state: State, view: View) -> None:
    said = spoken(state, view, speech("fr"))
    assert not re.search("[^\N{NO-BREAK SPACE}][:;!?»](?= |$)| [:;!?»]|«[^\N{NO-BREAK SPACE}]", said), said


def test_a_call_is_said_with_the_tables_words() -> None:
    assert speech("es").call(Call.parse("EW gehiago 3")) == "E-O más 3"
    assert speech("eu").call(Call.parse("S paso")) == "H paso"
    assert english.call(Call.parse("NS envido 2")) == "N-S envido 2"
    assert english.call(Call.parse("W tira ene gatik")) == "W tira ene gatik"
    assert {speech("eu").team(team.value) for team in Team} == {"I-H", "E-M"}


def test_every_mark_has_its_word() -> None:
    words = [reason(why.value, speech("es")) for why in Why]
    assert words == ["no querido", "querido", "en paso", "valor", "negada", "tío Perete"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_no_place_left_open(language: str) -> None:
    say = speech(language)
    _, state, view = gallery()[0]
    asked = Asked(Snapshot(Session(state), view, 1, say), Visitor(Role.JUDGE), "a-token")
    html = table_page(asked).html(asked)
    assert f'<html lang="{language}">' in html
    assert "{{" not in html
    assert "[[" not in html
    assert html.count(" selected") == 1


def test_the_glossary_says_the_same() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
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
