"""The state of the session: what the events so far come to."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from typing import Any, Final

from engine.bids.aldia import Aldia
from engine.calls import Call
from engine.cards import DECK, Card
from engine.deal.acts import Act, Word
from engine.deal.clock import CLOCKS, Clock, Won, late, next_game
from engine.deal.endgame import inside
from engine.deal.karta_aldia import KartaAldia, Setting, Step
from engine.errors import CallError
from engine.match.entries import Correction, GameGiven, GameOpened, Header, Length, Match, MatchGiven, Played
from engine.match.games import Status
from engine.match.standing import Standing
from engine.rounds import Round
from engine.rules import RuleBook, parse_rulebook, rulebook
from engine.seats import Seat, Team
from engine.sheets import fields
from firmware.session import readings
from firmware.session.events import (
    AbsenceTold,
    AnnouncementTold,
    BidChanged,
    CallMade,
    CardSettled,
    CardsRead,
    CardTold,
    ClockStarted,
    CorrectionAgreed,
    CorrectionProposed,
    EndsSwapped,
    EskuChosen,
    Event,
    JudgeActed,
    KartaAldiaStarted,
    KartaAldiaVoided,
    MatchStarted,
    PereteDeclared,
    PicturePlaced,
    ReadingConfirmed,
    RoundPassed,
    RoundStruck,
    Showdown,
    TimeAdded,
    TimePassed,
    Undone,
)
from firmware.session.match import (
    SUIT_TOLD,
    Finished,
    Proposal,
    as_it_stands,
    exchange,
    game_in_hand,
    marked,
    moved,
    moved_fields,
    played_of,
    plays,
    proposed,
    stands,
)
from firmware.session.unsure import UNSURE_CARDS, UNSURE_SUITS, may_be, unsure, updated, without
from vision.reading import Doubt, TableReading

Pair = tuple[int, int]
"""A number for N-S and one for E-W."""


class StateError(ValueError):
    """An event that cannot have happened in the state it stands in."""


class Phase(Enum):
    """What the table is waiting for."""

    CALLS = "calls"
    """The rounds are being played."""
    CARDS = "cards"
    """All is called; the cards are to be laid out and read."""
    DOUBTS = "doubts"
    """The cards were read, and something in the reading is in doubt."""
    CONFLICT = "conflict"
    """The cards contradict the calls."""
    MARKS = "marks"
    """The karta aldia is marked."""
    JUDGE = "judge"
    """The karta aldia is marked up to a case for the judge."""
    CORRECTION = "correction"
    """A correction waits for the teams to agree."""
    GAME_WON = "game-won"
    MATCH_WON = "match-won"


@dataclass(frozen=True, slots=True)
class State:
    """All that the table knows.

    `started` is the event that began the match, and `book` its rule book with the options. `karta_aldia` is the one in
    hand, begun at mintza: the table hears neither mus nor announcements.
    `deal` counts karta aldiak since the journal began. `games` and `vacas` are those won before this karta aldia.
    `seen` is the last picture that lay before the camera. `confirmed` holds the doubts about which the players said
    that the cards are as they were read, `struck` the calls that were struck out.
    `hands` are the finished karta aldiak of the match, without the one in hand; `before` is the last one that was
    finished before this one, in whatever match. `match` has all of them as entries, with what was put right since;
    `standing` is how it stands, None as long as nothing was. `misheard` are the announcements of the karta aldia in
    hand that its cards contradict; `proposal` is the correction that waits for the teams. `elapsed` are the seconds
    since the clock began, None before it has, `added` those that the judge gave; `ended` when each game ended.
    `absent` are the players who were not there when it began, each with when they came, None while they have not.
    """

    started: MatchStarted
    book: RuleBook
    karta_aldia: KartaAldia
    camera: str
    picture: str | None
    seen: str | None
    deal: int = 1
    games: Pair = (0, 0)
    vacas: Pair = (0, 0)
    reading: TableReading | None = None
    settled: tuple[tuple[int, Card], ...] = ()
    confirmed: tuple[Doubt, ...] = ()
    struck: tuple[tuple[Round, tuple[Call, ...]], ...] = ()
    showdown: Showdown | None = None
    finished: Finished | None = None
    hands: tuple[Finished, ...] = ()
    before: Finished | None = None
    match: Match = field(default_factory=lambda: Match(Header("", Seat.N)))
    standing: Standing | None = None
    misheard: frozenset[tuple[Round, Seat]] = frozenset()
    proposal: Proposal | None = None
    elapsed: float | None = None
    added: float = 0
    ended: tuple[float, ...] = ()
    absent: tuple[tuple[Seat, float | None], ...] = ()

    @property
    def rules(self) -> str:
        """What hand records say of the rule book: its name, or the path of its file."""
        return self.started.rules

    @property
    def options(self) -> Mapping[str, Any]:
        """The settings of the rule book that the match overrides."""
        return self.started.options

    @property
    def aldia(self) -> Aldia:
        """The rounds of the karta aldia in hand."""
        return self.karta_aldia.rounds

    @property
    def esku(self) -> Seat:
        """The seat that speaks first."""
        return self.aldia.seats[0]

    @property
    def score(self) -> dict[Team, int]:
        """Tantos of both teams, with all that is marked so far."""
        if self.finished and self.standing:
            return dict(self.standing.score)
        if self.finished:
            return {team: int(self.finished.result["score"][team.value]) for team in Team}
        return self.aldia.score

    @property
    def base(self) -> dict[Team, int]:
        """Tantos of both teams before this karta aldia."""
        return dict(self.karta_aldia.setting.score)

    @property
    def tally(self) -> tuple[Pair, Pair, Team | None]:
        """Games of the vaca in hand, vacas, and the winner of the match, with the karta aldia in hand counted."""
        if self.standing:
            return _tally(self.standing, between=not self.finished)
        winner = self.finished.winner if self.finished else None
        if winner is None:
            return self.games, self.vacas, None
        games = _plus(self.games, winner)
        if _of(games, winner) < self.book.games:
            return games, self.vacas, None
        vacas = _plus(self.vacas, winner)
        return games, vacas, winner if _of(vacas, winner) >= self.book.vacas else None

    @property
    def phase(self) -> Phase:
        """What the table is waiting for."""
        if self.proposal:
            return Phase.CORRECTION
        if self.tally[2]:
            return Phase.MATCH_WON
        if self.finished:
            if self.finished.result["judge"]:
                return Phase.JUDGE
            return Phase.GAME_WON if self.game_winner else Phase.MARKS
        if self.showdown:
            return Phase.CONFLICT
        if self.reading:
            return Phase.DOUBTS
        return Phase.CARDS if self.aldia.over else Phase.CALLS

    @property
    def clock(self) -> Clock | None:
        """The match's clock with what the judge added; None where the rule book has none."""
        clock = CLOCKS[self.book.clock]
        return clock and clock.extended(self.added)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats whose players have not come. Once something was called or played, everybody has."""
        gone = self.karta_aldia.acts or self.finished or self.hands
        return () if gone else tuple(seat for seat, came in self.absent if came is None)

    @property
    def inside(self) -> frozenset[Team]:
        """The teams that lack four tantos or fewer: they say "estamos dentro" (federacion 67)."""
        return inside(self.score, self.book.target)

    @property
    def game_winner(self) -> Team | None:
        """The team that has won the game with the karta aldia in hand."""
        if self.finished and self.standing:
            return self.standing.games[-1].winner
        return self.finished.winner if self.finished else None

    def played(self, place: int) -> tuple[int, Played]:
        """The finished hand at that place: the number of its entry in the match, and the hand as it stands."""
        number = plays(self.match)[place]
        if self.standing:
            return number, self.standing.aldia(number).now.played
        entry = self.match.entry(number)
        assert isinstance(entry, Played)
        return number, entry

    @property
    def all_hands(self) -> tuple[Finished, ...]:
        """The match's finished karta aldiak, the one in hand included once it is marked."""
        return (*self.hands, self.finished) if self.finished else self.hands

    @property
    def last(self) -> Finished | None:
        """The last finished karta aldia, the one in hand once it is marked."""
        return self.finished or self.before

    @property
    def pristine(self) -> bool:
        """Whether the match has only been started: nothing called, nothing marked."""
        untouched = not self.karta_aldia.acts and not self.finished and not self.reading
        return untouched and not self.hands and self.games == self.vacas == (0, 0) and not any(self.score.values())

    def cards(self) -> dict[Seat, tuple[Card, ...]]:
        """The four hands as read, with what the players settled, in playing order from the esku."""
        hands: dict[Seat, tuple[Card, ...]] = {}
        for read, card in zip(self.reading.cards if self.reading else (), self._named(), strict=True):
            if read.seat is not None:
                hands[read.seat] = (*hands.get(read.seat, ()), card)
        return {seat: hands[seat] for seat in self.aldia.seats if seat in hands}

    def open_doubts(self) -> tuple[Doubt, ...]:
        """The doubts that the players have to settle, with those that show only once the others are settled."""
        if self.reading is None or self._scorable or self.finished:
            return ()
        left = tuple(doubt for doubt in self._left() if not self._about_suit(doubt))
        blocking = self.blocking_doubt()
        if blocking:
            return left if blocking in left else (*left, blocking)
        if any(_settleable(doubt) for doubt in left):
            return left
        if twice := self._twice():
            return (twice, *left)
        return left if self.reading.doubts or self.confirmed else (Doubt("picture", "the reading is not certain"),)

    def blocking_doubt(self) -> Doubt | None:
        """What no button can settle, because there are not four cards at every seat: they must be read again."""
        if self.reading is None or self._scorable:
            return None
        hands = self.cards()
        if len(hands) == len(self.aldia.seats) and all(len(hand) == 4 for hand in hands.values()):
            return None
        about_all = sorted((d for d in self._left() if not _settleable(d)), key=lambda d: d.kind != "picture")
        return next(iter(about_all), Doubt("count", "there are not four cards at every seat"))

    def card_doubt(self) -> Doubt | None:
        """The card that the players are to settle next; None where there is none, or something blocks."""
        if self.blocking_doubt():
            return None
        return next((doubt for doubt in self.open_doubts() if _settleable(doubt)), None)

    def to_confirm(self) -> tuple[Doubt, ...]:
        """What is in doubt besides the cards, once sixteen different ones are named: the players see whether it is so.

        Nothing while something blocks, or a card waits to be settled.
        """
        return () if self.blocking_doubt() or self.card_doubt() else self.open_doubts()

    def choices(self, doubt: Doubt) -> tuple[Card, ...]:
        """What a doubtful card may be: the reading's alternatives first, then every card not seen elsewhere.

        Where its own name was read at another place too, that may be the wrong one of the two: second comes its own.
        """
        if self.reading is None or doubt.card is None:
            return ()
        doubts = (*self._left(), *self.open_doubts())
        asked = {doubt.card, *(other.card for other in doubts if _settleable(other))}
        sure = {card for index, card in enumerate(self._named()) if index not in asked}
        own = self.reading.cards[doubt.card].card
        ranked = [a.card for a in sorted(doubt.alternatives, key=lambda a: -a.p)]
        free = [card for card in dict.fromkeys([*ranked, own, *DECK]) if card not in sure]
        if own in sure and own not in dict(self.settled).values():
            free.insert(1, own)
        return tuple(free)

    def unsure(self) -> dict[str, list[str]]:
        """The cards that nobody was asked about and nobody knows, as a hand record lists them."""
        unsure: dict[str, list[str]] = {}
        named = self._named()
        for doubt in self._left():
            if doubt.card is not None and _settleable(doubt):
                names = unsure.setdefault(UNSURE_SUITS if self._about_suit(doubt) else UNSURE_CARDS, [])
                names += [name] if (name := str(named[doubt.card])) not in names else []
        return unsure

    @property
    def _scorable(self) -> bool:
        """Whether the reading promises all that the rule book looks at in a card."""
        reading = self.reading
        return reading is not None and (reading.complete or (reading.scorable and not self.book.suits_count))

    def _about_suit(self, doubt: Doubt) -> bool:
        """Whether it is only about a suit, and no mark hangs on one."""
        return doubt.suit_only and not self.book.suits_count

    def _named(self) -> tuple[Card, ...]:
        """The reading's cards in its order, with what the players settled.

        Where they said a card that another one of unknown suit was taken for, that one is of another suit.
        """
        if self.reading is None:
            return ()
        settled = dict(self.settled)
        named = [settled.get(i, read.card) for i, read in enumerate(self.reading.cards)]
        for doubt in self._left():
            if doubt.card is not None and self._about_suit(doubt) and named.count(card := named[doubt.card]) > 1:
                ranked = [a.card for a in sorted(doubt.alternatives, key=lambda a: -a.p)]
                others = (one for one in (*ranked, *DECK) if one.rank == card.rank and one not in named)
                named[doubt.card] = next(others, card)
        return tuple(named)

    def _left(self) -> tuple[Doubt, ...]:
        """The reading's own doubts that are neither settled nor confirmed."""
        settled = {index for index, _ in self.settled}
        doubts = self.reading.doubts if self.reading else ()
        return tuple(d for d in doubts if d not in self.confirmed and not (_settleable(d) and d.card in settled))

    def _twice(self) -> Doubt | None:
        """One of two equal cards: one that nobody has settled, if there is one."""
        if self.reading is None:
            return None
        read, named, settled = self.reading.cards, self._named(), dict(self.settled)
        seated = [card for place, card in zip(read, named, strict=True) if place.seat is not None]
        twice = [i for i, card in enumerate(named) if read[i].seat is not None and seated.count(card) > 1]
        if not twice:
            return None
        place = min(twice, key=lambda i: (i in settled, read[i].confidence))
        return Doubt("twice", f"{named[place]} is there twice", read[place].seat, place)


