"""A serving process.

TESSERA_COMMAND specifies the command that serves bundles; by default, it is the built one.
"""

import os
import pathlib
import re
import shlex
import subprocess

from waiting import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCREENSHOTS = ROOT / "out" / "screenshots"
TESSERA = ROOT / ".build/debug/tessera"
COMMAND = os.environ.get("TESSERA_COMMAND", ".build/debug/tessera serve")


def tessera(*arguments, password=None, expected=0):
    """Runs a command, with a password on its standard input, and returns what it printed."""
    done = subprocess.run(
        [TESSERA, *map(str, arguments)], input=None if password is None else password + "\n",
        text=True, capture_output=True, timeout=PATIENCE)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout + done.stderr


class Server:
    """A serving process. `root` is the URL that it reported, of the board. `address` is that of its first widget."""

    def __init__(self, data, bundle="Samples/Feed.widget", options=(), more=(), prefix=(), command=COMMAND):
        self.process = subprocess.Popen(
            [*prefix, *shlex.split(command), str(bundle), *map(str, more), "--port", "0", *options],
            cwd=ROOT,
            env={**os.environ, "XDG_DATA_HOME": str(data)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line)
            if match := re.search(r"(http://[^\s/]+):(\d+)", line):
                self.root = match[0] + "/"
                self.address = self.root + "open/1"
                self.port = int(match[2])
                return
        raise RuntimeError("The server did not say where it listens:\n" + "".join(self.lines))

    def memory(self, kind="VmRSS"):
        """Returns the memory of the process in bytes: resident now, or with `VmHWM` the peak so far."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(kind + ":"):
                return int(line.split()[1]) * 1024
        raise RuntimeError(f"There is no {kind}")

    def processor_seconds(self):
        """Returns the processor time that the process has used."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def bytes_written(self):
        """Returns the number of bytes that the process has written, to connections and files."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/io").read_text().splitlines():
            if line.startswith("wchar:"):
                return int(line.split()[1])
        raise RuntimeError("There is no wchar")

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.stdout.close()
