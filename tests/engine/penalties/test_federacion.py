"""The penalty table of `federacion`, row by row: articles 15, 16, 49, 60 and 79 to 91.

Marks are typed from the articles. X is N where nothing else is said: NS is the team in error and EW the one that
played correctly. A 3 is a king and a 2 an ace. Handia and txikia are passed, unless their calls are given.
"""

from __future__ import annotations

import pytest

from engine.errors import CallError
from engine.penalties import federacion
from tests.engine.rulings import all_rows, deal, is_missed, judged, named, of, outcome

# what each hand is worth in pareak: N 1 (fives), W 1 (sixes), S 2 (aces), E 3 (sotas and aces); jokoa has nobody
PAIRS = {"N": "12o 7o 5o 5c", "W": "11c 6c 6o 1c", "S": "12e 1e 2e 2o", "E": "10b 10o 1b 2b"}
# in puntua N 22, W 22, S 22, E 27
NO_PAIRS = {"N": "12o 7o 4o 1o", "W": "11c 7c 4c 1c", "S": "12e 6e 5e 1e", "E": "11b 7b 5b 4b"}
# N 31, W 32, S 33, E 34; pairs has nobody
JOKOA = {"N": "12o 11o 10o 1o", "W": "12c 11c 7c 5c", "S": "12e 11e 7e 6e", "E": "12b 11b 10b 4b"}
# in puntua N 19, W 21, S 20, E 19
NO_JOKOA = {"N": "7o 6o 5o 2o", "W": "10c 6c 4c 1c", "S": "10e 5e 4e 1e", "E": "7b 6b 5b 1b"}
KINGS = {"N": "12o 3o 12c 3c", "S": "12e 3e 12b 3b"}  # four kings: dupleak, and 40
ACES = {"W": "10c 6c 1c 2c", "S": "10e 6e 1e 2e"}  # nothing but two aces

ACCEPTED = {"NS": ["EW envido 5", "NS iduki"], "EW": ["NS envido 5", "EW iduki"]}
REFUSED = {
    "NS": ["EW envido 5", "NS gehiago 2", "EW gehiago 2", "NS tira"],
    "EW": ["NS envido 5", "EW gehiago 2", "NS gehiago 2", "EW tira"],
}
HORDAGO = {"NS": ["EW hordago", "NS iduki"], "EW": ["NS hordago", "EW iduki"]}


def in_pareak(having, said, calls=(), hands=None, **more):
    """What is marked for pareak where `having` have it and `said` say so, and the result."""
    cards = deal(having, PAIRS, NO_PAIRS) | {seat: hand.split() for seat, hand in (hands or {}).items()}
    announced = {"pareak": list(said)} | more.pop("announced", {})
    rows, result = outcome("federacion", cards, announced=announced, calls={"pareak": list(calls)}, **more)
    return of("pareak", rows), result


def in_the_fourth(having, said, calls=(), hands=None, **more):
    """The fourth round's marks where `having` have jokoa and `said` say so, and the result."""
    cards = deal(having, JOKOA, NO_JOKOA) | {seat: hand.split() for seat, hand in (hands or {}).items()}
    name = "jokoa" if said else "puntua"
    rows, result = outcome("federacion", cards, announced={"jokoa": list(said)}, calls={name: list(calls)}, **more)
    return [row for row in rows if not row.startswith("pareak")], result


def after_pareak(having, calls=(), hands=None, **more):
    """The fourth round's marks after N has said no to its two aces in pareak, and the result."""
    cards = deal(having, JOKOA, NO_JOKOA) | {"N": ["7o", "5o", "2o", "2b"]}
    cards |= {seat: hand.split() for seat, hand in (hands or {}).items()}
    name = "jokoa" if having else "puntua"
    rows, result = outcome("federacion", cards, announced={"pareak": []}, calls={name: list(calls)}, **more)
    assert result["rulings"][0] == {"article": "federacion 81", "seat": "N", "round": "pareak"}
    return of(name, rows), result


OWN_AND_ONE = ["pareak EW 1 negada call", "pareak EW 1 worth showdown"]


# a wrong number of cards


