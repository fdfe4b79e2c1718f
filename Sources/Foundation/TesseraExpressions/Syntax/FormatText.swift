import TesseraValues

/// A format text with support for messages: line and column positions, and excerpts.
struct FormatText {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns the line and column of a byte offset.
  func position(of offset: Int) -> SourcePosition {
    var position = SourcePosition.start
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        position = SourcePosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }

  /// Returns the source range of a range of bytes.
  func range(_ bytes: Range<Int>) -> SourceRange {
    SourceRange(start: position(of: bytes.lowerBound), end: position(of: bytes.upperBound))
  }

  /// Returns the text of a range of bytes, shortened for messages.
  func excerpt(_ range: Range<Int>) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }

  /// Returns the scalar that begins at an offset before the end.
  func scalar(at offset: Int) -> Unicode.Scalar {
    let byte = bytes[offset]
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0x80 ? 2 : 1
    return String(decoding: bytes[offset...].prefix(length), as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
  }

  /// Returns a diagnostic for a range of bytes.
  func error(_ rule: String, _ range: Range<Int>, _ message: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(rule: rule, range: self.range(range), message: message, fix: fix)
  }
}

/// The limits for parsing and evaluating predicates, expressions and templates.
public struct ExpressionLimits: Sendable, Hashable {
  /// The maximum length of a predicate, expression or template, in UTF-8 bytes. A longer one is an error.
  public var bytes: Int
  /// The maximum depth of a syntax tree. A deeper one is an error. A chain of `AND` or `OR` counts as one level; a
  /// chain of arithmetic operators counts one level per operator.
  public var depth: Int
  /// The maximum number of elements, keys and blocks of characters that an evaluation examines. Beyond it, a predicate
  /// is false and an expression is null.
  public var steps: Int
  /// The maximum length of a text created by an evaluation, in UTF-8 bytes. A longer text is not created; the result is
  /// null.
  public var outputBytes: Int

  /// Creates limits.
  public init(bytes: Int = 64 << 10, depth: Int = 64, steps: Int = 250_000, outputBytes: Int = 1 << 20) {
    self.bytes = bytes
    self.depth = depth
    self.steps = steps
    self.outputBytes = outputBytes
  }

  /// The standard limits: 64 KiB of format text, 64 levels, 250,000 steps, and 1 MiB of output text.
  public static let standard = ExpressionLimits()
}
