import Foundation
import TesseraBeagle
import TesseraBoard
import TesseraBundles
import TesseraExpressions
import TesseraMarkdown
import TesseraRuntime
import TesseraSVG
import TesseraTestSupport
import TesseraText
import TesseraValues
import Testing

@testable import TesseraCommands
@testable import TesseraProtocol
@testable import TesseraServer

/// A decoder of untrusted documents.
struct FuzzedReader: Sendable, CustomTestStringConvertible {
  let name: String
  /// Valid documents, from which damaged ones are derived.
  let seeds: [String]
  let read: @Sendable ([UInt8]) -> Void

  var testDescription: String { name }
}

/// Decoders are given damaged versions of valid documents. A document must neither crash the process nor take forever.
///
/// In a test run, each decoder is given some hundred documents. `TESSERA_FUZZ_SECONDS=60` (`make fuzz`) tests each
/// decoder for that time, with different random numbers each time. A document that crashes the process is saved in
/// `out/fuzz`, under the name of its decoder.
@Suite("Damaged documents", .serialized)
struct FuzzTests {
  private static let seconds = ProcessInfo.processInfo.environment["TESSERA_FUZZ_SECONDS"].flatMap(Double.init)

  private static func texts(in folder: String, ending: String) -> [String] {
    let files = FileManager.default.enumerator(at: Repository.url(folder), includingPropertiesForKeys: nil)
    let found = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.path.hasSuffix(ending) }
      .sorted { $0.path < $1.path }
    return found.prefix(40).compactMap { try? String(contentsOf: $0, encoding: .utf8) }.filter {
      $0.utf8.count < 20_000
    }
  }

  private static func bundle(_ files: [String: [UInt8]]) -> WidgetDefinition {
    var all: [String: [UInt8]] = ["widget.json": Array(#"{"id": "org.example.fuzz", "name": "Fuzz"}"#.utf8)]
    all["screens/Main.json"] = Array(#"{"view": {"type": "container"}}"#.utf8)
    all.merge(files) { _, new in new }
    return WidgetDefinition(bundle: WidgetBundle(files: MemoryBundleFiles(all)), extensions: TesseraCommand.extensions)
  }

  private static let object: Value = [
    "name": "Ada", "age": 36, "tags": ["math", "engine"], "born": .date(Date(timeIntervalSince1970: 0)),
  ]

  static let readers: [FuzzedReader] = [
    FuzzedReader(name: "JSON", seeds: texts(in: "docs/examples", ending: ".json")) { _ = try? Value.parseJSON($0) },
    FuzzedReader(name: "manifests", seeds: texts(in: "Samples", ending: "widget.json")) {
      _ = bundle(["widget.json": $0]).diagnostics.count
    },
    FuzzedReader(name: "screens", seeds: texts(in: "docs/examples", ending: "Main.json")) {
      _ = bundle(["screens/Main.json": $0]).diagnostics.count
    },
    FuzzedReader(
      name: "payloads of Beagle",
      seeds: texts(in: "docs/examples/Cart.widget", ending: "Main.json") + [
        ##"{"_beagleComponent_":"beagle:container","style":{"cornerRadius":{"topLeft":3},"size":{"width":{"value":"@{w}","type":"PERCENT"}},"flex":{"flex":-1}},"context":{"id":"item","value":["\@{a}"]},"children":[{"_beagleComponent_":"custom:card","child":{"_beagleComponent_":"beagle:text","text":"@{item[0]} @{x.y}"}},{"_beagleComponent_":"beagle:gridView","spanCount":2,"dataSource":[1,"@{a}"],"templates":[{"case":"@{eq(item, 1)}","view":{"_beagleComponent_":"beagle:image","path":{"_beagleImagePath_":"remote","url":"/a"}}}]},{"_beagleComponent_":"beagle:pageView","pageIndicator":{"_beagleComponent_":"beagle:pageIndicator"},"children":[{"_beagleComponent_":"beagle:lazyComponent","path":"/p","initialState":{"_beagleComponent_":"beagle:webView","url":"/w"}}]}]}"##
      ]
    ) { bytes in
      _ = bundle(["screens/Main.json": bytes]).diagnostics.count
      guard let document = try? JSONNode.parse(bytes), BeagleDecoder.canRead(document) else { return }
      // Normalizing is idempotent.
      var decoder = BeagleDecoder()
      let once = BeagleEncoder().document(of: decoder.decode(document))
      let twice = BeagleEncoder().document(of: decoder.decode(once))
      let texts = [once, twice].map { JSONText.text(of: $0, indented: false) }
      #expect(texts[0] == texts[1])
    },
    FuzzedReader(name: "models", seeds: texts(in: "docs", ending: "model.json")) {
      _ = bundle(["model.json": $0]).diagnostics.count
    },
    FuzzedReader(name: "services", seeds: texts(in: "docs", ending: "service.json")) {
      _ = bundle(["service.json": $0]).diagnostics.count
    },
    FuzzedReader(
      name: "questions to the grid",
      seeds: [
        #"{"page": [6, 4], "icons": 3, "widgets": [{"id": "a", "frame": [1, 1, 2, 2]}, {"id": "b", "frame": [3, 1, 1, 4]}], "ask": {"resize": "a", "to": [2, 4], "makeRoom": true}}"#,
        #"[{"page": [12, 20], "ask": {"fit": [2, 2], "near": [9, 9]}}, {"page": [2, 2], "icons": 9, "ask": {"iconCells": true}}]"#,
      ]
    ) { _ = GridDocument.run($0) },
    FuzzedReader(
      name: "boards",
      seeds: texts(in: "Samples", ending: ".board.json") + [
        #"{"format": 1, "tiles": {"a": {"widget": "w", "options": {"x": 1}}, "b": {"widget": "w"}}, "icons": {"f": {"name": "F", "members": ["i"]}, "i": {"name": "I", "address": "https://example.org"}}, "arrangements": [{"size": [6, 4], "pages": [{"id": "p", "tiles": [{"tile": "a", "stack": ["a", "b"], "front": "b", "frame": [1, 1, 2, 2], "cells": [[1, 1], [2, 2]]}], "icons": ["f"]}]}]}"#
      ]
    ) { bytes in
      guard let reading = try? BoardDocument.read(bytes) else { return }
      // A decoded board can be encoded without loss, and arranged on any grid.
      let again = try? BoardDocument.read(JSONText.text(of: BoardDocument.value(of: reading.board)).utf8)
      #expect(again?.board == reading.board && again?.problems == [])
      for size in [GridSize(columns: 4, rows: 6), GridSize(columns: 8, rows: 3)] {
        let placed = reading.board.arrangement(for: size, limits: { _ in .any }).pages
          .flatMap { page in page.grid.tiles.flatMap { page.members(of: $0.id) } }
        #expect(
          reading.board.arrangements.isEmpty
            || placed.count == reading.board.tiles.count && Set(placed) == Set(reading.board.tiles.keys))
      }
    },
    FuzzedReader(
      name: "edits of boards",
      seeds: [
        #"{"grid": [6, 8], "edit": {"type": "move", "tile": "a", "page": "p", "to": [3, 4], "makeRoom": true}}"#,
        #"{"grid": [6, 8], "preview": true, "edit": {"type": "reshape", "tile": "a", "frame": [1, 1, 2, 2]}}"#,
        #"{"grid": [6, 8], "edit": {"type": "addIcon", "name": "I", "address": "https://example.org", "index": 2}}"#,
        #"{"grid": [6, 8], "edit": {"type": "occupy", "tile": "a", "cells": [[1, 1], [2, 2]]}}"#,
        #"{"grid": [6, 8], "edit": {"type": "add", "widget": "w", "size": [2, 2], "near": [5, 5]}}"#,
      ]
    ) { bytes in
      guard let request = try? WireFormat.boardRequest(from: bytes), case .edit(let edit) = request.action else {
        return
      }
      var board = Board(id: "home", name: "Home")
      let first = BoardEdit.add("a", BoardTile(widget: "w"), size: nil, page: nil, near: nil)
      for edit in [first, edit] {
        board = (try? board.applying(edit, on: request.grid, limits: { _ in .any })) ?? board
      }
      #expect(board.arrangements.allSatisfy { $0.pages.allSatisfy { $0.grid.size == $0.grid.free.page } })
    },
    FuzzedReader(name: "scenarios", seeds: texts(in: "docs", ending: ".yaml")) {
      var reader = ScenarioReader()
      _ = reader.read(String(decoding: $0, as: UTF8.self))
    },
    FuzzedReader(
      name: "predicates",
      seeds: [
        "age > 10 AND name CONTAINS[cd] 'a'", "SUBQUERY(tags, $t, $t BEGINSWITH 'm').@count > 0",
        "ANY tags IN {'math', 'art'}", "name MATCHES '[A-Z][a-z]+' OR NOT (age BETWEEN {1, 5})",
        "CAST(born, 'NSNumber') == now() - 5", "tags[FIRST] LIKE[c] 'm*t?' AND TERNARY(age == 3, 1, 2) == 2",
      ]
    ) { bytes in
      guard let predicate = try? ValuePredicate(String(decoding: bytes, as: UTF8.self)) else { return }
      _ = predicate.evaluate(with: object)
    },
    FuzzedReader(
      name: "templates",
      seeds: [
        "@{name} is @{age + 1 > 30 ? 'old' : \"young\"}", "@{tags[0] | uppercase}",
        "@{sum(1, 2, age)} @{concat(name, '!')}",
        "@{isEmpty(tags) || !contains(tags, 'x')}", #"\@{no} \\@{age}"#, "@{born | date: 'yyyy-MM-dd'}",
      ]
    ) { bytes in
      let template = Template(String(decoding: bytes, as: UTF8.self), dialect: .native)
      _ = template.value(in: object)
    },
    FuzzedReader(
      name: "patterns", seeds: ["(a|b)*c{2,5}?", "[^\\d\\w-z]+$", "(?i)^x.*?(?=y)", "\\p{L}+\\s\\x41", "((((a))))\\1"]
    ) { bytes in
      guard let pattern = try? RegularExpression(String(decoding: bytes, as: UTF8.self)) else { return }
      _ = pattern.matches("aaaaaaaaaaaaaaaaaaaaabbbbbbccccc xyzzy")
    },
    FuzzedReader(
      name: "SVG",
      seeds: texts(in: "docs/examples", ending: ".svg") + [
        ##"<svg xmlns="http://www.w3.org/2000/svg"><g id="a" opacity=".5"><path d="M0 0" mask="url(#b)"/></g><use href="#a"/></svg>"##
      ]
    ) { _ = try? SanitizedSVG($0) },
    FuzzedReader(
      name: "Markdown",
      seeds: [
        "# A\n\n* b\n  1. c\n\n> d `e` **f** [g](h)\n\n| a | b |\n|---|:-:|\n| 1 | ~~2~~ |\n", "```\na\n```\n- [x] b",
      ]
    ) { _ = MarkdownDocument(String(decoding: $0, as: UTF8.self)) },
    FuzzedReader(
      name: "the wire",
      seeds: [
        #"{"page":"p","batch":1,"events":[["press",3],["input",4,"abc"],["change",5,{"a":[1,2]}],["resize",320,480],["back"]]}"#,
        #"{"width":375,"height":667}"#,
      ]
    ) { bytes in
      _ = try? WireFormat.batch(from: bytes)
      _ = try? WireFormat.window(from: bytes)
    },
  ]

  @Test("never crash the process", .timeLimit(.minutes(10)), arguments: readers)
  func damaged(reader: FuzzedReader) throws {
    try #require(!reader.seeds.isEmpty)
    for seed in reader.seeds { reader.read(Array(seed.utf8)) }
    var random = SeededGenerator(seed: Self.seconds == nil ? 7 : .random(in: .min ... .max))
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Self.seconds ?? 0)
    let folder = Repository.url("out/fuzz")
    if Self.seconds != nil { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    let file = folder.appending(path: reader.name)
    var count = 0
    while Self.seconds == nil ? count < 150 : clock.now < end {
      count += 1
      let document = Self.damage(
        Array(reader.seeds[Int.random(in: reader.seeds.indices, using: &random)].utf8), reader.seeds, &random)
      if Self.seconds != nil { try Data(document).write(to: file) }
      let start = clock.now
      reader.read(document)
      // No untrusted document may take long. The bound is far above the time of a debug build.
      #expect(clock.now - start < .seconds(20), "\(String(decoding: document.prefix(2000), as: UTF8.self))")
    }
    if Self.seconds != nil { try? FileManager.default.removeItem(at: file) }
  }

  /// Returns a document with one to four damages.
  private static func damage(_ seed: [UInt8], _ others: [String], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { return [0] }
      let place = Int.random(in: bytes.indices, using: &random)
      let length = min(bytes.count - place, Int.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<place + length)
      case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 3: bytes.removeSubrange(place...)
      case 4:
        let piece = Array(bytes[place..<place + length])
        for _ in 0..<Int.random(in: 1...200, using: &random) { bytes.insert(contentsOf: piece, at: place) }
      case 5: bytes.insert(contentsOf: Array(tokens[Int.random(in: tokens.indices, using: &random)].utf8), at: place)
      case 6:
        let other = Array(others[Int.random(in: others.indices, using: &random)].utf8)
        let start = Int.random(in: 0..<max(1, other.count), using: &random)
        bytes.insert(contentsOf: other[start..<min(other.count, start + 200)], at: place)
      default: bytes.swapAt(place, Int.random(in: bytes.indices, using: &random))
      }
    }
    return Array(bytes.prefix(100_000))
  }

  private static let tokens = [
    "\"", "{", "}", "[", "]", "(", ")", "@{", "\\", "null", "1e999", "-0", "9223372036854775808", "\u{0}", "\u{FEFF}",
    "\u{202E}",
    "'", "%@", "$", "&amp;", "<", "/>", "*", "+", "?", "|", "{1,99999}", "---", "&a", "*a", "!!binary ", "\r\n", "é",
    "👨‍👩‍👧",
  ]
}
