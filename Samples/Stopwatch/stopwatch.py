"""A widget in a program of its own: a stopwatch.

It speaks JSON-RPC 2.0 with its host, a message on each line of its standard input and output, as docs/how-to/programs.md tells. Run it with

    tessera serve --program stopwatch="python3 Samples/Stopwatch/stopwatch.py" Samples/Stopwatch/Stopwatch.widget
"""

import json
import sys
import threading
import time

WINDOW, CARD, TIME, BUTTON = 1, 2, 3, 4


class Stopwatch:
    """What all who look at it see."""

    def __init__(self):
        self.accent = "#1f5fd6"
        self.began = None
        self.measured = 0.0

    @property
    def seconds(self):
        return self.measured + (time.monotonic() - self.began if self.began else 0)

    @property
    def text(self):
        minutes, seconds = divmod(int(self.seconds), 60)
        return f"{minutes:02}:{seconds:02}"

    def press(self):
        if self.began is None:
            self.began = time.monotonic()
        else:
            self.measured, self.began = self.seconds, None


class Program:
    def __init__(self):
        self.stopwatch = Stopwatch()
        # The size of each window that shows it, and the texts that it was told last.
        self.sizes = {}
        self.told = {}
        self.lock = threading.Lock()

    def write(self, message):
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()

    def texts(self):
        return {TIME: self.stopwatch.text, BUTTON: "Stop" if self.stopwatch.began else "Start"}

    def show(self, presentation):
        """Tells a window everything."""
        width, height = self.sizes[presentation]
        texts = self.texts()
        nodes = [
            {"id": WINDOW, "kind": "window", "frame": [0, 0, width, height], "children": [CARD]},
            {"id": CARD, "kind": "container", "frame": [0, 0, width, height], "children": [TIME, BUTTON]},
            {
                "id": TIME, "kind": "text", "identifier": "time", "frame": [12, height / 2 - 44, width - 24, 44],
                "attributes": {"text": texts[TIME], "fontSize": 36, "fontWeight": 700, "textAlign": "center"},
            },
            {
                "id": BUTTON, "kind": "button", "identifier": "button",
                "frame": [width / 2 - 60, height / 2 + 8, 120, 36],
                "attributes": {
                    "text": texts[BUTTON], "backgroundColor": self.stopwatch.accent, "color": "#ffffff",
                    "cornerRadius": 18, "pressable": True,
                },
            },
        ]
        self.told[presentation] = texts
        parameters = {"presentation": presentation, "root": WINDOW, "tree": nodes}
        self.write({"method": "tree", "params": parameters})

    def update(self):
        """Tells all windows what changed."""
        texts = self.texts()
        for presentation, told in self.told.items():
            changes = [["attributes", view, {"text": text}] for view, text in texts.items() if told[view] != text]
            if changes:
                self.told[presentation] = texts
                parameters = {"presentation": presentation, "patches": changes}
                self.write({"method": "patches", "params": parameters})

    def answer(self, method, parameters):
        """Does what the host asks. Returns the answer; None is one."""
        presentation = parameters.get("presentation")
        if method == "hello" or method == "options":
            values = parameters.get("options") or parameters.get("values") or {}
            self.stopwatch.accent = values.get("accent") or "#1f5fd6"
            for other in self.sizes:
                self.show(other)
        elif method == "open":
            window = parameters["window"]
            self.sizes[presentation] = (window["width"], window["height"])
            self.show(presentation)
        elif method == "events" and presentation in self.sizes:
            for name, *parts in parameters["events"]:
                if name == "press" and parts == [BUTTON]:
                    self.stopwatch.press()
                    self.update()
                elif name == "resize":
                    self.sizes[presentation] = tuple(parts)
                    self.show(presentation)
        elif method == "close":
            self.sizes.pop(presentation, None)
            self.told.pop(presentation, None)
        return None

    def tick(self):
        while True:
            time.sleep(0.2)
            with self.lock:
                self.update()

    def run(self):
        threading.Thread(target=self.tick, daemon=True).start()
        for line in sys.stdin:
            message = json.loads(line)
            with self.lock:
                result = self.answer(message["method"], message.get("params", {}))
                self.write({"id": message["id"], "result": result})


Program().run()
