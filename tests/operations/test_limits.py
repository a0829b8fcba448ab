"""Nothing waits for ever: what the settings say, and what PostgreSQL makes of it."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import OperationalError, connection, transaction

from tests.operations.production import PRODUCTION, run


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_session_with_postgresql_has_limits() -> None:
    names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
    with connection.cursor() as cursor:
        told = []
        for name in names:
            cursor.execute("SELECT current_setting(%s)", [name])
            told.append(cursor.fetchone()[0])
    assert told == ["3s", "30s", "1min"]


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_statement_over_its_time_is_given_up() -> None:
    given_up = pytest.raises(OperationalError, match="statement timeout")
    with given_up, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '10ms'; SELECT pg_sleep(60)")


@pytest.mark.parametrize(("seconds", "limit"), [("90", "90000"), ("0", "0")])
def test_the_limit_of_statements_is_the_operators(seconds: str, limit: str) -> None:
    tell = "from config.settings import DATABASES; print(DATABASES['default']['OPTIONS']['options'])"
    done = run(["-c", tell], PRODUCTION, STATEMENT_TIMEOUT=seconds)
    assert f"-c statement_timeout={limit} " in done.stdout


def test_servers_that_do_not_answer_are_not_waited_for() -> None:
    tell = (
        "from config import settings as s; "
        "print(s.CACHES['default']['OPTIONS']['socket_timeout'], "
        "s.CACHES['default']['OPTIONS']['socket_connect_timeout'], "
        "s.CELERY_BROKER_TRANSPORT_OPTIONS['socket_timeout'], "
        "s.CELERY_BROKER_TRANSPORT_OPTIONS['socket_connect_timeout'], "
        "s.DATABASES['default']['OPTIONS']['connect_timeout'], s.EMAIL_TIMEOUT)"
    )
    limits = [float(each) for each in run(["-c", tell], PRODUCTION).stdout.split()]
    assert len(limits) == 6
    assert all(0 < each <= 10 for each in limits)
    assert 0 < settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT
