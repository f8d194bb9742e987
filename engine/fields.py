"""JSON objects field by field: a table says how each field is read, and how it is written again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from engine.errors import MusError, RecordError, nearly, quoted
from engine.sentences import Sentence, msgid


@dataclass(frozen=True, slots=True)
class Field:
    """`read` takes what JSON holds (a MusError says what is wrong with it), `write` gives it back.

    `needed`: it may be neither missing nor null. `left_out`: the value that it has where it is missing, and that is
    not written.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value
    needed: bool = True
    left_out: Any = None


class WantedError(RecordError):
    """What a value should be, and is not: ``a text, not 3``. It is said behind the name of the field."""

    def __init__(self, wanted: str, value: object) -> None:
        """`wanted` is the kind of a Sentence, or a Sentence itself."""
        wanted = wanted if isinstance(wanted, Sentence) else Sentence(wanted)
        super().__init__(Sentence("{wanted}, not {value}", wanted=wanted, value=quoted(value)))


_OBJECT: Final = msgid("a JSON object")
NOT_EMPTY: Final = msgid("a text that is not empty")
TRUTH: Final = msgid("true or false")


def within(least: int | None, most: int | None = None) -> Sentence:
    """What a whole number should be."""
    wanted = Sentence("a whole number")
    if least is not None:
        wanted = Sentence("{wanted}, at least {least}", wanted=wanted, least=least)
    return wanted if most is None else Sentence("{wanted}, at most {most}", wanted=wanted, most=most)


Fields = Mapping[str, Field]
"""The fields of an object, in the order in which they are written."""


def read_fields(data: Any, held: Fields, what: str, beside: Collection[str] = ()) -> dict[str, Any]:
    """The values of the fields in `data`, which is `what`; others are left alone, such as those that stand `beside`.

    A MusError names the field that is missing or wrong; `noticing` hears of one that is nearly a known one.
    """
    if not isinstance(data, dict):
        raise RecordError(Sentence("{field} is {what}", field=Sentence(what), what=WantedError(_OBJECT, data).sentence))
    if _noticed.get() is not None:
        notice(misspelt(data, frozenset((*held, *beside))))
    values = {}
    for name, field in held.items():
        value = data.get(name)
        if value is None:
            if field.needed:
                raise RecordError(Sentence("{field} is missing", field=name))
            values[name] = field.left_out
            continue
        values[name] = _read(name, field.read, value)
    return values


def misspelt(data: Mapping[str, Any], known: frozenset[str]) -> tuple[str, ...]:
    """What there is to say of the fields of `data` that nobody knows and that are nearly `known` ones."""
    meant = ((name, _meant(name, known)) for name in data if name not in known)
    return tuple(f"{quoted(name)} is no known field: is {quoted(one)} meant?" for name, one in meant if one)


@lru_cache(maxsize=256)
def _meant(name: str, known: frozenset[str]) -> str | None:
    return nearly(name, known)


def notice(said: Iterable[str]) -> None:
    """Tells whoever is `noticing` of fields that were left out of account."""
    heard = _noticed.get()
    if heard is not None:
        heard += said


@contextmanager
def noticing() -> Iterator[list[str]]:
    """What there is to say of fields read meanwhile that nobody knows and that are nearly known ones, at any depth."""
    heard: list[str] = []
    before = _noticed.set(heard)
    try:
        yield heard
    finally:
        _noticed.reset(before)


_noticed: Final = ContextVar[list[str] | None]("noticed", default=None)


def _read(name: str, read: Callable[[Any], Any], value: Any) -> Any:
    try:
        return read(value)
    except WantedError as error:
        raise RecordError(Sentence("{field} is {what}", field=name, what=error.sentence)) from None
    except MusError as error:
        raise RecordError(Sentence("{field}: {what}", field=name, what=error.sentence)) from None


def written_fields(thing: object, held: Fields) -> dict[str, Any]:
    """The attributes of `thing` that the fields are named by, as JSON; `read_fields` reads them back."""
    values = {name: getattr(thing, name) for name in held}
    return {
        name: field.write(values[name])
        for name, field in held.items()
        if field.needed or (values[name] != field.left_out and values[name] is not None)
    }


def text(value: Any) -> str:
    """A text, which may be empty."""
    if not isinstance(value, str):
        raise WantedError(msgid("a text"), value)
    return value


def word(value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise WantedError(NOT_EMPTY, value)
    return value


def whole(least: int | None, most: int | None = None) -> Callable[[Any], int]:
    """A whole number that is at least and at most so many."""

    def read(value: Any) -> int:
        if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
            raise WantedError(within(least, most), value)
        return value

    return read


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise WantedError(TRUTH, value)
    return value


def one_of(known: Mapping[str, Any]) -> Callable[[Any], Any]:
    """What is known by that name."""

    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in known:
            raise WantedError(Sentence("one of {names}", names=tuple(known)), value)
        return known[value]

    return read


def list_of(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    """A list whose items are read so."""

    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise WantedError(msgid("a list"), value)
        try:
            return tuple([read(item) for item in value])
        except WantedError as error:
            raise RecordError(Sentence("each is {what}", what=error.sentence)) from None

    return read_list


def set_of(read: Callable[[Any], Any]) -> Callable[[Any], frozenset[Any]]:
    """A list whose items are read so, none of them twice."""
    items = list_of(read)

    def read_set(value: Any) -> frozenset[Any]:
        found = items(value)
        if len(set(found)) < len(found):
            raise RecordError(Sentence("each once, not {value}", value=quoted(value)))
        return frozenset(found)

    return read_set


def object_of(who: Callable[[Any], Any], read: Callable[[Any], Any]) -> Callable[[Any], dict[Any, Any]]:
    """An object whose names and values are read so."""

    def read_object(value: Any) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise WantedError(_OBJECT, value)
        return {_read(name, who, name): _read(name, read, held) for name, held in value.items()}

    return read_object


TEXT: Final = Field(text)
WORD: Final = Field(word)
NOTE: Final = Field(text, needed=False)
NUMBER: Final = Field(whole(1))
FLAG: Final = Field(flag, needed=False, left_out=False)
