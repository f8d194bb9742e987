"""Matches for the tests: karta aldiak whose marks are plain to see, and random matches with arithmetic by hand."""

from __future__ import annotations

import random
from functools import cache

from engine.calls import Call
from engine.cards import Card
from engine.match.entries import Match
from engine.match.header import Header
from engine.match.played import Played
from engine.records import HandRecord
from engine.rounds import Round
from engine.seats import Seat, Team
from tests.engine import oracle
from tests.engine.strategies import DECK, RICH

NS, EW = Team.NS, Team.EW
BOTH = frozenset(Team)

# with four kings and with eight: nobody has pairs or jokoa; N is best in handia, W in txikia, E in puntua
# (25 22 26 27), whoever is esku
PLAIN = {
    "N": ["12o", "6c", "5c", "4o"],
    "W": ["1o", "4b", "7c", "10o"],
    "S": ["11o", "7e", "5o", "4c"],
    "E": ["10c", "7b", "6o", "4e"],
}


def played(ns=0, ew=0, esku="N", cards=PLAIN, announced=None, **calls):
    """A karta aldia before which `ns` and `ew` stood at the table; `calls` are texts by round."""
    record = {
        "rules": "basque",
        "options": {"target": 10_000},
        "esku": esku,
        "score": {"NS": ns, "EW": ew},
        "cards": cards,
        "announced": announced or {},
        "calls": calls,
    }
    return Played.of(HandRecord.parse(record))


def bringing(ns, ew, before=(0, 0), esku="N"):
    """A karta aldia of PLAIN cards that brings NS `ns` tantos (handia; 0: a refused bid of EW's, which is one more for
    EW) and EW `ew`, of which the last one is puntua's. `ew` is at least 3, and 4 where NS gets none."""
    handia = [f"NS envido {ns}", "EW iduki"] if ns >= 2 else [] if ns == 1 else ["EW envido 2", "NS tira"]
    txikia = [f"EW envido {ew - 1 - (ns == 0)}", "NS iduki"]
    return played(*before, esku, handia=handia, txikia=txikia)


def hordago(winner, before=(0, 0), esku="N"):
    """A karta aldia that `winner` wins by an accepted hordago, in handia NS and in txikia EW."""
    if winner is NS:
        return played(*before, esku, handia=["EW hordago", "NS iduki"])
    return played(*before, esku, txikia=["NS hordago", "EW kanta"])


def match_of(*entries, rules="nabo", esku="N", options=None, length=None):
    return Match(Header(rules, Seat(esku), options or {}, length), entries)


def games_to(*winners):
    """A match's karta aldiak: one hordago a game, each won by the team named, the esku passing on."""
    return [hordago(winner, esku="NWSE"[i % 4]) for i, winner in enumerate(winners)]


def call(text):
    return Call.parse(text)


def cards(*names):
    return tuple(Card.parse(name) for name in names)


def random_record(rng, rules, esku, score):
    """A legal karta aldia in which everybody tells the truth, as a decoded hand record; bids are of every kind."""
    deck = rng.sample(DECK if rng.random() < 0.7 else RICH, 16)
    record = {
        "rules": rules,
        "esku": esku,
        "score": dict(score),
        "cards": {seat: deck[4 * i : 4 * i + 4] for i, seat in enumerate("NWSE")},
        "calls": {},
    }
    kings, _, _ = oracle.settings(record)
    pareak = [seat for seat in "NWSE" if oracle.pairs(record["cards"][seat], kings)]
    jokoa = [seat for seat in "NWSE" if oracle.has_jokoa(record["cards"][seat], kings)]
    fourth = "jokoa" if jokoa else "puntua"
    for name, players in (("handia", "NWSE"), ("txikia", "NWSE"), ("pareak", pareak), (fourth, jokoa or "NWSE")):
        if {oracle.team(seat) for seat in players} != {"NS", "EW"}:
            continue
        if not (calls := _random_calls(rng)):
            continue
        record["calls"][name] = calls
        if calls[-1].endswith("iduki") and not calls[-2].endswith("hordago"):
            continue
        done = oracle.judge(record)
        refused = all(row["when"] == "call" for row in done["tantos"])
        if done["ended_by"] == "hordago" or (done["ended_by"] == "target" and refused):
            break
    return record


def _random_calls(rng):
    if rng.random() < 0.4:
        return []
    team, other = rng.sample(["NS", "EW"], 2)
    if rng.random() < 0.1:
        calls, last = [f"{team} hordago"], "hordago"
    else:
        calls, last = [f"{team} envido {rng.randint(2, 8)}"], "envido"
    while True:
        answer = rng.choice(["iduki", "tira", "gehiago", "tira", "iduki", "hordago"])
        if last == "hordago":
            answer = rng.choice(["tira", "tira", "tira", "iduki"])
        calls.append(f"{other} gehiago {rng.randint(1, 9)}" if answer == "gehiago" else f"{other} {answer}")
        if answer in ("iduki", "tira"):
            return calls
        team, other, last = other, team, answer


@cache
def random_match(seed, rules="nabo", most=400):
    """A match that is played to its end, and what it comes to by hand arithmetic.

    That is, for every karta aldia: its record, the second implementation's result, and the number of its game; then
    the winner of every game.
    """
    rng = random.Random(seed)
    rule = {"nabo": (2, 1), "federacion": (4, 1), "spain": (3, 3), "basque": (3, 3), "france": (3, 1)}[rules]
    score, esku, game = {"NS": 0, "EW": 0}, rng.randrange(4), 1
    first = "NWSE"[esku]
    rows, winners, games, vacas = [], [], {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    while max(vacas.values()) < rule[1] and len(rows) < most:
        record = random_record(rng, rules, "NWSE"[esku], score)
        done = oracle.judge(record)
        rows.append((record, done, game))
        score, esku = done["score"], (esku + 1) % 4
        if done["winner"]:
            winners.append(done["winner"])
            games[done["winner"]] += 1
            score, game = {"NS": 0, "EW": 0}, game + 1
            if games[done["winner"]] == rule[0]:
                vacas[done["winner"]] += 1
                games = {"NS": 0, "EW": 0}
    entries = tuple(Played.of(HandRecord.parse(record)) for record, _, _ in rows)
    return Match(Header(rules, Seat(first)), entries), rows, winners, vacas


def rows_of(result):
    """Marks as short texts."""
    return [f"{mark.round.value} {mark.team.value} {mark.tantos} {mark.why.value}" for mark in result.marks]


def pair(score):
    """A score as (NS, EW)."""
    return score[NS], score[EW]


HANDIA, TXIKIA, PAREAK, JOKOA, PUNTUA = (Round(name) for name in ("handia", "txikia", "pareak", "jokoa", "puntua"))
