"""Corrections and the judge's acts while a text form is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.errors import meant, quoted
from engine.sheets.text_entries import Reading, Statement, by_name
from engine.sheets.text_line import Line, Token
from engine.sheets.text_phrases import (
    ANNOUNCED,
    NONE,
    TEAMS,
    take_calls,
    take_marks,
    take_round,
    take_score,
    take_seat,
    take_seats,
    take_team,
)


class ActReading(Reading):
    """A correction or a judge's act while it is read."""

    def __init__(self, number: int, at: tuple[int, int], kind: str) -> None:
        super().__init__(number, at, _ACTS.get(kind, _SIGNED))
        self.kind = kind

    def by(self, line: Line, word: Token) -> None:
        self._text(line, word, "by", "who made it", swallowed=("because",))

    def because(self, line: Line, word: Token) -> None:
        self._text(line, word, "reason", "the reason")

    def article(self, line: Line, word: Token) -> None:
        self._text(line, word, "article", "the article")

    def _text(self, line: Line, word: Token, name: str, wanted: str, swallowed: tuple[str, ...] = ()) -> None:
        if line.swallows(_TEXTS, swallowed):
            raise line.error(f"{wanted} stands in quotation marks where more follows on its line")
        self.put(line, word, name, line.text(wanted))

    def agreed(self, line: Line, word: Token) -> None:
        teams = [take_team(line)]
        while line.take(",", "and") or line.key in TEAMS:
            teams.append(take_team(line))
        self.put(line, word, "agreed", teams)

    def card(self, line: Line, _: Token) -> None:
        seat, old = take_seat(line), line.card()
        line.take("is")
        self._change({"change": "card", "seat": seat, "old": old, "new": line.card()})

    def swap(self, line: Line, _: Token) -> None:
        seat, card = take_seat(line), line.card()
        line.take("and")
        other_seat, other_card = take_seat(line), line.card()
        self._change({"change": "swap", "seat": seat, "card": card, "other_seat": other_seat, "other_card": other_card})

    def calls(self, line: Line, _: Token) -> None:
        self._change({"change": "calls", "round": take_round(line), "calls": take_calls(line)})

    def said(self, line: Line, _: Token) -> None:
        column, round = line.column, take_round(line)
        if round not in ANNOUNCED:
            raise line.error(f"nothing is announced in {round}", column)
        seats = None if line.take("truth") else take_seats(line)
        self._change({"change": "announced", "round": round, "seats": seats})

    def esku(self, line: Line, _: Token) -> None:
        self._change({"change": "esku", "esku": take_seat(line)})

    def perete(self, line: Line, _: Token) -> None:
        self._change({"change": "perete", "seats": take_seats(line)})

    def found(self, line: Line, _: Token) -> None:
        found: dict[str, Any] = {}
        if not line.take(NONE):
            self.found_early(line, found)
        self._change({"change": "found", "found": found})

    def shown(self, line: Line, _: Token) -> None:
        self._change({"change": "shown", "shown": not line.take(NONE)})

    def _change(self, change: Mapping[str, Any]) -> None:
        self.data.setdefault("changes", []).append(change)

    def marks(self, line: Line, word: Token) -> None:
        self.put(line, word, "marks", take_marks(line))

    def wins(self, line: Line, word: Token) -> None:
        self.put(line, word, "winner", take_team(line))

    def score(self, line: Line, _: Token) -> None:
        self.claim(line, "score_after", take_score(line))

    def changed(self, line: Line, _: Token) -> None:
        entry = line.whole("an entry's number")
        line.take(":")
        old = take_score(line)
        if not line.take("to"):
            raise line.error("here stands to, and the score after it as it stands now")
        self.claim(line, "changed", {str(entry): {"old": {"score": old}, "new": {"score": take_score(line)}}})


_TEXTS: Final = ("by", "because", "article")
"""The statements of an act that end in a text."""
_SIGNED: Final = by_name(ActReading, "by because article changed also")
_ACTS: Final[Mapping[str, Mapping[str, Statement]]] = {
    "correction": {
        **by_name(ActReading, "card swap calls said esku"),
        "mano": ActReading.esku,
        **by_name(ActReading, "perete found shown by because agreed changed also"),
    },
    "replaced": by_name(ActReading, "marks wins") | _SIGNED,
    "adjusted": _SIGNED | by_name(ActReading, "score"),
}


def act_reading(line: Line, number: int, at: tuple[int, int]) -> ActReading:
    """The head of a correction or a judge's act."""
    if line.key not in _HEADS:
        found = f", not {quoted(line.shown)}{meant(line.shown, _HEADS)}" if line.more else ""
        raise line.error(f"an entry begins with esku and a seat, or with {', '.join(_HEADS)}{found}")
    kind, data = _HEADS[line.pop("what is done").key](line)
    line.take(",")
    reading = ActReading(number, at, kind)
    reading.data |= data
    return reading


def _of(line: Line) -> int:
    return line.whole("an entry's number")


def _game(line: Line) -> int:
    if not line.take("game"):
        raise line.error("here stands game and its number")
    return line.whole("a game's number")


def _void(line: Line) -> tuple[str, dict[str, Any]]:
    return ("game-voided", {"game": _game(line)}) if line.key == "game" else ("voided", {"of": _of(line)})


def _adjust(line: Line) -> tuple[str, dict[str, Any]]:
    game, team = _game(line), take_team(line)
    return "adjusted", {"game": game, "team": team, "tantos": line.whole("tantos, such as +2 or -2", signed=True)}


def _give(line: Line) -> tuple[str, dict[str, Any]]:
    if line.take("match"):
        return "match-given", {"team": take_team(line)}
    return "game-given", {"game": _game(line), "team": take_team(line)}


def _open(line: Line) -> tuple[str, dict[str, Any]]:
    if not line.take("game"):
        raise line.error("here stands game, and the tantos that both teams begin with")
    return "game-opened", {"tantos": line.whole("a number of tantos"), "decisive": line.take("decisive")}


_HEADS: Final[Mapping[str, Callable[[Line], tuple[str, dict[str, Any]]]]] = {
    "correct": lambda line: ("correction", {"of": _of(line)}),
    "void": _void,
    "adjust": _adjust,
    "replace": lambda line: ("replaced", {"of": _of(line), "case": line.take("case")}),
    "give": _give,
    "open": _open,
    "withdraw": lambda line: ("withdrawn", {"of": _of(line)}),
}
