"""The table of limits is read from their declarations, and says so if they change."""

import pytest
import scripts

list_limits = scripts.load("list-limits")

FILES = """\
/// Files.
struct Files {
  /// The maximum size of a file, in bytes. A larger one is refused. This is a comment on it.
  package static let maximumSize = 8 << 20
}
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Writes a file of a target, and returns the script's exit code."""
    monkeypatch.setattr(list_limits, "ROOT", tmp_path)
    monkeypatch.setattr(list_limits, "PAGE", tmp_path / "limits.md")
    monkeypatch.setattr(list_limits, "TUNING", set())
    file = tmp_path / "Sources/Model/TesseraBundles/Files.swift"
    file.parent.mkdir(parents=True)

    def run(text, *arguments):
        file.write_text(text)
        monkeypatch.setattr("sys.argv", ["list-limits", *arguments])
        return list_limits.main()

    return run


def rows(tmp_path):
    lines = [line.removesuffix(" |").split(" | ") for line in (tmp_path / "limits.md").read_text().splitlines()]
    return [line for line in lines if len(line) == 3 and line[0] not in ("| Limit", "| ---")]


def test_a_changed_value_is_reported(tree, capsys):
    assert tree(FILES, "--record") == 0
    assert tree(FILES) == 0
    assert tree(FILES.replace("8 << 20", "9 << 20")) == 1
    assert "+| The maximum size of a file (files) | 9 MiB | A larger one is refused |" in capsys.readouterr().out


def test_a_missing_comment_is_reported(tree, capsys):
    assert tree(FILES.replace("///", "//")) == 1
    error = "Sources/Model/TesseraBundles/Files.swift:4: error: 'Files.maximumSize' has no comment that says what it limits\n"
    assert capsys.readouterr().err == error


def test_what_is_left_out_exists(tree, monkeypatch, capsys):
    monkeypatch.setattr(list_limits, "TUNING", {"Files.maximumSize", "Files.limit"})
    assert tree(FILES) == 1
    assert capsys.readouterr().err == "Scripts/list-limits: error: there is no 'Files.limit' to leave out\n"


@pytest.mark.parametrize("declaration, expected", [
    ("/// A size, in bytes.\n  static let limit = 100_000", ["A size", "100,000 bytes"]),
    ("/// A size, in UTF-8 bytes.\n  static let limit = Other.maximumCount << 10", ["A size", "20 KiB"]),
    ("/// A number.\n  static var maximumCount: Int { 2 * Other.maximumCount + 1 }", ["A number", "41"]),
    ("/// A time.\n  static let timeout: Duration = .seconds(600)", ["A time", "10 minutes"]),
    ("/// A time, in seconds.\n  static let sessionTime: TimeInterval = 30 * 24 * 3600", ["A time", "30 days"]),
    ("/// A range.\n  static let limits = 1.0...6000.0", ["A range", "1 to 6,000"]),
    ("/// Limits.\n  static let large = OtherLimits(bytes: 2 << 30, depth: 3)", ["Limits", "2 GiB, 3 levels"]),
    ("/// Limits.\n  static let large = OtherLimits(depth: 3, isStrict: true)", ["Limits", "3 levels"]),
    ("/// A number.\n  static let count = 1", None),
    ("/// A number.\n  let maximumCount = 1", None),
    ("/// A number.\n  static let limit = []", None),
    ("/// A function.\n  func f() {\n    let maximumCount = 1\n  }", None),
])
def test_values_are_readable(tree, tmp_path, declaration, expected):
    text = f"struct Some {{\n  {declaration}\n}}\nenum Other {{\n  /// Other.\n  static let maximumCount = 20\n}}\n"
    assert tree(text, "--record") == 0
    found = [row[:2] for row in rows(tmp_path) if row[0] != "| Other (other)"]
    assert found == ([] if expected is None else [[f"| {expected[0]} (some)", expected[1]]])


def test_fields_of_limits_have_their_default_values(tree, tmp_path):
    assert tree("""\
struct SomeLimits {
  /// The maximum size, in bytes.
  var bytes: Int
  /// The time limit. It ends.
  var time = Duration.seconds(90)

  init(
    bytes: Int = 64 << 20
  ) {
    self.bytes = bytes
  }

  /// The usual limits, which are those of the fields.
  static let standard = SomeLimits()
}
""", "--record") == 0
    assert rows(tmp_path) == [
        ["| The maximum size (some limits)", "64 MiB", ""], ["| The time limit (some limits)", "90 s", "It ends"]
    ]


def test_the_page_names_no_source_but_a_search_does(tree, tmp_path, capsys):
    assert tree(FILES, "--record") == 0
    page = (tmp_path / "limits.md").read_text()
    assert ".swift" not in page and "maximumSize" not in page
    capsys.readouterr()
    assert tree(FILES, "--find", "SIZE of a file") == 0
    declaration = "Sources/Model/TesseraBundles/Files.swift:4: Files.maximumSize"
    assert capsys.readouterr().out == f"{declaration}: The maximum size of a file: 8 MiB\n"
    assert tree(FILES, "--find", "speed") == 1


def test_a_clear_sentence_needs_no_type(tree, tmp_path):
    assert tree(FILES.replace("size of a file,", "size of a file that a bundle has,"), "--record") == 0
    assert rows(tmp_path)[0][0] == "| The maximum size of a file that a bundle has"


def test_the_words_of_a_type_are_read_from_its_name():
    assert list_limits.topic("Manifest.HTTPURLRules") == "manifest HTTPURL rules"


def test_an_option_is_named():
    command = "  @Option\n  var maximumConnections = ConnectionLimits().maximumCount\n"
    assert list_limits.options(command) == {"ConnectionLimits.maximumCount": "--maximum-connections"}
