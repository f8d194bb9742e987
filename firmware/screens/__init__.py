"""The display's screens: pure functions from the state, and how it is looked at, to 128 x 64 pixels."""

from __future__ import annotations

from PIL import Image

from firmware.screens import asking, correction, marks, play, review
from firmware.screens.clock import clock, face
from firmware.screens.pixels import Canvas
from firmware.session.choices.choosing import grid
from firmware.session.choices.entering import entering
from firmware.session.deciding import Thinking
from firmware.session.state import Phase, State
from firmware.session.view import LIVE, View
from words.text import Speech, english


def render(
    state: State,
    view: View = LIVE,
    say: Speech = english,
    cutout: Image.Image | None = None,
    thinking: Thinking | None = None,
) -> Image.Image:
    """What the display shows: a picture of mode "1".

    `cutout` is the doubtful card's own picture, of mode "1", where a card is in doubt and there is one; `thinking` is
    what a team has to decide against the clock.
    """
    canvas = Canvas()
    if view.notice:
        asking.notice(canvas, view.notice, view.page if view.hand is None else 0, say)
    elif view.busy:
        asking.reading(canvas, say)
    elif view.hordago:
        asking.hordago(canvas, state, view.hordago, say)
    elif view.perete:
        asking.perete(canvas, view.perete, say)
    elif view.voiding:
        asking.void(canvas, state, say)
    elif view.clock and (thinking or state.elapsed is not None):
        return clock(face(state), say, thinking)
    elif view.path:
        correction.choices(canvas, grid(state, view.path), view.choice, say)
    elif view.hand is not None and view.hand < len(state.noted):
        review.hand(canvas, state, view.hand, view.page, say)
    elif state.finished and view.step is not None:
        marks.step(canvas, state.finished, view.step, say)
    else:
        _live(canvas, state, view, say, cutout, thinking)
    return canvas.image


def _live(
    canvas: Canvas, state: State, view: View, say: Speech, cutout: Image.Image | None, thinking: Thinking | None
) -> None:
    match state.phase:
        case Phase.CALLS:
            play.calls(canvas, state, say, thinking)
        case Phase.CARDS:
            asking.cards(canvas, state, say)
        case Phase.DOUBTS:
            asking.doubt(canvas, state, view, cutout, say)
        case Phase.CONFLICT:
            asking.conflict(canvas, state, say)
        case Phase.ENTRY if not state.waits:
            correction.choices(canvas, entering(state), view.choice, say)
        case Phase.ENTRY:
            correction.entered(canvas, state, say)
        case Phase.CORRECTION:
            correction.agreeing(canvas, state, view.page, say)
        case Phase.NEW_MATCH:
            correction.new_match(canvas, state, say)
        case Phase.MARKS:
            play.marked(canvas, state, say)
        case Phase.JUDGE:
            asking.judge(canvas, state, view, say)
        case Phase.GAME_WON | Phase.MATCH_WON:
            marks.won(canvas, state, say)
