"""Switches, boxes and the values that they change, by mouse, by keyboard, and for assistive technology."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def settings(open_widget):
    return open_widget("docs/examples/Settings.widget", "summaryLabel")


def control(page, role):
    return page.browser.find_element(By.CSS_SELECTOR, f'[role="{role}"]')


def test_presses_and_keys_change_what_is_shown_and_announced(settings):
    bar = control(settings, "progressbar")
    assert (bar.get_attribute("aria-valuenow"), bar.get_attribute("aria-label")) == ("0.5", "What is filled in")
    for role, key, before in ("switch", Keys.SPACE, "true"), ("checkbox", Keys.ENTER, "false"):
        element = control(settings, role)
        assert element.get_attribute("aria-checked") == before
        after = "false" if before == "true" else "true"
        picture = element.get_attribute("innerHTML")
        element.click()
        settings.wait(lambda: element.get_attribute("aria-checked") == after, f"aria-checked to be {after}")
        other = element.get_attribute("innerHTML")
        assert other != picture
        if role == "checkbox":
            settings.wait(lambda: bar.get_attribute("aria-valuenow") == "1", "the bar to be full")
        element.send_keys(key)
        settings.wait(lambda: element.get_attribute("aria-checked") == before, f"aria-checked to be {before}")
        assert element.get_attribute("innerHTML") != other


@pytest.fixture
def order(open_widget):
    return open_widget("docs/examples/Order.widget", "mailField")


def part(page, identifier, selector=""):
    return page.browser.find_element(By.CSS_SELECTOR, f'[data-id="{identifier}"] {selector}'.strip())


def test_arrow_keys_select_among_visible_choices(order):
    for identifier, key, chosen in [
        ("sizeControl", Keys.ARROW_RIGHT, 2), ("sizeControl", Keys.HOME, 0),
        ("deliveryGroup", Keys.ARROW_DOWN, 1), ("deliveryGroup", Keys.ARROW_DOWN, 0),
    ]:
        buttons = order.browser.find_elements(By.CSS_SELECTOR, f'[data-id="{identifier}"] [role=radio]')
        next(button for button in buttons if button.get_attribute("aria-checked") == "true").send_keys(key)
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


@pytest.mark.smoke
def test_fields_have_shapes_errors_and_values_that_are_kept(order):
    phone = part(order, "phoneField")
    for digit in "0301234567":
        phone.send_keys(digit)
    order.wait(lambda: phone.get_attribute("value") == "(030) 123-4567", "the shape")

    # An error is announced at its field.
    field = part(order, "mailField")
    assert field.get_attribute("aria-description") == "We write only about this order"
    field.send_keys("ada")
    part(order, "ageField").click()
    order.wait(lambda: field.get_attribute("aria-invalid") == "true", "the field to be wrong")
    assert field.get_attribute("aria-description") == "This is not an e-mail address"
    field.send_keys("@example.org")
    order.wait(lambda: field.get_attribute("aria-invalid") is None, "the field to be right")

    # The browser's own controls report what was chosen.
    part(order, "ripenessSlider").send_keys(Keys.ARROW_RIGHT)
    part(order, "dayPicker").send_keys("12242026")
    order.wait(lambda: "Ripeness: 55 %" in order.browser.page_source, "the label to follow")
    order.browser.refresh()
    order.wait_visible("mailField")
    order.wait(lambda: part(order, "dayPicker").get_attribute("value") == "2026-12-24", "the day to be kept")
    assert part(order, "ripenessSlider").get_attribute("value") == "55"
