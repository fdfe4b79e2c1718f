import SwiftCSV
import TesseraValues

/// Decodes comma-separated values as a list of objects, one for each line, with the names in the first line as keys.
/// All values are texts, and empty ones are null. If a name occurs twice, the first value is used.
///
/// The delimiter is a comma, a semicolon or a tab, whichever occurs most often in the first line.
enum CSVResponseDecoder {
  /// The maximum size of a CSV body, in bytes. A larger one is refused. Each line becomes an object.
  static let maximumBytes = 8 << 20
  /// The maximum number of lines of a CSV body, not counting the first. A body with more is refused.
  static let maximumCount = 100_000

  static func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    guard body.count <= maximumBytes else { throw problem("the CSV has more than \(maximumBytes) bytes") }
    let text = String(decoding: body, as: UTF8.self)
    let head = text.prefix { !$0.isNewline }
    let delimiter = [CSVDelimiter.comma, .semicolon, .tab].max { left, right in
      head.count(where: { $0 == left.rawValue }) < head.count(where: { $0 == right.rawValue })
    }
    var lines: [[String]] = []
    do {
      // Only lines are read, because the library's tables pad each line to the longest one. Responses may be hostile.
      let table = try EnumeratedCSV(string: text, delimiter: delimiter ?? .comma, loadColumns: false, rowLimit: 0)
      try table.enumerateAsArray(rowLimit: maximumCount + 2) { lines.append($0) }
    } catch {
      throw problem("the CSV cannot be read: \(error)")
    }
    guard lines.count <= maximumCount + 1 else { throw problem("the CSV has more than \(maximumCount) lines") }
    let names = lines.first ?? []
    return .array(lines.dropFirst().filter { $0 != [""] }.map { .dictionary(members(of: $0, named: names)) })
  }

  private static func members(of line: [String], named names: [String]) -> [String: Value] {
    Dictionary(zip(names, line.map { $0.isEmpty ? .null : .string($0) }), uniquingKeysWith: { first, _ in first })
  }

  private static func problem(_ words: String) -> Diagnostic { Diagnostic(rule: "csv-syntax", message: words) }
}
