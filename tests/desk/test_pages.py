"""The desk's pages as their visitors get them: who may do what, entries, results by phone and from paper, the judge."""

from __future__ import annotations

import asyncio
import csv
import hashlib
import io
import json
import re
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import escape, unescape
from pathlib import Path
from typing import Any, NoReturn

import pypdfium2
import pytest
from starlette.types import Message

from desk.acts import NamesTaken, Role, Said, Who
from desk.keeping import people
from desk.keeping.database import DatabaseError
from desk.keeping.people import Issued, Place
from desk.pages import committee, entries, public, site, views
from desk.pages.papers import files
from desk.service import decks, judging, results, setting_up
from desk.service.desk import ChangedError
from desk.state import State
from engine.errors import TournamentError
from engine.tournament.acts import Replaced, Suspended
from engine.tournament.entries import TeamEntry
from engine.tournament.state import Partida
from tests.desk.at_the_desk import AtTheDesk, Visitor, at_the_desk, words
from tests.desk.hall import COMMITTEE, JUDGE, Hall, plays
from tests.desk.playing import ANE
from tests.firmware.panel.asking import ELSEWHERE, ask
from web.paper import Paper
from words.text import LANGUAGES, speech

NABO = {"name": "Txapelketa", "rules": "nabo", "date": "2026-11-22", "options": {"mantxak": 2}}
FEDERACION = {
    **NABO,
    "rules": "federacion",
    "options": {"mantxak": 2, "target": 40},
    "stages": [{"system": "knockout"}],
}


NEW_LINE = "\n"


def test_a_tournament_is_begun_entered_locked_and_drawn_without_a_code_at_the_desk_alone(hall: AtTheDesk) -> None:
    here = hall.here()
    assert hall.phone().post("/tournaments", {"name": "Kopa"}).status_code == 403
    assert here.post("/tournaments", {"name": "Kopa"}).status_code == 200
    desk = "/t/1/desk"
    told = here.post(f"{desk}/entries", {"list": "A,Chino,Ane,Mikel\nB,Chino,Jon,Peio\nC,Elko,Uxue"}, f"{desk}/entries")
    assert "Entered from the list: 2" in words(told)
    assert "Line 3: a team has two players, not 1. C,Elko,Uxue" in words(told)
    by_hand = {"name": "C", "club": "Elko", "one": "Uxue", "two": "Nahia"}
    assert "C Elko Uxue & Nahia" in words(here.post(f"{desk}/entries/one", by_hand, f"{desk}/entries"))
    settings = {"name": "Kopa", "rules": "nabo", "system1": "knockout", "mantxak": "2"}
    assert "NABO (America) · Knockout" in words(here.post(f"{desk}/settings", settings, f"{desk}/settings"))
    here.post(f"{desk}/lock", {}, desk)
    drawn = here.post(f"{desk}/draw", {"seed": "hazia"}, desk)
    assert "Drawn from the seed hazia" in words(drawn)
    assert "bye" in words(drawn)
    assert "locked" in words(here.post(f"{desk}/entries/one", by_hand, f"{desk}/settings"))


def test_whoever_begins_is_known_by_name_and_can_come_in_as_somebody_else_too(hall: AtTheDesk) -> None:
    here = hall.here()
    for number, (typed, known) in enumerate((("", "committee"), ("Ane", "Ane"), ("", "Ane")), 1):
        here.post("/tournaments", {"name": "Kopa", "who": typed})
        assert hall.desk.said(number)[0].who == known
    of_another_desk = here.get("/t/1/desk/tournament.jsonl").text.replace("Kopa", "Another")
    here.post("/read-in", {"lines": of_another_desk, "who": "Jon"})
    here.post("/t/4/desk/settings", {"name": "Kopa", "rules": "nabo", "system1": "rounds"}, "/t/4/desk/settings")
    assert [one.who for one in hall.desk.said(4)] == ["committee", "Jon"]
    assert "Come in with a code" in here.get("/t/4").text


def test_the_teams_of_a_club_stand_in_the_order_of_their_numbers(hall: AtTheDesk) -> None:
    tournament = setting_up.make(hall.desk, COMMITTEE, NABO)
    setting_up.enter(hall.desk, tournament, COMMITTEE, [TeamEntry("", f"Team {n}", "Elko") for n in range(101)])
    shown = words(hall.committee().get(f"/t/{tournament}/desk/entries"))
    assert shown.index("Team 99") < shown.index("Team 100")


