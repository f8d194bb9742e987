"""What the rule books say on wrong announcements and wrong numbers of cards, one table a book.

`engine.penalties.nabo` and `engine.penalties.federacion_rows` are the tables, row by row with the article of each; a
book without a table leaves every wrong announcement to the judge. `engine.penalties.case` has the words in which the
rows are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.bids.outcome import Ending, Outcome
from engine.penalties import federacion, nabo
from engine.penalties.case import Bids, Case, Ruled, Shown
from engine.rounds import JOKOA, PUNTUA, Round
from engine.seats import Seat

__all__ = ["Bids", "Case", "Ruled", "Shown", "possible", "ruled", "taken_back", "void_hordago"]


def ruled(shown: Shown, round: Round, outcome: Outcome, ended: bool) -> Ruled | None:
    """What the penalty table of the record's book rules for `round`, whose bids ended in `outcome`.

    `ended`: the karta aldia was over with this round at the table. None where the round is settled by its bids and the
    cards: no error bears on it, and no article on a hordago that was accepted in it.
    """
    if shown.flawless and outcome.ending not in _OF_HORDAGOS:
        return None
    return _TABLES[shown.record.book.penalties].ruled(shown, round, outcome, ended)


def possible(shown: Shown, round: Round, outcome: Outcome) -> tuple[Round, Outcome]:
    """`round` and `outcome` as the hands that count have them: a hand of another number than four plays nothing.

    All passed where a team bid only with such hands, and jokoa that only such hands have announced is puntua (nabo 7).
    A book with rules of its own for their bids settles them by those (federacion 16).
    """
    late = _TABLES[shown.record.book.penalties].late_miscount
    if late and late(shown):
        return round, outcome
    if round is JOKOA and not shown.erring(JOKOA) and not shown.players(JOKOA):
        return PUNTUA, Outcome(Ending.PASO)
    return round, outcome if shown.has_bids(round) else Outcome(Ending.PASO)


def void_hordago(shown: Shown, round: Round, outcome: Outcome) -> bool:
    """Whether the hordago accepted in `round` is void at the table, so that the karta aldia goes on."""
    void = _TABLES[shown.record.book.penalties].void_hordago
    return void is not None and void(shown, round, outcome)


def taken_back(shown: Shown, round: Round) -> bool:
    """Whether bids of `round` that nobody has answered are taken back, as an error came to light on them."""
    back = _TABLES[shown.record.book.penalties].taken_back
    return back is not None and back(shown, round)


def _leave_to_the_judge(shown: Shown, round: Round, outcome: Outcome, ended: bool) -> Ruled | None:
    """For a book without a table: every wrong announcement is the judge's."""
    del outcome, ended
    return Ruled.by_the_judge(round, shown.errors(round)) if shown.erring(round) else None


_OF_HORDAGOS: Final = (Ending.HORDAGO, Ending.VOID)
"""How a round ends in which a hordago was accepted: even where nobody erred it may not count."""


class _Table(NamedTuple):
    """What is asked of a table; None where its book has no article on it."""

    ruled: Callable[[Shown, Round, Outcome, bool], Ruled | None]
    void_hordago: Callable[[Shown, Round, Outcome], bool] | None = None
    taken_back: Callable[[Shown, Round], bool] | None = None
    late_miscount: Callable[[Shown], tuple[Seat, ...]] | None = None


_TABLES: Final[Mapping[str, _Table]] = {
    "nabo": _Table(nabo.ruled),
    "federacion": _Table(federacion.ruled, federacion.void_hordago, federacion.found_open, federacion.late_miscount),
    "judge": _Table(_leave_to_the_judge),
}
