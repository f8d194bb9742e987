"""The review: every finished hand of a match with its picture, its cards, its calls, its marks and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import Card
from engine.match.entries import Correction, JudgesAct
from engine.rounds import Round
from engine.seats import Seat, Team, playing_order
from engine.telling.explain import Explained, Explanation
from firmware.panel.markup import Html, card_face, e, icon, join
from firmware.panel.page import Asked
from firmware.panel.review.choosing import choices
from firmware.panel.review.reviewed import Reviewed
from firmware.screens.asking import SEAT_NAMES
from firmware.screens.correction import in_words
from firmware.screens.marks import why
from firmware.screens.parts import team_name
from firmware.session.correcting import correcting, grid
from firmware.session.match import SUIT_TOLD, Finished, plays
from firmware.session.press import unknown
from firmware.session.state import Phase
from firmware.session.unsure import face, unsure
from firmware.words.telling import article, explanation, hordago, reasons
from firmware.words.text import Speech


def hands_page(asked: Asked, match: Reviewed) -> Html:
    """All hands of a match, the newest first."""
    say = asked.say
    rows = [_row(match, place, say) for place in reversed(range(len(match.hands)))]
    none = e("p", say("No hand of this match has been finished yet."), class_="quiet")
    listed = e("ol", rows, class_="hand-list") if rows else none
    others = e("p", e("a", say("All matches"), icon("sign-away"), href="/matches", class_="way", id="all-matches"))
    book = match.state.book
    rules = e("p", say("Rules: {rules}, to {target}", rules=book.name, target=book.target), class_="quiet")
    return join((waiting(asked), e("section", e("h2", match.title(say)), rules, listed, others, class_="wide")))


def _row(match: Reviewed, place: int, say: Speech) -> Html:
    hand, number = match.hands[place], place + 1
    score = hand.result["score"]
    marked = {team: sum(row["tantos"] for row in hand.result["tantos"] if row["team"] == team.value) for team in Team}
    link = e(
        "a",
        e("span", str(number), class_="number"),
        e(
            "span",
            (
                e("b", f"{team_name(team, say)} +{tantos}", class_=team.value) if tantos else None
                for team, tantos in marked.items()
            ),
            None if any(marked.values()) else e("span", say("Nothing was marked."), class_="quiet"),
            (e("span", note, class_="chip") for note in _notes(hand, say)),
            class_="marked",
        ),
        e("span", f"{score['NS']} – {score['EW']}", class_="score", aria_label=_score(hand, say)),
        icon("sign-away"),
        href=match.address_of(place),
        id=f"hand-{hand.record['id']}",
    )
    return e("li", link, value=number)


def _score(hand: Finished, say: Speech) -> str:
    return ", ".join(f"{team_name(team, say)} {hand.result['score'][team.value]}" for team in Team)


def _notes(hand: Finished, say: Speech) -> Iterator[str]:
    if hand.result["judge"]:
        yield say("Judge")
    if hand.result["ended_by"] == "hordago":
        yield say("hordago")
    elif hand.winner:
        yield say("Mantxa won")
    if hand.result.get("status"):
        yield say("void")


def hand_page(asked: Asked, match: Reviewed, place: int) -> Html:
    """One hand of a match, whole."""
    say, hand = asked.say, match.hands[place]
    told = explanation(hand, match.state.book)
    title = e("h2", say("Hand {number}", number=place + 1))
    wrong = _to_correct(asked, match, place)
    about = e("p", _about(hand, say), class_="quiet")
    held = (_cards(hand, say), _unknown(asked, match, place))
    cards = e("section", e("div", title, wrong, class_="title"), about, held, class_="hand-cards")
    picture = e(
        "section",
        e("h2", say("The picture that was read")),
        e("img", src=f"{match.address_of(place)}.jpg", alt=say("The table from above, every card outlined and named")),
        e("p", say("There is no picture of this hand."), class_="quiet"),
        class_="hand-picture",
    )
    rounds = e("section", e("h2", say("Round by round")), _rounds(hand, told, say), class_="hand-rounds")
    notes = list(_trace(match, place, told, say))
    if notes:
        rounds = join((rounds, e("section", e("h2", say("What else there is to say")), e("ul", notes), class_="trace")))
    return join(
        (
            _beside(match, place, say),
            waiting(asked),
            e("div", cards, picture, class_="column"),
            e("div", rounds, class_="column"),
        )
    )


def waiting(asked: Asked) -> Html | None:
    """A word of the correction that waits for the teams, on every page about hands."""
    if asked.state.phase is not Phase.CORRECTION:
        return None
    link = e("a", asked.say("Look at it"), href="/correction", class_="button primary", id="look-at-it")
    return e("p", asked.say("A correction waits for both teams."), " ", link, class_="banner", role="status")


def _beside(match: Reviewed, place: int, say: Speech) -> Html:
    """The way to the hands before and after."""

    def way(to: int, text: str, class_: str) -> Html | None:
        if not 0 <= to < len(match.hands):
            return None
        return e("a", text, href=match.address_of(to), class_=class_, id=class_)

    return e(
        "nav",
        e("a", say("All hands"), href=match.address, id="all-hands"),
        way(place - 1, say("The one before"), "before"),
        way(place + 1, say("The one after"), "after"),
        class_="beside",
        aria_label=match.title(say),
    )


def _to_correct(asked: Asked, match: Reviewed, place: int) -> Html | None:
    if not asked.plays or match.number is not None:
        return None
    words = "&".join(f"w={word}" for word in correcting(place))
    here = match.hands[place].record["id"]
    return e(
        "a", icon("sign-pen"), asked.say("Put something right"),
        href=f"/choose?{words}&of={here}", class_="button", id="put-right",
    )  # fmt: skip


def _unknown(asked: Asked, match: Reviewed, place: int) -> Html | None:
    """The first card that nobody knows, with its suits to choose from, for whoever may say it."""
    if not asked.plays or match.number is not None or (path := unknown(match.state, place)) is None:
        return None
    say, record, shown = asked.say, match.hands[place].record, grid(match.state, path)
    seat = next(seat for seat, card in unsure(record) if str(card) == path[-1])
    which = e("h3", say.headed(say(SEAT_NAMES[seat.value]), shown.about), " ", say(shown.title))
    return e("div", which, choices(shown, path, str(record["id"]), say), class_="unknown")


def _about(hand: Finished, say: Speech) -> str:
    before, after = hand.record["score"], hand.result["score"]
    told = [say("Esku: {seat}", seat=say(SEAT_NAMES[hand.record["esku"]]))]
    for team in Team:
        old, new = before[team.value], after[team.value]
        told.append(f"{team_name(team, say)} {old}" if old == new else f"{team_name(team, say)} {old} → {new}")
    return " · ".join(told)


def _cards(hand: Finished, say: Speech) -> Html:
    """The hands around the table, as the players sit."""
    record = hand.record
    if not record["cards"]:
        return e("p", say("The cards were not shown."), class_="quiet")
    shown = {seat: [face(record, Card.parse(name)) for name in cards] for seat, cards in record["cards"].items()}
    esku = Seat.parse(hand.record["esku"])
    seats = (
        e(
            "li",
            e("b", say(SEAT_NAMES[seat.value]), e("i", say("esku")) if seat is esku else None, class_=seat.team.value),
            e("span", (card_face(card, say) for card in shown[seat.value]), class_="cards"),
            class_=f"seat {seat.value}",
        )
        for seat in playing_order(esku)
        if seat.value in shown
    )
    return e("ul", seats, class_="around")


def _rounds(hand: Finished, told: Explanation | None, say: Speech) -> Html:
    names = list(hand.record["calls"]) + [row["round"] for row in hand.result["tantos"]]
    fourth = Round.PUNTUA if Round.PUNTUA.value in names else Round.JOKOA
    rounds = (Round.HANDIA, Round.TXIKIA, Round.PAREAK, fourth)
    items = [e("li", _round(hand, round, told, say)) for round in rounds]
    total = e("p", say.headed(say("Score"), _score(hand, say)), class_="total")
    return join((e("ol", items, class_="round-list"), total))


def _round(hand: Finished, round: Round, told: Explanation | None, say: Speech) -> Iterable[Html | None]:
    calls = hand.record["calls"].get(round.value) or []
    yield e("h3", say(round.value))
    said = [e("span", say.call(call), class_=f"call {call.split()[0]}") for call in calls]
    yield e("p", said or e("span", say("passed"), class_="quiet"), class_="calls-said")
    for number, row in enumerate(hand.result["tantos"]):
        if row["round"] == round.value:
            one = told.marks[number] if told else None
            yield e("p", _mark(row["team"], row["tantos"], row["why"], one, say), class_="mark")
    if told and told.hordago and told.hordago.round is round:
        yield e("p", hordago(told, say), class_="mark")


def _mark(team: str, tantos: int, reason: str, one: Explained | None, say: Speech) -> Iterator[Html]:
    yield e("b", f"{say.team(team)} +{tantos}", class_=team)
    yield e("span", (reasons(one, say) if one else "") or why(reason, say))


def _trace(match: Reviewed, place: int, told: Explanation | None, say: Speech) -> Iterator[Html]:
    """What was applied, struck, confirmed, put right or decided about this hand."""
    state, hand = match.state, match.hands[place]
    marked = [one.ruling for one in told.marks] if told else []
    for ruling in told.rulings if told else ():
        if ruling not in marked:
            text = say("Nothing is marked: {article}.", article=article(ruling, say))
            yield e("li", say.headed(say(ruling.round.value), text))
    if case := hand.result["judge"]:
        yield e("li", say("For the judge: {why}.", why=say.sentence(case["why"])))
    if confirmed := hand.record.get("confirmed"):
        yield e("li", say("Confirmed by the players: {what}", what=say.listed(map(say.sentence, confirmed))))
    for round, calls in hand.record.get("struck", {}).items():
        what = f"{say(round)} ({', '.join(map(say.call, calls))})"
        yield e("li", say("Struck: {what}", what=what))
    number = plays(state.match)[place]
    for entry in state.match.entries:
        if isinstance(entry, Correction) and entry.of == number and entry.reason != SUIT_TOLD:
            yield e("li", say("Put right: {what}", what=in_words(entry, say)))
        elif isinstance(entry, JudgesAct) and getattr(entry, "of", None) == number:
            yield e("li", say("The judge has decided about this hand."))
    if hand.winner:
        team = team_name(hand.winner, say)
        if hand.result["ended_by"] == "hordago":
            yield e("li", say("{team} won the mantxa by hordago.", team=team))
        else:
            yield e("li", say("{team} won the mantxa.", team=team))
