"""What can go wrong at a table, what the table is asked about it, and what can follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.seats import Seat


class Subject(Enum):
    """What an incident is about: the first choice that is offered."""

    DEAL = "deal"
    PACK = "pack"
    MUS = "mus"
    BIDS = "bids"
    ANNOUNCEMENTS = "announcements"
    SIGNS = "signs"
    TIME = "time"
    SCORE = "score"
    PEOPLE = "people"

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """What can go wrong about it."""
        return _SUBJECTS[self]


class Incident(Enum):
    """What can go wrong; `subject` says where it is looked for."""

    WRONG_PACK = "wrong-pack"
    """A card of the pack is missing, too many, there twice, or marked."""
    BAD_CUT = "bad-cut"
    """The pack was cut into several heaps, or with fewer than three cards lifted or left."""
    PACK_COUNTED = "pack-counted"
    """Somebody moved the cards of the pack to count them."""
    SHUFFLE_ASKED = "shuffle-asked"
    """A player wants to shuffle the pack."""
    PACK_USED_UP = "pack-used-up"
    """The pack does not last for the discards."""

    CARD_SHOWN = "card-shown"
    """A card was turned over while the cards were dealt."""
    WRONG_COUNT = "wrong-count"
    """Somebody has more or fewer than four cards."""
    LOOKED_EARLY = "looked-early"
    """Somebody looked at cards before all were dealt."""
    BAD_DEAL = "bad-deal"
    """The cards were not dealt from the top of the pack, or not in their order."""
    ESKU_TWICE = "esku-twice"
    """The same team was esku twice in a row."""

    CUT_EARLY = "cut-early"
    """Somebody cut the mus before it was their turn to speak."""
    DEALT_EARLY = "dealt-early"
    """New cards were given before everybody had discarded."""
    KEPT_ALL = "kept-all"
    """Somebody keeps all four cards in the mus visto."""

    ANSWERS_DIFFER = "answers-differ"
    """One partner accepts, the other refuses."""
    TWO_BIDS = "two-bids"
    """Partners bid different numbers at once, or one a number and the other hordago."""
    RAISED_OWN = "raised-own"
    """A bid that waits was raised by the bidder's partner."""
    LEFT_WAITING = "left-waiting"
    """The next round was begun while a bid waited for its answer."""
    WITHOUT = "without"
    """Somebody without pareak, or without jokoa, bid or closed the round."""
    BY_GESTURE = "by-gesture"
    """A call was made with a gesture or a hand, and not said."""
    STONES_LAID = "stones-laid"
    """Somebody laid the bid's stones on the cloth, and takes the acceptance back."""
    UNTRUE = "untrue"
    """Somebody named cards that they do not hold."""
    LEFT_OUT = "left-out"
    """Somebody named their cards, and left out one that is equal to one that was named."""
    LESS_NAMED = "less-named"
    """Somebody with mediak or dupleak spoke of pareak alone."""
    ADVISED = "advised"
    """A player asked their partner, or told them what to call."""

    WRONG_WORD = "wrong-word"
    """Somebody announced pareak or jokoa wrongly, or did not announce them."""

    SIGN = "sign"
    """A sign was made."""
    PART_OF_SIGN = "part-of-sign"
    """A sign told a part of what the hand holds."""
    SIGN_ASKED = "sign-asked"
    """A player is asked by the other team whether they made a sign."""

    LATE = "late"
    """A player is not there when the match should begin."""
    SLOW_MUS = "slow-mus"
    """A team takes long to cut the mus or to give it."""
    SLOW_ANSWER = "slow-answer"
    """A team takes long to answer a bid."""

    FORGOTTEN = "forgotten"
    """Tantos were forgotten or added up wrongly."""
    NOT_APPROVED = "not-approved"
    """A team does not approve what the other one marked."""
    KEEPER_CHANGED = "keeper-changed"
    """Another player than before keeps a team's score."""
    CARDS_TAKEN = "cards-taken"
    """Cards were collected or touched before all tantos were counted."""
    NOT_SHOWN = "not-shown"
    """Somebody does not show their cards at the end."""
    NOT_TOLD = "not-told"
    """A team that lacks four tantos or fewer did not say so."""

    SEAT_CHANGED = "seat-changed"
    """Players changed seats during the match."""
    ONLOOKER = "onlooker"
    """Somebody who looks on speaks, makes signs or stands too near."""
    CONDUCT = "conduct"
    """A player shouts, insults, or plays unfairly."""
    DISPUTE = "dispute"
    """The teams cannot agree, or do not accept what the judge said."""

    @property
    def subject(self) -> Subject:
        """What the incident is about."""
        return next(subject for subject in Subject if self in subject.incidents)


