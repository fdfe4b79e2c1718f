"""Tests the list of what the program is made of: it keeps the rules of SPDX 2.3, is complete, and is the same in each run."""

import copy
import json
import os
import pathlib
import re
import subprocess

import jsonschema
import pytest
import scripts

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "Scripts/sbom"
sbom = scripts.load("sbom")

# The clauses of SPDX 2.3 that the document has to keep: 6 (document), 7 (packages), 11 (relationships), annex D (licenses).
ID = {"type": "string", "pattern": r"^SPDXRef-[A-Za-z0-9.-]+$"}
LICENSE = {"enum": ["NOASSERTION", "MIT", "Apache-2.0", "Apache-2.0 WITH Swift-exception"]}
SCHEMA = {
    "type": "object",
    "required": [
        "spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"],
    "additionalProperties": False,
    "properties": {
        "spdxVersion": {"const": "SPDX-2.3"},
        "dataLicense": {"const": "CC0-1.0"},
        "SPDXID": {"const": "SPDXRef-DOCUMENT"},
        "name": {"type": "string", "minLength": 1},
        "documentNamespace": {"type": "string", "pattern": r"^https://spdx\.org/spdxdocs/tessera-[^#\s/]+-[0-9a-f]{32}$"},
        "creationInfo": {
            "type": "object",
            "required": ["created", "creators"],
            "properties": {
                "created": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
                "creators": {
                    "type": "array", "minItems": 1,
                    "items": {"type": "string", "pattern": "^(Person|Organization|Tool): .+"},
                },
            },
        },
        "packages": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": [
                    "SPDXID", "name", "versionInfo", "downloadLocation", "filesAnalyzed", "licenseConcluded",
                    "licenseDeclared", "externalRefs"],
                "properties": {
                    "SPDXID": ID,
                    "name": {"type": "string", "minLength": 1},
                    "versionInfo": {"type": "string", "minLength": 1},
                    "downloadLocation": {"type": "string", "pattern": r"^(NOASSERTION|git\+https://github\.com/[^\s@]+@\S+)$"},
                    "filesAnalyzed": {"const": False},
                    "licenseConcluded": LICENSE,
                    "licenseDeclared": LICENSE,
                    "copyrightText": {"type": "string", "minLength": 1},
                    "supplier": {"type": "string", "pattern": "^(NOASSERTION$|Person: .|Organization: .)"},
                    "primaryPackagePurpose": {"enum": ["APPLICATION", "LIBRARY"]},
                    "comment": {"type": "string"},
                    "externalRefs": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["referenceCategory", "referenceType", "referenceLocator"],
                            "properties": {
                                "referenceCategory": {"const": "PACKAGE-MANAGER"},
                                "referenceType": {"const": "purl"},
                                "referenceLocator": {"type": "string", "pattern": r"^pkg:[a-z]+/[^\s?#@]+@[^\s/#@]+$"},
                            },
                        },
                    },
                },
                "additionalProperties": False,
            },
        },
        "relationships": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["spdxElementId", "relationshipType", "relatedSpdxElement"],
                "additionalProperties": False,
                "properties": {
                    "spdxElementId": ID, "relationshipType": {"enum": ["DESCRIBES", "DEPENDS_ON"]}, "relatedSpdxElement": ID,
                },
            },
        },
    },
}


