"""What follows from a fault, done to the karta aldia in which it was made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.advice.incidents import Follows, Remedy
from engine.calls import Action, Call
from engine.errors import CallError
from engine.rounds import Round
from engine.sentences import Sentence

if TYPE_CHECKING:
    from engine.deal.karta_aldia import KartaAldia

_ANSWERS: Final = {Follows.REFUSED: Action.TIRA, Follows.ACCEPTED: Action.IDUKI}
"""How the law itself answers a bid."""


def mended(state: KartaAldia, remedy: Remedy) -> KartaAldia:
    """With what follows from a fault done; what the state does not show is kept in the acts alone.

    CallError where that cannot follow any more, or a seat is missing that it needs.
    """
    match remedy.follows:
        case Follows.DEAL_AGAIN | Follows.DEAL_RIGHT:
            return _dealt_again(state, remedy)
        case Follows.VOLUNTARY_MUS | Follows.MUS_VISTO:
            return _with_mus(state, remedy)
        case Follows.NO_DISCARD:
            return _barred(state, remedy)
        case Follows.REFUSED | Follows.ACCEPTED:
            return _answered(state, _ANSWERS[remedy.follows])
        case Follows.CALL_VOID:
            return _without_call(state, remedy)
        case Follows.PUT_RIGHT:
            return _begun_anew(state)
        case Follows.HORDAGO_VOID:
            return _without_hordago(state)
    return state


def _dealt_again(state: KartaAldia, remedy: Remedy) -> KartaAldia:
    """With all cards collected and dealt again: nothing has been said, and nothing declared."""
    if state.aldia and state.aldia.round is not Round.HANDIA:
        raise CallError(Sentence("cards are dealt again before handia is closed; afterwards the judge decides"))
    dealer = state.dealing.seats[-1] if remedy.follows is Follows.DEAL_AGAIN else remedy.seat
    if dealer not in state.dealing.seats:
        raise CallError("who should have dealt? That seat deals again (federacion 68)")
    return replace(state.start(replace(state.setting, dealer=dealer)), setting=state.setting)


def _with_mus(state: KartaAldia, remedy: Remedy) -> KartaAldia:
    """With voluntary mus or mus visto, which come before the rounds; not told where mus is not."""
    if state.aldia and (state.aldia.begun or not state.setting.cut):
        raise CallError(Sentence("the rounds have begun, and no mus can follow"))
    if state.aldia:
        return state
    voluntary = remedy.follows is Follows.VOLUNTARY_MUS
    return replace(state, dealing=state.dealing.voluntary() if voluntary else state.dealing.visto())


def _answered(state: KartaAldia, answer: Action) -> KartaAldia:
    """With the bid that waits accepted or refused, as the article says."""
    if not (team := state.rounds.to_answer):
        raise CallError(Sentence("no bid waits"))
    return state.with_bidding(state.rounds.call(Call(team, answer)))


def _without_call(state: KartaAldia, remedy: Remedy) -> KartaAldia:
    """With the last call taken back, which does not count: whoever made it, and be it the law's own answer to a bid.

    Where the law says what call does not count, none other is taken back.
    """
    if not state.rounds.calls or remedy.void not in (None, _action(state.acts[-1])):
        raise CallError(Sentence("there is no call to take back"))
    _, before = last_call(state)
    return before


def last_call(state: KartaAldia) -> tuple[int, KartaAldia]:
    """The place among the acts of the last call that stands, and how the karta aldia stood before it.

    IndexError where no call stands.
    """
    now = state.start(state.setting)
    standing: list[tuple[int, KartaAldia]] = []
    """Of each call that stands now its place, and how it stood before: with fewer of them."""
    for place, act in enumerate(state.acts):
        void = isinstance(act, Remedy) and act.follows is Follows.CALL_VOID
        after = standing[-1][1] if void else now.act(act)
        standing = [one for one in (*standing, (place, now)) if _calls(one[1]) < _calls(after)]
        now = after
    return standing[-1]


def _action(act: object) -> Action | None:
    """Which call an act is, and be it the law's own; None where it is none."""
    if isinstance(act, Remedy):
        return _ANSWERS.get(act.follows)
    return act.action if isinstance(act, Call) else None


def _calls(state: KartaAldia) -> int:
    """How many calls stand in the rounds; none before the mus is cut."""
    return sum(map(len, state.aldia.calls.values())) if state.aldia else 0


def _begun_anew(state: KartaAldia) -> KartaAldia:
    """With the bids of the round in progress taken back, none of which was answered (federacion 79, 84)."""
    if state.rounds.bidding.answered:
        raise CallError(Sentence("a bid of this round has been answered: it does not begin anew"))
    return replace(state, aldia=state.rounds.begun_anew())


def _without_hordago(state: KartaAldia) -> KartaAldia:
    """With the hordago void that was accepted in pareak or jokoa on the least hand: the rounds go on (federacion 60).

    The cards, once they are shown, say whether it was accepted on that.
    """
    if state.rounds.hordago in (Round.HANDIA, Round.TXIKIA, Round.PUNTUA):
        raise CallError(Sentence("only a hordago of pareak or jokoa is void so"))
    return state.with_bidding(state.rounds.void_hordago())


def _barred(state: KartaAldia, remedy: Remedy) -> KartaAldia:
    """With a seat having counted the pack: where its team has cut the mus, the other may still have it (22)."""
    if remedy.seat is None:
        raise CallError("who counted the pack? A seat is kept from discarding (federacion 22)")
    dealing = state.dealing.bar(remedy.seat)
    if state.aldia is None:
        return state.with_dealing(dealing)
    if dealing.over:
        return replace(state, dealing=dealing)
    if state.aldia.begun:
        raise CallError("handia has begun: whether the other team may have mus is the judge's (federacion 91)")
    return replace(state, dealing=dealing, aldia=None, peretes=frozenset())
