"""The session as a fold over its events: what each of them does to the state, and how the last one is taken back."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any, Final

from engine.advice.incidents import Follows, Remedy
from engine.calls import Call
from engine.cards import Card
from engine.deal.acts import Act, Word
from engine.deal.clock import late
from engine.deal.karta_aldia import KartaAldia, Setting, Step
from engine.equipos.jugada import Jugada
from engine.equipos.packs import digest
from engine.errors import CallError
from engine.match.entries import (
    Adjusted,
    Correction,
    Entry,
    GameGiven,
    Header,
    JudgesAct,
    Length,
    Match,
    MatchGiven,
    Played,
    Withdrawn,
)
from engine.match.games import Status
from engine.match.standing import Standing
from engine.rounds import Round
from engine.rules import parse_rulebook, require_players, rulebook
from engine.seats import SEATS_OF, Seat, Team, following
from engine.sentences import Sentence, msgid
from engine.sheets import fields
from firmware.session import events, jugadak
from firmware.session.at_desk import Called
from firmware.session.cards import readings
from firmware.session.cards.entered import Entered, face
from firmware.session.cards.laid import Laid
from firmware.session.cards.showdown import conflict, without_cards
from firmware.session.choices.entering import beginning
from firmware.session.corrections import built_on, exchange, match_moved_on, moved_on, plays, proposed
from firmware.session.finished import Finished, Noted, comes_to, read_record
from firmware.session.game_times import begun_anew, next_opened, timekept, with_finals
from firmware.session.state import HAND_OUT, Conflict, Phase, State, stands
from firmware.session.waiting import NewMatch
from words.acts import CLOCK, ENTERED_WRONG, EVENTS_LOST, JOURNAL, NOT_COME, SUIT_TOLD, TABLE
from words.names import Names


class StateError(ValueError):
    """An event that cannot have happened in the state it stands in; it says why in a Sentence."""


@dataclass(frozen=True, slots=True)
class Session:
    """The state now, and the states that undo goes back to: those of this karta aldia and of the one before."""

    now: State
    past: tuple[State, ...] = ()


def apply(session: Session | None, event: events.Event) -> Session:
    """The session after one more event. StateError where the event cannot have happened in it."""
    if session is None:
        if not isinstance(event, events.MatchStarted):
            raise StateError(f"a session begins with a match, not with {event.kind}")
        return Session(_after(event, None))
    if isinstance(event, events.Undone):
        return _taken_back(session)
    now = _after(event, session.now)
    if isinstance(event, events.NEVER_TAKEN_BACK):
        return Session(now, session.past)
    past = (*session.past, session.now)
    if now.deal != session.now.deal:
        past = tuple(state for state in past if state.deal >= now.deal - 1)
    return Session(now, past)


def _taken_back(session: Session) -> Session:
    if not session.past:
        raise StateError(Sentence("there is nothing to take back"))
    *past, earlier = session.past
    now, names, desk = session.now, session.now.names, session.now.desk
    if earlier.started is not now.started:
        desk = desk.without_clock
    else:
        if desk.length is not None:
            earlier = replace(earlier, elapsed=now.elapsed)
        elif earlier.elapsed is not None and now.elapsed is not None:  # time goes on
            earlier = _timed(earlier, max(earlier.elapsed, now.elapsed))
        for _ in range((earlier.turned - now.turned) % len(now.seats)):  # back where they have moved on since
            names = moved_on(names, now.seats)
    return Session(replace(_named(earlier, names), desk=desk), tuple(past))


def _after(event: events.Event, state: State | None) -> State:
    try:
        if isinstance(event, events.MatchStarted):
            now = _match(event, state)
        else:
            assert state is not None
            now = _happened(event, state)
    except ValueError as error:
        raise StateError(Sentence.of(error)) from error
    judged = now.judged if isinstance(event, events.NEVER_TAKEN_BACK) else events.is_the_judges(event)
    return timekept(now if now.judged == judged else replace(now, judged=judged))


# What each event does ------------------------------------------------------------------------------------------------


@singledispatch
def _happened(event: events.Event, state: State) -> State:
    """The state after the event. What is wrong with it is a ValueError."""
    raise StateError(f"nothing is known about {event.kind}")


def _match(event: events.MatchStarted, state: State | None) -> State:
    book = rulebook(event.rules) if event.book is None else parse_rulebook(event.book, event.rules)
    book = book.with_options(event.options)
    deals = jugadak.read(event.deals)
    given = Length(event.games or book.games, event.vacas or book.vacas)
    if deals:
        given = Length(event.games or max(deals).game, mode="all")
    length = None if given == Length.of(book) else given
    book = replace(book, games=given.games, vacas=given.vacas)
    require_players(book, event.players)
    esku, seats = Seat.parse(event.esku), SEATS_OF[event.players]
    names = Names.parse(event.names).among(seats)
    header = Header(
        event.rules,
        esku,
        event.options,
        length,
        names.players,
        names.teams,
        seats=seats,
        packs=event.packs,
        packs_sha256=digest(deals) if deals else None,
    )
    standing = stands(Match(header), book)
    lay = event.picture or (state.last_picture if state and state.camera == event.camera else None)
    begun = State(event, standing, _dealt(standing, esku), event.camera, event.picture, lay)
    begun = replace(begun, jugada=Jugada(1, 1) if deals else None, deals=deals)
    return replace(begun, deal=state.deal + 1, before=state.last, desk=state.desk.without_clock) if state else begun


@_happened.register
def _(event: events.EskuChosen, state: State) -> State:
    if state.jugada:
        raise StateError(Sentence("N is esku in the first jugada of every game (mus por equipos 9)."))
    esku = Seat.parse(event.esku)
    match = replace(state.match, header=replace(state.match.header, esku=esku))
    standing = stands(match, state.book)
    return replace(state, standing=standing, karta_aldia=_dealt(standing, esku))


@_happened.register
def _(event: events.NamesGiven, state: State) -> State:
    return _named(state, Names.parse(event.names).among(state.seats))


@_happened.register
def _(event: events.PereteDeclared, state: State) -> State:
    return replace(state, karta_aldia=state.karta_aldia.act(Act(Seat.parse(event.seat), Word.PERETE)))


@_happened.register
def _(event: events.CallMade, state: State) -> State:
    return _called(state, state.karta_aldia.act(Call.parse(event.call)))


@_happened.register
def _(event: events.BidChanged, state: State) -> State:
    """The bid that waits, which is the last call, is of another amount."""
    bidding = state.aldia.bidding
    if bidding.to_answer is None:
        raise StateError(Sentence("no bid waits"))
    bid = bidding.calls[-1]
    changed = Call(bid.speaker, bid.action, event.amount)
    acts = list(state.karta_aldia.acts)
    acts[-1 - acts[::-1].index(bid)] = changed
    return _called(state, KartaAldia.fold(state.karta_aldia.setting, acts))


@_happened.register
def _(event: events.RoundPassed, state: State) -> State:
    return _called(state, state.karta_aldia.act(Step.PASS_ROUND))


@_happened.register
def _(event: events.CardsRead, state: State) -> State:
    reading = readings.from_json(event.reading)
    if not event.sent:
        state = replace(state, picture=event.picture, last_picture=event.picture)
    sent = event.picture if event.sent else None
    laid = Laid(reading, state.book.suits_count, event.risk, event.number, event.width, sent, state.out, state.seats)
    return _counted(replace(_shown(state), laid=laid), event.record)


@_happened.register
def _(event: events.CardSettled, state: State) -> State:
    if state.laid is None or not 0 <= event.index < len(state.laid.reading.cards):
        raise StateError(f"no card {event.index} has been read")
    settled = (*state.laid.settled, (event.index, Card.parse(event.card)))
    return _counted(replace(state, laid=replace(state.laid, settled=settled)), event.record)


@_happened.register
def _(event: events.ReadingConfirmed, state: State) -> State:
    doubts = state.laid.to_confirm() if state.laid and not state.marked else ()
    if state.laid is None or not doubts:
        raise StateError(Sentence("there is nothing to confirm"))
    return _counted(replace(state, laid=replace(state.laid, confirmed=doubts)), event.record)


@_happened.register
def _(event: events.EntryBegun, state: State) -> State:
    if refusal := beginning(state):
        raise StateError(refusal)
    state = _unmarked(state)  # a refused bid may have won the game before anybody showed any cards
    entered = Entered(_counting(state))
    for seat, cards in event.kept.items():
        for card in cards:
            entered = entered.with_card(Seat.parse(seat), face(card))
    return replace(_shown(state), laid=None, conflict=None, entered=entered)


@_happened.register
def _(event: events.CardEntered, state: State) -> State:
    return replace(state, entered=_entered(state).with_card(Seat.parse(event.seat), face(event.card)))


@_happened.register
def _(event: events.CardRemoved, state: State) -> State:
    return replace(state, entered=_entered(state).without(Seat.parse(event.seat), face(event.card)))


@_happened.register
def _(event: events.RoundStruck, state: State) -> State:
    round = Round(event.round)
    calls = state.aldia.calls.get(round) or state.aldia.calls.get(Round.FOURTH, ())
    return _counted(replace(state, struck=(*state.struck, (round, calls))), event.record)


@_happened.register
def _(event: events.AnnouncementTold, state: State) -> State:
    said = frozenset({(Round(event.round), Seat.parse(event.seat))})
    return _counted(replace(state, misheard=state.misheard ^ said), event.record)


@_happened.register
def _(event: events.FaultMended, state: State) -> State:
    """What follows from a fault is done to the karta aldia in hand, and kept with it."""
    if state.marked:
        raise StateError(Sentence("this karta aldia is marked already"))
    seat = Seat.parse(event.seat) if event.seat else None
    remedy = Remedy(Follows(event.follows), event.article, seat)
    state = _called(state, state.karta_aldia.act(remedy))
    if remedy.follows is Follows.HAND_OUT_OF_ROUND:
        if seat is None or event.round is None:
            raise StateError(Sentence("who said it wrong, and in which round?"))
        round = Round(event.round)
        return replace(state, found_open=state.found_open | {round}, misheard=state.misheard | {(round, seat)})
    if remedy.follows in HAND_OUT and seat is None:
        raise StateError(Sentence("whose hand does not count?"))
    laid, entered = state.laid, state.entered
    return replace(
        state,
        laid=laid and replace(laid, out=state.out),
        entered=entered and entered.among(_counting(state)),
    )


@_happened.register
def _(event: events.CorrectionProposed, state: State) -> State:
    if not state.correctable:
        raise StateError(Sentence("something else is being settled"))
    changes = tuple([fields.change(dict(change)) for change in event.changes])
    correction = Correction(event.of, changes, by=TABLE, reason=ENTERED_WRONG)
    after = with_finals(state, _with_entry(state, correction))
    proposal = proposed(correction, state.standing, after)
    if state.deals or any(noted.unsure_cards for noted in state.noted):
        _amended(state, after)  # what nobody knows may count with it, or the packs may contradict it
    return replace(state, proposal=proposal)


@_happened.register
def _(event: events.Agreed, state: State) -> State:
    teams = frozenset(Team) if event.team is None else frozenset({Team(event.team)})
    waits = state.waits
    if waits is None:
        raise StateError(Sentence("nothing waits for the teams"))
    if event.team is None and waits.binding and not event.judge:
        raise StateError(Sentence("both teams agree to what changes the score"))
    agreed = waits.agreed_by(teams)
    if isinstance(agreed, NewMatch):
        return replace(state, new_match=agreed)
    if isinstance(agreed, Entered):
        return _counted(replace(state, entered=agreed), event.record)
    if agreed.waits_for:
        return replace(state, proposal=agreed)
    correction = replace(agreed.correction, agreed=agreed.agreed)
    return _amended(replace(state, proposal=None), _with_entry(state, correction))


@_happened.register
def _(event: events.MatchProposed, state: State) -> State:
    if state.waits:
        raise StateError(Sentence("something else is being settled"))
    begins = event.begins(state.camera)
    book = _match(begins, state).book
    return replace(state, new_match=NewMatch(begins, book.target, book.games))


@_happened.register
def _(event: events.ResultConfirmed, state: State) -> State:
    team = Team(event.team)
    if state.started.partida is None or state.phase is not Phase.MATCH_WON:
        raise StateError(Sentence("there is no result to confirm"))
    if team in state.confirmed:
        raise StateError(Sentence("{team} has agreed already", team=team))
    return replace(state, confirmed=state.confirmed | {team})


@_happened.register
def _(event: events.CardTold, state: State) -> State:
    """A card of a finished hand is known that nobody knew."""
    if state.proposal:
        raise StateError(Sentence("a correction waits for the teams"))
    taken_for, card = Card.parse(event.taken_for), Card.parse(event.card)
    place = plays(state.match).index(event.of)
    hand = state.hands[place]
    holders = hand.unsure()
    if taken_for not in holders:
        raise StateError(Sentence("{card} is known already", card=taken_for))
    if card not in hand.may_be(taken_for):
        raise StateError(Sentence("{card} cannot be told like that: put it right", card=taken_for))
    if change := exchange(hand.record.cards, holders[taken_for], taken_for, card):
        about = Correction(event.of, (change,), frozenset(Team), by=TABLE, reason=SUIT_TOLD)
        return _amended(state, _with_entry(state, about))
    told = state.noted[place].told(card, state.standing.aldia(event.of).corrections)
    return replace(state, noted=(*state.noted[:place], told, *state.noted[place + 1 :]))


@_happened.register
def _(event: events.JudgeActed, state: State) -> State:
    """The judge's act is done; the karta aldia in hand goes on from what the score is then."""
    data = dict(event.act)
    kind = data.pop("kind", None)
    if not isinstance(kind, str) or kind not in fields.ENTRIES or kind == "correction":
        raise StateError(f"{kind!r} is no act of a judge")
    if state.proposal:
        raise StateError(Sentence("a correction waits for the teams"))
    act = fields.act(kind, data)
    return _withdrawn(state, act) if isinstance(act, Withdrawn) else _amended(state, _with_entry(state, act))


