"""Bundles that demand the whole machine. Each is stopped or rejected, and neighbouring widgets keep working."""

import contextlib
import json
import sqlite3
import threading
from http.client import HTTPException
from random import Random
from threading import Timer

import pytest

from victim import MEGABYTE, run

LONG = "word " * 20_000


def labels(count, **style):
    return [{"type": "text", "text": "@{c.text}", "style": {"fontSize": 10 + index / 100, **style}} for index in range(count)]


HEAVY = {
    "one long text 9,000 times": {
        "context": {"id": "c", "value": {"text": LONG}},
        "view": {"type": "scroll", "children": [{"type": "text", "text": "@{c.text}"}] * 9000},
    },
    "a long text in 300 sizes": {
        "context": {"id": "c", "value": {"text": LONG}},
        "view": {"type": "scroll", "children": labels(300)},
    },
    "a format of 100,000 places": {
        "context": {"id": "c", "value": {"text": LONG}},
        "view": {"type": "container", "children": [
            {"type": "text", "id": "label"}, {"type": "textInput", "id": "field", "value": "@{c.text}"}]},
        "elements": {"label": {"bindings": [{"from": "field.value", "format": "%@" * 100_000}]}},
    },
    "boxes in boxes that measure each other": {
        "view": {"type": "container", "children": [
            {"type": "grid", "items": list(range(500)), "minimumColumnWidth": 10,
             "template": {"type": "text", "text": LONG[:2000]}}] * 20},
    },
}


def first_and_others(names):
    """The first name, and the others for the exhaustive check."""
    first, *others = names
    return [first, *(pytest.param(name, marks=pytest.mark.exhaustive) for name in others)]


@pytest.mark.parametrize("name", first_and_others(HEAVY))
def test_a_heavy_bundle_is_drawn_or_rejected_within_limits(bundle, name, tmp_path):
    path = bundle(HEAVY[name])
    said, code = run("render", path, "--size", "320x480", "-o", tmp_path / "out.png", memory=900 * MEGABYTE)
    assert code in (0, 1), said[:500]


def test_a_heavy_widget_does_not_block_the_others(serve, bundle):
    heavy = [bundle(screen) for screen in list(HEAVY.values())[:2]]
    victim = serve("Samples/Feed.widget", *heavy)
    feed = victim.present(1)
    assert '"tree"' in victim.first_tree(feed, 1)

    def attack(widget):
        victim.first_tree(victim.present(widget), widget)

    attackers = [threading.Thread(target=attack, args=(widget,)) for widget in (2, 3, 2, 3)]
    for thread in attackers:
        thread.start()
    answered = 0
    while any(thread.is_alive() for thread in attackers):
        assert victim.get("/widgets")[0] == 200
        # Neighbours also wait for their own widget.
        status, _ = victim.post(
            f"/widgets/1/presentations/{feed}/events",
            {"page": "p", "batch": answered + 1, "events": [["resize", 320, 480 + answered % 2]]})
        assert status == 204
        answered += 1
    for thread in attackers:
        thread.join()
    # An answer that waits for an attack comes once in each of them.
    assert answered > 10 * len(attackers)
    assert victim.peak() < 1500 * MEGABYTE


def test_a_stopped_widget_reports_its_usage(serve, bundle):
    victim = serve(bundle(HEAVY["a long text in 300 sizes"]))
    assert "was stopped because" in victim.first_tree(victim.present())


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">%s</svg>'

PICTURES = {
    "masks in masks": SVG % (
        "".join(f'<mask id="m{i}"><rect width="64" height="64" fill="#fff" mask="url(#m{i + 1})"/></mask>' for i in range(30))
        + '<rect width="64" height="64" mask="url(#m0)"/>'),
    "turbulence": SVG % (
        '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="100"/><feGaussianBlur stdDeviation="500"/></filter>'
        '<rect width="64" height="64" filter="url(#f)"/>'),
    "a billion uses": SVG % (
        "".join(f'<g id="g{i}"><use href="#g{i + 1}"/><use href="#g{i + 1}"/></g>' for i in range(30)) + '<g id="g30"><rect/></g>'),
    "entities": '<!DOCTYPE svg [<!ENTITY a "' + "a" * 1000 + '"><!ENTITY b "' + "&a;" * 1000 + '"><!ENTITY c "' + "&b;" * 1000
    + '>">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;</text></svg>',
    "a picture of 30,000 squared": SVG % '<image width="64" height="64" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAdTAAAHUwCAYAAA=="/>',
    "dashes without end": SVG % '<path d="M0 0L64000000 0" stroke="#000" stroke-dasharray="0.00001"/>',
}


@pytest.mark.parametrize("name", first_and_others(PICTURES))
def test_a_hostile_image_is_harmless(bundle, name, tmp_path):
    path = bundle(
        {"view": {"type": "image", "image": "picture", "style": {"width": 64, "height": 64}}},
        **{"images__picture.svg": PICTURES[name]})
    said, code = run("render", path, "--size", "64x64", "-o", tmp_path / "out.png", memory=600 * MEGABYTE)
    assert code in (0, 1), said[:500]
    said, code = run("check", path, memory=600 * MEGABYTE)
    assert "svg-content" in said


def test_documents_cannot_control_the_terminal(bundle):
    path = bundle('{"view": {"type": "text", "te\\u001b]0;owned\\u0007xt\\nerror: forged\\u202e": 1}}')
    said, code = run("check", path)
    assert code == 1
    assert "\x1b" not in said and "\x07" not in said and "\u202e" not in said
    assert not any(line.startswith("error: forged") for line in said.splitlines())


