"""The showdown: from a hand record to every mark in its order, the winner of the game, or the judge's case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.aldia import Aldia
from engine.bidding import Ending, Outcome
from engine.errors import RecordError
from engine.hands import HAND_SIZE, Hand, best, evaluate
from engine.records import HandRecord, JudgeCase, Result, Ruling
from engine.rounds import Round
from engine.seats import Seat, Team, playing_order
from engine.tally import Tally, When, Why

Hands = Mapping[Seat, Hand]
"""The hands that count, in playing order from the esku."""


def score(record: HandRecord) -> Result:
    """All that `record` comes to. A MusError says what makes no sense in it, and where."""
    hands = counting_hands(record)
    pareak = _having(Round.PAREAK, hands) if record.pareak is None else record.pareak
    jokoa = _having(Round.JOKOA, hands) if record.jokoa is None else record.jokoa
    said = {Round.HANDIA: hands, Round.TXIKIA: hands, Round.PUNTUA: hands}
    said[Round.PAREAK] = {seat: hand for seat, hand in hands.items() if seat in pareak}
    said[Round.JOKOA] = {seat: hand for seat, hand in hands.items() if seat in jokoa}
    aldia = Aldia.start(record.book, record.esku, record.score, record.cards, pareak, jokoa)
    aldia = _play(record, aldia, hands, said)
    judge = _judge(record, aldia, hands, said)
    return _marked(record, aldia, said, judge)


def counting_hands(record: HandRecord) -> dict[Seat, Hand]:
    """The hands of four cards, in playing order from the esku. Any other hand counts for nothing (nabo 7)."""
    return {
        seat: evaluate(record.cards[seat], record.book)
        for seat in playing_order(record.esku, record.cards)
        if len(record.cards[seat]) == HAND_SIZE
    }


def _having(round: Round, hands: Hands) -> frozenset[Seat]:
    return frozenset([seat for seat, hand in hands.items() if hand.strength(round)])


def _play(record: HandRecord, aldia: Aldia, hands: Hands, said: Mapping[Round, Hands]) -> Aldia:
    """The karta aldia with all the record's calls made; it goes on after a hordago that is void (federacion 49)."""
    for name in (Round.JOKOA, Round.PUNTUA):
        if name in record.calls and name is not aldia.fourth:
            had = "nobody has" if name is Round.JOKOA else "somebody has"
            raise RecordError(f"calls: the fourth round is {aldia.fourth.value}, not {name.value}: {had} jokoa")
    for round in sorted(record.calls, key=lambda round: round.number):
        aldia = aldia.play(round, record.calls[round])
        void = not record.hordago_shown and _is_hopeless(record, aldia, said)
        if void and not any(wrong_announcements([round], hands, said)):
            aldia = aldia.void_hordago()
    return aldia.finish()


def _judge(record: HandRecord, aldia: Aldia, hands: Hands, said: Mapping[Round, Hands]) -> JudgeCase | None:
    """The case for the judge, if this karta aldia is one. Only rounds that were reached can be in question."""
    outcomes = aldia.outcomes
    cases = [
        *wrong_announcements(outcomes, hands, said),
        *_late_wrong_count(record, outcomes, hands),
        *_nobody_to_win(aldia, said),
        *_hopeless_hordago(record, aldia, said),
    ]
    if not cases:
        return None
    rounds = sorted({round for round, _ in cases}, key=lambda round: round.number)
    return JudgeCase(tuple(rounds), "; ".join(f"{round.value}: {why}" for round, why in cases))


def wrong_announcements(
    rounds: Iterable[Round], hands: Hands, said: Mapping[Round, Hands]
) -> Iterator[tuple[Round, str]]:
    """Every counting hand whose announcement the cards contradict: in which of `rounds` it counted, and who and how."""
    for round in rounds:
        if round.number < Round.PAREAK.number:
            continue
        announced = Round.PAREAK if round is Round.PAREAK else Round.JOKOA
        if said[announced].keys() == _having(announced, hands):
            continue
        for seat, hand in hands.items():
            yes, has = seat in said[announced], hand.strength(announced) > 0
            if yes != has:
                word = "yes" if yes else "no"
                yield round, f"{seat.value} said {word} to {announced.value} and has {'it' if has else 'none'}"


def _late_wrong_count(
    record: HandRecord, outcomes: Mapping[Round, Outcome], hands: Hands
) -> Iterator[tuple[Round, str]]:
    """Federacion 16: a wrong number of cards that came to light once txikia had begun."""
    if record.book.penalties != "federacion" or "cards" not in record.found:
        return
    for round in outcomes:
        for seat in record.cards:
            if round is not Round.HANDIA and seat not in hands:
                yield round, f"{seat.value} had {len(record.cards[seat])} cards, found in txikia"


