"""The odds of a deal, exact. The one module of the engine that needs NumPy.

Suits hardly ever count in mus, so deals are counted over classes of hands: 715 multisets of four ranks, 330 with eight
kings. The unseen hands come from the same cards and are no independent draws, but what the last of them is dealt from
depends only on what the others took together: some 22,000 multisets. For each of these it is counted in how many ways
the last hand is weaker than any given one. All counts are whole numbers below 2**63, from the first to the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb, prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK, Card
from engine.errors import CardError, MusError, SeatError, quoted
from engine.hands import HAND_SIZE, evaluate
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat, Team, playing_order

ROUNDS: Final = (Round.HANDIA, Round.TXIKIA, Round.PAREAK, Round.JOKOA, Round.PUNTUA)
"""The rounds that have odds, in their order."""

Ints = NDArray[np.integer[Any]]
"""An array of whole numbers of any width."""


class Odds(NamedTuple):
    """What becomes of one round, in numbers of deals; all deals are equally likely.

    `ns` and `ew`: the deals in which the round is played and that team holds its best hand, ties settled by the
    playing order. `unplayed`: the deals without that round, which are those in which nobody has pairs (pareak), nobody
    has jokoa (jokoa) or somebody has jokoa (puntua); there are none for handia and txikia.
    """

    ns: int
    ew: int
    unplayed: int

    @property
    def deals(self) -> int:
        """All deals of the unseen cards."""
        return self.ns + self.ew + self.unplayed

    @property
    def played(self) -> Fraction:
        """The probability that the round is played, and so has a winner."""
        return Fraction(self.ns + self.ew, self.deals)

    def wins(self, team: Team) -> Fraction:
        """The probability that the round is played and `team` holds its best hand; `float` of it is for display.

        >>> str(Odds(ns=3, ew=2, unplayed=1).wins(Team.NS))
        '1/2'
        """
        return Fraction(self.ns if team is Team.NS else self.ew, self.deals)


def odds(
    book: RuleBook,
    esku: Seat,
    known: Mapping[Seat, Sequence[Card]],
    seats: Collection[Seat] = tuple(Seat),
    gone: Collection[Card] = (),
) -> dict[Round, Odds]:
    """Who holds the best hand of each of `ROUNDS`, over all deals of the cards that are neither `known` nor `gone`.

    `known`: the hands that have been seen, at least one: both partners', one's own alone, or any others. `seats`: those
    that are taken, all four or one of each team. `gone`: cards that nobody can hold any more, as one's own discards.

    CardError: a known hand is not four cards, a card is there twice, or too few are left to deal. SeatError: the seats
    make no two teams, or the esku or a known hand is at none of them. MusError: no hand is known.

    >>> from engine.rules import rulebook
    >>> own = [Card.parse(name) for name in ("12o", "12c", "11e", "1b")]
    >>> handia = odds(rulebook("nabo"), Seat.N, {Seat.N: own})[Round.HANDIA]
    >>> handia.deals == comb(36, 4) * comb(32, 4) * comb(28, 4)
    True
    >>> f"{float(handia.wins(Team.NS)):.1%}"
    '99.7%'
    """
    taken = frozenset(seats)
    _check(esku, known, taken, gone)
    deal = _Deal.of(book, playing_order(esku, taken), known, gone)
    count = _Count.of(deal)
    found = {round: count.odds(round) for round in (Round.HANDIA, Round.TXIKIA, Round.PAREAK)}
    jokoa = count.odds(Round.JOKOA)
    found[Round.JOKOA] = _with_real_31(deal, jokoa)
    found[Round.PUNTUA] = count.odds(Round.PUNTUA, unplayed=jokoa.ns + jokoa.ew)
    return found


def _check(esku: Seat, known: Mapping[Seat, Sequence[Card]], seats: Collection[Seat], gone: Collection[Card]) -> None:
    names = ", ".join(seat.value for seat in playing_order(esku, seats))
    if len(seats) not in (2, 4) or len({seat.team for seat in seats}) < 2:
        raise SeatError(f"seats: all four or one of each team, not {quoted(names)}")
    for what, seat in (("esku", esku), *(("known", seat) for seat in known)):
        if seat not in seats:
            raise SeatError(f"{what}: nobody sits at {seat.value}: the seats are {names}")
    if not known:
        raise MusError("known: at least one hand must be known, and none is")
    for seat, hand in known.items():
        if len(hand) != HAND_SIZE:
            raise CardError(f"known: {seat.value} has {len(hand)} cards, and a hand is {HAND_SIZE}")
    cards = Counter(chain(gone, *known.values()))
    for card, times in cards.items():
        if times > 1:
            raise CardError(f"known and gone: {card} is there twice")
    unseen, wanted = len(DECK) - len(cards), HAND_SIZE * (len(seats) - len(known))
    if unseen < wanted:
        raise CardError(f"gone: {unseen} cards are left, and {wanted} are to be dealt")


@dataclass(frozen=True, slots=True, eq=False)
class _Law:
    """What hands are worth in one rule book, as tables. All of it is asked of `engine.hands.evaluate`.

    - `kinds`: of each card of the deck, which kind it is: its rank as it counts
    - `classes`: of each class of hands, how many cards it has of each kind
    - `by_class`: by round, the strength of each class; in jokoa without the real 31, which suits may decide
    - `real_31`: the hands, as indices into the deck, that are the real 31
    """

    kinds: Ints
    classes: Ints
    by_class: Mapping[Round, Ints]
    real_31: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def _law(book: RuleBook) -> _Law:
    plain = book.with_options({"real31": "none"})
    four_alike = [evaluate((card,) * HAND_SIZE, plain).handia for card in DECK]
    _, samples, kinds = np.unique(four_alike, return_index=True, return_inverse=True)
    members = np.array(list(combinations_with_replacement(range(len(samples)), HAND_SIZE)))
    hands = [evaluate([DECK[card] for card in samples[member]], plain) for member in members]
    by_class = {round: np.array([hand.strength(round) for hand in hands], np.int32) for round in ROUNDS}
    real_31 = tuple(hand for hand in _three_sevens() if evaluate([DECK[card] for card in hand], book).is_real_31)
    classes = np.stack([(members == kind).sum(axis=1) for kind in range(len(samples))], axis=1)
    return _Law(kinds, classes, by_class, real_31)


def _three_sevens() -> list[tuple[int, ...]]:
    """The hands of three sevens and another card, as indices into the deck."""
    sevens = [i for i, card in enumerate(DECK) if card.rank == 7]
    others = [i for i, card in enumerate(DECK) if card.rank != 7]
    return [(*three, other) for three in combinations(sevens, 3) for other in others]


# A precedence is a hand's strength in a round and its place at the table in one number: no two seats are ever equal.
_OUT: Final = -(2**31)
"""The precedence of a hand that takes no part, without pairs or jokoa, and of a seat where nobody sits."""
_SPOILT: Final = 2**31
"""The precedence of a hand with jokoa in puntua, which is not played then."""


def _precedences(strengths: Mapping[Round, Ints], place: int) -> dict[Round, Ints]:
    """The precedences of hands at the seat that is at `place` in the playing order, counted from 0."""
    precedences: dict[Round, Ints] = {
        round: strength.astype(np.int64) * len(Seat) - place for round, strength in strengths.items()
    }
    precedences[Round.PAREAK][strengths[Round.PAREAK] == 0] = _OUT
    precedences[Round.JOKOA][strengths[Round.JOKOA] == 0] = _OUT
    precedences[Round.PUNTUA][strengths[Round.JOKOA] > 0] = _SPOILT
    return precedences


class _Seated(NamedTuple):
    """The hands that a seat may hold: the one that is known, else one of each class.

    `cards`: how many of the unseen cards of each kind each of them takes, none if it is known. `precedences`: by round.
    """

    known: bool
    cards: Ints
    precedences: Mapping[Round, Ints]


@dataclass(frozen=True, slots=True, eq=False)
class _Deal:
    """What is known and what is not: the cards still unseen, and what each seat may hold."""

    law: _Law
    unseen: frozenset[int]
    seated: Mapping[Seat, _Seated]

    @staticmethod
    def of(
        book: RuleBook, order: Sequence[Seat], known: Mapping[Seat, Sequence[Card]], gone: Collection[Card]
    ) -> _Deal:
        """The deal to the seats of `order`, the playing order."""
        law = _law(book)
        seen = {*gone, *chain.from_iterable(known.values())}
        unseen = frozenset(number for number, card in enumerate(DECK) if card not in seen)
        nothing = np.zeros_like(law.classes[:1])
        seated = dict.fromkeys(Seat, _Seated(True, nothing, {round: np.array([_OUT]) for round in ROUNDS}))
        for place, seat in enumerate(order):
            if seat in known:
                hand = evaluate(known[seat], book)
                strengths = {round: np.array([hand.strength(round)]) for round in ROUNDS}
                seated[seat] = _Seated(True, nothing, _precedences(strengths, place))
            else:
                seated[seat] = _Seated(False, law.classes, _precedences(law.by_class, place))
        return _Deal(law, unseen, seated)

    @property
    def unknown(self) -> list[Seat]:
        """The seats that the unseen cards are dealt to."""
        return [seat for seat, seated in self.seated.items() if not seated.known]

    @property
    def deals(self) -> int:
        """In how many ways the unseen cards can be dealt."""
        return prod(comb(len(self.unseen) - HAND_SIZE * i, HAND_SIZE) for i in range(len(self.unknown)))

    @property
    def stock(self) -> Ints:
        """How many cards of each kind are unseen."""
        return np.bincount(self.law.kinds[list(self.unseen)], minlength=self.law.classes.shape[1])

    def with_best_hand(self, seat: Seat, hand: Collection[int]) -> _Deal:
        """This deal once `seat` is known to hold `hand`, for those rounds in which no class is better."""
        best = {round: precedences.max(keepdims=True) for round, precedences in self.seated[seat].precedences.items()}
        known = _Seated(True, np.zeros_like(self.law.classes[:1]), best)
        return _Deal(self.law, self.unseen - frozenset(hand), {**self.seated, seat: known})

    def sides(self, team: Team) -> tuple[list[_Seated], list[_Seated]]:
        """The seats of `team`, and those of the other one; of both the known ones first."""
        sides: tuple[list[_Seated], list[_Seated]] = [], []
        for seat in sorted(self.seated, key=lambda seat: not self.seated[seat].known):
            sides[seat.team is not team].append(self.seated[seat])
        return sides


def _with_real_31(deal: _Deal, plain: Odds) -> Odds:
    """The odds of jokoa, made of those in which the real 31 is a 31 like any other.

    It takes three of the four sevens, so that one hand of a deal at most is one, and that hand wins. In what the others
    hold, one real 31 is as good as another: only the values of the cards that it leaves count.
    """
    hands = [hand for hand in deal.law.real_31 if deal.unseen.issuperset(hand)]
    ns, ew, unplayed = plain
    for seat in deal.unknown if hands else []:
        among_them = _Count.of(deal.with_best_hand(seat, hands[0])).odds(Round.JOKOA)
        turned = len(hands) * (among_them.ew if seat.team is Team.NS else -among_them.ns)
        ns, ew = ns + turned, ew - turned
    return Odds(ns, ew, unplayed)


@dataclass(frozen=True, slots=True, eq=False)
class _Count:
    """All deals, hand by hand: first both hands of `team`, of which one at most is unknown, then one hand of the other
    team, then its last hand, which is not dealt out but counted.

    - `firsts`, `thirds`, `ways`: the ways to deal the first three hands, as rows of the first two hands' combinations
      and of the third's, and how many deals of single cards each of them is
    - `left`: which of the possible stocks each of them leaves
    - `last_ways`: in how many ways each hand of the last seat, a row each, is made from each stock
    """

    deal: _Deal
    team: Team
    firsts: Ints
    thirds: Ints
    ways: Ints
    left: Ints
    last_ways: NDArray[np.uint16]

    @staticmethod
    def of(deal: _Deal) -> _Count:
        """What is the same in every round."""
        team = min(Team, key=lambda team: sum(seat.team is team for seat in deal.unknown))
        (one, partner), (third, last) = deal.sides(team)
        stock = deal.stock
        rests = stock - (one.cards[:, None] + partner.cards).reshape(-1, len(stock))
        ways = _ways(stock - rests, stock[None]) * _ways(third.cards, rests).T.astype(np.int64)
        firsts, thirds = np.nonzero(ways)
        weights = np.cumprod([1, *stock[:-1] + 1])  # stocks as digits of a number
        numbers, left = np.unique((rests @ weights)[firsts] - (third.cards @ weights)[thirds], return_inverse=True)
        stocks = np.stack(np.unravel_index(numbers, tuple(stock + 1), order="F"), axis=1)
        return _Count(deal, team, firsts, thirds, ways[firsts, thirds], left, _ways(last.cards, stocks))

    def odds(self, round: Round, unplayed: int | None = None) -> Odds:
        """What becomes of `round`; `unplayed` where it is known, else the deals in which every hand is out."""
        sides = self.deal.sides(self.team)
        (one, partner), (third, last) = ([seated.precedences[round] for seated in side] for side in sides)
        best = np.maximum(one[:, None], partner).reshape(-1)
        limit = np.maximum(best, _OUT + 1)  # nobody's: where our hands are out, so must the others be
        below = third[self.thirds] < limit[self.firsts]
        firsts = self.firsts[below]
        levels, weaker = self._weaker(last)
        deals = self.ways[below] * weaker[np.searchsorted(levels, limit)[firsts], self.left[below]]
        won = int(deals[((best > _OUT) & (best < _SPOILT))[firsts]].sum())
        if unplayed is None:
            unplayed = int(deals[(best == _OUT)[firsts]].sum())
        lost = self.deal.deals - won - unplayed
        return Odds(won, lost, unplayed) if self.team is Team.NS else Odds(lost, won, unplayed)

    def _weaker(self, precedences: Ints) -> tuple[Ints, NDArray[np.uint16]]:
        """The different `precedences` of the last hand, and for each of them, and one above all, a row that says in how
        many ways the last hand stands lower, from each stock.
        """
        levels, rows = np.unique(precedences, return_inverse=True)
        weaker = np.zeros((len(levels) + 1, self.last_ways.shape[1]), self.last_ways.dtype)
        for row, ways in zip(rows, self.last_ways, strict=True):
            weaker[row + 1] += ways
        for row in range(len(levels)):
            weaker[row + 1] += weaker[row]
        return levels, weaker


_CHOOSE: Final = np.array([[comb(n, k) for n in range(9)] for k in range(HAND_SIZE + 1)], np.uint16)
"""In how many ways k cards of a kind, the row, are taken from n; there are never more than eight of a kind."""


def _ways(hands: Ints, stocks: Ints) -> NDArray[np.uint16]:
    """In how many ways each of `hands`, a row each, is made from each of `stocks`; both are counts of cards by kind.

    Sixteen bits hold all hands of 36 cards: 58,905.
    """
    ways = np.ones((len(hands), len(stocks)), np.uint16)
    choose = _CHOOSE[:, np.maximum(stocks, 0).T]  # what is impossible leaves less than nothing
    for hand, row in zip(hands.tolist(), ways, strict=True):
        for kind, cards in enumerate(hand):
            if cards:
                row *= choose[cards, kind]
    return ways
