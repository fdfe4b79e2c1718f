"""Widgets in processes of their own, and programs that draw widgets."""

import json
import os
import signal
import urllib.request
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from served import Server
from waiting import wait

STOPWATCH = "Samples/Stopwatch/Stopwatch.widget"
PROGRAM = ("--program", "stopwatch=python3 Samples/Stopwatch/stopwatch.py")


@pytest.fixture
def serve(tmp_path):
    servers = []

    def serve(*bundles, options=()):
        first, *more = bundles
        server = Server(tmp_path, first, options, more)
        servers.append(server)
        return server

    yield serve
    for server in servers:
        server.stop()


def children(server):
    """Returns the processes of widgets, keyed by their arguments."""
    found = {}
    for folder in Path("/proc").iterdir():
        try:
            status = (folder / "status").read_text()
            words = (folder / "cmdline").read_text().split("\0")
        except OSError:
            continue
        if f"\nPPid:\t{server.process.pid}\n" in status:
            found[" ".join(words).strip()] = int(folder.name)
    return found


def freshness(page):
    return page.browser.find_element(By.CSS_SELECTOR, ".boardFreshness")


def kill_again_and_again(server, page, times=4):
    """Kills the only process as soon as it appears. The server restarts it after increasing delays."""
    for _ in range(times):
        page.wait(lambda: children(server), "a process")
        (process,) = children(server).values()
        os.kill(process, signal.SIGKILL)
        page.wait(lambda: process not in children(server).values(), "its end")


def test_a_program_in_another_language_draws_a_widget(serve, open_page):
    server = serve(STOPWATCH, options=PROGRAM)
    page = open_page(server.root, 700, 400)
    page.wait(lambda: page.view("time").text == "00:00", "the widget")
    page.view("button").click()
    page.wait(lambda: page.view("button").text == "Stop", "the answer to the press")
    page.wait(lambda: page.view("time").text == "00:01", "what the program tells by itself")
    page.view("button").click()
    page.wait(lambda: page.view("button").text == "Start", "the answer to the second press")


@pytest.mark.smoke
def test_a_killed_program_stays_visible_and_restarts(serve, open_page):
    server = serve(STOPWATCH, options=PROGRAM)
    page = open_page(server.root, 700, 400)
    page.wait(lambda: page.view("time").text == "00:00", "the widget")
    page.view("button").click()
    page.wait(lambda: page.view("time").text == "00:01", "a second")
    kill_again_and_again(server, page)
    page.wait(lambda: freshness(page).text == "stopped", "the sign")
    assert page.view("time").text.startswith("00:0")
    assert "It was terminated by signal 9. It restarts in 8 seconds" in freshness(page).get_attribute("title")
    freshness(page).click()
    page.wait(lambda: not freshness(page).is_displayed(), "the program that begins again at once")
    page.wait(lambda: page.view("button").text == "Start", "what it shows")


def test_a_hanging_widget_is_terminated_and_the_others_continue(serve, open_page):
    server = serve("Samples/Todo.widget", "Samples/Clock.widget", options=("--isolate",))
    page = open_page(server.root, 1100, 700)
    page.wait(lambda: page.browser.find_elements(By.TAG_NAME, "input"), "the widget that is to hang")
    page.wait(lambda: len(children(server)) == 2, "two processes")
    (hanging,) = [process for words, process in children(server).items() if "Todo" in words]
    os.kill(hanging, signal.SIGSTOP)
    page.browser.find_element(By.TAG_NAME, "input").send_keys("Milk")
    page.wait(lambda: freshness(page).text == "stopped", "the sign")
    assert "It did not respond to 'events' within 5 s" in freshness(page).get_attribute("title")
    page.wait(lambda: not freshness(page).is_displayed(), "the widget that begins again")
    assert [process for words, process in children(server).items() if "Todo" in words] != [hanging]


def test_changes_made_in_a_process_survive_it(serve, open_page, tmp_path):
    server = serve("Samples/Todo.widget", options=("--isolate", "--data", str(tmp_path / "data")))
    page = open_page(server.root, 900, 700)
    page.wait(lambda: page.browser.find_elements(By.TAG_NAME, "input"), "the widget")
    page.browser.find_element(By.TAG_NAME, "input").send_keys("Milk")
    page.browser.find_element(By.XPATH, "//button[normalize-space()='Add']").click()
    page.wait(lambda: "1 open" in page.browser.find_element(By.TAG_NAME, "body").text, "the row")
    kill_again_and_again(server, page, 1)
    page.wait(lambda: children(server), "the process that begins again")
    page.wait(lambda: "1 open" in page.browser.find_element(By.TAG_NAME, "body").text, "the row again")


def has_ended(process):
    """Returns whether a process has ended, even if its parent has not collected its status yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


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
    server.process.wait(60)
    wait(lambda: all(map(has_ended, processes)), "the processes to end")