def test_federacion_15_the_hand_simply_does_not_count():
    cards = deal("", PAIRS, NO_PAIRS)
    cards["N"] = cards["N"][:3]
    _, result = outcome("federacion", cards)
    assert named(result) == ["federacion 15 N handia"]
    assert result["score"] == {"NS": 1, "EW": 2}  # S's king; W's ace in txikia; E's 27
    assert result["judge"] is None


def miscounted(calls):
    """What is marked for txikia where N's three cards come to light in it; W has the best hand of it, then S."""
    cards = deal("", PAIRS, NO_PAIRS)
    cards["N"] = cards["N"][:3]
    _, result = outcome("federacion", cards, calls={"txikia": calls}, found={"cards": "txikia"})
    assert named(result)[0] == "federacion 16 N txikia"
    return of("txikia", all_rows(result))


def test_federacion_16_in_txikia_a_bid_counts_if_the_others_win_it():
    assert miscounted(ACCEPTED["NS"]) == ["txikia EW 5 iduki showdown"]
    assert miscounted(REFUSED["NS"]) == ["txikia EW 7 tira call"]


def test_federacion_16_in_txikia_the_others_mark_1_for_a_bid_that_they_would_lose():
    assert miscounted(REFUSED["EW"]) == ["txikia EW 1 negada call"]


def test_federacion_16_txikia_passed_is_settled_as_ever():
    assert miscounted([]) == ["txikia EW 1 paso showdown"]


def test_federacion_16_in_pareak_and_jokoa_it_is_as_for_a_wrong_announcement():
    cards = deal("SE", PAIRS, NO_PAIRS)
    cards["N"] = cards["N"][:3]
    found = {"cards": "txikia"}
    # S's aces lose to E's dupleak, and the bid is valid
    rows, result = outcome("federacion", cards, calls={"pareak": ACCEPTED["NS"]}, found=found)
    assert of("pareak", rows) == ["pareak EW 5 iduki showdown", "pareak EW 3 worth showdown"]
    assert named(result) == ["federacion 16 N txikia", "federacion 81 N pareak", "federacion 81 N puntua"]
    # passed
    rows, _ = outcome("federacion", cards, found=found)
    assert rows == [
        "pareak EW 1 negada call",
        "puntua EW 1 negada call",
        "pareak EW 3 worth showdown",
        "puntua EW 1 worth showdown",
    ]
    cards = deal("SW", JOKOA, NO_JOKOA)
    cards["N"] = cards["N"][:3]
    rows, result = outcome("federacion", cards, calls={"jokoa": ACCEPTED["NS"]}, found=found)
    # S's 33 accepts, and is not esku
    assert of("jokoa", rows) == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
    assert named(result)[-1] == "federacion 87 N jokoa"


# a hordago that its acceptor cannot win


def test_federacion_49_a_hordago_accepted_in_pareak_on_nothing_but_two_aces():
    rows, result = in_pareak("SW", "SW", HORDAGO["EW"], hands={"W": ACES["W"]}, esku="S")
    assert rows == ["pareak NS 1 negada call", "pareak NS 2 worth showdown"]
    assert named(result) == ["federacion 49 W pareak"]
    # it stands for the esku, and for who holds more
    for hands, esku in (({"W": ACES["W"]}, "W"), ({}, "S")):
        _, result = in_pareak("SW", "SW", HORDAGO["EW"], hands=hands, esku=esku)
        assert (result["winner"], result["ended_by"]) == ("NS", "hordago")


def test_federacion_49_a_hordago_accepted_in_jokoa_on_nothing_but_33():
    rows, result = in_the_fourth("SW", "SW", HORDAGO["NS"], esku="W")
    assert rows == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
    assert named(result) == ["federacion 49 S jokoa"]
    for hands, esku in (({}, "S"), ({"S": "12e 11e 10e 4e"}, "W")):
        _, result = in_the_fourth("SW", "SW", HORDAGO["NS"], hands=hands, esku=esku)
        assert (result["winner"], result["ended_by"]) == ("EW", "hordago")


