"""Pareak and jokoa announced before they are played: one seat after the other, from the esku on."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bids.aldia import Aldia
from engine.deal.acts import Act
from engine.deal.mus import MusLaw
from engine.rounds import Round
from engine.seats import Seat, Team

Announced = Mapping[Seat, bool]
"""Whether each seat that has spoken said yes."""


def answering(act: Act, seats: tuple[Seat, ...], said: Announced) -> tuple[Seat, ...]:
    """The seats that an act after the mus speaks for: itself, or all of a team that have not spoken."""
    if isinstance(act.speaker, Seat):
        return (act.speaker,)
    return tuple(seat for seat in seats if seat.team is act.speaker and seat not in said)


def joined(aldia: Aldia, said: Announced) -> Aldia:
    """The bidding with the announcements complete: those who said yes play the round."""
    yes = frozenset(seat for seat, has in said.items() if has)
    if aldia.round is Round.PAREAK:
        round, known, playing = Round.PAREAK, aldia._replace(pareak=yes), yes
    else:
        known = aldia._replace(jokoa=yes)
        round, playing = known.fourth, yes or frozenset(aldia.seats)
    return known._replace(round=round, bidding=aldia.bidding._replace(seats=playing))


def objection(act: Act, name: str, aldia: Aldia, said: Announced, law: MusLaw) -> str | None:
    """Why `act` may not announce what is called `name` now; None where it may. A team says no for all that are left."""
    if isinstance(act.speaker, Seat) and act.speaker not in aldia.seats:
        return f"nobody sits at {act.speaker.value}"
    speaking = answering(act, aldia.seats, said)
    if isinstance(act.speaker, Team):
        if act.word.is_yes:
            return f"which of {act.speaker.value} has it? A seat says so for itself"
        if not speaking:
            return f"{act.speaker.value} has announced already"
    elif act.speaker in said:
        return _objection_to_correction(act, name, said[act.speaker], aldia, law)
    first = next(seat for seat in aldia.seats if seat not in said)
    return None if first in speaking else f"{first.value} announces before {act.speaker.value}"


def _objection_to_correction(act: Act, name: str, had: bool, aldia: Aldia, law: MusLaw) -> str | None:
    """Federacion 78, 79, 83, 84: a wrong announcement is put right as long as no bid of the round is answered."""
    if had is act.word.is_yes or not law.corrections:
        return f"{act.speaker.value} has announced already"
    if aldia.bidding.answered:
        return f"a bid has been answered: {law.articles[name]} settle it when the cards are shown"
    return None
