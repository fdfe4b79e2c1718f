"""Lists: rows that stay in sight, and rows that a person moves."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from conftest import Server


@pytest.fixture
def playlist(tmp_path, open_page):
    server = Server(tmp_path, "docs/examples/Playlist.widget")
    page = open_page(server.address)
    page.wait_visible("titleField")
    yield page
    server.stop()


def elements(page, identifier):
    return page.browser.find_elements(By.CSS_SELECTOR, f'[data-id="{identifier}"]')


def titles(page):
    return [field.get_attribute("value") for field in elements(page, "titleField")]


def test_a_row_is_dragged_to_another_place(playlist):
    actions = ActionChains(playlist.browser).move_to_element(elements(playlist, "numberLabel")[2]).click_and_hold()
    for _ in range(8):
        actions = actions.move_by_offset(0, -20)
    actions.release().perform()
    playlist.wait(lambda: titles(playlist) == ["Footprints", "So What", "Naima"], "the rows to stand in a new order")


def test_a_row_is_moved_with_the_arrow_keys_and_keeps_the_focus(playlist):
    row = playlist.browser.find_elements(By.CSS_SELECTOR, '[data-kind="cell"]')[0]
    row.find_element(By.CSS_SELECTOR, ".press").send_keys(Keys.ALT + Keys.ARROW_DOWN)
    playlist.wait(lambda: titles(playlist) == ["Naima", "So What", "Footprints"], "the rows to stand in a new order")
    assert playlist.browser.switch_to.active_element == row.find_element(By.CSS_SELECTOR, ".press")


def test_the_head_of_a_section_stays_in_sight(tmp_path, open_page):
    server = Server(tmp_path, "docs/examples/Library.widget")
    page = open_page(server.address)
    page.wait_visible("authorLabel")
    page.browser.execute_script("document.querySelector('.widget').style.height = '330px'")
    scroller = elements(page, "bookList")[0].find_element(By.CSS_SELECTOR, ".scroller")
    room = "return arguments[0].scrollHeight - arguments[0].clientHeight"
    page.wait(lambda: page.browser.execute_script(room, scroller) > 120, "the list to have its size")
    top = scroller.rect["y"]
    page.browser.execute_script("arguments[0].scrollTop = 60", scroller)
    head = elements(page, "authorLabel")[0]
    page.wait(lambda: abs(head.rect["y"] - top) < 1, "the head to stand at the top")
    page.browser.execute_script("arguments[0].scrollTop = 110", scroller)
    page.wait(lambda: head.rect["y"] < top, "the next head to push it out")
    server.stop()
