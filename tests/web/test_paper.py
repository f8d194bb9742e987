"""Paper in the fonts that every reader has."""

from __future__ import annotations

import pypdfium2

from web.paper import Paper, RuledPaper


def test_letters_that_the_fonts_lack_stand_without_their_marks() -> None:
    paper = Paper("names")
    paper.add_page()
    paper.put("Iñaki Šarić, Łukasz Đoković, Дима", 10)
    shown = pypdfium2.PdfDocument(bytes(paper.output()))[0].get_textpage().get_text_range()
    assert shown == "Iñaki Šaric, Lukasz Dokovic, ????"


def test_whoever_is_called_as_the_number_of_pages_is_no_number() -> None:
    paper = RuledPaper("{nb}")
    paper.put("{nb}", 10)
    shown = pypdfium2.PdfDocument(bytes(paper.output()))[0].get_textpage().get_text_range()
    assert shown.split() == ["{", "nb}", "{", "nb}", "1", "/", "1"]
