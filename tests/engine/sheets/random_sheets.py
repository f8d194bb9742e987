"""Random sheets for the tests: any match that the forms can hold, and matches that the law can mark."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from engine.calls import Action, Call
from engine.cards import DECK
from engine.equipos.jugada import Jugada
from engine.errors import MusError
from engine.match.corrections import (
    AnnouncedReplaced,
    CallsReplaced,
    CardReplaced,
    CardsSwapped,
    EskuReplaced,
    FoundReplaced,
    PereteReplaced,
    ShownReplaced,
)
from engine.match.entries import (
    Adjusted,
    Correction,
    GameGiven,
    GameOpened,
    GameVoided,
    Match,
    MatchGiven,
    Replaced,
    Voided,
    Withdrawn,
)
from engine.match.header import Header, Length
from engine.match.played import Played
from engine.match.standing import standing
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sheets.figures import Figures
from engine.sheets.sheet import Sheet
from engine.tantos.tally import Mark, When, Why
from tests.engine.matches import random_match

seats = st.sampled_from(Seat)
teams = st.sampled_from(Team)
cards = st.sampled_from(DECK)
rounds = st.sampled_from([round for round in Round if round is not Round.FOURTH])
texts = st.text(max_size=20)
names = texts.filter(str.strip)
tantos = st.integers(0, 45)


found = st.fixed_dictionaries(
    {}, optional={"pareak": st.just("open"), "jokoa": st.just("open"), "cards": st.just("txikia")}
)


@st.composite
def calls(draw):
    """Calls of any kind, in any order: whether they are legal is no matter of form."""
    action = draw(st.sampled_from(Action))
    return Call(draw(seats | teams), action, draw(st.integers(1, 99)) if action.takes_amount else None)


@st.composite
def plays(draw):
    deck = random.Random(draw(st.integers(0, 10**6))).sample(DECK, 20)
    sitting = draw(st.sampled_from([list(Seat), list(Seat), list(Seat), [Seat.N, Seat.E], []]))
    hands, start = {}, 0
    for seat in sitting:
        size = draw(st.sampled_from([4, 4, 4, 4, 3, 5, 0]))
        hands[seat] = tuple(deck[start : start + size])
        start += size
    fourth = draw(st.sampled_from([Round.JOKOA, Round.PUNTUA]))
    said = st.none() | st.sets(st.sampled_from(sitting or list(Seat))).map(frozenset)
    return Played(
        draw(st.sampled_from(sitting or list(Seat))),
        {team: draw(tantos) for team in Team},
        hands,
        draw(
            st.dictionaries(
                st.sampled_from([Round.HANDIA, Round.TXIKIA, Round.PAREAK, fourth]),
                st.lists(calls(), max_size=4).map(tuple),
            )
        ),
        draw(said),
        draw(said),
        draw(found),
        draw(st.booleans()),
        draw(st.sets(st.sampled_from(sitting or list(Seat))).map(frozenset)),
    )


changes = st.one_of(
    st.builds(CardReplaced, seats, cards, cards),
    st.builds(CardsSwapped, seats, cards, seats, cards),
    st.builds(CallsReplaced, rounds, st.lists(calls(), max_size=3).map(tuple)),
    st.builds(
        AnnouncedReplaced,
        st.sampled_from([Round.PAREAK, Round.JOKOA]),
        st.none() | st.sets(seats).map(frozenset),
    ),
    st.builds(EskuReplaced, seats),
    st.builds(PereteReplaced, st.sets(seats).map(frozenset)),
    st.builds(FoundReplaced, found),
    st.builds(ShownReplaced, st.booleans()),
)
marks = st.builds(Mark, rounds, teams, st.integers(1, 40), st.sampled_from(Why), st.sampled_from(When))


@st.composite
def acts(draw, plays, others):
    """A correction or act about one of the entries `plays`, or one that withdraws one of `others`."""
    kinds = ["about-game", *(["correction", "voided", "replaced"] if plays else []), *(["withdrawn"] if others else [])]
    kind = draw(st.sampled_from(kinds))
    signed = {"by": draw(names), "reason": draw(names)}
    decided = signed | {"article": draw(st.none() | texts)}
    if kind == "withdrawn":
        return Withdrawn(draw(st.sampled_from(others)), **decided)
    if kind == "about-game":
        game = draw(st.integers(1, 5))
        return draw(
            st.sampled_from(
                [
                    GameVoided(game, **decided),
                    Adjusted(game, draw(teams), draw(st.integers(-40, 40).filter(bool)), **decided),
                    GameGiven(game, draw(teams), **decided),
                    MatchGiven(draw(teams), **decided),
                    GameOpened(draw(tantos), draw(st.booleans()), **decided),
                ]
            )
        )
    of = draw(st.sampled_from(plays))
    if kind == "voided":
        return Voided(of, **decided)
    if kind == "replaced":
        made = draw(st.lists(marks, max_size=3).map(tuple))
        return Replaced(of, made, draw(st.none() | teams), draw(st.booleans()), **decided)
    made = draw(st.lists(changes, min_size=1, max_size=3).map(tuple))
    return Correction(of, made, draw(st.sets(teams).map(frozenset)), **signed)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
odd_names = st.sampled_from(["photo", "Rules", "Esku", "dates", "we ird", "", "; x", "Ñ", "n", "also"])
extras = st.dictionaries(odd_names, json_values, max_size=2)
comments = st.lists(st.sampled_from(["a b", "; x", "[Rules]", " c", "", "3. esku"]), min_size=1, max_size=3).map(
    "\n".join
)


@st.composite
def headers(draw):
    length = st.builds(Length, st.integers(1, 9), st.integers(1, 3), st.sampled_from(["first-to", "best-of"]))
    length |= st.builds(Length, st.integers(1, 9), st.just(1), st.just("all"))
    return Header(
        draw(st.sampled_from(["nabo", "federacion", "spain", "basque", "france"])),
        draw(seats),
        draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "kings": st.sampled_from([4, 8]),
                    "target": st.integers(1, 60),
                    "real31": st.sampled_from(["none", "sota"]),
                },
            )
        ),
        draw(st.none() | length),
        draw(st.dictionaries(seats, texts)),
        draw(st.dictionaries(teams, texts)),
        draw(st.none() | texts),
        draw(st.none() | texts),
        draw(st.none() | texts),
        packs=draw(st.none() | texts),
    )


@st.composite
def sheets(draw):
    """Any match that can be written down, marked or not, with fields and comments beside it."""
    entries, about, other, equipos = [], [], [], draw(st.booleans())
    for number in range(1, draw(st.integers(0, 5)) + 1):
        entry = draw(plays() | acts(about, other))
        if equipos and isinstance(entry, Played) and len(entry.cards) != 2:
            entry = replace(entry, jugada=Jugada(number, draw(st.integers(1, 99))))
        (about if isinstance(entry, Played) else other).append(number)
        entries.append(entry)
    extra = {}
    for number in range(len(entries) + 1):
        beside = draw(extras)
        if draw(st.booleans()):
            beside["comment"] = draw(comments)
        if beside:
            extra[number] = beside
    return Sheet(Match(draw(headers()), tuple(entries)), extra)


@cache
def marked_sheet(seed, rules="nabo"):
    """A match that was played to its end, with corrections and judge's acts that fit it, and how it stands."""
    rng = random.Random(seed)
    match = random_match(seed, rules)[0]
    length = rng.randint(1, len(match.entries))
    entries: list = []
    for entry in match.entries[:length]:
        entries.append(entry)
        if rng.random() < 0.2:
            act = _random_act(rng, entries)
            try:
                standing(Match(match.header, (*entries, act)))
            except MusError:
                continue
            entries.append(act)
    made = Match(replace(match.header, players={Seat.N: "Maite"}), tuple(entries))
    stands = standing(made)
    return Sheet(made, {1: {"comment": f"seed {seed}"}}), stands.book, Figures(stands)