def _withdrawn(state: State, act: Withdrawn) -> State:
    """With a correction or a judge's act taken back. StateError where later corrections of its hand are built on it."""
    try:
        return _amended(state, _with_entry(state, act))
    except ValueError:
        later = built_on(state.match, act.of)
        if not later or not _fits(state, [*(replace(act, of=number) for number in later), act]):
            raise
        hand = plays(state.match).index(next(iter(later.values())).of) + 1
        why = msgid("hand {number} was put right again after this: take the last one back first")
        raise StateError(Sentence(why, number=hand)) from None


def _fits(state: State, acts: Sequence[JudgesAct]) -> bool:
    """Whether all that can be done, one after the other."""
    try:
        for act in acts:
            state = _amended(state, _with_entry(state, act))
    except ValueError:
        return False
    return True


@_happened.register
def _(event: events.ClockStarted, state: State) -> State:
    if state.clock is None or state.elapsed is not None:
        raise StateError(Sentence("there is no clock to start"))
    return replace(state, elapsed=0.0)


@_happened.register
def _(event: events.TimePassed, state: State) -> State:
    return _timed(state, event.elapsed)


@_happened.register
def _(event: events.TimeAdded, state: State) -> State:
    if state.elapsed is None:
        raise StateError(Sentence("the clock has not been started"))
    if not 0 < event.seconds < math.inf:
        raise StateError(f"{event.seconds!r} is no time to add")
    return replace(state, added=state.added + event.seconds)


