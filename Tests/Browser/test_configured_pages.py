"""Pages of a server whose options are in a file."""

import signal

import pytest

from configured_server import BOARDS, ConfiguredServer
from ports import free_port


@pytest.mark.offline
@pytest.mark.smoke
def test_a_page_follows_the_file_and_a_server_that_is_made_anew(tmp_path, open_page):
    text = f"port: {free_port()}\ndata: data\n" + BOARDS
    server = ConfiguredServer(tmp_path, text)
    try:
        page = open_page(server.root)
        page.wait(lambda: page.run("return document.querySelectorAll('[data-kind=screen]').length") == 3, "the widgets")
        assert page.run("return [...document.querySelectorAll('.boardTool')].every((tool) => tool.hidden)")
        page.shot("declared")
        server.write(text.replace("background: dawn", "background: ocean"))
        page.wait(lambda: "ocean" in page.run("return document.body.outerHTML.slice(0, 500)"), "the background")
        page.run("document.querySelector('[data-kind=screen]').dataset.former = ''")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("Listening on", 2)
        page.wait(lambda: page.run("return document.querySelectorAll('[data-kind=screen]:not([data-former])').length") == 3,
                  "the widgets of the new server")
        assert "error" not in server.log.read_text()
    finally:
        server.stop()
