"""Types passwords at a terminal."""

import os
import pty
import signal
import subprocess
import termios

import pytest

from served import TESSERA
from waiting import PATIENCE, wait


@pytest.mark.parametrize("number", [
    signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP, signal.SIGALRM, signal.SIGUSR1,
    signal.SIGUSR2])
def test_a_terminal_shows_what_people_type_after_a_signal_ended_the_prompt(tmp_path, number):
    terminal, end = pty.openpty()

    def echoes():
        return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)

    def has_ended():
        # A signal may come just before the command observes it.
        command.send_signal(number)
        return command.poll() is not None

    command = subprocess.Popen(
        [TESSERA, "user", "add", "ada", "--data", tmp_path], stdin=end, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    try:
        assert echoes()
        wait(lambda: not echoes() or command.poll() is not None, "the prompt")
        wait(has_ended, "the end")
        assert command.wait(PATIENCE) == 128 + number
        assert echoes()
    finally:
        command.kill()
        os.close(end)
        os.close(terminal)