def test_nobody_does_what_is_not_theirs(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    stranger, pair, judge = hall.phone(), hall.pair("T01"), hall.judge()
    assert stranger.get("/t/1/desk").headers["location"] == "/enter"
    assert stranger.post("/t/1/desk/lock", {}).status_code == 401
    assert pair.get("/t/1/desk").status_code == 403
    assert judge.get("/t/1/desk/entries").status_code == 403
    assert judge.get("/t/1/desk/tournament.jsonl").status_code == 403
    assert hall.committee().post("/t/1/desk/partida/1/void", {"why": "x"}, "/t/1/desk").status_code == 403
    assert stranger.post("/t/1/here", {"role": "committee"}).status_code == 403


def test_another_sites_page_does_nothing(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    judge = hall.judge()
    void = {"why": "x"}
    assert judge.post("/t/1/desk/partida/1/void", void).status_code == 403  # without the page's token
    page = "/t/1/desk/partida/1"
    assert judge.post(f"{page}/void", void, page, Origin="http://evil.example").status_code == 403
    assert judge.post("/enter", {"code": "1"}, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert "void" in words(judge.post(f"{page}/void", void, page))


def test_a_form_stays_good_while_its_browser_gets_and_loses_other_keys(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    judge, page, pair = hall.judge(), "/t/1/desk/judge", Place(1, Role.PAIR, team="T01")
    [issued] = hall.desk.issue([pair])
    [judges] = tokens(judge.get(page).text)
    judge.get(f"/i/{issued.code}")
    pairs, again = tokens(judge.get(page).text)
    assert again == judges

    def rules(token: str) -> bool:
        """Whether a ruling sent with that token is written down."""
        before = len(hall.desk.state(1).rulings)
        judge.post(f"{page}/rule", {"text": f"with {token}", "behind": str(before), "token": token})
        return len(hall.desk.state(1).rulings) > before

    assert [rules(one) for one in (judges, pairs)] == [True] * 2
    hall.desk.take_back(pair)
    [strangers] = tokens(hall.committee().get("/t/1/desk/people").text)
    assert [rules(one) for one in (f"{pairs} {judges}", pairs, strangers, "", " ")] == [True, *[False] * 4]


def tokens(page: str) -> list[str]:
    """The parts of a page's token."""
    return re.findall('name="token" value="([^"]*)"', page)[0].split()


def test_a_name_of_our_machine_that_somebody_made_up_lets_nobody_in(hall: AtTheDesk) -> None:
    here = hall.here()
    headers = {"Host": "rebound.example:8050", "Origin": "http://rebound.example:8050"}
    assert here.post("/tournaments", {"name": "Kopa"}, **headers).status_code == 403


def test_only_an_address_at_which_phones_find_the_desk_is_handed_out(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "own_address", lambda: "192.168.1.7")
    Hall(hall.desk, 4, NABO).draw("x")
    people, told = "/t/1/desk/people", "No phone finds this desk."
    for network, seen in ((False, False), (True, True)):
        here = AtTheDesk(hall.desk, network).here()
        here.post("/t/1/here", {"role": "committee"})
        for page in (here.post(people, {"new": "judge"}, people), here.get("/t/1/wall")):
            assert ("http://192.168.1.7:8050" in page.text, 'class="qr"' in page.text) == (seen, seen)
            assert (told in page.text) is not seen
    through_a_proxy = hall.committee().get("/t/1/wall").text
    assert "http://192.168.1.20:8050" in through_a_proxy
    assert told not in through_a_proxy


def test_codes_let_in_once_they_are_made_and_no_longer_once_they_are_taken_back(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    committee = hall.committee()
    people = "/t/1/desk/people"
    made = committee.post(people, {"new": "pairs"}, people)
    codes = re.findall(r'class="code">([\d ]+)<', made.text)
    assert len(codes) == 4
    assert ("/live.js" in made.text, "/live.js" in committee.get(people).text) == (False, True)  # they are shown once
    assert made.text.count('<svg class="qr"') == 4
    phone = hall.phone()
    brought = phone.get(f"/I/{codes[0].replace(' ', '')}")
    assert 'content="0;url=/t/1/pair"' in brought.text
    assert codes[0].replace(" ", "") not in brought.text
    assert phone.get("/t/1/pair").status_code == 200
    committee.post(people, {"back": "pair", "team": "T01"}, people)
    assert phone.get("/t/1/pair").headers["location"] == "/enter"
    assert "no code that lets in" in words(hall.phone().post("/enter", {"code": codes[0]}))


def test_whoever_makes_a_code_for_a_second_person_of_the_committee_stays_in(hall: AtTheDesk) -> None:
    ane, people = hall.here(), "/t/1/desk/people"
    ane.post("/tournaments", {"name": "Kopa"})
    peio = hall.here()
    peio.post("/t/1/here", {"role": "committee"})
    made = ane.post(people, {"new": "committee"}, people)
    miren = hall.phone()
    miren.post("/enter", {"code": re.findall(r'class="code">([^<]+)<', made.text)[0]})
    miren.post(people, {"new": "committee"}, people)
    assert [one.get(people).status_code for one in (ane, peio, miren)] == [200] * 3


def test_the_committee_puts_out_all_others_of_the_committee_and_whoever_asks_stays(hall: AtTheDesk) -> None:
    ane, people = hall.here(), "/t/1/desk/people"
    ane.post("/tournaments", {"name": "Kopa"})
    jon = hall.committee("Jon")
    jon.post("/tournaments", {"name": "Liga"})  # whose committee he is without a code, from any laptop
    ane.post("/t/2/here", {"role": "committee"})
    second = "/t/2/desk/people"
    assert 'name="back" value="committee"' in ane.get(second).text
    ane.post(second, {"back": "committee"}, second)
    assert [one.get(second).status_code == 200 for one in (ane, jon)] == [True, False]
    jon.post(people, {"back": "committee"}, people)
    assert [one.get(people).status_code == 200 for one in (ane, jon)] == [False, True], "he came in by a code"


def test_codes_that_are_shown_hold_however_often_their_form_is_sent(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committee, "_AT_ONCE", 3)
    Hall(hall.desk, 4, NABO).draw("x")
    ane, page = hall.committee(), "/t/1/desk/people"
    hall.here().post("/t/1/here", {"role": "judge"})
    opened = {"seen": seen(ane.get(page).text)}
    hall.here().post("/t/1/here", {"role": "judge"})  # without a code
    made = ane.post(page, {"new": "pairs", **opened}, page).text
    then = {"new": "pairs", "seen": seen(made)}
    made += ane.post(f"{page}?after=T03", then, page).text
    assert ane.post(page, {"new": "judge", **opened}, page).status_code == 200  # nobody has a code of the judge's
    codes = re.findall(r'class="code">([^<]+)<', made)
    ways = [(f"{page}?after=T03", then), *((page, {button: "pairs", **opened}) for button in ("new", "back"))]
    for to, form in ways:
        sent = ane.post(to, form, page)
        assert (sent.status_code, "they hold until made anew or taken back" in words(sent)) == (409, True)
        assert ("Then make those from 4 to" in words(sent)) is ("new" in form and to == page), (
            "the way to the next step"
        )
    assert [hall.desk.enter(code) is not None for code in codes] == [True] * 4
    assert ane.post(page, {"new": "pair", "team": "T02", "seen": seen(sent.text)}, page).status_code == 200
    assert [hall.desk.enter(code) is not None for code in codes] == [True, False, True, True]


def test_of_two_who_make_the_same_codes_at_once_the_first_has_those_that_hold(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    make, quicker = people.made, list[Issued]()

    def made(place: Place) -> Issued:
        monkeypatch.setattr(people, "made", make)
        quicker.extend(hall.desk.issue([place], seen=0))
        return make(place)

    monkeypatch.setattr(people, "made", made)
    with pytest.raises(ChangedError):
        hall.desk.issue([Place(1, Role.JUDGE)], seen=0)
    assert hall.desk.enter(quicker[0].code)


@pytest.mark.parametrize("place", [Place(1, Role.PAIR, team="T01"), Place(1, Role.TABLE, table=1)])
def test_where_a_million_codes_are_out_one_guess_in_a_million_is_right(place: Place) -> None:
    code = people.made(place).code
    assert code.isdecimal()  # a box has buttons for digits alone
    assert 10 ** len(code) >= 1_000_000 * 1_000_000


def test_codes_for_many_are_made_step_by_step_and_all_of_them_hold(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committee, "_AT_ONCE", 3)
    Hall(hall.desk, 8, NABO).draw("x")
    chair, people = hall.committee(), "/t/1/desk/people"
    codes, at = list[str](), people
    for step in ("4 to 6 of 8", "7 to 8 of 8", None):
        made = chair.post(at, {"new": "pairs"}, people)
        codes += re.findall(r'class="code">([\d ]+)<', made.text)
        assert (step is None) == ("Then make those from" not in words(made))
        assert step is None or step in words(made)
        at = "".join(re.findall(r'action="([^"]*\?after=[^"]*)"', made.text))
    entered = [hall.desk.enter(code) for code in codes]
    assert [one and one[0].place.team for one in entered] == [f"T{number:02}" for number in range(1, 9)]
    chair.post(people, {"back": "pairs"}, people)
    assert [one and hall.desk.guest(one[1]) for one in entered] == [None] * 8
    assert "There is no team T99" in words(chair.post(f"{people}?after=T99", {"new": "pairs"}, people))


@pytest.mark.parametrize("button", ["new", "back"])
def test_whose_code_it_was_still_stands_there_where_it_was_refused(hall: AtTheDesk, button: str) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    people = "/t/1/desk/people"
    [form] = re.findall(
        r"(?s)data-refused.*?</form>", hall.committee().post(people, {button: "table", "table": "x"}, people).text
    )
    assert re.findall(r'name="table"[^>]* value="([^"]*)"', form) == ["x"]


def test_before_anybody_is_entered_no_codes_are_made(hall: AtTheDesk) -> None:
    here, people = hall.here(), "/t/1/desk/people"
    here.post("/tournaments", {"name": "Kopa"})
    for kind in ("pairs", "tables"):
        assert 'class="code"' not in here.post(people, {"new": kind}, people).text


def test_a_link_with_a_pairs_code_takes_no_key_from_a_browser_that_has_the_committees(hall: AtTheDesk) -> None:
    Hall(hall.desk, 8, NABO).draw("x")
    ane = hall.committee()
    issued = hall.desk.issue([Place(1, Role.JUDGE), *(Place(1, Role.PAIR, team=f"T0{n}") for n in range(1, 9))])
    for one in issued:
        entered = ane.get(f"/i/{one.code}")
    assert "SameSite=lax" in entered.headers["set-cookie"]
    assert ane.get("/t/1/desk").status_code == 200
    assert "Write it down" in ane.get("/t/1/desk/judge").text
    assert "Bakersfield A" in ane.get("/t/1/pair").text


def test_a_code_lets_in_also_where_a_browser_is_the_committee_of_as_many_tournaments_as_it_has_keys(
    hall: AtTheDesk,
) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    here = hall.here()
    for _ in range(6):
        here.post("/tournaments", {"name": "Kopa"})
    [issued] = hall.desk.issue([Place(1, Role.PAIR, team="T01")])
    here.get(f"/i/{issued.code}")
    assert here.get("/t/1/pair").status_code == 200
    assert [here.get(f"/t/{number}/desk").status_code for number in range(2, 8)] == [403, *[200] * 5]


def test_wrong_codes_are_counted(hall: AtTheDesk) -> None:
    stranger = hall.phone()
    told = [stranger.post("/enter", {"code": f"{number:08}"}) for number in range(11)]
    assert "Too many wrong codes" in words(told[-1])
    assert ask(hall.app.app, "POST", "/api/box/join", content=b'{"code": "1"}', of=ELSEWHERE).status_code == 429


@pytest.mark.parametrize("name", ["abc", "7", "-1", "9" * 5000, "\u0661"])
def test_a_round_that_is_none_is_said_to_be_none(hall: AtTheDesk, name: str) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    for visitor, page in ((hall.phone(), "/t/1/round"), (hall.judge(), "/t/1/desk/results")):
        assert visitor.get(page).status_code == visitor.get(f"{page}?round=1").status_code == 200
        answer = visitor.get(f"{page}?round={name}")
        assert (answer.status_code, "there is no round" in words(answer).lower()) == (404, True)


def test_one_pair_tells_each_mantxa_and_the_other_confirms(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    one, other = hall.pair("T01"), hall.pair("T02")
    pair = "/t/1/pair"
    assert "You told 40–12: it waits" in words(one.post(telling(1), {"ours": "40", "theirs": "12"}, pair))
    assert "They say of mantxa 1: 12–40" in words(other.get(pair))
    assert "You told 40–30, they told 12–40" not in words(other.get(pair))
    apart = words(other.post(telling(1), {"ours": "13", "theirs": "40"}, pair))
    assert "You told 13–40, they told 12–40." in apart
    side = hall.desk.state(1).tournament.partidak[1].pairing.teams.index("T01")
    told = "40-12" if side == 0 else "12-40"
    assert other.post(f"{pair}/agree?partida=1", {"mantxak": "40-39"}, pair).status_code == 409
    assert "1–0" in words(one.get(pair)) or other.post(f"{pair}/agree?partida=1", {"mantxak": told}, pair)
    assert "1–0" in words(one.get(pair))
    assert "waits for" in words(one.post(telling(2), {"ours": "40", "theirs": "39"}, pair))
    assert "waits for" in words(hall.phone().get("/t/1/round"))
    shown = re.search(r'name="mantxak" value="([^"]+)"', other.get(pair).text)
    assert shown
    assert "confirmed" in words(other.post(f"{pair}/confirm?partida=1", {"mantxak": shown[1]}, pair))
    assert hall.desk.state(1).tournament.partidak[1].winner == "T01"
    assert 'class="agreed-so-far"' not in one.get(pair).text


def telling(mantxa: int) -> str:
    """Where the form of a mantxa of the first partida is sent."""
    return f"/t/1/pair/tell?partida=1&mantxa={mantxa}"


class Last:
    """The last mantxa of a partida of two, at 1–0 for the first of the pairs; both have the form for it open."""

    def __init__(self, hall: AtTheDesk) -> None:
        Hall(hall.desk, 2, NABO).draw("x")
        self.hall = hall
        teams = map(str, hall.desk.state(1).tournament.partidak[1].pairing.teams)
        self.one, self.other = map(hall.pair, teams)
        self.tell(self.one, 40, 12, 1)
        self.tell(self.other, 12, 40, 1)

    def tell(self, pair: Visitor, ours: int, theirs: int, mantxa: int = 2) -> str:
        return words(pair.post(telling(mantxa), {"ours": str(ours), "theirs": str(theirs)}, "/t/1/pair"))

    def press(self, pair: Visitor, path: str) -> str:
        """The button of that form is pressed."""
        found = re.search(rf'(?s)action="(/t/1/pair/{path}\?[^"]*)"(.*?)</form>', pair.get("/t/1/pair").text)
        assert found
        sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', found[2]))
        return words(pair.post(unescape(found[1]), sent, "/t/1/pair"))

    @property
    def partida(self) -> Partida:
        return self.hall.desk.state(1).tournament.partidak[1]


def test_the_same_word_of_both_on_the_last_mantxa_confirms_the_result(hall: AtTheDesk) -> None:
    last = Last(hall)
    last.tell(last.one, 40, 20)
    assert "confirmed" in last.tell(last.other, 20, 40)
    assert hall.desk.state(1).tournament.counts(last.partida)


@pytest.mark.parametrize(("ours", "theirs", "winner"), [(40, 20, False), (21, 40, True)])
def test_another_word_on_the_last_mantxa_is_shown_to_both_until_one_agrees(
    hall: AtTheDesk, ours: int, theirs: int, winner: bool
) -> None:
    last = Last(hall)
    last.tell(last.one, 40, 20)
    assert f"You told {ours}–{theirs}, they told 20–40." in last.tell(last.other, ours, theirs)
    shown = words(last.one.get("/t/1/pair"))
    assert f"You told 40–20, they told {theirs}–{ours}." in shown
    assert "1–0" in shown
    assert last.partida.waits_for
    assert "Told in two ways" in words(hall.judge().get("/t/1/desk/partida/1"))
    last.press(last.one, "agree")
    assert "Told in two ways" not in words(hall.judge().get("/t/1/desk/partida/1"))
    assert (last.partida.winner is not None, last.partida.waits_for) == (winner, frozenset())


def test_whoever_told_first_can_be_agreed_with_too(hall: AtTheDesk) -> None:
    last = Last(hall)
    last.tell(last.one, 40, 20)
    last.tell(last.other, 40, 20)
    assert "confirmed" in last.press(last.other, "agree")
    assert last.partida.mantxak == ((40, 12), (40, 20))


def test_a_pair_sees_the_whole_result_from_paper_beside_what_it_has_told_otherwise(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    first, second = (str(team) for team in hall.desk.state(1).tournament.partidak[1].pairing.teams)
    one, committee, page = hall.pair(first), hall.committee(), "/t/1/desk/partida/1"
    one.post(telling(1), {"ours": "40", "theirs": "30"}, "/t/1/pair")
    typed = {"a1": "3", "b1": "40", "a2": "40", "b2": "11", "a3": "5", "b3": "40"}
    committee.post(f"{page}/type", typed, page)
    shown = words(one.get("/t/1/pair"))
    assert "You told otherwise: 40–30" in shown
    assert "from paper or from the table's box. Is it so? 3–40 40–11 5–40" in shown
    assert "They" not in shown.replace("We They", "")
    assert "Is it so? 40–3 11–40 40–5" in words(hall.pair(second).get("/t/1/pair"))
    sent = {"mantxak": "3-40 40-11 5-40"}
    assert "waits for" in words(one.post("/t/1/pair/agree?partida=1", sent, "/t/1/pair"))
    one.post("/t/1/pair/untell?partida=1&mantxa=1", {}, "/t/1/pair")
    assert hall.desk.state(1).tournament.partidak[1].waits_for == {first, second}
    assert "3–40 40–11 5–40" in words(committee.get(page))


def test_federacion_36_a_pair_agrees_with_a_result_from_paper_that_the_last_game_decided(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, {**NABO, "rules": "federacion"}).draw("x")
    first, second = (str(team) for team in hall.desk.state(1).tournament.partidak[1].pairing.teams)
    one, committee, page = hall.pair(first), hall.committee(), "/t/1/desk/partida/1"
    one.post(telling(1), {"ours": "12", "theirs": "40"}, "/t/1/pair")
    committee.post(f"{page}/type", {"a1": "40", "b1": "10", "decisive": "on"}, page)
    one.post("/t/1/pair/agree?partida=1", {"mantxak": "40-10"}, "/t/1/pair")
    assert hall.desk.state(1).tournament.partidak[1].waits_for == {second}


def test_federacion_33_the_judge_says_on_the_page_that_both_have_lost_a_partida(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, {**NABO, "rules": "federacion", "stages": [{"system": "knockout"}]}).draw("x")
    judge, page, told = hall.judge(), "/t/1/desk/partida/1", "lost by both (federacion 33)"
    first, second = (str(team) for team in hall.desk.state(1).tournament.partidak[1].pairing.teams)
    assert "Both teams came too late (federacion 33)" in words(judge.get(page))
    opened = seen(judge.get(page).text)
    assert judge.post(f"{page}/lost", {"why": ""}, page).status_code == 409
    assert told in words(judge.post(f"{page}/lost", {"why": "nobody came", "seen": opened}, page))
    assert judge.post(f"{page}/lost", {"why": "nobody came", "seen": opened}, page).status_code == 409
    assert f"{told} {Role.JUDGE.value.capitalize()}" in words(judge.get(page)) or "nobody came" in words(
        judge.get(page)
    )
    for team in (first, second):
        assert told in words(hall.pair(team).get("/t/1/pair"))
    guest = hall.phone()
    assert guest.get("/t/1/brackets").text.count('class="loser"') == 2
    assert told in words(guest.get("/t/1/round/1"))
    line = guest.get("/api/partidak").json()[0]
    assert (line["lost_by_both"], line["winner"], line["confirmed"]) == (True, None, True)
    assert '"lost_by_both": true' in guest.get("/t/1/tournament.jsonl").text
    rows = [line.split(",") for line in guest.get("/t/1/results.csv").text.splitlines()]
    assert rows[1][-3:] == ["", "", "lost"]


def test_by_rules_without_a_clock_the_judge_is_not_offered_that_both_have_lost_it(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    judge, page = hall.judge(), "/t/1/desk/partida/1"
    assert "Both teams came too late" not in words(judge.get(page))
    assert judge.post(f"{page}/lost", {"why": "nobody came"}, page).status_code == 409


def test_a_pair_takes_its_word_back_before_it_is_confirmed(hall: AtTheDesk) -> None:
    last = Last(hall)
    last.tell(last.one, 40, 20)
    last.tell(last.one, 20, 40)  # now it is said to stand at 1–1
    assert "They say of mantxa 2: 40–20" in words(last.other.get("/t/1/pair"))
    confirmed = {"mantxak": "40-12 40-20"}
    assert last.other.post("/t/1/pair/confirm?partida=1", confirmed, "/t/1/pair").status_code == 409
    last.tell(last.one, 40, 30)
    assert "Tell it" in last.press(last.one, "untell")
    assert "They say" not in words(last.other.get("/t/1/pair"))
    told = hall.phone().get("/api/partidak").json()[0]
    assert (told["winner"], told.get("by")) == (None, None)


@pytest.mark.parametrize(
    ("ours", "told"),
    [
        ("", "Tantos: a whole number from 0 to 99999999."),
        ("x", "Tantos: a whole number from 0 to 99999999, not x."),
        ("-1", ", not -1."),
        ("9" * 30, f", not {'9' * 20}."),
        ("41", "Mantxa 1 stands"),
    ],
)
def test_tantos_that_are_none_are_refused_in_a_sentence(hall: AtTheDesk, ours: str, told: str) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    answer = hall.pair("T01").post(telling(1), {"ours": ours, "theirs": "12"}, "/t/1/pair")
    assert answer.status_code == 409
    assert told in words(answer)


def form_of(page: str, action: str) -> str:
    """A form of that action, as it stands on the page."""
    return page.partition(f'action="{action}"')[2].partition("</form>")[0]


def test_a_result_that_is_refused_stays_as_it_was_typed(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    ane, page = hall.committee(), "/t/1/desk/partida/1"
    ane.post(f"{page}/type", {"a1": "40", "b1": "1", "a2": "40", "b2": "2"}, page)
    sent = {"a1": "40", "b1": "12", "a2": "43", "b2": "2", "a3": '"', "b3": ""}
    refused = ane.post(f"{page}/type", sent, page)
    shown = re.findall(r'name="([ab]\d)"[^>]* value="([^"]*)"', form_of(refused.text, f"{page}/type"))
    assert (refused.status_code, dict(shown)) == (409, sent | {"a3": "&quot;"})


def test_a_mantxa_that_is_refused_stands_in_no_other_mantxa_s_form(hall: AtTheDesk) -> None:
    last = Last(hall)
    for mantxa, shown in ((1, []), (2, ["43"])):
        refused = last.one.post(telling(mantxa), {"ours": "43", "theirs": "2"}, "/t/1/pair")
        assert refused.status_code == 409
        assert re.findall(r'name="ours"[^>]* value="(\d+)"', refused.text) == shown


def test_what_the_judge_wrote_and_chose_is_still_there_where_it_was_refused(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    judge, at, teams = hall.judge(), "/t/1/desk/judge", "/t/1/desk/teams"
    ruling = {"text": "\nThey <both>\nwere late", "partida": "999", "article": "nabo 26", "behind": "0"}
    form = form_of(judge.post(f"{at}/rule", ruling, at).text, f"{at}/rule")
    assert "required>\n\nThey &lt;both&gt;\nwere late</textarea>" in form.replace('required=""', "required")
    assert ('value="999"' in form, 'value="nabo 26"' in form) == (True, True)
    sent = {"team": "T01", "absent": "Nobody", "substitute": "Jon", "played": "1", "why": "is ill"}
    refused = judge.post(f"{teams}/replace", sent, teams).text
    form = form_of(refused, f"{teams}/replace")
    assert re.findall(r'value="(\w+)" selected', form) == ["T01"]
    assert re.search(r'name="played"[^>]* checked', form)
    assert ('value="Nobody"' in form, 'value="is ill"' in form) == (True, True)
    assert "is ill" not in refused.replace(form, "")
    opened = re.findall(r'<details open[^>]*>.*?action="([^"]*)"', refused, re.DOTALL)
    assert opened == [f"{teams}/replace"]


def test_mus_por_equipos_is_offered_for_the_only_stage_that_it_can_be(hall: AtTheDesk) -> None:
    here = hall.here()
    here.post("/tournaments", {"name": "Kopa"})
    lists = re.findall('(?s)<select name="system.">(.*?)</select>', here.get("/t/1/desk/settings").text)
    assert ["equipos" in one for one in lists] == [True, False, False]


def test_stages_that_are_refused_stay_as_they_were_set(hall: AtTheDesk) -> None:
    here, page = hall.here(), "/t/1/desk/settings"
    here.post("/tournaments", {"name": "Kopa"})
    sent = {"name": "Kopa 2", "rules": "federacion", "target": "30", "system1": "rounds", "count1": "3", "go_on1": "x"}
    sent |= {"system2": "groups", "system3": "knockout", "second3": "1"}
    form = form_of(here.post(page, sent, page).text, page)
    assert re.findall(r'value="(\w+)" selected', form) == ["federacion", "rounds", "groups", "knockout"]
    assert re.findall(r'name="(\w+)"[^>]* checked', form) == ["second3"]
    assert [name for name in ("Kopa 2", "30", "x") if f'value="{name}"' not in form] == []


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/tournaments", "/"),
        ("/t/1/here", "/enter"),
        ("/t/1/pair/tell", "/t/1/pair"),
        ("/t/1/desk/lot", "/t/1/desk"),
        ("/t/1/desk/entries/one", "/t/1/desk/entries"),
        ("/t/1/desk/partida/1/void", "/t/1/desk/partida/1"),
    ],
)
def test_whoever_opens_a_form_s_address_is_led_to_its_page(hall: AtTheDesk, form: str, page: str) -> None:
    opened = hall.phone().get(form)
    assert (opened.status_code, opened.headers.get("location")) == (303, page)


def test_a_mantxa_that_is_sent_again_is_told_of_no_other_one(hall: AtTheDesk) -> None:
    """A phone whose answer was lost sends it anew; the other pair has confirmed it, and the next partida is played."""
    stages = [{"system": "groups", "groups": 1, "go_on": 1}]
    Hall(hall.desk, 4, NABO | {"options": {"mantxak": 1}, "stages": stages}).draw("x")
    one, other = (hall.pair(str(team)) for team in hall.desk.state(1).tournament.partidak[1].pairing.teams)
    pair = "/t/1/pair"
    sent, shown = {"ours": "40", "theirs": "12"}, {"mantxak": "40-12"}
    assert escape(telling(1)) in one.get(pair).text
    assert one.post(telling(1), sent, pair).status_code == 200
    assert other.post(f"{pair}/confirm?partida=1", shown, pair).status_code == 200
    before = hall.desk.state(1).number
    for path, fields in ((telling(1), sent), (f"{pair}/agree?partida=1", shown)):
        again = one.post(path, fields, pair)
        assert (again.status_code, "is another one by now" in words(again)) == (409, True)
    assert hall.desk.state(1).number == before


def test_a_text_that_cannot_be_kept_is_refused_in_a_sentence(hall: AtTheDesk) -> None:
    here, page = hall.here(), "/t/1/desk/entries"
    here.post("/tournaments", {"name": "Kopa"})
    lines = here.get("/t/1/desk/tournament.jsonl").text
    for told, code in (
        (here.post(f"{page}/one", {"name": "A\0"}, page), "U+0000"),
        (here.post("/read-in", {"lines": lines.replace("Kopa", "Kopa\\ud800")}), "U+D800"),
    ):
        assert told.status_code == 409
        assert f"text has the character {code}, which cannot be kept" in words(told)


@pytest.mark.parametrize(
    ("page", "path", "fields"),
    [
        ("people", "people", {"new": "table", "table": "9" * 5000}),
        ("people", "people", {"back": "table", "table": "\u0663"}),
        ("settings", "settings", {"name": "K", "rules": "nabo", "system1": "rounds", "mantxak": "99999999"}),
        ("partida/1", "partida/1/look", {"mantxak": f"{'9' * 5000}-1"}),
        ("partida/1", "partida/1/look", {"mantxak": "\u0664-\u0663"}),
    ],
)
def test_numbers_beyond_any_hall_are_refused_in_a_sentence(
    hall: AtTheDesk, page: str, path: str, fields: dict[str, str]
) -> None:
    here = hall.here()
    if page == "settings":
        here.post("/tournaments", {"name": "Kopa"})
    else:
        Hall(hall.desk, 4, NABO).draw("x")
        here.post("/t/1/here", {"role": "committee", "name": "Ane"})
    answer = here.post(f"/t/1/desk/{path}", fields, f"/t/1/desk/{page}")
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/box/events", 401),
        ("/t/1/desk/entries", 401),
        ("/read-in", 403),
        ("/tournaments", 403),
    ],
)
def test_nothing_is_read_of_what_a_stranger_sends(hall: AtTheDesk, path: str, status: int) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("read")

    async def send(message: Message) -> None:
        sent.append(message)

    form = (b"content-type", b"application/x-www-form-urlencoded")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "scheme": "http",
        "query_string": b"",
        "headers": [(b"host", b"192.168.1.20:8050"), form],
        "client": ("192.168.1.7", 50000),
        "server": ("192.168.1.20", 8050),
    }
    asyncio.run(hall.app.app(scope, receive, send))
    assert sent[0]["status"] == status


def test_whoever_comes_by_a_code_sends_no_more_than_a_form(hall: AtTheDesk) -> None:
    assert hall.phone().post("/enter", {"code": "1", "name": "x" * 100_000}).status_code == 409
    begun = hall.phone().post("/api/box/join", {"code": "x" * 10_000})
    assert (begun.status_code, "larger" in begun.json()["error"]) == (400, True)


def test_a_result_from_paper_needs_a_second_pair_of_eyes(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    ane, iker = hall.committee("Ane"), hall.committee("Iker")
    hall.desk.state(1)
    page = "/t/1/desk/partida/1"
    iker = hall.judge()
    assert iker.get("/t/1/desk/results").status_code == 200
    ane = hall.committee("Ane")
    ane.post(f"{page}/type", {"a1": "40", "b1": "3", "a2": "40", "b2": "20"}, page)
    assert "It is as on the paper" not in words(ane.get(page))
    assert "It counts once it is confirmed by Elko A, Artzain A, or somebody else has" in words(ane.get(page))
    assert "It is as on the paper" in words(iker.get(page))
    assert ane.post(f"{page}/look", {"mantxak": "40-3 40-20"}, page).status_code == 403
    iker.post(f"{page}/look", {"mantxak": "40-3 40-20"}, page)
    assert hall.desk.state(1).tournament.partidak[1].waits_for == frozenset()
    assert ane.post(f"{page}/type", {"a1": "3", "b1": "40", "a2": "3", "b2": "40"}, page).status_code == 403


def test_the_judge_sees_all_who_wait_whoever_waits_longest_first(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, NABO)
    for table in range(1, 61):
        judging.call(hall.desk, 1, COMMITTEE, table)
    for number in range(1, 31):
        judging.answer_call(hall.desk, 1, COMMITTEE, number)
    shown = re.findall(r"<b>Table (\d+)</b>", hall.judge().get("/t/1/desk/judge").text)
    assert list(map(int, shown)) == [*range(31, 61), *range(30, 10, -1)]


def test_a_pair_takes_back_its_own_call_and_nobody_elses(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    accuser, accused = hall.pair("T01"), hall.pair("T02")
    accuser.post("/t/1/pair/call", {"about": "signs"}, "/t/1/pair")
    assert "Take the call back" not in words(accused.get("/t/1/pair"))
    accused.post("/t/1/pair/uncall", {}, "/t/1/pair")
    assert hall.desk.state(1).calls[1].waits
    accused.post("/t/1/pair/call", {"about": "nothing"}, "/t/1/pair")  # from a page that was open before
    assert "Take the call back" in words(accuser.get("/t/1/pair"))
    assert "Call the judge" not in words(accuser.post("/t/1/pair/uncall", {}, "/t/1/pair"))
    assert hall.desk.state(1).calls[1].waits
    assert "Call the judge" in words(accused.post("/t/1/pair/uncall", {}, "/t/1/pair"))
    [call] = hall.desk.state(1).calls.values()
    assert (call.about, call.of, call.waits) == ("signs", ("T01:1", "T02:1"), False)


def test_the_judge_is_called_rules_changes_withdraws_and_takes_back(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "rules": "federacion"})
    playing.draw("x")
    judge, pair = hall.judge(), hall.pair("T01")
    assert "The judge is called" in words(pair.post("/t/1/pair/call", {"about": "kanta"}, "/t/1/pair"))
    at = "/t/1/desk/judge"
    assert "kanta" in words(judge.get(at))
    table, partida = playing.state.calls[1].table, playing.state.find(1)
    assert f'<a href="/t/1/desk/partida/1">Table {table}</a>' in judge.get(at).text
    met = " – ".join(str(playing.state.entries[str(team)].name) for team in partida.pairing.teams)
    assert f'<option value="1">Table {table} · {met}</option>' in judge.get(at).text
    assert f"Table {table} Partida 1" in words(judge.get("/t/1/desk/partida/1"))
    assert "seen to" in words(judge.post(f"{at}/answer", {"call": "1"}, at))
    pair.post("/t/1/pair/call", {"about": "puntua"}, "/t/1/pair")
    assert "Call the judge" in words(pair.post("/t/1/pair/uncall", {}, "/t/1/pair"))
    assert "taken back" in words(judge.get(at))
    more, clock = {"what": "add", "minutes": "5", "why": "a fall"}, "/t/1/desk/clock?round=1"
    for _ in range(2):  # a form that is sent again
        judge.post(f"{at}/rule", {"text": "It stands", "article": "federacion 40", "behind": "0"}, at)
        judge.post(clock, {**more, "length": "4800"}, "/t/1/desk")
    assert (list(hall.desk.state(1).rulings), hall.desk.state(1).clocks[1].length) == (["1"], 5100)
    judge.post(f"{at}/rule", {"text": "It stands", "article": "federacion 40", "behind": "1"}, at)
    judge.post(clock, {**more, "length": "5100"}, "/t/1/desk")
    assert (list(hall.desk.state(1).rulings), hall.desk.state(1).clocks[1].length) == (["1", "2"], 5400)
    judge.post(f"{at}/appeal?ruling=1", {"team": "T01", "why": "no"}, at)
    decided = judge.post(f"{at}/decide?ruling=1", {"one": "falls", "two": "upheld", "three": "falls"}, at)
    assert "the ruling falls" in words(decided)
    playing.round()
    page, teams = "/t/1/desk/partida/1", "/t/1/desk/teams"
    changed = judge.post(f"{page}/change", {"a1": "40", "b1": "0", "a2": "40", "b2": "1", "why": "miscounted"}, page)
    assert "miscounted" in words(changed)
    assert judge.post(f"{page}/change", {"a1": "40", "b1": "0", "a2": "40", "b2": "1"}, page).status_code == 409
    out = judge.post(f"{teams}/out", {"team": "T02", "kind": "withdrawn", "why": "went home"}, teams)
    assert "T02 Artzain A: withdrawn: went home" in words(out)
    assert "T02" not in [one["team"] for one in json.loads(judge.get("/api/standings").text)]
    judge.post(f"{teams}/back", {"team": "T02", "why": "came back"}, teams)
    assert "T02" in [one["team"] for one in json.loads(judge.get("/api/standings").text)]


def test_a_pair_reads_the_rulings_on_its_partida_and_appeals_once(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, {**NABO, "rules": "federacion"}).draw("x")
    judge, at = hall.judge(), "/t/1/desk/judge"
    for partida in ("1", "2"):
        judge.post(f"{at}/rule", {"text": f"It stands in {partida}", "partida": partida, "behind": "0"}, at)
    team = str(hall.desk.state(1).tournament.partidak[1].pairing.teams[1])
    own, page = hall.pair(team), "/t/1/pair"
    assert "It stands in 1" in words(own.get(page))
    assert "It stands in 2" not in words(own.get(page))
    assert own.post(f"{page}/appeal?ruling=2", {"why": "no"}, page).status_code == 403
    appeal = f"{page}/appeal?ruling=1"
    assert own.post(appeal, {"why": " "}, page).status_code == 409
    assert f"{team} appeals: it was said later" in words(own.post(appeal, {"why": "it was said later"}, page))
    assert "once (federacion 92)" in words(own.post(appeal, {"why": "no"}, page))
    assert "it was said later" in words(judge.get(at))
    name = hall.desk.state(1).entries[team].name
    assert f"Ruling 1: {team} {name} appeals: it was said later" in words(judge.get("/t/1/desk/teams"))


def test_where_the_others_have_left_a_pair_goes_on_with_its_next_partida_nabo_24(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "groups", "groups": 1}]})
    playing.draw("x")
    first, pair = playing.state.tournament.partidak[1].pairing.teams[0], "/t/1/pair"
    one = hall.pair(first)
    assert "Round 1" in words(one.get(pair))
    rival = str(playing.state.tournament.partidak[1].pairing.teams[1])
    hall.judge().post("/t/1/desk/teams/out", {"team": rival, "kind": "withdrawn", "why": "ill"}, "/t/1/desk/teams")
    assert "Round 2" in words(one.get(pair))
    [(at, partida)] = re.findall(r'action="([^"]*/tell\?partida=(\d+)[^"]*)"', one.get(pair).text)
    told = one.post(unescape(at), {"ours": "40", "theirs": "12"}, pair)
    assert "You told 40–12: it waits" in words(told)
    one.post(f"{pair}/call", {"about": "kanta"}, pair)
    assert hall.desk.state(1).calls[1].table == hall.desk.state(1).tables[int(partida)]


@pytest.mark.parametrize("stage", [{"system": "rounds"}, {"system": "equipos", "tables": 2, "games": 1}])
def test_whoever_sends_the_draw_again_is_led_to_what_was_drawn(hall: AtTheDesk, stage: dict[str, Any]) -> None:
    Hall(hall.desk, 2, NABO | {"stages": [stage]})
    ane, draw, page = hall.committee(), "/t/1/desk/draw", "/t/1/desk/people"
    opened = {"seen": seen(ane.get("/t/1/desk").text)}
    drawn = ane.post(draw, {"seed": "x" * 16, **opened}, page)
    again = ane.post(draw, {"seed": "y" * 16, **opened}, page)
    assert (again.status_code, words(again)) == (200, words(drawn))
    assert ane.post(draw, {"seed": "y" * 16}, page).status_code == 409


def test_the_desk_s_page_names_what_is_missing_in_every_round(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "groups", "groups": 1}]})
    playing.draw("x")
    for number, partida in playing.state.tournament.partidak.items():
        one, other = map(str, partida.pairing.teams)
        results.report(hall.desk, 1, Who(one, Role.PAIR, one), number, [(40, 3), (40, 2)])
        if number > 1:
            results.confirm(hall.desk, 1, Who(other, Role.PAIR, other), number, [(40, 3), (40, 2)])
    shown = words(hall.committee().get("/t/1/desk"))
    assert "Round 1: 1 of 2 results are there" in shown
    assert "Round 2" not in shown
    assert "can be drawn" not in shown


def test_a_judge_alone_reads_what_comes_next_and_is_led_nowhere_that_is_not_theirs(hall: AtTheDesk) -> None:
    tournament = setting_up.make(hall.desk, COMMITTEE, NABO)
    setting_up.enter(hall.desk, tournament, COMMITTEE, [TeamEntry("T01", "A"), TeamEntry("T02", "B")])
    judge, desk = hall.judge(), "/t/1/desk"

    def told() -> str:
        page = judge.get(desk)
        assert not re.search(f'href="{desk}/(entries|settings|people)"|action="{desk}/(lock|draw)"', page.text)
        return words(page)

    assert "Entered so far: 2" in told()
    setting_up.lock(hall.desk, tournament, COMMITTEE)
    assert "Everything is locked: the first round can be drawn." in told()
    setting_up.draw(hall.desk, tournament, COMMITTEE, "x")
    judging.change(hall.desk, tournament, JUDGE, 1, [(40, 3), (40, 3)], "from paper")
    assert "All results are there: the next round can be drawn." in told()


def test_the_desk_s_page_says_what_hinders_the_draw_and_offers_none(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "knockout"}]})
    playing.draw("x")
    playing.round()
    judge, chair, page = hall.judge(), hall.committee(), "/t/1/desk/partida/1"
    judge.post(f"{page}/void", {"why": "a fight"}, page)
    shown = words(chair.get("/t/1/desk"))
    assert "Partida 1 is void, and a knockout needs its winner." in shown
    assert "Draw the next round" not in shown
    assert chair.get("/t/1/desk/teams").status_code == 200
    judge.post(f"{page}/change", {"a1": "40", "b1": "0", "a2": "40", "b2": "1", "why": "they made peace"}, page)
    assert "Draw the next round" in words(chair.get("/t/1/desk"))
    playing.draw("y")
    playing.round()
    shown = words(chair.get("/t/1/desk"))
    assert "Nothing is left to be drawn: the last stage is over." in shown
    assert "can be drawn" not in shown


