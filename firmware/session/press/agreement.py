"""Agreeing to what waits, with the buttons or elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.sentences import Sentence
from firmware.session.buttons import BID, Button
from firmware.session.cards.showdown import record_json
from firmware.session.events import Agreed
from firmware.session.fold import Session, apply
from firmware.session.press.meanings import Meaning, Wish, checked, refused
from firmware.session.state import Phase
from firmware.session.view import View

_WAITS: Final = {
    Phase.CORRECTION: Sentence(
        "A correction waits: each team agrees by its own {bid} button, or Back drops it.", bid=BID
    ),
    Phase.NEW_MATCH: Sentence(
        "A new match waits: each team agrees by its own {bid} button, or Back drops it.", bid=BID
    ),
    Phase.ENTRY: Sentence(
        "The cards wait: each team agrees by its own {bid} button, or Back takes the last back.", bid=BID
    ),
}


def while_waiting(session: Session, view: View, button: Button) -> Meaning:
    """Something waits: each team agrees by its own button; where one word is enough anybody does, with OK."""
    waits = session.now.waits
    if waits and button is Button.OK and not waits.binding:
        return agreeing(session, Agreed())
    if team := button.team:
        return agreeing(session, Agreed(team.value))
    if button is Button.NEXT and session.now.proposal and session.now.proposal.tells_more:
        return Meaning(replace(view, page=view.page + 1))
    return refused(view, _WAITS[session.now.phase])


def agreeing(session: Session, word: Agreed) -> Meaning:
    """What a word about what waits comes to: the last one has the new match begin, or the hand counted."""
    waits, what = session.now.waits, checked(session, word)
    if waits is None or what.refusal:
        return what
    after = apply(session, word).now
    if after.new_match and not after.new_match.waits_for:
        begun = replace(after.new_match.begins, judge=word.judge)
        return Meaning(wish=Wish.NEW_MATCH, begun=begun)
    if after.phase is Phase.ENTRY and after.entered and not after.entered.waits_for:
        return checked(session, replace(word, record=record_json(after)))
    return what
