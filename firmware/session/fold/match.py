"""How a match begins, who plays it, and what they are called."""

from __future__ import annotations

from dataclasses import replace

from engine.advice.incidents import Follows, Remedy
from engine.deal.karta_aldia import Deed
from engine.equipos.jugada import Jugada
from engine.equipos.packs import digest
from engine.match.entries import Match
from engine.match.header import Header, Length
from engine.rules import parse_rulebook, require_players, rulebook
from engine.seats import SEATS_OF, Seat, following, playing_order
from engine.sentences import Sentence
from firmware.session import jugadak
from firmware.session.corrections import match_moved_on, moved_on
from firmware.session.errors import StateError
from firmware.session.events import EndsSwapped, EskuChosen, MatchStarted, NamesGiven
from firmware.session.fold.in_hand import dealt
from firmware.session.state import Phase, State, stands
from words.names import Names


def match_started(event: MatchStarted, state: State | None) -> State:
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
    names = began_with(event)
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
    begun = State(event, standing, dealt(standing, esku), event.camera, event.picture, lay)
    begun = replace(begun, jugada=Jugada(1, 1) if deals else None, deals=deals)
    return replace(begun, deal=state.deal + 1, before=state.last, desk=state.desk.without_clock) if state else begun


def esku_chosen(event: EskuChosen, state: State) -> State:
    if state.jugada:
        raise StateError(Sentence("N is esku in the first jugada of every game (mus por equipos 9)."))
    esku = Seat.parse(event.esku)
    match = replace(state.match, header=replace(state.match.header, esku=esku))
    standing = stands(match, state.book)
    # a journal may have it behind a call: then the hand begins anew
    acts = () if state.karta_aldia.begun else (_dealt_for(esku, act, state) for act in state.karta_aldia.acts)
    return replace(state, standing=standing, karta_aldia=dealt(standing, esku, acts))


def _dealt_for(esku: Seat, act: Deed, state: State) -> Deed:
    """The same act of a hand in which the esku is that seat: who should have dealt is then whoever deals to it."""
    if isinstance(act, Remedy) and act.follows is Follows.DEAL_RIGHT:
        return replace(act, seat=playing_order(esku, state.seats)[-1])
    return act


def names_given(event: NamesGiven, state: State) -> State:
    return named(state, Names.parse(event.names).among(state.seats))


def ends_swapped(event: EndsSwapped, state: State) -> State:
    if state.phase is not Phase.CALLS or state.karta_aldia.begun:
        raise StateError(Sentence("the teams change ends before the first call of a karta aldia"))
    if state.jugada:
        raise StateError(Sentence("in Mus por Equipos everybody keeps the seat whose packs they play"))
    standing = stands(match_moved_on(state.match), state.book)
    told = (state.noted, state.absent, state.misheard, state.karta_aldia.acts)
    noted, absent, misheard, acts = moved_on(told, state.seats)
    karta_aldia = dealt(standing, following(state.esku, state.seats), acts)
    moved = replace(state, standing=standing, noted=noted, absent=absent, misheard=misheard, karta_aldia=karta_aldia)
    return replace(moved, turned=state.turned + 1)


def began_with(event: MatchStarted) -> Names:
    """What the teams and the players are called when the match begins."""
    return Names.parse(event.names).among(SEATS_OF[event.players])


def named(state: State, names: Names) -> State:
    """With the teams and the players called so."""
    if names == state.names:
        return state
    header = replace(state.match.header, teams=names.teams, players=names.players)
    return replace(state, standing=stands(replace(state.match, header=header), state.book))
