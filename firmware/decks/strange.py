"""Cards that are none of the forty, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

_ONE_AND_MORE = {
    "8": ("an 8", "8s"),
    "9": ("a 9", "9s"),
    "back": ("a back or a joker", "backs or jokers"),
    "card": ("a card that is none of the forty", "cards that are none of the forty"),
}


def in_words(kinds: Iterable[str]) -> str:
    """Strange things by their kinds: `an 8, 2 backs or jokers`."""
    return ", ".join(
        _ONE_AND_MORE[kind][0] if count == 1 else f"{count} {_ONE_AND_MORE[kind][1]}"
        for kind, count in sorted(Counter(kinds).items())
    )
