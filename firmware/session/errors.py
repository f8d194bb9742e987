"""What cannot happen at the table."""

from __future__ import annotations


class StateError(ValueError):
    """An event that cannot have happened in the state it stands in; it says why in a Sentence."""