_I = Incident
_SUBJECTS: Final[Mapping[Subject, tuple[Incident, ...]]] = {
    Subject.DEAL: (_I.CARD_SHOWN, _I.WRONG_COUNT, _I.LOOKED_EARLY, _I.BAD_DEAL, _I.ESKU_TWICE),
    Subject.PACK: (_I.WRONG_PACK, _I.BAD_CUT, _I.PACK_COUNTED, _I.SHUFFLE_ASKED, _I.PACK_USED_UP),
    Subject.MUS: (_I.CUT_EARLY, _I.DEALT_EARLY, _I.KEPT_ALL),
    Subject.BIDS: (
        _I.ANSWERS_DIFFER,
        _I.TWO_BIDS,
        _I.RAISED_OWN,
        _I.LEFT_WAITING,
        _I.WITHOUT,
        _I.BY_GESTURE,
        _I.STONES_LAID,
        _I.UNTRUE,
        _I.LEFT_OUT,
        _I.LESS_NAMED,
        _I.ADVISED,
    ),
    Subject.ANNOUNCEMENTS: (_I.WRONG_WORD,),
    Subject.SIGNS: (_I.SIGN, _I.PART_OF_SIGN, _I.SIGN_ASKED),
    Subject.TIME: (_I.LATE, _I.SLOW_MUS, _I.SLOW_ANSWER),
    Subject.SCORE: (
        _I.FORGOTTEN,
        _I.NOT_APPROVED,
        _I.CARDS_TAKEN,
        _I.NOT_SHOWN,
        _I.NOT_TOLD,
        _I.KEEPER_CHANGED,
    ),
    Subject.PEOPLE: (_I.SEAT_CHANGED, _I.ONLOOKER, _I.CONDUCT, _I.DISPUTE),
}


class Reply(Enum):
    """What can be answered to a `Question`."""

    FIRST = "first"
    """The first deal of the karta aldia."""
    LATER = "later"
    """A deal after discards."""

    DEALING = "dealing"
    """While cards were being dealt: before anything was said."""
    HANDIA = "handia"
    """Later, and before the bidding of handia was closed."""
    TXIKIA = "txikia"
    """Once txikia had begun, before the cards were shown."""
    SHOWN = "shown"
    """When the cards were shown."""

    ZAKU = "zaku"
    """The dealer."""
    ESKU_TEAM = "esku-team"
    """The esku or its partner."""
    ANOTHER = "another"
    """Any other player."""

    ACCIDENT = "accident"
    PURPOSE = "purpose"

    MORE = "more"
    FEWER = "fewer"

    NEAR = "near"
    """A team lacks five tantos or fewer."""
    FAR = "far"
    """Both teams lack more."""

    FOR_BOTH = "for-both"
    """In the plural, or telling the partner what to do."""
    FOR_MYSELF = "for-myself"
    """With "ene gatik", for oneself."""
    PLAINLY = "plainly"
    """With neither."""

    PAREAK = "pareak"
    JOKOA = "jokoa"

    UNBID = "unbid"
    """Before any bid of the round was answered."""
    BID = "bid"
    """After a bid of the round was answered, before the round was closed."""
    CLOSED = "closed"
    """After the round was closed."""

    TWO_KINGS = "two-kings"
    TWO_ACES = "two-aces"
    MEDIAK_OF_KINGS = "mediak-of-kings"
    MEDIAK = "mediak"
    """Mediak of other cards than kings."""
    DUPLEAK = "dupleak"
    THIRTY_ONE = "31"
    THIRTY = "30"
    LESSER = "lesser"
    """29, jokoa of less than 31, a hand worth nothing, or to cut the mus."""
    OTHER_SIGN = "other-sign"

    IN_MUS = "in-mus"
    """In the match's first karta aldia, before the mus was cut."""
    IN_HANDIA = "in-handia"
    """Before handia was over."""
    IN_PAREAK = "in-pareak"
    """In txikia or pareak."""
    IN_JOKOA = "in-jokoa"
    """Once pareak was over and jokoa announced."""

    UNDER_10 = "under-10"
    FROM_10 = "from-10"
    FROM_15 = "from-15"
    FROM_20 = "from-20"

    NUMBER = "number"
    """A number of tantos that does not end the game."""
    HORDAGO = "hordago"
    """Hordago, or as many tantos as end the game."""

    STILL_THERE = "still-there"
    COLLECTED = "collected"


