"""`hamarreko ask`: what went wrong at the table, the article that says what happens now, and what that is."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import TypeVar

from engine.advice.decide import decide, law_of
from engine.advice.incidents import Incident, Question, Reply, Subject
from engine.errors import meant
from engine.rules import BOOK_NAMES
from engine.sentences import Worded
from firmware.files.arguments import UsageError
from firmware.files.books import named_book
from firmware.keeping.language import likely
from words.text import LANGUAGES, Speech, speech

Kind = TypeVar("Kind", bound=Enum)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `hamarreko ask`."""
    parser.add_argument("what", metavar="WHAT", nargs="?", help="what went wrong; without it, all that can be asked")
    parser.add_argument("answers", metavar="ANSWER", nargs="*", help="answers to what is asked about it, one word each")
    parser.add_argument("--rules", default="nabo", metavar="NAME", help=f"{', '.join(BOOK_NAMES)}, or a file's path")
    parser.add_argument("--equipos", action="store_true", help="Mus por Equipos is played by these rules")
    parser.add_argument("--language", choices=tuple(LANGUAGES), help="of the questions and answers (the system's)")


def run(args: argparse.Namespace) -> int:
    """Say what follows, or what has to be answered first. UsageError where a word is not known."""
    say = speech(args.language or likely(os.environ))
    law = law_of(named_book(args.rules))
    said = list(_all(say))
    if args.what:
        said = _advice(law, _chosen(args.what, Incident), args.answers, args.equipos, say)
    print("\n".join(said))
    return 0


def _all(say: Speech) -> Iterator[str]:
    """Everything that can be asked about, by its subject."""
    for subject in Subject:
        yield say(subject.text)
        yield from _choices(subject.incidents, say)


def _advice(law: str, incident: Incident, answers: Sequence[str], equipos: bool, say: Speech) -> list[str]:
    """What follows by the answers, in whatever order; where they are too few, the question that is open.

    Where Mus por Equipos is played (`equipos`), its own rules go before the law's (mus por equipos 1).
    """
    words = {reply.value: reply for reply in Reply}
    replies = [words[answer.lower()] for answer in answers if answer.lower() in words]
    known = {question: reply for question in Question for reply in replies if reply in question.answers}
    next_ = decide(law, incident, known, equipos)
    for strange in (answer for answer in answers if answer.lower() not in words):
        if isinstance(next_, Question):
            _chosen(strange, next_.answers)
        raise UsageError(f"{incident.value}: {strange!r} is no answer, and nothing more is asked")
    if isinstance(next_, Question):
        return [say(next_.text), *_choices(next_.answers, say)]
    return [say.sentence(next_.sentence)]


def _choices(kinds: Sequence[Worded], say: Speech) -> Iterator[str]:
    width = max(len(kind.value) for kind in kinds)
    return (f"  {kind.value:<{width}}  {say(kind.text)}" for kind in kinds)


def _chosen(word: str, kinds: Iterable[Kind]) -> Kind:
    kinds = tuple(kinds)
    for kind in kinds:
        if kind.value == word.lower():
            return kind
    known = [kind.value for kind in kinds]
    raise UsageError(f"{word!r} is none of {', '.join(known)}{meant(word, known)}")
