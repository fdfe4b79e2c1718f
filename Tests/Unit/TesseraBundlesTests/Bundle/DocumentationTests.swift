import Foundation
import TesseraBundles
import TesseraTestSupport
import TesseraValues
import Testing

/// A fenced code block of a document, and the file that it shows.
struct CodeBlock {
  var language: String
  var file: String?
  /// The file of which the block shows an excerpt.
  var part: String?
  var text: String

  /// Reads the code blocks of a document. A comment `<!-- file: PATH -->` on the line before a block names its file,
  /// relative to the project root.
  static func blocks(in document: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: CodeBlock?
    var file: String?
    var part: String?
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? CodeBlock(language: String(line.dropFirst(3)), file: file, part: part, text: "") : nil
        file = nil
        part = nil
      } else if open != nil {
        open?.text += line + "\n"
      } else {
        file = (try? /<!-- file: (.+) -->/.wholeMatch(in: line)).map { String($0.1) }
        part = (try? /<!-- part: (.+) -->/.wholeMatch(in: line)).map { String($0.1) }
      }
    }
    return blocks
  }
}

@Suite("The documentation")
struct DocumentationTests {
  static let root = SampleTests.root

  private func text(of path: String) throws -> String {
    try String(contentsOfFile: Self.root + "/" + path, encoding: .utf8)
  }

  @Test(arguments: ["README.md", "docs/tutorial/first-widget.md"])
  func `shows files as they are`(document: String) throws {
    let blocks = CodeBlock.blocks(in: try text(of: document)).filter { $0.language != "sh" }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let file = try #require(block.file, "This block names no file:\n\(block.text)")
      #expect(try block.text == text(of: file), "\(document) shows \(file)")
    }
  }

  @Test(arguments: Repository.pages)
  func `shows parts of files as they are`(document: String) throws {
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { line in
        let trimmed = line.trimmingCharacters(in: .whitespaces)
        return trimmed.hasSuffix(",") ? String(trimmed.dropLast()) : trimmed
      }.filter { !$0.isEmpty }
    }
    for block in CodeBlock.blocks(in: try text(of: document)) {
      if let file = block.file { #expect(try block.text == text(of: file), "\(document) shows \(file)") }
      guard let part = block.part else { continue }
      let (shown, whole) = (lines(block.text), lines(try text(of: part)))
      let isPart = whole.indices.contains { start in whole[start...].starts(with: shown) }
      #expect(isPart, "\(document) shows a part of \(part):\n\(block.text)")
    }
  }

  @Test(arguments: Repository.pages)
  func `shows valid JSON: documents, or members of one`(document: String) throws {
    for block in CodeBlock.blocks(in: try text(of: document))
    where block.language == "json" && block.part == nil && block.file == nil {
      let isWhole = (try? JSONNode.parse(Array(block.text.utf8))) != nil
      let isPart = (try? JSONNode.parse(Array("{\(block.text)}".utf8))) != nil
      #expect(isWhole || isPart, "\(document) shows no JSON:\n\(block.text)")
    }
  }

  @Test func `shows every file of the tutorial`() throws {
    let shown = Set(CodeBlock.blocks(in: try text(of: "docs/tutorial/first-widget.md")).compactMap(\.file))
    for step in ["1", "2"] {
      let directory = "docs/tutorial/\(step)/Reading.widget"
      for path in try #require(FileManager.default.enumerator(atPath: Self.root + "/" + directory)) {
        guard let path = path as? String, path.contains(".") else { continue }
        // A file that does not change between steps is shown once.
        let isShown = ["1", "2"].contains { shown.contains("docs/tutorial/\($0)/Reading.widget/\(path)") }
        #expect(isShown, "\(directory)/\(path)")
      }
    }
    let manifests = try ["1", "2"].map { try text(of: "docs/tutorial/\($0)/Reading.widget/widget.json") }
    #expect(manifests[0] == manifests[1])
  }

  @Test(arguments: ["docs/tutorial/1/Reading.widget", "docs/tutorial/2/Reading.widget", "Samples/Hello.widget"])
  func `has bundles without faults`(path: String) {
    let bundle = WidgetBundle(directory: Self.root + "/" + path)
    #expect(bundle.problems == [])
    #expect(bundle.screenNames == ["Main"])
  }

  @Test func `lists every key of the manifest`() throws {
    // The keys are taken from the message that lists all of them.
    let bundle = bundle(adding: ["widget.json": #"{"id": "a.b", "name": "n", "nothing of the kind": 1}"#])
    let fix = try #require(bundle.diagnostics.first?.fix)
    let keys = fix.matches(of: /'(\w+)'/).map { String($0.1) }
    #expect(keys.count == 24)
    let reference = try text(of: "docs/reference/bundles.md")
    for key in keys { #expect(reference.contains("| `\(key)` |"), "\(key)") }
  }

  @Test func `lists every rule that reading a bundle can break`() throws {
    let directory = Self.root + "/Sources/Model/TesseraBundles"
    let reference = try text(of: "docs/reference/bundles.md")
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory).filter { $0.hasSuffix(".swift") }
    let words = try names.flatMap { name in
      try text(of: "Sources/Model/TesseraBundles/" + name).matches(
        of: /(?:rule: |Type: |Key: |complain\(\s*|warn\(\s*)"([a-z]+(?:-[a-z]+)?)"/
      ).map { String($0.1) }
    }
    #expect(Set(words).count > 15)
    for rule in Set(words) { #expect(reference.contains("`\(rule)`"), "\(rule)") }
  }
}
