"""The entries of a match while a text form is read: karta aldiak, corrections and the judge's acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.errors import meant, quoted
from engine.sheets.sheet import HEADER, RESULT, Claim
from engine.sheets.text_line import Line, Token
from engine.sheets.text_phrases import (
    ANNOUNCED,
    NONE,
    ROUNDS,
    SEATS,
    TEAMS,
    take_calls,
    take_marks,
    take_round,
    take_score,
    take_seat,
    take_seats,
    take_team,
)

_Statement = Callable[[Any, Line, Token], None]
"""A method that reads one statement of an entry, given what follows the word that begins it, and that word."""


class _Reading:
    """An entry while its lines are read, from its line and column `at`.

    `data` becomes its fields, as JSON has them; `claims` what is said of computed parts; `extra` what is not known.
    """

    def __init__(self, number: int, at: tuple[int, int], statements: Mapping[str, _Statement]) -> None:
        self.statements = statements
        self.number = number
        self.at = at
        self.data: dict[str, Any] = {}
        self.extra: dict[str, Any] = {}
        self.claims: list[Claim] = []

    def read(self, line: Line) -> None:
        """Takes one more line: statements one after the other, with or without commas between them."""
        while line.more:
            statement = self.statements.get(line.key)
            if statement is None:
                found = f"{quoted(line.shown)}{meant(line.shown, self.statements)}"
                raise line.error(f"an entry's line begins with {', '.join(self.statements)}, not {found}")
            statement(self, line, line.pop("a statement"))
            line.take(",")

    def put(self, line: Line, word: Token, name: str, value: Any, into: dict[str, Any] | None = None) -> None:
        """Keeps a field; SheetError at `word` where it is there already."""
        held = self.data if into is None else into
        if name in held:
            raise line.error(f"{name} is there twice in entry {self.number}", word.column)
        held[name] = value

    def claim(self, line: Line, name: str, said: Any) -> None:
        """Keeps what is said of a computed part."""
        self.claims.append(Claim(line.number, self.number, name, said))

    def also(self, line: Line, word: Token) -> None:
        """also NAME JSON: a field that the project does not know."""
        name, value = line.field()
        self.put(line, word, name, value, self.extra)

    def _found(self, line: Line, into: dict[str, Any]) -> None:
        """What was found early, and when."""
        while line.more:
            word = line.pop("what was found early, such as pareak open")
            self.put(line, word, word.key, line.pop("when it was found").key, into)
            line.take(",")


class PlayedReading(_Reading):
    """A karta aldia while it is read."""

    def __init__(self, number: int, at: tuple[int, int]) -> None:
        super().__init__(number, at, _PLAYED)

    def seat(self, line: Line, word: Token) -> None:
        cards = []
        if not line.take(NONE):
            while line.more and line.key not in (*SEATS, ","):
                cards.append(line.card())
        self.put(line, word, SEATS[word.key], cards, self.data.setdefault("cards", {}))

    def round(self, line: Line, word: Token) -> None:
        round = ROUNDS[word.key]
        if line.key == "(":
            bracket = line.pop("(")
            if round not in ANNOUNCED:
                raise line.error(f"nothing is announced in {round}", bracket.column)
            self.put(line, bracket, round, take_seats(line, ")"), self.data.setdefault("announced", {}))
            if not line.take(")"):
                raise line.error("a closing bracket is missing")
            if not line.more:
                return
        line.take(":")
        self.put(line, word, round, take_calls(line), self.data.setdefault("calls", {}))

    def perete(self, line: Line, word: Token) -> None:
        self.put(line, word, "perete", take_seats(line), self.data.setdefault("announced", {}))

    def found(self, line: Line, _: Token) -> None:
        self._found(line, self.data.setdefault("found", {}))

    def shown(self, line: Line, word: Token) -> None:
        self.put(line, word, "hordago_shown", True)

    def jugada(self, line: Line, word: Token) -> None:
        self.put(line, word, "jugada", line.pop("a jugada, such as 0104").key)

    def marks(self, line: Line, _: Token) -> None:
        self.claim(line, "result", {"tantos": take_marks(line)})

    def rulings(self, line: Line, _: Token) -> None:
        rulings: list[dict[str, Any]] = []
        for part in line.segments():
            round = take_round(part)
            seat = None if part.take(NONE) else take_seat(part)
            rulings.append({"article": part.text("an article"), "seat": seat, "round": round})
        self.claim(line, "result", {"rulings": rulings})

    def judge(self, line: Line, _: Token) -> None:
        rounds = []
        while line.key in ROUNDS:
            rounds.append(take_round(line))
            line.take(",")
        self.claim(line, "result", {"judge": {"rounds": rounds, "why": line.text("why it is for the judge")}})

    def score(self, line: Line, _: Token) -> None:
        self.claim(line, "result", {"score": take_score(line)})

    def wins(self, line: Line, _: Token) -> None:
        said = {"winner": take_team(line)}
        if line.take("by"):
            said["ended_by"] = line.pop("how: target, hordago or judge").key
        self.claim(line, "result", said)

    def changed(self, line: Line, _: Token) -> None:
        if not line.take("by"):
            raise line.error("here stands by, and the numbers of entries")
        entries = [line.whole("an entry's number")]
        while line.take(","):
            entries.append(line.whole("an entry's number"))
        self.claim(line, "changed_by", entries)

    def status(self, line: Line, _: Token) -> None:
        said = {"status": line.pop("void, in-question or unmarked").key}
        if line.more:
            said["error"] = line.text("why it cannot be marked")
        self.claim(line, "result", said)


class ActReading(_Reading):
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
            self._found(line, found)
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


class MatchReading(_Reading):
    """What the whole match comes to, while it is read: who has won it, and its games."""

    def __init__(self, at: tuple[int, int]) -> None:
        super().__init__(HEADER, at, _MATCH)
        self._games: list[dict[str, Any]] = []

    def match(self, line: Line, _: Token) -> None:
        line.take(":")
        said: dict[str, Any] = {"over": True, "winner": None}
        if line.take("goes"):
            said["over"] = not line.take("on")
        elif not line.take("drawn"):
            said["winner"] = take_team(line)
            if not line.take("wins"):
                raise line.error("here stands wins")
        while line.take(","):
            name = line.one_of(_WON, "vacas or games, and how many each team has won")
            said[name] = take_score(line)
        self.claim(line, RESULT, said)

    def game(self, line: Line, word: Token) -> None:
        number = line.whole("the game's number")
        if number != len(self._games) + 1:
            raise line.error(f"this is game {len(self._games) + 1}, not {number}", word.column)
        line.take(":")
        said: dict[str, Any] = {"game": number, "score": take_score(line), "winner": None, "ended_by": None}
        if line.take(",") and line.take("wins"):
            said["winner"] = take_team(line)
            line.take("by")
        if line.more:
            said["ended_by"] = line.pop("how it ended").key
        self._games.append(said)
        self.claims = [claim for claim in self.claims if "games" not in claim.said]
        self.claim(line, RESULT, {"games": list(self._games)})


GAME: Final = ("game", "mantxa", "manche")
_WON: Final = {"vacas": "vacas_won", "games": "games_won"}
_TEXTS: Final = ("by", "because", "article")
"""The statements of an act that end in a text."""


def _by_name(reading: type[_Reading], names: str) -> dict[str, _Statement]:
    """The statements whose word is the name of the method that reads them."""
    return {name: getattr(reading, name) for name in names.split()}


_PLAYED: Final[Mapping[str, _Statement]] = {
    **dict.fromkeys(SEATS, PlayedReading.seat),
    **dict.fromkeys(ROUNDS, PlayedReading.round),
    **_by_name(PlayedReading, "perete found shown jugada marks rulings judge score wins status changed also"),
}
_MATCH: Final[Mapping[str, _Statement]] = {"match": MatchReading.match, **dict.fromkeys(GAME, MatchReading.game)}
_SIGNED: Final = _by_name(ActReading, "by because article changed also")
_ACTS: Final[Mapping[str, Mapping[str, _Statement]]] = {
    "correction": {
        **_by_name(ActReading, "card swap calls said esku"),
        "mano": ActReading.esku,
        **_by_name(ActReading, "perete found shown by because agreed changed also"),
    },
    "replaced": _by_name(ActReading, "marks wins") | _SIGNED,
    "adjusted": _SIGNED | _by_name(ActReading, "score"),
}


def act_reading(line: Line, number: int, at: tuple[int, int]) -> ActReading:
    """The head of a correction or a judge's act."""
    if line.key not in _HEADS:
        found = f", not {quoted(line.shown)}{meant(line.shown, _HEADS)}" if line.more else ""
        raise line.error(f"an entry begins with esku and a seat, or with {', '.join(_HEADS)}{found}")
    head = _HEADS[line.key]
    line.take(line.key)
    kind, data = head(line)
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
