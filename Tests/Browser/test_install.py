"""Archives of widgets that a person picks in the gallery."""

from selenium.webdriver.common.by import By

from served import Server
from small_bundles import write_archive


def test_the_gallery_accepts_an_archive(tmp_path, open_page):
    path = write_archive(tmp_path / "Greeting.widget.zip", "Hello")
    server = Server(tmp_path / "share")
    try:
        page = open_page(server.root, 1200, 800)
        page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, ".boardTile"), "the board")
        page.browser.find_element(By.CSS_SELECTOR, ".boardTool.toggle").click()
        page.wait(lambda: page.browser.find_element(By.CSS_SELECTOR, ".boardTool.add").is_displayed(), "editing")
        page.browser.find_element(By.CSS_SELECTOR, ".boardTool.add").click()
        pick = page.wait(
            lambda: page.browser.find_element(By.CSS_SELECTOR, 'dialog input[accept^=".zip"]'), "the gallery")
        pick.send_keys(str(path))
        page.wait(
            lambda: "Greeting" in [
                title.text for title in page.browser.find_elements(By.CSS_SELECTOR, ".boardCard h3")],
            "the new widget")
        page.browser.get("about:blank")
    finally:
        server.stop()
