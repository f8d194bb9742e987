"""What the engine comes to for the entries of a match, as both forms write it and compare it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from engine.match.games import Adjustment, AldiaHistory, Status, Version
from engine.match.standing import Standing
from engine.seats import Team
from engine.sheets.sheet import HEADER, RESULT, Sheet
from engine.strict_json import encode
from engine.tantos.result import Result

_LONGEST: Final = 200


class Figures:
    """The computed parts of every entry of a match as it stands, by entry number."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.aldiak: Mapping[int, AldiaHistory] = {aldia.entry: aldia for aldia in standing.aldiak}
        self._steps: dict[int, dict[str, Any]] = {}
        """What is computed of each karta aldia and adjustment but its result: its game, the games that each team had
        won before that one, and the score after an adjustment."""
        won = dict.fromkeys(Team, 0)
        for game in standing.games:
            fields = {"game": game.number, "games": _by_team(won)}
            for step in game.steps:
                after = {"score_after": _by_team(step.score)} if isinstance(step, Adjustment) else {}
                self._steps[step.entry] = fields | after
            won = {team: won[team] + (game.winner is team) for team in Team}

    def game(self, number: int) -> int | None:
        """The number of the game in which the entry is a karta aldia or an adjustment; None where it is neither."""
        game: int | None = self._steps.get(number, {}).get("game")
        return game

    @cached_property
    def changes(self) -> Mapping[int, list[tuple[int, Version, Version]]]:
        """By correction or act: the karta aldiak that it changed, each as it was and as it was then."""
        changes: dict[int, list[tuple[int, Version, Version]]] = {}
        for aldia in self.aldiak.values():
            for was, became in zip(aldia.versions, aldia.versions[1:], strict=False):
                changes.setdefault(became.entry, []).append((aldia.entry, was, became))
        return changes

    def fields(self, number: int) -> dict[str, Any]:
        """The computed fields of the entry's JSON; of `HEADER`'s number what the whole match comes to."""
        if number == HEADER:
            return {RESULT: match_result(self.standing)}
        fields = dict(self._steps.get(number, {}))
        if number in self.aldiak:
            aldia = self.aldiak[number]
            fields["result"] = result(aldia.now, number)
            if len(aldia.versions) > 1:
                fields["changed_by"] = [version.entry for version in aldia.versions[1:]]
        if number in self.changes:
            fields["changed"] = {str(entry): _changed(was, now, entry) for entry, was, now in self.changes[number]}
        return fields

    def remarks(self, sheet: Sheet) -> Iterator[tuple[int, str]]:
        """Every claim of the sheet that differs from what the engine comes to: its line, and both."""
        for claim in sheet.claims:
            differs = _difference(claim.said, self.fields(claim.entry).get(claim.name), claim.name)
            if differs:
                name, said, value = differs
                yield claim.line, f"{name} is {_shown(said)}, and the engine gives {_shown(value)}"


def result(version: Version, number: int) -> dict[str, Any]:
    """A karta aldia's result as `hamarreko score` gives it; its id is the entry's number.

    `status` is there where it does not simply count: ``void``, ``in-question`` (its game had been won before it) or
    ``unmarked``, with the `error`.
    """
    if version.error:
        return {"id": number, "error": str(version.error), "status": version.status.value}
    if version.result:
        return version.result.to_dict() | {"id": number}
    fields = Result((), version.before, id=number).to_dict()
    if version.status is Status.IN_QUESTION:
        fields["judge"] = {"rounds": [], "why": "the game had been won before it"}
    return fields | {"status": version.status.value}


def match_result(standing: Standing) -> dict[str, Any]:
    """What a match comes to: who has won it, the games and vacas won, and every game with its tantos.

    `games_won` are those of the last vaca. `winner` is null while it goes on, and where it is `over` and drawn.
    """
    return {
        "over": standing.over,
        "winner": standing.winner and standing.winner.value,
        "vacas_won": _by_team(standing.vacas_won),
        "games_won": _by_team(standing.games_won),
        "games": [
            {
                "game": game.number,
                "score": _by_team(game.score),
                "winner": game.winner and game.winner.value,
                "ended_by": game.ended_by,
            }
            for game in standing.games
        ],
    }


def _changed(was: Version, now: Version, number: int) -> dict[str, dict[str, Any]]:
    """The old and the new result: the scores, and what else differs."""
    old, new = result(was, number), result(now, number)
    told = [name for name in {**old, **new} if name == "score" or old.get(name) != new.get(name)]
    return {
        "old": {name: old[name] for name in told if name in old},
        "new": {name: new[name] for name in told if name in new},
    }


def _by_team(tantos: Mapping[Team, int]) -> dict[str, int]:
    return {team.value: tantos[team] for team in Team}


def _difference(said: Any, value: Any, name: str) -> tuple[str, Any, Any] | None:
    """The first part of `said` that `value` has not, with its name; what is not said is not compared."""
    if isinstance(said, dict) and isinstance(value, dict):
        parts = [(f"{name}: {key}", said[key], value.get(key)) for key in said if key != "id"]
    elif isinstance(said, list) and isinstance(value, list) and len(said) == len(value):
        parts = [(f"{name}: {number}", *pair) for number, pair in enumerate(zip(said, value, strict=True), 1)]
    else:
        return None if type(said) is type(value) and said == value else (name, said, value)
    return next((differs for name, said, value in parts if (differs := _difference(said, value, name))), None)


def _shown(value: Any) -> str:
    text = encode(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
