"""One example of every screen, for the contact sheet and for the tests that compare pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Self

from PIL import Image

from engine.cards import RANKS, Card, Suit
from engine.deal.clock import Deciding
from engine.equipos.jugada import Jugada, jugadak
from engine.equipos.packs import Packs, packs
from engine.match.corrections import CardReplaced
from engine.match.questions import ForTheJudge, JudgesQuestion
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sentences import Sentence
from engine.sheets.fields import change_fields
from engine.tantos.result import JudgeCase
from firmware.joined.joining import LOOKING
from firmware.keeping.journal_file import Damage
from firmware.panel.entry.door import Invitation, Role
from firmware.screens import render, self_test
from firmware.screens.clock import ClockFace, Warned, clock
from firmware.screens.menu import languages, menu
from firmware.screens.phones import phones
from firmware.screens.trouble import Trouble, trouble
from firmware.session.buttons import Button
from firmware.session.cards.certain import unasked
from firmware.session.cards.laid import Laid
from firmware.session.cards.readings import to_json
from firmware.session.cards.showdown import calls_so_far
from firmware.session.choices.correcting import correcting
from firmware.session.choices.first_dealer import DEALER
from firmware.session.choices.grid import PLACES, TOLD
from firmware.session.choices.menu import CALL, DESK, LAW, MENU
from firmware.session.choices.settling import name_of
from firmware.session.deciding import Decision, Thinking, decision
from firmware.session.events import (
    AbsenceTold,
    CallTold,
    CardsRead,
    ClockStarted,
    ClockTold,
    CorrectionProposed,
    DeskJoined,
    Event,
    JudgeActed,
    JudgeCalled,
    KartaAldiaStarted,
    MatchStarted,
    TimePassed,
)
from firmware.session.fold import Session, apply
from firmware.session.jugadak import announced, written
from firmware.session.press import MENU_BUTTON, Wish, meaning
from firmware.session.state import State
from firmware.session.view import LIVE, View
from firmware.voice.menu import listed
from firmware.voice.settings import Much, VoiceSettings
from tests.firmware.screens.self_test_examples import self_tests
from vision.reading import Alternative, Doubt, Hypothesis, ReadCard, TableReading
from words.text import Speech

HANDS = {"N": "12o 12c 7e 1b", "W": "11b 3o 7c 4c", "S": "10c 3b 5o 6o", "E": "12e 11e 10e 2e"}
JOKOA = {"N": "12o 12c 12e 1b", "W": "11b 11o 7c 4c", "S": "10c 3b 5o 6o", "E": "7e 7o 7b 10e"}
RISK = 0.001
"""What is accepted that other marks would be right."""
_FLAT = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def reading(
    hands: Mapping[str, str], doubts: tuple[Doubt, ...] = (), hypotheses: tuple[Hypothesis, ...] = ()
) -> TableReading:
    """A reading as the camera would give it for these hands."""
    cards = tuple(
        ReadCard(Card.parse(name), 0.999, Seat.parse(seat), _FLAT)
        for seat, cards in hands.items()
        for name in cards.split()
    )
    scorable = all(doubt.suit_only for doubt in doubts)
    return TableReading("table.jpg", not doubts, cards, doubts, scorable=scorable, hypotheses=hypotheses)


def read(session: Session, table: TableReading) -> Session:
    """The session after this reading."""
    return apply(session, cards_read(session, table))


def cards_read(session: Session, table: TableReading) -> CardsRead:
    """The event of this reading, with its hand record where nobody has to be asked."""
    bare = CardsRead(table.image, to_json(table), risk=RISK)
    return replace(bare, record=unasked(apply(session, bare).now))


def called(state: State) -> dict[str, list[str]]:
    """The calls so far by round, as hand records have them."""
    return {round.value: [str(call) for call in said] for round, said in calls_so_far(state).items()}


class Play:
    """A session that buttons are pressed on, without camera or journal."""

    def __init__(self, rules: str = "nabo", deals: Mapping[Jugada, Packs] | None = None) -> None:
        begins = MatchStarted(rules, "N", "gallery", "table.jpg", deals=written(deals or {}))
        self.session = apply(None, begins)
        self.view = LIVE

    @property
    def laid(self) -> Laid:
        """The cards that were read."""
        assert self.state.laid is not None
        return self.state.laid

    @property
    def state(self) -> State:
        """The state now."""
        return self.session.now

    def press(self, *names: str) -> Self:
        """Press these buttons; `ok` after the marks deals again."""
        for name in names:
            what = meaning(self.session, self.view, Button(name))
            self.view = replace(what.view, notice=what.refusal or what.view.notice)
            if what.event:
                self.happen(what.event)
            elif what.lot and isinstance(first := what.lot.leads[0], Event):
                self.happen(first)
            elif what.wish is Wish.NEW_MATCH and what.begun:
                self.happen(replace(what.begun, picture="table.jpg"))
            elif what.wish:
                self.happen(KartaAldiaStarted(self.state.esku.next.value, "table.jpg"))
                if what.then:
                    self.press(what.then.value)
        return self

    def hold(self) -> Self:
        """Hold the button that opens the menu."""
        self.view = meaning(self.session, self.view, MENU_BUTTON, held=True).view
        return self

    def happen(self, event: Event) -> Self:
        """Let this happen."""
        self.session = apply(self.session, event)
        return self

    def read(
        self, hands: Mapping[str, str], doubts: tuple[Doubt, ...] = (), hypotheses: tuple[Hypothesis, ...] = ()
    ) -> Self:
        """Read these cards."""
        self.view = LIVE
        return self.happen(cards_read(self.session, reading(hands, doubts, hypotheses)))


def _played() -> Play:
    """A few karta aldiak on: the score of the examples."""
    play = Play()
    play.press("envido-ns", "envido-ns", "envido-ns", "iduki", "envido-ew", "iduki").read(HANDS).press("ok")
    play.press("envido-ew", "gehiago", "gehiago", "iduki", "paso", "envido-ns", "envido-ew", "tira").read(HANDS).press(
        "ok"
    )
    play.press("envido-ns", "tira", "envido-ew", "gehiago", "gehiago", "gehiago", "iduki").read(JOKOA).press("ok")
    return play


Drawn = Callable[[Speech], Image.Image]
"""A screen, still to be drawn in a language."""


def screens() -> Iterator[tuple[str, Drawn]]:
    """Every screen by name."""
    yield "language", lambda say: languages(say.language)
    for place, settings in enumerate((VoiceSettings(), VoiceSettings(Much.MARKS, 5), VoiceSettings(Much.ALL, 1, True))):
        yield f"voice-{place + 1}", partial(menu, listed(settings, place))
    for name, state, view in gallery():
        yield name, partial(_drawn, state, view, None)
        if name == "doubt":
            yield "doubt-picture-of-it", partial(_drawn, state, view, _cutout())
    match = 80 * 60
    yield "clock", partial(clock, ClockFace(42 * 60 + 15, match))
    yield "clock-last", partial(clock, ClockFace(9 * 60 + 58, match, Warned.LAST_MINUTES))
    yield "clock-over", partial(clock, ClockFace(0, match, Warned.OVER))
    for name, face, asked, used in (
        ("answer", ClockFace(2535, match), Decision(Team.EW, Deciding.BID, 30, None), 11),
        ("late", ClockFace(2535, match), Decision(Team.NS, Deciding.HORDAGO, 120, None), 121),
        ("mus", ClockFace(0, 0), Decision(Team.EW, Deciding.MUS, 60, None), 42),
    ):
        yield f"clock-{name}", partial(clock, face, thinking=Thinking(asked, used))
    timed = Play("federacion").press("envido-ns")
    yield "bid-timed", partial(_drawn, timed.state, LIVE, None, thinking=_thinking(timed, 18))
    timed.press("hordago", "hordago")
    yield "hordago-timed", partial(_drawn, timed.state, LIVE, None, thinking=_thinking(timed, 70))
    invitation = Invitation(Role.PLAY, "192.168.178.123:8040", "KQWMTXNBR")
    yield "phone-in", partial(_invited, invitation)
    yield "phone-nowhere", partial(_invited, None)
    yield "phone-closed", partial(_invited, None, closed=True)
    for name, shown in self_tests():
        yield name, partial(self_test.picture, shown)
    for what in Trouble:
        yield f"trouble-{what.name.lower().replace('_', '-')}", partial(trouble, what)


def _drawn(
    state: State, view: View, cutout: Image.Image | None, say: Speech, thinking: Thinking | None = None
) -> Image.Image:
    return render(state, view, say, cutout, thinking)


def _thinking(play: Play, seconds: int) -> Thinking:
    asked = decision(play.state, LIVE)
    assert asked is not None
    return Thinking(asked, seconds)


def _invited(invitation: Invitation | None, say: Speech, closed: bool = False) -> Image.Image:
    return phones("play", invitation, say, closed)


def _cutout() -> Image.Image:
    """A card of the demonstration's first picture, as `firmware.table.pictures.cutout` cuts it out."""
    with files("tests.firmware.screens").joinpath("doubtful-card.png").open("rb") as file, Image.open(file) as picture:
        return picture.convert("1")


