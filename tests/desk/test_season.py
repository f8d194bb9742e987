"""A season: several tournaments in one database, what pairs and players have done in them, and their ratings."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

import pytest

from desk.service import Desk, judging, setting_up
from desk.service.season import Season, Seasons
from engine.tournament.entries import TeamEntry
from tests.desk.at_the_desk import AtTheDesk, words
from tests.desk.playing import ANE, JUDGE, SETTINGS, reported, teams, to_play
from words.text import LANGUAGES

STRONG, FIRM, WEAK, FEEBLE = ("Ane", "Jon"), ("Miren", "Iker"), ("Koldo", "Nerea"), ("Peru", "Leire")


def evening(desk: Desk, day: str, pairs: Sequence[tuple[str, str]], rounds: int = 3, **settings: str) -> int:
    """A tournament in which whoever is named first beats all behind."""
    tournament = setting_up.make(desk, ANE, {**SETTINGS, "name": f"Evening of {day}", "date": day, **settings})
    entries = [TeamEntry(f"T{n:02}", f"Team {n} of {day}", "Club", players) for n, players in enumerate(pairs, 1)]
    setting_up.enter(desk, tournament, ANE, entries)
    setting_up.lock(desk, tournament, ANE)
    for round in range(rounds):
        state = setting_up.draw(desk, tournament, ANE, f"round {round}")
        for partida in to_play(state):
            first, second = (str(team) for team in state.tournament.partidak[partida].pairing.teams)
            reported(desk, tournament, partida, [(40, 20), (40, 10)] if first < second else [(20, 40), (10, 40)])
    return tournament


def test_pairs_and_players_are_followed_through_the_tournaments(hall: AtTheDesk) -> None:
    evening(hall.desk, "2026-10-01", [STRONG, FIRM, WEAK, FEEBLE])
    evening(hall.desk, "2026-11-01", [("jon ", "ANE"), WEAK, ("Miren", "Leire"), ("Peru", "Iker")])
    seasons = Seasons(hall.desk)
    season = seasons.season("2026")
    best = season.pairs[0]
    assert (best.place, best.record.tournaments, best.record.worth) == (1, 2, (6, 12, 0))
    assert {one.name for one in season.pairs} >= {"Miren & Iker", "Miren & Leire"}
    records = {one.name.strip().casefold(): one for one in season.players}
    assert (records["miren"].record.partidak, records["miren"].record.tournaments) == (2 + 1, 2)
    assert [one.name.strip().casefold() for one in season.players[:2]] == ["ane", "jon"]
    assert seasons.season("2026").pairs is season.pairs, "it is counted once"
    evening(hall.desk, "2026-12-01", [STRONG, FIRM], rounds=1)
    assert seasons.season("2026").pairs[0].record.tournaments == 3


def test_what_both_have_lost_by_lateness_rates_nobody(hall: AtTheDesk) -> None:
    tournament = setting_up.make(hall.desk, ANE, {**SETTINGS, "rules": "federacion", "date": "2026-10-01"})
    setting_up.enter(hall.desk, tournament, ANE, teams(4))
    setting_up.lock(hall.desk, tournament, ANE)
    setting_up.draw(hall.desk, tournament, ANE, "x")
    judging.lost_by_both(hall.desk, tournament, JUDGE, 1, "nobody came")
    reported(hall.desk, tournament, 2, [(40, 3), (40, 1)])
    season = Seasons(hall.desk).season("2026")
    assert sorted(one.rating.played if one.rating else 0 for one in season.players) == [0] * 4 + [1] * 4
    assert sum(one.record.partidak for one in season.pairs) == 1


def test_a_rating_follows_from_who_was_beaten_and_says_so(hall: AtTheDesk) -> None:
    evening(hall.desk, "2026-10-01", [STRONG, FIRM, WEAK, FEEBLE])
    ratings = {one.name: one.rating for one in Seasons(hall.desk).season("2026").players}
    values = [ratings[pair[0]] for pair in (STRONG, FIRM, WEAK, FEEBLE)]
    assert all(values)
    shown = [one.value for one in values if one]
    assert shown == sorted(shown, reverse=True)
    best = ratings["Ane"]
    assert best is not None
    assert (best.played, best.won) == (3, 3)
    assert best.value == pytest.approx(best.estimate - 3 * best.off)
    assert "3 of 3 partidak won" in best.why
    assert f"{best.value:.1f}: estimated at {best.estimate:.1f}" in best.why


def test_seasons_are_told_apart_and_what_does_not_count_is_left_out(hall: AtTheDesk) -> None:
    evening(hall.desk, "2026-10-01", [STRONG, FIRM, WEAK, FEEBLE], season="2026/27")
    evening(hall.desk, "2025-10-01", [STRONG, FIRM, WEAK, FEEBLE])
    seasons = Seasons(hall.desk)
    assert (seasons.season().name, seasons.season().others) == ("2026/27", ["2025"])
    judging.take_out(hall.desk, 1, ANE, "T01", "withdrawn", "went home")
    season = seasons.season("2026/27")
    assert "Ane & Jon" not in [one.name for one in season.pairs]
    assert "Ane" not in [one.name for one in season.players]
    judging.take_names_out(hall.desk, 2, ANE, "the law", early=True)
    season = seasons.season("2025")
    assert season == Season("2025", season.tournaments, [], [], ["2026/27"])


def test_the_page_and_its_files_are_for_everybody_in_every_language(hall: AtTheDesk) -> None:
    assert hall.phone().get("/season").status_code == 404
    evening(hall.desk, "2026-10-01", [STRONG, FIRM, WEAK, FEEBLE], season="2026/27")
    said = {words(hall.phone(language=language).get("/season")) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all("2026/27" in page and "Ane & Jon" in page for page in said)
    visitor = hall.phone()
    assert "/season?name=2026/27" in visitor.get("/t/1").text
    assert "/season" in visitor.get("/").text
    shown = [re.findall(r"\d+([.,])\d", words(hall.phone(language=language).get("/season"))) for language in LANGUAGES]
    assert [set(points) for points in shown] == [{"." if language == "en" else ","} for language in LANGUAGES]
    assert visitor.get("/season?name=1999").status_code == 404
    pairs = rows(visitor.get("/season/pairs.csv?name=2026/27").text)
    assert pairs[0]["pair"] == "Ane & Jon"
    assert (pairs[0]["partidak"], pairs[0]["mantxak"], pairs[0]["lost"]) == ("3", "6", "0")
    players = rows(visitor.get("/season/players.csv").text)
    assert players[0]["player"] == "Ane"
    assert "partidak won" in players[0]["why"]
    ratings = [float(player["rating"]) for player in players]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[-1] < 0  # a number, also where it begins with what a formula may begin with


def rows(text: str) -> list[dict[str, str]]:
    """The lines of a CSV file."""
    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))


def test_the_committee_names_the_season(hall: AtTheDesk) -> None:
    setting_up.make(hall.desk, ANE, SETTINGS)
    committee, at = hall.committee(), "/t/1/desk/settings"
    fields = {"name": "Txapelketa", "rules": "nabo", "date": "2026-10-01", "season": "2026/27", "system1": "rounds"}
    committee.post(at, fields, at)
    assert hall.desk.state(1).settings["season"] == "2026/27"
    assert 'value="2026/27"' in committee.get(at).text
    setting_up.enter(hall.desk, 1, ANE, teams(4))
    setting_up.lock(hall.desk, 1, ANE)
    committee.post(at, {"name": "Txapelketa", "season": "2027"}, at)
    assert hall.desk.state(1).settings["season"] == "2027", "the lock (nabo 3) is none of the season's business"
