"""Names of teams and players: what may be one, and what stands for it where there is little room."""

from __future__ import annotations

import pytest

from engine.calls import Call
from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.screens.pixels import font
from firmware.session.corrections import moved_on
from words.names import MOST, NOBODY, NameRefusedError, Names, _is_letter, as_names
from words.text import english, require_own, speech

PLAYERS = {"N": "Ane", "S": "Iker", "E": "Jon Mari", "W": "Ñabo"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Los   Tres\tReyes ", "Los Tres Reyes"),
        ("D’Artagnan & co.", "D’Artagnan & co."),
        ("Łukasz", "Łukasz"),
        ("José Mª", "José Mª"),
        ("N\u0303abo", "Ñabo"),
        ("3", "3"),
        ("x" * MOST, "x" * MOST),
    ],
)
def test_a_name_is_letters_digits_and_a_few_signs(text: str, name: str) -> None:
    names = Names.parse({"NS": text, "N": text, "EW": "", "W": "  "})
    assert names == Names({Team.NS: name}, {Seat.N: name})
    assert Names.parse(names.written()) == names


@pytest.mark.parametrize(
    "text",
    ["x" * (MOST + 1), "<b>", "a:b", 'a"b', "a\x00", "a\u202eb", "🂡", "-", ". .", "Ольга", "{team}", "a/b", "a\\b"],
)
def test_what_is_no_name_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(NameRefusedError, match=f"^a name has up to {MOST} letters, digits, spaces and"):
        Names.parse({"N": text})


@pytest.mark.parametrize("twice", [{"NS": "Ane", "EW": " Ane"}, {"N": "Ane", "E": "Ane"}])
def test_no_two_have_the_same_name(twice: dict[str, str]) -> None:
    with pytest.raises(NameRefusedError, match=r"^two have the same name: Ane$"):
        Names.parse(twice)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("María Ángeles Fernández García", "María Ángeles Fernández"),
        ("L’Œuvre “Ttipi” – 2", "L’Œuvre Ttipi - 2"),
        ("Larramendi,Ander", "Larramendi Ander"),
        ("O`Neill\u200b", "O’Neill"),
        ("x" * (MOST + 1), "x" * MOST),
        ("x" * (MOST + 1) + " y", "x" * MOST),
        ("Etxeberria-Garmendia-Oiartzabal", "Etxeberria-Garmendia"),
    ],
)
def test_a_name_from_elsewhere_is_cut_to_what_can_be_shown(text: str, name: str) -> None:
    given = as_names({"NS": text, "N": text, "E": "Ольга", "W": "–", "S": "Ane"})
    assert given == {"NS": name, "N": name, "S": "Ane"}
    assert Names.parse(given).written() == given


def test_whoever_would_share_a_cut_name_has_none() -> None:
    long = "Federación Guipuzcoana de Mus"
    given = {"NS": f"{long} A", "EW": f"{long} B", "N": f"{long} A", "S": "Ane"}
    assert as_names(given) == {"N": "Federación Guipuzcoana", "S": "Ane"}


@pytest.mark.parametrize("name", ["N-S", "N - S", "e-w", "NS", "Sur", "Norte", "iparra", "Ouest", "E", "H"])
def test_nobody_is_called_what_a_seat_or_a_team_goes_by_in_whatever_language(name: str) -> None:
    for who in ("NS", "EW", "S"):
        with pytest.raises(NameRefusedError, match=f"^a team or a seat goes by {name} already$"):
            require_own(Names.parse({who: name}))
    assert Names.parse({"S": name}).players, "a journal that has such a name is still read"


def test_a_player_may_be_called_as_a_team_is() -> None:
    assert Names.parse({"NS": "Ane", "E": "Ane"}).team(Team.NS) == "Ane"


