"""What can be done at a desk: functions on typed values. Each says its acts with who, when and why, and commits them.

`setting_up` (make, settle, enter, lock, draw), `results` (report, confirm), `judging` (change, void, rule, take a
team out, calls, appeals), `clock`, `tables` (the boxes).
"""

from desk.service.desk import Desk, NotAllowedError, require

__all__ = ["Desk", "NotAllowedError", "require"]
