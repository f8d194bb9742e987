"""Whole records: against the second implementation, and the law's hairy cases with marks typed from the law."""

from __future__ import annotations

import copy
import random
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.errors import MusError, RecordError
from engine.penalties import federacion, nabo
from engine.records import HandRecord
from engine.rounds import JOKOA
from engine.rules import rulebook
from engine.seats import EW, NS
from engine.showdown import score
from engine.tantos.tally import When
from engine.telling.explain import explain
from tests.engine import oracle, random_records, strategies
from tests.engine.example import RECORD
from tests.engine.rulings import marked

# nobody has pairs or jokoa; N is best in handia, W in txikia, E in puntua (24 20 26 27)
PLAIN = {
    "N": ["12o", "7o", "4o", "3o"],
    "W": ["1o", "2o", "7c", "10o"],
    "S": ["11o", "7e", "5o", "4c"],
    "E": ["10c", "7b", "6o", "4e"],
}
# N: dupleak of kings and aces; W: pareak of sotas; S: mediak of zaldunak and 31; E: nothing
PAIRED = {
    "N": ["12o", "12c", "1o", "1c"],
    "W": ["10o", "10c", "4o", "5o"],
    "S": ["11o", "11c", "11e", "1e"],
    "E": ["2o", "4c", "5c", "6o"],
}
# W: 32; S: 31; E: 40; N: 22
PLAYING = {
    "N": ["10o", "7o", "4o", "1o"],
    "W": ["12o", "11o", "7c", "5o"],
    "S": ["12c", "11c", "10c", "1c"],
    "E": ["12e", "11e", "10e", "12b"],
}

# E accepts on two aces, not being esku
FEDERACION_60 = {
    "id": 11,
    "rules": "federacion",
    "esku": "N",
    "cards": {
        "N": ["1o", "2o", "5e", "4o"],
        "W": ["5o", "6o", "7o", "11c"],
        "S": ["11o", "12o", "10c", "5c"],
        "E": ["1c", "2e", "6c", "7e"],
    },
    "score": {"NS": 39, "EW": 34},
    "calls": {"pareak": ["NS hordago", "EW iduki"]},
}


def record(cards=PLAIN, ns=0, ew=0, rules="basque", esku="N", **more):
    return {"id": 1, "rules": rules, "esku": esku, "score": {"NS": ns, "EW": ew}, "cards": cards, **more}


def error(data):
    with pytest.raises(MusError) as caught:
        score(HandRecord.parse(data))
    return str(caught.value)


def sums(rows):
    found = Counter()
    for row in rows:
        found[row["round"], row["team"], row["when"]] += row["tantos"]
    return found


def assert_agrees(data):
    """The engine and the second implementation say the same of a record."""
    result = score(HandRecord.parse(data)).to_dict()
    expected = oracle.judge(data)
    assert sums(result["tantos"]) == sums(expected["tantos"]), data
    assert [row["tantos"] for row in result["tantos"]] == [row["tantos"] for row in expected["tantos"]], data
    found = (result["score"], result["winner"], result["ended_by"])
    assert found == (expected["score"], expected["winner"], expected["ended_by"]), data
    rulings = [(one["article"], one["seat"], one["round"]) for one in result["rulings"]]
    assert (result["id"], rulings) == (data["id"], expected["articles"]), data
    assert (result["judge"] and result["judge"]["rounds"]) == expected["judge"], data
    return result


@settings(max_examples=300, deadline=None)
@given(strategies.records())
@example(FEDERACION_60)
def test_whole_records_agree_with_the_second_implementation(data):
    assert assert_agrees(data)["judge"] is None


@settings(max_examples=200, deadline=None)
@given(st.integers(0))
def test_records_with_errors_agree_with_the_second_implementation(seed):
    assert_agrees(random_records.record(random.Random(seed)))


KARTA_ALDIAK = 20_000


@pytest.mark.no_cover
def test_twenty_thousand_karta_aldiak_agree_with_the_second_implementation():
    rng = random.Random(20_000)
    articles, endings, judged, calls = Counter(), Counter(), 0, Counter()
    for _ in range(KARTA_ALDIAK):
        data = random_records.record(rng)
        result = assert_agrees(data)
        articles.update({ruling["article"] for ruling in result["rulings"]})
        endings[result["ended_by"]] += 1
        judged += result["judge"] is not None
        calls.update(text.split()[1] for said in data["calls"].values() for text in said)
    # nothing that the tables know is left untried
    rows = {row.article for row in (*nabo.ROWS, *federacion.ROWS)} - {"federacion 48", "federacion 60", "federacion 91"}
    assert {article for article in articles if articles[article] >= 5} == rows | {nabo.MISCOUNT}
    assert min(endings[None], endings["target"], endings["hordago"], judged) > 500
    assert set(calls) == {"paso", "envido", "gehiago", "hordago", "iduki", "kanta", "tira", "aukera"}


@settings(max_examples=100, deadline=None)
@given(strategies.records())
def test_a_record_is_read_back_as_it_was(data):
    parsed = HandRecord.parse(data)
    again = HandRecord.parse(parsed.to_dict())
    assert again == parsed
    assert score(again) == score(parsed)


