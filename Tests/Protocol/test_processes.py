"""Widgets in processes of their own, and programs that draw widgets."""

import json
import os
import signal
import urllib.error
import urllib.request

import pytest

from data_folders import Client
from waiting import PATIENCE, has_ended, wait
from widget_processes import children

STOPWATCH = "Samples/Stopwatch/Stopwatch.widget"
PROGRAM = ("--program", "stopwatch=python3 Samples/Stopwatch/stopwatch.py")


def press(widget, identifier):
    widget.send(("press", widget.view(identifier)))


def test_a_program_in_another_language_draws_a_widget(serve):
    watch = Client(serve(STOPWATCH, options=PROGRAM)).present("1")
    wait(lambda: watch.texts("time") == ["00:00"], "the widget")
    press(watch, "button")
    wait(lambda: watch.texts("button") == ["Stop"], "the answer to the press")
    # Whoever looks late sees a later time.
    wait(lambda: watch.texts("time") > ["00:00"], "what the program tells by itself")
    press(watch, "button")
    wait(lambda: watch.texts("button") == ["Start"], "the answer to the second press")


def process_of(server, name):
    """Returns the number of the process of a widget; None if there is none."""
    return next((process for words, process in children(server).items() if name in words), None)


def stopped(client, tile):
    """Returns why the process of a widget does not run; None if it does."""
    state = client.event("freshness").get(tile, {})
    return state.get("failure") if state.get("isStopped") else None


def test_a_hanging_widget_is_terminated_and_the_others_continue(serve):
    server = serve("Samples/Todo.widget", "Samples/Clock.widget", options=("--isolate",))
    client = Client(server)
    todos, clock = client.present("1"), client.present("2")
    field = todos.view("newField")
    hanging, other = (wait(lambda: process_of(server, name), name) for name in ("Todo", "Clock"))
    os.kill(hanging, signal.SIGSTOP)
    with pytest.raises(urllib.error.HTTPError) as refusal:
        todos.send(("input", field, "Milk"))
    assert refusal.value.code == 409
    assert "It did not respond to 'events' within 5 s" in wait(lambda: stopped(client, "1"), "the reason")
    assert clock.nodes() and process_of(server, "Clock") == other
    wait(lambda: stopped(client, "1") is None, "the widget that begins again")
    assert process_of(server, "Todo") not in (hanging, None)


def test_changes_made_in_a_process_survive_it(serve, tmp_path):
    server = serve("Samples/Todo.widget", options=("--isolate", "--data", str(tmp_path / "data")))
    client = Client(server)
    todos = client.present("1")
    todos.send(("input", todos.view("newField"), "Milk"), ("press", todos.view("addButton")))
    wait(lambda: todos.rows() == ["Milk"], "the row")
    (process,) = children(server).values()
    os.kill(process, signal.SIGKILL)
    wait(lambda: children(server) and process not in children(server).values(), "the process that begins again")
    again = client.present("1")
    wait(lambda: again.rows() == ["Milk"], "the row again")


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_their_host_however_it_ends(serve, end):
    server = serve(STOPWATCH, "Samples/Clock.widget", options=(*PROGRAM, "--isolate"))
    for widget in ("1", "2"):
        request = urllib.request.Request(
            f"{server.root}widgets/{widget}/presentations", json.dumps({"width": 300, "height": 200}).encode(),
            {"Content-Type": "application/json"})
        urllib.request.urlopen(request).close()
    processes = list(children(server).values())
    assert len(processes) == 2
    server.process.send_signal(end)
    server.process.wait(PATIENCE)
    wait(lambda: all(map(has_ended, processes)), "the processes to end")