@cache
def gallery() -> tuple[tuple[str, State, View], ...]:
    """Every screen of the session by name, with a state and a view that show it."""
    return tuple(_shown())


def _shown() -> Iterator[tuple[str, State, View]]:
    yield "start", Play().state, LIVE
    play = _played()
    yield "round", play.state, LIVE
    yield "bid", play.press("envido-ns").state, LIVE
    yield "raise", play.press("envido-ew", "envido-ew", "envido-ew", "envido-ew").state, LIVE
    play.press("iduki")
    yield "hordago-guard", play.state, play.press("hordago").view
    yield "hordago", play.press("hordago").state, LIVE
    play.press("tira", "paso")
    yield "fourth", play.press("envido-ew").state, LIVE
    play.press("paso")
    yield "refusal", play.state, play.view
    play.press("iduki")
    yield "cards", play.state, LIVE
    yield "void", play.state, play.press("paso").view
    yield "perete", play.state, View(perete=Seat.W)
    yield "reading", play.state, View(busy=True)
    doubtful = Doubt(
        "card",
        Sentence.plain("6 or 7 of copas"),
        Seat.W,
        6,
        (Alternative(Card.parse("7c"), 0.6), Alternative(Card.parse("6c"), 0.4)),
    )
    yield "doubt", Play().read(HANDS, (doubtful,)).state, View(choice=1)
    yield "doubt-spread", Play().read(HANDS, (doubtful,)).state, View(spread=True)
    fifteen = Doubt(
        "count", Sentence("{seat} has {count} cards in sight, not {number}", seat=Seat.W, count=3, number=4), Seat.W
    )
    yield "doubt-count", Play().read({**HANDS, "W": "11b 3o 7c"}, (fifteen,)).state, LIVE
    left_out = Doubt("count", Sentence("something that may be a card was left out"))
    yield "doubt-confirm", Play().read(HANDS, (left_out,)).state, LIVE
    unreadable = Doubt(
        "picture",
        Sentence(
            "{picture}: {what}",
            picture="hand-03.jpg",
            what=Sentence("not a picture in a format known here"),
        ),
    )
    yield "doubt-picture", Play().read({}, (unreadable,)).state, LIVE
    crossed = Play().press("paso", "paso", "envido-ns", "iduki").read({**HANDS, "W": "10b 3o 7c 4c"})
    yield "conflict", crossed.state, LIVE
    crossed.press("last", "envido-ns", "gehiago")
    yield "conflict-told", crossed.state, crossed.view
    play.read(JOKOA)
    finished = play.state.finished
    assert finished is not None
    yield "marks-cards", play.state, View(step=0)
    for step in range(1, len(finished.result.marks) + 1):
        yield f"marks-{step}", play.state, View(step=step)
    yield "marked", play.state, LIVE
    hand = len(play.state.hands) - 1
    for page, name in enumerate(("cards", "calls", "more-calls", "marks")):
        yield f"review-{name}", play.state, View(hand=hand, page=page)
    unknown = Play().read(HANDS, (_unsure(Seat.N, 1), _unsure(Seat.S, 8), _unsure(Seat.E, 14))).state
    yield "marks-cards-unknown", unknown, View(step=0)
    yield "review-suit", unknown, View(hand=0)
    yield "review-card", _certain().state, View(hand=0)
    yield "correct-what", play.state, View(path=correcting(hand))
    for name, *path in (
        ("card", "W"),
        ("suit", "W", "7c"),
        ("rank", "W", "7c", "e"),
        ("call", "txikia"),
        ("call-was", "txikia", "#0"),
        ("calls-anew", "txikia", "anew"),
        ("calls-more", "txikia", "anew", "NS envido 2"),
        ("announced", "said"),
        ("announced-by", "said", "pareak"),
        ("esku", "esku"),
    ):
        yield f"correct-{name}", play.state, View(path=(*correcting(hand), *path))
    poor = Play().press("paso", "paso", "paso", "paso").read({**HANDS, "N": "4o 5c 7e 1b", "E": "12e 11e 5e 2e"})
    yield "correct-what-puntua", poor.state, View(path=correcting(0))
    raised = [f"{team} gehiago {1 if number < 12 else 5}" for number, team in enumerate(["EW", "NS"] * 7)]
    long = (*correcting(hand), "txikia", "anew", "NS envido 2", *raised)
    yield "correct-calls-many", play.state, View(path=long)
    crossed_path = View(path=(TOLD,))
    yield "misheard", crossed.state, crossed_path
    fixing = Play().press("envido-ns", "iduki", "paso", "paso").read(HANDS)
    fixing.press("last", "read", "iduki", "envido-ew", "envido-ns")
    yield "correction", fixing.state, LIVE
    yield "correction-half", fixing.press("envido-ns").state, LIVE
    fixed = Play().press("envido-ns", "iduki", "paso", "paso").read(HANDS)
    calls = ["NS envido 2", *raised[:7], "NS hordago", "EW tira"]
    fixed.happen(CorrectionProposed(1, ({"change": "calls", "round": "handia", "calls": calls},)))
    yield "correction-long", fixed.state, LIVE
    yield from _entered()
    asked = _played()
    asked.view = View(path=(MENU, "new", "federacion", "40", "4"))
    yield "new-match-asked", asked.press("envido-ew").state, LIVE
    yield "new-match-half", asked.press("envido-ew").state, LIVE
    same = Play().read(HANDS).press("last", "read", "envido-ns", "gehiago", "envido-ew", "paso")
    yield "correction-same", same.state, LIVE
    yield "judge", _judged(play.state), LIVE
    for name, *path in (
        ("menu",),
        ("new-match", "new"),
        ("new-match-target", "new", "federacion"),
        ("new-match-games", "new", "federacion", "40"),
        ("new-match-esku", "new", "federacion", "40", "4"),
        ("phones", "phone"),
        ("judge-acts", "judge"),
        ("judge-annul", "judge", "annul"),
        ("judge-team", "judge", "take"),
        ("judge-give", "judge", "give", "EW"),
        ("judge-tantos", "judge", "take", "EW"),
    ):
        yield name, play.state, View(path=(MENU, *path))
    judged = _judged(play.state)
    yield "judge-case", judged, View(path=(MENU, "judge", "case", name_of(judged.standing.questions[0]), "NS"))
    yield from _settled()
    timed = Play("federacion")
    dealt = ("deal", "wrong-count", "first")
    for name, choice, *path in (
        ("subjects", 0),
        ("incident", 1, "deal"),
        ("question", 1, *dealt),
        ("told", 0, *dealt, "handia"),
        ("does", 1, *dealt, "handia"),
        ("whose", 0, *dealt, "shown", "whose"),
    ):
        yield f"law-{name}", timed.state, View(path=(LAW, *path), choice=choice)
    yield "menu-clock", timed.state, View(path=(MENU,))
    yield "clock-start", timed.state, View(path=(MENU, "clock"))
    yield "mus-minute", timed.state, View(path=(MENU, "clock", "mus"))
    yield "not-there", Play("federacion").happen(AbsenceTold("W")).state, View(path=(MENU, "clock", "late"))
    yield "menu-start", timed.state, View(path=(MENU,))
    yield "dealer-flips", Play().state, View(path=(MENU, DEALER, "7"))
    yield "dealer-cut", timed.state, View(path=(MENU, DEALER))
    yield "dealer-suit", timed.state, View(path=(MENU, DEALER, "S"))
    yield "dealer-mus", timed.state, View(path=(MENU, DEALER, f"N {DEALER}"))
    yield "dealer-lot", Play("spain").state, View(path=(MENU, DEALER))
    timed.happen(ClockStarted()).happen(TimePassed(80 * 60 - 590))
    yield "clock-add", timed.state, View(path=(MENU, "clock"))
    yield "clock-looked-at", timed.state, View(clock=True)
    yield from _at_a_desk()
    timed.happen(ClockTold(42 * 60, 80 * 60, running=False))
    yield "clock-stopped", timed.state, View(clock=True)
    yield "bid-stopped", timed.state, LIVE
    timed.happen(ClockTold(-4 * 60 - 12, 80 * 60, running=True))
    yield "clock-begins", timed.state, View(clock=True)
    timed.happen(ClockTold(42 * 60, 80 * 60, running=True))
    yield "clock-juegos", timed.state, View(clock=True)
    yield "time-left", timed.state, LIVE
    yield "inside", _near().state, LIVE
    yield "inside-both", _near(both=True).state, LIVE
    yield "mantxa", _won().state, LIVE
    yield "match", _won().press("ok", "hordago", "hordago", "iduki").read(HANDS).state, LIVE
    yield "mantxa-hordago", _won().state, View(step=1)
    yield "review-hordago", _won().state, View(hand=0, page=2)
    yield "vaca", _won("spain").state, LIVE
    yield "vaca-won", _won("spain", games=3).state, LIVE
    yield "vaca-score", _won("spain", games=3).press("ok").state, LIVE
    yield "mantxa-score", _won().press("ok").state, LIVE
    what = Sentence("event {number} is not as it was written", number=12)
    damage = Damage(what, Path("journal-damaged.sqlite"), 12, (12,)).sentence
    yield "damage", Play().state, View(notice=damage)
    yield "damage-more", Play().state, View(notice=damage, page=1)
    yield from _of_equipos()
    yield "no-pictures", Play().state, View(notice=Sentence("There are no more pictures in {folder}.", folder="photos"))