@_happened.register
def _(event: events.AbsenceTold, state: State) -> State:
    """The player of that seat is missing, or has come now if that was said before."""
    if state.clock is None:
        raise StateError(Sentence("without a clock nobody comes too late"))
    if state.noted or state.karta_aldia.acts:
        raise StateError(Sentence("something was played: everybody is there"))
    absent, seat = dict(state.absent), Seat.parse(event.seat)
    if seat not in state.missing:
        absent[seat] = None
    elif state.elapsed is None or state.elapsed <= 0:
        del absent[seat]
    else:
        absent[seat] = state.elapsed
    return replace(state, absent=tuple(absent.items()))


@_happened.register
def _(event: events.EndsSwapped, state: State) -> State:
    if state.phase is not Phase.CALLS or state.karta_aldia.acts:
        raise StateError(Sentence("the teams change ends before the first call of a karta aldia"))
    if state.jugada:
        raise StateError(Sentence("in Mus por Equipos everybody keeps the seat whose packs they play"))
    seats = state.seats
    standing = stands(match_moved_on(state.match), state.book)
    esku, base = following(state.esku, seats), moved_on(state.base, seats)
    dealt = KartaAldia.start(Setting.from_mintza(state.book, esku, base, seats))
    noted, turned = moved_on(state.noted, seats), state.turned + 1
    return replace(state, standing=standing, noted=noted, karta_aldia=dealt, turned=turned)


