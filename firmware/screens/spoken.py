"""What the display shows, in words: for screen readers, and for whoever reads the state as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.cards import Card
from engine.seats import Team
from firmware.screens.asking import advice, said_wrong, to_spread, unsure
from firmware.screens.clock import face, spoken_clock
from firmware.screens.correction import about_in_words, labelled, new_match_in_words
from firmware.screens.marks import spoken_hands, spoken_hordago, spoken_marks, spoken_step
from firmware.screens.parts import bid_button, button_name, card_name, hands_in_words, won_so_far
from firmware.screens.play import round_name
from firmware.screens.review import call_lines
from firmware.session.at_desk import TOLD, AtDesk
from firmware.session.buttons import BID, Button
from firmware.session.cards.entered import Entered
from firmware.session.choices.choosing import grid
from firmware.session.choices.correcting import unknown
from firmware.session.choices.entering import entering
from firmware.session.choices.going_on import stays
from firmware.session.choices.grid import PLACES, Cell, Grid, Path
from firmware.session.choices.settling import by_hands, open_questions
from firmware.session.corrections import NOT_COUNTED, Proposal
from firmware.session.deciding import Thinking
from firmware.session.finished import Face, Finished, known
from firmware.session.jugadak import announced, going_back, next_jugada, unplayed
from firmware.session.state import Phase, State
from firmware.session.view import MARKS_A_PAGE, View, call_pages, pages
from firmware.session.waiting import NewMatch
from words.acts import put_right, score_moved
from words.telling import STATUS, WITHOUT_MARKS
from words.text import SUITS, Speech, english


def spoken(state: State, view: View, say: Speech = english, thinking: Thinking | None = None) -> str:
    """One or two sentences that say what the display shows."""
    if view.notice:
        return say.whole(view.notice)
    if view.busy:
        return say("Reading the cards.")
    if view.hordago:
        asked = say("Hordago by {team}? Press Hordago again.", team=view.hordago)
        if state.aldia.to_answer:
            return asked
        whose = {"team": view.hordago.other, "button": bid_button(view.hordago.other, say)}
        return " ".join((asked, say("If it is by {team}, press {button}.", **whose)))
    if view.perete:
        seat = say.place(view.perete)
        return say("4-5-6-7 of {seat}? OK declares it, Next shows another seat.", seat=seat)
    if view.voiding:
        return say("Void this karta aldia? Press Paso again.")
    if view.clock and (thinking or state.elapsed is not None):
        return spoken_clock(face(state), say, thinking)
    if view.path:
        return _choices(grid(state, view.path), say, view.choice)
    if view.hand is not None and view.hand < len(state.noted):
        told = _reviewed(state, view.hand, view.page, say)
        return " ".join((say("Hand {number}.", number=view.hand + 1), *filter(None, told)))
    if state.finished and view.step is not None:
        return spoken_step(state.finished, view.step, say)
    called = told_of_call(state.desk, say)
    why = open_questions(state) if state.phase is not Phase.JUDGE else ()  # there the case is what is asked
    open_ = (say("For the judge: {why}.", why=one) for one in why)
    scored = _scored(state.score, say, won_so_far(state.games, state.vacas_won, say))
    return " ".join(filter(None, (_asked(state, view, say), scored, *_of_equipos(state, say), *open_, called)))


def told_of_call(desk: AtDesk, say: Speech) -> str:
    """How the call to the judge stands; empty where none is to be heard of."""
    return say.sentence(TOLD[desk.call]) if desk.call in TOLD else ""


def _of_equipos(state: State, say: Speech) -> Iterator[str]:
    """Which jugada it is, and what comes next; nothing where it is not Mus por Equipos."""
    if state.jugada is None:
        return
    if state.phase is Phase.CALLS and not state.karta_aldia.begun:
        yield say.sentence(announced(state.jugada))
    elif state.phase is Phase.GAME_WON:
        yield from map(say.sentence, going_back(unplayed(state)))
    else:
        yield say("Jugada {jugada}.", jugada=str(state.jugada))
    following = next_jugada(state) if state.phase in (Phase.MARKS, Phase.GAME_WON) else None
    if following:
        yield say("Next: jugada {jugada}.", jugada=str(following))


def _asked(state: State, view: View, say: Speech) -> str:
    aldia = state.aldia
    match state.phase:
        case Phase.CALLS:
            assert aldia.round is not None
            bids = ", ".join(say.call(call) for call in aldia.bidding.calls)
            answer = say("{team} to answer", team=aldia.to_answer) if aldia.to_answer else say("no bid yet")
            said = say.headed(round_name(aldia.round, say), f"{bids + ', ' if bids else ''}{answer}.")
            return say("{said} Esku: {seat}.", said=f"{said[:1].upper()}{said[1:]}", seat=say.place(state.esku))
        case Phase.CARDS:
            lay = say("Lay the hands open, each before its seat, and press Read.")
            return " ".join((lay, say("OK: enter them by hand.")))
        case Phase.DOUBTS:
            return _doubt(state, view, say)
        case Phase.CONFLICT:
            assert state.conflict is not None
            noted = (
                say("Said wrong: {round} ({seats}).", round=say(round.value), seats=", ".join(map(say.place, seats)))
                for round, seats in said_wrong(state).items()
            )
            if not state.conflict.strike:
                wrong = say("These cards cannot be: {error}.", error=state.conflict.error)
                return " ".join((wrong, *noted, say("Press Read to read again."), say("OK: enter them by hand.")))
            contradiction = say("The cards contradict the calls: {error}.", error=state.conflict.error)
            strike = say("strike {round}", round=say(state.conflict.strike[0].value))
            ok = say.headed(say(Button.OK.label), strike)
            return " ".join((contradiction, *noted, f"{ok}."))
        case Phase.CORRECTION | Phase.NEW_MATCH | Phase.ENTRY:
            return _waiting(state, say)
        case Phase.MARKS:
            near = (say("{team} is inside.", team=team) for team in Team if team in state.inside)
            return " ".join((*_over(state, say), *near))
        case Phase.JUDGE:
            case_ = state.finished.result.judge if state.finished else None
            return say("For the judge: {why}.", why=case_.why if case_ else "")
        case Phase.GAME_WON | Phase.MATCH_WON:
            return _won(state, say)


def _won(state: State, say: Speech) -> str:
    """Who has won the mantxa or the match, and what comes next."""
    if state.all_played:
        ns, ew = (state.games[team] for team in Team)
        played = say("All games are played: {ns} to {ew}.", ns=ns, ew=ew)
        return played if stays(state) else " ".join((played, say("OK goes on to the next match.")))
    team = say.team(state.standing.winner or state.game_winner or Team.NS)
    if state.to_confirm:
        return say("{team} won the match. Each team confirms it with its {bid} button.", team=team, bid=BID)
    is_match = state.phase is Phase.MATCH_WON
    if why := stays(state):
        won = say("{team} won the match.", team=team) if is_match else say("{team} won the mantxa.", team=team)
        return " ".join((won, say.sentence(why)))
    return say("{team} won {what}; OK goes on.", team=team, what=say("the match") if is_match else say("the mantxa"))


def _over(state: State, say: Speech) -> Iterator[str]:
    """That the karta aldia is marked, or why it does not count; and what comes next."""
    uncounted = state.finished is not None and state.finished.status in STATUS
    if state.finished and uncounted:
        yield say.sentence(WITHOUT_MARKS[state.finished.status])
    if why := stays(state):
        yield say.sentence(why)
    elif uncounted:
        yield say("This karta aldia is over. OK goes on to the next one.")
    else:
        yield say("The karta aldia is marked; OK goes on.")


def _doubt(state: State, view: View, say: Speech) -> str:
    """What is in doubt about the cards that were read."""
    laid = state.laid
    assert laid is not None
    doubt = laid.card_doubt()
    if doubt is None:
        if doubts := laid.to_confirm():
            return say(
                "Not sure: {what} Are all cards right? OK takes them, Read reads again.",
                what=unsure(doubts, say),
            )
        again = say("Not sure: {what} Press Read to read again.", what=advice(laid.blocking_doubt(), say))
        return " ".join((again, say("OK: enter them by hand.")))
    if view.spread:
        return " ".join((to_spread(state, say), say("Or OK: then it asks which card it is.")))
    choices = laid.choices(doubt)
    seat = say.place(doubt.seat) if doubt.seat else say("the table")
    chosen = choices[view.choice % len(choices)]
    asked = say(
        "Which card is it at {seat}? {card}: OK takes it, Next shows another.",
        seat=seat,
        card=card_name(known(chosen), say),
    )
    suits = (
        say.headed(button_name(button, say), say(suit)) for button, suit in zip(PLACES, SUITS.values(), strict=False)
    )
    return f"{asked} {say.listed(suits)}."


def _waiting(state: State, say: Speech) -> str:
    """What waits for the teams' word, and who says it how; of a hand that is being entered, which card is next."""
    if state.proposal:
        changed = say.headed(say("Correction"), f"{put_right(state.proposal.correction, say)}.")
        moved = score_moved(state.proposal.tantos, state.proposal.games, state.proposal.vacas, say)
        score = f"{say.listed(moved)}." if moved else say("The score stays.")
        opens = [say("For the judge: {why}.", why=by_hands(one, state.match)) for one in state.proposal.questions]
        dropped = [say.sentence(NOT_COUNTED)] if state.proposal.drops_hand else []
        return " ".join((changed, score, *dropped, *opens, asked_of(state.proposal, say)))
    if state.new_match:
        what = new_match_in_words(state.new_match, say)
        return " ".join((say("A new match?"), f"{what}.", asked_of(state.new_match, say)))
    assert state.entered is not None
    if state.entered.next_seat:
        return _choices(entering(state), say)
    hands = ((seat, state.entered.of(seat)) for seat in state.entered.seats)
    told = hands_in_words(hands, say, _shortly)
    return " ".join((say("Are all cards right?"), asked_of(state.entered, say), told))


