"""Letters that the site sends: plain text, and never a reason for a page to fail."""

from __future__ import annotations

from collections.abc import Sequence
from smtplib import SMTPException

import structlog
from django.conf import settings
from django.core.mail import EmailMessage

logger = structlog.get_logger(__name__)


def is_set_up() -> bool:
    """Whether there is a mail server; without one letters are printed where the site runs."""
    return bool(settings.MAIL_IS_SET_UP)


def send(subject: str, paragraphs: Sequence[str], to: str) -> bool:
    """Send a letter; returns whether the mail server took it."""
    letter = EmailMessage(" ".join(subject.split()), "\n\n".join(paragraphs) + "\n", to=[to])
    try:
        return letter.send() == 1
    except (SMTPException, OSError) as error:
        logger.warning("mail_not_sent", error=type(error).__name__)
        return False
