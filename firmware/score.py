"""`hamarreko score`: hand records in, one JSON object a line; one result a line out, in the same order."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO

from engine.errors import MusError, RuleBookError, quoted
from engine.records import HandRecord
from engine.rules import BOOK_NAMES, RuleBook, parse_rulebook, rulebook
from engine.showdown import score

_CHUNK = 1 << 16
_MAX_RULE_FILE = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="the hand records; left out: standard input")


def run(args: argparse.Namespace) -> int:
    """Runs the command; its exit status."""
    if args.file is None:
        return _score_stream(sys.stdin.buffer, sys.stdout.buffer)
    try:
        with open(args.file, "rb") as source:
            return _score_stream(source, sys.stdout.buffer)
    except OSError as error:
        print(f"hamarreko score: {args.file}: {error.strerror or error}", file=sys.stderr)
        return 2


def _score_stream(source: BinaryIO, sink: BinaryIO) -> int:
    """Scores every line of `source`; what has come in is answered before more is waited for. The exit status."""
    status = 0
    try:
        for lines in _batches(source):
            answers = []
            for number, line in lines:
                answer = score_line(line, number)
                if answer is None:
                    continue
                if "error" in answer:
                    status = 1
                answers.append(_encoded(answer))
            sink.write(b"".join(answers))
            sink.flush()
    except BrokenPipeError:
        # whoever read the results has enough; Python's own flush at exit must not fail on it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def score_line(line: bytes, number: int) -> dict[str, Any] | None:
    """The result of one line, or what is wrong with it, as JSON data; None for a blank line."""
    record_id = None
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        if not text.strip():
            return None
        try:
            data = _decode(text)
        except MusError:
            record_id = _id_of(text)
            raise
        if isinstance(data, dict):
            record_id = data.get("id")
        return score(HandRecord.parse(data, find_book)).to_dict()
    except UnicodeDecodeError as error:
        message = f"not UTF-8: byte {quoted(line[error.start])} at column {error.start + 1}"
    except MusError as error:
        message = str(error)
    return {"id": record_id, "line": number, "error": message}


def find_book(rules: str) -> RuleBook:
    """The built-in rule book of that name, or the one in the file of that path."""
    return rulebook(rules) if rules in BOOK_NAMES else _book_in_file(rules)


@cache
def _book_in_file(path: str) -> RuleBook:
    try:
        status = os.stat(path)
        if not S_ISREG(status.st_mode) or status.st_size > _MAX_RULE_FILE:
            raise RuleBookError(f"rules: {quoted(path)} is no rule book file")
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RuleBookError(f"rules: {quoted(path)} is not UTF-8") from None
    except (OSError, ValueError) as error:
        if isinstance(error, RuleBookError):
            raise
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        names = ", ".join(BOOK_NAMES)
        raise RuleBookError(f"rules: {quoted(path)} is none of {names}, nor a rule book file: {why}") from None
    return parse_rulebook(text, path)


def _batches(source: BinaryIO) -> Iterator[Iterable[tuple[int, bytes]]]:
    """The numbered lines of `source`, as many at a time as have come in."""
    number, parts = 0, [b""]
    read = getattr(source, "read1", source.read)
    while chunk := read(_CHUNK):
        if b"\n" not in chunk:  # a long line: its parts are joined once, at its end
            parts.append(chunk)
            continue
        *lines, rest = b"".join((*parts, chunk)).split(b"\n")
        yield enumerate(lines, number + 1)
        number, parts = number + len(lines), [rest]
    if last := b"".join(parts):
        yield [(number + 1, last)]


def _decode(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except MusError:
        raise
    except RecursionError:
        raise MusError("not JSON that can be read: nested too deep") from None
    except json.JSONDecodeError as error:
        raise MusError(f"not JSON: {error.msg} at column {error.colno}") from None
    except ValueError as error:  # a whole number beyond Python's digit limit
        raise MusError(f"not JSON that can be read: {error}") from None


def _id_of(text: str) -> Any:
    """The id of a record that Python can read, though it is not taken; None where there is none, or not as JSON."""
    try:
        data = _LENIENT_DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return data.get("id") if isinstance(data, dict) else None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise MusError(f"the field {quoted(twice)} is there twice")
    return fields


def _no_constant(name: str) -> Any:
    raise MusError(f"not JSON: {name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise MusError(f"not JSON that can be read: {quoted(text)} is too large a number")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)
_LENIENT_DECODER = json.JSONDecoder(
    parse_constant=lambda _: None,
    parse_float=lambda text: None if math.isinf(float(text)) else float(text),
    parse_int=lambda text: int(text) if len(text) < sys.int_info.default_max_str_digits else None,
)
_ENCODER = json.JSONEncoder(ensure_ascii=False)


def _encoded(answer: dict[str, Any]) -> bytes:
    try:
        return (_ENCODER.encode(answer) + "\n").encode()
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can write and UTF-8 cannot
        return (json.dumps(answer) + "\n").encode()