def _unknown(state: State, path: Path, say: Speech) -> str:
    """Which card of a finished hand nobody knows, and which button says it."""
    holder = state.hands[int(path[1])].unsure()[Card.parse(path[-1])]
    return say.headed(say.place(holder), _choices(grid(state, path), say))


def _choices(shown: Grid, say: Speech, choice: int = 0) -> str:
    """What is asked, what was entered before, and which button chooses what; of a list, what is under the cursor."""
    title = say(shown.title)
    if shown.listed:
        slot = shown.slots[choice % len(shown.slots)]
        asked = title if title.endswith("?") else say.headed(title, "").rstrip()
        if not isinstance(slot, Cell):
            told = slot or ""
            return f"{asked} {say.whole(told)}" if asked == title else _with_stop(f"{asked} {say.sentence(told)}")
        asked = say.whole(shown.about) if isinstance(shown.about, str) else asked
        return say("{asked} {choice}: OK takes it, Next shows another.", asked=asked, choice=labelled(slot, say))
    title = title if title.endswith("?") else f"{title}."
    offered = zip(PLACES, shown.cells, strict=False)
    named = say.listed(say.headed(button_name(button, say), labelled(cell, say)) for button, cell in offered if cell)
    if shown.seat:
        title = say.headed(say.place(shown.seat), title)
        title = " ".join((title, say("So far: {cards}.", cards=shown.about))) if shown.about else title
    told = say.whole(shown.told or "")
    about = "" if shown.seat else say.whole(about_in_words(shown.about, say))
    so_far = say.whole(", ".join(map(say.call, shown.so_far)))
    return _with_stop(" ".join(filter(None, (told, about, so_far, title, named))))