def test_federacion_60_where_the_cards_were_shown_on_it_it_is_the_judges():
    rows, result = in_the_fourth("SW", "SW", HORDAGO["NS"], esku="W", hordago_shown=True)
    assert (rows, judged(result), result["winner"]) == ([], ["jokoa"], None)
    _, result = in_pareak("NW", "NW", HORDAGO["EW"], hands={"W": ACES["W"]}, hordago_shown=True)
    assert judged(result) == ["pareak"]
    # where it can be won it is won
    for hands, esku in (({}, "S"), ({"S": "12e 11e 10e 4e"}, "W")):
        _, result = in_the_fourth("SW", "SW", HORDAGO["NS"], hands=hands, esku=esku, hordago_shown=True)
        assert (result["winner"], result["ended_by"]) == ("EW", "hordago")


def test_federacion_48_a_hordago_accepted_with_y_no_pierdo_is_the_judges():
    for said, hand in (("NS quiero y no pierdo", "12e 11e 7e 6e"), ("S kanta y no pierdo", "12e 11e 10e 1e")):
        rows, result = in_the_fourth("SW", "SW", ["EW hordago", said], {"S": hand}, esku="W")
        assert (rows, judged(result), result["winner"]) == ([], ["jokoa"], None)
        assert result["judge"]["why"] == "jokoa: the hordago was accepted with 'y no pierdo' (federacion 48)"
    # said by the esku, in pareak, or of an envido, it accepts like any other word
    _, result = in_the_fourth("SW", "SW", ["EW hordago", "S quiero y no pierdo"], esku="S")
    assert (result["winner"], result["ended_by"]) == ("EW", "hordago")
    _, result = in_pareak("SW", "SW", ["EW hordago", "S quiero y no pierdo"])
    assert result["ended_by"] == "hordago"
    rows, _ = in_the_fourth("SW", "SW", ["EW envido 2", "S quiero y no pierdo"], esku="W")
    assert rows == ["jokoa EW 2 iduki showdown", "jokoa EW 2 worth showdown"]


def test_federacion_58_who_has_no_pairs_opens_no_round_on_a_bid_that_its_partner_has_to_answer():
    cards = deal("NW", PAIRS, NO_PAIRS)
    calls = {"pareak": ["EW envido 2"], "puntua": ["S envido 2", "EW tira"]}
    with pytest.raises(CallError, match=r"S has no pareak and opens no round .* 'EW envido 2' \(federacion 58\)"):
        outcome("federacion", cards, calls=calls)
    # its partner does, which refuses the bid (57); and so does the team of whoever bid
    for opener in ("N paso", "NS paso", "E paso"):
        rows, _ = outcome("federacion", cards, calls=calls | {"puntua": [opener]})
        assert rows[0] == "pareak EW 1 tira call"


# pareak, found while it was open


OPEN = {"found": {"pareak": "open"}}


def test_federacion_79_before_a_bid_is_answered_the_round_begins_again_without_sanction():
    for calls in ([], ["NS paso", "EW paso"], ["NS envido 5"], ["EW hordago"]):
        rows, result = in_pareak("NSW", "SW", calls, **OPEN)
        # N's fives and S's three aces, against W's sixes
        assert rows == ["pareak NS 3 worth showdown"]
        assert named(result) == ["federacion 79 N pareak"]
    rows, _ = in_pareak("S", "NS", **OPEN)
    assert rows == ["pareak NS 2 worth showdown"]


def test_federacion_79_takes_no_bid_of_the_round_before_back():
    cards = deal("NSW", PAIRS, NO_PAIRS)
    for calls in ({"txikia": ["NS envido 2"]}, {"txikia": ["NS envido 2"], "pareak": []}):
        with pytest.raises(CallError, match="txikia: the bid 'NS envido 2' has no answer"):
            outcome("federacion", cards, announced={"pareak": ["S", "W"]}, calls=calls, **OPEN)


def test_federacion_80_answered_bids_are_valid_if_the_others_win_them():
    rows, result = in_pareak("NSE", "SE", ACCEPTED["NS"], **OPEN)
    assert rows == ["pareak EW 5 iduki showdown", "pareak EW 3 worth showdown"]
    # nothing in the later round: N's 27 wins it
    assert list(result["tantos"][-1].values()) == ["puntua", "NS", 1, "worth", "showdown"]
    assert named(result) == ["federacion 80 N pareak"]
    rows, _ = in_pareak("NSW", "SW", REFUSED["NS"], **OPEN)
    assert rows == ["pareak EW 7 tira call", "pareak EW 1 worth showdown"]
    # X's four kings stay out, and S's aces lose to W's sixes
    _, result = in_pareak("NSW", "SW", HORDAGO["NS"], {"N": KINGS["N"], "S": ACES["S"]}, **OPEN)
    assert (result["winner"], result["ended_by"]) == ("EW", "hordago")