@settings(max_examples=150, deadline=None)
@given(strategies.records(), st.data())
def test_a_record_with_something_wrong_never_crashes(data, draw):
    broken = copy.deepcopy(data)
    junk = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers())
    junk |= st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
    where = broken
    while True:
        key = draw.draw(st.sampled_from(list(where) if isinstance(where, dict) else range(len(where))))
        if not isinstance(where[key], (dict, list)) or not where[key] or draw.draw(st.booleans()):
            break
        where = where[key]
    where[key] = draw.draw(junk)
    with suppress(MusError):  # anything else is a crash
        score(HandRecord.parse(broken)).to_dict()


def test_the_contracts_example():
    rows, result = marked(RECORD)
    assert rows == [
        "pareak EW 5 tira call",
        "handia NS 1 paso showdown",
        "txikia EW 2 iduki showdown",
        "pareak EW 1 worth showdown",
        "puntua NS 1 worth showdown",
    ]
    assert result["score"] == {"NS": 14, "EW": 28}
    assert (result["winner"], result["ended_by"], result["rulings"], result["judge"]) == (None, None, [], None)


# what bids are worth


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        # the winners mark both partners' pairs: 3 of N and 2 of S
        ([], ["pareak NS 5 worth showdown"]),
        (["EW envido 4", "NS iduki"], ["pareak NS 4 iduki showdown", "pareak NS 5 worth showdown"]),
        (["NS envido 4", "EW tira"], ["pareak NS 1 tira call", "pareak NS 5 worth showdown"]),
        # refused by the better team: W's pareak
        (["EW envido 4", "NS tira"], ["pareak EW 1 tira call", "pareak EW 1 worth showdown"]),
    ],
)
def test_whoever_wins_pareak_marks_both_partners_pairs(calls, expected):
    rows, _ = marked(record(PAIRED, calls={"pareak": calls}))
    assert [row for row in rows if row.startswith("pareak")] == expected


def test_only_one_team_has_jokoa_and_marks_it():
    rows, _ = marked(record(PAIRED))
    assert rows[-1] == "jokoa NS 3 worth showdown"


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([], ["jokoa NS 3 worth showdown"]),
        (["EW envido 2", "NS tira"], ["jokoa EW 1 tira call", "jokoa EW 4 worth showdown"]),
    ],
)
def test_jokoa_is_3_for_31_and_else_2(calls, expected):
    rows, _ = marked(record(PLAYING, calls={"jokoa": calls}))
    assert [row for row in rows if row.startswith("jokoa")] == expected


def test_a_bid_beyond_every_target_is_taken_and_cut():
    rows, result = marked(record(calls={"handia": ["NS envido " + "9" * 30, "EW iduki"]}))
    assert rows == ["handia NS 40 iduki showdown"]
    assert (result["winner"], result["ended_by"]) == ("NS", "target")


def test_nobody_has_pairs_and_nobody_marks_them():
    rows, _ = marked(record())
    assert [row for row in rows if row.startswith("pareak")] == []


@pytest.mark.parametrize(("esku", "team"), [("N", "NS"), ("W", "EW"), ("S", "NS"), ("E", "EW")])
def test_a_tie_goes_to_the_first_in_playing_order_from_the_esku(esku, team):
    suits = dict(zip("NWSE", "oceb", strict=True))
    cards = {seat: [f"{rank}{suit}" for rank in (12, 6, 5, 4)] for seat, suit in suits.items()}
    rows, _ = marked(record(cards, esku=esku))
    assert {row.split()[1] for row in rows} == {team}


def test_a_tie_between_seats_that_are_not_the_esku():
    cards = PLAIN | {"N": ["10b", "6e", "5e", "4b"], "W": ["12o", "7o", "5c", "1o"], "E": ["12c", "7c", "5o", "1c"]}
    cards["S"] = ["11o", "7e", "6c", "4c"]
    assert marked(record(cards, esku="N"))[0][0] == "handia EW 1 paso showdown"
    cards["S"], cards["W"] = cards["W"], cards["S"]
    # now S and E tie: S plays before E from N, E before S from E
    assert marked(record(cards, esku="N"))[0][0] == "handia NS 1 paso showdown"
    assert marked(record(cards, esku="E"))[0][0] == "handia EW 1 paso showdown"


# the end of a game


def test_marking_stops_at_the_target_and_the_last_mark_is_cut():
    rows, result = marked(record(PAIRED, ns=36, ew=39))
    assert rows == ["handia NS 1 paso showdown", "txikia NS 1 paso showdown", "pareak NS 2 worth showdown"]
    assert (result["score"], result["winner"], result["ended_by"]) == ({"NS": 40, "EW": 39}, "NS", "target")


def test_the_first_to_reach_the_target_in_the_order_of_the_rounds_wins():
    # NS would have 12 in all, but EW's txikia comes before its pareak and jokoa
    cards = PAIRED | {"N": ["12o", "12c", "7o", "7c"], "E": ["2o", "4c", "5c", "1c"]}
    rows, result = marked(record(cards, ns=38, ew=39))
    assert rows == ["handia NS 1 paso showdown", "txikia EW 1 paso showdown"]
    assert (result["score"], result["winner"]) == ({"NS": 39, "EW": 40}, "EW")


