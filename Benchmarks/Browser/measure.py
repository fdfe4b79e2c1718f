#!/usr/bin/env python3
"""Measures the waiting times of browser users in headless Chromium, and prints one line of JSON for each measure.

    .venv/bin/python Benchmarks/Browser/measure.py [part of a name …]

The server is `.build/release/tessera`, or the command in TESSERA_COMMAND. "Painted" means after the next frame that
contains the change. There are 60 frames per second, so each such figure includes up to 17 ms of waiting for a frame.
"""

import contextlib
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from served import Server  # noqa: E402
from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.options import Options  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402

# Runs before the page's own scripts. `painted(condition)` returns a promise for the time of the frame after the
# condition holds, and for the time at which the page detected it, both in milliseconds since the page began.
WATCH = """
window.painted = (condition) => new Promise((done) => {
  const look = () => {
    if (!condition()) return;
    observer.disconnect();
    const changed = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done({ changed, painted: performance.now(), origin: performance.timeOrigin });
      port2.postMessage(0);
    });
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
});
"""


def report(name, values, unit="ms"):
    values = sorted(values)
    middle = values[len(values) // 2]
    line = {"name": name, "unit": unit, "value": round(middle, 2), "minimum": round(values[0], 2)}
    line["p99"] = round(values[min(len(values) - 1, int(len(values) * 0.99))], 2)
    line["maximum"] = round(values[-1], 2)
    print(json.dumps({**line, "runs": len(values)}), flush=True)


@contextlib.contextmanager
def chromium():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=800,900"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    browser.set_script_timeout(30)
    try:
        yield browser
    finally:
        browser.quit()


@contextlib.contextmanager
def served(bundle, *options):
    with tempfile.TemporaryDirectory() as data:
        server = Server(data, bundle, options)
        try:
            yield server
        finally:
            server.stop()


def wait_for(browser, condition):
    """Waits in the page until a JavaScript condition holds and is painted."""
    return browser.execute_async_script(f"painted(() => {condition}).then(arguments[0])")


def bundle(folder, screen, **files):
    path = pathlib.Path(folder) / "Measured.widget"
    (path / "screens").mkdir(parents=True)
    (path / "widget.json").write_text('{"id": "org.tessera.measured", "name": "Measured"}')
    (path / "screens" / "Main.json").write_text(json.dumps(screen))
    for name, content in files.items():
        (path / f"{name}.json").write_text(json.dumps(content))
    return path


def saves(browser, name, sample, screen, old, shown):
    """Measures the time from writing a file to the frame that shows it. `shown` is the page's text in JavaScript."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / f"{sample}.widget"
        shutil.copytree(ROOT / "Samples" / f"{sample}.widget", copy)
        file = copy / "screens" / f"{screen}.json"
        text = file.read_text()
        assert old in text
        with served(copy, "--watch") as server:
            browser.get(server.address)
            wait_for(browser, "document.querySelector('[data-kind=cell]')")
            times = []
            for count in range(10):
                title = f"Saved {count}"
                browser.execute_script(
                    f"window.saved = painted(() => {shown}?.includes({json.dumps(title)}))")
                time.sleep(0.4)
                begin = time.time() * 1000
                file.write_text(text.replace(old, json.dumps(title)))
                result = browser.execute_async_script("saved.then(arguments[0])")
                times.append(result["origin"] + result["painted"] - begin)
            report(f"browser.save.{name}", times)


def save_feed(browser):
    saves(browser, "feed", "Feed", "Feed", '"Search posts"', "document.querySelector('input[type=search]')?.placeholder")


def save_gallery(browser):
    saves(browser, "gallery", "Gallery", "Main", '"Gallery"', "document.body.textContent")


def first_paint(browser):
    """Measures the time from the beginning of the navigation to the frame with the gallery's rows."""
    with served("Samples/Gallery.widget") as server:
        times = []
        for _ in range(12):
            browser.get("about:blank")
            browser.get(server.address)
            times.append(wait_for(browser, "document.querySelector('[data-kind=cell]')")["painted"])
        # The first load fills the browser's cache.
        report("browser.firstPaint.gallery.empty", times[:1])
        report("browser.firstPaint.gallery", times[1:])


def lists(browser):
    """Measures the change of a list with 10,000 keyed items, from the click."""
    items = [{"id": index, "title": f"Row {index}"} for index in range(10_000)]
    moved = items[:2] + [items[5000]] + items[2:5000] + items[5001:]
    fewer = items[:3] + items[103:]
    changed = [{"id": 4, "title": "Another"} if item["id"] == 4 else item for item in items]
    for name, other, sign in [
        ("oneMoves", moved, "Row 5000"), ("hundredLeave", fewer, "Row 105"), ("oneChanges", changed, "Another")
    ]:
        screen = {
            "context": {"id": "state", "value": {"isOther": False, "a": items, "b": other}},
            "view": {"type": "container", "style": {"flexGrow": 1}, "children": [
                {"type": "button", "id": "turn", "text": "Turn",
                 "onPress": {"type": "setContext", "path": "isOther", "value": "@{!state.isOther}"}},
                {"type": "list", "items": "@{state.isOther ? state.b : state.a}",
                 "template": {"type": "text", "text": "@{item.title}", "style": {"height": 24}}}]},
        }
        with tempfile.TemporaryDirectory() as folder, served(bundle(folder, screen)) as server:
            browser.get(server.address)
            wait_for(browser, "document.querySelector('[data-kind=cell]')")
            shown = f"[...document.querySelectorAll('.label')].some((each) => each.textContent === {json.dumps(sign)})"
            changes, frames = [], []
            for turn in range(30):
                condition = shown if turn % 2 == 0 else f"!{shown}"
                result = browser.execute_async_script(
                    f"const begin = performance.now(); painted(() => {condition}).then((at) => arguments[0]({{...at, begin}}));"
                    "document.querySelector('[data-id=turn]').click()")
                changes.append(result["changed"] - result["begin"])
                frames.append(result["painted"] - result["begin"])
            report(f"browser.list.10000.{name}.changed", changes)
            report(f"browser.list.10000.{name}.painted", frames)


def keystrokes(browser):
    """Measures typing a letter into a field that filters 5,000 rows of the store, without a pause."""
    screen = {
        "view": {"type": "container", "style": {"flexGrow": 1}, "children": [
            {"type": "textInput", "id": "field", "accessibilityLabel": "Search"},
            {"type": "text", "id": "count", "text": "@{field.text}: @{rows.totalCount}"},
            {"type": "list", "items": "rows", "template": {"type": "text", "text": "@{item.title}", "style": {"height": 24}}}]},
        "objects": {
            "rows": {"type": "ManagedObjectsProvider", "attrs": {
                "entityName": "Row", "predicateFormat": "title CONTAINS[cd] @{field.text}"}},
            "load": {"type": "OnLoadActionController", "attrs": {"actionName": "rows"}}},
    }
    model = {"entities": {"Row": {"identityAttribute": "number", "attributes": {
        "number": {"type": "integer", "JSONKeyPath": "number"}, "title": {"type": "string", "JSONKeyPath": "title"}}}}}
    rows = [{"number": index, "title": f"Row {index} of a store with words {index * 7919 % 5000}"} for index in range(5000)]
    service = {"options": {"provider": "stub"}, "actions": {"rows": {"resultType": "[Row]", "response": rows}}}
    with tempfile.TemporaryDirectory() as folder, served(bundle(folder, screen, model=model, service=service)) as server:
        browser.get(server.address)
        wait_for(browser, "document.querySelector('[data-id=count]')?.textContent === ': 5000'")
        field = browser.find_element(By.CSS_SELECTOR, "[data-id=field]")
        changes, frames = [], []
        for turn in range(200):
            letters = "12 words 73"
            text = letters[: turn % len(letters) + 1]
            browser.execute_script(
                "window.typed = undefined; const [field, text] = arguments; if (text.length === 1) {"
                "field.value = ''; field.dispatchEvent(new Event('input', {bubbles: true})); }"
                "field.addEventListener('keydown', () => { const begin = performance.now();"
                "window.typed = painted(() => document.querySelector('[data-id=count]').textContent.startsWith(text + ':'))"
                ".then((at) => ({...at, begin})) }, {once: true}); field.focus()", field, text)
            if len(text) == 1:
                wait_for(browser, "document.querySelector('[data-id=count]').textContent === ': 5000'")
            browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", "text": text[-1], "key": text[-1]})
            browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", "key": text[-1]})
            result = browser.execute_async_script("typed.then(arguments[0])")
            changes.append(result["changed"] - result["begin"])
            frames.append(result["painted"] - result["begin"])
        report("browser.search.5000.keystroke.changed", changes)
        report("browser.search.5000.keystroke.painted", frames)


def clocks(browser):
    """Measures a page of 200 clocks that show seconds, watched for a minute: the server's share of a core."""
    labels = [{"type": "text", "text": f"{index} @{{now() | date: 'HH:mm:ss'}}", "style": {"height": 16}} for index in range(200)]
    with tempfile.TemporaryDirectory() as folder, served(
        bundle(folder, {"view": {"type": "scroll", "children": labels}})) as server:
        browser.get(server.address)
        wait_for(browser, "document.querySelector('.label')")
        time.sleep(2)
        before, begin = server.processor_seconds(), time.monotonic()
        time.sleep(60)
        share = (server.processor_seconds() - before) / (time.monotonic() - begin) * 100
        report("browser.clocks.200.core", [share], unit="percent")


def board(browser):
    """Measures sixty running clocks, notes, charts and squares on one page of 8 rows and 12 columns."""
    kinds = ["clock", "note", "steps", "square"]
    rows, columns = 6, 10
    tiles = {f"t{index}": {"widget": f"org.tessera.samples.{kinds[index % 4]}"} for index in range(rows * columns)}
    places = [{"tile": f"t{index}", "frame": [1 + index // columns, 1 + index % columns, 1, 1]} for index in range(rows * columns)]
    document = {"tiles": tiles, "arrangements": [{"size": [8, 12], "pages": [{"id": "page", "tiles": places}]}]}
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 2400, "height": 1300, "deviceScaleFactor": 1, "mobile": False})
    with tempfile.TemporaryDirectory() as folder:
        start = pathlib.Path(folder) / "start.board.json"
        start.write_text(json.dumps(document))
        bundles = [f"Samples/{name}.widget" for name in ("Clock", "Note", "Steps", "Square")]
        server = Server(folder, bundles[0], ("--start-with", str(start), "--data", f"{folder}/data"), bundles[1:])
        try:
            empty = server.memory()
            filled = (
                "document.querySelectorAll('.boardTile').length === 60 && "
                "[...document.querySelectorAll('.boardTile .widget')].every((place) => place.querySelector('.view .view'))")
            frames, fills = [], []
            for _ in range(7):
                browser.get("about:blank")
                browser.get(server.root)
                # From the request for the page to the frame with the tiles, and to the frame with all widgets.
                fills.append(wait_for(browser, filled)["painted"])
                browser.get(server.root)
                frames.append(wait_for(browser, "document.querySelectorAll('.boardTile').length === 60")["painted"])
            wait_for(browser, filled)
            report("board.60.tiles.painted", frames)
            report("board.60.widgets.painted", fills)
            first_content(browser, server, "board.60")
            report("board.60.memory.instance", [(server.memory() - empty) / 60 / 1024], unit="kB")
            time.sleep(3)
            before, begin = server.processor_seconds(), time.monotonic()
            time.sleep(30)
            share = (server.processor_seconds() - before) / (time.monotonic() - begin) * 100
            report("board.60.idle.core", [share], unit="percent")
            drag(browser)
        finally:
            browser.get("about:blank")
            server.stop()
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# Notes when the page shows the first tile, and the content of the first widget.
FIRST = """
window.first = {};
new MutationObserver((_, observer) => {
  for (const [name, sign] of [["tile", ".boardTile"], ["widget", ".boardTile .widget .view .view"]]) {
    if (!(name in first) && document.querySelector(sign)) {
      first[name] = Infinity;
      requestAnimationFrame(() => requestAnimationFrame((now) => (first[name] = now)));
    }
  }
  if ("widget" in first) observer.disconnect();
}).observe(document, { subtree: true, childList: true });
"""


def home(browser):
    """Measures the board of `make run`, in a window of 1280 × 800."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    bundles = [str(path) for path in sorted(pathlib.Path("Samples").glob("*.widget"))]
    with tempfile.TemporaryDirectory() as folder:
        options = ("--start-with", "Samples/Home.board.json", "--data", f"{folder}/data")
        server = Server(folder, bundles[0], options, bundles[1:])
        try:
            browser.get(server.root)
            first_content(browser, server, "board.home")
        finally:
            browser.get("about:blank")
            server.stop()
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def first_content(browser, server, board):
    """Measures seven loads of a board with an empty cache: the frames with the first tile and with the first widget, what
    was requested before them, and the memory of the page at the end."""
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FIRST})["identifier"]
    loads = []
    for _ in range(7):
        browser.execute_script("sessionStorage.clear()")
        browser.execute_cdp_cmd("Network.clearBrowserCache", {})
        browser.get("about:blank")
        browser.get(server.root)
        wait_for(browser, "document.querySelector('.boardTile .widget .view .view')")
        time.sleep(0.5)
        loads.append(browser.execute_script(
            """const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
               return Object.fromEntries(Object.entries(first).map(([name, at]) => {
                 const before = all.filter((entry) => entry.startTime < at);
                 return [name, [at, before.length, before.reduce((sum, entry) => sum + entry.transferSize, 0) / 1000]];
               }));"""))
    for name in ("tile", "widget"):
        for index, (what, unit) in enumerate([("painted", "ms"), ("requests", "requests"), ("bytes", "kB")]):
            report(f"{board}.first.{name}.{what}", [load[name][index] for load in loads], unit)
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    browser.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    heap = browser.execute_cdp_cmd("Runtime.getHeapUsage", {})
    report(f"{board}.page.heap", [heap["usedSize"] / 1024], "kB")


# Notes the frames, and how long the next press lasts until the frame with the lifted tile.
FRAMES = """
window.frames_ = []; let last; (function next(now) {
  if (last !== undefined) frames_.push(now - last);
  last = now;
  window.looking = requestAnimationFrame(next);
})(performance.now());
window.lift = new Promise((done) => addEventListener("pointerdown", () => {
  const begin = performance.now();
  painted(() => document.querySelector(".dragged")).then(({ painted: at }) => done(at - begin));
}, { capture: true, once: true }));
const b = document.querySelector(".boardTile").getBoundingClientRect();
return [b.x + b.width / 2, b.y + b.height / 2];
"""


def drag(browser, rounds=5):
    """Measures the frame times while a tile follows a pointer over the page for two seconds, and how long a press lasts
    until the tile is lifted, of which it rests for 83 ms. Of several drags, the one with the fewest long frames counts:
    the others shared the processor."""
    browser.execute_script("document.querySelector('.boardTool.toggle').click()")
    time.sleep(1)

    def mouse(kind, x, y, buttons=1):
        browser.execute_cdp_cmd(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 if kind != "mouseMoved" else 0})

    lifts, drags = [], []
    for _ in range(rounds):
        x, y = browser.execute_script(FRAMES)
        mouse("mousePressed", x, y)
        lifts.append(browser.execute_async_script("lift.then(arguments[0])"))
        browser.execute_script("frames_.length = 0")
        for step in range(120):
            mouse("mouseMoved", x + step * 12, y + (step % 40) * 10)
            time.sleep(1 / 90)
        drags.append(browser.execute_script("cancelAnimationFrame(looking); return frames_"))
        # All stands where it stood again.
        browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", "key": "Escape", "code": "Escape"})
        mouse("mouseReleased", x, y, buttons=0)
        time.sleep(1)
    report("board.60.drag.lift", lifts)
    report("board.60.drag.frame", min(drags, key=lambda frames: sorted(frames)[int(len(frames) * 0.99)]))


def slider(browser):
    """Measures a thumb of a range slider that follows a pointer for two seconds, while a text shows its position: the
    frames, the distance of the thumb from the pointer at the beginning of a frame, and the cost of each update."""
    screen = {
        "context": [{"id": "chosen", "value": {"from": 20, "to": 80}}],
        "view": {"type": "container", "style": {"padding": 20}, "children": [
            {"type": "rangeSlider", "id": "slider", "label": "Range",
             "bind": {"selectedMinimumValue": "chosen.from", "selectedMaximumValue": "chosen.to"}},
            {"type": "text", "text": "@{chosen.from}"}]},
    }
    command = os.environ["TESSERA_COMMAND"].replace("/tessera ", "/team-board ")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, bundle(folder, screen), command=command)
        try:
            browser.get(server.address)
            wait_for(browser, "document.querySelectorAll('[data-kind=rangeThumb]').length === 2")
            x, y = browser.execute_script(
                """window.frames_ = []; window.behind = []; window.pointer = undefined; let last;
                   const thumb = document.querySelector('[data-kind=rangeThumb]');
                   addEventListener('pointermove', (event) => (pointer = event.clientX), true);
                   (function next(now) {
                     if (last !== undefined) frames_.push(now - last);
                     last = now;
                     const box = thumb.getBoundingClientRect();
                     if (pointer !== undefined) behind.push(Math.abs(box.x + box.width / 2 - pointer));
                     window.looking = requestAnimationFrame(next);
                   })(performance.now());
                   const b = thumb.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]""")

            def mouse(kind, x, buttons=1):
                browser.execute_cdp_cmd(
                    "Input.dispatchMouseEvent",
                    {"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1})

            mouse("mousePressed", x)
            browser.execute_script("frames_.length = 0; behind.length = 0")
            written, time_used = server.bytes_written(), server.processor_seconds()
            for step in range(120):
                mouse("mouseMoved", x + (step % 60) * 4)
                time.sleep(1 / 90)
            frames, behind = browser.execute_script("cancelAnimationFrame(looking); return [frames_, behind]")
            mouse("mouseReleased", x, buttons=0)
            time.sleep(0.5)
            report("slider.drag.frame", frames)
            report("slider.drag.behind", behind, "points")
            report("slider.drag.bytes", [(server.bytes_written() - written) / 120], "bytes for each move")
            report("slider.drag.processor", [(server.processor_seconds() - time_used) / 120 * 1000], "ms for each move")
        finally:
            server.stop()


MEASURES = {
    "save.feed": save_feed, "save.gallery": save_gallery, "firstPaint": first_paint, "list": lists,
    "search": keystrokes, "clocks": clocks, "board": board, "home": home, "slider": slider,
}


def main():
    with chromium() as browser:
        for name, measure in MEASURES.items():
            if len(sys.argv) < 2 or any(part in name for part in sys.argv[1:]):
                measure(browser)


if __name__ == "__main__":
    main()
