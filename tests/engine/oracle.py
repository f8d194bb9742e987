"""A second reading of the law, slow and obvious. It imports nothing of the engine and reads no rule file.

It takes a hand record as decoded JSON, believes that the calls in it are legal, and works with plain strings,
lists and comparisons of two hands at a time. Errors are asked about one after the other, as the articles do.
"""

from __future__ import annotations

ORDER = "NWSE"
KINGS = {"nabo": 4, "federacion": 8, "spain": 8, "basque": 4, "france": 4}
TARGETS = {"nabo": 40, "federacion": 40, "spain": 30, "basque": 40, "france": 40}


def settings(record):
    """Kings, target and real 31 of the record."""
    book, options = record["rules"], record.get("options", {})
    kings = options.get("kings", KINGS[book])
    target = options.get("target", TARGETS[book])
    real = options.get("real31", "hiru-zazpi" if book == "nabo" else "none")
    return kings, target, real


def ranks(hand, kings):
    """The ranks of a hand, highest first; with eight kings a 3 is a king and a 2 an ace."""
    found = []
    for name in hand:
        rank = int(name[:-1])
        if kings == 8 and rank == 3:
            rank = 12
        if kings == 8 and rank == 2:
            rank = 1
        found.append(rank)
    return sorted(found, reverse=True)


def total(hand, kings):
    """The sum of the cards: figures are ten."""
    return sum(10 if rank >= 10 else rank for rank in ranks(hand, kings))


def pairs(hand, kings):
    """(name, higher rank, lower rank) of the pairs, or None."""
    counts = {}
    for rank in ranks(hand, kings):
        counts[rank] = counts.get(rank, 0) + 1
    twice = sorted((rank for rank, count in counts.items() if count == 2), reverse=True)
    for rank, count in counts.items():
        if count == 4:
            return ("dupleak", rank, rank)
        if count == 3:
            return ("mediak", rank, 0)
    if len(twice) == 2:
        return ("dupleak", twice[0], twice[1])
    if len(twice) == 1:
        return ("pareak", twice[0], 0)
    return None


def has_jokoa(hand, kings):
    return total(hand, kings) >= 31


def beats_handia(one, other, kings):
    return ranks(one, kings) > ranks(other, kings)


def beats_txikia(one, other, kings):
    return ranks(one, kings)[::-1] < ranks(other, kings)[::-1]


def beats_pareak(one, other, kings):
    kinds = ["pareak", "mediak", "dupleak"]
    kind_1, high_1, low_1 = pairs(one, kings)
    kind_2, high_2, low_2 = pairs(other, kings)
    if kind_1 != kind_2:
        return kinds.index(kind_1) > kinds.index(kind_2)
    if high_1 != high_2:
        return high_1 > high_2
    return low_1 > low_2


def is_real(hand, kings, real):
    if real == "none":
        return False
    plain = ranks(hand, kings)
    if plain.count(7) != 3:
        return False
    rest = [rank for rank in plain if rank != 7]
    return rest == [10] if real == "sota" else rest in ([10], [11], [12])


def beats_jokoa(one, other, kings, real):
    if is_real(one, kings, real) or is_real(other, kings, real):
        return is_real(one, kings, real) and not is_real(other, kings, real)
    best_first = [31, 32, 40, 37, 36, 35, 34, 33]
    return best_first.index(total(one, kings)) < best_first.index(total(other, kings))


def beats_puntua(one, other, kings):
    return total(one, kings) > total(other, kings)


def beats(round_name, one, other, kings, real):
    if round_name == "jokoa":
        return beats_jokoa(one, other, kings, real)
    compare = {"handia": beats_handia, "txikia": beats_txikia, "pareak": beats_pareak, "puntua": beats_puntua}
    return compare[round_name](one, other, kings)


def team(speaker):
    return {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}.get(speaker, speaker)