@_happened.register
def _(event: events.KartaAldiaStarted, state: State) -> State:
    # also behind the end of a match, which an earlier release may have counted otherwise: its hands are the judge's
    opened = next_opened(state, state.standing) if state.game_due > state.game else state.standing
    return _fresh(replace(state, standing=opened), Seat.parse(event.esku), event.picture, _jugada(event))


@_happened.register
def _(event: events.KartaAldiaVoided, state: State) -> State:
    jugada = _jugada(event)
    return _fresh(_unmarked(state), jugada.esku if jugada else state.esku, event.picture, jugada)


def _jugada(event: events.KartaAldiaStarted | events.KartaAldiaVoided) -> Jugada | None:
    return Jugada.parse(event.jugada) if event.jugada else None


@_happened.register
def _(event: events.PicturePlaced, state: State) -> State:
    lay = event.picture or (state.last_picture if event.camera == state.camera else None)
    placed = replace(state, camera=event.camera, picture=event.picture, last_picture=lay)
    return placed if state.marked or state.entered else replace(placed, laid=None, struck=(), conflict=None)


def _named(state: State, names: Names) -> State:
    """With the teams and the players called so."""
    if names == state.names:
        return state
    header = replace(state.match.header, teams=names.teams, players=names.players)
    return replace(state, standing=stands(replace(state.match, header=header), state.book))


