"""A server whose options are in a file, which may change while it runs."""

import json
import os
import re
import subprocess
import urllib.error
import urllib.request

from served import ROOT, TESSERA
from waiting import PATIENCE, wait

# Two boards, of which people may change the second.
BOARDS = """
boards:
  - name: Home
    background: dawn
    pages:
      - columns:
          - width: 2
            widgets: [{samples}/Clock.widget, {samples}/Note.widget]
          - width: 4
            widgets:
              - widget: {samples}/Todo.widget
                size: 4x3
        icons:
          - {{name: Swift, address: "https://www.swift.org/"}}
  - id: team
    name: Team board
    start: true
    pages:
      - widgets: [{samples}/Steps.widget]
""".format(samples=ROOT / "Samples")


class ConfiguredServer:
    """A server whose options are in a file."""

    def __init__(self, folder, text, **environment):
        self.file = folder / "tessera.yaml"
        self.log = folder / "log"
        self.write(text)
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [TESSERA, "serve", "--config", self.file], cwd="/", env={**os.environ, **environment}, stdout=log,
                stderr=subprocess.STDOUT)
        self.wait_for("Listening on")

    def write(self, text):
        """Replaces the file as editors do."""
        draft = self.file.with_suffix(".new")
        draft.write_text(text)
        draft.rename(self.file)

    def wait_for(self, text, count=1):
        wait(lambda: self.log.read_text().count(text) >= count or self.process.poll() is not None, text)
        assert self.process.poll() is None, self.log.read_text()

    @property
    def root(self):
        return re.findall(r"Listening on (http://[^\s\"]+)", self.log.read_text())[-1]

    def request(self, path, body=None):
        request = urllib.request.Request(self.root + path, None if body is None else json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def stop(self):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0, self.log.read_text()

    def kill(self):
        """Ends the process, if it has not ended."""
        self.process.kill()
        self.process.wait()