def winner_of(round_name, hands, esku, kings, real):
    """The team of the hand that no hand beats; of equal ones the first in playing order from the esku."""
    start = ORDER.index(esku)
    in_order = [seat for seat in ORDER[start:] + ORDER[:start] if seat in hands]
    for seat in in_order:
        beaten = any(beats(round_name, hands[other], hands[seat], kings, real) for other in in_order)
        if not beaten:
            return team(seat)
    return None


def pairs_worth(hand, kings):
    return {"pareak": 1, "mediak": 2, "dupleak": 3}[pairs(hand, kings)[0]]


def jokoa_worth(hand, kings):
    return 3 if total(hand, kings) == 31 else 2


ACCEPTS = ("iduki", "kanta")
ANSWERS = (*ACCEPTS, "tira")


def of_partners(one, two):
    """Whether two calls were said by the two seats of a team."""
    one, two = one.split()[0], two.split()[0]
    return len(one) == len(two) == 1 and one != two and team(one) == team(two)


def counted(book, calls):
    """The calls that count, where partners said two things: two bids at once, or two answers to the same bid."""
    plain = []
    for text in calls:
        action, *more = text.split()[1:]
        two = plain[-2:]
        at_once = len(two) == 2 and of_partners(*two) and not {t.split()[1] for t in two} & {"paso", *ANSWERS}
        if at_once and action in ("aukera", "kanta", "tira"):  # federacion 38; what is refused is the same of both
            wanted = {"aukera": more[0] if more else "", "kanta": "hordago", "tira": two[0].split()[-1]}[action]
            plain[-2:] = [next(bid for bid in two if bid.split()[-1] == wanted)]
            if action != "aukera":
                plain.append(text)
        elif plain and of_partners(plain[-1], text) and plain[-1].split()[1] in ANSWERS:
            first = plain[-1]
            if book == "nabo":  # 10: the partner modifies or confirms what was said "ene gatik"
                assert first.endswith("ene gatik")
                plain[-1] = text
            elif first.endswith("biok"):  # 43
                continue
            elif text.endswith("biok") or action in ("gehiago", "hordago") or first.split()[1] == "tira":  # 42, 40
                plain[-1] = text
        else:
            plain.append(text)
    return plain


def bidding(calls):
    """(how it ended, tantos, team of the last bid) of a round's calls."""
    bids = []
    last = None
    for text in calls:
        speaker, action, *number = text.removesuffix(" biok").removesuffix(" ene gatik").split()
        if action in ("envido", "gehiago"):
            bids.append(int(number[0]))
            last = team(speaker)
        elif action == "hordago":
            bids.append("hordago")
            last = team(speaker)
        elif action == "tira":
            before = bids[:-1]
            return "tira", sum(before) if before else 1, last
        elif action in ("iduki", "kanta"):
            if bids[-1] == "hordago":
                return "hordago", 0, last
            return "iduki", sum(bids), last
    if bids:  # federacion 57: the next round was opened on it
        return "tira", sum(bids[:-1]) if bids[:-1] else 1, last
    return "paso", 0, None


def other(of):
    return "EW" if of == "NS" else "NS"