def _of_equipos() -> Iterator[tuple[str, State, View]]:
    """Mus por Equipos: the jugada, its packs, cards that are not of them, and all games played."""
    deals = {jugada: packs("Tolosa", jugada) for jugada in jugadak(1, 20)}
    first = {seat.value: " ".join(map(str, pack[:4])) for seat, pack in deals[Jugada(1, 1)].items()}
    play = Play(deals=deals)
    yield "equipos", play.state, LIVE
    said = announced(Jugada(2, 1), tuple(jugada for jugada in deals if jugada.deal > 8))
    yield "equipos-next", play.state, View(notice=said)
    play.press("hordago", "hordago", "iduki")
    for name, wrong in (("packs", ("W", "S")), ("replica", ())):
        hands = first if wrong else {s.value: " ".join(map(str, p[:4])) for s, p in deals[Jugada(1, 7)].items()}
        crossed = {**hands, **{seat: hands[other] for seat, other in zip(wrong, reversed(wrong), strict=True)}}
        yield f"equipos-{name}", Play(deals=deals).press("hordago", "hordago", "iduki").read(crossed).state, LIVE
    yield "equipos-void", play.state, View(voiding=True)
    yield "equipos-over", play.read(first).state, LIVE


def ranks(hands: Mapping[str, str]) -> list[str]:
    """The buttons that enter these hands by hand, seat by seat."""
    return [PLACES[RANKS.index(Card.parse(card).rank)].value for cards in hands.values() for card in cards.split()]


