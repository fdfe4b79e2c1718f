"""The runner of the checks: what it reads of logs, what it stops, and what it says at the end."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
import scripts
from waiting import PATIENCE, has_ended, wait

check = scripts.load("check")

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFT_LOG = """\
\u25c7 Test run started.
\u25c7 Suite BoardTests started.
\u25c7 Test "a tile \\"moves\\"" started.
\u25c7 Test movesBack() started.
\u25c7 Test "cases are counted" started.
\u25c7 Test case passing 1 argument name → "a" (String) to "cases are counted" started.
\u2714 Test "cases are counted" with 2 test cases passed after 12.500 seconds.
\u2714 Test movesBack() passed after 0.250 seconds.
\u2714 Suite BoardTests passed after 13.000 seconds.
\u2714 Test run with 3 tests in 1 suite passed after 13.000 seconds.
"""
PYTEST_LOG = """\
============================= slowest 10 durations =============================
31.70s call     Tests/Browser/test_board.py::test_it[wide]
2.10s setup    Tests/Browser/test_board.py::test_that

(8 durations < 0.005s hidden.)
============ 1 failed, 2 passed, 3 skipped, 1 error in 40.00s (0:00:40) ============
"""
NODE_LOG = "ℹ tests 646\nℹ pass 645\nℹ fail 1\nℹ skipped 0\n"


def test_tests_that_have_not_ended_are_known_by_name():
    tests = check.OpenTests()
    output = SWIFT_LOG.encode()
    for start in range(0, len(output), 7):
        tests.read(output[start:start + 7])
    assert tests.names == ['"a tile \\"moves\\""']


def test_a_test_in_swift_took_what_its_cases_took(tmp_path):
    test = "BoardTests.Moves/cases(_:)/Moves.swift:6:4"
    events = [("testCaseStarted", 10.0), ("testCaseStarted", 10.5), ("testCaseEnded", 11.0), ("testCaseEnded", 13.5)]
    records = [{"kind": "test", "payload": {"id": test, "name": "cases(_:)", "displayName": "cases are counted"}}]
    records += [
        {"kind": "event", "payload": {"kind": kind, "instant": {"absolute": moment}, "testID": test}} for kind, moment in events]
    records += [{"kind": "event", "payload": {"kind": "runEnded", "instant": {"absolute": 20}}}]
    # The second character ends a line in Unicode, but not in the file.
    records += [{"kind": "test", "payload": {"id": "AnotherTest", "name": "a\u2028b"}}]
    file = tmp_path / "events.jsonl"
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    assert check.slow_swift_tests(file) == [(4.0, "BoardTests.Moves: cases are counted")]
    assert check.slow_swift_tests(tmp_path / "none") == []


def test_slow_tests_of_pytest_are_in_its_log():
    assert check.slow_tests(PYTEST_LOG) == [
        (31.7, "Tests/Browser/test_board.py::test_it[wide]"), (2.1, "Tests/Browser/test_board.py::test_that")]


def test_tests_are_counted_in_all_logs():
    assert check.counts([SWIFT_LOG, PYTEST_LOG, NODE_LOG]) == {"passed": 650, "failed": 3, "skipped": 3}


def test_what_failed_is_found_far_above_the_end_of_a_log():
    log = """\
