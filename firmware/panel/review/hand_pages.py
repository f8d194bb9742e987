"""The review: every finished hand of a match with its picture, its cards, its calls, its marks and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards import Card
from engine.match.entries import Correction, JudgesAct
from engine.match.games import Status
from engine.rounds import Round
from engine.seats import Seat, Team, playing_order, sides
from engine.sentences import msgid
from engine.tantos.tally import Mark
from engine.telling.explanation import Explained, Explanation
from engine.telling.replay import rounds_of
from firmware.panel.page import Asked, Page
from firmware.panel.review.choosing import address, choices
from firmware.panel.review.reviewed import Reviewed
from firmware.panel.review.worth import can_be_told, named
from firmware.session.choices.choosing import grid
from firmware.session.choices.correcting import correcting, unknown
from firmware.session.choices.settling import open_questions
from firmware.session.finished import Finished, Source
from firmware.session.state import State
from words.acts import SUIT_TOLD, deeds, put_right
from words.telling import STATUS, WITHOUT_MARKS, explained, faults, hordago, reason, reasons, stood, too_late, unmarked
from words.text import Speech

SOURCES: Final = {
    Source.HAND: msgid("The players entered these cards by hand."),
    Source.PHONE: msgid("These cards were read in a picture that a player took."),
}
"""What is said of cards that the table's camera did not read."""


def explanation(hand: Finished) -> Explanation | None:
    """What the marks of a hand are made of; None where a judge or a refused bid decided it, or a card is not known."""
    if not hand.record.cards or hand.status is not Status.COUNTS or hand.noted.unsure_cards:
        return None
    return explained(hand.record, hand.result)


def hands_page(asked: Asked, match: Reviewed) -> Page:
    """All hands of a match, the newest first."""
    say = asked.say
    rows = [
        {
            "number": place + 1,
            "hand": hand,
            "address": match.address_of(place),
            "marked": marked(hand),
            "notes": notes(hand, say),
            "score_told": _score(hand, say),
        }
        for place, hand in reversed([*enumerate(match.hands)])
    ]
    values = {"match": match, "rows": rows, "questions": open_questions(match.state)}
    return Page("hands.html", match.title(say), "/hands", values, live=match.runs)


def marked(hand: Finished) -> dict[Team, int]:
    """What each team that marked something marked."""
    tantos = {team: sum(mark.tantos for mark in hand.result.marks if mark.team is team) for team in Team}
    return {team: sum for team, sum in tantos.items() if sum}


def _score(hand: Finished, say: Speech) -> str:
    return ", ".join(f"{say.team(team)} {hand.result.score[team]}" for team in Team)


def notes(hand: Finished, say: Speech) -> Iterator[str]:
    """What is special about a hand, in a word each."""
    if hand.result.judge:
        yield say("Judge")
    if hand.hordago:
        yield say("hordago")
    if hand.winner:
        yield say("Mantxa won")
    if hand.noted.source is Source.HAND:
        yield say("by hand")
    if hand.status in STATUS:
        yield say(STATUS[hand.status])


def hand_page(asked: Asked, match: Reviewed, place: int) -> Page:
    """One hand of a match, whole."""
    say, hand = asked.say, match.hands[place]
    corrects = asked.plays and match.runs
    values = {
        "match": match,
        "before": match.address_of(place - 1) if place > 0 else None,
        "after": match.address_of(place + 1) if place + 1 < len(match.hands) else None,
        "here_is": match.address_of(place),
        "again": f"{match.replay}?hand={place + 1}#{place + 1}",
        "to_correct": address(correcting(place), str(hand.id)) if corrects else None,
        "about": stood(hand.record.esku, hand.record.score, hand.result.score, say),
        "entry": hand.entry if hand.entry != place + 1 else None,
        "worth": f"{match.address_of(place)}/worth" if can_be_told(hand) else None,
        "unknown": _unknown(match, place, say) if corrects else None,
        **laid_out(match.state, hand, say),
    }
    return Page("hand.html", say("Hand {number}", number=place + 1), "/hands", values, ("hand.js",), match.runs)


def laid_out(state: State, hand: Finished, say: Speech) -> dict[str, object]:
    """What the pages show of a finished hand: its cards, its rounds, its score, and what else there is to say.

    `state` is of its match, or of the one that has just begun after it, whose entries and questions are not its own.
    """
    of_its_match = state if state.noted else None
    told = explanation(hand)
    nothing = not hand.result.marks and not hand.hordago
    return {
        "seats": seats_around(hand),
        "rounds": [_round(hand, round, told, say) for round in rounds_of(hand.record, hand.result)],
        "without_marks": say.sentence(WITHOUT_MARKS[hand.status]) if nothing else None,
        "score": _score(hand, say),
        "trace": tuple(_unbroken(note, say) for note in _trace(of_its_match, hand, told, say)),
        "questions": open_questions(of_its_match) if of_its_match else (),
    }