@dataclass(frozen=True, slots=True)
class Session:
    """The state now, and the states that undo goes back to: those of this karta aldia and of the one before."""

    now: State
    past: tuple[State, ...] = ()


def apply(session: Session | None, event: Event) -> Session:
    """The session after one more event. StateError where the event cannot have happened in it."""
    if session is None:
        if not isinstance(event, MatchStarted):
            raise StateError(f"a session begins with a match, not with {event.kind}")
        return Session(_happened(event, lambda: _match(event, deal=1)))
    if isinstance(event, Undone):
        if not session.past:
            raise StateError("there is nothing to take back")
        earlier = session.past[-1]
        if earlier.elapsed is not None and session.now.elapsed is not None:  # time goes on
            earlier = _timed(earlier, max(earlier.elapsed, session.now.elapsed))
        return Session(earlier, session.past[:-1])
    if isinstance(event, TimePassed):
        return Session(_timed(session.now, event.elapsed), session.past)
    before = session.now
    now = _happened(event, lambda: _step(before, event))
    past = (*session.past, session.now)
    if now.deal != session.now.deal:
        past = tuple(state for state in past if state.deal >= now.deal - 1)
    return Session(now, past)


def fold(events: Iterable[Event]) -> Session | None:
    """What all the events come to; None where there are none."""
    session: Session | None = None
    return reduce(apply, events, session)


