"""Why each mark of a finished hand, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.errors import MusError
from engine.hands import Pairs
from engine.match.games import Status
from engine.records import HandRecord
from engine.seats import Seat, Team
from engine.sentences import Sentence, msgid
from engine.showdown import score
from engine.tantos.result import Result, Ruling
from engine.tantos.tally import Mark, Why
from engine.telling.explain import explain
from engine.telling.explanation import Cause, Explained, Explanation, FixedPart, HandPart, Holding, RoundBids, Win
from words.text import Speech

RANKS: Final = {1: msgid("ace"), 10: msgid("sota"), 11: msgid("zaldun"), 12: msgid("errege")}
KINDS: Final = {Pairs.PAREAK: msgid("pair"), Pairs.MEDIAK: msgid("mediak"), Pairs.DUPLEAK: msgid("dupleak")}
STATUS: Final = {
    Status.VOID: msgid("voided"),
    Status.IN_QUESTION: msgid("in question"),
    Status.UNMARKED: msgid("not marked"),
}
"""What is said of a karta aldia that does not count."""
WITHOUT_MARKS: Final = {
    Status.COUNTS: Sentence("Nothing was marked."),
    Status.VOID: Sentence("The judge has annulled it."),
    Status.IN_QUESTION: Sentence("In question: the mantxa had been won before."),
    Status.UNMARKED: Sentence("The rule book cannot mark it."),
}
"""What is said of a hand in place of its marks, where it has none."""


def stood(esku: Seat, before: Mapping[Team, int], after: Mapping[Team, int], say: Speech) -> str:
    """Who was esku in a karta aldia, and what each team had before it and after."""
    said = [say("Esku: {seat}", seat=say.place(esku))]
    for team in Team:
        old, new = before[team], after[team]
        said.append(f"{say.team(team)} {old}" if old == new else f"{say.team(team)} {old} → {new}")
    return " · ".join(said)


def explained(record: HandRecord, stands: Result) -> Explanation | None:
    """What the marks of a record are made of; None where what `stands` is not what its cards and calls come to."""
    try:
        result = score(record)
        return explain(record, result) if result.marks == stands.marks else None
    except MusError:
        return None


def in_words(told: Explanation, say: Speech) -> list[str]:
    """All that there is to say of a karta aldia: what was said wrong, what is void, and a sentence a mark."""
    lines = faults(told, say)
    for one in told.marks:
        lines.append(marked(one.mark, reasons(one, say), say))
    lines += unmarked(told, say)
    if told.hordago and (won := hordago(told, say)):
        winner = say("{team} wins the game", team=say.team(told.hordago.team))
        lines.append(say.headed(say(told.hordago.round.value), say.listed([winner, won])))
    lines += too_late(told, say)
    if told.judge:
        lines.append(say("For the judge: {why}.", why=say.sentence(told.judge.why)))
    return lines


def reason(why: str, say: Speech) -> str:
    """What a mark is for, in a word or two."""
    return {
        "tira": say("refused"),
        "iduki": say("accepted"),
        "paso": say("all passed"),
        "worth": say("worth"),
        "negada": say("negada"),
        "perete": say("tio Perete"),
    }.get(why, why)


def marked(mark: Mark, why: str, say: Speech) -> str:
    """A mark in its round, and why it was made where there is something to say of it."""
    made = f"{say.team(mark.team)} {mark.tantos}"
    return say.headed(say(mark.round.value), say.headed(made, why) if why else made)


def unmarked(told: Explanation, say: Speech) -> list[str]:
    """The articles that were applied and gave nobody anything."""
    with_mark = [one.ruling for one in told.marks]
    return [
        say.headed(say(one.round.value), say("Nothing is marked: {article}.", article=article(one, say)))
        for one in told.rulings
        if one not in with_mark
    ]


def faults(told: Explanation, say: Speech) -> list[str]:
    """What was said against the cards, and which bids are void, by it or by a hordago."""
    lines = [say.sentence(wrong) for wrong in told.wrong]
    for void in told.void:
        bids = ", ".join(say.call(call) for call in void.calls)
        lines.append(say.headed(say(void.round.value), say("does not count: {bids}", bids=bids)))
    return lines


def too_late(told: Explanation, say: Speech) -> list[str]:
    """The rounds that were not marked any more, as the game was won."""
    rounds = told.too_late
    return [say("Not marked any more, the game was won: {rounds}.", rounds=rounds)] if rounds else []


def reasons(one: Explained, say: Speech) -> str:
    """Why a mark was made, in one line; empty where the mark says it all."""
    hands = [part for part in one.parts if isinstance(part, HandPart)]
    winners = [part for part in hands if one.win and part.holding.seat is one.win.winner.seat]
    said = [*_why(one, say), *(held(part.holding, say) for part in hands if part not in winners)]
    if one.cut:
        said.append(say("the target is reached"))
    return say.listed([*said, *([article(one.ruling, say)] if one.ruling else [])])


def hordago(told: Explanation, say: Speech) -> str | None:
    """How an accepted hordago won the game; None where none did."""
    if told.hordago is None:
        return None
    return say.listed((", ".join([*_bids(told.hordago.bids, say), say("accepted")]), _won(told.hordago.win, say)))


def article(ruling: Ruling, say: Speech) -> str:
    """The article that was applied, and whose error it was."""
    if ruling.seat is None:
        return f"[{ruling.article}]"
    return f"[{ruling.article}, {say.place(ruling.seat)}]"


def _why(one: Explained, say: Speech) -> Iterator[str]:
    why, bids = one.mark.why, one.bids
    if why is Why.TIRA and bids:
        yield ", ".join([*_bids(bids, say), _refusal(bids, say)])
    elif why is Why.IDUKI and bids:
        yield ", ".join([*_bids(bids, say), say("accepted")])
    elif bids:
        yield say("after a bid: {refusal}", refusal=_refusal(bids, say))
    if why is Why.NEGADA and one.ruling and one.ruling.article.startswith(_TIRA):
        yield say("tira")
    elif why in (Why.PASO, Why.NEGADA, Why.PERETE):
        yield reason(why.value, say)
    if one.win:
        yield _won(one.win, say)
    elif FixedPart(1, Cause.POINT) in one.parts:
        yield say("the point")


_TIRA: Final = "nabo "
"""The beginning of the articles that call a penalty's own 1 tira."""


def _bids(bids: RoundBids, say: Speech) -> list[str]:
    return [say.call(call) for call in bids.calls]


def _refusal(bids: RoundBids, say: Speech) -> str:
    if bids.answer is None:
        return say("unanswered by {team}", team=say.team(bids.calls[-1].team.other))
    return say("refused by {team}", team=say.team(bids.answer.team))


def _won(win: Win, say: Speech) -> str:
    winner, over = win.winner, win.over
    if over is None:
        return say("{hand}; {team} has none", hand=held(winner, say), team=say.team(winner.seat.team.other))
    if win.tie:
        seat = say.place(over.seat)
        return say("{hand}, level with {seat} and before it from the esku", hand=held(winner, say), seat=seat)
    return say("{hand} over {other}", hand=held(winner, say), other=held(over, say))


def held(holding: Holding, say: Speech) -> str:
    """What a seat holds: `North: dupleak (errege-zaldun)`, `West: 31`."""
    what = "-".join(say(RANKS[rank]) if rank in RANKS else str(rank) for rank in holding.ranks)
    if holding.pairs:
        what = f"{say(KINDS[holding.pairs])} ({what})"
    elif holding.total:
        what = say("real 31") if holding.real31 else str(holding.total)
    return say.headed(say.place(holding.seat), what)
