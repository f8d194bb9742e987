"""Tournaments: teams, stages, draws and results as values, and a fold over what was said in their order.

rows = standings(tournament)                  # who stands where, and why
next_round(tournament, "a seed", matching)   # who meets whom
"""
