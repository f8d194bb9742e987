"""The desk's server as an ASGI application."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from desk.api import Api
from desk.equipos import pages as equipos
from desk.keeping.database import DatabaseError
from desk.metrics import Metrics
from desk.pages import committee, entering, judge, public, results, seasons
from desk.pages.papers import minutes
from desk.pages.papers import results as papers
from desk.pages.papers.files import Kept
from desk.pages.site import Site
from desk.service.desk import Desk
from web.answers import NEVER_KEPT, static
from web.door import Tries
from web.gate import Guarded


class DeskApp:
    """What other programs and boxes ask a desk for, and the pages. `stop` is called on the server's own loop.

    `network` says that it listens on the network, so that phones find it at this machine's address.
    """

    def __init__(self, desk: Desk, network: bool = False) -> None:
        self._desk, self._metrics = desk, Metrics()
        site, tries = Site(desk, network), Tries()
        self.app = Starlette(
            routes=[
                *Api(desk, tries).routes,
                Route("/metrics", self._figures),
                Route("/health", self._health),
                *static("web", "base.css", "icon.svg", "around.js", "asking.js", "replicas.css", "replicas.js"),
                *static("desk.pages", "desk.css", "clock.js", "live.js", "wall.js", "files.js", "once.js"),
                *entering.routes(site, tries),
                *papers.routes(site, kept := Kept()),
                *minutes.routes(site, kept),
                *equipos.routes(site, kept),
                *public.routes(site),
                *seasons.routes(site),
                *committee.routes(site),
                *judge.routes(site),
                *results.routes(site),
            ],
            middleware=[Middleware(self._metrics.around), Middleware(Guarded, any_name=True)],
            exception_handlers={404: site.nowhere, DatabaseError: site.unusable},
        )

    def stop(self) -> None:
        """Nothing here keeps the server from closing."""

    async def _figures(self, _: Request) -> Response:
        try:
            return PlainTextResponse(await run_in_threadpool(self._metrics.text, self._desk), headers=NEVER_KEPT)
        except DatabaseError as error:
            return PlainTextResponse(f"{error}\n", 503)

    async def _health(self, _: Request) -> Response:
        try:
            count = len(await run_in_threadpool(self._desk.tournaments))
        except DatabaseError as error:
            return JSONResponse({"alive": False, "error": str(error)}, 503, NEVER_KEPT)
        return JSONResponse({"alive": True, "tournaments": count}, headers=NEVER_KEPT)
