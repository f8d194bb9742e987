"""A bracket of a knockout: its rounds by slot, and who meets whom next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.state import Partida

Meeting = tuple[int, tuple[str, str | None]]
"""The slot of a bracket's round, and who meets there."""


@dataclass(frozen=True)
class Bracket:
    """A bracket: its partidak so far, and who has left. A slot whose teams have all left is empty from then on, as is
    that behind a partida that both have lost; of several partidak in a slot the last one holds."""

    partidak: Sequence[Partida]
    out: Collection[str]

    @cached_property
    def drawn(self) -> list[dict[int, Partida]]:
        """The rounds as they were drawn, each by slot."""
        rounds: dict[int, dict[int, Partida]] = {}
        for partida in self.partidak:
            pairing = partida.pairing
            if pairing.slot is None:
                why = msgid("partida {partida} has no slot in the knockout's round")
                raise TournamentError(Sentence(why, partida=pairing.partida))
            rounds.setdefault(pairing.round, {})[pairing.slot] = partida
        return [slots for _, slots in sorted(rounds.items())]

    @cached_property
    def rounds(self) -> list[dict[int, Partida]]:
        """The rounds so far: what is past is not there any more."""
        return [{slot: one for slot, one in slots.items() if not one.past} for slots in self.drawn]

    def next_round(self) -> tuple[int | None, list[Meeting]]:
        """Who meets whom next, and in which round: what is not there any more first, else in a new one, None.

        Nobody once the final has been won, or nobody is left. TournamentError as of `winner`.
        """
        last = max(self.drawn[0])
        for number, before in enumerate(self.rounds[: last.bit_length() - 1], 1):
            slots = range(1, (last >> number) + 1)
            if number == len(self.drawn):
                due, round = list(slots), None
            else:
                due = [slot for slot in slots if self._is_due(number, slot)]
                round = next(iter(self.drawn[number].values())).pairing.round
            if meetings := self._meetings(before, due):
                return round, meetings
        for final in self.rounds[-1].values():
            self.winner(final)
        return None, []

    def _is_due(self, number: int, slot: int) -> bool:
        """Whether a slot of a round that was drawn is to be drawn: nothing stands there, and in no later round what was
        drawn without it."""
        for slots in self.rounds[number:]:
            if slot in slots:
                return False
            slot = (slot + 1) // 2
        return True

    def _meetings(self, before: Mapping[int, Partida], slots: Iterable[int]) -> list[Meeting]:
        """Who comes to these slots from the round before."""
        meetings: list[Meeting] = []
        for slot in slots:
            played = (before[half] for half in _halves(slot) if half in before)
            winners = [team for partida in played if (team := self.winner(partida)) is not None]
            if winners:
                meetings.append((slot, (winners[0], winners[1] if len(winners) > 1 else None)))
        return meetings

    @property
    def champion(self) -> str | None:
        """Who has won the final, or was left alone for it; None while nobody has."""
        number = max(self.drawn[0]).bit_length() - 1 if self.drawn else 0
        final = self.rounds[number].get(1) if number < len(self.rounds) else None
        return self.going_on(final) if final else None

    @property
    def in_play(self) -> set[str]:
        """Who has not lost in it; nobody once it has its champion."""
        if self.champion:
            return set()
        last = {team: one for slots in self.rounds for one in slots.values() for team in self._staying(one)}
        return {
            team
            for team, one in last.items()
            if (on := self.going_on(one)) == team or (on is None and not one.both_have_lost)
        }

    def way(self, partida: Partida) -> list[Partida]:
        """What was drawn in a partida's place, and then of where its winner goes from there."""
        way, slot = list[Partida](), partida.pairing.slot or 0
        for slots in self.drawn:
            if next(iter(slots.values())).pairing.round >= partida.pairing.round:
                way += [slots[slot]] if slot in slots else []
                slot = (slot + 1) // 2
        return way

    def winner(self, partida: Partida) -> str | None:
        """Who goes on: the winner, or whoever has not left; None where both have, or have lost it.

        TournamentError where the judge has voided it.
        """
        if partida.void and len(self._staying(partida)) == 2:
            why = msgid("partida {partida} is void, and a knockout needs its winner")
            raise TournamentError(Sentence(why, partida=partida.pairing.partida))
        return self.going_on(partida)

    def going_on(self, partida: Partida) -> str | None:
        """As `winner`, and None too where the judge has voided it, or it is still played."""
        if partida.both_have_lost:
            return None  # lateness is not forgiven (federacion 33), whoever leaves later
        staying = self._staying(partida)
        if len(staying) == 2:
            return None if partida.waits_for else partida.winner
        return next(iter(staying), None)

    def _staying(self, partida: Partida) -> list[str]:
        """Who of those who meet has not left."""
        return [team for team in partida.pairing.teams if team is not None and team not in self.out]


def _halves(slot: int) -> tuple[int, int]:
    """The slots of the round before whose winners meet in a slot."""
    return 2 * slot - 1, 2 * slot