def _random_act(rng, entries):
    plays = [number for number, entry in enumerate(entries, 1) if isinstance(entry, Played)]
    others = [number for number, entry in enumerate(entries, 1) if not isinstance(entry, Played)]
    of = rng.choice(plays)
    seat = rng.choice([seat for seat, hand in entries[of - 1].cards.items() if hand])
    signed = {"by": "the judge", "reason": "it was so"}
    decided = signed | {"article": rng.choice([None, "nabo 26"])}
    return rng.choice(
        [
            Correction(of, (CardReplaced(seat, entries[of - 1].cards[seat][0], rng.choice(DECK)),), **signed),
            Correction(of, (CallsReplaced(Round.HANDIA, ()),), frozenset(Team), **signed),
            Correction(of, (EskuReplaced(rng.choice(list(Seat))),), **signed),
            Correction(of, (FoundReplaced({"cards": "txikia"}), ShownReplaced(True)), **signed),
            Voided(of, **decided),
            Adjusted(1, rng.choice(list(Team)), rng.choice([-3, 2]), **decided),
            Replaced(of, (Mark(Round.HANDIA, Team.NS, 2, Why.NEGADA, When.CALL),), **decided),
            GameVoided(1, **decided),
            Withdrawn(rng.choice(others), **decided) if others else Voided(of, **decided),
        ]
    )
