"""The fold over a tournament's acts, after each of which it stands somehow (`engine.tournament.state`)."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from engine.errors import TournamentError, quoted
from engine.sentences import Sentence, msgid
from engine.tournament.acts import (
    Act,
    AppealDecided,
    Appealed,
    Confirmed,
    Drawn,
    Left,
    LotDrawn,
    Replaced,
    Reported,
    Returned,
    Succeeded,
    Suspended,
)
from engine.tournament.entries import Calendar, TeamEntry, plain
from engine.tournament.state import Appeal, Partida, Tournament
from engine.tournament.terms import Terms

_TWICE = msgid("the team {team} is there twice")


class Fold:
    """The acts of a tournament taken one after the other; `tournament` shows how it stands after them."""

    def __init__(self, terms: Terms, teams: Iterable[TeamEntry], calendar: Calendar) -> None:
        """TournamentError where a team is there twice, or enters a player who is suspended."""
        self._terms = terms
        self._calendar = calendar
        self._teams: dict[str, TeamEntry] = {}
        self._entered: dict[str, tuple[str, ...]] = {}
        """The players with whom each team came."""
        self._partidak: dict[int, Partida] = {}
        self._out: dict[str, Left] = {}
        self._lots: list[LotDrawn] = []
        self._appeals: dict[str, Appeal] = {}
        for entry in teams:
            self._enter(entry)

    def __copy__(self) -> Fold:
        """Another one that stands as this one does: what is added to either does not show in the other."""
        own = object.__new__(Fold)
        own.__dict__ = {name: copy(value) for name, value in self.__dict__.items()}
        return own

    @property
    def tournament(self) -> Tournament:
        """How it stands now. What is added later shows in it."""
        return Tournament(
            self._terms, self._teams, self._partidak, self._out, self._lots, self._appeals, self._calendar
        )

    def add(self, act: Act) -> None:
        """Takes the next act; TournamentError where it makes no sense, and then nothing has changed."""
        match act:
            case Drawn() | Reported():
                self._partida(act)
            case Confirmed():
                self._confirm(act)
            case Left():
                self._known(act.team)
                self._out[act.team] = act
            case Returned():
                self._known(act.team)
                self._out.pop(act.team, None)
            case LotDrawn():
                for team in act.teams:
                    self._known(team)
                if len(act.teams) < 2 or len(set(act.teams)) < len(act.teams):
                    raise TournamentError(Sentence("a lot is drawn among two teams or more, each named once"))
                self._lots.append(act)
            case Replaced():
                self._replace(act)
            case Succeeded():
                self._succeed(act)
            case Suspended():
                self._calendar = self._calendar.suspending(act.player, act.until)
            case Appealed():
                self._appeal(act)
            case _:
                self._decide(act)

    def rewrite(self, entry: TeamEntry) -> None:
        """That is how a team and its players are written from now on; who came is the same. TournamentError where there
        is no such team."""
        before, came = self._known(entry.id), self._entered[entry.id]
        now = dict(zip(map(plain, before.players), entry.players, strict=False))
        self._entered[entry.id] = tuple(now.get(plain(player), player) for player in came) or entry.players
        self._teams[entry.id] = entry

    def _enter(self, entry: TeamEntry) -> None:
        if entry.id in self._teams:
            raise TournamentError(Sentence(_TWICE, team=quoted(entry.id)))
        self._calendar.require_free(*entry.players)
        self._teams[entry.id], self._entered[entry.id] = entry, entry.players

    def _known(self, team: str) -> TeamEntry:
        if team not in self._teams:
            raise TournamentError(Sentence("unknown team {team}", team=quoted(team)))
        return self._teams[team]

    def _partida(self, act: Drawn | Reported) -> None:
        pairing = act.pairing
        earlier = self._partidak.get(pairing.partida)
        if earlier and earlier.past:
            why = msgid("partida {partida} no longer counts: the result that it was drawn from has been changed")
            raise TournamentError(Sentence(why, partida=pairing.partida))
        if earlier:
            pairing = pairing.placed_as(earlier.pairing)
            act = replace(act, pairing=pairing)
        first, second = pairing.teams
        self._known(first)
        if second is not None:
            self._known(second)
            if first == second:
                raise TournamentError(Sentence("{team} cannot play against itself", team=first))
        report = act if isinstance(act, Reported) else Reported(pairing)
        said = (*(earlier.said if earlier else ()), act)
        self._partidak[pairing.partida] = Partida(said, self._winner(act), report.waits_for)

    def _winner(self, act: Drawn | Reported) -> str | None:
        pairing = act.pairing
        if isinstance(act, Reported) and act.lost_by_both:
            self._terms.require_lateness()
            if act.void or act.decisive or act.mantxak or pairing.teams[1] is None:
                raise TournamentError(Sentence("what both have lost has two teams and no mantxak, and is not void"))
            return None
        if isinstance(act, Reported) and act.void:
            return None
        if pairing.teams[1] is None:
            if pairing.bye_mantxak is not None and pairing.bye_mantxak > self._terms.mantxak:
                why = msgid("a bye counts {most} mantxak at most, not {given}")
                raise TournamentError(Sentence(why, most=self._terms.mantxak, given=pairing.bye_mantxak))
            return pairing.teams[0]
        return pairing.teams[self._terms.winner(act.mantxak, act.decisive)] if isinstance(act, Reported) else None

    def _confirm(self, act: Confirmed) -> None:
        partida = self._partidak.get(act.partida)
        if partida is None or act.team not in partida.waits_for:
            why = msgid("partida {partida} has nothing that {team} has to confirm")
            raise TournamentError(Sentence(why, partida=act.partida, team=quoted(act.team)))
        self._partidak[act.partida] = replace(partida, waits_for=partida.waits_for - {act.team})

    def _replace(self, act: Replaced) -> None:
        entry = self._known(act.team)
        staying = tuple(player for player in entry.players if plain(player) != plain(act.absent))
        if len(staying) == len(entry.players):
            raise TournamentError(Sentence("{player} is no player of {team}", player=quoted(act.absent), team=act.team))
        if plain(act.club) != plain(entry.club) or not act.played_there:
            why = msgid(
                "{player} cannot come: a player is replaced by somebody of the same club who played that club's "
                "tournament (nabo 25)"
            )
            raise TournamentError(Sentence(why, player=quoted(act.substitute)))
        self._calendar.require_free(act.substitute)
        players = tuple(player if player in staying else act.substitute for player in entry.players)
        came = map(plain, self._entered[act.team])
        if len(players) > 1 and set(map(plain, players)).isdisjoint(came):
            why = msgid("neither player of {team} comes: then the runner-up does (nabo 25)")
            raise TournamentError(Sentence(why, team=act.team))
        self._teams[act.team] = replace(entry, players=players)

    def _succeed(self, act: Succeeded) -> None:
        self._known(act.team)
        if any(act.team in partida.pairing.teams for partida in self._partidak.values()):
            raise TournamentError(Sentence("{team} has been drawn already: nobody takes its place", team=act.team))
        if act.runner_up.id in self._teams:
            raise TournamentError(Sentence(_TWICE, team=quoted(act.runner_up.id)))
        self._calendar.require_free(*act.runner_up.players)
        self._entered[act.runner_up.id] = act.runner_up.players
        entries = (act.runner_up if entry.id == act.team else entry for entry in self._teams.values())
        self._teams = {entry.id: entry for entry in entries}
        self._out.pop(act.team, None)

    def _appeal(self, act: Appealed) -> None:
        self._known(act.team)
        if self._terms.book.appeals == "none":
            raise TournamentError(Sentence("under {rules} the judge's decision is final", rules=self._terms.book.name))
        if act.ruling in self._appeals:
            why = msgid("the ruling {ruling} has been appealed against once (federacion 92)")
            raise TournamentError(Sentence(why, ruling=quoted(act.ruling)))
        self._appeals[act.ruling] = Appeal(act.team, act.why)

    def _decide(self, act: AppealDecided) -> None:
        appeal = self._appeals.get(act.ruling)
        if appeal is None:
            raise TournamentError(Sentence("nobody appealed against the ruling {ruling}", ruling=quoted(act.ruling)))
        if appeal.upheld is not None:
            why = msgid("the three judges' word on the ruling {ruling} is final (federacion 92)")
            raise TournamentError(Sentence(why, ruling=quoted(act.ruling)))
        self._appeals[act.ruling] = replace(appeal, upheld=sum(act.upheld) >= 2)
