"""The check of the web client finds what it is for: a check that never fails would be worse than none."""

import pytest
import scripts

lint_client = scripts.load("lint-client")

ROLE = "// Does something.\n\n"


def problems(entry="", other=None, role=ROLE, test=None):
    """What is wrong with an entry that may import another module, and a test that may do so, too."""
    modules = {lint_client.ENTRY: role + entry}
    if other is not None:
        modules[lint_client.CLIENT / "views/other.js"] = ROLE + other
    tests = {} if test is None else {lint_client.TESTS / "other.test.mjs": ROLE + test}
    return [line.split("error: ", 1)[1] for line in lint_client.check(modules, tests)]


IMPORT = 'import { one } from "../views/other.js";\n'


@pytest.mark.parametrize("code", [
    "let variable = 1;",
    "if (a == null || b != null || c === d || e !== f) a <= b;",
    "const arrow = (a) => a >= 1;",
    '// var a == b; console.log\nconst text = "var a == b; innerHTML";',
    "/** A comment.\n * a == b\n */",
    "const text = `a == b\n${c}`;",
    "// A server that somebodyElse runs",
    'if (key === "Escape") element.className = `boardTool ${name}`;',
    'throw new Error("The board is not loaded yet");',
    'textButton(name, "boardChip", choose);',
    'element.textContent = text("done");\nelement.placeholder = "https://";',
    'element.style.left = `${Math.max(a, b)}px`;\nelement.title = `${a}: ${b}`;',
])
def test_valid_code_has_no_problems(code):
    assert problems(code) == []


@pytest.mark.parametrize("code, problem", [
    ("var a = 1;", "use const or let, not var"),
    ("if (a == b) c();", "compare with === or !=="),
    ("if (a != undefined) c();", "compare with === or !=="),
    ("console.log(a);", "call reportError, or say it on the page"),
    ("element.innerHTML = text;", "make elements, not texts of them"),
    ("x" * 121, "121 columns; 120 at most"),
    ("// Asks whoever is there", "say who it is, not 'whoever'"),
    ("/* Nobody\n * is there */", "say who it is, not 'Nobody'"),
    ('element.title = "close";', 'take the text from the catalogues: "close"'),
    ('board.say(`${name} removed`);', "take the text from the catalogues: `${name} removed`"),
    ('make("a", "", { "aria-label": "menu" });', 'take the text from the catalogues: "menu"'),
    ('call(isOn ? "Done" : "x");', 'take the text from the catalogues: "Done"'),
    ('import { one } from "./nothing.js";', "imports 'nothing.js', which is not there"),
])
def test_invalid_code_has_a_problem(code, problem):
    assert problems(code) == [problem]


@pytest.mark.parametrize("role, is_right", [
    ("// Does something, and something\n// else.\n", True),
    ("// Does something.\n//\n// Because it has to. It really does.\n", True),
    ("", False),
    ("// does something.\n", False),
    ("// Does something\n", False),
    ("// Does something. Does more.\n", False),
])
def test_role(role, is_right):
    assert (problems(role=role) == []) == is_right


@pytest.mark.parametrize("entry, other, test, found", [
    (IMPORT, "export const one = 1;", None, []),
    (IMPORT, "export async function one() {}", None, []),
    (IMPORT, "const one = 1;", None, ["imports 'one', which 'other.js' does not export"]),
    (IMPORT, "export const one = 1;\nexport class Two {}", None, ["nothing imports 'Two'"]),
    (IMPORT, "export const one = 1;\nexport class Two {}", 'import { Two } from "../../{}/views/other.js";', []),
    ('const { one } = await import("../views/other.js");', "export const one = 1;", None, []),
    ('/** @type {import("../views/other.js").One} */', "export class One {}", None, ["main.js does not lead to this module"]),
    (IMPORT, 'import "../app/main.js";\nexport const one = 1;', None,
     ["imports 'main.js' of 'app', which is above 'views'", "imports go in a circle: main.js → other.js → main.js"]),
    (IMPORT, '/** @typedef {import("../app/main.js").Main} Main */\nexport const one = 1;', None, []),
])
def test_imports(entry, other, test, found):
    path = lint_client.CLIENT.relative_to(lint_client.ROOT)
    assert problems(entry, other, test=test and test.replace("{}", str(path))) == found


@pytest.mark.parametrize("importing, imported, found", [
    ("views", "shared", []),
    ("views", "views", []),
    ("shared", "views", ["imports 'one.js' of 'views', which is above 'shared'"]),
    ("board/tiles", "board", ["imports 'one.js' of 'board', which is above 'board/tiles'"]),
    ("board", "board/tiles", []),
    ("cellar", "shared", ["LEVELS of Scripts/lint-client does not have the folder 'cellar'"]),
])
def test_levels(importing, imported, found):
    paths = [lint_client.CLIENT / f"{folder}/{name}.js" for folder, name in ((importing, "other"), (imported, "one"))]
    problems = []
    lint_client.check_levels(paths, {paths[0]: [paths[1]], paths[1]: []}, lambda *problem: problems.append(problem[2]))
    assert problems == found


def test_the_client_follows_the_rules():
    modules = {path: path.read_text(encoding="utf-8") for path in lint_client.CLIENT.rglob("*.js")}
    tests = {path: path.read_text(encoding="utf-8") for path in lint_client.TESTS.rglob("*.mjs")}
    assert len(modules) > 50 and lint_client.check(modules, tests) == []
