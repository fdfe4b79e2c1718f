import TesseraValues

/// A format text with what messages need: positions in lines and columns, and pieces of the text.
struct FormatText {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The line and column of a byte.
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

  /// The range of some bytes.
  func range(_ bytes: Range<Int>) -> SourceRange {
    SourceRange(start: position(of: bytes.lowerBound), end: position(of: bytes.upperBound))
  }

  /// The text of some bytes, shortened for messages.
  func excerpt(_ range: Range<Int>) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }

  /// An error at some bytes.
  func error(_ rule: String, _ range: Range<Int>, _ message: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(rule: rule, range: self.range(range), message: message, fix: fix)
  }
}

/// The bounds within which predicates, expressions and templates are read and evaluated.
public struct ExpressionLimits: Sendable, Hashable {
  /// The longest format text, in bytes of UTF-8.
  public var bytes: Int
  /// The deepest tree; chains of `AND` and `OR` count as one level, chains of arithmetic one level per operator.
  public var depth: Int
  /// The most elements, keys and characters (in blocks) that one evaluation looks at. Behind it a predicate is false
  /// and an expression null.
  public var steps: Int
  /// The longest text that an evaluation makes, in bytes of UTF-8. It is not made at all: the result is null.
  public var outputBytes: Int

  /// Creates limits.
  public init(bytes: Int = 64 << 10, depth: Int = 64, steps: Int = 250_000, outputBytes: Int = 1 << 20) {
    self.bytes = bytes
    self.depth = depth
    self.steps = steps
    self.outputBytes = outputBytes
  }

  /// 64 KiB of format, 64 levels, a quarter of a million steps, 1 MiB of text.
  public static let standard = ExpressionLimits()
}
