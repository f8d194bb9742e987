"""From the cards that were read and the calls that were pressed to the engine's marks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.errors import MusError
from engine.records import HandRecord, Result
from engine.rounds import Round
from engine.showdown import counting_hands, score
from firmware.session.events import Showdown
from firmware.session.state import State, announced_json


def showdown(state: State, struck: Collection[Round] = ()) -> Showdown:
    """What the engine makes of a state whose cards are all known, leaving out the calls of the `struck` rounds."""
    record = _record(state, struck)
    try:
        return Showdown(record, _scored(record, state).to_dict())
    except MusError as error:
        return Showdown(record, None, str(error), _culprits(state, struck))


def scored(state: State) -> Result:
    """What the engine makes of a state's cards as they are read and settled. MusError where it makes no sense."""
    return _scored(_record(state, ()), state)


def _scored(record: dict[str, Any], state: State) -> Result:
    return score(HandRecord.parse(record, lambda _: state.book))


def _culprits(state: State, struck: Collection[Round]) -> tuple[str, ...]:
    """The rounds without whose calls the record makes sense; where no single one is enough, all that were bid in."""
    played = [round for round in _rounds(state) if round not in struck]
    cures = [round for round in played if _makes_sense(_record(state, [*struck, round]), state)]
    return tuple(round.value for round in cures or played)


def _makes_sense(record: dict[str, Any], state: State) -> bool:
    try:
        _scored(record, state)
    except MusError:
        return False
    return True


def _record(state: State, struck: Collection[Round]) -> dict[str, Any]:
    fourth = fourth_round(state)
    calls: dict[str, list[str]] = {}
    struck_out: dict[str, list[str]] = {}
    for round, said in state.aldia.calls.items():
        name = fourth if round is Round.FOURTH else round
        (struck_out if name in struck else calls)[name.value] = [str(call) for call in said]
    record: dict[str, Any] = {
        "id": state.deal,
        "rules": state.rules,
        "options": dict(state.options),
        "esku": state.esku.value,
        "score": {team.value: tantos for team, tantos in state.base.items()},
        "cards": {seat.value: [str(card) for card in cards] for seat, cards in state.cards().items()},
        "calls": calls,
    }
    announced = {**_misheard(state), **(announced_json(state.karta_aldia) if state.karta_aldia.peretes else {})}
    if announced:
        record["announced"] = announced
    if state.aldia.hordago:
        record["hordago_shown"] = True  # the cards that were read are the answer to it
    if state.confirmed:
        record["confirmed"] = list(dict.fromkeys(doubt.text for doubt in state.confirmed))
    if struck_out:
        record["struck"] = struck_out
    return record | state.unsure()


def _misheard(state: State) -> dict[str, list[str]]:
    """The announcements of the rounds in which somebody said otherwise than the cards do."""
    if not state.misheard:
        return {}
    hands = counting_hands(HandRecord(state.rules, state.book, state.esku, state.base, state.cards()))
    has = {
        Round.PAREAK: {seat for seat, hand in hands.items() if hand.pareak},
        Round.JOKOA: {seat for seat, hand in hands.items() if hand.jokoa},
    }
    wrong = {round: {seat for at, seat in state.misheard if at is round} for round in has}
    return {
        round.value: [seat.value for seat in state.aldia.seats if seat in seats ^ wrong[round]]
        for round, seats in has.items()
        if wrong[round]
    }


def _rounds(state: State) -> list[Round]:
    """The rounds that have calls, pareak and the fourth first: those are what cards can contradict."""
    fourth = fourth_round(state)
    rounds = [fourth if round is Round.FOURTH else round for round in state.aldia.calls]
    return sorted(rounds, key=lambda round: (round.number < Round.PAREAK.number, round.number))


def fourth_round(state: State) -> Round:
    """The fourth round as it was announced; where nobody spoke wrongly, as the cards have it."""
    if (said := _misheard(state).get(Round.JOKOA.value)) is not None:
        return Round.JOKOA if said else Round.PUNTUA
    record = HandRecord(state.rules, state.book, state.esku, state.base, state.cards())
    return Round.JOKOA if any(hand.jokoa for hand in counting_hands(record).values()) else Round.PUNTUA
