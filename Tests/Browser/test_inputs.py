"""Switches, boxes and the values that they change, by mouse, by keyboard, and for assistive technology."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def settings(open_widget):
    return open_widget("docs/examples/Settings.widget", "summaryLabel")


def control(page, role):
    return page.browser.find_element(By.CSS_SELECTOR, f'[role="{role}"]')


@pytest.mark.parametrize("role, key, before", [
    ("switch", None, "true"), ("switch", Keys.SPACE, "true"), ("checkbox", None, "false"),
    ("checkbox", Keys.ENTER, "false"),
])
def test_a_press_or_a_key_changes_the_shown_and_announced_value(settings, role, key, before):
    element = control(settings, role)
    assert element.get_attribute("aria-checked") == before
    picture = element.get_attribute("innerHTML")
    element.send_keys(key) if key else element.click()
    after = "false" if before == "true" else "true"
    settings.wait(lambda: element.get_attribute("aria-checked") == after, f"aria-checked to be {after}")
    assert element.get_attribute("innerHTML") != picture


def test_progress_announces_its_value(settings):
    bar = control(settings, "progressbar")
    assert (bar.get_attribute("aria-valuenow"), bar.get_attribute("aria-label")) == ("0.5", "What is filled in")
    control(settings, "checkbox").click()
    settings.wait(lambda: bar.get_attribute("aria-valuenow") == "1", "the bar to be full")


@pytest.fixture
def order(open_widget):
    return open_widget("docs/examples/Order.widget", "mailField")


def part(page, identifier, selector=""):
    return page.browser.find_element(By.CSS_SELECTOR, f'[data-id="{identifier}"] {selector}'.strip())


@pytest.mark.parametrize("identifier, role, keys, chosen", [
    ("sizeControl", "radio", Keys.ARROW_RIGHT, 2), ("sizeControl", "radio", Keys.HOME, 0),
    ("deliveryGroup", "radio", Keys.ARROW_DOWN, 1), ("deliveryGroup", "radio", Keys.ARROW_DOWN * 2, 0),
])
def test_arrow_keys_select_among_visible_choices(order, identifier, role, keys, chosen):
    buttons = order.browser.find_elements(By.CSS_SELECTOR, f'[data-id="{identifier}"] [role={role}]')
    next(button for button in buttons if button.get_attribute("aria-checked") == "true").send_keys(keys[0])
    for key in keys[1:]:
        order.browser.switch_to.active_element.send_keys(key)
    order.wait(lambda: buttons[chosen].get_attribute("aria-checked") == "true", "the choice to be chosen")
    stops = [button.get_attribute("tabindex") for button in buttons]
    assert stops == ["0" if index == chosen else "-1" for index in range(len(buttons))]


@pytest.mark.smoke
def test_several_choices_are_found_and_selected_by_keys(order):
    button = part(order, "sortSelect", "button")
    assert (button.get_attribute("aria-label"), button.text) == ("Sorts", "Belle de Boskoop")
    button.send_keys(Keys.ARROW_DOWN)
    order.wait(lambda: button.get_attribute("aria-expanded") == "true", "the list to open")
    box = order.browser.switch_to.active_element
    assert box.get_attribute("role") == "combobox"
    box.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    order.wait(lambda: button.text == "Belle de Boskoop, Cox Orange", "both to be chosen")
    box.send_keys(Keys.ESCAPE)
    order.wait(lambda: order.browser.switch_to.active_element == button, "the focus to come back")


def test_masked_text_is_typed_at_its_end(order):
    field = part(order, "phoneField")
    for digit in "0301234567":
        field.send_keys(digit)
    order.wait(lambda: field.get_attribute("value") == "(030) 123-4567", "the shape")


@pytest.mark.smoke
def test_an_error_is_announced_at_its_field(order):
    field = part(order, "mailField")
    assert field.get_attribute("aria-description") == "We write only about this order"
    field.send_keys("ada")
    part(order, "ageField").click()
    order.wait(lambda: field.get_attribute("aria-invalid") == "true", "the field to be wrong")
    assert field.get_attribute("aria-description") == "This is not an e-mail address"
    field.send_keys("@example.org")
    order.wait(lambda: field.get_attribute("aria-invalid") is None, "the field to be right")


def test_native_controls_report_the_chosen_value(order):
    slider, day = part(order, "ripenessSlider"), part(order, "dayPicker")
    slider.send_keys(Keys.ARROW_RIGHT)
    day.send_keys("12242026")
    order.wait(lambda: "Ripeness: 55 %" in order.browser.page_source, "the label to follow")
    order.browser.refresh()
    order.wait_visible("mailField")
    order.wait(lambda: part(order, "dayPicker").get_attribute("value") == "2026-12-24", "the day to be kept")
    assert part(order, "ripenessSlider").get_attribute("value") == "55"
