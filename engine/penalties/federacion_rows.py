"""The penalty table of `federacion`: articles 15, 16, 48, 49, 60 and 79 to 90.

Every situation has its rows, in the order in which they are tried: the first whose conditions all hold decides. The
exceptions come first, and serve only where the bid was passed or accepted (45). Two errors in one round (but 88),
errors in both rounds, and what no row covers, are the judge's (91).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from engine.bids.outcome import Ending
from engine.calls import Manner
from engine.penalties.case import Bids, Case, Due
from engine.rounds import Round

Condition = Callable[[Case], bool]


class Situation(Enum):
    """What happened, and when it was found."""

    HORDAGO = "no error; a hordago was accepted"
    IN_PAREAK = "X announced pareak wrongly, found when the cards are shown"
    AFTER_PAREAK = "jokoa or puntua after such an error in pareak"
    IN_JOKOA = "X announced jokoa wrongly, found when the cards are shown"
    IN_PUNTUA = "nobody announced jokoa, and somebody has it, found when the cards are shown"
    OPEN_PAREAK = "X announced pareak wrongly, found while the round was open"
    OPEN_JOKOA = "X announced jokoa wrongly, found while the round was open"
    MISCOUNT = "X had a wrong number of cards in handia"
    LATE_MISCOUNT = "X had a wrong number of cards, found in txikia"


class Article(NamedTuple):
    """A row: where all the conditions of a situation hold, what becomes of the bids, and what is due."""

    number: int
    situation: Situation
    conditions: tuple[Condition, ...]
    bids: Bids
    due: tuple[Due, ...] = ()

    @property
    def article(self) -> str:
        """The article, as a ruling names it."""
        return f"federacion {self.number}"

    def fits(self, situation: Situation, case: Case) -> bool:
        """Whether the row answers `situation` for `case`."""
        return self.situation is situation and all(holds(case) for holds in self.conditions)


# What the articles ask. E is the erring team, C the other one.


def passed(case: Case) -> bool:
    """Nobody bid, or nobody could."""
    return case.outcome.ending is Ending.PASO


def not_refused(case: Case) -> bool:
    """The bid was passed or accepted (45)."""
    return case.outcome.taken_by is None


def bid_accepted_by_e(case: Case) -> bool:
    """C's bid or hordago was accepted by E."""
    return case.outcome.ending in (Ending.IDUKI, Ending.HORDAGO) and case.outcome.bidder is not case.erring


def hordago_accepted_by_e(case: Case) -> bool:
    """C's hordago was accepted by E."""
    return case.outcome.ending is Ending.HORDAGO and case.outcome.bidder is not case.erring


def c_wins_the_bid(case: Case) -> bool:
    """C's bid was refused, or a bid was accepted and C has the best hand, X's left out."""
    return case.winner is case.erring.other


def passed_or_e_wins(case: Case) -> bool:
    """Nobody bid, or E's bid was refused, or a bid was accepted and E has the best hand, X's left out."""
    return passed(case) or e_wins_the_bid(case)


def e_wins_the_bid(case: Case) -> bool:
    """E's bid was refused, or a bid was accepted and E has the best hand, X's left out."""
    return case.winner is case.erring


def e_is_not_esku(case: Case) -> bool:
    """Of the seats that have the round the first in playing order is C's."""
    return case.first is case.erring.other


def e_is_esku_with_four_kings(case: Case) -> bool:
    """Four kings of E's come in playing order before every seat of C's that has pairs."""
    return any(set(hand.ranks) == {12} for hand in case.before_the_others)


def e_is_esku_with_31(case: Case) -> bool:
    """A 31 of E's comes in playing order before every seat of C's that has jokoa, none of which beats it (real 31)."""
    most = max((hand.jokoa for hand in case.held_by(case.erring.other)), default=0)
    return any(hand.puntua == 31 and hand.jokoa >= most for hand in case.before_the_others)


def e_is_esku_with_30(case: Case) -> bool:
    """The round is puntua, and a 30 of E's comes in playing order before every seat of C's."""
    return case.round is Round.PUNTUA and any(hand.puntua == 30 for hand in case.before_the_others)


def e_has_but_one_pair_of_aces(case: Case) -> bool:
    """Only one hand of E has pairs, and they are two aces."""
    return [hand.least_pareak for hand in case.held_by(case.erring)] == [True]


def e_has_no_better_than_33(case: Case) -> bool:
    """The best jokoa of E is 33."""
    held = case.held_by(case.erring)
    return bool(held) and all(hand.least_jokoa for hand in held)


def e_holds_the_least(case: Case) -> bool:
    """E has nothing but two aces in pareak, nothing but 33 in jokoa."""
    held = case.held_by(case.erring)
    return all(hand.least_pareak if case.round is Round.PAREAK else hand.least_jokoa for hand in held)


def in_jokoa(case: Case) -> bool:
    """The round is jokoa."""
    return case.round is Round.JOKOA


def accepted_with_y_no_pierdo(case: Case) -> bool:
    """Whoever accepted claimed not to lose."""
    return case.outcome.answer is not None and case.outcome.answer.manner is Manner.SAFE


def cards_shown_on_it(case: Case) -> bool:
    """The cards were shown on the accepted hordago, so that nobody can play on; nobody has called anything since."""
    return case.shown.record.hordago_shown and not case.shown.went_on_after(case.round)


def e_has_jokoa(case: Case) -> bool:
    """At least one hand of E has jokoa."""
    return bool(case.held_by(case.erring))


