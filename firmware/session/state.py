"""The state of the session: all that the table knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from engine.advice.incidents import Follows
from engine.bids.aldia import Aldia
from engine.calls import Action, Call
from engine.cards import Card
from engine.deal.clock import CLOCKS, Clock
from engine.deal.endgame import inside
from engine.deal.karta_aldia import KartaAldia
from engine.equipos.jugada import Jugada
from engine.equipos.packs import Packs
from engine.match.entries import Match
from engine.match.header import Length
from engine.match.standing import Standing, standing
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.session.at_desk import NOWHERE, AtDesk
from firmware.session.cards.entered import Entered
from firmware.session.cards.laid import Laid
from firmware.session.corrections import Proposal
from firmware.session.events import MatchStarted
from firmware.session.finished import Finished, Noted
from firmware.session.waiting import NewMatch
from vision.reading import Doubt, TableReading
from words.names import Names

HAND_OUT: Final = (Follows.HAND_OUT, Follows.HAND_OUT_LATE)
"""What takes a seat's hand out."""


class Phase(Enum):
    """What the table is waiting for."""

    CALLS = "calls"
    """The rounds are being played."""
    CARDS = "cards"
    """All is called; the cards are to be laid out and read."""
    DOUBTS = "doubts"
    """The cards were read, and something in the reading is in doubt."""
    ENTRY = "entry"
    """The players enter the cards themselves, or have to agree that it is these."""
    CONFLICT = "conflict"
    """The cards contradict the calls."""
    MARKS = "marks"
    """The karta aldia is marked."""
    JUDGE = "judge"
    """The karta aldia is marked up to a case for the judge."""
    CORRECTION = "correction"
    """A correction waits for the teams to agree."""
    NEW_MATCH = "new-match"
    """A new match waits for the teams to agree."""
    GAME_WON = "game-won"
    MATCH_WON = "match-won"


@dataclass(frozen=True, slots=True)
class Conflict:
    """The cards make no sense with the calls.

    `strike` are the rounds whose calls contradict the cards, so that it makes sense without them.
    """

    error: Sentence
    strike: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class FirstMarked:
    """When a karta aldia was marked first, in seconds since the clock began: by the number of its `deal`, with these
    `calls`. Its cards may be read again, or entered; it was over then all the same."""

    deal: int
    calls: Mapping[Round, tuple[Call, ...]]
    at: float