def test_a_lot_that_a_later_stage_needs_is_drawn_at_the_desk(hall: AtTheDesk) -> None:
    """In the groups three have each beaten one; in the whole tournament nobody shares a place."""
    rounds, groups = {"system": "rounds", "rounds": 1, "go_on": 3}, {"system": "groups", "groups": 1, "go_on": 2}
    Hall(hall.desk, 4, {**NABO, "stages": [rounds, groups, {"system": "knockout"}]})
    chair, desk = hall.committee(), "/t/1/desk"
    chair.post(f"{desk}/draw", {"seed": "x"}, desk)
    told = {number: [(40, number), (40, number)] for number in (1, 2)}
    one, other = (hall.desk.state(1).tournament.partidak[number].pairing.teams for number in told)
    beats = {str(one[0]): str(other[0]), str(other[0]): str(other[1]), str(other[1]): str(one[0])}
    for number, mantxak in told.items():
        judging.change(hall.desk, 1, JUDGE, number, mantxak, "from paper")
    chair.post(f"{desk}/draw", {"seed": "y"}, desk)
    for number in (3, 4, 5):
        winner, loser = map(str, hall.desk.state(1).tournament.partidak[number].pairing.teams)
        score = (40, 10) if beats[winner] == loser else (10, 40)
        judging.change(hall.desk, 1, JUDGE, number, [score, score], "from paper")
    page = chair.get(desk)
    assert re.search(r"[A-Z][a-z]+ A share a place, and not all of them go on: draw a lot among them", words(page))
    [teams] = re.findall(r'name="teams" value="([^"]+)"', page.text)
    assert set(teams.split()) == set(beats)
    names = [views.team(hall.desk.state(1), team, speech("en")).name for team in teams.split()]
    assert words(page).count(", ".join(names)) == 1
    part = {"teams": " ".join(teams.split()[:2])}
    assert chair.post(f"{desk}/lot", part, desk).status_code == 409
    assert "Draw the next round" in words(chair.post(f"{desk}/lot", {"teams": teams, "seed": "dice: 3 6"}, desk))
    before = hall.desk.state(1).number
    told = chair.post(f"{desk}/lot", {"teams": teams, "seed": "one that suits better"}, desk)
    assert (told.status_code, hall.desk.state(1).number) == (409, before)
    assert "they share no place now" in words(told)
    among = ", ".join(f"{id} {name}" for id, name in zip(teams.split(), names, strict=True))
    assert f"Lot among {among} from the seed dice: 3 6 " in words(chair.get(f"{desk}/teams"))


