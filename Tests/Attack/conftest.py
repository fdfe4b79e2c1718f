"""Bundles that attack servers, and servers that must survive the attacks."""

import json

import pytest

from victim import Server, Victim


@pytest.fixture
def serve(tmp_path):
    """Serves bundles. The server must run until the end of the test, and must stop in time."""
    victims = []

    def serve(*bundles, options=(), prefix=(), lives=True):
        first, *more = bundles or ["Samples/Feed.widget"]
        server = Server(tmp_path / f"data{len(victims)}", first, options, more, prefix)
        victim = Victim(server)
        victims.append((victim, lives))
        return victim

    yield serve
    for victim, lives in victims:
        if lives:
            assert victim.is_alive()
        victim.server.stop()


@pytest.fixture
def bundle(tmp_path):
    """Creates a bundle with one screen and other files."""
    count = 0

    def bundle(screen, name="Attack", manifest=(), **files):
        nonlocal count
        count += 1
        path = tmp_path / f"{name}{count}.widget"
        (path / "screens").mkdir(parents=True)
        (path / "widget.json").write_text(json.dumps({"id": f"org.example.{name.lower()}{count}", "name": name, **dict(manifest)}))
        (path / "screens" / "Main.json").write_text(screen if isinstance(screen, str) else json.dumps(screen))
        for file, content in files.items():
            target = path / file.replace("__", "/")
            target.parent.mkdir(exist_ok=True)
            target.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return bundle
