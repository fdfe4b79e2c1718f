import Foundation
import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraCommands

/// Native screens as payloads: they are the same screens.
@Suite("Conversion of screens")
struct ConversionTests {
  /// What a view is to somebody who looks at it, wherever it stands in the tree.
  private struct Seen: Hashable, CustomStringConvertible {
    var kind: String
    var name: String?
    var box: [Double]
    var attributes: [ViewAttribute: Value]

    var description: String { "\(kind) \(name ?? "") \(box) \(attributes)" }
  }

  /// What is seen of a tree, without boxes that only hold others.
  private static func seen(_ tree: ViewTree) -> [Seen] {
    var seen: [Seen] = []
    var pending = [(id: tree.root, x: 0.0, y: 0.0)]
    while let (id, x, y) = pending.popLast() {
      guard let node = tree[id] else { continue }
      let box = Rect(x: x + node.frame.x, y: y + node.frame.y, width: node.frame.width, height: node.frame.height)
      let isPlain = node.kind == .container && node.identifier == nil && node.attributes.isEmpty
      if !isPlain {
        let edges = [box.x, box.y, box.width, box.height].map { ($0 * 100).rounded() / 100 }
        seen.append(Seen(kind: node.kind.name, name: node.identifier, box: edges, attributes: node.attributes))
      }
      for child in node.children.reversed() { pending.append((child, box.x, box.y)) }
    }
    return seen
  }

  /// A copy of a bundle whose screens are payloads.
  private func converted(_ bundle: URL) throws -> URL {
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .appending(path: bundle.lastPathComponent)
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: bundle, to: copy)
    let folder = copy.appending(path: "screens")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".json") {
      let file = folder.appending(path: name)
      let document = try JSONNode.parse(Data(contentsOf: file))
      let screen = document["view"] == nil ? document.membersWithoutComments?.first?.value : document
      guard let screen, screen["view"] != nil else { continue }
      let payload = BeagleScreenReader.payload(of: screen, .standard).document
      try JSONText.text(of: payload, indented: true).write(to: file, atomically: true, encoding: .utf8)
    }
    return copy
  }

  @Test("a bundle shows the same with payloads in place of its screens", arguments: SampleTests.bundles)
  func trees(path: String) async throws {
    let bundle = repository.appending(path: path)
    let copy = try converted(bundle)
    defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
    let start = Date(timeIntervalSince1970: 1_780_000_000)
    func show(_ bundle: URL) async throws -> [String: [Seen]] {
      var screens: [String: [Seen]] = [:]
      let host = try HeadlessHost(WidgetSource(bundle.path), clock: start)
      for screen in WidgetBundle(directory: bundle.path).screenNames {
        let presentation = await host.present(size: Size(width: 340, height: 500), screen: screen)
        screens[screen] = Self.seen(await presentation.tree().tree)
        await presentation.close()
      }
      return screens
    }
    let (native, payload) = (try await show(bundle), try await show(copy))
    for (name, views) in native {
      let again = payload[name] ?? []
      let difference = zip(views, again).first { $0 != $1 }
      #expect(difference == nil, "\(name): \(difference.map { "\($0)\n\($1)" } ?? "")")
      #expect(views.count == again.count, "\(name)")
    }
  }

  @Test("a scenario of a sample passes with payloads in place of its screens", arguments: SampleTests.scenarios)
  func scenarios(path: String) async throws {
    let file = repository.appending(path: path).path
    var reader = ScenarioReader()
    let read = reader.read(try String(contentsOfFile: file, encoding: .utf8))
    var scenario = try #require(read)
    scenario.folder = (file as NSString).deletingLastPathComponent
    let bundle = try #require(TestCommand.bundle(of: scenario, at: file))
    let copy = try converted(URL(filePath: bundle))
    defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
    let failure = try await ScenarioRunner(scenario, source: WidgetSource(copy.path)).run()
    #expect(failure?.description == nil)
  }
}
