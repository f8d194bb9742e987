"""Mus, mintza and discards: every number that the rule books give, by article, and the state machine as such."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.deal.acts import Act, Word, legal_text
from engine.deal.dealing import Dealing, Mus
from engine.deal.mus import MUS_LAWS
from engine.errors import CallError
from engine.seats import Seat, Team, playing_order

# seats in playing order N, W, S, E: with N esku, E has dealt


def start(law="nabo", esku=Seat.N, seats=tuple(Seat), **more):
    return Dealing(MUS_LAWS[law], playing_order(esku, seats), **more)


def said(dealing, *acts):
    return reduce(Dealing.act, map(Act.parse, acts), dealing)


def all_mus(dealing):
    return said(dealing, "NS mus", "EW mus")


def may(dealing, word):
    """Who may say or do `word` now, teams after seats."""
    return " ".join(legal.speaker.value for legal in dealing.legal_acts() if legal.word is word)


def refusal(dealing, act):
    with pytest.raises(CallError) as caught:
        said(dealing, act)
    return str(caught.value)


# --- who speaks when


def test_nabo_8_both_partners_then_zuretan():
    dealing = start("nabo")
    assert may(dealing, Word.MUS) == may(dealing, Word.MINTZA) == "N S NS"
    assert refusal(dealing, "W mus") == (
        "'W mus': W speaks once N and S said mus (nabo 8); "
        "legal now: N mus, S mus, NS mus, N mintza, S mintza, NS mintza"
    )
    dealing = said(dealing, "S mus")
    assert may(dealing, Word.MUS) == "N NS"
    assert "W speaks once N said mus" in refusal(dealing, "W mintza")
    dealing = said(dealing, "N mus")
    assert may(dealing, Word.MUS) == may(dealing, Word.MINTZA) == "W E EW"
    assert said(start("nabo"), "NS zuretan") == dealing


def test_france_the_eskus_team_speaks_before_the_other():
    dealing = start("france", Seat.W)
    assert may(dealing, Word.MUS) == "W E EW"
    assert may(said(dealing, "EW mus"), Word.MINTZA) == "S N NS"


def test_wikipedia_the_esku_its_partner_the_second_the_zaku():
    dealing = start("wikipedia")
    turns = []
    for act in ("N mus", "S mus", "W mus", "E mus"):
        turns.append(may(dealing, Word.MINTZA))
        dealing = said(dealing, act)
    assert turns == ["N NS", "S NS", "W EW", "E EW"]
    assert dealing.discarding
    assert "E speaks once N and W and S said mus" in refusal(start("wikipedia"), "E mintza")


def test_federacion_26_who_may_cut():
    dealing = start("federacion")
    assert may(dealing, Word.MINTZA) == "N S NS", "the third may cut at any moment, without its partner"
    dealing = said(dealing, "N mus")
    assert may(dealing, Word.MINTZA) == "W S NS EW", "the second once the esku has given mus"
    dealing = said(dealing, "S mus")
    assert may(dealing, Word.MINTZA) == "W E EW", "the fourth once both have"
    assert said(dealing, "E mintza").cut is Seat.E


def test_a_team_may_cut_and_give_mus_as_one():
    assert (said(start(), "NS mintza").cut, said(start(), "NS mintza").esku) == (Team.NS, Seat.N)
    assert "EW speaks once N and S said mus" in refusal(start("federacion"), "EW mus")
    assert "EW speaks once N and S said mus" in refusal(start("nabo"), "EW mintza")
    assert "EW speaks once N said mus" in refusal(start("federacion"), "EW mintza")


def test_who_gave_mus_cannot_cut_it_in_the_same_talk():
    dealing = said(start(), "N mus")
    assert "N has said mus already" in refusal(dealing, "N mus")
    assert "N has said mus already" in refusal(dealing, "N mintza")
    assert "NS has said mus already" in refusal(said(dealing, "S mus"), "NS mus")


def test_one_mintza_ends_it():
    dealing = said(start(), "NS mus", "W mus", "E mintza")
    assert (dealing.over, dealing.cut, dealing.esku, dealing.legal_acts()) == (True, Seat.E, Seat.N, ())
    assert refusal(dealing, "N mus") == "'N mus': E cut the mus, and the rounds have begun"


def test_nobody_speaks_from_an_empty_seat_and_announcements_come_later():
    two = start("france", seats=(Seat.N, Seat.W))
    assert "nobody sits at E" in refusal(two, "E mus")
    assert "announcements come after txikia" in refusal(two, "N pareak bai")
    assert said(two, "N mus", "W mus").discarding


@pytest.mark.parametrize("law", MUS_LAWS)
@pytest.mark.parametrize("pair", [(Seat.N, Seat.W), (Seat.W, Seat.N), (Seat.E, Seat.S)])
def test_two_players_speak_one_after_the_other(law, pair):
    esku, other = pair
    dealing = start(law, esku, pair)
    assert may(dealing, Word.MUS) == f"{esku.value} {esku.team.value}"
    assert may(said(dealing, f"{esku.value} mus"), Word.MUS) == f"{other.value} {other.team.value}"


def test_federacion_28_with_five_tantos_missing_everybody_cuts_at_any_moment():
    dealing = start("federacion", anyone=True)
    assert may(dealing, Word.MINTZA) == "N W S E NS EW"
    assert may(dealing, Word.MUS) == "N S NS", "mus is still given in turn"
    assert said(dealing, "N mus", "N mintza").over
    dealing = said(all_mus(dealing), "E deskarte 4", "W mintza")
    assert (dealing.cut, dealing.over) == (Seat.W, False), "the discards are still dealt"
    assert "the mus is cut already" in refusal(dealing, "N mintza")
    dealing = said(dealing, "S deskarte 1", "W deskarte 2", "N deskarte 1")
    assert (dealing.over, dealing.esku) == (True, Seat.N)


# --- mus corrido


def test_federacion_6_who_cuts_the_mus_is_the_first_esku():
    dealing = start("federacion", corrido=True)
    assert dealing.esku is None
    assert may(dealing, Word.MINTZA) == "N"
    assert "a seat has to say it (federacion 6)" in refusal(dealing, "NS mintza")
    assert "S speaks once W said mus (federacion 6)" in refusal(said(dealing, "N mus"), "S mus")
    assert "NS speaks once W said mus" in refusal(dealing, "NS mus")
    dealing = said(dealing, "N mus", "W mus", "S mintza")
    assert (dealing.over, dealing.esku) == (True, Seat.S)


def test_federacion_6_the_mus_runs_on_after_discards():
    dealing = said(start("federacion", corrido=True), "N mus", "W mus", "S mus", "E mus")
    dealing = said(dealing, "E deskarte 1", "S deskarte 1", "W deskarte 1", "N deskarte 1")
    assert dealing.esku is None
    assert said(dealing, "N mintza").esku is Seat.N
    with pytest.raises(CallError, match=r"nobody is esku until the mus is cut \(federacion 6\)"):
        dealing.visto()


# --- discards


def test_nabo_9_new_cards_only_after_all_four_have_discarded():
    dealing = said(all_mus(start()), "W deskarte 1", "N deskarte 4", "E deskarte 2")
    assert (dealing.deals, dealing.discarding) == (1, True)
    assert [str(legal) for legal in dealing.legal_acts()] == ["S deskarte 1 to 4"]
    assert "once there is mus S discards at least 1 (nabo 9)" in refusal(dealing, "S deskarte 0")
    dealing = said(dealing, "S deskarte 3")
    assert (dealing.deals, dealing.discarding) == (2, False)
    assert (dealing.said, dealing.discards) == (frozenset(), ())


def test_nobody_discards_before_or_twice_and_nobody_for_a_team():
    assert "nothing is discarded until there is mus" in refusal(start(), "N deskarte 1")
    dealing = said(all_mus(start()), "W deskarte 1")
    assert "W has discarded already" in refusal(dealing, "W deskarte 1")
    assert "each seat says for itself how many cards it throws" in refusal(dealing, "NS deskarte 1")
    assert "mus is agreed, and everybody discards" in refusal(dealing, "N mus")
    assert "mus is agreed, and everybody discards" in refusal(dealing, "N mintza")


def test_wikipedia_up_to_all_four_or_none_at_all():
    dealing = all_mus(start("wikipedia"))
    assert str(dealing.legal_acts()[0]) == "N deskarte 0 to 4"
    dealing = said(dealing, "N deskarte 0", "W deskarte 4", "S deskarte 0", "E deskarte 0")
    assert (dealing.deals, dealing.over) == (2, False)


def test_france_one_to_four_cards():
    dealing = all_mus(start("france"))
    assert str(dealing.legal_acts()[0]) == "N deskarte 1 to 4"
    assert "at least 1 (france, phase 1)" in refusal(dealing, "W deskarte 0")


def test_federacion_13_the_dealer_discards_first_the_esku_last():
    dealing = all_mus(start("federacion"))
    order = []
    for _ in range(4):
        (legal,) = dealing.legal_acts()
        order.append(legal.speaker)
        if legal.speaker is not Seat.N:
            assert f"{legal.speaker.value} discards before N (federacion 13)" in refusal(dealing, "N deskarte 1")
        dealing = said(dealing, f"{legal.speaker.value} deskarte 1")
    assert order == [Seat.E, Seat.S, Seat.W, Seat.N]


def test_federacion_20_in_common_mus_nobody_keeps_the_whole_hand():
    assert "E discards at least 1 (federacion 20)" in refusal(all_mus(start("federacion")), "E servido")


# --- what follows from faults


def test_nabo_6_voluntary_mus_who_wants_throws_and_nobody_cuts():
    dealing = start().voluntary()
    assert (dealing.mus, dealing.discarding) == (Mus.VOLUNTARY, True)
    assert "nobody can cut a voluntary mus (nabo 6)" in refusal(dealing, "N mintza")
    assert str(dealing.legal_acts()[0]) == "N deskarte 0 to 4"
    dealing = said(dealing, "N deskarte 0", "W deskarte 0", "S deskarte 2", "E deskarte 0")
    assert (dealing.mus, dealing.deals, dealing.over) == (Mus.COMMON, 2, False)
    assert may(dealing, Word.MINTZA) == "N S NS"
    for late in (dealing, said(start(), "N mus")):
        with pytest.raises(CallError, match="voluntary mus follows a card overturned in the first deal"):
            late.voluntary()


def second_deal(law="federacion"):
    return said(all_mus(start(law)), "E deskarte 1", "S deskarte 1", "W deskarte 1", "N deskarte 1")


def test_federacion_17_in_mus_visto_the_esku_alone_decides():
    dealing = second_deal().visto()
    assert [str(legal) for legal in dealing.legal_acts()] == ["N mus", "NS mus", "N mintza", "NS mintza"]
    for act in ("S mintza", "W mus", "EW mintza"):
        assert "N, who is esku, decides alone (federacion 17)" in refusal(dealing, act)
    assert (said(dealing, "N mintza").over, said(dealing, "N mintza").cut) == (True, Seat.N)
    assert said(dealing, "NS mus").discarding
    assert said(dealing, "N mus").discarding


def test_federacion_20_after_mus_visto_anybody_but_the_esku_keeps_the_whole_hand_and_there_is_no_further_mus():
    dealing = said(second_deal().visto(), "N mus")
    assert "mus is agreed" in refusal(dealing, "N mintza")
    assert [str(legal) for legal in dealing.legal_acts()] == ["E deskarte 0 to 4"]
    dealing = said(dealing, "E servido", "S deskarte 1", "W deskarte 2")
    assert "N discards at least 1 (federacion 20)" in refusal(dealing, "N servido")
    dealing = said(dealing, "N deskarte 1")
    assert (dealing.over, dealing.cut, dealing.esku, dealing.deals) == (True, None, Seat.N, 3)
    assert "a hand was kept whole after mus visto" in refusal(dealing, "N mintza")


def test_federacion_20_where_all_discard_after_mus_visto_mus_is_spoken_of_again():
    dealing = said(second_deal().visto(), "N mus", "E deskarte 1", "S deskarte 1", "W deskarte 2", "N deskarte 1")
    assert (dealing.over, dealing.mus, dealing.deals) == (False, Mus.COMMON, 3)


def test_federacion_18_there_is_no_mus_visto_in_the_first_deal():
    for wrong in (start("federacion"), said(second_deal(), "N mus")):
        with pytest.raises(
            CallError, match=r"a card seen in a later deal, before anybody speaks \(federacion 17, 18\)"
        ):
            wrong.visto()


def test_federacion_22_who_counted_the_pack_discards_nothing():
    dealing = all_mus(start("federacion").bar(Seat.E))
    assert [str(legal) for legal in dealing.legal_acts()] == ["E deskarte 0"]
    assert "E counted the pack and discards nothing (federacion 22)" in refusal(dealing, "E deskarte 1")
    dealing = said(dealing, "E deskarte 0", "S deskarte 1", "W deskarte 1", "N deskarte 1")
    assert (dealing.deals, dealing.over, dealing.barred) == (2, False, frozenset())


def test_federacion_22_the_others_may_have_mus_though_the_team_that_counted_cuts_it():
    asked = said(start("federacion").bar(Seat.S), "N mintza")
    assert (asked.over, asked.asked) == (False, Team.EW)
    assert [str(legal) for legal in asked.legal_acts()] == [
        "W mus", "E mus", "EW mus", "W mintza", "E mintza", "EW mintza",
    ]  # fmt: skip
    assert "EW may still have mus, or let it be cut (federacion 22)" in refusal(asked, "S mus")
    cut = said(asked, "EW mintza")
    assert (cut.over, cut.cut, cut.asked) == (True, Seat.N, None)
    mus = said(asked, "W mus")
    assert (mus.over, mus.cut, mus.discarding) == (False, None, True)
    mus = said(mus, "E deskarte 1", "S deskarte 0")
    assert (mus.discarding, mus.over) == (True, False)


def test_federacion_22_in_mus_visto_a_hand_kept_for_having_counted_is_not_served():
    """Article 20 is about a hand that is kept of one's own will."""
    seen = said(all_mus(start("federacion")), "E deskarte 1", "S deskarte 1", "W deskarte 1", "N deskarte 1").visto()
    mus = said(seen.bar(Seat.W), "N mus")
    assert "W counted the pack" in refusal(said(mus, "E deskarte 1", "S deskarte 1"), "W deskarte 1")
    assert not said(mus, "E deskarte 1", "S deskarte 1", "W deskarte 0", "N deskarte 1").over
    assert said(mus, "E deskarte 0", "S deskarte 1", "W deskarte 0", "N deskarte 1").over
    assert said(seen.bar(Seat.S), "N mintza").asked is Team.EW


