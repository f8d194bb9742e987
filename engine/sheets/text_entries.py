"""The entries of a match while a text form is read: what all have, karta aldiak, and what the match comes to."""

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
    take_calls,
    take_marks,
    take_round,
    take_score,
    take_seat,
    take_seats,
    take_team,
)

Statement = Callable[[Any, Line, Token], None]
"""A method that reads one statement of an entry, given what follows the word that begins it, and that word."""


class Reading:
    """An entry while its lines are read, from its line and column `at`.

    `data` becomes its fields, as JSON has them; `claims` what is said of computed parts; `extra` what is not known.
    """

    def __init__(self, number: int, at: tuple[int, int], statements: Mapping[str, Statement]) -> None:
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

    def found_early(self, line: Line, into: dict[str, Any]) -> None:
        """What was found early, and when."""
        while line.more:
            word = line.pop("what was found early, such as pareak open")
            self.put(line, word, word.key, line.pop("when it was found").key, into)
            line.take(",")


class PlayedReading(Reading):
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
        self.found_early(line, self.data.setdefault("found", {}))

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


class MatchReading(Reading):
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


def by_name(reading: type[Reading], names: str) -> dict[str, Statement]:
    """The statements whose word is the name of the method that reads them."""
    return {name: getattr(reading, name) for name in names.split()}


_PLAYED: Final[Mapping[str, Statement]] = {
    **dict.fromkeys(SEATS, PlayedReading.seat),
    **dict.fromkeys(ROUNDS, PlayedReading.round),
    **by_name(PlayedReading, "perete found shown jugada marks rulings judge score wins status changed also"),
}
_MATCH: Final[Mapping[str, Statement]] = {"match": MatchReading.match, **dict.fromkeys(GAME, MatchReading.game)}
