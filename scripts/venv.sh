#!/bin/sh
# Makes the virtual environment VENV with the interpreter PY, or says in one sentence what is missing.
# usage: venv.sh PY VENV
set -eu
py=$1
venv=$2

if ! command -v "$py" >/dev/null 2>&1; then
    echo "Baza needs Python 3.11 or newer, and there is no '$py' here: install it, or name another one, as in 'PY=python3.12 make demo'." >&2
    exit 1
fi
tag='import sys; print("%d.%d" % sys.version_info[:2])'
if ! version=$("$py" -c "$tag" 2>/dev/null); then
    echo "Baza needs Python 3.11 or newer, and '$py' does not run: name another one, as in 'PY=python3.12 make demo'." >&2
    exit 1
fi
if ! "$py" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Baza needs Python 3.11 or newer, and '$py' is $version: name a newer one, as in 'PY=python3.12 make demo'." >&2
    exit 1
fi

if [ -x "$venv/bin/python" ] && [ "$("$venv/bin/python" -c "$tag")" = "$version" ]; then
    exit 0
fi
if ! "$py" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    echo "This Python cannot make virtual environments: install the package python$version-venv (Debian and Ubuntu: apt install python$version-venv) and run make again." >&2
    exit 1
fi
"$py" -m venv --clear "$venv"