def c_has_no_jokoa(case: Case) -> bool:
    """No hand of C has jokoa."""
    return not case.held_by(case.erring.other)


def x_said_no_and_has_it(case: Case) -> bool:
    """X kept quiet about its jokoa."""
    return not case.said_yes and case.has(case.seat)


def x_said_yes_and_has_none(case: Case) -> bool:
    """X announced a jokoa that it does not have."""
    return case.said_yes and not case.has(case.seat)


def x_alone_said_yes(case: Case) -> bool:
    """Nobody but X announced jokoa."""
    return case.shown.jokoa == {case.seat}


def p_has_jokoa(case: Case) -> bool:
    """X's partner has jokoa; it said so, because the error is X's alone."""
    return case.has(case.seat.partner)


def nobody_has_jokoa(case: Case) -> bool:
    """No hand that counts has jokoa."""
    return not case.shown.players(Round.JOKOA)


HORDAGO, MISCOUNT, LATE_MISCOUNT = Situation.HORDAGO, Situation.MISCOUNT, Situation.LATE_MISCOUNT
IN_PAREAK, AFTER_PAREAK, OPEN_PAREAK = Situation.IN_PAREAK, Situation.AFTER_PAREAK, Situation.OPEN_PAREAK
IN_JOKOA, IN_PUNTUA, OPEN_JOKOA = Situation.IN_JOKOA, Situation.IN_PUNTUA, Situation.OPEN_JOKOA
VOID, STAND, AGAIN, JUDGE = Bids.VOID, Bids.STAND, Bids.AGAIN, Bids.JUDGE
ONE, OTHERS, PUNTUA, OWN, BEST = Due.ONE, Due.OTHERS, Due.PUNTUA, Due.OWN, Due.BEST

# fmt: off
ROWS: Final = (
    # a wrong number of cards
    Article(15, MISCOUNT,      (),                                                                STAND),
    Article(16, LATE_MISCOUNT, (passed,),                                                         STAND),
    Article(16, LATE_MISCOUNT, (c_wins_the_bid,),                                                 STAND),
    Article(16, LATE_MISCOUNT, (e_wins_the_bid,),                                                 VOID, (ONE,)),
    # a hordago accepted by who cannot win it, or claims not to lose it
    Article(48, HORDAGO,       (in_jokoa, accepted_with_y_no_pierdo, e_is_not_esku),              JUDGE),
    Article(60, HORDAGO,       (e_holds_the_least, e_is_not_esku, cards_shown_on_it),             JUDGE),
    Article(49, HORDAGO,       (e_holds_the_least, e_is_not_esku),                                VOID, (ONE, OTHERS)),
    # pareak, found while it was open
    Article(79, OPEN_PAREAK,   (passed,),                                                         AGAIN),
    Article(80, OPEN_PAREAK,   (c_wins_the_bid,),                                                 STAND),
    Article(80, OPEN_PAREAK,   (e_wins_the_bid,),                                                 VOID, (ONE, OTHERS)),
    # pareak, found when the cards are shown
    Article(81, IN_PAREAK,     (not_refused, e_is_esku_with_four_kings),                          VOID, (OWN,)),
    Article(81, IN_PAREAK,     (hordago_accepted_by_e, e_has_but_one_pair_of_aces, e_is_not_esku), VOID, (ONE, OTHERS)),
    Article(81, IN_PAREAK,     (c_wins_the_bid,),                                                 STAND),
    Article(81, IN_PAREAK,     (passed_or_e_wins,),                                               VOID, (ONE, OTHERS)),
    # jokoa or puntua after that
    Article(81, AFTER_PAREAK,  (not_refused, e_has_jokoa, c_has_no_jokoa),                        VOID, (OWN,)),
    Article(81, AFTER_PAREAK,  (not_refused, e_is_esku_with_30),                                  VOID, (OWN,)),
    Article(81, AFTER_PAREAK,  (c_wins_the_bid,),                                                 STAND),
    Article(81, AFTER_PAREAK,  (passed_or_e_wins,),                                               VOID, (ONE, OTHERS)),
    # jokoa, found while it was open
    Article(84, OPEN_JOKOA,    (passed,),                                                         AGAIN),
    Article(85, OPEN_JOKOA,    (c_wins_the_bid,),                                                 STAND),
    Article(85, OPEN_JOKOA,    (e_wins_the_bid,),                                                 VOID, (ONE, OTHERS)),
    # jokoa, found when the cards are shown
    Article(87, IN_JOKOA,      (not_refused, e_is_esku_with_31),                                  VOID, (OWN,)),
    Article(87, IN_JOKOA,      (bid_accepted_by_e, e_has_no_better_than_33, e_is_not_esku),       VOID, (ONE, OTHERS)),
    Article(87, IN_JOKOA,      (x_said_no_and_has_it, c_has_no_jokoa, p_has_jokoa),               VOID, (OWN,)),
    Article(91, IN_JOKOA,      (x_said_yes_and_has_none, p_has_jokoa, c_has_no_jokoa),            JUDGE),
    Article(89, IN_JOKOA,      (x_alone_said_yes, nobody_has_jokoa),                              VOID, (ONE, PUNTUA)),
    Article(86, IN_JOKOA,      (c_wins_the_bid,),                                                 STAND),
    Article(86, IN_JOKOA,      (passed_or_e_wins,),                                               VOID, (ONE, OTHERS)),
    # puntua, though somebody has jokoa
    Article(88, IN_PUNTUA,     (),                                                                VOID, (BEST,)),
)
# fmt: on
