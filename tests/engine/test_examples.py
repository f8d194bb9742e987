"""The examples in the docstrings of the engine's modules."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import engine


def test_every_example_runs():
    tried = 0
    for found in walk_packages(engine.__path__, "engine."):
        outcome = doctest.testmod(import_module(found.name))
        assert outcome.failed == 0, found.name
        tried += outcome.attempted
    assert tried >= 48
