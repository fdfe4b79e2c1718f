"""Ends a run of tests in time.

With `--until`, tests that have not begun at a moment are left out, and the last lines of the run name their files. A run
that is stopped by SIGTERM names the tests that have begun and not ended.
"""

import collections
import signal
import time

import pytest

REASON = "left out: the time for tests has passed"


def pytest_addoption(parser):
    parser.addoption(
        "--until", type=float, metavar="MOMENT",
        help="leave out the tests that have not begun at this moment, in seconds since 1970")


open_tests = []


def pytest_configure(config):
    # Workers of pytest-xdist report to the process that the signal reaches.
    if not hasattr(config, "workerinput"):
        def name_open_tests(*_):
            config.pluginmanager.getplugin("capturemanager").suspend_global_capture()
            print("".join(f"\nBegun, and not ended: {name}" for name in open_tests), flush=True)
            pytest.exit("stopped by SIGTERM", returncode=1)

        signal.signal(signal.SIGTERM, name_open_tests)


def pytest_runtest_logstart(nodeid):
    open_tests.append(nodeid)


def pytest_runtest_logfinish(nodeid):
    if nodeid in open_tests:
        open_tests.remove(nodeid)


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
