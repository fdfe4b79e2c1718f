"""A PostgreSQL server of its own for a test, which can be stopped, frozen, and run out of disk space.

    with PostgresServer() as postgres:
        database = postgres.make_database()
        Server(..., options=["--cluster", postgres.url(database)])
        postgres.restart("immediate")
        assert postgres.sql("SELECT count(*) FROM hosts", database) == "1"
"""

import functools
import os
import pathlib
import pwd
import signal
import subprocess
from urllib.parse import quote

from keeper import Keeper, processes_in, send
from ports import free_port
from waiting import PATIENCE, state, wait

USER = PASSWORD = "tessera"

MINIMUM_VERSION = 15

_SIGNALS = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}


def binaries() -> pathlib.Path | None:
    """Returns the folder of the newest PostgreSQL's programs; None if it is too old or not installed."""
    versions = [int(path.name) for path in pathlib.Path("/usr/lib/postgresql").glob("*") if path.name.isdigit()]
    newest = max(versions, default=0)
    folder = pathlib.Path(f"/usr/lib/postgresql/{newest}/bin")
    return folder if newest >= MINIMUM_VERSION and (folder / "initdb").exists() else None


@functools.cache
def is_available() -> str | None:
    """Returns why there can be no server; None if there can."""
    if binaries() is None:
        return f"PostgreSQL {MINIMUM_VERSION} or newer is not installed; run Scripts/setup test"
    if os.geteuid() == 0 and _system_user() is None:
        return "there is no user 'postgres', and PostgreSQL does not run as root"
    return None


def can_fill_disks() -> str | None:
    """Returns why a server can have no small disk; None if it can."""
    return None if os.geteuid() == 0 else "mounting a small disk needs root"


def _system_user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None


