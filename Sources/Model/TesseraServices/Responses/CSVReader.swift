/// Reads comma-separated values (RFC 4180), also where they do not follow the standard.
///
/// A quote within a field that does not begin with one is a character, and so is what follows the quote that ends a field. White
/// space before a field does not count.
struct CSVReader: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>
  private let delimiter: UInt8

  /// Creates a reader of a text in UTF-8.
  /// - Parameter delimiter: What separates fields, in ASCII.
  init(_ text: ArraySlice<UInt8>, delimiter: UInt8) {
    rest = text
    self.delimiter = delimiter
  }

  /// Returns the fields of the next line; nil at the end.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  mutating func next() -> [String]? {
    guard !rest.isEmpty else { return nil }
    var fields: [String] = []
    while true {
      fields.append(field())
      guard let end = rest.popFirst() else { return fields }
      if end == delimiter { continue }
      if end == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
      return fields
    }
  }

  /// Reads a field up to what ends it.
  private mutating func field() -> String {
    let delimiter = delimiter
    rest = rest.drop { ($0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")) && $0 != delimiter }
    var text: [UInt8] = []
    if rest.first == UInt8(ascii: "\"") {
      rest.removeFirst()
      while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
        text += rest[..<quote]
        rest = rest[(quote + 1)...]
        guard rest.first == UInt8(ascii: "\"") else {
          return String(decoding: text + unquoted(isAfterQuote: true), as: UTF8.self)
        }
        text.append(rest.removeFirst())
      }
    }
    return String(decoding: text + unquoted(), as: UTF8.self)
  }

  /// Reads what is not in quotes.
  private mutating func unquoted(isAfterQuote: Bool = false) -> ArraySlice<UInt8> {
    let end =
      rest.firstIndex { $0 == delimiter || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? rest.endIndex
    defer { rest = rest[end...] }
    let text = rest[..<end]
    return isAfterQuote && text.allSatisfy { $0 == UInt8(ascii: " ") } ? [] : text
  }
}
