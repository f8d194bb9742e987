"""The seasons, for everybody: the table of the pairs, the players with their ratings, and both as CSV."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import Route

from desk.pages.papers.files import csv_file
from desk.pages.site import Asked, NotThereError, Page, Site
from desk.service.season import Season, Seasons
from engine.sentences import Sentence


def routes(site: Site) -> list[Route]:
    """The routes of these pages."""
    seasons = Seasons(site.desk)

    def season_page(asked: Asked) -> Page:
        """A season; the newest where none is named."""
        found = _asked_for(seasons, asked)
        return Page("season.html", asked.say("Season {season}", season=found.name), "", {"season": found})

    def pairs_csv(asked: Asked) -> Response:
        rows = [
            (one.place, one.name, one.club, one.record.tournaments, *one.record.worth, one.record.lost)
            for one in _asked_for(seasons, asked).pairs
        ]
        heads = ("place", "pair", "club", "tournaments", "partidak", "mantxak", "lost_tantos", "lost")
        return csv_file(heads, rows, "pairs.csv")

    def players_csv(asked: Asked) -> Response:
        rows = [
            (place, one.name, one.club, round(one.rating.value, 2) if one.rating else "", one.record.tournaments,
             one.record.partidak, one.record.lost, asked.say.whole(one.rating.why) if one.rating else "")
            for place, one in enumerate(_asked_for(seasons, asked).players, 1)
        ]  # fmt: skip
        return csv_file(
            ("place", "player", "club", "rating", "tournaments", "partidak", "lost", "why"), rows, "players.csv"
        )

    return [
        site.public("/season", season_page),
        site.public("/season/pairs.csv", pairs_csv),
        site.public("/season/players.csv", players_csv),
    ]


def _asked_for(seasons: Seasons, asked: Asked) -> Season:
    name = asked.given("name")
    try:
        return seasons.season(name)
    except LookupError:
        raise NotThereError(Sentence("there is no season {season}", season=name[:40])) from None
