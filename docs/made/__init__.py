"""What of the documentation is made by program: the list of sentences, and the pictures."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
"""The repository."""
