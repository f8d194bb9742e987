"""A whole karta aldia, from the first deal to the last call: the one state machine for the table and for records.

    setting = Setting(rulebook("federacion"), Seat.E, {Team.NS: 0, Team.EW: 0})
    karta_aldia = KartaAldia.start(setting)             # E has dealt, N is esku
    karta_aldia = karta_aldia.said("N mus").said("W mintza")
    karta_aldia.phase                                   # Phase.HANDIA
    karta_aldia = karta_aldia.said("NS envido 2").said("EW tira")
    karta_aldia.legal_calls()                           # what may be said now, and by whom
    karta_aldia = karta_aldia.undo()                    # the bid waits again

Mus and discards are a `Dealing`, the bidding is an `Aldia`, and this joins them: the announcements decide who plays
pareak and the fourth round. Every state is immutable and is the fold of its acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import Final

from engine.aldia import Aldia
from engine.bidding import LegalCall
from engine.calls import Action, Call
from engine.deal.acts import Act, LegalAct, Word
from engine.deal.dealing import Dealing
from engine.deal.endgame import anyone_may_cut
from engine.deal.faults import Answer, Follows, Question, Remedy
from engine.deal.mus import MUS_LAWS, MusLaw
from engine.errors import CallError
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat, Team, playing_order


class Phase(Enum):
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
    VOID_HORDAGO = "void hordago"
    """The hordago just accepted does not count, and the karta aldia goes on (federacion 49, 60)."""


Deed = Act | Call | Step | Remedy
"""Whatever moves a karta aldia on: what players say and do, steps of the table, and what follows from a fault."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is fixed before the first word: the rules, who dealt, the `score` in tantos, and who sits.

    `corrido`: nobody is esku until the mus is cut (federacion 6). `told`: whether announcements are told here; where
    they are not, any seat may bid, and the cards say in the end who had what.
    """

    book: RuleBook
    dealer: Seat
    score: Mapping[Team, int]
    seats: tuple[Seat, ...] = tuple(Seat)
    corrido: bool = False
    told: bool = True

    @property
    def law(self) -> MusLaw:
        """The law of mus and discards that the rule book names."""
        return MUS_LAWS[self.book.mus]

    def dealing(self) -> Dealing:
        """After the first deal."""
        near = anyone_may_cut(self.law, self.score, self.book.target)
        return Dealing.start(self.law, playing_order(self.dealer.next, self.seats), self.corrido, near)


@dataclass(frozen=True, slots=True)
class KartaAldia:
    """The state of one karta aldia. `start` makes the first one; `act` and `said` the next, `undo` the one before.

    `dealing` is mus and discards, `aldia` the bidding once the mus is cut: what `score` makes of the same record.
    `announced` are the announcements in progress, or those of the round in progress, in the order in which they were
    made; `unannounced` is the bidding as it stood before them.
    """

    setting: Setting
    dealing: Dealing
    acts: tuple[Deed, ...] = ()
    aldia: Aldia | None = None
    announced: tuple[tuple[Seat, bool], ...] = ()
    unannounced: Aldia | None = None

    @staticmethod
    def start(setting: Setting) -> KartaAldia:
        """After the first deal, before the first word."""
        return KartaAldia(setting, setting.dealing())

    @staticmethod
    def fold(setting: Setting, acts: Iterable[Deed]) -> KartaAldia:
        """The state after `acts`. CallError at the first one that is not legal."""
        return reduce(KartaAldia.act, acts, KartaAldia.start(setting))

    @property
    def phase(self) -> Phase:
        """Where it stands."""
        if self.aldia is None:
            return Phase.DISCARDS if self.dealing.discarding else Phase.MUS
        if self.aldia.round is None:
            return Phase.OVER
        if self._announcing:
            return Phase.PAREAK_SAID if self.aldia.round is Round.PAREAK else Phase.JOKOA_SAID
        return Phase(self.aldia.round.value)

    @property
    def esku(self) -> Seat | None:
        """Who speaks first and wins ties; None while nobody is, before the mus is cut (federacion 6)."""
        return self.dealing.esku

    @property
    def score(self) -> Mapping[Team, int]:
        """Tantos, with what was marked for refused bids so far."""
        return self.aldia.score if self.aldia else self.setting.score

    @property
    def moment(self) -> dict[Question, Answer]:
        """What need not be asked about a fault that comes to light now: in which deal, and when."""
        phase = self.phase
        if phase in (Phase.MUS, Phase.DISCARDS, Phase.HANDIA):
            when = Answer.HANDIA if self.dealing.spoken else Answer.DEALING
        else:
            when = Answer.SHOWN if phase is Phase.OVER else Answer.TXIKIA
        return {Question.DEAL: Answer.FIRST if self.dealing.deals == 1 else Answer.LATER, Question.WHEN: when}

    def legal_calls(self) -> tuple[LegalAct | LegalCall, ...]:
        """Everything that a player may say or do now; nothing once the karta aldia is over."""
        if self.aldia is None:
            return self.dealing.legal_acts()
        words = [LegalAct(speaker, word) for word in _ANNOUNCEMENTS for speaker in (*self.dealing.seats, *Team)]
        said = tuple(legal for legal in words if not self._objection(Act(legal.speaker, legal.word)))
        return said if self._announcing else (*self.aldia.legal_calls(), *said)

    def legal_text(self) -> str:
        """What is legal now, as the end of a message; empty where nothing is."""
        legal = self.legal_calls()
        return f"; legal now: {', '.join(map(str, legal))}" if legal else ""

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
            state = self._mended(deed)
        return replace(state, acts=(*self.acts, deed))

    def undo(self) -> KartaAldia:
        """The state before the last act. CallError where there is none."""
        if not self.acts:
            raise CallError("there is nothing to take back: nothing has been said in this karta aldia")
        return KartaAldia.fold(self.setting, self.acts[:-1])

    def to_record(self) -> dict[str, object]:
        """The fields of a hand record that come from here: `esku`, `score`, `announced`, `calls`, `found` and `mus`.

        `mus` is what was said and thrown before the rounds, which no result depends on. Where announcements are not
        told, calls of the fourth round stand under `fourth` until the cards give it a name. CallError before the mus
        is cut.
        """
        if self.aldia is None or self.esku is None:
            raise CallError("the mus has not been cut: there is nothing to record yet")
        told = {"pareak": self.aldia.pareak, "jokoa": self.aldia.jokoa}
        fields: dict[str, object] = {
            "esku": self.esku.value,
            "score": {team.value: tantos for team, tantos in self.setting.score.items()},
            "announced": {
                name: [seat.value for seat in self.aldia.seats if seat in seats]
                for name, seats in told.items()
                if seats is not None
            },
            "calls": {round.value: [str(call) for call in calls] for round, calls in self.aldia.calls.items()},
            "mus": [str(act) for act in self.acts if isinstance(act, Act) and act.word not in _ANNOUNCEMENTS],
        }
        if any(isinstance(act, Remedy) and act.follows is Follows.HAND_OUT_LATE for act in self.acts):
            fields["found"] = {"cards": "txikia"}
        return fields

    @property
    def _announcing(self) -> bool:
        """Whether announcements are missing before the round in progress."""
        aldia = self.aldia
        if not self.setting.told or aldia is None or aldia.round is None or aldia.round.number < Round.PAREAK.number:
            return False
        return (aldia.pareak if aldia.round is Round.PAREAK else aldia.jokoa) is None

    def _acted(self, act: Act) -> KartaAldia:
        if self.aldia is None:
            if act.word in _ANNOUNCEMENTS:
                raise CallError(f"'{act}': announcements come after txikia{self.legal_text()}")
            return self._begun(self.dealing.act(act))
        why_not = self._objection(act)
        if why_not:
            raise CallError(f"'{act}': {why_not}{self.legal_text()}")
        said = dict(self.announced)
        for seat in self._answering(act):
            said[seat] = act.word.is_yes
        announced = tuple(said.items())
        if len(announced) < len(self.dealing.seats):
            return replace(self, announced=announced, unannounced=self.unannounced or self.aldia)
        return self._joined(self.unannounced or self.aldia, announced)

    def _begun(self, dealing: Dealing) -> KartaAldia:
        """With `dealing` as it stands now, and the bidding open once that is over."""
        esku = dealing.esku
        if not dealing.over or esku is None:
            return replace(self, dealing=dealing)
        setting = self.setting
        return replace(self, dealing=dealing, aldia=Aldia.start(setting.book, esku, setting.score, setting.seats))

    def _joined(self, aldia: Aldia, announced: tuple[tuple[Seat, bool], ...]) -> KartaAldia:
        """With the announcements complete: those who said yes play the round, if both teams have one of them."""
        yes = frozenset(seat for seat, has in announced if has)
        if aldia.round is Round.PAREAK:
            round, joined = Round.PAREAK, replace(aldia, pareak=yes)
            playing = yes
        else:
            joined = replace(aldia, jokoa=yes)
            round, playing = joined.fourth, yes or frozenset(aldia.seats)
        joined = replace(joined, round=round, bidding=replace(aldia.bidding, seats=playing))
        if joined.bidding.can_bid:
            return replace(self, aldia=joined, announced=announced, unannounced=aldia)
        return replace(self, aldia=joined.pass_round(), announced=(), unannounced=None)

    def _called(self, call: Call) -> KartaAldia:
        if self.aldia is None:
            raise CallError(f"'{call}': the mus has not been cut{self.legal_text()}")
        if self._announcing:
            raise CallError(f"'{call}': {self.phase.value.split()[0]} is announced first{self.legal_text()}")
        return self._moved(self.aldia.call(call))

    def _moved(self, aldia: Aldia) -> KartaAldia:
        if self.aldia and aldia.round is self.aldia.round:
            return replace(self, aldia=aldia)
        return replace(self, aldia=aldia, announced=(), unannounced=None)

    def _stepped(self, step: Step) -> KartaAldia:
        aldia = self.aldia
        if aldia is None or self._announcing:
            raise CallError(f"'{step.value}': no round is in progress{self.legal_text()}")
        if step is Step.VOID_HORDAGO:
            return self._moved(aldia.void_hordago())
        if aldia.to_answer and self.setting.book.unanswered == "refused":
            if aldia.round and aldia.round.number == 4:
                raise CallError(f"'{step.value}': a bid waits, and no round comes after this one{self.legal_text()}")
            return self._moved(aldia.call(Call(aldia.to_answer, Action.TIRA)))
        return self._moved(aldia.pass_round())

    def _mended(self, remedy: Remedy) -> KartaAldia:
        """With what follows from a fault done; what the state does not show is kept in the acts alone."""
        follows = remedy.follows
        if follows not in _CHANGING:
            return self
        if follows in (Follows.DEAL_AGAIN, Follows.DEAL_RIGHT):
            if self.aldia and self.aldia.round is not Round.HANDIA:
                raise CallError("cards are dealt again only before handia is closed: afterwards the judge decides")
            if follows is Follows.DEAL_AGAIN:
                return replace(self, dealing=self.dealing.dealt_again(), aldia=None)
            if remedy.seat not in self.dealing.seats:
                raise CallError("who should have dealt? That seat deals again (federacion 68)")
            return replace(self, dealing=replace(self.setting, dealer=remedy.seat).dealing(), aldia=None)
        if self.aldia:
            raise CallError(f"'{follows.value}': the mus has been cut, and the rounds have begun{self.legal_text()}")
        if follows is Follows.VOLUNTARY_MUS:
            return replace(self, dealing=self.dealing.voluntary())
        if follows is Follows.MUS_VISTO:
            return replace(self, dealing=self.dealing.visto())
        if remedy.seat is None:
            raise CallError("who counted the pack? A seat is kept from discarding (federacion 22)")
        return replace(self, dealing=self.dealing.bar(remedy.seat))

    def _answering(self, act: Act) -> tuple[Seat, ...]:
        """The seats that an announcement speaks for: itself, or all of a team that have not spoken."""
        if isinstance(act.speaker, Seat):
            return (act.speaker,)
        done = {seat for seat, _ in self.announced}
        return tuple(seat for seat in self.dealing.seats if seat.team is act.speaker and seat not in done)

    def _objection(self, act: Act) -> str | None:
        """Why `act` may not be done once the mus is cut; None where it may."""
        aldia = self.aldia
        if aldia is None or aldia.round is None:
            return "the karta aldia is over"
        if act.word not in _ANNOUNCEMENTS:
            return "the mus has been cut, and the rounds have begun"
        name = "pareak" if aldia.round is Round.PAREAK else "jokoa"
        if not self.setting.told:
            return "announcements are not told here: the cards will say who had what"
        if aldia.round.number < Round.PAREAK.number or not act.word.value.startswith(name):
            return f"{aldia.round.value} is in progress" if not self._announcing else f"{name} is announced now"
        if isinstance(act.speaker, Seat) and act.speaker not in aldia.seats:
            return f"nobody sits at {act.speaker.value}"
        said = dict(self.announced)
        waiting = [seat for seat in aldia.seats if seat not in said]
        answering = self._answering(act)
        if isinstance(act.speaker, Team):
            if act.word.is_yes:
                return f"which of {act.speaker.value} has it? A seat says so for itself"
            if not answering:
                return f"{act.speaker.value} has announced already"
        elif act.speaker in said:
            return self._objection_to_correction(act, name, said[act.speaker])
        if waiting[0] not in answering:
            return f"{waiting[0].value} announces before {act.speaker.value}"
        return None

    def _objection_to_correction(self, act: Act, name: str, had: bool) -> str | None:
        """Federacion 78, 79, 83, 84: a wrong announcement is put right as long as no bid of the round is answered."""
        law = self.setting.law
        if had is act.word.is_yes or not law.corrections:
            return f"{act.speaker.value} has announced already"
        bids = [call for call in self.aldia.bidding.calls if call.action is not Action.PASO] if self.aldia else []
        if len(bids) > 1:
            return f"a bid has been answered: {law.articles[name]} settle it when the cards are shown"
        return None


_ANNOUNCEMENTS: Final = (Word.PAREAK_BAI, Word.PAREAK_EZ, Word.JOKOA_BAI, Word.JOKOA_EZ)
_CHANGING: Final = (
    Follows.DEAL_AGAIN,
    Follows.DEAL_RIGHT,
    Follows.VOLUNTARY_MUS,
    Follows.MUS_VISTO,
    Follows.NO_DISCARD,
)


def parse_deed(text: str) -> Act | Call:
    """Reads what a player says or does: an `Act` or a `Call`. CallError, with the forms of both, if it is neither."""
    try:
        return Act.parse(text)
    except CallError as no_act:
        try:
            return Call.parse(text)
        except CallError as no_call:
            raise CallError(f"{no_act}; or {no_call}") from None
