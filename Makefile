# Everything runs in a virtual environment of its own, made from pyproject.toml.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: setup grade check lint types test test-portable test-all coverage dist clean

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(READY)

PROBLEM ?= feed_forward
FILE    ?= solutions/feed_forward/accepted/matmul.py

grade: setup  ## judge FILE on all cases of PROBLEM
	@$(BIN)/grader grade $(PROBLEM) $(FILE) || test $$? -eq 1  # 1: judged, and not accepted

check: lint types test-all  ## what CI does

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

# Interpreters that may not keep what they compile would start twice as slowly.
TESTS = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal

test: setup  ## what to run while working: under three minutes on two cores
	$(TESTS) -m "not thorough"

# The same on a system that is taken for another one, as far as Python can be told so.
test-portable: setup  ## what needs no sandbox of Linux, as CI runs it on macOS and Windows
	PYTHONPATH=tests/other_system $(TESTS) @tests/portable.txt

test-all: setup
	$(TESTS)

PART ?= tests

# Our plugin for pytest would import the package before anything is measured.
coverage: setup  ## which lines and branches the tests run; PART=tests/problem for one part
	$(TESTS) -m "not thorough" -p no:grader.integrations.pytest_plugin --cov --cov-report=term $(PART)

dist: setup  ## build the wheel and the source archive, and try the wheel: see RELEASING.md
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	$(BIN)/python tools/check_dist.py dist

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .coverage*
