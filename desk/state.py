"""How a tournament stands at the desk: a fold over all that was said, and nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from operator import attrgetter
from typing import Any, Final

from desk.acts import (
    SETTINGS,
    CallAnswered,
    CallLeft,
    CallTakenBack,
    ClockSet,
    ConfirmationTakenBack,
    Dealt,
    Disputed,
    Entered,
    JudgeCalled,
    Locked,
    Made,
    MantxakTold,
    Missed,
    NamesTaken,
    Role,
    Ruled,
    Said,
    Scratched,
    Seated,
    Settled,
    Unlocked,
)
from engine.errors import TournamentError
from engine.rules import RuleBook, parse_rulebook, rulebook
from engine.sentences import Sentence
from engine.tournament.acts import Act as EngineAct
from engine.tournament.acts import Confirmed, Left, Replaced, Reported, Returned, Succeeded, Suspended
from engine.tournament.draw import is_over
from engine.tournament.entries import Calendar, TeamEntry, plain
from engine.tournament.fold import Fold
from engine.tournament.json_lines import begun
from engine.tournament.state import Partida, Tournament
from engine.tournament.systems import Equipos
from engine.tournament.terms import Mantxa

ALWAYS: Final = frozenset({"name", "season", "deck"})
"""Settings that the lock leaves open: they change nothing in the tournament."""
MOST_MANTXAK: Final = 20
"""With which a partida is won: pages and score sheets have a place for each."""
NOT_SHOWN: Final = "–"
"""In the place of a text that went with the names."""
_NUMBER: Final = attrgetter("number")


@dataclass(frozen=True, slots=True)
class Call:
    """A table's call to the judge: when, about what, and when it was answered or taken back.

    `of` are the names that the table's boxes and pairs have for it, as far as they called; `left` those of whoever
    needs no judge any more, while another one does.
    """

    number: int
    table: int
    about: str
    at: str
    of: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    answered: str | None = None
    taken_back: str | None = None

    @property
    def waits(self) -> bool:
        """Whether the judge is still to come."""
        return self.answered is None and self.taken_back is None


def called(entry: TeamEntry) -> str:
    """What a team is called: its name, or its players, or the id that stands for it."""
    return entry.name or " & ".join(entry.players) or entry.id


@dataclass(slots=True)
class State:
    """How a tournament stands after the act of that `number`. What was handed out is never changed any more.

    `settings`: as `SETTINGS` names them; `settled`: the number of the act by which they stand so, or were locked.
    `ids`: all that a team ever had, for its code may still be in somebody's hands, each with the number of the act that
    said last how it is entered. `entries`: who is entered, before the lock and after it. `shared`: what several of
    these are called, in plain names. `reports`: how each partida's results came to be said, the one that stands last.
    `tables`: where each partida is played, and `at_table` what is played at each. `suspended`: players, until when.
    `left`: the last partida that was drawn when a team that is out left. `seed`: whence the packs of Mus por Equipos
    are. `told`: the mantxak of a partida by the last word of each of its teams. `missed`: how many seconds of its round
    had passed when a team was complete at its table; None while it is not.
    """

    number: int = 0
    last: Said | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    settled: int = 0
    ids: dict[str, int] = field(default_factory=dict)
    entries: dict[str, TeamEntry] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()
    suspended: dict[str, str] = field(default_factory=dict)
    fold: Fold | None = None
    reports: dict[int, tuple[Said, ...]] = field(default_factory=dict)
    tables: dict[int, int] = field(default_factory=dict)
    at_table: dict[int, tuple[int, ...]] = field(default_factory=dict)
    told: dict[tuple[int, str], tuple[Mantxa, ...]] = field(default_factory=dict)
    clocks: dict[int, ClockSet] = field(default_factory=dict)
    missed: dict[tuple[int, str], float | None] = field(default_factory=dict)
    calls: dict[int, Call] = field(default_factory=dict)
    rulings: dict[str, Said] = field(default_factory=dict)
    disputes: dict[int, Said] = field(default_factory=dict)
    nameless: bool = False
    left: dict[str, int] = field(default_factory=dict)
    seed: str | None = None

    @property
    def name(self) -> str:
        """What the tournament is called."""
        return str(self.settings.get("name", ""))

    @property
    def locked(self) -> bool:
        """Whether rules, teams and stages are locked (nabo 3)."""
        return self.fold is not None

    @property
    def tournament(self) -> Tournament:
        """As the engine has it. TournamentError before the lock."""
        return self._locked_fold.tournament

    @property
    def _locked_fold(self) -> Fold:
        if self.fold is None:
            raise TournamentError(Sentence("the tournament is not locked yet"))
        return self.fold

    @property
    def over(self) -> bool:
        """Whether all of it is played, confirmed and decided, as far as acts say: `Desk.over` knows of Mus por Equipos
        too."""
        return self.fold is not None and is_over(self.fold.tournament)

    @property
    def equipos(self) -> Equipos | None:
        """Where it is Mus por Equipos, how that is played; None before the lock."""
        stages = self.fold.tournament.terms.stages if self.fold else ()
        return next((stage for stage in stages if isinstance(stage, Equipos)), None)

    def named(self, team: str) -> TeamEntry:
        """A team as it is shown: its id alone once the names are taken out."""
        return TeamEntry(team) if self.nameless else self.entries[team]

    def told_apart(self, team: str) -> str:
        """What a team is called, with its id beside it where others are called so too."""
        shown = called(self.named(team))
        return f"{shown} ({team})" if shown != team and plain(shown) in self.shared else shown

    def ruled(self, partida: int | None = None) -> list[tuple[Ruled, Said]]:
        """The judge's rulings on a partida, or all, in order, each as it was said; once the names are taken out without
        its text, in which people may be named."""
        found = [(said.act, said) for said in self.rulings.values() if isinstance(said.act, Ruled)]
        return [
            (replace(act, text=NOT_SHOWN) if self.nameless else act, said)
            for act, said in found
            if partida in (None, act.partida)
        ]

    def in_play(self, partidak: Iterable[Partida]) -> Partida | None:
        """Of a team's partidak, or a table's, the one in play: the first that still has to be won or confirmed."""
        return next(filter(self.tournament.is_open, partidak), None)

    def in_play_or_last(self, partidak: Sequence[Partida]) -> Partida | None:
        """The one in play; else the last of them, None without any."""
        return self.in_play(partidak) or (partidak[-1] if partidak else None)

    def partidak_of(self, team: str) -> list[Partida]:
        """A team's partidak, from the first on. TournamentError before the lock."""
        partidak = sorted(self.tournament.partidak.items())
        return [partida for _, partida in partidak if team in partida.pairing.teams]

    def call_of(self, table: int) -> Call | None:
        """The table's last call to the judge; None where it never called."""
        return max((call for call in self.calls.values() if call.table == table), key=_NUMBER, default=None)

    @property
    def round(self) -> int:
        """The round in play: the first with a partida that is not decided yet, else the last of which not all is past;
        0 before a draw."""
        if self.fold is None:
            return 0
        tournament = self.fold.tournament
        partidak = [partida for partida in tournament.partidak.values() if not partida.past]
        in_play = [
            partida.pairing.round for partida in partidak if not partida.decided and not tournament.is_void(partida)
        ]
        return min(in_play) if in_play else max((partida.pairing.round for partida in partidak), default=0)

    @property
    def all_in_play(self) -> dict[int, Partida]:
        """The partidak that are played: both teams are done with what comes before, as in groups, of which all rounds
        are drawn at once, or the clock of its round was started."""
        busy, found = set[str | None](), dict[int, Partida]()
        for number, partida in sorted(self.fold.tournament.partidak.items()) if self.fold else ():
            if self.tournament.is_open(partida):
                if busy.isdisjoint(partida.pairing.teams) or partida.pairing.round in self.clocks:
                    found[number] = partida
                busy.update(partida.pairing.teams)
        return found

    @property
    def rounds_in_play(self) -> list[int]:
        """The rounds of which something is played."""
        return sorted({partida.pairing.round for partida in self.all_in_play.values()})

    @property
    def rounds_shown(self) -> list[int]:
        """The rounds in play; once all is played the last one; none before a draw."""
        return self.rounds_in_play or sorted({self.round} - {0})

    def resting(self, round: int) -> list[tuple[str, str]]:
        """Who rests in a round while others of the same group meet, as somebody of an odd number does; and the group's
        name."""
        entered, playing = defaultdict[tuple[int, str], set[str]](set), dict[tuple[int, str], set[str]]()
        for partida in self.fold.tournament.partidak.values() if self.fold else ():
            pairing = partida.pairing
            if pairing.group is not None and not partida.past:
                group = pairing.stage, pairing.group
                entered[group].update(filter(None, pairing.teams))
                if pairing.round == round:
                    playing.setdefault(group, set()).update(filter(None, pairing.teams))
        return [
            (team, group[1])
            for group, met in playing.items()
            for team in sorted(entered[group] - met - self.tournament.out.keys())
        ]

    def first_line(self) -> dict[str, Any]:
        """The tournament's first line, as `hamarreko standings` reads it."""
        line = {name: self.settings[name] for name in SETTINGS if name not in _APART and name in self.settings}
        teams = [{**asdict(entry), "players": list(entry.players)} for entry in self.entries.values()]
        return {"teams": teams, "rules": "nabo", **line, "suspended": dict(self.suspended)}

    def begun(self) -> Fold:
        """The fold that the settings and entries begin. A MusError says what is wrong with them.

        Who is suspended on which day is asked where somebody comes in (`desk.service`), not where that is read again.
        """
        fold = begun({**self.first_line(), "date": None, "suspended": {}}, self.find_book)
        if fold.tournament.terms.mantxak > MOST_MANTXAK:
            raise TournamentError(Sentence("a partida is won with {most} mantxak at most", most=MOST_MANTXAK))
        return fold

    def find_book(self, name: str) -> RuleBook:
        """The rule book of that name: the club's own, where there is one."""
        own = self.settings.get("book")
        return parse_rulebook(own, name) if own else rulebook(name)

    def after(self, said: Iterable[Said]) -> State:
        """How it stands after these too. A MusError where an act makes no sense; this state stays as it is."""
        state = State(**{one.name: copy(getattr(self, one.name)) for one in fields(self)})
        for one in said:
            state._take(one)
        if state.entries != self.entries:
            names = Counter(plain(called(entry)) for entry in state.entries.values())
            state.shared = frozenset(name for name, count in names.items() if count > 1)
        return state

    def _take(self, said: Said) -> None:
        self.number, self.last = said.number, said
        if self.equipos and isinstance(said.act, Reported | MantxakTold):  # it would be told everywhere
            raise TournamentError(Sentence("In Mus por Equipos the boxes tell how the tables play."))
        match said.act:
            case Made() | Settled() | Entered() | Scratched() | Locked() | Unlocked() | NamesTaken():
                self._take_set_up(said.act)
            case Seated() | MantxakTold() | ClockSet() | Missed():
                self._take_in_hall(said.act, said.at)
            case JudgeCalled() | CallAnswered() | CallTakenBack() | CallLeft():
                self._take_call(said.act, said.at)
            case ConfirmationTakenBack(partida, team):
                self._unconfirm(partida, team)
            case Ruled(ruling, partida=partida):
                if partida is not None:
                    self.find(partida)
                self.rulings[ruling] = said
            case Dealt(seed):
                self.seed = seed
            case Disputed(partida):
                self.find(partida)
                self.disputes[partida] = said
            case _:
                self._take_in_play(said, said.act)

    def _take_set_up(self, act: Made | Settled | Entered | Scratched | Locked | Unlocked | NamesTaken) -> None:
        if self.locked and not self._is_left_open(act):
            raise TournamentError(Sentence("the tournament is locked (nabo 3)"))
        if isinstance(act, Made | Settled | Locked | Unlocked):
            self.settled = self.number
        match act:
            case Made(given) | Settled(given):
                self._settle({**self.settings, **given})
            case Entered(entry):
                self._enter(entry)
            case Scratched(team):
                self.entries.pop(team, None)
            case Locked():
                fold = self.begun()
                if len(self.entries) < 2:
                    raise TournamentError(Sentence("a tournament needs two teams"))
                self.fold = fold
            case Unlocked():
                self._unlock()
            case NamesTaken():
                self.nameless = True

    def _is_left_open(self, act: object) -> bool:
        """Whether the lock leaves that open (nabo 3): it holds for who plays how, and not for how a team is written."""
        match act:
            case Settled(given):
                return given.keys() <= ALWAYS
            case Entered(entry):
                return entry.id in self.entries
        return isinstance(act, NamesTaken | Unlocked)

    def _enter(self, entry: TeamEntry) -> None:
        if self.fold is not None:
            self.fold.rewrite(entry)
        self.entries[entry.id] = entry
        self.ids[entry.id] = self.number

    def _settle(self, given: Mapping[str, Any]) -> None:
        settings = {name: value for name, value in given.items() if value is not None}
        if not str(settings.get("name", "")).strip():
            raise TournamentError(Sentence("a tournament needs a name"))
        replace(self, settings=settings, entries={}).begun()
        self.settings = settings

    def _unlock(self) -> None:
        if self.tournament.partidak:
            raise TournamentError(Sentence("a round has been drawn: the lock stays (nabo 3)"))
        for team in self.tournament.out:
            self.entries.pop(team, None)
        self.fold, self.left = None, {}

    def reported(self, partida: int) -> int:
        """The number of the act that said last how a partida ended; 0 where none did."""
        reports = self.reports.get(partida)
        return reports[-1].number if reports else 0

    def find(self, partida: int) -> Partida:
        """The partida of that number. TournamentError where there is none."""
        known = self.tournament.partidak.get(partida)
        if known is None:
            raise TournamentError(Sentence("there is no partida {partida}", partida=partida))
        return known

    def _require_team(self, partida: int, team: str) -> None:
        if team not in self.find(partida).pairing.teams:
            raise TournamentError(Sentence("{team} does not play in it", team=team))

    def _unconfirm(self, partida: int, team: str) -> None:
        self._require_team(partida, team)
        known = self.find(partida)
        if not isinstance(known.now, Reported):
            raise TournamentError(Sentence("partida {partida} has no result yet", partida=partida))
        self._locked_fold.add(replace(known.now, waits_for=known.waits_for | {team}))

    def _take_in_hall(self, act: Seated | MantxakTold | ClockSet | Missed, at: str) -> None:
        match act:
            case Seated(tables):
                for partida, table in tables.items():
                    self.find(partida)
                    self._seat(partida, table)
            case MantxakTold(partida, team, mantxak):
                self._require_team(partida, team)
                self.tournament.terms.won(mantxak)
                self.told[partida, team] = mantxak
            case ClockSet(round=number):
                self.clocks[number] = act
            case Missed(partida, team, here):
                self._require_team(partida, team)
                clock = self.clocks.get(self.find(partida).pairing.round)
                passed = clock.passed(datetime.fromisoformat(at)) if clock else 0.0
                self.missed[partida, team] = passed if here else None

    def _take_call(self, act: JudgeCalled | CallAnswered | CallTakenBack | CallLeft, at: str) -> None:
        match act:
            case JudgeCalled(call, table, about, of):
                known = self.calls.get(call) or Call(call, table, about, at)
                self.calls[call] = replace(known, of=(*known.of, *([of] if of else [])))
            case CallAnswered(call):
                self.calls[call] = replace(self.find_call(call), answered=at)
            case CallTakenBack(call):
                self.calls[call] = replace(self.find_call(call), taken_back=at)
            case CallLeft(call, of):
                known = self.find_call(call)
                self.calls[call] = replace(known, left=(*known.left, *of))

    def find_call(self, number: int) -> Call:
        """The call to the judge of that number. TournamentError where there is none."""
        if number not in self.calls:
            raise TournamentError(Sentence("there is no call {number}", number=number))
        return self.calls[number]

    def _seat(self, partida: int, table: int) -> None:
        if (before := self.tables.get(partida)) is not None:
            self.at_table[before] = tuple(one for one in self.at_table[before] if one != partida)
        self.tables[partida] = table
        self.at_table[table] = tuple(sorted((*self.at_table.get(table, ()), partida)))

    def _take_in_play(self, said: Said, act: EngineAct) -> None:
        """An act of the engine's. Suspensions may be said before the lock too."""
        if isinstance(act, Suspended):
            calendar = Calendar(None, self.suspended).suspending(act.player, act.until)
            self.suspended = dict(calendar.suspended)
            if not self.locked:
                return
        self._locked_fold.add(act)
        match act:
            case Reported():
                earlier = self.reports.get(act.pairing.partida, ())
                self.reports[act.pairing.partida] = (*earlier, said)
                self.disputes.pop(act.pairing.partida, None)
                if said.role is Role.PAIR:
                    standing = {str(team) for team in act.pairing.teams} - act.waits_for
                    self.told |= {(act.pairing.partida, team): act.mantxak for team in standing}
            case Confirmed(partida, team):
                self.told[partida, team] = self.find(partida).mantxak
            case Left(team):
                self.left.setdefault(team, max(self.tournament.partidak, default=0))
            case Returned(team):
                self.left.pop(team, None)
            case Replaced() | Succeeded():
                self.left = {team: last for team, last in self.left.items() if team in self.tournament.out}
                before, self.entries = self.entries, dict(self.tournament.teams)
                self.ids |= {id: self.number for id, entry in self.entries.items() if before.get(id) != entry}


_APART: Final[tuple[str, ...]] = ("name", "book", "season", "deck")
"""What of the settings is not in the first line."""
