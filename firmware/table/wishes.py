"""What a press asks for that needs the camera: the event that it comes to, with the picture that lies there then."""

from __future__ import annotations

from dataclasses import replace

from engine.equipos.jugada import Jugada
from engine.seats import SEATS_OF, playing_order
from engine.sentences import NEXT, Sentence
from firmware.devices.cameras.camera import Camera
from firmware.session.events import Event, KartaAldiaStarted, KartaAldiaVoided, MatchStarted, PicturePlaced
from firmware.session.jugadak import announced, next_jugada, unplayed
from firmware.session.press import Wish
from firmware.session.state import Phase, State

NO_STEPS = Sentence("The camera sees the table itself: press Read.")


class NotGrantedError(ValueError):
    """A wish that cannot come true now, in a sentence."""


def granted(wish: Wish, state: State, camera: Camera, begun: MatchStarted | None) -> tuple[Event, Sentence | None]:
    """The event that a wish comes to, and a sentence about its picture. NotGrantedError where it cannot come true.

    `begun` is how a new match begins, where one does.
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
    if wish is Wish.VOID:
        return KartaAldiaVoided(picture, _jugada(state))
    names = state.names.written()
    if wish is Wish.NEW_MATCH and begun:
        lies = state.picture if state.picture and not state.laid and not state.marked else picture
        plays = names if begun.partida is None else begun.names
        return replace(begun, camera=camera, picture=lies, names=plays)
    if state.phase is Phase.MATCH_WON and state.jugada and not begun:
        raise NotGrantedError(Sentence("The match is over. Another one begins with the menu."))
    if state.phase is Phase.MATCH_WON:
        begins = begun or state.started
        turn = playing_order(state.standing.next_esku, SEATS_OF[begins.players])[0]
        first = begins.esku if begins.deals else turn.value
        return replace(begins, esku=first, camera=camera, picture=picture, names=names, judge=False, partida=None)
    jugada = _jugada(state)
    esku = Jugada.parse(jugada).esku if jugada else state.standing.next_esku
    return KartaAldiaStarted(esku.value, picture, jugada)


def _jugada(state: State) -> str | None:
    """The number of the jugada that is played next; None where it is not Mus por Equipos."""
    if state.jugada is None:
        return None
    jugada = next_jugada(state)
    if jugada is None:
        raise NotGrantedError(Sentence("No jugada is left of game {game}: the judge decides it.", game=state.game_due))
    return str(jugada)
