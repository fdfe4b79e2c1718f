"""Files that are saved while their widget is open."""

import shutil

import pytest
from served import ROOT, Server
from selenium.webdriver.common.by import By


@pytest.fixture
def edited(tmp_path, open_page):
    """A copy of a bundle that is watched and open, and the file of its main screen."""
    bundle = tmp_path / "Order.widget"
    shutil.copytree(ROOT / "docs/examples/Order.widget", bundle)
    server = Server(tmp_path / "data", str(bundle), options=["--watch"])
    page = open_page(server.address)
    page.wait_visible("mailField")
    yield page, bundle / "screens/Main.json"
    page.browser.get("about:blank")
    server.stop()


@pytest.mark.smoke
def test_a_saved_file_is_shown_or_its_errors_and_typed_text_stays(edited):
    page, file = edited
    page.view("mailField").send_keys("ada@example")
    file.write_text(file.read_text().replace('"label": "E-mail"', '"label": "Write to"'))
    page.wait(lambda: "Write to" in page.browser.find_element(By.TAG_NAME, "body").text, "the new label")
    assert page.view("mailField").get_attribute("value") == "ada@example"
    assert page.browser.switch_to.active_element.get_attribute("data-id") == "mailField"

    # A broken file shows its errors over the last good version.
    good = file.read_text()
    file.write_text(good.replace('"type": "slider"', '"type": "slidr"'))
    # The file may be read while it is being written, which causes another problem at first.
    page.wait(lambda: "Unknown component 'slidr'" in page.view("documentProblems").text, "the problem")
    problems = page.view("documentProblems").text
    assert "did you mean 'slider'?" in problems
    assert "screens/Main.json:" in problems and '"type": "slidr"' in problems
    page.view("mailField").send_keys(".org")
    assert page.view("mailField").get_attribute("value") == "ada@example.org"
    file.write_text(good)
    page.wait(lambda: not page.browser.find_elements(By.CSS_SELECTOR, '[data-id="documentProblems"]'), "no problems")
    assert page.view("mailField").get_attribute("value") == "ada@example.org"