def _happened(event: Event, made: Callable[[], State]) -> State:
    """The state that `made` gives; StateError, which names the event, where it cannot."""
    try:
        return made()
    except StateError:
        raise
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise StateError(f"{event.kind}: {error}") from error


def _step(state: State, event: Event) -> State:
    karta_aldia = state.karta_aldia
    match event:
        case MatchStarted():
            seen = state.seen if event.camera == state.camera else None
            return replace(_match(event, state.deal + 1, seen), before=state.last)
        case EskuChosen():
            esku = Seat.parse(event.esku)
            match = replace(state.match, header=replace(state.match.header, esku=esku))
            return replace(state, karta_aldia=_dealt(state.book, esku, state.base), match=match)
        case PereteDeclared():
            return replace(state, karta_aldia=karta_aldia.act(Act(Seat.parse(event.seat), Word.PERETE)))
        case CallMade():
            return _called(state, karta_aldia.act(Call.parse(event.call)))
        case BidChanged():
            return _called(state, _with_amount(karta_aldia, event.amount))
        case RoundPassed():
            return _called(state, karta_aldia.act(Step.PASS_ROUND))
        case CardsRead():
            reading = readings.from_json(event.reading)
            read = replace(state, karta_aldia=karta_aldia.act(Step.FINISH), picture=event.picture, seen=event.picture)
            fresh = replace(read, reading=reading, settled=(), confirmed=(), struck=(), misheard=frozenset())
            return _shown(fresh, event.showdown)
        case CardSettled():
            if state.reading is None or not 0 <= event.index < len(state.reading.cards):
                raise StateError(f"no card {event.index} has been read")
            settled = (*state.settled, (event.index, Card.parse(event.card)))
            return _shown(replace(state, settled=settled), event.showdown)
        case ReadingConfirmed():
            if not (doubts := state.to_confirm()):
                raise StateError("there is nothing to confirm")
            return _shown(replace(state, confirmed=doubts), event.showdown)
        case RoundStruck():
            round = Round(event.round)
            calls = state.aldia.calls.get(round) or state.aldia.calls.get(Round.FOURTH, ())
            return _shown(replace(state, struck=(*state.struck, (round, calls))), event.showdown)
        case AnnouncementTold():
            said = frozenset({(Round(event.round), Seat.parse(event.seat))})
            return _shown(replace(state, misheard=state.misheard ^ said), event.showdown)
        case CorrectionProposed():
            if state.phase in (Phase.CONFLICT, Phase.CORRECTION):
                raise StateError("something else is being settled")
            changes = tuple([fields.change(dict(change)) for change in event.changes])
            correction = Correction(event.of, changes, by="table", reason="entered wrong")
            proposal = proposed(state.match, state.book, correction)
            if any(UNSURE_CARDS in hand.record for hand in state.all_hands):
                _amended(state, state.match.with_entry(correction))  # what nobody knows may count with it
            return replace(state, proposal=proposal)
        case CorrectionAgreed():
            return _agreed(state, event)
        case CardTold():
            return _told(state, event.of, Card.parse(event.taken_for), Card.parse(event.card))
        case JudgeActed():
            return _judged(state, event)
        case ClockStarted():
            if state.clock is None or state.elapsed is not None:
                raise StateError("there is no clock to start")
            return replace(state, elapsed=0.0)
        case TimeAdded():
            if state.elapsed is None:
                raise StateError("the clock has not been started")
            if not 0 < event.seconds < math.inf:
                raise StateError(f"{event.seconds!r} is no time to add")
            return replace(state, added=state.added + event.seconds)
        case AbsenceTold():
            return _absent(state, Seat.parse(event.seat))
        case EndsSwapped():
            return _swapped(state)
        case KartaAldiaStarted():
            return _next_deal(state, Seat.parse(event.esku), event.picture)
        case KartaAldiaVoided():
            return _fresh(_unfinished(state), state.esku, state.base, event.picture)
        case PicturePlaced():
            return replace(
                state,
                camera=event.camera,
                picture=event.picture,
                seen=event.picture or (state.seen if event.camera == state.camera else None),
                reading=state.reading if state.finished else None,
                settled=state.settled if state.finished else (),
                confirmed=state.confirmed if state.finished else (),
                showdown=state.showdown if state.finished else None,
                struck=state.struck if state.finished else (),
            )
        case _:
            raise StateError(f"nothing is known about {event.kind}")


