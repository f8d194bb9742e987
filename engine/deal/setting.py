"""What is fixed before the first word of a karta aldia, and how it begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.bids.aldia import Aldia
from engine.deal.dealing import Dealing
from engine.deal.endgame import anyone_may_cut
from engine.deal.mus import MUS_LAWS, MusLaw
from engine.rules import RuleBook
from engine.seats import Seat, Team, playing_order


@dataclass(frozen=True, slots=True)
class Setting:
    """What is fixed before the first word: the rules, who dealt, the `score` in tantos, and who sits.

    `corrido`: nobody is esku until the mus is cut (federacion 6). `told`: whether announcements are told here, one by
    one; where they are not, `pareak` and `jokoa` are the seats that said yes, None where nobody knows: then any seat
    may bid, and the cards say in the end who had what. `cut`: the mus is cut, and what was said before is not told.
    """

    book: RuleBook
    dealer: Seat
    score: Mapping[Team, int]
    seats: tuple[Seat, ...] = tuple(Seat)
    corrido: bool = False
    told: bool = True
    cut: bool = False
    pareak: frozenset[Seat] | None = None
    jokoa: frozenset[Seat] | None = None

    @staticmethod
    def from_mintza(
        book: RuleBook,
        esku: Seat,
        score: Mapping[Team, int],
        seats: Collection[Seat] = tuple(Seat),
        pareak: frozenset[Seat] | None = None,
        jokoa: frozenset[Seat] | None = None,
    ) -> Setting:
        """For a karta aldia of which nothing is told but the bidding and, where known, who announced what."""
        order = playing_order(esku, seats)
        return Setting(book, order[-1], score, order, False, False, True, pareak, jokoa)

    @property
    def law(self) -> MusLaw:
        """The law of mus and discards that the rule book names."""
        return MUS_LAWS[self.book.mus]

    def dealing(self) -> Dealing:
        """After the first deal; or once the mus is cut, where it begins there."""
        order = playing_order(self.dealer.next, self.seats)
        near = anyone_may_cut(self.law, self.score, self.book.target)
        return Dealing(self.law, order, self.corrido and not self.cut, near, over=self.cut)

    def opened(self, dealing: Dealing) -> Aldia | None:
        """The rounds before the first call; None as long as the mus is not cut."""
        if not dealing.over or dealing.esku is None:
            return None
        return Aldia.start(self.book, dealing.esku, self.score, self.seats, self.pareak, self.jokoa)
