import TesseraValues

/// Collects the diagnostics of a screen's documents, with positions and suggestions.
final class DiagnosticCollector {
  /// The maximum number of spelling suggestions for a document. Further unknown names are reported without one. Each
  /// suggestion compares a name with all others, and a document with more wrong names has a different problem.
  private static let maximumNearMisses = 50

  /// The diagnostics so far.
  private(set) var diagnostics: Diagnostics
  /// The file being decoded, if it differs from that of the screen.
  private(set) var file: String?
  /// The documents in which texts are looked up, by file. The key of the screen's own document is nil.
  var documents: [String?: JSONNode] = [:]
  private var wordRanges: [String?: WordRanges] = [:]
  private var nearMissCount = 0

  init(limit: Int) { diagnostics = Diagnostics(limit: limit) }

  /// Whether no more diagnostics are collected.
  var isFull: Bool { diagnostics.all.count >= diagnostics.limit }

  /// Calls a closure for content in another file.
  func withFile<Result>(_ file: String?, _ body: () -> Result) -> Result {
    let outer = self.file
    self.file = file ?? outer
    defer { self.file = outer }
    return body()
  }

  func add(_ diagnostic: Diagnostic) {
    diagnostics.add(file.map { diagnostic.inFile($0) } ?? diagnostic)
  }

  /// Returns the range of a name in a text.
  func wordRange(of name: String, in range: SourceRange) -> SourceRange {
    if wordRanges[file] == nil, let document = documents[file] { wordRanges[file] = WordRanges(document) }
    return wordRanges[file]?.wordRange(of: name, in: range) ?? range
  }

  /// Returns a fix that suggests a similar name, as long as there are not too many suggestions.
  func nearMiss(_ name: String, in known: @autoclosure () -> some Sequence<String>) -> String? {
    nearMissCount += 1
    return nearMissCount > Self.maximumNearMisses ? nil : SpellingSuggestion.fix(for: name, in: known())
  }
}