class Table:
    """A record with its questions answered by name: who has what, who said what, who is in error."""

    def __init__(self, record):
        self.record = record
        self.book = record["rules"]
        self.kings, self.target, self.real = settings(record)
        start = ORDER.index(record["esku"])
        self.seats = [seat for seat in ORDER[start:] + ORDER[:start] if seat in record["cards"]]
        self.hands = {seat: record["cards"][seat] for seat in self.seats if len(record["cards"][seat]) == 4}
        self.miscounted = [seat for seat in self.seats if seat not in self.hands]
        self.pairs = [seat for seat in self.hands if pairs(self.hands[seat], self.kings)]
        self.jokoa = [seat for seat in self.hands if has_jokoa(self.hands[seat], self.kings)]
        announced = record.get("announced", {})
        self.said_pareak = announced.get("pareak", self.pairs)
        self.said_jokoa = announced.get("jokoa", self.jokoa)
        self.wrong_pareak = [s for s in self.hands if (s in self.said_pareak) != (s in self.pairs)]
        self.wrong_jokoa = [s for s in self.hands if (s in self.said_jokoa) != (s in self.jokoa)]
        self.fourth = "jokoa" if self.said_jokoa else "puntua"
        self.rounds = ["handia", "txikia", "pareak", self.fourth]
        found = record.get("found", {}) if self.book == "federacion" else {}
        self.pareak_open = "pareak" in found
        self.jokoa_open = "jokoa" in found
        self.late = self.miscounted if "cards" in found else []

    def having(self, name):
        """The seats that have what the round needs, by their cards, in playing order."""
        return {"pareak": self.pairs, "jokoa": self.jokoa}.get(name, list(self.hands))

    def best(self, name, seats):
        """The team that wins the round among the hands of `seats`."""
        hands = {seat: self.hands[seat] for seat in seats}
        return winner_of(name, hands, self.record["esku"], self.kings, self.real)

    def worth(self, name, seats):
        """What the hands of `seats` are worth in pareak or jokoa."""
        one = pairs_worth if name == "pareak" else jokoa_worth
        return sum(one(self.hands[seat], self.kings) for seat in seats if seat in self.having(name))

    def of(self, side):
        return [seat for seat in self.hands if team(seat) == side]

    def least(self, name, side):
        """Whether the side has nothing but two aces, or nothing but 33, and is not the first of those who have it."""
        held = [seat for seat in self.having(name) if team(seat) == side]
        if name == "pareak":
            poor = all(pairs(self.hands[seat], self.kings) == ("pareak", 1, 0) for seat in held)
        else:
            poor = all(total(self.hands[seat], self.kings) == 33 for seat in held)
        return bool(held) and poor and not self.is_esku(name, side)

    def is_esku(self, name, side):
        having = self.having(name)
        return bool(having) and team(having[0]) == side

    def very_hand_first(self, name, side, is_it):
        """Whether a very hand of the side's is nearer to the esku than the first of the other side that has the round.

        Of `name` puntua every hand counts.
        """
        having = self.having(name)
        very = [place for place, seat in enumerate(having) if team(seat) == side and is_it(self.hands[seat])]
        rivals = [place for place, seat in enumerate(having) if team(seat) != side]
        return bool(very) and (not rivals or min(very) < min(rivals))

    def bids(self, name):
        """How the round's bids ended by the law: as they were called, but where a team bid only with hands of 3 or 5.

        Federacion 16 has rules of its own for the bids of such hands.
        """
        said = {"pareak": self.said_pareak, "jokoa": self.said_jokoa}.get(name, [])
        possible = {team(seat) for seat in said} == {team(seat) for seat in said if seat in self.hands}
        return self.called(name) if possible or self.late else ("paso", 0, None)

    def called(self, name):
        """How the round's bids ended. A bid that an error found in time takes back was not made."""
        calls = self.record.get("calls", {}).get(name, [])
        bid = [text for text in calls if not text.endswith("paso")]
        wrong = self.wrong_pareak if name == "pareak" else self.wrong_jokoa
        is_open = self.pareak_open if name == "pareak" else self.jokoa_open
        if len(bid) == 1 and name in ("pareak", "jokoa", "puntua") and wrong and is_open:
            return "paso", 0, None
        return bidding(counted(self.book, calls))

    def hopeless(self, name):
        """Federacion 49, 60: a hordago accepted with no error by a team that cannot win it."""
        ending, _, bidder = self.bids(name)
        if self.book != "federacion" or ending != "hordago" or name not in ("pareak", "jokoa"):
            return False
        return not self.errors_on(name) and self.least(name, other(bidder))

    def shown_on(self, name):
        """Whether the cards were shown on the hordago accepted in the round, so that it ended the hand."""
        later = self.rounds[self.rounds.index(name) + 1 :]
        return self.record.get("hordago_shown", False) and not any(map(self.record.get("calls", {}).get, later))

    def errors_on(self, name):
        """The seats whose error bears on the round under federacion."""
        if name == "handia":
            return []
        if name == "txikia":
            return self.late
        if name == "pareak":
            return self.wrong_pareak + self.late
        if self.wrong_jokoa or self.late:
            return self.wrong_jokoa + self.late
        return [] if self.pareak_open else self.wrong_pareak

    def ended_in(self):
        """The round that ended the karta aldia at the table, and whether by a hordago; None for one played out."""
        score = dict(self.record["score"])
        for name in self.rounds:
            ending, tantos, bidder = self.called(name)
            if self.hopeless(name) and not self.shown_on(name):
                ending, tantos = "tira", 1
            if ending == "hordago":
                return name, True
            if ending == "tira":
                score[bidder] += tantos
                if score[bidder] >= self.target:
                    return name, False
        return None, False


