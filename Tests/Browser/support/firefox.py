"""Firefox, driven through Marionette, its own server for WebDriver commands.

Debian has no geckodriver, which translates WebDriver's requests into Marionette's messages. Its commands have the same
parameters and results, so that Selenium's driver needs only another connection.
"""

import json
import pathlib
import socket
import subprocess

from selenium.webdriver.firefox.options import Options
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.webdriver import WebDriver

from waiting import wait

BINARY = pathlib.Path("/usr/bin/firefox-esr")

PREFERENCES = {
    # Any free port; Firefox writes it into the profile.
    "marionette.port": 0,
    "intl.accept_languages": "en",
    # Nothing is asked of the network: servers of tests have numeric addresses.
    "network.dns.disabled": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    # No pages but those of tests.
    "browser.aboutwelcome.enabled": False,
    "browser.startup.page": 0,
    "browser.shell.checkDefaultBrowser": False,
}

COMMANDS = {
    Command.NEW_SESSION: "NewSession",
    Command.QUIT: "DeleteSession",
    Command.SET_TIMEOUTS: "SetTimeouts",
    Command.GET: "Navigate",
    Command.GET_CURRENT_URL: "GetCurrentURL",
    Command.GO_BACK: "Back",
    Command.REFRESH: "Refresh",
    Command.W3C_EXECUTE_SCRIPT: "ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript",
    Command.SCREENSHOT: "TakeScreenshot",
    Command.FIND_ELEMENT: "FindElement",
    Command.FIND_ELEMENTS: "FindElements",
    Command.FIND_CHILD_ELEMENT: "FindElement",
    Command.FIND_CHILD_ELEMENTS: "FindElements",
    Command.W3C_GET_ACTIVE_ELEMENT: "GetActiveElement",
    Command.CLICK_ELEMENT: "ElementClick",
    Command.CLEAR_ELEMENT: "ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "GetElementText",
    Command.GET_ELEMENT_TAG_NAME: "GetElementTagName",
    Command.GET_ELEMENT_RECT: "GetElementRect",
    Command.IS_ELEMENT_ENABLED: "IsElementEnabled",
    Command.IS_ELEMENT_SELECTED: "IsElementSelected",
    Command.W3C_ACTIONS: "PerformActions",
    Command.W3C_CLEAR_ACTIONS: "ReleaseActions",
    Command.W3C_GET_CURRENT_WINDOW_HANDLE: "GetWindowHandle",
    Command.W3C_GET_WINDOW_HANDLES: "GetWindowHandles",
    Command.SWITCH_TO_WINDOW: "SwitchToWindow",
    Command.NEW_WINDOW: "NewWindow",
    Command.CLOSE: "CloseWindow",
    Command.GET_WINDOW_RECT: "GetWindowRect",
    Command.SET_WINDOW_RECT: "SetWindowRect",
}


class MarionetteConnection:
    """Executes the commands of Selenium's driver. A message is its length, a colon, and JSON."""

    client_config = None

    def __init__(self, port):
        self._stream = socket.create_connection(("127.0.0.1", port)).makefile("rwb")
        self._count = 0
        # Firefox says first who it is.
        self._read()

    def execute(self, command, params):
        name = COMMANDS[command]
        params = {key: value for key, value in params.items() if key != "sessionId"}
        if command == Command.NEW_SESSION:
            params = {"strictFileInteractability": False}
        elif command in (Command.FIND_CHILD_ELEMENT, Command.FIND_CHILD_ELEMENTS):
            params["element"] = params.pop("id")
        self._count += 1
        self._write([0, self._count, f"WebDriver:{name}", params])
        _, number, problem, result = self._read()
        assert number == self._count
        if problem:
            return {"status": 500, "value": json.dumps({"value": problem})}
        return {"value": result["value"] if isinstance(result, dict) and set(result) == {"value"} else result}

    def close(self):
        self._stream.close()

    def _write(self, message):
        data = json.dumps(message).encode()
        self._stream.write(b"%d:%s" % (len(data), data))
        self._stream.flush()

    def _read(self):
        length = b""
        while (byte := self._stream.read(1)) != b":":
            assert byte, "Firefox has ended the connection"
            length += byte
        return json.loads(self._stream.read(int(length)))


class Firefox(WebDriver):
    """A browser without a window, with a profile in an empty folder."""

    def __init__(self, folder):
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines))
        self._process = subprocess.Popen(
            [BINARY, "--headless", "--marionette", "--no-remote", "--profile", folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = folder / "MarionetteActivePort"
        wait(lambda: port.exists() and port.read_text().strip(), "the port of Firefox")
        self._connection = MarionetteConnection(int(port.read_text()))
        super().__init__(self._connection, options=Options())

    def quit(self):
        try:
            self.execute(Command.QUIT)
            self._connection.close()
        finally:
            self._process.terminate()
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
