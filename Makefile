# `make run` serves a board with the feed sample; `make test` runs everything. Both install what is missing.

.PHONY: run test bench fixtures format lint setup
.DEFAULT_GOAL := run

WIDGETS ?= Samples/Feed.widget

run: setup
	swift build --product tessera
	.build/debug/tessera serve $(WIDGETS)

test:
	Scripts/setup test
	swift build --build-tests
	swift test --skip-build
	.venv/bin/python -m pytest Tests/Scripts Tests/Browser Tests/Attack

# One line of JSON for each measure.
bench: setup
	swift run --package-path Benchmarks --configuration release benchmarks

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

setup:
	Scripts/setup run