def test_federacion_80_of_bids_that_x_s_team_would_win_the_others_mark_their_own_and_1():
    for calls in (ACCEPTED["EW"], REFUSED["EW"], HORDAGO["EW"]):
        rows, result = in_pareak("NSE", "SE", calls, {"S": KINGS["S"]}, **OPEN)
        assert rows == ["pareak EW 1 negada call", "pareak EW 3 worth showdown"]
        assert named(result) == ["federacion 80 N pareak"]


# pareak, found when the cards are shown


def test_federacion_81_exception_four_kings_of_the_esku_are_marked_as_passed():
    # S has them, and X's own fives are marked with them
    for calls in ([], ACCEPTED["NS"], HORDAGO["NS"]):
        rows, result = in_pareak("NSE", "SE", calls, hands={"S": KINGS["S"]})
        assert rows == ["pareak NS 4 worth showdown"]
        assert named(result)[0] == "federacion 81 N pareak"
    # they are X's own
    rows, _ = in_pareak("NE", "E", hands={"N": KINGS["N"]})
    assert rows == ["pareak NS 3 worth showdown"]
    # not for who is not the first of those who have pairs, nor for the partner of the first
    rows, _ = in_pareak("NSE", "SE", hands={"S": KINGS["S"]}, esku="E")
    assert rows == ["pareak EW 1 negada call", "pareak EW 3 worth showdown"]
    rows, _ = in_pareak("NSW", "SW", hands={"S": KINGS["S"]})
    assert rows == OWN_AND_ONE
    # not where the bid was refused (45)
    rows, _ = in_pareak("NSE", "SE", ["EW envido 2", "NS tira"], hands={"S": KINGS["S"]})
    assert rows == ["pareak EW 1 tira call", "pareak EW 3 worth showdown"]


def test_federacion_81_exception_a_hordago_accepted_on_two_aces_is_void():
    rows, result = in_pareak("WSE", "NWSE", HORDAGO["NS"], hands={"S": ACES["S"]})
    assert rows == ["pareak EW 1 negada call", "pareak EW 4 worth showdown"]
    assert (named(result)[0], result["winner"]) == ("federacion 81 N pareak", None)
    # it is not where they are the first to speak
    _, result = in_pareak("WS", "NWS", HORDAGO["NS"], hands={"S": ACES["S"]}, esku="S")
    assert (result["winner"], result["ended_by"]) == ("EW", "hordago")
    # an envido so accepted is not (46)
    rows, _ = in_pareak("WS", "NWS", ACCEPTED["NS"], hands={"S": ACES["S"]})
    assert rows == ["pareak EW 5 iduki showdown", "pareak EW 1 worth showdown"]


def test_federacion_81_a_bid_that_the_others_win_is_valid_as_played():
    rows, result = in_pareak("WE", "NWE", ACCEPTED["NS"])
    assert rows == ["pareak EW 5 iduki showdown", "pareak EW 4 worth showdown"]
    assert named(result)[0] == "federacion 81 N pareak"
    rows, _ = in_pareak("WE", "NWE", REFUSED["NS"])
    assert rows == ["pareak EW 7 tira call", "pareak EW 4 worth showdown"]
    _, result = in_pareak("WE", "NWE", HORDAGO["NS"])
    assert (result["winner"], result["ended_by"]) == ("EW", "hordago")


def test_federacion_81_passed_or_lost_the_others_mark_their_own_pairs_and_1():
    for calls in ([], ACCEPTED["EW"], REFUSED["EW"], HORDAGO["EW"]):
        rows, result = in_pareak("NSW", "SW", calls)
        assert rows == OWN_AND_ONE
        assert named(result)[0] == "federacion 81 N pareak"
    # the others have none to mark
    assert in_pareak("NS", "S")[0] == ["pareak EW 1 negada call"]


