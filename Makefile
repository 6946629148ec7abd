# Each target sets up what it needs by itself, in .venv: Python 3.11 or newer, pip and make are enough.
#
#   make demo                              two times, two answers, on a small conversation
#   make demo CONVERSATION=path            the same on a LoCoMo file, with its own questions
#   make test                              every test; PYTEST="-k name" narrows it down
#   make check                             lint, format, types, rooms, architecture
#   make bench BENCH="--sizes 1000,10000"  medians, p95 and ratios
#   make fuzz CASES=5000 SEED=1            drawn requests against every path of the REST service
#   make adapters ADAPTERS="langgraph"     each agent framework in a fresh environment, with its tests
#   make format                            rewrite the source in the house format
#   make clean                             remove everything that these have made here
#
# PYTHON names the interpreter that the environment is made with.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	"$$name" -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && { echo "$$name"; break; }; done)

VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/.ready
# Who made an environment here by hand keeps it: it is installed into, never emptied or removed.
OURS := $(VENV)/.made-by-make
PIP := PIP_USER=no PIP_DISABLE_PIP_VERSION_CHECK=1

CONVERSATION ?=
BENCH ?=
CASES ?= 5000
SEED ?=
ADAPTERS ?=
PYTEST ?=
# Two that compute, and a third for while they wait: for a process that starts, a lease that ends.
WORKERS ?= 3

# Every worker, and every program that a test starts, would compile the source anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test check types architecture rooms lint bench fuzz adapters format clean

help:
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile

demo: $(READY)
	@$(RUN) -m muniment.bench.demo $(if $(CONVERSATION),"$(CONVERSATION)")

test: $(READY)
	@$(RUN) -m pytest -n $(WORKERS) --dist worksteal $(PYTEST)

# The longest first, for who has them made side by side.
check: types architecture rooms lint

types: $(READY)
	$(RUN) -m mypy

architecture: $(READY)
	$(RUN) -m pytest -q tests/architecture

rooms: $(READY)
	$(VENV)/bin/lint-imports

lint: $(READY)
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

bench: $(READY)
	@$(RUN) -m muniment.bench $(BENCH)

fuzz: $(READY)
	@FUZZ_CASES=$(CASES) $(if $(SEED),FUZZ_SEED=$(SEED)) $(RUN) -m pytest -q -s --timeout=0 tests/surfaces/test_rest_fuzzing.py

adapters: $(READY)
	@$(RUN) -m tests.integrations.frameworks $(ADAPTERS)

format: $(READY)
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

clean:
	rm -rf $(if $(wildcard $(OURS)),$(VENV),$(READY)) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Where Python comes without ensurepip (Debian splits it off), the pip beside it fills the environment.
$(READY): pyproject.toml constraints.txt
	@if ! "$(PYTHON)" -c '$(NEW_ENOUGH)' 2>/dev/null; then \
		echo "Muniment needs Python 3.11 or newer; $(or $(shell "$(PYTHON)" --version 2>&1),none) was found." \
			"Name one: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)" >&2; exit 1; fi
	@echo "Setting up $(VENV) with $$("$(PYTHON)" --version), once; this takes about a minute." >&2
	@if [ -e $(VENV) ] && ! [ -e $(OURS) ]; then \
		echo "There is a $(VENV) already: Muniment and what its tests need are installed into it." >&2; \
		$(RUN) -m pip --version >/dev/null 2>&1 || $(RUN) -m ensurepip >/dev/null; \
	elif "$(PYTHON)" -c 'import ensurepip' 2>/dev/null; then \
		"$(PYTHON)" -m venv --clear $(VENV); touch $(OURS); \
	elif "$(PYTHON)" -c 'import venv, pip' 2>/dev/null; then \
		"$(PYTHON)" -m venv --clear --without-pip $(VENV); touch $(OURS); \
		$(PIP) "$(PYTHON)" -m pip --python $(RUN) install -qq pip; \
	else echo "This Python has neither ensurepip nor pip with venv: install python3-venv" \
		"or python3-pip, or name another one with PYTHON=" >&2; exit 1; fi
	@$(PIP) $(RUN) -m pip install -qq --constraint constraints.txt --editable '.[dev]'
	@touch $@
