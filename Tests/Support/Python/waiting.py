"""Waiting for a condition, never for a time."""

import pathlib
import time

# Seconds after which a wait fails. A machine is never so slow; only what waits in vain takes so long.
PATIENCE = 600


def wait(condition, what, timeout=PATIENCE):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + timeout
    while not (result := condition()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)
    return result


def state(process):
    """Returns the letter that Linux has for the state of a process, such as T for a stopped one; X if there is none."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "X"


def has_ended(process):
    """Returns whether a process has ended, even if its parent has not collected its status yet."""
    return state(process) in "ZX"
