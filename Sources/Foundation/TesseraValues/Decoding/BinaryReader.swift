/// Reads what ``BinaryWriter`` wrote, in another process that is not trusted.
///
/// Memory is taken for bytes that are there, never for numbers that only claim them. Each problem is a diagnostic of rule
/// `decoder-failure`.
package struct BinaryReader {
  private var rest: ArraySlice<UInt8>

  /// Creates a reader.
  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The diagnostic of bytes that were not written by ``BinaryWriter``, or not as agreed.
  package static let malformed = Diagnostic.decoderFailure("its decoder gave an answer that is none")

  /// Reads a number.
  package mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(Diagnostic) -> Number {
    try take(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Reads the number of things that follow, each of which has at least a byte.
  /// - Parameter limit: The maximum number.
  package mutating func count(limit: Int = .max) throws(Diagnostic) -> Int {
    let count = try number(Int.self)
    guard (0...min(limit, rest.count)).contains(count) else { throw Self.malformed }
    return count
  }

  /// Reads a truth value.
  package mutating func flag() throws(Diagnostic) -> Bool {
    switch try number(UInt8.self) {
    case 0: false
    case 1: true
    default: throw Self.malformed
    }
  }

  /// Reads bytes.
  package mutating func bytes() throws(Diagnostic) -> [UInt8] { Array(try take(count())) }

  /// Reads a text. Bytes that are no text become replacement characters.
  package mutating func text() throws(Diagnostic) -> String { String(decoding: try take(count()), as: UTF8.self) }

  /// Reads a text, or that there is none.
  package mutating func optionalText() throws(Diagnostic) -> String? { try flag() ? text() : nil }

  /// The maximum length of each text in a diagnostic that another process reports, in bytes. A longer one is cut.
  private static let maximumWords = 2000

  /// Reads a diagnostic. Its texts are cut to a length that can be shown, and a rule without the form of one is replaced.
  package mutating func diagnostic() throws(Diagnostic) -> Diagnostic {
    let isError = try flag()
    let rule = try text()
    let file = try optionalText().map(Self.cut)
    let message = Self.cut(try text())
    let fix = try optionalText().map(Self.cut)
    var range: SourceRange?
    if try flag() {
      let start = try position()
      range = SourceRange(start: start, end: try position())
    }
    let isRule = rule.utf8.count <= 60 && rule.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    return Diagnostic(
      isError ? .error : .warning, rule: isRule ? rule : "decoder-failure", file: file, range: range,
      message: message, fix: fix)
  }

  /// Ends reading.
  /// - Throws: If there is more.
  package func end() throws(Diagnostic) {
    guard rest.isEmpty else { throw Self.malformed }
  }

  private mutating func position() throws(Diagnostic) -> SourcePosition {
    let (line, column) = (try number(Int.self), try number(Int.self))
    guard (1...Int(Int32.max)).contains(line), (1...Int(Int32.max)).contains(column) else { throw Self.malformed }
    return SourcePosition(line: line, column: column)
  }

  private static func cut(_ text: String) -> String { String(decoding: text.utf8.prefix(maximumWords), as: UTF8.self) }

  private mutating func take(_ count: Int) throws(Diagnostic) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw Self.malformed }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