def _entered() -> Iterator[tuple[str, State, View]]:
    """A hand that the players enter themselves, because its cards have been collected."""
    table, presses = Play().press("envido-ns", "iduki", "paso", "paso", "paso"), ranks(HANDS)
    yield "enter", table.press("ok").state, LIVE
    yield "enter-more", table.press(*presses[:3]).state, LIVE
    yield "entered", table.press(*presses[3:]).state, LIVE
    yield "entered-half", table.press("envido-ew").state, LIVE


def _unsure(seat: Seat, place: int) -> Doubt:
    """A card of which only the suit is in doubt."""
    return Doubt("card", Sentence.plain(""), seat, place, suit_only=True)


def _certain() -> Play:
    """One card may be a four or a five, and the marks are the same."""
    cards = [Card.parse(name) for hand in HANDS.values() for name in hand.split()]
    other = [*cards[:7], Card.parse("5c"), *cards[8:]]
    both = (Hypothesis(0.6, tuple(cards)), Hypothesis(0.4, tuple(other)))
    play = Play().press("envido-ns", "tira", "envido-ew", "tira", "paso", "paso")
    return play.read(HANDS, (Doubt("card", Sentence.plain(""), Seat.W, 7),), both)


def _settled() -> Iterator[tuple[str, State, View]]:
    """A correction takes a mantxa away that was won: it is asked about, stands open, and is settled by the judge."""
    play = Play().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", options={"target": 10}))
    for calls in (("envido-ns", *["gehiago"] * 2), ("envido-ns", *["gehiago"] * 3), ("envido-ew",)):
        play.press(*calls, "iduki").read(HANDS).press("ok")
    play.happen(CorrectionProposed(2, (change_fields(CardReplaced(Seat.N, Card(12, Suit.OROS), Card(4, Suit.OROS))),)))
    for page in range(2):
        yield f"correction-opens-{page + 1}", play.state, View(page=page)
    play.press("envido-ns", "envido-ew")
    yield "open", play.state, LIVE
    case = "case", name_of(play.state.standing.questions[0])
    for name, choice, *path in (("ways", 0, *case), ("way", 1, *case), ("undo", 0, "undo")):
        yield f"judge-{name}", play.state, View(path=(MENU, "judge", *path), choice=choice)
    yield "open-marked", play.press("envido-ns", "iduki").read(HANDS).state, LIVE
    decision, play = {"by": "judge", "reason": "decision"}, Play()
    for team in Team:
        play.happen(JudgeActed({"kind": "adjusted", "game": 1, "team": team.value, "tantos": 20, **decision}))
    play.press("envido-ns", "iduki").read(HANDS).happen(JudgeActed({"kind": "voided", "of": 3, **decision}))
    yield "annulled", play.state, LIVE
    yield "review-annulled", play.state, View(hand=0, page=2)


