"""Two partners who say different things: nabo 10, federacion 38 to 43; typed from the articles."""

from __future__ import annotations

import pytest

from engine.bids.aldia import Aldia
from engine.bids.outcome import Ending
from engine.calls import Call
from engine.deal.karta_aldia import KartaAldia, Stage
from engine.deal.setting import Setting
from engine.errors import CallError
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat, Team
from engine.showdown import score
from engine.telling.explain import explain
from tests.engine.test_showdown import PLAIN, error, marked, record


def handia(rules, *calls, **more):
    """What handia brings, where these are its calls; N has the best hand of it."""
    rows, result = marked(record(PLAIN, rules=rules, options={"kings": 4}, calls={"handia": list(calls)}, **more))
    return [row.removeprefix("handia ") for row in rows if row.startswith("handia")], result


def refusal(rules, *calls):
    return error(record(PLAIN, rules=rules, options={"kings": 4}, calls={"handia": list(calls)}))


@pytest.mark.parametrize(
    ("calls", "mark"),
    [
        # 42: the one who wants it, whoever speaks first
        (["EW envido 5", "N no quiero", "S quiero"], "NS 5 iduki showdown"),
        (["EW envido 5", "S quiero", "N no quiero"], "NS 5 iduki showdown"),
        (["EW envido 5", "N no quiero", "S no quiero"], "EW 1 tira call"),
        (["EW envido 5", "S quiero", "N quiero"], "NS 5 iduki showdown"),
        # 42: a plural over a singular, whoever speaks first
        (["EW envido 5", "N quiero", "S no queremos"], "EW 1 tira call"),
        (["EW envido 5", "N no queremos", "S quiero"], "EW 1 tira call"),
        (["EW envido 5", "N no quiero", "S queremos"], "NS 5 iduki showdown"),
        (["EW envido 5", "N queremos", "S no quiero"], "NS 5 iduki showdown"),
        # 43: of two plurals the first
        (["EW envido 5", "N queremos", "S no queremos"], "NS 5 iduki showdown"),
        # 40: the partner raises, unless it was a plural
        (["EW envido 5", "N quiero", "S 3 más", "EW quiero"], "NS 8 iduki showdown"),
        (["EW envido 5", "N no quiero", "S 3 más", "EW no quiero"], "NS 5 tira call"),
        (["EW envido 5", "N queremos", "S 3 más"], "NS 5 iduki showdown"),
        # 38: the others choose, and answer that bid
        (["N envido 2", "S envido 5", "EW aukera 5", "EW quiero"], "NS 5 iduki showdown"),
        (["N envido 2", "S envido 5", "W elijo 2", "E quiero"], "NS 2 iduki showdown"),
        (["N envido 2", "S envido 5", "EW elegimos 2", "EW 3 más", "NS tira"], "EW 2 tira call"),
        (["N órdago", "S envido 5", "EW aukera 5", "EW quiero"], "NS 5 iduki showdown"),
        (["EW envido 3", "N 2 más", "S 4 más", "EW aukera 4", "EW tira"], "NS 3 tira call"),
        (["EW envido 3", "N 2 más", "S 4 más", "EW aukera 2", "EW iduki"], "NS 5 iduki showdown"),
        # and what they refuse is the same of both
        (["N envido 2", "S envido 5", "EW tira"], "NS 1 tira call"),
        (["N envido 2", "S órdago", "W tira"], "NS 1 tira call"),
        (["N envido 2", "S envido 5", "W no quiero", "E aukera 5", "E quiero"], "NS 5 iduki showdown"),
    ],
)
def test_federacion_38_to_43(calls, mark):
    rows, result = handia("federacion", *calls)
    assert rows == [mark]
    # it is written and read back, and explained in the same tantos
    read = HandRecord.parse(record(PLAIN, rules="federacion", options={"kings": 4}, calls={"handia": calls}))
    assert marked(read.to_dict())[1] == result
    one = next(one for one in explain(read, score(read)).marks if one.mark.round is Round.HANDIA)
    assert sum(part.tantos for part in one.parts) == one.mark.tantos


def test_federacion_38_a_hordago_of_two_bids_is_accepted_by_kanta():
    for calls in (["N envido 2", "S hor dago", "W kanta"], ["N hordago", "S envido 2", "EW kanta"]):
        _, result = handia("federacion", *calls)
        assert (result["winner"], result["ended_by"]) == ("NS", "hordago")


