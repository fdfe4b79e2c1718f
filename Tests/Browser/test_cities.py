"""People choose a city by its name in the settings of a widget, and the coordinates follow."""

import json
import pathlib

import pytest
from selenium.webdriver.common.keys import Keys

from axe import violations
from samples import PlacedWidget, SampleServer

TABLE = pathlib.Path("/usr/share/libtimezonemap/ui/cities15000.txt")
needs_cities = pytest.mark.skipif(not TABLE.exists(), reason="Debian's package 'libtimezonemap-data' is not on this machine")

BERLIN = {"name": "Berlin", "latitude": 52.5244, "longitude": 13.4105}
KYOTO = {"name": "Kyoto", "latitude": 35.0211, "longitude": 135.7539}
MANIFEST = {
    "id": "org.tessera.tests.places",
    "name": "Places",
    "options": [
        {"name": "place", "type": "place", "title": "Place", "default": BERLIN},
        {"name": "stops", "type": "list", "title": "Stops", "element": "place"},
        {"name": "trip", "type": "record", "title": "Trip", "fields": [
            {"name": "title", "type": "string", "title": "Title"}, {"name": "goal", "type": "place", "title": "Goal"}]},
    ],
}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    bundle = tmp_path_factory.mktemp("bundle") / "Places.widget"
    (bundle / "screens").mkdir(parents=True)
    (bundle / "widget.json").write_text(json.dumps(MANIFEST))
    (bundle / "screens/Main.json").write_text('{"view": {"type": "text", "text": "@{options.place.name}"}}')
    return bundle


@pytest.fixture(scope="module")
def server(bundle, tmp_path_factory):
    server = SampleServer(tmp_path_factory.mktemp("server"), [bundle])
    yield server
    server.stop()


@pytest.fixture
def places(server, bundle):
    """A widget on a board of its own."""
    places = PlacedWidget(server, bundle)
    yield places
    places.remove()


class Settings:
    """The open settings of the widget."""

    def __init__(self, page):
        self.page = page
        page.wait(lambda: page.run("return document.querySelector('.boardTool.toggle') !== null"), "the board")
        page.run("document.querySelector('.boardTool.toggle').click()")
        page.wait(lambda: page.run("return document.querySelector('.boardButton.settings') !== null"), "editing")
        page.run("document.querySelector('.boardButton.settings').click()")
        page.wait(lambda: self.field(1) is not None, "the form")

    def field(self, index):
        """The field for the name of a place, in the order of the form."""
        return self.page.run("return document.querySelectorAll('dialog .boardCombobox input')[arguments[0]] ?? null", index)

    def combobox(self, index):
        self.page.wait(lambda: self.field(index).get_attribute("role") == "combobox", "suggestions")
        return self.field(index)

    def type(self, index, text):
        field = self.combobox(index)
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys(text)
        return field

    def options(self):
        return self.page.run("""
            return [...document.querySelectorAll('dialog .boardSuggestions:not([hidden]) [role=option]')]
                .map((option) => option.textContent)""")

    def suggested(self, first):
        # The first search reads the table.
        self.page.wait(lambda: self.options()[:1] == [first], first)

    def status(self, index):
        return self.page.run(
            "return arguments[0].parentElement.querySelector('[role=status]').textContent", self.field(index))

    def number(self, name):
        """The field for the first coordinate of this name."""
        return self.page.run("""
            return [...document.querySelectorAll('dialog label')]
                .find((label) => label.textContent.startsWith(arguments[0])).control""", name)


