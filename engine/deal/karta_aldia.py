"""A whole karta aldia, from the first deal to the last call: the state machine for the table and for other programs.

    setting = Setting(rulebook("federacion"), Seat.E, {Team.NS: 0, Team.EW: 0})
    karta_aldia = KartaAldia.start(setting)             # E has dealt, N is esku
    karta_aldia = karta_aldia.said("N mus").said("W mintza")
    karta_aldia.stage                                   # Stage.HANDIA
    karta_aldia = karta_aldia.said("NS envido 2").said("EW tira")
    karta_aldia.legal_calls()                           # what may be said now, and by whom
    karta_aldia = karta_aldia.undo()                    # the bid waits again

Mus and discards are a `Dealing`, the bidding is an `Aldia`, and this joins them: the announcements decide who plays
pareak and the fourth round. Every state is immutable and is the fold of its acts.

The box hears neither mus nor announcements, and a record may leave both out: `Setting.from_mintza` begins where the mus
is cut, with the announcements that are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from typing import Final

from engine.advice.incidents import Follows, Remedy
from engine.bids.aldia import Aldia
from engine.bids.bidding import LegalCall
from engine.calls import Call
from engine.deal import announcements
from engine.deal.acts import Act, LegalAct, Word, legal_text
from engine.deal.announcements import Announced, answering
from engine.deal.dealing import Dealing
from engine.deal.remedies import mended
from engine.deal.setting import Setting
from engine.errors import CallError, UnknownCallError
from engine.rounds import Round
from engine.seats import Seat, Team


class Stage(Enum):
    """Where a karta aldia stands. `PAREAK_SAID` and `JOKOA_SAID` are the announcements before the round."""

    MUS = "mus"
    DISCARDS = "discards"
    HANDIA = "handia"
    TXIKIA = "txikia"
    PAREAK_SAID = "pareak said"
    PAREAK = "pareak"
    JOKOA_SAID = "jokoa said"
    JOKOA = "jokoa"
    PUNTUA = "puntua"
    FOURTH = "fourth"
    """Jokoa or puntua, where announcements are not told."""
    OVER = "over"


class Step(Enum):
    """What the table does that no player says."""

    PASS_ROUND = "pass round"
    """Closes the round in progress; a bid that waits is refused where the book says so (federacion 57)."""
    FINISH = "finish"
    """All that is left is passed, and the cards may be shown."""


Deed = Act | Call | Step | Remedy
"""Whatever moves a karta aldia on: what players say and do, steps of the table, and what follows from a fault."""


@dataclass(frozen=True, slots=True)
class KartaAldia:
    """The state of one karta aldia. `start` makes the first one; `act` and `said` the next, `undo` the one before.

    `dealing` is mus and discards, `aldia` the bidding once the mus is cut: what `score` makes of the same record.
    `announced` are the announcements in progress, or those of the round in progress; `unannounced` is the bidding as it
    stood before them. `peretes` are the seats that declared tio Perete's hand.
    """

    setting: Setting
    dealing: Dealing
    acts: tuple[Deed, ...] = ()
    aldia: Aldia | None = None
    announced: Announced = field(default_factory=dict)
    unannounced: Aldia | None = None
    peretes: frozenset[Seat] = frozenset()

    @staticmethod
    def start(setting: Setting) -> KartaAldia:
        """After the first deal, before the first word; or before the first call, where it begins at mintza."""
        dealing = setting.dealing()
        return KartaAldia(setting, dealing, (), setting.opened(dealing))

    @staticmethod
    def fold(setting: Setting, acts: Iterable[Deed]) -> KartaAldia:
        """The state after `acts`. CallError at the first one that is not legal."""
        return reduce(KartaAldia.act, acts, KartaAldia.start(setting))

    @property
    def rounds(self) -> Aldia:
        """The bidding. CallError before the mus is cut."""
        if self.aldia is None:
            raise CallError(f"the mus has not been cut{self.legal_text()}")
        return self.aldia

    @property
    def stage(self) -> Stage:
        """Where it stands."""
        if self.aldia is None:
            return Stage.DISCARDS if self.dealing.discarding else Stage.MUS
        if self.aldia.round is None:
            return Stage.OVER
        if self._announcing:
            return Stage.PAREAK_SAID if self.aldia.round is Round.PAREAK else Stage.JOKOA_SAID
        return Stage(self.aldia.round.value)

    @property
    def esku(self) -> Seat | None:
        """Who speaks first and wins ties; None while nobody is, before the mus is cut (federacion 6)."""
        return self.dealing.esku

    @property
    def score(self) -> Mapping[Team, int]:
        """Tantos, with what was marked for refused bids so far."""
        return self.aldia.score if self.aldia else self.setting.score

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """What was done about faults since the cards were dealt, oldest first; with what had them dealt again."""
        return tuple(act for act in self._since_dealt if isinstance(act, Remedy))

    @property
    def begun(self) -> bool:
        """Whether anything was said or thrown since the cards were dealt, be it a call that does not count.

        What was done about a fault is no such thing; nor is tio Perete's hand, which is declared before play.
        """
        return _plays(self._since_dealt)

    @property
    def has_begun_before(self) -> bool:
        """Whether it has `begun`, be it before cards were dealt again: whoever plays has come."""
        return _plays(self.acts)

    @property
    def _since_dealt(self) -> tuple[Deed, ...]:
        """The acts since the cards were dealt; with what had them dealt again."""
        deals = [place for place, act in enumerate(self.acts) if isinstance(act, Remedy) and act.follows in _DEALS]
        return self.acts[deals[-1] if deals else 0 :]

    def legal_calls(self) -> tuple[LegalAct | LegalCall, ...]:
        """Everything that a player may say or do now; nothing once the karta aldia is over."""
        if self.aldia is None:
            return self.dealing.legal_acts()
        words = [LegalAct(speaker, word) for word in _AFTER_MUS for speaker in (*self.dealing.seats, *Team)]
        said = tuple(legal for legal in words if not self._objection(Act(legal.speaker, legal.word)))
        return said if self._announcing else (*self.aldia.legal_calls(), *said)

    def legal_text(self) -> str:
        """What is legal now, as the end of a message; empty where nothing is."""
        return legal_text(self.legal_calls())

    def said(self, text: str) -> KartaAldia:
        """The state after what `text` says, such as ``N mus`` or ``EW envido 2``.

        CallError where it cannot be read, or is not legal now.
        """
        return self.act(parse_deed(text))

    def act(self, deed: Deed) -> KartaAldia:
        """The state after `deed`. CallError, with the reason and what would be legal, where it may not be done."""
        if isinstance(deed, Act):
            state = self._acted(deed)
        elif isinstance(deed, Call):
            state = self._called(deed)
        elif isinstance(deed, Step):
            state = self._stepped(deed)
        else:
            state = mended(self, deed)
        return replace(state, acts=(*self.acts, deed))

    def undo(self) -> KartaAldia:
        """The state before the last act. CallError where there is none."""
        if not self.acts:
            raise CallError("there is nothing to take back: nothing has been said in this karta aldia")
        return KartaAldia.fold(self.setting, self.acts[:-1])

    @property
    def _announcing(self) -> bool:
        """Whether announcements are missing before the round in progress."""
        aldia = self.aldia
        if not self.setting.told or aldia is None or aldia.round is None or aldia.round < Round.PAREAK:
            return False
        return (aldia.pareak if aldia.round is Round.PAREAK else aldia.jokoa) is None

    def with_dealing(self, dealing: Dealing) -> KartaAldia:
        """With `dealing` as it stands now, and the bidding open once that is over."""
        return replace(self, dealing=dealing, aldia=self.setting.opened(dealing))

    def with_bidding(self, aldia: Aldia) -> KartaAldia:
        """With the bidding as it stands now; what was announced for a round that is closed is past."""
        if self.announced and self.aldia and aldia.round is not self.aldia.round:
            return replace(self, aldia=aldia, announced={}, unannounced=None)
        return replace(self, aldia=aldia)

    def _acted(self, act: Act) -> KartaAldia:
        if self.aldia is None:
            return self.with_dealing(self.dealing.act(act))
        why_not = self._objection(act)
        if why_not:
            raise CallError(f"'{act}': {why_not}{self.legal_text()}")
        speaking = answering(act, self.dealing.seats, self.announced)
        if act.word is Word.PERETE:
            return replace(self, peretes=self.peretes.union(speaking))
        announced = {**self.announced, **dict.fromkeys(speaking, act.word.is_yes)}
        before = self.unannounced or self.aldia
        if len(announced) < len(self.dealing.seats):
            return replace(self, announced=announced, unannounced=before)
        joined = announcements.joined(before, announced)
        if joined.bidding.can_bid:
            return replace(self, aldia=joined, announced=announced, unannounced=before)
        return replace(self, aldia=joined.pass_round(), announced={}, unannounced=None)

    def _called(self, call: Call) -> KartaAldia:
        if self.aldia is None:
            raise CallError(f"'{call}': the mus has not been cut{self.legal_text()}")
        # once its announcements have begun a call is of this round, and no partner's word on the one before it
        round = self.aldia.round if self.announced else None
        if self._announcing and not self.aldia.puts_right(call, round):
            name = "pareak" if self.stage is Stage.PAREAK_SAID else "jokoa"
            raise CallError(f"'{call}': {name} is announced first{self.legal_text()}")
        return self.with_bidding(self.aldia.call(call, round))

    def _stepped(self, step: Step) -> KartaAldia:
        aldia = self.aldia
        if aldia is None or self._announcing:
            raise CallError(f"'{step.value}': no round is in progress{self.legal_text()}")
        if step is Step.PASS_ROUND:
            return self.with_bidding(aldia.pass_round())
        aldia.check_answered()
        return self if aldia.over else self._stepped(Step.PASS_ROUND)._stepped(step)

    def _objection(self, act: Act) -> str | None:
        """Why `act` may not be done once the mus is cut; None where it may."""
        aldia = self.aldia
        if aldia is None or aldia.round is None:
            return "the karta aldia is over"
        if act.word is Word.PERETE:
            return self._objection_to_perete(act, aldia)
        if act.word not in _ANNOUNCEMENTS:
            return "the mus has been cut, and the rounds have begun"
        name = "pareak" if aldia.round is Round.PAREAK else "jokoa"
        if not self.setting.told:
            return "announcements are not told here: the cards will say who had what"
        if aldia.round < Round.PAREAK or not act.word.value.startswith(name):
            return f"{aldia.round.value} is in progress" if not self._announcing else f"{name} is announced now"
        return announcements.objection(act, name, aldia, self.announced, self.setting.law)

    def _objection_to_perete(self, act: Act, aldia: Aldia) -> str | None:
        """It is declared openly before play (wikipedia-mus), by a seat that has the hand."""
        if not self.setting.book.tio_perete:
            return f"{self.setting.book.title} gives no point for 4-5-6-7"
        if isinstance(act.speaker, Team):
            return f"which of {act.speaker.value} has it? A seat says so for itself"
        if act.speaker not in aldia.seats:
            return f"nobody sits at {act.speaker.value}"
        if aldia.begun:
            return "4-5-6-7 is declared before play, and handia has begun"
        return f"{act.speaker.value} has declared it already" if act.speaker in self.peretes else None


def _plays(acts: Iterable[Deed]) -> bool:
    """Whether any of the acts is said or thrown in play."""
    said = (act for act in acts if not isinstance(act, Remedy))
    return any(not isinstance(act, Act) or act.word is not Word.PERETE for act in said)


_ANNOUNCEMENTS: Final = (Word.PAREAK_BAI, Word.PAREAK_EZ, Word.JOKOA_BAI, Word.JOKOA_EZ)
_DEALS: Final = (Follows.DEAL_AGAIN, Follows.DEAL_RIGHT)
_AFTER_MUS: Final = (*_ANNOUNCEMENTS, Word.PERETE)


def parse_deed(text: str) -> Act | Call:
    """Reads what a player says or does: an `Act` or a `Call`.

    CallError where a number is wrong; UnknownCallError, with the forms of both, where it is neither.
    """
    try:
        return Act.parse(text)
    except UnknownCallError as no_act:
        try:
            return Call.parse(text)
        except UnknownCallError as no_call:
            raise UnknownCallError(f"{no_act}; or {no_call}") from None