# What a rule says to an error. A ruling is a dict with
#   bids    stand, void, again (the round begins again with the truth) or judge
#   article and seat, for the result
#   without the seats whose hands are left out where the bids stand
#   one     the team that marks 1 at once
#   worth   (team, tantos) marked in its turn


def stand(article, seat, without=()):
    return {"bids": "stand", "article": article, "seat": seat, "without": without}


def void(article, seat, one=None, worth=None):
    return {"bids": "void", "article": article, "seat": seat, "one": one, "worth": worth}


JUDGE = {"bids": "judge"}


def nabo(table, name):
    if name == "handia" and table.miscounted:
        return stand("nabo 7", table.miscounted[0] if len(table.miscounted) == 1 else None)
    if name == "pareak" and len(table.wrong_pareak) == 1:
        return nabo_pareak(table, table.wrong_pareak[0])
    if name in ("jokoa", "puntua") and len(table.wrong_jokoa) == 1:
        return nabo_jokoa(table, table.wrong_jokoa[0], name)
    return to_the_judge(table, name)


def nabo_pareak(table, x):
    x_team, o_team = team(x), other(team(x))
    partners = [seat for seat in table.pairs if team(seat) == x_team and seat != x]
    others = [seat for seat in table.pairs if team(seat) == o_team]
    o_pairs = (o_team, table.worth("pareak", others))
    nobody_bid = table.bids("pareak")[0] == "paso"
    if x in table.said_pareak:
        if others and not partners:
            return void("nabo 15a", x, worth=o_pairs)
        if others and partners:
            return void("nabo 15b", x, one=o_team, worth=o_pairs)
        return void("nabo 15", x, worth=(x_team, table.worth("pareak", partners))) if nobody_bid else JUDGE
    if partners:
        return stand("nabo 16a", x, without=[x])
    if not nobody_bid:
        return JUDGE
    if others:
        return void("nabo 16b", x, one=o_team, worth=o_pairs)
    return void("nabo 16a", x)


def nabo_jokoa(table, x, name):
    x_team, o_team = team(x), other(team(x))
    partners = [seat for seat in table.jokoa if team(seat) == x_team and seat != x]
    others = [seat for seat in table.jokoa if team(seat) == o_team]
    o_jokoa = (o_team, table.worth("jokoa", others))
    p_jokoa = (x_team, table.worth("jokoa", partners))
    nobody_bid = table.bids(name)[0] == "paso"
    rule, letters = ("nabo 17", "abcd") if x in table.said_jokoa else ("nabo 18", "abce")
    if not partners and not others:
        return void(rule + letters[0], x, one=o_team, worth=(o_team, 1))
    if partners and not others:
        return void(rule + letters[1], x, worth=p_jokoa) if nobody_bid else JUDGE
    if not partners:
        return void(rule + letters[2], x, worth=o_jokoa)
    return void(rule + letters[3], x, one=o_team, worth=o_jokoa)


