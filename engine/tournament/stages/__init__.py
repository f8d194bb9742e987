"""The systems played: who meets whom next, when a stage is over, and who goes on from it."""
