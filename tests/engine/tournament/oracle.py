"""Standings a second time, straight from the law's text and without a word of the engine's code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

GAMES = {"nabo": 2, "federacion": 4, "spain": 3, "basque": 3, "france": 3}
TARGETS = {"nabo": 40, "federacion": 40, "spain": 30, "basque": 40, "france": 40}


class WrongLineError(Exception):
    """The number of a line that is wrong."""


def standings(lines: Sequence[dict[str, Any]]) -> list[tuple[int, str, int, int, int, list[str]]]:
    """Place, team, partidak, mantxak, tantos in lost partidak and who shares the place, in the order of the places."""
    header = lines[0]
    options = header.get("options", {})
    needed = options.get("mantxak", GAMES[header["rules"]])
    target = options.get("target", TARGETS[header["rules"]])
    ids = [team["id"] for team in header["teams"]]
    last: dict[int, dict[str, Any]] = {}
    gone: set[str] = set()
    for number, line in enumerate(lines[1:], 2):
        if "partida" in line:
            check(line, ids, needed, target, number)
            last[line["partida"]] = line
        for word in ("withdrawn", "returned"):
            if word in line and line[word] not in ids:
                raise WrongLineError(number)
        if "withdrawn" in line:
            gone.add(line["withdrawn"])
        if "returned" in line:
            gone.discard(line["returned"])
    figures = {team: [0, 0, 0] for team in ids if team not in gone}
    beat: list[tuple[str, str]] = []
    for line in last.values():
        one, other = line["teams"]
        if line.get("void") or one in gone or other in gone:
            continue
        if other is None:
            figures[one][0] += 1
            figures[one][1] += line.get("bye_mantxak", needed)
            continue
        firsts = sum(a > b for a, b in line["mantxak"])
        seconds = len(line["mantxak"]) - firsts
        winner, loser = (one, other) if firsts > seconds else (other, one)
        beat.append((winner, loser))
        figures[one][1] += firsts
        figures[other][1] += seconds
        figures[winner][0] += 1
        figures[loser][2] += sum(pair[[one, other].index(loser)] for pair in line["mantxak"])
    return list(placed(figures, beat))


def placed(
    figures: dict[str, list[int]], beat: list[tuple[str, str]]
) -> Iterable[tuple[int, str, int, int, int, list[str]]]:
    """The places, by partidak, mantxak, tantos in lost partidak, and between exactly two the partidak between them."""
    place = 1
    while figures:
        best = max(figures.values())
        level = [team for team in figures if figures[team] == best]
        order = [level]
        if len(level) == 2:
            one, other = level
            lead = beat.count((one, other)) - beat.count((other, one))
            if lead:
                order = [[one], [other]] if lead > 0 else [[other], [one]]
        for shared in order:
            for team in shared:
                yield place, team, *figures[team], [mate for mate in shared if mate != team]
            place += len(shared)
        for team in level:
            del figures[team]


def of_rows(rows: Iterable[Any]) -> list[tuple[int, str, int, int, int, list[str]]]:
    """What the engine's rows say, as `standings` says it here."""
    return [
        (row.place, row.team, row.results.partidak, row.results.mantxak, row.results.lost_tantos, list(row.tied_with))
        for row in rows
    ]


def check(line: dict[str, Any], ids: Sequence[str], needed: int, target: int, number: int) -> None:
    """WrongLineError where nobody won the partida, or by a score that is not allowed, or no such teams can meet."""
    one, other = line["teams"]
    if one not in ids or (other is not None and other not in ids) or one == other:
        raise WrongLineError(number)
    if other is None or line.get("void"):
        return
    wins = [0, 0]
    for first, second in line["mantxak"]:
        right = (first == target and 0 <= second < target) or (second == target and 0 <= first < target)
        if not right or needed in wins:
            raise WrongLineError(number)
        wins[first < second] += 1
    if needed not in wins:
        raise WrongLineError(number)