def _unknown(match: Reviewed, place: int, say: Speech) -> dict[str, object] | None:
    """The first card that nobody knows: whose it is, what is asked, and its suits to choose from."""
    if (path := unknown(match.state, place)) is None:
        return None
    hand, shown = match.hands[place], grid(match.state, path)
    seat = hand.unsure()[Card.parse(path[-1])]
    asked = f"{say.headed(say.place(seat), say.value(shown.about))} {say(shown.title)}"
    return {"asked": asked, "offered": choices(shown, path, str(hand.id), match.state, say)}


def seats_around(hand: Finished) -> list[dict[str, object]]:
    """The hands around the table, as the players sit, the esku's first; none where the cards were not shown.

    Each is drawn at its `side` of the table, with what players call it, if anything.
    """
    esku, cards = hand.record.esku, hand.record.cards
    at = sides([seat for seat in Seat if seat in cards]) if cards else {}
    return [
        {
            "seat": seat,
            "side": at[seat],
            "cards": [hand.face(card) for card in cards[seat]],
            "called": named(cards[seat], hand.record.book) if can_be_told(hand) else None,
        }
        for seat in playing_order(esku)
        if seat in cards
    ]


def _round(hand: Finished, round: Round, told: Explanation | None, say: Speech) -> dict[str, object]:
    """A round's calls, its marks and why they were made, and a word of a hordago in it."""
    marks = [
        (mark, why(mark, told.marks[number] if told else None, say))
        for number, mark in enumerate(hand.result.marks)
        if mark.round.number == round.number  # a fourth round that began anew may be marked by another name
    ]
    ended = hordago(told, say) if told and told.hordago and told.hordago.round is round else None
    return {"name": round.value, "calls": hand.record.calls.get(round, ()), "marks": marks, "hordago": ended}


def why(mark: Mark, one: Explained | None, say: Speech) -> str:
    """Why a mark was made, by its explanation where there is one."""
    return (reasons(one, say) if one else "") or reason(mark.why.value, say)


def _by_the_players(hand: Finished, say: Speech) -> Iterator[str]:
    """What the players did about its cards and calls: entered, confirmed, or struck them."""
    if hand.noted.source is not Source.CAMERA:
        yield say(SOURCES[hand.noted.source])
    if confirmed := hand.noted.confirmed:
        yield say("Confirmed by the players: {what}", what=say.listed(map(say.sentence, confirmed)))
    for round, calls in hand.noted.struck.items():
        what = f"{say(round.value)} ({', '.join(say.call(call) for call in calls)})"
        yield say("Struck: {what}", what=what)


def _since(state: State, hand: Finished, say: Speech) -> Iterator[str]:
    """What the judge has decided about a hand of the match, and what was put right in it."""
    entries = enumerate(state.match.entries, 1)
    since = [(number, entry) for number, entry in entries if getattr(entry, "of", None) == hand.entry]
    done = deeds(state.match, state.book, say) if any(isinstance(entry, JudgesAct) for _, entry in since) else {}
    for number, entry in since:
        if isinstance(entry, JudgesAct):
            yield say.headed(say("The judge has decided about this hand"), done[number])
        elif isinstance(entry, Correction) and entry.reason != SUIT_TOLD:
            yield say("Put right: {what}", what=put_right(entry, say))


def _trace(state: State | None, hand: Finished, told: Explanation | None, say: Speech) -> Iterator[str]:
    """What was applied, struck, confirmed, put right or decided about this hand."""
    if told:
        yield from map(say.whole, faults(told, say))
        yield from unmarked(told, say)
        yield from too_late(told, say)
    yield from (say.whole(remedy.sentence) for remedy in hand.noted.mended)
    if case := hand.result.judge:
        yield say("For the judge: {why}.", why=say.sentence(case.why))
    yield from _by_the_players(hand, say)
    if state:
        yield from _since(state, hand, say)
    if hand.winner:
        team = say.team(hand.winner)
        if hand.result.ended_by == "hordago":
            yield say("{team} won the mantxa by hordago.", team=team)
        else:
            yield say("{team} won the mantxa.", team=team)


def _unbroken(note: str, say: Speech) -> str:
    """The note with hyphens in the teams' names at which no line ends."""
    for name in map(say.team, Team):
        note = note.replace(name, name.replace("-", "\N{NON-BREAKING HYPHEN}"))
    return note
