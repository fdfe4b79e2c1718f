"""What a person does has the same effects in a page as in a scenario: one table, played in both."""

import dataclasses
import json
import subprocess

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from served import ROOT, TESSERA
from test_gestures import HOLD

BUNDLE = ROOT / "Tests/Browser/widgets/Events.widget"

# The steps of a scenario, and what the widget then says that it has heard.
CASES = [
    # A box that is moved and selected, and what stands in it.
    ([{"tap": "plain"}], "card is true card"),
    ([{"tap": "plain"}, {"tap": "plain"}], "card is true card card"),
    ([{"tap": "boxLabel"}], "box"),
    ([{"longPress": "boxLabel"}], "long box"),
    ([{"tap": {"id": "rowLabel", "index": 1}}], "row b"),
    ([{"tap": "button"}], "button"),
    ([{"set": {"id": "tick", "to": True}}], "tick is true"),
    ([{"type": {"into": "cardField", "text": "x"}}], "card field card field has x"),
    ([{"drag": {"id": "card", "from": [60, 20], "to": [90, 20]}}], "card is true"),
    ([{"tap": "otherLabel"}, {"tap": "plain"}], "other is true other other is false card is true card"),
    # Controls.
    ([{"set": {"id": "lamp", "to": True}}, {"set": {"id": "lamp", "to": False}}], "lamp is true lamp is false"),
    ([{"set": {"id": "volume", "to": 50}}], "volume is 50"),
    ([{"set": {"id": "count", "to": 1}}], "count is 1"),
    ([{"set": {"id": "unit", "to": "mi"}}], "unit is mi"),
    ([{"set": {"id": "size", "to": "M"}}], "size is M"),
    ([{"set": {"id": "city", "to": "Graz"}}], "city is Graz"),
    ([{"set": {"id": "day", "to": "2026-11-02"}}], "day is 2026-11-02"),
    # Fields.
    ([{"type": {"into": "field", "text": "a"}}, {"submit": "field"}], "focus has a submits a"),
    ([{"tap": "field"}, {"tap": "button"}], "focus blur button"),
    # Menus, lists and scrolling.
    ([{"choose": {"id": "menuBox", "item": "Delete"}}], "delete"),
    ([{"move": {"id": "songs", "from": 0, "to": 2}}], "A from 0 to 2"),
    ([{"scroll": {"id": "long", "to": 120}}], "scrolled to 120"),
    ([{"refresh": "page"}], "refreshed"),
    # Messages and screens.
    ([{"tap": "ask"}, {"answer": "Yes"}], "yes"),
    ([{"tap": "ask"}, {"answer": "No"}], "no"),
    ([{"tap": "open"}, "back"], "shown"),
]


