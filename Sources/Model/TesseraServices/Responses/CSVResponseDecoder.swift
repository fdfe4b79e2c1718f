import SwiftCSV
import TesseraValues

/// Reads comma-separated values as a list of objects, one for each line, whose members have the names of the first line. All values
/// are text; what is empty is null, and of two values of one name the first counts.
///
/// Commas, semicolons or tabs stand between values: what the first line has most of.
enum CSVResponseDecoder {
  /// The largest body, in bytes: each line becomes an object.
  static let maximumBytes = 8 << 20
  /// The most lines.
  static let maximumCount = 100_000

  static func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    guard body.count <= maximumBytes else { throw problem("CSV of more than \(maximumBytes) bytes is not read") }
    let text = String(decoding: body, as: UTF8.self)
    let head = text.prefix { !$0.isNewline }
    let delimiter = [CSVDelimiter.comma, .semicolon, .tab].max { left, right in
      head.count(where: { $0 == left.rawValue }) < head.count(where: { $0 == right.rawValue })
    }
    var lines: [[String]] = []
    do {
      // Only its lines: the library's tables fill each line up to the longest, which a hostile answer makes very long.
      let table = try EnumeratedCSV(string: text, delimiter: delimiter ?? .comma, loadColumns: false, rowLimit: 0)
      try table.enumerateAsArray(rowLimit: maximumCount + 2) { lines.append($0) }
    } catch {
      throw problem("the CSV cannot be read: \(error)")
    }
    guard lines.count <= maximumCount + 1 else { throw problem("CSV of more than \(maximumCount) lines is not read") }
    let names = lines.first ?? []
    return .array(lines.dropFirst().filter { $0 != [""] }.map { .dictionary(members(of: $0, named: names)) })
  }

  private static func members(of line: [String], named names: [String]) -> [String: Value] {
    Dictionary(zip(names, line.map { $0.isEmpty ? .null : .string($0) }), uniquingKeysWith: { first, _ in first })
  }

  private static func problem(_ words: String) -> Diagnostic { Diagnostic(rule: "csv-syntax", message: words) }
}
