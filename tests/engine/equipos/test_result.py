"""The result over all tables: mus por equipos 2, 3, 10 and 11, and the jugadak hand by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from engine.cards import DECK, Card
from engine.equipos.jugada import Jugada
from engine.equipos.result import against_the_packs, over_all_tables
from engine.errors import RecordError
from engine.match.entries import GameVoided, Match, MatchGiven, Voided
from engine.match.header import Header, Length
from engine.match.standing import standing
from engine.rounds import Round
from engine.seats import Seat
from tests.engine.equipos.test_jugadak_of_a_match import JUDGE, of_jugada, won
from tests.engine.matches import EW, NS, PLAIN, bringing, played

ONE, OTHER = "Tolosa", "Azpeitia"
HEADER = Header("nabo", Seat.N, length=Length(3, mode="all"), packs="deals.jsonl", packs_sha256="a")


def table(*winners, turned=False, entries=None, **header):
    """A table at which these teams have won the games; `turned`: the other side is N-S."""
    played_so = entries or [won(f"{game:02}01", winner) for game, winner in enumerate(winners, 1)]
    teams = {NS: OTHER, EW: ONE} if turned else {NS: ONE, EW: OTHER}
    return standing(Match(replace(HEADER, **{"teams": teams, **header}), tuple(played_so)))


def test_10_the_side_that_has_won_more_games_over_all_tables_has_won():
    outcome = over_all_tables([table(NS, NS, EW), table(EW, EW, NS, turned=True)])
    assert (outcome.sides, outcome.winner) == ((ONE, OTHER), ONE)
    assert outcome.won == {ONE: 4, OTHER: 2}
    assert outcome.games == ((ONE, ONE), (ONE, ONE), (OTHER, OTHER))


def test_10_as_many_games_are_a_draw():
    outcome = over_all_tables([table(NS, NS, EW), table(NS, NS, EW, turned=True)])
    assert (outcome.winner, outcome.won) == (None, {ONE: 3, OTHER: 3})


def test_10_a_voided_game_is_nobodys():
    entries = [won("0101", NS), won("0201", NS), won("0301", EW), GameVoided(2, **JUDGE)]
    outcome = over_all_tables([table(entries=entries), table(EW, EW, EW, turned=True)])
    assert (outcome.games[1], outcome.won) == ((None, ONE), {ONE: 4, OTHER: 1})


def test_10_the_games_that_a_match_given_by_the_judge_left_unplayed_are_theirs_who_were_given_it():
    entries = [
        won("0101", NS),
        GameVoided(1, **JUDGE),
        won("0201", NS),
        of_jugada("0301", bringing(3, 3)),
        MatchGiven(EW, **JUDGE),
    ]
    given = table(entries=entries, length=Length(4, mode="all"))
    outcome = over_all_tables([given, table(EW, EW, EW, EW, turned=True, length=Length(4, mode="all"))])
    assert outcome.games == ((None, ONE), (ONE, ONE), (OTHER, ONE), (OTHER, ONE))


@pytest.mark.parametrize("number", [0, 1, 3])
def test_2_an_even_number_of_tables_plays(number):
    with pytest.raises(RecordError, match=rf"an even number of tables plays \(mus por equipos 2\), not {number}"):
        over_all_tables([table(NS, NS, NS)] * number)


def test_3_each_side_is_n_s_at_half_of_the_tables():
    with pytest.raises(RecordError, match=r"'Tolosa' is not N-S at half of the tables \(mus por equipos 3\)"):
        over_all_tables([table(NS, NS, EW), table(NS, NS, EW)])


def test_11_there_is_no_result_before_every_table_has_played_all():
    for left in ([NS], [NS, EW]):
        with pytest.raises(RecordError, match=r"table 2 has not played all its games: .*\(mus por equipos 11\)"):
            over_all_tables([table(NS, NS, NS), table(*left, turned=True)])


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"teams": {}}, "table 2: the names of the two teams are missing"),
        ({"teams": {NS: ONE, EW: ONE}}, "table 2: the names of the two teams are missing"),
        ({"teams": {NS: "Bera", EW: ONE}}, "table 2: 'Bera' is neither 'Tolosa' nor 'Azpeitia'"),
        ({"packs_sha256": "b"}, "table 2: its packs are other ones than those of table 1"),
        (
            {"packs": "other.jsonl", "packs_sha256": None},
            "table 2: its packs are of 'other.jsonl', and those of table 1 of 'deals.jsonl'",
        ),
        ({"rules": "basque"}, "table 2: it is by other rules, or of more or fewer games, than table 1"),
        ({"length": Length(2, mode="all")}, "table 2: it is by other rules, or of more or fewer games, than table 1"),
        ({"length": None}, "table 2: this is not Mus por Equipos, of which all games are played"),
    ],
)
def test_1_and_6_all_tables_play_the_same(other, what):
    with pytest.raises(RecordError, match=what):
        over_all_tables([table(NS, NS, NS), table(NS, NS, NS, turned=True, **other)])


@pytest.mark.parametrize("digests", [*permutations(["a", "b", None])])
def test_6_packs_are_held_against_each_other_whichever_table_says_no_digest(digests):
    one, other, third = (
        table(NS, NS, NS, turned=number == 1, packs_sha256=digest) for number, digest in enumerate(digests)
    )
    first = next(number for number, digest in enumerate(digests, 1) if digest)
    second = next(number for number, digest in enumerate(digests, 1) if digest and number != first)
    with pytest.raises(RecordError, match=f"table {second}: its packs are other ones than those of table {first}"):
        over_all_tables([one, other, third, table(NS, NS, NS, turned=True, packs_sha256=None)])


def test_6_a_table_that_says_no_digest_has_the_packs_of_the_file_that_it_names():
    known = [table(NS, NS, NS, turned=True), table(NS, NS, NS, packs="copy.jsonl"), table(NS, NS, NS, turned=True)]
    assert over_all_tables([table(NS, NS, NS, packs_sha256=None), *known]).over
    with pytest.raises(RecordError, match=r"table 1: its packs are of 'mine.*of table 2 of 'deals"):
        over_all_tables([table(NS, NS, NS, packs="mine.jsonl", packs_sha256=None), *known])


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_6_a_file_that_has_two_names_is_known_by_either_in_whichever_order_the_tables_come(order):
    others = [{}, {"packs": "copy.jsonl"}, {"packs_sha256": None}]
    tables = [table(NS, NS, NS, turned=turned % 2 == 1, **others[one]) for turned, one in enumerate((*order, 0))]
    assert over_all_tables(tables).over


@pytest.mark.parametrize("other", [{"rules": "NABO"}, {"options": {"kings": 4}}])
def test_1_rules_are_the_same_however_they_are_said(other):
    assert over_all_tables([table(NS, NS, NS), table(NS, NS, NS, turned=True, **other)]).winner is None


def test_1_it_is_the_law_of_a_clubs_book_that_is_the_same_and_not_what_it_is_called():
    one, other = table(NS, NS, NS), table(NS, NS, NS, turned=True)
    renamed = replace(other, book=replace(other.book, name="club", title="Our club"))
    assert over_all_tables([one, renamed]).winner is None
    with pytest.raises(RecordError, match="table 2: it is by other rules"):
        over_all_tables([one, replace(other, book=other.book.with_options({"kings": 8}))])


def test_6_packs_are_the_same_whatever_their_file_is_called():
    tables = table(NS, NS, NS), table(NS, NS, NS, turned=True, packs="copy.jsonl")
    assert over_all_tables(tables).winner is None


def test_6_packs_of_one_file_are_the_same_where_nobody_says_what_stands_in_it():
    tables = table(NS, NS, NS, packs_sha256=None), table(NS, NS, NS, turned=True, packs_sha256=None)
    assert over_all_tables(tables).winner is None


def test_5_every_hand_says_its_jugada():
    entries = [replace(won("0101", NS), jugada=None), won("0201", NS), won("0301", NS)]
    with pytest.raises(RecordError, match="table 2: entry 1 does not say which jugada it is"):
        over_all_tables([table(NS, NS, NS), table(entries=entries, turned=True)])


def test_6_every_jugada_stands_with_what_each_table_did():
    entries = [of_jugada("0101", bringing(2, 4)), won("0102", NS), won("0201", NS), won("0301", NS)]
    outcome = over_all_tables([table(entries=entries), table(NS, NS, NS, turned=True)])
    assert [str(row.jugada) for row in outcome.rows] == ["0101", "0102", "0201", "0301"]
    assert [[aldia and aldia.entry for aldia in row.aldiak] for row in outcome.rows] == [
        [1, 1],
        [2, None],  # the second table had won the game
        [3, 2],
        [4, 3],
    ]


def test_where_the_match_was_won():
    refused = played(handia=["EW hordago", "NS tira"], txikia=["NS envido 39", "EW tira"])
    entries = [of_jugada("0101", refused), won("0102", NS), won("0201", NS), won("0301", EW)]
    outcome = over_all_tables([table(entries=entries), table(NS, EW, NS, turned=True)])
    first = outcome.rows[0]
    assert first.jugada == Jugada(1, 1)
    assert [(one.round, one.accepted, one.refused) for one in first.hordagos] == [(Round.HANDIA, (2,), (1,))]
    assert outcome.rows[1].hordagos[0].accepted == (1,)


def test_a_hordago_on_which_the_next_round_was_opened_is_refused():
    left = played(handia=["EW hordago"], txikia=["NS envido 39", "EW tira"])  # federacion 57
    entries = [of_jugada("0101", left), won("0102", NS), won("0201", NS), won("0301", EW)]
    federacion = {"rules": "federacion"}
    outcome = over_all_tables([table(entries=entries, **federacion), table(NS, EW, NS, turned=True, **federacion)])
    assert [(one.round, one.accepted, one.refused) for one in outcome.rows[0].hordagos] == [(Round.HANDIA, (2,), (1,))]


def test_an_accepted_hordago_that_is_void_has_won_nothing():
    cards = {
        "N": ["12o", "12c", "5c", "4o"],
        "W": ["1o", "1b", "7c", "10o"],
        "S": ["11o", "7e", "6o", "4c"],
        "E": ["10c", "7b", "6c", "5e"],
    }
    void = played(cards=cards, pareak=["NS hordago", "EW iduki"])  # with two aces alone (federacion 49)
    entries = [of_jugada("0101", void), won("0102", NS), won("0201", NS), won("0301", EW)]
    federacion = {"rules": "federacion"}
    outcome = over_all_tables([table(entries=entries, **federacion), table(NS, EW, NS, turned=True, **federacion)])
    assert [(one.round, one.accepted, one.refused) for one in outcome.rows[0].hordagos] == [(Round.HANDIA, (2,), ())]


def test_8_hands_that_count_are_held_against_their_packs():
    hands = {seat: tuple(map(Card.parse, PLAIN[seat.value])) for seat in Seat}
    rest = [card for card in DECK if not any(card in hand for hand in hands.values())]
    fitting = {seat: hands[seat] + tuple(rest[place::4]) for place, seat in enumerate(Seat)}
    others = fitting | {Seat.N: fitting[Seat.W], Seat.W: fitting[Seat.N]}
    deals = {Jugada.parse(number): others if number == "0102" else fitting for number in ("0101", "0102", "0201")}
    void = [of_jugada("0101", bringing(2, 4)), of_jugada("0102", bringing(2, 4)), Voided(2, **JUDGE), won("0103", NS)]
    tables = [table(entries=[*void, won("0201", NS), won("0301", NS)]), table(NS, NS, NS, turned=True)]
    assert [str(what) for what in against_the_packs(over_all_tables(tables), deals)] == [
        "table 1, jugada 0103: it is not among the deals",
        "table 1, jugada 0301: it is not among the deals",
        "table 2, jugada 0301: it is not among the deals",
    ]
    told = against_the_packs(over_all_tables(tables), deals | {Jugada(1, 1): others})
    assert next(told) == "table 1, jugada 0101: these are the packs of jugada 0201, not of 0101"