def test_federacion_82_a_hand_annulled_in_pareak_plays_handia_and_txikia():
    # N's king and sevens are the best of handia
    calls = {"handia": ACCEPTED["EW"], "txikia": ["NS envido 2", "EW tira"]}
    cards = deal("", PAIRS, NO_PAIRS) | {"N": ["12o", "7o", "7e", "1o"]}
    _, result = outcome("federacion", cards, announced={"pareak": []}, calls=calls)
    rows = all_rows(result)
    assert rows[:2] == ["txikia NS 1 tira call", "pareak EW 1 negada call"]
    assert of("handia", rows) == ["handia NS 5 iduki showdown"]


# jokoa or puntua after it


def test_federacion_81_exception_jokoa_that_only_x_s_team_has():
    rows, result = after_pareak("S")
    assert rows == ["jokoa NS 2 worth showdown"]
    # 31 of X, whose kings were kept quiet, and 33
    rows, result = after_pareak("S", hands={"N": "12o 3o 11o 1o"})
    assert rows == ["jokoa NS 5 worth showdown"]
    assert named(result)[-1] == "federacion 81 N jokoa"


def test_federacion_81_exception_30_of_the_esku_is_marked_as_passed():
    thirty = {"S": "12e 11e 6e 4e"}
    for calls in ([], ACCEPTED["NS"], ACCEPTED["EW"], HORDAGO["NS"]):
        rows, result = after_pareak("", calls, thirty, esku="S")
        assert rows == ["puntua NS 1 worth showdown"]
        assert named(result)[-1] == "federacion 81 N puntua"
    # not where one of the others comes before the very 30, though X, its partner, is the esku
    for esku in "NWE":
        rows, _ = after_pareak("", [], thirty, esku=esku)
        assert rows == ["puntua EW 1 negada call", "puntua EW 1 worth showdown"]
    assert after_pareak("", ["EW envido 2", "NS tira"], thirty, esku="S")[0] == [
        "puntua EW 1 tira call",
        "puntua EW 1 worth showdown",
    ]


def test_federacion_81_a_bid_of_the_fourth_round_that_the_others_win_is_valid():
    rows, result = after_pareak("", ACCEPTED["NS"])
    assert rows == ["puntua EW 5 iduki showdown", "puntua EW 1 worth showdown"]
    assert named(result)[-1] == "federacion 81 N puntua"
    rows, _ = after_pareak("SW", REFUSED["NS"])
    assert rows == ["jokoa EW 7 tira call", "jokoa EW 2 worth showdown"]


def test_federacion_81_the_fourth_round_passed_or_lost_the_others_mark_their_own_and_1():
    for calls in ([], ACCEPTED["NS"], REFUSED["EW"]):
        rows, result = after_pareak("", calls, {"S": "12e 11e 5e 4e"})  # 29, the best
        assert rows == ["puntua EW 1 negada call", "puntua EW 1 worth showdown"]
        assert named(result)[-1] == "federacion 81 N puntua"
    for calls in ([], ACCEPTED["NS"], HORDAGO["NS"]):
        rows, _ = after_pareak("SE", calls, {"S": "12e 11e 10e 1e"})  # 31 over 34
        assert rows == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]


# jokoa, found while it was open


JOKOA_OPEN = {"found": {"jokoa": "open"}}


def test_federacion_84_before_a_bid_is_answered_the_round_begins_again_without_sanction():
    for calls in ([], ["EW envido 5"], ["NS paso", "EW paso"]):
        rows, result = in_the_fourth("NSW", "SW", calls, **JOKOA_OPEN)
        assert rows == ["jokoa NS 5 worth showdown"]  # 31 of N and 33 of S
        assert named(result) == ["federacion 84 N jokoa"]
    # what nobody has is puntua: W's 21 wins it; what somebody has is jokoa
    assert in_the_fourth("", "N", **JOKOA_OPEN)[0] == ["puntua EW 1 worth showdown"]
    assert in_the_fourth("N", "", **JOKOA_OPEN)[0] == ["jokoa NS 3 worth showdown"]


