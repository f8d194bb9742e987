"""What can go wrong at a table, what the table is asked about it, and what can follow from it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.calls import Action
from engine.seats import Seat
from engine.sentences import Sentence, Worded, msgid


class Subject(Worded):
    """What an incident is about: the first choice that is offered."""

    DEAL = "deal", msgid("the deal")
    PACK = "pack", msgid("the pack")
    MUS = "mus", msgid("mus and discards")
    BIDS = "bids", msgid("bids and answers")
    ANNOUNCEMENTS = "announcements", msgid("pareak and jokoa announced")
    SIGNS = "signs", msgid("signs")
    TIME = "time", msgid("time")
    SCORE = "score", msgid("tantos and cards at the end")
    PEOPLE = "people", msgid("people at the table")

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """What can go wrong about it."""
        return tuple(incident for incident in Incident if incident.subject is self)


class Incident(Worded):
    """What can go wrong; `subject` says where it is looked for."""

    WRONG_PACK = "wrong-pack", msgid("the pack is not complete, or a card is marked or there twice"), Subject.PACK
    BAD_CUT = "bad-cut", msgid("the pack was not cut as it should be"), Subject.PACK
    PACK_COUNTED = "pack-counted", msgid("somebody moved the pack to count its cards"), Subject.PACK
    SHUFFLE_ASKED = "shuffle-asked", msgid("a player wants to shuffle the pack"), Subject.PACK
    PACK_USED_UP = "pack-used-up", msgid("the pack does not last for the discards"), Subject.PACK

    CARD_SHOWN = "card-shown", msgid("a card was turned over"), Subject.DEAL
    WRONG_COUNT = "wrong-count", msgid("somebody has more or fewer than four cards"), Subject.DEAL
    LOOKED_EARLY = "looked-early", msgid("somebody looked at cards before all were dealt"), Subject.DEAL
    BAD_DEAL = "bad-deal", msgid("the cards were not dealt from the top, or not in order"), Subject.DEAL
    ESKU_TWICE = "esku-twice", msgid("the same team is esku twice in a row"), Subject.DEAL

    CUT_EARLY = "cut-early", msgid("the mus was cut before it was the player's turn"), Subject.MUS
    DEALT_EARLY = "dealt-early", msgid("new cards were given before everybody had discarded"), Subject.MUS
    KEPT_ALL = "kept-all", msgid("in the mus visto somebody other than the esku keeps all four cards"), Subject.MUS

    ANSWERS_DIFFER = "answers-differ", msgid("one partner accepts, the other refuses"), Subject.BIDS
    TWO_BIDS = "two-bids", msgid("partners bid different numbers at once"), Subject.BIDS
    RAISED_OWN = "raised-own", msgid("a player raised the bid of their own partner"), Subject.BIDS
    LEFT_WAITING = "left-waiting", msgid("the next round was begun before a bid was answered"), Subject.BIDS
    WITHOUT = "without", msgid("somebody without pareak or jokoa bid, or answered for their partner"), Subject.BIDS
    BY_GESTURE = "by-gesture", msgid("a call was made with a gesture and not said"), Subject.BIDS
    STONES_LAID = (
        "stones-laid",
        msgid("somebody laid out the bid's stones, and does not want to have accepted"),
        Subject.BIDS,
    )
    LEAST_ACCEPTED = (
        "least-accepted",
        msgid("a hordago was accepted on nothing but two aces, or 33, and no cards are shown"),
        Subject.BIDS,
    )
    UNTRUE = "untrue", msgid("somebody named cards that they do not hold"), Subject.BIDS
    LEFT_OUT = "left-out", msgid("somebody named their cards and left out an equal one"), Subject.BIDS
    LESS_NAMED = "less-named", msgid("somebody with mediak or dupleak spoke of pareak alone"), Subject.BIDS
    ADVISED = "advised", msgid("a player asked their partner, or told them what to call"), Subject.BIDS

    WRONG_WORD = "wrong-word", msgid("somebody announced wrongly, or did not announce"), Subject.ANNOUNCEMENTS

    SIGN = "sign", msgid("a sign was made"), Subject.SIGNS
    PART_OF_SIGN = "part-of-sign", msgid("a sign told only a part of the hand"), Subject.SIGNS
    SIGN_ASKED = "sign-asked", msgid("a player is asked by the others whether they made a sign"), Subject.SIGNS

    LATE = "late", msgid("a player is late"), Subject.TIME
    SLOW_MUS = "slow-mus", msgid("a team takes long over the mus"), Subject.TIME
    SLOW_ANSWER = "slow-answer", msgid("a team takes long to answer a bid"), Subject.TIME

    FORGOTTEN = "forgotten", msgid("tantos were forgotten, or added up wrongly"), Subject.SCORE
    NOT_APPROVED = "not-approved", msgid("a team does not approve what the other one marked"), Subject.SCORE
    CARDS_TAKEN = "cards-taken", msgid("cards were collected or touched before the tantos were counted"), Subject.SCORE
    NOT_SHOWN = "not-shown", msgid("somebody does not show their cards at the end"), Subject.SCORE
    NOT_TOLD = "not-told", msgid("a team that lacks four tantos or fewer did not say so"), Subject.SCORE
    KEEPER_CHANGED = "keeper-changed", msgid("another player than before keeps a team's score"), Subject.SCORE

    SEAT_CHANGED = "seat-changed", msgid("players changed seats during the match"), Subject.PEOPLE
    ONLOOKER = "onlooker", msgid("an onlooker speaks, makes signs or stands too near"), Subject.PEOPLE
    CONDUCT = "conduct", msgid("a player shouts, insults or plays unfairly"), Subject.PEOPLE
    DISPUTE = "dispute", msgid("the teams cannot agree, or do not accept the judge's word"), Subject.PEOPLE

    # the defaults are for type checkers, who take looking one up by its name for making one
    def __init__(self, _: str, __: str = "", subject: Subject = Subject.DEAL) -> None:
        self.subject = subject


class Reply(Worded):
    """What can be answered to a `Question`."""

    FIRST = "first", msgid("the first deal")
    LATER = "later", msgid("a deal after discards")

    DEALING = "dealing", msgid("before anybody spoke")
    HANDIA = "handia", msgid("before handia was closed")
    TXIKIA = "txikia", msgid("once txikia had begun")
    SHOWN = "shown", msgid("when the cards were shown")

    ZAKU = "zaku", msgid("the dealer's")
    ESKU_TEAM = "esku-team", msgid("the esku's, or its partner's")
    ANOTHER = "another", msgid("another player's")

    ACCIDENT = "accident", msgid("by accident")
    PURPOSE = "purpose", msgid("on purpose")

    MORE = "more", msgid("too many")
    FEWER = "fewer", msgid("too few")

    NEAR = "near", msgid("five or fewer")
    FAR = "far", msgid("more than five")

    FOR_BOTH = "for-both", msgid('for both: "we accept", "we pass", or telling the partner')
    FOR_MYSELF = "for-myself", msgid('for oneself: "ene gatik"')
    PLAINLY = "plainly", msgid("it was not said")

    HAS_ROUND = "has-round", msgid("yes, or the bid is of handia or txikia")
    LACKS_ROUND = "lacks-round", msgid("no: it has no pareak, or no jokoa")

    PAREAK = "pareak", msgid("in pareak")
    JOKOA = "jokoa", msgid("in jokoa")

    UNBID = "unbid", msgid("before any bid of the round was answered")
    BID = "bid", msgid("after a bid of the round was answered")
    CLOSED = "closed", msgid("after the round was over")

    TWO_KINGS = "two-kings", msgid("two kings")
    TWO_ACES = "two-aces", msgid("two aces")
    MEDIAK_OF_KINGS = "mediak-of-kings", msgid("mediak of kings")
    MEDIAK = "mediak", msgid("other mediak")
    DUPLEAK = "dupleak", msgid("dupleak")
    THIRTY_ONE = "31", msgid("31")
    THIRTY = "30", msgid("30")
    PAIR_OR_28 = "pair-or-28", msgid("one pair, or 28")
    TWENTY_NINE_OR_NOTHING = "29-or-nothing", msgid("29, or a hand worth nothing")
    LESSER = "lesser", msgid("another jokoa, or to cut the mus")
    OTHER_SIGN = "other-sign", msgid("anything else")

    IN_MUS = "in-mus", msgid("in the match's first hand, before the mus was cut")
    IN_HANDIA = "in-handia", msgid("before handia was over")
    IN_PAREAK = "in-pareak", msgid("in txikia or pareak")
    IN_JOKOA = "in-jokoa", msgid("once pareak was over")

    UNDER_10 = "under-10", msgid("less than 10 minutes")
    FROM_10 = "from-10", msgid("10 to 15 minutes")
    FROM_15 = "from-15", msgid("15 to 20 minutes")
    FROM_20 = "from-20", msgid("20 minutes or more")

    NUMBER = "number", msgid("a number that does not end the game")
    HORDAGO = "hordago", msgid("hordago, or as much as ends the game")

    STILL_THERE = "still-there", msgid("still on the table")
    COLLECTED = "collected", msgid("collected")


class Question(Worded):
    """What the table can be asked; `answers` are those that it can give."""

    DEAL = "deal", msgid("In which deal did it happen?"), (Reply.FIRST, Reply.LATER)
    WHEN = "when", msgid("When did it come to light?"), (Reply.DEALING, Reply.HANDIA, Reply.TXIKIA, Reply.SHOWN)
    BY = "by", msgid("Whose doing was it, or whose cards?"), (Reply.ZAKU, Reply.ESKU_TEAM, Reply.ANOTHER)
    INTENT = "intent", msgid("By accident, or on purpose?"), (Reply.ACCIDENT, Reply.PURPOSE)
    COUNT = "count", msgid("Too many cards, or too few?"), (Reply.MORE, Reply.FEWER)
    NEARNESS = (
        "nearness",
        msgid("How many tantos does the team lack that is nearer to the end?"),
        (Reply.NEAR, Reply.FAR),
    )
    VOICE = "voice", msgid("For whom was it said?"), (Reply.PLAINLY, Reply.FOR_BOTH, Reply.FOR_MYSELF)
    OPENER = (
        "opener",
        msgid("Does whoever began the next round play the round of the bid?"),
        (Reply.HAS_ROUND, Reply.LACKS_ROUND),
    )
    ROUND = "round", msgid("In which round?"), (Reply.PAREAK, Reply.JOKOA)
    NOTICED = "noticed", msgid("When was it noticed?"), (Reply.UNBID, Reply.BID, Reply.CLOSED)
    SIGN = (
        "sign",
        msgid("A sign of what?"),
        (
            Reply.TWO_KINGS,
            Reply.TWO_ACES,
            Reply.MEDIAK_OF_KINGS,
            Reply.MEDIAK,
            Reply.DUPLEAK,
            Reply.THIRTY_ONE,
            Reply.THIRTY,
            Reply.PAIR_OR_28,
            Reply.TWENTY_NINE_OR_NOTHING,
            Reply.LESSER,
            Reply.OTHER_SIGN,
        ),
    )
    SIGNED = (
        "signed",
        msgid("When was the sign made?"),
        (Reply.IN_MUS, Reply.IN_HANDIA, Reply.IN_PAREAK, Reply.IN_JOKOA),
    )
    MINUTES = "minutes", msgid("How late?"), (Reply.UNDER_10, Reply.FROM_10, Reply.FROM_15, Reply.FROM_20)
    STAKE = "stake", msgid("What is the bid?"), (Reply.NUMBER, Reply.HORDAGO)
    CARDS = "cards", msgid("Where are the cards?"), (Reply.STILL_THERE, Reply.COLLECTED)

    def __init__(self, _: str, __: str, answers: tuple[Reply, ...]) -> None:
        self.answers = answers


class Follows(Worded):
    """What follows from an incident."""

    DEAL_AGAIN = "deal-again", msgid("all cards are collected, and the same dealer deals again")
    DEAL_RIGHT = "deal-right", msgid("the karta aldia is void, and the right dealer deals")
    JUGADA_VOID = "jugada-void", msgid("the jugada is void, and the next one is played")  # mus por equipos 6
    VOLUNTARY_MUS = "voluntary-mus", msgid("everybody may throw cards, and nobody can cut the mus")
    MUS_VISTO = "mus-visto", msgid("the esku alone looks at its cards, and says mus or mintza")
    PLAY_ON = "play-on", msgid("the karta aldia goes on")
    PLAY_OPEN = "play-open", msgid("the dealer plays this karta aldia with its cards face up")
    TAKE_SURPLUS = (
        "take-surplus",
        msgid("the hand is shuffled, and one card taken from it at random goes back into the pack"),
    )
    GIVE_MISSING = "give-missing", msgid("the dealer gives the missing cards")
    HAND_OUT = "hand-out", msgid("the hand counts for nothing")
    HAND_OUT_LATE = (
        "hand-out-late",
        msgid("the hand counts for nothing, and bids stand only where the other team wins them"),
    )  # federacion 16
    HAND_OUT_OF_ROUND = "hand-out-of-round", msgid("the hand counts for nothing in this round")  # federacion 80, 85
    NO_DISCARD = (
        "no-discard",
        msgid("this player throws no cards; if its team has cut the mus or cuts it, the other may have it"),
    )
    SHUFFLE_DISCARDS = (
        "shuffle-discards",
        msgid("the dealer shuffles the discards, has them cut, and deals what is asked for"),
    )
    NO_MUS_BEYOND = "no-mus-beyond", msgid("no mus can be played that needs more cards than a pack has")
    NO_MUS_NEXT = "no-mus-next", msgid("that is allowed, and no mus can follow")
    CUT_STANDS = "cut-stands", msgid("the mus is cut")
    CUT_VOID = "cut-void", msgid("the mus is not cut, and whose turn it is speaks")
    FIRST_STANDS = "first-stands", msgid("what was said first stands")
    PARTNER_DECIDES = "partner-decides", msgid("the partner may confirm it or put it right")
    ACCEPTED = "accepted", msgid("the bid is accepted")
    PLURAL_STANDS = "plural-stands", msgid("what was said for both stands")
    OTHERS_CHOOSE = "others-choose", msgid("the other team chooses which bid stands")
    REFUSED = "refused", msgid("the bid is refused")
    CALL_VOID = "call-void", msgid("the call does not count")
    HORDAGO_VOID = (
        "hordago-void",
        msgid("the hordago is void, the team that said it marks 1, and the karta aldia goes on"),
    )  # federacion 49, 60
    PUT_RIGHT = "put-right", msgid("the announcement is put right, and the round begins anew without a penalty")
    AT_SHOWDOWN = "at-showdown", msgid("the game goes on, and it is settled when the cards are shown")
    ALLOWED = "allowed", msgid("that is allowed")
    NEED_NOT_ANSWER = "need-not-answer", msgid("nobody has to answer that")
    DEALER_LAST = "dealer-last", msgid("that is allowed, and the dealer shuffles last")
    AGAINST = "against", msgid("that is against the rules; they name no penalty, and the judge decides")
    GAME_LOST = "game-lost", msgid("the team has lost one game")
    SECOND_GAME_LOST = "second-game-lost", msgid("the team has lost two games")
    MATCH_LOST = "match-lost", msgid("the team has lost the match")
    ONE_MINUTE = "one-minute", msgid("a minute a team is the most; the judge sees to it")
    HALF_MINUTE = "half-minute", msgid("30 seconds are the most; the judge sees to it")
    TWO_MINUTES = "two-minutes", msgid("two minutes are the most; the judge sees to it")
    COUNT_NOW = "count-now", msgid("they are counted now")
    TOO_LATE = "too-late", msgid("they are lost: no tanto counts once the cards are collected")
    IF_AGREED = "if-agreed", msgid("they count only if the other team agrees")
    SHOW = "show", msgid("all four players show all their cards")
    SEND_AWAY = "send-away", msgid("any player may have the onlookers sent away")
    EXCLUDE = "exclude", msgid("the judge may put the team out of the tournament")
    THREE_JUDGES = "three-judges", msgid("the judge decides; a player may appeal, and three judges decide for good")
    JUDGE = "judge", msgid("the judge decides")


@dataclass(frozen=True, slots=True)
class Remedy:
    """What follows from an incident, the article that says so (None where no book has one), and whom it concerns.

    `seat` is whose doing it was; for `Follows.DEAL_RIGHT` it is who should have dealt. `void` is what the call must be
    that does not count, None where it may be any.
    """

    follows: Follows
    article: str | None = None
    seat: Seat | None = None
    void: Action | None = None

    @property
    def sentence(self) -> Sentence:
        """It as one sentence with its article: "the hand counts for nothing (nabo 7)"."""
        said = Sentence(self.follows.text)
        if self.article:
            said = Sentence("{what} ({article})", what=said, article=self.article)
        return Sentence("{seat}: {what}", seat=self.seat, what=said) if self.seat else said
