import Foundation
import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraCommands

/// The positions of payloads' boxes.
///
/// The cases of the first part correspond to screenshots of the original on a device, whose boxes were measured in
/// points. Where text determines a box, it is replaced by a box of the measured size. The other cases follow from the
/// original's rules of style and layout. Each case has a payload, the size of the window, and the frames of boxes in
/// the window, by name.
@Suite("Geometry of Beagle")
struct BeagleGeometryTests {
  @Test func `boxes match the original within a point`() async throws {
    let file = Repository.url("Tests/Unit/TesseraCommandsTests/Fixtures/BeagleGeometry.json")
    let cases = try JSONNode.parse(Data(contentsOf: file)).elements ?? []
    #expect(cases.count > 200)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for each in cases {
      let name = each["name"]?.string ?? ""
      let size = try #require(each["size"]?.string.flatMap { WindowSize(argument: $0) })
      let document = folder.appending(path: "\(name).json")
      try JSONText.text(of: #require(each["payload"]), indented: false).write(
        to: document, atomically: true, encoding: .utf8)
      let host = try HeadlessHost(WidgetSource(document.path), clock: Date(timeIntervalSince1970: 0))
      let presentation = await host.present(size: size.size)
      let tree = await presentation.tree().tree
      let places = Self.places(in: tree)
      for box in each["frames"]?.members ?? [] {
        let expected = (box.value.elements ?? []).compactMap(\.number)
        let found = try #require(places[box.name], "\(name) has no '\(box.name)'")
        let isThere = zip(expected, [found.x, found.y, found.width, found.height]).allSatisfy { abs($0 - $1) <= 1.01 }
        #expect(isThere, "\(name), '\(box.name)': \(found), expected \(expected)")
      }
    }
  }

  /// Returns the frames of views in the window, by name.
  private static func places(in tree: ViewTree) -> [String: Rect] {
    var places: [String: Rect] = [:]
    var pending = [(id: tree.root, x: 0.0, y: 0.0)]
    while let (id, x, y) = pending.popLast() {
      guard let node = tree[id] else { continue }
      let place = Rect(x: x + node.frame.x, y: y + node.frame.y, width: node.frame.width, height: node.frame.height)
      if let name = node.identifier, places[name] == nil { places[name] = place }
      for child in node.children.reversed() { pending.append((child, place.x, place.y)) }
    }
    return places
  }
}
