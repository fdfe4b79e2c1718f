"""The program age, which asks for passphrases at its terminal."""

import os
import pty
import re
import shutil

import pytest

requires_age = pytest.mark.skipif(shutil.which("age") is None, reason="age is missing; Scripts/setup test installs it")


def age(*arguments, passphrase):
    """Runs age in a terminal, types the passphrase whenever it asks, and returns its exit code and what it said."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvp("age", ["age", *map(str, arguments)])
    said, answers = b"", 0
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            # The terminal of a process that has ended.
            break
        if not part:
            break
        said += part
        while answers < len(re.findall(rb"assphrase[^:]*: ", said)):
            os.write(terminal, passphrase.encode() + b"\n")
            answers += 1
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), said.decode()