def test_a_refused_bid_that_reaches_the_target_ends_the_game_there():
    rows, result = marked(record(ns=39, ew=39, calls={"txikia": ["NS envido 2", "EW tira"]}))
    assert rows == ["txikia NS 1 tira call"]
    assert (result["score"], result["winner"], result["ended_by"]) == ({"NS": 40, "EW": 39}, "NS", "target")


def test_a_refused_bid_comes_before_the_showdown_of_an_earlier_round():
    calls = {"handia": ["EW envido 20", "NS iduki"], "puntua": ["EW envido 2", "NS tira"]}
    rows, result = marked(record(ns=39, ew=39, calls=calls))
    assert rows == ["puntua EW 1 tira call"]
    assert result["winner"] == "EW"


@pytest.mark.parametrize("word", ["iduki", "kanta", "quiero", "Kanta", "QUIERO"])
def test_what_was_refused_before_an_accepted_hordago_stays_marked(word):
    calls = {"handia": ["NS envido 5", "EW gehiago 2", "NS tira"], "txikia": ["NS envido 2", "EW ÓRDAGO", f"NS {word}"]}
    rows, result = marked(record(calls=calls))
    assert rows == ["handia EW 5 tira call"]
    assert (result["score"], result["winner"], result["ended_by"]) == ({"NS": 0, "EW": 5}, "EW", "hordago")


def test_a_round_named_without_calls_after_an_accepted_hordago_does_no_harm():
    calls = {"handia": ["NS hordago", "EW iduki"]}
    assert marked(record(PAIRED, calls=calls)) == marked(record(PAIRED, calls=calls | {"txikia": []}))


def test_a_hordago_in_pareak_is_won_by_the_pairs_alone():
    result = marked(record(PAIRED, calls={"pareak": ["EW hordago", "NS kanta"]}))[1]
    assert (result["winner"], result["ended_by"]) == ("NS", "hordago")


# two players


def test_two_players_are_one_of_each_team():
    cards = {"N": PLAIN["N"], "E": PLAIN["E"]}
    rows, _ = marked(record(cards, rules="france", calls={"handia": ["E envido 2", "N iduki"]}))
    assert rows[0] == "handia NS 2 iduki showdown"
    assert rows[-1] == "puntua EW 1 worth showdown"
    assert "one of each team" in error(record({"N": PLAIN["N"], "S": PLAIN["S"]}, rules="france"))
    assert marked(record(cards, rules="nabo"))[0][-1] == "puntua EW 1 worth showdown"
    assert "nobody sits at W" in error(record(cards, rules="france", esku="W"))
    assert "nobody sits at W" in error(record(cards, rules="france", calls={"handia": ["W envido 2", "N iduki"]}))


ARTICLES = {
    "nabo": "nabo 19",
    "federacion": "federacion 70",
    "spain": "wikipedia-mus",
    "basque": "wikipedia-mus",
    "france": "france, phases 4 and 5",
}


@pytest.mark.parametrize("rules", ARTICLES)
def test_a_seat_that_bids_answers_or_passes_in_pareak_or_jokoa_has_announced_it(rules):
    def called(*calls, **more):
        return record(PAIRED, rules=rules, calls={"pareak": list(calls)}, **more)

    by_seat = marked(called("W envido 2", "N tira"))
    assert by_seat == marked(called("EW envido 2", "NS tira"))
    for calls in (["E envido 2", "N tira"], ["N envido 2", "E tira"], ["E paso", "N envido 2", "EW tira"]):
        said = next(call for call in calls if call.startswith("E"))
        wanted = f"pareak: '{said}': E did not announce pareak: it neither bids, answers nor passes ({ARTICLES[rules]}"
        assert error(called(*calls)).startswith(wanted)
        # who said so, wrongly, may speak: what it comes to is the penalty table's
        assert marked(called(*calls, announced={"pareak": ["N", "E"]}))
    # who kept quiet about them may not
    assert "W did not announce" in error(called("W envido 2", "N tira", announced={"pareak": ["N", "E"]}))
    # nor does a pass count once those who play have passed, or where no bid is possible
    assert "E did not announce" in error(called("N paso", "W paso", "E paso"))
    assert "E did not announce" in error(called("E paso", announced={"pareak": ["N"]}))
    assert marked(called("N paso", "W paso", "N paso")) == marked(called("NS paso"))
    # a team may pass, and in puntua everybody plays
    assert marked(called("EW paso", "W envido 2", "N tira")) == by_seat
    assert marked(record(PLAIN, rules=rules, options={"kings": 4}, calls={"puntua": ["N envido 2", "E tira"]}))


def test_both_of_two_players_have_passed():
    cards = {"N": PLAIN["N"], "E": PLAIN["E"]}
    calls = {"handia": ["N paso", "EW paso", "N envido 2", "E tira"]}
    assert "'N envido 2': handia is closed" in error(record(cards, rules="france", calls=calls))


@pytest.mark.parametrize("seats", ["N", "NWS"])
def test_any_other_number_of_seats_is_an_error(seats):
    cards = {seat: PLAIN[seat] for seat in seats}
    assert f"not by {len(seats)}" in error(record(cards, rules="france"))


# a wrong number of cards


