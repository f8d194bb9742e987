"""One example of every screen, for the contact sheet and for the tests that compare pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.cards import Card
from engine.seats import Seat
from firmware.session.buttons import Button
from firmware.session.events import CardsRead, Event, KartaAldiaStarted, MatchStarted
from firmware.session.press import meaning
from firmware.session.showdown import showdown
from firmware.session.state import Session, State, apply
from firmware.session.view import LIVE, View
from vision.reading import Alternative, Doubt, ReadCard, TableReading

HANDS = {"N": "12o 12c 7e 1b", "W": "11b 3o 7c 4c", "S": "10c 3b 5o 6o", "E": "12e 11e 10e 2e"}
JOKOA = {"N": "12o 12c 12e 1b", "W": "11b 11o 7c 4c", "S": "10c 3b 5o 6o", "E": "7e 7o 7b 10e"}
_FLAT = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def reading(hands: Mapping[str, str], doubts: tuple[Doubt, ...] = ()) -> TableReading:
    """A reading as the camera would give it for these hands."""
    cards = tuple(
        ReadCard(Card.parse(name), 0.999, Seat.parse(seat), _FLAT)
        for seat, cards in hands.items()
        for name in cards.split()
    )
    return TableReading("table.jpg", not doubts, cards, doubts)


def read(session: Session, table: TableReading) -> Session:
    """The session after this reading."""
    bare = CardsRead(table.image, table.to_json())
    if not table.complete:
        return apply(session, bare)
    return apply(session, replace(bare, showdown=showdown(apply(session, bare).now)))


class Play:
    """A session that buttons are pressed on, without camera or journal."""

    def __init__(self, rules: str = "nabo") -> None:
        self.session = apply(None, MatchStarted(rules, "N", "gallery", "table.jpg"))
        self.view = LIVE

    @property
    def state(self) -> State:
        """The state now."""
        return self.session.now

    def press(self, *names: str) -> Play:
        """Press these buttons; `ok` after the marks deals again."""
        for name in names:
            what = meaning(self.session, self.view, Button(name))
            self.view = replace(what.view, notice=what.refusal)
            if what.event:
                self.happen(what.event)
            elif what.wish:
                self.happen(KartaAldiaStarted(self.state.esku.next.value, "table.jpg"))
        return self

    def happen(self, event: Event) -> Play:
        """Let this happen."""
        self.session = apply(self.session, event)
        return self

    def read(self, hands: Mapping[str, str], doubts: tuple[Doubt, ...] = ()) -> Play:
        """Read these cards."""
        self.session, self.view = read(self.session, reading(hands, doubts)), LIVE
        return self


def _played() -> Play:
    """A few karta aldiak on: the score of the examples."""
    play = Play()
    play.press("envido-ns", "envido-ns", "envido-ns", "iduki", "envido-ew", "iduki").read(HANDS).press("ok")
    play.press("envido-ew", "gehiago", "gehiago", "iduki", "paso", "envido-ns", "envido-ew", "tira").read(HANDS).press(
        "ok"
    )
    play.press("envido-ns", "tira", "envido-ew", "gehiago", "gehiago", "gehiago", "iduki").read(JOKOA).press("ok")
    return play


def gallery() -> Iterator[tuple[str, State, View]]:
    """Every screen by name, with a state and a view that show it."""
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
    yield "refusal", play.state, View(notice="fourth: a bid waits already: gehiago raises it")
    play.press("iduki")
    yield "cards", play.state, LIVE
    yield "void", play.state, play.press("paso").view
    yield "reading", play.state, View(busy=True)
    doubtful = Doubt(
        "card", "6 or 7 of copas", Seat.W, 6, (Alternative(Card.parse("7c"), 0.6), Alternative(Card.parse("6c"), 0.4))
    )
    yield "doubt", Play().read(HANDS, (doubtful,)).state, View(choice=1)
    fifteen = Doubt("count", "15 cards found, W has 3", Seat.W)
    yield "doubt-count", Play().read({**HANDS, "W": "11b 3o 7c"}, (fifteen,)).state, LIVE
    left_out = Doubt("count", "something that may be a card was left out")
    yield "doubt-confirm", Play().read(HANDS, (left_out,)).state, LIVE
    unreadable = Doubt("picture", "hand-03.jpg: not a picture in a format known here")
    yield "doubt-picture", Play().read({}, (unreadable,)).state, LIVE
    crossed = Play().press("paso", "paso", "envido-ns", "iduki").read({**HANDS, "W": "10b 3o 7c 4c"})
    yield "conflict", crossed.state, LIVE
    play.read(JOKOA)
    finished = play.state.finished
    assert finished is not None
    yield "marks-cards", play.state, View(step=0)
    for step in range(1, len(finished.result["tantos"]) + 1):
        yield f"marks-{step}", play.state, View(step=step)
    yield "marked", play.state, LIVE
    hand = len(play.state.all_hands) - 1
    for page, name in enumerate(("cards", "calls", "more-calls", "marks")):
        yield f"review-{name}", play.state, View(hand=hand, page=page)
    yield "judge", _judged(play.state), LIVE
    yield "mantxa", _won().state, LIVE
    yield "match", _won().press("ok", "hordago", "hordago", "iduki").read(HANDS).state, LIVE
    yield "mantxa-score", _won().press("ok").state, LIVE
    damage = (
        "The journal was damaged (event 12 is not as it was written); "
        "the damaged file is kept as journal-damaged.sqlite."
    )
    yield "damage", Play().state, View(notice=damage)
    yield "no-pictures", Play().state, View(notice="There are no more pictures in photos.")


def _judged(state: State) -> State:
    assert state.finished is not None
    case = {"rounds": ["jokoa"], "why": "jokoa: E said no to jokoa and has it"}
    result = {**state.finished.result, "judge": case}
    return replace(state, finished=replace(state.finished, result=result))


def _won() -> Play:
    return Play().press("hordago", "hordago", "iduki").read(HANDS)