# The karta aldia in hand ---------------------------------------------------------------------------------------------


def _dealt(standing: Standing, esku: Seat) -> KartaAldia:
    """The next karta aldia of a match before its first call."""
    return KartaAldia.start(Setting.from_mintza(standing.book, esku, _running(standing), standing.match.header.seats))


def _running(standing: Standing) -> Mapping[Team, int]:
    """The score with which the next karta aldia begins."""
    return standing.score if standing.games and not standing.games[-1].over else dict.fromkeys(Team, 0)


def _fresh(state: State, esku: Seat, picture: str | None, jugada: Jugada | None) -> State:
    """With the next deal in hand."""
    return replace(
        state,
        karta_aldia=_dealt(state.standing, esku),
        picture=picture,
        last_picture=picture or state.last_picture,
        before=None if state.noted else state.before,
        deal=state.deal + 1,
        jugada=jugada,
        laid=None,
        entered=None,
        struck=(),
        misheard=frozenset(),
        found_open=frozenset(),
        conflict=None,
        marked=False,
        proposal=None,
        new_match=None,
    )


def _called(state: State, karta_aldia: KartaAldia) -> State:
    """The state after a call: a refusal that reaches the target ends the karta aldia there and then."""
    state = replace(state, karta_aldia=karta_aldia)
    return _marked(state, *without_cards(state)) if state.aldia.winner else state


