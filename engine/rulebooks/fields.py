"""What the fields of a rule book may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args

from engine.cards import Suit
from engine.fields import NOT_EMPTY, TRUTH, within
from engine.sentences import OR, Sentence

Real31 = Literal["none", "hiru-zazpi", "sota"]
"""Which 31 beats every other: none, three sevens and any ten-value card, or three sevens and a sota."""

MusLawName = Literal["nabo", "federacion", "wikipedia", "france"]
"""Whose law of mus and discards is followed: who speaks when, who throws first, and how few cards."""

Answers = Literal["first", "ene-gatik", "own"]
"""Which of two partners' answers to a bid counts."""

TwoBids = Literal["error", "others-choose"]
"""What happens where two partners bid different numbers at once."""

TieBreakName = Literal["partidak", "mantxak", "lost_tantos", "between"]
"""What a tournament's standing goes by: partidak won, mantxak won, tantos made in partidak lost, and where exactly two
teams are level the partidak between them."""

SUITS: Final = tuple(suit.value for suit in Suit)
"""The letters of the four suits, as a rule book writes them."""

Check = tuple[Callable[[Any], bool], Sentence]
"""Whether a value is right, and what it should be."""


def as_held(value: Any) -> Any:
    """A right value as a rule book holds it: what its file has as a list is a tuple."""
    return tuple(map(as_held, value)) if isinstance(value, list) else value


def one_of(*allowed: str | int) -> Check:
    """One of these values."""
    # by type as well: True == 1 and 4.0 == 4, and neither is meant
    known = {(type(value), value) for value in allowed}
    return (
        lambda value: isinstance(value, (str, int)) and (type(value), value) in known,
        Sentence.listed(map(repr, allowed), OR),
    )


def _suits(least: int) -> Check:
    return (
        lambda value: (
            isinstance(value, list)
            and len(value) >= least
            and all(isinstance(suit, str) and suit in SUITS and value.count(suit) == 1 for suit in value)
        ),
        Sentence("a list of suits ({suits}), at least {least}", suits=tuple(map(repr, SUITS)), least=least),
    )


def _either(one: Check, other: Check) -> Check:
    return (lambda value: one[0](value) or other[0](value), Sentence.listed((one[1], other[1]), OR))


_COUNT: Final[Check] = (lambda value: type(value) is int and value >= 1, within(1))
_TEXT: Final[Check] = (lambda value: isinstance(value, str) and bool(value.strip()), Sentence(NOT_EMPTY))
_TRUTH: Final[Check] = (lambda value: isinstance(value, bool), Sentence(TRUTH))
_PLAYERS: Final[Check] = (
    lambda value: (
        isinstance(value, list) and value in ([2], [4], [2, 4]) and all(type(number) is int for number in value)
    ),
    Sentence.listed(("[4]", "[2, 4]", "[2]"), OR),
)
_TIE_BREAKS: Final[Check] = (
    lambda value: (
        isinstance(value, list)
        and all(isinstance(pair, list) and len(pair) == 2 and all(map(_TEXT[0], pair)) for pair in value)
        and 0 < len({pair[0] for pair in value} & set(get_args(TieBreakName))) == len(value)
    ),
    Sentence(
        "a list of pairs, each {names} with its article, none of them twice",
        names=one_of(*get_args(TieBreakName))[1],
    ),
)
CHECKS: Final[Mapping[str, Check]] = {
    "name": _TEXT,
    "title": _TEXT,
    "kings": one_of(4, 8),
    "target": _COUNT,
    "games": _COUNT,
    "vacas": _COUNT,
    "minimum_bid": _COUNT,
    "real31": one_of("none", "hiru-zazpi", "sota"),
    "real31_suits": _suits(1),
    "real31_sevens": _either(one_of("any", "other-suits"), _suits(3)),
    "players": _PLAYERS,
    "unanswered": one_of("refused", "error"),
    "answers": one_of(*get_args(Answers)),
    "two_bids": one_of(*get_args(TwoBids)),
    "penalties": one_of("nabo", "federacion", "judge"),
    "mus": one_of(*get_args(MusLawName)),
    "tio_perete": _TRUTH,
    "clock": one_of("none", "federacion"),
    "first_dealer": one_of("lot", "smallest-card", "suit-of-cut"),
    "first_esku": one_of("right-of-dealer", "cuts-the-mus"),
    "tie_breaks": _TIE_BREAKS,
    "appeals": one_of("none", "three-judges"),
}
