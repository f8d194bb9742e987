"""The result of Mus por Equipos over all tables, and what each of them did with the same cards.

    so_far([table.standing for table in tables]).rows              # of the games that all tables are done with
    over_all_tables([table.standing for table in tables]).winner

Nobody at one table learns of another's (mus por equipos 11): a game is closed until every table is done with it, and
then its jugadak, cards, calls and marks are open all at once. There is no result before all games are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.calls import Action
from engine.equipos.jugada import Jugada
from engine.equipos.packs import Packs
from engine.equipos.witness import contradiction
from engine.errors import RecordError, quoted
from engine.match.games import AldiaHistory, Status, Version
from engine.match.standing import Standing
from engine.rounds import Round
from engine.seats import Team
from engine.sentences import Sentence, msgid
from engine.tantos.tally import Why


@dataclass(frozen=True, slots=True)
class Hordagos:
    """Where a jugada's hordago was accepted, and where it was refused: the numbers of the tables."""

    round: Round
    accepted: tuple[int, ...]
    refused: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A jugada at every table, in their order; None where it was put aside unplayed. The one that stands is the last
    of a jugada that was played again."""

    jugada: Jugada
    aldiak: tuple[AldiaHistory | None, ...]

    @property
    def hordagos(self) -> tuple[Hordagos, ...]:
        """The rounds in which a hordago won a game at one of the tables."""
        said = [dict(_hordagos(aldia.now)) if aldia else {} for aldia in self.aldiak]

        def tables(round: Round, accepted: bool) -> tuple[int, ...]:
            return tuple(number for number, at_table in enumerate(said, 1) if at_table.get(round) is accepted)

        rounds = dict.fromkeys(round for at_table in said for round, accepted in at_table.items() if accepted)
        return tuple(Hordagos(round, tables(round, True), tables(round, False)) for round in rounds)


def _hordagos(now: Version) -> Iterator[tuple[Round, bool]]:
    """The rounds of the hordagos that were refused, and of the one that won a game: this is True.

    One that was accepted and is void is neither.
    """
    calls = now.played.calls
    refused = [mark.round for mark in now.marks if mark.why is Why.TIRA]
    won = now.result is not None and now.result.ended_by == "hordago"
    played = (round for round, said in calls.items() if said and round not in now.beyond)
    last = max(played, default=None)
    for round, said in calls.items():
        if any(call.action is Action.HORDAGO for call in said):
            if won and round is last:
                yield round, True
            elif round in refused:
                yield round, False


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match over all tables, as far as it may be known.

    - `sides`: what the two sides are called; `seated`: at each table which of them is which team
    - `won`: the games that each side has won; `games`: by game, who has won it at each table, None where nobody has
    - `rows`: every jugada of these games that was played anywhere
    """

    tables: tuple[Standing, ...]
    sides: tuple[str, str]
    seated: tuple[Mapping[Team, str], ...]
    won: Mapping[str, int]
    games: tuple[tuple[str | None, ...], ...]
    rows: tuple[Row, ...]

    @property
    def over(self) -> bool:
        """Whether all games are played at all tables."""
        return len(self.games) == self.tables[0].length.games

    @property
    def winner(self) -> str | None:
        """The side that has won more games once all are played (mus por equipos 10); None: it is a draw."""
        one, other = self.sides
        if not self.over or self.won[one] == self.won[other]:
            return None
        return one if self.won[one] > self.won[other] else other


def over_all_tables(tables: Sequence[Standing]) -> Outcome:
    """The result of the matches that the tables have played. RecordError names the table and what is wrong."""
    outcome = so_far(tables)
    for number, table in enumerate(tables, 1):
        if not table.over:
            raise RecordError(f"table {number} has not played all its games: no result before (mus por equipos 11)")
    return outcome


