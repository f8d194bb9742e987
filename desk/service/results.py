"""How partidak are reported and confirmed (nabo 20, 21): by the pairs, from paper, by a table's box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from desk.acts import OFFICIALS, Act, ConfirmationTakenBack, MantxakTold, Role, Who
from desk.service.desk import Desk, NotAllowedError, require
from desk.state import State
from engine.errors import TournamentError
from engine.sentences import Sentence
from engine.tournament.acts import Confirmed, Drawn, Pairing, Reported
from engine.tournament.state import Partida
from engine.tournament.terms import Mantxa


def report(
    desk: Desk, tournament: int, who: Who, partida: int, mantxak: Sequence[Mantxa], decisive: bool = False
) -> State:
    """A pair, or somebody at the desk from paper, says how a partida stands: the tantos of its first and second team.

    While nobody has won it, what a pair says is kept as told so far. A result waits for the other pair, and one from
    paper for both, or for a second look (`confirm`). A pair that says the same as what waits for it confirms that; what
    it says otherwise is kept beside it. Its own word it may take back by another one; that it has confirmed a result of
    others' too, and that one waits for it again. What is confirmed only the judge changes.
    """
    require(who, Role.PAIR, *OFFICIALS)
    said = tuple(mantxak)

    def decide(state: State) -> Iterable[Act]:
        now = state.find(partida)
        require(who, who.role, teams=now.pairing.teams)
        _require_unconfirmed(now)
        others = frozenset(str(team) for team in now.pairing.teams if team != who.team)
        result = Reported(bare(now.pairing), said, decisive=decisive, waits_for=others, by=who.role.value)
        return [result] if who.team is None else _pair_says(state, now, who.team, result)

    return desk.act(tournament, who, decide)


def _pair_says(state: State, now: Partida, team: str, said: Reported) -> Iterable[Act]:
    """What follows from a pair's word, which would be the result `said`, beside what was said of the partida before."""
    number, terms = now.pairing.partida, state.tournament.terms
    before = now.now if isinstance(now.now, Reported) else None
    confirms = before is not None and team not in now.waits_for
    own = before is not None and _is_word_of(state, number, team)
    if before and (before.mantxak, before.decisive) == (said.mantxak, said.decisive):
        return [] if confirms else [Confirmed(number, team)]
    won = said.decisive or terms.mantxak in terms.won(said.mantxak)
    if won and state.told.get((number, str(now.other(team)))) == said.mantxak:
        return [replace(said, waits_for=frozenset())]
    if won and (own or before is None):
        return [said]
    told = MantxakTold(number, team, said.mantxak)
    if own:  # the result that it had is taken back
        return [told, Drawn(now.pairing, now.seed)]
    return [told, ConfirmationTakenBack(number, team)] if confirms else [told]


def _is_word_of(state: State, partida: int, team: str) -> bool:
    """Whether the pair itself has told the result that stands, and not somebody else whom it has confirmed."""
    last = state.reports[partida][-1]
    return last.role is Role.PAIR and isinstance(last.act, Reported) and team not in last.act.waits_for


def confirm(desk: Desk, tournament: int, who: Who, partida: int, mantxak: Sequence[Mantxa]) -> State:
    """A pair confirms the result that the other one reported, or somebody at the desk has looked at the paper again.

    `mantxak` are those that were shown: where the result is another one by now, nothing is confirmed. The second look
    is another person's than the first, and confirms for both pairs.
    """
    require(who, Role.PAIR, *OFFICIALS)
    shown = tuple(mantxak)

    def decide(state: State) -> Iterable[Act]:
        now = state.find(partida)
        if not isinstance(now.now, Reported) or now.now.mantxak != shown:
            raise TournamentError(Sentence("the result of partida {partida} is another one by now", partida=partida))
        if who.team is not None:
            return [Confirmed(partida, who.team)]
        first = state.reports[partida][-1]
        if (first.who, first.role) == (who.name, who.role):
            raise NotAllowedError(Sentence("the second look is another person's"))
        if not now.waits_for:
            raise TournamentError(Sentence("partida {partida} is confirmed", partida=partida))
        return [Confirmed(partida, team) for team in sorted(now.waits_for)]

    return desk.act(tournament, who, decide)


def bare(pairing: Pairing) -> Pairing:
    """Who meets whom, without where in the stage: a report need not say it again."""
    return Pairing(pairing.partida, pairing.round, pairing.teams)


def is_confirmed(partida: Partida) -> bool:
    """Whether it has a result that nobody has to confirm any more, as a bye has from the draw on, or the judge has
    voided it."""
    return (isinstance(partida.now, Reported) or partida.pairing.teams[1] is None) and not partida.waits_for


def _require_unconfirmed(partida: Partida) -> None:
    if partida.pairing.teams[1] is None:
        raise TournamentError(Sentence("{team} has a bye", team=partida.pairing.teams[0]))
    if is_confirmed(partida):
        raise NotAllowedError(
            Sentence("partida {partida} is confirmed: only the judge changes it", partida=partida.pairing.partida)
        )
