"""Random karta aldiak with every kind of call and error, from a plain random generator: quick, and many."""

from __future__ import annotations

from tests.engine import oracle
from tests.engine.strategies import BOOKS, DECK, RICH

# hands for the exceptions of the articles: four kings, two aces, 30, 31 and 33 come up more often
EDGES = [card for card in DECK if card[:-1] in ("1", "10", "11", "12", "3")]
SHARP = [card for card in DECK if card[:-1] in ("1", "2", "7", "6", "12", "10")]


def record(rng):
    """A legal record: any book, near or far from the target, announcements right or wrong, hands of 3 to 5 cards."""
    rules = rng.choice(("nabo", "federacion", "federacion", *BOOKS))
    options = {}
    if rng.random() < 0.25:
        options["kings"] = rng.choice((4, 8))
    if rng.random() < 0.25:
        options["target"] = rng.randint(1, 60)
    if rng.random() < 0.25:
        options["real31"] = rng.choice(("none", "hiru-zazpi", "sota"))
    seats = rng.choice(("NWSE",) * 9 + ("NW", "SE", "NE", "WS"))
    deck = list(rng.choice((DECK, DECK, RICH, SHARP, EDGES)))
    rng.shuffle(deck)
    cards = {seat: deck[4 * i : 4 * i + 4] for i, seat in enumerate(seats)}
    while rng.random() < 0.08:
        seat = rng.choice(seats)
        cards[seat] = cards[seat][:3] if rng.random() < 0.5 else cards[seat][:4] + deck[16:17]
        deck[16:17] = []
    data = {"id": rng.randint(0, 9), "rules": rules, "options": options, "esku": rng.choice(seats), "cards": cards}
    _, target, _ = oracle.settings(data)
    low = max(0, target - 6)
    data["score"] = {side: rng.randint(rng.choice((0, low, low)), target - 1) for side in ("NS", "EW")}
    if rng.random() < (0.8 if rules in ("nabo", "federacion") else 0.3):
        data["announced"] = announced(rng, oracle.Table(data), seats)
    if rng.random() < 0.3:
        found = {"pareak": "open", "jokoa": "open", "cards": "txikia"}
        data["found"] = {name: when for name, when in found.items() if rng.random() < 0.5}
    if rng.random() < 0.1:
        data["hordago_shown"] = True
    data["calls"] = {}
    add_calls(rng, data)
    if rng.random() < 0.1:  # where calls follow an accepted hordago, the cards were shown on a later one, if on any
        data["hordago_shown"] = True
    return data


def announced(rng, truth, seats):
    """What was said of pareak and jokoa: mostly one error in one of them, sometimes none, or more."""
    wrong = rng.choice((("pareak",), ("pareak",), ("jokoa",), ("jokoa",), (), ("pareak", "jokoa")))
    said = {}
    for name, having in (("pareak", truth.pairs), ("jokoa", truth.jokoa)):
        errors = rng.choice((1, 1, 1, 1, 1, 1, 2, 4)) if name in wrong else 0
        yes = set(having) ^ set(rng.sample(seats, min(errors, len(seats))))
        said[name] = [seat for seat in seats if seat in yes]
    if rng.random() < 0.1:
        del said[rng.choice(("pareak", "jokoa"))]
    return said