def so_far(tables: Sequence[Standing]) -> Outcome:
    """What may be known of a match: the games that all tables are done with. RecordError as of `over_all_tables`."""
    if not tables or len(tables) % 2:
        raise RecordError(f"an even number of tables plays (mus por equipos 2), not {quoted(len(tables))}")
    numbered = list(enumerate(tables, 1))
    # only what says a digest can be held against every other table
    known = next((one for one in numbered if one[1].match.header.packs_sha256), numbered[0])
    headers = [table.match.header for table in tables]
    named = {one.packs for one in headers if one.packs_sha256} or {headers[0].packs}
    for number, table in numbered:
        if wrong := _wrong(table, tables[0]) or _of_other_packs(table, *known, named):
            raise RecordError(f"table {number}: {wrong}")
    seated = tuple(table.match.header.teams for table in tables)
    sides = _sides(seated)
    done = min(map(_done, tables))
    winners = [[_won_by(table, place) for table in tables] for place in range(done)]
    games = tuple(
        tuple(teams[winner] if winner else None for teams, winner in zip(seated, game, strict=True)) for game in winners
    )
    won = Counter(side for game in games for side in game if side)
    rows = tuple(row for row in _rows(tables) if row.jugada.game <= done)
    return Outcome(tuple(tables), sides, seated, {side: won[side] for side in sides}, games, rows)


def against_the_packs(outcome: Outcome, deals: Mapping[Jugada, Packs]) -> Iterator[Sentence]:
    """Which hands that count cannot come from their packs of the `deals` (mus por equipos 8), jugada by jugada."""
    for row in outcome.rows:
        for number, aldia in enumerate(row.aldiak, 1):
            if aldia is None or aldia.now.status is Status.VOID:
                continue
            if what := _not_of_the_packs(row.jugada, aldia.now, deals):
                kind = msgid("table {table}, jugada {jugada}: {what}")
                yield Sentence(kind, table=number, jugada=str(row.jugada), what=what)


def _not_of_the_packs(jugada: Jugada, now: Version, deals: Mapping[Jugada, Packs]) -> Sentence | None:
    if jugada not in deals:
        return Sentence("it is not among the deals")
    held = {seat: [(card,) for card in hand] for seat, hand in now.played.cards.items()}
    return contradiction(deals, jugada, held)


def _done(table: Standing) -> int:
    """With how many games, from the first on, a table is done."""
    if table.over:
        return table.length.games
    return next((place for place, game in enumerate(table.games) if not game.over), len(table.games))


def _won_by(table: Standing, place: int) -> Team | None:
    """Who has won that game, counted from 0; what was not played to its end is theirs whom the judge gave the match."""
    game = table.games[place] if place < len(table.games) else None
    return game.winner if game and (game.winner or game.void) else table.winner


def _wrong(table: Standing, first: Standing) -> str | None:
    """What of a table's match does not belong to those of one match of Mus por Equipos."""
    if table.length.mode != "all":
        return "this is not Mus por Equipos, of which all games are played (mus por equipos 10)"
    if without := next((aldia.entry for aldia in table.aldiak if aldia.now.played.jugada is None), None):
        return f"entry {without} does not say which jugada it is"
    if table.length != first.length or not table.book.is_the_law_of(first.book):
        return "it is by other rules, or of more or fewer games, than table 1"
    if len(set(table.match.header.teams.values())) < len(Team):
        return "the names of the two teams are missing: they say which side each of them is"
    return None


def _of_other_packs(table: Standing, number: int, known: Standing, named: Collection[str | None]) -> str | None:
    """Where a table has other packs than the table of that number; a file that says no digest is known by its name
    alone, which is one of those `named` by tables that say one."""
    header, other = table.match.header, known.match.header
    if header.packs_sha256:
        if header.packs_sha256 != other.packs_sha256:
            return f"its packs are other ones than those of table {number}"
    elif header.packs not in named:
        return f"its packs are of {quoted(header.packs)}, and those of table {number} of {quoted(other.packs)}"
    return None


def _sides(seated: Sequence[Mapping[Team, str]]) -> tuple[str, str]:
    """The two sides' names, that of N-S at the first table first; each is N-S at half of the tables."""
    one, other = seated[0][Team.NS], seated[0][Team.EW]
    for number, teams in enumerate(seated, 1):
        if strange := next((name for name in teams.values() if name not in (one, other)), None):
            raise RecordError(f"table {number}: {quoted(strange)} is neither {quoted(one)} nor {quoted(other)}")
    if sum(teams[Team.NS] == one for teams in seated) * 2 != len(seated):
        raise RecordError(f"{quoted(one)} is not N-S at half of the tables (mus por equipos 3)")
    return one, other


def _rows(tables: Sequence[Standing]) -> Iterator[Row]:
    played = [{aldia.now.played.jugada: aldia for aldia in table.aldiak} for table in tables]
    for jugada in sorted({jugada for at_table in played for jugada in at_table if jugada}):
        yield Row(jugada, tuple(at_table.get(jugada) for at_table in played))