def _settleable(doubt: Doubt) -> bool:
    """Whether it is settled by choosing a card: it is about the name of one."""
    return doubt.card is not None and doubt.kind in ("card", "twice")


def _match(event: MatchStarted, deal: int, seen: str | None = None) -> State:
    book = rulebook(event.rules) if event.book is None else parse_rulebook(event.book, event.rules)
    book = book.with_options(event.options)
    given = Length(event.games or book.games, event.vacas or book.vacas)
    length = None if given == Length.of(book) else given
    book = replace(book, games=given.games, vacas=given.vacas)
    dealt = _dealt(book, Seat.parse(event.esku), {Team.NS: 0, Team.EW: 0})
    match = Match(Header(event.rules, Seat.parse(event.esku), event.options, length))
    return State(event, book, dealt, event.camera, event.picture, event.picture or seen, deal, match=match)


def _dealt(book: RuleBook, esku: Seat, score: Mapping[Team, int]) -> KartaAldia:
    return KartaAldia.start(Setting.from_mintza(book, esku, score))


def _with_amount(karta_aldia: KartaAldia, amount: int) -> KartaAldia:
    """With the bid that waits, which is the last act, changed to `amount`."""
    if karta_aldia.rounds.to_answer is None:
        raise StateError("no bid waits")
    bid = karta_aldia.rounds.bidding.calls[-1]
    return karta_aldia.undo().act(Call(bid.speaker, bid.action, amount))