def test_scenarios_have_the_effects_of_the_table(tmp_path):
    for number, (steps, heard) in enumerate(CASES):
        steps = [{"tap": "clear"}, *steps, {"expect": {"id": "logLabel", "text": " " + heard}}]
        (tmp_path / f"{number:02}.yaml").write_text(json.dumps({"size": "400x1600", "steps": steps}))
    done = subprocess.run([TESSERA, "test", tmp_path, "--widget", BUNDLE], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@dataclasses.dataclass
class Person:
    """Does with a mouse and a keyboard what the steps of a scenario say."""

    page: object

    def do(self, step):
        if step == "back":
            back = (By.CSS_SELECTOR, '[aria-label="Back"]')
            self.page.wait(lambda: self.page.browser.find_element(*back).is_displayed(), "the way back")
            self.page.run("arguments[0].click()", self.page.browser.find_element(*back))
            return
        ((action, what),) = step.items()
        view = self._view(what) if action != "answer" else None
        getattr(self, f"_{action}")(view, what)

    def _view(self, what):
        name, index = (what["id"] if "id" in what else what["into"], what.get("index", 0)) if isinstance(what, dict) else (what, 0)
        self.page.wait_visible(name)
        return [view for view in self.page.all(name) if view.is_displayed()][index]

    @property
    def _hands(self):
        return ActionChains(self.page.browser, duration=20)

    def _tap(self, view, _):
        self._hands.move_to_element(view).click().perform()

    def _longPress(self, view, _):
        self._hands.move_to_element(view).click_and_hold().pause(HOLD).release().perform()

    def _type(self, view, what):
        self._hands.move_to_element(view).click().send_keys(what["text"]).perform()

    def _submit(self, view, _):
        self.page.keys(Keys.RETURN)

    def _set(self, view, what):
        match what["id"]:
            case "volume":
                self._control(view, "input").send_keys(Keys.ARROW_RIGHT)
            case "city":
                Select(self._control(view, "select")).select_by_visible_text(what["to"])
            case "day":
                self.page.run("""
                  arguments[0].value = arguments[1];
                  for (const name of ["input", "change"]) arguments[0].dispatchEvent(new Event(name, { bubbles: true }))""",
                  self._control(view, "input"), what["to"])
            case "count":
                view.find_elements(By.CSS_SELECTOR, "button")[-1].click()
            case "unit" | "size":
                self._tap(view.find_elements(By.XPATH, f".//*[normalize-space()='{what['to']}']")[-1], what)
            case _:
                self._tap(view, what)

    def _control(self, view, tag):
        return view if view.tag_name == tag else view.find_element(By.CSS_SELECTOR, tag)

    def _choose(self, view, what):
        self._hands.context_click(view).perform()
        item = f"//*[@role='menuitem'][normalize-space()='{what['item']}']"
        self.page.wait(lambda: self.page.browser.find_elements(By.XPATH, item), "the menu")[0].click()

    def _move(self, view, what):
        row = view.find_elements(By.CSS_SELECTOR, '[data-kind="cell"]')[what["from"]]
        way = (what["to"] - what["from"]) * row.rect["height"]
        hands = self._hands.move_to_element(row).click_and_hold()
        for _ in range(10):
            hands = hands.move_by_offset(0, round(way / 10))
        hands.release().perform()

    def _drag(self, view, what):
        box, (x, y) = view.rect, what["from"]
        hands = self._hands.move_to_element_with_offset(view, round(x - box["width"] / 2), round(y - box["height"] / 2))
        way = [to - start for to, start in zip(what["to"], what["from"])]
        hands = hands.click_and_hold()
        for _ in range(5):
            hands = hands.move_by_offset(*(round(part / 5) for part in way))
        hands.release().perform()

    def _scroll(self, view, what):
        self.page.run("arguments[0].querySelector('.scroller').scrollTop = arguments[1]", view, what["to"])

    def _refresh(self, view, _):
        view.find_element(By.CSS_SELECTOR, 'button[aria-label="Refresh"]').click()

    def _answer(self, _, what):
        button = (By.XPATH, f"//button[normalize-space()='{what}']")
        self.page.wait(lambda: self.page.browser.find_element(*button).is_displayed(), what)
        self.page.browser.find_element(*button).click()


def test_pages_have_the_effects_of_the_table(server, place, open_page):
    page = open_page(server.root + place(BUNDLE), width=500, height=1600)
    page.wait_visible("logLabel")
    person = Person(page)
    for steps, heard in CASES:
        # A page that remembers none begins a new presentation.
        page.run("sessionStorage.clear()")
        page.reload()
        page.wait(lambda: page.is_visible("logLabel") and page.view("logLabel").text.strip() == "shown", "the widget")
        page.view("clear").click()
        page.wait(lambda: page.view("logLabel").text == "", "an empty log")
        for step in steps:
            person.do(step)
        try:
            page.wait(lambda: page.view("logLabel").text.strip() == heard, heard)
        except TimeoutException:
            pytest.fail(f"{steps}: expected '{heard}', found '{page.view('logLabel').text}'")
