"""A catalogue that the command makes of written widgets, and a service that offers it."""

import json

from fake_service import FakeService, files
from small_bundles import write_bundle


class MadeCatalogue:
    """`written` has the bundles, `folder` what is made of them. `address` is where the catalogue is offered."""

    def __init__(self, command):
        self.command = command
        self.written, self.folder = command.folder / "written", command.folder / "served"
        self.folder.mkdir()
        self.service = FakeService(otherwise=files(self.folder))
        self.address = f"{self.service.address}/catalogue.json"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.service.close()

    def make(self, **widget):
        """Makes the catalogue with a widget, or with another version of it, and returns what it says."""
        write_bundle(self.written, **widget)
        built = self.command("catalogue", "build", self.written, "--output", self.folder, "--name", "Railways")
        assert built.returncode == 0, built.stderr
        return json.loads((self.folder / "catalogue.json").read_text())
