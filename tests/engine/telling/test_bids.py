"""Who bid what with what: the speaker as far as it is known, the hand, the answer, what came of it; and the sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.calls import Action
from engine.records import HandRecord
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.showdown import score
from engine.telling.bids import Bid, bids, figures
from engine.telling.chances import by_cards
from tests.engine.telling.test_replay import CARDS


def made(rules: str = "nabo", ns: int = 0, announced: Any = None, cards: Any = CARDS, **calls: list[str]) -> list[Bid]:
    data = {"rules": rules, "esku": "N", "score": {"NS": ns, "EW": 0}, "cards": cards, "calls": calls}
    record = HandRecord.parse(data | ({"announced": announced} if announced else {}))
    return [*bids(record, score(record))]


def outcome(bid: Bid) -> tuple[bool, bool, Team | None]:
    return bid.accepted, bid.refused, bid.tantos_to


def test_the_speaker_is_known_where_the_call_says_it_or_nobody_else_could() -> None:
    seat, team, alone = made(handia=["W envido 2", "NS tira"], txikia=["EW envido 2", "NS tira"],
                             pareak=["EW envido 2", "NS iduki"])  # fmt: skip
    assert (seat.speaker, team.speaker, alone.speaker) == (Seat.W, Team.EW, Seat.W)
    assert alone.answered_by is Team.NS
    (announced,) = made(announced={"pareak": ["N", "W", "E"]}, pareak=["EW envido 2", "NS tira"])
    assert announced.speaker is Team.EW
    assert announced.answered_by is Seat.N
    two = {seat: CARDS[seat] for seat in "NE"}
    (one,) = made(cards=two, handia=["EW envido 2", "NS tira"])
    assert (one.speaker, one.answered_by) == (Seat.E, Seat.N)


def test_a_bid_has_the_better_hand_of_its_team_and_its_chance() -> None:
    (bid,) = made(txikia=["EW envido 2", "NS tira"])
    assert bid.holding
    assert (bid.holding.seat, bid.holding.ranks) == (Seat.E, (4, 5, 6, 12))
    record = HandRecord.parse({"rules": "nabo", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": CARDS})
    assert bid.chance == by_cards(record, Team.EW)[Round.TXIKIA]


def test_of_cards_that_nobody_saw_nothing_is_said() -> None:
    record = HandRecord.parse({"rules": "nabo", "esku": "N", "score": {"NS": 39, "EW": 0}, "cards": CARDS,
                               "calls": {"handia": ["NS envido 2", "EW tira"]}})  # fmt: skip
    (bid,) = bids(record._replace(cards={}), score(record))
    assert (bid.speaker, bid.holding, bid.chance) == (Team.NS, None, None)
    assert outcome(bid) == (False, True, Team.NS)


@pytest.mark.parametrize(
    ("calls", "became"),
    [
        (["EW envido 2", "NS iduki"], [(True, False, Team.EW)]),
        (["NS envido 2", "EW iduki"], [(True, False, Team.EW)]),
        (["NS envido 2", "EW tira"], [(False, True, Team.NS)]),
        (["NS envido 2", "EW gehiago 2", "NS tira"], [(False, False, None), (False, True, Team.EW)]),
        (["EW hordago", "NS kanta"], [(True, False, Team.EW)]),
    ],
)
def test_what_came_of_it(calls: list[str], became: list[tuple[bool, bool, Team | None]]) -> None:
    assert [outcome(bid) for bid in made(txikia=calls)] == became


def test_a_partner_who_puts_an_answer_right_has_the_last_word() -> None:
    (bid,) = made(txikia=["EW envido 2", "N tira ene gatik", "S iduki"])
    assert (bid.answer, bid.answered_by) == (Action.IDUKI, Seat.S)


@pytest.mark.parametrize(
    ("calls", "became"),
    [
        (["N envido 2", "W iduki", "E tira"], [(Action.IDUKI, Seat.W, True, Team.NS)]),
        (["N envido 2", "W tira", "E iduki"], [(Action.IDUKI, Seat.E, True, Team.NS)]),
        (
            ["N envido 2", "S envido 5", "W aukera 2", "W iduki"],
            [(Action.IDUKI, Seat.W, True, Team.NS), (None, None, False, None)],
        ),
        (
            ["N envido 2", "S envido 5", "W aukera 5", "W tira"],
            [(None, None, False, None), (Action.TIRA, Seat.W, False, Team.NS)],
        ),
        (
            ["N envido 2", "W iduki", "E gehiago 2", "NS iduki"],
            [(Action.GEHIAGO, Seat.E, False, None), (Action.IDUKI, Team.NS, True, Team.NS)],
        ),
    ],
)
def test_of_two_partners_words_the_one_counts_that_the_rule_book_takes(
    calls: list[str], became: list[tuple[object, ...]]
) -> None:
    """Federacion 38, 40 and 42, as the marks have it."""
    found = made("federacion", handia=calls)
    assert [(bid.answer, bid.answered_by, bid.accepted, bid.tantos_to) for bid in found] == became


def test_a_call_that_may_not_be_made_answers_nothing() -> None:
    record = HandRecord.parse({"rules": "nabo", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": CARDS,
                               "calls": {"handia": ["NS envido 2", "NS iduki", "EW tira"]}})  # fmt: skip
    by_the_judge = score(record._replace(calls={}))
    assert [bid.answered_by for bid in bids(record, by_the_judge)] == [Team.EW]


def test_a_bid_on_which_the_next_round_is_opened_is_refused() -> None:
    (bid, _) = made("federacion", handia=["NS envido 2"], txikia=["EW envido 2", "NS tira"])
    assert bid.answer is None
    assert outcome(bid) == (False, True, Team.NS)


def test_what_was_accepted_before_a_hordago_brought_nobody_anything() -> None:
    first, hordago = made(handia=["NS envido 2", "EW iduki"], txikia=["EW hordago", "NS iduki"])
    assert outcome(first) == (True, False, None)
    assert outcome(hordago) == (True, False, Team.EW)


def test_the_figures_of_teams_and_players_add_up() -> None:
    aldiak: Sequence[Sequence[Bid]] = (
        made(handia=["NS envido 2", "EW iduki"], txikia=["W envido 2", "NS tira"]),
        made(pareak=["EW envido 2", "NS gehiago 2", "EW iduki"]),
        made("federacion", handia=["NS envido 2"], txikia=["EW envido 2", "S iduki"]),
        made(handia=["NS envido 2", "EW iduki"], txikia=["EW hordago", "NS iduki"]),
    )
    found = figures(aldiak)
    ns, ew, west = found[Team.NS], found[Team.EW], found[Seat.W]
    assert (ns.aldiak, ns.bids, ns.accepted, ns.won, ns.lost, ns.refused) == (4, 4, 3, 2, 0, 1)
    assert (ns.took, ns.took_won, ns.took_lost, ns.threw) == (2, 0, 2, 1)
    assert (ew.aldiak, ew.bids, ew.accepted, ew.won, ew.lost, ew.refused) == (4, 4, 2, 2, 0, 1)
    assert (ew.took, ew.took_won, ew.took_lost, ew.threw) == (3, 0, 2, 1)
    assert (west.bids, west.refused, west.took, west.took_lost) == (2, 1, 1, 1)
    assert (found[Seat.S].bids, found[Seat.S].chance, found[Seat.S].took_lost) == (0, None, 1)
    chances = [bid.chance for some in aldiak for bid in some if bid.call.team is Team.NS and bid.chance is not None]
    assert ns.chance == pytest.approx(sum(chances) / len(chances))