def fold(path):
    """Writes the journal back to the file. Otherwise the latest content would be read from the journal."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def damage(path):
    fold(path)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle:middle + 4096] = bytes(index * 31 % 256 for index in range(4096))
    path.write_bytes(content)


MODEL = {"entities": {"Note": {"attributes": {"text": "string"}}}}
NOTES = {
    "view": {"type": "container", "children": [
        {"type": "button", "id": "add", "text": "Add",
         "onPress": {"type": "insert", "entity": "Note", "values": {"text": "x" * 500}}},
        {"type": "text", "id": "count", "text": "@{notes.totalCount}"}]},
    "objects": {"notes": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Note"}}},
}


def press(victim, token, widget, times, batch=1):
    tree = victim.first_tree(token, widget)
    nodes = json.loads(tree[tree.index("data: ") + 6:].splitlines()[0])["tree"]
    button = next(node["id"] for node in nodes if node.get("identifier") == "add")
    for number in range(times):
        victim.post(
            f"/widgets/{widget}/presentations/{token}/events", {"page": "p", "batch": batch + number, "events": [["press", button]]})


def test_a_damaged_store_does_not_stop_the_server_and_is_set_aside(serve, bundle, tmp_path):
    bad, good = (bundle(NOTES, name, **{"model.json": MODEL}) for name in ("Bad", "Good"))
    folder = tmp_path / "kept"
    victim = serve(bad, good, options=("--data", str(folder)), lives=False)
    for widget in (1, 2):
        press(victim, victim.present(widget), widget, 60)
    victim.server.stop()
    store = folder / "instances" / "1.sqlite"
    assert store.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    damage(store)
    again = serve(bad, good, options=("--data", str(folder)), lives=False)
    assert '"text":"60"' in again.first_tree(again.present(2), 2)
    press(again, again.present(1), 1, 1)
    assert any(" damaged 2" in path.name for path in store.parent.iterdir())
    assert again.is_alive()
    again.server.process.terminate()
    assert "store-damaged" in again.server.process.stdout.read()


@pytest.mark.parametrize("times", [2, pytest.param(6, marks=pytest.mark.exhaustive)])
def test_no_acknowledged_edit_of_a_board_is_lost(serve, bundle, tmp_path, times):
    """Kills the process in the middle of edits, again and again."""
    folder = tmp_path / "kept"
    path = bundle(NOTES, "Note", **{"model.json": MODEL})
    random = Random(7)
    kept = 0
    for _ in range(times):
        victim = serve(path, options=("--data", str(folder)), lives=False)
        board = json.loads(victim.get("/boards/home/export")[1])
        # All acknowledged edits are present. One more may have been written without being acknowledged.
        assert kept <= len(board["icons"]) <= kept + 1, (kept, len(board["icons"]))
        kept = len(board["icons"])
        # Moments of one edit, which takes a few milliseconds.
        timer = Timer(random.uniform(0, 0.01), victim.server.process.kill)
        last = kept + random.randint(5, 60)
        try:
            while kept < 900:
                if kept == last:
                    timer.start()
                edit = {"type": "addIcon", "name": "Icon", "address": "https://example.org/"}
                status, _ = victim.post("/boards/home/edits", {"grid": [6, 8], "edit": edit})
                assert status == 200
                kept += 1
        except (OSError, HTTPException):
            pass
        timer.join()
        victim.server.process.wait()


@pytest.mark.parametrize("place", ["beginning", "end"])
def test_a_damaged_board_is_set_aside(serve, bundle, tmp_path, place):
    folder = tmp_path / "kept"
    path = bundle(NOTES, "Note", **{"model.json": MODEL})
    victim = serve(path, options=("--data", str(folder)), lives=False)
    victim.server.stop()
    file = folder / "board.sqlite"
    fold(file)
    content = bytearray(file.read_bytes())
    start = 0 if place == "beginning" else len(content) - 4096
    content[start:start + 4096] = b"\xff" * 4096
    file.write_bytes(content)
    again = serve(path, options=("--data", str(folder)))
    assert again.get("/boards/home/export")[0] == 200
    if place == "beginning":
        assert any("store-damaged" in line for line in again.server.lines)
        assert any(" damaged 2" in other.name for other in folder.iterdir())


def test_a_read_only_folder_does_not_stop_the_server(serve, bundle):
    victim = serve(bundle(NOTES, "Lost", **{"model.json": MODEL}), options=("--data", "/proc/nowhere"))
    assert any("store-unavailable" in line for line in victim.server.lines)
    press(victim, victim.present(), 1, 1)
    # An edit that cannot be stored is rejected, and the board gives the reason.
    before = victim.get("/boards/home/export")[1]
    status, body = victim.post("/boards/home/edits", {"grid": [6, 8], "edit": {"type": "remove", "tile": "1"}})
    assert (status, json.loads(body)["error"]["rule"]) == (507, "store-unavailable")
    assert victim.get("/boards/home/export")[1] == before


def test_two_host_names_are_rejected(serve):
    victim = serve()
    with victim.connect() as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_a_foreign_page_cannot_make_the_server_fetch(serve):
    victim = serve()
    address = "/widgets/1/remote-image?url=http%3A%2F%2F127.0.0.1%2F"
    assert victim.get(address)[0] == 404
    assert victim.get(address, headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}.items())[0] == 403
