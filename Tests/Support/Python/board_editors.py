"""Clients that edit one board at once, and streams of what pages get of it."""

import json
import random
import re
import threading
import urllib.error
import urllib.request

from data_folders import Client
from waiting import PATIENCE, wait

CLIENTS = 30
# How many of them follow the board; the others ask for it at the end.
FOLLOWERS = 6
ROUNDS = 2
PAGES = [f"page{number}" for number in range(6)]
SQUARES = [f"square{number}" for number in range(CLIENTS)]


def page_of(name, tiles, icons=()):
    return {"id": name, "tiles": [{"tile": tile, "frame": frame} for tile, frame in tiles], "icons": list(icons)}


def squares_board():
    """Each client has a widget, and each page has five of them and room for many icons."""
    pages = [page_of(page, [(SQUARES[5 * index + k], [1, 1 + k, 1, 1]) for k in range(5)]) for index, page in enumerate(PAGES)]
    return {
        "format": 1, "id": "home", "name": "Home",
        "tiles": {square: {"widget": "org.tessera.samples.square"} for square in SQUARES},
        "icons": {}, "arrangements": [{"size": [6, 8], "pages": pages}],
    }


class BoardStream(threading.Thread):
    """The boards that a page gets. It reads them only when a test asks: there are a thousand for each client."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.response = urllib.request.urlopen(f"{server.root}events?board=home@6x8", timeout=PATIENCE)
        self.boards = []
        self.start()

    def run(self):
        event = None
        for line in self.response:
            if line.startswith(b"event: "):
                event = line
            elif line.startswith(b"data: ") and event == b"event: board\n":
                self.boards.append(line)

    def wait(self, revision=0):
        """Returns the first board from a revision on."""
        wait(lambda: self.boards and self.revision_of(self.boards[-1]) >= revision, f"revision {revision}")
        return next(json.loads(line[6:]) for line in self.boards if self.revision_of(line) >= revision)

    @staticmethod
    def revision_of(line):
        return int(re.search(rb'"revision":(\d+)', line)[1])

    @property
    def revisions(self):
        return [self.revision_of(line) for line in self.boards]


class Editor(threading.Thread):
    """A client that edits without waiting for others, and keeps account of what the server answered. It moves its widget,
    unless others do: a move to where a square stands already would change nothing."""

    def __init__(self, server, number, start_line, moved_by_others=()):
        super().__init__(daemon=True)
        self.client = Client(server)
        self.stream = BoardStream(server) if number < FOLLOWERS else None
        self.number = number
        self.moved_by_others = moved_by_others
        self.start_line = start_line
        self.random = random.Random(number)
        self.revisions = []
        self.refusals = []
        self.problems = []
        # What the board must have at the end.
        self.icons = {}
        self.color = None

    def edit(self, **edit):
        """Returns the board after an edit; nothing where the server refuses it with a reason."""
        try:
            board = self.client.edit("home", **edit)
        except urllib.error.HTTPError as answer:
            error = json.load(answer)["error"]
            assert answer.code in (404, 409, 429, 503) and error["rule"] and error["message"], error
            self.refusals.append((answer.code, error["rule"]))
            return None
        self.revisions.append(board["revision"])
        return board

    def run(self):
        try:
            self.start_line.wait(PATIENCE)
            for step in range(ROUNDS):
                self.edit_for(step)
        except Exception as error:
            self.problems.append(error)

    def move(self, square, page):
        to = [self.random.randint(1, 6), self.random.randint(1, 8)]
        board = self.edit(type="move", tile=square, page=page, to=to, makeRoom=True)
        if board:
            assert next(place["frame"][:2] for each in board["pages"] for place in each["places"] if place["id"] == square) == to

    def edit_for(self, step):
        page, square = PAGES[self.number // 5], SQUARES[self.number]
        name = f"{self.number}.{step}"
        board = self.edit(type="addIcon", name=name, address="https://example.org/", page=page, index=0)
        if board:
            (icon,) = [icon for each in board["pages"] for icon in each["icons"] if icon["name"] == name]
            self.icons[icon["id"]] = name
            if step == 1 and self.edit(
                    type="changeIcon", icon=icon["id"], name=name + " again", address="https://example.org/"):
                self.icons[icon["id"]] = name + " again"
        if step == 1:
            removed = next(iter(self.icons))
            if self.edit(type="removeIcon", icon=removed):
                del self.icons[removed]
        if square not in self.moved_by_others:
            self.move(square, page)
        color = f"#{self.random.randrange(1 << 24):06x}"
        if self.edit(type="options", tile=square, values={"color": color}):
            self.color = color
        # All want the same, which only one can have.
        self.edit(type="rename", name=f"Board of {self.number}")
        self.edit(type="remove", tile="nothing")


def check_what_is_kept(server, editors, last):
    """Checks that the board has each editor's last edits at a revision, and that each has it. Returns what is shown."""
    document = Client(server).ask("boards/home/export")
    assert {name: icon["name"] for name, icon in document["icons"].items()} == {
        icon: name for editor in editors for icon, name in editor.icons.items()}
    assert {square: tile["options"]["color"] for square, tile in document["tiles"].items()} == {
        SQUARES[editor.number]: editor.color for editor in editors}
    # What each client has, and what a new one gets.
    shown = BoardStream(server).wait()
    assert shown["revision"] == last
    for editor in editors:
        stream = editor.stream or BoardStream(server)
        assert stream.wait(last) == shown
        assert stream.revisions == sorted(stream.revisions)
    return shown
