"""What waits for the teams' word, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

from engine.match.entries import Correction
from engine.seats import Team
from engine.sentences import Sentence
from engine.sheets import fields
from firmware.session.cards.entered import Entered
from firmware.session.corrections import proposed
from firmware.session.errors import StateError
from firmware.session.events import Agreed, CorrectionProposed, MatchProposed, ResultConfirmed
from firmware.session.fold.amending import amended, drops_hand
from firmware.session.fold.cards import counted
from firmware.session.fold.in_hand import with_entry
from firmware.session.fold.match import match_started
from firmware.session.game_times import begun_anew, with_finals
from firmware.session.state import Phase, State
from firmware.session.waiting import NewMatch
from words.acts import ENTERED_WRONG, TABLE


def correction_proposed(event: CorrectionProposed, state: State) -> State:
    if not state.correctable:
        raise StateError(Sentence("something else is being settled"))
    changes = tuple([fields.change(dict(change)) for change in event.changes])
    correction = Correction(event.of, changes, by=TABLE, reason=ENTERED_WRONG)
    after = with_finals(state, with_entry(state, correction))
    after = after if state.marked else begun_anew(state, after)
    proposal = replace(proposed(correction, state.standing, after), drops_hand=drops_hand(state, after))
    if state.deals or any(noted.unsure_cards for noted in state.noted):
        amended(state, correction)  # what nobody knows may count with it, or the packs may contradict it
    return replace(state, proposal=proposal)


def match_proposed(event: MatchProposed, state: State) -> State:
    if state.waits:
        raise StateError(Sentence("something else is being settled"))
    begins = event.begins(state.camera)
    book = match_started(begins, state).book
    return replace(state, new_match=NewMatch(begins, book.target, book.games))


def agreed(event: Agreed, state: State) -> State:
    teams = frozenset(Team) if event.team is None else frozenset({Team.parse(event.team)})
    waits = state.waits
    if waits is None:
        raise StateError(Sentence("nothing waits for the teams"))
    if event.team is None and waits.binding and not event.judge:
        raise StateError(Sentence("both teams agree to what changes the score"))
    waits = waits.agreed_by(teams)
    if isinstance(waits, NewMatch):
        return replace(state, new_match=waits)
    if isinstance(waits, Entered):
        return counted(replace(state, entered=waits), event.record)
    if waits.waits_for:
        return replace(state, proposal=waits)
    return amended(replace(state, proposal=None), replace(waits.correction, agreed=waits.agreed))


def result_confirmed(event: ResultConfirmed, state: State) -> State:
    team = Team.parse(event.team)
    if state.started.partida is None or state.phase is not Phase.MATCH_WON:
        raise StateError(Sentence("there is no result to confirm"))
    if team in state.confirmed:
        raise StateError(Sentence("{team} has agreed already", team=team))
    return replace(state, confirmed=state.confirmed | {team})
