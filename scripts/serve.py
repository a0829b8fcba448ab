"""Runs the whole site in one process: `make run`, and `make demo` with the demo evening loaded."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import uvicorn

TLS = Path(os.environ.get("TLS_FOLDER", "var/tls"))
NEEDS_A_KEY = """\
Others could reach the site like this, so it needs a SECRET_KEY that nobody else knows. Make one, once:
  mkdir -p var && .venv/bin/python -c "import secrets; print(secrets.token_urlsafe(50))" > var/secret-key
and start with  SECRET_KEY=$(cat var/secret-key)  before the command."""


def main(arguments: list[str] | None = None) -> int:
    """Serve until interrupted. Returns the exit code: 1 when port, certificate or key cannot be used."""
    options = read_arguments(arguments)
    certificate = TLS / "server.crt"
    if options.tls and not certificate.exists():
        print("There is no certificate yet: run 'make tls' first.", file=sys.stderr)
        return 1
    url = address_of(options)
    set_defaults(options, url)
    if reason := unsafe(options.host):
        print(reason, file=sys.stderr)
        return 1
    # Taken before the database is touched: the addresses printed below are then known to be right.
    listener = listen(options.host, options.port)
    if listener is None:
        return 1
    door = listen(options.host, options.door, "DOOR") if options.tls and options.door else None
    if door is None and options.tls and options.door:
        return 1
    prepare(demo=options.demo, url=url)
    if door is not None:
        print(f"Devices learn to trust it on http://{reached_by(options.host)}:{options.door}/trust/")
        sys.stdout.flush()
    serve(listener, certificate if options.tls else None, door)
    return 0


def unsafe(host: str) -> str:
    """Why the site must not be served at this address; empty when it may be."""
    from django.core.exceptions import ImproperlyConfigured

    from config.exposure import refuse_unsafe_settings, uses_known_key  # the settings are read once, now

    if uses_known_key(host):
        return NEEDS_A_KEY
    try:
        refuse_unsafe_settings()
    except ImproperlyConfigured as error:
        return str(error)
    return ""


def address_of(options: argparse.Namespace) -> str:
    """The address at which others reach the site."""
    return f"{'https' if options.tls else 'http'}://{reached_by(options.host)}:{options.port}"


def reached_by(host: str) -> str:
    """The name by which a machine that listens on all its addresses is found in the hall."""
    return f"{socket.gethostname().split('.')[0].lower()}.local" if host in {"0.0.0.0", "::"} else host  # noqa: S104


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.serve", description=__doc__)
    parser.add_argument("--demo", action="store_true", help="load the demo evening and print its addresses")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--tls", action="store_true", help=f"serve HTTPS with the certificate in {TLS}")
    door = "port of the page on trust beside HTTPS; 0 for none"
    parser.add_argument("--door", type=int, default=8080, help=door)
    return parser.parse_args(arguments)


def set_defaults(options: argparse.Namespace, url: str) -> None:
    """What the settings find in the environment, unless something else is set; they are read once."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SITE_URL", url)
    if options.tls:
        os.environ.setdefault("TLS_PORT", str(options.port))
        os.environ.setdefault("PLAIN_PORT", str(options.door))
    if options.demo:
        # The addresses are what a newcomer should see, not each request.
        os.environ.setdefault("LOG_LEVEL", "WARNING")


def listen(host: str, port: int, variable: str = "PORT") -> socket.socket | None:
    """The listening socket, or None after saying why there is none."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        command = "make run TLS=1" if variable == "DOOR" else "make demo"
        print(
            f"Baza cannot listen on {host}:{port} ({error.strerror}): "
            f"choose another port, as in '{command} {variable}={port + 1}'.",
            file=sys.stderr,
        )
        return None
    return listener


def prepare(*, demo: bool, url: str) -> None:
    """Bring the database up to date; with `demo` load the demo evening and print its addresses."""
    # Static files come from where they lie in the source; the folder for collected ones may be missing.
    warnings.filterwarnings("ignore", "No directory at", UserWarning)
    # Style sheets are read at once by the one process, which is what this warning is about.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume", Warning)

    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    if demo:
        call_command("demo")
    else:
        print(f"Baza runs on {url}/")
    print("Stop it with Ctrl-C.")
    sys.stdout.flush()
    connections.close_all()


def serve(listener: socket.socket, certificate: Path | None, door: socket.socket | None = None) -> None:
    """Answer requests on `listener` until an interrupt or a termination signal comes.

    On `door` the same site answers over plain HTTP, which lets nobody further than config/door.py says.
    """
    plain = server(None)
    if door is not None:
        threading.Thread(target=plain.run, kwargs={"sockets": [door]}, daemon=True).start()
    try:
        server(certificate).run(sockets=[listener])
    except KeyboardInterrupt:
        print()
    finally:
        plain.should_exit = True


def server(certificate: Path | None) -> uvicorn.Server:
    """A server of the site, over HTTPS where it has a certificate."""
    import uvicorn

    config = uvicorn.Config(
        "config.asgi:application",
        log_level="warning",
        lifespan="off",
        # A browser that watches the event stream would keep a stopped site waiting.
        timeout_graceful_shutdown=1,
        ssl_certfile=certificate,
        ssl_keyfile=certificate.with_suffix(".key") if certificate else None,
    )
    return uvicorn.Server(config)


if __name__ == "__main__":
    sys.exit(main())