def add_calls(rng, data):
    """Calls for every round up to the one that ends the karta aldia at the table."""
    table = oracle.Table(data)
    speaking = {"pareak": table.said_pareak, "jokoa": table.said_jokoa}
    waiting = None  # the round before, if its bid was left without an answer
    for name in table.rounds:
        if waiting and data["rules"] == "federacion":
            data["calls"][name] = ["NS paso"]  # opens the round, which refuses the bid
            if table.ended_in()[0]:
                data["calls"][waiting].append(answer_to(data["calls"][waiting], "tira"))
                del data["calls"][name]
                return
        waiting = None
        teams = {oracle.team(seat) for seat in speaking.get(name, table.seats)}
        early = name in ("handia", "txikia")
        if teams != {"NS", "EW"} or rng.random() < (0.6 if early else 0.25):
            continue
        calls = bids(rng, often=0.05 if early else 0.2)
        found = {"pareak": table.wrong_pareak and table.pareak_open}
        found["jokoa"] = found["puntua"] = table.wrong_jokoa and table.jokoa_open
        if found.get(name) and rng.random() < 0.3:
            calls = [f"{rng.choice(('NS', 'EW'))} {rng.choice(('hordago', 'envido 4'))}"]
        elif data["rules"] == "federacion" and name not in ("jokoa", "puntua") and rng.random() < 0.1:
            while calls and calls[-1].split()[1] in ("iduki", "tira", "kanta"):
                calls.pop()
                waiting = name if not calls[-1].endswith("paso") else None
        answered = not waiting and calls[-1].split()[1] in oracle.ANSWERS
        if answered and len(table.seats) == 4 and name not in speaking and rng.random() < 0.3:
            calls = in_two_voices(rng, data["rules"], calls)
        opened = data["calls"].get(name, [])
        data["calls"][name] = opened + [call for call in calls if not (opened and call.endswith("paso"))]
        if waiting:
            continue
        if table.ended_in()[0]:
            return


def in_two_voices(rng, rules, calls):
    """The calls with a word of a partner beside its partner's, where the rule book knows of it."""
    voices = {"NS": rng.sample("NS", 2), "EW": rng.sample("EW", 2)}
    one, two = voices[calls[-1].split()[0]]
    third = oracle.other(oracle.team(one))
    closed = calls[-1].split()[1]
    hordago = calls[-2].endswith("hordago")
    if rules == "federacion" and rng.random() < 0.4:
        at = next(i for i, call in enumerate(calls) if not call.endswith("paso"))
        side, action, *amount = calls[at].split()
        first, second = voices[side]
        bids = [" ".join([first, action, *amount]), f"{second} {rng.choice(('hordago', 'envido 4'))}"]
        if bids[0].split()[1:] == bids[1].split()[1:]:
            return calls
        chosen = rng.choice(bids).split()
        other = oracle.other(side)
        if chosen[1] == "hordago":
            return [*calls[:at], *bids, f"{other} {rng.choice(('kanta', 'tira'))}"]
        if rng.random() < 0.2:
            return [*calls[:at], *bids, f"{other} tira"]
        return [*calls[:at], *bids, f"{other} aukera {chosen[-1]}", f"{other} {rng.choice(('iduki', 'tira'))}"]
    if rules not in ("nabo", "federacion"):
        return calls
    manner = " ene gatik" if rules == "nabo" else rng.choice(("", "", " biok", " ene gatik"))
    calls = [*calls[:-1], f"{one} {closed}{manner}"]
    word = rng.choice(("iduki", "tira", "tira biok", "iduki biok", *(() if hordago else ("gehiago 3", "hordago"))))
    calls.append(f"{two} {word}")
    stands = rules == "federacion" and manner == " biok"
    if word in ("gehiago 3", "hordago") and not stands:
        calls.append(f"{third} {rng.choice(('iduki', 'tira'))}")
    return calls


def answer_to(calls, word):
    """The answer of the team that has to give one."""
    return f"{oracle.other(oracle.team(calls[-1].split()[0]))} {word}"


def bids(rng, often):
    """How one round goes, call by call; `often` is how likely a hordago is."""
    side = rng.choice(("NS", "EW"))
    calls = [f"{oracle.other(side)} paso"] if rng.random() < 0.3 else []
    hordago = rng.random() < often
    calls.append(f"{side} hordago" if hordago else f"{side} envido {rng.choice((2, 2, 3, 5, 20, 45))}")
    for _ in range(rng.choice((1, 1, 2, 3))):
        side = oracle.other(side)
        if hordago:
            return [*calls, f"{side} {rng.choice(('iduki', 'tira', 'kanta', 'tira'))}"]
        said = "hordago" if rng.random() < often else rng.choice(("iduki", "tira", "gehiago"))
        calls.append(f"{side} gehiago {rng.randint(1, 9)}" if said == "gehiago" else f"{side} {said}")
        if said in ("iduki", "tira"):
            return calls
        hordago = said == "hordago"
    return [*calls, f"{oracle.other(side)} {rng.choice(('iduki', 'tira'))}"]
