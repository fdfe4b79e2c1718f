"""The rules of docs/contributing/tests.md that can be counted."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_CASES_WITH_A_PAGE = 250


def test_few_cases_have_a_page():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--numprocesses", "0", "--collect-only", "-q", "-m", "not exhaustive", "Tests/Browser"],
        cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    cases = [line for line in done.stdout.splitlines() if "::" in line]
    assert 0 < len(cases) <= MOST_CASES_WITH_A_PAGE


def test_the_protocol_is_spoken_without_a_page():
    files = [*(ROOT / "Tests/Protocol").rglob("*.py"), *(ROOT / "Tests/Attack").rglob("*.py")]
    assert [file for file in files if re.search(r"^(from|import) selenium\b", file.read_text(), re.MULTILINE)] == []


def test_no_test_sleeps_until_something_has_happened():
    """A sleep is for the pace of a loop that asks for a condition, below a second."""
    found = []
    for folder in ["Browser", "Protocol", "Attack", "Support/Python"]:
        for file in sorted((ROOT / "Tests" / folder).rglob("*.py")):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if match := re.search(r"\btime\.sleep\(([\d.]+)\)", line):
                    if float(match[1]) >= 1 and "soak" not in file.name:
                        found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == []
