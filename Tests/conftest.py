"""Ends a run of tests in time.

With `--until`, tests that have not begun at a moment are left out, and the last lines of the run name their files.
"""

import collections
import time

import pytest

REASON = "left out: the time for tests has passed"


def pytest_addoption(parser):
    parser.addoption(
        "--until", type=float, metavar="MOMENT",
        help="leave out the tests that have not begun at this moment, in seconds since 1970")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    until = item.config.getoption("until")
    if until is not None and time.time() >= until:
        pytest.skip(REASON)


def pytest_terminal_summary(terminalreporter):
    left_out = collections.Counter(
        report.nodeid.partition("::")[0] for report in terminalreporter.stats.get("skipped", [])
        if REASON in str(report.longrepr))
    for file, count in sorted(left_out.items()):
        terminalreporter.write_line(f"Left out: {file}, {count} tests")
