"""Addresses as they are given to other people: on paper, in letters, in squares for a camera."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

NOBODY_ELSE = {"localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]"}  # noqa: S104  # named, not listened on


def is_only_here(request: HttpRequest) -> bool:
    """Whether the address that the reader uses is known to this machine alone."""
    return split_domain_port(request.get_host())[0] in NOBODY_ELSE


def for_others(request: HttpRequest, path: str) -> str:
    """The address at which others reach a page: by the host that the reader uses, if others know it too."""
    site = urlsplit(settings.SITE_URL)
    if is_only_here(request) and split_domain_port(site.netloc)[0] not in NOBODY_ELSE:
        return f"{site.scheme}://{site.netloc}{path}"
    return request.build_absolute_uri(path)


def in_letters(link: str) -> str:
    """A link of the site as somebody else gets it: at SITE_URL, where that is an address for others.

    Who asks for a letter is not who gets it, and could choose the name of the host where any is allowed.
    """
    if not reaches_others(settings.SITE_URL):
        return link
    site, path = urlsplit(settings.SITE_URL), urlsplit(link).path
    return f"{site.scheme}://{site.netloc}{path}"


def reaches_others(address: str) -> bool:
    """Whether others can follow the address."""
    return split_domain_port(urlsplit(address).netloc)[0] not in NOBODY_ELSE
