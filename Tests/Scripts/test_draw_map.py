"""The picture of the targets is in order, and up to date."""

import itertools
import pathlib
import re
import runpy
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
draw_map = runpy.run_path(str(ROOT / "Scripts/draw-map"))

# Two folders that import a third one, and have no target in common with each other.
GRAPH = {"Base": set(), "Shapes": {"Base"}, "Text": {"Base"}, "Store": {"Text"}, "View": {"Shapes", "Base"}, "Window": {"View"}}
FOLDERS = {"Base": "Low", "Shapes": "Low", "Text": "Low", "Store": "Data", "View": "Screen", "Window": "Screen"}
LEVELS = {"Base": 0, "Shapes": 1, "Text": 1, "Store": 2, "View": 2, "Window": 5}


def test_implied_imports_are_left_out():
    assert draw_map["reduced"](GRAPH, LEVELS) == {**GRAPH, "View": {"Shapes"}}


def test_folders_are_above_their_imports():
    rows = draw_map["layers"](GRAPH, FOLDERS, LEVELS)
    assert rows == {"Base": 0, "Shapes": 1, "Text": 1, "Store": 2, "View": 2, "Window": 3}


def test_levels_that_do_not_import_each_other_share_a_row():
    rows = draw_map["layers"]({"A": set(), "B": set(), "C": {"B"}}, dict.fromkeys("ABC", "Only"), {"A": 0, "B": 3, "C": 4})
    assert rows == {"A": 0, "B": 0, "C": 1}


def test_cyclic_imports_are_rejected():
    with pytest.raises(ValueError, match="folders import each other: One, Two"):
        draw_map["layers"]({"A": set(), "B": {"A"}, "C": {"B"}}, {"A": "One", "B": "Two", "C": "One"}, {"A": 0, "B": 1, "C": 2})


def test_boxes_do_not_overlap_and_arrows_point_down():
    picture = draw_map["Picture"](GRAPH, FOLDERS, LEVELS)
    for one, other in itertools.combinations(GRAPH, 2):
        assert picture.rows[one] != picture.rows[other] or abs(picture.x[one] - picture.x[other]) >= draw_map["STEP"]
    paths = list(picture.arrows())
    assert len(paths) == sum(map(len, picture.graph.values()))
    for path in paths:
        start, end = re.match(r"M\S+ (\S+?)C", path)[1], path.split()[-1]
        assert float(start) < float(end)


def test_the_image_is_current():
    done = subprocess.run([ROOT / "Scripts/draw-map", "--check"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
