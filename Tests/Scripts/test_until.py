"""A run of tests ends in time, and names what it left out."""

import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = """
def test_that_passes():
    pass

def test_that_fails():
    assert False
"""


@pytest.mark.parametrize("processes", [0, 2])
@pytest.mark.parametrize("until, line", [
    (0, "Left out: test_two.py, 2 tests"),
    (1 << 40, "1 failed, 1 passed"),
])
def test_tests_that_would_begin_too_late_are_left_out_and_named(tmp_path, until, line, processes):
    shutil.copy(ROOT / "Tests/conftest.py", tmp_path)
    (tmp_path / "test_two.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--numprocesses", str(processes), "--until", str(until)],
        cwd=tmp_path, capture_output=True, text=True)
    assert line in done.stdout, done.stdout + done.stderr
    assert done.returncode == (0 if until == 0 else 1)
    assert ("Left out" in done.stdout) == (until == 0)