\u25c7 Test fails() started.
\u2718 Test fails() recorded an issue at Moves.swift:7:3: Expectation failed: (1 \u2192 1) == 2
\u21b3 one is not two
\u2718 Test fails() failed after 0.001 seconds with 1 issue.
\u25c7 Test "goes on" started.
\u21b3 what belongs to nothing
\u2714 Test "goes on" passed after 9.000 seconds.
\u2718 Test run with 2 tests in 0 suites failed after 9.000 seconds with 1 issue.
"""
    assert [line[:22] for line in check.failures(log)] == [
        "\u2718 Test fails() recorde", "\u21b3 one is not two", "\u2718 Test fails() failed ", "\u2718 Test run with 2 test"]
    assert check.counts([log]) == {"passed": 1, "failed": 1, "skipped": 0}
    assert check.failures("FAILED Tests/a.py::test_b - assert 1 == 2\nan error: no\n/a/b.swift:3:4: error: no such\n") == [
        "FAILED Tests/a.py::test_b - assert 1 == 2", "/a/b.swift:3:4: error: no such"]
    assert check.failures("\n".join(["error: no"] * 50))[-1] == "and 10 more lines"
    assert check.failures(PYTEST_LOG + NODE_LOG) == []


def step(script, **options):
    return check.Step("A step", [sys.executable, "-c", script], **options)


def test_a_step_has_its_output_its_status_and_its_processor_time(tmp_path, capfdbinary):
    burn = "import time\nwhile time.process_time() < 0.5: pass\nprint('done')\nraise SystemExit(3)"
    result = check.run(step(burn), tmp_path / "log", float("inf"))
    assert (result.status, result.was_cut) == (3, False)
    # The system counts it in ticks.
    assert 0.4 <= result.processor <= result.elapsed + 1
    assert (tmp_path / "log").read_bytes() == b"done\n" == capfdbinary.readouterr().out


PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
print(child.pid, flush=True)
time.sleep(3600)
"""


def test_a_step_is_cut_with_all_that_it_has_started(tmp_path):
    result = check.run(step(PARENT, can_be_cut=True), tmp_path / "log", time.monotonic() + 1)
    assert (result.status, result.was_cut) == (0, True)
    text = (tmp_path / "log").read_text()
    # What is killed ends a moment later.
    wait(lambda: not text or has_ended(int(text)), "the process that the step started to end")


def test_tests_that_say_nothing_are_stopped_and_named(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(check, "SILENCE", 1)
    hangs = "import time\nprint('\u25c7 Test waits() started.', flush=True)\ntime.sleep(3600)"
    result = check.run(step(hangs, is_test=True), tmp_path / "log", float("inf"))
    assert result.status == 1
    assert "waits()" in capfd.readouterr().out.split("said nothing")[1]


def test_a_run_of_pytest_that_is_stopped_names_its_open_tests(tmp_path):
    (tmp_path / "conftest.py").write_text((ROOT / "Tests/conftest.py").read_text())
    (tmp_path / "test_two.py").write_text("""
import pathlib, time
def test_that_passes():
    pass
def test_that_hangs():
    pathlib.Path("begun").touch()
    time.sleep(3600)
""")
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "--numprocesses", "0"], cwd=tmp_path, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        while not (tmp_path / "begun").exists():
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGTERM)
        output = process.communicate(timeout=PATIENCE)[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert "Begun, and not ended: test_two.py::test_that_hangs" in output
    assert "Begun, and not ended: test_two.py::test_that_passes" not in output
    assert process.returncode == 1


@pytest.mark.parametrize("processor, verdict, fails", [(100, "", False), (120, "20% over", False), (150, "50% over", True)])
def test_what_exceeds_its_budget_is_named_or_fails(tmp_path, monkeypatch, capsys, processor, verdict, fails):
    budgets = tmp_path / "budgets.json"
    budgets.write_text('{"version": "1.0.0", "budgets": {"make run": 10}}')
    monkeypatch.setattr(check, "BUDGETS", budgets)
    assert check.compare_with_budgets({"make run": processor}, 10.0, "1.0.0") == fails
    output = capsys.readouterr().out
    assert verdict in output and ("over" in output) == bool(verdict)
    assert not check.compare_with_budgets({"make run": processor}, 10.0, "2.0.0")
    assert "Not compared" in capsys.readouterr().out


def test_budgets_are_those_of_the_costs_that_are_measured():
    budgets = json.loads(check.BUDGETS.read_text())["budgets"]
    assert set(budgets) == {"make run", "make test, fresh", "make test, built before", "make check", "release build"}
