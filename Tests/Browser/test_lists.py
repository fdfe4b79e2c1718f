"""Lists: rows that stay visible, and rows that a user moves."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def playlist(open_widget):
    return open_widget("docs/examples/Playlist.widget", "titleField")


def elements(page, identifier):
    return page.browser.find_elements(By.CSS_SELECTOR, f'[data-id="{identifier}"]')


def titles(page):
    return [field.get_attribute("value") for field in elements(page, "titleField")]


@pytest.mark.smoke
def test_a_row_is_dragged_or_moved_with_keys_to_another_place(playlist):
    actions = ActionChains(playlist.browser).move_to_element(elements(playlist, "numberLabel")[2]).click_and_hold()
    for _ in range(8):
        actions = actions.move_by_offset(0, -20)
    actions.release().perform()
    playlist.wait(lambda: titles(playlist) == ["Footprints", "So What", "Naima"], "the rows to stand in a new order")

    row = playlist.browser.find_elements(By.CSS_SELECTOR, '[data-kind="cell"]')[0]
    row.find_element(By.CSS_SELECTOR, ".press").send_keys(Keys.ALT + Keys.ARROW_DOWN)
    playlist.wait(lambda: titles(playlist) == ["So What", "Footprints", "Naima"], "the rows to stand in another order")
    assert playlist.browser.switch_to.active_element == row.find_element(By.CSS_SELECTOR, ".press"), "it keeps the focus"


@pytest.fixture
def library(open_widget):
    return open_widget("docs/examples/Library.widget", "authorLabel")


@pytest.mark.smoke
def test_the_header_of_a_section_stays_visible(library):
    page = library
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


@pytest.fixture
def todo(open_widget):
    page = open_widget("Samples/Todo.widget", "newField")
    for number, title in enumerate(("Milk", "Bread"), 1):
        elements(page, "newField")[0].send_keys(title, Keys.ENTER)
        page.wait(lambda: len(elements(page, "titleField")) == number, f"{title} to be there")
    return page


def test_menus_of_rows_open_by_mouse_keyboard_and_swipe(todo):
    for by in ("mouse", "keyboard"):
        row = elements(todo, "todoRow")[0]
        if by == "mouse":
            ActionChains(todo.browser).context_click(row).perform()
        else:
            row.find_element(By.CSS_SELECTOR, ".press").send_keys(Keys.SHIFT + Keys.F10)
        todo.wait(lambda: todo.browser.switch_to.active_element.text == "Done", "the menu to have the focus")
        todo.browser.switch_to.active_element.send_keys(Keys.ARROW_UP)
        assert todo.browser.switch_to.active_element.text == "Delete"
        todo.browser.switch_to.active_element.send_keys(Keys.ENTER)
        todo.wait(lambda: titles(todo) == ["Bread"], "the row to be gone")
        todo.wait(lambda: elements(todo, "toastButton"), "the message")
        elements(todo, "toastButton")[0].click()
        todo.wait(lambda: titles(todo) == ["Milk", "Bread"], "the row to be back")
        todo.wait(lambda: not elements(todo, "toastButton"), "the message to go")

    touch(todo, elements(todo, "todoRow")[0], -120)
    button = todo.browser.find_element(By.CSS_SELECTOR, ".swipeActions button")
    assert button.get_attribute("textContent") == "Delete"
    todo.browser.execute_script("arguments[0].click()", button)
    todo.wait(lambda: titles(todo) == ["Bread"], "the row to be gone")


def touch(page, element, distance):
    """Simulates a finger that swipes horizontally over an element."""
    page.browser.execute_script("""
      const [element, distance] = arguments;
      const box = element.getBoundingClientRect();
      const at = (type, x) => element.dispatchEvent(new PointerEvent(type, {
        bubbles: true, pointerType: "touch", pointerId: 1, isPrimary: true, button: 0,
        clientX: box.right - 60 + x, clientY: box.top + 10 }));
      element.setPointerCapture = () => {};
      at("pointerdown", 0);
      for (let step = 1; step <= 8; step += 1) at("pointermove", distance * step / 8);
      at("pointerup", distance);
    """, element, distance)
