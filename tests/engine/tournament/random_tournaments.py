"""Random tournaments as JSON lines, for hypothesis: results, byes, changes, voids, withdrawals, returns."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.tournament.oracle import GAMES, TARGETS

Lines = list[dict[str, Any]]


@st.composite
def tournaments(draw: st.DrawFn) -> Lines:
    """A header and up to forty acts, all of them allowed. Few scores, so that many teams are level."""
    rules = draw(st.sampled_from(sorted(GAMES)))
    options = draw(
        st.fixed_dictionaries({}, optional={"mantxak": st.integers(1, 4), "target": st.sampled_from([3, 30, 40])})
    )
    needed, target = options.get("mantxak", GAMES[rules]), options.get("target", TARGETS[rules])
    ids = [f"T{number:02}" for number in range(1, draw(st.integers(1, 7)) + 1)]
    lines: Lines = [{"teams": [{"id": team} for team in ids], "rules": rules, "options": options}]
    for _ in range(draw(st.integers(0, 40))):
        kind = draw(st.sampled_from(["partida"] * 8 + ["bye", "withdrawn", "returned"]))
        if kind in ("withdrawn", "returned"):
            lines.append({kind: draw(st.sampled_from(ids)), "why": "so it was"})
            continue
        partida = {"partida": draw(st.integers(1, 20)), "round": draw(st.integers(1, 5))}
        if kind == "bye" or len(ids) == 1:
            partida |= {"teams": [draw(st.sampled_from(ids)), None]}
            if draw(st.booleans()):
                partida["bye_mantxak"] = draw(st.integers(0, needed))
        else:
            teams = draw(st.permutations(ids))[:2]
            partida |= {"teams": teams, "mantxak": draw(scores(needed, target))}
        if draw(st.integers(0, 9)) == 0:
            partida |= {"void": True, "why": "judge"}
        lines.append(partida)
    return lines


@st.composite
def scores(draw: st.DrawFn, needed: int, target: int) -> list[list[int]]:
    """The mantxak of a partida that somebody won."""
    loser_won = draw(st.integers(0, needed - 1))
    winner = draw(st.integers(0, 1))
    order = [*draw(st.permutations([winner] * (needed - 1) + [1 - winner] * loser_won)), winner]
    less = st.sampled_from([0, 1, target - 1])
    return [[target, draw(less)] if won == 0 else [draw(less), target] for won in order]
