"""Which readings the hands were marked by, and which of those are in dispute, told by the events."""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from firmware.session.events import (
    AnnouncementTold,
    CardSettled,
    CardsRead,
    Event,
    KartaAldiaStarted,
    KartaAldiaVoided,
    MatchStarted,
    ReadingConfirmed,
    RoundStruck,
    TimePassed,
    Undone,
)

_BY_HAND: Final = (CardSettled, ReadingConfirmed, RoundStruck, AnnouncementTold, KartaAldiaVoided)
"""The players decided something about what was read."""
_NOT_READ: Final = (MatchStarted, KartaAldiaStarted, KartaAldiaVoided)
"""Fresh cards are dealt."""
_EVENTS_BACK: Final = 1000
"""More than the two karta aldiak that can be taken back have."""
_HANDS_BACK: Final = 1000
"""More hands than any match has."""


class Reading(NamedTuple):
    """A reading: its event's number, and the width of the picture that its corners are in, where that was kept."""

    number: int
    width: float | None


class Disputes:
    """Which readings are in dispute, told by the events one after the other."""

    def __init__(self) -> None:
        self._readings: deque[Reading | None] = deque([None], _EVENTS_BACK)
        self._of_hand: dict[int, int] = {}
        """The reading's number by the hand's id, of this match's hands and of some before: it may be taken back."""

    @property
    def reading(self) -> Reading | None:
        """The reading that stands after the last event; None where the cards in hand were not read."""
        return self._readings[-1]

    def reading_of(self, hand: int) -> int | None:
        """The number of the reading that a hand was marked by, the hand by its record's id.

        For a correction or a judge's act, which may come hands later.
        """
        return self._of_hand.get(hand)

    @property
    def readings(self) -> dict[int, int]:
        """The number of the reading by the id of each hand that was marked by one."""
        return dict(self._of_hand)

    def after(self, number: int, event: Event) -> int | None:
        """The number of the reading that this event, itself number `number`, puts in dispute; None for none."""
        if isinstance(event, Undone):
            if len(self._readings) > 1:
                self._readings.pop()
            return None
        if isinstance(event, TimePassed):  # it is never taken back
            return None
        was, showdown = self.reading, getattr(event, "showdown", None)
        if isinstance(event, CardsRead):
            self._readings.append(Reading(number, event.width))
        else:
            self._readings.append(None if isinstance(event, _NOT_READ) else was)
        if showdown is not None and self.reading is not None:
            self._of_hand[showdown.record["id"]] = self.reading.number
            for old in list(self._of_hand)[:-_HANDS_BACK]:
                del self._of_hand[old]
        judged = showdown is not None and showdown.result is not None and showdown.result["judge"] is not None
        unclear = showdown is not None and showdown.error is not None
        disputed = was if isinstance(event, _BY_HAND) else self.reading if judged or unclear else None
        return disputed and disputed.number