def run(*arguments, **environment):
    return subprocess.run(
        [SCRIPT, *arguments], env={**os.environ, **environment}, capture_output=True, text=True, stdin=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def text():
    done = run("--swift", "6.2", "--debian", "libzip4=1:1.7.3-1+b1", "--debian", "libstdc++6=12~rc1")
    assert done.returncode == 0, done.stderr
    return done.stdout


def problems(document):
    """Returns what breaks the rules of SPDX in a document."""
    found = [f"{error.json_path}: {error.message}" for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(document)]
    if found:
        return found
    names = [document["SPDXID"], *(entry["SPDXID"] for entry in document["packages"])]
    found += [f"{name} occurs twice" for name in sorted(set(names)) if names.count(name) > 1]
    ends = {}
    described = []
    for relation in document["relationships"]:
        start, end = relation["spdxElementId"], relation["relatedSpdxElement"]
        found += [f"{name} does not exist" for name in (start, end) if name not in names]
        found += [f"{start} depends on itself"] * (start == end)
        ends.setdefault(start, []).append(end)
        if relation["relationshipType"] == "DESCRIBES":
            described.append(start)
    found += ["the document describes nothing, or several things"] * (described != [document["SPDXID"]])
    reached, waiting = set(), [document["SPDXID"]]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += ends.get(name, [])
    return found + [f"nothing leads to {name}" for name in sorted(set(names) - reached)]


def test_the_document_keeps_the_rules(text):
    assert problems(json.loads(text)) == []


@pytest.mark.parametrize("damage, problem", [
    (lambda document: document.pop("creationInfo"), "'creationInfo' is a required property"),
    (lambda document: document["packages"][1].pop("downloadLocation"), "'downloadLocation' is a required property"),
    (lambda document: document["packages"][1].update(SPDXID="SPDXRef-a_b"), "does not match"),
    (lambda document: document["packages"].append(document["packages"][1]), "occurs twice"),
    (lambda document: document["packages"][1].update(SPDXID="SPDXRef-Other"), "does not exist"),
    (lambda document: document["relationships"].pop(), "nothing leads to"),
    (lambda document: document["relationships"].pop(0), "describes nothing"),
])
def test_a_broken_rule_is_found(text, damage, problem):
    document = copy.deepcopy(json.loads(text))
    damage(document)
    assert any(problem in found for found in problems(document)), problems(document)


def test_each_dependency_of_the_manifest_is_in_it(text):
    document = json.loads(text)
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    resolved = {pin["identity"]: pin["state"].get("version") for pin in pins}
    found = {entry["externalRefs"][0]["referenceLocator"]: entry for entry in document["packages"]}
    urls = re.findall(r'^ +\.package\(url: "https://([^"]+)"', (ROOT / "Package.swift").read_text(), re.MULTILINE)
    assert len(urls) > 10
    own = document["packages"][0]["SPDXID"]
    needed = {relation["relatedSpdxElement"] for relation in document["relationships"] if relation["spdxElementId"] == own}
    for url in urls:
        version = resolved[url.rsplit("/", 1)[-1].lower()]
        entry = found[f"pkg:swift/{url}@{version}"]
        assert entry["versionInfo"] == version
        assert entry["downloadLocation"] == f"git+https://{url}@{version}"
        assert entry["SPDXID"] in needed
    # Packages that others bring are in it, too.
    assert len([name for name in found if name.startswith("pkg:swift/")]) == len(resolved)


def test_licenses_are_those_of_the_sources(text):
    declared = {entry["name"]: entry["licenseDeclared"] for entry in json.loads(text)["packages"]}
    assert declared["tessera"] == declared["GRDB.swift"] == "MIT"
    assert declared["swift-nio"] == "Apache-2.0"
    assert declared["swift-system"] == "Apache-2.0 WITH Swift-exception"
    assert declared["libzip4"] == "NOASSERTION"


def test_debian_packages_have_their_versions(text):
    found = {entry["name"]: entry for entry in json.loads(text)["packages"]}
    assert found["libzip4"]["versionInfo"] == "1:1.7.3-1+b1"
    assert re.fullmatch(
        r"pkg:deb/[a-z]+/libzip4@1:1\.7\.3-1%2Bb1", found["libzip4"]["externalRefs"][0]["referenceLocator"])
    assert found["libstdc++6"]["SPDXID"] == "SPDXRef-Debian-libstdcplusplus6"


def test_a_field_of_dependencies_is_read(monkeypatch):
    monkeypatch.setattr(sbom, "installed", {"libc6": ("2.36", "amd64"), "other": ("1", "all")}.get)
    versions = sbom.debian_versions("libc6 (>= 2.34), missing | other (>= 0.5), given", [("given", "3")])
    assert versions == {"libc6": ("2.36", "amd64"), "other": ("1", "all"), "given": ("3", None)}
    with pytest.raises(sbom.Failure, match="'missing' is not installed"):
        sbom.debian_versions("missing", [])


def test_two_runs_are_identical(text):
    arguments = ["--swift", "6.2", "--debian", "libzip4=1:1.7.3-1+b1", "--debian", "libstdc++6=12~rc1"]
    assert run(*arguments).stdout == text
    dated = json.loads(run(*arguments, SOURCE_DATE_EPOCH="86400").stdout)
    assert dated["creationInfo"]["created"] == "1970-01-02T00:00:00Z"
    # Other documents have other names.
    assert dated["documentNamespace"] != json.loads(text)["documentNamespace"]


def test_no_place_on_the_machine_is_in_it(text):
    assert str(ROOT) not in text and "file:" not in text
    hosts = set(re.findall(r"\w+://([^/\s\"]+)", text))
    assert hosts == {"github.com", "spdx.org"}


def write(folder, **files):
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


@pytest.fixture
def mirrored(tmp_path):
    """A package whose dependencies come from elsewhere: Base and Parts by its own word, Deep because Base needs it."""
    places = {
        "base": "https://mirror.example/x/Base.git", "parts": "/srv/copies/parts", "deep": "https://code.example/z/deep.git",
        "hidden": "https://mirror.example/hidden", "unused": "https://code.example/z/unused",
    }
    state = {"version": "1.0.0", "revision": "f00"}
    pins = [
        {"identity": name, "kind": "remoteSourceControl", "location": place, "state": state}
        for name, place in places.items()]
    manifest = """
        .package(url: "https://code.example/x/Base", from: "1.0.0"),
        .package(url: "https://code.example/y/parts.git", from: "1.0.0"),
        // .package(url: "https://code.example/z/none", from: "1.0.0"),
        """
    write(tmp_path, Package_swift=manifest, Package_resolved=json.dumps({"pins": pins, "version": 3}))
    checkouts = tmp_path / ".build/checkouts"
    write(checkouts, Base__Package_swift='.package(url: "https://code.example/z/deep.git", "1.0.0"..<"2.0.0")')
    return tmp_path


def test_mirrors_and_paths_do_not_get_in(mirrored):
    packages, edges = sbom.swift_packages(mirrored)
    locations = {name: entry["downloadLocation"] for name, entry in packages.items()}
    assert locations == {
        "base": "git+https://code.example/x/Base@1.0.0", "parts": "git+https://code.example/y/parts@1.0.0",
        "deep": "git+https://code.example/z/deep@1.0.0", "hidden": "NOASSERTION",
        "unused": "git+https://code.example/z/unused@1.0.0",
    }
    assert "externalRefs" not in packages["hidden"]
    assert edges["base"] == {"deep"}
    assert edges[""] == {"base", "parts", "hidden", "unused"}


def test_packages_that_are_not_linked_are_left_out(mirrored):
    built = mirrored / ".build/release"
    for module, package in [("BaseCore", "Base"), ("Parts", "parts"), ("Deep", "deep"), ("Unused", "unused")]:
        write(built / f"{module}.build", sources=f"{mirrored}/.build/checkouts/{package}/Sources/{module}/File.swift\n")
    objects = "\n".join(f"'{built}/{name}.build/File+More.swift.o'" for name in ("BaseCore", "Parts", "Deep", "CBase"))
    write(built, linked=objects)
    packages, edges = sbom.swift_packages(mirrored, built / "linked")
    assert sorted(packages) == ["base", "deep", "parts"]
    assert edges == {"": {"base", "parts"}, "base": {"deep"}, "parts": set(), "deep": set()}
    write(built, empty="")
    with pytest.raises(sbom.Failure, match="names no package"):
        sbom.swift_packages(mirrored, built / "empty")


def test_a_package_that_was_not_resolved_is_reported(mirrored):
    write(mirrored, Package_resolved=json.dumps({"pins": [], "version": 3}))
    with pytest.raises(sbom.Failure, match="lacks base, parts"):
        sbom.swift_packages(mirrored)
