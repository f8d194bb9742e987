"""Which jugada a table plays, which comes next, and whether the hands can come from its packs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import DECK, Card, Suit
from engine.equipos.jugada import MOST, Jugada
from engine.equipos.packs import PACK, Packs, deal_of, line_of
from engine.equipos.witness import contradiction
from engine.match.played import Played
from engine.seats import Seat
from engine.sentences import NEXT, Sentence
from firmware.session.finished import Noted
from firmware.session.state import State


def written(deals: Mapping[Jugada, Packs]) -> dict[str, str]:
    """The deals as the event that begins a match has them; `read` reads them back."""
    return {
        str(jugada): " ".join(" ".join(names) for names in line_of(jugada, packs)["packs"].values())
        for jugada, packs in deals.items()
    }


def read(deals: Mapping[str, str]) -> dict[Jugada, Packs]:
    """The deals that `written` wrote. MusError where they are none."""
    return dict(deal_of({"jugada": number, "packs": _packs(cards.split())}) for number, cards in deals.items())


def _packs(names: list[str]) -> dict[str, Any]:
    return {seat.value: names[place * PACK :][:PACK] for place, seat in enumerate(Seat)}


def next_jugada(state: State) -> Jugada | None:
    """The jugada after all of the game due that were in hand: the first one where none was.

    None where there is none: something else is played, all games are, or no more were dealt for this one.
    """
    if state.jugada is None or state.standing.over:
        return None
    game, played = state.game_due, [hand.record.jugada for hand in state.hands]
    known = (*played, *state.spent, state.jugada)
    deal = max([one.deal for one in known if one and one.game == game], default=0) + 1
    if max(game, deal) > MOST or (state.deals and Jugada(game, deal) not in state.deals):
        return None
    return Jugada(game, deal)


def unplayed(state: State) -> tuple[Jugada, ...]:
    """The jugadak that go back because the game of the one in hand is over."""
    now = state.jugada
    if now is None or state.game_due == now.game:
        return ()
    return tuple(sorted(one for one in state.deals if one.game == now.game and one > now))


def announced(jugada: Jugada, back: tuple[Jugada, ...] = ()) -> Sentence:
    """Which jugada comes, whose packs are taken, who is esku; before it which go `back` unplayed."""
    what = Sentence(
        "Jugada {jugada}: everybody takes the own pack of that number. Esku: {seat}.",
        jugada=str(jugada),
        seat=jugada.esku,
    )
    return Sentence.listed((*going_back(back), what), NEXT)


def going_back(back: tuple[Jugada, ...]) -> tuple[Sentence, ...]:
    """That these jugadak go back unplayed; nothing where there are none."""
    if len(back) < 2:
        return tuple(Sentence("Jugada {jugada} goes back unplayed.", jugada=str(one)) for one in back)
    first, last = str(back[0]), str(back[-1])
    return (Sentence("Jugadak {first} to {last} go back unplayed.", first=first, last=last),)


def against_the_packs(deals: Mapping[Jugada, Packs], played: Played, noted: Noted) -> Sentence | None:
    """Why the hands cannot come from the packs of their jugada (mus por equipos 8); None where they can."""
    if played.jugada is None or played.jugada not in deals:
        return None
    held = {seat: [_may_be(card, noted) for card in hand] for seat, hand in played.cards.items()}
    return contradiction(deals, played.jugada, held)


def _may_be(card: Card, noted: Noted) -> tuple[Card, ...]:
    """What a card of a finished hand may be, as far as it is known."""
    if card in noted.unsure_cards:
        return DECK
    return tuple(Card(card.rank, suit) for suit in Suit) if card in noted.unsure_suits else (card,)
