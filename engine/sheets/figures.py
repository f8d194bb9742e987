"""What the engine comes to for the entries of a match, as both forms write it and compare it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from engine.match.games import Adjustment, AldiaHistory, Status, Version
from engine.match.standing import Standing
from engine.records import Result
from engine.seats import Team
from engine.sheets.sheet import HEADER, RESULT, Claim, Sheet
from engine.strict_json import encode

_LONGEST: Final = 200


class Figures:
    """The computed parts of every entry of a match as it stands, by entry number."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.aldiak: Mapping[int, AldiaHistory] = {aldia.entry: aldia for aldia in standing.aldiak}
        self.adjusted: Mapping[int, Adjustment] = {
            step.entry: step for game in standing.games for step in game.steps if isinstance(step, Adjustment)
        }
        self._game = {step.entry: game.number for game in standing.games for step in game.steps}

    def game(self, number: int) -> int | None:
        """The number of the game in which the entry is a karta aldia or an adjustment; None where it is neither."""
        return self._game.get(number)

    def games_before(self, game: int) -> dict[Team, int]:
        """The games that each team had won of those before `game`."""
        return {team: self._won[team][game - 1] for team in Team}

    @cached_property
    def _won(self) -> dict[Team, list[int]]:
        won = {team: [0] for team in Team}
        for game in self.standing.games:
            for team, counts in won.items():
                counts.append(counts[-1] + (game.winner is team))
        return won

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
        fields: dict[str, Any] = {}
        game = self.game(number)
        if game is not None:
            fields["game"] = game
            fields["games"] = _by_team(self.games_before(game))
        if number in self.aldiak:
            aldia = self.aldiak[number]
            fields["result"] = result(aldia.now, number)
            if len(aldia.versions) > 1:
                fields["changed_by"] = [version.entry for version in aldia.versions[1:]]
        if number in self.adjusted:
            fields["score_after"] = _by_team(self.adjusted[number].score)
        if number in self.changes:
            fields["changed"] = {str(entry): _changed(was, now, entry) for entry, was, now in self.changes[number]}
        return fields

    def remarks(self, sheet: Sheet) -> Iterator[tuple[int, str]]:
        """Every claim of the sheet that differs from what the engine comes to: its line, and both."""
        for claim in sheet.claims:
            differs = _difference(claim.said, self._value(claim), claim.name)
            if differs:
                name, said, value = differs
                yield claim.line, f"{name} is {_shown(said)}, and the engine gives {_shown(value)}"

    def _value(self, claim: Claim) -> Any:
        return self.fields(claim.entry).get(claim.name)


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