def test_once_the_lot_has_parted_who_shares_a_place_at_the_end_nobody_draws_it_again(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "rounds", "rounds": 1}]})
    playing.draw("x")
    for number in (1, 2):
        judging.change(hall.desk, 1, JUDGE, number, [(40, 3), (40, 3)], "from paper")
    chair, desk = hall.committee(), "/t/1/desk"
    first, second = re.findall(r'name="teams" value="([^"]+)"', chair.get(desk).text)
    page = f"{desk}/settings"
    answers = [chair.post(f"{desk}/lot", {"teams": teams}, page).status_code for teams in (first, second, first)]
    assert answers == [200, 200, 409]
    assert len(hall.desk.state(1).tournament.lots) == 2


def test_a_team_without_a_name_is_chosen_by_its_players(hall: AtTheDesk) -> None:
    number = setting_up.make(hall.desk, COMMITTEE, NABO | {"rules": "federacion"})
    entered = [TeamEntry("T01", "", "", ("Ane", "Jon")), TeamEntry("T02")]
    setting_up.enter(hall.desk, number, COMMITTEE, entered)
    setting_up.lock(hall.desk, number, COMMITTEE)
    judging.rule(hall.desk, number, JUDGE, "It stands")
    judge, chair = hall.judge(), hall.committee()
    for visitor, page in ((judge, "judge"), (judge, "teams"), (chair, "people")):
        shown = visitor.get(f"/t/1/desk/{page}").text
        assert re.findall(r'<option value="T0\d">([^<]*)', shown)[:2] == ["T01 Ane &amp; Jon", "T02"]


def test_no_team_is_chosen_until_somebody_chooses_one(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, {**NABO, "rules": "federacion"})
    judging.rule(hall.desk, 1, JUDGE, "It stands")
    judge, chair = hall.judge(), hall.committee()
    for visitor, page, lists in ((judge, "judge", 1), (judge, "teams", 4), (chair, "people", 1)):
        lists_of_teams = re.findall(
            '<select name="team"(.*?)><option value="(.*?)" selected>', visitor.get(f"/t/1/desk/{page}").text
        )
        assert [("required" in more, chosen) for more, chosen in lists_of_teams] == [(True, "")] * lists
    out = judge.post("/t/1/desk/teams/out", {"team": "", "kind": "withdrawn", "why": "ill"}, "/t/1/desk/teams")
    assert (out.status_code, list(hall.desk.state(1).tournament.out)) == (409, [])


def test_a_partida_whose_team_has_left_asks_for_no_result_from_paper_nabo_24(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "rules": "federacion"})
    playing.draw("x")
    chair, page, team = hall.committee(), "/t/1/desk/partida/1", playing.state.find(1).pairing.teams[0]
    asks = "Type it", "Somebody is missing"
    assert all(one in words(chair.get(page)) for one in asks)
    judging.take_out(hall.desk, 1, JUDGE, team, "withdrawn", "ill")
    assert not any(one in words(chair.get(page)) for one in asks)
    judging.bring_back(hall.desk, 1, JUDGE, team, "well again")
    assert all(one in words(chair.get(page)) for one in asks)


def test_a_late_team_is_entered_once_the_lock_is_opened_and_that_stays_to_be_seen(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, NABO)
    chair, desk = hall.committee(), "/t/1/desk"
    assert chair.post(f"{desk}/unlock", {}, desk).status_code == 409
    opened = words(chair.post(f"{desk}/unlock", {"why": "a pair came late"}, desk))
    assert "Enter the teams" in opened
    assert "T05" in words(chair.post(f"{desk}/entries/one", {"name": "The late ones"}, f"{desk}/entries"))
    chair.post(f"{desk}/lock", {}, desk)
    assert "The lock is opened: a pair came late" in words(chair.get(f"{desk}/teams"))
    playing.draw("x")
    assert "Unlock it" not in words(chair.get(desk))
    assert chair.post(f"{desk}/unlock", {"why": "another one"}, f"{desk}/settings").status_code == 409


def test_a_changed_semifinal_and_the_final_drawn_anew_stand_among_what_was_decided(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "knockout"}]})
    playing.draw("x")
    playing.round()
    playing.draw("y")
    loser = playing.state.tournament.partidak[1].other(str(playing.state.tournament.partidak[1].winner))
    side = playing.state.tournament.partidak[1].pairing.teams.index(loser)
    score = (40, 3) if side == 0 else (3, 40)
    judging.change(hall.desk, 1, JUDGE, 1, [score, score], "upside down")
    shown = words(hall.judge().get("/t/1/desk/teams"))
    met = "T.. [^:]+ – T.. [^:]+"
    for what in (f"Partida 1 · {met}", f"Partida 3 · {met}", f"Table 1 · Partida 4 · {met}: drawn anew"):
        assert re.search(f"{what}: upside down", shown)
    assert shown.count("upside down") == 3
    assert f"Round 2 Table 1 {views.team(playing.state, str(loser), speech('en')).name}" in words(
        hall.pair(str(loser)).get("/t/1/pair")
    )
    assert hall.phone().get("/t/1/brackets").text.count("<rect width=") == 3


def test_what_is_past_is_shown_to_nobody_who_looks_for_a_table_and_stays_void_in_the_results(hall: AtTheDesk) -> None:
    stages = [{"system": "knockout", "seeded": True, "second_bracket": True}]
    playing = Hall(hall.desk, 6, {**NABO, "stages": stages})
    for seed in "xyz":
        playing.draw(seed)
        for partida in playing.playing() if seed != "z" else ():
            judging.change(hall.desk, 1, JUDGE, partida.pairing.partida, [(40, 3), (40, 3)], "from paper")
    for score in ((3, 40), (40, 3)):  # the second bracket is drawn anew, with a bye, and once more
        judging.change(hall.desk, 1, JUDGE, 6, [score, score], "upside down")
    past = {number for number, one in playing.state.tournament.partidak.items() if one.past}
    assert any(None in playing.state.find(number).pairing.teams for number in past)
    guest = hall.phone()
    shown = [guest.get(f"/t/1/round/{number}").text for number in (1, 2, 3, 4, 5)]
    assert [one.count('class="meeting ') for one in shown] == [4, 2, 1, 0, 1]
    assert "There is nothing to play now." in shown[3]
    wall = guest.get("/t/1/wall").text
    assert (wall.count('class="meeting '), wall.count("voided")) == (2, 0)
    rows = csv.DictReader(io.StringIO(guest.get("/t/1/results.csv").content.decode("utf-8-sig")))
    assert [row["state"] for row in rows].count("void") == len(past)
    judge, met = hall.judge(), [one.pairing for one in playing.state.tournament.partidak.values()]
    decides = {
        pairing.partida
        for pairing in met
        if "The judge decides" in words(judge.get(f"/t/1/desk/partida/{pairing.partida}"))
    }
    assert decides == {pairing.partida for pairing in met if None not in pairing.teams} - past


def test_nobody_has_won_what_a_team_that_left_has_played_nabo_24(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "knockout"}]})
    playing.draw("x")
    playing.round()
    guest, (partida, other) = hall.phone(), playing.state.tournament.partidak.values()
    winner, loser, third = (str(one) for one in (partida.winner, partida.other(str(partida.winner)), other.winner))
    for team, go_on in ((winner, {loser, third}), (loser, {third})):
        judging.take_out(hall.desk, 1, JUDGE, team, "withdrawn", "went home")
        assert guest.get("/t/1/round/1").text.count('class="side won"') == 1
        shown = re.findall(r'class="winner">([A-Z][^<]+)<', guest.get("/t/1/brackets").text)
        assert set(shown) == {playing.state.named(one).name for one in go_on}
    rows = csv.DictReader(io.StringIO(guest.get("/t/1/results.csv").content.decode("utf-8-sig")))
    assert [bool(row["winner"]) for row in rows] == [False, True]


def test_whoever_was_drawn_on_went_on_though_the_team_has_left_since_nabo_24(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "knockout"}]})
    playing.draw("x")
    playing.round()
    playing.draw("y")
    leaves, stays = map(str, playing.state.find(3).pairing.teams)
    judging.take_out(hall.desk, 1, JUDGE, leaves, "withdrawn", "went home")
    shown = re.findall(r'class="winner">([A-Z][^<]+)<', hall.phone().get("/t/1/brackets").text)
    assert sorted(shown) == sorted(playing.state.named(one).name for one in (leaves, stays, stays))


def winners(hall: AtTheDesk) -> list[str]:
    """Who goes on as the brackets show it, by name."""
    return re.findall(r'class="winner">([A-Z][^<]+)<', hall.phone().get("/t/1/brackets").text)


def test_nobody_is_shown_to_go_on_from_what_both_have_lost_whoever_leaves_federacion_33(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 2, FEDERACION)
    playing.draw("x")
    judging.lost_by_both(hall.desk, 1, JUDGE, 1, "nobody came")
    leaves, stays = map(str, playing.state.find(1).pairing.teams)
    judging.take_out(hall.desk, 1, JUDGE, leaves, "withdrawn", "went home")
    assert winners(hall) == []
    for shown in (hall.phone().get("/t/1/round/1"), hall.pair(stays).get("/t/1/pair")):
        assert "lost by both (federacion 33)" in words(shown)
        assert "withdrawn" not in words(shown)


def test_nobody_is_shown_to_go_on_from_a_partida_that_is_past(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, FEDERACION)
    playing.draw("x")
    leaves, stays = map(str, playing.state.find(1).pairing.teams)
    judging.take_out(hall.desk, 1, JUDGE, leaves, "withdrawn", "went home")
    playing.round()
    playing.draw("y")
    judging.lost_by_both(hall.desk, 1, JUDGE, 1, "nobody came")
    assert playing.state.find(3).past
    judging.take_out(hall.desk, 1, JUDGE, stays, "withdrawn", "went home too")
    assert winners(hall) == [playing.state.named(str(playing.state.find(2).winner)).name]


def test_a_bracket_shows_who_would_go_on_by_what_is_not_confirmed_yet(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 2, {**NABO, "stages": [{"system": "knockout"}]})
    playing.draw("x")
    while not playing.state.find(1).waits_for:
        playing.step()
    partida = playing.state.find(1)
    name = {team: playing.state.named(str(team)).name for team in partida.pairing.teams}
    winner, loser = str(partida.winner), str(partida.other(str(partida.winner)))
    assert winners(hall) == [name[winner]]
    judging.take_out(hall.desk, 1, JUDGE, winner, "withdrawn", "went home")
    assert winners(hall) == [name[loser]]
    judging.take_out(hall.desk, 1, JUDGE, loser, "withdrawn", "went home too")
    assert winners(hall) == []


def test_a_bracket_s_boxes_are_as_wide_as_its_names_need(hall: AtTheDesk) -> None:
    wide = list[int]()
    for players in (("Ane", "Jon"), ("Maite Etxeberria Goikoetxea", "Joseba Aranburuzabala")):
        number = setting_up.make(hall.desk, COMMITTEE, NABO | {"stages": [{"system": "knockout"}]})
        entered = [TeamEntry("T01", "", "", players), TeamEntry("T02", "B")]
        setting_up.enter(hall.desk, number, COMMITTEE, entered)
        setting_up.lock(hall.desk, number, COMMITTEE)
        setting_up.draw(hall.desk, number, COMMITTEE, "x")
        drawn = hall.phone().get(f"/t/{number}/brackets").text
        assert f">{' &amp; '.join(players)}</text>" in drawn
        wide += map(int, re.findall(r'<rect width="(\d+)"', drawn))
    assert wide[0] < 200 < 400 < wide[1]


