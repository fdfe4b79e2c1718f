"""What a page shows of a widget whose process ends again and again."""

import os
import signal

import pytest
from selenium.webdriver.common.by import By

from served import Server
from widget_processes import children

STOPWATCH = "Samples/Stopwatch/Stopwatch.widget"
PROGRAM = ("--program", "stopwatch=python3 Samples/Stopwatch/stopwatch.py")


@pytest.fixture
def server(tmp_path):
    """A server with a widget that a program draws."""
    server = Server(tmp_path, STOPWATCH, PROGRAM)
    yield server
    server.stop()


def freshness(page):
    return page.browser.find_element(By.CSS_SELECTOR, ".boardFreshness")


def kill_again_and_again(server, page, times=4):
    """Kills the only process as soon as it appears. The server restarts it after increasing delays."""
    for _ in range(times):
        page.wait(lambda: children(server), "a process")
        (process,) = children(server).values()
        os.kill(process, signal.SIGKILL)
        page.wait(lambda: process not in children(server).values(), "its end")


@pytest.mark.smoke
def test_a_killed_program_stays_visible_and_restarts(server, open_page):
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
