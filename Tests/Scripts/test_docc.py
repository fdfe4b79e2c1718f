"""The DocC catalogues exist, and their links and code examples match the library."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# One list for each public module; the list of a module without public declarations is empty.
LISTS = {path.stem: path for path in sorted((ROOT / "docs/reference/symbols").glob("*.txt"))}
MODULES = [module for module, path in LISTS.items() if path.read_text(encoding="utf-8").strip()]
PAGES = sorted((ROOT / "Sources").rglob("*.docc/**/*.md"))

LINK = re.compile(r"``([^`\n]+)``")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PART = re.compile(r"^<!-- part: (\S+) -->\n```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def module_of(page):
    return next(folder.stem for folder in page.parents if folder.suffix == ".docc")


def symbols(module):
    """Returns the names of a module's public declarations, as a DocC link writes them."""
    lines = LISTS[module].read_text(encoding="utf-8").splitlines()
    return {module, *(line.split(": ", 1)[0].replace(".", "/") for line in lines)}


def unknown_links(text, module):
    """Returns the links without a declaration. Links to extensions begin with the module of the extended type."""
    known = symbols(module)
    links = LINK.findall(FENCED.sub("", text))
    return [link for link in links
            if link not in known and not (link.partition("/")[0] in LISTS and link.partition("/")[2] in known)]


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def is_part(shown, whole):
    return any(whole[start:start + len(shown)] == shown for start in range(len(whole)))


@pytest.mark.parametrize("module", MODULES)
def test_each_public_module_has_a_catalogue(module):
    (source,) = (ROOT / "Sources").glob(f"*/{module}")
    page = source / f"{module}.docc/{module}.md"
    assert page.is_file()
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# ``{module}``\n\n")
    assert "\n## Overview\n" in text and "\n## Topics\n" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_name_public_declarations(page):
    assert unknown_links(page.read_text(encoding="utf-8"), module_of(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_marked_examples_are_parts_of_their_files(page):
    for path, code in PART.findall(page.read_text(encoding="utf-8")):
        assert is_part(lines(code), lines((ROOT / path).read_text(encoding="utf-8"))), path


@pytest.mark.parametrize("text, expected", [
    ("# ``TesseraLayout``\n\n- ``LayoutTree``\n- ``LayoutTree/frame(of:)``", []),
    ("- ``LayoutTre``\n- ``Value``", ["LayoutTre", "Value"]),
    ("- ``TesseraValues/LayoutTree``\n- ``TesseraValues/Value``", ["TesseraValues/Value"]),
    ("```swift\nlet text = \"``none``\"\n```\n", []),
])
def test_unknown_links_are_found(text, expected):
    assert unknown_links(text, "TesseraLayout") == expected