@pytest.mark.parametrize(
    ("minutes", "target", "begins"),
    [
        (75, 40, "new juegos begin at 20, or 30 (federacion 36)"),
        (90, 40, "new juegos begin at 20, or 30 (federacion 36)"),
        (75, 30, "the last juego may begin at 20 (federacion 36)"),
        (90, 30, ""),
        (75, 20, ""),
    ],
)
def test_federacion_36_near_its_end_the_clock_says_how_juegos_begin(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch, minutes: int, target: int, begins: str
) -> None:
    """None begins with as many as would win it, and none at 20 once the time is over."""
    options = {**NABO["options"], "target": target}
    Hall(hall.desk, 2, {**NABO, "rules": "federacion", "options": options}).draw("x")
    monkeypatch.setattr("desk.service.clock._now", lambda: datetime.now(UTC) + timedelta(minutes=minutes))
    for page in ("round", "wall"):
        shown = words(hall.phone().get(f"/t/1/{page}"))
        assert "juegos that should be done: " in shown
        assert re.findall(r"[a-z]+ [a-z]+ [a-z ]*begin at .*?\(federacion 36\)", shown) == ([begins] if begins else [])
    assert 'class="clock last"' in hall.phone().get("/t/1/round").text


def test_no_clock_is_to_be_started_for_a_round_that_is_played(hall: AtTheDesk) -> None:
    settings = {**NABO, "rules": "federacion", "options": {"mantxak": 1}, "stages": [{"system": "knockout"}]}
    tournament = Hall(hall.desk, 2, settings).number
    setting_up.draw(hall.desk, tournament, COMMITTEE, "x")
    chair = hall.committee()
    assert "Start the clock" in words(chair.get("/t/1/desk"))
    judging.change(hall.desk, 1, JUDGE, 1, [(40, 3)], "from paper")
    assert "Clock of round" not in words(chair.get("/t/1/desk"))
    assert "Round 1" in words(hall.phone().get("/t/1/wall"))


def test_no_team_is_in_play_in_two_partidak_at_once(hall: AtTheDesk) -> None:
    """In groups all rounds are drawn at once: of those to come it is said that they are not yet played."""
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "groups", "groups": 1}]})
    playing.draw("x")
    guest, first = hall.phone(), playing.state.find(1).pairing.teams

    def told(page: str) -> list[str]:
        return re.findall(r"not yet played|in play", words(guest.get(f"/t/1/{page}")))

    coming = ["not yet played"]
    assert [told(f"round/{number}") for number in (1, 2, 3)] == [["in play"] * 2, coming * 2, coming * 2]
    assert told(f"team/{first[0]}") == ["in play", *coming * 2]
    judging.change(hall.desk, 1, JUDGE, 1, [(40, 3), (40, 2)], "from paper")
    assert told("round/2") == coming * 2, "the others still play round 1"
    early = next(one.pairing for one in playing.playing() if one.pairing.round == 2)
    told_by = Who(early.teams[0], Role.PAIR, early.teams[0])
    results.report(hall.desk, 1, told_by, early.partida, [(40, 3)])
    assert sorted(told("round/2")) == ["in play", *coming], "what is told of is played"


def test_each_round_that_is_played_has_its_own_clock_federacion_29(hall: AtTheDesk) -> None:
    """In groups all rounds are drawn at once: who is done with the first one plays on while others still play it."""
    stages = [{"system": "groups", "groups": 2}]
    playing = Hall(hall.desk, 8, {**NABO, "rules": "federacion", "options": {"mantxak": 1}, "stages": stages})
    playing.draw("x")
    chair, desk = hall.committee(), "/t/1/desk"
    assert re.findall(r"Clock of round (\d)", words(chair.get(desk))) == ["1"]
    before, (late, *done) = chair.get(desk).text, [one for one in playing.playing() if one.pairing.round == 1]
    for partida in done:
        judging.change(hall.desk, 1, JUDGE, partida.pairing.partida, [(40, 3)], "from paper")
    ready = next(one.pairing for one in done if one.pairing.group != late.pairing.group)
    phone = hall.pair(ready.teams[0])
    assert "Round 2" in words(phone.get("/t/1/pair"))
    assert "time left" not in words(phone.get("/t/1/pair"))
    assert "time left" in words(hall.pair(late.pairing.teams[0]).get("/t/1/pair"))
    assert re.findall(r"Clock of round (\d)", words(chair.get(desk))) == ["1", "2"]
    chair.post(f"{desk}/clock?round=2", {"what": "start", "find": "0", "courtesy": "0"}, desk)
    assert "time left" in words(phone.get("/t/1/pair"))
    more, at = {"what": "add", "length": "4800", "minutes": "x", "why": "a fall"}, f"{desk}/clock?round=1"
    refused = hall.judge().post(at, more, desk).text
    assert re.findall(r'action="([^"]*)"[^>]* data-refused', refused) == [at]
    judging.change(hall.desk, 1, JUDGE, late.pairing.partida, [(40, 3)], "from paper")
    [what] = re.findall(r'name="what" value="(\w+)"', form_of(before, at))
    chair.post(at, {"what": what, "why": "a light went out"}, desk)  # of a page from before
    assert (hall.desk.state(1).clocks[1].began, hall.desk.state(1).clocks[2].began is None) == (None, False)


