"""Rule books as data: one table per book, every field checked, the wrong one named."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from engine.errors import RuleBookError, quoted

Real31 = Literal["none", "hiru-zazpi", "sota"]
"""Which 31 beats every other: none, three sevens and any ten-value card, or three sevens and a sota."""

BOOK_NAMES: Final = ("nabo", "federacion", "spain", "basque", "france")
"""The five rule books that come with the engine."""


@dataclass(frozen=True, slots=True)
class RuleBook:
    """What one rule book says, where books differ.

    - `title`: the source, as people call it
    - `kings`: 4, or 8 where a 3 is a king and a 2 an ace for everything
    - `target`: tantos of one game
    - `games`: games won that win a vaca; `vacas`: vacas won that win the match (1 where the book has none)
    - `minimum_bid`: tantos of the least first bid
    - `real31`: which 31 is the best jokoa
    - `players`: the numbers of players it is played by
    - `unanswered`: a bid that still waits when the next round is opened is `refused`, or an `error` of the record
    - `penalties`: whose articles settle errors at the table: `nabo`, `federacion`, or the `judge` alone
    """

    name: str
    title: str
    kings: int
    target: int
    games: int
    vacas: int
    minimum_bid: int
    real31: Real31
    players: tuple[int, ...]
    unanswered: Literal["refused", "error"]
    penalties: Literal["nabo", "federacion", "judge"]

    def with_options(self, options: Mapping[str, Any]) -> RuleBook:
        """This book with some of `kings`, `target` and `real31` set otherwise. RuleBookError names a wrong one."""
        if not options:
            return self
        changed = {}
        for name, value in options.items():
            if name not in OPTIONS:
                raise RuleBookError(f"unknown option {quoted(name)}: the options are {', '.join(OPTIONS)}")
            changed[name] = _checked(f"option {name}", value, _CHECKS[name])
        return replace(self, **changed)


OPTIONS: Final = ("kings", "target", "real31")
"""The settings of a book that a single record may override."""


def rulebook(name: str) -> RuleBook:
    """The built-in rule book of that name; RuleBookError if it is none of `BOOK_NAMES`."""
    if name not in BOOK_NAMES:
        raise RuleBookError(f"unknown rule book {quoted(name)}: the rule books are {', '.join(BOOK_NAMES)}")
    return _built_in(name)


@cache
def _built_in(name: str) -> RuleBook:
    file = files("engine.rulebooks").joinpath(f"{name}.toml")
    return parse_rulebook(file.read_text(encoding="utf-8"), file.name)


def parse_rulebook(text: str, source: str) -> RuleBook:
    """The rule book that a TOML text describes; `source` says in messages where the text came from.

    RuleBookError where it is no TOML, or a field is missing, unknown or wrong.
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RuleBookError(f"rule book {source}: not readable as TOML: {error}") from None
    for name in table:
        if name not in _CHECKS:
            raise RuleBookError(
                f"rule book {source}: unknown field {quoted(name)}: the fields are {', '.join(_CHECKS)}"
            )
    values = {}
    for name, check in _CHECKS.items():
        if name not in table:
            raise RuleBookError(f"rule book {source}: {name} is missing")
        values[name] = _checked(f"rule book {source}: {name}", table[name], check)
    return RuleBook(**values)


_Check = tuple[Callable[[Any], bool], str]


def _checked(what: str, value: Any, check: _Check) -> Any:
    is_right, wanted = check
    if not is_right(value):
        raise RuleBookError(f"{what} is {wanted}, not {quoted(value)}")
    return tuple(value) if isinstance(value, list) else value


def _whole(least: int) -> _Check:
    return (lambda value: type(value) is int and value >= least, f"a whole number, at least {least}")


def _one_of(*allowed: str | int) -> _Check:
    # by type as well: True == 1 and 4.0 == 4, and neither is meant
    known = {(type(value), value) for value in allowed}
    return (
        lambda value: isinstance(value, (str, int)) and (type(value), value) in known,
        " or ".join(repr(value) for value in allowed),
    )


_TEXT: Final[_Check] = (lambda value: isinstance(value, str) and bool(value.strip()), "a text that is not empty")
_PLAYERS: Final[_Check] = (
    lambda value: (
        isinstance(value, list) and value in ([2], [4], [2, 4]) and all(type(number) is int for number in value)
    ),
    "[4], [2, 4] or [2]",
)
_CHECKS: Final[dict[str, _Check]] = {
    "name": _TEXT,
    "title": _TEXT,
    "kings": _one_of(4, 8),
    "target": _whole(1),
    "games": _whole(1),
    "vacas": _whole(1),
    "minimum_bid": _whole(1),
    "real31": _one_of("none", "hiru-zazpi", "sota"),
    "players": _PLAYERS,
    "unanswered": _one_of("refused", "error"),
    "penalties": _one_of("nabo", "federacion", "judge"),
}
