"""Alembic's entry: the steps run on the connection that the desk holds."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
