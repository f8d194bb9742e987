"""The phrases of the text form, read and written: rounds, seats, scores, calls, marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.calls import Action, Call
from engine.errors import MusError, quoted
from engine.seats import Seat, Team
from engine.sheets.text_line import Line
from engine.strict_json import decode
from engine.tantos.tally import When, Why, in_hamarrekoak

ROUNDS: Final = {
    "handia": "handia",
    "txikia": "txikia",
    "pareak": "pareak",
    "jokoa": "jokoa",
    "puntua": "puntua",
    "grande": "handia",
    "chica": "txikia",
    "pares": "pareak",
    "juego": "jokoa",
    "punto": "puntua",
}
ANNOUNCED: Final = ("pareak", "jokoa")
SEATS: Final = {seat.value.casefold(): seat.value for seat in Seat}
TEAMS: Final = {team.value.casefold(): team.value for team in Team}
SPEAKERS: Final = SEATS | TEAMS
NONE: Final = "-"


def take_round(line: Line) -> str:
    return line.one_of(ROUNDS, "a round: handia, txikia, pareak, jokoa or puntua")


def take_seat(line: Line) -> str:
    return line.one_of(SEATS, "a seat: N, W, S or E")


def take_team(line: Line) -> str:
    return line.one_of(TEAMS, "a team: NS or EW")


def take_seats(line: Line, *ends: str) -> list[str]:
    """Seats up to one of `ends` or the end of the line; - for none."""
    seats: list[str] = []
    if not line.take(NONE):
        seats.append(take_seat(line))
        while line.more and line.key not in ends:
            line.take(",")
            seats.append(take_seat(line))
    return seats


def take_score(line: Line) -> dict[str, int]:
    """Both teams' tantos; after each may stand how many hamarrekoak and tantos they are: (2+4)."""
    score: dict[str, int] = {}
    while len(score) < len(TEAMS):
        line.take(",")
        column, team = line.column, take_team(line)
        if team in score:
            raise line.error(f"{team} is there twice", column)
        tantos = score[team] = line.whole("a number of tantos")
        if line.take("("):
            column, counted = line.column, line.pop("hamarrekoak and tantos, such as 2+4").text
            if counted != in_hamarrekoak(tantos):
                raise line.error(f"{tantos} tantos are {in_hamarrekoak(tantos)}, not {quoted(counted)}", column)
            if not line.take(")"):
                raise line.error("a closing bracket is missing")
    return score


def take_calls(line: Line) -> list[str]:
    """Calls with commas between them; who answers a bid may be left out; - for none."""
    calls: list[str] = []
    if line.take(NONE):
        return calls
    waits: Team | None = None
    for part in line.segments():
        column, words = part.column, [part.pop("a call, such as EW envido 2")]
        while part.more:
            words.append(part.pop("a call"))
        said = " ".join(word.text for word in words)
        if words[0].key in SPEAKERS:
            said = SPEAKERS[words[0].key] + said[len(words[0].text) :]
        elif waits:
            said = f"{waits.value} {said}"
        try:
            call = Call.parse(said)
        except MusError as error:
            raise part.error(str(error), column) from None
        waits = _to_answer(call)
        calls.append(str(call))
    return calls


def _to_answer(call: Call) -> Team | None:
    """The team that has to answer after `call`; who chooses one of two bids answers that one."""
    if call.action is Action.AUKERA:
        return call.team
    return call.team.other if call.action.bids else None


def take_marks(line: Line) -> list[dict[str, Any]]:
    """Marks with commas between them: team, tantos, round, what for, and when where it is not as usual; - for none."""
    marks: list[dict[str, Any]] = []
    if line.take(NONE):
        return marks
    for part in line.segments():
        team, tantos, round = take_team(part), part.whole("a number of tantos"), take_round(part)
        why = part.one_of(_WHYS, f"what the mark is for: {', '.join(_WHYS)}")
        when = part.one_of(_WHENS, "when: call or showdown") if part.more else _usual(why)
        marks.append({"round": round, "team": team, "tantos": tantos, "why": why, "when": when})
    return marks


_WHYS: Final = {why.value: why.value for why in Why}
_WHENS: Final = {when.value: when.value for when in When}


def _usual(why: str) -> str:
    """When a mark of that kind is made if nothing else is said: a refused bid's at once."""
    return When.CALL.value if why == Why.TIRA.value else When.SHOWDOWN.value


def option_value(text: str) -> Any:
    """An option's value: JSON, or a word as it stands."""
    try:
        return decode(text)
    except MusError:
        return text


def shown_calls(calls: Sequence[str]) -> str:
    """Calls with commas between them; a team that answers a bid is left out, for there is no other that could."""
    said: list[str] = []
    waits: Team | None = None
    for call in map(Call.parse, calls):
        answers = call.speaker is waits and call.action is not Action.PASO
        said.append(str(call).partition(" ")[2] if answers else str(call))
        waits = _to_answer(call)
    return ", ".join(said) or NONE


def shown_marks(marks: Sequence[Mapping[str, Any]]) -> str:
    said = []
    for mark in marks:
        when = "" if mark["when"] == _usual(mark["why"]) else f" {mark['when']}"
        said.append(f"{mark['team']} {mark['tantos']} {mark['round']} {mark['why']}{when}")
    return ", ".join(said) or NONE


def shown_score(score: Mapping[str, int]) -> str:
    return ", ".join(f"{team} {tantos}" for team, tantos in score.items())


def shown_score_counted(score: Mapping[str, int]) -> str:
    return ", ".join(f"{team} {tantos} ({in_hamarrekoak(tantos)})" for team, tantos in score.items())
