"""What is put right in the match: hands, score and games as they stand then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Card
from engine.errors import CallError, MusError
from engine.match.entries import Correction, Entry, JudgesAct, Withdrawn
from engine.match.games import Status
from engine.match.standing import Standing
from engine.seats import Team
from engine.sentences import Sentence, msgid
from engine.sheets import fields
from firmware.session import jugadak
from firmware.session.corrections import built_on, exchange, plays
from firmware.session.errors import StateError
from firmware.session.events import CardTold, JudgeActed
from firmware.session.finished import Finished, comes_to
from firmware.session.fold.in_hand import called, dealt, fresh, running_score, spent, with_entry
from firmware.session.game_times import begun_anew, with_finals
from firmware.session.state import State
from words.acts import SUIT_TOLD, TABLE


def card_told(event: CardTold, state: State) -> State:
    """A card of a finished hand is known that nobody knew."""
    if state.proposal:
        raise StateError(Sentence("a correction waits for the teams"))
    taken_for, card = Card.parse(event.taken_for), Card.parse(event.card)
    corrections = state.standing.aldia(event.of).corrections
    place = plays(state.match).index(event.of)
    hand = state.hands[place]
    holders = hand.unsure()
    if taken_for not in holders:
        raise StateError(Sentence("{card} is known already", card=taken_for))
    if card not in hand.may_be(taken_for):
        raise StateError(Sentence("{card} cannot be told like that: put it right", card=taken_for))
    if changes := exchange(hand.record.cards, holders[taken_for], taken_for, card, hand.noted.unsure_suits):
        about = Correction(event.of, changes, frozenset(Team), by=TABLE, reason=SUIT_TOLD)
        return amended(state, about)
    told = state.noted[place].told(card, corrections)
    return replace(state, noted=(*state.noted[:place], told, *state.noted[place + 1 :]))


def judge_acted(event: JudgeActed, state: State) -> State:
    """The judge's act is done; the karta aldia in hand goes on from what the score is then."""
    data = dict(event.act)
    kind = data.pop("kind", None)
    if not isinstance(kind, str) or kind not in fields.ENTRIES or kind == "correction":
        raise StateError(f"{kind!r} is no act of a judge")
    if state.proposal:
        raise StateError(Sentence("a correction waits for the teams"))
    act = fields.act(kind, data)
    return _withdrawn(state, act) if isinstance(act, Withdrawn) else amended(state, act)


def _withdrawn(state: State, act: Withdrawn) -> State:
    """With a correction or a judge's act taken back. StateError where later corrections of its hand are built on it."""
    try:
        return amended(state, act)
    except (MusError, StateError):
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
            state = amended(state, act)
    except (MusError, StateError):
        return False
    return True


def amended(state: State, entry: Entry) -> State:
    """The state with something in its match put right by one more entry: hands, score and games as they stand then.

    A karta aldia in which nothing was called goes to the esku whose turn it is then. One in which something was counts
    in no other game than the one in which it was said: where that is not played any more, the next one is dealt, and
    its jugada never again.
    """
    standing = with_entry(state, entry)
    _require_known(state, standing)
    turn = state.standing.next_esku
    standing = with_finals(state, standing)
    standing = standing if state.marked else begun_anew(state, standing)
    drops = drops_hand(state, standing)
    state = replace(state, standing=standing, confirmed=frozenset())
    if state.marked:
        return state
    state = spent(state) if drops else state
    if state.jugada and not standing.over and (state.game_due != state.jugada.game or state.jugada in state.spent):
        return _with_another_jugada(state)
    if drops:
        return fresh(state, state.esku, state.picture, state.jugada)
    moves = standing.next_esku is not turn and not state.karta_aldia.begun and not state.jugada
    if not moves and running_score(standing) == state.base:
        return state
    esku = standing.next_esku if moves else state.karta_aldia.setting.seats[0]
    try:
        karta_aldia = dealt(standing, esku, state.karta_aldia.acts)
    except CallError as error:
        why = msgid("with the score put right, the calls of this karta aldia do not fit: {what}")
        raise StateError(Sentence(why, what=Sentence.of(error))) from error
    return called(state, karta_aldia)


def drops_hand(state: State, standing: Standing) -> bool:
    """Whether something was said in the hand in progress that is of another game than the next one, as it stands so."""
    said = not state.marked and state.karta_aldia.begun
    return said and replace(state, standing=standing).game_due != state.game_due


def _with_another_jugada(state: State) -> State:
    """With the next jugada in hand: what was put right has ended the game of this one, or opened another one anew.

    StateError where none is left of that game.
    """
    jugada = jugadak.next_jugada(state)
    if jugada is None:
        raise StateError(Sentence("no jugada is left of game {game}", game=state.game_due))
    return fresh(state, jugada.esku, state.picture, jugada)


def _require_known(state: State, standing: Standing) -> None:
    """StateError where a card that nobody knows counts with what was put right, or where that is against the packs."""
    fresh = {entry.of for entry in standing.match.entries[len(state.match.entries) :] if isinstance(entry, Correction)}
    for was, noted, aldia in zip(state.hands, state.noted, standing.aldiak, strict=True):
        version = aldia.now
        hand = Finished.of(standing, aldia, noted)
        if was.entry in fresh and (foreign := jugadak.against_the_packs(state.deals, version.played, hand.noted)):
            raise StateError(foreign)
        by_the_cards = version.act is None and version.status is Status.COUNTS
        certain = [comes_to(result) for result in (was.result, aldia.original.result) if result]
        if by_the_cards and hand.noted.unsure_cards and comes_to(hand.result) not in certain:
            card, seat = next((card, seat) for card, seat in hand.unsure().items() if card in hand.noted.unsure_cards)
            why = msgid("{seat}: {card} is not certain, and it counts now: say first which it was")
            raise StateError(Sentence(why, seat=seat, card=card))