class Question(Enum):
    """What the table can be asked; `answers` are those that it can give."""

    DEAL = "deal"
    """In which deal did it happen?"""
    WHEN = "when"
    """When did it come to light?"""
    BY = "by"
    """Whose doing was it, or who holds the cards?"""
    INTENT = "intent"
    """By accident, or on purpose?"""
    COUNT = "count"
    """Too many cards, or too few?"""
    NEARNESS = "nearness"
    """Does a team lack five tantos or fewer?"""
    VOICE = "voice"
    """For whom was it said?"""
    ROUND = "round"
    """Pareak or jokoa?"""
    NOTICED = "noticed"
    """How far was the round when it was noticed?"""
    SIGN = "sign"
    """Which sign?"""
    SIGNED = "signed"
    """When was the sign made?"""
    MINUTES = "minutes"
    """How many minutes late?"""
    STAKE = "stake"
    """What is the bid?"""
    CARDS = "cards"
    """Are the cards still there?"""

    @property
    def answers(self) -> tuple[Reply, ...]:
        """Every answer that this question can have."""
        return _REPLIES[self]


_REPLIES: Final[Mapping[Question, tuple[Reply, ...]]] = {
    Question.DEAL: (Reply.FIRST, Reply.LATER),
    Question.WHEN: (Reply.DEALING, Reply.HANDIA, Reply.TXIKIA, Reply.SHOWN),
    Question.BY: (Reply.ZAKU, Reply.ESKU_TEAM, Reply.ANOTHER),
    Question.INTENT: (Reply.ACCIDENT, Reply.PURPOSE),
    Question.COUNT: (Reply.MORE, Reply.FEWER),
    Question.NEARNESS: (Reply.NEAR, Reply.FAR),
    Question.VOICE: (Reply.PLAINLY, Reply.FOR_BOTH, Reply.FOR_MYSELF),
    Question.ROUND: (Reply.PAREAK, Reply.JOKOA),
    Question.NOTICED: (Reply.UNBID, Reply.BID, Reply.CLOSED),
    Question.SIGN: (
        Reply.TWO_KINGS,
        Reply.TWO_ACES,
        Reply.MEDIAK_OF_KINGS,
        Reply.MEDIAK,
        Reply.DUPLEAK,
        Reply.THIRTY_ONE,
        Reply.THIRTY,
        Reply.LESSER,
        Reply.OTHER_SIGN,
    ),
    Question.SIGNED: (Reply.IN_MUS, Reply.IN_HANDIA, Reply.IN_PAREAK, Reply.IN_JOKOA),
    Question.MINUTES: (Reply.UNDER_10, Reply.FROM_10, Reply.FROM_15, Reply.FROM_20),
    Question.STAKE: (Reply.NUMBER, Reply.HORDAGO),
    Question.CARDS: (Reply.STILL_THERE, Reply.COLLECTED),
}


