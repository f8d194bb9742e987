"""How the penalty table of `federacion` (`engine.penalties.federacion_rows`) is applied to a round."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.bids.outcome import Ending, Outcome
from engine.penalties.case import Bids, Case, Ruled, Shown
from engine.penalties.federacion_rows import ROWS, Situation
from engine.rounds import Round
from engine.seats import Seat
from engine.sentences import Sentence

_LEFT_TO_THE_JUDGE: Final = {
    48: Sentence("the hordago was accepted with 'y no pierdo' (federacion 48)"),
    60: Sentence("the hordago was accepted by a team that could not win it (federacion 49, 60)"),
}


def ruled(shown: Shown, round: Round, outcome: Outcome, ended: bool) -> Ruled | None:
    """What the articles make of `round`, whose bids ended in `outcome`.

    None where no error bears on it, and no article on a hordago that was accepted in it (48, 49, 60).
    """
    erring = _erring(shown, round)
    if not erring:
        return _hordago(shown, round, outcome)
    if outcome.ending is Ending.VOID:  # the penalty asks who accepted it, and who would have won
        outcome = replace(outcome, ending=Ending.HORDAGO)
    situation = _situation(shown, round)
    case = Case(shown, round, outcome, erring[0], annulled=situation is not Situation.AFTER_PAREAK)
    row = next((row for row in ROWS if row.fits(situation, case)), None)
    alone = (
        len(erring) == 1
        or situation is Situation.MISCOUNT
        or (situation is Situation.IN_PUNTUA and erring == shown.wrong_jokoa)
    )
    if row is None or row.bids is Bids.JUDGE or not alone or _both(shown, round, ended and row.bids is Bids.STAND):
        return Ruled.by_the_judge(round, _why(shown, round))
    return Ruled.by(row.article, row.bids, row.due, case, erring)


def void_hordago(shown: Shown, round: Round, outcome: Outcome) -> bool:
    """Whether the hordago accepted in `round` is void at the table, so that the karta aldia goes on (49, 60).

    Where an error comes to light that bears on the round, and they have gone on, it is void but for a bid that stands.
    """
    if not _erring(shown, round):
        found = _hordago(shown, round, outcome)
        return found is not None and found.bids is Bids.VOID
    accepted = outcome.ending is Ending.HORDAGO
    found = ruled(shown, round, outcome, False) if accepted and shown.went_on_after(round) else None
    return found is not None and found.bids in (Bids.VOID, Bids.JUDGE)


def found_open(shown: Shown, round: Round) -> bool:
    """Whether an announcement was wrong, and found to be while its round was open."""
    return bool(shown.erring(round)) and _is_open(shown, round)


def _is_open(shown: Shown, round: Round) -> bool:
    return ("pareak" if round is Round.PAREAK else "jokoa") in shown.record.found


def late_miscount(shown: Shown) -> tuple[Seat, ...]:
    """The seats whose wrong number of cards was found in txikia: article 16 says what becomes of their bids."""
    return shown.miscounted if "cards" in shown.record.found else ()


def _erring(shown: Shown, round: Round) -> tuple[Seat, ...]:
    """The seats whose error bears on `round`."""
    if round is Round.HANDIA:
        return () if "cards" in shown.record.found else shown.miscounted
    erring = shown.erring(round) + late_miscount(shown)
    if not erring and round.number == 4 and not _is_open(shown, Round.PAREAK):
        return shown.wrong_pareak
    return erring


def _situation(shown: Shown, round: Round) -> Situation:
    """What happened in a round on which an error bears, and when it was found."""
    if round is Round.HANDIA:
        return Situation.MISCOUNT
    if round is Round.TXIKIA:
        return Situation.LATE_MISCOUNT
    if round is Round.PAREAK:
        return Situation.OPEN_PAREAK if found_open(shown, round) else Situation.IN_PAREAK
    if found_open(shown, round):
        return Situation.OPEN_JOKOA
    if round is Round.PUNTUA:
        return Situation.IN_PUNTUA if shown.wrong_jokoa else Situation.AFTER_PAREAK
    return Situation.IN_JOKOA if shown.erring(round) or late_miscount(shown) else Situation.AFTER_PAREAK


def _both(shown: Shown, round: Round, over: bool) -> bool:
    """Whether there are errors in both rounds; where the karta aldia is `over` after pareak the later one was none."""
    if round < Round.PAREAK or (round is Round.PAREAK and over):
        return False
    return bool(shown.wrong_pareak and shown.wrong_jokoa)


def _why(shown: Shown, round: Round) -> Sentence:
    late = [
        Sentence("{seat} had {count} cards, found in txikia", seat=seat, count=len(shown.record.cards[seat]))
        for seat in late_miscount(shown)
    ]
    return Sentence.listed(filter(None, [shown.errors(round), *late])) or shown.errors(Round.PAREAK)


def _hordago(shown: Shown, round: Round, outcome: Outcome) -> Ruled | None:
    """What becomes of a hordago that was accepted with no error."""
    if outcome.ending not in (Ending.HORDAGO, Ending.VOID) or round not in (Round.PAREAK, Round.JOKOA):
        return None
    accepting = tuple(seat for seat in shown.players(round) if seat.team is not outcome.bidder)
    if not accepting:
        return None
    case = Case(shown, round, outcome, accepting[0], annulled=False)
    row = next((row for row in ROWS if row.fits(Situation.HORDAGO, case)), None)
    if row is None:
        return None
    if row.bids is Bids.JUDGE:
        # whether 48 is meant where both partners have jokoa is the judge's too
        void = row.number != 48 or len(case.held_by(case.erring)) == 1
        return Ruled.by_the_judge(round, _LEFT_TO_THE_JUDGE[row.number], void)
    return Ruled.by(row.article, row.bids, row.due, case, accepting)
