"""Names that are nearly known ones: what somebody meant who mistyped."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final


def nearly(name: str, known: Iterable[str]) -> str | None:
    """The one of the `known` names that `name` is nearly, None where it is like none; case does not count.

    >>> nearly("anounced", ("announced", "calls")), nearly("Calls", ("announced", "calls"))
    ('announced', 'calls')
    """
    by_key = {one.casefold(): one for one in known}
    key = name.casefold()
    if key in by_key:
        return by_key[key]
    found = get_close_matches(key, by_key, 1, cutoff=_ALIKE)
    return by_key[found[0]] if found else None


_ALIKE: Final = 0.82
"""`found` is like `round` by 0.80, and `option` like `optoin` by 0.83."""