def _called(state: State, karta_aldia: KartaAldia) -> State:
    """The state after a call: a refusal that reaches the target ends the karta aldia there and then."""
    aldia = karta_aldia.rounds
    if aldia.winner is None:
        return replace(state, karta_aldia=karta_aldia)
    record = {
        "id": state.deal,
        "rules": state.rules,
        "options": dict(state.options),
        "esku": state.esku.value,
        "score": {team.value: tantos for team, tantos in state.base.items()},
        "cards": {},
        "calls": calls_json(aldia),
    }
    result = {
        "id": state.deal,
        "tantos": marks_json(aldia),
        "score": {team.value: tantos for team, tantos in aldia.score.items()},
        "winner": aldia.winner.value,
        "ended_by": "target",
        "rulings": [],
        "judge": None,
    }
    if karta_aldia.peretes:
        record["announced"] = announced_json(karta_aldia)
    return _finished(replace(state, karta_aldia=karta_aldia), Finished(record, result))


def _shown(state: State, showdown: Showdown | None) -> State:
    if showdown is None or showdown.result is None:
        return replace(_unfinished(state), showdown=showdown)
    return _finished(replace(state, showdown=showdown), Finished(showdown.record, showdown.result))


def _finished(state: State, finished: Finished) -> State:
    """With the karta aldia in hand finished, and an entry of the match."""
    state = _unfinished(state)
    match = state.match.with_entry(played_of(finished, state.book))
    standing = stands(match, state.book) if state.standing else None
    return replace(state, match=match, standing=standing, finished=finished)


