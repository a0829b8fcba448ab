"""What is done again and again, also when the clock of the machine is set back."""

from __future__ import annotations

from datetime import datetime

from celery.schedules import schedstate, schedule


class Every(schedule):
    """Every so many seconds. One whose last run lies in the future is due: the clock was set back since.

    Celery alone would wait until the clock has caught up: an hour without standings.
    """

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Whether it is due, and the seconds until it should be asked again."""
        state: schedstate = super().is_due(last_run_at)
        return state if state.next <= self.seconds else schedstate(is_due=True, next=self.seconds)
