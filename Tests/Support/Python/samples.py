"""A server with samples and examples, of which each test places its own tile, so that many tests share one process."""

import json

from presentations import ask
from served import ROOT, Server

BUNDLES = [
    "Samples/Feed.widget", "Samples/Hello.widget", "Samples/Shelf.widget", "Samples/Todo.widget",
    "Widgets/Bookmarks.widget", "Tests/Browser/widgets/Events.widget",
    *(f"docs/examples/{name}.widget" for name in (
        "Album", "Desk", "Diary", "Feeds", "Library", "Monitor", "Order", "Panel", "Playlist", "Report", "Settings")),
]
GRID = [6, 8]


class SampleServer(Server):
    """Serves bundles, by default those of the samples, on boards that have no tiles at first."""

    def __init__(self, folder, bundles=BUNDLES, options=()):
        board = folder / "empty.board.json"
        board.write_text(json.dumps({"tiles": {}, "arrangements": [{"size": GRID, "pages": [{"tiles": []}]}]}))
        super().__init__(folder, bundles[0], ["--start-with", str(board), *options], bundles[1:])
        self._tiles = {"home": set()}

    def add_board(self, name):
        """Adds an empty board, and returns its identifier."""
        board = ask(self.root, "boards", {"name": name})["id"]
        self._tiles[board] = set()
        return board

    def remove_board(self, board):
        ask(self.root, f"boards/{board}/remove", {})

    def place(self, bundle, board="home"):
        """Puts a bundle's widget on a board, and returns the tile."""
        widget = json.loads((ROOT / bundle / "widget.json").read_text())["id"]
        tiles = self._edit(board, type="add", widget=widget)
        [tile] = tiles - self._tiles[board]
        self._tiles[board] = tiles
        return tile

    def remove(self, tile, board="home"):
        self._tiles[board] = self._edit(board, type="remove", tile=tile)

    def options(self, tile):
        """Returns the values of a tile's settings by their names."""
        return {option["name"]: option.get("value") for option in ask(self.root, f"tiles/{tile}/settings")["options"]}

    def _edit(self, board, **edit):
        return set(ask(self.root, f"boards/{board}/edits", {"grid": GRID, "edit": edit})["tiles"])


class PlacedWidget:
    """A widget alone on a board of its own. `address` is the board's page, `widget` the page of the widget alone."""

    def __init__(self, server, bundle):
        self.server = server
        self.board = server.add_board("Test")
        self.tile = server.place(bundle, self.board)
        self.address = f"{server.root}boards/{self.board}/page"
        self.widget = f"{server.root}open/{self.tile}"

    def stored(self, name):
        """Returns the value of a setting."""
        return self.server.options(self.tile)[name]

    def hosts(self):
        """Returns the hosts with private addresses that the widget would contact."""
        return ask(self.server.root, f"tiles/{self.tile}/settings")["hosts"]

    def refresh(self):
        ask(self.server.root, f"widgets/{self.tile}/refresh", {})

    def remove(self):
        self.server.remove_board(self.board)