def _judged(state: State) -> State:
    *earlier, game = state.standing.games
    *before, aldia = game.aldiak
    *versions, now = aldia.versions
    assert now.result is not None
    said = Sentence("{seat} said no to jokoa and has {total}", seat=Seat.E, total=31)
    case = JudgeCase(
        (Round.JOKOA,),
        Sentence("{round}: {what}", round=Round.JOKOA, what=said),
    )
    judged = replace(aldia, versions=(*versions, replace(now, result=now.result._replace(judge=case))))
    games = (*earlier, replace(game, steps=(*before, judged)))
    asked = JudgesQuestion(ForTheJudge.CASE, game.number, (aldia.entry,), aldia.entry, case.why)
    return replace(state, standing=replace(state.standing, games=games, questions=(asked,)))


def _at_a_desk() -> Iterator[tuple[str, State, View]]:
    """A table in a tournament: its menu, and its call to the judge."""
    table = Play().happen(DeskJoined(7))
    yield "desk-none", Play().state, View(path=(MENU, DESK))
    yield "desk-other", table.state, View(path=(MENU, DESK), choice=1)
    yield "desk-looks", table.state, View(notice=LOOKING)
    yield "desk-code", table.state, View(path=(MENU, DESK, "code", *"48120573991"))
    yield "desk-join", table.state, View(path=(MENU, DESK, "code", *"481205739914"))
    yield "menu-at-desk", table.state, View(path=(MENU,))
    yield "call", table.state, View(path=(MENU, CALL))
    table.happen(JudgeCalled())
    yield "called", table.state, LIVE
    yield "call-back", table.state, View(path=(MENU, CALL))
    yield "call-heard", table.happen(CallTold("heard")).state, LIVE


def _near(both: bool = False) -> Play:
    """A team lacks four tantos or fewer, or both do."""
    play = Play().press("envido-ns", *["next"] * 7, "iduki").read(HANDS)
    for team, tantos in {"NS": 37, "EW": 38}.items() if both else ():
        act = {"kind": "adjusted", "game": 1, "team": team, "by": "judge", "reason": "decided at the table"}
        if given := tantos - play.state.score[Team(team)]:
            play.happen(JudgeActed({**act, "tantos": given}))
    return play


def _won(rules: str = "nabo", games: int = 1) -> Play:
    play = Play(rules).press("hordago", "hordago", "iduki").read(HANDS)
    for _ in range(1, games):
        play.press("ok", "hordago", "hordago", "iduki").read(HANDS)
    return play
