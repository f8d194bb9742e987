"""The hands of a match again: each moment by moment, the odds before and after; with the story that they tell.

It is a page of the panel, and a file that opens the same without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.match.standing import Standing
from engine.rounds import Round
from engine.seats import Team
from engine.showdown import counting_hands
from engine.telling.bids import Bid
from engine.telling.chances import by_cards
from engine.telling.explanation import Explanation
from engine.telling.replay import Moment, What, moments
from firmware.panel.page import Asked, Page, filled
from firmware.panel.review.hand_pages import explanation, notes, seats_around, why
from firmware.panel.review.reviewed import Reviewed
from firmware.panel.review.story import Told, backed, percent, percents, story, told_hands
from firmware.panel.review.worth import best_team, can_be_told, played_rounds
from firmware.session.finished import Finished, Noted
from web.templates import inline
from words.books import called
from words.names import Names
from words.telling import hordago, stood
from words.text import Speech

STATIC: Final = ("replay.css", "replay.js")
"""What the page has besides what all have."""


def replay_page(asked: Asked, match: Reviewed, at: int) -> Page:
    """The match again, as a page: the game with the hand of that number, the first one where there is none."""
    say = asked.say
    told = replayed(match.state.standing, match.state.noted, say, at)
    values = told | {"match": match, "file": f"/export/{match.number or 'last'}.html"}
    return Page("replay.html", say("The match again"), "/hands", values, (STATIC[1],))


def replay_file(standing: Standing, noted: Sequence[Noted], say: Speech) -> bytes:
    """The match again, as a file of HTML that needs nothing else."""
    said = say.named(Names.of(standing.match.header))
    values = replayed(standing, noted, said) | {
        "title": " – ".join(map(said.team, Team)),
        "about": _about(standing, said),
        "style": inline("web", "base.css") + inline("firmware.panel", "panel.css", STATIC[0]),
        "script": inline("firmware.panel", STATIC[1]),
    }
    return filled("replay_file.html", said, **values).encode()


def _about(standing: Standing, say: Speech) -> str:
    """Where and when it was played, by which rules, and how it stands."""
    header, book, won = standing.match.header, standing.book, standing.games_won
    rules = say("Rules: {rules}, to {target}", rules=called(book.name, say), target=book.target)
    games = say("games\xa0{ns}\xa0–\xa0{ew}", ns=won[Team.NS], ew=won[Team.EW])
    return " · ".join(part for part in (header.event, header.place, header.date, rules, games) if part)


def replayed(standing: Standing, noted: Sequence[Noted], say: Speech, at: int | None = None) -> dict[str, object]:
    """All that the page and the file show. `noted` is what a table knows besides; none of a match from elsewhere.

    A page has the hands of one game, that of the hand `at`, and leads to the others; without it all of them are there.
    """
    told = list(told_hands(standing, noted))
    game = next((one.game for one in told if one.number == at), told[0].game if told else 0)
    return {
        "hands": [_hand(one, say) for one in told if at is None or one.game == game],
        "paged": at is not None,
        "numbers": [(one.number, one.game) for one in told],
        "count": len(standing.aldiak),
        **story(told, standing.match.header.seats, say),
    }


def _hand(one: Told, say: Speech) -> dict[str, object]:
    """One hand: its number from 1 and its game's, its seats, what happened, and N-S's odds of the game in percent."""
    hand = one.hand
    return {
        "number": one.number,
        "game": one.game,
        "about": stood(hand.record.esku, hand.record.score, hand.result.score, say),
        "seats": seats_around(hand),
        "moments": list(_moments(one, say)),
        "odds": percents(one.swing),
        "rounds": list(_rounds(hand)) if can_be_told(hand) else (),
        "notes": notes(hand, say),
    }


def _moments(one: Told, say: Speech) -> Iterator[tuple[Moment, str, str, str]]:
    """All that happens, the deal first; of each what is said of it, by whom, and what there is to add."""
    hand, made, told = one.hand, iter(one.bids), explanation(one.hand)
    yield Moment(What.CARDS, hand.record.score), say("Esku: {seat}", seat=say.place(hand.record.esku)), "", ""
    for moment in moments(hand.record, hand.result):
        bid = next(made, None) if moment.call and moment.call.action.bids else None
        yield moment, *_told_of(moment, bid, hand, told, say)


def _told_of(
    moment: Moment, bid: Bid | None, hand: Finished, told: Explanation | None, say: Speech
) -> tuple[str, str, str]:
    """What is said of a moment, by or for whom, and what there is to add."""
    if moment.call:
        return say.call(moment.call), moment.call.speaker.value, backed(bid, say) if bid else ""
    if moment.mark:
        place = hand.result.marks.index(moment.mark)
        mark, one = moment.mark, told.marks[place] if told else None
        return f"{say.team(mark.team)} +{mark.tantos}", mark.team.value, why(mark, one, say)
    if moment.what is What.WON and hand.winner:
        team = say.team(hand.winner)
        if moment.round is None:
            return say("{team} won the mantxa.", team=team), hand.winner.value, ""
        how = (hordago(told, say) if told else None) or ""
        return say("{team} won the mantxa by hordago.", team=team), hand.winner.value, how
    return say("The cards are shown.") if moment.what is What.CARDS else say("passed"), "", ""


def _rounds(hand: Finished) -> Iterator[tuple[Round, dict[Team, int | None], Team | None]]:
    """The rounds, how many percent each had by each team's cards, and who held the best hand of it."""
    hands = counting_hands(hand.record)
    found = {team: by_cards(hand.record, team) for team in Team}
    for round in played_rounds(hands):
        chances = {team: found[team].get(round) for team in Team}
        shown = {team: None if chance is None else percent(chance) for team, chance in chances.items()}
        yield round, shown, best_team(round, hands)
