"""What a press asks for that needs the camera: the event that it comes to, with the picture that lies there then."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.equipos.jugada import Jugada
from engine.seats import SEATS_OF, playing_order
from engine.sentences import NEXT, Sentence
from firmware.devices.cameras.camera import Camera
from firmware.session.at_desk import DESKS_WORD
from firmware.session.choices.going_on import stays, without_jugada
from firmware.session.events import (
    Event,
    KartaAldiaStarted,
    KartaAldiaVoided,
    MatchProposed,
    MatchStarted,
    PicturePlaced,
)
from firmware.session.jugadak import announced, next_jugada, unplayed
from firmware.session.press import Wish
from firmware.session.state import Phase, State

BEGINNING: Final = (Wish.NEXT_PICTURE, Wish.NEXT_DEAL, Wish.VOID, Wish.NEW_MATCH)
"""The wishes that are granted here: something begins."""
NO_STEPS = Sentence("The camera sees the table itself: press Read.")


class NotGrantedError(ValueError):
    """A wish that cannot come true now, in a sentence."""


def granted(
    wish: Wish, state: State, camera: Camera, begun: MatchStarted | None = None
) -> tuple[Event, Sentence | None]:
    """The event that a wish comes to, and a sentence about its picture. NotGrantedError where it cannot come true.

    `begun` is how a new match begins that somebody has asked for.
    """
    if wish is Wish.NEXT_PICTURE and not camera.steps:
        raise NotGrantedError(NO_STEPS)
    last = state.last_picture
    picture = camera.after(last)
    looped = picture is not None and last is not None and picture <= last
    notice = Sentence("The demonstration starts over from its first picture.") if looped else None
    if picture is None:
        notice = camera.none_left()
        if wish is Wish.NEXT_PICTURE:
            raise NotGrantedError(notice)
    event = _event(wish, state, camera.id, picture, begun)
    if against_the_desk(event, state):
        raise NotGrantedError(DESKS_WORD)
    said = [notice] if notice else []
    if jugada := _begun_by(event):
        said.append(announced(jugada, unplayed(state)))
    return event, Sentence.listed(said, NEXT) if said else None


def _begun_by(event: Event) -> Jugada | None:
    """The jugada that begins with the event; None where none does."""
    if isinstance(event, MatchStarted):
        return Jugada(1, 1) if event.deals else None
    begins = isinstance(event, KartaAldiaStarted | KartaAldiaVoided) and event.jugada
    return Jugada.parse(begins) if begins else None


def _event(wish: Wish, state: State, camera: str, picture: str | None, begun: MatchStarted | None) -> Event:
    if wish is Wish.NEXT_PICTURE:
        return PicturePlaced(camera, picture)
    if wish is Wish.VOID and (why := without_jugada(state)):
        raise NotGrantedError(why)
    if wish is Wish.VOID:
        jugada = next_jugada(state)
        return KartaAldiaVoided(picture, str(jugada) if jugada else None)
    names = state.names.written()
    if wish is Wish.NEW_MATCH and begun:
        lies = state.picture if state.picture and not state.laid and not state.marked else picture
        plays = names if begun.partida is None else begun.names
        return replace(begun, camera=camera, picture=lies, names=plays)
    if why := stays(state):
        raise NotGrantedError(why)
    if state.phase is Phase.MATCH_WON:
        begins = state.next_match or state.started
        turn = playing_order(state.standing.next_esku, SEATS_OF[begins.players])[0]
        first = begins.esku if begins.deals else turn.value
        return replace(begins, esku=first, camera=camera, picture=picture, names=names, judge=False, partida=None)
    jugada = next_jugada(state)
    esku = jugada.esku if jugada else state.standing.next_esku
    return KartaAldiaStarted(esku.value, picture, str(jugada) if jugada else None)


def against_the_desk(event: Event, state: State) -> bool:
    """Whether a match would begin that is no partida's, at a table whose desk says what is played."""
    another = isinstance(event, MatchProposed) or (isinstance(event, MatchStarted) and event.partida is None)
    return another and state.desk.table is not None
