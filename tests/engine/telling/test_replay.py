"""A karta aldia once more: what happens in it comes in its order, and nothing of what it brings is left out."""

from __future__ import annotations

import random

import pytest

from engine.calls import Call
from engine.equipos.jugada import Jugada
from engine.equipos.result import Row
from engine.errors import MusError
from engine.match.corrections import CallsReplaced
from engine.match.entries import Correction
from engine.match.games import AldiaHistory
from engine.match.standing import standing
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Team
from engine.showdown import score
from engine.telling import bids
from engine.telling.replay import Moment, What, hordago_round, moments, rounds_of
from tests.engine import random_records
from tests.engine.matches import match_of, played

CARDS = {
    "N": ["12o", "12c", "11e", "11b"],
    "W": ["7o", "7c", "7e", "10b"],
    "S": ["10o", "10c", "5o", "4o"],
    "E": ["12e", "6o", "5c", "4c"],
}


def told(ns: int = 0, ew: int = 0, **calls: list[str]) -> list[Moment]:
    record = HandRecord.parse(
        {"rules": "nabo", "esku": "N", "score": {"NS": ns, "EW": ew}, "cards": CARDS, "calls": calls}
    )
    return [*moments(record, score(record))]


def shown(happened: list[Moment]) -> list[str]:
    return [
        " ".join(str(part) for part in (one.round and one.round.value, one.call, one.mark and one.mark.tantos) if part)
        or one.what.value
        for one in happened
    ]


def test_a_refused_bid_is_marked_at_once_and_the_rest_when_the_cards_are_shown() -> None:
    happened = told(handia=["NS envido 2", "EW tira"], jokoa=["NS envido 2", "EW iduki"])
    assert shown(happened) == [
        *(
            "handia NS envido 2",
            "handia EW tira",
            "handia 1",
            "txikia",
            "pareak",
            "jokoa NS envido 2",
            "jokoa EW iduki",
        ),
        *("cards", "txikia 1", "pareak 4", "jokoa 2", "jokoa 3"),
    ]
    assert [one.what for one in happened[-4:]] == [What.MARK] * 4


def test_what_was_not_played_any_more_is_not_told() -> None:
    by_refusal = told(ns=39, handia=["NS envido 2", "EW tira"])
    assert shown(by_refusal)[2:] == ["handia 1", "cards", "won"]
    assert told(ns=39, handia=["NS envido 2", "EW tira"], jokoa=[]) == by_refusal
    assert by_refusal[-1].score == {Team.NS: 40, Team.EW: 0}
    by_hordago = told(txikia=["EW hordago", "NS iduki"])
    assert shown(by_hordago) == ["handia", "txikia EW hordago", "txikia NS iduki", "cards", "txikia"]
    assert by_hordago[-1].what is What.WON


