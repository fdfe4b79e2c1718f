import ArgumentParser
package import TesseraValues

/// A command's response to a document: JSON, and the problems of the document.
package struct JSONOutput: Sendable {
  /// JSON as UTF-8; empty if the document could not be parsed.
  package var json: [UInt8] = []
  /// The problems, with positions in the document.
  package var diagnostics = Diagnostics()

  /// Writes the JSON to the standard output, and the problems to the standard error.
  /// - Throws: The exit code if the document has errors.
  func write() throws {
    StandardOutput.write(json)
    StandardError.write(diagnostics.all.map { $0.inFile("<stdin>") })
    if diagnostics.hasErrors { throw ExitCode(1) }
  }
}
