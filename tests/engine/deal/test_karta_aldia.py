"""The whole karta aldia: how mus, announcements and bidding join, for the table and for `score` alike."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.advice.incidents import Follows, Remedy
from engine.bids.aldia import Aldia
from engine.calls import Action, Call
from engine.deal.acts import Act, LegalAct, Word
from engine.deal.karta_aldia import KartaAldia, Stage, Step, parse_deed
from engine.deal.setting import Setting
from engine.errors import CallError
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import BOOK_NAMES, parse_rulebook, rulebook
from engine.seats import Seat, Team
from engine.showdown import score
from engine.tantos.tally import When
from tests.engine import oracle, strategies
from tests.engine.deal.test_dealing import EVERY_ACT, refused


def start(rules="nabo", dealer=Seat.E, ns=0, ew=0, **more):
    setting = Setting(rulebook(rules), dealer, {Team.NS: ns, Team.EW: ew}, **more)
    return KartaAldia.start(setting)


def said(state, *texts):
    return reduce(KartaAldia.said, texts, state)


def cut(rules="nabo", **more):
    return said(start(rules, **more), "N mintza")


def passed(state, *, rounds):
    return reduce(KartaAldia.act, [Step.PASS_ROUND] * rounds, state)


def announcing(rules="nabo", **more):
    """After handia and txikia, before pareak is announced."""
    return passed(cut(rules, **more), rounds=2)


def legal(state):
    return [str(call) for call in state.legal_calls()]


def record(state):
    """What a hand record has of a karta aldia whose mus is cut."""
    told = {"pareak": state.aldia.pareak, "jokoa": state.aldia.jokoa, "perete": state.peretes or None}
    return {
        "esku": state.esku.value,
        "score": {team.value: tantos for team, tantos in state.setting.score.items()},
        "announced": {
            name: [seat.value for seat in state.aldia.seats if seat in seats]
            for name, seats in told.items()
            if seats is not None
        },
        "calls": {round.value: [str(call) for call in calls] for round, calls in state.aldia.calls.items()},
    }


def refusal(state, deed):
    with pytest.raises(CallError) as caught:
        state.act(parse_deed(deed) if isinstance(deed, str) else deed)
    return str(caught.value)


def test_it_goes_through_all_its_phases():
    state = start()
    phases = [state.stage]
    for text in (
        "NS mus", "EW mus", "N deskarte 2", "W deskarte 1", "S deskarte 4", "E deskarte 1", "N mus", "S mintza",
        "NS envido 2", "EW tira", "N envido 2", "W iduki",
        "N pareak bai", "W pareak bai", "S pareak ez", "E pareak ez", "W envido 5", "N iduki",
        "N jokoa ez", "W jokoa ez", "S jokoa ez", "E jokoa ez", "W hordago", "N tira",
    ):  # fmt: skip
        state = state.said(text)
        if state.stage is not phases[-1]:
            phases.append(state.stage)
    assert phases == [
        Stage.MUS,
        Stage.DISCARDS,
        Stage.MUS,
        Stage.HANDIA,
        Stage.TXIKIA,
        Stage.PAREAK_SAID,
        Stage.PAREAK,
        Stage.JOKOA_SAID,
        Stage.PUNTUA,
        Stage.OVER,
    ]
    assert (state.esku, state.score, state.legal_calls()) == (Seat.N, {Team.NS: 1, Team.EW: 1}, ())
    assert record(state) == {
        "esku": "N",
        "score": {"NS": 0, "EW": 0},
        "announced": {"pareak": ["N", "W"], "jokoa": []},
        "calls": {
            "handia": ["NS envido 2", "EW tira"],
            "txikia": ["N envido 2", "W iduki"],
            "pareak": ["W envido 5", "N iduki"],
            "puntua": ["W hordago", "N tira"],
        },
    }
    assert refusal(state, "N mus") == "'N mus': the karta aldia is over"
    assert "all rounds are closed" in refusal(state, "N paso")
    with pytest.raises(CallError, match="all rounds are closed"):
        state.act(Step.PASS_ROUND)


def test_before_the_mus_is_cut_nothing_is_bid_or_announced():
    assert refusal(start(), "NS envido 2").startswith("'NS envido 2': the mus has not been cut; legal now: N mus")
    assert refusal(start(), "N pareak bai").startswith("'N pareak bai': announcements come after txikia; legal now")
    assert refusal(start(), Step.PASS_ROUND).startswith("'pass round': no round is in progress; legal now: N mus")


def test_once_the_mus_is_cut_it_is_no_longer_spoken_of():
    assert "the mus has been cut, and the rounds have begun; legal now: NS paso" in refusal(cut(), "N mus")
    assert "handia is in progress" in refusal(cut(), "N pareak bai")


def test_undo_drops_the_last_act():
    state = said(announcing(), "N pareak bai", "W pareak bai", "NS pareak ez")
    assert state.undo() == said(announcing(), "N pareak bai", "W pareak bai")
    while state.acts:
        state = state.undo()
    assert state == start()
    with pytest.raises(CallError, match="there is nothing to take back"):
        state.undo()


def test_a_deed_that_cannot_be_read_is_refused_with_both_forms():
    with pytest.raises(CallError, match=r"'N bai' is no act: .*'N deskarte 3'; or 'N bai' is no call: .*'NS envido 2'"):
        parse_deed("N bai")
    for text, why in {
        "NS envido": "envido needs a number of tantos, at least 1",
        "EW gehiago 0": "gehiago needs a number of tantos, at least 1, not 0",
        "NS tira 2": "tira takes no number, not 2",
        "N deskarte": "deskarte needs a number of cards, 0 to 4",
        "N deskarte 7": "deskarte needs a number of cards, 0 to 4, not 7",
        "N mus 1": "mus takes no number, not 1",
    }.items():
        with pytest.raises(CallError, match=f"^'{text}': {why}$"):
            parse_deed(text)
    assert parse_deed("N mus") == Act(Seat.N, Word.MUS)
    assert parse_deed("N paso") == Call(Seat.N, Action.PASO)


# --- announcements


def test_announcements_are_made_in_playing_order():
    state = announcing()
    assert legal(state) == ["N pareak bai", "N pareak ez", "NS pareak ez"]
    assert refusal(state, "W pareak bai").startswith("'W pareak bai': N announces before W; legal now: N pareak bai")
    assert "EW" not in " ".join(legal(state))
    assert "jokoa bai': pareak is announced now" in refusal(state, "N jokoa bai")
    assert "'NS envido 2': pareak is announced first" in refusal(state, "NS envido 2")
    state = said(state, "N pareak ez")
    assert "N has announced already" in refusal(state, "N pareak ez")
    assert legal(state) == ["W pareak bai", "W pareak ez", "EW pareak ez"]


def test_a_team_says_no_for_both_but_yes_a_seat_says_for_itself():
    state = said(announcing(), "NS pareak ez")
    assert legal(state) == ["W pareak bai", "W pareak ez", "EW pareak ez"]
    assert "which of EW has it? A seat says so for itself" in refusal(state, "EW pareak bai")
    assert "NS has announced already" in refusal(state, "NS pareak ez")
    assert "N announces before EW" in refusal(announcing(), "EW pareak ez")


def test_nobody_announces_from_an_empty_seat():
    two = passed(cut("france", seats=(Seat.N, Seat.W)), rounds=2)
    assert "nobody sits at S" in refusal(two, "S pareak bai")
    assert said(two, "N pareak bai", "W pareak bai").stage is Stage.PAREAK


def test_pareak_is_played_where_both_teams_have_them():
    state = said(announcing(), "N pareak bai", "W pareak bai", "S pareak ez", "E pareak ez")
    assert (state.stage, state.aldia.pareak) == (Stage.PAREAK, {Seat.N, Seat.W})
    assert legal(state) == ["NS paso", "EW paso", "NS envido n (n at least 2)", "EW envido n (n at least 2)",
                            "NS hordago", "EW hordago"]  # fmt: skip
    assert said(state, "N paso", "W paso").stage is Stage.JOKOA_SAID


@pytest.mark.parametrize("answers", ["bai ez bai ez", "ez bai ez ez", "ez ez ez ez"])
def test_pareak_is_not_played_where_one_team_has_them_or_none(answers):
    state = announcing()
    for seat, answer in zip("NWSE", answers.split(), strict=True):
        state = said(state, f"{seat} pareak {answer}")
    assert (state.stage, state.aldia.round) == (Stage.JOKOA_SAID, Round.FOURTH)
    assert legal(state)[0] == "N jokoa bai"
    assert "jokoa is announced now" in refusal(state, "N pareak bai")


def no_pareak(rules="nabo"):
    return said(announcing(rules), "NS pareak ez", "EW pareak ez")


def test_the_fourth_round_is_jokoa_if_both_teams_have_it_puntua_if_nobody_has_and_over_otherwise():
    jokoa = said(no_pareak(), "N jokoa ez", "W jokoa bai", "S jokoa bai", "E jokoa ez")
    assert (jokoa.stage, jokoa.aldia.jokoa) == (Stage.JOKOA, {Seat.W, Seat.S})
    puntua = said(no_pareak(), "NS jokoa ez", "EW jokoa ez")
    assert (puntua.stage, puntua.aldia.jokoa) == (Stage.PUNTUA, frozenset())
    assert said(puntua, "N envido 2").aldia.to_answer is Team.EW
    alone = said(no_pareak(), "N jokoa bai", "W jokoa ez", "S jokoa bai", "E jokoa ez")
    assert alone.stage is Stage.OVER


def test_where_announcements_are_not_told_any_seat_bids_and_the_fourth_round_has_no_name():
    state = passed(cut(told=False), rounds=2)
    assert (state.stage, state.aldia.pareak) == (Stage.PAREAK, None)
    assert "N pareak bai': announcements are not told here" in refusal(state, "N pareak bai")
    state = said(state, "S envido 2", "E tira", "N envido 3", "W iduki")
    assert (state.stage, state.score) == (Stage.OVER, {Team.NS: 1, Team.EW: 0})
    assert said(passed(cut(told=False), rounds=3), "N envido 3").stage is Stage.FOURTH
    told = record(state)
    assert (told["announced"], told["calls"]["fourth"]) == ({}, ["N envido 3", "W iduki"])


# --- begun at mintza, as the table and records begin


def begun(rules="nabo", ns=0, ew=0, **more):
    return KartaAldia.start(Setting.from_mintza(rulebook(rules), Seat.S, {Team.NS: ns, Team.EW: ew}, **more))


def calls(*texts):
    return tuple(map(Call.parse, texts))


def test_it_may_begin_at_mintza_with_no_mus_and_no_announcement_told():
    state = begun()
    assert (state.stage, state.esku, state.dealing.seats[-1]) == (Stage.HANDIA, Seat.S, Seat.W)
    assert (state.aldia.pareak, state.aldia.jokoa) == (None, None)
    assert "N mus': the mus has been cut, and the rounds have begun; legal now: NS paso" in refusal(state, "N mus")
    with pytest.raises(CallError, match="there is nothing to take back"):
        state.undo()
    state = said(passed(state, rounds=2), "S envido 2")
    assert state.undo().undo().stage is Stage.TXIKIA
    assert KartaAldia.fold(state.setting, state.acts) == state
    assert record(said(state, "W tira").act(Step.PASS_ROUND)) == {
        "esku": "S",
        "score": {"NS": 0, "EW": 0},
        "announced": {},
        "calls": {"pareak": ["S envido 2", "W tira"]},
    }


def test_it_may_begin_at_mintza_with_the_announcements_known():
    state = begun(pareak=frozenset({Seat.N}), jokoa=frozenset({Seat.N, Seat.E}))
    alone = passed(state, rounds=2)
    assert (alone.stage, legal(alone)) == (Stage.PAREAK, ["NS paso", "EW paso"])
    assert "nobody can bid where not both teams play the round" in refusal(alone, "NS envido 2")
    assert passed(state, rounds=3).stage is Stage.JOKOA
    assert "announcements are not told here" in refusal(alone, "N pareak bai")
    assert record(state)["announced"] == {"pareak": ["N"], "jokoa": ["E", "N"]}


def test_cards_dealt_again_begin_at_mintza_again():
    state = KartaAldia.start(Setting.from_mintza(PERETE, Seat.S, {Team.NS: 0, Team.EW: 0}))
    state = said(state, "N perete", "N envido 2").act(Remedy(Follows.DEAL_AGAIN))
    assert (state.stage, state.esku, state.aldia.calls, state.peretes) == (Stage.HANDIA, Seat.S, {}, frozenset())
    right = state.act(Remedy(Follows.DEAL_RIGHT, seat=Seat.N))
    assert (right.stage, right.esku) == (Stage.HANDIA, Seat.W)


def test_there_are_no_rounds_before_the_mus_is_cut():
    with pytest.raises(CallError, match="the mus has not been cut; legal now: N mus"):
        _ = start().rounds


def test_one_against_one_begins_at_mintza_with_two_seats():
    state = begun("france", seats=(Seat.E, Seat.S))
    assert (state.dealing.seats, state.esku) == ((Seat.S, Seat.E), Seat.S)


def test_what_is_left_is_passed_in_one_step():
    state = said(begun(), "NS envido 2", "EW iduki")
    over = state.act(Step.FINISH)
    assert (over.stage, over.acts[2:], over.undo()) == (Stage.OVER, (Step.FINISH,), state)
    assert over.act(Step.FINISH).stage is Stage.OVER
    waiting = said(begun(), "NS envido 2")
    assert refusal(waiting, Step.FINISH).startswith("handia: the bid 'NS envido 2' has no answer; legal now: EW iduki")
    assert "no round is in progress" in refusal(cut(), Step.FINISH), "pareak has to be announced"


# --- tio Perete's hand

PERETE = replace(rulebook("spain"), title="Our club", tio_perete=True)


def perete(**more):
    return KartaAldia.start(Setting(PERETE, Seat.E, {Team.NS: 0, Team.EW: 0}, **more))


def test_tio_peretes_hand_is_declared_once_the_mus_is_cut_and_before_play():
    too_early = "declared once the mus is cut, as a hand may change until then; legal now: N mus"
    assert too_early in refusal(perete(), "N perete")
    state = said(perete(), "N mintza")
    assert legal(state)[-4:] == ["N perete", "W perete", "S perete", "E perete"]
    state = said(state, "S tío Perete", "E perete")
    assert (state.peretes, state.stage) == ({Seat.S, Seat.E}, Stage.HANDIA)
    assert legal(state)[-2:] == ["N perete", "W perete"]
    assert "S has declared it already" in refusal(state, "S perete")
    assert "which of EW has it? A seat says so for itself" in refusal(state, "EW perete")
    assert state.undo().peretes == {Seat.S}
    assert "before play, and handia has begun" in refusal(said(state, "N paso"), "N perete")
    assert "before play, and handia has begun" in refusal(state.act(Step.PASS_ROUND), "N perete")
    assert "the karta aldia is over" in refusal(said(state, "N hordago", "W iduki"), "N perete")


def test_nobody_declares_it_from_an_empty_seat_or_where_the_book_gives_no_point():
    two = said(perete(seats=(Seat.N, Seat.W)), "N mintza")
    assert "nobody sits at S" in refusal(two, "S perete")
    title = rulebook("nabo").title
    assert f"'N perete': {title} gives no point for 4-5-6-7; legal now: NS paso" in refusal(cut(), "N perete")
    assert "perete" not in " ".join(legal(cut()))


# --- a wrong announcement put right


def played(rules, *texts):
    return said(announcing(rules), "N pareak bai", "W pareak bai", "S pareak ez", "E pareak ez", *texts)


def test_federacion_78_an_announcement_is_put_right_before_the_round_is_closed():
    state = said(announcing("federacion"), "N pareak ez", "N pareak bai", "W pareak bai", "NS pareak ez", "E pareak ez")
    assert state.aldia.pareak == {Seat.N, Seat.W}
    assert "N pareak ez" in legal(said(announcing("federacion"), "N pareak bai"))


def test_federacion_79_bids_without_an_answer_are_taken_back_and_the_round_begins_again():
    state = played("federacion", "N paso", "W envido 5")
    assert "S pareak bai" in legal(state)
    assert "S pareak ez" not in legal(state)
    state = said(state, "S pareak bai")
    assert (state.stage, state.aldia.pareak, state.aldia.calls) == (Stage.PAREAK, {Seat.N, Seat.W, Seat.S}, {})
    assert said(played("federacion", "W envido 5"), "W pareak ez").stage is Stage.JOKOA_SAID
    # two bids at once are no answer (38)
    two = said(announcing("federacion"), "N pareak bai", "W pareak bai", "S pareak bai", "E pareak ez")
    two = said(two, "N envido 2", "S envido 5")
    assert said(two, "E pareak bai").aldia.calls == {}
    assert two.act(Remedy(Follows.PUT_RIGHT, "federacion 79")).rounds.calls == {}


def test_federacion_80_once_a_bid_is_answered_the_round_stands():
    state = played("federacion", "N envido 2", "W gehiago 3")
    assert "a bid has been answered: federacion 80, 81 settle it when the cards are shown" in refusal(
        state, "S pareak bai"
    )


def test_federacion_84_jokoa_likewise_also_where_puntua_had_begun():
    state = said(no_pareak("federacion"), "NS jokoa ez", "EW jokoa ez", "N envido 2")
    assert state.stage is Stage.PUNTUA
    state = said(state, "N jokoa bai")
    assert state.stage is Stage.OVER, "one team alone has jokoa"
    state = said(no_pareak("federacion"), "N jokoa ez", "W jokoa bai", "S jokoa ez", "E jokoa ez")
    assert state.stage is Stage.OVER
    state = said(no_pareak("federacion"), "N jokoa bai", "W jokoa bai", "S jokoa ez", "E jokoa ez", "W envido 2")
    assert said(state, "S jokoa bai").aldia.jokoa == {Seat.N, Seat.W, Seat.S}
    assert "federacion 85, 86" in refusal(said(state, "N gehiago 2"), "S jokoa bai")


def test_the_other_books_do_not_say_so():
    for rules in ("nabo", "spain", "basque", "france"):
        assert "S has announced already" in refusal(played(rules), "S pareak bai")


# --- steps of the table


def test_a_round_that_everybody_passed_is_closed_in_one_step():
    state = cut().act(Step.PASS_ROUND)
    assert (state.stage, state.aldia.calls) == (Stage.TXIKIA, {})
    assert "no round is in progress; legal now: N pareak bai" in refusal(announcing(), Step.PASS_ROUND)


def test_federacion_57_opening_the_next_round_refuses_the_bid_that_waits():
    state = said(cut("federacion"), "N envido 5", "E gehiago 2").act(Step.PASS_ROUND)
    assert (state.stage, state.score) == (Stage.TXIKIA, {Team.NS: 0, Team.EW: 5})
    assert record(state)["calls"] == {"handia": ["N envido 5", "E gehiago 2", "NS tira"]}
    last = said(no_pareak("federacion"), "NS jokoa ez", "EW jokoa ez", "N envido 2")
    assert "puntua: the bid 'N envido 2' has no answer; legal now: EW iduki" in refusal(last, Step.PASS_ROUND)
    assert "has no answer" in refusal(said(cut("nabo"), "N envido 5"), Step.PASS_ROUND)


def test_a_game_that_ends_at_a_call_ends_it():
    state = said(cut(ns=39), "N envido 2", "W tira")
    assert (state.stage, state.score, state.legal_calls()) == (Stage.OVER, {Team.NS: 40, Team.EW: 0}, ())
    state = said(cut(), "N hordago", "W iduki")
    assert (state.stage, state.aldia.hordago) == (Stage.OVER, Round.HANDIA)


# --- mus corrido, and near the target


def test_federacion_6_who_cuts_the_first_mus_is_esku():
    state = said(start("federacion", corrido=True), "N mus", "W mintza")
    assert (state.esku, state.aldia.seats[0], state.stage) == (Seat.W, Seat.W, Stage.HANDIA)
    assert passed(state, rounds=2).legal_calls()[0] == LegalAct(Seat.W, Word.PAREAK_BAI)
    assert start("federacion", corrido=True).esku is None


def test_federacion_28_five_tantos_or_fewer_missing():
    assert "E mintza" in legal(start("federacion", ns=35))
    assert "E mintza" not in legal(start("federacion", ns=34))
    assert "E mintza" not in legal(start("nabo", ns=39))


# --- a club's own law of mus

CLUB = 'base = "nabo"\nname = "club"\ntitle = "Our club"\n'


@pytest.mark.parametrize(
    ("mus", "cuts", "throws"),
    [
        ("nabo", "N S NS", "N deskarte 1 to 4"),
        ("federacion", "N S NS", "E deskarte 1 to 4"),  # the dealer first (13)
        ("wikipedia", "N NS", "N deskarte 0 to 4"),
        ("france", "N S NS", "N deskarte 1 to 4"),
    ],
)
def test_a_club_names_the_law_of_mus_that_it_follows(mus, cuts, throws):
    book = parse_rulebook(f'{CLUB}mus = "{mus}"', "club.toml")
    state = KartaAldia.start(Setting(book, Seat.E, {Team.NS: 0, Team.EW: 0}))
    assert state.setting.law.name == mus
    assert [one for one in legal(state) if one.endswith("mintza")] == [f"{seat} mintza" for seat in cuts.split()]
    assert legal(said(state, "NS mus", "EW mus"))[0] == throws


def test_a_club_that_names_none_follows_its_base():
    book = parse_rulebook(CLUB, "club.toml")
    assert Setting(book, Seat.E, {Team.NS: 0, Team.EW: 0}).law.name == "nabo"


# --- faults


def test_federacion_15_cards_are_dealt_again_before_handia_is_closed():
    again = Remedy(Follows.DEAL_AGAIN, "federacion 15", Seat.W)
    state = said(start("federacion"), "N mus", "S mintza", "N envido 2").act(again)
    assert (state.stage, state.dealing, state.aldia) == (Stage.MUS, start("federacion").dealing, None)
    assert len(state.acts) == 4, "what came before leaves its trace"
    assert said(state, "N mintza").stage is Stage.HANDIA
    assert "before handia is closed" in refusal(passed(cut("federacion"), rounds=1), again)


def test_federacion_68_after_the_wrong_esku_the_right_dealer_deals():
    right = Remedy(Follows.DEAL_RIGHT, "federacion 68", Seat.S)
    state = said(start("federacion"), "N mintza").act(right)
    assert (state.stage, state.esku, state.dealing.seats[-1]) == (Stage.MUS, Seat.E, Seat.S)
    assert state.act(Remedy(Follows.DEAL_AGAIN)).dealing == state.dealing, "S keeps the deal"
    assert KartaAldia.fold(state.setting, state.acts) == state
    assert said(state, "E mintza").aldia.seats[0] is Seat.E
    assert "who should have dealt?" in refusal(start("federacion"), Remedy(Follows.DEAL_RIGHT))
    assert "before handia is closed" in refusal(passed(cut("federacion"), rounds=1), right)


def test_nabo_6_voluntary_mus():
    state = start().act(Remedy(Follows.VOLUNTARY_MUS, "nabo 6"))
    assert (state.stage, legal(state)[0]) == (Stage.DISCARDS, "N deskarte 0 to 4")
    assert "the rounds have begun" in refusal(cut(), Remedy(Follows.VOLUNTARY_MUS))
    assert "voluntary mus follows" in refusal(said(start(), "N mus"), Remedy(Follows.VOLUNTARY_MUS))


def test_federacion_17_mus_visto():
    second = said(
        start("federacion"), "NS mus", "EW mus", "E deskarte 1", "S deskarte 1", "W deskarte 1", "N deskarte 1"
    )
    state = second.act(Remedy(Follows.MUS_VISTO, "federacion 17"))
    assert legal(state) == ["N mus", "NS mus", "N mintza", "NS mintza"]
    served = said(state, "N mus", "E servido", "S deskarte 1", "W deskarte 1", "N deskarte 1")
    assert served.stage is Stage.HANDIA, "federacion 20: no further mus"


def test_federacion_22_who_counted_the_pack():
    counted = Remedy(Follows.NO_DISCARD, "federacion 22", Seat.E)
    state = said(start("federacion").act(counted), "NS mus", "EW mus")
    assert legal(state) == ["E deskarte 0"]
    assert "who counted the pack?" in refusal(start("federacion"), Remedy(Follows.NO_DISCARD))


COUNTED = {seat: Remedy(Follows.NO_DISCARD, "federacion 22", seat) for seat in Seat}


def test_federacion_22_found_after_the_cut_by_the_team_that_counted_the_other_may_still_have_mus():
    asked = cut("federacion").act(COUNTED[Seat.S])
    assert asked.stage is Stage.MUS
    assert legal(asked) == ["W mus", "E mus", "EW mus", "W mintza", "E mintza", "EW mintza"]
    mus = said(asked, "EW mus")
    assert (mus.stage, legal(mus)) == (Stage.DISCARDS, ["E deskarte 1 to 4"])
    assert legal(said(mus, "E deskarte 1")) == ["S deskarte 0"]
    assert said(asked, "W mintza").stage is Stage.HANDIA
    assert asked.undo() == cut("federacion")
    # once both teams have counted, and once the others have let it be cut, the cut stands
    for state in (asked.act(COUNTED[Seat.W]), said(asked, "EW mintza").act(COUNTED[Seat.N])):
        assert (state.stage, state.esku, state.dealing.asked) == (Stage.HANDIA, Seat.N, None)
    for first, last in ((Seat.W, Seat.S), (Seat.W, Seat.E)):
        assert cut("federacion").act(COUNTED[first]).act(COUNTED[last]).stage is Stage.HANDIA


def test_federacion_22_found_after_the_cut_by_the_other_team_or_after_a_call_nothing_begins_again():
    after_the_cut = cut("federacion")
    assert after_the_cut.act(COUNTED[Seat.W]).rounds == after_the_cut.rounds
    bid = said(after_the_cut, "NS envido 2")
    assert bid.act(COUNTED[Seat.E]).rounds == bid.rounds
    for state in (bid, said(bid, "EW iduki")):
        assert "is the judge's (federacion 91)" in refusal(state, COUNTED[Seat.S])


def test_federacion_22_while_nobody_is_esku_who_cut_is_so_only_once_the_cut_stands():
    asked = said(start("federacion", corrido=True), "N mintza").act(COUNTED[Seat.N])
    assert asked.esku is None
    assert said(asked, "EW mintza").esku is Seat.N
    again = said(asked, "EW mus", "E deskarte 1", "S deskarte 2", "W deskarte 3", "N deskarte 0")
    assert (again.stage, again.esku) == (Stage.MUS, None)


def test_federacion_22_a_hand_declared_before_the_others_have_mus_is_declared_anew():
    book = replace(rulebook("federacion"), tio_perete=True)
    declared = said(KartaAldia.start(Setting(book, Seat.E, {Team.NS: 0, Team.EW: 0})), "N mintza", "W perete")
    assert declared.peretes == {Seat.W}
    assert declared.act(COUNTED[Seat.S]).peretes == frozenset()


@pytest.mark.parametrize("follows", ["play-on", "play-open", "take-surplus", "give-missing", "hand-out", "judge"])
def test_what_the_state_does_not_show_is_kept_in_the_acts(follows):
    remedy = Remedy(Follows(follows))
    state = start().act(remedy)
    assert (state.acts, state.dealing) == ((remedy,), start().dealing)


# --- the state machine

CALLS = [
    Call(speaker, action, amount)
    for speaker in (*Team, *Seat)
    for action in Action
    for amount in ((1, 2, 5) if action.takes_amount else (None,))
]


def karta_aldia_from(seed):
    """A karta aldia as far as some phase: legal deeds, each drawn from those that are legal."""
    chance = Random(seed)
    book = chance.choice([PERETE, *map(rulebook, BOOK_NAMES)])
    seats = chance.choice([tuple(Seat), tuple(Seat), (Seat.N, Seat.W), (Seat.S, Seat.E)])
    ns, ew = (chance.choice([chance.randrange(30), chance.randrange(25, 30)]) for _ in Team)
    score, first = {Team.NS: ns, Team.EW: ew}, chance.choice(seats)
    setting = Setting(book, first, score, seats, chance.random() < 0.25, chance.random() < 0.85)
    if chance.random() < 0.25:
        known = [frozenset(seat for seat in seats if chance.random() < 0.5) for _ in range(2)]
        setting = Setting.from_mintza(book, first, score, seats, *(known if chance.random() < 0.5 else ()))
    state = KartaAldia.start(setting)
    until = chance.choice(list(Stage))
    for _ in range(60):
        legal = state.legal_calls()
        if not legal or (state.stage is until and chance.random() < 0.5):
            break
        if chance.random() < 0.25 and refused(state, Step.PASS_ROUND) is None:
            state = state.act(Step.PASS_ROUND)
            continue
        # announcements that say yes more often, and calls that end the game more seldom, than chance would have it
        rare = (Word.PAREAK_EZ, Word.JOKOA_EZ, Word.PERETE, Action.HORDAGO, Action.IDUKI)
        often = [one for one in legal if (one.word if isinstance(one, LegalAct) else one.action) not in rare]
        one = chance.choice(often if often and chance.random() < 0.7 else legal)
        if isinstance(one, LegalAct):
            number = None if one.least is None else chance.randint(one.least, one.most)
            state = state.act(Act(one.speaker, one.word, number))
        else:
            speaking = state.aldia.bidding.seats
            speaker = chance.choice([one.team, *(seat for seat in seats if seat.team is one.team and seat in speaking)])
            amount = None if one.minimum is None else one.minimum + chance.randrange(8)
            state = state.act(Call(speaker, one.action, amount))
    return state


karta_aldiak = st.integers(0, 2**64).map(karta_aldia_from)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(karta_aldiak)
def test_a_karta_aldia_is_the_fold_of_its_acts(state):
    assert KartaAldia.fold(state.setting, state.acts) == state
    if state.acts:
        assert state.undo() == KartaAldia.fold(state.setting, state.acts[:-1])
        assert state.undo().act(state.acts[-1]) == state
    assert (state.stage is Stage.OVER) == (not state.legal_calls())


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(karta_aldiak)
def test_legal_acts_and_calls_are_those_that_are_accepted(state):
    acts = {(one.speaker, one.word): one for one in state.legal_calls() if isinstance(one, LegalAct)}
    calls = {(one.team, one.action): one for one in state.legal_calls() if not isinstance(one, LegalAct)}
    before = KartaAldia.fold(state.setting, state.acts)
    for act in EVERY_ACT:
        one = acts.get((act.speaker, act.word))
        expected = one is not None and (act.number is None or one.least <= act.number <= one.most)
        why = refused(state, act)
        assert (why is None) == expected, act
        assert expected or why.endswith(state.legal_text())
    for call in CALLS:
        one = calls.get((call.team, call.action))
        aldia = state.aldia
        of = aldia.round if aldia and state.announced else None
        if aldia and (aldia.puts_right(call, of) or aldia.bidding.bidder is call.team):
            continue  # a partner's word beside its partner's
        speaking = aldia.bidding.seats if aldia else state.dealing.seats
        expected = one is not None and (isinstance(call.speaker, Team) or call.speaker in speaking)
        expected = expected and (call.amount or 0) >= (one.minimum or 0)
        assert (refused(state, call) is None) == expected, call
    assert state == before


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(karta_aldiak)
def test_its_bidding_is_what_the_record_of_it_is_scored_by(state):
    aldia = state.aldia
    if aldia is None or aldia.to_answer:
        return
    other = Aldia.start(
        state.setting.book, state.esku, state.setting.score, state.setting.seats, aldia.pareak, aldia.jokoa
    )
    for round, calls in aldia.calls.items():
        for call in calls:
            other = other.call(call, round)
    assert other.finish() == aldia.finish()


@st.composite
def told_truthfully(draw):
    """A finished karta aldia in which everybody announces what the drawn cards say, with its cards."""
    data = draw(strategies.records())
    seats = tuple(Seat(seat) for seat in data["cards"])
    book = rulebook(data["rules"]).with_options(data["options"])
    kings, _, _ = oracle.settings(data)
    tantos = {Team(team): tantos for team, tantos in data["score"].items()}
    esku = Seat(data["esku"])
    order = [seat for seat in (esku, esku.next, esku.partner, esku.partner.next) if seat in seats]
    state = KartaAldia.start(Setting(book, order[-1], tantos, seats))
    state = state.said(f"{esku.value} mintza")
    has = {Stage.PAREAK_SAID: oracle.pairs, Stage.JOKOA_SAID: oracle.has_jokoa}
    while state.stage is not Stage.OVER:
        phase = state.stage
        if phase in has:
            for seat in order:
                yes = "bai" if has[phase](data["cards"][seat.value], kings) else "ez"
                state = state.said(f"{seat.value} {phase.value.split()[0]} {yes}")
            continue
        for call in data["calls"].get(phase.value, []):
            state = state.said(call)
        if state.stage is phase:
            state = state.act(Step.PASS_ROUND)
    return data, state


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(told_truthfully())
def test_score_marks_what_the_state_machine_marked_at_the_calls(drawn):
    data, state = drawn
    result = score(HandRecord.parse({**data, **record(state)}))
    if result.judge is None and not result.rulings:
        assert tuple(mark for mark in result.marks if mark.when is When.CALL) == state.aldia.tally.marks
    assert result == score(HandRecord.parse(data))


def test_what_follows_a_fault_in_the_bids():
    """Federacion 42, 56, 57, 79: what the table does with a press of its adviser."""
    refused, accepted, void = (
        Remedy(follows, "federacion") for follows in (Follows.REFUSED, Follows.ACCEPTED, Follows.CALL_VOID)
    )
    bid = said(cut("federacion"), "NS envido 2")
    assert bid.act(refused).score[Team.NS] == 1
    assert bid.act(accepted).rounds.outcomes[Round.HANDIA].tantos == 2
    assert bid.act(void).rounds.calls == {}
    assert bid.act(void).said("NS envido 3").act(void).rounds.calls == {}
    assert "no bid waits" in refusal(cut("federacion"), refused)
    assert "no call to take back" in refusal(bid.act(void), void)
    assert KartaAldia.fold(bid.setting, bid.act(void).acts) == bid.act(void)


def test_federacion_58_of_a_void_opening_the_refusal_is_taken_back_and_the_bid_waits():
    void = Remedy(Follows.CALL_VOID, "federacion 58", void=Action.TIRA)
    bid = said(cut("federacion"), "NS envido 2")
    assert "no call to take back" in refusal(cut("federacion"), void)
    assert "no call to take back" in refusal(bid, void)
    opened = said(bid, "EW tira").act(void)
    assert opened.rounds.calls == bid.rounds.calls
    assert "no call to take back" in refusal(opened, void)
    assert KartaAldia.fold(bid.setting, opened.acts) == opened


@pytest.mark.parametrize(
    "answer", [Remedy(Follows.REFUSED, "57"), Remedy(Follows.ACCEPTED, "42"), Step.PASS_ROUND, "EW tira", "EW iduki"]
)
def test_federacion_56_the_last_call_is_taken_back_alone_whoever_made_it(answer):
    void = Remedy(Follows.CALL_VOID, "federacion 56")
    bid = said(cut("federacion"), "NS envido 2", "EW iduki", "NS envido 2")
    answered = bid.said(answer) if isinstance(answer, str) else bid.act(answer)
    assert answered.stage is Stage.PAREAK_SAID
    once, twice = answered.act(void), answered.act(void).act(void)
    assert once.rounds == bid.rounds
    assert twice.rounds.calls == {Round.HANDIA: bid.rounds.calls[Round.HANDIA]}
    assert said(once, "EW gehiago 2").act(void).rounds == bid.rounds
    for state in (once, twice):
        assert KartaAldia.fold(state.setting, state.acts) == state


def test_federacion_79_the_last_call_before_a_round_that_began_anew_is_that_of_the_round_before():
    void, anew = Remedy(Follows.CALL_VOID, "federacion 56"), Remedy(Follows.PUT_RIGHT, "federacion 79")
    waits = said(cut("federacion"), "NS envido 2")
    txikia = said(waits, "EW iduki", "EW paso", "NS envido 2").act(anew)
    assert txikia.act(void).rounds == waits.rounds
    # so it is where an announcement that is put right has the round begin anew
    pareak = said(played("federacion", "N paso", "W envido 5"), "S pareak bai")
    assert "no call to take back" in refusal(pareak, void)
    assert said(pareak, "W envido 5").act(void).rounds == pareak.rounds
    # and where the cards are dealt again
    again = waits.act(Remedy(Follows.DEAL_AGAIN, "federacion 15")).said("N mintza")
    assert said(again, "EW envido 3").act(void).rounds == again.rounds


def test_federacion_79_a_round_begins_anew_while_no_bid_is_answered():
    anew = Remedy(Follows.PUT_RIGHT, "federacion 79")
    bid = said(cut("federacion"), "NS envido 2")
    assert bid.act(anew).rounds.calls == {}
    assert "has been answered" in refusal(said(bid, "EW gehiago 2"), anew)
    assert "has been answered" in refusal(said(cut("federacion"), "NS hordago", "EW iduki"), anew)


def test_federacion_60_where_no_cards_are_shown_the_rounds_go_on_after_a_hordago_that_is_void():
    void = Remedy(Follows.HORDAGO_VOID, "federacion 60")
    announced = said(announcing("federacion"), "N pareak bai", "W pareak bai", "NS pareak ez", "EW pareak ez")
    accepted = said(announced, "NS hordago", "EW iduki")
    assert accepted.stage is Stage.OVER
    state = accepted.act(void)
    assert (state.stage, state.score) == (Stage.JOKOA_SAID, {Team.NS: 1, Team.EW: 0})
    assert [str(call) for call in state.rounds.calls[Round.PAREAK]] == ["NS hordago", "EW iduki"]
    assert KartaAldia.fold(state.setting, state.acts) == state
    assert "no hordago was accepted" in refusal(state, void)
    # only in pareak and jokoa can a hand be the least, and not where nobody has either
    assert "only a hordago of pareak or jokoa" in refusal(said(cut("federacion"), "NS hordago", "EW iduki"), void)


def test_what_was_done_about_faults_since_the_cards_were_dealt():
    out, again = Remedy(Follows.HAND_OUT, "nabo 7", Seat.W), Remedy(Follows.DEAL_AGAIN, "nabo 7")
    state = start().act(out)
    assert state.remedies == (out,)
    assert state.act(again).act(out).remedies == (again, out)


def test_what_is_said_begins_a_karta_aldia_and_what_was_done_about_a_fault_does_not():
    again = Remedy(Follows.DEAL_AGAIN, "nabo 7")
    for done in ((), (again,), (Remedy(Follows.VOLUNTARY_MUS, "nabo 6"),), (Remedy(Follows.HAND_OUT, seat=Seat.W),)):
        assert not KartaAldia.fold(start().setting, done).has_begun_before
        assert not KartaAldia.fold(start().setting, done).begun
    for said_first in ("N mus", "N mintza"):
        assert start().said(said_first).begun
        dealt_again = start().said(said_first).act(again)
        assert not dealt_again.begun, "nothing has been said of the cards that are dealt now"
        assert dealt_again.has_begun_before
        assert start().act(again).said(said_first).begun
    bid = said(cut("federacion"), "NS envido 2")
    assert bid.act(Remedy(Follows.CALL_VOID)).begun, "it does not count, and was said"


def test_tio_peretes_hand_is_declared_before_play_and_begins_nothing():
    score = {Team.NS: 0, Team.EW: 0}
    declared = KartaAldia.start(Setting.from_mintza(PERETE, Seat.N, score)).said("S perete")
    assert not declared.begun
    assert declared.act(Step.PASS_ROUND).begun


def test_where_mus_is_not_told_voluntary_mus_is_kept_and_changes_nothing():
    mus = Remedy(Follows.VOLUNTARY_MUS, "nabo 6")
    at_mintza = KartaAldia.start(Setting.from_mintza(rulebook("nabo"), Seat.N, {Team.NS: 0, Team.EW: 0}))
    assert at_mintza.act(mus).rounds == at_mintza.rounds
    assert at_mintza.act(mus).remedies == (mus,)
    assert "no mus can follow" in refusal(at_mintza.said("NS envido 2"), mus)
    over = at_mintza.act(Step.FINISH)
    assert over.act(Remedy(Follows.PUT_RIGHT)).rounds == over.rounds
