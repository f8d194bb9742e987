"""What the voice says: a function of what was to be seen, and of what is to be seen now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.deal.endgame import inside, missing
from engine.seats import Team
from engine.sentences import msgid
from engine.tantos.tally import When
from firmware.screens.asking import doubted
from firmware.screens.clock import Warned, face
from firmware.session.deciding import WARNED
from firmware.session.state import Phase, State
from firmware.table.snapshot import Snapshot
from firmware.voice.settings import Much

MARKED: Final = msgid("{team}, {tantos}")
NEEDS: Final = msgid("{team} needs: {tantos}")
HORDAGO: Final = msgid("Hordago!")
ACCEPTED: Final = msgid("Hordago accepted")
WINS_MANTXA: Final = msgid("{team} wins the mantxa")
WINS_MATCH: Final = msgid("{team} wins the match")
ANSWERS: Final = msgid("{team} to answer")
SHOW: Final = msgid("Show the cards")
SPREAD: Final = msgid("{seat}: spread the hand")
WHICH: Final = msgid("{seat}: which card?")
RIGHT: Final = msgid("Are all cards right?")
APART: Final = msgid("Lay the cards apart.")
AGAIN: Final = msgid("Read again.")
AGAINST: Final = msgid("Cards against calls")
WRONG: Final = msgid("Wrong cards")
JUDGE: Final = msgid("For the judge")
AGREES: Final = msgid("{team}, do you agree?")
MINUTES: Final = msgid("Minutes left: {minutes}")
SECONDS: Final = msgid("{team}: {seconds} seconds")
LATE: Final = msgid("{team}: the time is over")
SWITCHED_ON: Final = msgid("The voice is on")
EVERY: Final = (
    *(MARKED, NEEDS, HORDAGO, ACCEPTED, WINS_MANTXA, WINS_MATCH),
    *(ANSWERS, SHOW, SPREAD, WHICH, RIGHT, APART, AGAIN, AGAINST, WRONG, JUDGE, AGREES),
    *(Warned.LAST_MINUTES.value, Warned.OVER.value, MINUTES, SECONDS, LATE, SWITCHED_ON),
)
"""Every sentence that the voice has, in English."""

_MINUTES: Final = (5, 1)
"""So many minutes before the match's end it is told once more."""


def looks_away(shown: Snapshot) -> bool:
    """Whether something else is to be seen than the table as it stands: what is said waits for that."""
    view = shown.view
    return view.busy or bool(view.path) or view.hand is not None


def said(before: Snapshot, after: Snapshot, much: Much) -> tuple[str, ...]:
    """The sentences about what has changed, one after the other, in the language of `after`."""
    if much is Much.NOTHING:
        return ()
    told = [*_of_marks(before, after), *_of_hordago(before, after)]
    if much is Much.ALL:
        told += [*_asked(before, after), *_of_clock(before, after)]
    return tuple(told)


# The score ------------------------------------------------------------------------------------------------------------


def _of_marks(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Marks as they fall, what the teams then lack, and who has won by them."""
    was, now, say = before.state, after.state, after.say
    if was.deal != now.deal:
        return
    had, has = _shown(before), _shown(after)
    for team in Team:
        if has[team] > had[team]:
            yield say(MARKED, team=team, tantos=has[team] - had[team])
    if _falling(after):
        return
    if winner := now.game_winner:
        if _falling(before) or not was.game_winner:
            match_winner = now.standing.winner
            yield say(WINS_MATCH, team=match_winner) if match_winner else say(WINS_MANTXA, team=winner)
    elif has != had or _falling(before):
        near = inside(has, now.book.target)
        for team, lacks in missing(has, now.book.target).items():
            if team in near and (now.brought[team] or (now.marked and has[team] != had[team])):
                yield say(NEEDS, team=team, tantos=lacks)


def _shown(shown: Snapshot) -> dict[Team, int]:
    """The tantos of both teams without those marks of the showdown that have not come up yet."""
    score, finished = shown.state.score, shown.state.finished
    for mark in finished.result.marks[shown.view.step :] if finished and shown.view.step is not None else ():
        if mark.when is When.SHOWDOWN:
            score[mark.team] -= mark.tantos
    return score


def _falling(shown: Snapshot) -> bool:
    """Whether marks are still to come up."""
    finished, step = shown.state.finished, shown.view.step
    return finished is not None and step is not None and step < finished.steps


def _of_hordago(before: Snapshot, after: Snapshot) -> Iterator[str]:
    was, now = before.state.aldia, after.state.aldia
    if now.hordago:
        if not was.hordago and not after.state.marked:
            yield after.say(ACCEPTED)
    elif now.bidding.hordago and not was.bidding.hordago:
        yield after.say(HORDAGO)


# What is asked for ----------------------------------------------------------------------------------------------------


def _asked(before: Snapshot, after: Snapshot) -> list[str]:
    """What the players are to do now, where they have not just been told so."""
    known = [*_questions(before)]
    return [asked for asked in _questions(after) if asked not in known]


def _questions(shown: Snapshot) -> Iterator[str]:
    state, say = shown.state, shown.say
    match state.phase:
        case Phase.CALLS if team := state.aldia.to_answer:
            yield say(ANSWERS, team=team)
        case Phase.CARDS:
            yield say(SHOW)
        case Phase.DOUBTS:
            yield from _about_doubts(shown)
        case Phase.CONFLICT:
            yield say(AGAINST if state.conflict and state.conflict.strike else WRONG)
        case Phase.JUDGE:
            yield say(JUDGE)
        case _ if (waits := state.waits) and waits.binding:
            yield from (say(AGREES, team=team) for team in waits.waits_for)


def _about_doubts(shown: Snapshot) -> Iterator[str]:
    laid, say = shown.state.laid, shown.say
    assert laid is not None
    if (doubt := laid.card_doubt()) is None:
        blocking = laid.blocking_doubt()
        yield say(AGAIN if blocking and blocking.kind in ("picture", "deck") else APART if blocking else RIGHT)
    elif shown.view.spread:
        yield from (say(SPREAD, seat=say.place(seat)) for seat in doubted(shown.state))
    else:
        yield say(WHICH, seat=say.place(doubt.seat) if doubt.seat else say("the table"))


# The clock ------------------------------------------------------------------------------------------------------------


def _of_clock(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """The match's last minutes, and a team that has thought long."""
    say, was, now = after.say, face(before.state), face(after.state)
    if now.warned and now.warned is not was.warned:
        yield say(now.warned.value)
    else:
        yield from (say(MINUTES, minutes=one) for one in _MINUTES if _passed(one * 60, before.state, after.state))
    if (thinking := after.thinking) and (warned := thinking.warned):
        earlier = before.thinking
        if earlier is None or earlier.decision != thinking.decision or earlier.warned < warned:
            told = LATE if thinking.late else SECONDS
            yield say(told, team=thinking.decision.team, seconds=round(WARNED))


def _passed(seconds: float, was: State, now: State) -> bool:
    """Whether the match had more than so many seconds left, and has no more now."""
    return was.elapsed is not None and face(was).left > seconds >= face(now).left > 0
