"""The feed from a user's point of view: what is visible, and what can be done."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from waiting import PATIENCE


class FeedPage:
    def __init__(self, browser, screenshots):
        self.browser = browser
        self.handle = browser.current_window_handle
        self.screenshots = screenshots

    # The window

    def emulate(self, width, height, dark=False, still=False):
        """Sets the window's size, the colour scheme, and the preference for reduced motion."""
        self.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        features = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if still else "no-preference",
        }
        self.browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value} for name, value in features.items()]}
        )

    def activate(self):
        self.browser.switch_to.window(self.handle)
        return self

    def shot(self, name):
        self.screenshots.mkdir(parents=True, exist_ok=True)
        self.browser.save_screenshot(str(self.screenshots / f"{name}.png"))

    def reload(self):
        self.browser.refresh()

    def wait(self, condition, what):
        """Waits until a condition holds. Elements may appear and disappear in the meantime."""

        def holds(_):
            try:
                return condition()
            except Exception as error:  # an element that disappeared between two steps
                if type(error).__name__ in ("StaleElementReferenceException", "NoSuchElementException"):
                    return False
                raise

        return WebDriverWait(self.browser, PATIENCE, poll_frequency=0.03).until(holds, what)

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    # Views by the author's identifiers

    def all(self, identifier):
        return self.browser.find_elements(By.CSS_SELECTOR, f'[data-id="{identifier}"]')

    def view(self, identifier):
        return self.browser.find_element(By.CSS_SELECTOR, f'[data-id="{identifier}"]')

    def is_visible(self, identifier):
        return any(element.is_displayed() for element in self.all(identifier))

    def wait_visible(self, identifier):
        self.wait(lambda: self.is_visible(identifier), f"{identifier} to be visible")
        return next(element for element in self.all(identifier) if element.is_displayed())

    def wait_gone(self, identifier):
        self.wait(lambda: not self.is_visible(identifier), f"{identifier} to be gone")

    def press(self, identifier):
        self.wait_visible(identifier).click()

    # The feed

    @property
    def row_count(self):
        """The number of rows that is reported to assistive technology."""
        cells = self.browser.find_elements(By.CSS_SELECTOR, '[data-id="tableView"] [role="listitem"]')
        return int(cells[0].get_attribute("aria-setsize")) if cells else 0

    @property
    def texts(self):
        """The texts of the rows that exist, from the top."""
        return self.run(
            """return [...document.querySelectorAll('[data-id="tableView"] [role="listitem"]')]
              .map((cell) => cell.querySelector('[data-id="textLabel"]').textContent)"""
        )

    def wait_for_rows(self, count=None):
        if count is None:
            self.wait(lambda: self.row_count > 0, "rows")
        else:
            self.wait(lambda: self.row_count == count, f"{count} rows")

    @property
    def search_field(self):
        return self.view("searchBar").find_element(By.TAG_NAME, "input")

    def search(self, text):
        self.search_field.send_keys(text)

    @property
    def scroll_offset(self):
        return self.run("""return document.querySelector('[data-id="tableView"] .scroller').scrollTop""")

    def scroll(self, offset):
        self.run("""document.querySelector('[data-id="tableView"] .scroller').scrollTop = arguments[0]""", offset)

    # Typing

    def insert(self, text):
        """Types a text at the focus as an input method does, which also supports emoji."""
        self.browser.execute_cdp_cmd("Input.insertText", {"text": text})

    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    @property
    def focused(self):
        """The author's identifier of the focused view, and the accessible name of its element."""
        return self.run(
            """const element = document.activeElement;
            return [element.closest('[data-id]')?.dataset.id ?? null, element.getAttribute('aria-label')]"""
        )

    def tab_to(self, wanted, limit=40):
        """Presses the tab key until a view has the focus."""
        for _ in range(limit):
            self.keys(Keys.TAB)
            if wanted in self.focused:
                return
        raise AssertionError(f"The tab key does not reach {wanted}")

    def compose(self, text):
        self.press("composeButton")
        self.wait_visible("textView").click()
        self.insert(text)
        self.press("postButton")
        self.wait_gone("textView")
