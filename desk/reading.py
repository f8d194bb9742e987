"""What browsers and programs send to a desk, read: texts that can be kept, whole numbers within their limits."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Any, Final

from engine.errors import MusError
from engine.fields import WantedError
from engine.sentences import Sentence, msgid

MOST: Final = 99_999_999
"""The largest whole number that is read, of eight digits: databases and pages can work with it."""
_NUMBER: Final = re.compile("[0-9]{1,8}")
_LINE_ENDS: Final = re.compile("\r\n|\r|\n")
_BYTE_ORDER_MARK: Final = "\ufeff"
"""With which many programs begin a file."""
_SHOWN: Final = 20
"""Letters of what was no number, in the sentence about it."""
_KEPT_NOWHERE: Final = re.compile("[\0\ud800-\udfff]")
"""NUL, which PostgreSQL has in no text, and half a surrogate pair, which UTF-8 cannot write."""


def whole(text: str, field: str, least: int = 0) -> int:
    """The whole number that somebody typed in that field. MusError where it is none, less than the least, or more than
    `MOST`."""
    if _NUMBER.fullmatch(text) and int(text) >= least:
        return int(text)
    wanted = Sentence("{field}: a whole number from {least} to {most}", field=field, least=least, most=MOST)
    raise MusError(Sentence("{wanted}, not {value}", wanted=wanted, value=text[:_SHOWN]) if text else wanted)


def lines(text: str) -> list[str]:
    """The lines of a file, or of what was typed. What Unicode has besides of ends of lines is a letter of a text."""
    return _LINE_ENDS.split(text.removeprefix(_BYTE_ORDER_MARK))


def file(value: Any) -> bytes:
    """The file that a program sends in base 64. WantedError where it is none."""
    try:
        return b64decode(value, validate=True)
    except (TypeError, ValueError):
        raise WantedError(msgid("a file in base 64"), str(value)[:_SHOWN]) from None


def keepable(sent: Any) -> Any:
    """The same texts, lists and objects of JSON. MusError where a text has a letter that no database keeps."""
    waiting = [sent]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if found := _KEPT_NOWHERE.search(one):
                where = Sentence("a text has the character {code}, which cannot be kept", code=f"U+{ord(found[0]):04X}")
                raise MusError(where)
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list | tuple):
            waiting += one
    return sent
