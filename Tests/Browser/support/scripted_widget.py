"""A widget whose every step is scripted by a test. The page, its scripts, styles and table of kinds are those of the
real server."""

import json
import queue
import urllib.error
import urllib.parse
import urllib.request

from fake_service import FakeService, Response, answer
from waiting import PATIENCE

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
        self.service = FakeService(
            {
                "GET /widgets": [{"id": name, "name": name} for name in names],
                "GET /events": self._stream,
                "POST /*": self._receive,
            },
            otherwise=self._forward)
        root = self.service.address + "/"
        # Several widgets are shown on a board, and a single one fills the window.
        self.address = root if len(names) > 1 else f"{root}open/{names[0]}"

    def _receive(self, request):
        if self.is_silent:
            return answer({"error": {"rule": "no-answer", "message": "It is silent"}}, 503)
        if request.path.endswith("/events"):
            self.events += [event for event in request.json["events"] if event[0] not in ("resize", "grid")]
            return Response(status=204)
        if request.path == "/presentations":
            widgets = [window["widget"] for window in request.json]
            lines = [
                json.dumps({"index": index, "status": 201, "body": {"id": PRESENTATION + widget}}) + "\n"
                for index, widget in enumerate(widgets)
            ]
            return Response("".join(lines).encode())
        return answer({"id": PRESENTATION + request.path.split("/")[2]}, 201)

    def _forward(self, request):
        """Answers as the real server does."""
        try:
            found = urllib.request.urlopen(self.server + request.target.lstrip("/"), timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            found = error
        kept = ("Content-Type", "Content-Security-Policy", "Cross-Origin-Opener-Policy", "Referrer-Policy")
        headers = {name: found.headers[name] for name in kept if found.headers[name]}
        return Response(found.read(), found.status, headers)

    def _stream(self, request):
        query = urllib.parse.parse_qs(request.query)
        watched = [watch.split("/")[0] for watch in query.get("watch", [])]
        updates = queue.Queue()
        updates.put((watched, self.tree()))
        self.streams.append(updates)

        def events():
            if "board" in query:
                grid = [int(count) for count in query["board"][0].split("@")[1].split("x")]
                yield f"event: board\ndata: {json.dumps(self.board(grid))}\n\n".encode()
            while update := updates.get():
                names, data = update
                for name in set(names) & set(watched):
                    revisions = ",".join([str(self.revision)] * len(watched))
                    yield f"event: {PRESENTATION}{name}\nid: {revisions}\ndata: {json.dumps(data)}\n\n".encode()

        return Response(headers={"Content-Type": "text/event-stream"}, chunks=events())

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
        self.service.close()


def node(id, kind, frame, children=(), **attributes):
    """Returns a view whose identifier consists of its kind and number."""
    view = {"id": id, "kind": kind, "identifier": f"{kind}{id}", "frame": frame, "attributes": attributes}
    return {**view, "children": list(children)} if children else view
