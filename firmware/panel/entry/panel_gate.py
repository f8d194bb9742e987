"""The panel's gate: the machine itself may do all, and what others are told who may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.panel.entry.door import Doors, Role, Visitor
from firmware.session.authority import NOT_THE_JUDGE
from web.answers import FORM_BYTES
from web.gate import LOWEST, Endpoint, Gate, Refusals, Refused

_REFUSALS: Final = Refusals(
    stranger=Sentence("Enter the code that the box shows first."),
    elsewhere=Sentence("This is done on the panel's own page."),
    without={
        Role.PLAY: Sentence("Spectators read: the players' code lets you press."),
        Role.JUDGE: NOT_THE_JUDGE,
    },
)


SILENCE: Final = Sentence("In Mus por Equipos only those at the table see what is played: the players' code shows it.")


class PanelGate(Gate[Visitor]):
    """Makes the panel's routes. `refused` answers whoever may not.

    While `is_silent` says so, what is played is for those at the table alone, and spectators are let in nowhere but at
    the outlets, which keep silent by themselves.
    """

    def __init__(self, doors: Doors, refused: Refused, is_silent: Callable[[], bool] = lambda: False) -> None:
        super().__init__(doors, _REFUSALS, refused, Visitor(Role.JUDGE))
        self.doors = doors
        self._is_silent = is_silent

    def route(
        self, path: str, endpoint: Endpoint, role: int = LOWEST, post: bool = False, form_bytes: int = FORM_BYTES
    ) -> Route:
        async def at_the_table(request: Request) -> Response:
            if request.state.visitor.role < Role.PLAY and self._is_silent():
                return self._refused(request, SILENCE, 403)
            return await endpoint(request)

        return super().route(path, at_the_table, role, post, form_bytes)

    def outlet(self, path: str, endpoint: Endpoint) -> Route:
        """A route for everybody who was let in, at all times."""
        return super().route(path, endpoint)
