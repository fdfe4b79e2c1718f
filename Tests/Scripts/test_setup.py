"""The set-up of a machine, with programs that only pretend: what is missing, what breaks once, what is interrupted."""

import os
import pathlib
import shutil
import stat
import subprocess
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What the script may use of the machine that runs the tests.
REAL = ["bash", "sed", "sort", "tail", "df", "cmp", "cp", "mv", "rm", "mkdir", "awk", "env", "dirname", "cat", "touch", "chmod"]
# A machine on which everything is installed, and which can download.
PROGRAMS = {
    "swift": 'if [[ $1 == --version ]]; then echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)"; fi',
    "dpkg-query": "echo -n installed",
    "dpkg": "",
    "dpkg-deb": "mkdir -p usr/sbin; touch usr/sbin/program",
    "apt-get": 'if [[ " $* " == *" download "* ]]; then touch "${@: -1}.deb"; fi',
    "python3": "mkdir -p .venv/bin; printf '#!/bin/bash\\n' > .venv/bin/python; chmod +x .venv/bin/python",
}


class Machine:
    """A copy of what the script needs of the project, and the programs that it finds."""

    def __init__(self, folder):
        self.project = folder / "project"
        self.programs = folder / "bin"
        self.programs.mkdir(parents=True)
        (self.project / "Scripts").mkdir(parents=True)
        shutil.copy(ROOT / "Scripts/setup", self.project / "Scripts/setup")
        requirements = self.project / "Tests/Browser/requirements.txt"
        requirements.parent.mkdir(parents=True)
        requirements.write_text("pytest==8.0\n")
        (self.project / ".build").mkdir()
        (self.project / ".build/workspace-state.json").touch()
        for name in REAL:
            (self.programs / name).symlink_to(shutil.which(name))
        for name, script in PROGRAMS.items():
            self.install(name, script)

    def install(self, name, script):
        """Installs a program that also records how it is called."""
        file = self.programs / name
        file.unlink(missing_ok=True)
        file.write_text(f'#!{shutil.which("bash")}\necho "{name} $*" >> "{self.project}/calls"\n{script}\n')
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def remove(self, name):
        (self.programs / name).unlink()

    def set_up(self, mode="run", **variables):
        return subprocess.run(
            ["bash", "Scripts/setup", mode], cwd=self.project, env={"PATH": str(self.programs), **variables},
            capture_output=True, text=True, stdin=subprocess.DEVNULL)

    @property
    def calls(self):
        return (self.project / "calls").read_text()


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.mark.parametrize("mode", ["run", "test", "package"])
def test_a_machine_that_has_everything_gets_nothing(machine, mode):
    result = machine.set_up(mode)
    assert (result.returncode, result.stderr) == (0, "")
    assert not any(" install " in call and "--simulate" not in call for call in machine.calls.splitlines())
    (machine.project / "calls").unlink()
    assert machine.set_up(mode).stdout == ""
    assert "apt-get" not in machine.calls


@pytest.mark.parametrize("program, sentence", [
    (None, "Swift is missing; install Swift 6.2 or newer from https://www.swift.org/install\n"),
    ("echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'", "Swift 5.10.1 is too old; install Swift 6.2 or newer"),
    ("echo 'Apple Swift version 6.1 (swiftlang-6.1)'", "Swift 6.1 is too old; install Swift 6.2 or newer"),
    ("exit 1", "Swift of an unknown version is too old; install Swift 6.2 or newer"),
])
def test_swift_has_to_be_new_enough(machine, program, sentence):
    if program is None:
        machine.remove("swift")
    else:
        machine.install("swift", program)
    result = machine.set_up()
    assert result.returncode == 1
    assert result.stderr.startswith(sentence)


@pytest.mark.parametrize("version", ["6.2", "6.2.1", "6.10", "7.0"])
def test_a_newer_swift_is_new_enough(machine, version):
    machine.install("swift", f"echo 'Swift version {version} (swift-RELEASE)'")
    assert machine.set_up().returncode == 0