def test_federacion_22_who_cuts_and_did_not_count_just_cuts():
    assert said(start("federacion").bar(Seat.W), "N mintza").over
    assert said(start("federacion").bar(Seat.W).bar(Seat.S), "N mintza").over


def test_federacion_22_comes_too_late_once_the_seat_has_discarded():
    thrown = said(all_mus(start("federacion")), "E deskarte 1")
    with pytest.raises(CallError, match=r"E has discarded in this mus already: .* \(federacion 22, 91\)"):
        thrown.bar(Seat.E)
    assert thrown.bar(Seat.S).barred == {Seat.S}
    with pytest.raises(CallError, match="nobody sits at E"):
        start("federacion", seats=(Seat.N, Seat.W)).bar(Seat.E)


# --- the state machine

EVERY_ACT = [
    Act(speaker, word, number)
    for speaker in (*Team, *Seat)
    for word in Word
    for number in (range(5) if word.takes_number else (None,))
]


def refused(state, deed):
    """The refusal of `deed`, None where it is accepted."""
    try:
        state.act(deed)
    except CallError as error:
        return str(error)
    return None


def dealing_from(seed):
    """The first state, legal acts drawn by chance, and the state after them."""
    chance = Random(seed)
    seats = chance.choice([tuple(Seat), tuple(Seat), (Seat.N, Seat.W), (Seat.S, Seat.W)])
    law, esku = chance.choice(list(MUS_LAWS)), chance.choice(seats)
    dealing = start(law, esku, seats, corrido=chance.random() < 0.3, anyone=chance.random() < 0.3)
    first, acts = dealing, []
    for _ in range(chance.randrange(30)):
        legal = dealing.legal_acts()
        if not legal:
            break
        # mus more often than chance would have it: a cut ends everything
        mus = [one for one in legal if one.word is Word.MUS]
        one = chance.choice(mus if mus and chance.random() < 0.85 else legal)
        number = None if one.least is None else chance.randint(one.least, one.most)
        acts.append(Act(one.speaker, one.word, number))
        dealing = dealing.act(acts[-1])
    return first, acts, dealing


dealings = st.integers(0, 2**64).map(dealing_from)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(dealings)
def test_a_state_is_the_fold_of_its_acts(drawn):
    first, acts, dealing = drawn
    assert reduce(Dealing.act, acts, first) == dealing
    assert dealing.over or dealing.legal_acts(), "somebody can always go on"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(dealings, st.sampled_from([None, "visto", "bar"]))
def test_legal_acts_are_those_that_are_accepted_and_a_refused_one_changes_nothing(drawn, remedy):
    first, acts, dealing = drawn
    if remedy:
        try:
            dealing = dealing.visto() if remedy == "visto" else dealing.bar(Seat.N)
        except CallError:
            remedy = None
    legal = {(one.speaker, one.word): one for one in dealing.legal_acts()}
    for act in EVERY_ACT:
        one = legal.get((act.speaker, act.word))
        expected = one is not None and (act.number is None or one.least <= act.number <= one.most)
        why = refused(dealing, act)
        assert (why is None) == expected, act
        assert expected or (why.startswith(f"'{act}': ") and why.endswith(legal_text(dealing.legal_acts())))
    assert remedy or dealing == reduce(Dealing.act, acts, first)
