import TesseraValues

/// Decodes comma-separated values as a list of objects, one for each line, with the names in the first line as keys.
/// All values are texts, and empty ones are null. If a name occurs twice, the first value is used.
///
/// The delimiter is that of a first line such as `sep=;`, which Excel writes, or the one of comma, semicolon and tab that gives
/// the first line most fields.
enum CSVResponseDecoder {
  /// The maximum size of a CSV body, in bytes. A larger one is refused. Each line becomes an object.
  static let maximumBytes = 8 << 20
  /// The maximum number of lines of a CSV body, not counting the first. A body with more is refused.
  static let maximumCount = 100_000

  static func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    guard body.count <= maximumBytes else { throw problem("the CSV has more than \(maximumBytes) bytes") }
    let (text, delimiter) = separated(body)
    var lines: [[String]] = []
    for line in CSVReader(text, delimiter: delimiter) {
      lines.append(line)
      // Responses may be hostile.
      guard lines.count <= maximumCount + 1 else { throw problem("the CSV has more than \(maximumCount) lines") }
    }
    let names = lines.first ?? []
    return .array(lines.dropFirst().filter { $0 != [""] }.map { .dictionary(members(of: $0, named: names)) })
  }

  /// Returns the text without the line that names a delimiter, and the delimiter.
  private static func separated(_ body: [UInt8]) -> (text: ArraySlice<UInt8>, delimiter: UInt8) {
    let line = body.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let words = String(decoding: line.prefix(16), as: UTF8.self).filter { $0 != "\"" && $0 != " " }.utf8
    if words.count == 5, words.starts(with: "sep=".utf8) || words.starts(with: "SEP=".utf8), let delimiter = words.last
    {
      return (body[line.endIndex...].drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }, delimiter)
    }
    func count(_ delimiter: UInt8) -> Int {
      var reader = CSVReader(body[...], delimiter: delimiter)
      return reader.next()?.count ?? 0
    }
    let candidates = ",;\t".utf8.max { count($0) < count($1) }
    return (body[...], candidates ?? UInt8(ascii: ","))
  }

  private static func members(of line: [String], named names: [String]) -> [String: Value] {
    Dictionary(zip(names, line.map { $0.isEmpty ? .null : .string($0) }), uniquingKeysWith: { first, _ in first })
  }

  private static func problem(_ words: String) -> Diagnostic { Diagnostic(rule: "csv-syntax", message: words) }
}
