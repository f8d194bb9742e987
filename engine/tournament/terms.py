"""What is set before the first round and locked with it (nabo 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import TournamentError
from engine.rulebooks.fields import TieBreakName
from engine.rules import RuleBook
from engine.sentences import Sentence, msgid
from engine.tournament.systems import System

Mantxa = tuple[int, int]
"""The tantos of the first team and of the second in one mantxa."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The rule book with its settings, the mantxak that win a partida, those that a bye counts, the tie-breaks in their
    order, each with its article (empty where the committee set it without one), and the stages in their order."""

    book: RuleBook
    mantxak: int
    bye_mantxak: int
    tie_breaks: tuple[tuple[TieBreakName, str], ...]
    stages: tuple[System, ...]

    def winner(self, mantxak: Sequence[Mantxa], decisive: bool = False) -> int:
        """Which team won a partida of these mantxak, 0 the first or 1 the second.

        `decisive`: the time was over, and the last one was the single game that decides a tie (federacion 36).
        TournamentError where nobody won it, or by a score that the terms do not allow.
        """
        won = self.won(mantxak)
        if self.mantxak in won and not decisive:
            return won.index(self.mantxak)
        if not decisive:
            why = msgid("nobody won it: it stands {one} to {other}, and a partida is won with {mantxak} mantxak")
            raise TournamentError(Sentence(why, one=won[0], other=won[1], mantxak=self.mantxak))
        if self.book.clock == "none":
            why = msgid("the rule book {rules} has no game that decides a tie when the time is over")
            raise TournamentError(Sentence(why, rules=self.book.name))
        if abs(won[0] - won[1]) != 1 or self._of_mantxa(len(mantxak), mantxak[-1]) != won.index(max(won)):
            why = msgid("it stands {one} to {other}: its last game did not decide a tie (federacion 36)")
            raise TournamentError(Sentence(why, one=won[0], other=won[1]))
        return won.index(max(won))

    def require_lateness(self) -> None:
        """TournamentError where the rule book has no clock, by which both teams may come too late (federacion 33)."""
        if self.book.clock == "none":
            why = msgid("the rule book {rules} has no lateness by which both teams lose a partida")
            raise TournamentError(Sentence(why, rules=self.book.name))

    def won(self, mantxak: Sequence[Mantxa]) -> list[int]:
        """How many of these mantxak each team has won. TournamentError where a score is none that the terms allow."""
        won = [0, 0]
        for number, tantos in enumerate(mantxak, 1):
            if self.mantxak in won:
                why = msgid("mantxa {number} comes after the partida was won with {mantxak}")
                raise TournamentError(Sentence(why, number=number, mantxak=self.mantxak))
            won[self._of_mantxa(number, tantos)] += 1
        return won

    def _of_mantxa(self, number: int, tantos: Mantxa) -> int:
        """Who won that mantxa."""
        target = self.book.target
        low, high = sorted(tantos)
        if low < 0 or low == target or high != target:
            why = msgid(
                "mantxa {number} stands {one} to {other}: one team has the target of {target}, and the other less"
            )
            raise TournamentError(Sentence(why, number=number, one=tantos[0], other=tantos[1], target=target))
        return tantos.index(target)