@pytest.mark.parametrize("hand", [["12o", "7o", "4o"], ["12o", "7o", "4o", "3o", "12e"], []])
def test_a_hand_with_a_wrong_number_of_cards_does_not_count(hand):
    rows, result = marked(record(PLAIN | {"N": hand}))
    # without N, S's zaldun is the highest
    assert rows[0] == "handia NS 1 paso showdown"
    rows, result = marked(record(PLAIN | {"N": hand, "S": ["7e", "6c", "5c", "4c"]}))
    assert rows[0] == "handia EW 1 paso showdown"
    assert result["judge"] is None


def test_a_wrong_number_of_cards_neither_counts_nor_errs_in_pareak():
    cards = PAIRED | {"N": PAIRED["N"][:3]}
    rows, result = marked(record(cards, announced={"pareak": ["N", "W", "S"], "jokoa": ["S"]}))
    assert [row for row in rows if row.startswith("pareak")] == ["pareak NS 2 worth showdown"]
    assert result["judge"] is None


def test_federacion_16_two_wrong_numbers_of_cards_go_to_the_judge_from_txikia_on():
    cards = PLAIN | {"N": PLAIN["N"][:3], "E": PLAIN["E"][:3]}
    found = {"found": {"cards": "txikia"}}
    rows, result = marked(record(cards, rules="federacion", **found))
    assert rows == ["handia NS 1 paso showdown"]
    assert result["judge"]["rounds"] == ["txikia", "pareak", "puntua"]
    assert marked(record(cards, rules="federacion"))[1]["judge"] is None
    assert marked(record(cards, rules="nabo", **found))[1]["judge"] is None
    assert marked(record(PLAIN, rules="federacion", **found))[1]["judge"] is None


def test_a_round_that_no_hand_can_win_goes_to_the_judge():
    cards = {seat: hand[:3] for seat, hand in PLAIN.items()}
    rows, result = marked(record(cards))
    assert rows == []
    assert result["judge"]["rounds"] == ["handia", "txikia", "puntua"]
    assert "no hand counts" in result["judge"]["why"]


# the judge


@pytest.mark.parametrize(
    ("announced", "rounds", "why"),
    [
        ({"pareak": ["N", "W"]}, ["pareak"], "pareak: S said no to pareak and has it"),
        ({"pareak": ["N", "W", "S", "E"]}, ["pareak"], "pareak: E said yes to pareak and has none"),
        ({"jokoa": []}, ["puntua"], "puntua: S said no to jokoa and has 31"),
        ({"jokoa": ["S", "E"]}, ["jokoa"], "jokoa: E said yes to jokoa and has 17"),
        ({"pareak": ["N", "W"], "jokoa": ["E"]}, ["pareak", "jokoa"], None),
    ],
)
@pytest.mark.parametrize("rules", ["spain", "basque", "france"])
def test_a_wrong_announcement_goes_to_the_judge(rules, announced, rounds, why):
    rows, result = marked(record(PAIRED, rules=rules, announced=announced))
    assert result["judge"]["rounds"] == rounds
    said = why and why.replace("17", "16" if rules == "spain" else "17")  # of eight kings a 2 is an ace
    assert why is None or result["judge"]["why"] == said
    before = ["handia", "txikia", "pareak"][: 2 if rounds[0] == "pareak" else 3]
    assert [row.split()[0] for row in rows] == before
    assert (result["winner"], result["ended_by"]) == (None, None)


def test_before_the_judges_round_refused_bids_are_marked_and_from_it_on_nothing():
    calls = {
        "handia": ["NS envido 2", "EW tira"],
        "pareak": ["NS envido 5", "EW gehiago 2", "NS tira"],
    }
    rows, result = marked(record(PAIRED, calls=calls, announced={"pareak": ["N", "W"]}))
    assert rows == ["handia NS 1 tira call", "txikia NS 1 paso showdown"]
    assert result["score"] == {"NS": 2, "EW": 0}


def test_a_refusal_that_seemed_to_end_the_game_is_not_marked_in_the_judges_round():
    calls = {"pareak": ["NS envido 2", "EW tira"]}
    _, result = marked(record(PAIRED, ns=38, calls=calls, announced={"pareak": ["N", "W"]}))
    assert result["judge"]["rounds"] == ["pareak"]
    assert result["winner"] == "NS"  # handia and txikia, both passed
    _, result = marked(record(PAIRED, ns=37, calls=calls, announced={"pareak": ["N", "W"]}))
    assert (result["score"]["NS"], result["winner"]) == (39, None)


def test_a_hordago_on_wrong_announcements_goes_to_the_judge():
    calls = {"pareak": ["NS hordago", "EW kanta"]}
    rows, result = marked(record(PAIRED, calls=calls, announced={"pareak": ["N", "W"]}))
    assert (rows, result["winner"], result["judge"]["rounds"]) == ([], None, ["pareak"])


def test_announcements_that_were_never_made_are_no_errors():
    wrong = {"announced": {"pareak": ["E", "W"]}}
    calls = {"handia": ["NS hordago", "EW iduki"]}
    assert marked(record(PAIRED, calls=calls, **wrong))[1]["judge"] is None
    calls = {"txikia": ["NS envido 2", "EW tira"]}
    _, result = marked(record(PAIRED, ns=39, calls=calls, **wrong))
    assert (result["judge"], result["winner"]) == (None, "NS")


