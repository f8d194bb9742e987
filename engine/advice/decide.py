"""What to ask the table next about an incident, or what follows from it.

    known = {Question.WHEN: Reply.DEALING, Question.DEAL: Reply.LATER}
    decide("federacion", Incident.CARD_SHOWN, known)               # Question.BY: who turned the card over?
    decide("federacion", Incident.CARD_SHOWN, known | {...})       # a Remedy, with its article

Of the rows for an incident the first one whose answers are all given applies, and where none does the case is the
judge's.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.advice import rows
from engine.advice.incidents import Follows, Incident, Question, Remedy, Reply
from engine.errors import DealError
from engine.rules import RuleBook


def law_of(book: RuleBook) -> str:
    """The name of the law whose articles a rule book settles incidents by."""
    return book.mus if book.penalties == "judge" else book.penalties


def decide(law: str, incident: Incident, known: Mapping[Question, Reply], equipos: bool = False) -> Question | Remedy:
    """What to ask the table next about `incident`, or what follows from it by the articles of `law`, one of `TABLES`;
    where Mus por Equipos is played (`equipos`), as far as its own rules do not say otherwise (mus por equipos 1).

    `known` is what has been answered. DealError where an answer does not belong to its question, or where there is no
    such table.
    """
    if law not in rows.TABLES:
        raise DealError(f"no rules of incidents are called {law!r}: there are {', '.join(rows.TABLES)}")
    for question, answer in known.items():
        if answer not in question.answers:
            raise DealError(f"{answer.value!r} is no answer to {question.value!r}")
    table = rows.EQUIPOS + rows.TABLES[law] if equipos else rows.TABLES[law]
    for row in table:
        if row.incident is not incident or any(
            known.get(asked, held[0]) not in held for asked, held in row.when.items()
        ):
            continue
        for question in row.when:
            if question not in known:
                return question
        if equipos and row.follows in rows.DEALT_AGAIN:
            return Remedy(Follows.JUGADA_VOID, f"{row.article}, {rows.ONCE_FOR_ALL}")
        return Remedy(row.follows, row.article, void=row.void)
    return Remedy(Follows.JUDGE, rows.JUDGES[law])
