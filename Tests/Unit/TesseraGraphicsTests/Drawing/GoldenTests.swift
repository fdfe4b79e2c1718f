import CPango
import Foundation
import TesseraGraphics
import TesseraViews
import Testing

/// Compares drawings with those recorded in `Goldens`. A missing recording is written, and the test fails. To
/// record again, delete the file and run the tests twice.
@Suite("Drawings match the recorded ones")
struct GoldenTests {
  static let trees: [(name: String, tree: ViewTree)] = [
    ("controls", SampleTrees.controls.tree), ("alert", SampleTrees.alert.tree),
  ]

  @Test(arguments: trees.map(\.name))
  func `match as text`(name: String) throws {
    try compare(TreeText.json(for: tree(name)), with: "\(name).json")
  }

  @Test(arguments: trees.map(\.name), ColorScheme.allCases)
  func `match as SVG, light and dark`(name: String, scheme: ColorScheme) throws {
    let renderer = TreeRenderer(images: SampleImages(), scheme: scheme)
    let document = try renderer.svg(tree(name))
    #expect(try renderer.svg(tree(name)) == document)
    try compare(document, with: "\(name)-\(scheme).svg")
  }

  @Test(arguments: trees.map(\.name), ColorScheme.allCases)
  func `match as pixels, light and dark`(name: String, scheme: ColorScheme) throws {
    let bytes = try TreeRenderer(images: SampleImages(), scheme: scheme, scale: 2).png(tree(name))
    let file = try golden("\(name)-\(scheme).png")
    guard let recorded = try? Data(contentsOf: file) else {
      try record(Data(bytes), at: file)
      return
    }
    let (expected, found) = (try Pixels(recorded), try Pixels(Data(bytes)))
    #expect(expected.width == found.width && expected.height == found.height)
    // Different versions of the libraries produce slightly different edges of letters.
    let share = expected.shareOfDifferentPixels(from: found)
    #expect(share < 0.005, "\(share * 100) % of the pixels differ")
    if share >= 0.005 { try Data(bytes).write(to: failed(file)) }
  }

  private func tree(_ name: String) throws -> ViewTree {
    try #require(Self.trees.first { $0.name == name }).tree
  }

  private func compare(_ text: String, with name: String) throws {
    let file = try golden(name)
    guard let recorded = try? String(contentsOf: file, encoding: .utf8) else {
      try record(Data(text.utf8), at: file)
      return
    }
    #expect(recorded == text)
    if recorded != text { try Data(text.utf8).write(to: failed(file)) }
  }

  private func golden(_ name: String) throws -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens")
      .appending(path: name)
  }

  private func failed(_ file: URL) -> URL {
    FileManager.default.temporaryDirectory.appending(path: file.lastPathComponent)
  }

  private func record(_ data: Data, at file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    Issue.record("recorded \(file.lastPathComponent); look at it and run again")
  }
}
