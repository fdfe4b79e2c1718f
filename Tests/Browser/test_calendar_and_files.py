"""Keyboard navigation in calendars, file selection, pages in frames, and images that are still loading."""

import base64

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def diary(open_widget):
    return open_widget("docs/examples/Diary.widget", "dayLabel")


def focused(page):
    return page.browser.switch_to.active_element


def chosen_day(page):
    return page.browser.find_element(By.CSS_SELECTOR, '[data-kind="calendarDay"][aria-pressed="true"]')


def test_keys_move_between_days_change_the_month_and_stop_at_the_bounds(diary):
    def focus_reaches(day):
        diary.wait(lambda: day in (focused(diary).get_attribute("aria-label") or ""), f"the focus on {day}")

    for keys, label, back in [
        ([Keys.ARROW_RIGHT], "June 21, 2018", None), ([Keys.ARROW_UP], "June 13, 2018", None),
        ([Keys.HOME], "June 17, 2018", None), ([Keys.END], "June 23, 2018", None),
        ([Keys.PAGE_DOWN], "July 20, 2018", Keys.PAGE_UP), ([Keys.ARROW_DOWN] * 2, "July 4, 2018", Keys.PAGE_UP),
        ([Keys.PAGE_UP], "May 20, 2018", None),
    ]:
        chosen_day(diary).send_keys(keys[0])
        for key in keys[1:]:
            focused(diary).send_keys(key)
        focus_reaches(label)
        days = diary.browser.find_elements(By.CSS_SELECTOR, '[data-kind="calendarDay"]:not(.hidden)')
        assert [day.get_attribute("tabindex") for day in days].count("0") == 1
        if back:
            focused(diary).send_keys(back)
            focus_reaches("June")
    focused(diary).send_keys(Keys.ARROW_UP)
    assert "May 20" in focused(diary).get_attribute("aria-label"), "days out of bounds cannot be reached"
    assert not diary.browser.find_element(By.CSS_SELECTOR, '[data-kind="calendarButton"]').is_enabled()


@pytest.mark.smoke
def test_the_keyboard_selects_a_day_in_another_month(diary):
    chosen_day(diary).send_keys(Keys.PAGE_DOWN)
    diary.wait(lambda: "July 20" in (focused(diary).get_attribute("aria-label") or ""), "July")
    focused(diary).send_keys(Keys.ENTER)
    diary.wait(lambda: diary.view("dayLabel").text == "Friday, 20 July", "the day to be chosen")


@pytest.fixture
def report(open_widget):
    return open_widget("docs/examples/Report.widget", "photoPicker")


def file_input(page):
    return page.browser.find_element(By.CSS_SELECTOR, ".fileInput")


@pytest.mark.smoke
def test_an_image_is_chosen_shown_sent_and_removed(report, tmp_path):
    # A file that is too large is not even sent.
    huge = tmp_path / "huge.png"
    with huge.open("wb") as file:
        file.truncate(1_000_000_000)
    file_input(report).send_keys(str(huge))
    report.wait(lambda: report.browser.find_elements(By.XPATH, "//*[contains(text(), 'The file is larger than 2 MB')]"), "the reason")
    assert "files" not in report.run("return performance.getEntriesByType('resource').map((each) => each.name).join()")

    path = tmp_path / "hole ü.png"
    path.write_bytes(PIXEL)
    file_input(report).send_keys(str(path))
    report.wait(lambda: "hole ü.png" in report.view("photoPicker").text, "the name of the file")
    preview = report.browser.find_element(By.CSS_SELECTOR, ".preview")
    report.wait(lambda: preview.is_displayed() and report.run("return arguments[0].naturalWidth", preview) == 1, "the picture")
    report.shot("report")
    report.view("sendButton").click()
    report.wait(lambda: report.view("sentLabel").text == f"Sent hole ü.png, {len(PIXEL)} bytes", "the form to be sent")
    report.browser.find_element(By.CSS_SELECTOR, ".clear").click()
    report.wait(lambda: "Choose a file" in report.view("photoPicker").text and not preview.is_displayed(), "an empty field")


@pytest.mark.hostile
def test_a_page_in_a_frame_is_sandboxed_and_a_loading_image_shows_its_placeholder(report):
    frame = report.browser.find_element(By.CSS_SELECTOR, "iframe")
    assert frame.get_attribute("src").startswith("https://www.openstreetmap.org/")
    assert frame.get_attribute("sandbox") == "allow-scripts allow-forms"
    assert frame.get_attribute("title") == "Map"

    picture = report.browser.find_element(By.CSS_SELECTOR, "[data-kind=image] > img")
    report.wait(lambda: "waiting" not in picture.get_attribute("class"), "the picture")
    assert "replaced" in picture.get_attribute("class")
    report.run("arguments[0].classList.add('waiting')", picture)
    assert "street-small" in report.run("return getComputedStyle(arguments[0]).backgroundImage", picture)
    # If the image cannot be loaded, the placeholder stays.
    report.run("arguments[0].src = '/nowhere.png'", picture)
    report.wait(lambda: "failed" in picture.get_attribute("class"), "the picture to fail")
    assert "street-small" in report.run("return getComputedStyle(arguments[0]).backgroundImage", picture)
