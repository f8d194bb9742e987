"""What the voice says, from what was to be seen and what is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.seats import Team
from firmware.screens.clock import Warned
from firmware.session.deciding import Thinking, decision
from firmware.session.events import ClockStarted, JudgeActed, TimePassed
from firmware.session.fold import Session
from firmware.session.state import State
from firmware.session.view import LIVE, View
from firmware.table.snapshot import Snapshot
from firmware.voice.saying import EVERY, SWITCHED_ON, looks_away, said
from firmware.voice.settings import Much
from tests.firmware.screens.gallery import HANDS, JOKOA, Play, gallery
from words.names import Names
from words.text import LANGUAGES, english, speech

SCREENS = {name: (state, view) for name, state, view in gallery()}
MATCH = 80 * 60


def seen(state: State, view: View = LIVE, language: str = "en", thinking: Thinking | None = None) -> Snapshot:
    return Snapshot(Session(state), view, 0, speech(language), thinking=thinking)


def between(before: str, after: str, much: Much = Much.ALL) -> tuple[str, ...]:
    """What is said where one screen of the gallery follows another one."""
    return said(seen(*SCREENS[before]), seen(*SCREENS[after]), much)


def since_the_start(after: str) -> tuple[str, ...]:
    """What is said on a screen of the gallery that shows the first karta aldia of a match."""
    return said(seen(Play().state), seen(*SCREENS[after]), Much.ALL)


def of_clock(*elapsed: float) -> tuple[str, ...]:
    play = Play("federacion").happen(ClockStarted())
    before, after = (play.happen(TimePassed(MATCH - left)).state for left in elapsed)
    return said(seen(before), seen(after), Much.ALL)


def thought(*used: int) -> tuple[str, ...]:
    state = Play("federacion").press("envido-ns").state
    asked = decision(state, LIVE)
    assert asked is not None
    before, after = (seen(state, thinking=Thinking(asked, seconds)) for seconds in used)
    return said(before, after, Much.ALL)


SAID: dict[str, tuple[Callable[[], tuple[str, ...]], tuple[str, ...]]] = {
    "a bid": (lambda: between("round", "bid"), ("E-W to answer",)),
    "a raise": (lambda: between("bid", "raise"), ("N-S to answer",)),
    "a hordago that is not certain": (lambda: between("raise", "hordago-guard"), ()),
    "a hordago": (lambda: between("hordago-guard", "hordago"), ("Hordago!", "N-S to answer")),
    "a refusal": (lambda: between("hordago", "fourth"), ("E-W, 1",)),
    "the cards": (lambda: between("fourth", "cards"), ("Show the cards",)),
    "a guard": (lambda: between("cards", "void"), ()),
    "a reading": (lambda: between("cards", "reading"), ()),
    "a card in doubt": (lambda: between("cards", "doubt"), ("West: which card?",)),
    "a hand to spread": (lambda: between("cards", "doubt-spread"), ("West: spread the hand",)),
    "too few cards": (lambda: between("cards", "doubt-count"), ("Lay the cards apart.",)),
    "something else": (lambda: between("cards", "doubt-confirm"), ("Are all cards right?",)),
    "no picture": (lambda: between("cards", "doubt-picture"), ("Read again.",)),
    "a contradiction": (lambda: between("cards", "conflict"), ("Cards against calls",)),
    "other packs": (lambda: between("equipos", "equipos-packs")[-1:], ("Wrong cards",)),
    "the judge's": (lambda: between("round", "judge")[-1:], ("For the judge",)),
    "both teams": (lambda: between("enter", "entered"), ("N-S, do you agree?", "E-W, do you agree?")),
    "the other team": (lambda: between("enter", "entered-half"), ("N-S, do you agree?",)),
    "agreed": (lambda: between("entered", "entered-half"), ()),
    "who needs how much": (
        lambda: since_the_start("inside-both"),
        ("N-S, 37", "E-W, 38", "N-S needs: 3", "E-W needs: 2"),
    ),
    "the mantxa": (lambda: since_the_start("mantxa"), ("N-S wins the mantxa",)),
    "ten minutes": (lambda: of_clock(601, 600), ("Last 10 minutes",)),
    "five minutes": (lambda: of_clock(301, 285), ("Minutes left: 5",)),
    "a minute": (lambda: of_clock(61, 60), ("Minutes left: 1",)),
    "no minute": (lambda: of_clock(285, 280), ()),
    "no time": (lambda: of_clock(3, 0), ("Time is up: last game",)),
    "ten seconds": (lambda: thought(19, 20), ("E-W: 10 seconds",)),
    "again nothing": (lambda: thought(20, 21), ()),
    "too late": (lambda: thought(30, 31), ("E-W: the time is over",)),
}


@pytest.mark.parametrize("case", SAID)
def test_what_is_said_follows_from_what_has_changed(case: str) -> None:
    told, expected = SAID[case]
    assert told() == expected


def test_a_hordago_that_is_accepted_and_the_match_that_it_wins() -> None:
    play, heard = Play(), list[tuple[str, ...]]()
    for _ in range(2):
        play.press("hordago", "hordago")
        before = seen(play.state)
        heard.append(said(before, seen(play.press("iduki").state), Much.ALL))
        before = seen(play.state)
        heard.append(said(before, seen(play.read(HANDS).state), Much.ALL))
        if not play.state.standing.over:
            play.press("ok")
    accepted = ("Hordago accepted", "Show the cards")
    assert heard == [accepted, ("N-S wins the mantxa",), accepted, ("N-S wins the match",)]


def test_every_sentence_that_there_is_is_said() -> None:
    """Those that the list has for a native to correct are all that can be heard, and each of them can."""
    heard = {text for told, _ in SAID.values() for text in told()} | {"N-S wins the match", "Hordago accepted"}
    kinds = {kind: re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(kind))) for kind in EVERY}
    assert [text for text in heard if not any(kind.fullmatch(text) for kind in kinds.values())] == []
    assert {kind for kind, form in kinds.items() if not any(map(form.fullmatch, heard))} == {SWITCHED_ON}
    assert {warned.value for warned in Warned} <= set(EVERY)


def test_marks_fall_one_by_one_and_each_is_said_once() -> None:
    play = Play().press("envido-ns", "tira", "envido-ew", "iduki", "paso")
    before, heard = seen(play.press("envido-ns", "iduki").state), list[tuple[str, ...]]()
    play.read(JOKOA)
    finished = play.state.finished
    for step in (*range(finished.steps + 1), None):
        after = seen(play.state, View(step=step))
        heard.append(said(before, after, Much.ALL))
        before = after
    marks = [(mark.team, mark.tantos) for mark in finished.result.marks]
    assert marks[0] == (Team.NS, 1), "a refusal's tanto was marked, and said, at its call"
    assert heard == [(), (), *((f"{team.value[0]}-{team.value[1]}, {tantos}",) for team, tantos in marks[1:]), ()]


def test_marks_that_come_all_at_once_are_said_for_each_team() -> None:
    play = Play().press("envido-ns", "iduki", "envido-ew", "iduki", "paso")
    before = seen(play.press("envido-ns", "iduki").state)
    after = seen(play.read(JOKOA).state)
    won = after.state.score
    assert said(before, after, Much.MARKS) == (f"N-S, {won[Team.NS]}", f"E-W, {won[Team.EW]}")
    assert said(after, before, Much.MARKS) == (), "taken back"


def test_what_a_team_needs_is_said_where_the_judge_takes_what_the_hand_brought() -> None:
    play = adjusted(Play(), 36).press("paso", "paso", "paso", "paso").read(HANDS)
    before = seen(play.state)
    assert said(before, seen(adjusted(play, -3).state), Much.MARKS) == ("N-S needs: 4",)


def test_what_a_team_needs_is_not_said_where_a_hand_is_taken_back() -> None:
    play = adjusted(Play(), 36).press("envido-ns", "tira")
    before = seen(play.state)
    assert said(before, seen(play.press("back").state), Much.MARKS) == ()


def adjusted(play: Play, tantos: int) -> Play:
    act = {"kind": "adjusted", "game": 1, "team": "NS", "tantos": tantos, "by": "judge", "reason": "x"}
    return play.happen(JudgeActed(act))


def test_another_deal_and_another_match_say_no_marks() -> None:
    first, fresh = _near(), Play()
    deal = first.press("ok")
    assert said(seen(fresh.state), seen(deal.state), Much.MARKS) == ()
    assert said(seen(deal.state), seen(fresh.state), Much.MARKS) == ()


def _near() -> Play:
    return Play().press("envido-ns", *["next"] * 7, "iduki").read(HANDS)


@pytest.mark.parametrize("much", Much)
def test_how_much_is_said(much: Much) -> None:
    said_of = {Much.NOTHING: ((), ()), Much.MARKS: ((), ("E-W, 1",)), Much.ALL: (("E-W to answer",), ("E-W, 1",))}
    assert (between("round", "bid", much), between("hordago", "fourth", much)) == said_of[much]


def test_nothing_is_asked_while_somebody_looks_away() -> None:
    for away in ("reading", "menu", "review-calls"):
        assert looks_away(seen(*SCREENS[away]))
    for here in ("bid", "doubt-spread", "marks-1", "refusal", "clock-looked-at"):
        assert not looks_away(seen(*SCREENS[here]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_tables_language_and_the_names_of_those_who_play(language: str) -> None:
    state = SCREENS["doubt-spread"][0]
    before, after = seen(SCREENS["cards"][0], LIVE, language), seen(state, View(spread=True), language)
    (told,) = said(before, after, Much.ALL)
    wanted = {
        "eu": "Mendebaldea: zabaldu",
        "es": "Oeste: separe las cartas",
        "fr": "Ouest\N{NO-BREAK SPACE}: étalez la main",
        "en": "West: spread the hand",
    }
    assert told == wanted[language]
    named = english.named(Names({Team.EW: "Aralar"}, {}))
    bid = replace(seen(*SCREENS["bid"]), say=named)
    assert said(seen(*SCREENS["round"]), bid, Much.ALL) == ("Aralar to answer",)
