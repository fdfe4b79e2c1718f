"""Boxes that are moved, fields in boxes, tiles and pages: WidgetKit's views in a browser."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By


def test_a_box_follows_the_pointer_and_a_field_in_a_box_is_cleared(open_widget):
    page = open_widget("docs/examples/Panel.widget", "note")
    note = page.view("note")
    before = note.rect
    ActionChains(page.browser).move_to_element(note).click_and_hold().move_by_offset(30, 8).move_by_offset(20, 8).release().perform()
    page.wait(lambda: page.view("noteLabel").text == "chosen", "the choice")
    page.wait(lambda: round(page.view("note").rect["x"] - before["x"]) == 50, "the place of the pointer")
    assert round(page.view("note").rect["y"] - before["y"]) == 16

    field = page.browser.find_element(By.TAG_NAME, "input")
    field.send_keys("hello")
    page.wait(lambda: page.is_visible("clearButton") and not page.is_visible("hint"), "the button")
    page.view("clearButton").click()
    page.wait(lambda: field.get_attribute("value") == "", "an empty field")
    page.wait(lambda: page.is_visible("hint"), "the placeholder")


@pytest.mark.smoke
def test_the_shelf_has_tiles_pages_and_selections(open_widget):
    page = open_widget("Samples/Shelf.widget", "featuredLabel")
    page.wait(lambda: page.view("chosenLabel").text == "0 chosen", "the footer")
    row = next(label for label in page.all("titleLabel") if label.text == "Walden")
    page.browser.execute_script("arguments[0].closest('[data-kind=\"cell\"]').querySelector('.press').click()", row)
    page.wait(lambda: page.view("chosenLabel").text == "1 chosen", "the choice")
    page.browser.find_element(By.XPATH, "//*[normalize-space()='Covers']").click()
    page.wait(lambda: len(page.all("tileLabel")) == 10, "the tiles")
    featured = page.view("featured").find_element(By.CSS_SELECTOR, ".scroller")
    # In the middle of all repetitions.
    page.wait(lambda: page.browser.execute_script("return arguments[0].scrollLeft", featured) > 0, "the first page")
    page.browser.execute_script("arguments[0].scrollBy(arguments[0].clientWidth, 0)", featured)
    page.wait(lambda: page.view("dots").get_attribute("aria-label") == "2/4", "the second page")