@pytest.mark.parametrize(
    ("given", "full", "short"),
    [
        ({}, ("N-S", "E-W"), ("N-S", "E-W")),
        ({"NS": "Aralar"}, ("Aralar", "E-W"), ("Ara", "E-W")),
        ({"NS": "Los Tres Reyes Magos", "EW": "aralar"}, ("Los Tres Reyes Magos", "aralar"), ("LTR", "Ara")),
        (PLAYERS, ("Ane & Iker", "Jon Mari & Ñabo"), ("A-I", "J-N")),
        (PLAYERS | {"NS": "Aralar"}, ("Aralar", "Jon Mari & Ñabo"), ("Ara", "J-N")),
        ({"N": "Ane"}, ("N-S", "E-W"), ("N-S", "E-W")),
        ({"NS": "Łódź", "EW": "Źle"}, ("Łódź", "Źle"), ("N-S", "Zle")),
        ({"NS": "Jo", "EW": "J"}, ("Jo", "J"), ("Jo", "J")),
    ],
)
def test_a_team_goes_by_its_name_its_players_or_its_seats(
    given: dict[str, str], full: tuple[str, str], short: tuple[str, str]
) -> None:
    say = english.named(Names.parse(given))
    assert tuple(map(say.team, Team)) == full
    assert tuple(map(say.short.team, Team)) == short


@pytest.mark.parametrize(
    "given",
    [
        {"NS": "Aralar", "EW": "Arantza"},
        {"N": "Ane", "S": "Iker", "E": "Amaia", "W": "Ibai"},
        {"N": "Eneko", "S": "Wim"},
        {"N": "Edur", "S": "Wim", "E": "Nora", "W": "Sara"},
    ],
)
def test_teams_that_could_be_mistaken_keep_their_seats_on_the_display(given: dict[str, str]) -> None:
    say = english.named(Names.parse(given)).short
    assert tuple(map(say.team, Team)) == ("N-S", "E-W")


def test_players_go_by_their_first_letters_where_all_four_are_told_apart() -> None:
    def letters(given: dict[str, str]) -> str:
        return " ".join(map(english.named(Names.parse(given)).short.seat, Seat))

    assert letters(PLAYERS) == "An Na Ik Jo"
    assert letters(PLAYERS | {"W": "Ümit"}) == "A U I J"
    assert letters(PLAYERS | {"W": "Aitor"}) == "An Ai Ik Jo"
    assert letters(PLAYERS | {"W": "Nerea"}) == "An Ne Ik Jo", "N is another seat"
    assert letters(PLAYERS | {"W": "Anduin"}) == "N W S E"
    assert letters({"N": "Ane", "S": "Iker", "E": "Jon"}) == "N W S E"


def test_a_place_is_a_name_or_where_it_is() -> None:
    say = english.named(Names.parse({"N": "Maximiliano Etxeberria"}))
    assert (say.place(Seat.N), say.place(Seat.W), say.seat(Seat.N), say.seat(Seat.W)) == (
        "Maximiliano Etxeberria", "West", "Maximiliano Etxeberria", "W",
    )  # fmt: skip
    assert (say.short.place(Seat.N), say.short.place(Seat.W), say.letter(Seat.N)) == ("Maximili", "West", "N")


@pytest.mark.parametrize("language", ["eu", "es", "fr", "en"])
def test_names_are_the_same_in_every_language_and_so_are_calls_by_them(language: str) -> None:
    say = speech(language).named(Names.parse({"NS": "Aralar"}))
    assert say.call(Call.parse("NS hordago")).startswith("Aralar ")
    assert say.sentence(Sentence("{team} has agreed already", team=Team.NS)).startswith("Aralar ")
    assert say.named(NOBODY).team(Team.NS) == speech(language).team(Team.NS) != "Aralar"


def test_the_display_has_every_letter_of_a_name_that_it_shows() -> None:
    font_has = set(font("text").glyphs)
    every = [chr(code) for code in range(0x80, 0x250) if _is_letter(chr(code))]
    assert {"ª", "º", "ñ", "ø"} <= set(every)
    for letter in every:
        say = english.named(Names.parse({"NS": f"{letter}a", "EW": "Bi", "N": f"Xi{letter}"})).short
        assert font_has.issuperset(say.team(Team.NS) + say.place(Seat.N)), letter


def test_names_move_on_with_the_people() -> None:
    names = Names.parse(PLAYERS | {"NS": "Aralar"})
    assert moved_on(names, tuple(Seat)) == Names.parse(
        {"EW": "Aralar", "W": "Ane", "E": "Iker", "N": "Jon Mari", "S": "Ñabo"}
    )
