"""Runs programs with a wrong clock.

    Host(..., environment=shifted_clock.environment(tmp_path, hours=1))
"""

import pathlib
import shutil
import subprocess

from served import ROOT

SOURCE = ROOT / "Tests/Support/C/shifted_clock.c"


def is_available() -> str | None:
    """Why there can be no wrong clocks; None if there can."""
    return None if shutil.which("gcc") else "gcc is not installed; run Scripts/setup test"


def environment(folder: pathlib.Path, hours: float) -> dict[str, str]:
    """Returns the environment variables of a program whose clock shall be wrong. Its timers are right.

    A folder of the test gets the library that shows the wrong date.
    """
    library = folder / "shifted_clock.so"
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
    return {"LD_PRELOAD": str(library), "SHIFTED_CLOCK": str(int(hours * 3600))}