ACES = {
    "N": ["12o", "12c", "4o", "5o"],
    "W": ["1o", "1c", "6o", "10o"],
    "S": ["11o", "7o", "6c", "5c"],
    "E": ["10c", "7c", "6e", "4c"],
}


@pytest.mark.parametrize(("rules", "esku"), [("federacion", "W"), ("nabo", "N")])
def test_a_hordago_on_two_aces_counts_for_who_speaks_first_and_in_other_books(rules, esku):
    _, result = marked(record(ACES, rules=rules, esku=esku, calls={"pareak": ["NS hordago", "EW iduki"]}))
    assert (result["winner"], result["ended_by"], result["rulings"]) == ("NS", "hordago", [])


def test_federacion_49_a_hordago_accepted_on_two_aces_is_void_and_the_karta_aldia_goes_on():
    calls = {
        "handia": ["EW envido 3", "NS tira"],
        "pareak": ["NS envido 5", "EW gehiago 5", "NS hordago", "EW kanta"],
        "puntua": ["NS envido 2", "EW iduki"],
    }
    rows, result = marked(record(ACES, rules="federacion", calls=calls))
    assert rows == [
        "handia EW 1 tira call",
        "pareak NS 1 negada call",
        "txikia EW 1 paso showdown",
        "pareak NS 1 worth showdown",
        "puntua NS 2 iduki showdown",
        "puntua NS 1 worth showdown",
    ]
    assert (result["score"], result["winner"], result["judge"]) == ({"NS": 5, "EW": 2}, None, None)
    assert result["rulings"] == [{"article": "federacion 49", "seat": "W", "round": "pareak"}]


def test_federacion_49_both_partners_hold_two_aces():
    cards = ACES | {"E": ["1e", "2b", "6e", "4c"]}
    _, result = marked(record(cards, rules="federacion", calls={"pareak": ["NS hordago", "EW iduki"]}))
    assert result["rulings"] == [{"article": "federacion 49", "seat": None, "round": "pareak"}]
    # a partner with better pairs can win it
    cards["E"] = ["7e", "7b", "6e", "4c"]
    _, result = marked(record(cards, rules="federacion", calls={"pareak": ["NS hordago", "EW iduki"]}))
    assert (result["ended_by"], result["rulings"]) == ("hordago", [])


def test_federacion_49_the_negada_may_end_the_game():
    calls = {"pareak": ["NS hordago", "EW iduki"]}
    rows, result = marked(record(ACES, ns=39, rules="federacion", calls=calls))
    assert rows == ["pareak NS 1 negada call"]
    assert (result["winner"], result["ended_by"]) == ("NS", "target")
    assert "the game was over" in error(
        record(ACES, ns=39, rules="federacion", calls=calls | {"puntua": ["NS envido 2", "EW iduki"]})
    )


def test_federacion_49_before_an_error_in_jokoa():
    calls = {"pareak": ["NS hordago", "EW iduki"]}
    rows, result = marked(record(ACES, rules="federacion", calls=calls, announced={"jokoa": ["S"]}))
    assert [row for row in rows if row.startswith(("pareak", "jokoa"))] == [
        "pareak NS 1 negada call",
        "jokoa EW 1 negada call",
        "pareak NS 1 worth showdown",
        "jokoa EW 1 worth showdown",
    ]
    assert [ruling["article"] for ruling in result["rulings"]] == ["federacion 49", "federacion 89"]


def test_federacion_49_is_for_a_hordago_with_no_error():
    # S said yes and has none: N's kings would win, and the others, though on two aces, mark their own and 1
    calls = {"pareak": ["NS hordago", "EW iduki"]}
    rows, result = marked(record(ACES, rules="federacion", calls=calls, announced={"pareak": ["N", "W", "S"]}))
    assert [row for row in rows if row.startswith("pareak")] == [
        "pareak EW 1 negada call",
        "pareak EW 1 worth showdown",
    ]
    assert result["rulings"][0] == {"article": "federacion 81", "seat": "S", "round": "pareak"}
    # N kept quiet as well
    _, result = marked(record(ACES, rules="federacion", calls=calls, announced={"pareak": ["S", "W"]}))
    assert (result["judge"]["rounds"], result["rulings"]) == (["pareak"], [])


def test_federacion_81_an_error_found_after_the_karta_aldia_went_on_behind_a_void_hordago():
    # W accepts on two aces alone, as E announced pairs that it does not have
    cards = {"N": "10o 10c 4o 5o", "W": "1o 2c 12o 11c", "S": "11o 7o 6c 5c", "E": "10b 7c 6e 4c"}
    hands = {seat: hand.split() for seat, hand in cards.items()}
    calls = {"pareak": ["NS hordago", "EW iduki"], "puntua": ["NS envido 2", "EW iduki"]}
    told = {"pareak": ["N", "W", "E"]}
    rows, result = marked(record(hands, rules="federacion", esku="N", calls=calls, announced=told))
    assert [row for row in rows if "pareak" in row] == ["pareak NS 1 negada call", "pareak NS 1 worth showdown"]
    assert [row for row in rows if "puntua" in row] == ["puntua NS 2 iduki showdown", "puntua NS 1 worth showdown"]
    assert {(ruling["article"], ruling["seat"]) for ruling in result["rulings"]} == {("federacion 81", "E")}
    # a hordago that stands has ended it: what was called later cannot have been
    stands = {**hands, "W": ["5e", "5b", "12o", "11c"]}
    with pytest.raises(MusError, match="the hordago of pareak was accepted"):
        score(HandRecord.parse(record(stands, rules="federacion", esku="N", calls=calls, announced=told)))


def test_federacion_60_after_the_cards_were_shown_it_is_the_judges():
    data = record(ACES, rules="federacion", calls={"pareak": ["NS hordago", "EW iduki"]}, hordago_shown=True)
    rows, result = marked(data)
    assert rows == ["handia NS 1 paso showdown", "txikia EW 1 paso showdown"]
    assert (result["winner"], result["judge"]["rounds"]) == (None, ["pareak"])
    assert HandRecord.parse(data).to_dict()["hordago_shown"] is True
    assert "federacion 49, 60" in result["judge"]["why"]


SHOWN = {"N": "12o 11o 7o 6o", "W": "12c 11c 10o 1c", "S": "7e 6e 5e 1e", "E": "7b 6b 5b 4b"}
SHOWN_CALLS = {"handia": ["NS envido 5", "EW iduki"], "txikia": ["EW envido 2", "NS tira"]}


def test_federacion_60_where_the_hordago_is_void_for_certain_what_was_accepted_before_it_is_marked():
    # N's 33 accepts W's hordago and is not esku; the cards are shown, and jokoa alone is the judge's
    cards = {seat: hand.split() for seat, hand in SHOWN.items()}
    calls = {**SHOWN_CALLS, "jokoa": ["EW hordago", "NS iduki"]}
    rows, result = marked(record(cards, rules="federacion", esku="W", calls=calls, hordago_shown=True))
    assert rows == ["txikia EW 1 tira call", "handia EW 5 iduki showdown"]
    assert (result["judge"]["rounds"], result["winner"]) == (["jokoa"], None)
    assert result["score"] == {"NS": 0, "EW": 6}


def test_federacion_60_whether_the_game_ends_before_the_others_have_their_1_is_the_judges():
    cards = {seat: hand.split() for seat, hand in SHOWN.items()}
    calls = {**SHOWN_CALLS, "jokoa": ["EW hordago", "NS iduki"]}
    near = record(cards, rules="federacion", esku="W", score={"NS": 39, "EW": 34}, calls=calls, hordago_shown=True)
    rows, result = marked(near)
    assert rows == ["txikia EW 1 tira call"]
    assert (result["judge"]["rounds"], result["winner"]) == (["jokoa"], None)


@pytest.mark.parametrize(("south", "handia"), [("7e 6e 5e 1e", ["handia EW 5 iduki showdown"]), ("12e 11e 10e 3o", [])])
def test_federacion_48_is_for_who_has_jokoa_alone_and_else_the_hordago_may_stand(south, handia):
    cards = {seat: hand.split() for seat, hand in SHOWN.items()} | {"S": south.split()}
    calls = {**SHOWN_CALLS, "jokoa": ["EW hordago", "N quiero y no pierdo"]}
    rows, result = marked(record(cards, rules="federacion", esku="W", calls=calls))
    assert rows == ["txikia EW 1 tira call", *handia]
    assert result["judge"]["rounds"] == ["jokoa"]


def test_a_hordago_on_a_wrong_announcement_may_stand_and_nothing_accepted_before_it_is_marked():
    cards = {seat: hand.split() for seat, hand in SHOWN.items()}
    calls = {**SHOWN_CALLS, "jokoa": ["EW hordago", "NS iduki"]}
    said = {"jokoa": ["N", "S", "W", "E"]}
    rows, result = marked(record(cards, rules="federacion", esku="W", calls=calls, announced=said))
    assert (rows, result["judge"]["rounds"]) == (["txikia EW 1 tira call"], ["jokoa"])


TWICE = {"N": "1o 2o 12o 7o", "W": "12c 11c 10o 10c", "S": "12e 11e 6e 10e", "E": "7b 6b 5b 4b"}


@pytest.mark.parametrize("shown", [False, True])
def test_federacion_60_the_cards_are_shown_on_the_hordago_that_ended_the_hand_and_on_none_before_it(shown):
    cards = {seat: hand.split() for seat, hand in TWICE.items()}
    calls = {"pareak": ["EW hordago", "NS kanta"], "jokoa": ["EW hordago", "S iduki"]}
    rows, result = marked(record(cards, rules="federacion", esku="W", calls=calls, hordago_shown=shown))
    assert rows == ["pareak EW 1 negada call"]
    assert (result["winner"], result["ended_by"], result["judge"]) == ("EW", "hordago", None)
    assert [ruling["article"] for ruling in result["rulings"]] == ["federacion 49"]


# bids without an answer


@pytest.mark.parametrize("rules", ["nabo", "spain", "basque", "france"])
def test_where_no_round_is_opened_on_a_bid_no_article_of_federacion_is_quoted(rules):
    cards = {**PAIRED, "S": ["11o", "10e", "7e", "1e"]}  # N and W alone have pairs
    why = error(record(cards, rules=rules, calls={"pareak": ["NS envido 5"], "puntua": ["E envido 2"]}))
    assert "'NS envido 5' has no answer" in why
    assert "federacion" not in why