def _shown(state: State) -> State:
    """With the cards shown, and nothing said of them yet."""
    finished = state.karta_aldia.act(Step.FINISH)
    misheard = frozenset((round, seat) for round, seat in state.misheard if round in state.found_open)
    return replace(state, karta_aldia=finished, entered=None, struck=(), misheard=misheard)


def _counting(state: State) -> tuple[Seat, ...]:
    """The seats whose hands count, in playing order from the esku."""
    return tuple(seat for seat in state.aldia.seats if seat not in state.out)


def _entered(state: State) -> Entered:
    """The hand that is entered. StateError where none is, or its cards are counted already."""
    if state.entered is None or state.phase is not Phase.ENTRY:
        raise StateError(Sentence("no hand is being entered"))
    return state.entered


def _counted(state: State, record: Mapping[str, Any] | None) -> State:
    """With the karta aldia in hand marked by its record; or in conflict with it, or still to be asked about."""
    state = replace(_unmarked(state), conflict=None)
    if record is None:
        return state
    played, noted = read_record(record, state.book)
    if nonsense := conflict(played, state.match.header, state.book):
        return replace(state, conflict=nonsense)
    if foreign := jugadak.against_the_packs(state.deals, played, noted):
        return replace(state, conflict=Conflict(foreign, ()))
    return _marked(state, played, replace(noted, reading=state.laid.number if state.laid else None))


def _marked(state: State, played: Played, noted: Noted) -> State:
    """With the karta aldia in hand finished, and an entry of the match.

    Where its record begins with another score than the match has come to, something before it was lost; then an
    adjustment says so, and the score is right again. A game that begins at nothing needs none.
    """
    state = _unmarked(state)
    running = _running(state.standing)
    for team, stood in played.score.items() if any(played.score.values()) else ():
        if lost := stood - running[team]:
            adjusted = Adjusted(state.game, team, lost, by=JOURNAL, reason=EVENTS_LOST)
            state = replace(state, standing=_with_entry(state, adjusted))
    standing = _with_entry(state, played)
    return replace(state, standing=standing, noted=(*state.noted, noted), marked=True)


def _unmarked(state: State) -> State:
    """With the karta aldia in hand no entry of the match any more; StateError where something was put right in it."""
    if not state.marked:
        return state
    *entries, last = state.match.entries
    if not isinstance(last, Played):
        raise StateError(Sentence("this karta aldia is marked, and the match was put right since"))
    standing = stands(Match(state.match.header, tuple(entries)), state.book, state.standing)
    return replace(state, standing=standing, noted=state.noted[:-1], marked=False)


# What is put right in the match --------------------------------------------------------------------------------------


def _with_entry(state: State, entry: Entry) -> Standing:
    """How the match stands with one more entry."""
    return stands(state.match.with_entry(entry), state.book, state.standing)


def _amended(state: State, standing: Standing) -> State:
    """The state with something in its match put right: hands, score and games as they stand then.

    A karta aldia in which nothing was called goes to the esku whose turn it is then.
    """
    _require_known(state, standing)
    turn = state.standing.next_esku
    standing = with_finals(state, standing)
    standing = standing if state.marked else begun_anew(state, standing)
    state = replace(state, standing=standing, confirmed=frozenset())
    running = _running(standing)
    if state.marked:
        return state
    if state.jugada and not standing.over and state.game_due != state.jugada.game:
        return _of_another_game(state)
    if standing.next_esku is not turn and not state.karta_aldia.acts and not state.jugada:
        return replace(state, karta_aldia=_dealt(standing, standing.next_esku))
    if running == state.base:
        return state
    setting = replace(state.karta_aldia.setting, score=running)
    try:
        karta_aldia = KartaAldia.fold(setting, state.karta_aldia.acts)
    except CallError as error:
        why = msgid("with the score put right, the calls of this karta aldia do not fit: {what}")
        raise StateError(Sentence(why, what=Sentence.of(error))) from error
    return _called(state, karta_aldia)


