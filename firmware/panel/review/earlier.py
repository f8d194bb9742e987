"""The list of every match of the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.seats import Team
from firmware.keeping.played_matches import Outcome, PlayedMatches, Recorded, outcome
from firmware.panel.page import Asked, Page
from firmware.screens.parts import won_so_far
from words.text import Speech

_A_PAGE: Final = 10
"""Matches on one page of the list: each has to be gone through once to tell how it ended."""


def listed(played: PlayedMatches, asked: Asked, before: int | None) -> Page:
    """The last matches of the journal, or the last ones `before` that number."""
    found = played.recorded()
    behind = len(found) if before is None else max(0, min(before - 1, len(found)))
    shown = found[max(0, behind - _A_PAGE) : behind]
    told = [(one, outcome(asked.state) if one is found[-1] else played.outcome(one)) for one in shown]
    return matches_page(told, len(found), asked.say)


def matches_page(told: Sequence[tuple[Recorded, Outcome]], count: int, say: Speech) -> Page:
    """Some matches of `count` with how they ended, told in their order and shown the newest first."""
    first, last = (told[0][0].number, told[-1][0].number) if told else (1, count)
    values = {
        "rows": [(one, ended, _result(ended, say.named(ended.names))) for one, ended in reversed(told)],
        "count": count,
        "newer": min(count, last + _A_PAGE) + 1 if last < count else None,
        "older": first if first > 1 else None,
    }
    return Page("matches.html", say("All matches"), "/hands", values)


def _result(ended: Outcome, say: Speech) -> str:
    won = " · ".join(won_so_far(ended.games, ended.vacas, say))
    if ended.winner:
        return f"{say('{team} won the match.', team=ended.winner)} {won[:1].upper()}{won[1:]}"
    score = " · ".join(f"{say.team(team)} {ended.score[team]}" for team in Team)
    return f"{score} · {won}" if won else score
