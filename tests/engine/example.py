"""The record that the command line's contract shows, whole."""

from __future__ import annotations

from typing import Any, Final

RECORD: Final[dict[str, Any]] = {
    "id": 7,
    "rules": "nabo",
    "options": {},
    "esku": "S",
    "score": {"NS": 12, "EW": 20},
    "cards": {
        "N": ["2b", "7o", "7c", "11o"],
        "W": ["10b", "3o", "7e", "1c"],
        "S": ["11c", "3b", "5o", "10o"],
        "E": ["2c", "1e", "11e", "2e"],
    },
    "announced": {"pareak": ["N", "E"], "jokoa": []},
    "calls": {"txikia": ["EW envido 2", "NS iduki"], "pareak": ["NS envido 5", "EW gehiago 2", "NS tira"]},
}