def test_the_hall_s_own_clock_says_when_the_judge_was_called(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(time.tzset)
    request.addfinalizer(monkeypatch.undo)
    for zone in ("UTC-7", "UTC+9"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        at = datetime(2026, 11, 22, 20, 30).astimezone()
        assert views.local(at.astimezone(UTC).isoformat()).strftime("%d %H:%M") == "22 20:30"


def test_who_is_suspended_until_tomorrow_is_not_entered_this_evening_nabo_28(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Where the hall lies west of Greenwich its evening is the next day there."""
    request.addfinalizer(time.tzset)
    request.addfinalizer(monkeypatch.undo)
    monkeypatch.setenv("TZ", "UTC+23:59")
    time.tzset()
    desk, today = hall.desk, datetime.now().date()
    cup = setting_up.make(desk, COMMITTEE, {"name": "Cup", "rules": "nabo"})
    judging.about_players(desk, cup, COMMITTEE, Suspended("Ana", str(today + timedelta(days=1)), "a fight"))
    teams = [TeamEntry("T01", "A", "Chino", ("Ana", "Jon")), TeamEntry("T02", "B", "Chino", ("Peio", "Miren"))]
    setting_up.enter(desk, cup, COMMITTEE, teams)
    with pytest.raises(TournamentError, match="Ana is suspended"):
        setting_up.lock(desk, cup, COMMITTEE)


def test_before_the_end_names_go_only_where_that_is_said_once_more(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 2, {**NABO, "stages": [{"system": "knockout"}]})
    chair, teams, sent = hall.committee(), "/t/1/desk/teams", {"why": "Ane asks for it"}
    playing.draw("x")
    assert 'name="early"' in chair.get(teams).text
    told = chair.post(f"{teams}/names", sent, teams)
    assert told.status_code == 409
    assert "The tournament is not over, and nothing brings the names back" in words(told)
    assert "Artzain A" in words(chair.get("/t/1"))
    chair.post(f"{teams}/names", {**sent, "early": "1"}, teams)
    assert hall.desk.state(1).nameless
    assert "Artzain A" not in words(chair.get("/t/1"))


def test_once_a_tournament_is_over_its_names_go_without_a_further_word(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 2, {**NABO, "stages": [{"system": "knockout"}]})
    assert not playing.state.over
    playing.draw("x")
    playing.round()
    assert playing.state.over
    chair, teams = hall.committee(), "/t/1/desk/teams"
    assert 'name="early"' not in chair.get(teams).text
    assert chair.post(f"{teams}/names", {"why": "it is over"}, teams).status_code == 200
    assert hall.desk.state(1).nameless


def test_who_is_suspended_is_not_entered_and_who_cannot_come_is_replaced(hall: AtTheDesk) -> None:
    here = hall.here()
    here.post("/tournaments", {"name": "Kopa"})
    teams, desk = "/t/1/desk/teams", "/t/1/desk"
    here.post(f"{desk}/settings", {"name": "Kopa", "rules": "nabo", "date": "2026-11-22", "system1": "rounds"}, desk)
    here.post(f"{teams}/suspend", {"player": "Jon", "until": "2027-01-01", "why": "a fight"}, teams)
    told = here.post(f"{desk}/entries", {"list": "A;Chino;Ane;Mikel\nB;Chino;Jon;Peio\nC;Elko;X;Y"}, f"{desk}/entries")
    assert "Entered from the list: 2" in words(told)
    assert "Line 2: Jon is suspended until 2027-01-01 (nabo 28)." in words(told)
    here.post(f"{desk}/lock", {}, desk)
    sent = {"team": "T01", "absent": "Ane", "substitute": "Nahia", "why": "is ill"}
    assert here.post(f"{teams}/replace", sent, teams).status_code == 409
    assert "Nahia for Ane: is ill" in words(here.post(f"{teams}/replace", {**sent, "played": "1"}, teams))


def test_a_suspension_binds_in_every_tournament_of_the_database_nabo_28(hall: AtTheDesk) -> None:
    desk, ana = hall.desk, TeamEntry("T01", "A", "Chino", ("Ana  ETXE", "Jon"))
    cup, other = (setting_up.make(desk, COMMITTEE, NABO | {"name": name}) for name in ("Cup", "Other"))
    late = setting_up.make(desk, COMMITTEE, {"name": "Late", "rules": "nabo"})
    for number in (other, late):
        setting_up.enter(desk, number, COMMITTEE, [ana, TeamEntry("T02", "B", "Chino", ("Peio", "Miren"))])
    judging.about_players(desk, cup, COMMITTEE, Suspended("Ana Etxe", "2099-01-01", "a fight"))
    refused = "suspended until 2099-01-01"
    with pytest.raises(TournamentError, match=refused):
        setting_up.lock(desk, other, COMMITTEE)
    with pytest.raises(TournamentError, match=refused):
        setting_up.settle(desk, late, COMMITTEE, {"date": "2026-11-22"})
    with pytest.raises(TournamentError, match=refused):
        setting_up.lock(desk, late, COMMITTEE)
    setting_up.scratch(desk, other, COMMITTEE, "T01")
    with pytest.raises(TournamentError, match=refused):
        setting_up.enter(desk, other, COMMITTEE, [ana])
    setting_up.enter(desk, other, COMMITTEE, [TeamEntry("T03", "C")])
    setting_up.lock(desk, other, COMMITTEE)
    sent = Replaced("T02", "peio", "ana etxe", "Chino", True, "is ill")
    with pytest.raises(TournamentError, match=refused):
        judging.about_players(desk, other, COMMITTEE, sent)
    setting_up.settle(desk, late, COMMITTEE, {"date": "2099-01-01"})
    assert setting_up.lock(desk, late, COMMITTEE).locked


@pytest.mark.parametrize("id", ["A 1", "B/1", "..", "Ñ1"])
def test_an_id_that_no_address_and_no_list_can_have_is_refused(hall: AtTheDesk, id: str) -> None:
    here, at = hall.here(), "/t/1/desk/entries"
    here.post("/tournaments", {"name": "Kopa"})
    told = here.post(f"{at}/one", {"id": id, "name": "A"}, at)
    assert (told.status_code, hall.desk.state(1).entries) == (409, {})
    assert "A team's number has letters from A to Z" in words(told)


def test_a_list_that_is_sent_twice_enters_nobody_twice(hall: AtTheDesk) -> None:
    here, at = hall.here(), "/t/1/desk/entries"
    here.post("/tournaments", {"name": "Kopa"})
    sent = {"list": "A,Chino\nB,Chino,Jon,Peio\nA,Elko"}
    here.post(at, sent, at)
    told = words(here.post(at, {"list": sent["list"].lower()}, at))
    assert "Entered from the list: 0" in told
    assert "Line 1: a is entered already, as T01." in told
    assert len(hall.desk.state(1).entries) == 3


def test_a_team_that_was_written_wrong_is_put_right_after_the_lock_for_a_reason(
    hall: AtTheDesk, tmp_path: Path
) -> None:
    here, desk = hall.here(), "/t/1/desk"
    here.post("/tournaments", {"name": "Kopa"})
    here.post(f"{desk}/entries", {"list": "Bera A,Bera,Bennat,Inaki\nBera B,Bera,Jon,Peio"}, f"{desk}/entries")
    page, sent = f"{desk}/entries/team/T01", {"name": "Bera A", "club": "Bera", "one": "Beñat", "two": "Inaki"}
    assert page in here.get(f"{desk}/entries").text
    assert "Beñat & Inaki" in words(here.post(page, sent, page))
    here.post(f"{desk}/lock", {}, desk)
    here.post(f"{desk}/draw", {"seed": "x"}, desk)
    right = {**sent, "name": "Bera Á", "two": "Iñaki"}
    assert "Say why." in words(here.post(page, right, page))
    assert "Jon plays for T02 already" in words(here.post(page, {**right, "two": "jon", "why": "so"}, page))
    assert here.post(f"{desk}/entries/team/T09", right, page).status_code == 404
    here.post(page, {**right, "why": "the list was of another alphabet"}, page)
    assert "Bera Á" in words(hall.phone().get("/t/1/round"))
    assert "T01: Bera Á, Bera, Beñat & Iñaki: the list was of another alphabet" in words(here.get(f"{desk}/teams"))
    assert all(entry == hall.desk.state(1).tournament.teams[id] for id, entry in hall.desk.state(1).entries.items())
    for absent, substitute, answer in (("Iñaki", "Ane", 200), ("Beñat", "Maite", 409)):  # then neither came
        replaced = {"team": "T01", "absent": absent, "substitute": substitute, "played": "1", "why": "is ill"}
        assert here.post(f"{desk}/teams/replace", replaced, f"{desk}/teams").status_code == answer
    lines = here.get(f"{desk}/tournament.jsonl").text
    assert "Kopa is here already, as tournament 1" in words(here.post("/read-in", {"lines": lines}, "/"))
    with at_the_desk(tmp_path / "other") as other:
        assert other.here().post("/read-in", {"lines": lines}).status_code == 200
        assert other.desk.state(1).entries == hall.desk.state(1).entries
    here.post(f"{desk}/teams/names", {"why": "asked for", "early": "1"}, f"{desk}/teams")
    assert here.get(page).status_code == 404
    assert "T01: – Committee" in words(here.get(f"{desk}/teams"))


def test_nobody_who_is_suspended_comes_by_being_written_otherwise_nabo_28(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 2, NABO)
    entry = playing.state.entries["T01"]
    for player in ("Zuriñe", entry.players[0]):
        judging.about_players(hall.desk, 1, COMMITTEE, Suspended(player, "2099-01-01", "a fight"))
    with pytest.raises(TournamentError, match="Zuriñe is suspended"):
        setting_up.rewrite(hall.desk, 1, COMMITTEE, replace(entry, players=("Zuriñe", "Jon")), "so")
    capitals = replace(entry, players=(entry.players[0].upper(), entry.players[1]))
    assert setting_up.rewrite(hall.desk, 1, COMMITTEE, capitals, "so").entries["T01"] == capitals  # plays already


def test_of_two_who_change_one_thing_the_second_is_told_so(hall: AtTheDesk) -> None:
    here, desk, told = hall.here(), "/t/1/desk", "changed by now: look again"
    here.post("/tournaments", {"name": "Kopa"})
    here.post(f"{desk}/entries", {"list": "A\nB"}, f"{desk}/entries")
    by_hand = {"id": "T01", "name": "C"}
    assert "A is entered already, as T01" in words(here.post(f"{desk}/entries/one", by_hand, f"{desk}/entries"))
    settings = {"name": "Kopa", "rules": "nabo", "system1": "rounds"}
    for path, sent in (("settings", settings | {"target": "30"}), ("entries/team/T01", {"name": "Á"})):
        stale = sent | {"seen": seen(here.get(f"{desk}/{path}").text)}
        assert here.post(f"{desk}/{path}", stale, f"{desk}/{path}").status_code == 200
        for wrong in ({}, {"count1": "x", "one": "P" * 61}):
            refused = here.post(f"{desk}/{path}", stale | {"target": "", "name": "Z"} | wrong, f"{desk}/{path}")
            assert told in words(refused)
            assert ('value="Z"' in refused.text, "data-refused" in refused.text) == (False, False)
    stale = settings | {"seen": seen(here.get(f"{desk}/settings").text)}
    here.post(f"{desk}/lock", {}, desk)
    assert told in words(here.post(f"{desk}/settings", stale, f"{desk}/settings"))
    here.post(f"{desk}/settings", {"name": "Kopa", "season": "2026/27"}, f"{desk}/settings")
    state = hall.desk.state(1)
    assert (state.settings["options"]["target"], state.settings["season"]) == (30, "2026/27")
    assert [entry.name for entry in state.entries.values()] == ["Á", "B"]


def test_the_committee_chooses_the_deck_that_a_table_offers_after_the_lock_too(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    here, page = hall.committee("Ane"), "/t/1/desk/settings"
    guest, _ = hall.desk.admit(Place(1, Role.TABLE, table=1))
    decks.offer(hall.desk, guest, "club", b"a deck's file")
    digest = hashlib.sha256(b"a deck's file").hexdigest()
    assert f'<option value="{digest}">club, of table 1</option>' in here.get(page).text
    club = {"name": "club", "digest": digest}
    for chosen, stands in ((digest, club), ("", None), (digest, club)):
        here.post(page, {"name": "Kopa", "deck": chosen}, page)
        assert hall.desk.state(1).settings.get("deck") == stands
        assert (f'<option value="{digest}" selected>' in here.get(page).text) == (chosen == digest)
    elsewhere = hashlib.sha256(b"a deck that a tournament's file names").hexdigest()
    for file, digest, is_here in ((b"none", elsewhere, False), (b"a deck's file", club["digest"], True)):
        setting_up.settle(hall.desk, 1, ANE, {"deck": {"name": "club", "digest": digest}})
        decks.offer(hall.desk, guest, "club", file)
        assert ("The file of the chosen deck is not at this desk" in here.get(page).text) is not is_here
    offered_before = hashlib.sha256(b"another deck's file").hexdigest()  # while the page stood open
    answer = here.post(page, {"name": "Other", "deck": offered_before}, page)
    assert "no table offers that deck" in answer.text.lower()
    assert (hall.desk.state(1).name, hall.desk.state(1).settings["deck"]) == ("Kopa", club)


def test_of_two_who_say_how_a_partida_ended_the_second_is_told_so(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, NABO).draw("x")
    people, page = [hall.committee("Ane"), hall.judge()], "/t/1/desk/partida/1"
    tantos = [{"a1": "40", "b1": "3", "a2": "40", "b2": less, "why": "miscounted"} for less in ("1", "2")]
    for path, who in (("type", people), ("change", people[1:] * 2)):
        opened = seen(who[0].get(page).text)
        assert who[0].post(f"{page}/{path}", tantos[0] | {"seen": opened}, page).status_code == 200
        for wrong in ({}, {"a1": "x"}):
            again = who[1].post(f"{page}/{path}", tantos[1] | {"seen": opened} | wrong, page)
            assert (again.status_code, "changed by now: look again" in words(again)) == (409, True)
            assert re.findall(r'name="b2" value="(\d)"', again.text)[:1] == ["1"]
    assert people[1].post(f"{page}/void", {"why": "a fight", "seen": opened}, page).status_code == 409
    assert hall.desk.state(1).tournament.partidak[1].mantxak == ((40, 3), (40, 1))


def seen(page: str) -> str:
    """By which act a page shows what its form changes."""
    found = re.search(r'name="seen" value="(\d+)"', page)
    assert found
    return found[1]


def test_no_team_has_the_id_of_another_one_before_it(hall: AtTheDesk) -> None:
    here, desk, teams = hall.here(), "/t/1/desk", "/t/1/desk/teams"
    here.post("/tournaments", {"name": "Kopa"})
    here.post(f"{desk}/entries", {"list": "A\nB\nC\nD"}, desk)
    here.post(f"{desk}/entries/scratch", {"team": "T04"}, desk)
    here.post(f"{desk}/lock", {}, desk)
    for team, name in (("T03", "E"), ("T05", "F")):
        here.post(f"{teams}/succeed", {"team": team, "name": name, "why": "both are ill"}, teams)
    assert [(id, one.name) for id, one in hall.desk.state(1).entries.items()][-1] == ("T06", "F")


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("teams/replace", {"team": "T01", "absent": "Ane 1", "substitute": "Nahia", "played": "1"}),
        ("teams/succeed", {"team": "T01", "name": "E"}),
        ("teams/suspend", {"player": "Jon", "until": "2027-01-01"}),
        ("clock?round=1", {"what": "stop"}),
        ("clock?round=1", {"what": "add", "minutes": "5", "length": "4800"}),
    ],
)
def test_whatever_is_decided_has_a_reason(hall: AtTheDesk, path: str, fields: dict[str, str]) -> None:
    Hall(hall.desk, 4, {**NABO, "rules": "federacion"}).draw("x")
    before, page = hall.desk.state(1).number, f"/t/1/desk/{path.partition('/')[0]}"
    told = hall.judge().post(f"/t/1/desk/{path}", {**fields, "why": " "}, page.replace("/clock?round=1", ""))
    assert (told.status_code, "Say why" in words(told), hall.desk.state(1).number) == (409, True, before)


def test_once_names_are_taken_out_no_page_of_the_desk_says_one(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, {**NABO, "rules": "federacion"}).draw("x")
    chair, judge = hall.committee("Nekane"), hall.judge()
    at, teams, partida = "/t/1/desk/judge", "/t/1/desk/teams", "/t/1/desk/partida/1"
    entry = hall.desk.state(1).entries["T01"]
    why = {"why": f"{entry.players[0]} asks for it"}
    replaced = {"team": "T01", "absent": entry.players[0], "substitute": "Zuriñe", "played": "1", **why}
    chair.post(f"{teams}/replace", replaced, teams)
    chair.post(f"{teams}/suspend", {"player": "Zuriñe", "until": "2027-01-01", **why}, teams)
    table = hall.desk.state(1).tables[1]
    judging.call(hall.desk, 1, COMMITTEE, table, "Zuriñe")
    judge.post(f"{at}/rule", {"text": "Zuriñe was right", "partida": "1", "behind": "0"}, at)
    chair.post(f"{at}/appeal?ruling=1", {"team": "T01", **why}, at)
    won = [(40, 0), (40, 1)]
    judging.change(hall.desk, 1, JUDGE, 1, won, why["why"])
    told = re.compile("|".join({"Zuriñe", "Nekane", "Koldo", entry.name, entry.club, *entry.players}))
    pages = [at, teams, partida, *(f"/t/1/desk/{one}" for one in ("entries", "people", "results"))]
    assert all(told.search(words(chair.get(page))) for page in pages)
    chair.post(f"{teams}/names", {**why, "early": "1"}, teams)
    assert [told.findall(words(chair.get(page))) for page in pages] == [[]] * len(pages)
    other = setting_up.make(hall.desk, COMMITTEE, NABO)
    with pytest.raises(TournamentError, match="Zuriñe is suspended"):  # that holds on
        setting_up.enter(hall.desk, other, COMMITTEE, [TeamEntry("T01", "A", "", ("Zuriñe", "Jon"))])


def test_everybody_sees_the_standing_with_its_reasons_each_teams_way_and_the_brackets(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 7, {**NABO, "stages": [{"system": "knockout", "second_bracket": True}]})
    assert list(plays(playing, 2)) == [1, 2]
    guest = hall.phone()
    standing = words(guest.get("/t/1"))
    assert "(nabo 22.1)" in standing
    assert re.search(r"partidak won against \d of [A-Z][a-z]+ [AB]", standing)  # by their names
    assert guest.get("/t/1/brackets").text.count("<rect") == 4 + 2 + 1  # the second bracket has a partida by now
    assert "Elko A" in words(guest.get("/t/1/team/T01"))
    assert guest.get("/t/1/team/T99").status_code == 404
    assert guest.get("/t/1/round/9").status_code == 404
    assert "2/" not in words(guest.get("/t/1/wall"))
    assert guest.get("/t/2").status_code == 404


def test_a_long_list_comes_in_leaves(hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "_ON_A_PHONE", 3)
    playing = Hall(hall.desk, 8, NABO)
    playing.draw("x")
    guest = hall.phone()
    assert guest.get("/t/1/round").text.count('class="meeting ') == 3
    assert guest.get("/t/1/round/1?leaf=2").text.count('class="meeting ') == 1
    places = [re.findall(r'href="/t/1/team/(T\d\d)"', guest.get(f"/t/1?leaf={leaf}").text) for leaf in (1, 2, 3)]
    assert [len(one) for one in places] == [3, 3, 2]
    assert len({team for one in places for team in one}) == 8
    assert {guest.get(f"/t/1?leaf={leaf}").status_code for leaf in ("0", "4", "x", "9" * 5000)} == {404}


def test_the_wall_comes_in_leaves_with_the_tables_in_turn_and_the_first_places_behind_them(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "_ON_A_PHONE", 3)
    monkeypatch.setattr(public, "_ON_THE_WALL", 2)
    playing = Hall(hall.desk, 8, NABO)
    guest = hall.phone()
    entered = [re.findall(r"<li>(\w+ \w)<", guest.get(f"/t/1/wall?leaf={leaf}").text) for leaf in (1, 2, 3)]
    assert [len(one) for one in entered] == [3, 3, 2]
    assert len({name for one in entered for name in one}) == 8
    assert list(plays(playing, 2)) == [1, 2]
    leaves = [guest.get(f"/t/1/wall?leaf={leaf}").text for leaf in (1, 2)]
    tables = [re.findall(r'aria-label="Table (\d)"', leaf) for leaf in leaves]
    assert tables == [["1", "2", "3"], ["4"]]
    assert [re.findall(r"Tables and results (\d/\d)", leaf) for leaf in leaves] == [["1/3", "2/3"], ["3/3"]]
    assert [re.findall(r'data-next="([^"]*)"', leaf) for leaf in leaves] == [["?leaf=2"], ["?leaf=1"]]
    assert [leaf.count('class="place"') for leaf in leaves] == [0, 3]
    assert guest.get("/t/1/wall?leaf=3").status_code == 404


def test_a_club_stands_beside_a_team_whose_name_does_not_say_it(hall: AtTheDesk) -> None:
    tournament = setting_up.make(hall.desk, COMMITTEE, NABO)
    entered = [TeamEntry("T01", "Elko A", "Elko"), TeamEntry("T02", "Ane & Jon", "Chino")]
    setting_up.enter(hall.desk, tournament, COMMITTEE, entered)
    setting_up.lock(hall.desk, tournament, COMMITTEE)
    for page in ("", "/wall"):
        shown = words(hall.phone().get(f"/t/{tournament}{page}"))
        assert re.search("Elko A (?!Elko)", shown)
        assert "Ane & Jon Chino" in shown


def test_the_wall_shows_every_round_that_is_played(hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """In groups whoever is done with the first round plays on, and looks for the next table."""
    monkeypatch.setattr(public, "_ON_THE_WALL", 3)
    stages = [{"system": "groups", "groups": 2}]
    playing = Hall(hall.desk, 8, {**NABO, "rules": "federacion", "options": {"mantxak": 1}, "stages": stages})
    playing.draw("x")
    late, *done = [one.pairing.partida for one in playing.playing() if one.pairing.round == 1]
    shown = [wall_of(hall)]
    for some in (done, [late]):
        for partida in some:
            judging.change(hall.desk, 1, JUDGE, partida, [(40, 3)], "from paper")
        shown.append(wall_of(hall))
    one_round = [["Round 1", "Tables and results 1/2", "Tables and results 2/2"]]
    both = ["Round 1", "Round 2", *(f"Round {round} · Tables and results {at}/4" for at, round in enumerate("1122", 1))]
    assert shown == [*one_round, both, ["Round 2", *one_round[0][1:]]]


def wall_of(hall: AtTheDesk) -> list[str]:
    """The rounds that the wall has clocks of, and the heads of its tables."""
    page = hall.phone().get("/t/1/wall").text
    return ["".join(one) for one in re.findall(r'"wall-round">([^<]*)|<h2>([^<]*Tables[^<]*)', page)]


def test_who_won_the_finals_is_said_wherever_the_standing_is_nabo_22(hall: AtTheDesk) -> None:
    """The standing itself goes by all partidak: who lost the final may stand first."""
    groups, knockout = {"system": "groups", "groups": 1, "go_on": 4}, {"system": "knockout", "seeded": True}
    playing = Hall(hall.desk, 4, {**NABO, "stages": [groups, {**knockout, "second_bracket": True}]})
    playing.draw("x")
    wins = {"T01": 4, "T02": 3, "T03": 2, "T04": 1}
    for final in (False, False, True):
        for partida in playing.playing():
            first, second = map(str, partida.pairing.teams)
            score = (40, 3) if (wins[first] > wins[second]) is not final else (3, 40)
            judging.change(hall.desk, 1, JUDGE, partida.pairing.partida, [score, score], "from paper")
        if not final:
            playing.draw("y")
    guest, said = hall.phone(), ("Artzain A has won the final", "Reno A has won the second bracket")
    assert re.search(r'class="place">1</b></th>\s*<td><a[^>]*>Elko A<', guest.get("/t/1").text)
    assert all(one in words(guest.get(page)) for one in said for page in ("/t/1", "/t/1/wall"))
    with pypdfium2.PdfDocument(guest.get("/t/1/standings.pdf").content) as paper:
        assert all(one in paper[0].get_textpage().get_text_bounded() for one in said)
    told = words(hall.pair("T01").get("/t/1/pair"))
    assert all(one in told for one in said)
    assert "The next round is drawn" not in told
    assert "1 Shares the place with Artzain A" in told


def test_who_comes_up_to_the_first_title_is_not_said_to_have_won_the_second_bracket_too_nabo_24(
    hall: AtTheDesk,
) -> None:
    """T01 has a bye, loses the final against T03, which is its first partida, and then wins the second bracket."""
    stage = {"system": "knockout", "seeded": True, "second_bracket": True}
    playing = Hall(hall.desk, 3, {**NABO, "stages": [stage]})
    wins = {"T03": 3, "T01": 2, "T02": 1}
    for seed in "xyz":
        playing.draw(seed)
        for partida in playing.playing():
            first, second = map(str, partida.pairing.teams)
            score = (40, 3) if wins[first] > wins[second] else (3, 40)
            judging.change(hall.desk, 1, JUDGE, partida.pairing.partida, [score, score], "from paper")
    names = {id: entry.name for id, entry in playing.state.entries.items()}
    said = [said_of_finals(hall)]
    judging.take_out(hall.desk, 1, JUDGE, "T03", "disqualified", "did not accept it")
    said.append(said_of_finals(hall))
    judging.bring_back(hall.desk, 1, JUDGE, "T03", "three judges")
    said.append(said_of_finals(hall))
    before = (names["T03"], names["T01"])
    assert said == [before, (names["T01"], names["T02"]), before]


def said_of_finals(hall: AtTheDesk) -> tuple[str, ...]:
    """Who has won the final, and the second bracket, by the standing's paper; the page says the same."""
    guest = hall.phone()
    with pypdfium2.PdfDocument(guest.get("/t/1/standings.pdf").content) as paper:
        lines = paper[0].get_textpage().get_text_bounded().splitlines()
    said = [line.strip() for line in lines if " has won the " in line]
    assert all(one in words(guest.get("/t/1")) for one in said)
    return tuple(one.split(" has won the ")[0] for one in said)


def test_a_phone_promises_a_next_round_to_whom_it_may_come_alone(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "knockout"}]})
    playing.draw("x")
    playing.round()
    promised = {
        team: "The next round is drawn" in words(hall.pair(team).get("/t/1/pair")) for team in playing.state.entries
    }
    winners = {one.winner for one in playing.state.tournament.partidak.values()}
    assert promised == {team: team in winners for team in playing.state.entries}


