"""A desk's figures in the form that Prometheus reads."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desk.service.desk import Desk
from desk.service.results import is_confirmed
from desk.state import State

_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """Counts what is asked for, and how long the answers take; an ASGI middleware."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: Counter[tuple[str, int]] = Counter()
        self._within = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    def around(self, app: ASGIApp) -> ASGIApp:
        """The application, watched."""

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            began, status = time.perf_counter(), 500

            async def sent(message: Message) -> None:
                nonlocal status
                status = message.get("status", status)
                await send(message)

            try:
                await app(scope, receive, sent)
            finally:
                self._count(scope["path"], status, time.perf_counter() - began)

        return watched

    def _count(self, path: str, status: int, seconds: float) -> None:
        box = path == "/api/box/events"
        with self._lock:
            self._answers["box" if box else "page", status] += 1
            if box:
                self._within[sum(seconds > bound for bound in _BOUNDS)] += 1
                self._seconds += seconds

    def text(self, desk: Desk) -> str:
        """All figures, those of the tournaments as they stand now."""
        return "\n".join([*self._answered(), *_tournaments(desk), ""])

    def _answered(self) -> Iterator[str]:
        with self._lock:
            answers, within, seconds = dict(self._answers), list(self._within), self._seconds
        yield "# TYPE hamarreko_answers_total counter"
        for (kind, status), count in sorted(answers.items()):
            yield f'hamarreko_answers_total{{kind="{kind}",status="{status}"}} {count}'
        yield "# TYPE hamarreko_box_seconds histogram"
        for bound, total in zip((*_BOUNDS, "+Inf"), accumulate(within), strict=True):
            yield f'hamarreko_box_seconds_bucket{{le="{bound}"}} {total}'
        yield f"hamarreko_box_seconds_sum {seconds:.6f}"
        yield f"hamarreko_box_seconds_count {sum(within)}"


def _tournaments(desk: Desk) -> Iterator[str]:
    states = desk.states()
    for name, figure in _FIGURES.items():
        yield f"# TYPE hamarreko_{name} gauge"
        for number, state in states.items():
            yield f'hamarreko_{name}{{tournament="{number}"}} {figure(state)}'


def _partidak(state: State, wanted: Callable[[Any], bool]) -> int:
    return sum(map(wanted, state.tournament.partidak.values())) if state.locked else 0


_FIGURES: Final[dict[str, Callable[[State], int]]] = {
    "acts": lambda state: state.number,
    "teams": lambda state: len(state.entries),
    "partidak_drawn": lambda state: _partidak(state, lambda _: True),
    "partidak_confirmed": lambda state: _partidak(state, is_confirmed),
    "partidak_waiting": lambda state: _partidak(state, lambda partida: bool(partida.waits_for)),
    "partidak_disputed": lambda state: len(state.disputes),
    "judge_calls_open": lambda state: sum(call.waits for call in state.calls.values()),
}
