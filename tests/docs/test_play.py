"""The players' and the judges' pages: words are those of the catalogues, and all languages say the same."""

from __future__ import annotations

from collections import Counter

import pytest

from firmware.session.buttons import Button
from tests.docs.pages import Page, Pages, pages
from tests.docs.reading import Document
from tests.words.catalogues import catalogue
from words.text import LANGUAGES, speech

EQUIPOS = {page.language: page for page in pages() if page.source.startswith("docs/play/equipos")}
PLAYERS = {page.language: page for page in pages() if page.sheet and page not in EQUIPOS.values()}
JUDGES = {page.language: page for page in pages() if page.source.startswith("docs/judge")}


def _plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.fixture(params=LANGUAGES)
def page(request: pytest.FixtureRequest) -> Page:
    return PLAYERS[request.param]


def _buttons(document: Document, language: str) -> list[str]:
    """The buttons that are named, in order; AssertionError for bold words that are on no button."""
    labels = {_plain(speech(language)(button.label)): button.value for button in Button}
    named = []
    for word, line in document.spans("strong"):
        assert _plain(word) in labels, f"{document.source}, line {line}: {word!r} is on no button in {language}"
        named.append(labels[_plain(word)])
    return named


def _shown(document: Document, language: str) -> list[str]:
    """The English texts of what is said to stand on the display; AssertionError for what stands nowhere."""
    texts: dict[str, list[str]] = {}
    for key in catalogue("es"):
        texts.setdefault(_plain(speech(language)(key)), []).append(key)
    shown = []
    for word, line in document.spans("em"):
        assert _plain(word) in texts, f"{document.source}, line {line}: {word!r} stands nowhere in {language}"
        shown.append(min(texts[_plain(word)]))
    return shown


def test_there_is_one_in_each_language() -> None:
    assert set(PLAYERS) == set(EQUIPOS) == set(JUDGES) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_mus_por_equipos_is_told_the_same_in_each_language(site: Pages, language: str) -> None:
    english, document = (site.documents[EQUIPOS[code].source] for code in ("en", language))
    assert _shape(document) == _shape(english)
    assert _buttons(document, language) == _buttons(english, "en") == ["read", "paso"]
    assert _shown(document, language) == _shown(english, "en") == ["All games played"]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_judges_read_the_same_in_each_language(site: Pages, language: str) -> None:
    english, document = (site.documents[JUDGES[code].source] for code in ("en", language))
    assert _shape(document) == _shape(english)
    assert Counter(_buttons(document, language)) == Counter(_buttons(_without_the_legend(english), "en"))
    shown = (_shown(_without_what_is_no_text(one), code) for one, code in ((document, language), (english, "en")))
    assert len(set(map(len, shown))) == 1
    codes = ([block.language for block in one.blocks()] for one in (document, english))
    assert len({*map(tuple, codes)}) == 1


def test_every_button_is_there_and_called_what_is_printed_on_it(site: Pages, page: Page) -> None:
    assert set(_buttons(site.documents[page.source], page.language)) == {button.value for button in Button}


def test_every_language_has_the_same_parts_with_the_same_buttons(site: Pages, page: Page) -> None:
    english, document = (site.documents[PLAYERS[code].source] for code in ("en", page.language))
    assert _shape(document) == _shape(english)
    assert _rows(document, page.language) == _rows(english, "en")
    assert len(_shown(document, page.language)) == len(_shown(english, "en")) >= 12


def _shape(document: Document) -> list[str]:
    """Headings, lists, tables and their rows, without what stands in them."""
    return [f"{token.type} {token.tag}" for token in document.tokens]


def _rows(document: Document, language: str) -> list[Counter[str]]:
    """The buttons of each row, list item and paragraph."""
    labels = {_plain(speech(language)(button.label)): button.value for button in Button}
    found = []
    for token in document.tokens:
        bold, words = False, []
        for child in token.children or ():
            bold = child.type == "strong_open" or (bold and child.type != "strong_close")
            if bold and child.type == "text":
                words.append(labels[_plain(child.content)])
        if token.children is not None:
            found.append(Counter(words))
    return found


@pytest.mark.parametrize("other", [page for page in pages() if page.keys and not page.sheet], ids=lambda p: p.source)
def test_the_other_pages_about_playing_name_buttons_by_their_labels(site: Pages, other: Page) -> None:
    _buttons(_without_the_legend(site.documents[other.source]), other.language)


def _without_the_legend(document: Document) -> Document:
    """Without the sentence that says how buttons are shown."""
    kept = [token for token in document.tokens if "**buttons** look like this" not in token.content]
    return Document(document.source, kept)


def _without_what_is_no_text(document: Document) -> Document:
    """Without the legend and the clock's number of minutes, which is no text to translate."""
    kept = [token for token in _without_the_legend(document).tokens if not token.content.startswith("*+1*")]
    return Document(document.source, kept)