class PostgresServer:
    """A server in a temporary folder, which listens at one address and on a socket in that folder.

    `fsync` may be off, because the system survives the tests. `disk` is the size of its disk in megabytes, at least 48;
    without it, the disk is that of the machine. `settings` are further ones of postgresql.conf. `prefix` is the beginning of
    the command that runs it, such as that of a host of a `Network`, where it has the usual port.
    """

    def __init__(self, address: str = "127.0.0.1", *, fsync: bool = False, synchronous_commit: bool = True,
                 disk: int | None = None, prefix: list[str] = (), settings: dict[str, object] | None = None) -> None:
        reason = is_available() or (disk and can_fill_disks())
        assert not reason, reason
        self.address = address
        self.port = 5432 if prefix else free_port(address)
        self.process: subprocess.Popen | None = None
        self._prefix = list(prefix)
        self._count = 0
        self._keeper = Keeper()
        try:
            self.folder = self._keeper.make_folder("postgres")
            self._data = self.folder / "disk" / "data"
            self._make(disk, {
                "listen_addresses": address,
                "port": self.port,
                "unix_socket_directories": self.folder,
                "fsync": "on" if fsync else "off",
                "synchronous_commit": "on" if synchronous_commit else "off",
                "shared_buffers": "32MB",
                # Not in /dev/shm, where it would be left behind.
                "dynamic_shared_memory_type": "mmap",
                "lc_messages": "C",
                **(settings or {}),
            })
            self.start()
            self.sql(f"CREATE ROLE {USER} LOGIN PASSWORD '{PASSWORD}'")
        except BaseException:
            self._keeper.close()
            raise

    def __enter__(self) -> "PostgresServer":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Ends the server at once, and removes its folder."""
        self._keeper.close()
        if self.process:
            self.process.wait(PATIENCE)

    # Databases

    def url(self, database: str = "postgres", user: str = USER, password: str | None = PASSWORD) -> str:
        """Returns the URL of a database for a user."""
        host = f"[{self.address}]" if ":" in self.address else self.address
        secret = "" if password is None else ":" + quote(password, safe="")
        return f"postgres://{quote(user, safe='')}{secret}@{host}:{self.port}/{quote(database, safe='')}"

    def make_database(self, owner: str = USER) -> str:
        """Makes an empty database, and returns its name."""
        self._count += 1
        name = f"tessera_{self._count}"
        self.sql(f'CREATE DATABASE "{name}" OWNER "{owner}"')
        return name

    def sql(self, text: str, database: str = "postgres") -> str:
        """Runs statements as the superuser, and returns the rows as lines with `|` between their columns.

        It gets in through the socket, whatever the network does.
        """
        done = subprocess.run(
            [binaries() / "psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1",
             "--host", self.folder, "--port", str(self.port), "--username", "postgres", "--dbname", database],
            input=text, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @property
    def log(self) -> str:
        """What the server has written to its log."""
        return (self.folder / "log").read_text(errors="replace")

    # Starting and stopping

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, wants_answer: bool = True) -> None:
        """Starts the server. With a full disk, it may not become ready: `wants_answer` says whether to wait for that."""
        assert not self.is_running
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self._prefix, *self._as_user(), binaries() / "postgres", "-D", self._data], cwd=self._data,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        if wants_answer:
            wait(self._is_ready, "PostgreSQL")

    def stop(self, mode: str = "fast") -> None:
        """Stops the server.

        `smart` waits for the end of all connections, `fast` ends them, `immediate` leaves the data as after a crash, and
        `kill` gives no process a chance to do anything, as when the machine loses power.
        """
        self.resume()
        if mode == "kill":
            send(signal.SIGKILL, processes_in(self._data))
        else:
            send(_SIGNALS[mode], [self.process.pid])
        self.process.wait(PATIENCE)
        # Others end a little later, and may not meet their successors.
        wait(lambda: not processes_in(self._data), "the end of PostgreSQL's processes")

    def restart(self, mode: str = "fast") -> None:
        """Stops the server as `stop` does, and starts it again, on the same port."""
        self.stop(mode)
        self.start()

    def pause(self) -> None:
        """Freezes all processes: connections remain open, new ones are made, and none is answered."""
        # The first process goes first, and starts no others from then on.
        send(signal.SIGSTOP, [self.process.pid])

        def are_stopped() -> bool:
            processes = processes_in(self._data)
            send(signal.SIGSTOP, processes)
            return all(state(process) in "TZX" for process in processes)

        wait(are_stopped, "PostgreSQL to freeze")

    def resume(self) -> None:
        """Lets frozen processes continue."""
        send(signal.SIGCONT, processes_in(self._data))

    # Backups

    def archive(self) -> None:
        """Keeps the log from now on, so that a backup can be brought to any later moment."""
        self._make_folder("archive")
        self.sql(f"ALTER SYSTEM SET archive_mode = 'on'; "
                 f"ALTER SYSTEM SET archive_command = 'cp %p {self.folder}/archive/%f'")
        self.restart()

    def back_up(self) -> None:
        """Copies the whole server while it runs."""
        self._make_folder("backup")
        subprocess.run(
            [*self._as_user(), binaries() / "pg_basebackup", "--pgdata", self.folder / "backup", "--checkpoint", "fast",
             "--host", self.folder, "--port", str(self.port), "--username", "postgres"],
            cwd=self.folder, check=True, timeout=PATIENCE, capture_output=True)

    def restore(self, until: str) -> None:
        """Brings back the copy, and what happened after it until a moment, as `now()` returned it."""
        self.sql("SELECT pg_switch_wal()")
        self.stop()
        self._data = self.folder / "backup"
        with (self._data / "postgresql.auto.conf").open("a") as file:
            file.write(f"restore_command = 'cp {self.folder}/archive/%f %p'\nrecovery_target_time = '{until}'\n"
                       "recovery_target_action = 'promote'\n")
        (self._data / "recovery.signal").touch()
        self.start()
        wait(lambda: self.sql("SELECT pg_is_in_recovery()") == "f", "the end of the recovery")

    def _make_folder(self, name: str) -> None:
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(folder, _system_user().pw_uid, _system_user().pw_gid)

    # The disk

    def fill_disk(self) -> None:
        """Takes all space that is left on the server's small disk."""
        assert self._has_disk, "the server has no disk of its own"
        with (self.folder / "disk" / "filler").open("wb", buffering=0) as filler:
            for size in (1 << 20, 1 << 12):
                try:
                    while filler.write(bytes(size)) == size:
                        pass
                except OSError:
                    # A smaller piece may still fit.
                    pass

    def free_disk(self) -> None:
        """Gives the space back."""
        (self.folder / "disk" / "filler").unlink(missing_ok=True)

    # Details

    def _make(self, disk: int | None, settings: dict[str, object]) -> None:
        place = self._data.parent
        place.mkdir(mode=0o700)
        self._has_disk = disk is not None
        if disk is not None:
            assert disk >= 48, "an empty database takes 30 megabytes"
            subprocess.run(
                ["mount", "-t", "tmpfs", "-o", f"size={disk}m,mode=700", "tessera-postgres", place], check=True)
        if os.geteuid() == 0:
            user = _system_user()
            for path in (self.folder, place):
                os.chown(path, user.pw_uid, user.pw_gid)
        done = subprocess.run(
            [*self._as_user(), binaries() / "initdb", "--pgdata", self._data, "--username", "postgres", "--no-sync",
             "--no-instructions", "--encoding", "UTF8", "--locale", "C.UTF-8", "--wal-segsize", "1",
             "--auth-local", "trust", "--auth-host", "scram-sha-256"],
            cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        with (self._data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        with (self._data / "pg_hba.conf").open("a") as file:
            file.write("host all all all scram-sha-256\n")

    def _as_user(self) -> list[str]:
        """Returns the beginning of a command that is not run as root, which PostgreSQL refuses."""
        if os.geteuid() != 0:
            return []
        return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]

    def _is_ready(self) -> bool:
        assert self.is_running, self.log
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        # A killed server leaves its file behind, so whose it is matters.
        return len(lines) > 7 and lines[0] == str(self.process.pid) and lines[7].strip() == "ready"
