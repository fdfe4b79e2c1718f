"""Catalogues in the gallery from a user's point of view."""

import json
import urllib.request

import pytest
from selenium.webdriver.common.by import By

from axe import violations
from command import Command
from made_catalogue import MadeCatalogue
from served import Server


@pytest.fixture
def made(tmp_path):
    """A catalogue of a widget, which a service offers."""
    with MadeCatalogue(Command(tmp_path)) as made:
        made.make(hosts=["api.example.org"])
        yield made


class Gallery:
    """The gallery of a board whose server knows a catalogue."""

    def __init__(self, page):
        self.page = page
        page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, ".boardTile"), "the board")
        self.find(".boardTool.toggle").click()
        page.wait(lambda: self.find(".boardTool.add").is_displayed(), "editing")
        self.find(".boardTool.add").click()

    def find(self, selector):
        return self.page.browser.find_element(By.CSS_SELECTOR, selector)

    def names(self, place=""):
        titles = self.page.browser.find_elements(By.CSS_SELECTOR, f"dialog {place} .boardCard h3")
        return [title.get_attribute("textContent") for title in titles]

    def offered(self):
        return self.names(".boardCatalogue")

    def wait(self, condition, what):
        return self.page.wait(condition, what)

    def press(self, label):
        self.page.run(
            """const button = [...document.querySelectorAll("dialog button")].find((button) => button.checkVisibility() &&
              [button.textContent, button.getAttribute("aria-label")].includes(arguments[0]));
            button.click()""", label)

    def form(self):
        return self.find("dialog form.boardForm").get_attribute("textContent")


@pytest.fixture
def start(tmp_path):
    """Starts a server that knows a catalogue, again after its end."""
    servers = []

    def start(*catalogues):
        for server in servers:
            server.stop()
        known = [option for address in catalogues for option in ("--catalogue", address)]
        servers[:] = [Server(tmp_path / "share", options=(*known, "--data", tmp_path / "data"))]
        return servers[0].root

    yield start
    for server in servers:
        server.stop()


def versions(root):
    """The versions of the widget that a server has."""
    with urllib.request.urlopen(root + "library") as answer:
        return [entry["version"] for entry in json.load(answer) if entry["name"] == "Trains"]


@pytest.mark.smoke
def test_a_widget_is_found_installed_updated_taken_back_and_removed(made, start, open_page):
    gallery = Gallery(open_page(start(made.address), 1200, 800))
    gallery.wait(lambda: gallery.offered() == ["Trains"], "the catalogue")
    gallery.wait(lambda: "Talks to api.example.org" in gallery.find(".boardCatalogue").text, "what it contacts")
    gallery.wait(
        lambda: gallery.page.run(
            "return document.querySelector('.boardCataloguePicture').naturalWidth") == 380, "the picture")
    assert violations(gallery.page) == []
    gallery.press("Install Trains 1.0.0")
    gallery.wait(lambda: "Talks to api.example.org" in gallery.form(), "the question")
    assert violations(gallery.page) == []
    gallery.press("Install")
    gallery.wait(lambda: "Trains" in gallery.names() and gallery.offered() == [], "the installed widget")

    made.make(version="1.1.0", hosts=["api.example.org", "maps.example.org"], text="8:05")
    gallery.page.browser.get("about:blank")
    # A server asks again after ten minutes, and when it begins.
    root = start(made.address)
    gallery = Gallery(open_page(root, 1200, 800))
    gallery.wait(lambda: gallery.offered() == ["Trains"], "the update")
    gallery.press("Update Trains to 1.1.0")
    gallery.wait(
        lambda: "It contacts more than version 1.0.0:Talks to maps.example.org" in gallery.form(), "what is new")
    gallery.press("Update")
    gallery.wait(lambda: "Version 1.1.0" in gallery.find("dialog").text, "the later version")
    gallery.press("Return to 1.0.0")
    gallery.wait(lambda: "Version 1.0.0" in gallery.find("dialog").text, "the former version")
    assert versions(root) == ["1.0.0"]
    gallery.press("Uninstall Trains")
    gallery.wait(lambda: "with its data" in gallery.form(), "the question")
    gallery.press("Uninstall")
    gallery.wait(lambda: gallery.offered() == ["Trains"] and gallery.names().count("Trains") == 1, "the library without it")
    assert versions(root) == []


@pytest.mark.hostile
def test_an_archive_is_installed_from_its_address(made, start, open_page):
    gallery = Gallery(open_page(start(made.address), 1200, 800))
    gallery.wait(lambda: gallery.offered() == ["Trains"], "the catalogue")
    field = gallery.find("dialog .boardAddressRow input")
    archive = made.address.replace("catalogue.json", "org.example.trains-1.0.0.zip")
    field.send_keys(archive.replace("1.0.0", "9.0.0") + "\n")
    gallery.wait(lambda: "404" in gallery.find("dialog").text, "the problem")
    field.clear()
    field.send_keys(archive + "\n")
    gallery.wait(lambda: "Talks to api.example.org" in gallery.form(), "the question")
    gallery.press("Install")
    gallery.wait(lambda: "Trains" in gallery.names() and gallery.offered() == [], "the installed widget")


@pytest.mark.hostile
def test_a_catalogue_is_added_by_its_address_and_removed(made, start, open_page):
    root = start()
    gallery = Gallery(open_page(root, 1200, 800))
    gallery.wait(lambda: gallery.names() != [], "the gallery")
    field = gallery.find("dialog .boardAddressRow input")
    field.send_keys(made.address.replace("catalogue.json", "none.json") + "\n")
    gallery.wait(lambda: "The catalogue cannot be read" in gallery.find("dialog").text, "the problem")
    field.clear()
    field.send_keys(made.address + "\n")
    gallery.wait(lambda: gallery.offered() == ["Trains"], "the catalogue")
    assert violations(gallery.page) == []
    gallery.press("Remove the catalogue Railways")
    gallery.wait(lambda: gallery.names() != [] and gallery.offered() == [], "the gallery without it")
    with urllib.request.urlopen(root + "catalogues") as answer:
        assert json.load(answer) == []


def test_an_absent_catalogue_is_named_and_the_rest_of_the_gallery_works(start, open_page):
    gallery = Gallery(open_page(start("http://127.0.0.1:1/catalogue.json"), 1200, 800))
    gallery.wait(lambda: "The catalogue cannot be read" in gallery.find("dialog").text, "the problem")
    assert gallery.names() != []
    gallery.page.browser.get("about:blank")
