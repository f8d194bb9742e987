"""JSON as the project takes it: no field twice, no NaN, no number that is none; and always with an answer."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, NoReturn

from engine.errors import MusError, NotJsonError, quoted
from engine.sentences import Sentence


def decode(text: str) -> Any:
    """What `text` stands for. NotJsonError says why it is not JSON, MusError why it cannot be read."""
    return _decoded(_DECODER.decode, text)


def decode_at(text: str, start: int) -> tuple[Any, int]:
    """What the JSON that begins at `start` stands for, and where it ends. MusError as `decode`."""
    value, end = _decoded(_DECODER.raw_decode, text, start)
    return value, end


def _decoded(decoder: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return decoder(*arguments)
    except MusError:
        raise
    except RecursionError:
        raise MusError(Sentence("not JSON that can be read: nested too deep")) from None
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise NotJsonError(Sentence("not JSON: {what} at column {column}", what=what, column=error.colno)) from None
    except ValueError:  # a whole number beyond Python's digit limit
        raise MusError(Sentence("not JSON that can be read: a whole number has too many digits")) from None


def encode(data: Any) -> str:
    """`data` as JSON on one line, in plain letters where UTF-8 can write them."""
    text = _ENCODER.encode(data)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can write and UTF-8 cannot
        return json.dumps(data)
    return text


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise MusError(Sentence("the field {name} is there twice", name=quoted(twice)))
    return fields


def _no_constant(name: str) -> NoReturn:
    raise MusError(Sentence("not JSON: {name} is no number", name=name))


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise MusError(Sentence("not JSON that can be read: {text} is too large a number", text=quoted(text)))
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False)
