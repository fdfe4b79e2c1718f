"""A widget as the server shows it to a page, without a page: the protocol of docs/reference/protocol.md.

    with Presentation(server, "1") as feed:
        feed.wait(lambda: feed.texts("textLabel"), "posts")
        feed.type("searchBar", "geometry")
        feed.wait(lambda: len(feed.all("textLabel")) == 2, "two posts")

A view has an `identifier`, which its author gave. `wait` returns when the stream has brought what is waited for. An
event is answered when the widget has handled it; `catch_up` then brings the tree to this moment, so that a test can
say what has not changed.
"""

import contextlib
import http.client
import json
import socket
import threading
import urllib.error
import urllib.parse
import urllib.request

from waiting import PATIENCE

# Views with one of these are not shown, and neither is what they contain.
_UNSEEN = {"hidden": True, "display": "none"}


class Refused(Exception):
    """A request that the server refused, with the status and the rule."""

    def __init__(self, status, rule, message):
        super().__init__(f"{status} {rule}: {message}")
        self.status, self.rule = status, rule


def ask(root, path, body=None, method=None, media_type="application/json"):
    """Sends a request to a server, with a body of JSON or bytes, and returns the answer."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    request = urllib.request.Request(root + path, body, {"Content-Type": media_type} if body is not None else {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            text = response.read()
    except urllib.error.HTTPError as error:
        text = error.read()
        reason = json.loads(text)["error"] if text.startswith(b'{"error"') else {"rule": None, "message": text.decode()}
        raise Refused(error.code, reason["rule"], reason["message"]) from None
    return json.loads(text) if text else None


def _messages(stream):
    """Yields the revision and the data of each message of a stream that watches one presentation."""
    revision = 0
    for line in stream:
        if line.startswith(b"id: "):
            revision = int(line[4:]) if line[4:].strip().isdigit() else 0
        elif line.startswith(b"data: "):
            yield revision, json.loads(line[6:])


class View:
    """A view of the tree at the moment when it was found."""

    def __init__(self, node):
        self.id, self.kind, self.identifier = node["id"], node["kind"], node.get("identifier")
        self.frame = list(node["frame"])
        self.attributes = dict(node.get("attributes", {}))

    def __getitem__(self, name):
        return self.attributes[name]

    def get(self, name, otherwise=None):
        return self.attributes.get(name, otherwise)

    @property
    def text(self):
        return self.attributes.get("text", "")

    def __repr__(self):
        return f"{self.kind} {self.identifier or self.id} {self.attributes}"


class Presentation:
    """A presentation of a widget, opened in a window of a size in points. `id` continues one that exists.

    `effects` has what the widget asked for once, such as the focus of a view, as pairs of an identifier and an effect.
    `watch` is called with the presentation after each message of the stream.
    """

    def __init__(self, server, tile="1", width=720, height=800, id=None, cells=None, watch=None):
        self.root, self.tile = getattr(server, "root", server), tile
        if id is None:
            window = {"width": width, "height": height, **({"cells": cells} if cells else {})}
            id = ask(self.root, f"widgets/{tile}/presentations", window)["id"]
        self.id = id
        self.effects = []
        self._watch = watch
        self._nodes, self._root, self._revision = {}, None, 0
        self._batch = 0
        self._page = f"test-{id[:8]}"
        self._changed = threading.Condition()
        self._failure = None
        self._open_stream()
        threading.Thread(target=self._listen, daemon=True).start()
        self.wait(lambda: self._nodes, "the first tree")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Leaves the presentation without a viewer, as a page does that is closed."""
        # Closing alone would wait for the thread that reads.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    # What is shown

    def all(self, identifier=None, kind=None, within=None):
        """Returns the views that are shown and have an identifier or a kind, in the order of the tree."""
        with self._changed:
            start = self._root if within is None else within.id
            return [
                View(node) for node in self._shown(start)
                if (identifier is None or node.get("identifier") == identifier) and (kind is None or node["kind"] == kind)]

    def view(self, identifier=None, kind=None, within=None):
        """Returns the first of these views; None if there is none."""
        return next(iter(self.all(identifier, kind, within)), None)

    def shows(self, identifier):
        return self.view(identifier) is not None

    def text(self, identifier):
        """Returns the text of the first view with this identifier; None if none is shown."""
        view = self.view(identifier)
        return None if view is None else view.text

    def texts(self, identifier):
        return [view.text for view in self.all(identifier)]

    def alert(self):
        """Returns the alert that is open; None without one."""
        return self.view(kind="alert")

    def wait(self, condition, what):
        """Waits until a condition holds, looking again after each message of the stream, and returns its value."""
        with self._changed:
            result = None

            def holds():
                nonlocal result
                result = condition()
                return result or self._failure

            assert self._changed.wait_for(holds, PATIENCE), f"waited in vain for {what}: {self._outline()}"
            assert result, f"the stream ended before {what}: {self._failure}"
            return result

    def wait_for(self, identifier):
        """Waits until a view is shown, and returns it."""
        return self.wait(lambda: self.view(identifier), f"{identifier} to be shown")

    def wait_gone(self, identifier):
        self.wait(lambda: not self.shows(identifier), f"{identifier} to be gone")

    def catch_up(self):
        """Replaces the tree by that of this moment."""
        with urllib.request.urlopen(self._stream_address(), timeout=PATIENCE) as stream:
            revision, data = next(_messages(stream))
        with self._changed:
            # The stream may have brought more in the meantime. At the same revision, a tree also has what was typed here.
            if revision >= self._revision:
                self._apply(revision, data)
                self._changed.notify_all()
        return self

    # What a person does

    def send(self, *events, batch=None, **more):
        """Sends events as one batch. It is answered when the widget has handled them."""
        self._batch = batch or self._batch + 1
        body = {"page": self._page, "batch": self._batch, "events": [list(event) for event in events], **more}
        ask(self.root, f"{self._path}/events", body)

    def press(self, view):
        self.send(["press", self._id(view)])

    def type(self, view, text):
        """Puts a text into a field, as one input."""
        self.send(["input", self._id(view), text])

    def submit(self, view, text=None):
        """Presses the return key in a field, after a text if there is one."""
        number = self._id(view)
        self.send(*([["input", number, text]] if text is not None else []), ["submit", number])

    def change(self, view, value):
        self.send(["change", self._id(view), value])

    def choose(self, view, text):
        """Chooses an item of a view's menu by its text."""
        view = self._found(view)
        self.send(["choose", view.id, next(item["index"] for item in view["menu"] if item["text"] == text)])

    def refresh(self, view):
        self.send(["refresh", self._id(view)])

    def scroll(self, view, offset):
        self.send(["scroll", self._id(view), offset])

    def answer(self, index=0):
        """Answers the open alert."""
        self.send(["answer", self.wait(self.alert, "an alert").id, index])

    def back(self):
        self.send(["back"])

    def pick(self, view, name, content, media_type="image/png"):
        """Sends a file that was picked in a view."""
        query = urllib.parse.urlencode({"name": name, "type": media_type})
        ask(self.root, f"{self._path}/files/{self._id(view)}?{query}", content, media_type="application/octet-stream")

    # The stream

    @property
    def _path(self):
        return f"widgets/{self.tile}/presentations/{self.id}"

    def _stream_address(self):
        return f"{self.root}events?watch={self.tile}/{self.id}"

    def _open_stream(self):
        address = urllib.parse.urlsplit(self._stream_address())
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
        connection.request("GET", f"{address.path}?{address.query}")
        self._socket = connection.sock
        self._stream = connection.getresponse()
        assert self._stream.status == 200, f"{self._stream.status} {self._stream.read()}"

    def _found(self, view):
        return view if isinstance(view, View) else self.wait_for(view)

    def _id(self, view):
        return view if isinstance(view, int) else self._found(view).id

    def _listen(self):
        try:
            for revision, data in _messages(self._stream):
                with self._changed:
                    self._apply(revision, data)
                    if self._watch:
                        self._watch(self)
                    self._changed.notify_all()
            failure = "the server ended it"
        except (OSError, ValueError, AttributeError, http.client.HTTPException) as error:
            failure = repr(error)
        with self._changed:
            self._failure = failure
            self._changed.notify_all()

    def _apply(self, revision, data):
        if data is None:
            self._nodes, self._root = {}, None
        elif "tree" in data:
            self._nodes = {node["id"]: {"children": [], "attributes": {}, **node} for node in data["tree"]}
            self._root, self._revision = data["root"], revision
        elif revision > self._revision:
            # What `catch_up` has brought already is not applied again.
            self._revision = revision
            for kind, *arguments in data["patches"]:
                getattr(self, f"_patch_{kind}")(*arguments)

    def _patch_insert(self, node, parent, index):
        self._nodes[node["id"]] = {"attributes": {}, **node, "children": []}
        self._nodes[parent]["children"].insert(index, node["id"])

    def _patch_remove(self, number):
        for node in self._nodes.values():
            if number in node["children"]:
                node["children"].remove(number)
        for child in list(self._nodes.pop(number)["children"]):
            self._patch_remove(child)

    def _patch_move(self, number, index):
        siblings = next(node["children"] for node in self._nodes.values() if number in node["children"])
        siblings.remove(number)
        siblings.insert(index, number)

    def _patch_frame(self, number, frame):
        self._nodes[number]["frame"] = frame

    def _patch_attributes(self, number, changes):
        attributes = self._nodes[number]["attributes"]
        for name, value in changes.items():
            if value is None:
                attributes.pop(name, None)
            else:
                attributes[name] = value

    def _patch_effect(self, number, effect):
        self.effects.append((self._nodes[number].get("identifier"), effect))

    def _shown(self, number):
        """Yields a view and its descendants, without what is hidden and without all but the front screen of a stack."""
        node = self._nodes.get(number)
        if node is None or any(node["attributes"].get(name) == value for name, value in _UNSEEN.items()):
            return
        yield node
        children = node["children"]
        if node["kind"] == "navigation":
            children = children[-1:]
        for child in children:
            yield from self._shown(child)

    def _outline(self):
        return [f"{view.kind} {view.identifier or ''} {view.text[:40]}".strip() for view in self.all()][:80]
