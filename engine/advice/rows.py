"""The law of incidents as data: which answers a sentence of the law is about, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.advice.incidents import Follows, Incident, Question, Reply
from engine.calls import Action

Replies = Mapping[Question, tuple[Reply, ...]]
"""The answers that a sentence of the law is about; a question that is not there may have any."""


class Row(NamedTuple):
    """One sentence of the law: its article, the incident, the answers that it is about, and what follows.

    `void` is what the call must be that does not count, None where it may be any.
    """

    article: str
    incident: Incident
    when: Replies
    follows: Follows
    void: Action | None = None


_I, _F, _R = Incident, Follows, Reply

_QUESTION_OF: Final = {reply: question for question in Question for reply in question.answers}


def _if(*replies: Reply) -> Replies:
    """The answers, each with the question that it belongs to; the table is asked these in their order."""
    when: dict[Question, tuple[Reply, ...]] = {}
    for reply in replies:
        when[_QUESTION_OF[reply]] = (*when.get(_QUESTION_OF[reply], ()), reply)
    return when


_ALWAYS: Final[Replies] = {}
_BEFORE_TXIKIA: Final = (_R.DEALING, _R.HANDIA)
_SIX_SIGNS: Final = (_R.TWO_KINGS, _R.TWO_ACES, _R.MEDIAK_OF_KINGS, _R.MEDIAK, _R.DUPLEAK, _R.THIRTY_ONE)

NABO: Final = (
    Row("nabo 1", _I.UNTRUE, _ALWAYS, _F.ALLOWED),
    Row("nabo 1", _I.LEFT_OUT, _ALWAYS, _F.ALLOWED),
    Row("nabo 1", _I.LESS_NAMED, _ALWAYS, _F.ALLOWED),
    Row("nabo 1", _I.ADVISED, _ALWAYS, _F.ALLOWED),
    Row("nabo 4", _I.BAD_DEAL, _ALWAYS, _F.AGAINST),
    Row("nabo 5", _I.LOOKED_EARLY, _ALWAYS, _F.AGAINST),
    Row("nabo 6", _I.CARD_SHOWN, _if(_R.DEALING, _R.FIRST, _R.ZAKU, _R.ACCIDENT), _F.VOLUNTARY_MUS),
    Row("nabo 6", _I.CARD_SHOWN, _if(_R.DEALING, _R.LATER), _F.PLAY_ON),
    Row("nabo 6", _I.CARD_SHOWN, _if(_R.HANDIA, _R.TXIKIA, _R.SHOWN), _F.PLAY_ON),
    Row("nabo 7", _I.WRONG_COUNT, _if(_R.FIRST, _R.DEALING), _F.DEAL_AGAIN),
    Row("nabo 7", _I.WRONG_COUNT, _ALWAYS, _F.HAND_OUT),
    Row("nabo 9", _I.DEALT_EARLY, _ALWAYS, _F.AGAINST),
    Row("nabo 10", _I.ANSWERS_DIFFER, _if(_R.FOR_MYSELF), _F.PARTNER_DECIDES),
    Row("nabo 10", _I.ANSWERS_DIFFER, _ALWAYS, _F.FIRST_STANDS),
    Row("nabo 11", _I.SIGN, _if(*_SIX_SIGNS), _F.ALLOWED),
    Row("nabo 11", _I.SIGN, _if(_R.THIRTY, _R.IN_JOKOA), _F.ALLOWED),
    Row("nabo 11", _I.SIGN, _ALWAYS, _F.AGAINST),
    Row("nabo 15", _I.WRONG_WORD, _if(_R.PAREAK), _F.AT_SHOWDOWN),
    Row("nabo 17", _I.WRONG_WORD, _ALWAYS, _F.AT_SHOWDOWN),
    Row("nabo 19", _I.WITHOUT, _ALWAYS, _F.CALL_VOID),
    Row("nabo 20", _I.FORGOTTEN, _if(_R.COLLECTED), _F.TOO_LATE),
    Row("nabo 20", _I.FORGOTTEN, _ALWAYS, _F.COUNT_NOW),
    Row("nabo 23", _I.CARDS_TAKEN, _ALWAYS, _F.AGAINST),
    Row("nabo 23", _I.NOT_SHOWN, _ALWAYS, _F.SHOW),
    Row("nabo 27", _I.CONDUCT, _ALWAYS, _F.EXCLUDE),
)
"""The dealing of the first 16 cards lasts until somebody speaks: nobody may look before it (5)."""

FEDERACION: Final = (
    Row("federacion 2", _I.SEAT_CHANGED, _ALWAYS, _F.AGAINST),
    Row("federacion 4", _I.WRONG_PACK, _if(_R.FIRST, *_BEFORE_TXIKIA), _F.DEAL_AGAIN),
    Row("federacion 4", _I.WRONG_PACK, _ALWAYS, _F.PLAY_ON),
    Row("federacion 5", _I.ONLOOKER, _ALWAYS, _F.SEND_AWAY),
    Row("federacion 7", _I.BAD_DEAL, _ALWAYS, _F.AGAINST),
    Row("federacion 8", _I.BAD_CUT, _ALWAYS, _F.AGAINST),
    Row("federacion 10", _I.SHUFFLE_ASKED, _ALWAYS, _F.DEALER_LAST),
    Row("federacion 11", _I.LOOKED_EARLY, _ALWAYS, _F.AGAINST),
    Row("federacion 19", _I.CARD_SHOWN, _if(_R.DEALING, _R.LATER, _R.ESKU_TEAM), _F.PLAY_ON),
    Row("federacion 12", _I.CARD_SHOWN, _if(_R.DEALING, _R.ZAKU, _R.PURPOSE), _F.PLAY_OPEN),
    Row("federacion 12", _I.CARD_SHOWN, _if(_R.DEALING, _R.FIRST, _R.ZAKU), _F.DEAL_AGAIN),
    Row("federacion 18", _I.CARD_SHOWN, _if(_R.DEALING, _R.FIRST), _F.DEAL_AGAIN),
    Row("federacion 17", _I.CARD_SHOWN, _if(_R.DEALING, _R.LATER, _R.ACCIDENT), _F.MUS_VISTO),
    Row("federacion 13", _I.DEALT_EARLY, _ALWAYS, _F.AGAINST),
    Row("federacion 14", _I.WRONG_COUNT, _if(_R.FIRST, _R.DEALING, _R.ZAKU, _R.MORE), _F.TAKE_SURPLUS),
    Row("federacion 14", _I.WRONG_COUNT, _if(_R.FIRST, _R.DEALING), _F.DEAL_AGAIN),
    Row("federacion 15", _I.WRONG_COUNT, _if(_R.FIRST, *_BEFORE_TXIKIA), _F.DEAL_AGAIN),
    Row("federacion 15", _I.WRONG_COUNT, _if(_R.FIRST), _F.HAND_OUT),
    Row("federacion 16", _I.WRONG_COUNT, _if(_R.LATER, *_BEFORE_TXIKIA, _R.MORE), _F.TAKE_SURPLUS),
    Row("federacion 16", _I.WRONG_COUNT, _if(_R.LATER, *_BEFORE_TXIKIA, _R.FEWER), _F.GIVE_MISSING),
    Row("federacion 16", _I.WRONG_COUNT, _if(_R.LATER, _R.TXIKIA), _F.HAND_OUT_LATE),
    Row("federacion 16", _I.WRONG_COUNT, _if(_R.LATER), _F.HAND_OUT),
    Row("federacion 20", _I.KEPT_ALL, _ALWAYS, _F.NO_MUS_NEXT),
    Row("federacion 21", _I.PACK_USED_UP, _ALWAYS, _F.SHUFFLE_DISCARDS),
    Row("federacion 22", _I.PACK_COUNTED, _if(*_BEFORE_TXIKIA), _F.NO_DISCARD),
    Row("federacion 23", _I.SLOW_MUS, _ALWAYS, _F.ONE_MINUTE),
    Row("federacion 28", _I.CUT_EARLY, _if(_R.NEAR), _F.CUT_STANDS),
    Row("federacion 26", _I.CUT_EARLY, _if(_R.FAR, _R.ESKU_TEAM), _F.CUT_STANDS),
    Row("federacion 26", _I.CUT_EARLY, _ALWAYS, _F.CUT_VOID),
    Row("federacion 33", _I.LATE, _if(_R.UNDER_10), _F.PLAY_ON),
    Row("federacion 33", _I.LATE, _if(_R.FROM_10), _F.GAME_LOST),
    Row("federacion 33", _I.LATE, _if(_R.FROM_15), _F.SECOND_GAME_LOST),
    Row("federacion 33", _I.LATE, _ALWAYS, _F.MATCH_LOST),
    Row("federacion 38", _I.TWO_BIDS, _ALWAYS, _F.OTHERS_CHOOSE),
    Row("federacion 39", _I.RAISED_OWN, _ALWAYS, _F.CALL_VOID),
    Row("federacion 41", _I.SLOW_ANSWER, _if(_R.HORDAGO), _F.TWO_MINUTES),
    Row("federacion 41", _I.SLOW_ANSWER, _ALWAYS, _F.HALF_MINUTE),
    Row("federacion 42", _I.ANSWERS_DIFFER, _if(_R.FOR_BOTH), _F.PLURAL_STANDS),
    Row("federacion 42", _I.ANSWERS_DIFFER, _ALWAYS, _F.ACCEPTED),
    Row("federacion 50", _I.STONES_LAID, _ALWAYS, _F.ACCEPTED),
    Row("federacion 53", _I.UNTRUE, _ALWAYS, _F.AGAINST),
    Row("federacion 54", _I.LEFT_OUT, _ALWAYS, _F.AGAINST),
    Row("federacion 55", _I.LESS_NAMED, _ALWAYS, _F.AGAINST),
    Row("federacion 59", _I.ADVISED, _ALWAYS, _F.ALLOWED),
    Row("federacion 63", _I.KEEPER_CHANGED, _ALWAYS, _F.AGAINST),
    Row("federacion 64", _I.NOT_APPROVED, _ALWAYS, _F.JUDGE),
    Row("federacion 56", _I.BY_GESTURE, _ALWAYS, _F.CALL_VOID),
    Row("federacion 58", _I.LEFT_WAITING, _if(_R.LACKS_ROUND), _F.CALL_VOID, Action.TIRA),
    Row("federacion 57", _I.LEFT_WAITING, _ALWAYS, _F.REFUSED),
    Row("federacion 60", _I.LEAST_ACCEPTED, _ALWAYS, _F.HORDAGO_VOID),
    Row("federacion 65", _I.CARDS_TAKEN, _ALWAYS, _F.AGAINST),
    Row("federacion 66", _I.FORGOTTEN, _if(_R.COLLECTED), _F.IF_AGREED),
    Row("federacion 66", _I.FORGOTTEN, _ALWAYS, _F.COUNT_NOW),
    Row("federacion 67", _I.NOT_TOLD, _ALWAYS, _F.AGAINST),
    Row("federacion 68", _I.ESKU_TWICE, _if(*_BEFORE_TXIKIA), _F.DEAL_RIGHT),
    Row("federacion 68", _I.ESKU_TWICE, _ALWAYS, _F.PLAY_ON),
    Row("federacion 69", _I.NOT_SHOWN, _ALWAYS, _F.SHOW),
    Row("federacion 70", _I.WITHOUT, _ALWAYS, _F.CALL_VOID),
    Row("federacion 72", _I.SIGN, _if(_R.PAIR_OR_28, _R.OTHER_SIGN), _F.AGAINST),
    Row("federacion 74", _I.SIGN, _if(_R.IN_MUS), _F.AGAINST),
    Row("federacion 75", _I.SIGN, _if(_R.MEDIAK, _R.IN_HANDIA), _F.AGAINST),
    Row("federacion 73", _I.SIGN, _ALWAYS, _F.ALLOWED),
    Row("federacion 76", _I.PART_OF_SIGN, _ALWAYS, _F.AGAINST),
    Row("federacion 77", _I.SIGN_ASKED, _ALWAYS, _F.NEED_NOT_ANSWER),
    Row("federacion 79", _I.WRONG_WORD, _if(_R.PAREAK, _R.UNBID), _F.PUT_RIGHT),
    Row("federacion 80", _I.WRONG_WORD, _if(_R.PAREAK, _R.BID), _F.HAND_OUT_OF_ROUND),
    Row("federacion 81", _I.WRONG_WORD, _if(_R.PAREAK), _F.AT_SHOWDOWN),
    Row("federacion 84", _I.WRONG_WORD, _if(_R.UNBID), _F.PUT_RIGHT),
    Row("federacion 85", _I.WRONG_WORD, _if(_R.BID), _F.HAND_OUT_OF_ROUND),
    Row("federacion 86", _I.WRONG_WORD, _ALWAYS, _F.AT_SHOWDOWN),
    Row("federacion 92", _I.DISPUTE, _ALWAYS, _F.THREE_JUDGES),
    Row("federacion 95", _I.CONDUCT, _ALWAYS, _F.EXCLUDE),
)
"""A sign before the mus is cut is against article 74 in the match's first karta aldia alone. Whoever opens a round on
a bid refuses it so: where that opening is void (58), the refusal is taken back, and the bid itself still waits."""

WIKIPEDIA: Final = (
    Row("wikipedia-mus, Signs", _I.SIGN, _if(_R.OTHER_SIGN), _F.EXCLUDE),
    Row("wikipedia-mus, Signs", _I.SIGN, _if(_R.LESSER), _F.JUDGE),
    Row("wikipedia-mus, Signs", _I.SIGN, _ALWAYS, _F.ALLOWED),
    Row("wikipedia-mus, Musa", _I.PACK_USED_UP, _ALWAYS, _F.SHUFFLE_DISCARDS),
    Row("wikipedia-mus, Musa", _I.CUT_EARLY, _ALWAYS, _F.CUT_VOID),
    Row("wikipedia-mus, Musa", _I.KEPT_ALL, _ALWAYS, _F.ALLOWED),
    Row("wikipedia-mus, Playing", _I.ANSWERS_DIFFER, _ALWAYS, _F.FIRST_STANDS),
    Row("wikipedia-mus, The rounds", _I.WITHOUT, _ALWAYS, _F.CALL_VOID),
)
FRANCE: Final = (
    Row("france, phase 1", _I.PACK_USED_UP, _ALWAYS, _F.SHUFFLE_DISCARDS),
    Row("france, phase 1", _I.CUT_EARLY, _if(_R.ESKU_TEAM), _F.CUT_STANDS),
    Row("france, phase 1", _I.CUT_EARLY, _ALWAYS, _F.CUT_VOID),
    Row("france, réponse", _I.ANSWERS_DIFFER, _ALWAYS, _F.FIRST_STANDS),
    Row("france, phases 4 and 5", _I.WITHOUT, _ALWAYS, _F.CALL_VOID),
    Row("france, phases 4 and 5", _I.WRONG_WORD, _ALWAYS, _F.AGAINST),
)
"""Where these two say nothing, the case is the judge's."""

EQUIPOS: Final = (
    Row("mus por equipos 7", _I.SHUFFLE_ASKED, _ALWAYS, _F.AGAINST),
    Row("mus por equipos 8", _I.PACK_USED_UP, _ALWAYS, _F.NO_MUS_BEYOND),
)
"""What Mus por Equipos has in place of the rows of any book, all others of which hold (1)."""
DEALT_AGAIN: Final = (_F.DEAL_AGAIN, _F.DEAL_RIGHT)
"""What cannot follow in Mus por Equipos, where a jugada's cards are the same at all tables."""
ONCE_FOR_ALL: Final = "mus por equipos 6"
"""The article that says so."""

TABLES: Final[Mapping[str, tuple[Row, ...]]] = {
    "nabo": NABO,
    "federacion": FEDERACION,
    "wikipedia": WIKIPEDIA,
    "france": FRANCE,
}
"""The tables by the name of the law."""

JUDGES: Final[Mapping[str, str | None]] = {
    "nabo": "nabo 26",
    "federacion": "federacion 91",
    "wikipedia": None,
    "france": None,
}
"""The article that leaves to the judge what no other settles."""
