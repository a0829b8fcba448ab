"""Two ways to the API that tests may use alike: Django's test client, and HTTP to a server that runs."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from http.cookiejar import CookieJar
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from django.test import Client

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
ROOT = "/api/v1"
SECONDS = 30


class Answer(NamedTuple):
    """A status and the body that came with it."""

    status: int
    body: Any


class Wire(ABC):
    """One browser or device: its cookies, or its token. Nothing of the product is touched but by requests."""

    def __init__(self, token: str = "") -> None:
        self.headers = {"Authorization": f"Device {token}"} if token else {}

    def get(self, path: str) -> Answer:
        """GET of a path below the root of the API."""
        return self._json(*self.ask("GET", ROOT + path))

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Answer:
        """POST of a JSON body."""
        return self._json(*self.ask("POST", ROOT + path, json.dumps(body or {}), JSON))

    def log_in(self, username: str, password: str) -> None:
        """Log in on the page for it, as a person does."""
        _, page = self.ask("GET", "/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token is not None, page
        form = {"username": username, "password": password, "csrfmiddlewaretoken": token[1]}
        status, page = self.ask("POST", "/login/", urlencode(form), FORM)
        assert status in (200, 302) and 'name="password"' not in page, page

    def _json(self, status: int, text: str) -> Answer:
        return Answer(status, json.loads(text) if text else None)

    @abstractmethod
    def ask(self, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, str]:
        """Status and text of an answer."""


class InProcess(Wire):
    """Django's test client, with its protection against forged requests left on."""

    def __init__(self, token: str = "") -> None:
        super().__init__(token)
        self.client = Client(enforce_csrf_checks=True)

    def ask(self, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, str]:
        headers = dict(self.headers)
        if "csrftoken" in self.client.cookies:
            headers["X-CSRFToken"] = self.client.cookies["csrftoken"].value
        answer = self.client.generic(method, path, body, kind or JSON, headers=headers)
        return answer.status_code, answer.content.decode()


class OverHttp(Wire):
    """Real requests to a server."""

    def __init__(self, site: str, token: str = "") -> None:
        super().__init__(token)
        self.site, self.cookies = site, CookieJar()
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(self.cookies))

    def ask(self, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, str]:
        headers = {"Content-Type": kind} if kind else {}
        for cookie in self.cookies:
            if cookie.name == "csrftoken":
                headers["X-CSRFToken"] = str(cookie.value)
        request = Request(self.site + path, body.encode() or None, headers | self.headers, method=method)
        try:
            with self.opener.open(request, timeout=SECONDS) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()
