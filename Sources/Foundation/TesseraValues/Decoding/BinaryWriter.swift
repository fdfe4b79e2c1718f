/// Writes values as bytes, for processes of the same program. ``BinaryReader`` reads them.
package struct BinaryWriter {
  /// What was written.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty text of bytes.
  package init() {}

  /// Writes a number, lowest byte first.
  package mutating func write(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes a truth value.
  package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Writes bytes after their number.
  package mutating func write(_ content: [UInt8]) {
    write(content.count)
    bytes += content
  }

  /// Writes a text after its length.
  package mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }

  /// Writes a text, or that there is none.
  package mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  /// Writes a diagnostic.
  package mutating func write(_ diagnostic: Diagnostic) {
    write(diagnostic.severity == .error)
    write(diagnostic.rule)
    write(diagnostic.file)
    write(diagnostic.message)
    write(diagnostic.fix)
    write(diagnostic.range != nil)
    guard let range = diagnostic.range else { return }
    for number in [range.start.line, range.start.column, range.end.line, range.end.column] { write(number) }
  }
}
