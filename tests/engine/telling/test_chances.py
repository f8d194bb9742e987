"""What was to be expected: a round's odds are those of all deals, a game's are told by the score."""

from __future__ import annotations

import random

import pytest

from engine.cards import DECK, Card
from engine.odds import odds
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat, Team
from engine.showdown import score
from engine.tantos.result import Result
from engine.telling.chances import Swing, biggest, by_cards, swing, turning_points

NABO = rulebook("nabo")
HANDS = {"N": "12o 12c 7e 1b", "W": "11b 3o 7c 4c", "S": "10c 3b 5o 6o", "E": "12e 11e 10e 2e"}


def hands(**given: str) -> dict[Seat, tuple[Card, ...]]:
    return {Seat(seat): tuple(map(Card.parse, cards.split())) for seat, cards in given.items()}


def played(ns: int, ew: int, esku: Seat = Seat.N) -> HandRecord:
    return HandRecord("nabo", NABO, esku, {Team.NS: ns, Team.EW: ew}, {})


def after(ns: int, ew: int, winner: Team | None = None) -> Result:
    return Result((), {Team.NS: ns, Team.EW: ew}, winner)


def test_a_rounds_odds_are_those_of_both_partners_cards() -> None:
    record = HandRecord("nabo", NABO, Seat.W, {Team.NS: 0, Team.EW: 0}, hands(**HANDS))
    found = {team: by_cards(record, team) for team in Team}
    for team, seats in ((Team.NS, (Seat.N, Seat.S)), (Team.EW, (Seat.W, Seat.E))):
        exact = odds(NABO, Seat.W, {seat: record.cards[seat] for seat in seats})
        assert found[team][Round.HANDIA] == float(exact[Round.HANDIA].wins(team))
        assert found[team][Round.JOKOA] == float(exact[Round.JOKOA].wins(team) / exact[Round.JOKOA].played)
    assert Round.PUNTUA not in found[Team.EW], "East has jokoa"
    assert Round.PUNTUA in found[Team.NS]


def test_without_four_cards_at_every_seat_no_odds_are_told() -> None:
    assert by_cards(played(0, 0), Team.NS) == {}
    short = hands(**HANDS) | {Seat.E: hands(**HANDS)[Seat.E][:3]}
    assert by_cards(played(0, 0)._replace(cards=short), Team.NS) == {}


def test_the_odds_of_a_game_are_even_at_its_begin_and_rise_with_the_score() -> None:
    even = swing(played(0, 0), after(0, 0), 4)
    assert even
    assert even.before == pytest.approx(0.5, abs=0.01)
    ahead = [swing(played(ns, 20), after(ns, 20), 4) for ns in (10, 20, 30, 39)]
    assert [one.before for one in ahead if one] == sorted(one.before for one in ahead if one)
    mirrored = swing(played(12, 30, Seat.N), after(12, 30), 4), swing(played(30, 12, Seat.E), after(30, 12), 4)
    assert mirrored[0]
    assert mirrored[1]
    assert mirrored[0].before == pytest.approx(1 - mirrored[1].before)


@pytest.mark.parametrize(("ns", "ew", "players"), [(31, 28, 4), (20, 33, 4), (30, 30, 2)])
def test_the_odds_of_a_game_are_what_passed_hands_come_to(ns: int, ew: int, players: int) -> None:
    chance, games, won = random.Random(7), 500, 0
    seats = (Seat.N, Seat.E) if players == 2 else tuple(Seat)
    for _ in range(games):
        now, esku, winner = {Team.NS: ns, Team.EW: ew}, 0, None
        while winner is None:
            deck = chance.sample(DECK, 4 * players)
            cards = {seat: tuple(deck[4 * i : 4 * i + 4]) for i, seat in enumerate(seats)}
            result = score(HandRecord("nabo", NABO, seats[esku], now, cards))
            now, winner, esku = dict(result.score), result.winner, (esku + 1) % players
        won += winner is Team.NS
    told = swing(played(ns, ew), after(ns, ew), players)
    assert told
    assert told.before == pytest.approx(won / games, abs=0.07)


def test_whoever_has_won_has_all_the_odds() -> None:
    for team, odds_ in ((Team.NS, 1.0), (Team.EW, 0.0)):
        told = swing(played(30, 30), after(30, 30, team), 4)
        assert told
        assert told.after == odds_


def test_no_odds_of_a_game_that_is_over_or_longer_than_any_that_is_played() -> None:
    assert swing(played(40, 12), after(40, 12), 4) is None
    long = NABO.with_options({"target": 101})
    assert swing(played(0, 0)._replace(book=long), after(0, 0), 4) is None


def test_turning_points_are_where_the_favourite_changed_the_largest_first() -> None:
    swings = [Swing(0.5, 0.45), Swing(0.45, 0.6), None, Swing(0.6, 0.8), Swing(0.8, 0.2), Swing(0.2, 0.05)]
    assert turning_points(swings) == (4, 1, 0)
    assert biggest(swings) == 4
    assert biggest([None]) is None
    assert swings[1] is not None
    assert swings[1].by == pytest.approx(0.15)