def federacion(table, name, last):
    if name == "handia" and table.miscounted and not table.late:
        return stand("federacion 15", table.miscounted[0] if len(table.miscounted) == 1 else None)
    wrong = table.errors_on(name)
    if not wrong:
        return federacion_hordago(table, name)
    if name == "puntua" and table.wrong_jokoa and not table.late and not table.jokoa_open and not table.wrong_pareak:
        return federacion_88(table)
    if len(wrong) > 1:
        return JUDGE
    x = wrong[0]
    if name == "txikia":
        ruling = federacion_16(table, x)
    elif name == "pareak":
        opened = table.pareak_open and not table.late
        ruling = federacion_open(table, x, "pareak", 79) if opened else federacion_pareak(table, x)
    elif table.wrong_jokoa and table.jokoa_open:
        ruling = federacion_open(table, x, name, 84)
    elif name == "jokoa" and (table.wrong_jokoa or table.late):
        ruling = federacion_jokoa(table, x)
    elif name == "puntua" and table.wrong_jokoa:
        ruling = federacion_88(table)
    else:
        ruling = federacion_after_pareak(table, x, name)
    if table.wrong_pareak and table.wrong_jokoa and name in ("pareak", "jokoa", "puntua"):
        # the fourth round was never reached where the bids of pareak count and ended the karta aldia
        return ruling if name == "pareak" and last and ruling["bids"] == "stand" else JUDGE
    return ruling


def who_wins_the_bid(table, name, without=()):
    """The team that was refused, or that has the best hand of those that play; None where nobody bid."""
    ending, _, bidder = table.bids(name)
    if ending == "paso":
        return None
    if ending == "tira":
        return bidder
    return table.best(name, [seat for seat in table.having(name) if seat not in without])


def accepted_by(table, name):
    ending, _, bidder = table.bids(name)
    return other(bidder) if ending in ("iduki", "hordago") else None


def federacion_hordago(table, name):
    if not table.hopeless(name):
        return None
    if table.shown_on(name):
        return {"bids": "judge", "hordago": "void"}
    bidder = table.bids(name)[2]
    erring = [seat for seat in table.having(name) if team(seat) != bidder]
    own = [seat for seat in table.having(name) if team(seat) == bidder]
    seat = erring[0] if len(erring) == 1 else None
    return void("federacion 49", seat, one=bidder, worth=(bidder, table.worth(name, own)))


def federacion_16(table, x):
    c = other(team(x))
    if table.bids("txikia")[0] == "paso":
        return stand("federacion 16", x)
    wins = who_wins_the_bid(table, "txikia")
    if wins == c:
        return stand("federacion 16", x)
    return void("federacion 16", x, one=c) if wins else JUDGE


def own_and_one(table, article, x, name):
    """C marks its own worth and 1."""
    c = other(team(x))
    worth = 1 if name == "puntua" else table.worth(name, table.of(c))
    return void(article, x, one=c, worth=(c, worth))


def federacion_open(table, x, name, begin):
    if table.bids(name)[0] == "paso":
        return {"bids": "again", "article": f"federacion {begin}", "seat": x}
    wins = who_wins_the_bid(table, name, without=[x])
    if wins == other(team(x)):
        return stand(f"federacion {begin + 1}", x, without=[x])
    return own_and_one(table, f"federacion {begin + 1}", x, name) if wins else JUDGE


def federacion_pareak(table, x):
    e, c = team(x), other(team(x))
    ending = table.bids("pareak")[0]
    mine = [seat for seat in table.pairs if team(seat) == e]
    if ending != "tira" and table.very_hand_first("pareak", e, lambda hand: ranks(hand, table.kings) == [12] * 4):
        return void("federacion 81", x, worth=(e, table.worth("pareak", mine)))
    only_two_aces = [pairs(table.hands[seat], table.kings) for seat in mine] == [("pareak", 1, 0)]
    accepts_hordago = ending == "hordago" and accepted_by(table, "pareak") == e
    if accepts_hordago and only_two_aces and table.is_esku("pareak", c):
        return own_and_one(table, "federacion 81", x, "pareak")
    wins = who_wins_the_bid(table, "pareak", without=[x])
    if wins == c:
        return stand("federacion 81", x, without=[x])
    return own_and_one(table, "federacion 81", x, "pareak") if wins or ending == "paso" else JUDGE


