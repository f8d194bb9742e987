"""Mus por Equipos: the same cards at every table. Jugadak and their packs."""
