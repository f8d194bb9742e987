"""Before the rounds: the first deal, mus or mintza in speaking order, discards, and mus or mintza again.

    dealing = Dealing(MUS_LAWS["federacion"], playing_order(Seat.N))
    dealing = dealing.act(Act.parse("N mus"))
    [str(act) for act in dealing.legal_acts()]    # who may say what now
    dealing = dealing.act(Act.parse("W mintza"))
    dealing.over, dealing.esku                    # the rounds begin

Every state is immutable and is the fold of its acts: undo is to fold again without the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.deal.acts import MOST_DISCARDS, Act, LegalAct, Word, legal_text
from engine.deal.mus import CORRIDO, MusLaw
from engine.errors import CallError
from engine.seats import Seat, Team, playing_order


class Mus(Enum):
    """What kind of mus is spoken of."""

    COMMON = "common"
    VOLUNTARY = "voluntary"
    """Who wants throws cards, and nobody can cut it (nabo 6)."""
    VISTO = "visto"
    """A card was seen in a later deal: the esku alone looks at its cards and decides (federacion 17)."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The state before the rounds. At first nothing has been said after the first deal; `act` makes the next.

    `seats` are in playing order from the dealer's right, the dealer last. `corrido`: nobody is esku until somebody
    cuts the mus. `anyone`: a team is so near the target that everybody may cut at any moment (federacion 28).

    `deals` counts the deals so far, the first one included. `said` are the seats that gave mus in this talk,
    `discards` what was thrown since, in that order; `barred` may throw nothing. `asked`: the team that may still have
    mus, though the other one cut it (federacion 22). `cut` is who cut the mus; the mus may also be `over` without a
    cut (federacion 20).
    """

    law: MusLaw
    seats: tuple[Seat, ...]
    corrido: bool = False
    anyone: bool = False
    mus: Mus = Mus.COMMON
    deals: int = 1
    said: frozenset[Seat] = frozenset()
    discarding: bool = False
    discards: tuple[tuple[Seat, int], ...] = ()
    barred: frozenset[Seat] = frozenset()
    asked: Team | None = None
    cut: Seat | Team | None = None
    over: bool = False

    @property
    def esku(self) -> Seat | None:
        """Who speaks first in the rounds: the seat at the dealer's right, or who cut where that decides.

        None until it is cut there (federacion 6).
        """
        if not self.corrido:
            return self.seats[0]
        return self.cut if isinstance(self.cut, Seat) and not self.asked else None

    @property
    def spoken(self) -> bool:
        """Whether anything was said or thrown since the last deal."""
        return bool(self.said or self.discarding or self.cut or self.over)

    def legal_acts(self) -> tuple[LegalAct, ...]:
        """Every act that is legal now; none once the rounds have begun."""
        acts = [
            LegalAct(speaker, word)
            for word in (Word.MUS, Word.MINTZA)
            for speaker in (*self.seats, *Team)
            if not self._objection(Act(speaker, word))
        ]
        for seat in self.seats:
            least, most = self._range(seat)
            if not self._objection(Act(seat, Word.DESKARTE, least)):
                acts.append(LegalAct(seat, Word.DESKARTE, least, most))
        return tuple(acts)

    def act(self, act: Act) -> Dealing:
        """The state after `act`. CallError, with the reason and what would be legal, where it may not be done."""
        why_not = self._objection(act)
        if why_not:
            raise CallError(f"'{act}': {why_not}{legal_text(self.legal_acts())}")
        if act.number is not None and isinstance(act.speaker, Seat):
            return self._thrown(act.speaker, act.number)
        if act.word is Word.MINTZA:
            return self._cut(act.speaker)
        if self.asked:
            return replace(self, asked=None, cut=None, discarding=True)
        said = self.said | set(self._pending(act.speaker))
        everybody = self.mus is Mus.VISTO or said.issuperset(self.seats)
        return replace(self, said=said, discarding=everybody)

    def voluntary(self) -> Dealing:
        """With voluntary mus (nabo 6): everybody throws as many cards as they want, then mus is spoken of as usual.

        CallError where the first deal is past.
        """
        if self.deals > 1 or self.spoken:
            raise CallError("voluntary mus follows a card overturned in the first deal, before anything is said")
        return replace(self, mus=Mus.VOLUNTARY, discarding=True)

    def visto(self) -> Dealing:
        """With mus visto (federacion 17): the esku alone decides.

        CallError in the first deal (18), where something has been said since the last one, and while nobody is esku.
        """
        if self.deals == 1 or self.spoken:
            raise CallError("mus visto follows a card seen in a later deal, before anybody speaks (federacion 17, 18)")
        if self.corrido:
            raise CallError("mus visto is decided by the esku, and nobody is esku until the mus is cut (federacion 6)")
        return replace(self, mus=Mus.VISTO)

    def bar(self, seat: Seat) -> Dealing:
        """With `seat` having counted the pack (federacion 22): it throws nothing in this mus.

        If its team cuts the mus, or has cut it, the other may still have it. CallError where it has discarded.
        """
        if seat not in self.seats:
            raise CallError(f"nobody sits at {seat.value}")
        if seat in {thrown for thrown, _ in self.discards}:
            raise CallError(f"{seat.value} has discarded in this mus already: the judge decides (federacion 22, 91)")
        known = seat.team in {counted.team for counted in self.barred}
        barred = replace(self, barred=self.barred | {seat})
        return barred if known or self.cut is None or self.discarding else barred._settled()

    def _cut(self, speaker: Seat | Team) -> Dealing:
        if self.asked:
            return replace(self, asked=None, over=True)
        cut = replace(self, cut=speaker)
        return cut if self.discarding else cut._settled()

    def _settled(self) -> Dealing:
        """With the mus cut for good; or, where only the team that cut it counted the pack, the other one asked (22)."""
        team = self.cut.team if isinstance(self.cut, Seat) else self.cut
        asked = team.other if team and {seat.team for seat in self.barred} == {team} else None
        return replace(self, asked=asked, over=asked is None)

    def _thrown(self, seat: Seat, number: int) -> Dealing:
        """With the discard of one seat; the new cards are dealt once everybody has thrown."""
        discards = (*self.discards, (seat, number))
        if len(discards) < len(self.seats):
            return replace(self, discards=discards)
        kept_whole = self.mus is Mus.VISTO and any(not number for seat, number in discards if seat not in self.barred)
        return replace(
            self,
            mus=Mus.COMMON,
            deals=self.deals + 1,
            said=frozenset(),
            discarding=False,
            discards=(),
            barred=frozenset(),
            over=self.cut is not None or kept_whole,
        )

    def _objection(self, act: Act) -> str | None:
        """Why `act` may not be done now; None where it may."""
        if act.word is Word.PERETE:
            return "4-5-6-7 is declared once the mus is cut, as a hand may change until then"
        if act.word not in (Word.MUS, Word.MINTZA, Word.DESKARTE):
            return "announcements come after txikia"
        if isinstance(act.speaker, Seat) and act.speaker not in self.seats:
            return f"nobody sits at {act.speaker.value}"
        if self.over:
            return self._why_over()
        if act.word is Word.DESKARTE:
            return self._objection_to_discard(act)
        if act.word is Word.MINTZA:
            return self._objection_to_mintza(act)
        return self._objection_to_mus(act)

    def _objection_to_discard(self, act: Act) -> str | None:
        seat = act.speaker
        if not self.discarding:
            return "nothing is discarded until there is mus"
        if isinstance(seat, Team):
            return "each seat says for itself how many cards it throws"
        thrown = {seat for seat, _ in self.discards}
        if seat in thrown:
            return f"{seat.value} has discarded already"
        first = [waiting for waiting in self.seats if waiting not in thrown][-1]
        if self.law.zaku_first and seat is not first:
            return f"{first.value} discards before {seat.value}{self._article('turn')}"
        least, most = self._range(seat)
        if most == 0 != act.number:
            return f"{seat.value} counted the pack and discards nothing{self._article('counted')}"
        if act.number is not None and act.number < least:
            return f"once there is mus {seat.value} discards at least {least}{self._article('discard')}"
        return None

    def _objection_to_mus(self, act: Act) -> str | None:
        if self.discarding:
            return "mus is agreed, and everybody discards"
        if self.asked or self.mus is Mus.VISTO:
            return self._objection_to_choice(act)
        pending = self._pending(act.speaker)
        if not pending:
            return f"{act.speaker.value} has said mus already"
        partners = set(pending) if isinstance(act.speaker, Team) else set()
        waits = [other for seat in pending for other in self._before(seat) if other not in self.said | partners]
        return self._turn(act, waits)

    def _objection_to_mintza(self, act: Act) -> str | None:
        if self.cut and not self.asked:
            return "the mus is cut already"
        if self.mus is Mus.VOLUNTARY:
            return f"nobody can cut a voluntary mus{self._article('voluntary')}"
        if self.discarding and (self.mus is Mus.VISTO or not self.anyone):
            return "mus is agreed, and everybody discards"
        if self.asked or self.mus is Mus.VISTO:
            return self._objection_to_choice(act)
        if self.corrido and isinstance(act.speaker, Team):
            return f"who cuts the mus will be esku, so a seat has to say it{self._article('corrido')}"
        if self.anyone:
            return None
        pending = self._pending(act.speaker)
        if not pending:
            return f"{act.speaker.value} has said mus already"
        waits = [[other for other in self._before(seat) if other not in self.said] for seat in pending]
        return self._turn(act, min(waits, key=len))

    def _objection_to_choice(self, act: Act) -> str | None:
        """Where one team, or the esku, decides alone whether there is mus."""
        if self.asked:
            if act.team is self.asked:
                return None
            return f"{self.asked.value} may still have mus, or let it be cut{self._article('counted')}"
        esku = self.seats[0]
        if act.speaker in (esku, esku.team):
            return None
        return f"after a card was seen {esku.value}, who is esku, decides alone{self._article('visto')}"

    def _turn(self, act: Act, waits: Sequence[Seat]) -> str | None:
        if not waits:
            return None
        first = " and ".join(seat.value for seat in self.seats if seat in waits)
        article = self._article("corrido" if self.corrido else "order")
        return f"{act.speaker.value} speaks once {first} said mus{article}"

    def _pending(self, speaker: Seat | Team) -> tuple[Seat, ...]:
        """The seats that `speaker` stands for and that have not said mus in this talk."""
        return tuple(seat for seat in self.seats if speaker in (seat, seat.team) and seat not in self.said)

    def _before(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that have to say mus before `seat` may speak."""
        places = playing_order(self.seats[0])
        order = CORRIDO if self.corrido else self.law.order
        before = [places[place - 1] for place in order[places.index(seat) + 1]]
        return tuple(other for other in before if other in self.seats)

    def _range(self, seat: Seat) -> tuple[int, int]:
        """The least and the most cards that `seat` may throw."""
        if seat in self.barred:
            return 0, 0
        free = self.mus is Mus.VOLUNTARY or (self.mus is Mus.VISTO and seat is not self.seats[0])
        return (0 if free else self.law.least_discard), MOST_DISCARDS

    def _article(self, name: str) -> str:
        article = self.law.articles.get(name)
        return f" ({article})" if article else ""

    def _why_over(self) -> str:
        if self.cut:
            return f"{self.cut.value} cut the mus, and the rounds have begun"
        return "a hand was kept whole after mus visto, and the rounds have begun (federacion 20)"