@needs_cities
def test_a_city_is_chosen_by_keys_and_stored_once(places, open_page):
    page = open_page(places.address)
    settings = Settings(page)
    page.run("""
        const send = fetch;
        window.edits = [];
        window.fetch = (path, options) => {
            if (String(path).endsWith("/edits")) window.edits.push(options.body);
            return send(path, options);
        };""")
    field = settings.type(0, "kyo")
    settings.suggested("Kyoto — Kyōto, Japan")
    assert field.get_attribute("aria-expanded") == "true" and field.get_attribute("aria-activedescendant") is None
    assert page.run("return document.getElementById(arguments[0].getAttribute('aria-controls')).role", field) == "listbox"
    assert settings.status(0).endswith("found")
    assert violations(page) == []
    page.shot("cities")
    assert places.stored("place") == BERLIN, "the beginning of a name is not stored"
    field.send_keys(Keys.ARROW_DOWN)
    active = page.run("return document.getElementById(arguments[0].getAttribute('aria-activedescendant'))", field)
    assert active.get_attribute("aria-selected") == "true" and active.text == settings.options()[0]
    field.send_keys(Keys.ENTER)
    page.wait(lambda: places.stored("place") == KYOTO, "the city")
    assert settings.options() == [] and field.get_attribute("aria-expanded") == "false"
    assert field.get_attribute("value") == "Kyoto"
    assert [settings.number(name).get_attribute("value") for name in ("Latitude", "Longitude")] == ["35.0211", "135.7539"]
    # Small places are not in the list.
    settings.number("Latitude").send_keys(Keys.CONTROL + "a")
    settings.number("Latitude").send_keys("35.1", Keys.TAB)
    page.wait(lambda: places.stored("place") == {**KYOTO, "latitude": 35.1}, "the coordinates")
    edits = page.run("return window.edits")
    assert "Kyoto" in edits[0] and sum("35.0211" in edit for edit in edits) == 1, edits


@needs_cities
def test_the_return_key_takes_what_was_typed_and_escape_closes_the_list(places, open_page):
    page = open_page(places.address)
    settings = Settings(page)
    settings.type(0, "Mailand" + Keys.ENTER)
    milan = {"name": "Mailand", "latitude": 45.4643, "longitude": 9.1895}
    page.wait(lambda: places.stored("place") == milan, "Milan")
    # A name of one's own stays, with the coordinates that were there.
    settings.type(0, "Grandma's garden" + Keys.ENTER)
    page.wait(lambda: places.stored("place") == {**milan, "name": "Grandma's garden"}, "the name")
    assert settings.status(0) == "Nothing found"

    # The escape key closes the list, and then the panel.
    field = settings.type(0, "kyo")
    settings.suggested("Kyoto — Kyōto, Japan")
    field.send_keys(Keys.ESCAPE)
    assert settings.options() == []
    assert page.run("return document.querySelector('dialog[open]') !== null")
    page.wait(lambda: places.stored("place") == {**milan, "name": "kyo"}, "what was typed")
    field.send_keys(Keys.ESCAPE)
    page.wait(lambda: page.run("return document.querySelector('dialog[open]') === null"), "the end of the settings")


@needs_cities
def test_cities_are_pressed_in_lists_and_records_on_a_phone(places, open_page):
    page = open_page(places.address, width=390, height=844)
    settings = Settings(page)
    page.run("[...document.querySelectorAll('dialog button')].find((button) => button.textContent === 'Add').click()")
    for index, name, value in [(1, "stops", [KYOTO]), (2, "trip", {"title": "", "goal": KYOTO})]:
        settings.type(index, "Kyoto")
        settings.suggested("Kyoto — Kyōto, Japan")
        option = page.run("return document.querySelector('dialog .boardSuggestions:not([hidden]) [role=option]')")
        assert option.size["height"] >= 24
        page.shot(f"cities-{name}")
        option.click()
        page.wait(lambda: places.stored(name) == value, name)
    assert violations(page) == []


@pytest.mark.exhaustive
@needs_cities
def test_countries_are_named_in_the_language_of_the_page(places, open_page):
    page = open_page(places.address, language="de-DE")
    settings = Settings(page)
    settings.type(0, "München")
    settings.suggested("München — Bavaria, Deutschland")
    assert settings.status(0).endswith("gefunden")


def test_without_a_table_of_cities_a_place_has_plain_fields(places, open_page, browser):
    page = open_page("about:blank")
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        const send = window.fetch;
        window.fetch = async (path, options) => {
            if (!String(path).includes("/places")) return send(path, options);
            window.wasAsked = true;
            return new Response('{"isAvailable": false, "places": []}');
        };"""})
    browser.get(places.address)
    settings = Settings(page)
    page.wait(lambda: page.run("return window.wasAsked === true"), "the question")
    field = settings.field(0)
    field.send_keys(Keys.CONTROL + "a")
    field.send_keys("Kyoto")
    page.wait(lambda: places.stored("place") == {**BERLIN, "name": "Kyoto"}, "the name")
    assert field.get_attribute("role") is None and not page.run("return document.querySelector('[role=listbox]') !== null")
    assert "GeoNames" not in page.run("return document.querySelector('dialog').textContent")
