"""From the cards that were read and the calls that were pressed to a karta aldia that the engine can mark."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from engine.advice.incidents import Follows
from engine.errors import MusError
from engine.match.header import Header
from engine.match.played import Played
from engine.penalties.case import Shown
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat
from engine.sentences import Sentence
from engine.showdown import counting_hands, score
from firmware.session.finished import Noted, Source
from firmware.session.state import Conflict, State


def record_json(state: State, struck: Collection[Round] = ()) -> dict[str, Any]:
    """The hand record, with what was noted, of a state whose cards are all known; without the calls that are struck."""
    played, noted = written(state, struck)
    return played.record(state.match.header, state.book, id=state.deal).to_dict() | noted.to_json()


def written(state: State, struck: Collection[Round] = ()) -> tuple[Played, Noted]:
    """The karta aldia in hand as it is written down, leaving out the calls of the `struck` rounds."""
    fourth = fourth_round(state)
    calls = {fourth if round is Round.FOURTH else round: said for round, said in state.aldia.calls.items()}
    said = {round: _said(state, round) for round, _ in state.misheard}
    played = Played(
        state.esku,
        state.base,
        state.cards(),
        {round: said for round, said in calls.items() if round not in struck},
        said.get(Round.PAREAK),
        said.get(Round.JOKOA),
        _found(state),
        hordago_shown=state.aldia.hordago is not None,  # the cards that were read are the answer to it
        perete=state.karta_aldia.peretes,
        jugada=state.jugada,
    )
    struck_out = {round: said for round, said in calls.items() if round in struck}
    noted = Noted(state.deal, struck_out, mended=state.karta_aldia.remedies)
    if state.entered:
        return played, replace(noted, unsure_suits=state.entered.unsure(), source=Source.HAND)
    if state.laid is None:
        return played, noted
    confirmed = tuple(dict.fromkeys(doubt.text for doubt in state.laid.confirmed))
    suits, whole = state.laid.unsure()
    source = Source.PHONE if state.laid.sent else Source.CAMERA
    return played, replace(noted, confirmed=confirmed, unsure_suits=suits, unsure_cards=whole, source=source)


def without_cards(state: State) -> tuple[Played, Noted]:
    """The karta aldia in hand, which a refused bid has ended before anybody showed any cards."""
    closed = {plainly(round): () for round, _ in state.aldia.past}
    calls = {plainly(round): said for round, said in state.aldia.calls.items()}
    played = Played(state.esku, state.base, {}, closed | calls, perete=state.karta_aldia.peretes, jugada=state.jugada)
    return played, Noted(state.deal, {}, mended=state.karta_aldia.remedies)


def conflict(played: Played, header: Header, book: RuleBook) -> Conflict | None:
    """Why the engine cannot make sense of a karta aldia, and the rounds without whose calls it could; None if it can.

    Where no single round is enough they are all that were bid in, pareak and the fourth first: those are what cards
    can contradict.
    """
    error = _nonsense(played.record(header, book))
    if error is None:
        return None
    rounds = sorted(played.calls, key=lambda round: (round.number < Round.PAREAK.number, round.number))
    without = {round: {other: said for other, said in played.calls.items() if other is not round} for round in rounds}
    cures = [
        round for round, calls in without.items() if not _nonsense(replace(played, calls=calls).record(header, book))
    ]
    return Conflict(Sentence.of(error), tuple(cures or rounds))


def fourth_round(state: State) -> Round:
    """The fourth round as it was announced; where nobody spoke wrongly, as the cards have it."""
    return Round.JOKOA if _said(state, Round.JOKOA) else Round.PUNTUA


def calls_so_far(state: State) -> dict[Round, tuple[Any, ...]]:
    """The calls of the karta aldia in hand by round; none for the rounds passed by all.

    While nobody knows whether the fourth round is jokoa or puntua, it stands as jokoa.
    """
    return dict(without_cards(state)[0].calls)


def _found(state: State) -> dict[str, str]:
    """When errors came to light, where that was before the cards were shown."""
    late = any(remedy.follows is Follows.HAND_OUT_LATE for remedy in state.karta_aldia.remedies)
    return {round.value: "open" for round in state.found_open} | ({"cards": "txikia"} if late else {})


def plainly(round: Round) -> Round:
    """The round as it stands while nobody knows whether the fourth one is jokoa or puntua: that is jokoa then."""
    return Round.JOKOA if round is Round.FOURTH else round


def _nonsense(record: HandRecord) -> MusError | None:
    try:
        score(record)
    except MusError as error:
        return error
    return None


def _said(state: State, round: Round) -> frozenset[Seat]:
    """Who said yes: whose cards have it, but for those who said otherwise than their cards do."""
    record = HandRecord(state.rules, state.book, state.esku, state.base, state.cards())
    return said_yes(record, round) ^ {seat for at, seat in state.misheard if at is round}


def said_yes(record: HandRecord, round: Round) -> frozenset[Seat]:
    """The seats that said yes in pareak, or jokoa; where the record says nothing of it, those whose cards have it."""
    shown = Shown.of(record, counting_hands(record))
    return shown.pareak if round is Round.PAREAK else shown.jokoa