@pytest.mark.parametrize(
    ("calls", "why"),
    [
        (["N envido 2", "S envido 5", "EW iduki"], "'N envido 2' and 'S envido 5' were said at once.*federacion 38.*"
         "legal now: EW aukera 2, EW aukera 5, EW tira"),
        (["N envido 2", "S hordago", "EW gehiago 5"], "legal now: EW aukera 2, EW kanta, EW tira"),
        (["N envido 2", "S envido 5", "EW aukera 3"], "one is chosen first"),
        (["N envido 2", "EW aukera 2"], "nothing is chosen where one bid waits"),
        (["NS envido 2", "S envido 5"], "a bid waits already"),
        (["N envido 2", "NS envido 5"], "a bid waits already"),
        (["N envido 2", "N envido 5"], "a bid waits already"),
        (["N envido 2", "S envido 2"], "a bid waits already"),
        (["N envido 2", "S envido 1"], "a bid waits already"),
        (["N envido 2", "S gehiago 2"], "is NS's own"),
        (["EW envido 3", "N 2 más", "S envido 4"], "a bid waits already"),
        (["EW envido 3", "N 2 más", "E 1 más", "S 4 más", "W 2 más", "S envido 2"], "a bid waits already"),
        (["N envido 2", "S envido 5", "S envido 6"], "a bid waits already"),
        (["EW envido 2", "N quiero", "S no quiero", "N quiero"], "handia is closed"),
        (["EW envido 2", "N quiero", "N no quiero"], "handia is closed"),
        (["EW envido 2", "NS quiero", "S no quiero"], "handia is closed"),
        (["EW envido 2", "N quiero", "S paso"], "handia is closed"),
        (["EW hordago", "N quiero", "S 2 más"], "nothing goes above a hordago|was accepted"),
        (["N pasamos", "S envido 2"], "NS has passed for both.*legal now: NS paso, EW paso, EW envido n"),
    ],
)  # fmt: skip
def test_what_partners_may_not_say(calls, why):
    with pytest.raises(ValueError, match=why):
        score(HandRecord.parse(record(PLAIN, rules="federacion", calls={"handia": calls})))


@pytest.mark.parametrize(
    ("calls", "mark"),
    [
        (["EW envido 5", "N iduki ene gatik"], "NS 5 iduki showdown"),
        (["EW envido 5", "N iduki ene gatik", "S tira"], "EW 1 tira call"),
        (["EW envido 5", "N tira ene gatik", "S iduki"], "NS 5 iduki showdown"),
        (["EW envido 5", "N tira for myself", "S tira"], "EW 1 tira call"),
        (["EW envido 5", "N iduki ene gatik", "S beste bi", "W tira"], "NS 5 tira call"),
    ],
)
def test_nabo_10_ene_gatik_may_be_put_right_by_the_partner(calls, mark):
    assert handia("nabo", *calls)[0] == [mark]


def test_nabo_10_otherwise_the_first_decision_counts():
    assert "handia is closed" in refusal("nabo", "EW envido 5", "N iduki", "S tira")
    assert "a bid waits already" in refusal("nabo", "N envido 2", "S envido 5", "EW iduki")
    assert "handia is closed" in refusal("nabo", "EW envido 5", "N iduki ene gatik", "S tira", "N iduki")


@pytest.mark.parametrize("rules", ["spain", "basque", "france"])
def test_in_the_other_books_the_first_answer_closes_the_round(rules):
    for answer in ("N quiero", "N iduki ene gatik", "N queremos"):
        assert handia(rules, "EW envido 5", answer)[0] == ["NS 5 iduki showdown"]
        assert "handia is closed" in refusal(rules, "EW envido 5", answer, "S no quiero")


def test_a_plural_pass_is_both_partners():
    for rules in ("nabo", "federacion", "france"):
        assert handia(rules, "N pasamos", "W paso", "E paso")[0] == ["NS 1 paso showdown"]
        assert "handia is closed" in refusal(rules, "N pasamos", "EW pasamos", "W envido 2", "N tira")
    # in the other books a pass binds nobody
    assert handia("france", "N pasamos", "S envido 2", "EW tira")[0] == ["NS 1 tira call"]


def test_federacion_43_and_70_a_plural_of_a_seat_without_the_round_is_none():
    # N has sotas, W has aces; S and E have nothing
    cards = {**PLAIN, "N": ["10o", "10e", "4o", "3o"], "W": ["1o", "1e", "7c", "10b"]}
    calls = {"pareak": ["S pasamos", "N envido 2", "W quiero"]}
    assert "'S paso biok': S did not announce pareak" in error(record(cards, rules="federacion", calls=calls))
    # who has it passes for both: nothing is left to whoever has none
    calls = {"pareak": ["N pasamos", "NS envido 2", "W quiero"]}
    assert "NS has passed for both" in error(record(cards, rules="federacion", calls=calls))


def test_a_refusal_that_won_the_game_is_put_right():
    rows, result = handia("federacion", "EW envido 5", "N no quiero", "S quiero", ew=39)
    assert (rows, result["winner"]) == (["NS 5 iduki showdown"], "EW")  # with W's ace in txikia
    assert result["tantos"][-1]["when"] == "showdown"


