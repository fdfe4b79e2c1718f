"""The board of samples with which tests of boards begin, and a server that has it."""

import json

from served import Server

SAMPLES = ["Clock", "Steps", "Note", "Square", "Hello"]


def tile(name, row, column, rows, columns, **more):
    return {"tile": name, "frame": [row, column, rows, columns], **more}


BOARD = {
    "format": 1,
    "id": "home",
    "name": "Home",
    "tiles": {name.lower(): {"widget": f"org.tessera.samples.{name.lower()}"} for name in SAMPLES},
    "icons": {
        "maps": {"name": "Maps", "address": "https://example.org/maps", "symbol": "map"},
        "news": {"name": "News", "address": "https://example.org/news"},
        "mail": {"name": "Mail", "address": "mailto:somebody@example.org"},
    },
    "arrangements": [
        {
            "size": [6, 8],
            "pages": [
                {
                    "id": "first",
                    "tiles": [
                        tile("clock", 1, 1, 2, 2), tile("steps", 1, 3, 2, 3),
                        tile("note", 3, 1, 2, 2), tile("square", 3, 3, 1, 1),
                    ],
                    "icons": ["maps", "news", "mail"],
                },
                {"id": "second", "tiles": [tile("hello", 1, 1, 4, 4)], "icons": []},
            ],
        }
    ],
}


def start_server(folder, document=BOARD, options=(), samples=SAMPLES):
    file = folder / "start.board.json"
    file.write_text(json.dumps(document))
    first, *more = [f"Samples/{name}.widget" for name in samples]
    return Server(folder, first, ("--start-with", str(file), *options), more)
