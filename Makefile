# Baza: every chore of the project. `make help` lists them.
# Needs make, a POSIX shell and Python 3.11 or newer; everything else is installed into .venv.
# Another interpreter: PY=python3.12 make test

VENV = .venv
BIN = $(VENV)/bin
ifndef PY
PY := $(if $(wildcard $(BIN)/python),$(BIN)/python,python3)
endif
HOST ?= 127.0.0.1
PORT ?= 8000
# Flags for pytest, such as ARGS="-k swiss -x", and for the benchmarks, such as ARGS=standings.
ARGS ?=
# Processes that run tests side by side in test-all; 0 runs them in one process.
JOBS ?= 2

# A stamp carries the version of Python, so that another PY gets an environment of its own.
TAG := $(shell $(PY) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
MADE = $(VENV)/.made-$(TAG)
BASE = $(VENV)/.base-$(TAG)
DEV = $(VENV)/.dev-$(TAG)
DOCS = $(VENV)/.docs-$(TAG)

INSTALL = $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --only-binary :all: -r
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))

.PHONY: help demo setup run test test-all check bench screenshots docs schema messages lock tls clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

demo: $(BASE) $(CATALOGUES) ## Install, load the demo evening, run the site on PORT (8000)
	@exec $(BIN)/python -m scripts.serve --demo --host "$(HOST)" --port "$(PORT)"

setup: $(DEV) $(CATALOGUES) ## Install everything a contributor needs into .venv

run: $(BASE) $(CATALOGUES) ## Run the site on your own data, with TLS=1 over HTTPS
	@exec $(BIN)/python -m scripts.serve --host "$(HOST)" --port "$(PORT)" $(if $(TLS),--tls) $(if $(DOOR),--door "$(DOOR)")

test: $(DEV) $(CATALOGUES) ## Run the tests on SQLite, in the browser where there is a Chromium
	@unset DATABASE_URL REDIS_URL; \
	CHROMIUM="$$(sh scripts/browser.sh)" $(BIN)/python -m scripts.suite $(JOBS) plain races browser -- $(ARGS)

test-all: $(DEV) $(CATALOGUES) ## Run the tests on PostgreSQL and Redis, again on SQLite what asks a database; a skip is a failure
	@BAZA_NO_SKIP="$${BAZA_NO_SKIP-1}"; CHROMIUM="$$(sh scripts/browser.sh)"; export BAZA_NO_SKIP CHROMIUM; \
	$(BIN)/python -m scripts.services \
	$(BIN)/python -m scripts.suite $(JOBS) plain,again-plain races,again-races browser -- $(ARGS)

check: $(DEV) $(CATALOGUES) ## Check style, types, architecture, templates, spelling, migrations, schema, locks
	@$(BIN)/python -m scripts.check

bench: $(DEV) ## Measure against the anchor programs, side by side
	@$(BIN)/python -m benchmarks $(ARGS)

screenshots: $(DEV) $(CATALOGUES) ## Take pictures of every page; ARGS=--guides only those of docs/images
	@CHROMIUM="$$(sh scripts/browser.sh)" $(BIN)/python -m scripts.screenshots $(ARGS)

docs: $(DOCS) ## Build the documentation into docs/_build/html
	@$(BIN)/python -m sphinx -W --keep-going -q -E -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

schema: $(DEV) ## Write api/openapi.yaml and the reference pages anew from the code
	@$(BIN)/python -m scripts.schema --write
	@$(BIN)/python -m scripts.reference --write

messages: $(DEV) ## Collect new texts into locale/ (needs GNU gettext)
	@$(BIN)/python manage.py makemessages --all --no-obsolete --ignore .venv --ignore docs --ignore tests

lock: $(DEV) ## Write the locks in requirements/ anew; UPGRADE=1 takes newer versions
	@$(BIN)/python -m scripts.lock --write $(if $(UPGRADE),--upgrade)

tls: $(BASE) ## Make a certificate for the hall; NAMES="baza.local 192.168.1.20" adds names
	@$(BIN)/python -m scripts.tls $(NAMES)

clean: ## Remove .venv, caches and built files; your data in var/ stays
	@rm -rf $(VENV) docs/_build staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@rm -f $(CATALOGUES)

$(MADE):
	@sh scripts/venv.sh "$(PY)" "$(VENV)"
	@touch $@

$(BASE): requirements/base.txt $(MADE)
	@echo "Installing what Baza runs on (about half a minute, once) ..."
	@$(INSTALL) requirements/base.txt
	@touch $@

$(DEV): requirements/dev.txt $(BASE)
	@echo "Installing what the tests and checks need (about a minute, once) ..."
	@$(INSTALL) requirements/dev.txt
	@touch $@

$(DOCS): requirements/docs.txt $(MADE)
	@echo "Installing what the documentation needs (once) ..."
	@$(INSTALL) requirements/docs.txt
	@touch $@

%.mo: %.po | $(BASE)
	@$(BIN)/pybabel -q compile --input-file $< --output-file $@
