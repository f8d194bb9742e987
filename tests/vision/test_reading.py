from engine.cards import Card
from engine.sentences import Sentence
from vision.reading import Doubt, ReadCard, TableReading

_QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def reading(cards: int, *doubts: Doubt) -> TableReading:
    read = tuple(ReadCard(Card.parse(f"{rank}o"), 0.9, None, _QUAD) for rank in range(1, cards + 1))
    return TableReading("a table", not doubts, read, doubts)


def test_many_cards_with_doubts_about_some_say_more_than_one_doubt_that_none_is_in_sight() -> None:
    some = reading(
        5,
        Doubt("card", Sentence.plain("1o is not certain"), card=0),
        Doubt("count", Sentence.plain("N has 3 cards in sight, not 4")),
    )
    none = reading(0, Doubt("count", Sentence.plain("no card is in sight")))
    assert some.sureness() > none.sureness()


def test_a_card_with_two_doubts_is_one_card_to_be_asked_about() -> None:
    twice = reading(
        5,
        Doubt("card", Sentence.plain("1o is not certain"), card=0),
        Doubt("twice", Sentence.plain("1o is read 2 times"), card=0),
    )
    assert twice.sureness() == 4
