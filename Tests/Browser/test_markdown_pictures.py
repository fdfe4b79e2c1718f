"""Pictures within rich text are shown, and those that cannot be are told by their descriptions."""

import json

import pytest

from axe import violations
from fake_service import FakeService, Response
from served import Server

PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><rect width="300" height="120" fill="teal"/></svg>'


@pytest.mark.smoke
def test_pictures_stand_between_the_texts(tmp_path, open_page):
    with FakeService({"/p.svg": Response(PICTURE, headers={"Content-Type": "image/svg+xml"})}) as service:
        html = (f'<p>Before</p><p><img src="{service.address}/p.svg" alt="A harbour"> and after it '
                f'<img src="{service.address}/none.svg" alt="A lost one"></p>')
        bundle = tmp_path / "Rich.widget"
        (bundle / "screens").mkdir(parents=True)
        (bundle / "widget.json").write_text(json.dumps({
            "id": "org.example.rich", "name": "Rich", "main": "Main", "hosts": [service.host]}))
        (bundle / "screens" / "Main.json").write_text(json.dumps({
            "context": {"id": "page", "value": {"html": html}},
            "view": {"type": "scroll", "children": [{
                "type": "markdown", "id": "article", "showsPictures": True, "style": {"padding": 12},
                "value": "@{toMarkdown(page.html)}"}]}}))
        server = Server(tmp_path, bundle, options=["--allow-private-addresses"])
        page = open_page(server.address, 400, 400)
        try:
            sizes = "return [...document.querySelectorAll('img')].map((image) => [image.naturalWidth, image.offsetHeight])"
            page.wait(lambda: [300, 212] in page.run(sizes), "the picture in its box")
            assert violations(page) == []
            page.shot("pictures")
            names = "return [...document.querySelectorAll('[role=img], img')].map((image) => image.ariaLabel || image.alt)"
            assert {"A harbour", "A lost one"} <= set(page.run(names))
        finally:
            page.browser.get("about:blank")
            server.stop()