@pytest.mark.parametrize("rules", strategies.BOOKS)
def test_a_bid_without_an_answer(rules):
    assert "'NS envido 5' has no answer" in error(record(rules=rules, calls={"txikia": ["NS envido 5"]}))


# records that make no sense


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"calls": {"handia": ["NS iduki"]}}, "nothing has been bid"),
        ({"calls": {"handia": ["NS gehiago 2"]}}, "nothing has been bid"),
        ({"calls": {"handia": ["NS envido 1", "EW tira"]}}, "at least 2"),
        ({"calls": {"handia": ["NS envido 2", "NS iduki"]}}, "NS's own"),
        ({"calls": {"handia": ["NS envido 2", "S tira"]}}, "NS's own"),
        ({"calls": {"handia": ["NS envido 2", "EW envido 4", "NS tira"]}}, "gehiago raises"),
        ({"calls": {"handia": ["NS envido 2", "EW paso"]}}, "a bid waits"),
        ({"calls": {"handia": ["NS envido 2", "EW kanta"]}}, "kanta accepts a hordago"),
        ({"calls": {"handia": ["NS hordago", "EW gehiago 2", "NS tira"]}}, "nothing goes above a hordago"),
        ({"calls": {"handia": ["NS hordago", "EW hordago", "NS tira"]}}, "nothing goes above a hordago"),
        ({"calls": {"handia": ["NS envido 2", "EW tira", "EW tira"]}}, "'EW tira': handia is closed"),
        ({"calls": {"handia": ["NS hordago", "EW iduki"], "txikia": ["NS paso"]}}, "hordago of handia was accepted"),
        ({"calls": {"handia": ["NS gehiago 0"]}}, "at least 1, not 0"),
        ({"calls": {"handia": ["NS envido"]}}, "needs a number"),
        ({"calls": {"handia": ["NS tira 3"]}}, "takes no number"),
        ({"calls": {"handia": ["NS envido -2"]}}, "'NS envido -2' is no call"),
        ({"calls": {"handia": ["NS envido 2.5"]}}, "'NS envido 2.5' is no call"),
        ({"calls": {"handia": ["NS envido " + "9" * 5000]}}, "at most 1000 digits"),
        ({"calls": {"handia": ["X envido 2"]}}, "does not begin with"),
        ({"calls": {"handia": [""]}}, "does not begin with"),
        ({"calls": {"handia": [7]}}, "7 is no call"),
        ({"calls": {"handia": "NS paso"}}, "calls: handia is a list"),
        ({"calls": {"mus": []}}, "unknown round 'mus'"),
        ({"calls": {"fourth": []}}, "unknown round 'fourth'"),
        ({"calls": []}, "calls is a JSON object"),
        ({"calls": {"jokoa": ["NS paso"]}}, "the fourth round is puntua, not jokoa: nobody has said jokoa"),
        ({"calls": {"jokoa": [], "puntua": []}}, "never both"),
        ({"cards": PLAYING, "calls": {"puntua": []}}, "the fourth round is jokoa, not puntua: somebody has said jokoa"),
        (
            {"announced": {"jokoa": ["S"]}, "calls": {"puntua": ["NS paso"]}},
            "the fourth round is jokoa, not puntua: somebody has said jokoa",
        ),
        (
            {"cards": PLAYING, "announced": {"jokoa": []}, "calls": {"jokoa": ["NS paso"]}},
            "the fourth round is puntua, not jokoa: nobody has said jokoa",
        ),
        ({"calls": {"pareak": ["NS envido 2", "EW tira"]}}, "not both teams"),
        ({"cards": PAIRED, "calls": {"jokoa": ["NS envido 2", "EW tira"]}}, "not both teams"),
        ({"cards": PAIRED, "calls": {"jokoa": ["E envido 2", "NS tira"]}}, "E did not announce jokoa"),
        ({"cards": PLAIN | {"N": ["8o", "7o", "4o", "3o"]}}, "cards: N: unknown card '8o'"),
        ({"cards": PLAIN | {"N": [12, "7o", "4o", "3o"]}}, "unknown card 12"),
        ({"cards": PLAIN | {"N": ["12O", "7o", "4o", "3o"]}}, "unknown card '12O'"),
        ({"cards": PLAIN | {"N": ["7e", "7o", "4o", "3o"]}}, "7e is there twice: N and S"),
        ({"cards": PLAIN | {"N": "12o"}}, "cards: N is a list"),
        ({"cards": PLAIN | {"X": []}}, "unknown seat 'X'"),
        ({"cards": None}, "cards are missing, and no refused bid has won the game"),
        ({"cards": {}}, "cards are missing, and no refused bid has won the game"),
        ({"esku": "NS"}, "esku: unknown seat 'NS'"),
        ({"esku": ["N"]}, "esku: unknown seat"),
        ({"esku": None}, "esku is missing"),
        ({"score": {"NS": 40, "EW": 0}}, "the game was over: NS had 40 of 40"),
        ({"score": {"NS": 0, "EW": 41}}, "the game was over: EW had 41"),
        ({"score": {"NS": -1, "EW": 0}}, "NS is a number of tantos, not -1"),
        ({"score": {"NS": True, "EW": 0}}, "not true"),
        ({"score": {"NS": 1.0, "EW": 0}}, "not 1.0"),
        ({"score": {"NS": 10**4000, "EW": 0}}, "the game was over"),
        ({"score": {"NS": 1}}, "score: EW is missing"),
        ({"score": 3}, "score is a JSON object"),
        ({"rules": "mus"}, "unknown rule book 'mus'"),
        ({"rules": 4}, "rules is the name"),
        ({"rules": None}, "rules is missing"),
        ({"options": {"king": 4}}, "unknown option 'king'"),
        ({"options": {"kings": 6}}, "option kings is 4 or 8, not 6"),
        ({"options": {"kings": 4.0}}, "option kings is 4 or 8, not 4.0"),
        ({"options": {"target": 0}}, "at least 1, not 0"),
        ({"options": {"target": True}}, "not true"),
        ({"options": {"real31": ["sota"]}}, "option real31"),
        ({"options": [1]}, "options is a JSON object"),
        ({"announced": {"pareak": ["N", "N"]}}, "a seat is there twice"),
        ({"announced": {"pareak": ["NS"]}}, "announced: pareak: unknown seat 'NS'"),
        ({"announced": {"pareak": "N"}}, "announced: pareak is a list"),
        ({"announced": {"puntua": []}}, "announced has 'puntua'"),
        ({"found": {"pareak": "late"}}, "found: 'pareak': 'late'"),
        ({"found": {"txikia": "open"}}, "found: 'txikia': 'open'"),
    ],
)
def test_a_record_that_makes_no_sense(change, message):
    assert message in error(record() | change)