def _of_another_game(state: State) -> State:
    """With the jugada of another game in hand: what was put right has ended that of the one in hand, or opened it anew.

    StateError where none is left of that game.
    """
    jugada = jugadak.next_jugada(state)
    if jugada is None:
        raise StateError(Sentence("no jugada is left of game {game}", game=state.game_due))
    return _fresh(state, jugada.esku, state.picture, jugada)


def _require_known(state: State, standing: Standing) -> None:
    """StateError where a card that nobody knows counts with what was put right, or where that is against the packs."""
    fresh = {entry.of for entry in standing.match.entries[len(state.match.entries) :] if isinstance(entry, Correction)}
    aldiak = {aldia.entry: aldia for aldia in standing.aldiak}
    for was, noted in zip(state.hands, state.noted, strict=True):
        aldia, version = aldiak[was.entry], aldiak[was.entry].now
        hand = Finished.of(standing, aldia, noted)
        if was.entry in fresh and (foreign := jugadak.against_the_packs(state.deals, version.played, hand.noted)):
            raise StateError(foreign)
        by_the_cards = version.act is None and version.status is Status.COUNTS
        certain = [comes_to(result) for result in (was.result, aldia.original.result) if result]
        if by_the_cards and hand.noted.unsure_cards and comes_to(hand.result) not in certain:
            card, seat = next((card, seat) for card, seat in hand.unsure().items() if card in hand.noted.unsure_cards)
            why = msgid("{seat}: {card} is not certain, and it counts now: say first which it was")
            raise StateError(Sentence(why, seat=seat, card=card))


# At a tournament's desk ----------------------------------------------------------------------------------------------


@_happened.register
def _(event: events.DeskJoined, state: State) -> State:
    return replace(state, desk=replace(state.desk, table=event.table, call=None))


@_happened.register
def _(event: events.JudgeCalled, state: State) -> State:
    return replace(state, desk=state.desk.calling())


@_happened.register
def _(event: events.CallTakenBack, state: State) -> State:
    return replace(state, desk=state.desk.taking_back())


@_happened.register
def _(event: events.CallTold, state: State) -> State:
    return replace(state, desk=replace(state.desk, call=Called(event.stands) if event.stands else None))


@_happened.register
def _(event: events.ClockTold, state: State) -> State:
    if state.clock is None:
        raise StateError(Sentence("there is no clock to start"))
    if not (math.isfinite(event.elapsed) and 0 < event.length < math.inf):
        raise StateError(f"clock-told: {event.elapsed!r} s of {event.length!r} s is no time")
    desk = replace(state.desk, length=event.length, stopped=not event.running)
    return _without_latecomers(replace(state, elapsed=event.elapsed, desk=desk))


# The clock -----------------------------------------------------------------------------------------------------------

_LATE: Final = {"by": CLOCK, "reason": NOT_COME, "article": "federacion 33"}


def _timed(state: State, elapsed: float) -> State:
    if state.elapsed is None or not state.elapsed <= elapsed < math.inf:
        raise StateError(f"time-passed: {elapsed!r} s cannot be the time since the clock began")
    return _without_latecomers(replace(state, elapsed=elapsed))


def _without_latecomers(state: State) -> State:
    """With the games, or the match, that teams have lost by now because a player is missing (federacion 33).

    Where both teams have lost the match that way, nothing is given: it is for the judge.
    """
    if state.clock is None or state.elapsed is None or state.elapsed <= 0 or not state.missing or state.standing.over:
        return state
    lost = late(state.clock, dict(state.absent), state.elapsed)
    for team in Team:
        given = sum(
            isinstance(act, GameGiven) and act.team is team.other and act.article == _LATE["article"]
            for act in state.match.entries
        )
        for _ in range(given, lost[team].games):
            state = _amended(state, _with_entry(state, GameGiven(state.game, team.other, **_LATE)))
    beaten = [team for team in Team if lost[team].match]
    if len(beaten) == 1 and not state.standing.over:
        state = _amended(state, _with_entry(state, MatchGiven(beaten[0].other, **_LATE)))
    return state
