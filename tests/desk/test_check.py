"""The tournament's file for everybody: the engine alone comes to the desk's places and draws by it."""

from __future__ import annotations

from collections.abc import Sequence

from desk.matching import least_weight
from desk.service import judging, results, setting_up
from engine.strict_json import encode
from engine.tournament import json_lines
from engine.tournament.acts import Drawn, Replaced, Succeeded, Suspended
from engine.tournament.draw import next_round
from engine.tournament.entries import TeamEntry
from engine.tournament.fields import line_of
from engine.tournament.standings import standings
from engine.tournament.state import Tournament
from tests.desk.at_the_desk import AtTheDesk
from tests.desk.hall import COMMITTEE, JUDGE, Hall
from tests.desk.playing import pair

FILE = "/t/1/tournament.jsonl"
GROUPS, KNOCKOUT = {"system": "groups", "groups": 2, "go_on": 3}, {"system": "knockout", "second_bracket": True}
SETTINGS = {"name": "Kopa", "rules": "nabo", "date": "2026-11-22", "stages": [GROUPS, {**KNOCKOUT, "seeded": True}]}
WON = [(40, 3), (40, 3)]


def read(lines: Sequence[str]) -> Tournament:
    """The tournament that the engine reads in the lines, of which it has nothing to say."""
    told: list[str] = []
    tournament, errors = json_lines.read(enumerate(lines, 1), remark=lambda line, what: told.append(f"{line}: {what}"))
    assert (errors, told) == ([], [])
    assert tournament is not None
    return tournament


def test_the_engine_comes_to_the_same_places_and_draws_as_the_desk(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 9, SETTINGS)
    judging.take_out(hall.desk, 1, JUDGE, "T09", "withdrawn", "ill")
    setting_up.unlock(hall.desk, 1, COMMITTEE, "a pair less")
    setting_up.lock(hall.desk, 1, COMMITTEE)
    judging.take_out(hall.desk, 1, JUDGE, "T08", "withdrawn", "ill")
    runner_up = TeamEntry("T10", "J", "Buffalo", ("Maddi", "Enara"))
    judging.about_players(hall.desk, 1, JUDGE, Succeeded("T08", runner_up, "both are ill"))
    for seed in "xy":
        playing.draw(seed)
        for partida in playing.playing():
            number, (one, other) = partida.pairing.partida, map(str, partida.pairing.teams)
            results.report(hall.desk, 1, COMMITTEE, number, WON)
            results.confirm(hall.desk, 1, pair(one), number, WON)
            results.report(hall.desk, 1, pair(one), number, [(3, 40)])  # which takes its word back
            for team in (one, other):
                results.confirm(hall.desk, 1, pair(team), number, WON)
        if seed == "x":
            judging.take_out(hall.desk, 1, JUDGE, "T01", "evicted", "a fight")
            judging.take_out(hall.desk, 1, JUDGE, "T02", "withdrawn", "ill")
            judging.bring_back(hall.desk, 1, JUDGE, "T02", "well again")
    playing.draw("z")
    judging.change(hall.desk, 1, JUDGE, 14, [(3, 40), (3, 40)], "upside down")
    tournament, lines = playing.state.tournament, hall.phone().get(FILE).text.splitlines()
    assert tournament.lots
    assert any(one.past for one in tournament.partidak.values())
    assert any(None in one.pairing.teams for one in tournament.partidak.values())
    found = read(lines)
    assert [row.to_dict() for row in standings(found)] == [row.to_dict() for row in standings(tournament)]
    assert (found.partidak, found.out.keys(), found.lots) == (
        tournament.partidak,
        tournament.out.keys(),
        tournament.lots,
    )
    for seed in "xyz":
        drawn = [number for number, line in enumerate(lines) if f'"drawn": "{seed}"' in line]
        again = [Drawn(one, seed) for one in next_round(read(lines[: drawn[0]]), seed, least_weight)]
        assert [*map(encode, map(line_of, again))] == lines[drawn[0] : drawn[0] + len(again)]


def test_a_round_is_drawn_again_without_the_team_for_which_the_runner_up_came_only_later(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 6, {**SETTINGS, "stages": [{"system": "rounds"}]})
    judging.take_out(hall.desk, 1, JUDGE, "T06", "withdrawn", "ill")
    playing.draw("x")
    for number, name in enumerate("JK", 6):
        team = TeamEntry("", name, "Buffalo", (f"Maddi {name}", f"Enara {name}"))
        judging.succeed(hall.desk, 1, JUDGE, f"T{number:02}", team, "both are ill")
    tournament, lines = playing.state.tournament, hall.phone().get(FILE).text.splitlines()
    drawn = next(number for number, line in enumerate(lines) if '"drawn"' in line)
    again = next_round(read(lines[:drawn]), "x", least_weight)
    assert again == [partida.pairing for partida in tournament.partidak.values()]
    assert (read(lines).teams.keys(), read(lines).out) == (tournament.teams.keys(), {})


def test_the_file_says_nothing_that_is_not_for_everybody(hall: AtTheDesk) -> None:
    setting_up.make(hall.desk, COMMITTEE, SETTINGS)
    assert "The tournament is not locked yet." in hall.phone().get(FILE).text
    playing = Hall(hall.desk, 4, {**SETTINGS, "stages": [{"system": "rounds"}]})
    playing.draw("x")
    before, player = playing.state.entries["T01"], "Uxue Haran"
    coming = Replaced("T01", before.players[0], player, before.club, True, "a cold")
    judging.about_players(hall.desk, 2, JUDGE, coming)
    judging.about_players(hall.desk, 2, JUDGE, Suspended("Peio Soto", "2027-01-01", "a fight"))
    judging.take_out(hall.desk, 2, JUDGE, "T02", "withdrawn", "a funeral")
    judging.void(hall.desk, 2, JUDGE, 1, "marked cards")

    def told(names: Sequence[str]) -> list[str]:
        page = hall.phone().get("/t/2/tournament.jsonl").text
        read(page.splitlines())
        return [name for name in names if name in page]

    names = (
        player,
        before.name,
        "marked cards",
        before.players[0],
        "a cold",
        "Peio Soto",
        "a fight",
        "a funeral",
        "Koldo",
    )
    assert told(names) == [*names[:3]]
    judging.take_names_out(hall.desk, 2, COMMITTEE, "they asked", early=True)
    assert told(names) == []
