# `make run` serves a board with the widgets of the library; `make test` tests it. Both install what is missing.

.PHONY: run build team package test check bench fuzz soak soak-cluster fixtures format lint setup
.DEFAULT_GOAL := run

WIDGETS ?= $(wildcard Widgets/*.widget Samples/*.widget)
DATA ?= $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/tessera

run: build
	.build/debug/tessera serve --data "$(DATA)" --source machine --start-with Widgets/Home.board.json $(WIDGETS)

# Leaves .build/debug/tessera.
build: setup
	Scripts/swift build --product tessera

# A board with widgets that are made of Swift, in a program of their own.
team: setup
	Scripts/swift build --product team-board
	.build/debug/team-board serve --data "$(DATA)-team" --start-with Samples/Extension/Team.board.json Samples/Extension/Team.widget

test:
	Scripts/check test

# All of it: the tests, each sample, look and browser, the package, damaged documents, a disturbed server.
check:
	Scripts/check all

# Builds a Debian package in out/package, with the standard library in the program.
package:
	Scripts/package

# One line of JSON for each measure.
bench: setup
	swift run --package-path Benchmarks --configuration release benchmarks

# Gives each reader damaged documents for a minute. READER=csv selects one: the name of a folder in Tests/Fuzz/corpus.
fuzz: setup
	TESSERA_FUZZ_SECONDS=60 $(if $(READER),TESSERA_FUZZ_READER=$(READER)) Scripts/swift test --filter FuzzTests

# Half an hour of clients that come and go, write, send nonsense, and of a server that is killed.
soak: setup
	Scripts/setup test
	Scripts/swift build --product tessera
	.venv/bin/python Tests/Attack/soak.py

# A hundred faults of a cluster of three hosts, while boards are edited. FAULTS=1000 and SEED=1 choose others.
soak-cluster: setup
	Scripts/setup test
	Scripts/swift build --product tessera
	.venv/bin/python Tests/Attack/cluster_soak.py $(or $(FAULTS),100) $(SEED)

# Asks the outside authorities again; a difference shows in `git diff`.
fixtures:
	Scripts/setup test
	for recorder in Tools/*-fixtures/record.py; do .venv/bin/python "$$recorder" || exit 1; done
	Tools/sample-images/draw.py

format:
	swift format --in-place --parallel --recursive $(wildcard Sources Tests Samples Package.swift Benchmarks Tools)

lint:
	swift format lint --strict --parallel --recursive $(wildcard Sources Tests Samples Package.swift Benchmarks Tools)
	Scripts/check-imports
	Scripts/check-names
	Scripts/lint-client

setup:
	Scripts/setup run
