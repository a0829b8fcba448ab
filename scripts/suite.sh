#!/bin/sh
# Runs parts of the suite one after the other: `sh scripts/suite.sh JOBS PART... -- FLAGS FOR PYTEST`.
# What drives a browser or races processes against each other has a process of its own: an event loop that
# Playwright keeps running, or sessions that stay open, would disturb other tests. All parts are run, whatever fails.
set -u
jobs=$1
shift
parts=""
while [ $# -gt 0 ] && [ "$1" != "--" ]; do
    parts="$parts $1"
    shift
done
[ $# -gt 0 ] && shift

status=0
run() {
    "${PYTHON:-.venv/bin/python}" -m pytest -p tests.plugins.no_skip "$@"
    code=$?
    # 5: the flags have left nothing to run in this part.
    [ "$code" -eq 0 ] || [ "$code" -eq 5 ] || status=1
}

services=""
case "${DATABASE_URL-}" in postgres*) ;; *) services=" and not postgres" ;; esac
[ -n "${REDIS_URL-}" ] || services="$services and not redis"
[ -n "${BAZA_NO_SKIP-}" ] || services=""

for part in $parts; do
    case "$part" in
    plain) run -n "$jobs" -m "not browser and not concurrency and not redis$services" "$@" ;;
    races) run -m "(concurrency or redis)$services" "$@" ;;
    browser) run -n "$jobs" --dist worksteal -m "browser$services" "$@" ;;
    esac
done
exit "$status"
