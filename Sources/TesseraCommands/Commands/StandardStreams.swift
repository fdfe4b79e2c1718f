import Foundation
import TesseraValues

/// Where problems go.
enum StandardError {
  static func write(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  static func write(_ diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { write(diagnostic.description) }
  }
}

/// Where results go.
enum StandardOutput {
  static func write(_ bytes: some Sequence<UInt8>) { FileHandle.standardOutput.write(Data(bytes)) }
  static func write(_ text: String) { write(text.utf8) }
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
