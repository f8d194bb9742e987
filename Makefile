# make run    install what is needed into .venv and start the table program with its web panel
# make desk   a tournament of sixteen teams that plays by itself, with the desk's pages to look at and to click in
# make test   install what is needed and run every check and test
# make fuzz   run the tests with random examples that no run has seen
# make sweep  play every system of a tournament through, from 3 to 257 teams; takes long
# make soak   an hour of kills, power cuts and hostile guests, all at once; SOAK=600 for so many seconds
# make soak-desk   256 simulated boxes through a tournament, with desks, databases and connections that break
# make scan   Wapiti, a known scanner, at the running page; SCAN=60 for so many seconds a module
# make outdated   which pinned versions are not the newest
# make measure   print figures like those of docs/figures.md; HAMARREKO_DATA=folder adds those over given pictures
# make install  make this Raspberry Pi a mus table, or bring it up to date; as root; docs/install.md
# make uninstall  take it off again; the data stay
# make deb    the Debian package, and the archive that is copied onto a memory card, into build/deb; docs/install.md
# make docs   make the documentation's site in build/docs
# make catalogues  gather the texts for the translators, and compile what they have translated
# make hardware  render the box into build/hardware: parts to print, drawings, wiring, labels
# models/README.md says how to train the networks with decks of your own

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8040
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
LANGUAGES := words/languages
# onnxruntime would report to its makers
export ORT_DISABLE_TELEMETRY := 1
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# A lock is complete. Resolved anew, a dependency with an extra (coverage[toml]) would be a newer release than the lock's.
LOCKED := $(PIP) install --require-hashes --no-deps --requirement

.DEFAULT_GOAL := help
.PHONY: help install uninstall deb run desk test lint types tests fuzz sweep browser openscad graphviz postgresql mosquitto speech mkcert soak soak-desk scan outdated measure hardware docs catalogues template lock clean

help:
	@sed -n '/^#/!q; s/^# //p' Makefile

run: $(VENV)/run.done
	$(BIN)/hamarreko table --port $(PORT) $(if $(PICTURES),--pictures "$(PICTURES)") $(if $(DATA),--data "$(DATA)") $(if $(RULES),--rules "$(RULES)") \
		$(if $(CAMERA),--camera $(CAMERA)) $(if $(NETWORK),$(if $(filter no,$(NETWORK)),--no-network,--network)) $(if $(CERTIFICATE),--certificate "$(CERTIFICATE)" --key "$(KEY)")

desk: $(VENV)/test.done
	$(BIN)/python -m tests.desk.demonstration --port $(PORT)

test: lint types tests

lint: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/test.done
	$(BIN)/mypy

# The engine's own tests reach every line of it. Counting lines makes a test twice as slow, so the others run without, and
# so do those of the engine's whose many examples reach nothing that another test does not (no_cover).
tests: $(VENV)/test.done browser openscad graphviz postgresql mosquitto speech mkcert
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov=engine tests/engine
	$(BIN)/python -m pytest -n 2 --dist worksteal --ignore tests/engine

fuzz: $(VENV)/test.done browser openscad graphviz postgresql mosquitto speech mkcert
	HAMARREKO_FUZZ=1 $(BIN)/python -m pytest -n 2 --dist worksteal

sweep: $(VENV)/test.done
	HAMARREKO_SWEEP=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/engine/tournament

# What the tests need of the system: a browser for the panel, OpenSCAD for the box, Graphviz for its wiring, PostgreSQL
# for the desk, Mosquitto for what goes out by MQTT, espeak-ng and ALSA's player for the voice, mkcert for a page by https.
# As root on Debian it is installed here; elsewhere the command is named.
needed = @for program in $(1); do command -v $$program >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing $(2) for the tests"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(2) >/dev/null; \
	else \
		echo "The tests need $(2). Install it with: sudo apt-get install $(2)" >&2; exit 1; \
	fi

browser:
	$(call needed,chromium chromium-browser google-chrome,chromium)

openscad:
	$(call needed,openscad,openscad)

graphviz:
	$(call needed,dot,graphviz)

mkcert:
	$(call needed,mkcert,mkcert)

