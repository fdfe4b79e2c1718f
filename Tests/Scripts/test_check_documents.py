"""The document check finds what it is for."""

import pytest
import scripts

check_documents = scripts.load("check-documents")


@pytest.fixture
def problems(tmp_path, monkeypatch):
    """Checks one page of docs/, beside a page `other.md` with the heading 'A part'."""
    monkeypatch.setattr(check_documents, "ROOT", tmp_path)
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "other.md").write_text("# Other\n\nThis page is there.\n\n## A `part`\n")

    def check(text):
        page = folder / "page.md"
        page.write_text(text)
        found = []
        check_documents.check_page(page, found.append)
        return [problem.split("error: ")[1] for problem in found]

    return check


HEAD = "# Title\n\nThis page has a purpose.\n\n"


@pytest.mark.parametrize("text, expected", [
    (HEAD + "[Fine](other.md#a-part) and [itself](#title).", []),
    (HEAD + "[None](none.md)", ["there is no 'none.md'"]),
    (HEAD + "[None](other.md#none)", ["'other.md' has no heading '#none'"]),
    (HEAD + "`[no link](none.md)`\n\n```\n[no link](none.md)\n```\n", []),
    ("# Title\n\nIt begins somehow.\n", ["the first paragraph does not say what the page is for ('This page …')"]),
    (HEAD + "x" * 121, ["121 columns; the most are 120"]),
    (HEAD + "| " + "x" * 121 + " |\n\n```\n" + "x" * 121 + "\n```\n", []),
    (HEAD + "Nobody reads it.", ["'Nobody': say who it is"]),
])
def test_pages(problems, text, expected):
    assert problems(text) == expected


def test_the_index_lists_each_page_once(tmp_path, monkeypatch):
    monkeypatch.setattr(check_documents, "DOCS", tmp_path)
    monkeypatch.setattr(check_documents, "INDEX", tmp_path / "README.md")
    (tmp_path / "README.md").write_text("[One](one.md), [two](two.md), [two again](two.md)")
    found = []
    check_documents.check_index([tmp_path / name for name in ("one.md", "two.md", "three.md")], found.append)
    assert [problem.split("error: ")[1] for problem in found] == ["lists two.md 2 times", "lists three.md 0 times"]


@pytest.mark.parametrize("text, expected", [
    ("# A title\n\n- One word, `two` and 3.\n", 7),
    ("| Key | Value |\n| --- | --- |\n| `a` | – |\n", 3),
    ("<!-- part: file.json -->\n```json\n{ \"not\": \"counted\" }\n```\n", 0),
])
def test_words_are_counted_without_signs(text, expected):
    assert check_documents.count_words(text) == expected


def test_the_threat_model_is_checked_but_has_as_many_words_as_it_needs(tmp_path, monkeypatch, capsys):
    index = tmp_path / "docs/README.md"
    for name, value in {"ROOT": tmp_path, "DOCS": index.parent, "INDEX": index, "OUTSIDE": []}.items():
        monkeypatch.setattr(check_documents, name, value)
    index.parent.mkdir()
    index.write_text(HEAD)
    (tmp_path / "SECURITY.md").write_text("[None](none.md) of these words counts.")
    assert check_documents.main() == 1
    output = capsys.readouterr()
    assert output.err == "SECURITY.md:1: error: there is no 'none.md'\n"
    assert output.out == "1 pages with 6 words of prose checked, 1 problems\n"
