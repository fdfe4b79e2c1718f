"""How long boards do not answer when something fails."""

import math
import statistics


def absence(begin: float, end: float, answers: list[tuple[float, float]]) -> float:
    """The longest time that something waited for its answer from a moment on and before another one.

    `answers` are the moments when each request began and was answered.
    """
    return max((answered - max(asked, begin) for asked, answered in answers if answered > begin and asked < end), default=0)


class Absences:
    """Absences by the kind of the fault."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = {}
        self._faults: dict[str, int] = {}

    def add(self, kind: str, seconds: list[float]) -> None:
        """Records one fault with the absence of each board."""
        self._seconds.setdefault(kind, []).extend(seconds)
        self._faults[kind] = self._faults.get(kind, 0) + 1

    @property
    def figures(self) -> dict[str, dict]:
        """For each kind the number of faults, and of boards the median, the 99th percentile and the longest, in seconds."""
        return {kind: {
            "faults": self._faults[kind],
            "medianSeconds": round(statistics.median(seconds), 2),
            "p99Seconds": round(sorted(seconds)[math.ceil(0.99 * len(seconds)) - 1], 2),
            "maxSeconds": round(max(seconds), 2),
        } for kind, seconds in sorted(self._seconds.items())}
