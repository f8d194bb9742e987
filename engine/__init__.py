"""The law of mus: text in, data out; no files, no clock, no third-party imports but NumPy in `engine.odds`.

What other programs use comes through this door, and each name is loaded when it is first asked for:

    from engine import HandRecord, score

- cards, seats, words: `Card`, `Suit`, `DECK`, `Seat`, `Team`, `Round`, `Action`, `Call`, `Act`
- rule books and hands: `RuleBook`, `rulebook`, `parse_rulebook`, `BOOK_NAMES`, `Hand`, `Pairs`, `evaluate`, `best`
- records: `HandRecord`, `score`, `Result`, `Mark`, `Why`, `When`, `Ruling`, `JudgeCase`
- what a result is made of: `explain`, `Explanation`, `Explained`; hands with a name: `recognise`,
  `NamedHand`
- a karta aldia in play: `KartaAldia`, `Setting`, `Stage`, `Step`, `LegalCall`, `LegalAct`
- a match: `Match`, `Header`, `Played`, `standing`, `Standing`; `Sheet` with `read_text`, `write_text`,
  `read_json_lines`, `write_json_lines`
- odds, which load NumPy: `round_odds`, `Odds`
- what can be wrong: `MusError`, of which `CardError`, `SeatError`, `CallError`, `DealError`, `RuleBookError`,
  `RecordError` and `SheetError` are kinds

docs/engine.md has examples.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.bids.bidding import LegalCall
    from engine.calls import Action, Call
    from engine.cards import DECK, Card, Suit
    from engine.deal.acts import Act, LegalAct
    from engine.deal.karta_aldia import KartaAldia, Stage, Step
    from engine.deal.setting import Setting
    from engine.errors import (
        CallError,
        CardError,
        DealError,
        MusError,
        RecordError,
        RuleBookError,
        SeatError,
        SheetError,
    )
    from engine.hands import Hand, Pairs, best, evaluate
    from engine.match.entries import Match
    from engine.match.header import Header
    from engine.match.played import Played
    from engine.match.standing import Standing, standing
    from engine.odds import Odds
    from engine.odds import odds as round_odds
    from engine.records import HandRecord
    from engine.rounds import Round
    from engine.rules import BOOK_NAMES, RuleBook, parse_rulebook, rulebook
    from engine.seats import Seat, Team
    from engine.sheets.json_lines import read as read_json_lines
    from engine.sheets.json_lines import write as write_json_lines
    from engine.sheets.sheet import Sheet
    from engine.sheets.text import read as read_text
    from engine.sheets.text import write as write_text
    from engine.showdown import score
    from engine.tantos.result import JudgeCase, Result, Ruling
    from engine.tantos.tally import Mark, When, Why
    from engine.telling.explain import explain
    from engine.telling.explanation import Explained, Explanation
    from engine.telling.named_hands import NamedHand, recognise
else:

    def __getattr__(name: str) -> object:
        """What comes through the door under `name`, loaded now. AttributeError where nothing does."""
        if name not in _FROM:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, own = _FROM[name]
        return getattr(import_module(module), own)


__all__ = ["DECK", "Act", "Action", "Call", "Card", "Round", "Seat", "Suit", "Team"]
__all__ += ["BOOK_NAMES", "Hand", "Pairs", "RuleBook", "best", "evaluate", "parse_rulebook", "rulebook"]
__all__ += ["HandRecord", "JudgeCase", "Mark", "Result", "Ruling", "When", "Why", "score"]
__all__ += ["Explained", "Explanation", "NamedHand", "explain", "recognise"]
__all__ += ["KartaAldia", "LegalAct", "LegalCall", "Setting", "Stage", "Step"]
__all__ += ["Header", "Match", "Played", "Standing", "standing"]
__all__ += ["Sheet", "read_json_lines", "read_text", "write_json_lines", "write_text"]
__all__ += ["Odds", "round_odds"]
__all__ += ["CallError", "CardError", "DealError", "SeatError"]
__all__ += ["MusError", "RecordError", "RuleBookError", "SheetError"]

_DOOR: Final = {
    "engine.bids.bidding": "LegalCall",
    "engine.calls": "Action, Call",
    "engine.cards": "DECK, Card, Suit",
    "engine.deal.acts": "Act, LegalAct",
    "engine.deal.karta_aldia": "KartaAldia, Stage, Step",
    "engine.deal.setting": "Setting",
    "engine.errors": "CallError, CardError, DealError, MusError, RecordError, RuleBookError, SeatError, SheetError",
    "engine.hands": "Hand, Pairs, best, evaluate",
    "engine.match.entries": "Match",
    "engine.match.header": "Header",
    "engine.match.played": "Played",
    "engine.match.standing": "Standing, standing",
    "engine.odds": "Odds, odds as round_odds",
    "engine.records": "HandRecord",
    "engine.rounds": "Round",
    "engine.rules": "BOOK_NAMES, RuleBook, parse_rulebook, rulebook",
    "engine.seats": "Seat, Team",
    "engine.sheets.json_lines": "read as read_json_lines, write as write_json_lines",
    "engine.sheets.sheet": "Sheet",
    "engine.sheets.text": "read as read_text, write as write_text",
    "engine.showdown": "score",
    "engine.tantos.result": "JudgeCase, Result, Ruling",
    "engine.tantos.tally": "Mark, When, Why",
    "engine.telling.explain": "explain",
    "engine.telling.explanation": "Explained, Explanation",
    "engine.telling.named_hands": "NamedHand, recognise",
}
"""By module, what comes from it: what the imports above say to type checkers, for when it is asked for."""
_FROM: Final = {
    said.rpartition(" ")[2]: (module, said.partition(" ")[0])
    for module, names in _DOOR.items()
    for said in names.split(", ")
}


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
