"""Catalogues that commands make, list and install from."""

import json

import pytest

from command import Command
from made_catalogue import MadeCatalogue
from small_bundles import write_bundle


@pytest.fixture
def tessera(tmp_path):
    return Command(tmp_path)


@pytest.fixture
def made(tessera):
    with MadeCatalogue(tessera) as made:
        yield made


def test_a_catalogue_is_made_listed_and_installed_from_by_name(tessera, made):
    catalogue = made.make(hosts=["api.example.org"])
    (entry,) = catalogue["widgets"]
    assert entry["manifest"]["hosts"] == ["api.example.org"]
    assert (made.folder / entry["picture"]).read_bytes().startswith(b"\x89PNG")
    archive = (made.folder / entry["archive"]).read_bytes()
    assert made.make(hosts=["api.example.org"]) == catalogue, "the same widgets make the same catalogue"
    assert (made.folder / entry["archive"]).read_bytes() == archive
    listed = tessera("catalogue", "list", "--catalogue", made.address)
    assert listed.stdout == "org.example.trains\t1.0.0\tTrains\ttalks to api.example.org\n"
    installed = tessera("install", "trains", "--catalogue", made.address)
    assert installed.stdout == (
        "installed org.example.trains 1.0.0: Trains\ntalks to api.example.org\n"), installed.stderr
    made.make(version="1.1.0", hosts=["api.example.org", "maps.example.org"])
    updated = tessera("install", "org.example.trains", "--catalogue", made.address)
    assert updated.stdout == (
        "replaced org.example.trains 1.1.0: Trains\nnow also talks to maps.example.org\n"), updated.stderr


def test_an_unknown_name_is_refused_with_a_suggestion(tessera, made):
    made.make()
    for name, said in [("trans", "did you mean 'Trains'?"), ("buses", "No catalogue lists a widget 'buses'")]:
        refused = tessera("install", name, "--catalogue", made.address)
        assert refused.returncode == 2, name
        assert said in refused.stderr


def test_a_widget_with_errors_keeps_the_former_catalogue(tessera, made):
    before = made.make()
    bundle = write_bundle(made.written, name="Buses")
    (bundle / "screens/Main.json").write_text("{")
    refused = tessera("catalogue", "build", made.written, "--output", made.folder)
    assert refused.returncode == 1
    assert "Buses.widget/screens/Main.json:1:" in refused.stderr
    assert json.loads((made.folder / "catalogue.json").read_text()) == before
