"""The penalty table of `nabo`: rules 15 to 19, and rule 7 on a wrong number of cards.

One error in a round is settled by the row that fits, errors in both rounds each by its own; two errors in one round,
and what no row covers, are the judge's (rule 26).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bids.outcome import Outcome
from engine.penalties.case import Bids, Case, Due, Ruled, Shown
from engine.rounds import Round
from engine.tantos.result import Ruling

PAREAK, JOKOA = Round.PAREAK, Round.JOKOA
VOID, STAND, NONE = Bids.VOID, Bids.STAND, Bids.NONE
ONE, OTHERS, PUNTUA, PARTNER = Due.ONE, Due.OTHERS, Due.PUNTUA, Due.PARTNER
YES, NO, ANY = True, False, None


class Rule(NamedTuple):
    """A row, one case of rules 15 to 18: what X said of `about` against its cards, and whether P and C have it."""

    article: str
    about: Round
    said: bool
    partner: bool | None
    others: bool | None
    bids: Bids
    due: tuple[Due, ...]

    def fits(self, case: Case) -> bool:
        """Whether this is the row for `case`."""
        x, others = case.seat, case.erring.other
        return (
            self.about is case.about
            and self.said is case.said_yes
            and self.partner in (ANY, case.has(x.partner))
            and self.others in (ANY, bool(case.held_by(others)))
        )


# fmt: off
ROWS: Final = (
    #    article      about   X said  P has  C has  bids   marked
    Rule("nabo 15a",  PAREAK, YES,    NO,    YES,   VOID,  (OTHERS,)),
    Rule("nabo 15b",  PAREAK, YES,    YES,   YES,   VOID,  (ONE, OTHERS)),
    Rule("nabo 15",   PAREAK, YES,    ANY,   NO,    NONE,  (PARTNER,)),  # by analogy of 17b
    Rule("nabo 16b",  PAREAK, NO,     NO,    YES,   NONE,  (ONE, OTHERS)),
    Rule("nabo 16a",  PAREAK, NO,     YES,   ANY,   STAND, ()),
    Rule("nabo 16a",  PAREAK, NO,     NO,    NO,    NONE,  ()),
    Rule("nabo 17a",  JOKOA,  YES,    NO,    NO,    VOID,  (ONE, PUNTUA)),
    Rule("nabo 17b",  JOKOA,  YES,    YES,   NO,    NONE,  (PARTNER,)),
    Rule("nabo 17c",  JOKOA,  YES,    NO,    YES,   VOID,  (OTHERS,)),
    Rule("nabo 17d",  JOKOA,  YES,    YES,   YES,   VOID,  (ONE, OTHERS)),
    Rule("nabo 18a",  JOKOA,  NO,     NO,    NO,    VOID,  (ONE, PUNTUA)),
    Rule("nabo 18b",  JOKOA,  NO,     YES,   NO,    NONE,  (PARTNER,)),
    Rule("nabo 18c",  JOKOA,  NO,     NO,    YES,   VOID,  (OTHERS,)),
    Rule("nabo 18e",  JOKOA,  NO,     YES,   YES,   VOID,  (ONE, OTHERS)),
)
# fmt: on
MISCOUNT: Final = "nabo 7"
"""A hand with a wrong number of cards does not count, and the others play on."""


def ruled(shown: Shown, round: Round, outcome: Outcome, ended: bool) -> Ruled | None:
    """What rules 7 and 15 to 18 make of `round`, whose bids ended in `outcome`; None where no error bears on it."""
    if round is Round.HANDIA and shown.miscounted:
        seat = shown.miscounted[0] if len(shown.miscounted) == 1 else None
        return Ruled(STAND, round, Ruling(MISCOUNT, seat, round), shown.hands)
    del ended
    erring = shown.erring(round)
    if not erring:
        return None
    case = Case(shown, round, outcome, erring[0])
    row = next((row for row in ROWS if row.fits(case)), None)
    if len(erring) > 1 or row is None:
        return Ruled.by_the_judge(round, shown.errors(round))
    return Ruled.by(row.article, row.bids, row.due, case, erring)
