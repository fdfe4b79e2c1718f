"""The services of the package start again, as their files say."""

import configparser
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Packaging/systemd"


def settings(path):
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(path)
    return unit


@pytest.mark.parametrize("name", ["tessera.service", "tessera.user.service"])
def test_a_service_starts_again_for_ever_unless_a_person_has_to_mend_something(name):
    unit = settings(FOLDER / name)
    # systemd gives up after some starts within some time, unless that time is 0.
    assert unit["Unit"]["StartLimitIntervalSec"] == "0" and "StartLimitBurst" not in unit["Unit"]
    service = unit["Service"]
    assert (service["Restart"], service["RestartSec"], service["RestartPreventExitStatus"]) == ("always", "5", "78")
