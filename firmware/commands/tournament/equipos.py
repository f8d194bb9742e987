"""`hamarreko equipos`: the result of Mus por Equipos over all tables, from their records, without a desk."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.equipos.result import against_the_packs, over_all_tables
from engine.errors import MusError
from firmware.files.arguments import UsageError, source_of, told
from firmware.files.books import books_of
from firmware.files.deals import read_deals
from firmware.files.forms import recognised
from firmware.files.hand_records import any_match
from firmware.files.lines import put, put_json
from firmware.files.matches import Found, tell
from firmware.keeping.played_matches import PlayedMatch, PlayedMatches
from words.equipos import as_json, in_words
from words.text import LANGUAGE, LANGUAGES, speech


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "tables",
        nargs="+",
        metavar="RECORD",
        help="of each table, the first one's first: a match that was exported, or the folder of its journal",
    )
    parser.add_argument("--deals", metavar="FILE", help="what was dealt: hold every hand against its pack")
    parser.add_argument("--json", action="store_true", help="all of it as one JSON object")
    parser.add_argument("--to", type=Path, metavar="FILE", help="write it there as a PDF")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=LANGUAGE, help="of what is said, and the PDF")


def run(args: argparse.Namespace) -> int:
    """Runs the command; its exit status."""
    matches = []
    for path in args.tables:
        try:
            matches.append(_match(path))
        except (OSError, MusError, LookupError) as error:
            return told("equipos", f"{path}: {error}")
    try:
        deals = read_deals(args.deals) if args.deals else {}
    except MusError as error:
        return told("equipos", f"{args.deals}: {error}")
    outcome = over_all_tables([match.figures.standing for match in matches])
    for what in _twice(args.tables, matches):
        told("equipos", what)
    say = speech(args.language)
    if args.to is not None:
        from web.equipos_sheet import equipos_sheet  # wanted seldom

        try:
            args.to.write_bytes(equipos_sheet(outcome, say))
        except OSError as error:
            raise UsageError(f"{args.to}: {error.strerror}") from error
    if args.json:
        put_json(as_json(outcome))
    else:
        put("\n".join(in_words(outcome, say)))
    strange = list(against_the_packs(outcome, deals)) if deals else []
    for what in strange:
        told("equipos", say(what))
    files = [(path, match) for path, match in zip(args.tables, matches, strict=True) if isinstance(match, Found)]
    otherwise = [path for path, match in files if tell(f"equipos: {path}", match)]
    return 1 if strange or otherwise else 0


def _twice(paths: Sequence[str], matches: Sequence[Found | PlayedMatch]) -> Iterator[str]:
    """A sentence for each record that says what an earlier one does: two tables hardly play so alike."""
    played = [match.figures.standing.match for match in matches]
    for place, (path, match) in enumerate(zip(paths, played, strict=True)):
        if (first := played.index(match)) < place:
            yield f"{path}: the same match as {paths[first]}: is one table's record given twice?"


def _match(path: str) -> Found | PlayedMatch:
    """The match of a table: that of a file, or the last one of a folder's journal."""
    if Path(path).is_dir():
        return PlayedMatches.in_folder(Path(path)).opened(None).played()
    with source_of(path) as source:
        match, errors = any_match(*recognised(source), find=books_of(path))
    if errors:
        raise errors[0]
    return match
