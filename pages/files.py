"""Files to print and to work on with: conditional GET like any page, and a name to be saved under."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from pages.live import etag
from scoring.exports.sheet import PAPERS

TYPES = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def file_answer(request: HttpRequest, version: str, name: str, make: Callable[[], bytes]) -> HttpResponse:
    """304 for who has this version; else the file. Paper is shown in the browser, tables are saved."""
    kind = name.rpartition(".")[2]
    tag = etag(request, version, part=True)
    response: HttpResponse
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(make(), content_type=TYPES[kind])
        where = "inline" if kind == "pdf" else "attachment"
        response["Content-Disposition"] = f"{where}; filename*=UTF-8''{quote(name, safe='')}"
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


def paper_of(request: HttpRequest) -> str:
    """The paper that `?paper=` asks for, A4 where it says nothing; another one leads nowhere."""
    paper = request.GET.get("paper", PAPERS[0]).lower()
    if paper not in PAPERS:
        raise Http404("paper")
    return paper


def number_of(request: HttpRequest, name: str) -> int | None:
    """A number in the query of the address; what is none leads nowhere."""
    given = request.GET.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= 6):
        raise Http404(name)
    return int(given)
