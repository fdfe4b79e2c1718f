"""Cleans up behind a test, also when the test's process is killed.

A second process waits for the end of a pipe from the first, and then removes what it was told about: in reverse order, so
that what depends on something else goes first. It needs no one to call it, because a pipe also ends with its process.

    keeper = Keeper()
    folder = keeper.make_folder("postgres")
    ...
    keeper.close()
"""

import json
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time


class Keeper:
    """Removes folders, disks and network namespaces with their processes when it is closed or this process ends."""

    def __init__(self) -> None:
        # A session of its own: Control-C ends the tests, and not what cleans up behind them.
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, start_new_session=True, cwd="/")

    def make_folder(self, name: str) -> pathlib.Path:
        """Makes a temporary folder. At the end, the processes whose current folder is inside are killed."""
        folder = pathlib.Path(tempfile.gettempdir()).resolve() / f"tessera-{name}-{secrets.token_hex(4)}"
        self._tell("remove_folder", str(folder))
        folder.mkdir(mode=0o700)
        return folder

    def owns_namespace(self, name: str) -> None:
        """Deletes a network namespace at the end, and kills the processes in it."""
        self._tell("remove_namespace", name)

    def owns_interface(self, name: str) -> None:
        """Deletes a network interface of the machine at the end, if it exists."""
        self._tell("remove_interface", name)

    def owns_mount(self, folder: str) -> None:
        """Takes the disk away from a folder at the end, if it has one."""
        self._tell("remove_mount", folder)

    def close(self) -> None:
        """Cleans up now. A second time does nothing."""
        if self._process.returncode is None:
            _, problems = self._process.communicate(timeout=600)
            assert self._process.returncode == 0, problems

    def _tell(self, action: str, argument: str) -> None:
        self._process.stdin.write(json.dumps([action, argument]) + "\n")
        self._process.stdin.flush()


def processes_in(folder: pathlib.Path) -> list[int]:
    """Returns the processes whose current folder is a folder or inside of it. PostgreSQL's all work in its data folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            path = pathlib.Path(os.readlink(process / "cwd"))
        except OSError:
            # It has ended, or belongs to another user.
            continue
        if path == folder or folder in path.parents:
            found.append(int(process.name))
    return found


def send(signal_number: int, processes: list[int]) -> None:
    for process in processes:
        try:
            os.kill(process, signal_number)
        except ProcessLookupError:
            pass


def _kill_all(find) -> None:
    """Kills processes until there are none: one may start another meanwhile."""
    end = time.monotonic() + 60
    while processes := find():
        send(signal.SIGKILL, processes)
        if time.monotonic() > end:
            raise TimeoutError(f"processes {processes} do not end")
        time.sleep(0.01)


def remove_folder(name: str) -> None:
    folder = pathlib.Path(name)
    _kill_all(lambda: processes_in(folder))
    for file in folder.rglob("postmaster.pid"):
        # Killed, PostgreSQL leaves a little shared memory, whose number is the last in line 7.
        lines = file.read_text().splitlines()
        if len(lines) > 6 and lines[6].split():
            subprocess.run(["ipcrm", "--shmem-id", lines[6].split()[-1]], capture_output=True)
    mounts = [line.split()[1] for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()]
    for mount in reversed([mount for mount in mounts if folder in pathlib.Path(mount).parents]):
        subprocess.run(["umount", "--lazy", mount], check=True, capture_output=True)
    if folder.exists():
        shutil.rmtree(folder)


def remove_namespace(name: str) -> None:
    if not pathlib.Path("/run/netns", name).exists():
        return

    def processes() -> list[int]:
        done = subprocess.run(["ip", "netns", "pids", name], check=True, capture_output=True, text=True)
        return [int(process) for process in done.stdout.split()]

    _kill_all(processes)
    subprocess.run(["ip", "netns", "delete", name], check=True, capture_output=True)


def remove_interface(name: str) -> None:
    # With the namespace of its other end, it would go at some later time.
    if pathlib.Path("/sys/class/net", name).exists():
        subprocess.run(["ip", "link", "delete", name], check=True, capture_output=True)


def remove_mount(folder: str) -> None:
    if os.path.ismount(folder):
        subprocess.run(["umount", "--lazy", folder], check=True, capture_output=True)


_ACTIONS = {action.__name__: action for action in (remove_folder, remove_namespace, remove_interface, remove_mount)}


def main() -> None:
    actions = [json.loads(line) for line in sys.stdin]
    problems = []
    for action, argument in reversed(actions):
        try:
            _ACTIONS[action](argument)
        except Exception as error:
            # The others are cleaned up all the same.
            problems.append(f"{action} {argument}: {error} {getattr(error, 'stderr', '')}")
    sys.exit("\n".join(problems) or 0)


if __name__ == "__main__":
    main()