def _with_stop(text: str) -> str:
    """A text with a stop at its end, where it has none yet."""
    return text if text.endswith(".") else f"{text}."


def _shortly(card: Face, say: Speech) -> str:
    """A card that was entered: by its rank alone where nobody told its suit."""
    return card_name(card, say) if card.suit else str(card.rank)


def asked_of(waits: Proposal | Entered | NewMatch, say: Speech) -> str:
    """Whose word is asked for, and with which button each says it; who has agreed already."""
    if not waits.binding:
        return say("OK: yes. Back drops it.")
    agreed = [say("{team} has agreed.", team=team) for team in Team if team in waits.agreed]
    asked = [say("{team} agrees with {button}.", team=team, button=bid_button(team, say)) for team in waits.waits_for]
    return " ".join((*agreed, *asked))


def _reviewed(state: State, place: int, page: int, say: Speech) -> Iterator[str]:
    """One page of a finished hand: its cards, its calls, or its marks and what they come to."""
    hand = state.hands[place]
    page %= pages(hand)
    if page == 0:
        yield spoken_hands(hand, say)
        if path := unknown(state, place):
            yield _unknown(state, path, say)
    elif page <= call_pages(hand):
        yield _calls(hand, page - 1, say)
    else:
        first = (page - 1 - call_pages(hand)) * MARKS_A_PAGE
        if marks := hand.result.marks[first : first + MARKS_A_PAGE]:
            yield spoken_marks(marks, say)
        if page == pages(hand) - 1:
            yield spoken_hordago(hand, say) or ("" if hand.result.marks else say.sentence(WITHOUT_MARKS[hand.status]))
        yield _scored(hand.result.score, say)


def _calls(hand: Finished, part: int, say: Speech) -> str:
    """The calls of a page."""
    page = call_lines(hand, part, lambda calls: map(say.call, calls), say)
    return f"{say.listed(page)}." if page else say("All rounds were passed.")


def _scored(score: Mapping[Team, int], say: Speech, won: Sequence[str] = ()) -> str:
    return ", ".join((*(f"{say.team(team)} {score[team]}" for team in Team), *won)) + "."
