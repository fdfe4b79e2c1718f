"""Files that are saved while their widget is open, and widgets that `new` creates."""

import shutil
import subprocess

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
def test_a_saved_file_is_shown_and_typed_text_stays(edited):
    page, file = edited
    page.view("mailField").send_keys("ada@example")
    file.write_text(file.read_text().replace('"label": "E-mail"', '"label": "Write to"'))
    page.wait(lambda: "Write to" in page.browser.find_element(By.TAG_NAME, "body").text, "the new label")
    assert page.view("mailField").get_attribute("value") == "ada@example"
    assert page.browser.switch_to.active_element.get_attribute("data-id") == "mailField"


def test_a_broken_file_shows_its_errors_over_the_last_good_version(edited):
    page, file = edited
    good = file.read_text()
    file.write_text(good.replace('"type": "slider"', '"type": "slidr"'))
    # The file may be read while it is being written, which causes another problem at first.
    page.wait(lambda: "Unknown component 'slidr'" in page.view("documentProblems").text, "the problem")
    problems = page.view("documentProblems").text
    assert "did you mean 'slider'?" in problems
    assert "screens/Main.json:" in problems and '"type": "slidr"' in problems
    page.view("mailField").send_keys("a")
    assert page.view("mailField").get_attribute("value") == "a"
    file.write_text(good)
    page.wait(lambda: not page.browser.find_elements(By.CSS_SELECTOR, '[data-id="documentProblems"]'), "no problems")
    assert page.view("mailField").get_attribute("value") == "a"


def test_a_new_widget_is_valid_and_tested(tmp_path):
    def tessera(*arguments):
        return subprocess.run(
            [ROOT / ".build/debug/tessera", *arguments], capture_output=True, text=True, cwd=tmp_path,
            stdin=subprocess.DEVNULL)

    made = tessera("new", "My \"Notes\"")
    assert made.returncode == 0, made.stderr
    bundle = 'My "Notes".widget'
    assert tessera("check", bundle).stdout == 'My "Notes": no problems found\n'
    assert tessera("test", f"{bundle}/tests/main.yaml").returncode == 0
    again = tessera("new", bundle)
    assert again.returncode == 2 and "already exists" in again.stderr
    assert tessera("new", "***").returncode == 2
