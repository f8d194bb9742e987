"""Sentences that know what they are made of: refusals and judge's cases, to be said in any language."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from engine.bids.aldia import Aldia
from engine.calls import Call
from engine.cards import Card
from engine.errors import CallError, MusError, RecordError
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat, Team
from engine.sentences import AND, Sentence
from engine.showdown import score
from tests.engine.test_showdown import PLAIN, record


def refused(*calls, rules="nabo", **more):
    """The sentence by which the last of `calls` is refused."""
    aldia = Aldia.start(rulebook(rules), Seat.N, {Team.NS: 38, Team.EW: 0}, **more)
    *made, last = map(Call.parse, calls)
    for call in made:
        aldia = aldia.call(call)
    with pytest.raises(CallError) as caught:
        aldia.call(last)
    assert str(caught.value) == caught.value.sentence
    return caught.value.sentence


def test_it_is_its_kind_with_the_values_put_in():
    said = Sentence("{seat} has {count} cards in {round}: {what}", seat=Seat.W, count=3, round=Round.TXIKIA, what="{x}")
    assert said == "W has 3 cards in txikia: {x}"
    assert (said.kind, said.values["seat"], said.values["count"]) == (
        *("{seat} has {count} cards in {round}: {what}", Seat.W, 3),
    )
    for again in (copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert (again, again.kind, again.values) == (said, said.kind, said.values)
    assert json.loads(json.dumps(said)) == said


def test_a_plain_text_and_several_in_a_row():
    assert Sentence.plain("braces {stay}") == "braces {stay}"
    one, two = Sentence("{seat} is late", seat=Seat.N), Sentence.plain("so be it")
    assert Sentence.plain(one) is one
    assert Sentence.listed([one]) is one
    both = Sentence.listed([one, two])
    assert (both, both.values) == ("N is late; so be it", {"one": one, "rest": two})
    assert Sentence.listed([Seat.N, Seat.E, Seat.S], AND) == "N and E and S"
    assert Sentence.listed([]) == ""
    assert Sentence("{seats} are late", seats=(Seat.N, Seat.W)) == "N, W are late"
    assert MusError("a text").sentence == "a text"
    assert MusError().sentence == ""


def test_a_refusal_carries_its_call_its_reason_and_what_is_legal():
    said = refused("EW paso", "NS envido 2", "NS gehiago 2")
    assert (said.kind, said.values["round"]) == ("{round}: {what}", Round.HANDIA)
    inner = said.values["what"]
    assert (inner.kind, str(inner.values["legal"][0])) == ("{what}; legal now: {legal}", "EW iduki")
    call = inner.values["what"]
    assert (call.kind, call.values["call"]) == ("'{call}': {what}", Call(Team.NS, Call.parse("NS gehiago 2").action, 2))
    assert call.values["what"].values == {"team": Team.NS}


@pytest.mark.parametrize(
    ("calls", "kind", "values"),
    [
        (["NS envido 1"], "a first bid is at least {number}", {"number": 2}),
        (
            ["NS envido 3", "EW gehiago 2", "NS gehiago 2", "EW tira", "EW paso"],
            "the game was over: {team} reached {number} with the refused bid of {round}",
            {"team": Team.NS, "number": 40, "round": Round.HANDIA},
        ),
        (
            ["NS hordago", "EW kanta", "NS tira"],
            "the hordago of {round} was accepted, and the cards are shown",
            {"round": Round.HANDIA},
        ),
    ],
)
def test_the_innermost_reason_has_its_values(calls, kind, values):
    said = refused(*calls)
    while "what" in said.values:
        said = said.values["what"]
    assert (said.kind, said.values) == (kind, values)


def test_who_speaks_without_having_announced_is_named_with_the_article():
    aldia = Aldia.start(rulebook("nabo"), Seat.N, {Team.NS: 0, Team.EW: 0}, pareak=frozenset({Seat.N, Seat.E}))
    with pytest.raises(CallError) as caught:
        aldia.open(Round.PAREAK).call(Call.parse("W envido 2"))
    what = caught.value.sentence.values["what"].values["what"]
    assert what.values == {"seat": Seat.W, "round": Round.PAREAK, "article": "nabo 19"}


def test_a_record_names_the_card_that_is_there_twice():
    with pytest.raises(RecordError) as caught:
        HandRecord.parse(record(PLAIN | {"N": ["7e", "7o", "4o", "3o"]}))
    said = caught.value.sentence.values
    assert (said["card"], said["seats"].values) == ("7e", {"one": Seat.N, "rest": Sentence.plain(Seat.S)})
    assert Card.parse("7e") in HandRecord.parse(record()).cards[Seat.S]


def test_a_judges_case_is_a_sentence():
    case = score(HandRecord.parse(record(rules="basque", announced={"pareak": ["N", "W"], "jokoa": []}))).judge
    assert isinstance(case.why, Sentence)
    first = case.why if "round" in case.why.values else case.why.values["one"]
    assert (first.kind, first.values["round"]) == ("{round}: {what}", case.rounds[0])
    errors = first.values["what"]
    one = errors.values.get("one", errors)
    assert (one.kind, one.values) == ("{seat} said yes to pareak and has none", {"seat": Seat.N})