def _unfinished(state: State) -> State:
    """With the karta aldia in hand no entry of the match any more; StateError where something was put right in it."""
    if state.finished is None:
        return state
    if not isinstance(state.match.entries[-1], Played):
        raise StateError("this karta aldia is marked, and the match was put right since")
    match = Match(state.match.header, state.match.entries[:-1])
    return replace(state, match=match, standing=stands(match, state.book) if state.standing else None, finished=None)


def _agreed(state: State, event: CorrectionAgreed) -> State:
    proposal = state.proposal
    if proposal is None:
        raise StateError("no correction waits")
    if event.team is None and proposal.binding:
        raise StateError("both teams agree to what changes the score")
    teams = frozenset(Team) if event.team is None else frozenset({Team(event.team)})
    if teams <= proposal.correction.agreed:
        raise StateError(f"{event.team} has agreed already")
    correction = replace(proposal.correction, agreed=proposal.correction.agreed | teams)
    if correction.agreed < frozenset(Team):
        return replace(state, proposal=replace(proposal, correction=correction))
    return _amended(replace(state, proposal=None), state.match.with_entry(correction))


def _told(state: State, of: int, taken_for: Card, card: Card) -> State:
    """With a card of entry `of` known that nobody knew: what it was taken for, and what it is."""
    if state.proposal:
        raise StateError("a correction waits for the teams")
    place = plays(state.match).index(of)
    hand = state.all_hands[place]
    holders = {held: seat for seat, held in unsure(hand.record)}
    if taken_for not in holders:
        raise StateError(f"{taken_for} is known already")
    if card not in may_be(hand.record, taken_for):
        raise StateError(f"{taken_for} cannot be told like that: put it right")
    if change := exchange(hand.record["cards"], holders[taken_for], taken_for, card):
        about = Correction(of, (change,), frozenset(Team), by="table", reason=SUIT_TOLD)
        return _amended(state, state.match.with_entry(about))
    known = replace(hand, record=without(hand.record, card))
    if state.finished and place == len(state.hands):
        return replace(state, finished=known)
    hands = (*state.hands[:place], known, *state.hands[place + 1 :])
    return replace(state, hands=hands, before=hands[-1] if hands else state.before)


def _judged(state: State, event: JudgeActed) -> State:
    """With the judge's act done; the karta aldia in hand goes on from what the score is then."""
    data = dict(event.act)
    kind = data.pop("kind", None)
    if kind not in fields.ENTRIES or kind == "correction":
        raise StateError(f"{kind!r} is no act of a judge")
    if state.proposal:
        raise StateError("a correction waits for the teams")
    return _amended(state, state.match.with_entry(fields.act(kind, data)))


def _timed(state: State, elapsed: float) -> State:
    if state.elapsed is None or not state.elapsed <= elapsed < math.inf:
        raise StateError(f"time-passed: {elapsed!r} s cannot be the time since the clock began")
    return _without_latecomers(replace(state, elapsed=elapsed))


