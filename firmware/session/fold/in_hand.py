"""The karta aldia in hand: how it is dealt, and how it becomes an entry of the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.bids.outcome import Ending
from engine.deal.karta_aldia import Deed, KartaAldia
from engine.deal.setting import Setting
from engine.equipos.jugada import Jugada
from engine.match.entries import Adjusted, Entry, Match
from engine.match.played import Played
from engine.match.standing import Standing
from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.session.cards.showdown import without_cards
from firmware.session.errors import StateError
from firmware.session.events import CameraPlaced, KartaAldiaStarted, KartaAldiaVoided, PicturePlaced
from firmware.session.finished import Noted
from firmware.session.game_times import next_opened
from firmware.session.state import State, stands
from words.acts import EVENTS_LOST, JOURNAL


def karta_aldia_started(event: KartaAldiaStarted, state: State) -> State:
    # also behind the end of a match, which an earlier release may have counted otherwise: its hands are the judge's
    opened = next_opened(state, state.standing) if state.game_due > state.game else state.standing
    return fresh(replace(state, standing=opened), Seat.parse(event.esku), event.picture, _jugada(event))


def karta_aldia_voided(event: KartaAldiaVoided, state: State) -> State:
    jugada = _jugada(event)
    return fresh(spent(unmarked(state)), jugada.esku if jugada else state.esku, event.picture, jugada)


def spent(state: State) -> State:
    """With the jugada in hand, where there is one, among those that are not dealt again."""
    return replace(state, spent=state.spent | {state.jugada}) if state.jugada else state


def _jugada(event: KartaAldiaStarted | KartaAldiaVoided) -> Jugada | None:
    return Jugada.parse(event.jugada) if event.jugada else None


def picture_placed(event: PicturePlaced, state: State) -> State:
    lay = event.picture or (state.last_picture if event.camera == state.camera else None)
    placed = replace(state, camera=event.camera, picture=event.picture, last_picture=lay)
    return placed if state.marked or state.entered else replace(placed, laid=None, struck=(), conflict=None)


def camera_placed(event: CameraPlaced, state: State) -> State:
    return replace(state, camera=event.camera, picture=event.picture, last_picture=event.picture)


def dealt(standing: Standing, esku: Seat, acts: Iterable[Deed] = ()) -> KartaAldia:
    """The next karta aldia of a match before its first call, or after `acts`. CallError where those do not fit."""
    score, seats = running_score(standing), standing.match.header.seats
    return KartaAldia.fold(Setting.from_mintza(standing.book, esku, score, seats), acts)


def running_score(standing: Standing) -> Mapping[Team, int]:
    """The score with which the next karta aldia begins."""
    return standing.score if standing.games and not standing.games[-1].over else dict.fromkeys(Team, 0)


def fresh(state: State, esku: Seat, picture: str | None, jugada: Jugada | None) -> State:
    """With the next deal in hand."""
    return replace(
        state,
        karta_aldia=dealt(state.standing, esku),
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
        raise_stands=False,
        marked=False,
        proposal=None,
        new_match=None,
    )


def called(state: State, karta_aldia: KartaAldia) -> State:
    """The state after a call: a refusal that reaches the target ends the karta aldia there and then.

    Where an accepted hordago is void, the cards have to be shown: they alone say that it is.
    """
    stands = state.raise_stands and karta_aldia.rounds.bidding.calls == state.aldia.bidding.calls
    state = replace(state, karta_aldia=karta_aldia, raise_stands=stands)
    is_void = any(outcome.ending is Ending.VOID for outcome in state.aldia.outcomes.values())
    return marked(state, *without_cards(state)) if state.aldia.winner and not is_void else state


def marked(state: State, played: Played, noted: Noted) -> State:
    """With the karta aldia in hand finished, and an entry of the match.

    Where its record begins with another score than the match has come to, something before it was lost; then an
    adjustment says so, and the score is right again. A game that begins at nothing needs none.
    """
    state = unmarked(state)
    score = running_score(state.standing)
    for team, stood in played.score.items() if any(played.score.values()) else ():
        if lost := stood - score[team]:
            adjusted = Adjusted(state.game, team, lost, by=JOURNAL, reason=EVENTS_LOST)
            state = replace(state, standing=with_entry(state, adjusted))
    standing = with_entry(state, played)
    return replace(state, standing=standing, noted=(*state.noted, noted), marked=True)


def unmarked(state: State) -> State:
    """With the karta aldia in hand no entry of the match any more, and what it came to confirmed by nobody.

    StateError where something was put right in it.
    """
    if not state.marked:
        return state
    *entries, last = state.match.entries
    if not isinstance(last, Played):
        raise StateError(Sentence("this karta aldia is marked, and the match was put right since"))
    standing = stands(Match(state.match.header, tuple(entries)), state.book, state.standing)
    return replace(state, standing=standing, noted=state.noted[:-1], marked=False, confirmed=frozenset())


def with_entry(state: State, entry: Entry) -> Standing:
    """How the match stands with one more entry."""
    return stands(state.match.with_entry(entry), state.book, state.standing)
