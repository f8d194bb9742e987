"""What can be done at a desk: functions on typed values. What changes a tournament is said by acts, which are kept with
who, when and why.
"""

from desk.service.desk import Desk, NotAllowedError, require

__all__ = ["Desk", "NotAllowedError", "require"]
