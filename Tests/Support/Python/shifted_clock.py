"""Runs programs with a wrong clock, which can be set while they run. Their timers are right.

    clock = ShiftedClock(tmp_path / "clock", seconds=3600)
    Host(..., environment=clock.environment)
    clock.shift(-3600)
"""

import pathlib
import shutil
import subprocess

from served import ROOT

SOURCE = ROOT / "Tests/Support/C/shifted_clock.c"


def is_available() -> str | None:
    """Why there can be no wrong clocks; None if there can."""
    return None if shutil.which("gcc") else "gcc is not installed; run Scripts/setup test"


class ShiftedClock:
    """The clock of the programs that have its `environment`. It takes a new folder."""

    def __init__(self, folder: pathlib.Path, seconds: int = 0) -> None:
        folder.mkdir()
        self._file, library = folder / "seconds", folder / "shifted_clock.so"
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
        self.shift(seconds)
        self.environment = {"LD_PRELOAD": str(library), "SHIFTED_CLOCK_FILE": str(self._file)}

    def shift(self, seconds: int) -> None:
        """Sets by how many seconds the clock is ahead of the machine's, or behind it if they are negative."""
        # In place: programs have this very file in their memory.
        with self._file.open("r+b" if self._file.exists() else "wb", buffering=0) as file:
            file.write(seconds.to_bytes(8, "little", signed=True))
