import Foundation
import TesseraValues

/// The standard error, for problems.
enum StandardError {
  static func write(_ text: String) {
    guard LogFormat.current == .text else { return write(LogLine(level: "notice", message: text)) }
    FileHandle.standardError.write(Data((text.withVisibleControls(exceptLineBreaks: true) + "\n").utf8))
  }

  /// Writes each diagnostic as one line. Control characters are escaped, so that text from documents can neither start
  /// a line of its own nor control the terminal.
  static func write(_ diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics {
      switch LogFormat.current {
      case .text: write(diagnostic.description.withVisibleControls(exceptLineBreaks: false))
      case .json: write(LogLine(diagnostic))
      }
    }
  }

  /// Writes a line as JSON.
  static func write(_ line: LogLine) { FileHandle.standardError.write(Data((line.json() + "\n").utf8)) }
}

/// The standard output, for results.
enum StandardOutput {
  static func write(_ bytes: some Sequence<UInt8>) { FileHandle.standardOutput.write(Data(bytes)) }
  static func write(_ text: String) { write(text.withVisibleControls(exceptLineBreaks: true).utf8) }

  /// Writes a line about what a server does, in the format of the log.
  static func writeStatus(_ text: String) {
    switch LogFormat.current {
    case .text: write(text + "\n")
    case .json: write((LogLine(level: "notice", message: text).json() + "\n").utf8)
    }
  }
}

/// The standard input, line by line or as a whole.
enum StandardInput {
  /// Calls a closure with each line, without its line break, as it arrives.
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

  /// Reads the whole input.
  static func readToEnd() -> [UInt8] { Array(FileHandle.standardInput.readDataToEndOfFile()) }
}

extension String {
  /// Returns the text with terminal control characters and directional formatting characters escaped, such as `\u{1B}`.
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