def test_at_the_table_the_round_is_taken_up_again():
    aldia = Aldia.start(rulebook("federacion"), Seat.N, {Team.NS: 0, Team.EW: 0}).call(Call.parse("EW envido 5"))
    refused = aldia.call(Call.parse("N no quiero"))
    assert (refused.round, refused.score[Team.EW]) == (Round.TXIKIA, 1)
    wanted = refused.call(Call.parse("S quiero"))
    assert (wanted.round, wanted.score[Team.EW], wanted.outcomes[Round.HANDIA].ending) == (
        Round.TXIKIA,
        0,
        Ending.IDUKI,
    )
    assert refused.call(Call.parse("S quiero"), Round.HANDIA) == wanted
    raised = refused.call(Call.parse("S hordago"))
    assert (raised.round, raised.to_answer) == (Round.HANDIA, Team.EW)
    # not once the next round has begun, and only where the book says so
    with pytest.raises(CallError, match="nothing has been bid"):
        refused.call(Call.parse("W paso")).call(Call.parse("S quiero"))
    with pytest.raises(CallError, match="handia is closed"):
        refused.call(Call.parse("W paso")).call(Call.parse("S quiero"), Round.HANDIA)
    nabo = Aldia.start(rulebook("nabo"), Seat.N, {Team.NS: 0, Team.EW: 0})
    for call in ("EW envido 5", "N tira ene gatik", "S iduki"):
        nabo = nabo.call(Call.parse(call))
    assert (nabo.round, nabo.score[Team.EW]) == (Round.TXIKIA, 0)


def test_at_the_table_it_is_taken_up_again_from_the_announcements_too():
    state = KartaAldia.start(Setting(rulebook("federacion"), Seat.E, {Team.NS: 0, Team.EW: 0}, cut=True)).said(
        "NS pasamos"
    )
    state = state.said("EW pasamos").said("N envido 2").said("W no quiero")
    assert state.stage is Stage.PAREAK_SAID
    state = state.said("E quiero")
    assert (state.stage, state.score[Team.NS]) == (Stage.PAREAK_SAID, 0)
    with pytest.raises(CallError, match="pareak is announced first"):
        state.said("W quiero")


def test_at_the_table_a_first_bid_opens_the_next_round():
    told = KartaAldia.start(Setting(rulebook("nabo"), Seat.E, {Team.NS: 0, Team.EW: 0}, cut=True))
    told = told.said("N envido 2").said("W tira ene gatik").said("E envido 3")
    assert (told.stage, told.rounds.to_answer) == (Stage.TXIKIA, Team.NS)


@pytest.mark.parametrize("pareak", [("N", "W"), ("N", "W", "S")])
@pytest.mark.parametrize("call", ["S envido 2", "S hordago"])
def test_at_the_table_a_call_after_announcements_is_of_the_round_that_was_announced(pareak, call):
    state = KartaAldia.start(Setting(rulebook("federacion"), Seat.E, {Team.NS: 0, Team.EW: 0}, cut=True))
    for text in ("NS pasamos", "EW pasamos", "NS pasamos", "EW pasamos"):
        state = state.said(text)
    for seat in "NWSE":
        state = state.said(f"{seat} pareak {'bai' if seat in pareak else 'ez'}")
    state = state.said("W envido 2").said("N no quiero").said("N jokoa bai")
    with pytest.raises(CallError, match="jokoa is announced first"):
        state.said(call)
    state = state.said("W jokoa bai").said("S jokoa bai").said("E jokoa bai").said(call)
    assert (state.stage, state.rounds.to_answer, state.score[Team.EW]) == (Stage.JOKOA, Team.EW, 1)


def test_federacion_43_whoever_does_not_play_the_round_puts_nothing_right():
    playing = frozenset({Seat.N, Seat.W})
    aldia = Aldia.start(rulebook("federacion"), Seat.N, {Team.NS: 0, Team.EW: 0}, pareak=playing, jokoa=frozenset(Seat))
    refused = aldia.call(Call.parse("W envido 2"), Round.PAREAK).call(Call.parse("N no quiero"))
    hordago = refused.call(Call.parse("S hordago"))
    assert (hordago.round, hordago.to_answer) == (Round.JOKOA, Team.EW)
    with pytest.raises(CallError, match="S did not announce pareak"):
        refused.call(Call.parse("S quiero"), Round.PAREAK)


def test_what_partners_said_is_told_as_it_counted():
    data = record(PLAIN, rules="federacion", options={"kings": 4})
    data["calls"] = {"handia": ["N envido 2", "S envido 5", "EW aukera 5", "W no quiero", "E quiero"]}
    read = HandRecord.parse(data)
    [one, *_] = explain(read, score(read)).marks
    assert (one.mark.tantos, [str(call) for call in one.bids.calls]) == (5, ["S envido 5"])
