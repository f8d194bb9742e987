"""`hamarreko convert`: hand records, a match's JSON lines or its text, turned into one another, or played again."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import BinaryIO, Final

from engine.errors import SheetError
from engine.match.entries import Match
from engine.match.played import Played
from engine.match.standing import under
from engine.rules import FindBook
from engine.sheets import json_lines
from engine.sheets import text as game_text
from engine.sheets.figures import Figures
from engine.strict_json import encode
from firmware.files.arguments import source_of, told
from firmware.files.books import books_of, find_book, named_book
from firmware.files.forms import FORMS, HANDS, TEXT, recognised
from firmware.files.hand_records import any_match, hands_of_match
from firmware.files.matches import Found, tell
from firmware.files.streams import forget_output
from firmware.session.finished import noted_in
from words.text import LANGUAGE, LANGUAGES, speech

HTML: Final = "html"
"""The match again, as a page that stands alone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="hand records or a match; left out: standard input")
    parser.add_argument(
        "--to",
        required=True,
        choices=(*FORMS, HTML),
        help="jsonl: a match as JSON lines; text: a match as a text; hands: hand records, one JSON object a line; "
        "html: the match again, hand by hand, as a page that stands alone",
    )
    parser.add_argument(
        "--rules", metavar="NAME", help="mark everything anew under another rule book, or one in a file"
    )
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=LANGUAGE, help="of the page (English)")
    parser.add_argument(
        "--unagreed", action="store_true", help="count corrections of a match to which not both teams have agreed"
    )


def run(args: argparse.Namespace) -> int:
    """Runs the command; its exit status."""
    if args.rules is not None:
        named_book(args.rules)
    with source_of(args.file) as source:
        return _convert(source, args)


def _convert(source: BinaryIO, args: argparse.Namespace) -> int:
    form, batches = recognised(source)
    rules, unagreed, find = args.rules, args.unagreed, books_of(args.file)
    match, errors = any_match(form, batches, unagreed, find)
    _say(*errors)
    wrong = tell("convert", match) or bool(errors)
    text, left_out = _written(match if rules is None else _under(match, rules, unagreed, find), args.to, args.language)
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        forget_output()
    return int(wrong or left_out)


def _under(match: Found, rules: str, unagreed: bool, find: FindBook = find_book) -> Found:
    """The match marked anew under another rule book: the scores before its karta aldiak are those of that book."""
    stands = under(match.sheet.match, rules, find_book=find, unagreed=unagreed)
    figures = Figures(stands)
    entries = [
        replace(entry, score=figures.aldiak[number].original.before) if isinstance(entry, Played) else entry
        for number, entry in enumerate(match.sheet.match.entries, 1)
    ]
    anew = Match(stands.match.header, tuple(entries))
    return Found(replace(match.sheet, match=anew), figures)


def _written(match: Found, to: str, language: str = LANGUAGE) -> tuple[str, bool]:
    """The match in the form `to`, and whether something had to be left out, which is then said."""
    if to == HTML:
        from firmware.panel.review.replay import replay_file  # what makes a page is loaded for a page alone

        noted, wrong = noted_in(match.sheet)
        _say(*wrong)
        return replay_file(match.figures.standing, noted, speech(language)).decode(), False
    if to == HANDS:
        records, errors = hands_of_match(match)
        _say(*errors)
        return "".join([encode(record) + "\n" for record in records]), bool(errors)
    form = game_text if to == TEXT else json_lines
    return form.write(match.sheet, match.figures.standing.book, match.figures), False


def _say(*errors: SheetError) -> None:
    for error in errors:
        told("convert", error)
