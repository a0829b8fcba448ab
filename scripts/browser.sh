#!/bin/sh
# Prints the path of a Chromium for the browser tests, installing one where that is possible;
# prints nothing, and the reason on standard error, where there is none.
set -u

found() {
    # Without its windows a Chromium is half as heavy; Debian has it as a package of its own.
    for name in "${CHROMIUM:-chromium-headless-shell}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        if path=$(command -v "$name" 2>/dev/null); then
            echo "$path"
            return 0
        fi
    done
    .venv/bin/python - <<'PYTHON' 2>/dev/null
import pathlib
import sys

from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    path = playwright.chromium.executable_path
if not pathlib.Path(path).exists():
    sys.exit(1)
print(path)
PYTHON
}

found && exit 0
echo "No Chromium here: trying to install one for the browser tests ..." >&2
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell) >/dev/null 2>&1
else
    .venv/bin/python -m playwright install chromium >/dev/null 2>&1
fi
found && exit 0
echo "No Chromium could be installed, so the browser tests are skipped: install the package chromium, or set CHROMIUM to the path of one." >&2
