"""Tests the board in Firefox, with those tests that do not require Chromium's driver, and the gestures with real input.

Not included are the messages of the browser's console.
"""

import re

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin

import firefox
from feed_page import FeedPage
from served import SCREENSHOTS
from test_board import (  # noqa: F401
    test_a_long_press_starts_editing,
    test_a_tile_is_dragged_to_a_free_place,
    test_a_tile_is_moved_to_another_page,
    test_an_icon_is_added,
    test_dots_and_keys_turn_pages,
    test_escape_cancels_a_drag_and_other_tiles_make_room_for_a_drop,
    test_gallery,
    test_icons_are_sorted_and_collected,
    test_icons_open_their_addresses,
    test_keyboard,
    test_looks,
    test_settings_apply_at_once,
    test_stacks,
    test_the_handle_resizes_a_tile,
    test_widgets_know_their_cells,
)
from test_gallery import (  # noqa: F401
    gallery,
    test_a_picture_is_carried_to_a_place,
    test_a_widget_is_added_in_the_chosen_size,
    test_escape_brings_the_gallery_back,
    test_pictures_show_whole_widgets_in_their_shape,
)
from test_gestures import HOLD, centre, is_editing, make_folder, page_in_front

# The others are exhaustive here.
ALWAYS = ["test_the_board_is_shown", "test_a_finger_that_rests_starts_editing", "test_a_tile_is_dragged_to_a_free_place"]

pytestmark = pytest.mark.skipif(not firefox.BINARY.exists(), reason="Firefox is not installed")


class FirefoxPage(FeedPage):
    """A page in a window of the required size, because Firefox's driver has no emulation."""

    def emulate(self, width, height, dark=False, still=False):
        assert not dark and not still
        self.browser.set_window_size(width, height)
        bars = height - self.run("return innerHeight")
        self.browser.set_window_size(width, height + bars)
        self.wait(lambda: self.run("return [innerWidth, innerHeight]") == [width, height], "the window to have its size")


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = firefox.Firefox(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.quit()


@pytest.fixture
def open_page(browser, request):
    """Opens the page in a new tab."""
    first = browser.current_window_handle

    def open_page(address, width=1280, height=800):
        browser.switch_to.new_window("tab")
        page = FirefoxPage(browser, SCREENSHOTS / ("firefox-" + re.sub(r"\W+", "-", request.node.name).strip("-")))
        page.emulate(width, height)
        browser.get(address)
        return page

    yield open_page
    for handle in browser.window_handles:
        if handle != first:
            browser.switch_to.window(handle)
            browser.close()
    browser.switch_to.window(first)


def test_the_board_is_shown(board):
    board.page.shot("board")
    boxes = [board.box(name) for name in ("clock", "steps", "note", "square")]
    assert all(0 <= x and x + width <= 1280 and width > 50 and height > 50 for x, y, width, height in boxes), boxes
    board.edit()
    board.page.shot("editing")
    assert board.find(".boardTool.add").is_displayed()


def test_the_wheel_turns_pages(board):
    origin = ScrollOrigin.from_element(board.tile("square"))
    ActionChains(board.page.browser).scroll_from_origin(origin, 0, 120).perform()
    board.wait(lambda: page_in_front(board) == 1, "the second page")


def test_a_finger_that_rests_starts_editing(board):
    x, y = centre(board.tile("clock"))
    actions = ActionBuilder(board.page.browser, mouse=PointerInput("touch", "finger"))
    actions.pointer_action.move_to_location(round(x), round(y)).pointer_down().pause(HOLD).pointer_up()
    actions.perform()
    board.wait(lambda: is_editing(board), "editing")


def test_a_press_opens_a_folder(board):
    folder = make_folder(board)
    board.find(".boardTool.toggle").click()
    board.wait(lambda: not is_editing(board), "the end of editing")
    board.rest()
    board.find(f'.boardIcon[data-icon="{folder}"] > .boardLink').click()
    labels = board.wait(lambda: board.all(".boardFolder .boardLabel"), "what is in it")
    board.page.shot("folder")
    assert [label.text for label in labels] == ["Maps", "News"]
