"""Screens of a Beagle backend: a small shop on the loopback interface."""

from beagle_shop import PAYLOADS, component, screen
from fake_service import FakeService
from presentations import Presentation
from served import Server


def test_a_screen_is_requested_again_and_a_product_is_added_to_the_cart(tmp_path):
    with FakeService(PAYLOADS) as backend:
        server = Server(tmp_path, backend.address + "/home")
        try:
            with Presentation(server, width=390, height=700) as shop:
                shop.wait_for("offer")
                assert sorted(backend.targets) == ["/home", "/offer"]
                assert shop.text("count") == "In the cart: 0"

                # A screen that fails to load can be requested again.
                shop.press("broken")
                shop.wait_for("retryButton")
                assert backend.targets.count("/missing") == 1
                backend.routes["/missing"] = screen("found", "Found", component("text", id="found", text="Here after all"))
                shop.press("retryButton")
                shop.wait(lambda: shop.text("found") == "Here after all", "the screen")
                shop.back()
                shop.wait_for("count")

                shop.press(shop.all("open")[1])
                shop.wait(lambda: shop.text("name") == "A Chair", "the product")
                shop.press("add")
                assert shop.wait(shop.alert, "the message")["message"] == "It is in the cart."
                shop.answer()
                shop.wait(lambda: shop.text("count") == "In the cart: 1", "the cart to fill")
        finally:
            server.stop()