class Follows(Enum):
    """What follows from an incident."""

    DEAL_AGAIN = "deal-again"
    """All cards are collected, and the same dealer deals again."""
    DEAL_RIGHT = "deal-right"
    """The karta aldia is void, and the seat that should have dealt deals."""
    VOLUNTARY_MUS = "voluntary-mus"
    """Everybody may throw cards, and nobody can cut it."""
    MUS_VISTO = "mus-visto"
    """The esku alone looks at its cards and decides whether there is mus."""
    PLAY_ON = "play-on"
    """Nothing: the karta aldia goes on."""
    PLAY_OPEN = "play-open"
    """The dealer plays this karta aldia with its cards face up."""
    TAKE_SURPLUS = "take-surplus"
    """The hand is shuffled, a card taken from it at random, and put into the pack."""
    GIVE_MISSING = "give-missing"
    """The dealer gives the missing cards."""
    HAND_OUT = "hand-out"
    """The hand counts for nothing."""
    HAND_OUT_LATE = "hand-out-late"
    """The hand counts for nothing, and bids stand only where the other team wins them (federacion 16)."""
    HAND_OUT_OF_ROUND = "hand-out-of-round"
    """The hand counts for nothing in this round (federacion 80 and 85)."""
    NO_DISCARD = "no-discard"
    """The player discards nothing in this mus; if its team cut or cuts it, the other may still have mus."""
    SHUFFLE_DISCARDS = "shuffle-discards"
    """The dealer shuffles the discards, has them cut, and deals what is asked for."""
    NO_MUS_NEXT = "no-mus-next"
    """It is allowed, and no mus can follow."""
    CUT_STANDS = "cut-stands"
    """The mus is cut."""
    CUT_VOID = "cut-void"
    """The mus is not cut: whose turn it is says mus or mintza."""
    FIRST_STANDS = "first-stands"
    """What was said first stands."""
    PARTNER_DECIDES = "partner-decides"
    """The partner may confirm it or put it right."""
    ACCEPTED = "accepted"
    """The bid is accepted."""
    PLURAL_STANDS = "plural-stands"
    """What was said for both stands."""
    OTHERS_CHOOSE = "others-choose"
    """The other team chooses which of the bids stands."""
    REFUSED = "refused"
    """The bid is refused."""
    CALL_VOID = "call-void"
    """The call does not count."""
    PUT_RIGHT = "put-right"
    """The announcement is put right, and the round begins anew without a penalty."""
    AT_SHOWDOWN = "at-showdown"
    """It is settled when the cards are shown: the box marks it by the articles."""
    ALLOWED = "allowed"
    """It is allowed."""
    NEED_NOT_ANSWER = "need-not-answer"
    """Nobody has to answer it."""
    DEALER_LAST = "dealer-last"
    """It is allowed, and the dealer shuffles last."""
    AGAINST = "against"
    """It is against the article, which names no penalty: the judge decides."""
    GAME_LOST = "game-lost"
    """The team has lost a game."""
    SECOND_GAME_LOST = "second-game-lost"
    """The team has lost a second game."""
    MATCH_LOST = "match-lost"
    """The team has lost the match."""
    ONE_MINUTE = "one-minute"
    """A minute is the most; the judge sees to it."""
    HALF_MINUTE = "half-minute"
    """Thirty seconds are the most; the judge sees to it."""
    TWO_MINUTES = "two-minutes"
    """Two minutes are the most; the judge sees to it."""
    COUNT_NOW = "count-now"
    """They are counted now."""
    TOO_LATE = "too-late"
    """They are lost: no tanto counts once the cards are collected."""
    IF_AGREED = "if-agreed"
    """They count only if the other team agrees."""
    SHOW = "show"
    """All four players show all their cards."""
    SEND_AWAY = "send-away"
    """The players may have those who look on sent away."""
    EXCLUDE = "exclude"
    """The judge may put the team out of the tournament."""
    THREE_JUDGES = "three-judges"
    """The judge decides; a player may appeal, and then three judges decide for good."""
    JUDGE = "judge"
    """The judge decides."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What follows from an incident, the article that says so (None where no book has one), and whom it concerns.

    `seat` is whose doing it was; for `Follows.DEAL_RIGHT` it is who should have dealt.
    """

    follows: Follows
    article: str | None = None
    seat: Seat | None = None
