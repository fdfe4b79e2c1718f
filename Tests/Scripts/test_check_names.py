"""Tests that the check of names finds problems, because a check that never fails is worse than none."""

import pytest
import scripts

check_names = scripts.load("check-names")

CLUSTER = "Sources/Host/TesseraCluster/Journals/BoardJournal.swift"
SERVER = "Sources/Host/TesseraServer/WidgetServer.swift"
SERVICES = "Sources/Model/TesseraServices/Exchange/ServiceExchange.swift"
VIEWS = "Sources/UI/TesseraViews/Core/View.swift"


def problems(path, source):
    return [line.removeprefix(f"{path}:") for line in check_names.check(path, source)]


@pytest.mark.parametrize("source, expected", [
    ("func keep(_ content: [UInt8])", ["1: error: say 'persist', not 'keep'"]),
    ("\nfunc keepContents()", ["2: error: say 'persist', not 'keep'"]),
    ("let isKept = true", ["1: error: say 'persisted', not 'kept'"]),
    ("/// What is kept.\nlet a = 1 // Keeps it.", ["1: error: say 'persisted', not 'kept'",
                                                   "2: error: say 'persists', not 'keeps'"]),
    ("/* The right\nto act */ // The right to act", ["2: error: say 'valid lease', not 'right to act'"]),
    # Parts of other words, and texts in quotes.
    ("let upkeep = housekeeper", []),
    ('let sql = "SELECT kept FROM t"; let text = """\nkeep\n"""', []),
    ('let sql = #"kept"#', []),
    ('let url = "https://kept"; keep()', ["1: error: say 'persist', not 'keep'"]),
    ("connection.keepAlive = true // keep-alive", []),
    ("list.removeAll(keepingCapacity: true)", []),
])
def test_words_of_a_target(source, expected):
    assert problems(CLUSTER, source) == expected


@pytest.mark.parametrize("path, source, expected", [
    (VIEWS, "func keep() {} // kept", []),
    (VIEWS, "static let contentPatience = 1", ["1: error: say 'timeout', not 'patience'"]),
    (VIEWS, "// Computed by patience sorting.", []),
    (SERVER, "case whoKnows", ["1: error: say 'first success', not 'who knows'"]),
    ("Sources/Host/TesseraServerTools/Tool.swift", "case whoKnows", []),
    ("Sources/Host/TesseraServer/Forwarding/BoardForwarding.swift", "// What is kept", [
        "1: error: say 'persisted', not 'kept'"]),
    ("Tests/Unit/TesseraClusterTests/BoardTests.swift", "let kept = 1", ["1: error: say 'persisted', not 'kept'"]),
    # Sentences may say that a server answers.
    (SERVICES, "/// The server's answer.\nlet a = 1", []),
    (SERVICES, "func keyOfAnswer() {}", ["1: error: say 'response', not 'answer'"]),
    (SERVICES, "enum RequestedPause {} // the requested pause", [
        "1: error: say 'retry after', not 'requested pause'", "1: error: say 'retry after', not 'requested pause'"]),
    (SERVER, "func answering(_ request: Request)", ["1: error: say 'responding', not 'answering'"]),
    (VIEWS, "case answer(ViewID, index: Int)", []),
    ("Sources/Engine/TesseraRuntime/A.swift", "let isRehearsal = true", ["1: error: say 'dry run', not 'rehearsal'"]),
])
def test_words_count_in_their_folders(path, source, expected):
    assert problems(path, source) == expected


@pytest.mark.parametrize("source, expected", [
    ("private let connections: ConnectionRegistry", []),
    ("private let sharedConnections: ConnectionRegistry", []),
    ("let pool: ConnectionRegistry", ["1: error: 'pool' is of the type ConnectionRegistry: name it 'connections'"]),
    ("var memory = SyncManifest()", ["1: error: 'memory' is of the type SyncManifest: name it 'manifest'"]),
    ("let places: any BoardLocator", ["1: error: 'places' is of the type BoardLocator: name it 'locator'"]),
    ("let stored: ResponseCache", ["1: error: 'stored' is of the type ResponseCache: name it 'responseCache'"]),
    ("let exchangeContext: ServiceExchangeContext", []),
    ("let unit: SyncManifest.Unit", []),
    ("// let places: BoardLocator", []),
])
def test_properties_are_named_as_their_type(source, expected):
    assert problems(SERVER, source) == expected
    assert problems("Tests/Unit/TesseraServerTests/A.swift", source) == []


@pytest.mark.parametrize("path, source, expected", [
    (CLUSTER, "static func place(of store: String)", ["1: error: say 'position, location or index', not 'place'"]),
    (CLUSTER, "var freePlaces = 1 // The places", ["1: error: say 'positions, locations or indexes', not 'places'"]),
    (CLUSTER, "try readInPlace(label); let placeholder = 1", []),
    (VIEWS, "func place(_ child: View)", []),
    (VIEWS, "private struct Place {}", ["1: error: name the type by what it is a place of, not 'Place'"]),
    (VIEWS, "public struct GridPlace {} // The enum Place", []),
    ("Sources/Formats/TesseraPayloads/Style.swift", "public enum Place: String {}", []),
    ("Tests/Unit/TesseraViewsTests/A.swift", "struct Place {}", []),
])
def test_place_means_one_thing_in_a_target(path, source, expected):
    assert problems(path, source) == expected
