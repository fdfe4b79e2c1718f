"""WidgetKit's demo, as Xcode compiled it in 2018, in a browser."""

import json
import re
import subprocess
import zipfile

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from axe import violations
from served import ROOT, Server, tessera

ARCHIVE = ROOT.parent / "shared/samples/widgetkit/WidgetDemo.zip"

pytestmark = pytest.mark.skipif(not ARCHIVE.exists(), reason="the published archive is not on this machine")

AUTHORS = ["Favio Mobile", "Infinite Red", "Green Dragon", "Black & White", "Deep Pixels", "Pirple 8"]


@pytest.fixture(
    scope="module",
    params=[pytest.param([], id="plain"), pytest.param(["--isolate"], id="isolated", marks=pytest.mark.exhaustive)])
def server(request, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("demo"), str(ARCHIVE), [*request.param])
    yield server
    server.stop()


@pytest.fixture
def demo(server, open_page):
    """The demo, opened and filled."""
    page = open_page(server.address, 375, 667)
    # Its pictures are decoded first.
    page.wait(lambda: page.row_count >= 6, "rows")
    return page


def text(page, identifier):
    return page.wait_visible(identifier).text


def test_rows_are_read_pressed_and_not_deleted(demo):
    assert violations(demo) == []
    rows = demo.browser.find_elements("css selector", '[data-id="tableView"] [role="listitem"]')
    assert len(rows) >= 6
    assert demo.run(
        "return arguments[0].some((row) => row.matches('.swipeable') || row.querySelector('.swipeable, [aria-haspopup]'))",
        rows) is False
    # A row is blue while it is pressed.
    press = demo.browser.find_element("css selector", '[data-id="tableView"] [role="listitem"] .press')
    ground = """const row = arguments[0].closest(".marked");
        return [getComputedStyle(row).backgroundImage, getComputedStyle(arguments[0]).backgroundColor]"""
    assert demo.run(ground, press)[0] == "none"
    pointer = ActionChains(demo.browser)
    pointer.click_and_hold(press).perform()
    color = "rgb(0, 150, 255)"
    assert demo.run(ground, press) == [f"linear-gradient({color} 0px, {color} 0px)", "rgba(0, 0, 0, 0)"]
    demo.shot("pressed-row")
    pointer.release().perform()


def test_every_step_of_the_demo(demo):
    page = demo
    page.wait_for_rows(6)
    page.wait(lambda: text(page, "titleLabel") == "Favio Mobile", "the account's name")
    assert [element.text for element in page.all("authorLabel")][:4] == AUTHORS[:4]
    assert not page.is_visible("emptyDataView")
    pictures = "return [...document.images].filter((i) => i.src).every((i) => i.complete && i.naturalWidth > 0)"
    page.wait(lambda: page.run(pictures), "pictures to load")
    page.shot("feed")
    assert frame(page, "avatarView") == [12, 50, 50]
    assert frame(page, "textLabel")[0] == 72

    page.browser.find_element("css selector", '[data-id="tableView"] [role="listitem"] .press').click()
    page.wait(lambda: text(page, "nicknameLabel") == "@faviomob", "the details")
    assert text(page, "timestampLabel") == "2018-06-20 18:00:00 +0000"
    assert (text(page, "favoritesCountLabel"), text(page, "repostCountLabel")) == ("9000", "9999")
    left, width, height = frame(page, "authorImageView")
    assert abs(left - 107.5) <= 1 and (width, height) == (160, 160)
    page.shot("details")
    page.browser.find_element("css selector", "[aria-label='Back']").click()
    page.wait(lambda: not page.all("nicknameLabel"), "the end of the details")
    page.wait_for_rows(6)

    for words, count in {"json": 2, "scroll": 2, "coredata": 2, "zzz": 0}.items():
        clear_search(page)
        page.search(words)
        page.wait_for_rows(count)
    page.wait_visible("emptyDataView")
    clear_search(page)
    page.wait_for_rows(6)

    page.press("addButton")
    page.wait_visible("textView")
    page.run("""window.shaken = 0;
        document.addEventListener("animationstart", (event) => {
          if (event.animationName === "shake" && event.target.closest('[data-id="textView"]')) window.shaken += 1;
        }, true)""")
    page.press("postButton")
    page.wait(lambda: page.run("return window.shaken") == 1, "the text to shake, as a post needs one")
    assert page.is_visible("textView")
    page.wait_visible("textView").send_keys("Hello")
    page.shot("new-post")
    page.press("postButton")
    page.wait_for_rows(7)
    page.wait(lambda: page.texts[0] == "Hello", "the new post on top")
    page.shot("posted")


def clear_search(page):
    page.search_field.send_keys(Keys.CONTROL, "a")
    page.search_field.send_keys(Keys.BACKSPACE)


def frame(page, identifier):
    """The distance of a view from the left, its width and its height, in points."""
    return page.run(
        """const box = document.querySelector(`[data-id="${arguments[0]}"]`).getBoundingClientRect();
        return [box.left, box.width, box.height]""", identifier)


@pytest.mark.parametrize("is_converted", [False, True], ids=["compiled", "converted"])
def test_the_demo_passes_its_scenario(tmp_path, is_converted):
    bundle = ARCHIVE
    if is_converted:
        bundle = tmp_path / "Demo.widget"
        tessera("convert", ARCHIVE, "--output", bundle)
    assert "1 passed" in tessera("test", scenario("WidgetDemo", bundle, tmp_path))


@pytest.mark.smoke
def test_the_demo_shows_that_it_loads(tmp_path):
    slow = tmp_path / "slow.zip"
    with zipfile.ZipFile(ARCHIVE) as published, zipfile.ZipFile(slow, "w") as copy:
        for name in published.namelist():
            content = published.read(name)
            if name.endswith("StubService.json"):
                content = re.sub(rb'("debugDelay"\s*:\s*)[0-9.]+', rb"\g<1>90", content)
            copy.writestr(name, content)
    assert "1 passed" in tessera("test", scenario("WidgetDemoLoading", slow, tmp_path))


def scenario(name, bundle, folder):
    """A scenario of the fixtures, for a bundle."""
    path = folder / f"{name}.yaml"
    text = (ROOT / f"Tests/Unit/TesseraXcodeTests/Fixtures/{name}.yaml").read_text()
    path.write_text(text.replace("WidgetDemo.zip", str(bundle)))
    return path


def test_the_converted_bundle_is_the_same_widget(tmp_path):
    folder = tmp_path / "Demo.widget"
    tessera("convert", ARCHIVE, "--output", folder)
    trees = [
        json.loads(subprocess.run(
            [ROOT / ".build/debug/tessera", "render", bundle, "--format", "tree", "--clock", "2018-06-20T19:00:00Z"],
            capture_output=True, check=True, cwd=tmp_path).stdout)
        for bundle in (ARCHIVE, folder)]
    assert trees[0] == trees[1]
    assert "exists already" in tessera("convert", ARCHIVE, "--output", folder, expected=2)
