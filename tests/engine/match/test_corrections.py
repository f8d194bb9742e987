"""Corrections: each change of a karta aldia, what it makes of the match, and its trace."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.errors import RecordError
from engine.match.corrections import (
    AnnouncedReplaced,
    CallsReplaced,
    CardReplaced,
    CardsSwapped,
    EskuReplaced,
    FoundReplaced,
    PereteReplaced,
    ShownReplaced,
    corrected,
)
from engine.match.entries import Correction, Match, Replaced, Voided, Withdrawn
from engine.match.games import Status
from engine.match.played import Played
from engine.match.questions import ForTheJudge
from engine.match.standing import standing, under
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat
from engine.showdown import score
from engine.tantos.tally import Mark, When, Why
from tests.engine.matches import (
    BOTH,
    EW,
    HANDIA,
    JOKOA,
    NS,
    PAREAK,
    PLAIN,
    PUNTUA,
    TXIKIA,
    bringing,
    call,
    cards,
    hordago,
    match_of,
    pair,
    played,
    random_match,
    rows_of,
)
from tests.engine.strategies import DECK


def change(*changes, of=1, agreed=BOTH):
    return Correction(of, changes, agreed, by="the arbiter", reason="read wrong")


def card(name):
    return Card.parse(name)


def handia(amount):
    return CallsReplaced(HANDIA, (call(f"NS envido {amount}"), call("EW iduki")))


# One karta aldia ----------------------------------------------------------------------------------------------------


def test_a_card_of_a_seat_is_replaced_where_it_lay():
    now = corrected(played(), [CardReplaced(Seat.N, card("6c"), card("12c"))])
    assert now.cards[Seat.N] == cards("12o", "12c", "5c", "4o")
    assert now.cards[Seat.W] == played().cards[Seat.W]


def test_two_cards_are_swapped_between_seats_and_within_one():
    now = corrected(played(), [CardsSwapped(Seat.N, card("12o"), Seat.E, card("4e"))])
    assert now.cards[Seat.N] == cards("4e", "6c", "5c", "4o")
    assert now.cards[Seat.E] == cards("10c", "7b", "6o", "12o")
    same = corrected(played(), [CardsSwapped(Seat.N, card("12o"), Seat.N, card("4o"))])
    assert set(same.cards[Seat.N]) == set(played().cards[Seat.N])


def test_two_replacements_may_pass_a_card_on():
    now = corrected(
        played(), [CardReplaced(Seat.N, card("12o"), card("4e")), CardReplaced(Seat.E, *cards("4e", "12o"))]
    )
    assert (now.cards[Seat.N][0], now.cards[Seat.E][3]) == cards("4e", "12o")


def test_a_rounds_calls_are_replaced_added_and_struck():
    before = played(txikia=["EW envido 2", "NS iduki"])
    added = corrected(before, [handia(5)])
    assert list(added.calls) == [HANDIA, TXIKIA]
    assert added.calls[HANDIA] == (call("NS envido 5"), call("EW iduki"))
    struck = corrected(added, [CallsReplaced(TXIKIA, ()), handia(2)])
    assert struck.calls == {HANDIA: (call("NS envido 2"), call("EW iduki"))}


def test_announcements_are_replaced_and_forgotten():
    before = played(announced={"pareak": ["N"], "jokoa": ["S"]})
    now = corrected(before, [AnnouncedReplaced(PAREAK, frozenset({Seat.W})), AnnouncedReplaced(JOKOA, None)])
    assert (now.pareak, now.jokoa) == (frozenset({Seat.W}), None)
    assert corrected(played(), [AnnouncedReplaced(JOKOA, frozenset())]).jokoa == frozenset()


def test_the_fourth_round_may_turn_out_to_be_the_other():
    before = played(puntua=["NS envido 2", "EW tira"])
    now = corrected(before, [CallsReplaced(PUNTUA, ()), CallsReplaced(JOKOA, before.calls[PUNTUA])])
    assert list(now.calls) == [JOKOA]


def test_the_esku_is_replaced():
    assert corrected(played(), [EskuReplaced(Seat.S)]).esku is Seat.S
    nobody_showed = Played(Seat.N, {NS: 39, EW: 0}, {})
    assert corrected(nobody_showed, [EskuReplaced(Seat.S)]).esku is Seat.S


def test_who_declared_tio_perete_when_an_error_was_found_and_whether_the_cards_were_shown_are_replaced():
    now = corrected(
        played(announced={"perete": ["N"]}),
        [PereteReplaced(frozenset({Seat.W, Seat.E})), FoundReplaced({"pareak": "open"}), ShownReplaced(True)],
    )
    assert (now.perete, now.found, now.hordago_shown) == ({Seat.W, Seat.E}, {"pareak": "open"}, True)
    again = corrected(now, [PereteReplaced(frozenset()), FoundReplaced({}), ShownReplaced(False)])
    assert again == played()


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (CardReplaced(Seat.N, card("7o"), card("1c")), "N holds no 7o"),
        (CardReplaced(Seat.N, card("12o"), card("4e")), "4e would be there twice"),
        (CardReplaced(Seat.N, card("12o"), card("4o")), "4o would be there twice"),
        (CardsSwapped(Seat.N, card("12o"), Seat.E, card("1c")), "E holds no 1c"),
        (CallsReplaced(Round.FOURTH, ()), "the fourth round's calls stand under jokoa or puntua"),
        (CallsReplaced(JOKOA, (call("NS envido 2"),)), "the fourth round is jokoa or puntua, never both"),
        (
            AnnouncedReplaced(HANDIA, frozenset()),
            "nothing is announced in handia: what is announced is pareak and jokoa",
        ),
    ],
)
def test_a_change_that_does_not_fit_is_refused_and_names_its_entry(one, message):
    before = played(puntua=["NS envido 2", "EW tira"])
    with pytest.raises(RecordError) as caught:
        corrected(before, [one])
    assert str(caught.value) == message
    with pytest.raises(RecordError) as caught:
        standing(match_of(before, change(one)))
    assert str(caught.value) == f"entry 2: {message}"


def test_nobody_sits_where_only_two_play():
    two = played(cards={seat: [str(card) for card in played().cards[Seat(seat)]] for seat in "NE"})
    nobody = frozenset({Seat.S})
    for one in (EskuReplaced(Seat.S), AnnouncedReplaced(PAREAK, nobody), PereteReplaced(nobody)):
        with pytest.raises(RecordError, match="nobody sits at S"):
            corrected(two, [one])
    with pytest.raises(RecordError, match="S holds no 1o"):
        corrected(two, [CardReplaced(Seat.S, *cards("1o", "1c"))])


# In a match ---------------------------------------------------------------------------------------------------------


def test_everything_after_a_corrected_karta_aldia_is_marked_anew():
    match = match_of(bringing(20, 5), bringing(2, 3, (20, 5), "W"), change(handia(25)))
    now = standing(match)
    assert [pair(aldia.now.after) for aldia in now.aldiak] == [(25, 5), (27, 8)]
    first, second = now.aldiak
    assert [(version.entry, pair(version.after)) for version in first.versions] == [(1, (20, 5)), (3, (25, 5))]
    assert [(version.entry, pair(version.before)) for version in second.versions] == [(2, (20, 5)), (3, (25, 5))]
    assert (first.about, second.about) == ((3,), ())
    assert first.original.played == match.entry(1)
    assert (now.differences, now.questions, now.unagreed) == ((), (), ())


def test_a_replaced_card_changes_the_marks():
    match = match_of(played(), change(CardReplaced(Seat.N, card("5c"), card("12c"))))
    assert rows_of(standing(match.until(1)).aldia(1).now.result) == [
        "handia NS 1 paso",
        "txikia EW 1 paso",
        "puntua EW 1 worth",
    ]
    assert rows_of(standing(match).aldia(1).now.result) == [
        "handia NS 1 paso",
        "txikia EW 1 paso",
        "pareak NS 1 worth",
        "puntua NS 1 worth",
    ]


def test_corrections_follow_each_other():
    match = match_of(bringing(20, 5), change(handia(25)), change(handia(22)), change(CallsReplaced(TXIKIA, ())))
    aldia = standing(match).aldia(1)
    assert [(version.entry, pair(version.after)) for version in aldia.versions] == [
        (1, (20, 5)),
        (2, (25, 5)),
        (3, (22, 5)),
        (4, (22, 2)),
    ]
    assert aldia.about == (2, 3, 4)


def test_a_correction_that_would_have_ended_the_game_earlier_asks_the_judge_and_loses_nothing():
    match = match_of(
        bringing(20, 5),
        bringing(15, 6, (20, 5), "W"),
        bringing(3, 3, (35, 11), "S"),
        bringing(2, 3, (38, 14), "E"),
        hordago(EW, esku="N"),
        change(handia(20), of=2),
    )
    now = standing(match)
    assert [(question.kind, question.game, question.entries, question.because) for question in now.questions] == [
        (ForTheJudge.PLAYED_ON, 1, (3, 4), 6)
    ]
    assert now.questions[0].why == "game 1 had been won before entries 3, 4"
    game = now.games[0]
    assert (pair(game.score), game.winner) == ((40, 5), NS)
    assert [aldia.now.status for aldia in game.aldiak] == [Status.COUNTS] * 2 + [Status.IN_QUESTION] * 2
    assert [aldia.now.marks for aldia in game.aldiak[2:]] == [(), ()]
    assert [pair(aldia.original.after) for aldia in game.aldiak] == [(20, 5), (35, 11), (38, 14), (40, 14)]
    assert now.games[1].winner is EW


@pytest.mark.parametrize(
    ("answers", "winner", "final"),
    [
        # let the correction stand: what was played after the end is void
        ((Voided(3, by="the judge", reason="played after the end"),), NS, (40, 5)),
        # let play stand: the correction is withdrawn
        ((Withdrawn(4, by="the judge", reason="too late"),), None, (38, 14)),
    ],
)
def test_the_judge_answers_what_a_correction_has_asked(answers, winner, final):
    entries = bringing(20, 5), bringing(15, 6, (20, 5), "W"), bringing(3, 3, (35, 11), "S"), change(handia(20), of=2)
    now = standing(match_of(*entries, *answers))
    assert (now.questions, now.games[0].winner, pair(now.games[0].score)) == ((), winner, final)


def test_a_correction_that_leaves_a_game_open_asks_the_judge():
    match = match_of(
        bringing(35, 5), bringing(5, 3, (35, 5), "W"), bringing(2, 3, (0, 0), "S"), change(handia(4), of=2)
    )
    now = standing(match)
    assert [(question.kind, question.game, question.entries, question.because) for question in now.questions] == [
        (ForTheJudge.LEFT_OPEN, 1, (1, 2), 4)
    ]
    assert now.questions[0].why == "nobody has won game 1, and a later one was begun"
    assert (pair(now.games[0].score), pair(now.games[1].score)) == ((39, 8), (2, 3))


def test_a_correction_that_would_have_ended_the_game_within_a_karta_aldia_asks_about_its_later_calls():
    refused = played(37, 5, "W", handia=["NS envido 2", "EW tira"], txikia=["EW envido 3", "NS iduki"])
    match = match_of(bringing(37, 5), refused)
    assert pair(standing(match).score) == (38, 9)
    now = standing(match.with_entry(change(handia(39))))
    aldia = now.aldia(2)
    assert (aldia.now.status, aldia.now.beyond) == (Status.COUNTS, (TXIKIA,))
    assert rows_of(aldia.now.result) == ["handia NS 1 tira"]
    assert (pair(now.score), now.games[0].winner) == ((40, 5), NS)
    assert [(question.kind, question.entries, question.because, question.why) for question in now.questions] == [
        (
            ForTheJudge.PLAYED_ON,
            (2,),
            3,
            "entry 2: the game had been won before the calls of txikia",
        )
    ]


def test_calls_that_make_no_sense_for_another_reason_stay_unmarked():
    odd = played(txikia=["EW envido 3"], puntua=["NS envido 2", "EW tira"])
    now = standing(match_of(odd))
    assert (now.aldia(1).now.status, now.aldia(1).now.beyond) == (Status.UNMARKED, ())
    won = played(39, 5, "W", handia=["NS envido 2", "EW iduki"], txikia=["EW envido 3"], puntua=["NS paso"])
    assert standing(match_of(bringing(39, 5), won)).aldia(2).now.status is Status.UNMARKED


def test_a_karta_aldia_that_was_ended_early_and_no_longer_is_asks_the_judge():
    refused = played(39, 5, "W", handia=["NS envido 2", "EW tira"])
    match = match_of(bringing(39, 5), refused, change(handia(30)))
    now = standing(match)
    # the rounds that were not played count as passed: txikia 1 and puntua 1 for EW
    assert rows_of(now.aldia(2).now.result) == ["handia NS 1 tira", "txikia EW 1 paso", "puntua EW 1 worth"]
    assert [(question.kind, question.entries, question.because) for question in now.questions] == [
        (ForTheJudge.CUT_SHORT, (2,), 3)
    ]
    # somebody puts in what followed, or the judge decides
    followed = change(CallsReplaced(PUNTUA, (call("EW envido 2"), call("NS iduki"))), of=2)
    assert standing(match.with_entry(followed)).questions == ()
    decided = Replaced(2, (Mark(HANDIA, NS, 1, Why.TIRA, When.CALL),), by="the judge", reason="no more was played")
    assert standing(match.with_entry(decided)).questions == ()


def test_a_hordago_that_was_none_asks_the_judge_about_what_was_not_played():
    now = standing(match_of(hordago(NS), change(CallsReplaced(HANDIA, (call("EW hordago"), call("NS tira"))))))
    assert [question.kind for question in now.questions] == [ForTheJudge.CUT_SHORT]
    assert pair(now.score) == (0, 3)
    fourth = played(puntua=["NS hordago", "EW iduki"])
    now = standing(match_of(fourth, change(CallsReplaced(PUNTUA, ()))))
    assert (now.questions, pair(now.score)) == ((), (1, 2))


def test_a_correction_may_turn_a_won_match():
    match = match_of(hordago(NS), hordago(EW, esku="W"), hordago(NS, esku="S"))
    won = change(CallsReplaced(HANDIA, ()), CallsReplaced(TXIKIA, (call("NS hordago"), call("EW iduki"))))
    now = standing(match.with_entry(won))
    assert (now.winner, pair(now.games_won)) == (EW, (0, 2))
    assert [(question.kind, question.game, question.entries, question.because) for question in now.questions] == [
        (ForTheJudge.AFTER_MATCH, 3, (3,), 3)
    ]


def test_a_correction_with_calls_that_cannot_be_leaves_the_karta_aldia_unmarked():
    match = match_of(
        bringing(20, 5), bringing(2, 3, (20, 5), "W"), change(CallsReplaced(HANDIA, (call("NS envido 2"),)))
    )
    now = standing(match)
    assert (now.aldia(1).now.status, pair(now.score)) == (Status.UNMARKED, (2, 3))
    assert now.questions[0].kind is ForTheJudge.UNMARKED


HALF_AGREED = match_of(
    bringing(20, 5),
    change(handia(25), agreed=frozenset({NS})),
    change(handia(26)),
    change(handia(27), agreed=frozenset()),
)


def test_without_the_other_teams_word_a_correction_is_told_apart_federacion_66_nabo_20():
    assert standing(HALF_AGREED).unagreed == (2, 4)
    assert standing(HALF_AGREED.with_entry(Withdrawn(4, by="the judge", reason="not agreed"))).unagreed == (2,)
    assert pair(standing(HALF_AGREED).score) == (27, 5)


def test_the_judges_word_stands_over_a_correction():
    mark = Mark(HANDIA, EW, 15, Why.IDUKI, When.SHOWDOWN)
    act = Replaced(1, (mark,), by="the judge", reason="agreed at the table")
    now = standing(match_of(bringing(20, 5), act, change(handia(25))))
    assert (pair(now.score), now.aldia(1).about) == ((0, 15), (2, 3))
    assert now.aldia(1).now.played.calls[HANDIA][0] == call("NS envido 25")


def test_a_corrected_esku_counts_for_the_turn_too():
    match = match_of(bringing(20, 5), bringing(2, 3, (20, 5), "S"))
    assert [wrong.entry for wrong in standing(match).out_of_turn] == [2]
    assert standing(match.with_entry(change(EskuReplaced(Seat.W), of=2))).out_of_turn == ()


# N said yes and has none, W's pairs were kept quiet by nobody: the bid was answered
ERROR = {
    "N": ["12o", "7o", "4o", "1o"],
    "W": ["11c", "6c", "6o", "1c"],
    "S": ["12e", "1e", "2e", "2o"],
    "E": ["11b", "7b", "5b", "4b"],
}


def test_federacion_80_81_when_an_error_was_found_is_put_right():
    one = played(
        cards=ERROR,
        announced={"pareak": ["N", "W", "S"]},
        handia=["NS envido 3", "EW tira"],
        pareak=["NS envido 2", "EW tira"],
    )
    match = match_of(one, change(FoundReplaced({"pareak": "open"})), rules="federacion")
    shown, found = standing(match).aldia(1).versions
    # C marks its own pairs and 1 in both; only what was found late bears on puntua (N 22, W 24, S 13, E 26)
    assert [ruling.article for ruling in shown.result.rulings] == ["federacion 81", "federacion 81"]
    assert [ruling.article for ruling in found.result.rulings] == ["federacion 80"]
    assert (pair(shown.after), pair(found.after)) == ((2, 4), (2, 3))
    assert found.played.found == {"pareak": "open"}
    again = standing(match.with_entry(change(FoundReplaced({}))))
    assert again.aldia(1).now.marks == shown.marks


def test_federacion_16_that_a_wrong_number_was_found_in_txikia_is_put_right():
    one = played(cards=PLAIN | {"N": PLAIN["N"][:3]}, txikia=["NS envido 5", "EW tira"])
    match = match_of(one, change(FoundReplaced({"cards": "txikia"})), rules="federacion")
    before, now = standing(match).aldia(1).versions
    assert rows_of(before.result)[0] == "txikia NS 1 tira"
    assert rows_of(now.result)[0] == "txikia EW 1 negada"


def test_federacion_60_that_the_cards_were_shown_on_the_hordago_is_put_right():
    one = played(cards=ERROR | {"S": ["12e", "1e", "1b", "7e"]}, esku="W", pareak=["EW hordago", "NS kanta"])
    match = match_of(one, change(ShownReplaced(True)), rules="federacion", esku="W")
    now = standing(match)
    void, judged = now.aldia(1).versions
    assert rows_of(void.result)[0] == "pareak EW 1 negada"
    assert (judged.open_case.rounds, judged.result.winner) == ((PAREAK,), None)
    assert [question.kind for question in now.questions] == [ForTheJudge.CASE]
    back = standing(match.with_entry(change(ShownReplaced(False))))
    assert (back.aldia(1).now.marks, back.questions) == (void.marks, ())


def test_federacion_60_with_what_the_judge_rules_all_that_came_before_the_case_is_marked():
    # N's 33 accepts, not being esku, and the cards are shown: EW wins jokoa with a negada
    hands = {"N": "12o 11o 7o 6o", "W": "12c 11c 10o 1c", "S": "7e 6e 5e 1e", "E": "7b 6b 5b 4b"}
    calls = {"handia": ["NS envido 5", "EW iduki"], "txikia": ["EW envido 2", "NS tira"]}
    calls["jokoa"] = ["EW hordago", "NS iduki"]
    one = played(cards={seat: hand.split() for seat, hand in hands.items()}, esku="W", **calls)
    ruled = Mark(JOKOA, EW, 1, Why.NEGADA, When.CALL), Mark(JOKOA, EW, 3, Why.WORTH, When.SHOWDOWN)
    judged = match_of(one, change(ShownReplaced(True)), rules="federacion", esku="W")
    assert rows_of(standing(judged).aldia(1).now.result) == ["txikia EW 1 tira", "handia EW 5 iduki"]
    now = standing(judged.with_entry(Replaced(1, ruled, by="the judge", reason="the cards were shown", case=True)))
    assert rows_of(now.aldia(1).now.result) == [
        "txikia EW 1 tira",
        "jokoa EW 1 negada",
        "handia EW 5 iduki",
        "jokoa EW 3 worth",
    ]
    assert (pair(now.score), now.questions) == ((0, 10), ())


def test_wikipedia_that_tio_perete_was_declared_is_put_right():
    club = replace(rulebook("basque"), name="club", tio_perete=True)
    one = played(cards=PLAIN | {"N": ["7o", "6c", "5c", "4o"]})
    match = match_of(one, change(PereteReplaced(frozenset({Seat.N}))), rules="club")
    before, now = standing(match, lambda _: club).aldia(1).versions
    assert rows_of(now.result) == ["handia NS 1 perete", *rows_of(before.result)]
    false = standing(match.with_entry(change(PereteReplaced(frozenset({Seat.W})))), lambda _: club)
    assert [question.why for question in false.questions] == [
        "entry 1: handia: W declared 4-5-6-7 and held four other cards"
    ]


# Random matches -----------------------------------------------------------------------------------------------------


def random_change(rng, aldia):
    """A change of a karta aldia that fits it, and the one that takes it back."""
    seat, other = rng.sample(list(Seat), 2)
    mine, theirs = rng.choice(aldia.cards[seat]), rng.choice(aldia.cards[other])
    kind = rng.randrange(8)
    if kind == 0:
        held = {str(card) for hand in aldia.cards.values() for card in hand}
        new = card(rng.choice([name for name in DECK if name not in held]))
        return CardReplaced(seat, mine, new), CardReplaced(seat, new, mine)
    if kind == 1:
        return CardsSwapped(seat, mine, other, theirs), CardsSwapped(seat, theirs, other, mine)
    if kind == 2:
        round = rng.choice([HANDIA, TXIKIA, PAREAK])
        calls = rng.choice([(), (call("EW envido 3"), call("NS tira")), (call("NS envido 9"), call("EW iduki"))])
        return CallsReplaced(round, calls), CallsReplaced(round, aldia.calls.get(round, ()))
    if kind == 3:
        said = frozenset(rng.sample(list(Seat), rng.randrange(5)))
        return AnnouncedReplaced(PAREAK, said), AnnouncedReplaced(PAREAK, aldia.pareak)
    if kind == 4:
        return EskuReplaced(seat), EskuReplaced(aldia.esku)
    if kind == 5:
        return PereteReplaced(frozenset({seat})), PereteReplaced(aldia.perete)
    if kind == 6:
        found = rng.choice([{"pareak": "open"}, {"jokoa": "open"}, {"cards": "txikia"}])
        return FoundReplaced(found), FoundReplaced(aldia.found)
    return ShownReplaced(True), ShownReplaced(aldia.hordago_shown)


def same_standing(one, other):
    """Whether two standings say the same of every karta aldia, game and vaca, whatever their traces."""
    assert [aldia.entry for aldia in one.aldiak] == [aldia.entry for aldia in other.aldiak]
    assert all(a.now.same_as(b.now) for a, b in zip(one.aldiak, other.aldiak, strict=True))
    assert [(game.score, game.winner, game.ended_by) for game in one.games] == [
        (game.score, game.winner, game.ended_by) for game in other.games
    ]
    assert one.race == other.race
    asked = [{(q.kind, q.game, q.entries, q.why) for q in standing.questions} for standing in (one, other)]
    assert asked[0] == asked[1]
    assert (one.winner, one.over, one.next_esku, one.out_of_turn) == (
        other.winner,
        other.over,
        other.next_esku,
        other.out_of_turn,
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 30), st.sampled_from(["nabo", "federacion", "spain"]), st.randoms(use_true_random=False))
def test_a_correction_then_its_inverse_restores_the_standing_and_both_leave_their_trace(seed, rules, rng):
    match, rows, _, _ = random_match(seed, rules, most=30)
    of = rng.randrange(len(rows)) + 1
    forth, back = random_change(rng, match.entry(of))
    before = standing(match)
    there = match.with_entry(change(forth, of=of))
    again = there.with_entry(change(back, of=of))
    same_standing(before, standing(again))
    same_standing(before, standing(there.with_entry(Withdrawn(len(rows) + 1, by="the judge", reason="not so"))))
    assert standing(again).aldia(of).about == (len(rows) + 1, len(rows) + 2)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 30), st.sampled_from(["nabo", "basque"]), st.randoms(use_true_random=False))
def test_a_corrected_match_stands_as_if_it_had_been_written_down_right(seed, rules, rng):
    match, rows, _, _ = random_match(seed, rules, most=30)
    of = rng.randrange(len(rows)) + 1
    forth, _ = random_change(rng, match.entry(of))
    now = standing(match.with_entry(change(forth, of=of)))
    # by hand: the karta aldiak of the same game, one after the other
    game = now.aldia(of).game
    tantos, over = {NS: 0, EW: 0}, False
    for aldia in now.games[game - 1].aldiak:
        right = match.entry(aldia.entry)
        if aldia.entry == of:
            right = corrected(right, [forth])
        assert aldia.now.played == right
        assert aldia.now.before == tantos
        if over:
            assert aldia.now.status is Status.IN_QUESTION
            continue
        if aldia.now.status is Status.UNMARKED:
            assert aldia.entry == of
            continue
        data = right.record(match.header, now.book, tantos).to_dict()
        for round in aldia.now.beyond:
            del data["calls"][round.value]
        result = score(HandRecord.parse(data))
        assert aldia.now.marks == result.marks
        assert result.winner or not aldia.now.beyond
        tantos, over = result.score, result.winner is not None
    for other in now.games:
        if other.number != game:
            assert all(len(aldia.versions) == 1 for aldia in other.aldiak)


def test_a_correction_that_changes_nothing_changes_nothing():
    for seed in range(6):
        match, rows, _, _ = random_match(seed, "nabo")
        rng = random.Random(seed)
        of = rng.randrange(len(rows)) + 1
        aldia = match.entry(of)
        seat = rng.choice(list(Seat))
        idle = (
            CardReplaced(seat, aldia.cards[seat][0], aldia.cards[seat][0]),
            *(CallsReplaced(round, calls) for round, calls in aldia.calls.items()),
            AnnouncedReplaced(PAREAK, aldia.pareak),
            EskuReplaced(aldia.esku),
        )
        now = standing(Match(match.header, (*match.entries, change(*idle, of=of))))
        same_standing(standing(match), now)
        assert all(len(aldia.versions) == 1 for aldia in now.aldiak)
        assert now.aldia(of).about == (len(rows) + 1,)


def test_what_not_both_teams_agreed_to_waits_where_agreements_bind():
    now = standing(HALF_AGREED, unagreed=False)
    assert (now.unagreed, pair(now.score)) == ((2, 4), (26, 5))
    assert [version.entry for version in now.aldia(1).versions] == [1, 3]
    withdrawn = HALF_AGREED.with_entry(Withdrawn(3, by="the judge", reason="it was right before"))
    assert pair(standing(withdrawn, unagreed=False).score) == (20, 5)
    again = withdrawn.with_entry(Withdrawn(4, by="the judge", reason="nobody asks for it any more"))
    now = standing(again, unagreed=False)
    assert (now.unagreed, pair(now.score)) == ((2,), (20, 5))
    assert pair(under(HALF_AGREED, "basque", unagreed=False).score) == (26, 5)


def test_what_cannot_be_put_right_says_what_waits_before_it():
    waits = Correction(1, (CardReplaced(Seat.N, card("12o"), card("11b")),), frozenset({NS}), by="NS", reason="a slip")
    builds = Correction(1, (CardReplaced(Seat.N, card("11b"), card("10b")),), BOTH, by="NS", reason="a slip")
    match = match_of(played(), waits, builds)
    assert standing(match).unagreed == (2,)
    wrong = "^entry 3: N holds no 11b; entry 2 waits for a team, and does not count$"
    with pytest.raises(RecordError, match=wrong) as refused:
        standing(match, unagreed=False)
    assert refused.value.sentence.values["one"].values["what"].kind == "{seat} holds no {card}"