def test_federacion_85_answered_bids_are_valid_if_the_others_win_them():
    rows, result = in_the_fourth("NSW", "SW", ACCEPTED["NS"], **JOKOA_OPEN)
    assert rows == ["jokoa EW 5 iduki showdown", "jokoa EW 2 worth showdown"]  # without N's 31
    assert named(result) == ["federacion 85 N jokoa"]
    # everybody had said no, and X's hand stays out of puntua: W's 21 over S's 20
    rows, _ = in_the_fourth("N", "", ACCEPTED["NS"], **JOKOA_OPEN)
    assert rows == ["puntua EW 5 iduki showdown", "puntua EW 1 worth showdown"]


def test_federacion_85_of_bids_that_x_s_team_would_win_the_others_mark_their_own_and_1():
    for calls in (REFUSED["EW"], HORDAGO["EW"], ACCEPTED["EW"]):
        rows, result = in_the_fourth("NSE", "SE", calls, {"S": "12e 11e 10e 2e"}, **JOKOA_OPEN)
        assert rows == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
        assert named(result) == ["federacion 85 N jokoa"]
    rows, _ = in_the_fourth("N", "", REFUSED["EW"], **JOKOA_OPEN)
    assert rows == ["puntua EW 1 negada call", "puntua EW 1 worth showdown"]


# jokoa, found when the cards are shown


def test_federacion_87_exception_31_of_the_esku_is_none_where_the_others_hold_a_real_31():
    hands = {"W": "10c 7c 7o 7e", "S": "12e 11e 10e 4o"}
    # N's 31 comes first, and W's beats it
    rows, result = in_the_fourth("NSW", "SW", hands=hands, options={"real31": "hiru-zazpi"})
    assert rows == ["jokoa EW 1 negada call", "jokoa EW 3 worth showdown"]
    assert named(result) == ["federacion 86 N jokoa"]
    rows, _ = in_the_fourth("NSW", "SW", ACCEPTED["NS"], hands, options={"real31": "sota"})
    assert rows == ["jokoa EW 5 iduki showdown", "jokoa EW 3 worth showdown"]
    # W's is an ordinary one
    assert in_the_fourth("NSW", "SW", hands=hands)[0] == ["jokoa NS 5 worth showdown"]


def test_federacion_87_exception_31_of_the_esku_is_marked_as_passed_with_the_partners():
    for calls in ([], ACCEPTED["NS"], HORDAGO["NS"]):
        rows, result = in_the_fourth("NSW", "SW", calls)
        assert rows == ["jokoa NS 5 worth showdown"]
        assert named(result) == ["federacion 87 N jokoa"]
    assert in_the_fourth("NSW", "SW", esku="W")[0] == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
    # N is the first of those who have jokoa, with 34; W's jokoa comes before S's 31
    rows, _ = in_the_fourth("NSW", "SW", hands={"N": "12o 11o 10o 4o", "S": "12e 11e 10e 1e"})
    assert rows == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
    # but nothing of E's, which has no jokoa before it: S's 31 is the second to speak
    rows, _ = in_the_fourth("NSE", "SE", hands={"N": "12o 11o 10o 4o", "S": "12e 11e 10e 1e"})
    assert rows == ["jokoa NS 5 worth showdown"]
    assert in_the_fourth("NSW", "SW", ["EW envido 3", "NS tira"])[0] == [
        "jokoa EW 1 tira call",
        "jokoa EW 2 worth showdown",
    ]


def test_federacion_87_exception_a_bid_accepted_on_33_is_void():
    for calls in (ACCEPTED["NS"], HORDAGO["NS"]):
        rows, result = in_the_fourth("SW", "NSW", calls)
        assert rows == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
        assert named(result) == ["federacion 87 N jokoa"]
    # where the 33 is the first to speak, and where the bid was refused, it is valid as played
    rows, _ = in_the_fourth("SW", "NSW", ACCEPTED["NS"], esku="S")
    assert rows == ["jokoa EW 5 iduki showdown", "jokoa EW 2 worth showdown"]
    rows, result = in_the_fourth("SW", "NSW", ["EW envido 3", "NS tira"])
    assert rows == ["jokoa EW 1 tira call", "jokoa EW 2 worth showdown"]
    assert named(result) == ["federacion 86 N jokoa"]


def test_federacion_87_exception_jokoa_that_only_x_s_team_has():
    rows, result = in_the_fourth("NS", "S", hands={"N": "12o 11o 10o 4o"})  # 34 of N and 33 of S
    assert rows == ["jokoa NS 4 worth showdown"]
    assert named(result) == ["federacion 87 N jokoa"]


