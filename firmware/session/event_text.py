"""Events as the journal keeps them, each a line of JSON: written, and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, fields
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from firmware.session.events import KINDS, Event

VERSION = 2
"""The form that events are written in, the only one that is read."""
_KIND = re.compile(rf'\{{"v":{VERSION},"event":"([a-z-]+)"')


class EventError(ValueError):
    """A kept event that cannot be read."""


def to_text(event: Event) -> str:
    """The event as the journal keeps it: one line of JSON.

    A field that has its default is left out: a release that does not know the field reads the event all the same.
    """
    left_out = _DEFAULTS[type(event)]
    body = {
        name: value
        for name, value in asdict(event).items()  # type: ignore[call-overload]
        if name not in left_out or value != left_out[name]
    }
    return json.dumps({"v": VERSION, "event": event.kind, **body}, ensure_ascii=False, separators=(",", ":"))


def kind_of(text: str) -> str:
    """The kind of the event that `to_text` wrote, without reading all of it. EventError where it is none."""
    found = _KIND.match(text)
    return found[1] if found and found[1] in KINDS else from_text(text).kind


def from_text(text: str) -> Event:
    """The event that `to_text` wrote. EventError where it is none."""
    try:
        body = json.loads(text)
        version, kind = body.pop("v"), body.pop("event")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise EventError(f"no event: {text[:60]!r}") from error
    if version != VERSION:
        raise EventError(f"an event of form {version!r}; known here is {VERSION}")
    if not isinstance(kind, str) or kind not in KINDS:
        raise EventError(f"an event of the unknown kind {kind!r}")
    wanted = KINDS[kind]
    known = _TYPES[wanted]
    if not body.keys() <= known.keys():
        raise EventError(f"a {kind} event has the unknown field {min(body.keys() - known.keys())!r}")
    if wrong := next((name for name, value in body.items() if not _is(value, known[name])), None):
        raise EventError(f"a {kind} event with the wrong field {wrong}: {body[wrong]!r}")
    try:
        return wanted(**body)
    except TypeError as error:
        raise EventError(f"a {kind} event with wrong fields: {error}") from error


def _types(kind: type[Event]) -> Mapping[str, Any]:
    types = get_type_hints(kind)
    return {one.name: types[one.name] for one in fields(kind)}  # type: ignore[arg-type]


def _defaults(kind: type[Event]) -> Mapping[str, Any]:
    made = {
        one.name: one.default if one.default_factory is MISSING else one.default_factory()
        for one in fields(kind)  # type: ignore[arg-type]
    }
    return {name: value for name, value in made.items() if value is not MISSING}


_TYPES: Final = {kind: _types(kind) for kind in KINDS.values()}
"""The types of the fields of each kind of event, by their names."""
_DEFAULTS: Final = {kind: _defaults(kind) for kind in KINDS.values()}
"""What those fields are that need not be written. They stay what they are: journals rely on them."""


def _is(value: Any, wanted: Any) -> bool:
    """Whether what JSON held is of a field's type. What has a form of its own, such as a record, is read elsewhere."""
    held = get_args(wanted)
    if get_origin(wanted) is UnionType:
        return any(_is(value, one) for one in held)
    if get_origin(wanted) is Mapping:
        return isinstance(value, dict) and all(_is(one, held[1]) for one in value.values())
    if get_origin(wanted) is Sequence:
        return isinstance(value, list) and all(_is(one, held[0]) for one in value)
    if wanted is float:
        return type(value) in (int, float)
    return wanted is Any or type(value) is wanted


def readable(text: str) -> Event | None:
    """The event that `to_text` wrote; None where it is none, as where a journal has lost it."""
    try:
        return from_text(text)
    except EventError:
        return None
