"""The hall's certificate, proven by a connection."""

from __future__ import annotations

import socket
import ssl
import stat
import threading
from pathlib import Path

import pytest

from scripts import tls


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tls") / "tls"
    assert tls.main(["--folder", str(path), "baza.local", "192.168.1.20"]) == 0
    return path


def shake_hands(folder: Path, name: str, *, trusting: Path | None) -> str | None:
    """Connect to `name` through a socket pair; the version of TLS spoken, raises SSLError."""
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=trusting)
    server.load_cert_chain(folder / "server.crt", folder / "server.key")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        thread = threading.Thread(target=answer, args=(server, theirs))
        thread.start()
        try:
            with client.wrap_socket(ours, server_hostname=name) as connection:
                return connection.version()
        finally:
            ours.close()
            thread.join()


def answer(context: ssl.SSLContext, end: socket.socket) -> None:
    try:
        with context.wrap_socket(end, server_side=True) as connection:
            connection.recv(1)
    except OSError:
        # The client did not like the certificate; the test looks at the client's side.
        end.close()


@pytest.mark.parametrize("name", ["baza.local", "192.168.1.20", "localhost", "127.0.0.1"])
def test_device_that_trusts_the_authority_connects_by_every_name(folder: Path, name: str) -> None:
    assert shake_hands(folder, name, trusting=folder / "authority.crt") in {"TLSv1.2", "TLSv1.3"}


@pytest.mark.parametrize(
    ("name", "reason"), [("elsewhere.local", "elsewhere.local"), ("10.0.0.9", "IP address mismatch")]
)
def test_other_name_is_refused(folder: Path, name: str, reason: str) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match=reason):
        shake_hands(folder, name, trusting=folder / "authority.crt")


def test_device_that_does_not_trust_the_authority_refuses(folder: Path) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(folder, "baza.local", trusting=None)


def test_second_call_keeps_the_authority_and_renews_the_certificate(folder: Path) -> None:
    authority, certificate = (folder / "authority.crt").read_bytes(), (folder / "server.crt").read_bytes()
    assert tls.main(["--folder", str(folder), "baza.local", "192.168.1.20"]) == 0
    assert (folder / "authority.crt").read_bytes() == authority
    assert (folder / "server.crt").read_bytes() != certificate


def test_private_keys_are_for_their_owner_alone(folder: Path) -> None:
    for name in ("authority.key", "server.key"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_without_openssl_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(tls.shutil, "which", lambda name: None)
    assert tls.main(["--folder", str(tmp_path)]) == 1
    assert "install the package openssl" in capsys.readouterr().err