def test_federacion_91_yes_without_jokoa_beside_a_partner_who_alone_has_it_is_the_judges():
    rows, result = in_the_fourth("S", "NS")
    assert (rows, named(result), judged(result)) == ([], [], ["jokoa"])
    assert result["judge"]["why"] == "jokoa: N said yes to jokoa and has 19"


def test_federacion_89_yes_without_jokoa_and_nobody_has_it():
    for esku in "NWSE":
        rows, result = in_the_fourth("", "N", esku=esku)
        assert rows == ["jokoa EW 1 negada call", "jokoa EW 1 worth showdown"]
        assert named(result) == ["federacion 89 N jokoa"]


def test_federacion_86_a_bid_that_the_others_win_is_valid_as_played():
    rows, result = in_the_fourth("W", "NW", ACCEPTED["NS"])
    assert rows == ["jokoa EW 5 iduki showdown", "jokoa EW 2 worth showdown"]
    assert named(result) == ["federacion 86 N jokoa"]
    rows, _ = in_the_fourth("WE", "NWE", REFUSED["NS"])
    assert rows == ["jokoa EW 7 tira call", "jokoa EW 4 worth showdown"]
    _, result = in_the_fourth("WE", "NWE", HORDAGO["NS"])
    assert (result["winner"], result["ended_by"]) == ("EW", "hordago")


def test_federacion_86_and_90_passed_or_lost_the_others_mark_their_own_jokoa_and_1():
    for calls in ([], ACCEPTED["EW"], REFUSED["EW"], HORDAGO["EW"]):
        # S's 40 over E's 34, and W is the first of those who have it
        rows, result = in_the_fourth("SE", "NSE", calls, {"S": "12e 11e 10e 3e"}, esku="E")
        assert rows == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
        assert named(result) == ["federacion 86 N jokoa"]


# puntua, though somebody has jokoa


def test_federacion_88_nobody_said_jokoa_and_the_best_one_is_marked():
    for calls in ([], ACCEPTED["NS"], REFUSED["EW"], HORDAGO["NS"]):
        rows, result = in_the_fourth("NSW", "", calls)
        assert rows == ["puntua NS 3 worth showdown"]  # 31 of N, and not S's 33
        assert named(result) == ["federacion 88 - puntua"]
    rows, result = in_the_fourth("W", "", ACCEPTED["NS"])
    assert rows == ["puntua EW 2 worth showdown"]
    assert named(result) == ["federacion 88 W puntua"]


ROW_TESTS = [test for name, test in list(globals().items()) if name.startswith("test_federacion_")]


@pytest.mark.parametrize(
    "row",
    federacion.ROWS,
    ids=lambda row: " ".join([row.article, row.situation.name, *(c.__name__ for c in row.conditions)]),
)
def test_every_row_is_missed_where_it_is_taken_out(row):
    assert is_missed(federacion, row, ROW_TESTS)


# what no row decides


@pytest.mark.parametrize(
    ("having", "said"),
    [("WE", "NSWE"), ("NSW", "W"), ("NWE", "SWE")],
)
def test_two_errors_in_one_round_are_the_judges(having, said):
    rows, result = in_pareak(having, said)
    assert (rows, named(result), judged(result)) == ([], [], ["pareak", "puntua"])
    rows, result = in_the_fourth(having, said)
    assert (rows, named(result), judged(result)) == ([], [], ["jokoa"])


def test_errors_in_both_rounds_are_the_judges():
    for found in ({}, {"pareak": "open"}, {"jokoa": "open"}):
        rows, result = in_pareak("W", "NW", announced={"jokoa": ["S"]}, found=found)
        assert (rows, named(result), judged(result)) == ([], [], ["pareak", "jokoa"])
    # nobody said jokoa, and somebody has it
    cards = deal("", JOKOA, NO_JOKOA) | {"N": ["12o", "11o", "10o", "3o"]}
    _, result = outcome("federacion", cards, announced={"pareak": [], "jokoa": []})
    assert judged(result) == ["pareak", "puntua"]


