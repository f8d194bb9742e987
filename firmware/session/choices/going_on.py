"""Whether anything is played next once a karta aldia is marked, or the match is won: OK goes on to that."""

from __future__ import annotations

from engine.sentences import Sentence
from firmware.session.at_desk import DESKS_WORD, TO_THE_DESK
from firmware.session.jugadak import next_jugada
from firmware.session.state import Phase, State


def stays(state: State) -> Sentence | None:
    """Why OK goes on to nothing; None where the next deal begins, or another match."""
    if state.phase is not Phase.MATCH_WON:
        return without_jugada(state)
    if state.desk.table is not None:
        return TO_THE_DESK if state.partida_over else DESKS_WORD
    if state.jugada and not state.next_match:
        return Sentence("The match is over. Another one begins with the menu.")
    return None


def without_jugada(state: State) -> Sentence | None:
    """That no jugada is left to be played; None where one is, or it is not Mus por Equipos."""
    if state.jugada is None or next_jugada(state):
        return None
    return Sentence("No jugada is left of game {game}: the judge decides it.", game=state.game_due)