def _absent(state: State, seat: Seat) -> State:
    """With the player of that seat missing, or come now if that was said before."""
    if state.clock is None:
        raise StateError("without a clock nobody comes too late")
    if state.hands or state.finished or state.karta_aldia.acts:
        raise StateError("something was played: everybody is there")
    absent = dict(state.absent)
    if seat not in state.missing:
        absent[seat] = None
    elif state.elapsed is None:
        del absent[seat]
    else:
        absent[seat] = state.elapsed
    return replace(state, absent=tuple(absent.items()))


def _without_latecomers(state: State) -> State:
    """With the games, or the match, that teams have lost by now because a player is missing (federacion 33).

    Where both teams have lost the match that way, nothing is given: it is for the judge.
    """
    if state.clock is None or state.elapsed is None or not state.missing or state.tally[2]:
        return state
    lost = late(state.clock, dict(state.absent), state.elapsed)
    for team in Team:
        given = sum(isinstance(act, GameGiven) and act.team is team.other for act in _for_lateness(state.match))
        for _ in range(given, lost[team].games):
            game = game_in_hand(state.standing or stands(state.match, state.book))
            act = GameGiven(game, team.other, **_LATE)
            state = _amended(state, state.match.with_entry(act))
    beaten = [team for team in Team if lost[team].match]
    if len(beaten) == 1 and not state.tally[2]:
        state = _amended(state, state.match.with_entry(MatchGiven(beaten[0].other, **_LATE)))
    return state


def _for_lateness(match: Match) -> list[GameGiven | MatchGiven]:
    acts = (entry for entry in match.entries if isinstance(entry, GameGiven | MatchGiven))
    return [act for act in acts if act.article == _LATE["article"]]


_LATE: Final = {"by": "clock", "reason": "a player has not come", "article": "federacion 33"}


def _swapped(state: State) -> State:
    """With everybody one seat on: whoever sat at N sits at W, and what N-S had is E-W's."""
    if state.phase is not Phase.CALLS or state.karta_aldia.acts:
        raise StateError("the teams change ends before the first call of a karta aldia")
    match = moved(state.match, state.book)
    hands = tuple(Finished(moved_fields(hand.record), moved_fields(hand.result)) for hand in state.hands)
    turned = replace(
        state,
        match=match,
        hands=hands,
        before=hands[-1] if hands else state.before,
        games=state.games[::-1],
        vacas=state.vacas[::-1],
        standing=stands(match, state.book) if state.standing else None,
    )
    score = {team: state.base[team.other] for team in Team}
    return replace(turned, karta_aldia=_dealt(state.book, state.esku.next, score))


def _amended(state: State, match: Match) -> State:
    """The state with something in its match put right: hands, score and games as they stand then."""
    standing = stands(match, state.book)
    hands = _hands_as_they_stand(state, match, standing)
    state = replace(state, match=match, standing=standing)
    if state.finished:
        return replace(state, hands=hands[:-1], finished=hands[-1])
    state = replace(state, hands=hands, before=hands[-1] if hands else state.before)
    running = _running(standing)
    if running == state.base:
        return state
    setting = replace(state.karta_aldia.setting, score=running)
    try:
        karta_aldia = KartaAldia.fold(setting, state.karta_aldia.acts)
    except CallError as error:
        raise StateError(f"with the score put right, the calls of this karta aldia do not fit: {error}") from error
    return _called(state, karta_aldia)


def _hands_as_they_stand(state: State, match: Match, standing: Standing) -> tuple[Finished, ...]:
    """The finished hands with what was put right since. StateError where a card that nobody knows counts now."""
    fresh = match.entries[len(state.match.entries) :]
    hands = list[Finished]()
    for was, number in zip(state.all_hands, plays(match), strict=True):
        version = standing.aldia(number).now
        now = as_it_stands(was, version, match, state.book, match.entry(number))
        corrections = (entry for entry in fresh if isinstance(entry, Correction) and entry.of == number)
        record = updated(now.record, (change for correction in corrections for change in correction.changes))
        by_the_cards = version.act is None and version.status is Status.COUNTS
        if by_the_cards and record.get(UNSURE_CARDS) and marked(now) != marked(was):
            seat, card = next((seat, card) for seat, card in unsure(record) if str(card) in record[UNSURE_CARDS])
            raise StateError(f"{seat.value}: {card} is not certain, and it counts now: say first which it was")
        hands.append(now if record is now.record else replace(now, record=record))
    return tuple(hands)


