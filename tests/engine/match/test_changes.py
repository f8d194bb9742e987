"""What a correction or an act has changed: the old, the new, and by whom."""

from __future__ import annotations

from engine.match.changes import Made, what_changed
from engine.match.entries import CallsReplaced, Correction, GameGiven, GameVoided, MatchGiven, Voided
from engine.match.games import Status
from engine.match.standing import ForTheJudge, standing, under
from tests.engine.matches import (
    BOTH,
    EW,
    HANDIA,
    NS,
    TXIKIA,
    bringing,
    call,
    games_to,
    hordago,
    match_of,
    pair,
    random_match,
    rows_of,
)

JUDGE = {"by": "the judge", "reason": "a discrepancy"}
PLAYED = match_of(bringing(20, 5), bringing(15, 6, (20, 5), "W"), bringing(3, 3, (35, 11), "S"))


def correction(of, amount):
    calls = (call(f"NS envido {amount}"), call("EW iduki"))
    return Correction(of, (CallsReplaced(HANDIA, calls),), BOTH, by="N and W", reason="pressed wrong")


def changed_by(match, *entries):
    after = match
    for entry in entries:
        after = after.with_entry(entry)
    return what_changed(standing(match), standing(after))


def test_old_and_new_marks_and_scores_are_told_and_by_whom():
    made = correction(1, 22)
    changes = changed_by(PLAYED, made)
    assert changes.made == (Made(4, made),)
    assert (changes.made[0].what.by, changes.made[0].what.agreed) == ("N and W", BOTH)
    first, second, third = changes.aldiak
    assert [change.entry for change in changes.aldiak] == [1, 2, 3]
    assert rows_of(first.old.result) == ["handia NS 20 iduki", "txikia EW 4 iduki", "puntua EW 1 worth"]
    assert rows_of(first.new.result) == ["handia NS 22 iduki", "txikia EW 4 iduki", "puntua EW 1 worth"]
    assert (pair(second.old.before), pair(second.new.before)) == ((20, 5), (22, 5))
    # 37, and 40 with the three of handia: nothing is marked after it
    assert (pair(third.old.after), pair(third.new.after)) == ((38, 14), (40, 11))
    (game,) = changes.games
    assert (game.number, game.old.winner, game.new.winner) == (1, None, NS)
    assert (pair(game.old.score), pair(game.new.score)) == ((38, 14), (40, 11))
    assert [pair(won) for won in changes.games_won] == [(0, 0), (1, 0)]
    assert (changes.winner, changes.asked, changes.settled, changes.nothing) == ((None, None), (), (), False)


def test_a_game_that_would_have_ended_earlier_is_told_and_asked_about():
    changes = changed_by(PLAYED, correction(2, 20))
    assert [(question.kind, question.entries, question.because) for question in changes.asked] == [
        (ForTheJudge.PLAYED_ON, (3,), 4)
    ]
    assert [change.new.status for change in changes.aldiak] == [Status.COUNTS, Status.IN_QUESTION]
    answered = PLAYED.with_entry(correction(2, 20))
    settled = what_changed(standing(answered), standing(answered.with_entry(Voided(3, **JUDGE))))
    assert [question.kind for question in settled.settled] == [ForTheJudge.PLAYED_ON]
    assert settled.asked == ()


def test_a_correction_that_changes_nothing_is_told_to_have_been_made():
    made = correction(1, 20)
    changes = changed_by(PLAYED, made)
    assert (changes.nothing, changes.made) == (True, (Made(4, made),))
    assert changes.aldiak == changes.games == ()


def test_nothing_has_changed_between_a_standing_and_itself():
    for seed in range(3):
        now = standing(random_match(seed)[0])
        assert what_changed(now, now).nothing
        assert what_changed(now, now).made == ()


def test_a_karta_aldia_that_was_only_played_is_no_change():
    changes = changed_by(PLAYED, hordago(NS, (38, 14), "E"))
    assert (changes.made, changes.aldiak) == ((), ())
    assert [(game.old.winner, game.new.winner) for game in changes.games] == [(None, NS)]


def test_games_that_come_and_go():
    changes = changed_by(PLAYED, GameVoided(1, **JUDGE), hordago(NS, esku="E"))
    assert [(game.number, game.old is None, game.new.ended_by) for game in changes.games] == [
        (1, False, "void"),
        (2, True, "hordago"),
    ]
    backwards = what_changed(
        standing(PLAYED.with_entry(GameGiven(1, NS, **JUDGE)).with_entry(hordago(NS))), standing(PLAYED)
    )
    assert [(game.number, game.new is None) for game in backwards.games] == [(1, False), (2, True)]


def test_vacas_and_the_winner_of_the_match_are_told():
    match = match_of(*games_to(NS, NS), rules="nabo")
    turned = Correction(
        2,
        (CallsReplaced(HANDIA, ()), CallsReplaced(TXIKIA, (call("NS hordago"), call("EW iduki")))),
        by="all",
        reason="said",
    )
    changes = changed_by(match, turned)
    assert (changes.winner, [pair(won) for won in changes.games_won]) == ((NS, None), [(2, 0), (1, 1)])
    assert [pair(won) for won in changes.vacas_won] == [(1, 0), (0, 0)]
    assert changed_by(match_of(hordago(NS)), MatchGiven(EW, **JUDGE)).winner == (None, EW)
    assert not changed_by(match_of(hordago(NS)), MatchGiven(EW, **JUDGE)).nothing


def test_what_another_rule_book_would_change():
    match = match_of(bringing(20, 5), bringing(15, 6, (20, 5), "W"))
    changes = what_changed(standing(match), under(match, "spain"))
    assert [(change.entry, pair(change.old.after), pair(change.new.after)) for change in changes.aldiak] == [
        (2, (35, 11), (30, 5))
    ]
    assert [(game.old.winner, game.new.winner) for game in changes.games] == [(None, NS)]
