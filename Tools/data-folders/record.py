#!/usr/bin/env python3
"""Records the data folder of a server, for the test that later versions read it: Tests/Protocol/test_upgrades.py.

    Tools/data-folders/record.py 0.1.0 [--program .build/debug/tessera]

Run it with the program of each release, once, and never again for the same one: the folder is what that release left
behind. It writes Tests/Protocol/data-folders/0.1.0, with two boards, undo, options, things to do, accounts and a link.

`--before-boards` writes what the program left behind before commit 5d7a908, which brought boards: the store of each
widget had the widget's name, and no table `$state`. That program was not built for this. Its code makes the same tables
otherwise, so the store of the given program is taken, without that table.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Support/Python"))

from data_folders import FOLDERS, PASSWORD, Client, dump  # noqa: E402
from served import Server  # noqa: E402
from waiting import wait  # noqa: E402


def add(todos, title):
    """Types a thing to do, and adds it."""
    field, button = todos.view("newField"), todos.view("addButton")
    todos.send(("input", field, title), ("press", button))
    wait(lambda: title in todos.rows(), title)


def fill(client):
    client.edit("home", type="options", tile="2", values={"paper": "#ffe3e3"})
    board = client.ask("boards", {"name": "Work"})["id"]
    client.edit(board, type="add", widget="org.tessera.samples.note")
    # The last edit is one that can be undone.
    client.edit("home", type="rename", name="Kitchen")
    todos = client.present("1")
    wait(lambda: "Home" in str(todos.nodes()), "the lists")
    add(todos, "Buy milk")
    add(todos, "Call 'Ada'")


def record(program, folder):
    command = f"{program} serve"
    server = Server(folder, "Samples/Todo.widget", ["--data", str(folder / "data")], ["Samples/Note.widget"],
                    command=command)
    try:
        fill(Client(server))
    finally:
        server.stop()
    for arguments in (["user", "add", "ada"], ["link", "add", "Wall", "--board", "home"]):
        subprocess.run([program, *arguments, "--data", folder / "data"], input=PASSWORD + "\n", text=True, check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--program", default=str(ROOT / ".build/debug/tessera"))
    parser.add_argument("--before-boards", action="store_true")
    options = parser.parse_args()
    target = FOLDERS / options.name
    if target.exists():
        sys.exit(f"{target} was recorded already; remove it to record it again")
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder, "data")
        record(options.program, pathlib.Path(folder))
        if options.before_boards:
            dumps = {"org.tessera.todo.sqlite": dump(data / "instances/1.sqlite", without=["$state"])}
        else:
            dumps = {str(path.relative_to(data)): dump(path) for path in sorted(data.rglob("*.sqlite"))}
    for name, text in dumps.items():
        file = target / f"{name}.sql"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


if __name__ == "__main__":
    main()
