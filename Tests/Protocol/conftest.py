"""Provides servers, which are asked as a page asks them: over HTTP and the stream of events."""

import contextlib

import pytest

from served import Server


@contextlib.contextmanager
def serving(folder):
    """Gives a function that starts servers. Each has a data folder of its own, `data`, unless an option names another one.

    They stop at the end.
    """
    servers = []

    def serve(bundle="Samples/Feed.widget", *more, options=()):
        home = folder / f"server{len(servers)}"
        home.mkdir()
        data = [] if "--data" in options else ["--data", str(home / "data")]
        servers.append(Server(home, bundle, [*data, *options], more))
        servers[-1].data = home / "data"
        return servers[-1]

    try:
        yield serve
    finally:
        for server in servers:
            server.stop()


@pytest.fixture
def serve(tmp_path):
    """Starts servers for one test."""
    with serving(tmp_path) as serve:
        yield serve


@pytest.fixture(scope="module")
def serve_all(tmp_path_factory):
    """Starts servers for all tests of a file, each of which makes what it needs: a board, a tile or a presentation."""
    with serving(tmp_path_factory.mktemp("servers")) as serve:
        yield serve
