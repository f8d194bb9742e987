"""Tantos as they lie on the table: five of them are a hamarreko."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.errors import MusError, quoted

SIZE: Final = 5
"""Tantos of one hamarreko."""


class Count(NamedTuple):
    """A score as it is kept: whole `hamarrekoak`, and loose `tantos` (0 to 4) beside them."""

    hamarrekoak: int
    tantos: int


def count(tantos: int) -> Count:
    """A score in tantos, counted: 33 tantos are 6 hamarrekoak and 3. MusError below 0."""
    if tantos < 0:
        raise MusError(f"a score is 0 tantos or more, not {quoted(tantos)}")
    return Count(*divmod(tantos, SIZE))
