"""A tournament's lines: what they may say, and what is said of a wrong one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import rulebook
from engine.tournament import json_lines
from engine.tournament.acts import Act, Drawn
from engine.tournament.fields import act_of, line_of
from engine.tournament.standings import standings
from engine.tournament.state import Tournament
from engine.tournament.systems import Groups, Knockout, Rounds, Zeros
from tests.engine.tournament.oracle import WrongLineError
from tests.engine.tournament.oracle import standings as oracle_standings
from tests.engine.tournament.random_tournaments import Lines, tournaments

HEADER = {
    "teams": [{"id": "A", "club": "Chino", "players": ["Ana", "Miren"]}, {"id": "B"}, {"id": "C"}],
    "rules": "nabo",
}
WON = {"partida": 1, "round": 1, "teams": ["A", "B"], "mantxak": [[40, 3], [40, 9]]}
BYE = {"partida": 2, "round": 1, "teams": ["C", None]}
FEDERACION = HEADER | {"rules": "federacion"}
APPEAL = {"appeal": "R1", "team": "A", "why": "it was 31"}


def read(*lines: Any) -> Tournament:
    tournament, errors = json_lines.read((number, json.dumps(line)) for number, line in enumerate(lines, 1))
    assert errors == []
    assert tournament is not None
    return tournament


def wrong(*lines: Any) -> str:
    """What is said of the last line, which alone is wrong."""
    _, errors = json_lines.read((number, json.dumps(line)) for number, line in enumerate(lines, 1))
    [error] = errors
    assert error.line == len(lines)
    return error.what


def test_the_book_says_what_is_not_set():
    terms = read({"teams": [], "rules": "federacion"}).terms
    assert (terms.mantxak, terms.book.target, terms.bye_mantxak) == (4, 40, 4)
    assert terms.tie_breaks == rulebook("nabo").tie_breaks
    assert terms.stages == (Rounds(),)


def test_what_is_set():
    options = {"mantxak": 3, "target": 30, "bye_mantxak": 1, "tie_breaks": ["mantxak"], "kings": 8}
    terms = read(HEADER | {"options": options}).terms
    assert (terms.mantxak, terms.book.target, terms.bye_mantxak, terms.book.kings) == (3, 30, 1, 8)
    assert terms.tie_breaks == (("mantxak", "nabo 22.2"),)


def test_stages():
    stages = [
        {"system": "groups", "groups": 4, "go_on": 2, "seeded": True},
        {"system": "rounds", "rounds": 5, "go_on": 8},
        {"system": "zeros", "lives": 2},
        {"system": "knockout", "second_bracket": True},
    ]
    assert read(HEADER | {"stages": stages}).terms.stages == (
        Groups(4, 2, True),
        Rounds(5, 8),
        Zeros(2),
        Knockout(False, True),
    )


def test_blank_lines_are_passed_over():
    tournament, errors = json_lines.read([(1, " "), (2, json.dumps(HEADER)), (3, ""), (4, json.dumps(WON))])
    assert tournament is not None
    assert (errors, list(tournament.partidak)) == ([], [1])


def test_unknown_fields_are_left_alone():
    assert list(read(HEADER | {"place": "Tolosa"}, WON | {"table": 7}).partidak) == [1]


def test_a_field_that_is_nearly_a_known_one_is_told_with_its_line():
    told = []
    numbered = enumerate((json.dumps(HEADER), json.dumps({**WON, "Void": True})), 1)
    tournament, errors = json_lines.read(numbered, remark=lambda line, what: told.append((line, what)))
    assert (bool(tournament), errors) == (True, [])
    assert [line for line, _ in told] == [2]
    assert "Void" in told[0][1]


def told(*lines: Any) -> list[tuple[int, str]]:
    """What is remarked of lines of which none is wrong."""
    heard: list[tuple[int, str]] = []
    numbered = ((number, json.dumps(line)) for number, line in enumerate(lines, 1))
    tournament, errors = json_lines.read(numbered, remark=lambda line, what: heard.append((line, what)))
    assert (bool(tournament), errors) == (True, [])
    return heard


def test_of_a_lot_nothing_is_told_for_it_may_part_teams_in_another_stage_or_by_later_lines():
    lot = {"lot": ["A", "B"], "seed": "x"}
    assert told(HEADER, WON, lot) == []


def test_who_comes_back_without_having_left_and_who_goes_without_a_reason_is_told_of():
    withdrawn, returned = {"withdrawn": "B", "why": "ill"}, {"returned": "B", "why": "well again"}
    assert told(HEADER, withdrawn, returned) == []
    assert told(HEADER, returned) == [(2, "'B' had not left: nothing is taken back")]
    for line, lines in ((2, [{"withdrawn": "B"}]), (3, [withdrawn, returned | {"why": ""}])):
        [(number, what)] = told(HEADER, *lines)
        assert (number, what.partition(":")[0]) == (line, "why is missing")


def test_a_slip_in_a_wrong_line_is_not_told_of_beside_it():
    assert "unknown team" in wrong(HEADER, {"withdrawn": "Z"})


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_nothing_at_all(text):
    tournament, [error] = json_lines.read(enumerate(text.splitlines(), 1))
    assert tournament is None
    assert error.what == "nothing is there: the first line names the teams"


@pytest.mark.parametrize(
    ("header", "what"),
    [
        (WON, "the first line names the teams"),
        ({"rules": "nabo"}, "the first line names the teams"),
        ([], "a line is a JSON object, not []"),
        ({"teams": []}, "rules is missing"),
        (HEADER | {"rules": 3}, "rules is a text that is not empty, not 3"),
        (HEADER | {"rules": "whist"}, "unknown rule book 'whist'"),
        (HEADER | {"options": []}, "options is a JSON object, not []"),
        (HEADER | {"options": {"mantxa": 2}},
         "unknown option 'mantxa': the options are kings, target, real31, mantxak, bye_mantxak, tie_breaks"),
        (HEADER | {"options": {"mantxak": 0}}, "mantxak is a whole number, at least 1, not 0"),
        (HEADER | {"options": {"mantxak": True}}, "mantxak is a whole number, at least 1, not true"),
        (HEADER | {"options": {"bye_mantxak": 3}}, "bye_mantxak is 2 at most, not 3"),
        (HEADER | {"options": {"tie_breaks": ["luck"]}}, "tie_breaks: each is one of partidak, mantxak, lost_tantos"),
        (HEADER | {"options": {"tie_breaks": []}}, "tie_breaks are one or more, each once, not []"),
        (HEADER | {"options": {"tie_breaks": ["mantxak", "mantxak"]}}, "each once"),
        (HEADER | {"options": {"tie_breaks": [1]}}, "tie_breaks: each is one of partidak, mantxak, lost_tantos"),
        (HEADER | {"teams": 3}, "teams is a list, not 3"),
        (HEADER | {"teams": ["A"]}, "teams: a team is a JSON object, not 'A'"),
        (HEADER | {"teams": [{"name": "A"}]}, "id is missing"),
        (HEADER | {"teams": [{"id": ""}]}, "teams: id is a text that is not empty, not ''"),
        (HEADER | {"teams": [{"id": "A", "club": 3}]}, "club is a text, not 3"),
        (HEADER | {"teams": [{"id": "A"}, {"id": "A"}]}, "the team 'A' is there twice"),
        (HEADER | {"stages": {}}, "stages is a list, not {}"),
        (HEADER | {"stages": [3]}, "a system (groups, rounds, zeros, knockout, equipos), not 3"),
        (HEADER | {"stages": [{"system": "equipos", "tables": 3, "games": 3}]}, "tables is an even number, not 3"),
        (
            HEADER | {"stages": [{"system": "equipos", "tables": 2, "games": 3}, {"system": "rounds"}]},
            "Mus por Equipos is the only stage of its tournament",
        ),
        (HEADER | {"stages": [{"system": ["zeros"]}]}, "a stage is a JSON object with a system"),
        (HEADER | {"stages": [{"system": "zeros", "live": 3}]}, "unknown setting 'live' of zeros: its settings are"),
        (HEADER | {"stages": [{"system": "zeros", "lives": 0}]}, "lives is a whole number, at least 1, not 0"),
        (HEADER | {"stages": [{"system": "knockout", "seeded": 1}]}, "seeded is true or false, not 1"),
        (HEADER | {"stages": [{"system": "groups"}]}, "stages: groups is missing"),
        (HEADER | {"date": "22.11.2026"}, "date is a day such as 2026-11-22, not '22.11.2026'"),
        (HEADER | {"date": "2026-02-30"}, "date is a day such as 2026-11-22, not '2026-02-30'"),
        (HEADER | {"suspended": {"Ana": 3}}, "suspended: Ana is a text, not 3"),
        (HEADER | {"suspended": {"Nobody": "2027-01-01"}}, "suspended: date is missing"),
        (HEADER | {"date": "2026-11-22", "suspended": {"Ana": "2027-01-01"}}, "Ana is suspended until 2027-01-01"),
    ],
)  # fmt: skip
def test_a_wrong_first_line(header, what):
    assert what in wrong(header)


def test_a_suspension_that_is_over_keeps_nobody_out():
    header = HEADER | {"date": "2027-01-01", "suspended": {"Ana": "2027-01-01"}}
    assert read(header).calendar.suspended == {"Ana": "2027-01-01"}
    sooner = {"suspended": "ANA", "until": "2026-12-01"}
    assert read(header, sooner).calendar.suspended == {"ANA": "2026-12-01"}
    assert read(HEADER | {"suspended": {}}).calendar.day is None


@pytest.mark.parametrize("days", [("2027-05-24", "2026-01-01"), ("2026-01-01", "2027-05-24")])
def test_of_a_player_who_is_written_in_two_ways_the_later_day_holds(days):
    suspended = dict(zip(("Ana", "ANA"), days, strict=True))
    assert "Ana is suspended until 2027-05-24" in wrong(HEADER | {"date": "2026-11-22", "suspended": suspended})


@pytest.mark.parametrize(
    "name",
    [
        "ana etxebeña",
        "Ana  Etxebeña ",
        "Ana Etxeben\u0303a",
        "Ana\u200b Etxe\u00adbeña",
        "Ana Etxeben\u034f\u0303a\ufe0f",
    ],
)
def test_nabo_28_however_the_name_is_written(name):
    teams = [{"id": "A", "players": ["Ana Etxebeña", "Miren"]}]
    line = HEADER | {"teams": teams, "date": "2026-11-22", "suspended": {name: "2027-01-01"}}
    assert "Ana Etxebeña is suspended until 2027-01-01 (nabo 28)" in wrong(line)


def test_no_more_is_said_after_a_wrong_first_line():
    tournament, errors = json_lines.read([(1, "{}"), (2, "{}")])
    assert (tournament, len(errors)) == (None, 1)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (3, "a line is a JSON object, not 3"),
        ({}, "nothing that is known is said: a line has one of partida, confirmed, withdrawn"),
        (HEADER, "the teams are named once, in the first line"),
        (
            {"withdrawn": "T02", "returned": "T02"},
            "a line says one thing, not withdrawn, returned: give each a line",
        ),
        ({"partida": 1, "round": 1}, "teams is missing"),
        (WON | {"teams": ["A"]}, "teams: two ids, or one and null for a bye, not ['A']"),
        (WON | {"teams": [None, None]}, "teams: two ids"),
        (WON | {"teams": ["A", 3]}, "teams: two ids"),
        (WON | {"teams": ["A", "A"]}, "A cannot play against itself"),
        (WON | {"teams": ["A", "D"]}, "unknown team 'D'"),
        (WON | {"teams": ["D", None]}, "a bye has no mantxak"),
        (BYE | {"teams": ["D", None]}, "unknown team 'D'"),
        (BYE | {"teams": [None, "D"]}, "unknown team 'D'"),
        (BYE | {"bye_mantxak": 3}, "a bye counts 2 mantxak at most, not 3"),
        (BYE | {"bye_mantxak": -1}, "bye_mantxak is a whole number, at least 0, not -1"),
        (WON | {"bye_mantxak": 2}, "bye_mantxak is there, and nobody has a bye"),
        (WON | {"partida": 0}, "partida is a whole number, at least 1, not 0"),
        (WON | {"partida": "1"}, "partida is a whole number, at least 1, not '1'"),
        (WON | {"round": None}, "round is missing"),
        (WON | {"mantxak": 2}, "mantxak is a list, not 2"),
        (WON | {"mantxak": [[40]]}, "a mantxa is the tantos of both teams, such as [40, 32], not [40]"),
        (WON | {"mantxak": [[40, 3.5]]}, "a mantxa is the tantos of both teams"),
        (WON | {"mantxak": [[True, 40]]}, "a mantxa is the tantos of both teams"),
        (WON | {"mantxak": []}, "nobody won it: it stands 0 to 0, and a partida is won with 2 mantxak"),
        (WON | {"mantxak": None}, "nobody won it"),
        (WON | {"mantxak": [[40, 3], [3, 40]]}, "nobody won it: it stands 1 to 1"),
        (WON | {"mantxak": [[40, 3], [40, 3], [40, 3]]}, "mantxa 3 comes after the partida was won with 2"),
        (WON | {"mantxak": [[40, 3], [40, 40]]}, "mantxa 2 stands 40 to 40: one team has the target of 40"),
        (WON | {"mantxak": [[41, 3], [40, 3]]}, "mantxa 1 stands 41 to 3"),
        (WON | {"mantxak": [[39, 3], [40, 3]]}, "mantxa 1 stands 39 to 3"),
        (WON | {"mantxak": [[40, -1], [40, 3]]}, "mantxa 1 stands 40 to -1"),
        (WON | {"decisive": True}, "the rule book nabo has no game that decides a tie when the time is over"),
        (WON | {"lost_by_both": True}, "the rule book nabo has no lateness by which both teams lose a partida"),
        (WON | {"void": "yes"}, "void is true or false, not 'yes'"),
        (WON | {"by": 3}, "by is a text, not 3"),
        (WON | {"waits_for": ["C"]}, "waits_for names teams of this partida, not ['C']"),
        ({"confirmed": 1, "team": "A"}, "partida 1 has nothing that 'A' has to confirm"),
        ({"withdrawn": "D"}, "unknown team 'D'"),
        ({"withdrawn": None}, "withdrawn is missing"),
        ({"returned": "D"}, "unknown team 'D'"),
        ({"lot": ["A", "D"], "seed": "x"}, "unknown team 'D'"),
        ({"lot": ["A"], "seed": "x"}, "a lot is drawn among two teams or more, each named once"),
        ({"lot": ["A", "A"], "seed": "x"}, "a lot is drawn among two teams or more, each named once"),
        ({"lot": ["A", "B"]}, "seed is missing"),
        ({"suspended": "Ana", "until": "2027-02-50"}, "until is a day such as"),
        ({"suspended": "Ana", "until": "2027-01-01"}, "suspended: date is missing"),
        ({"replaced": "A", "absent": "Jon", "substitute": "Leire", "club": "Chino"}, "'Jon' is no player of A"),
        ({"replaced": "A", "absent": "Ana", "substitute": "Leire", "club": "Ely"}, "a player is replaced by"),
        ({"replaced": "A", "absent": "Ana", "substitute": "Leire", "club": "Chino"}, "'Leire' cannot come"),
        ({"replaced": "A", "absent": "Ana", "substitute": "Miren", "club": "Chino", "played_there": True},
         "'Miren' plays for A already"),
        ({"replaced": "A", "absent": "Ana", "substitute": " MIREN", "club": "chino", "played_there": True},
         "' MIREN' plays for A already"),
        ({"succeeded": "B", "runner_up": {"id": "D", "players": ["Leire", "miren"]}}, "'miren' plays for A already"),
        ({"succeeded": "A", "runner_up": {"id": "B"}}, "the team 'B' is there twice"),
        ({"succeeded": "A"}, "runner_up is missing"),
        (APPEAL, "under nabo the judge's decision is final"),
        ({"appeal_decided": "R1", "upheld": [True, False]}, "upheld is the vote of three judges"),
        ({"appeal_decided": "R1", "upheld": [True, False, True]}, "nobody appealed against the ruling 'R1'"),
    ],
)  # fmt: skip
def test_a_wrong_line(line, what):
    assert what in wrong(HEADER, line)


def test_a_day_that_no_month_has_is_taken_as_it_was_kept():
    header = HEADER | {"date": "2026-11-22"}
    assert read(header, {"suspended": "Ana", "until": "2027-02-30"}).calendar.suspended == {"Ana": "2027-02-30"}


def test_a_line_that_is_not_json():
    _, [error] = json_lines.read([(1, json.dumps(HEADER)), (2, '{"partida": 1')])
    assert str(error).startswith("line 2: not JSON")


def test_every_wrong_line_is_named():
    lines = HEADER, {"withdrawn": "D"}, WON, {"returned": "E"}
    _, errors = json_lines.read((number, json.dumps(line)) for number, line in enumerate(lines, 1))
    assert [str(error) for error in errors] == ["line 2: unknown team 'D'", "line 4: unknown team 'E'"]


def test_a_game_that_decides_a_tie_when_the_time_is_over():
    level = [[40, 3], [3, 40], [40, 39]]
    last = WON | {"mantxak": level, "decisive": True}
    assert read(FEDERACION, last).partidak[1].winner == "A"
    assert read(FEDERACION, WON | {"mantxak": [[3, 40]], "decisive": True}).partidak[1].winner == "B"
    for mantxak in (level[:2], level[:1] * 2, [*level, [40, 3]], [[40, 3], [40, 3], [3, 40]]):
        assert "did not decide a tie (federacion 36)" in wrong(FEDERACION, last | {"mantxak": mantxak})


def test_a_player_is_replaced_from_the_same_club():
    line = {"replaced": "A", "absent": "Ana", "substitute": "Leire", "club": "Chino", "played_there": True}
    assert read(HEADER, line | {"club": "CHINO"}).teams["A"].players == ("Leire", "Miren")
    back = line | {"absent": "Leire", "substitute": "Ana"}
    other = line | {"absent": "Miren", "substitute": "Jone"}
    assert read(HEADER, line, back, other).teams["A"].players == ("Ana", "Jone")
    assert "neither player of A comes: then the runner-up does (nabo 25)" in wrong(HEADER, line, other)
    runner_up = {"succeeded": "B", "runner_up": {"id": "D", "club": "Chino", "players": ["Leire", "Jone"]}}
    of_d = {"replaced": "D", "substitute": "Amaia", "club": "Chino", "played_there": True}
    both = of_d | {"absent": "Leire"}, of_d | {"absent": "Jone", "substitute": "Izaro"}
    assert "neither player of D comes" in wrong(HEADER, runner_up, *both)
    suspended = {"suspended": "Leire", "until": "2027-01-01"}
    assert "Leire is suspended" in wrong(HEADER | {"date": "2026-12-31"}, suspended, line)


def test_where_neither_can_come_the_runner_up_does():
    line = {"succeeded": "B", "runner_up": {"id": "D", "name": "Chino B"}, "why": "both are ill"}
    assert list(read(HEADER, {"withdrawn": "B"}, line).teams) == ["A", "D", "C"]
    assert "B has been drawn already: nobody takes its place" in wrong(HEADER, WON, line)
    assert "unknown team 'B'" in wrong(HEADER, line, line)


def test_a_ruling_is_appealed_against_once_and_three_judges_decide():
    tournament = read(FEDERACION, APPEAL, {"appeal_decided": "R1", "upheld": [False, True, False]})
    assert (tournament.appeals["R1"].team, tournament.appeals["R1"].upheld) == ("A", False)
    assert read(FEDERACION, APPEAL).appeals["R1"].upheld is None
    assert "has been appealed against once (federacion 92)" in wrong(FEDERACION, APPEAL, APPEAL)
    decided = {"appeal_decided": "R1", "upheld": [True, True, True]}
    assert "is final (federacion 92)" in wrong(FEDERACION, APPEAL, decided, decided)


ACTS = [
    WON, BYE, BYE | {"bye_mantxak": 0, "drawn": "seed", "stage": 2, "bracket": 2, "slot": 3},
    {"partida": 3, "round": 2, "teams": ["A", "B"], "group": "A", "drawn": "seed"},
    {"partida": 1, "round": 1, "teams": ["A", "B"], "lost_by_both": True, "by": "judge"},
    WON | {"void": True, "by": "judge", "why": "a fight"}, WON | {"decisive": True, "waits_for": ["A", "B"]},
    {"partida": 1, "round": 1, "teams": ["A", "B"], "void": True, "past": True},
    {"confirmed": 1, "team": "A"}, {"withdrawn": "A"}, {"evicted": "A", "why": "nabo 27"}, {"disqualified": "A"},
    {"returned": "A", "why": "so"}, {"lot": ["A", "B"], "seed": "x"}, APPEAL,
    {"suspended": "Ana", "until": "2027-01-01"},
    {"replaced": "A", "absent": "Ana", "substitute": "Leire", "club": "Chino", "played_there": True},
    {"succeeded": "B", "runner_up": {"id": "D", "players": ["Jon", "Leire"]}},
    {"appeal_decided": "R1", "upheld": [True, False, True]},
]  # fmt: skip


@pytest.mark.parametrize("line", ACTS)
def test_an_act_is_written_as_it_was_read(line):
    act: Act = act_of(line)
    assert act_of(line_of(act)) == act
    assert line_of(act) == line


LOST_BY_BOTH = {
    "partida": 1,
    "round": 1,
    "teams": ["A", "B"],
    "lost_by_both": True,
    "by": "judge",
    "why": "nobody came",
}


def test_federacion_33_what_both_have_lost_by_lateness_counts_as_lost_for_both():
    tournament = read(FEDERACION, LOST_BY_BOTH, BYE)
    partida = tournament.partidak[1]
    assert (partida.winner, partida.mantxak, partida.void) == (None, (), False)
    assert (tournament.counts(partida), tournament.is_open(partida)) == (True, False)
    rows = {row.team: row.results for row in standings(tournament)}
    assert [(rows[team].partidak, rows[team].lost, rows[team].mantxak) for team in "ABC"] == [
        (0, 1, 0), (0, 1, 0), (1, 0, 4),
    ]  # fmt: skip
    assert (rows["A"].lost_tantos, rows["A"].beaten) == (0, {})


def test_what_both_have_lost_counts_once_it_is_confirmed_and_a_later_line_takes_its_place():
    waiting = read(FEDERACION, LOST_BY_BOTH | {"waits_for": ["A"]})
    assert (waiting.counts(waiting.partidak[1]), waiting.is_open(waiting.partidak[1])) == (False, True)
    won = read(FEDERACION, LOST_BY_BOTH, WON | {"mantxak": [[40, 3]] * 4}).partidak[1]
    assert (won.winner, won.lost_by_both) == ("A", False)


@pytest.mark.parametrize(
    "more", [{"mantxak": [[40, 3]] * 4}, {"void": True}, {"decisive": True}, {"teams": ["A", None]}]
)
def test_what_both_have_lost_has_nothing_beside(more):
    assert "what both have lost has two teams and no mantxak, and is not void" in wrong(FEDERACION, LOST_BY_BOTH | more)


def test_what_is_past_is_void_though_the_line_does_not_say_so():
    partida = read(FEDERACION, WON | {"past": True}).partidak[1]
    assert partida.void
    assert partida.winner is None


@pytest.mark.parametrize("said", [{"void": True}, {"past": True}, {"waits_for": ["C"]}])
def test_a_drawn_line_in_which_something_is_reported_is_a_report(said):
    drawn = BYE | {"drawn": "seed"}
    tournament = read(HEADER, drawn, drawn | said | {"by": "judge", "why": "so"})
    assert not tournament.counts(tournament.partidak[2])
    assert tournament.partidak[2].seed == "seed"
    assert isinstance(act_of(drawn | {"waits_for": [], "why": "a note"}), Drawn)


@given(tournaments())
def test_a_tournament_is_written_as_it_was_read(lines: Lines):
    again = read(lines[0], *(line_of(act_of(line)) for line in lines[1:]))
    assert standings(again) == standings(read(*lines))


@given(tournaments(), st.data())
def test_a_wrong_partida_is_named_as_the_oracle_names_it(lines: Lines, data: st.DataObject):
    played = [number for number, line in enumerate(lines) if line.get("mantxak") and not line.get("void")]
    if not played:
        return
    number = data.draw(st.sampled_from(played))
    mantxak = lines[number]["mantxak"]
    lines[number] |= {"mantxak": data.draw(st.sampled_from([mantxak[:-1], [*mantxak, mantxak[-1]], [[0, 0]]]))}
    with pytest.raises(WrongLineError, match=str(number + 1)):
        oracle_standings(lines)
    _, errors = json_lines.read((place, json.dumps(one)) for place, one in enumerate(lines, 1))
    assert [error.line for error in errors] == [number + 1]
