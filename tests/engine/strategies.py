"""Random karta aldiak for the tests: legal hand records, as decoded JSON. Imports nothing of the engine."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine import oracle

DECK = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
BOOKS = ("nabo", "federacion", "spain", "basque", "france")
# hands that tie, and the rare ones, come up by chance far too seldom
RICH = [card for card in DECK if card[:-1] in ("1", "2", "3", "7", "10", "12")]


@st.composite
def bids(draw, teams, speakers):
    """The calls of one round in which `teams` may bid: how it goes on is drawn call by call."""
    if set(teams) != {"NS", "EW"}:
        return []
    who = lambda team: draw(st.sampled_from([team, *speakers[team]]))  # noqa: E731
    team = draw(st.sampled_from(["NS", "EW"]))
    other = {"NS": "EW", "EW": "NS"}
    calls = [f"{who(other[team])} paso"] if draw(st.booleans()) else []
    opening = draw(st.sampled_from(["none", "envido", "envido", "envido", "hordago"]))
    if opening == "none":
        return calls
    amount = draw(st.integers(2, 45))
    calls.append(f"{who(team)} hordago" if opening == "hordago" else f"{who(team)} envido {amount}")
    hordago = opening == "hordago"
    for _ in range(5):
        team = other[team]
        answers = ["iduki", "tira", "kanta"] if hordago else ["iduki", "tira", "gehiago", "gehiago", "hordago"]
        answer = draw(st.sampled_from(answers))
        if answer == "gehiago":
            calls.append(f"{who(team)} gehiago {draw(st.integers(1, 20))}")
        else:
            calls.append(f"{who(team)} {answer}")
            hordago = answer == "hordago"
            if not hordago:
                return calls
    return [*calls, f"{who(other[team])} tira"]


@st.composite
def records(draw):
    """A legal record in which everybody tells the truth: any book, near or far from the target."""
    rules = draw(st.sampled_from(BOOKS))
    options = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "kings": st.sampled_from([4, 8]),
                "target": st.integers(1, 60),
                "real31": st.sampled_from(["none", "hiru-zazpi", "sota"]),
            },
        )
    )
    seats = draw(st.sampled_from(["NWSE", "NW", "SE", "NE", "WS"] if rules == "france" else ["NWSE"]))
    deck = draw(st.permutations(draw(st.sampled_from([DECK, RICH]))))
    record = {
        "id": draw(st.integers()),
        "rules": rules,
        "options": options,
        "esku": draw(st.sampled_from(seats)),
        "cards": {seat: deck[4 * i : 4 * i + 4] for i, seat in enumerate(seats)},
    }
    kings, target, _ = oracle.settings(record)
    far = st.integers(0, target - 1)
    near = st.integers(max(0, target - 6), target - 1)
    record["score"] = {"NS": draw(far | near), "EW": draw(far | near)}
    pareak = [seat for seat in seats if oracle.pairs(record["cards"][seat], kings)]
    jokoa = [seat for seat in seats if oracle.has_jokoa(record["cards"][seat], kings)]
    if draw(st.booleans()):
        record["announced"] = {"pareak": pareak, "jokoa": jokoa}
    record["calls"] = calls = {}
    fourth = "jokoa" if jokoa else "puntua"
    for name, players in (("handia", seats), ("txikia", seats), ("pareak", pareak), (fourth, jokoa or seats)):
        teams = {oracle.team(seat) for seat in players}
        speakers = {
            team: [seat for seat in players if oracle.team(seat) == team] if team in teams else []
            for team in ("NS", "EW")
        }
        said = draw(bids([team for team, there in speakers.items() if there], speakers))
        if said:
            calls[name] = said
        if _is_over(oracle.judge(record)):
            break
    return record


def _is_over(done):
    """Whether a hordago was accepted, or a refused bid reached the target: nothing more can be said."""
    refused_to_target = done["ended_by"] == "target" and all(row["when"] == "call" for row in done["tantos"])
    return done["ended_by"] == "hordago" or refused_to_target
