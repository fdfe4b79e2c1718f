"""A widget whose every step is scripted by a test. The page, its scripts, styles and table of kinds are those of the
real server."""

import json
import queue
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PRESENTATION = "0123456789abcdef0123456789abcdef"


class ScriptedWidget:
    """Shows the tree and patches of a test, and records the events that it receives."""

    def __init__(self, server, *views, names=("scripted",)):
        """`views` are the views of each widget's single screen; see `node`."""
        self.server = server
        self.names = names
        self.views = views
        self.events = []
        self.streams = []
        self.revision = 1
        # Whether the widget leaves the server without an answer.
        self.is_silent = False
        widget = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = self.path.split("?")[0]
                if path == "/widgets":
                    self.answer(200, json.dumps([{"id": name, "name": name} for name in widget.names]).encode())
                elif path == "/events":
                    self.stream()
                else:
                    self.forward()

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if widget.is_silent:
                    self.answer(503, json.dumps({"error": {"rule": "no-answer", "message": "It is silent"}}).encode())
                elif self.path.endswith("/events"):
                    widget.events += [event for event in body["events"] if event[0] not in ("resize", "grid")]
                    self.answer(204, b"")
                else:
                    self.answer(201, json.dumps({"id": PRESENTATION + self.path.split("/")[2]}).encode())

            def answer(self, status, body, headers=()):
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def forward(self):
                try:
                    answer = urllib.request.urlopen(widget.server + self.path.lstrip("/"), timeout=10)
                except urllib.error.HTTPError as error:
                    answer = error
                body = answer.read()
                kept = ("Content-Type", "Content-Security-Policy", "Cross-Origin-Opener-Policy", "Referrer-Policy")
                self.answer(answer.status, body, [(name, answer.headers[name]) for name in kept if answer.headers[name]])

            def stream(self):
                updates = queue.Queue()
                query = urllib.parse.parse_qs(self.path.partition("?")[2])
                watched = [watch.split("/")[0] for watch in query.get("watch", [])]
                updates.put((watched, widget.tree()))
                widget.streams.append(updates)
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                try:
                    if "board" in query:
                        grid = [int(count) for count in query["board"][0].split("@")[1].split("x")]
                        self.wfile.write(f"event: board\ndata: {json.dumps(widget.board(grid))}\n\n".encode())
                    while update := updates.get():
                        names, data = update
                        for name in set(names) & set(watched):
                            revisions = ",".join([str(widget.revision)] * len(watched))
                            text = f"event: {PRESENTATION}{name}\nid: {revisions}\ndata: {json.dumps(data)}\n\n"
                            self.wfile.write(text.encode())
                        self.wfile.flush()
                except OSError:
                    pass
                self.close_connection = True

            def log_message(self, *arguments):
                pass

        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        root = f"http://127.0.0.1:{self.listener.server_address[1]}/"
        # Several widgets are shown on a board, and a single one fills the window.
        self.address = root if len(names) > 1 else f"{root}open/{names[0]}"
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def board(self, grid):
        """Returns a board with all widgets side by side on one page."""
        places = [
            {"id": name, "frame": [1, 1 + 2 * index, 2, 2], "members": [name], "front": name}
            for index, name in enumerate(self.names)
        ]
        return {
            "id": "home", "name": "Home", "revision": 0, "grid": grid, "appearance": {},
            "pages": [{"id": "page", "places": places, "icons": []}],
            "tiles": {name: {"name": name} for name in self.names},
        }

    def tree(self):
        """Returns window 1 with stack 2, which contains screen 3."""
        children = [view["id"] for view in self.views]
        return {
            "root": 1,
            "tree": [
                node(1, "window", [0, 0, 360, 480], children=[2]),
                node(2, "navigation", [0, 0, 360, 480], children=[3]),
                node(3, "screen", [0, 0, 360, 480], children=children),
                *self.views,
            ],
        }

    def patch(self, *patches, widget=None):
        self.revision += 1
        for stream in self.streams:
            stream.put(([widget] if widget else self.names, {"patches": patches}))

    def change(self, view, **attributes):
        self.patch(["attributes", view, attributes])

    def push_screen(self, view=50, stack=2, widget=None):
        """Shows another screen on top of a stack, as an action of the server does."""
        self.patch(["insert", node(view, "screen", [0, 0, 360, 480]), stack, view], widget=widget)

    def close(self):
        for stream in self.streams:
            stream.put(None)
        self.listener.shutdown()
        self.listener.server_close()


def node(id, kind, frame, children=(), **attributes):
    """Returns a view whose identifier consists of its kind and number."""
    view = {"id": id, "kind": kind, "identifier": f"{kind}{id}", "frame": frame, "attributes": attributes}
    return {**view, "children": list(children)} if children else view
