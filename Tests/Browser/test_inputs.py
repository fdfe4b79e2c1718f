"""Switches, boxes and what they change, by the mouse, by the keyboard, and for assistive technology."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from conftest import Server


@pytest.fixture
def settings(tmp_path, open_page):
    server = Server(tmp_path, "docs/examples/Settings.widget")
    page = open_page(server.address)
    page.wait_visible("summaryLabel")
    yield page
    server.stop()


def control(page, role):
    return page.browser.find_element(By.CSS_SELECTOR, f'[role="{role}"]')


@pytest.mark.parametrize("role, key, before", [
    ("switch", None, "true"), ("switch", Keys.SPACE, "true"), ("checkbox", None, "false"),
    ("checkbox", Keys.ENTER, "false"),
])
def test_a_press_or_a_key_changes_what_is_shown_and_told(settings, role, key, before):
    element = control(settings, role)
    assert element.get_attribute("aria-checked") == before
    picture = element.get_attribute("innerHTML")
    element.send_keys(key) if key else element.click()
    after = "false" if before == "true" else "true"
    settings.wait(lambda: element.get_attribute("aria-checked") == after, f"aria-checked to be {after}")
    assert element.get_attribute("innerHTML") != picture


def test_progress_tells_how_far_it_is(settings):
    bar = control(settings, "progressbar")
    assert (bar.get_attribute("aria-valuenow"), bar.get_attribute("aria-label")) == ("0.5", "What is filled in")
    control(settings, "checkbox").click()
    settings.wait(lambda: bar.get_attribute("aria-valuenow") == "1", "the bar to be full")