def federacion_after_pareak(table, x, name):
    e, c = team(x), other(team(x))
    ending = table.bids(name)[0]
    mine = [seat for seat in table.jokoa if team(seat) == e]
    theirs = [seat for seat in table.jokoa if team(seat) == c]
    if ending != "tira" and name == "jokoa" and mine and not theirs:
        return void("federacion 81", x, worth=(e, table.worth("jokoa", mine)))
    thirty_first = table.very_hand_first("puntua", e, lambda hand: total(hand, table.kings) == 30)
    if ending != "tira" and name == "puntua" and thirty_first:
        return void("federacion 81", x, worth=(e, 1))
    wins = who_wins_the_bid(table, name)
    if wins == c:
        return stand("federacion 81", x)
    return own_and_one(table, "federacion 81", x, name) if wins or ending == "paso" else JUDGE


def federacion_jokoa(table, x):
    e, c = team(x), other(team(x))
    ending = table.bids("jokoa")[0]
    mine = [seat for seat in table.jokoa if team(seat) == e]
    theirs = [seat for seat in table.jokoa if team(seat) == c]
    partners = [seat for seat in mine if seat != x]
    best_mine = [total(table.hands[seat], table.kings) for seat in mine]

    def unbeaten_31(hand):
        beaten = any(beats_jokoa(table.hands[seat], hand, table.kings, table.real) for seat in theirs)
        return total(hand, table.kings) == 31 and not beaten

    if ending != "tira" and table.very_hand_first("jokoa", e, unbeaten_31):
        return void("federacion 87", x, worth=(e, table.worth("jokoa", mine)))
    if accepted_by(table, "jokoa") == e and mine and set(best_mine) == {33} and table.is_esku("jokoa", c):
        return own_and_one(table, "federacion 87", x, "jokoa")
    if x in mine and x not in table.said_jokoa and partners and not theirs:
        return void("federacion 87", x, worth=(e, table.worth("jokoa", mine)))
    if x not in mine and x in table.said_jokoa and partners and not theirs:
        return JUDGE
    if table.said_jokoa == [x] and not table.jokoa:
        return void("federacion 89", x, one=c, worth=(c, 1))
    wins = who_wins_the_bid(table, "jokoa", without=[x])
    if wins == c:
        return stand("federacion 86", x, without=[x])
    return own_and_one(table, "federacion 86", x, "jokoa") if wins or ending == "paso" else JUDGE


def federacion_88(table):
    seat = next(
        seat
        for seat in table.jokoa
        if not any(beats_jokoa(table.hands[one], table.hands[seat], table.kings, table.real) for one in table.jokoa)
    )
    x = table.wrong_jokoa[0] if len(table.wrong_jokoa) == 1 else None
    return void("federacion 88", x, worth=(team(seat), table.worth("jokoa", [seat])))


def to_the_judge(table, name):
    wrong = {"pareak": table.wrong_pareak, "jokoa": table.wrong_jokoa, "puntua": table.wrong_jokoa}.get(name)
    return JUDGE if wrong else None


def ruled(table, name, last):
    """What the book's articles say of a round; None where no error bears on it."""
    if table.book == "nabo":
        return nabo(table, name)
    return federacion(table, name, last) if table.book == "federacion" else to_the_judge(table, name)