def _nobody_to_win(aldia: Aldia, said: Mapping[Round, Hands]) -> Iterator[tuple[Round, str]]:
    """A round that somebody has to win, and in which no hand counts."""
    for round, outcome in aldia.outcomes.items():
        if aldia.hordago not in (None, round) or outcome.taken_by or said[round]:
            continue
        if outcome.ending is not Ending.PASO or round not in (Round.PAREAK, Round.JOKOA):
            yield round, "no hand counts"


def _hopeless_hordago(record: HandRecord, aldia: Aldia, said: Mapping[Round, Hands]) -> Iterator[tuple[Round, str]]:
    """Federacion 60: a hordago accepted by a team that cannot win it, and the cards were shown on it."""
    if aldia.hordago and _is_hopeless(record, aldia, said):
        yield aldia.hordago, "the hordago was accepted by a team that could not win it (federacion 49, 60)"


def _is_hopeless(record: HandRecord, aldia: Aldia, said: Mapping[Round, Hands]) -> bool:
    """Whether a hordago was accepted by a team that cannot win it: on two aces or 33, and not the first to speak."""
    round = aldia.hordago
    if record.book.penalties != "federacion" or round not in (Round.PAREAK, Round.JOKOA):
        return False
    bidder = aldia.outcomes[round].bidder
    first, *_ = said[round] or [None]
    least = [
        hand.least_pareak if round is Round.PAREAK else hand.least_jokoa
        for seat, hand in said[round].items()
        if seat.team is not bidder
    ]
    return first is not None and first.team is bidder and bool(least) and all(least)


def _rulings(outcomes: Mapping[Round, Outcome], said: Mapping[Round, Hands]) -> tuple[Ruling, ...]:
    """The penalty rules that were applied in the rounds of `outcomes`."""
    rulings = []
    for round, outcome in outcomes.items():
        if outcome.ending is Ending.VOID:
            erring = [seat for seat in said[round] if seat.team is not outcome.bidder]
            rulings.append(Ruling("federacion 49", erring[0] if len(erring) == 1 else None, round))
    return tuple(rulings)


def _marked(record: HandRecord, aldia: Aldia, said: Mapping[Round, Hands], judge: JudgeCase | None) -> Result:
    """Marks what was refused, then the showdown, up to the target or the first round that is the judge's."""
    hordago, outcomes, tally = aldia.hordago, aldia.outcomes, aldia.tally
    if judge:
        clear = [round for round in outcomes if round.number < judge.rounds[0].number]
        marks = [mark for mark in tally.marks if mark.round in clear]
        tally = Tally(record.score[Team.NS], record.score[Team.EW], record.book.target)
        for mark in marks:
            tally = tally.mark(mark.round, mark.team, mark.tantos, mark.why, mark.when)
        outcomes = {round: outcomes[round] for round in clear}
    elif hordago:
        seat = best(hordago, said[hordago])
        winner = seat and seat.team
        return Result(tally.marks, tally.score, winner, "hordago", None, record.id, _rulings(outcomes, said))
    if not hordago:  # it voids what had been accepted before it, also while the judge looks at it
        for round, outcome in outcomes.items():
            for team, tantos, why in _showdown(round, outcome, said[round]):
                tally = tally.mark(round, team, tantos, why, When.SHOWDOWN)
    ended_by = "target" if tally.winner else None
    return Result(tally.marks, tally.score, tally.winner, ended_by, judge, record.id, _rulings(outcomes, said))


def _showdown(round: Round, outcome: Outcome, hands: Hands) -> Iterator[tuple[Team, int, Why]]:
    """What one round brings once the cards are shown: to whom, how many tantos, and why."""
    winner = outcome.taken_by
    if winner is None:
        seat = best(round, hands)
        winner = seat.team if seat else None
    if winner is None:
        return
    if outcome.ending is Ending.IDUKI:
        yield winner, outcome.tantos, Why.IDUKI
    elif outcome.ending is Ending.PASO and round in (Round.HANDIA, Round.TXIKIA):
        yield winner, 1, Why.PASO
    if round is Round.PUNTUA:
        yield winner, 1, Why.WORTH
    else:
        yield winner, sum(hand.worth(round) for seat, hand in hands.items() if seat.team is winner), Why.WORTH
