"""A match as a text: the specification's example, round trips, leniency, what is wrong and where, and any bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.calls import Call
from engine.cards import Card
from engine.errors import SheetError
from engine.match.corrections import (
    AnnouncedReplaced,
    CardReplaced,
    CardsSwapped,
    EskuReplaced,
    FoundReplaced,
    PereteReplaced,
    ShownReplaced,
)
from engine.match.entries import Adjusted, Correction, GameGiven, GameOpened, Match, MatchGiven
from engine.match.header import Header, Length
from engine.match.played import Played
from engine.match.standing import standing
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat, Team
from engine.sheets import json_lines
from engine.sheets import text as game_text
from engine.sheets.figures import Figures
from engine.sheets.sheet import Sheet
from tests.engine.matches import EW, NS
from tests.engine.mutations import assert_read_back_or_refused, mutated
from tests.engine.sheets.random_sheets import marked_sheet, sheets

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLE = (DOCS / "records-text.md").read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0]
MATCH = game_text.read(EXAMPLE)
HEAD = '[Rules "nabo"]\n[Esku "S"]\n'
FIRST = "1. esku S\n   N 2b 7o 7c 11o  W 10b 3o 7e 1c  S 11c 3b 5o 10o  E 2c 1e 11e 2e\n"


card = Card.parse


def remarks(text):
    sheet = game_text.read(text)
    return list(Figures(standing(sheet.match)).remarks(sheet))


def entry(text, number=1):
    return game_text.read(HEAD + text).match.entry(number)


def test_the_specifications_example_is_what_is_written():
    stands = standing(MATCH.match)
    assert len(MATCH.match.entries) == 5
    assert game_text.write(MATCH, stands.book, Figures(stands)) == EXAMPLE
    assert remarks(EXAMPLE) == []
    assert EXAMPLE.split("\n")[MATCH.lines[3] - 1] == "3. correct 2"


@settings(max_examples=100, deadline=None)
@given(sheets())
def test_what_is_written_is_read_back(sheet):
    book = sheet.match.header.book()
    text = game_text.write(sheet, book)
    assert game_text.read(text) == sheet
    assert game_text.write(json_lines.read(json_lines.write(sheet, book)), book) == text
    assert game_text.read(text.replace("\n", " \r\n\n")) == sheet


@pytest.mark.parametrize("seed", range(12))
def test_a_match_that_was_played_goes_from_form_to_form(seed):
    sheet, book, figures = marked_sheet(seed, ["nabo", "federacion", "spain"][seed % 3])
    text = game_text.write(sheet, book, figures)
    again = game_text.read(text)
    assert again == sheet
    assert list(figures.remarks(again)) == []
    lines = json_lines.write(again, book, figures)
    assert game_text.write(json_lines.read(lines), book, figures) == text


@pytest.mark.parametrize("fourth", ["jokoa", "puntua"])
def test_a_game_won_in_the_fourth_round_without_cards_is_read_back(fourth):
    sheet = game_text.read(f"{HEAD}1. esku S, NS 0, EW 0\n{fourth} NS envido 40, gehiago 2, tira\n")
    stands = standing(sheet.match)
    text = game_text.write(sheet, stands.book, Figures(stands))
    assert f"{fourth} tira" in text
    assert remarks(text) == []


def test_what_is_computed_may_be_left_out():
    words = ("Game", "marks", "score", "wins", "changed", "rulings", "judge")
    kept = [line for line in EXAMPLE.split("\n") if not line.strip().startswith(words)]
    assert game_text.read("\n".join(kept)) == MATCH


def test_case_spaces_empty_lines_and_spanish_words():
    by_hand = """
      [rules "nabo"]   [ ESKU "s" ] ; a comment
      [n "Maite"]

    game 1
    1 mano s : ns 0 ew 0
    n 2B 7O 7c 11o, w 10b 3o 7e 1C
    S 11c 3b 5o 10o
    e 2c 1e 11e 2e
    chica : ew ENVIDO 2 , Quiero
    pares ( n e ) : ns envido 5,más 2,NO QUIERO
    punto -
    """.replace(" : ns 0", ", ns 0")
    sheet = game_text.read(by_hand)
    assert sheet.extra == {0: {"comment": "a comment"}}
    played = sheet.match.entry(1)
    assert isinstance(played, Played)
    assert played.pareak == {Seat.N, Seat.E}
    assert [str(call) for call in played.calls[Round.PAREAK]] == ["NS envido 5", "EW gehiago 2", "NS tira"]
    assert played.calls[Round.PUNTUA] == ()
    assert [str(card) for card in played.cards[Seat.W]] == ["10b", "3o", "7e", "1c"]


def test_who_answers_is_the_other_team_and_a_seat_stays_a_seat():
    played = entry("1. esku S\nhandia W paso, N envido 2, S gehiago 3, gehiago 1, W hordago, kanta")
    wanted = ["W paso", "N envido 2", "S gehiago 3", "EW gehiago 1", "W hordago", "NS kanta"]
    assert played.calls[Round.HANDIA] == tuple(Call.parse(call) for call in wanted)


def test_what_players_say_is_read_and_written_as_calls():
    said = "handia W pasamos, N 5 Imido, beste bi, S Hor Dago, no veo; so they said"
    played = entry(f"1. esku S\n{said}")
    wanted = ["W paso biok", "N envido 5", "EW gehiago 2", "S hordago", "EW tira"]
    assert [str(call) for call in played.calls[Round.HANDIA]] == wanted
    # partners who say two things, and the one of two bids that is chosen
    text = "1. esku S\nchica N envido 2, S tres imido, elijo 3, hamar más, S quiero, N no queremos\n"
    text += "juego (W E N) NS órdago, E quiero y no pierdo"
    sheet = game_text.read(HEAD.replace("nabo", "federacion") + text)
    played = sheet.match.entry(1)
    assert [str(call) for call in played.calls[Round.TXIKIA]] == [
        *("N envido 2", "S envido 3", "EW aukera 3", "EW gehiago 10", "S iduki", "N tira biok")
    ]
    assert [str(call) for call in played.calls[Round.JOKOA]] == ["NS hordago", "E iduki y no pierdo"]
    written = game_text.write(sheet, rulebook("federacion"))
    assert "txikia N envido 2, S envido 3, aukera 3, gehiago 10, S iduki, N tira biok" in written
    assert game_text.read(written) == sheet


@pytest.mark.parametrize("word", ["imidoo", "beste", "apúntate", "tres"])
def test_a_word_that_is_no_call_is_named_with_its_place(word):
    with pytest.raises(SheetError, match=rf"line 4, column 21: 'EW {word}'"):
        game_text.read(f"{HEAD}1. esku S, NS 0 EW 0\nhandia NS envido 2, {word}")


def test_the_score_before_it_may_be_left_out_after_a_karta_aldia():
    won = "1. esku S, NS 0 EW 39\nhandia EW envido 2, tira\n"
    assert entry(FIRST + FIRST.replace("1. esku S", "2. esku E"), 2).score == {NS: 3, EW: 1}
    assert entry(won + "2. esku E", 2).score == {NS: 0, EW: 0}
    hordago = FIRST + "handia EW hordago, iduki\n2. esku E"
    assert entry(hordago, 2).score == {NS: 0, EW: 0}


def test_it_may_be_left_out_after_a_judges_act_too():
    act = "2. adjust game 1 NS +4\nby J\nbecause r\n"
    assert entry(FIRST + act + "3. esku E", 3).score == {NS: 7, EW: 1}
    given = "2. give game 1 NS\nby J\nbecause r\n"
    assert entry(FIRST + given + "3. esku E", 3).score == {NS: 0, EW: 0}


@pytest.mark.parametrize(("agreed", "score"), [("NS", {NS: 3, EW: 1}), ("NS EW", {NS: 7, EW: 1})])
def test_a_correction_changes_it_once_both_teams_have_agreed(agreed, score):
    correction = f"2. correct 1\ncalls handia EW envido 5, iduki\nby J\nbecause r\nagreed {agreed}\n"
    assert entry(FIRST + correction + "3. esku E", 3).score == score


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "pareak (N W E)\n2. adjust game 1 NS +1\nby J\nbecause r\n3. esku E",
            "line 9, column 1: the score before it is missing, and entry 1 is for the judge",
        ),
        ("handia NS tira\n2. esku E", "line 6, column 1: the score before it is missing, and entry 1 cannot be marked"),
        ("pareak (N W E)\n2. esku E", "line 6, column 1: the score before it is missing, and entry 1 is for the judge"),
    ],
)
def test_where_it_may_not(text, message):
    with pytest.raises(SheetError) as error:
        game_text.read(HEAD.replace("nabo", "basque") + FIRST + text)
    assert str(error.value).startswith(message)


def test_all_tags():
    text = '[Rules "nabo"][Esku "W"][Option "kings 8"]\n[Option "real31 sota"][Length "Best-of 5, vacas 2"]'
    text += '[NS "a"][e "b"][Event "c"][Place "d"][Date "e"][Hamarreko "1"][Other {"x": [1]}]["odd one" 5]'
    sheet = game_text.read(text)
    options = {"kings": 8, "real31": "sota"}
    length = Length(5, 2, "best-of")
    assert sheet.match.header == Header("nabo", Seat.W, options, length, {Seat.E: "b"}, {Team.NS: "a"}, "c", "d", "e")
    assert sheet.extra[0] == {"Other": {"x": [1]}, "odd one": 5}
    assert game_text.read(game_text.write(sheet, rulebook("nabo"))) == sheet


def test_texts_with_and_without_quotation_marks():
    act = entry(
        FIRST + "2. adjust game 1 NS +2\nby  the judge  ; so it was\nbecause a card, it fell; x\narticle nabo 26", 2
    )
    assert act == Adjusted(1, NS, 2, by="the judge", reason="a card, it fell", article="nabo 26")
    act = entry(FIRST + '2. adjust game 1 EW -2, by "a \\"b\\"; c" because "x\\ny"', 2)
    assert act == Adjusted(1, EW, -2, by='a "b"; c', reason="x\ny")


def test_games_and_matches_that_are_given_by_hand():
    assert entry("1. give game 1 NS\nby J\nbecause late") == GameGiven(1, NS, by="J", reason="late")
    assert entry("1. give match EW\nby J\nbecause gone") == MatchGiven(EW, by="J", reason="gone")
    assert entry("1. open game 30 decisive\nby J\nbecause the clock") == GameOpened(
        30, decisive=True, by="J", reason="the clock"
    )


def test_a_correction_by_hand():
    changes = "2. correct 1\ncard e 11e 12e\nsaid pareak truth\nsaid jokoa -\nesku n\nmano w\n"
    changes += "perete n w\nperete -\nfound pareak open, cards txikia\nfound -\nshown\nshown -\n"
    correction = entry(FIRST + changes + "by Ane\nbecause so\nagreed ns, ew", 2)
    assert isinstance(correction, Correction)
    assert correction.changes == (
        CardReplaced(Seat.E, card("11e"), card("12e")),
        AnnouncedReplaced(Round.PAREAK, None),
        AnnouncedReplaced(Round.JOKOA, frozenset()),
        EskuReplaced(Seat.N),
        EskuReplaced(Seat.W),
        PereteReplaced(frozenset({Seat.N, Seat.W})),
        PereteReplaced(frozenset()),
        FoundReplaced({"pareak": "open", "cards": "txikia"}),
        FoundReplaced({}),
        ShownReplaced(True),
        ShownReplaced(False),
    )
    assert correction.agreed == set(Team)
    sheet = game_text.read(HEAD + FIRST + changes + "by Ane\nbecause so")
    assert game_text.read(game_text.write(sheet, rulebook("nabo"))) == sheet


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("score NS 2 EW 1", (5, "result: score: NS is 2, and the engine gives 3")),
        ("marks -", (5, "result: tantos is []")),
        ("rulings pareak N nabo 15b", (5, "result: rulings is [")),
        ('judge jokoa, "who knows"', (5, "result: judge is {")),
        ("wins NS by hordago", (5, 'result: winner is "NS", and the engine gives null')),
        ("wins NS", (5, "result: winner is")),
        ("status void", (5, 'result: status is "void", and the engine gives null')),
        ("status unmarked because of that", (5, "result: status is")),
        ("changed by 2, 3", (5, "changed_by is [2, 3], and the engine gives null")),
    ],
)
def test_what_is_computed_otherwise_is_told_with_its_line(line, wanted):
    ((number, what),) = remarks(HEAD + FIRST + line)
    assert (number, what[: len(wanted[1])]) == wanted


def test_a_games_heading_is_compared_as_well():
    assert [line for line, _ in remarks(HEAD + "Game 2: NS 1 EW 0\n" + FIRST)] == [3, 3]
    assert remarks(HEAD + "Mantxa 1\n" + FIRST + "score NS 3 (0+3) EW 1\n") == []
    ((line, what),) = remarks(HEAD + FIRST + "2. void 1\nby J\nbecause r\nchanged 1: NS 2 EW 1 to NS 0 EW 0")
    assert (line, what) == (8, "changed: 1: old: score: NS is 2, and the engine gives 3")
    judged = '2. adjust game 1 NS +1\nby "J" because "r"\nscore NS 1, EW 1'
    assert remarks(HEAD + FIRST + judged) == [(7, "score_after: NS is 1, and the engine gives 4")]


def test_marks_of_the_judge_are_no_claim():
    text = "2. replace 1 case, marks NS 2 juego negada call, EW 3 txikia tira showdown\nwins EW\nby J\nbecause r"
    sheet = game_text.read(HEAD + FIRST + text)
    assert sheet.claims == ()
    assert game_text.read(game_text.write(sheet, rulebook("nabo"))) == sheet


def test_a_swap_perete_and_a_penalty():
    text = FIRST + "perete N\npareak (N W E)\n2. correct 1\nswap N 2b and W 3o, by N\nbecause so"
    sheet = game_text.read(HEAD + text)
    assert sheet.match.entry(2).changes == (CardsSwapped(Seat.N, card("2b"), Seat.W, card("3o")),)
    assert sheet.match.entry(1).perete == {Seat.N}
    stands = standing(sheet.match)
    written = game_text.write(sheet, stands.book, Figures(stands))
    assert '   rulings pareak W "nabo 15b"\n' in written
    assert "   perete N\n" in written
    assert game_text.read(written) == sheet
    assert remarks(written) == []


def test_what_no_hand_was_marked_for_is_written_with_its_reason():
    sheet = game_text.read(HEAD + FIRST + "handia NS tira\n")
    stands = standing(sheet.match)
    text = game_text.write(sheet, stands.book, Figures(stands))
    assert "status unmarked " in text
    assert list(Figures(stands).remarks(game_text.read(text))) == []


def test_a_match_for_the_judge_is_written_and_read():
    sheet = game_text.read(HEAD.replace("nabo", "basque") + FIRST + "pareak (N W E)\n2. void 1, by J\nbecause r")
    stands = standing(sheet.match)
    text = game_text.write(sheet, stands.book, Figures(stands))
    assert "status void" in text
    assert list(Figures(stands).remarks(game_text.read(text))) == []
    judged = Sheet(Match(sheet.match.header, sheet.match.entries[:1]))
    stands = standing(judged.match)
    text = game_text.write(judged, stands.book, Figures(stands))
    assert "   judge pareak " in text
    assert list(Figures(stands).remarks(game_text.read(text))) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: the head: rules is missing"),
        ('\n[Esku "S"]', "line 2, column 1: the head: rules is missing"),
        ('[Rules "mus"]\n[Esku "S"]', "line 1, column 1: the head: unknown rule book 'mus'"),
        ('[Hamarreko "2"]' + HEAD, "line 1, column 1: the head: version 2 is not known"),
        ('[Hamarreko "x"]' + HEAD, "line 1, column 1: the head: version is a whole number, at least 1, not 'x'"),
        (HEAD + '[Seats "N S"]\n[Hamarreko "2"]', "line 4, column 1: the head: version 2 is not known"),
        (HEAD + '[Event "x"]\n[Option "kings 8"] [Option "target20"]', "line 4, column 20: the head: unknown option"),
        (
            '[Rules "nabo"]\n[Esku "N"]\n[Seats "N E"]\n[N "Ane"]\n[W "Jon"]',
            "line 5, column 1: the head: players: nobody sits at W",
        ),
        ('[Option "target 20"]\n[Esku "S"]\n [Rules "mus"]', "line 3, column 2: the head: unknown rule book 'mus'"),
        ('[Option "kings 5"]\n[Rules "federacion"]\n[Esku "N"]', "line 1, column 1: the head: option kings is 4 or 8"),
        ("[Rules nabo]", "line 1, column 8: Rules: its value stands in quotation marks"),
        ("[Club nabo]", "line 1, column 7: Club: not JSON"),
        ('[Rules "nabo]', "line 1, column 8: Rules: not JSON"),
        ('[Rules "nabo" "x"]', "line 1, column 14: a tag ends with ]"),
        ('[Rules "nabo"] x', 'line 1, column 16: a tag is [Name "value"]'),
        ('[Rules "nabo"] [', 'line 1, column 16: a tag is [Name "value"]'),
        ('[Rules "nabo"]\n[Rules "nabo"]', "line 2, column 8: Rules: rules is there twice"),
        ('[Option "kings 8"]\n[Option "kings 4"]', "line 2, column 9: Option: kings is there twice"),
        ('[Length "long"]', "line 1, column 9: Length: 'long' is no length"),
        ('["rules" "nabo"]' + HEAD, "line 1, column 1: rules is a field of its own"),
        ('["\\x" 1]', 'line 1, column 7: "\\x": not JSON'),
        (HEAD + FIRST + '[N "x"]', "line 5, column 1: tags stand before the first entry"),
        (HEAD + "esku S", "line 3, column 1: here stands a tag, a game or an entry's number, not 'esku'"),
        (HEAD + "2. esku S", "line 3, column 1: this is entry 1, not 2"),
        (HEAD + "1.", "line 3, column 3: an entry begins with esku and a seat, or with correct, void"),
        (HEAD + "1. play", "line 3, column 4: an entry begins with esku and a seat, or with correct, void"),
        (HEAD + "1. esku", "line 3, column 8: here stands a seat: N, W, S or E"),
        (
            HEAD + "1. open 20",
            "line 3, column 9: here stands game, and the tantos that both teams begin with",
        ),
        (HEAD + "1. adjust 1 NS +1", "line 3, column 11: here stands game and its number"),
        (HEAD + "1. esku X", "line 3, column 9: here stands a seat: N, W, S or E, not 'X'"),
        (HEAD + "1. esku S, NS 0", "line 3, column 16: here stands a team: NS or EW"),
        (HEAD + "1. esku S, NS 0 NS 0", "line 3, column 17: NS is there twice"),
        (HEAD + "1. esku S, NS 9 (1+3) EW 0", "line 3, column 18: 9 tantos are 1+4, not '1+3'"),
        (HEAD + "1. esku S, NS 9 (1+4 EW 0", "line 3, column 22: a closing bracket is missing"),
        (HEAD + "1. esku S, NS x EW 0", "line 3, column 15: here stands a number of tantos, not 'x'"),
        (HEAD + "1. esku S, NS 9999999999 EW 0", "line 3, column 15: here stands a number of tantos"),
        (HEAD + FIRST + "N 2b", "line 5, column 1: N is there twice in entry 1"),
        (HEAD + "1. esku S\nN 2b 9o", "line 4, column 6: unknown card '9o'"),
        (HEAD + '1. esku S\nN 2b "9o"', "line 4, column 6: here stands a card"),
        (HEAD + "1. esku S\nN 2b 7o 7c 7e W 2b", "line 3, column 1: cards: 2b is there twice"),
        (HEAD + "1. esku S\nN 2b\nW 7o\nE 3o", "line 3, column 1: cards: a karta aldia is played by 2 or 4, not"),
        (HEAD + FIRST + "handia (N)", "line 5, column 8: nothing is announced in handia"),
        (HEAD + FIRST + "pareak (N", "line 5, column 10: a closing bracket is missing"),
        (HEAD + FIRST + "pareak (", "line 5, column 9: here stands a seat"),
        (HEAD + FIRST + "pareak (N N)", "line 3, column 1: announced: pareak: a seat is there twice"),
        (HEAD + FIRST + "jokoa -\npuntua -", "line 3, column 1: calls: the fourth round is jokoa or puntua"),
        (HEAD + FIRST + "handia", "line 5, column 7: here stands a call"),
        (HEAD + FIRST + "handia NS envido 2,", "line 5, column 20: here stands a call"),
        (HEAD + FIRST + "handia NS envido 2, says", "line 5, column 21: 'EW says' is no call"),
        (HEAD + FIRST + "handia envido 2", "line 5, column 8: 'envido 2' does not begin with NS"),
        (HEAD + FIRST + "handia NS envido", "line 5, column 8: 'NS envido': envido needs a number"),
        (HEAD + FIRST + 'handia NS "envido"', "line 5, column 11: here stands a call"),
        (HEAD + FIRST + "found pareak late", "line 3, column 1: found: 'pareak': 'late'"),
        (HEAD + FIRST + "says", "line 5, column 1: an entry's line begins with n, w, s, e, handia"),
        (HEAD + FIRST + '"says"', "line 5, column 1: an entry's line begins with"),
        (HEAD + FIRST + 'by "x', "line 5, column 4: a quotation mark is not closed"),
        (HEAD + FIRST + 'by "\\x"', "line 5, column 4: '\"\\\\x\"' is no text in"),
        (HEAD + FIRST + "marks NS 2", "line 5, column 11: here stands a round"),
        (HEAD + FIRST + "marks NS 2 handia", "line 5, column 18: here stands what the mark is for"),
        (
            HEAD + FIRST + "marks NS 2 handia tira now",
            "line 5, column 24: here stands when: call or",
        ),
        (
            HEAD + FIRST + "marks NS 2 handia tira call it",
            "line 5, column 29: nothing more belongs here",
        ),
        (HEAD + FIRST + "also", "line 5, column 5: here stands a field's name"),
        (HEAD + FIRST + "also photo", "line 5, column 11: photo: not JSON"),
        (HEAD + FIRST + "also photo 1\nalso photo 2", "line 6, column 1: photo is there twice in entry 1"),
        (HEAD + FIRST + "also esku 1", "line 3, column 1: esku is a field of its own"),
        (HEAD + FIRST + "; a\nalso comment 1", "line 3, column 1: a comment stands behind semicolons or in the field"),
        (HEAD + FIRST + "judge jokoa", "line 5, column 12: here stands why it is for the judge"),
        (HEAD + FIRST + "changed 2", "line 5, column 9: here stands by, and the numbers of entries"),
        (HEAD + "Game", "line 3, column 5: here stands the game's number"),
        (HEAD + "Game 1: NS 0 EW 0 x", "line 3, column 19: nothing more belongs here"),
        (HEAD + "1. void 1\nby J\nbecause r", "line 3: entry 1: there is no entry 1 before it"),
        (HEAD + "1. void game\nby J", "line 3, column 13: here stands a game's number"),
        (HEAD + "1. adjust NS 2", "line 3, column 11: here stands game and its number"),
        (HEAD + "1. adjust game 1 NS two", "line 3, column 21: here stands tantos, such as +2 or -2, not 'two'"),
        (HEAD + "1. open 20", "line 3, column 9: here stands game, and the tantos"),
        (HEAD + "1. give match NS\nby J", "line 3, column 1: reason is missing"),
        (HEAD + "1. give match NS\nby", "line 4, column 3: here stands who made it"),
        (HEAD + FIRST + "2. correct 1\nsaid handia N", "line 6, column 6: nothing is announced in handia"),
        (HEAD + FIRST + "2. void 1\nby J\nbecause r\nchanged 1: NS 1 EW 0", "line 8, column 21: here stands to"),
        (HEAD + FIRST + "2. void 1\ncard N 2b 3b", "line 6, column 1: an entry's line begins with by, because"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_column(text, message):
    with pytest.raises(SheetError) as error:
        game_text.read(text)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("1. corect 1", "not 'corect': is correct meant?"),
        ("1. esku N, NS 0, EW 0\n   handai NS envido 2, tira", "not 'handai': is handia meant?"),
    ],
)
def test_a_word_that_is_nearly_one_is_asked_about(text, asked):
    with pytest.raises(SheetError) as error:
        game_text.read(HEAD + text)
    assert str(error.value).endswith(asked)


@settings(max_examples=300, deadline=None)
@given(mutated(EXAMPLE))
def test_no_text_crashes_the_reader(text):
    assert_read_back_or_refused(game_text, text)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='NSWE[]"\\(),;:.-+ 1234abcdefhiknoprsu\n', max_size=60))
def test_any_text_is_no_match_or_one(text):
    assert_read_back_or_refused(game_text, HEAD + text)


@pytest.mark.parametrize("long", ['"' * 50_000, "(" * 50_000, "[" * 50_000, " " * 100_000 + "x", '"\\' * 25_000])
def test_long_lines_are_refused_as_well(long):
    for text in (long, "[x " + long, HEAD + FIRST + "also x " + long, HEAD + FIRST + long):
        with pytest.raises(SheetError):
            game_text.read(text)


MARKED = game_text.write(MATCH, MATCH.match.header.book(), Figures(standing(MATCH.match)))


def test_the_end_says_who_has_won_the_match_and_every_game():
    assert MARKED == EXAMPLE
    *_, match, game = MARKED.splitlines()
    assert match == "Match: goes on, games NS 0, EW 1"
    assert game == "   game 1: NS 10 (2+0), EW 8 (1+3), wins EW by hordago"


@pytest.mark.parametrize(
    ("ending", "remark"),
    [
        ("Match: NS wins", "match: over is true, and the engine gives false"),
        ("Match: drawn", "match: over is true, and the engine gives false"),
        ("Match: goes on, games NS 1, EW 1", "match: games_won: NS is 1, and the engine gives 0"),
        ("Match: goes on\ngame 1: NS 9, EW 8, wins EW by hordago", "match: games: 1: score: NS is 9, and the engine"),
        ("Match: goes on\ngame 1: NS 10, EW 8, wins NS by hordago", 'match: games: 1: winner is "NS", and the engine'),
    ],
)
def test_an_end_that_says_otherwise_is_told_with_its_line(ending, remark):
    text = EXAMPLE[: EXAMPLE.index("Match:")] + ending
    [(line, what)] = remarks(text)
    assert line == len(text.splitlines())
    assert what.startswith(remark)


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        ("Match:", "here stands a team: NS or EW"),
        ("Match: NS", "here stands wins"),
        ("Match: goes on, tantos NS 1, EW 2", "here stands vacas or games, and how many each team has won"),
        ("Match: goes on\ngame 2: NS 1, EW 2", "this is game 1, not 2"),
        ("Match: goes on\n6. esku N", "what the match comes to stands at the end, and here is '6.'"),
    ],
)
def test_an_end_that_cannot_be_read(ending, message):
    with pytest.raises(SheetError) as error:
        game_text.read(EXAMPLE[: EXAMPLE.index("Match:")] + ending)
    assert message in str(error.value)


def test_two_of_a_match_play_and_the_form_says_so():
    head = '[Rules "france"]\n[Esku "N"]\n[Seats "n E"]\n'
    sheet = game_text.read(head + "1. esku N\nN 12o 12c 3e 1b  E 10c 6b 5e 6o\n2. esku E, handia E envido 40, tira")
    assert sheet.match.header.seats == (Seat.N, Seat.E)
    again = json_lines.write(sheet, sheet.match.header.book())
    assert json_lines.read(again) == sheet
    assert game_text.read(game_text.write(sheet, sheet.match.header.book())) == sheet
    assert standing(sheet.match).next_esku is Seat.N


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ("N S", "line 3, column 1: the head: seats: two players are one of each team, not N and S"),
        ("N W S", "line 3, column 1: the head: seats: a karta aldia is played by 2 or 4, not by 3: N, W, S"),
        ("N N", "line 3, column 1: the head: seats: each once"),
        ("W S", "line 2, column 1: the head: esku: nobody sits at N"),
        ("N E", "line 4: entry 1: nobody sits at W: N and E play"),
    ],
)
def test_who_plays_is_two_of_both_teams_or_all(seats, message):
    head = f'[Rules "france"]\n[Esku "N"]\n[Seats "{seats}"]\n'
    with pytest.raises(SheetError) as error:
        game_text.read(head + "1. esku N\nN 12o 12c 3e 1b  W 10c 6b 5e 6o")
    assert str(error.value).startswith(message)


def test_a_tag_that_is_nearly_a_known_one_is_an_error_unless_it_stands_in_quotation_marks():
    with pytest.raises(SheetError, match=r"line 1, column 9: optoin: is Option meant\?"):
        game_text.read('[optoin "target 20"]\n[Rules "nabo"]\n[Esku "N"]')
    kept = game_text.read('["optoin" "target 20"]\n[Rules "nabo"]\n[Esku "N"]')
    assert kept.extra == {0: {"optoin": "target 20"}}
    assert game_text.read(game_text.write(kept, rulebook("nabo"))).extra == kept.extra


def test_a_name_that_stands_before_a_reason_needs_its_quotation_marks():
    with pytest.raises(SheetError, match="who made it stands in quotation marks where more follows on its line"):
        entry(FIRST + '2. void 1\nby judge because "he was late"', 2)
    with pytest.raises(SheetError, match="who made it stands in quotation marks"):
        entry(FIRST + "2. void 1\nby judge because late", 2)
    assert entry(FIRST + '2. void 1\nby the judge of "Ondarreta"\nbecause so', 2).by == 'the judge of "Ondarreta"'