def test_a_knockout_that_was_read_in_without_slots_has_its_pages(hall: AtTheDesk) -> None:
    lines = [
        {"made": {"name": "Kopa", "stages": [{"system": "knockout"}]}},
        *({"entered": {"id": id, "name": id}} for id in ("T1", "T2")),
        {"locked": True},
        {"partida": 1, "round": 1, "teams": ["T1", "T2"], "mantxak": [[40, 3], [40, 2]]},
    ]
    about = {"at": "2026-11-22T18:00:00.000Z", "who": "Ane", "role": "committee"}
    here = hall.here()
    here.post("/read-in", {"lines": NEW_LINE.join(json.dumps({**line, "said": about}) for line in lines)})
    assert [visitor.get(page).status_code for visitor, page in ((here, "/t/1"), (hall.pair("T1"), "/t/1/pair"))] == [
        200, 200,
    ]  # fmt: skip


def test_a_team_that_was_read_in_with_any_number_has_its_pages(hall: AtTheDesk) -> None:
    lines = [{"made": {"name": "Kopa"}}, {"entered": {"id": "Ñ 1?#", "name": "A"}}]
    about = {"at": "2026-11-22T18:00:00.000Z", "who": "Ane", "role": "committee"}
    here, page = hall.here(), "/t/1/desk/entries/team/%C3%91%201%3F%23"
    here.post("/read-in", {"lines": NEW_LINE.join(json.dumps({**line, "said": about}) for line in lines)})
    assert f'href="{page}"' in here.get("/t/1/desk/entries").text
    for shown in (here.get(page), here.post(page, {"name": "Bera", "one": "Ane"}, page)):
        assert f'data-at="{page}"' in shown.text
    assert 'value="Bera"' in shown.text


def test_who_rests_in_a_group_of_an_odd_number_is_said(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 8, {**NABO, "stages": [{"system": "groups", "groups": 2}]})
    assert playing.state.resting(1) == []
    judging.take_out(hall.desk, 1, JUDGE, "T08", "withdrawn", "ill")
    playing.draw("x")
    guest, rests = hall.phone(), list[str]()
    for number in (1, 2, 3):
        of_round = [one.pairing for one in playing.state.tournament.partidak.values() if one.pairing.round == number]
        [(team, group)] = playing.state.resting(number)
        assert team not in {one for pairing in of_round for one in pairing.teams}
        told = f"{playing.state.named(team).name} rests Group {group}"
        assert told in words(guest.get(f"/t/1/round/{number}"))
        assert (told in words(guest.get("/t/1/wall"))) == (number == 1)
        rests.append(team)
    assert len({*rests}) == 3
    judging.take_out(hall.desk, 1, JUDGE, rests[0], "withdrawn", "ill")
    assert playing.state.resting(1) == []


def test_each_group_has_its_own_standing(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 8, {**NABO, "stages": [{"system": "groups", "groups": 2, "go_on": 1}]})
    playing.draw("x")
    playing.round()
    standing = words(hall.phone().get("/t/1"))
    assert [name for name in "ABC" if f"Group {name}" in standing] == ["A", "B"]
    assert [standing.count(f"{club} A") >= 2 for club in ("Elko", "Boise")] == [True, True]
    for group in standing.split("Group ")[1:]:
        assert "Tantos" in group
        assert "(nabo 22.1)" in group


def test_groups_that_have_numbers_stand_in_their_order(hall: AtTheDesk) -> None:
    Hall(hall.desk, 54, {**NABO, "stages": [{"system": "groups", "groups": 27}]}).draw("x")
    standing = words(hall.phone().get("/t/1"))
    assert re.findall(r"Group (\d+)", standing) == [str(number) for number in range(1, 28)]


def test_a_ruling_that_was_read_in_by_any_name_is_appealed_against_on_its_own_form(hall: AtTheDesk) -> None:
    lines = [
        {"made": {"name": "Kopa", "rules": "federacion"}},
        *({"entered": {"id": id, "name": id}} for id in ("T1", "T2")),
        {"locked": True},
        {"ruled": {"ruling": "1&b #", "text": "It stands"}},
    ]
    about = {"at": "2026-11-22T18:00:00.000Z", "who": "Ane", "role": "judge"}
    here, page = hall.here(), "/t/1/desk/judge"
    here.post("/read-in", {"lines": NEW_LINE.join(json.dumps({**line, "said": about}) for line in lines)})
    [at] = re.findall(r'action="(/t/1/desk/judge/appeal[^"]*)"', here.get(page).text)
    for why, told in ((" ", "Say why."), ("it was later", "T1 appeals: it was later")):
        answer = here.post(unescape(at), {"team": "T1", "why": why}, page)
        assert told in words(answer)
        assert ("data-refused" in answer.text) == (why == " ")


@pytest.mark.parametrize("what", ["type", "look", "change", "void", "missing"])
def test_what_is_sent_about_a_partida_that_is_none_is_refused_in_a_sentence(hall: AtTheDesk, what: str) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    here = hall.here()
    for role in ("committee", "judge"):
        here.post("/t/1/here", {"role": role, "name": role})
    sent = {"mantxak": "40-3 40-2", "a1": "40", "b1": "3", "why": "x", "missing": "T01"}
    answer = here.post(f"/t/1/desk/partida/9/{what}", sent, "/t/1/desk/teams")
    assert (answer.status_code, "There is no partida 9." in answer.text) == (404, True)


def test_a_pair_whose_team_is_entered_no_longer_is_told_so(hall: AtTheDesk) -> None:
    here, entries_at = hall.here(), "/t/1/desk/entries"
    here.post("/tournaments", {"name": "Kopa"})
    here.post(entries_at, {"list": "A,Chino,Ane,Mikel\nB,Chino,Jon,Peio"}, entries_at)
    pair = hall.pair("T01")
    here.post(f"{entries_at}/scratch", {"team": "T01"}, entries_at)
    answer = pair.get("/t/1/pair")
    assert (answer.status_code, "There is no team T01." in answer.text) == (404, True)
    assert pair.post("/t/1/pair/uncall", {}, "/").status_code in (403, 404)


def test_papers_and_files(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 9, {**NABO, "name": "=Kopa"})
    playing.draw("x")
    playing.round()
    guest = hall.phone()
    with pypdfium2.PdfDocument(guest.get("/t/1/standings.pdf").content) as paper:
        text = "".join(page.get_textpage().get_text_bounded() for page in paper)
    assert "=Kopa" in text
    assert "Round 1" in text
    with pypdfium2.PdfDocument(guest.get("/t/1/round/1.pdf").content) as sheets:
        assert len(sheets) == 2  # four tables, three sheets a page
    rows = list(csv.DictReader(io.StringIO(guest.get("/t/1/standings.csv").content.decode("utf-8-sig"))))
    assert [row["place"] for row in rows][:1] == ["1"]
    assert len(rows) == 9
    results = list(csv.DictReader(io.StringIO(guest.get("/t/1/results.csv").content.decode("utf-8-sig"))))
    assert {row["state"] for row in results} == {"confirmed", "bye"}


def text_of(paper: bytes) -> str:
    with pypdfium2.PdfDocument(paper) as opened:
        text = "".join(page.get_textpage().get_text_bounded() for page in opened)
    return " ".join(text.split())


def test_two_teams_of_one_name_are_told_apart_wherever_they_are_named(hall: AtTheDesk) -> None:
    ane, entered, people = hall.here(), "/t/1/desk/entries", "/t/1/desk/people"
    ane.post("/tournaments", {"name": "Kopa"})
    ane.post(entered, {"list": "Los Reyes,Chino,Ane,Jon\nLOS reyes,Txapel,Miren,Iker"}, entered)
    assert re.findall(r"<td>(los reyes[^<]*)", ane.get(entered).text, re.IGNORECASE) == ["Los Reyes", "LOS reyes"]
    setting_up.lock(hall.desk, 1, COMMITTEE)
    setting_up.draw(hall.desk, 1, COMMITTEE, "x")
    tickets = ane.post(people, {"new": "pairs"}, people)
    pair, guest = hall.pair("T01"), hall.phone()
    pages = ["/t/1", "/t/1/round/1", "/t/1/wall", "/t/1/desk/partida/1", "/t/1/standings.pdf", "/t/1/round/1.pdf"]
    told = [words(tickets), words(pair.get("/t/1/pair"))]
    told += [text_of(answer.content) if ".pdf" in str(answer.url) else words(answer) for answer in map(ane.get, pages)]
    assert [text for text in told if not {"Los Reyes (T01)", "LOS reyes (T02)"} <= set(_named(text))] == []
    results.report(hall.desk, 1, COMMITTEE, 1, [(40, 12), (40, 3)])
    assert "Los Reyes (T01), LOS reyes (T02)" in words(guest.get("/t/1/round/1"))
    assert ">T01 Los Reyes<" in ane.get(people).text  # its number stands there already
    rows = csv.DictReader(io.StringIO(guest.get("/t/1/standings.csv").content.decode("utf-8-sig")))
    assert [row["name"] for row in rows] == ["Los Reyes", "LOS reyes"]
    hall.desk.act(1, COMMITTEE, lambda _: [NamesTaken()])
    assert _named(words(guest.get("/t/1"))) == []


def _named(text: str) -> list[str]:
    return re.findall(r"(?i)los reyes \(T\d+\)", text)


def test_no_name_is_a_formula_whichever_sign_separates_the_cells(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 2, NABO)
    entry = replace(playing.state.entries["T01"], name='=1+1;=2+2;"=3+3', club="-A;\t@B")
    setting_up.rewrite(hall.desk, 1, COMMITTEE, entry, "so")
    text = hall.phone().get("/t/1/standings.csv").content.decode("utf-8-sig")
    for separator in ",;\t":
        cells = [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]
        assert [cell for cell in cells if cell[:1] in tuple("=+-@")] == []


@pytest.mark.parametrize("sign", ["＝", "＋", "－", "＠", "﹦"])
def test_no_name_is_a_formula_by_a_wide_or_small_sign(hall: AtTheDesk, sign: str) -> None:
    playing = Hall(hall.desk, 2, NABO)
    entry = replace(playing.state.entries["T01"], name=f"{sign}1+1;{sign}2+2", club="Ｂera")
    setting_up.rewrite(hall.desk, 1, COMMITTEE, entry, "so")
    text = hall.phone().get("/t/1/standings.csv").content.decode("utf-8-sig")
    assert f",'{sign}1+1;'{sign}2+2,Ｂera," in text


def test_a_lone_mantxa_is_no_date_to_a_spreadsheet(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 2, {**NABO, "options": {"mantxak": 1}})
    playing.draw("x")
    results.report(hall.desk, 1, COMMITTEE, 1, [(12, 40)])
    rows = csv.DictReader(io.StringIO(hall.phone().get("/t/1/results.csv").content.decode("utf-8-sig")))
    assert [row["mantxak"] for row in rows] == ["12\N{EN DASH}40"]


def test_no_score_sheet_is_printed_for_a_partida_that_takes_no_result(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 8, {**NABO, "stages": [{"system": "knockout", "seeded": True}]})
    playing.draw("x")
    judging.take_out(hall.desk, 1, JUDGE, "T08", "withdrawn", "went home")
    assert tables_on(hall.phone().get("/t/1/round/1.pdf").content) == ["2", "3", "4"]
    playing.round()
    playing.draw("y")
    loser = playing.state.tournament.partidak[3].other(str(playing.state.tournament.partidak[3].winner))
    score = (40, 3) if playing.state.tournament.partidak[3].pairing.teams[0] == loser else (3, 40)
    judging.change(hall.desk, 1, JUDGE, 3, [score, score], "upside down")
    assert sorted(tables_on(hall.phone().get("/t/1/round/2.pdf").content)) == ["1", "2"]
    for number, partida in playing.state.tournament.partidak.items():
        if partida.pairing.round == 2 and not partida.void:
            judging.void(hall.desk, 1, JUDGE, number, "a fight")
    assert "There is nothing to play now." in words(hall.phone().get("/t/1/round/2.pdf"))


def test_a_pair_with_long_names_signs_beside_the_other_one(hall: AtTheDesk) -> None:
    tournament = setting_up.make(hall.desk, COMMITTEE, NABO | {"name": "Kopa"})
    players = ("Haizea Goikoetxea Zabala Etxeberria", "Maite Fernandez de Larrinoa Zubeldia")
    entered = [TeamEntry(one, "", "", tuple(f"{name} {one}" for name in players)) for one in ("T01", "T02")]
    setting_up.enter(hall.desk, tournament, COMMITTEE, entered)
    setting_up.lock(hall.desk, tournament, COMMITTEE)
    setting_up.draw(hall.desk, tournament, COMMITTEE, "x")
    with pypdfium2.PdfDocument(hall.phone().get(f"/t/{tournament}/round/1.pdf").content) as sheets:
        page = sheets[0].get_textpage()
        lines = [page.get_rect(number) for number in range(page.count_rects())]
        told = [page.get_text_bounded(*line) for line in lines]
        (_, low, first, _), (second, lower, end, _) = (lines[told.index(one)] for one in told if "Signed" in one)
        assert low == lower
        assert first < second < end < sheets[0].get_width() - 30


