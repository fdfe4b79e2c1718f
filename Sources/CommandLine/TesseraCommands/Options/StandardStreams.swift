import Foundation
import TesseraValues

/// Where problems go.
enum StandardError {
  static func write(_ text: String) {
    FileHandle.standardError.write(Data((text.withVisibleControls(exceptLineBreaks: true) + "\n").utf8))
  }

  /// Writes a line for each: what documents say cannot begin one of its own, nor command the terminal.
  static func write(_ diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { write(diagnostic.description.withVisibleControls(exceptLineBreaks: false)) }
  }
}

/// Where results go.
enum StandardOutput {
  static func write(_ bytes: some Sequence<UInt8>) { FileHandle.standardOutput.write(Data(bytes)) }
  static func write(_ text: String) { write(text.withVisibleControls(exceptLineBreaks: true).utf8) }
}

/// Standard input, line by line or whole.
enum StandardInput {
  /// Calls a closure with each line, without its line break, as it comes.
  static func forEachLine(_ body: (ArraySlice<UInt8>) -> Void) {
    var pending: [UInt8] = []
    while true {
      let chunk = FileHandle.standardInput.availableData
      if chunk.isEmpty { break }
      pending.append(contentsOf: chunk)
      var start = pending.startIndex
      while let end = pending[start...].firstIndex(of: 0x0A) {
        body(pending[start..<end])
        start = end + 1
      }
      pending.removeSubrange(..<start)
    }
    if !pending.isEmpty { body(pending[...]) }
  }

  /// All of it.
  static func readToEnd() -> [UInt8] { Array(FileHandle.standardInput.readDataToEndOfFile()) }
}

extension String {
  /// With the characters that a terminal acts on, and those that turn the direction of writing, as people write them:
  /// `\u{1B}`.
  func withVisibleControls(exceptLineBreaks: Bool) -> String {
    guard unicodeScalars.contains(where: { Self.isControl($0, exceptLineBreaks: exceptLineBreaks) }) else {
      return self
    }
    var result = ""
    for scalar in unicodeScalars {
      if Self.isControl(scalar, exceptLineBreaks: exceptLineBreaks) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isControl(_ scalar: Unicode.Scalar, exceptLineBreaks: Bool) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0x0A: !exceptLineBreaks
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
