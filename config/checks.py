"""System checks: settings that would hurt in production.

Errors are refused by every command, and by the web and stream processes when they start; warnings are told by
`manage.py check --deploy`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.http.request import split_domain_port, validate_host

from config.exposure import exposed_hosts, is_loopback, uses_known_key
from config.settings import LOOPBACK_HOSTS

Apps = Sequence[AppConfig] | None
SHORTEST_KEY = 50
FEWEST_LETTERS = 10
SHORTEST_TOKEN = 20


@register(Tags.security)
def check_exposure(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    """Keys that others know or may guess, and DEBUG, are for loopback hosts alone."""
    hosts = exposed_hosts()
    return list(_exposure(", ".join(hosts))) if hosts else []


def _exposure(hosts: str) -> Iterator[CheckMessage]:
    if uses_known_key():
        yield Error(
            f"ALLOWED_HOSTS lets others in ({hosts}), and SECRET_KEY is the demo's, which everybody knows.",
            hint="Set SECRET_KEY to a long random text of your own; the demo's is no fallback either.",
            id="baza.E001",
        )
    if settings.DEBUG:
        yield Error(
            f"DEBUG is on for hosts that others can reach ({hosts}).",
            hint="Leave DEBUG unset; it is for a developer's own machine.",
            id="baza.E002",
        )
    if any(map(is_weak, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))):
        yield Error(
            "SECRET_KEY, or one of SECRET_KEY_FALLBACKS, is short enough to be guessed.",
            hint=f"Use at least {SHORTEST_KEY} random characters.",
            id="baza.E004",
        )


def is_weak(key: str) -> bool:
    """Whether a key is short, or made of few characters again and again."""
    return len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_LETTERS


@register(Tags.caches)
def check_workers(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    """Several web processes need a cache in common: each would count attempts and rates on its own."""
    wanted = os.environ.get("WEB_CONCURRENCY", "1")
    if not wanted.isdecimal() or wanted == "0":
        return [
            Error(
                "WEB_CONCURRENCY is not a number of processes.",
                hint="Set it to 1 or more, or leave it unset.",
                id="baza.E005",
            )
        ]
    if int(wanted) > 1 and not settings.REDIS_URL:
        return [
            Error(
                "Several web processes run without Redis.",
                hint="Set REDIS_URL, or WEB_CONCURRENCY to 1.",
                id="baza.E003",
            )
        ]
    return []


@register(Tags.security)
def check_metrics(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    """A token that can be guessed is worse than none: without one only this machine reads the metrics."""
    if settings.METRICS and 0 < len(settings.METRICS_TOKEN) < SHORTEST_TOKEN:
        return [
            Error(
                "METRICS_TOKEN is short enough to be guessed.",
                hint=f"Use at least {SHORTEST_TOKEN} random characters, or none.",
                id="baza.E006",
            )
        ]
    return []


@register(Tags.security, deploy=True)
def check_deployment(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    """What works and is a mistake all the same, for a site that others can reach."""
    if not exposed_hosts():
        return []
    return [message for look in (_address, _proxy, _mail, _machines) for message in look()]


def _address() -> Iterator[CheckMessage]:
    site = urlsplit(settings.SITE_URL)
    name = split_domain_port(site.netloc)[0]
    if "*" in settings.ALLOWED_HOSTS:
        yield _warning(1, "ALLOWED_HOSTS lets any name through.", "Name the hosts of the site.")
    if name in LOOPBACK_HOSTS or not validate_host(name, settings.ALLOWED_HOSTS):
        yield _warning(
            2,
            "SITE_URL is not an address that ALLOWED_HOSTS lets others use: printed squares lead nowhere.",
            "Set SITE_URL to the address under which the site is reached.",
        )
    elif settings.HTTPS and site.scheme != "https":
        yield _warning(3, "SITE_URL says http, and the site is reached by HTTPS.", "Let it begin with https.")


def _proxy() -> Iterator[CheckMessage]:
    if not settings.HTTPS and not settings.TLS_PORT:
        yield _warning(
            4,
            "The site is served to others over plain HTTP: passwords and tokens can be read on the way.",
            "Put a web server before it that ends TLS and set HTTPS=true, or use 'make tls'.",
        )
    if settings.HTTPS and not settings.PROXIES:
        yield _warning(
            5,
            "HTTPS is ended by a proxy, and PROXIES is 0: everybody seems to come from one address.",
            "Set PROXIES to the number of proxies before the site.",
        )


def _mail() -> Iterator[CheckMessage]:
    if not settings.MAIL_IS_SET_UP:
        yield _warning(
            6, "There is no mail server: who forgets a password needs an operator.", "Set EMAIL_URL."
        )
    elif settings.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        yield _warning(7, "Letters come from an address at localhost.", "Set EMAIL_FROM.")
    encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    if settings.EMAIL_HOST_PASSWORD and not encrypted and not is_loopback(settings.EMAIL_HOST):
        yield _warning(
            8,
            "The password of the mail server goes over the net unencrypted.",
            "Use smtp+tls:// in EMAIL_URL.",
        )


def _machines() -> Iterator[CheckMessage]:
    broker = urlsplit(settings.REDIS_URL).hostname
    is_file = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    if is_file and broker and not is_loopback(broker):
        yield _warning(
            9,
            "The database is a file of this machine, and Redis runs on another one.",
            "Several machines need PostgreSQL.",
        )


def _warning(number: int, text: str, hint: str) -> CheckMessage:
    return Warning(text, hint=hint, id=f"baza.W{number:03}")


def check_measuring(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    """Several processes measure together; not for commands, which measure nothing."""
    several = os.environ.get("WEB_CONCURRENCY", "1") != "1"
    if settings.METRICS and several and not settings.PROMETHEUS_MULTIPROC_DIR:
        return [
            Error(
                "METRICS is on, and each web process would tell of itself alone.",
                hint="Set PROMETHEUS_MULTIPROC_DIR to a folder that web, stream and worker share.",
                id="baza.E007",
            )
        ]
    return []


REFUSED: tuple[Callable[..., list[CheckMessage]], ...] = (
    check_exposure,
    check_workers,
    check_metrics,
    check_measuring,
)
"""What a web or stream process does not start with."""