def tables_on(paper: bytes) -> list[str]:
    """The tables of a round's score sheets."""
    with pypdfium2.PdfDocument(paper) as sheets:
        text = "".join(page.get_textpage().get_text_bounded() for page in sheets)
    return re.findall(r"Table (\d+)", text)


def test_a_team_whose_name_paper_cannot_write_has_its_number_beside_it(hall: AtTheDesk) -> None:
    names = {"T01": "Ψάρι", "T02": "Ωμέγα", "T03": "Beñat eta Eñaut", "T04": "Ben\u0303at"}
    number = setting_up.make(hall.desk, COMMITTEE, NABO)
    setting_up.enter(hall.desk, number, COMMITTEE, [TeamEntry(id, name) for id, name in names.items()])
    setting_up.lock(hall.desk, number, COMMITTEE)
    setting_up.draw(hall.desk, number, COMMITTEE, "x")
    for path in ("/t/1/standings.pdf", "/t/1/round/1.pdf"):
        with pypdfium2.PdfDocument(hall.phone().get(path).content) as paper:
            text = "".join(page.get_textpage().get_text_bounded() for page in paper)
        assert {id for id in names if f"({id})" in text} == {"T01", "T02"}
        assert "Beñat" in text.replace("Beñat eta", "")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the papers that are made, in order."""
    titles: list[str] = []
    whole = Paper.__init__

    def told(self: Paper, title: str, *more: str) -> None:
        titles.append(title)
        whole(self, title, *more)

    monkeypatch.setattr(Paper, "__init__", told)
    return titles


def test_of_many_papers_those_are_kept_that_were_asked_for_last(
    hall: AtTheDesk, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_PAPERS", 2)
    Hall(hall.desk, 4, NABO).draw("x")
    english, basque, french = (hall.phone(language=language) for language in ("en", "eu", "fr"))
    for guest, papers in ((english, 1), (basque, 2), (english, 2), (french, 3), (english, 3), (basque, 4)):
        assert guest.get("/t/1/standings.pdf").status_code == 200
        assert len(made) == papers


def test_a_paper_is_made_once_for_as_long_as_nothing_more_is_said(hall: AtTheDesk, made: list[str]) -> None:
    playing = Hall(hall.desk, 4, NABO)
    playing.draw("x")
    guest, basque = hall.phone(), hall.phone(language="eu")
    for path in ("/t/1/standings.pdf", "/t/1/round/1.pdf"):
        assert guest.get(path).content == guest.get(path).content != basque.get(path).content
        assert guest.get(path.replace("1", "01")).status_code == 200
    assert len(made) == 4
    assert guest.get("/t/1/round/9.pdf").status_code == guest.get("/t/1/round/9.pdf").status_code == 404
    for round in range(100, 140):
        assert guest.get(f"/t/1/round/{round}.pdf").status_code == 404
    assert guest.get("/t/1/standings.pdf").status_code == 200
    assert len(made) == 4
    playing.step()
    assert guest.get("/t/1/standings.pdf").status_code == 200
    assert len(made) == 5


def test_another_desk_reads_a_whole_tournament_in(hall: AtTheDesk, tmp_path: Path) -> None:
    playing = Hall(hall.desk, 6, {**NABO, "name": "Kopa\u2028\x85 2026"})
    list(plays(playing, 2))
    written = hall.committee().get("/t/1/desk/tournament.jsonl")
    assert 'filename="desk-tournament.jsonl"' in written.headers["content-disposition"]
    lines = written.text
    with at_the_desk(tmp_path / "other") as other:
        here = other.here()
        assert here.post("/read-in", {"lines": lines}).status_code == 200
        assert other.here().get("/api/standings").json() == hall.here().get("/api/standings").json()
        assert here.get("/t/1/desk/tournament.jsonl").text == lines
        cut = here.post("/read-in", {"lines": lines[:-20]})
        assert cut.status_code == 409
        assert f"Line {lines.count(NEW_LINE)}:" in words(cut)


def test_who_is_late_loses_what_the_clock_says(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, {**NABO, "rules": "federacion"}).draw("x")
    judge, page = hall.judge(), "/t/1/desk/partida/1"
    told = judge.post(f"{page}/missing", {"missing": "T01"}, page)
    assert "loses nothing yet" in words(told)
    assert "All are here" in words(told)
    assert "Elko A: loses nothing yet" in words(hall.phone().get("/t/1/round"))
    here = words(judge.post(f"{page}/missing", {"here": "T01"}, page))
    assert ("All are here" in here, here.count("Somebody is missing")) == (False, 1)


def test_wherever_a_file_can_be_chosen_the_script_that_reads_it_is_there(hall: AtTheDesk) -> None:
    here = hall.here()
    for page in (here.get("/"), here.post("/tournaments", {"name": "Kopa"}) and here.get("/t/1/desk/entries")):
        assert page.text.count("data-into=") == page.text.count('src="/files.js"') == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_said_in_every_language(hall: AtTheDesk, language: str) -> None:
    Hall(hall.desk, 4, {**NABO, "rules": "federacion"}).draw("x")
    judge = hall.phone(Place(1, Role.JUDGE), "Koldo", language)
    for path in ("/t/1", "/t/1/round", "/t/1/brackets", "/t/1/wall", "/t/1/desk", "/t/1/desk/judge", "/t/1/desk/teams"):
        answer = judge.get(path)
        assert answer.status_code == 200
        assert f'<html lang="{language}">' in answer.text
    chosen = judge.post("/language", {"language": "fr", "to": "/t/1"})
    assert '<html lang="fr">' in chosen.text


def test_another_language_leads_back_to_what_was_shown(hall: AtTheDesk) -> None:
    list(plays(Hall(hall.desk, 4, NABO), 2))
    judge, page = hall.judge(), "/t/1/desk/partida/1"
    round_1 = judge.get("/t/1/desk/results?round=1")
    refused = judge.post(f"{page}/void", {"why": ""}, page)
    for shown, at in ((round_1, "/t/1/desk/results?round=1"), (refused, page)):
        [to] = re.findall(r'name="to" value="([^"]*)"', shown.text)
        assert to == at
        assert 'lang="eu"' in judge.post("/language", {"language": "eu", "to": to}).text


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("", 0, []),
        ("taldea;kluba;jokalaria;jokalaria\nA;B;C;D", 1, []),
        ("Team name;Club;Player 1;Player 2\nA;B;C;D", 1, []),
        ("Nombre del equipo;Club;Jugador 1;Jugador 2\nA;B;C;D", 1, []),
        ("\ufeffEquipo;Club;J1;J2\nA;B;C;D", 1, []),
        ("Team name;Club;J1;J2\nA;B;C;D", 1, []),
        ("Team name\nA\nB", 2, []),
        ("Team name;Association;Player 1;Player 2\nA;B;C;D", 1, []),
        ("Club;Club;Ane;Mikel\nA;B;C;D", 2, []),
        ("Team name;Club\nA;B", 1, []),
        ("Nombre del equipo;Club;;\nA;B", 2, []),
        ("Team 1;Club;Ane;Mikel\nTeam 2;Chino;Jon;Peio", 2, []),
        ("Los Reyes;Club\nB;Txapel", 2, []),
        ("Los Reyes;Equipo\nB;C", 2, []),
        ("Club\nB", 2, []),
        ("Jokalari Taldea\nB;C", 2, []),
        ("A\tB\tC\tD\n\n\t\t", 1, []),
        ("A,B,C,D\n\u200b\n\ufeff,\u00ad\u2060", 1, []),
        ("A,Chino,Ane,\u200b", 0, ["1: a team has two players, not 1"]),
        ('"A, the first",Chino,Ane,Mikel', 1, []),
        ("A\nB;Chino;Ane;Mikel\n\nC;Chino;Jon;Jon", 2, ["4: Jon is there twice"]),
        ("A,Chino,Ane,Ane", 0, ["1: Ane is there twice"]),
        ("A,Chino,Ane", 0, ["1: a team has two players, not 1"]),
        (",Chino", 0, ["1: a team has a name, or its two players"]),
        ("A,B,C,D,E", 0, ["1: a team has a name, a club and two players, not 5 fields"]),
        ("Be\ufffdat,Chino", 0, ["1: letters of Be\ufffdat are lost: save the list as UTF-8"]),
        ("A" * 61, 0, [f"1: a name has 60 letters at most: {'A' * 60}"]),
        ('"A,Chino,Ane,Mikel\nB', 1, ["1: it is no line of a list: are its quotation marks closed?"]),
        ('"Los Ases" A,Chino,Ane,Mikel', 1, []),
        ('A,"' + "x" * 140_000, 0, ["1: it is no line of a list: are its quotation marks closed?"]),
    ],
)
def test_lists_of_entries(text: str, right: int, wrong: list[str]) -> None:
    found, told, _ = entries.read(text)
    assert (len(found), [f"{line}: {what}" for line, what in told.items()]) == (right, wrong)


def test_no_name_turns_round_what_stands_beside_it() -> None:
    entry = entries.entry("T01", "\u202eA  B\u202c", "\u2067Chino", ["Ane", "\u05d3\u05e0\u05d9"])
    assert (entry.name, entry.club, entry.players) == ("A B", "Chino", ("Ane", "\u05d3\u05e0\u05d9"))


def test_a_first_line_that_is_taken_for_headings_is_told_of(hall: AtTheDesk) -> None:
    here, at = hall.here(), "/t/1/desk/entries"
    here.post("/tournaments", {"name": "Kopa"})
    told = "Passed over as headings: Equipo;<Club>"
    assert told in words(here.post(at, {"list": "Equipo;<Club>\nA;Chino"}, at))
    assert "Passed over" not in words(here.post(at, {"list": "B;Chino"}, at))
    assert list(hall.desk.state(1).entries) == ["T01", "T02"]


def test_the_lines_of_a_list_that_were_not_entered_stand_in_its_form_again(hall: AtTheDesk) -> None:
    here, at = hall.here(), "/t/1/desk/entries"
    here.post("/tournaments", {"name": "Kopa"})
    told = here.post(at, {"list": "A;Chino;Ane;Mikel\nB;Chino;Jon;Jon\nA;Chino\n<C>;Elko;Uxue"}, at)
    faults = "Line 2: Jon is there twice. B;Chino;Jon;Jon Line 3: A is entered already, as T01. A;Chino Line 4:"
    assert faults in words(told)
    [left] = re.findall(r"(?s)data-refused.*?<textarea[^>]*>(.*?)</textarea>", told.text)
    assert unescape(left).splitlines() == ["", "B;Chino;Jon;Jon", "A;Chino", "<C>;Elko;Uxue"]
    assert "/live.js" in told.text
    mended = here.post(at, {"list": "B;Chino;Jon;Peio\n<C>;Elko;Uxue;Nahia"}, at).text
    assert ("data-refused" in mended, list(hall.desk.state(1).entries)) == (False, ["T01", "T02", "T03"])


def test_of_two_who_enter_teams_at_once_neither_takes_the_others_place(
    hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting_up.make(hall.desk, COMMITTEE, NABO)
    at, act = "/t/1/desk/entries", hall.desk.act
    chair = hall.committee()

    def later(*given: Any) -> State:
        monkeypatch.undo()
        chair.post(f"{at}/one", {"name": "The quicker ones", "club": str(len(hall.desk.state(1).entries))}, at)
        return act(*given)

    for name, form in (("one", {"name": "The slower ones"}), ("", {"list": "The last ones\nTheir friends"})):
        monkeypatch.setattr(hall.desk, "act", later)
        chair.post(f"{at}/{name}".rstrip("/"), form, at)
    names = [entry.name for entry in hall.desk.state(1).entries.values()]
    first, last = ["The quicker ones", "The slower ones"], ["The quicker ones", "The last ones", "Their friends"]
    assert names == first + last


SAID = '"said": {"at": "2026-11-22T18:00:00.000Z", "who": "Ane", "role": "committee"}}'
REFUSED = {
    "en": ("partida 1 has no result yet", "nobody won it: it stands 1 to 0", "unknown setting"),
    "eu": ("1. partidak ez du oraindik emaitzarik", "inork ez du irabazi: 1 – 0 dago", "ezarpen ezezaguna"),
    "es": ("la partida 1 aún no tiene resultado", "nadie la ha ganado: está 1 a 0", "ajuste desconocido"),
    "fr": ("la partie 1 n'a pas encore de résultat", "personne ne l'a gagnée", "réglage inconnu"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_law_of_a_tournament_refuses_is_said_in_the_visitors_language(hall: AtTheDesk, language: str) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    missing, unfinished, unknown = REFUSED[language]
    committee = hall.phone(Place(1, Role.COMMITTEE), "Ane", language)
    assert missing in words(committee.post("/t/1/desk/draw", {"seed": "y"}, "/t/1/desk/people")).lower()
    page = "/t/1/desk/partida/1"
    assert unfinished.lower() in words(committee.post(f"{page}/type", {"a1": "40", "b1": "3"}, page)).lower()
    lines = f'{{"made": {{"name": "Kopa", "stages": [{{"system": "rounds", "lives": 2}}]}}, {SAID}'
    here = hall.here()
    here.cookies["language"] = language
    assert unknown in words(here.post("/read-in", {"lines": lines}, "/"))


@pytest.mark.parametrize(
    ("language", "table", "judge"),
    [("eu", "7. mahaia", "Epailea"), ("es", "Mesa 7", "Juez"), ("fr", "Table 7", "Juge"), ("en", "Table 7", "Judge")],
)
def test_who_said_it_is_said_in_the_visitors_language(language: str, table: str, judge: str) -> None:
    names = {("table 7", Role.TABLE): table, ("judge", Role.JUDGE): judge, ("Koldo", Role.JUDGE): "Koldo"}
    names |= {("judge 12", Role.JUDGE): f"{judge} 12", ("judge 12", Role.PAIR): "judge 12"}
    for (name, role), shown in names.items():
        assert views.who(Said(1, "2026-11-22T18:00:00.000Z", name, role, NamesTaken()), speech(language)) == shown


def test_while_the_database_cannot_be_had_every_page_says_so(hall: AtTheDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    committee = hall.committee()
    page = committee.get("/t/1/desk/people")

    def gone(work: object) -> NoReturn:
        raise DatabaseError("the database is gone")

    monkeypatch.setattr(hall.desk.database, "read", gone)
    answers = [committee.get(path) for path in ("/", "/t/1", "/t/1/desk/people", "/t/1/standings.pdf", "/season")]
    answers.append(committee.post("/t/1/desk/draw", {"seed": "y"}))
    assert page.status_code == 200
    for answer in answers:
        assert answer.status_code == 503
        assert "The database is gone." in words(answer)
