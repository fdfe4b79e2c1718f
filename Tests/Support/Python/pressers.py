"""People who press a button of a widget, while hosts of a cluster fail.

A press adds an object to each of two lists. As pages do, a press without an answer is sent again, and if the presentation
is gone, it is repeated in a new one under its mark. So a widget has as many objects in each list as presses were
acknowledged: fewer are lost, more are doubled, and lists that differ have half a press. A press whose widget then shows an
alert was refused in sight of the person, and did nothing. Whether a widget shows an alert cannot be told if a host fails
before it is seen, or if the program of the widget was stopped, so such a press may have done something or nothing.
"""

import http.client
import json
import pathlib
import threading
import time

NAME = "Pairs"
ID = "org.example.pairs"


def write_widget(folder: pathlib.Path) -> pathlib.Path:
    """Writes the bundle of the widget."""
    files = {
        "widget.json": {"format": 1, "id": ID, "name": NAME, "main": "Main", "sizes": {"default": "2x2"}},
        "model.json": {"entities": {"Left": {"attributes": {"of": "string"}}, "Right": {"attributes": {"of": "string"}}}},
        "screens/Main.json": {
            "objects": {
                "left": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Left"}},
                "right": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Right"}},
            },
            "view": {"type": "container", "children": [
                {"type": "button", "id": "addButton", "text": "Add", "onPress": [
                    {"type": "insert", "entity": "Left", "values": {"of": "x"}},
                    {"type": "insert", "entity": "Right", "values": {"of": "x"}}]},
                {"type": "text", "id": "countLabel", "text": "@{left.totalCount} @{right.totalCount}"},
            ]},
        },
    }
    bundle = folder / f"{NAME}.widget"
    for path, content in files.items():
        (bundle / path).parent.mkdir(parents=True, exist_ok=True)
        (bundle / path).write_text(json.dumps(content))
    return bundle


class Presser(threading.Thread):
    """A person who presses the button in one widget, again and again.

    `request(method, path, body)` sends a request, and returns the status and the JSON of the response.
    """

    def __init__(self, request, connect, tile: str, is_over: threading.Event, patience: float, pace: float):
        super().__init__(daemon=True)
        self.request, self.connect, self.tile, self.is_over = request, connect, tile, is_over
        self.patience, self.pace = patience, pace
        # The acknowledged presses, those that an alert took back, those after which the widget was not seen, the answers
        # that were refusals, and the trees that showed half a press.
        self.presses = self.taken_back = self.unseen = self.refused = self.half = 0
        self.slowest = 0.0
        self.failure: str | None = None
        self.counts = (0, 0)
        self._page = f"presser-{tile}"
        self._presentation: str | None = None
        self._button = 0
        self._batch = 0

    @property
    def lost(self) -> int:
        return max(0, self.presses - min(self.counts))

    @property
    def doubled(self) -> int:
        return max(0, max(self.counts) - self.presses - self.unseen)

    def run(self) -> None:
        try:
            while not self.is_over.is_set():
                self._press()
                time.sleep(self.pace)
            self._presentation = None
            self._until(lambda: self._open() and (200, None))
        except Exception as error:  # shown at the end
            self.failure = f"{self.tile}: {error!r}"

    def _press(self) -> None:
        self._batch += 1
        name = self._batch
        body = None
        is_uncertain = False

        def attempt():
            nonlocal body, is_uncertain
            if self._presentation is None:
                self._open()
                if body is not None:
                    # The views have new numbers.
                    self._batch += 1
                    body = {**self._body(), "repeats": {"batch": name, "first": 0}}
            body = body or self._body()
            status, answer = self.request("POST", f"/widgets/{self.tile}/presentations/{self._presentation}/events", body)
            if status == 404:
                self._presentation = None
            if status == 409:
                # The widget's program was stopped. The page says that the press may be lost.
                is_uncertain = True
                return 200, None
            return status, answer

        begin = time.monotonic()
        self._until(attempt)
        self.slowest = max(self.slowest, time.monotonic() - begin)
        has_alert = self._shows_alert()
        if has_alert is None or is_uncertain:
            self.unseen += 1
        elif has_alert:
            self.taken_back += 1
        else:
            self.presses += 1

    def _shows_alert(self) -> bool | None:
        """Looks at the widget; None if it cannot be seen.

        One that shows an alert takes no presses, so another presentation comes before the next.
        """
        try:
            nodes = self._first_tree(self._presentation)
        except (OSError, ValueError, http.client.HTTPException):
            # It is shown anew before the next press.
            self._presentation = None
            return None
        has_alert = any(node["kind"] == "alert" for node in nodes)
        if has_alert:
            self._presentation = None
        return has_alert

    def _body(self) -> dict:
        return {"page": self._page, "batch": self._batch, "events": [["press", self._button]]}

    def _until(self, attempt) -> None:
        """Repeats an attempt until it succeeds."""
        begin, last = time.monotonic(), None
        while time.monotonic() - begin < self.patience:
            try:
                last = attempt()
                if 200 <= last[0] < 300:
                    return
            except (OSError, ValueError, http.client.HTTPException) as error:
                last = (0, error)
            self.refused += 1
            time.sleep(0.1)
        raise TimeoutError(f"no answer to a press: {last}")

    def _open(self) -> bool:
        """Opens a presentation, and reads what it shows."""
        status, answer = self.request(
            "POST", f"/widgets/{self.tile}/presentations", {"width": 300, "height": 200})
        if not 200 <= status < 300:
            raise OSError(f"no presentation: {status} {answer}")
        nodes = self._first_tree(answer["id"])
        named = {node.get("identifier"): node for node in nodes}
        self.counts = tuple(int(word) for word in named["countLabel"]["attributes"]["text"].split())
        self.half += self.counts[0] != self.counts[1]
        self._button = named["addButton"]["id"]
        self._presentation = answer["id"]
        return True

    def _first_tree(self, presentation: str) -> list:
        with self.connect(f"/events?watch={self.tile}/{presentation}") as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    message = json.loads(line[6:])
                    if message and "tree" in message:
                        return message["tree"]
        raise OSError("the stream ended before the tree")
