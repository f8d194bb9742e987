"""The database behind a desk: SQLite in a file, or PostgreSQL; work in transactions, again where it may be."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, event, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from desk.keeping.tables import METADATA
from engine.sentences import Sentence
from engine.strict_json import encode

_FILE: Final = "desk.sqlite"
_MIGRATING: Final = 0x68616D61
"""The advisory lock that a desk holds while it makes or changes the tables of a PostgreSQL."""
_TRIES: Final = 40
_PAUSE: Final = 0.005
_READS: Final = "reads"
_AGAIN: Final = ("40001", "40P01")
"""PostgreSQL's codes of a transaction that another one was in the way of."""

Answer = TypeVar("Answer")


class DatabaseError(OSError):
    """The database cannot be had, or does not take what is to be kept."""


class DatabaseUrlError(DatabaseError):
    """What should name a database is no URL of one. The message quotes none of it: a password may stand in it."""


class ClaimedError(DatabaseError):
    """A number or a key is another one's already."""


class Database:
    """A database that is brought up to date when it is opened. `run` works on it; `close` lets it go."""

    def __init__(self, url: str) -> None:
        """`url` as SQLAlchemy writes it; `postgresql://` means psycopg. DatabaseError where it cannot be had,
        DatabaseUrlError where it is none."""
        try:
            self._engine = _engine(url)
            self.sqlite = self._engine.dialect.name == "sqlite"
            self._writing = threading.Lock() if self.sqlite else contextlib.nullcontext()
            if self.sqlite:
                self._require_whole()
            self._migrate()
        except (SQLAlchemyError, ImportError) as error:
            raise DatabaseError(_why(error)) from error
        except CommandError as error:  # its step is not among those known here
            raise DatabaseError(Sentence("the database was written by a newer program")) from error

    @staticmethod
    def in_folder(folder: Path) -> Database:
        """The SQLite database of a data folder, which is made where it is missing."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _FILE).open("ab").close()  # SQLite says only that it is unable to open the file
        except OSError as error:
            no_folder = isinstance(error, FileExistsError | NotADirectoryError)
            why = Sentence("it is no folder") if no_folder else error.strerror
            raise DatabaseError(
                Sentence("the data folder {folder} cannot be used: {why}", folder=str(folder), why=why)
            ) from error
        return Database(f"sqlite:///{folder / _FILE}")

    def run(self, work: Callable[[Connection], Answer]) -> Answer:
        """What the work answers, once all that it wrote is committed.

        It is done anew where another desk claimed the same number or key first, so it may be called several times.
        DatabaseError where the database cannot be reached: then nobody knows whether it was committed, and whoever
        asks again finds out.
        """
        return _tried(lambda: self.run_once(work), ClaimedError)

    def run_once(self, work: Callable[[Connection], Answer]) -> Answer:
        """As `run`; ClaimedError where another desk was quicker."""
        try:
            with self._writing, self._engine.begin() as connection:
                return work(connection)
        except IntegrityError as error:
            raise ClaimedError(_why(error)) from error
        except SQLAlchemyError as error:
            again = getattr(getattr(error, "orig", None), "sqlstate", None) in _AGAIN
            raise (ClaimedError if again else DatabaseError)(_why(error)) from error

    def read(self, work: Callable[[Connection], Answer]) -> Answer:
        """What the work reads, which writes nothing. DatabaseError where the database cannot be reached."""
        try:
            with self._engine.connect().execution_options(**{_READS: True}) as connection:
                return work(connection)
        except SQLAlchemyError as error:
            raise DatabaseError(_why(error)) from error

    def close(self) -> None:
        """Let the connections go."""
        self._engine.dispose()

    def _require_whole(self) -> None:
        """DatabaseError where the file is torn, or its indexes do not fit, as once a backup is copied over it while its
        log lies beside it."""
        with self._engine.connect().execution_options(**{_READS: True}) as connection:
            whole = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar() == "ok"
        if not whole:
            why = Sentence("it is damaged; put a backup back")
            raise DatabaseError(Sentence("the database cannot be used: {why}", why=why))

    def _migrate(self) -> None:
        """Make the tables, or bring them up to date; of several desks at once one does, and the others wait for it."""
        with self._writing, self._engine.begin() as connection:
            if not self.sqlite:
                connection.execute(sqlalchemy.select(sqlalchemy.func.pg_advisory_xact_lock(_MIGRATING)))
            with as_file(files("desk.keeping").joinpath("migrations")) as folder:
                config = Config()
                config.set_main_option("script_location", str(folder).replace("%", "%%"))
                config.attributes["connection"] = connection
                if step := MigrationContext.configure(connection).get_current_revision():
                    _require_released(step, ScriptDirectory.from_config(config).get_base())
                    command.upgrade(config, "head")
                else:
                    METADATA.create_all(connection, checkfirst=False)  # another program's tables are not the desk's
                    command.stamp(config, "head")


def _require_released(step: str, first: str | None) -> None:
    """DatabaseError for a step before the `first` one: the steps are numbered, and no release made those before it."""
    if first is not None and step < first:
        raise DatabaseError(Sentence("the database is from before the first release, and is not read any more"))


def _engine(url: str) -> Engine:
    try:
        made = make_url(url)
        made.get_dialect()
    except (ArgumentError, ValueError):
        raise DatabaseUrlError("no URL of a database, such as postgresql://user@host/name") from None
    if made.drivername == "postgresql":
        made = made.set(drivername="postgresql+psycopg")
    if made.drivername == "postgresql+psycopg":
        return sqlalchemy.create_engine(made, json_serializer=encode, pool_size=30, max_overflow=0, pool_pre_ping=True)
    engine = sqlalchemy.create_engine(made, json_serializer=encode)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so
    for pragma in ("busy_timeout = 30000", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    # of several that begin a write-ahead log at once SQLite refuses some, whatever the timeout
    _tried(lambda: connection.execute("PRAGMA journal_mode = WAL"), sqlite3.OperationalError)


def _tried(work: Callable[[], Answer], refusal: type[Exception]) -> Answer:
    """What the work answers, which is done anew where it is refused, but the last time."""
    for tried in range(1, _TRIES):
        with contextlib.suppress(refusal):
            return work()
        time.sleep(_PAUSE * tried)
    return work()


def _begin(connection: Connection) -> None:
    # a transaction that reads first and writes later would be refused where another one wrote in between
    reads = connection.get_execution_options().get(_READS)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _why(error: Exception) -> Sentence:
    """What a database's error says, without the statement that it was about."""
    said = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return Sentence("the database cannot be used: {why}", why=said)
