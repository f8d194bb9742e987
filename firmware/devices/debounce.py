"""Debouncing by state: what a contact says counts once it has said so without a break for long enough."""

from __future__ import annotations

PRESS = 0.004
"""Seconds that a contact stays closed before that is a press: noise is shorter than 2 ms, and edges may come late."""

RELEASE = 0.015
"""Seconds that it stays open before that is a release: a contact chatters for up to 10 ms."""


class Contact:
    """One button's contact. Times are seconds of any one clock that does not go back.

    `down` is the debounced state, `since` the time at which the contact took it.
    """

    __slots__ = ("_closed", "_turned", "down", "since")

    def __init__(self, closed: bool, now: float) -> None:
        """A contact that is closed from the start counts as held: only a press makes it one."""
        self._closed, self._turned = closed, now
        self.down, self.since = closed, now

    @property
    def settled(self) -> bool:
        """Whether the contact says what its debounced state is."""
        return self._closed is self.down

    def edge(self, closed: bool, at: float) -> bool:
        """The contact closed or opened at this time; True where what it was until then completed a press."""
        pressed = self._settle(at)
        self._turn(closed, at)
        return pressed

    def sampled(self, closed: bool, now: float) -> bool:
        """The contact is closed or open now; True where that completes a press.

        A contact found changed has changed now: for how long it had been as it was before, nobody knows.
        """
        self._turn(closed, now)
        return self._settle(now)

    def _turn(self, closed: bool, at: float) -> None:
        if closed is not self._closed:
            self._closed, self._turned = closed, at

    def _settle(self, now: float) -> bool:
        if self.settled or now - self._turned < (PRESS if self._closed else RELEASE):
            return False
        self.down, self.since = self._closed, self._turned
        return self.down
