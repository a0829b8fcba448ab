"""Accounts of people: made for somebody, changed by their owner, logged out of everywhere."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from engine.core.problems import Problem
from tournaments.errors import Invalid
from tournaments.locks import lock, writing
from tournaments.models import User

LONGEST_NAME, LONGEST_EMAIL = 150, 254


def add_user(username: str, password: str, *, name: str = "", email: str = "", language: str = "") -> User:
    """A new account without any role; raises Invalid `invalid_user` with what is wrong."""
    user = User(
        username=User.normalize_username(username),
        first_name=" ".join(name.split()),
        email=email.strip(),
        language=language,
    )
    problems = [*_faults_of_name(user), *_faults_of_person(user), *_faults_of_password(user, password)]
    if problems:
        raise Invalid("invalid_user", problems)
    user.set_password(password)
    with writing():
        user.save()
    return user


def change_account(user: User, *, name: str, email: str, language: str) -> User:
    """What the person says about themselves; raises Invalid `invalid_user` with every fault."""
    with writing():
        user = lock(User(pk=user.pk))
        user.first_name, user.last_name = " ".join(name.split()), ""
        user.email, user.language = email.strip(), language
        problems = list(_faults_of_person(user))
        if problems:
            raise Invalid("invalid_user", problems)
        user.save(update_fields=["first_name", "last_name", "email", "language"])
    return user


def end_sessions(user: User) -> User:
    """Log the person out of every browser; the one at hand goes on only if it is told the new mark."""
    with writing():
        user = lock(User(pk=user.pk))
        user.session_salt = secrets.token_hex(16)
        user.save(update_fields=["session_salt"])
    return user


def _faults_of_name(user: User) -> Iterator[Problem]:
    if User.objects.filter(username__iexact=user.username).exists():
        yield Problem("user_taken", "/user", {"value": user.username})
    try:
        user.clean_fields(exclude=["password", "first_name", "email", "language"])
    except ValidationError:
        yield Problem("bad_user_name", "/user", {"value": user.username})


def _faults_of_person(user: User) -> Iterator[Problem]:
    if len(user.first_name) > LONGEST_NAME:
        yield Problem("too_long", "/name", {"most": LONGEST_NAME})
    if len(user.email) > LONGEST_EMAIL:
        yield Problem("too_long", "/email", {"most": LONGEST_EMAIL})
    elif user.email:
        try:
            validate_email(user.email)
        except ValidationError:
            yield Problem("bad_email", "/email", {"value": user.email})
    known = [code for code, _name in settings.LANGUAGES if code not in settings.LANGUAGES_FOR_PLAYERS]
    if user.language and user.language not in known:
        yield Problem("unknown_language", "/language", {"value": user.language, "known": ", ".join(known)})


def _faults_of_password(user: User, password: str) -> Iterator[Problem]:
    try:
        validate_password(password, user)
    except ValidationError as error:
        yield Problem("bad_password", "/password", {"reason": " ".join(error.messages)})
