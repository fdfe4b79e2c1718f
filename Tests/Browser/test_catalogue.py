"""Catalogues: made and used by commands, and in the gallery from a user's point of view."""

import json
import pathlib
import urllib.request

import pytest
from selenium.webdriver.common.by import By

from axe import violations
from fake_service import FakeService, files
from served import Server
from test_install import tessera  # noqa: F401


def write_widget(folder, name="Trains", version="1.0.0", hosts=(), text="8:04"):
    bundle = pathlib.Path(folder, f"{name}.widget")
    (bundle / "screens").mkdir(parents=True, exist_ok=True)
    manifest = {
        "id": f"org.example.{name.lower()}", "name": name, "version": version, "hosts": list(hosts),
        "summary": f"What {name.lower()} do", "category": "Travel", "sizes": {"default": "2x2"},
    }
    (bundle / "widget.json").write_text(json.dumps(manifest))
    (bundle / "screens/Main.json").write_text(json.dumps({"view": {"type": "text", "id": "word", "text": text}}))
    return bundle


@pytest.fixture
def made(tessera, tmp_path):  # noqa: F811
    """Makes a catalogue of widgets, which a service offers."""
    written = tmp_path / "written"
    served = tmp_path / "served"
    served.mkdir()

    def make(**widget):
        write_widget(written, **widget)
        built = tessera("catalogue", "build", written, "--output", served, "--name", "Railways")
        assert built.returncode == 0, built.stderr
        return json.loads((served / "catalogue.json").read_text())

    with FakeService(otherwise=files(served)) as service:
        make.address = f"{service.address}/catalogue.json"
        make.service = service
        make.folder = served
        yield make


def test_a_catalogue_is_made_listed_and_installed_from_by_name(tessera, made):  # noqa: F811
    catalogue = made(hosts=["api.example.org"])
    (entry,) = catalogue["widgets"]
    assert entry["manifest"]["hosts"] == ["api.example.org"]
    assert (made.folder / entry["picture"]).read_bytes().startswith(b"\x89PNG")
    archive = (made.folder / entry["archive"]).read_bytes()
    assert made(hosts=["api.example.org"]) == catalogue, "the same widgets make the same catalogue"
    assert (made.folder / entry["archive"]).read_bytes() == archive
    listed = tessera("catalogue", "list", "--catalogue", made.address)
    assert listed.stdout == "org.example.trains\t1.0.0\tTrains\ttalks to api.example.org\n"
    installed = tessera("install", "trains", "--catalogue", made.address)
    assert installed.stdout == (
        "installed org.example.trains 1.0.0: Trains\ntalks to api.example.org\n"), installed.stderr
    made(version="1.1.0", hosts=["api.example.org", "maps.example.org"])
    updated = tessera("install", "org.example.trains", "--catalogue", made.address)
    assert updated.stdout == (
        "replaced org.example.trains 1.1.0: Trains\nnow also talks to maps.example.org\n"), updated.stderr


@pytest.mark.parametrize(
    "name, said",
    [("trans", "did you mean 'Trains'?"), ("buses", "No catalogue lists a widget 'buses'")])
def test_an_unknown_name_is_refused_with_a_suggestion(tessera, made, name, said):  # noqa: F811
    made()
    refused = tessera("install", name, "--catalogue", made.address)
    assert refused.returncode == 2
    assert said in refused.stderr


def test_a_widget_with_errors_keeps_the_former_catalogue(tessera, made, tmp_path):  # noqa: F811
    before = made()
    bundle = write_widget(tmp_path / "written", name="Buses")
    (bundle / "screens/Main.json").write_text("{")
    refused = tessera("catalogue", "build", tmp_path / "written", "--output", made.folder)
    assert refused.returncode == 1
    assert "Buses.widget/screens/Main.json:1:" in refused.stderr
    assert json.loads((made.folder / "catalogue.json").read_text()) == before


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
def start(made, tmp_path):
    """Starts a server that knows the catalogue, again after its end."""
    made(hosts=["api.example.org"])
    servers = []

    def start(is_known=True):
        for server in servers:
            server.stop()
        known = ("--catalogue", made.address) if is_known else ()
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
    gallery = Gallery(open_page(start(), 1200, 800))
    gallery.wait(lambda: gallery.offered() == ["Trains"], "the catalogue")
    assert "Talks to api.example.org" in gallery.find(".boardCatalogue").text
    gallery.wait(
        lambda: gallery.page.run(
            "return document.querySelector('.boardCataloguePicture').naturalWidth") == 380, "the picture")
    assert violations(gallery.page) == []
    gallery.press("Install Trains 1.0.0")
    gallery.wait(lambda: "Talks to api.example.org" in gallery.form(), "the question")
    assert violations(gallery.page) == []
    gallery.press("Install")
    gallery.wait(lambda: "Trains" in gallery.names() and gallery.offered() == [], "the installed widget")

    made(version="1.1.0", hosts=["api.example.org", "maps.example.org"], text="8:05")
    gallery.page.browser.get("about:blank")
    # A server asks again after ten minutes, and when it begins.
    root = start()
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
    gallery = Gallery(open_page(start(), 1200, 800))
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
    gallery = Gallery(open_page(start(is_known=False), 1200, 800))
    gallery.wait(lambda: gallery.names() != [], "the gallery")
    field = gallery.find("dialog .boardAddressRow input")
    field.send_keys(made.address.replace("catalogue.json", "none.json") + "\n")
    gallery.wait(lambda: "The catalogue cannot be read" in gallery.find("dialog").text, "the problem")
    field.clear()
    field.send_keys(made.address + "\n")
    gallery.wait(lambda: gallery.offered() == ["Trains"], "the catalogue")
    assert violations(gallery.page) == []
    gallery.page.browser.get("about:blank")
    # It is there after a restart, until a person removes it.
    gallery = Gallery(open_page(start(is_known=False), 1200, 800))
    gallery.wait(lambda: gallery.offered() == ["Trains"], "the stored catalogue")
    gallery.press("Remove the catalogue Railways")
    gallery.wait(lambda: gallery.offered() == [], "the gallery without it")
    gallery.page.browser.get("about:blank")
    gallery = Gallery(open_page(start(is_known=False), 1200, 800))
    gallery.wait(lambda: gallery.names() != [], "the gallery")
    assert gallery.offered() == []


def test_an_absent_catalogue_is_named_and_the_rest_of_the_gallery_works(tmp_path, open_page):
    server = Server(tmp_path / "share", options=("--catalogue", "http://127.0.0.1:1/catalogue.json"))
    try:
        gallery = Gallery(open_page(server.root, 1200, 800))
        gallery.wait(lambda: "The catalogue cannot be read" in gallery.find("dialog").text, "the problem")
        assert gallery.names() != []
        gallery.page.browser.get("about:blank")
    finally:
        server.stop()
