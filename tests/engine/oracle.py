"""A second reading of the law, slow and obvious. It imports nothing of the engine and reads no rule file.

It takes a hand record as decoded JSON, believes that the calls in it are legal, and works with plain strings,
lists and comparisons of two hands at a time.
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


def bidding(calls):
    """(how it ended, tantos, team of the last bid) of a round's calls."""
    bids = []
    last = None
    for text in calls:
        speaker, action, *number = text.split()
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
    return "paso", 0, None


def hopeless(record, round_name, players, bidder):
    """Federacion 49, 60: a hordago accepted with nothing but two aces, or 33, by those who do not speak first."""
    if record["rules"] != "federacion" or round_name not in ("pareak", "jokoa"):
        return False
    kings, _, _ = settings(record)
    start = ORDER.index(record["esku"])
    first = next(seat for seat in ORDER[start:] + ORDER[:start] if seat in players)
    if team(first) != bidder:
        return False
    for seat, hand in players.items():
        if team(seat) != bidder and round_name == "pareak" and pairs(hand, kings) != ("pareak", 1, 0):
            return False
        if team(seat) != bidder and round_name == "jokoa" and total(hand, kings) != 33:
            return False
    return True


def judge(record):
    """The result of a record in which everybody told the truth and every hand has four cards."""
    kings, target, real = settings(record)
    hands, esku = record["cards"], record["esku"]
    with_pairs = {seat: hand for seat, hand in hands.items() if pairs(hand, kings)}
    with_jokoa = {seat: hand for seat, hand in hands.items() if has_jokoa(hand, kings)}
    fourth = "jokoa" if with_jokoa else "puntua"
    players = {"handia": hands, "txikia": hands, "pareak": with_pairs, fourth: with_jokoa or hands}
    score = dict(record["score"])
    rows = []

    def mark(round_name, to, tantos, why, when):
        tantos = min(tantos, target - score[to])
        score[to] += tantos
        rows.append({"round": round_name, "team": to, "tantos": tantos, "why": why, "when": when})
        return score[to] == target

    def result(winner=None, ended_by=None):
        return {"tantos": rows, "score": score, "winner": winner, "ended_by": ended_by, "void": void}

    void = []
    endings = {}
    for name in players:
        endings[name] = bidding(record.get("calls", {}).get(name, []))
        ending, tantos, bidder = endings[name]
        if ending == "tira" and mark(name, bidder, tantos, "tira", "call"):
            return result(bidder, "target")
        if ending == "hordago" and hopeless(record, name, players[name], bidder):
            void.append(name)
            endings[name] = ("void", 1, bidder)
            if mark(name, bidder, 1, "negada", "call"):
                return result(bidder, "target")
        elif ending == "hordago":
            return result(winner_of(name, players[name], esku, kings, real), "hordago")

    for name in players:
        ending, tantos, bidder = endings[name]
        won_by = bidder if ending in ("tira", "void") else winner_of(name, players[name], esku, kings, real)
        if won_by is None:
            continue
        if ending == "iduki" and mark(name, won_by, tantos, "iduki", "showdown"):
            return result(won_by, "target")
        if ending == "paso" and name in ("handia", "txikia") and mark(name, won_by, 1, "paso", "showdown"):
            return result(won_by, "target")
        worth = 0
        if name == "pareak":
            worth = sum(pairs_worth(hand, kings) for seat, hand in with_pairs.items() if team(seat) == won_by)
        if name == "jokoa":
            worth = sum(jokoa_worth(hand, kings) for seat, hand in with_jokoa.items() if team(seat) == won_by)
        if name == "puntua":
            worth = 1
        if worth and mark(name, won_by, worth, "worth", "showdown"):
            return result(won_by, "target")
    return result()
