"""The command `tessera` with data and caches of its own."""

import os
import subprocess

from served import TESSERA


class Command:
    """Runs the command in a folder, which also has its data and caches."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            **os.environ, "XDG_DATA_HOME": str(folder / "share"), "XDG_CACHE_HOME": str(folder / "cache")}

    def __call__(self, *arguments):
        return subprocess.run(
            [TESSERA, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=self.folder,
            env=self.environment)
