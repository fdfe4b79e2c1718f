"""The widgets of the library, and the scenarios of their tests."""

from served import ROOT

LIBRARY = sorted(path.stem for path in (ROOT / "Widgets").glob("*.widget"))


def scenario_for_pictures(name):
    """Returns the scenario of a widget that has data, by the names that are usual for it."""
    tests = ROOT / "Widgets" / f"{name}.widget" / "tests"
    for usual in ["now", "values", "stories", "videos", "agenda", "checks", "releases", "repository", "pictures"]:
        if (tests / f"{usual}.yaml").is_file():
            return tests / f"{usual}.yaml"
    return sorted(tests.glob("*.yaml"))[0]
