"""What the clock has to do with a match's games: when each ended, and how the next one opens near the end of the time.

A game that the clock opens (federacion 36) stands in the match as an entry of its own, and follows what is put right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.deal.clock import NewGame, Won, next_game
from engine.match.entries import GameOpened, Match
from engine.match.games import Game
from engine.match.standing import Standing
from engine.seats import Team
from firmware.session.state import FirstMarked, State, stands
from words.acts import CLOCK, TIME_ENDS


def timekept(state: State) -> State:
    """With when each game ended that is over now; one whose end was put right keeps its time, and so does one whose
    last karta aldia is marked again after Back, with the same calls."""
    now = max(0.0, state.elapsed or 0.0)
    marked = _marked_first(state, now)
    if marked is not state.marked_first:
        state = replace(state, marked_first=marked)
    over = [game for game in state.standing.games if game.over]
    if [*state.ended] == [game.number for game in over]:
        return state
    by_hand = state.standing.aldiak[-1].entry if state.marked else None
    ends = {game.number: marked.at if marked and game.ending.entry == by_hand else now for game in over}
    return replace(state, ended=ends | {number: at for number, at in state.ended.items() if number in ends})


def _marked_first(state: State, now: float) -> FirstMarked | None:
    """When the karta aldia in hand was marked first; once it is another one, that of the last one that was."""
    if not state.marked or state.elapsed is None:
        return state.marked_first
    was, calls = state.marked_first, state.aldia.calls
    return was if was and (was.deal, was.calls) == (state.deal, calls) else FirstMarked(state.deal, calls, now)


def next_opened(state: State, standing: Standing) -> Standing:
    """With the next game opened, where it begins otherwise than any (federacion 36)."""
    opened = _opened_late(state, standing)
    return stands(standing.match.with_entry(opened), standing.book, standing) if opened else standing


def begun_anew(state: State, standing: Standing) -> Standing:
    """With what was put right, and the game in hand begun as that has it.

    The clock's opening of it stays where the games before it end as they did.
    """
    if standing.over or _winners(state.standing.games) == _winners(standing.games):
        return standing
    entries, of_clock = state.match.entries, False
    if entries and isinstance(opened := entries[-1], GameOpened) and opened.by == CLOCK:
        amended = (*standing.match.entries[: len(entries) - 1], *standing.match.entries[len(entries) :])
        standing, of_clock = stands(Match(standing.match.header, amended), standing.book, standing), True
    begins = replace(state, standing=standing).game_due
    unbegun = of_clock or (state.standing.over and begins > len(standing.games))
    return next_opened(state, standing) if begins > state.game or (begins == state.game and unbegun) else standing


def with_finals(state: State, standing: Standing) -> Standing:
    """With what was put right, and each game that the clock opened the last one where that makes it so (federacion 36).

    The tantos with which it began stay, for it was played from them; and all of it stays while a game before it is
    open, for nobody knows then whether they are tied.
    """
    entries = list(standing.match.entries)
    for game in standing.games:
        opened = entries[game.opened_by - 1] if game.opened_by else None
        was, before = state.standing.games[: game.number - 1], standing.games[: game.number - 1]
        if (
            isinstance(opened, GameOpened)
            and opened.by == CLOCK
            and game.opened_by
            and all(one.over for one in before)
            and _winners(was) != _winners(before)
        ):
            begins = _next_game(state, before)
            entries[game.opened_by - 1] = replace(opened, decisive=begins.final) if begins else opened
    match = Match(standing.match.header, tuple(entries))
    return standing if match == standing.match else stands(match, standing.book, standing)


def _winners(games: Iterable[Game]) -> list[Team | None]:
    """Who has won each game that is over."""
    return [game.winner for game in games if game.over]


def _opened_late(state: State, standing: Standing) -> GameOpened | None:
    """How the next game opens near the end of the time (federacion 36); None where it begins as any other."""
    game = _next_game(state, standing.games)
    if game is None or game.article is None:
        return None
    return GameOpened(game.tantos, game.final, by=CLOCK, reason=TIME_ENDS, article=game.article)


def _next_game(state: State, games: Iterable[Game]) -> NewGame | None:
    """How the game after these begins by the clock; None where the clock has no word in it."""
    clock = state.clock
    if clock is None or state.elapsed is None or state.elapsed < 0 or not state.won_by_games:
        return None
    now = state.elapsed
    ends = ((game.winner, state.ended.get(game.number, now)) for game in games)
    won = [Won(winner, min(at, now)) for winner, at in ends if winner]  # the desk may set a clock back
    if any(sum(game.team is team for game in won) >= state.book.games for team in Team):
        return None
    ended = sorted(won, key=lambda game: game.at)
    return next_game(clock, state.book.games, state.book.target, ended, now)
