"""A whole karta aldia, from the first deal to the last call: the one state machine for the table and for `score`.

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

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import Final

from engine.advice.incidents import Follows, Remedy
from engine.bids.aldia import Aldia
from engine.bids.bidding import LegalCall
from engine.calls import Action, Call
from engine.deal.acts import Act, LegalAct, Word
from engine.deal.dealing import Dealing
from engine.deal.endgame import anyone_may_cut
from engine.deal.mus import MUS_LAWS, MusLaw
from engine.errors import CallError, UnknownCallError
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat, Team, playing_order
from engine.sentences import Sentence


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
        if self.cut:
            return Dealing(self.law, playing_order(self.dealer.next, self.seats), over=True)
        near = anyone_may_cut(self.law, self.score, self.book.target)
        return Dealing.start(self.law, playing_order(self.dealer.next, self.seats), self.corrido, near)


@dataclass(frozen=True, slots=True)
class KartaAldia:
    """The state of one karta aldia. `start` makes the first one; `act` and `said` the next, `undo` the one before.

    `dealing` is mus and discards, `aldia` the bidding once the mus is cut: what `score` makes of the same record.
    `announced` are the announcements in progress, or those of the round in progress, in the order in which they were
    made; `unannounced` is the bidding as it stood before them. `peretes` are the seats that declared tio Perete's hand.
    """

    setting: Setting
    dealing: Dealing
    acts: tuple[Deed, ...] = ()
    aldia: Aldia | None = None
    announced: tuple[tuple[Seat, bool], ...] = ()
    unannounced: Aldia | None = None
    peretes: frozenset[Seat] = frozenset()

    @staticmethod
    def start(setting: Setting) -> KartaAldia:
        """After the first deal, before the first word; or before the first call, where it begins at mintza."""
        dealing = setting.dealing()
        return KartaAldia(setting, dealing, (), _opened(setting, dealing))

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
        acts = [act for act in self.acts if isinstance(act, Remedy)]
        deals = [place for place, act in enumerate(acts) if act.follows in (Follows.DEAL_AGAIN, Follows.DEAL_RIGHT)]
        return tuple(acts[deals[-1] if deals else 0 :])

    def legal_calls(self) -> tuple[LegalAct | LegalCall, ...]:
        """Everything that a player may say or do now; nothing once the karta aldia is over."""
        if self.aldia is None:
            return self.dealing.legal_acts()
        words = [LegalAct(speaker, word) for word in _AFTER_MUS for speaker in (*self.dealing.seats, *Team)]
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
        known, calls of the fourth round stand under `fourth` until the cards give it a name. CallError before the mus
        is cut.
        """
        if self.aldia is None or self.esku is None:
            raise CallError("the mus has not been cut: there is nothing to record yet")
        told = {"pareak": self.aldia.pareak, "jokoa": self.aldia.jokoa, "perete": self.peretes or None}
        fields: dict[str, object] = {
            "esku": self.esku.value,
            "score": {team.value: tantos for team, tantos in self.setting.score.items()},
            "announced": {
                name: [seat.value for seat in self.aldia.seats if seat in seats]
                for name, seats in told.items()
                if seats is not None
            },
            "calls": {round.value: [str(call) for call in calls] for round, calls in self.aldia.calls.items()},
            "mus": [str(act) for act in self.acts if isinstance(act, Act) and act.word not in _AFTER_MUS],
        }
        if any(isinstance(act, Remedy) and act.follows is Follows.HAND_OUT_LATE for act in self.acts):
            fields["found"] = {"cards": "txikia"}
        return fields

    @property
    def _announcing(self) -> bool:
        """Whether announcements are missing before the round in progress."""
        aldia = self.aldia
        if not self.setting.told or aldia is None or aldia.round is None or aldia.round < Round.PAREAK:
            return False
        return (aldia.pareak if aldia.round is Round.PAREAK else aldia.jokoa) is None

    def _acted(self, act: Act) -> KartaAldia:
        if self.aldia is None:
            if act.word in _ANNOUNCEMENTS:
                raise CallError(f"'{act}': announcements come after txikia{self.legal_text()}")
            if act.word is Word.PERETE:
                raise CallError(f"'{act}': {_HAND_MAY_CHANGE}{self.legal_text()}")
            return self._begun(self.dealing.act(act))
        why_not = self._objection(act)
        if why_not:
            raise CallError(f"'{act}': {why_not}{self.legal_text()}")
        if act.word is Word.PERETE:
            return replace(self, peretes=self.peretes.union(self._answering(act)))
        said = dict(self.announced)
        for seat in self._answering(act):
            said[seat] = act.word.is_yes
        announced = tuple(said.items())
        if len(announced) < len(self.dealing.seats):
            return replace(self, announced=announced, unannounced=self.unannounced or self.aldia)
        return self._joined(self.unannounced or self.aldia, announced)

    def _begun(self, dealing: Dealing) -> KartaAldia:
        """With `dealing` as it stands now, and the bidding open once that is over."""
        return replace(self, dealing=dealing, aldia=_opened(self.setting, dealing))

    def _joined(self, aldia: Aldia, announced: tuple[tuple[Seat, bool], ...]) -> KartaAldia:
        """With the announcements complete: those who said yes play the round, if both teams have one of them."""
        yes = frozenset(seat for seat, has in announced if has)
        if aldia.round is Round.PAREAK:
            round, joined = Round.PAREAK, aldia._replace(pareak=yes)
            playing = yes
        else:
            joined = aldia._replace(jokoa=yes)
            round, playing = joined.fourth, yes or frozenset(aldia.seats)
        joined = joined._replace(round=round, bidding=aldia.bidding._replace(seats=playing))
        if joined.bidding.can_bid:
            return replace(self, aldia=joined, announced=announced, unannounced=aldia)
        return replace(self, aldia=joined.pass_round(), announced=(), unannounced=None)

    def _called(self, call: Call) -> KartaAldia:
        if self.aldia is None:
            raise CallError(f"'{call}': the mus has not been cut{self.legal_text()}")
        if self._announcing and not self.aldia.puts_right(call):
            name = "pareak" if self.stage is Stage.PAREAK_SAID else "jokoa"
            raise CallError(f"'{call}': {name} is announced first{self.legal_text()}")
        return self._moved(self.aldia.call(call))

    def _moved(self, aldia: Aldia) -> KartaAldia:
        if self.announced and self.aldia and aldia.round is not self.aldia.round:
            return replace(self, aldia=aldia, announced=(), unannounced=None)
        return replace(self, aldia=aldia)

    def _stepped(self, step: Step) -> KartaAldia:
        aldia = self.aldia
        if aldia is None or self._announcing:
            raise CallError(f"'{step.value}': no round is in progress{self.legal_text()}")
        if step is Step.PASS_ROUND:
            return self._moved(aldia.pass_round())
        aldia.check_answered()
        return self if aldia.over else self._stepped(Step.PASS_ROUND)._stepped(step)

    def _mended(self, remedy: Remedy) -> KartaAldia:
        """With what follows from a fault done; what the state does not show is kept in the acts alone."""
        mends = _MENDS.get(remedy.follows)
        return mends(self, remedy) if mends else self

    def _dealt_again(self, remedy: Remedy) -> KartaAldia:
        """With all cards collected and dealt again: nothing has been said, and nothing declared."""
        if self.aldia and self.aldia.round is not Round.HANDIA:
            raise CallError(Sentence("cards are dealt again before handia is closed; afterwards the judge decides"))
        dealer = self.dealing.seats[-1] if remedy.follows is Follows.DEAL_AGAIN else remedy.seat
        if dealer not in self.dealing.seats:
            raise CallError("who should have dealt? That seat deals again (federacion 68)")
        again = KartaAldia.start(replace(self.setting, dealer=dealer))
        return replace(again, setting=self.setting)

    def _with_mus(self, remedy: Remedy) -> KartaAldia:
        """With voluntary mus or mus visto, which come before the rounds; not told where mus is not."""
        if self.aldia and (self.aldia.past or self.aldia.bidding.calls or not self.setting.cut):
            raise CallError(Sentence("the rounds have begun, and no mus can follow"))
        if self.aldia:
            return self
        voluntary = remedy.follows is Follows.VOLUNTARY_MUS
        return replace(self, dealing=self.dealing.voluntary() if voluntary else self.dealing.visto())

    def _answered(self, remedy: Remedy) -> KartaAldia:
        """With the bid that waits accepted or refused, as the article says."""
        if not (team := self.rounds.to_answer):
            raise CallError(Sentence("no bid waits"))
        return self._called(Call(team, Action.TIRA if remedy.follows is Follows.REFUSED else Action.IDUKI))

    def _without_call(self, remedy: Remedy) -> KartaAldia:
        """With the last call taken back, which does not count."""
        if not self.rounds.calls:
            raise CallError(Sentence("there is no call to take back"))
        standing = list[int]()
        for place, act in enumerate(self.acts):
            if isinstance(act, Call):
                standing.append(place)
            elif isinstance(act, Remedy) and act.follows is Follows.CALL_VOID:
                standing.pop()
        return KartaAldia.fold(self.setting, self.acts[: standing[-1]])

    def _begun_anew(self, remedy: Remedy) -> KartaAldia:
        """With the bids of the round in progress taken back, none of which was answered (federacion 79, 84)."""
        if len([call for call in self.rounds.bidding.calls if call.action is not Action.PASO]) > 1:
            raise CallError(Sentence("a bid of this round has been answered: it does not begin anew"))
        return replace(self, aldia=self.rounds.begun_anew())

    def _barred(self, remedy: Remedy) -> KartaAldia:
        """With a seat having counted the pack: where its team has cut the mus, the other may still have it (22)."""
        if remedy.seat is None:
            raise CallError("who counted the pack? A seat is kept from discarding (federacion 22)")
        dealing = self.dealing.bar(remedy.seat)
        if self.aldia is None:
            return self._begun(dealing)
        if dealing.over:
            return replace(self, dealing=dealing)
        if self.aldia.past or self.aldia.bidding.calls:
            raise CallError("handia has begun: whether the other team may have mus is the judge's (federacion 91)")
        return replace(self, dealing=dealing, aldia=None, peretes=frozenset())

    def _answering(self, act: Act) -> tuple[Seat, ...]:
        """The seats that an act after the mus speaks for: itself, or all of a team that have not spoken."""
        if isinstance(act.speaker, Seat):
            return (act.speaker,)
        done = {seat for seat, _ in self.announced}
        return tuple(seat for seat in self.dealing.seats if seat.team is act.speaker and seat not in done)

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
        return self._objection_to_announcement(act, name, aldia)

    def _objection_to_announcement(self, act: Act, name: str, aldia: Aldia) -> str | None:
        """One seat announces after the other, from the esku on; a team says no for all of its own that are left."""
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
            return self._objection_to_correction(act, name, said[act.speaker], aldia)
        if waiting[0] not in answering:
            return f"{waiting[0].value} announces before {act.speaker.value}"
        return None

    def _objection_to_perete(self, act: Act, aldia: Aldia) -> str | None:
        """It is declared openly before play (wikipedia-mus), by a seat that has the hand."""
        if not self.setting.book.tio_perete:
            return f"{self.setting.book.title} gives no point for 4-5-6-7"
        if isinstance(act.speaker, Team):
            return f"which of {act.speaker.value} has it? A seat says so for itself"
        if act.speaker not in aldia.seats:
            return f"nobody sits at {act.speaker.value}"
        if aldia.past or aldia.bidding.calls:
            return "4-5-6-7 is declared before play, and handia has begun"
        return f"{act.speaker.value} has declared it already" if act.speaker in self.peretes else None

    def _objection_to_correction(self, act: Act, name: str, had: bool, aldia: Aldia) -> str | None:
        """Federacion 78, 79, 83, 84: a wrong announcement is put right as long as no bid of the round is answered."""
        law = self.setting.law
        if had is act.word.is_yes or not law.corrections:
            return f"{act.speaker.value} has announced already"
        bids = [call for call in aldia.bidding.calls if call.action is not Action.PASO]
        if len(bids) > 1:
            return f"a bid has been answered: {law.articles[name]} settle it when the cards are shown"
        return None


