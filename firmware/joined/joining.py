"""A box's way to desks: it goes on where it was, joins by a code, and says why it cannot."""

from __future__ import annotations

import contextlib
import functools
import re
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from ssl import SSLCertVerificationError
from typing import Any, Final

from engine.sentences import Sentence
from firmware.decks.kept import deck_file
from firmware.devices.cameras.camera import CameraError
from firmware.joined.at_table import SHUT_OUT, AtTable
from firmware.joined.membership import Membership, keep, kept
from firmware.joined.sender import Sender
from firmware.joined.wire import RefusedError, UnreachableError, Wire
from firmware.session.at_desk import NOWHERE_TOLD
from firmware.session.events import DeskJoined
from firmware.session.press import Wish
from firmware.session.view import LIVE
from firmware.table.appliance import Appliance
from firmware.table.doing import Answer
from vision.enrolled.deck import DeckError

_ASKING: Final = Sentence("Asking the desk…")
LOOKING: Final = Sentence("Hold the table's QR code from the desk under the camera.")
_PATIENCE: Final = 30.0
"""Seconds in which somebody holds it there."""
_TICKET: Final = re.compile(r"(?P<address>https?://\S+)/i/(?P<code>[0-9]{12})", re.IGNORECASE)
"""What the code says that the desk prints for a table."""
_NOT_LET_IN, _TOO_MANY = (401, 403), 429
"""How a desk refuses a code or a key, and whoever has tried too many."""
_OUT_OF_ITS_TIME: Final = (9, 10)
"""OpenSSL's codes of a certificate that is not valid yet, or no longer: there a wrong clock may be why."""
_SILENT: Final = Sentence("The desk does not answer: is the network there, and its address right?")
_LATER: Final = Sentence("The desk does not answer now: what is played is sent later.")
_NO_SUCH_CODE: Final = Sentence("The desk knows no such code.")


