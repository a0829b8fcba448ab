"""Makes a small authority and a certificate for the hall: `make tls`.

Phones and tablets offer an offline page only over HTTPS. The authority is made once and kept, so a device
has to trust it once; the certificate is made anew by each call. Both lie in var/tls. Needs openssl.
"""

from __future__ import annotations

import argparse
import hashlib
import ipaddress
import os
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

AUTHORITY_DAYS = 1825
# Browsers refuse certificates that are valid for much longer than a year.
CERTIFICATE_DAYS = 397
AUTHORITY = """[req]
prompt = no
distinguished_name = name
x509_extensions = authority
[name]
CN = Baza hall authority
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
"""
CERTIFICATE = """[req]
prompt = no
distinguished_name = name
[name]
CN = {first}
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = {names}
"""


def main(arguments: list[str] | None = None) -> int:
    """Make what is missing and say how to use it. Returns 1 without openssl."""
    parser = argparse.ArgumentParser(prog="python -m scripts.tls", description=__doc__)
    parser.add_argument("names", nargs="*", help="further names and addresses of this machine")
    parser.add_argument("--folder", type=Path, default=Path(os.environ.get("TLS_FOLDER", "var/tls")))
    options = parser.parse_args(arguments)
    if shutil.which("openssl") is None:
        print("The program openssl is not installed here: install the package openssl.", file=sys.stderr)
        return 1
    names = list(dict.fromkeys([*options.names, *own_names()]))
    make_authority(options.folder)
    make_certificate(options.folder, names)
    print(instructions(options.folder, names, fingerprint(options.folder / "authority.crt")))
    return 0


def own_names() -> list[str]:
    """Names and addresses under which this machine is likely to be reached in the hall."""
    host = socket.gethostname().split(".")[0].lower()
    names = [host, f"{host}.local", "localhost", "127.0.0.1"]
    if program := shutil.which("hostname"):
        answer = subprocess.run([program, "-I"], capture_output=True, text=True, check=False)
        names += [word for word in answer.stdout.split() if answer.returncode == 0]
    return names


def make_authority(folder: Path) -> None:
    """Make the authority's key and certificate, unless there is one already."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if (folder / "authority.crt").exists():
        return
    make_key(folder / "authority.key")
    configuration = folder / "authority.cnf"
    configuration.write_text(AUTHORITY)
    openssl(
        "req", "-new", "-x509", "-sha256", "-days", str(AUTHORITY_DAYS), "-config", str(configuration),
        "-key", str(folder / "authority.key"), "-out", str(folder / "authority.crt"),
    )  # fmt: skip


def make_certificate(folder: Path, names: list[str]) -> None:
    """Make the server's key and a certificate for `names`, signed by the authority in `folder`."""
    make_key(folder / "server.key")
    configuration, request = folder / "server.cnf", folder / "server.csr"
    configuration.write_text(CERTIFICATE.format(first=names[0], names=alternative_names(names)))
    openssl(
        "req", "-new", "-sha256", "-config", str(configuration),
        "-key", str(folder / "server.key"), "-out", str(request),
    )  # fmt: skip
    openssl(
        "x509", "-req", "-sha256", "-days", str(CERTIFICATE_DAYS), "-in", str(request),
        "-CA", str(folder / "authority.crt"), "-CAkey", str(folder / "authority.key"),
        "-set_serial", str(secrets.randbits(63) + 1), "-extfile", str(configuration), "-extensions", "server",
        "-out", str(folder / "server.crt"),
    )  # fmt: skip


def make_key(path: Path) -> None:
    """A new private key that only its owner can read."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(path))


def alternative_names(names: Iterable[str]) -> str:
    """The names as OpenSSL writes them: "IP:" before an address, "DNS:" before anything else."""
    return ",".join(f"{'IP' if is_address(name) else 'DNS'}:{name}" for name in names)


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def as_host(name: str) -> str:
    """The name as an address of a page has it: long addresses stand in brackets."""
    return f"[{name}]" if ":" in name else name


def openssl(*arguments: str) -> None:
    """Run openssl; raises CalledProcessError, with what it printed shown, when it fails."""
    done = subprocess.run(["openssl", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        done.check_returncode()


def fingerprint(certificate: Path) -> str:
    """The SHA-256 of a certificate, as devices show it."""
    digits = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate.read_text())).hexdigest().upper()
    return ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))


def instructions(folder: Path, names: list[str], mark: str) -> str:
    """What the person at the laptop does next."""
    hosts = ",".join(map(as_host, names))
    return f"""Certificate for: {", ".join(names)}

1. Make a key for the site, once:
   .venv/bin/python -c "import secrets; print(secrets.token_urlsafe(50))" > var/secret-key
   and run it:
   SECRET_KEY=$(cat var/secret-key) ALLOWED_HOSTS={hosts} make run TLS=1 HOST=0.0.0.0 PORT=8443
   or your own server with {folder / "server.crt"} and {folder / "server.key"}.
2. Let each tablet and phone trust the authority, once: open http://{names[0]}:8080/trust/ on it, which
   explains it for Android, iPhone and iPad, Windows and Mac. The fingerprint (SHA-256) is
   {mark}
   Keep {folder / "authority.key"} to yourself: whoever has it can pretend to be any site to these devices.
3. Open https://{names[0]}:8443/ on the tablets."""


if __name__ == "__main__":
    sys.exit(main())
