"""Marks that are certain whatever the unsure cards are: against scoring every way of naming them by itself."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, Card
from engine.errors import MusError
from engine.records import HandRecord
from engine.rules import parse_rulebook
from engine.seats import Seat
from engine.sentences import Sentence
from engine.showdown import score
from firmware.session.cards import certain
from firmware.session.cards.certain import marks_certain, unasked
from firmware.session.cards.readings import from_json, to_json
from firmware.session.events import CardsRead, MatchStarted, PereteDeclared
from firmware.session.fold import apply
from firmware.session.state import Phase, State
from tests.firmware.screens.gallery import HANDS, RISK, Play, reading
from vision.reading import Doubt, Hypothesis

CARDS = [Card.parse(name) for hand in HANDS.values() for name in hand.split()]
W_FOUR = 7
"""The place of West's four of copas: a five there changes no mark of passed rounds."""
N_ACE = 3
"""The place of North's ace, with which N-S wins txikia."""


def doubt(*places: int) -> tuple[Doubt, ...]:
    return tuple(Doubt("card", Sentence.plain(""), list(Seat)[place // 4], place) for place in places)


def ways(*given: tuple[float, dict[int, str]]) -> tuple[Hypothesis, ...]:
    """Hypotheses of these probabilities, each with some cards otherwise than they lie."""
    return tuple(
        Hypothesis(p, tuple(Card.parse(other[i]) if i in other else card for i, card in enumerate(CARDS)))
        for p, other in given
    )


def read(play: Play, doubts: tuple[Doubt, ...], hypotheses: tuple[Hypothesis, ...], risk: float = RISK) -> State:
    """The state after this reading alone, before anything is made of it."""
    return apply(play.session, CardsRead("table.jpg", to_json(reading(HANDS, doubts, hypotheses)), risk=risk)).now


def test_a_card_on_which_no_mark_hangs_is_not_asked_about() -> None:
    play = Play().read(HANDS, doubt(W_FOUR), ways((0.6, {}), (0.4, {W_FOUR: "5c"})))
    assert play.state.phase is Phase.MARKS
    record = play.state.finished.record_json()
    assert record["unsure_cards"] == ["4c"]
    assert score(HandRecord.parse(dict(record))).to_dict() == play.state.finished.result_json()


def test_a_card_on_which_a_mark_hangs_is_asked_about() -> None:
    hypotheses = ways((0.9, {}), (0.1, {N_ACE: "3e"}))
    play = Play().read(HANDS, doubt(N_ACE), hypotheses)
    assert play.state.phase is Phase.DOUBTS
    assert play.laid.card_doubt() == doubt(N_ACE)[0]
    play = Play().press("envido-ns", "tira", "envido-ew", "tira").read(HANDS, doubt(N_ACE), hypotheses)
    assert play.state.phase is Phase.MARKS, "with handia and txikia refused nothing hangs on it"


def test_the_rest_of_the_probability_counts_against_it() -> None:
    enough, short = 1 - RISK * 0.9, 1 - RISK * 1.1
    assert marks_certain(read(Play(), doubt(W_FOUR), ways((enough, {}))))
    assert not marks_certain(read(Play(), doubt(W_FOUR), ways((short, {}))))
    assert not marks_certain(read(Play(), doubt(W_FOUR), ()))
    assert marks_certain(read(Play(), doubt(N_ACE), ways((1 - 0.0009, {}), (0.0009, {N_ACE: "3e"}))))
    assert not marks_certain(read(Play(), doubt(N_ACE), ways((1 - 0.0011, {}), (0.0011, {N_ACE: "3e"}))))
    assert marks_certain(read(Play(), doubt(N_ACE), ways((0.9, {}), (0.1, {N_ACE: "3e"})), risk=0.2))


@pytest.mark.parametrize("kind", ["count", "seat", "twice", "deck", "picture"])
def test_any_other_doubt_is_asked_about_all_the_same(kind: str) -> None:
    other = Doubt(kind, Sentence.plain("something"), Seat.W, 4 if kind == "twice" else None)  # type: ignore[arg-type]
    assert marks_certain(read(Play(), doubt(W_FOUR), ways((1.0, {}))))
    assert not marks_certain(read(Play(), (*doubt(W_FOUR), other), ways((1.0, {}))))


def test_hands_of_another_number_are_read_again() -> None:
    short = {**HANDS, "W": "11b 3o 7c"}
    cards = tuple(Card.parse(name) for hand in short.values() for name in hand.split())
    play = Play().read(short, doubt(6), (Hypothesis(1.0, cards),))
    assert play.laid.blocking_doubt() is not None
    assert not marks_certain(play.state)


def test_what_the_players_settled_holds() -> None:
    """Once North's ace is said to be one, the other doubt needs no answer."""
    hypotheses = ways(
        (0.5, {}),
        (0.2, {W_FOUR: "5c"}),
        (0.2, {N_ACE: "3e"}),
        (0.09, {N_ACE: "3e", W_FOUR: "5c"}),
        (0.0099, {N_ACE: "6b"}),
    )
    play = Play().read(HANDS, doubt(N_ACE, W_FOUR), hypotheses)
    assert play.state.phase is Phase.DOUBTS
    assert play.press("ok").state.phase is Phase.MARKS, "0.7 of 0.7001 that may still be"
    assert play.state.finished.noted.unsure == (Card.parse("4c"),)
    assert play.press("back").laid.card_doubt() == doubt(N_ACE)[0]
    play.press("gehiago", "gehiago")
    assert play.state.cards()[Seat.N][3] == Card.parse("3e")
    assert play.state.phase is Phase.MARKS


def test_a_card_that_nobody_reckoned_with_makes_nothing_certain() -> None:
    play = Play().read(HANDS, doubt(N_ACE, W_FOUR), ways((0.6, {}), (0.4, {N_ACE: "3e"})))
    play.press("hordago", "paso")  # the seven of bastos
    assert play.state.cards()[Seat.N][3] == Card.parse("7b")
    assert play.state.phase is Phase.DOUBTS


def test_cards_that_contradict_the_calls_are_asked_about() -> None:
    """West has no pair, so nobody of E-W could answer."""
    play = Play().press("paso", "paso", "envido-ns", "iduki")
    hands = {**HANDS, "W": "10b 3o 7c 4c"}
    cards = tuple(Card.parse(name) for hand in hands.values() for name in hand.split())
    play.read(hands, doubt(W_FOUR), (Hypothesis(1.0, cards),))
    assert play.state.phase is Phase.DOUBTS


def test_suits_alone_are_scored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scored: list[object] = []
    state = read(
        Play(),
        doubt(0, W_FOUR),
        ways(*((0.2, {W_FOUR: f"4{suit}"}) for suit in "oce"), (0.2, {0: "12b"}), (0.2, {W_FOUR: "5c"})),
    )
    monkeypatch.setattr(certain, "score", lambda record: scored.append(record) or score(record))
    assert marks_certain(state)
    assert len(scored) == 3, "the likeliest cards, a four there and a five"


def test_a_suit_counts_in_a_book_in_which_it_does() -> None:
    """By such a book West's three sevens and a ten-value card of oros are the best jokoa, of bastos an ordinary 31."""
    text = 'base = "nabo"\nname = "club"\ntitle = "Our club"\nreal31_suits = ["o"]'
    book = parse_rulebook(text, "club.toml")
    hands = {"N": "12o 12c 12e 1b", "W": "10b 7o 7c 7b", "S": "10c 3b 5o 6o", "E": "4e 11e 10e 2e"}
    cards = tuple(Card.parse(name) for hand in hands.values() for name in hand.split())
    other = (*cards[:4], Card.parse("10o"), *cards[5:])
    suit = Doubt("card", Sentence.plain(""), Seat.W, 4, suit_only=True)
    for started, wanted in (
        (MatchStarted("nabo", "N", "gallery", "table.jpg"), Phase.MARKS),
        (MatchStarted("club.toml", "N", "gallery", "table.jpg", book=text), Phase.DOUBTS),
    ):
        play = Play().happen(started).read(hands, (suit,), (Hypothesis(0.5, cards), Hypothesis(0.5, other)))
        assert play.state.phase is wanted
    assert play.state.open_doubts() == (suit,)
    assert book.suits_count
    assert not book.with_options({"real31": "sota"}).suits_count


def test_a_declaration_that_was_pressed_is_scored_with_the_cards() -> None:
    """West said 4-5-6-7: with one card of them in doubt the point is."""
    text = 'base = "spain"\nname = "club"\ntitle = "Our club"\ntio_perete = true'
    hands = {**HANDS, "W": "4o 5c 6c 7c"}
    cards = tuple(Card.parse(name) for hand in hands.values() for name in hand.split())
    both = (Hypothesis(0.7, cards), Hypothesis(0.3, (*cards[:4], Card.parse("4c"), *cards[5:])))
    other = (both[0], Hypothesis(0.3, (*cards[:4], Card.parse("5e"), *cards[5:])))
    for declared, hypotheses, wanted in (
        (True, both, Phase.MARKS),
        (True, other, Phase.DOUBTS),
        (False, other, Phase.MARKS),
    ):
        play = Play().happen(MatchStarted("club.toml", "N", "gallery", "table.jpg", book=text))
        if declared:
            play.happen(PereteDeclared("W"))
        play.press("envido-ns", "tira", "envido-ns", "tira", "paso")
        assert play.read(hands, doubt(4), hypotheses).state.phase is wanted, (declared, wanted)


def test_the_hypotheses_are_kept_with_a_reading_that_needs_them() -> None:
    hypotheses = ways((0.6, {}), (0.4, {W_FOUR: "5c"}))
    table = reading(HANDS, doubt(W_FOUR), hypotheses)
    assert from_json(to_json(table)) == table
    assert "hypotheses" not in to_json(replace(table, complete=True))
    assert from_json({**to_json(reading(HANDS)), "doubts": []}).scorable
    old = to_json(reading(HANDS))
    del old["scorable"]
    assert from_json(old).scorable, "a complete reading of an older journal"


def test_who_wins_with_a_hordago_has_to_be_certain() -> None:
    """A hordago has no row: with an eleven for a twelve of North's E-W win handia, and everything else is void."""
    hypotheses = ways((0.9, {}), (0.1, {0: "11o", 1: "11c"}))
    play = Play().press("hordago", "hordago", "iduki").read(HANDS, doubt(0, 1), hypotheses)
    assert play.state.phase is Phase.DOUBTS
    play = Play().press("hordago", "hordago", "iduki").read(HANDS, doubt(W_FOUR), ways((0.9, {}), (0.1, {7: "1c"})))
    assert play.state.phase is Phase.GAME_WON


def test_no_more_is_scored_than_it_takes_to_know(monkeypatch: pytest.MonkeyPatch) -> None:
    scored: list[object] = []
    state = read(
        Play(), doubt(0, N_ACE), ways((0.5, {N_ACE: "3e"}), *((0.1, {0: name}) for name in ("1o", "4o", "7b")))
    )
    monkeypatch.setattr(certain, "score", lambda record: scored.append(record) or score(record))
    assert not marks_certain(state)
    assert len(scored) == 2


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**6), rules=st.sampled_from(["nabo", "federacion", "spain", "france"]))
def test_it_says_what_scoring_each_way_by_itself_says(seed: int, rules: str) -> None:
    chance = random.Random(seed)
    play = Play(rules)
    for _ in range(chance.randrange(8)):
        play.press(chance.choice(["envido-ns", "envido-ew", "iduki", "tira", "paso", "hordago"]))
    if play.state.aldia.to_answer:
        play.press("tira" if play.view.hordago is None else "back", "tira")
    if play.state.finished:
        return
    dealt = chance.sample(DECK, 16)
    hands = {seat.value: " ".join(map(str, dealt[4 * i : 4 * i + 4])) for i, seat in enumerate(Seat)}
    unsure = chance.sample(range(16), chance.randrange(1, 4))
    named = []
    for _ in range(chance.randrange(1, 6)):
        rest = chance.sample([card for card in DECK if card not in dealt], len(unsure))
        swapped = dict(zip(unsure, rest, strict=True))
        named.append(tuple(swapped.get(i, card) if chance.random() < 0.7 else card for i, card in enumerate(dealt)))
    shares = [chance.random() ** 3 for _ in (dealt, *named)]
    whole = sum(shares) * (1 + chance.choice([0.0, 0.0005, 0.02]))
    hypotheses = tuple(
        Hypothesis(share / whole, tuple(cards)) for share, cards in zip(shares, (dealt, *named), strict=True)
    )
    session = play.session
    risk = chance.choice([0.0001, 0.01, 0.2])
    state = apply(session, CardsRead("table.jpg", to_json(reading(hands, doubt(*unsure), hypotheses)), risk=risk)).now

    def outcome(cards: tuple[Card, ...]) -> object:
        shown = {seat.value: " ".join(map(str, cards[4 * i : 4 * i + 4])) for i, seat in enumerate(Seat)}
        after = apply(session, CardsRead("table.jpg", to_json(reading(shown)))).now
        record = unasked(after)
        assert record is not None
        try:
            result = score(HandRecord.parse(record, lambda _: state.book))
        except MusError:
            return None
        rows = Counter[tuple[str, str, str]]()
        for mark in result.marks:
            rows[mark.round.value, mark.team.value, mark.when.value] += mark.tantos
        return sorted(rows.items()), result.winner, result.judge

    wanted = outcome(tuple(dealt))
    same = sum(one.p for one in hypotheses if outcome(one.cards) == wanted)
    if abs(same - (1 - risk)) > 1e-9:
        assert marks_certain(state) is (wanted is not None and same >= 1 - risk)
