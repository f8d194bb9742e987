"""The session as it is told to whoever looks on: no card of a karta aldia before its showdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, Final

from engine.bids.aldia import Aldia
from engine.rounds import Round
from engine.seats import Seat, Team
from firmware.session.cards.showdown import calls_so_far, fourth_round, plainly
from firmware.session.finished import Finished
from firmware.session.state import Phase, State
from firmware.table.snapshot import Snapshot
from words.books import called
from words.text import Speech

FORMAT: Final = 1
"""Of what is told: fields may come, and none changes its meaning; if one ever had to, this would be 2."""
Told = dict[str, Any]


def told(snapshot: Snapshot) -> Told:
    """The session, as docs/watch.md has it. Whatever else the table knows of the cards in hand stays at the table.

    In Mus por Equipos all that is played does: other tables have the same cards (mus por equipos 11).
    """
    now = session(snapshot)
    if snapshot.state.jugada:
        return now | _SILENCE
    return now if snapshot.state.noted else now | {"last": None}  # a match before it had other teams


def is_silent(state: State) -> bool:
    """Whether other tables may still have the cards before them that were played here last."""
    return state.jugada is not None or (state.last is not None and state.last.record.jugada is not None)


def session(snapshot: Snapshot) -> Told:
    """The same for those who sit at the table."""
    state, say = snapshot.state, snapshot.say
    winner = state.standing.winner
    return {
        "format": FORMAT,
        "silent": False,
        "rules": state.book.name,
        "target": state.book.target,
        "score": _by_team(state.score),
        "games": _by_team(state.games),
        "games_to_win": state.book.games,
        "vacas": state.vacas_won and _by_team(state.vacas_won),
        "match_winner": winner.value if winner else None,
        "esku": state.esku.value,
        "phase": state.phase.value,
        "deal": state.deal,
        "jugada": str(state.jugada) if state.jugada else None,
        "round": plainly(state.aldia.round).value if state.phase is Phase.CALLS and state.aldia.round else None,
        "to_answer": state.aldia.to_answer.value if state.aldia.to_answer else None,
        "calls": _calls(state),
        "marked": _marked(state.aldia),
        "last": hand(state.last) if state.last else None,
        "shown": state.marked,
        "table": state.desk.table,
        "language": say.language,
        "names": _names(say) | {"rules": called(state.book.name, say)},
    }


_SILENCE: Final[Told] = {
    "silent": True,
    "score": {"NS": 0, "EW": 0},
    "games": {"NS": 0, "EW": 0},
    "match_winner": None,
    "esku": Seat.N.value,
    "phase": Phase.CALLS.value,
    "deal": 0,
    "jugada": None,
    "round": None,
    "to_answer": None,
    "calls": {},
    "marked": [],
    "last": None,
    "shown": False,
}
"""How every match of Mus por Equipos begins."""


def happened(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Told]:
    """What happened from one telling of the session to the next: calls, the hand that was marked, a mantxa, the match.

    Nothing where something was taken back. What fell between two tellings comes in its order.
    """
    if now["deal"] < before["deal"]:
        return
    was, said = (list(_said(one)) for one in (before if before["deal"] == now["deal"] else {"calls": {}}, now))
    if len(said) >= len(was):  # a bid that waits may still be raised by whoever made it
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(was, said, strict=False)))
        yield from ({"event_type": "call", "team": call.split()[0], "call": call} for call in said[same:])
    if now["shown"] and not (before["shown"] and before["deal"] == now["deal"]):
        yield {"event_type": "hand", **now["last"]["result"], "deal": now["deal"]}
        won = now["last"]["result"]["winner"]
        if won:
            yield {"event_type": "mantxa", "team": won, "games": now["games"]}
    if now["match_winner"] and not before["match_winner"]:
        yield {"event_type": "match", "team": now["match_winner"]}


EVENTS: Final = ("call", "hand", "mantxa", "match")
"""The kinds of what happens."""


def hand(finished: Finished) -> Told:
    """A finished karta aldia: its record and its result."""
    return {"record": finished.record_json(), "result": finished.result_json()}


def _by_team(counts: Mapping[Team, int]) -> dict[str, int]:
    return {team.value: count for team, count in counts.items()}


def _said(session: Mapping[str, Any]) -> Iterator[str]:
    return (call for said in session["calls"].values() for call in said)


def _names(say: Speech) -> dict[str, str]:
    return {team.value: say.team(team) for team in Team} | {seat.value: say.place(seat) for seat in Seat}


def _calls(state: State) -> dict[str, list[str]]:
    """The calls of the karta aldia in hand, as its record has them; once its cards are known, they name the fourth."""
    shown = state.conflict or (state.marked and (state.laid or state.entered))
    fourth, struck = fourth_round(state) if shown else Round.JOKOA, {round for round, _ in state.struck}
    calls = {fourth if round is Round.JOKOA else round: said for round, said in calls_so_far(state).items()}
    return {round.value: [str(call) for call in said] for round, said in calls.items() if round not in struck}


def _marked(aldia: Aldia) -> list[dict[str, object]]:
    """What was marked at once in the karta aldia in hand; the fourth round stands as its calls do."""
    return [mark._replace(round=plainly(mark.round)).to_dict() for mark in aldia.tally.marks]