def _opened_late(state: State, ended: tuple[float, ...]) -> GameOpened | None:
    """How the next game opens near the end of the time (federacion 36); None where it begins as any other."""
    if state.clock is None or state.elapsed is None:
        return None
    winners = [game.winner for game in (state.standing or stands(state.match, state.book)).games if game.winner]
    late = (state.elapsed,) * len(winners)
    times = sorted((*ended, *late)[: len(winners)])
    won = [Won(team, at) for team, at in zip(winners, times, strict=True)]
    game = next_game(state.clock, state.book.games, won, state.elapsed)
    if game.article is None:
        return None
    return GameOpened(game.tantos, game.final, by="clock", reason="near the end of the time", article=game.article)


def _running(standing: Standing) -> dict[Team, int]:
    """The score with which the next karta aldia begins."""
    if not standing.games or standing.games[-1].over:
        return dict.fromkeys(Team, 0)
    return dict(standing.score)


def _tally(standing: Standing, between: bool) -> tuple[Pair, Pair, Team | None]:
    """Games of the vaca in hand, vacas, and the match's winner; `between` karta aldiak a vaca that is over is past."""
    fresh = between and not standing.over and bool(standing.vacas) and standing.vacas[-1].over
    won, vacas = standing.games_won, standing.vacas_won
    games = (0, 0) if fresh else (won[Team.NS], won[Team.EW])
    return games, (vacas[Team.NS], vacas[Team.EW]), standing.winner


def _next_deal(state: State, esku: Seat, picture: str | None) -> State:
    games, vacas, winner = state.tally
    if winner:
        raise StateError("the match is over")
    over = state.game_winner is not None
    if vacas != state.vacas:
        games = (0, 0)
    ended = (*state.ended, state.elapsed) if over and state.elapsed is not None else state.ended
    if opened := _opened_late(state, ended) if over else None:
        match = state.match.with_entry(opened)
        state = replace(state, match=match, standing=stands(match, state.book))
    state = replace(state, ended=ended)
    score = _running(state.standing) if state.standing else {Team.NS: 0, Team.EW: 0} if over else state.score
    fresh = _fresh(state, esku, score, picture)
    return replace(fresh, games=games, vacas=vacas, hands=state.all_hands, before=state.last)


def _fresh(state: State, esku: Seat, score: Mapping[Team, int], picture: str | None) -> State:
    return replace(
        state,
        karta_aldia=_dealt(state.book, esku, score),
        picture=picture,
        seen=picture or state.seen,
        deal=state.deal + 1,
        reading=None,
        settled=(),
        confirmed=(),
        struck=(),
        showdown=None,
        finished=None,
        misheard=frozenset(),
        proposal=None,
    )


def calls_json(aldia: Aldia) -> dict[str, list[str]]:
    """The calls so far by round, as hand records have them; the rounds passed by all have none.

    While nobody knows whether the fourth round is jokoa or puntua, it stands as jokoa.
    """
    name = {Round.FOURTH: Round.JOKOA}
    closed: dict[str, list[str]] = {name.get(round, round).value: [] for round, _ in aldia.past}
    said = {name.get(round, round).value: [str(call) for call in calls] for round, calls in aldia.calls.items()}
    return {**closed, **said}


def announced_json(karta_aldia: KartaAldia) -> dict[str, list[str]]:
    """What was declared aloud and pressed, as hand records have it: tio Perete's hand."""
    return {"perete": [seat.value for seat in karta_aldia.rounds.seats if seat in karta_aldia.peretes]}


def marks_json(aldia: Aldia) -> list[dict[str, object]]:
    """What was marked at once, as results have it; the fourth round stands as its calls do."""
    marks = (mark.to_dict() for mark in aldia.tally.marks)
    return [{**mark, "round": Round.JOKOA.value} if mark["round"] == Round.FOURTH.value else mark for mark in marks]


def _plus(pair: Pair, team: Team) -> Pair:
    return (pair[0] + 1, pair[1]) if team is Team.NS else (pair[0], pair[1] + 1)


def _of(pair: Pair, team: Team) -> int:
    return pair[0 if team is Team.NS else 1]
