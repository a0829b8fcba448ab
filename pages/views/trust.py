"""The page on trust: how a device comes to believe the hall's own certificate, and what it is for."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from pages import addresses
from pages.authority import Authority, authority
from pages.squares import square

COMMANDS = ("make tls", "make run TLS=1 HOST=0.0.0.0 PORT=8443")
FORMS: dict[str, tuple[str, Callable[[Authority], bytes]]] = {
    "crt": ("application/x-x509-ca-cert", Authority.as_der),
    "mobileconfig": ("application/x-apple-aspen-config", Authority.profile),
    "pem": ("application/x-pem-file", Authority.pem),
}


@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """How to trust this site, by kind of device; over plain HTTP too, so nothing in it needs a login."""
    language = request.GET.get("language", "")
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
    site = site_address(request)
    about = {
        "authority": authority(),
        "over_https": request.is_secure() or bool(settings.PLAIN_PORT),
        "commands": COMMANDS,
        "site": site,
        "square": square(site),
        "reaches_others": addresses.reaches_others(site),
    }
    response = render(request, "trust/trust.html", about)
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


@require_safe
def certificate(request: HttpRequest, kind: str) -> HttpResponse:
    """The authority's certificate in the form of one kind of device."""
    found = authority()
    if found is None or kind not in FORMS:
        raise Http404(kind)
    content_type, write = FORMS[kind]
    name = f'attachment; filename="baza-authority.{kind}"'
    return HttpResponse(write(found), content_type=content_type, headers={"Content-Disposition": name})


def site_address(request: HttpRequest) -> str:
    """The address of the site over HTTPS where it serves that, as the reader's device reaches it."""
    if settings.PLAIN_PORT and not request.is_secure():
        name = split_domain_port(request.get_host())[0]
        return f"https://{name}:{settings.TLS_PORT}/"
    return addresses.for_others(request, "/")


def trust_address(request: HttpRequest) -> str:
    """The address of the page on trust for a device that trusts nothing yet."""
    if settings.PLAIN_PORT:
        name = split_domain_port(request.get_host())[0]
        return f"http://{name}:{settings.PLAIN_PORT}/trust/"
    return addresses.for_others(request, "/trust/")
