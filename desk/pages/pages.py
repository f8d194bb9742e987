"""All pages of a desk."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from desk.equipos import pages as equipos
from desk.keeping.database import DatabaseError
from desk.pages import committee, judge, papers, public, results, seasons
from desk.pages.entering import Entering
from desk.pages.site import Site
from desk.service.desk import Desk
from web import replicas
from web.answers import static


class Pages:
    """The pages of one desk: their routes, and what answers where there is none."""

    def __init__(self, desk: Desk) -> None:
        self._site = site = Site(desk)
        self.routes: list[Route] = [
            *static("web", "base.css", "icon.svg", *replicas.STATIC),
            *static("desk.pages", "desk.css", "live.js", "wall.js", "files.js"),
            *Entering(site).routes,
            *papers.routes(site, kept := papers.Kept()),
            *equipos.routes(site, kept),
            *public.routes(site),
            *seasons.routes(site),
            *committee.routes(site),
            *judge.routes(site),
            *results.routes(site),
        ]

    def nowhere(self, request: Request, _: Exception) -> Response:
        """There is no such page."""
        return self._site.nowhere(request)

    def unusable(self, request: Request, error: Exception) -> Response:
        """The database cannot be had."""
        assert isinstance(error, DatabaseError)
        return self._site.unusable(request, error)
