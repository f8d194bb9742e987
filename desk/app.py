"""The desk's server as an ASGI application."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from desk.api import NEVER_KEPT, Api
from desk.keeping.database import DatabaseError
from desk.metrics import Metrics
from desk.pages.pages import Pages
from desk.service.desk import Desk
from web.gate import Guarded


class DeskApp:
    """What other programs and boxes ask a desk for, and the pages. `stop` is called on the server's own loop."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._metrics = desk, Metrics()
        pages = Pages(desk)
        self.app = Starlette(
            routes=[
                *Api(desk).routes,
                Route("/metrics", self._figures),
                Route("/health", self._health),
                *pages.routes,
            ],
            middleware=[Middleware(self._metrics.around), Middleware(Guarded, names=None)],
            exception_handlers={404: pages.nowhere, DatabaseError: pages.unusable},
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