# The server's programs are on nobody's path: Debian keeps them in a folder of the version.
postgresql:
	$(call needed,$(wildcard /usr/lib/postgresql/*/bin/initdb) initdb,postgresql)

# Nor is this one, for whoever is not root.
mosquitto:
	$(call needed,/usr/sbin/mosquitto mosquitto,mosquitto)

speech:
	$(call needed,espeak-ng,espeak-ng)
	$(call needed,aplay,alsa-utils)

# Every text that stands in a call of one of these words, in the rooms' code and in the panel's pages.
MARKS := -k say -k t -k Sentence -k msgid
TEMPLATE := build/hamarreko.pot
UPDATE := $(BIN)/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap

catalogues: $(VENV)/test.done template
	for language in es eu fr; do $(UPDATE) -i $(TEMPLATE) -d $(LANGUAGES) -D hamarreko -l $$language || exit 1; done
	$(BIN)/pybabel --quiet compile -d $(LANGUAGES) -D hamarreko

template:
	@mkdir -p $(dir $(TEMPLATE))
	$(BIN)/pybabel --quiet extract -F pyproject.toml --no-default-keywords $(MARKS) --add-location=file --sort-by-file \
		--no-wrap --omit-header -o $(TEMPLATE) engine vision words web desk firmware

hardware: $(VENV)/hardware.done openscad
	$(BIN)/python -m hardware build build/hardware

docs: $(VENV)/test.done
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "The documentation: $(CURDIR)/build/docs/index.html"

# The system's own Python: the camera's packages are made for it.
INSTALLER := /usr/bin/python3 -B -m hardware.install
DURING := $(if $(DURING_MATCH),--during-match $(DURING_MATCH))

install:
	@$(INSTALLER) install $(if $(OVERLAY),--overlay $(OVERLAY)) $(if $(DATA_DEVICE),--data-device "$(DATA_DEVICE)") $(if $(RTC),--rtc "$(RTC)") $(DURING)

uninstall:
	@$(INSTALLER) uninstall $(DURING)

deb: $(VENV)/test.done
	$(BIN)/python -m hardware package build/deb

soak: $(VENV)/test.done
	$(BIN)/python -m tests.firmware.soak $(SOAK)

soak-desk: $(VENV)/test.done postgresql
	$(BIN)/python -m tests.desk.soak $(if $(BOXES),--boxes $(BOXES)) $(if $(SEED),--seed $(SEED))

# In a venv of its own: it wants other versions than the table.
WAPITI := build/wapiti/bin
$(WAPITI)/wapiti:
	$(PYTHON) -m venv build/wapiti
	$(WAPITI)/python -m pip --disable-pip-version-check --quiet install wapiti3==3.2.3

scan: $(VENV)/test.done $(WAPITI)/wapiti
	$(BIN)/python -m tests.firmware.soak.scan $(WAPITI)/wapiti $(SCAN)

outdated: $(VENV)/test.done
	$(BIN)/python -m pip --disable-pip-version-check list --outdated

measure: $(VENV)/test.done
	$(BIN)/python -m models.measuring.figures
	$(BIN)/python -m models.measuring.speed $(if $(HAMARREKO_DATA),--data $(HAMARREKO_DATA))
	$(BIN)/python -m models.measuring.turns
	$(BIN)/python -m tests.firmware.measuring.presses
	$(BIN)/python -m tests.firmware.measuring.waiting
	$(BIN)/python -m tests.firmware.soak.memory

# On a Raspberry Pi these come from the system's packages: wheels of the first two break its camera's, and of the third
# there is none for Python 3.13.
SYSTEM_ON_PI := --no-emit-package numpy --no-emit-package opencv-python-headless --no-emit-package lgpio

# Renew the pinned versions; needs uv (pip install uv). One version of each package for all locks.
COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q
lock:
	$(COMPILE) -o requirements.lock
	for extra in hardware desk mqtt; do \
		$(COMPILE) -c requirements.lock --extra $$extra -o requirements-$$extra.lock || exit; done
	$(COMPILE) $(foreach extra,hardware desk mqtt,-c requirements-$(extra).lock) --extra test --extra hardware --extra docs -o requirements-test.lock
	$(COMPILE) -c requirements-test.lock --extra pi $(SYSTEM_ON_PI) -o requirements-pi.lock

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "hamarreko needs Python 3.11 or newer with its venv module (on Debian: sudo apt-get install python3-venv)" >&2; exit 1; fi
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.done: $(BIN)/python requirements.lock pyproject.toml setup.py $(wildcard $(LANGUAGES)/*/*/*.po)
	@echo "installing into $(VENV)"
	$(LOCKED) requirements.lock
	$(PIP) install --no-deps --editable .
	@touch $@

$(VENV)/hardware.done: $(VENV)/run.done requirements-hardware.lock
	@echo "installing what renders the box into $(VENV)"
	$(LOCKED) requirements-hardware.lock
	@touch $@

$(VENV)/test.done: $(VENV)/run.done requirements-test.lock
	@echo "installing what the tests need into $(VENV)"
	$(LOCKED) requirements-test.lock
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