def test_an_error_in_a_round_that_was_never_reached_is_none():
    announced = {"jokoa": ["S"]}
    rows, result = in_pareak("W", "NW", ["EW envido 2", "NS tira"], announced=announced, ew=39)
    assert rows == ["pareak EW 1 tira call"]
    assert (named(result), result["winner"], result["judge"]) == (["federacion 81 N pareak"], "EW", None)
    # but it is one where the bids that ended the karta aldia are void
    _, result = in_pareak("SW", "NSW", ["NS envido 2", "EW tira"], announced=announced, ns=39)
    assert (named(result), judged(result)) == ([], ["pareak"])


def test_a_wrong_number_of_cards_beside_a_wrong_announcement_is_the_judges():
    cards = deal("W", PAIRS, NO_PAIRS)
    cards["S"] = cards["S"][:3]
    rows, result = outcome("federacion", cards, announced={"pareak": ["N", "W"]}, found={"cards": "txikia"})
    assert (of("pareak", rows), judged(result)) == ([], ["pareak"])
    assert result["judge"]["why"] == ("pareak: N said yes to pareak and has none; S had 3 cards, found in txikia")
    cards["E"] = cards["E"][:3]
    _, result = outcome("federacion", cards, found={"cards": "txikia"})
    assert judged(result) == ["txikia", "pareak", "puntua"]


def test_bids_with_a_hand_that_does_not_count_are_as_passed_beside_an_error():
    # W said yes with five cards, and X has none: C marks its negada, and has no pairs
    cards = deal("W", PAIRS, NO_PAIRS)
    cards["W"] = [*cards["W"], "3c"]
    for calls in (ACCEPTED["NS"], REFUSED["EW"]):
        rows, result = outcome("federacion", cards, announced={"pareak": ["N", "W"]}, calls={"pareak": calls})
        assert of("pareak", rows) == ["pareak EW 1 negada call"]
        assert named(result)[:2] == ["federacion 15 W handia", "federacion 81 N pareak"]


@pytest.mark.parametrize(
    ("hand", "marked"),
    [
        ("7o 6o 5o 2o", ["puntua EW 1 negada call", "puntua EW 1 worth showdown"]),
        ("12o 10o 6o 4o", ["puntua NS 1 worth showdown"]),  # a 30, and the esku
    ],
)
def test_jokoa_after_an_error_in_pareak_is_puntua_where_only_a_hand_that_does_not_count_said_it(hand, marked):
    cards = deal("", PAIRS, NO_JOKOA) | {"N": hand.split()}
    cards["W"] = [*cards["W"], "3c"]
    announced = {"pareak": ["N"], "jokoa": ["W"]}
    rows, result = outcome("federacion", cards, announced=announced)
    assert [row for row in rows if row.startswith(("jokoa", "puntua"))] == marked
    assert named(result)[1:] == ["federacion 81 N pareak", "federacion 81 N puntua"]


def test_federacion_49_is_not_for_a_hand_that_does_not_count():
    # W accepts with five cards, and nobody else of its team plays: there were no bids, and N marks its own pairs
    cards = deal("NW", PAIRS, NO_PAIRS)
    cards["W"] = [*cards["W"], "3c"]
    calls = {"pareak": HORDAGO["EW"]}
    rows, result = outcome("federacion", cards, announced={"pareak": ["N", "W"]}, calls=calls)
    assert of("pareak", rows) == ["pareak NS 1 worth showdown"]
    assert (named(result), result["winner"]) == (["federacion 15 W handia"], None)


def test_federacion_49_is_for_a_round_without_an_error():
    # N's error in pareak bears on jokoa, where the others' hordago is accepted on 33: it is valid, and they win it
    _, result = after_pareak("SW", HORDAGO["NS"], esku="W")
    assert (result["winner"], result["ended_by"]) == ("EW", "hordago")
    # found in time, it bears on nothing later
    _, result = after_pareak_found_open()
    assert named(result)[-1] == "federacion 49 S jokoa"


def after_pareak_found_open():
    cards = deal("SW", JOKOA, NO_JOKOA) | {"N": ["7o", "5o", "2o", "2b"]}
    calls = {"jokoa": HORDAGO["NS"]}
    return outcome("federacion", cards, esku="W", announced={"pareak": []}, calls=calls, **OPEN)
