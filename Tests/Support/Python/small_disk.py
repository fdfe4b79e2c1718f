"""A small disk of its own for a folder, which can be filled.

    with SmallDisk(tmp_path / "a", megabytes=64) as disk:
        disk.fill()
        disk.free()
"""

import contextlib
import os
import pathlib
import shutil
import subprocess

from keeper import Keeper


def is_available() -> str | None:
    """Why there can be no small disks; None if there can."""
    return None if os.geteuid() == 0 else "mounting a small disk needs root"


class SmallDisk:
    """A disk at a new folder, which is removed in the end."""

    def __init__(self, folder: pathlib.Path, megabytes: int) -> None:
        self.folder = folder
        self._filler = folder / "filler"
        self._keeper = Keeper()
        folder.mkdir()
        self._keeper.owns_mount(str(folder))
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tessera-small", folder], check=True)

    def __enter__(self) -> "SmallDisk":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Removes the disk."""
        self._keeper.close()

    def fill(self) -> None:
        """Takes all space that is left."""
        with self._filler.open("wb", buffering=0) as filler:
            # What others take meanwhile may leave too little for all at once. Then smaller pieces do.
            with contextlib.suppress(OSError):
                os.posix_fallocate(filler.fileno(), 0, shutil.disk_usage(self.folder).free)
            filler.seek(0, os.SEEK_END)
            with contextlib.suppress(OSError):
                while filler.write(bytes(4096)) == 4096:
                    pass

    def free(self) -> None:
        """Gives the space back."""
        self._filler.unlink(missing_ok=True)
