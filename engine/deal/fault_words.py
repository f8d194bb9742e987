"""Dealing faults in English: what the table is asked, what it can answer, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.deal.faults import Fault, Follows, Question, Remedy, Reply

FAULT_WORDS: Final[Mapping[Fault, str]] = {
    Fault.CARD_SHOWN: "a card was turned over",
    Fault.WRONG_COUNT: "somebody has more or fewer than four cards",
    Fault.WRONG_PACK: "the pack is not complete, or a card is marked or there twice",
    Fault.PACK_COUNTED: "somebody moved the pack to count its cards",
    Fault.ESKU_TWICE: "the same team is esku twice in a row",
    Fault.LOOKED_EARLY: "somebody looked at cards before all were dealt",
    Fault.BAD_CUT: "the pack was not cut as it should be",
}
QUESTION_WORDS: Final[Mapping[Question, str]] = {
    Question.DEAL: "In which deal did it happen?",
    Question.WHEN: "When did it come to light?",
    Question.BY: "Whose doing was it, or whose cards?",
    Question.INTENT: "By accident, or on purpose?",
    Question.COUNT: "Too many cards, or too few?",
}
ANSWER_WORDS: Final[Mapping[Reply, str]] = {
    Reply.FIRST: "the first deal",
    Reply.LATER: "a deal after discards",
    Reply.DEALING: "before anybody spoke",
    Reply.HANDIA: "before handia was closed",
    Reply.TXIKIA: "once txikia had begun",
    Reply.SHOWN: "when the cards were shown",
    Reply.ZAKU: "the dealer's",
    Reply.ESKU_TEAM: "the esku's, or its partner's",
    Reply.ANOTHER: "another player's",
    Reply.ACCIDENT: "by accident",
    Reply.PURPOSE: "on purpose",
    Reply.MORE: "too many",
    Reply.FEWER: "too few",
}
FOLLOWS_WORDS: Final[Mapping[Follows, str]] = {
    Follows.DEAL_AGAIN: "all cards are collected, and the same dealer deals again",
    Follows.DEAL_RIGHT: "the karta aldia is void, and the right dealer deals",
    Follows.VOLUNTARY_MUS: "everybody may throw cards, and nobody can cut the mus",
    Follows.MUS_VISTO: "the esku alone looks at its cards, and says mus or mintza",
    Follows.PLAY_ON: "the karta aldia goes on",
    Follows.PLAY_OPEN: "the dealer plays this karta aldia with its cards face up",
    Follows.TAKE_SURPLUS: "the hand is shuffled, and one card taken from it at random goes back into the pack",
    Follows.GIVE_MISSING: "the dealer gives the missing cards",
    Follows.HAND_OUT: "the hand counts for nothing",
    Follows.HAND_OUT_LATE: "the hand counts for nothing, and bids stand only where the other team wins them",
    Follows.NO_DISCARD: "this player throws no cards; if its team has cut the mus or cuts it, the other may have it",
    Follows.JUDGE: "the judge decides",
}


def tell(remedy: Remedy) -> str:
    """What follows from a fault, as one sentence with its article: "the hand counts for nothing (nabo 7)"."""
    who = f"{remedy.seat.value}: " if remedy.seat else ""
    article = f" ({remedy.article})" if remedy.article else ""
    return f"{who}{FOLLOWS_WORDS[remedy.follows]}{article}"