def test_calls_after_a_refused_bid_had_won_the_game():
    calls = {"handia": ["NS envido 2", "EW tira"], "txikia": ["EW envido 2", "NS tira"]}
    assert "the game was over: NS reached 40 with the refused bid of handia" in error(record(ns=39, calls=calls))
    calls["handia"].append("EW iduki")
    del calls["txikia"]
    assert "the game was over" in error(record(ns=39, calls=calls))


def test_where_a_refused_bid_has_won_the_game_nobody_shows_cards():
    calls = {"txikia": ["NS envido 2", "EW iduki"], "jokoa": ["N envido 3", "E gehiago 2", "N tira"]}
    given = record(None, ns=10, ew=38, calls=calls, announced={"pareak": ["N", "E"], "perete": ["S"]})
    parsed = HandRecord.parse(given)
    assert parsed.to_dict()["cards"] == {}
    assert HandRecord.parse(parsed.to_dict()) == parsed
    result = score(parsed)
    assert [(mark.round, mark.team, mark.tantos, mark.when) for mark in result.marks] == [(JOKOA, EW, 2, When.CALL)]
    assert (result.winner, result.ended_by, result.score[NS], result.judge) == (EW, "target", 10, None)
    [told] = explain(parsed, result).marks
    assert ([part.tantos for part in told.parts], told.cut, told.win) == ([3], 1, None)
    assert "no refused bid has won the game" in error(given | {"score": {"NS": 10, "EW": 20}})


def test_what_was_found_early_is_kept_with_the_record():
    data = record(found={"pareak": "open", "jokoa": "open", "cards": "txikia"})
    assert HandRecord.parse(data).to_dict()["found"] == data["found"]
    assert "found" not in HandRecord.parse(record()).to_dict()


def test_unknown_fields_are_left_alone_and_optional_ones_may_be_null():
    more = {"table": 3, "options": None, "calls": None, "announced": None, "found": None}
    assert marked(record(**more)) == marked(record())
    empty = {"announced": {"pareak": None}, "calls": {"pareak": None}, "found": {"jokoa": None}}
    assert marked(record(**empty)) == marked(record())


def test_a_record_is_an_object():
    with pytest.raises(MusError, match="a JSON object, not null"):
        HandRecord.parse(None)


def test_a_team_without_pareak_may_still_say_paso():
    assert marked(record(calls={"pareak": ["NS paso", "EW paso", "NS paso"]})) == marked(record())


@pytest.mark.parametrize(
    ("name", "meant"),
    [("anounced", "announced"), ("Calls", "calls"), ("option", "options"), ("hordago_show", "hordago_shown")],
)
def test_a_field_that_is_nearly_a_known_one_is_left_out_of_account_and_named(name, meant):
    result = score(HandRecord.parse(record() | {name: "anything"}))
    assert result.to_dict()["warnings"] == [f"'{name}' is no known field: is '{meant}' meant?"]


def test_a_field_like_none_that_is_known_is_nobodys_business():
    result = score(HandRecord.parse(record() | {"note": 1, "round": 2, "table": 3, "mus": []}))
    assert "warnings" not in result.to_dict()


@pytest.mark.parametrize("shown", ["yes", 1, []])
def test_whether_the_cards_were_shown_is_true_or_false(shown):
    with pytest.raises(RecordError, match="hordago_shown is true or false, not"):
        HandRecord.parse(record(hordago_shown=shown))


def test_a_rule_books_name_is_known_in_any_case():
    assert HandRecord.parse(record(rules="NABO")).book is rulebook("nabo")
