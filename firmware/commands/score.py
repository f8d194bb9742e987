"""`hamarreko score`: hand records or a match in; one result a line out, in the same order.

Hand records are answered line by line, as they come in. A match, in either of its forms, is read whole: what comes
later in it can change what an earlier karta aldia is worth.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, Final

from engine.errors import MusError, SheetError, quoted
from engine.records import HandRecord, warnings_of
from engine.rules import FindBook
from engine.showdown import score
from engine.strict_json import encode
from engine.tantos.result import Result
from engine.telling.explain import explain
from firmware.files.arguments import source_of
from firmware.files.books import books_of, find_book
from firmware.files.forms import HANDS, recognised, record_data
from firmware.files.lines import LONGEST, TOO_LONG, Lines
from firmware.files.streams import forget_output
from words.text import LANGUAGE, LANGUAGES, Speech

Explainer = Callable[[HandRecord, Result], list[str]]
"""What says why each mark of a result was made."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="hand records or a match; left out: standard input")
    parser.add_argument(
        "--unagreed", action="store_true", help="count corrections of a match to which not both teams have agreed"
    )
    parser.add_argument(
        "--explain", action="store_true", help="say of every mark why, in `explained`, a list of sentences"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGE, help="of the sentences")


def run(args: argparse.Namespace) -> int:
    """Runs the command; its exit status."""
    with source_of(args.file) as source:
        return _score_stream(source, sys.stdout.buffer, args.unagreed, _explainer(args), books_of(args.file))


def _explainer(args: argparse.Namespace) -> Explainer | None:
    """What says why each mark was made, in the language asked for; None where nobody asks."""
    if not args.explain:
        return None
    from words.telling import in_words  # only who asks needs them

    say = Speech(args.language)
    return lambda record, result: in_words(explain(record, result), say)


def _score_stream(
    source: BinaryIO,
    sink: BinaryIO,
    unagreed: bool = False,
    explained: Explainer | None = None,
    find: FindBook = find_book,
) -> int:
    """Scores all that `source` holds; what has come in is answered before more is waited for. The exit status."""
    status = 0
    try:
        form, batches = recognised(source)
        for answers, wrong in (
            _of_hands(batches, explained, find)
            if form is HANDS
            else _of_match(form, batches, unagreed, explained, find)
        ):
            status |= wrong
            sink.write(b"".join(answers))
            sink.flush()
    except BrokenPipeError:
        forget_output()
    return status


def _of_hands(
    batches: Iterable[Lines], explained: Explainer | None, find: FindBook
) -> Iterator[tuple[list[bytes], bool]]:
    """The answers to the lines that have come in, and whether something is wrong with one of them."""
    gc.set_threshold(_COLLECTED_EVERY)
    for batch in batches:
        answers, wrong = [], False
        for number, line in batch:
            answer = score_line(line, number, explained, find)
            if answer is not None:
                answers.append(_encoded(answer))
                wrong = wrong or "error" in answer
        yield answers, wrong


_COLLECTED_EVERY: Final = 50_000
"""Objects: a record leaves no circles behind, and looking for them after every few costs a tenth of the time."""


def _of_match(
    form: str, batches: Iterable[Lines], unagreed: bool, explained: Explainer | None, find: FindBook
) -> Iterator[tuple[list[bytes], bool]]:
    """The results of all karta aldiak of a match and its own, or the one thing that keeps it from being read."""
    from engine.sheets.figures import match_result
    from firmware.files.matches import read_match, results, tell  # only a match needs them

    try:
        found = read_match(form, batches, unagreed, find)
    except SheetError as error:
        where = "" if error.column is None else f"column {error.column}: "
        yield [_encoded({"id": None, "line": error.line, "error": where + error.what})], True
        return
    answers = [*results(found, explained), {"match": match_result(found.figures.standing)}]
    wrong = tell("score", found)
    yield [_encoded(answer) for answer in answers], wrong or any("error" in answer for answer in answers)


def score_line(
    line: bytes, number: int, explained: Explainer | None = None, find: FindBook = find_book
) -> dict[str, Any] | None:
    """The result of one line, or what is wrong with it, as JSON data, `explained` if asked for; None: a blank line."""
    if len(line) > LONGEST:
        return {"id": None, "line": number, "error": TOO_LONG}
    data = record_id = None
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        if not text.strip():
            return None
        try:
            data = record_data(text)
        except MusError:
            record_id = _id_of(text)
            raise
        if isinstance(data, dict):
            record_id = data.get("id")
        record = HandRecord.parse(data, find)
        result = score(record)
        return result.to_dict() if explained is None else result.to_dict() | {"explained": explained(record, result)}
    except UnicodeDecodeError as error:
        message = f"not UTF-8: byte {quoted(line[error.start])} at column {error.start + 1}"
    except MusError as error:
        message = str(error)
    answer = {"id": record_id, "line": number, "error": message}
    warnings = warnings_of(data) if isinstance(data, dict) else ()  # what is missing may be there under another name
    return answer | {"warnings": list(warnings)} if warnings else answer


def _id_of(text: str) -> Any:
    """The id of a record that Python can read, though it is not taken; None where there is none, or not as JSON."""
    try:
        data = _LENIENT_DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return data.get("id") if isinstance(data, dict) else None


_LENIENT_DECODER = json.JSONDecoder(
    parse_constant=lambda _: None,
    parse_float=lambda text: None if math.isinf(float(text)) else float(text),
    parse_int=lambda text: int(text) if len(text) < sys.int_info.default_max_str_digits else None,
)


def _encoded(answer: dict[str, Any]) -> bytes:
    return f"{encode(answer)}\n".encode()