def settle(table, name, end, by_hordago):
    """What the round brings: {name, at_once, in_turn, game, hordago, judge, article}."""
    last = name == end
    if name == "jokoa" and not (table.jokoa or table.wrong_jokoa or table.late):
        name = "puntua"  # only hands of three or five said jokoa
    ruling = ruled(table, name, last)
    bids, without = table.bids(name), []
    done = {"name": name, "at_once": [], "in_turn": [], "game": None, "judge": False, "article": None}
    may_stand = ruling is None or (ruling["bids"] in ("stand", "judge") and ruling.get("hordago") != "void")
    done["hordago"] = bids[0] == "hordago" and may_stand
    done["void_hordago"] = bids[0] == "hordago" and not may_stand
    if ruling and ruling["bids"] == "judge":
        return done | {"judge": True}
    if ruling and ruling["bids"] == "again":
        bids = "paso", 0, None
        if name != "pareak":
            name = "jokoa" if table.jokoa else "puntua"
    if ruling:
        done |= {"name": name, "article": (ruling["article"], ruling["seat"], name)}
        without = ruling.get("without", [])
    if ruling and ruling["bids"] == "void":
        if ruling["one"]:
            done["at_once"] = [(ruling["one"], 1, "negada")]
        if ruling["worth"] and ruling["worth"][1]:
            done["in_turn"] = [(*ruling["worth"], "worth")]
        return done
    seats = [seat for seat in table.having(name) if seat not in without]
    return done | by_bids_and_cards(table, name, bids, seats, beaten=by_hordago and not last)


def by_bids_and_cards(table, name, bids, seats, beaten):
    """What the round brings between these seats; `beaten`: a hordago accepted later voids what was accepted here."""
    ending, tantos, bidder = bids
    won_by = bidder if ending == "tira" else table.best(name, seats)
    if won_by is None:
        return {"judge": not beaten and (ending != "paso" or name not in ("pareak", "jokoa"))}
    if ending == "hordago":
        return {"game": won_by}
    in_turn = []
    if ending == "iduki":
        in_turn.append((won_by, tantos, "iduki"))
    if ending == "paso" and name in ("handia", "txikia"):
        in_turn.append((won_by, 1, "paso"))
    if name in ("pareak", "jokoa"):
        worth = table.worth(name, [seat for seat in seats if team(seat) == won_by])
        in_turn += [(won_by, worth, "worth")] if worth else []
    if name == "puntua":
        in_turn.append((won_by, 1, "worth"))
    return {"at_once": [(won_by, tantos, "tira")] if ending == "tira" else [], "in_turn": in_turn}


def judge(record):
    """The result of a record: tantos, score, winner, ended_by, articles (article, seat, round), judge (rounds)."""
    table = Table(record)
    end, by_hordago = table.ended_in()
    played = table.rounds[: table.rounds.index(end) + 1] if end else table.rounds
    score = dict(record["score"])
    rows = []

    def mark(round_name, to, tantos, why, when):
        tantos = min(tantos, table.target - score[to])
        score[to] += tantos
        rows.append({"round": round_name, "team": to, "tantos": tantos, "why": why, "when": when})
        return score[to] == table.target

    rounds = []
    judged = []

    def result(winner=None, ended_by=None):
        articles = [done["article"] for done in rounds if done["article"]]
        return {
            "tantos": rows,
            "score": score,
            "winner": winner,
            "ended_by": ended_by,
            "articles": articles,
            "judge": [done["name"] for done in judged] or None,
        }

    hordago = False
    for name in table.rounds:
        if judged and name not in played:
            break
        done = settle(table, name, end, by_hordago)
        hordago = hordago or done["hordago"]
        if done["judge"]:
            judged.append(done)
        if judged:
            continue
        rounds.append(done)
        for to, tantos, why in done["at_once"]:
            if (why == "tira" or table.hopeless(name)) and mark(done["name"], to, tantos, why, "call"):
                return result(to, "target")
        if done["game"]:
            break
    for done in rounds:  # what an error costs comes to light after all that was refused
        for to, tantos, why in done["at_once"]:
            if why == "negada" and not table.hopeless(done["name"]) and mark(done["name"], to, tantos, why, "call"):
                return result(to, "target")
    if rounds and rounds[-1]["game"]:
        return result(rounds[-1]["game"], "hordago")
    if judged and hordago:
        return result()
    before = dict(score), list(rows)
    for done in rounds:
        for to, tantos, why in done["in_turn"]:
            if mark(done["name"], to, tantos, why, "showdown"):
                void = any(done["void_hordago"] for done in judged)  # the others' 1 comes first: the judge
                score, rows = before if void else (score, rows)
                return result() if void else result(to, "target")
    return result()
