"""Mus por Equipos over all tables in words: who has won, and what each table did with the same cards."""

from __future__ import annotations

from typing import Any, Final

from engine.equipos.result import Hordagos, Outcome, Row
from engine.match.games import AldiaHistory, Status
from engine.seats import Team
from engine.sheets.fields import played_fields
from engine.sheets.figures import result
from words.telling import reason
from words.text import Speech

_INDENT: Final = "   "


def in_words(outcome: Outcome, say: Speech) -> list[str]:
    """The result, the games, where hordagos decided them, and all jugadak, in lines."""
    lines = [won(outcome, say), *games(outcome, say), *decided(outcome, say)]
    for row in outcome.rows:
        lines += ["", say("Jugada {number}", number=row.jugada)]
        for number, aldia in enumerate(row.aldiak, 1):
            lines.append(_INDENT + at_table(outcome, number, say))
            lines += [_INDENT * 2 + line for line in played_lines(aldia, say)]
    return lines


def won(outcome: Outcome, say: Speech) -> str:
    """Who has won, and how many games each side has; while the tables play, how many of them are counted."""
    counted = ", ".join(f"{side} {outcome.won[side]}" for side in outcome.sides)
    if not outcome.over:
        of = outcome.tables[0].length.games
        done = say("games that every table has played: {count} of {of}", count=len(outcome.games), of=of)
        return say.headed(counted, done)
    if outcome.winner is None:
        return say.headed(counted, say("the match is drawn"))
    return say.headed(counted, say("{side} won the match", side=outcome.winner))


def games(outcome: Outcome, say: Speech) -> list[str]:
    """A line for each game: who has won it at each table."""
    return [
        say.headed(
            say("Game {number}", number=number),
            ", ".join(_won_at(table, side, say) for table, side in enumerate(game, 1)),
        )
        for number, game in enumerate(outcome.games, 1)
    ]


def _won_at(table: int, side: str | None, say: Speech) -> str:
    where, who = say("table {number}", number=table), side or say("nobody")
    return f"{where} {who}"


def decided(outcome: Outcome, say: Speech) -> list[str]:
    """Where an accepted hordago won a game, and which tables refused the same one."""
    return [say.headed(str(row.jugada), _hordago(one, say)) for row in outcome.rows for one in row.hordagos]


def _hordago(one: Hordagos, say: Speech) -> str:
    said = say("hordago in {round} accepted at table {tables}", round=one.round, tables=one.accepted)
    if not one.refused:
        return said
    return say.listed([said, say("refused at table {tables}", tables=one.refused)])


def at_table(outcome: Outcome, number: int, say: Speech) -> str:
    """A table's number, and which side sat where."""
    teams = outcome.seated[number - 1]
    seated = ", ".join(f"{say.team(team)} {teams[team]}" for team in Team)
    return say.headed(say("table {number}", number=number), seated)


def as_json(outcome: Outcome) -> dict[str, Any]:
    """All of it as JSON."""
    return {
        "winner": outcome.winner,
        "games_won": dict(outcome.won),
        "tables": [{team.value: teams[team] for team in Team} for teams in outcome.seated],
        "games": [list(game) for game in outcome.games],
        "jugadak": [_row_json(outcome, row) for row in outcome.rows],
    }


def _row_json(outcome: Outcome, row: Row) -> dict[str, Any]:
    tables = [
        aldia
        and {
            "record": played_fields(aldia.now.played, table.match.header, table.book),
            "result": result(aldia.now, aldia.entry),
        }
        for table, aldia in zip(outcome.tables, row.aldiak, strict=True)
    ]
    hordagos = [
        {"round": one.round.value, "accepted": list(one.accepted), "refused": list(one.refused)} for one in row.hordagos
    ]
    return {"jugada": str(row.jugada), "tables": tables, "hordagos": hordagos}


def played_lines(aldia: AldiaHistory | None, say: Speech) -> list[str]:
    """What a table did with a jugada: the hands, the calls round by round, what was marked for what, and the score."""
    if aldia is None:
        return [say("put aside unplayed")]
    now, played = aldia.now, aldia.now.played
    lines = [f"{say.letter(seat)} {' '.join(map(str, hand))}" for seat, hand in played.cards.items()]
    for round, calls in sorted(played.calls.items(), key=lambda one: one[0].number):
        if calls:
            lines.append(say.headed(say(round.value), ", ".join(map(say.call, calls))))
    if now.status is not Status.COUNTS:
        return [*lines, say.sentence(now.error) if now.error else say("does not count")]
    marks = [
        f"{say.team(mark.team)} {mark.tantos} ({say(mark.round.value)}, {reason(mark.why.value, say)})"
        for mark in now.marks
    ]
    lines.append(", ".join(marks) or say("Nothing was marked."))
    lines.append(" · ".join(f"{say.team(team)} {now.after[team]}" for team in Team))
    if now.result and now.result.winner:
        lines.append(say("{team} wins the game", team=say.team(now.result.winner)))
    return lines
