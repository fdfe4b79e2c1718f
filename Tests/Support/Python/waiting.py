"""Waiting for a condition, never for a time."""

import time


def wait(condition, what, timeout=600):
    """Waits until a condition holds, and returns its value. Fails after ten minutes, unless stated otherwise."""
    end = time.monotonic() + timeout
    while not (result := condition()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)
    return result
