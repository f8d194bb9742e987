"""Which readings are in dispute: those of hands about which somebody had to decide. Their pictures stay."""

from __future__ import annotations

from typing import Final

from firmware.session.corrections import plays
from firmware.session.events import (
    AnnouncementTold,
    CardSettled,
    CorrectionProposed,
    EntryBegun,
    Event,
    FaultMended,
    JudgeActed,
    KartaAldiaVoided,
    ReadingConfirmed,
    RoundStruck,
)
from firmware.session.state import Phase, State

_BY_HAND: Final = (
    CardSettled,
    ReadingConfirmed,
    EntryBegun,
    RoundStruck,
    AnnouncementTold,
    FaultMended,
    KartaAldiaVoided,
)
"""The players decided something about what was read."""


def disputed(event: Event, before: State | None, after: State) -> int | None:
    """The reading that an event puts in dispute, by the number of its own event; None for none."""
    if isinstance(event, _BY_HAND):
        return before.laid.number if before and before.laid else None
    if isinstance(event, CorrectionProposed | JudgeActed):
        return _questioned(event, after) if after.noted else None
    unclear = getattr(event, "record", None) is not None and after.phase in (Phase.CONFLICT, Phase.JUDGE)
    return after.laid.number if unclear and after.laid else None


def _questioned(event: CorrectionProposed | JudgeActed, state: State) -> int | None:
    """The reading of the hand that somebody questions; of the last one where it is not said which."""
    of = event.of if isinstance(event, CorrectionProposed) else event.act.get("of")
    numbers = plays(state.match)
    return state.noted[numbers.index(of) if of in numbers else -1].reading