def test_a_full_disk_is_told_before_the_build(machine):
    machine.install("df", "printf 'Avail\\n  12\\n'")
    result = machine.set_up()
    assert result.returncode == 1
    assert result.stderr == f"The disk of {machine.project} has 12 MB left; a build needs 1500 MB\n"
    # What is built needs no more.
    (machine.project / ".build/debug").mkdir()
    assert machine.set_up().returncode == 0


MISSING_ONCE = 'test -e ../installed && echo -n installed'
INSTALLS = 'if [[ " $* " == *" install "* ]]; then touch ../installed; fi'


def test_what_is_missing_is_installed(machine):
    machine.install("dpkg-query", MISSING_ONCE)
    machine.install("sudo", '"$@"')
    machine.install("apt-get", INSTALLS)
    result = machine.set_up()
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("Installing pkg-config ")
    assert "--configure" not in machine.calls and " update" not in machine.calls


def test_a_proxy_that_breaks_once_and_an_interrupted_installation_are_mended(machine):
    machine.install("dpkg-query", MISSING_ONCE)
    machine.install("sudo", '"$@"')
    machine.install("apt-get", f'if [[ " $* " == *" install "* && ! -e ../tried ]]; then touch ../tried; exit 100; fi\n{INSTALLS}')
    assert machine.set_up().returncode == 0
    order = [line for line in machine.calls.splitlines() if line.split()[0] in ("apt-get", "dpkg")]
    assert [next(word for word in line.split() if word in ("install", "update", "--configure")) for line in order] == [
        "install", "--configure", "update", "install"]


def test_what_cannot_be_installed_is_said(machine):
    machine.install("dpkg-query", "exit 1")
    machine.install("sudo", '"$@"')
    machine.install("apt-get", "echo 'E: No space left on device' >&2; exit 100")
    result = machine.set_up()
    assert result.returncode == 1
    assert result.stderr.endswith("E: No space left on device\napt-get could not install what is missing; see above\n")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_an_ordinary_user_without_sudo_is_told_what_to_install():
    # Folders of pytest's are their owner's alone.
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(pathlib.Path(folder))
        machine.install("dpkg-query", "exit 1")
        subprocess.run(["chmod", "-R", "a+rwX", folder], check=True)
        result = subprocess.run(
            [shutil.which("setpriv"), "--reuid=65534", "--clear-groups", shutil.which("bash"), "Scripts/setup"],
            cwd=machine.project, env={"PATH": str(machine.programs)}, capture_output=True, text=True)
    assert result.returncode == 1
    assert result.stderr.startswith("Run as root or install sudo: apt-get install pkg-config ")


@pytest.mark.parametrize("interrupted", ["apt-get", "dpkg-deb"])
def test_a_program_that_is_half_there_is_made_again(machine, interrupted):
    script = PROGRAMS[interrupted]
    machine.install(interrupted, f"{script}\nkill -KILL $PPID")
    machine.set_up("test")
    assert not (machine.project / ".build/nginx").exists()
    machine.install(interrupted, script)
    result = machine.set_up("test")
    assert (result.returncode, result.stderr) == (0, "")
    for name in ("nginx", "prometheus", "haproxy"):
        assert (machine.project / ".build" / name / "usr/sbin/program").exists()
    assert not list((machine.project / ".build").glob("*.partial"))


def test_an_empty_folder_is_no_program(machine):
    (machine.project / ".build/nginx").mkdir()
    assert machine.set_up("test").returncode == 0
    assert (machine.project / ".build/nginx/usr/sbin/program").exists()


def test_programs_of_some_tests_may_be_missing(machine):
    machine.install("apt-get", "exit 100")
    result = machine.set_up("test")
    assert result.returncode == 0
    assert result.stderr == "".join(
        f"{name} is missing; its tests are skipped\n" for name in ("nginx", "prometheus", "haproxy"))


def test_python_packages_that_are_half_there_are_installed_again(machine):
    machine.install("python3", PROGRAMS["python3"].replace("#!/bin/bash\\n", "#!/bin/bash\\nexit 1\\n"))
    assert machine.set_up("test").returncode == 1
    machine.install("python3", PROGRAMS["python3"])
    result = machine.set_up("test")
    assert (result.returncode, result.stdout) == (0, "Installing Python packages into .venv\n")