class Joining:
    """Where a box is, and how it comes to a desk. `close` stops what is sent.

    `address` is the desk's that was last named, by whoever started the box or on its page; None where nobody has.
    """

    def __init__(
        self, appliance: Appliance, data: Path, address: str | None, wire: Callable[[str], Wire] = Wire
    ) -> None:
        self._appliance, self._data, self._wire = appliance, data, wire
        appliance.beside[Wish.JOIN] = self.ask
        member = kept(data)
        self.address = address or (member.address if member else None)
        self._sender: Sender | None = None
        self._end: Callable[[], object] | None = None
        self._one = threading.Lock()

    @property
    def trouble(self) -> Sentence | None:
        """Why the desk does not hear this box; None while it does, or where there is none to hear it."""
        error = self._sender.trouble if self._sender else None
        return _why(error, _LATER, SHUT_OUT) if error else None

    def go_on(self, words: Mapping[str, Any]) -> None:
        """Send again from where the box was, or join with these words; without either it is at no desk."""
        member = kept(self._data)
        address = member.address if member and not words else self.address
        if address and (words or member):
            self._start(*self._made(address, words))
        elif self._appliance.table.state.desk.table is not None:
            self._appliance.happen(DeskJoined(None))

    def ask(self, code: str | None) -> Answer:
        """Join the desk that was named before by this code, or without one that whose QR code is held under the camera.

        What came of it is shown. Waits for nobody.
        """
        address = self.address
        if code is None:
            return self._aside(LOOKING, self._join_by_qr_code)
        if address is None:
            why = Sentence("Nobody has named the desk's address: do it on the page, under Set-up, Desk.")
            self._appliance.presenter.refuse(why)
            return Answer(False, why)
        return self._aside(_ASKING, lambda: self.join(address, code).sentence)

    def _aside(self, meanwhile: Sentence, work: Callable[[], Sentence | None]) -> Answer:
        """Work that nobody waits for: the display says something meanwhile, and then what came of it."""

        def told() -> None:
            if what := work():
                self._appliance.presenter.tell(what, meanwhile)

        self._appliance.presenter.look(replace(LIVE, notice=meanwhile))
        threading.Thread(target=told, name="joining", daemon=True).start()
        return Answer(True)

    def _join_by_qr_code(self) -> Sentence | None:
        """Look for one while the display says so, and not for ever."""
        end = time.monotonic() + _PATIENCE
        while self._appliance.presenter.tell_on(LOOKING):
            try:
                text = self._appliance.desk.qr_text()
            except CameraError as error:
                return Sentence.of(error)
            if found := _TICKET.fullmatch(text or ""):
                return self.join(found["address"].lower(), found["code"]).sentence
            if time.monotonic() > end:
                return Sentence("The camera has seen no QR code of a table at a desk.")
        return None

    def join(self, address: str, code: str) -> Answer:
        """Join a desk by a table's code, and say what came of it. Waits for the desk; where it refuses, all stays."""
        no_desk = Sentence("{what} is no desk's address, such as {such}", what=address, such=_SUCH)
        with self._one:
            try:
                sender, box = self._made(address, {"code": code})
            except ValueError:
                return Answer(False, no_desk)
            self.close()
            try:
                sender.exchange()
            except (OSError, LookupError, TypeError, ValueError) as error:
                self.go_on({})
                refused = isinstance(error, RefusedError | OSError)
                return Answer(False, _why(error, _SILENT, _NO_SUCH_CODE) if refused else no_desk)
            self.address = address
            self._start(sender, box)
            return Answer(True, Sentence("This table is number {table} at the desk.", table=box.number))

    def offer(self, deck: str) -> Answer:
        """Offer a learned deck to all tables of the tournament, whose committee chooses. Waits for the desk."""
        member = kept(self._data)
        if member is None:
            return Answer(False, NOWHERE_TOLD)
        try:
            file = b64encode(deck_file(deck, self._data)).decode()
        except (OSError, DeckError) as error:
            return Answer(False, Sentence.of(error))
        wire = self._wire(member.address)
        try:
            wire.post("/api/box/deck/offer", {"name": deck, "file": file}, member.key)
        except (UnreachableError, RefusedError) as error:
            return Answer(False, _why(error, _SILENT, SHUT_OUT))
        finally:
            wire.close()
        return Answer(True, Sentence("The committee can choose {deck} for all tables now.", deck=deck))

    def close(self) -> None:
        """Stop sending; what is not sent goes later."""
        if self._end:
            self._end()
        if self._sender:
            self._sender.close()
        self._sender = self._end = None

    def _made(self, address: str, words: Mapping[str, Any]) -> tuple[Sender, AtTable]:
        member = self._member()
        box, wire = AtTable(self._appliance, member), self._wire(address)
        return Sender(wire, box, member, words, functools.partial(keep, self._data)), box

    def _member(self) -> Membership | None:
        """How the box has joined; where its journal has lost events since, the desk counts from its end on."""
        member, events = kept(self._data), self._appliance.table.events
        if member and member.base > events:
            member = replace(member, base=events, since=min(member.since, events))
            with contextlib.suppress(OSError):  # the disk takes nothing else either
                keep(self._data, member)
        return member

    def _start(self, sender: Sender, box: AtTable) -> None:
        self._sender, self._end = sender, self._appliance.presenter.watch(box.watcher(sender.soon))
        sender.start()


_SUCH: Final = "http://192.168.1.20:8050"


def _why(error: Exception, silent: Sentence, not_let_in: Sentence) -> Sentence:
    """Why a desk does not hear this box: `silent` where it does not answer, `not_let_in` where it refuses its key."""
    if isinstance(cause := error.__cause__, SSLCertVerificationError):
        why = cause.verify_message.rstrip(".")
        if cause.verify_code in _OUT_OF_ITS_TIME:
            return Sentence("The desk's certificate is not accepted ({why}): is the box's clock right?", why=why)
        return Sentence("The desk's certificate is not accepted ({why}).", why=why)
    if isinstance(error, RefusedError):
        if error.status in _NOT_LET_IN:
            return not_let_in
        if error.status == _TOO_MANY:
            return Sentence("Too many codes were wrong: wait a while.")
        return Sentence.of(error)
    if isinstance(error, OSError) and not isinstance(error, UnreachableError):
        return Sentence("the disk takes nothing ({why})", why=error.strerror or Sentence.of(error))
    return silent
