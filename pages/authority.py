"""The authority of the hall as devices take it: its certificate alone, never a key, in their own forms."""

from __future__ import annotations

import hashlib
import plistlib
import ssl
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID, uuid5

from django.conf import settings
from django.utils.translation import gettext as _

BEGIN, END = ssl.PEM_HEADER, ssl.PEM_FOOTER
OURS = UUID("5b0c1a52-6f1e-4f0e-9a3c-0d9a6e4f7b21")
"""The space in which the identifiers of our profiles are made: one authority, one profile."""


@dataclass(frozen=True)
class Authority:
    """The certificate that `make tls` made."""

    der: bytes

    @cached_property
    def fingerprint(self) -> str:
        """Its SHA-256 as devices show it, by which people see that they were given the right one."""
        digits = hashlib.sha256(self.der).hexdigest().upper()
        return ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))

    def as_der(self) -> bytes:
        """As Android, Windows and macOS read it."""
        return self.der

    def pem(self) -> bytes:
        """As text, for programs of Linux and for Firefox."""
        return ssl.DER_cert_to_PEM_cert(self.der).encode()

    def profile(self) -> bytes:
        """As a profile of Apple's, which has a name that people know again in the settings."""
        inner, outer = (str(uuid5(OURS, f"{kind}{self.fingerprint}")).upper() for kind in ("inner", "outer"))
        common = {"PayloadVersion": 1, "PayloadDisplayName": "Baza"}
        certificate = {
            **common,
            "PayloadType": "com.apple.security.root",
            "PayloadIdentifier": f"baza.hall.{inner}",
            "PayloadUUID": inner,
            "PayloadCertificateFileName": "baza-authority.cer",
            "PayloadContent": self.der,
        }
        profile = {
            **common,
            "PayloadType": "Configuration",
            "PayloadIdentifier": f"baza.hall.{outer}",
            "PayloadUUID": outer,
            "PayloadDescription": _("Lets this device trust the tournament laptop."),
            "PayloadContent": [certificate],
        }
        return plistlib.dumps(profile)


def authority() -> Authority | None:
    """The authority of this machine; None where `make tls` was never run, or the file is none."""
    try:
        text = settings.TLS_AUTHORITY.read_text(encoding="ascii")
        begin = text.index(BEGIN)
        return Authority(ssl.PEM_cert_to_DER_cert(text[begin : text.index(END, begin) + len(END)]))
    except (OSError, ValueError):
        return None
