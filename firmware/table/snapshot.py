"""What there is to see at one moment: on the display, on the page, and in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol
from zlib import crc32

from PIL import Image

from firmware.keeping.taking_up import Hole
from firmware.panel.entry.door import Invitation
from firmware.screens import render
from firmware.screens.menu import languages, spoken_languages
from firmware.screens.phones import phones, spoken_phones
from firmware.screens.spoken import spoken
from firmware.screens.trouble import Trouble, trouble
from firmware.session.buttons import Button
from firmware.session.choices.menu import invites
from firmware.session.deciding import Thinking
from firmware.session.fold import Session
from firmware.session.state import State
from firmware.session.view import View
from words.text import Speech


class Guest(Protocol):
    """Something that is shown and is pressed instead of the match, which waits. All of it answers at once."""

    def press(self, button: Button, held: bool = False, box: bool = True) -> None:
        """A button was pressed, or the one pressed before is `held`; `box` says that it was one of the box's own."""
        ...

    def image(self, say: Speech) -> Image.Image:
        """What the display shows: a picture of mode "1"."""
        ...

    def spoken(self, say: Speech) -> str:
        """The same in words."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """What there is to see: the session, how it is looked at, and a number that changes with either.

    Each equals itself alone: what is made of one is kept for all who look.

    `say` has the table's language. `last_event` is the number of the last event that changed what can be done.
    `proposed` is the language under the cursor while it is asked for. `cutout` is the picture of the card in doubt.
    `troubles` are the box's own, and `trouble` is the one that the display tells of until somebody has read it.
    `invitation` is what the display lets a phone in with, while it does; `closed` says that none is let in at all.
    `guest` has the display instead of the match.
    """

    session: Session
    view: View
    version: int
    say: Speech
    last_event: int = 0
    proposed: str | None = None
    cutout: Image.Image | None = None
    troubles: tuple[Trouble, ...] = ()
    trouble: Trouble | None = None
    invitation: Invitation | None = None
    closed: bool = False
    guest: Guest | None = None
    thinking: Thinking | None = None
    holes: tuple[Hole, ...] = ()

    @property
    def public(self) -> Snapshot:
        """The same for those who may not see how phones are let in."""
        path = self.view.path
        return replace(self, view=replace(self.view, path=path[:2]), invitation=None) if invites(path) else self

    @property
    def moment(self) -> str:
        """Another word whenever a press may mean something else, and the same one after a power cut.

        The time and what is read out, which change by themselves, have no part in it. A trouble has: OK has read it.
        """
        page = 0 if self.view.hand is None else self.view.page
        view = replace(self.public.view, notice=None, page=page, step=None, clock=False, busy=False)
        first = (self.proposed, self.trouble, self.guest is None)
        return f"{crc32(repr((self.last_event, view, first)).encode()):08x}"

    @property
    def state(self) -> State:
        """The session's state."""
        return self.session.now

    def display(self) -> Image.Image:
        """What the display shows: a picture of mode "1"."""
        say = self.say.short
        if self.proposed:
            return languages(self.proposed)
        if self.guest:
            return self.guest.image(say)
        if self.trouble:
            return trouble(self.trouble, say)
        if invites(self.view.path) and not self.view.notice:
            return phones(self.view.path[-1], self.invitation, say, self.closed)
        return render(self.state, self.view, say, self.cutout, self.thinking)

    def spoken(self) -> str:
        """The same in words."""
        if self.proposed:
            return spoken_languages(self.proposed)
        if self.guest:
            return self.guest.spoken(self.say)
        if self.trouble:
            return self.say(self.trouble.text)
        if invites(self.view.path) and not self.view.notice:
            return spoken_phones(self.view.path[-1], self.invitation, self.say, self.closed)
        return spoken(self.state, self.view, self.say, self.thinking)