@pytest.mark.parametrize(
    ("more", "fourth"),
    [
        ({"score": {"NS": 39, "EW": 0}}, Round.PUNTUA),  # handia wins the game
        ({"rules": "spain", "announced": {"pareak": ["N"], "jokoa": []}}, Round.PUNTUA),  # pareak is the judge's
        ({"rules": "spain", "announced": {"pareak": ["N"], "jokoa": ["E"]}}, Round.JOKOA),
    ],
)
def test_the_fourth_round_has_its_name_though_nothing_was_marked_in_it(more: dict[str, object], fourth: Round) -> None:
    cards = {
        "N": ["12o", "12c", "1e", "5b"],
        "W": ["6o", "7c", "4e", "1o"],
        "S": ["10o", "10c", "5o", "4o"],
        "E": ["12e", "6c", "5c", "4c"],
    }
    record = HandRecord.parse({"rules": "nabo", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": cards, **more})
    passed = [one.round for one in moments(record, score(record)) if one.what is What.PASSED]
    assert passed[-1] is fourth


def test_the_fourth_round_has_the_name_of_its_calls_where_it_is_marked_by_another() -> None:
    """Whoever said jokoa has three cards: the others play puntua."""
    cards = CARDS | {"N": CARDS["N"][:3], "W": CARDS["W"][:3]}
    called = {"announced": {"jokoa": ["N", "W"]}, "calls": {"jokoa": ["NS envido 2", "EW iduki"]}}
    record = HandRecord.parse(
        {"rules": "federacion", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": cards, **called}
    )
    result = score(record)
    assert result.marks[-1].round is Round.PUNTUA
    assert rounds_of(record, result)[-1] is Round.JOKOA


def test_the_hordago_that_won_is_in_the_last_round_with_calls() -> None:
    record = HandRecord.parse(
        {
            "rules": "nabo",
            "esku": "N",
            "score": {"NS": 0, "EW": 0},
            "cards": CARDS,
            "calls": {"handia": ["EW hordago", "NS tira"], "pareak": ["NS hordago", "EW iduki"], "jokoa": []},
        }
    )
    result = score(record)
    assert hordago_round(record, result) is Round.PAREAK
    assert hordago_round(record, result._replace(ended_by="target")) is None


def test_calls_that_were_made_behind_a_hordago_of_a_correction_have_won_nothing() -> None:
    was = played(handia=["NS envido 2", "EW iduki"], txikia=["EW envido 2", "NS iduki"])
    accepted = CallsReplaced(Round.HANDIA, (Call.parse("NS hordago"), Call.parse("EW iduki")))
    put_right = Correction(1, (accepted,), frozenset(Team), by="NS", reason="it was a hordago")
    now = standing(match_of(was, put_right)).aldiak[0].now
    assert now.result
    record = now.played.record(match_of().header, rulebook("nabo"), now.before)
    assert hordago_round(record, now.result) is Round.HANDIA
    assert [bid.tantos_to for bid in bids.bids(record, now.result)] == [now.result.winner, None]
    (told,) = Row(Jugada(1, 1), (AldiaHistory(1, 1, (now,)),)).hordagos
    assert (told.round, told.accepted) == (Round.HANDIA, (1,))


def test_a_hordago_that_is_void_at_the_table_is_marked_before_the_next_round() -> None:
    """Federacion 49: E accepts on two aces, not being esku, and puntua is played."""
    cards = {
        "N": ["10o", "10c", "4o", "5e"],
        "W": ["12o", "6o", "7o", "4c"],
        "S": ["11o", "7c", "6c", "5c"],
        "E": ["1c", "2e", "6e", "7e"],
    }
    calls = {"pareak": ["NS hordago", "EW iduki"], "puntua": ["EW envido 2", "NS tira"]}
    record = HandRecord.parse(
        {"rules": "federacion", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": cards, "calls": calls}
    )
    happened = [*moments(record, score(record))]
    assert shown(happened)[2:] == [
        *("pareak NS hordago", "pareak EW iduki", "pareak 1", "puntua EW envido 2", "puntua NS tira", "puntua 1"),
        *("cards", "handia 1", "txikia 1", "pareak 1", "puntua 1"),
    ]
    assert happened[5].score == {Team.NS: 1, Team.EW: 0}


@pytest.mark.parametrize("seed", range(4))
def test_of_whatever_was_played_every_mark_is_told_once_and_the_score_is_the_results(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        record = HandRecord.parse(random_records.record(chance))
        try:
            result = score(record)
        except MusError:
            continue
        happened = [*moments(record, result)]
        assert happened[-1].score == result.score
        assert [one.mark for one in happened if one.mark] == list(result.marks)
        calls = [call for round in sorted(record.calls, key=lambda one: one.number) for call in record.calls[round]]
        assert [one.call for one in happened if one.call] == calls
        assert [one.what for one in happened].count(What.CARDS) == 1
        assert What.CARDS not in [one.what for one in moments(record._replace(cards={}), result)]
