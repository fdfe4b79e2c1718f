"""Tests the board in WebKit, with those tests that do not require Chromium's driver.

Not included are other window sizes and colour schemes, reduced motion, the messages of the browser's console, and a tile that
waits at the edge of a page: the driver holds a button only within one list of actions, whose pauses cannot wait for a page.
"""

import glob
import os
import re
import subprocess

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from feed_page import FeedPage
from served import SCREENSHOTS
from test_board import (  # noqa: F401
    test_a_tile_is_dragged_to_a_free_place,
    test_escape_cancels_a_drag_and_other_tiles_make_room_for_a_drop,
    test_an_icon_is_added,
    test_gallery,
    test_icons_are_sorted_and_collected,
    test_icons_open_their_addresses,
    test_keyboard,
    test_looks,
    test_dots_and_keys_turn_pages,
    test_the_handle_resizes_a_tile,
    test_settings_apply_at_once,
    test_stacks,
    test_widgets_know_their_cells,
)
from test_gallery import (  # noqa: F401
    gallery,
    test_a_picture_is_carried_to_a_place,
    test_a_widget_is_added_in_the_chosen_size,
    test_escape_brings_the_gallery_back,
    test_pictures_show_whole_widgets_in_their_shape,
)

# The others are exhaustive here.
ALWAYS = ["test_a_tile_is_dragged_to_a_free_place", "test_keyboard", "test_stacks"]

MINI_BROWSER = next(iter(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")), None)


class WebKitPage(FeedPage):
    """A page in a window of the required size, because WebKit's driver has no emulation."""

    def emulate(self, width, height, dark=False):
        self.browser.set_window_size(width, height)

        heights = []

        def fits():
            # The window follows later than the driver says. It is changed, and trusted, only when it has come to rest.
            heights.append(self.run("return innerHeight"))
            if len(heights) < 3 or len(set(heights[-3:])) > 1:
                return False
            missing = height - heights[-1]
            if missing:
                self.browser.set_window_size(width, self.browser.get_window_size()["height"] + missing)
                heights.clear()
            return not missing

        self.wait(fits, "the window to have its size")


@pytest.fixture(scope="module")
def browser():
    # Any free display. Its own pointer rests in the middle, so the screen is so large that no window is there: GTK reports
    # that pointer, without a button, whenever something changes below it, and the page would take a drag for abandoned.
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "4000x3000x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    display = screen.stdout.readline().strip()
    options = Options()
    options.binary_location = MINI_BROWSER
    options.add_argument("--automation")
    # WebKit's own sandbox does not work in a container.
    environment = {**os.environ, "DISPLAY": f":{display}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    try:
        driver = webdriver.WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver", env=environment))
    except WebDriverException as error:
        screen.terminate()
        pytest.skip(f"WebKit does not start here: {error.msg}")
    yield driver
    driver.quit()
    screen.terminate()
    screen.wait()


@pytest.fixture
def open_page(browser, request):
    """Opens the page in the only window. A tab in the background does not render, so nothing would move there."""

    def open_page(address, width=1280, height=800):
        page = WebKitPage(browser, SCREENSHOTS / ("webkit-" + re.sub(r"\W+", "-", request.node.name).strip("-")))
        browser.get(address)
        page.emulate(width, height)
        return page

    yield open_page
    # A tab of its own would begin with a new presentation.
    if not browser.current_url.startswith("about:"):
        browser.execute_script("sessionStorage.clear()")
    browser.get("about:blank")
