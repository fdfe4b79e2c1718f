"""Tests the JSON Schema of `reference --schema` with a validator."""

import json
import pathlib
import subprocess

import jsonschema
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "Samples/Extension/Team.widget"
SCREENS = sorted([*ROOT.glob("Samples/*.widget/screens/*.json"), *EXTENSION.glob("screens/*.json"),
                  *ROOT.glob("docs/examples/*.widget/screens/*.json")])


@pytest.fixture(scope="module")
def schema():
    printed = subprocess.run(
        [".build/debug/team-board", "reference", "--schema"], cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(printed.stdout)


def problems(screen, schema):
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(screen)]


def test_the_schema_is_valid(schema):
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: str(path.relative_to(ROOT)))
def test_valid_screens_match_the_schema(schema, path):
    screen = json.loads(path.read_text())
    if set(screen) & {"navigationItem", "view", "objects", "elements"} == set() and len(screen) == 1:
        (screen,) = screen.values()
    if isinstance(screen.get("view"), dict) and "class" not in screen["view"]:
        assert problems(screen, schema) == []


@pytest.mark.parametrize("component", [
    {"type": "rangeslider"},
    {"type": "rangeSlider", "minimumRange": -4},
    {"type": "rangeSlider", "maximumValue": "ten"},
    {"type": "container", "children": {"type": "text"}},
    {"type": "container", "children": [{"type": "text", "hidden": "yes"}]},
])
def test_invalid_screens_do_not_match_the_schema(schema, component):
    assert problems({"view": component}, schema) != []


def test_properties_of_a_custom_widget_match_its_definition(schema):
    least = schema["$defs"]["rangeSliderComponent"]["properties"]["minimumRange"]["anyOf"][0]
    assert least == {
        "type": ["number", "boolean"], "minimum": 0, "maximum": 1e15, "default": 0, "title": "Least distance",
        "description": "How far apart the two are at least.",
    }