_ANNOUNCEMENTS: Final = (Word.PAREAK_BAI, Word.PAREAK_EZ, Word.JOKOA_BAI, Word.JOKOA_EZ)
_AFTER_MUS: Final = (*_ANNOUNCEMENTS, Word.PERETE)
_HAND_MAY_CHANGE: Final = "4-5-6-7 is declared once the mus is cut, as a hand may change until then"
_MENDS: Final[Mapping[Follows, Callable[[KartaAldia, Remedy], KartaAldia]]] = {
    Follows.DEAL_AGAIN: KartaAldia._dealt_again,
    Follows.DEAL_RIGHT: KartaAldia._dealt_again,
    Follows.VOLUNTARY_MUS: KartaAldia._with_mus,
    Follows.MUS_VISTO: KartaAldia._with_mus,
    Follows.NO_DISCARD: KartaAldia._barred,
    Follows.REFUSED: KartaAldia._answered,
    Follows.ACCEPTED: KartaAldia._answered,
    Follows.CALL_VOID: KartaAldia._without_call,
    Follows.PUT_RIGHT: KartaAldia._begun_anew,
}
"""What a remedy changes; what is not here is kept in the acts alone."""


def _opened(setting: Setting, dealing: Dealing) -> Aldia | None:
    """The rounds before the first call; None as long as the mus is not cut."""
    if not dealing.over or dealing.esku is None:
        return None
    return Aldia.start(setting.book, dealing.esku, setting.score, setting.seats, setting.pareak, setting.jokoa)


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
