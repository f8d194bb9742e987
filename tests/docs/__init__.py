"""Tests of the documentation: its site, its links, its commands, its words."""