@dataclass(frozen=True, slots=True)
class State:
    """All that the table knows.

    `started` is the event that began the match, and `standing` how it stands: its entries, its score, its games.
    `karta_aldia` is the one in hand, begun at mintza: the table hears neither mus nor announcements; once it is
    `marked` it is the standing's last one. `noted` has what is known besides of every karta aldia of the match, and
    `before` is the last one of the match before, until this match has one. `deal` counts those since the journal began.
    `picture` is the one to read, `last_picture` the last one that lay before the camera. `laid` are the cards that were
    read, `entered` those that the players enter themselves; `struck` are the calls that were struck out, `misheard` the
    announcements that the cards contradict; in the rounds `found_open` that came to light before the round was closed.
    `raise_stands` says that the raise that waits is not to be changed any more.
    `proposal` is the correction that waits for the teams, `new_match` the match that does. `next_match` is how the one
    after this begins by the settings of the last start, where they are others than this one's: no journal has it.
    `elapsed` are the seconds since the clock began, None before it has (less than 0 where the desk has said when),
    `added` those that the judge gave; `ended` when each game that is over ended, by its number; `marked_first` when the
    last karta aldia was marked first. `absent` are the players who were not there when it began, each with when they
    came, None while they have not. `turned` is how often everybody has moved one seat on in this match; `judged`: what
    undo would take back happened by the judge's word. `confirmed` are the teams that have confirmed how a partida
    ended. `desk` is its place at a desk. `jugada` is the deal in hand in Mus por Equipos, and `deals` are all that
    there are; None, and empty, where something else is played. `spent` are the jugadak that were in hand and count for
    nothing: their cards are known, so they are not dealt again.
    """

    started: MatchStarted
    standing: Standing
    karta_aldia: KartaAldia
    camera: str
    picture: str | None
    last_picture: str | None
    deal: int = 1
    laid: Laid | None = None
    entered: Entered | None = None
    struck: tuple[tuple[Round, tuple[Call, ...]], ...] = ()
    misheard: frozenset[tuple[Round, Seat]] = frozenset()
    found_open: frozenset[Round] = frozenset()
    conflict: Conflict | None = None
    raise_stands: bool = False
    marked: bool = False
    noted: tuple[Noted, ...] = ()
    before: Finished | None = None
    proposal: Proposal | None = None
    new_match: NewMatch | None = None
    next_match: MatchStarted | None = None
    elapsed: float | None = None
    added: float = 0
    ended: Mapping[int, float] = field(default_factory=dict)
    marked_first: FirstMarked | None = None
    absent: tuple[tuple[Seat, float | None], ...] = ()
    turned: int = 0
    confirmed: frozenset[Team] = frozenset()
    judged: bool = False
    desk: AtDesk = NOWHERE
    jugada: Jugada | None = None
    deals: Mapping[Jugada, Packs] = field(default_factory=dict)
    spent: frozenset[Jugada] = frozenset()

    @property
    def rules(self) -> str:
        """What hand records say of the rule book: its name, or the path of its file."""
        return self.started.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, in playing order: all four, or two."""
        return self.match.header.seats

    @property
    def packs(self) -> Packs | None:
        """Those of the jugada in hand; None where it is not Mus por Equipos."""
        return self.deals.get(self.jugada) if self.jugada else None

    @property
    def names(self) -> Names:
        """What the teams and the players are called."""
        return Names.of(self.match.header)

    @property
    def match(self) -> Match:
        """The match so far: what was played, put right, and decided by a judge."""
        return self.standing.match

    @property
    def book(self) -> RuleBook:
        """The rule book with the options."""
        return self.standing.book

    @property
    def aldia(self) -> Aldia:
        """The rounds of the karta aldia in hand."""
        return self.karta_aldia.rounds

    @property
    def raise_waits(self) -> bool:
        """Whether a raise waits for its answer that may still be changed."""
        bidding = self.aldia.bidding
        return bool(bidding.to_answer) and bidding.calls[-1].action is Action.GEHIAGO and not self.raise_stands

    @property
    def esku(self) -> Seat:
        """The seat that speaks first."""
        return self.aldia.seats[0]

    @property
    def score(self) -> dict[Team, int]:
        """Tantos of both teams, with all that is marked so far."""
        return dict(self.standing.score) if self.marked else self.aldia.score

    @property
    def base(self) -> dict[Team, int]:
        """Tantos of both teams before this karta aldia."""
        return dict(self.karta_aldia.setting.score)

    @property
    def brought(self) -> dict[Team, int]:
        """Tantos that the karta aldia in hand has brought both teams so far, whatever else the score changed by."""
        if finished := self.finished:
            return {team: sum(mark.tantos for mark in finished.result.marks if mark.team is team) for team in Team}
        return {team: self.score[team] - self.base[team] for team in Team}

    @property
    def games(self) -> Mapping[Team, int]:
        """Games won of the vaca in hand; between karta aldiak a vaca that is over is past."""
        past = not self.marked and not self.standing.over and self.standing.race.vaca_over
        return dict.fromkeys(Team, 0) if past else self.standing.games_won

    @property
    def vacas_won(self) -> Mapping[Team, int] | None:
        """The vacas that each team has won; None in a match that has one alone."""
        return self.standing.race.several_vacas

    @property
    def all_played(self) -> bool:
        """Whether all games of Mus por Equipos are played; they are not where the judge gave the match before."""
        return self.jugada is not None and sum(game.over for game in self.standing.games) >= self.standing.length.games

    @property
    def partida_over(self) -> bool:
        """Whether the partida of the desk at which the table is has ended: the desk says what is played next."""
        at_desk = self.started.partida is not None and self.desk.table is not None
        return at_desk and self.phase is Phase.MATCH_WON

    @property
    def to_confirm(self) -> frozenset[Team]:
        """The teams that have to confirm yet how their partida ended (nabo 21); in Mus por Equipos none has to."""
        return frozenset(Team) - self.confirmed if self.partida_over and not self.jugada else frozenset()

    @property
    def game(self) -> int:
        """The number of the game in hand; between karta aldiak that of the next one where the last is over."""
        return len(self.standing.games) if self.marked else self.game_due

    @property
    def game_due(self) -> int:
        """The number of the game to which the next karta aldia belongs."""
        games = self.standing.games
        return len(games) + (not games or games[-1].over)

    @property
    def phase(self) -> Phase:
        """What the table is waiting for."""
        if self.proposal:
            return Phase.CORRECTION
        if self.new_match:
            return Phase.NEW_MATCH
        if self.standing.over:
            return Phase.MATCH_WON
        if finished := self.finished:
            if finished.result.judge:
                return Phase.JUDGE
            return Phase.GAME_WON if self.game_winner else Phase.MARKS
        if self.conflict:
            return Phase.CONFLICT
        if self.entered:
            return Phase.ENTRY
        if self.laid:
            return Phase.DOUBTS
        return Phase.CARDS if self.aldia.over else Phase.CALLS

    @property
    def clock(self) -> Clock | None:
        """The match's clock with what the judge added, or as long as the desk has said; None where the rule book has
        none."""
        clock = CLOCKS[self.book.clock]
        if clock and self.desk.length is not None:
            return replace(clock, match=self.desk.length)
        return clock and clock.extended(self.added)

    @property
    def won_by_games(self) -> bool:
        """Whether so many won games win the match, without vacas, and not all are played: of such a match the articles
        on the end of the time count the games (federacion 36, 37)."""
        return self.standing.length == Length(self.book.games)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats whose players have not come. Once something was called, everybody has."""
        return tuple(seat for seat, came in self.absent if came is None)

    @property
    def out(self) -> frozenset[Seat]:
        """The seats whose hands count for nothing in this karta aldia, because of a wrong number of cards."""
        mended = self.karta_aldia.remedies
        return frozenset(one.seat for one in mended if one.seat and one.follows in HAND_OUT)

    @property
    def inside(self) -> frozenset[Team]:
        """The teams that lack four tantos or fewer: they say "estamos dentro" (federacion 67)."""
        return inside(self.score, self.book.target)

    @property
    def game_winner(self) -> Team | None:
        """The team that has won the game with the karta aldia in hand."""
        return self.standing.games[-1].winner if self.marked else None

    @property
    def pristine(self) -> bool:
        """Whether the match has only been started: nothing called, nothing marked."""
        now = self.standing
        touched = self.karta_aldia.begun or self.laid or self.entered or self.noted or now.winner
        return not touched and not any((*self.score.values(), *now.games_won.values(), *now.vacas_won.values()))

    @property
    def may_change_ends(self) -> bool:
        """Whether the teams may change ends: before the first call of a karta aldia, in Mus por Equipos never."""
        return self.phase is Phase.CALLS and not self.karta_aldia.begun and not self.jugada

    @property
    def correctable(self) -> bool:
        """Whether a finished hand may be put right now: nothing else waits, and the cards contradict no calls."""
        return not self.waits and self.phase is not Phase.CONFLICT

    @property
    def hands(self) -> tuple[Finished, ...]:
        """The match's finished karta aldiak as they stand, the one in hand included once it is marked."""
        played = zip(self.standing.aldiak, self.noted, strict=True)
        return tuple(Finished.of(self.standing, aldia, noted) for aldia, noted in played)

    @property
    def earlier(self) -> tuple[Finished, ...]:
        """The same without the one in hand."""
        return self.hands[:-1] if self.marked else self.hands

    @property
    def finished(self) -> Finished | None:
        """The karta aldia in hand, once it is marked."""
        return self.last if self.marked else None

    @property
    def last(self) -> Finished | None:
        """The last finished karta aldia, of whatever match."""
        return Finished.of(self.standing, self.standing.aldiak[-1], self.noted[-1]) if self.noted else self.before

    @property
    def waits(self) -> Proposal | Entered | NewMatch | None:
        """What the teams have to agree to; None where nothing waits."""
        entered = self.entered if self.phase is Phase.ENTRY and self.entered and not self.entered.next_seat else None
        return self.proposal or self.new_match or entered

    @property
    def reading(self) -> TableReading | None:
        """What was read of the cards of the karta aldia in hand."""
        return self.laid.reading if self.laid else None

    def open_doubts(self) -> tuple[Doubt, ...]:
        """What the players have to settle about the cards."""
        return self.laid.open_doubts() if self.laid and not self.marked else ()

    def cards(self) -> dict[Seat, tuple[Card, ...]]:
        """The four hands as read, with what the players settled, or entered; in playing order from the esku."""
        hands = self.laid.hands() if self.laid else {}
        if self.entered:
            hands = {**dict.fromkeys(self.out, ()), **self.entered.hands()}
        return {seat: hands[seat] for seat in self.aldia.seats if seat in hands}


def stands(match: Match, book: RuleBook, before: Standing | None = None) -> Standing:
    """How the match stands under its own rule book; `before`: how it stood. MusError where an entry does not fit."""
    return standing(match, lambda _: book, before=before)
