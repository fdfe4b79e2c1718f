"""Screens of a Beagle backend from a user's point of view: a small shop on the loopback interface."""

import json
import subprocess

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from axe import violations
from beagle_shop import PAYLOADS, component, screen
from fake_service import FakeService
from served import ROOT, Server
from waiting import PATIENCE


@pytest.fixture
def backend():
    with FakeService(PAYLOADS) as service:
        yield service


@pytest.fixture
def shop(backend, tmp_path, open_page):
    server = Server(tmp_path, backend.address + "/home")
    page = open_page(server.address, width=390, height=700)
    page.backend = backend
    page.wait_visible("offer")
    yield page
    page.browser.get("about:blank")
    server.stop()


def visible(page, identifier):
    found = page.browser.find_elements(By.CSS_SELECTOR, f'[data-id="{identifier}"]')
    return [element for element in found if element.is_displayed()]


def text(page, identifier):
    shown = visible(page, identifier)
    return shown[0].text if shown else None


@pytest.mark.exhaustive
def test_a_product_is_added_to_the_cart(shop):
    assert sorted(shop.backend.targets) == ["/home", "/offer"]
    assert text(shop, "count") == "In the cart: 0"
    assert violations(shop) == []
    visible(shop, "open")[1].click()
    shop.wait(lambda: text(shop, "name") == "A Chair", "the product")
    visible(shop, "add")[0].click()
    shop.wait(lambda: shop.browser.find_elements(By.CSS_SELECTOR, '[role="alertdialog"], dialog[open]'), "the message")
    shop.browser.switch_to.active_element.click()
    shop.wait(lambda: text(shop, "count") == "In the cart: 1", "the cart to fill")


@pytest.fixture
def swift_shop():
    """The URL of the shop that is written in Swift."""
    process = subprocess.Popen([ROOT / ".build/debug/shop", "--port", "0"], stdout=subprocess.PIPE, text=True)
    yield process.stdout.readline().split()[-1]
    process.terminate()
    process.wait(PATIENCE)


@pytest.mark.smoke
def test_a_purchase_in_the_swift_shop_is_completed(swift_shop, tmp_path, open_page):
    server = Server(tmp_path, swift_shop + "/home")
    try:
        page = open_page(server.address, width=390, height=760)
        page.wait(lambda: text(page, "count") == "In the cart: 0", "an empty cart")
        page.wait(lambda: len(visible(page, "product")) == 4, "the products")
        pictures = '[data-kind="image"] > img[src]'
        shown = lambda: [each.get_property("naturalWidth") for each in page.browser.find_elements(By.CSS_SELECTOR, pictures)]
        page.wait(lambda: len(shown()) == 4 and all(shown()), "the pictures")
        page.shot("shop")
        for place in (0, 2):
            # The pressable area covers the whole card.
            ActionChains(page.browser).click(visible(page, "product")[place]).perform()
            page.wait(lambda: visible(page, "add"), "the product")
            visible(page, "add")[0].click()
            page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, '[role="alertdialog"], dialog[open]'), "the message")
            page.browser.switch_to.active_element.click()
            page.wait(lambda: visible(page, "count"), "the shop")
        assert text(page, "count") == "In the cart: 2"
        button_named(page, "Cart").click()
        page.wait(lambda: text(page, "total") == "Total: 65 €", "the cart")
        visible(page, "remove")[0].click()
        page.wait(lambda: text(page, "total") == "Total: 25 €", "the lamp to go")
        visible(page, "next")[0].click()
        page.wait(lambda: visible(page, "order"), "the form")
        visible(page, "order")[0].click()
        page.wait(lambda: "Who are you?" in page.browser.find_element(By.TAG_NAME, "body").text, "what is missing")
        visible(page, "nameField")[0].send_keys("Ada")
        visible(page, "streetField")[0].send_keys("Main Street 1")
        page.wait(lambda: "Where do you live?" not in page.browser.find_element(By.TAG_NAME, "body").text, "a complete form")
        visible(page, "order")[0].click()
        page.wait(lambda: text(page, "thanks") == "Order 1 is on its way.", "the order")
        assert violations(page) == []
        visible(page, "home")[0].click()
        page.wait(lambda: text(page, "count") == "In the cart: 0", "the shop again")
    finally:
        page.browser.get("about:blank")
        server.stop()


def button_named(page, name):
    return next(found for found in page.browser.find_elements(By.TAG_NAME, "button") if found.is_displayed() and found.text == name)


def test_a_payload_extends_beagle_and_respects_the_safe_area(tmp_path, open_page):
    label = lambda text, **members: component("text", text=text, **members)
    tabs = component("tabView", children=[
        {"title": "Home", "icon": "home", "child": label("At home", id="home")},
        {"title": "Saved", "icon": {"mobileId": "star"}, "child": label("For later", id="saved")}])
    decoration = label("~", id="decoration", accessibility={"accessible": False})
    box = component(
        "container", id="row", style={"flex": {"flexDirection": "ROW"}}, children=[label("a", id="a"), label("b", id="b")],
        _tessera_={"style": {"gap": 24}})
    document = tmp_path / "home.json"
    document.write_text(json.dumps(screen("main", "Main", box, decoration, tabs)))
    server = Server(tmp_path, document)
    try:
        page = open_page(server.address, width=390, height=700)
        page.wait(lambda: text(page, "home") == "At home", "the first tab")
        first, second = (visible(page, name)[0].rect for name in "ab")
        assert abs(second["x"] - first["x"] - first["width"] - 24) < 1
        assert visible(page, "decoration")[0].get_attribute("aria-hidden") == "true"
        names = [tab.get_attribute("aria-label") for tab in page.browser.find_elements(By.CSS_SELECTOR, '[role="tab"]')]
        assert names == ["Home", "Saved"]
        page.shot("payload")
        insets = {"top": 40, "topMax": 40, "bottom": 20, "bottomMax": 20, "left": 10, "leftMax": 10, "right": 10, "rightMax": 10}
        page.browser.execute_cdp_cmd("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        box = lambda: page.browser.find_element(By.CSS_SELECTOR, ".widget").rect
        page.wait(lambda: box() == {"x": 10, "y": 40, "width": 370, "height": 640}, "the edges to be kept free")
        page.wait(lambda: visible(page, "row")[0].rect["width"] == 370 - 32, "the screen to follow")
    finally:
        page.browser.get("about:blank")
        server.stop()
