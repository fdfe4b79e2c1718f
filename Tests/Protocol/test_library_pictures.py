"""A picture of each widget of the library in each size and look, with the responses that its scenarios recorded."""

import itertools
import subprocess

import pytest

from library import LIBRARY, scenario_for_pictures
from served import ROOT, TESSERA
from waiting import PATIENCE

# A cell of 90 points with 10 between cells.
SIZES = {"smallest": "190x90", "small": "190x190", "usual": "390x390", "wide": "790x390"}
LOOKS = {"light": [], "dark": ["--dark"], "german": ["--language", "de"]}


def draw(name, size, look, picture):
    done = subprocess.run(
        [TESSERA, "render", f"Widgets/{name}.widget", "--scenario", scenario_for_pictures(name), "--size", SIZES[size],
         "--format", "svg", "--output", picture, *LOOKS[look]],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    # An empty frame has rectangles only.
    assert any(mark in picture.read_text() for mark in ["<path", "<text", "<image"]), picture


@pytest.mark.parametrize("name", LIBRARY)
def test_a_widget_of_the_library_has_a_picture(name, tmp_path):
    draw(name, "usual", "light", tmp_path / f"{name}.svg")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", LIBRARY)
def test_a_widget_of_the_library_has_a_picture_in_each_size_and_look(name, tmp_path):
    for size, look in itertools.product(SIZES, LOOKS):
        if (size, look) != ("usual", "light"):
            draw(name, size, look, tmp_path / f"{name}-{size}-{look}.svg")
