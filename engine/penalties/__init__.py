"""What the rule books say on wrong announcements and wrong numbers of cards, one table a book.

`engine.penalties.nabo` and `engine.penalties.federacion` are the tables, row by row with the article of each; a book
without a table leaves every wrong announcement to the judge. `engine.penalties.case` has the words in which the rows
are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.bidding import Outcome
from engine.penalties import federacion, nabo
from engine.penalties.case import Bids, Case, Ruled, Shown
from engine.rounds import Round

__all__ = ["Bids", "Case", "Ruled", "Shown", "ruled"]


def ruled(shown: Shown, round: Round, outcome: Outcome, ended: bool) -> Ruled | None:
    """What the penalty table of the record's book rules for `round`, whose bids ended in `outcome`.

    `ended`: the karta aldia was over with this round at the table. None where no error bears on the round: it is
    settled by its bids and the cards.
    """
    return _BOOKS[shown.record.book.penalties](shown, round, outcome, ended)


def _leave_to_the_judge(shown: Shown, round: Round, outcome: Outcome, ended: bool) -> Ruled | None:
    """For a book without a table: every wrong announcement is the judge's."""
    del outcome, ended
    return Ruled.by_the_judge(round, shown.errors(round)) if shown.erring(round) else None


_BOOKS: Final[Mapping[str, Callable[[Shown, Round, Outcome, bool], Ruled | None]]] = {
    "nabo": nabo.ruled,
    "federacion": federacion.ruled,
    "judge": _leave_to_the_judge,
}
