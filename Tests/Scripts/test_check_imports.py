"""Tests that the import check finds problems, because a check that never fails is worse than none."""

import pytest
import scripts

check_imports = scripts.load("check-imports")


@pytest.mark.parametrize("source, expected", [
    ("import Foundation\npublic import TesseraValues", [("Foundation", 1), ("TesseraValues", 2)]),
    ("@testable import A\n@_spi(Testing) @preconcurrency internal import B", [("A", 1), ("B", 2)]),
    ("#if canImport(Darwin)\n  import Darwin\n#endif", [("Darwin", 2)]),
    ("import struct Foundation.Date", [("Foundation", 1)]),
    ("import A.Submodule", [("A", 1)]),
    ("// import A\n/* import B\nimport C */\n/// import D", []),
    ('let text = """\nimport A\n"""\nimport B', [("B", 4)]),
    ('let text = "// no comment"; let url = "http://x"\nimport B', [("B", 2)]),
    ('let text = #"""\nimport A\n"""#', []),
    ("let important = importer", []),
])
def test_imports(source, expected):
    assert check_imports.imports(source) == expected


def target(name, dependencies, kind="regular"):
    return {"name": name, "type": kind, "dependencies": dependencies}


def package(tmp_path, monkeypatch, name, source, dependencies):
    monkeypatch.setattr(check_imports, "ROOT", tmp_path)
    folder = tmp_path / "Sources" / name
    folder.mkdir(parents=True)
    (folder / "File.swift").write_text(source)
    problems = []
    names = check_imports.LEVELS.keys() | check_imports.TEST_SUPPORT
    subject = target(name, dependencies)
    declared = check_imports.check_target(tmp_path, subject, names, problems.append)
    check_imports.check_levels(subject, declared, names, problems.append)
    return problems


GRDB = {"product": ["GRDB", "GRDB.swift", None, None]}


@pytest.mark.parametrize("name, source, dependencies, expected", [
    ("TesseraViews", "import TesseraValues\nimport Foundation", [{"byName": ["TesseraValues", None]}], []),
    ("TesseraData", "import GRDB", [GRDB], []),
    ("TesseraViews", "import TesseraValues", [],
     ["Sources/TesseraViews/File.swift:1: error: 'TesseraViews' imports 'TesseraValues' and does not declare it"]),
    ("TesseraData", "", [GRDB], ["Package.swift: error: 'TesseraData' declares 'GRDB' and imports it nowhere"]),
    ("TesseraValues", "import TesseraViews", [{"target": ["TesseraViews", None]}],
     ["Package.swift: error: 'TesseraValues' of level 0 depends on 'TesseraViews' of level 2; arrows point down"]),
    ("TesseraViews", "import TesseraData", [{"byName": ["TesseraData", None]}],
     ["Package.swift: error: 'TesseraViews' of level 2 depends on 'TesseraData' of level 3; arrows point down"]),
    ("TesseraViews", "import TesseraTestSupport", [{"byName": ["TesseraTestSupport", None]}],
     ["Package.swift: error: 'TesseraViews' depends on 'TesseraTestSupport', which is for tests only"]),
    ("TesseraNews", "", [],
     ["Scripts/check-imports: error: 'TesseraNews' has no level; add it to LEVELS and to docs/explanation/architecture.md"]),
])
def test_targets(tmp_path, monkeypatch, name, source, dependencies, expected):
    assert package(tmp_path, monkeypatch, name, source, dependencies) == expected
