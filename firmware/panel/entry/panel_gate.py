"""The panel's gate: the machine itself may do all, and what others are told who may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.devices.cameras.camera import CameraError
from firmware.outlets.told import is_silent
from firmware.panel.answers import RefusedError, done, whole
from firmware.panel.entry.door import Doors, Role, Visitor
from firmware.panel.page import Asked, Page, entrance
from firmware.session.authority import NOT_THE_JUDGE
from firmware.table.appliance import Appliance
from firmware.table.doing import Answer
from firmware.table.snapshot import Snapshot
from firmware.voice.settings import VoiceSettingsError
from web.answers import FORM_BYTES, NEVER_KEPT, Fields, fields, refused
from web.gate import LOWEST, Endpoint, Gate, Refusals
from words.names import NameRefusedError

STRANGER: Final = Sentence("Enter the code that the box shows first.")
_REFUSALS: Final = Refusals(
    stranger=STRANGER,
    elsewhere=Sentence("This is done on the panel's own page."),
    without={
        Role.PLAY: Sentence("Spectators read: the players' code lets you press."),
        Role.JUDGE: NOT_THE_JUDGE,
    },
)


SILENCE: Final = Sentence("In Mus por Equipos only those at the table see what is played: the players' code shows it.")


class PanelGate(Gate[Visitor]):
    """Makes the panel's routes, and knows what each visitor may see.

    While other tables may still get the cards, what is played is for those at the table alone, and spectators are let
    in nowhere but at the outlets, which keep silent by themselves.
    """

    def __init__(self, appliance: Appliance, doors: Doors) -> None:
        super().__init__(doors, _REFUSALS, self.refuse, Visitor(Role.JUDGE))
        self.appliance, self.doors = appliance, doors

    def asked(self, request: Request) -> Asked:
        """What a page is made for that somebody asks for who was let in."""
        visitor: Visitor = request.state.visitor
        return Asked(self.seen(visitor), visitor, self.doors.token(visitor))

    def seen(self, visitor: Visitor) -> Snapshot:
        """The table as this visitor may see it: how phones are let in is shown to the judge alone."""
        snapshot = self.appliance.snapshot()
        return snapshot if visitor.role >= Role.JUDGE else snapshot.public

    def refuse(self, request: Request, sentence: Sentence, status: int) -> Response:
        """Why nothing was done, for whoever may know no more of the table; on a page another code can be entered."""
        say = self.appliance.snapshot().say
        if is_page(request):
            return HTMLResponse(entrance(say, say.whole(sentence)), status, NEVER_KEPT)
        return refused(sentence, say, status)

    def shuts_out(self, visitor: Visitor) -> bool:
        """Whether nothing of what is played is for them now."""
        return visitor.role < Role.PLAY and is_silent(self.appliance.snapshot().state)

    def route(
        self, path: str, endpoint: Endpoint, role: int = LOWEST, post: bool = False, form_bytes: int = FORM_BYTES
    ) -> Route:
        async def at_the_table(request: Request) -> Response:
            if self.shuts_out(request.state.visitor):
                return self.refuse(request, SILENCE, 403)
            return await endpoint(request)

        return super().route(path, at_the_table, role, post, form_bytes)

    def outlet(self, path: str, endpoint: Endpoint) -> Route:
        """A route for everybody who was let in, at all times."""
        return super().route(path, endpoint)

    def page(self, path: str, made: Callable[[Asked], Page], role: int = LOWEST) -> Route:
        """A route to a page, which is made off the server's own loop."""

        async def answer(request: Request) -> Response:
            asked = self.asked(request)
            return await run_in_threadpool(lambda: whole(asked, made(asked)))

        return self.route(path, answer, role)

    def act(self, path: str, does: Callable[[Asked, Fields], Answer | Response], role: int = Role.PLAY) -> Route:
        """A route on which something changes, off the server's own loop, by the fields that were sent."""

        async def answer(request: Request) -> Response:
            asked, sent = self.asked(request), await fields(request)
            return await run_in_threadpool(lambda: _done(does, asked, sent))

        return self.route(path, answer, role, post=True)


def is_page(request: Request) -> bool:
    """Whether somebody who looks at a browser's window is answered, and no program or page."""
    return request.method == "GET" and not request.url.path.startswith("/api/")


def _done(does: Callable[[Asked, Fields], Answer | Response], asked: Asked, sent: Fields) -> Response:
    try:
        came = does(asked, sent)
    except (RefusedError, CameraError, NameRefusedError, VoiceSettingsError) as error:
        came = Answer(False, Sentence.of(error))
    return came if isinstance(came, Response) else done(came, asked.say)
